"""The score interval covers what it says, by complete enumeration and near 0 and 1 as well."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from havoksim.analysis.statistics import weighted_score
from havoksim.foundation.intervals import score_interval

EDGES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05]
GRID = EDGES + [k / 40 for k in range(4, 37)] + [1 - p for p in EDGES]


def binomial(n, k, p):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


def coverage(n, p, bounds):
    return sum(binomial(n, k, p) for k in range(n + 1) if bounds[k][0] <= p <= bounds[k][1])


@pytest.mark.parametrize("n", [5, 20, 50, 200])
def test_coverage_of_wins_and_losses_by_enumeration(n):
    bounds = [score_interval(k / n, k / n * (1 - k / n), n) for k in range(n + 1)]
    covered = [coverage(n, p, bounds) for p in GRID]
    # Wilson's interval dips to about 0.84 where p is just below its lower bound for one win; a normal interval to 0.02
    assert min(covered) > 0.83
    assert sum(covered) / len(covered) > 0.945


def test_a_plain_normal_interval_would_fail_this():
    n, bounds = 20, []
    for k in range(n + 1):
        half = 1.96 * math.sqrt(k / n * (1 - k / n) / n)
        bounds.append((k / n - half, k / n + half))
    assert min(coverage(n, p, bounds) for p in GRID) < 0.05


@pytest.mark.parametrize("draws", [0.02, 0.3, 0.9, 0.99])
@pytest.mark.parametrize("n", [10, 40])
def test_coverage_with_draws_by_enumeration(n, draws):
    bounds = {}
    for win, loss in product(range(n + 1), repeat=2):
        if win + loss <= n:
            mean = (win + 0.5 * (n - win - loss)) / n
            square = (win + 0.25 * (n - win - loss)) / n
            bounds[win, loss] = score_interval(mean, max(square - mean**2, 0.0), n)
    covered = []
    for share in (0.0, 0.02, 0.1, 0.3, 0.5, 0.8, 0.98, 1.0):
        p_win, p_loss = (1 - draws) * share, (1 - draws) * (1 - share)
        truth = p_win + 0.5 * draws
        inside = 0.0
        for (win, loss), (lo, hi) in bounds.items():
            if lo - 1e-12 <= truth <= hi + 1e-12:
                ways = math.comb(n, win) * math.comb(n - win, loss)
                inside += ways * p_win**win * p_loss**loss * draws ** (n - win - loss)
        covered.append(inside)
    assert min(covered) > 0.83
    assert sum(covered) / len(covered) > 0.93


@pytest.mark.parametrize("p", [(0.01, 0.02), (0.5, 0.99), (0.3, 0.6), (0.999, 0.98)])
def test_coverage_of_a_mean_of_two_matchups_by_enumeration(p):
    n = 30
    truth = 0.25 * 0.4 + 0.75 * (p[0] + p[1]) / 2  # a quarter of the weight is exact
    inside = 0.0
    for ks in product(range(n + 1), repeat=2):
        means = [k / n for k in ks]
        ses = [math.sqrt(m * (1 - m) / n) for m in means]
        got = weighted_score([0.4, *means], [0.0, *ses], [0, n, n], [2, 3, 3])
        if got.lo - 1e-12 <= truth <= got.hi + 1e-12:
            inside += binomial(n, ks[0], p[0]) * binomial(n, ks[1], p[1])
    assert inside > 0.9


shares = st.floats(0.0, 1.0)
means = st.sampled_from([0.0, 1.0]) | st.floats(1e-9, 1.0 - 1e-9)
counts = st.integers(1, 10**7)


@given(mean=means, part=shares, n=counts, confidence=st.floats(0.5, 0.999))
def test_the_interval_holds_the_mean_and_stays_between_0_and_1(mean, part, n, confidence):
    lo, hi = score_interval(mean, part * mean * (1 - mean), n, confidence=confidence)
    assert 0.0 <= lo <= mean <= hi <= 1.0
    assert hi > lo


@given(mean=means, part=shares, n=counts)
def test_told_from_the_other_side_it_is_the_mirror_image(mean, part, n):
    lo, hi = score_interval(mean, part * mean * (1 - mean), n)
    other = score_interval(1 - mean, part * mean * (1 - mean), n)
    assert (1 - hi, 1 - lo) == pytest.approx(other, abs=1e-9)


@given(mean=means, small=shares, large=shares, n=counts)
def test_more_spread_is_never_narrower(mean, small, large, n):
    small, large = sorted((small, large))
    coin = mean * (1 - mean)
    narrow, wide = score_interval(mean, small * coin, n), score_interval(mean, large * coin, n)
    assert wide[1] - wide[0] >= narrow[1] - narrow[0] - 1e-12
