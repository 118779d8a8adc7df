"""Intervals of shares and scores that hold near 0 and 1: 0 of n is never "0 % ± 0".

**The score interval.** A score lies between 0 and 1, and a draw counts one half, so its variance s² is at most that of
a coin, p(1 - p). Wilson's interval holds for coins up to the very ends. For a mean p of n scores we take Wilson's form
with the number of coin throws that tell as much,

    n_eff = n · p(1 - p) / v,    v = (n·s² + z²·p(1 - p)) / (n + z²),

    centre = (p + z²/2n_eff) / (1 + z²/n_eff),
    half   = z·sqrt(p(1 - p)/n_eff + z²/4n_eff²) / (1 + z²/n_eff).

Without draws s² = p(1 - p) and this is Wilson's interval exactly. With draws it is narrower: n_eff is never below n.
Nor is it above n(n + z²)/z², since z² coin throws are added to what was seen: n equal draws do not claim to know
everything. An exact answer has no interval: lo = hi = value.
"""

from __future__ import annotations

import math

from havoksim.foundation.errors import InputError, Problem

#: Standard errors on either side of a 95 % interval.
Z95 = 1.959964

#: Tolerance for means that rounding has put just outside 0..1.
_SLACK = 1e-9


def z_value(confidence: float) -> float:
    """Return the half-width of a two-sided normal interval in standard errors.

    Examples
    --------
    >>> round(z_value(0.95), 4)
    1.96
    """
    if not 0.0 < confidence < 1.0:
        raise InputError(f"must lie between 0 and 1, such as 0.95; found {confidence!r}", key="confidence")
    from statistics import NormalDist  # not needed on the way to an exact answer

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


def share_interval(p: float, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval of a share of `n` samples; of no samples (exact) it is the share itself.

    Examples
    --------
    >>> low, high = share_interval(0.0, 100)
    >>> low, round(high, 3)
    (0.0, 0.037)
    >>> share_interval(0.25, 0)
    (0.25, 0.25)
    """
    p = min(max(p, 0.0), 1.0)
    return score_interval(p, p * (1.0 - p), n or None, confidence=confidence)
