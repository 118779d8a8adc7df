"""Intervals that hold near 0 and 1, errors of ratios, and how many digits they leave worth printing.

The interval of a single score is that of :mod:`havoksim.foundation.intervals`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import score_interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, its standard error and an interval; an exact one has error 0 and lo = hi = value."""

    value: float
    se: float
    lo: float
    hi: float

    def scaled(self, by: float) -> Estimate:
        """Return the estimate of so many times the number."""
        return Estimate(self.value * by, self.se * by, self.lo * by, self.hi * by)


def weighted_score(
    means: Sequence[float],
    ses: Sequence[float],
    ns: Sequence[int],
    weights: Sequence[float] | None = None,
    *,
    confidence: float = 0.95,
) -> Estimate:
    """Return a weighted mean of independent scores, some exact and some drawn.

    The exact scores shift the interval and do not widen it; the drawn ones together get the score interval, on
    the number of equal draws that their weights are worth, W²/Σ(w²/n).

    Parameters
    ----------
    means, ses : sequence of float
        The scores, each 0 to 1, and their standard errors.
    ns : sequence of int
        Draws behind each of them; 0 for an exact one.
    weights : sequence of float, optional
        Weight of each, all positive; they are brought to sum 1. By default all count the same.
    confidence : float
        Level of the interval.

    Raises
    ------
    InputError
        If there is nothing to average.

    Examples
    --------
    >>> weighted_score([0.5, 1.0], [0.0, 0.0], [0, 0])
    Estimate(value=0.75, se=0.0, lo=0.75, hi=0.75)
    >>> e = weighted_score([0.5, 0.6], [0.0, 0.049], [0, 100])
    >>> round(e.value, 4), round(e.se, 4), round(e.lo, 4), round(e.hi, 4)
    (0.55, 0.0245, 0.501, 0.5953)
    """
    if not means:
        raise InputError("there is nothing to average", key="means")
    weights = [1.0] * len(means) if weights is None else weights
    whole = math.fsum(weights)
    rows = [(x, se, n, w / whole) for x, se, n, w in zip(means, ses, ns, weights, strict=True)]
    value = math.fsum(w * x for x, _, _, w in rows)
    drawn = [row for row in rows if row[2]]
    if not drawn:
        return Estimate(value, 0.0, value, value)
    exact = math.fsum(w * x for x, _, n, w in rows if not n)
    share = math.fsum(w for *_, w in drawn)
    mean = math.fsum(w * x for x, _, _, w in drawn) / share
    variance = math.fsum((w * se) ** 2 for _, se, _, w in drawn) / share**2
    n = share**2 / math.fsum(w * w / n for _, _, n, w in drawn)
    lo, hi = score_interval(mean, n * variance, n, confidence=confidence)
    lo, hi = exact + share * lo, exact + share * hi
    return Estimate(value, share * math.sqrt(variance), min(lo, value), max(hi, value))


def ratio_se(over: float, under: float, over_se: float, under_se: float, covariance: float = 0.0) -> float:
    """Return the standard error of over / under by the delta method.

    Parameters
    ----------
    over, under : float
        Two means; the lower one is not 0.
    over_se, under_se : float
        Their standard errors.
    covariance : float
        Of the two means. At worst, and about so where one side's loss is the other's gain, it
        is ``-over_se * under_se``.

    Raises
    ------
    InputError
        If the lower mean is 0.

    Examples
    --------
    >>> round(ratio_se(4.0, 2.0, 0.2, 0.1), 4), round(ratio_se(4.0, 2.0, 0.2, 0.1, covariance=-0.02), 4)
    (0.1414, 0.2)
    """
    if not under:
        raise InputError("a ratio over nothing has no value", key="under")
    ratio = over / under
    variance = over_se**2 - 2 * ratio * covariance + (ratio * under_se) ** 2
    return math.sqrt(max(variance, 0.0)) / abs(under)


def digits_for(value: float, se: float, *, exact: int = 3, most: int = 6) -> int:
    """Return how many decimals of a number are worth printing: up to the first digit of its standard error.

    Parameters
    ----------
    value : float
        The number.
    se : float
        Its standard error; 0 for an exact number.
    exact : int
        Significant digits of an exact number below 1, and its decimals above.
    most : int
        Most decimals.

    Examples
    --------
    >>> digits_for(0.51234, 0.0031), digits_for(123.4, 8.0), digits_for(0.5, 0.0), digits_for(0.00123, 0.0)
    (3, 0, 3, 5)
    """
    if not (math.isfinite(value) and math.isfinite(se)):
        return 0
    if se > 0:
        return min(max(-math.floor(math.log10(se)), 0), most)
    small = -math.floor(math.log10(abs(value))) - 1 if value and abs(value) < 1 else 0
    return min(exact + small, most)


def p_even(mean: float, variance: float, n: float) -> float:
    """Return how surprising a score is if the two sides are even: the p-value of one half, two-sided.

    It is what the score interval says: below 0.05 just where the 95 % interval leaves out one half.

    Examples
    --------
    >>> p_even(0.5, 0.25, 100), round(p_even(0.6, 0.24, 100), 4)
    (1.0, 0.0455)
    """
    low, high = 0.0, 1.0  # p lies between: at level 1 - high the interval leaves out one half, at 1 - low it does not
    for _ in range(50):
        middle = (low + high) / 2
        if not 0.0 < middle < 1.0 or 1.0 - middle >= 1.0:
            break
        lo, hi = score_interval(mean, variance, n, confidence=1.0 - middle)
        if lo > 0.5 or hi < 0.5:
            high = middle
        else:
            low = middle
    return high


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values for many questions at once, by Holm's method: below 0.05, at 5 % for all of them together.

    Examples
    --------
    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [1.0] * len(p_values)
    least = 0.0
    for place, i in enumerate(order):
        least = max(least, min((len(p_values) - place) * p_values[i], 1.0))
        adjusted[i] = least
    return adjusted
