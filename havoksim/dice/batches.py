"""What every sampler stands on: checks of a batch, dice as kernels read them, chunks on one thread or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from havoksim.dice.guide import GuideTable
from havoksim.dice.pool import Die
from havoksim.foundation.chunks import in_chunks
from havoksim.foundation.errors import InputError, Problem, wrong_count

Method = Literal["table", "dice"]

#: ``run(start, size, out, at)`` does exchanges start..start+size-1 and writes ``out[:, at : at + size]``.
Run = Callable[[int, int, NDArray[np.int32], int], None]

#: Exchanges of one chunk: a constant, so that no result depends on the number of threads.
CHUNK = 1 << 16

#: Most exchanges of a seed.
MOST_EXCHANGES = 1 << 40


def wrong_batch(n: object, first: object, threads: object, method: object) -> list[Problem]:
    """Return the problems of numbers of exchanges, threads or methods that make no sense."""
    problems = wrong_count(n, "n", most=MOST_EXCHANGES) + wrong_count(first, "first", most=MOST_EXCHANGES)
    problems += wrong_count(threads, "threads", least=1)
    if method not in ("table", "dice"):
        problems.append(Problem(f'must be "table" or "dice", found {method!r}', key="method"))
    return problems


def wrong_chance(p: object, key: str) -> list[Problem]:
    """Return the problem of a value that should be a probability."""
    if isinstance(p, (int, float)) and 0.0 <= p <= 1.0:
        return []
    return [Problem(f"must be a probability from 0 to 1, found {p!r}", key=key)]


def refuse(problems: Sequence[Problem]) -> None:
    """Raise all that is wrong at once, if anything is."""
    if problems:
        raise InputError(problems)


def die_numbers(die: Die) -> tuple[int, int]:
    """Return the lowest face that gives an extra die (7: none) and the most extra dice (-1: no cap), for kernels."""
    explodes_from = 7 if die.explode_on is None else max(die.explode_on, die.needs)
    return explodes_from, -1 if die.max_explosions is None else die.max_explosions


def faces_of(p: float, key: str = "keep") -> int:
    """Return how many faces of a die give this chance; only whole faces can be rolled."""
    faces = round(p * 6)
    if abs(p * 6 - faces) > 1e-9:
        raise InputError(
            f'must be a multiple of 1/6 to be rolled die by die, found {p!r}; method="table" takes any chance',
            key=key,
        )
    return faces


def fill(run: Run, columns: int, n: int, threads: int, *, chunk: int = CHUNK) -> NDArray[np.int32]:
    """Return what ``run`` writes for all exchanges, shape (columns, n)."""
    out = np.empty((columns, n), dtype=np.int32)
    in_chunks(lambda start, stop: run(start, stop - start, out, start), n, chunk=chunk, threads=threads)
    return out


def count_results(run: Run, n: int, threads: int) -> NDArray[np.int64]:
    """Return how often each result came up in the one column that ``run`` writes."""

    def counted(start: int, stop: int) -> NDArray[np.int64]:
        out = np.empty((1, stop - start), dtype=np.int32)
        run(start, stop - start, out, 0)
        return np.bincount(out[0]).astype(np.int64)

    total = np.zeros(1, dtype=np.int64)
    for part in in_chunks(counted, n, chunk=CHUNK, threads=threads):
        if len(part) > len(total):
            part, total = total, part
        total[: len(part)] += part
    return total


def draw_from(table: GuideTable, base: int, n: int, first: int, threads: int) -> NDArray[np.int32]:
    """Return the values drawn for exchanges first..first+n-1, shape (columns, n)."""
    from havoksim.dice.kernels.tables import draw_keyed

    key = np.uint64(base)

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        draw_keyed(key, first + start, size, table.last, table.guide, table.shift, table.values, out, at)

    return fill(run, len(table.values), n, threads)


def count_from(table: GuideTable, base: int, n: int, first: int, threads: int) -> NDArray[np.int64]:
    """Return how often each value of a table's first column is drawn, shape (most + 1,)."""
    from havoksim.dice.kernels.tables import count_keyed

    key = np.uint64(base)

    def run(start: int, stop: int) -> NDArray[np.int64]:
        counts = np.zeros(len(table.last), dtype=np.int64)
        count_keyed(key, first + start, stop - start, table.last, table.guide, table.shift, counts)
        return counts

    outcomes = np.zeros(len(table.last), dtype=np.int64)
    for counts in in_chunks(run, n, chunk=CHUNK, threads=threads):
        outcomes += counts
    total = np.zeros(int(table.values[0].max()) + 1, dtype=np.int64)
    np.add.at(total, table.values[0], outcomes)
    seen = np.flatnonzero(total)
    return total[: int(seen[-1]) + 1] if len(seen) else total[:1]
