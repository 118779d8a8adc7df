"""Measuring in turns: every contender runs once a round, and a ratio is the median of the rounds' ratios."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time

ROUNDS = 9


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    #: Time of ours and of the reference in seconds a piece.
    ours: float
    reference: float
    #: Median over the rounds of reference / ours (or of ours / reference for `at_most`).
    ratio: float
    aim: float
    #: True if the ratio should stay below the aim, as for start-up times.
    at_most: bool = False
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether the aim is met."""
        return self.ratio <= self.aim if self.at_most else self.ratio >= self.aim


def in_turns(
    contenders: Mapping[str, tuple[Callable[[], object], int]],
    *,
    rounds: int = ROUNDS,
    clock: Callable[[], float] = thread_time,
    aim_seconds: float = 0.02,
) -> dict[str, list[float]]:
    """Return seconds a piece of each contender in each round.

    A contender is a function and how many pieces one call does; a call is repeated until it takes `aim_seconds`.
    """
    repeats = {}
    for name, (run, _) in contenders.items():
        run()  # compile, fill the caches
        began = perf_counter()
        run()
        repeats[name] = max(1, round(aim_seconds / max(perf_counter() - began, 1e-7)))
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, (run, pieces) in contenders.items():
            began = clock()
            for _ in range(repeats[name]):
                run()
            found[name].append((clock() - began) / repeats[name] / pieces)
    return found


def faster(name: str, found: Mapping[str, list[float]], ours: str, reference: str, aim: float, note: str = "") -> Row:
    """Return the row that says how many times faster than the reference we are."""
    ratios = [b / a for a, b in zip(found[ours], found[reference], strict=True)]
    return Row(name, median(found[ours]), median(found[reference]), median(ratios), aim, note=note)


def at_best(name: str, found: Mapping[str, list[float]], ours: str, reference: str, aim: float, note: str = "") -> Row:
    """Return the row of the best rounds of both: for wall times, which other work on the machine only ever adds to."""
    ratio = min(found[reference]) / min(found[ours])
    return Row(name, min(found[ours]), min(found[reference]), ratio, aim, note=note)


def slower(name: str, found: Mapping[str, list[float]], ours: str, reference: str, aim: float, note: str = "") -> Row:
    """Return the row that says how many times longer than the reference we take, which should be little."""
    ratio = median(found[ours]) / median(found[reference])
    return Row(name, median(found[ours]), median(found[reference]), ratio, aim, at_most=True, note=note)
