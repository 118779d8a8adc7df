"""Work in chunks of a fixed size, on one thread or several: the same bytes either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Part = TypeVar("_Part")


def in_chunks(run: Callable[[int, int], _Part], n: int, *, chunk: int, threads: int = 1) -> list[_Part]:
    """Return what ``run(start, stop)`` gives for each chunk of 0..n, in order.

    The chunks depend on `n` and `chunk` alone, never on the number of threads. The first is small and runs before the
    others, so that a kernel is compiled once. An interrupt drops the chunks that have not begun.

    Examples
    --------
    >>> in_chunks(lambda start, stop: stop - start, 40, chunk=16, threads=2)
    [1, 16, 16, 7]
    """
    small = min(max(chunk // 16, 1), n)
    spans = [(0, small)] if n else []
    spans += [(start, min(start + chunk, n)) for start in range(small, n, chunk)]
    if threads == 1 or len(spans) < 3:
        return [_quietly(run, span) for span in spans]
    from concurrent.futures import ThreadPoolExecutor

    done = [_quietly(run, spans[0])]
    pool = ThreadPoolExecutor(max_workers=min(threads, len(spans) - 1), thread_name_prefix="havoksim")
    try:
        done += pool.map(lambda span: _quietly(run, span), spans[1:])
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return done


def _quietly(run: Callable[[int, int], _Part], span: tuple[int, int]) -> _Part:
    """Run one chunk; arithmetic modulo 2**64 is meant, so with the compiler off NumPy need not warn of it."""
    import numpy as np

    with np.errstate(over="ignore"):
        return run(*span)
