"""Intervals that hold near 0 and 1, errors of ratios, and how many digits they leave worth printing.

**The score interval.** A score lies between 0 and 1, and a draw counts one half, so its variance s² is at most that of
a coin, p(1 - p). Wilson's interval holds for coins up to the very ends. For a mean p of n scores we take Wilson's form
with the number of coin throws that tell as much,

    n_eff = n · p(1 - p) / v,    v = (n·s² + z²·p(1 - p)) / (n + z²),

    centre = (p + z²/2n_eff) / (1 + z²/n_eff),
    half   = z·sqrt(p(1 - p)/n_eff + z²/4n_eff²) / (1 + z²/n_eff).

Without draws s² = p(1 - p) and this is Wilson's interval exactly. With draws it is narrower: n_eff is never below n, and
since z² coin throws are added to what was seen, never above n(n + z²)/z², so n equal draws do not claim to know
everything. An exact answer has no interval: lo = hi = value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from havoksim.foundation.errors import InputError, Problem

#: Tolerance for means that rounding has put just outside 0..1.
_SLACK = 1e-9


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


def z_value(confidence: float) -> float:
    """Return the half-width of a two-sided normal interval in standard errors.

    Examples
    --------
    >>> round(z_value(0.95), 4)
    1.96
    """
    if not 0.0 < confidence < 1.0:
        raise InputError(f"must lie between 0 and 1, such as 0.95; found {confidence!r}", key="confidence")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def score_interval(mean: float, variance: float, n: float | None, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return the bounds of a mean score, in Wilson's form (see the head of this module).

    Parameters
    ----------
    mean : float
        Mean of the scores, 0 to 1.
    variance : float
        Variance of one score about that mean (divided by n, not n - 1); for a plain win rate p(1 - p).
    n : float or None
        Independent scores behind the mean; None for an exact mean.
    confidence : float
        Level of the interval.

    Raises
    ------
    InputError
        If n is 0: nothing has been seen; or if the mean lies outside 0..1.

    Examples
    --------
    Nine wins of ten, and ten of ten, which is not 100 % ± 0:

    >>> [round(x, 4) for x in score_interval(0.9, 0.09, 10)]
    [0.5958, 0.9821]
    >>> [round(x, 4) for x in score_interval(1.0, 0.0, 10)]
    [0.7225, 1.0]
    >>> score_interval(0.3, 0.0, None)
    (0.3, 0.3)
    """
    z = z_value(confidence)
    problems = []
    if not -_SLACK <= mean <= 1.0 + _SLACK:
        problems.append(Problem(f"must lie between 0 and 1, found {mean!r}", key="mean"))
    if not variance >= -_SLACK:
        problems.append(Problem(f"must be 0 or more, found {variance!r}", key="variance"))
    if n is not None and not n > 0:
        problems.append(
            Problem(f"must be more than 0, found {n!r}: without observations there is no interval", key="n")
        )
    if problems:
        raise InputError(problems)
    if n is None:
        return mean, mean
    mean = min(max(mean, 0.0), 1.0)
    coin = mean * (1.0 - mean)
    spread = min(max(variance, 0.0) / coin, 1.0) if coin else 1.0  # as a share of a coin's
    n_eff = n * (n + z * z) / (n * spread + z * z)
    share = z * z / n_eff
    centre = (mean + share / 2) / (1 + share)
    half = z * math.sqrt(coin / n_eff + share / (4 * n_eff)) / (1 + share)
    lo = 0.0 if mean == 0.0 else max(centre - half, 0.0)
    hi = 1.0 if mean == 1.0 else min(centre + half, 1.0)
    return min(lo, mean), max(hi, mean)


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
