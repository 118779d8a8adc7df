"""What a change is worth: the same battles fought twice, with it and without it, and the difference pair by pair.

Both times battle i of the seed has the same number, seats and terrain, so what the ground and the seats give cancels
out. The error is that of the mean difference over pairs of battles (2j and 2j + 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

from havoksim.analysis.statistics import Estimate
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import z_value

if TYPE_CHECKING:
    from havoksim.battle.results import BattleResult


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two ways to fight the same battles, seen from one side."""

    #: Score of the side with the change, and without.
    with_it: float
    without: float
    #: With less without: the score, -1 to 1.
    score: Estimate
    #: The same for the margin: BR destroyed less BR lost, per battle.
    margin: Estimate
    #: p-value of "it makes no difference to the score", two-sided.
    p: float
    #: Battles on either side of the difference.
    n: int


def paired_difference(
    with_it: BattleResult, without: BattleResult, *, side: str = "b", confidence: float = 0.95
) -> PairedDifference:
    """Return what a change is worth to a side, from two answers about the same battles.

    Parameters
    ----------
    with_it, without : BattleResult
        Of ``simulate(..., each=True)``, with the same seed and n.
    side : {"a", "b"}
        Whose gain.
    confidence : float
        Level of the intervals.

    Raises
    ------
    InputError
        If they are not about battles of the same numbers and seed, or single battles were not kept.
    """
    if (with_it.seed, with_it.n) != (without.seed, without.n):
        there = f"seed {with_it.seed} with {with_it.n} battles and seed {without.seed} with {without.n}"
        raise InputError(f"only the same battles can be compared, found {there}", key="seed")
    scores = [_scores(result, side) for result in (with_it, without)]
    margins = [_margins(result, side) for result in (with_it, without)]
    score = mean_difference(*scores, confidence=confidence, most=1.0)
    margin = mean_difference(*margins, confidence=confidence)
    first, second = (math.fsum(one) / len(one) for one in scores)
    centre, se = _shrunk([x - y for x, y in zip(*scores, strict=True)], 1.0)
    p = 2 * NormalDist().cdf(-abs(centre) / se)
    return PairedDifference(first, second, score, margin, p, with_it.n)


def mean_difference(
    first: Sequence[float], second: Sequence[float], *, confidence: float = 0.95, most: float | None = None
) -> Estimate:
    """Return the mean of first less second, pair by pair, with its interval.

    Parameters
    ----------
    first, second : sequence of float
        One value for each pair of battles.
    confidence : float
        Level of the interval.
    most : float, optional
        Largest difference that one pair can show, either way. Then half a pair that shows it, and half a pair that
        shows the opposite, are added twice over to what was seen, as Agresti and Min do for shares: so many equal pairs
        do not claim "0 ± 0".

    Raises
    ------
    InputError
        If there are fewer than two pairs.

    Examples
    --------
    >>> mean_difference([1.0, 3.0], [0.0, 2.0]).value
    1.0
    >>> nothing = mean_difference([0.5] * 100, [0.5] * 100, most=1.0)
    >>> nothing.value, round(nothing.lo, 3), round(nothing.hi, 3)
    (0.0, -0.019, 0.019)
    """
    differences = [x - y for x, y in zip(first, second, strict=True)]
    if len(differences) < 2:
        raise InputError("a difference needs two pairs of battles at least", key="n")
    value = math.fsum(differences) / len(differences)
    centre, se = _shrunk(differences, most)
    half = z_value(confidence) * se
    lo, hi = min(centre - half, value), max(centre + half, value)
    if most is not None:
        lo, hi = max(lo, -most), min(hi, most)
    return Estimate(value, se, lo, hi)


def by_pair(values: Sequence[float]) -> list[float]:
    """Return the means of battles 2j and 2j + 1.

    Examples
    --------
    >>> by_pair([1.0, 0.0, 0.5, 0.5])
    [0.5, 0.5]
    """
    return [(one + other) / 2 for one, other in zip(values[0::2], values[1::2], strict=True)]


def _shrunk(differences: Sequence[float], most: float | None) -> tuple[float, float]:
    """Return the mean and its standard error, with a pair of opposites added if the largest difference is known."""
    n = len(differences)
    total, squares = math.fsum(differences), math.fsum(x * x for x in differences)
    if most is None:
        mean = total / n
        return mean, math.sqrt(max(squares / n - mean * mean, 0.0) / (n - 1))
    mean = total / (n + 2)
    variance = (squares + most * most) / (n + 2) - mean * mean
    return mean, math.sqrt(variance / (n + 2))


def _scores(result: BattleResult, side: str) -> list[float]:
    """Return 1 for a win of the side, one half for a draw, 0 for a loss; mean of each pair."""
    worth = {side: 1.0, "draw": 0.5}
    return by_pair([worth.get(str(row[4]), 0.0) for row in result.battle_rows()])


def _margins(result: BattleResult, side: str) -> list[float]:
    """Return the BR that the side destroyed less those that it lost; mean of each pair."""
    sign = 1.0 if side == "a" else -1.0
    return by_pair([sign * (row[2] - row[3]) for row in result.battle_rows()])
