"""From the lines of a record to the steps of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from havoksim.foundation.errors import InputError
from havoksim.report.replay_page.cast import Cast, cast_of
from havoksim.report.replay_page.frames import Event, Frame
from havoksim.report.replay_page.steps import Steps


def frames_of(lines: Sequence[Event], *, where: str = "") -> tuple[Cast, list[Frame]]:
    """Return everybody in a record, and its battle step by step.

    Parameters
    ----------
    lines : sequence of mapping
        The record: its header, then every event.
    where : str
        Name of the file, for messages.

    Raises
    ------
    InputError
        If an event is unknown or speaks of what is not there; with its line.
    """
    with told_as_input("the header is not whole", where=where, key="line 1"):
        cast = cast_of(lines[0])
        steps = Steps(lines[0], cast)
    for number, event in enumerate(lines[1:], 2):
        with told_as_input(f"`{event.get('event')}` cannot be shown", where=where, key=f"line {number}"):
            steps.take(number, event)
    return cast, steps.done()


@contextmanager
def told_as_input(what: str, *, where: str, key: str = "") -> Iterator[None]:
    """Tell what stumbles over a strange value as a problem of the record, whoever wrote it."""
    try:
        yield
    except InputError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InputError(f"{what}: {_told(error)}", where=where, key=key) from error


def _told(error: Exception) -> str:
    """Say what was missing or strange."""
    if isinstance(error, KeyError):
        return f"there is no {error.args[0]!r}"
    return str(error) or type(error).__name__
