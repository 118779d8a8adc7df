"""Intervals, errors of ratios, digits: known values and refusals."""

import math

import pytest

from havoksim.analysis.statistics import Estimate, digits_for, ratio_se, weighted_score
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import score_interval, z_value


@pytest.mark.parametrize(
    ("wins", "n", "lo", "hi"),
    [
        (0, 10, 0.0, 0.277533),
        (1, 10, 0.017876, 0.404150),
        (5, 10, 0.236593, 0.763407),
        (81, 263, 0.255289, 0.366210),  # Newcombe 1998: 0.2553 to 0.3662
        (0, 20, 0.0, 0.161125),  # Newcombe 1998: 0.0000 to 0.1611
        (1, 29, 0.006113, 0.171756),  # Newcombe 1998: 0.0061 to 0.1718
    ],
)
def test_without_draws_it_is_wilsons_interval(wins, n, lo, hi):
    p = wins / n
    assert score_interval(p, p * (1 - p), n) == pytest.approx((lo, hi), abs=1e-6)


def test_nothing_of_n_is_not_nought_percent_plus_or_minus_nought():
    assert score_interval(0.0, 0.0, 1000)[1] > 0.003
    assert score_interval(1.0, 0.0, 1000)[0] < 0.997


def test_draws_make_it_narrower_but_equal_draws_do_not_know_everything():
    coin = score_interval(0.5, 0.25, 100)
    half_draws = score_interval(0.5, 0.125, 100)
    only_draws = score_interval(0.5, 0.0, 100)
    assert coin[0] < half_draws[0] < only_draws[0] < 0.5 - 1 / 100
    # the true share of wins may be 3 of 100 though none was seen (0.97**100 = 4.8 %)
    assert only_draws[1] > 0.5 + 0.03 / 2


def test_an_exact_mean_has_no_interval():
    assert score_interval(0.3, 0.0, None) == (0.3, 0.3)


def test_every_wrong_argument_is_named():
    with pytest.raises(InputError) as caught:
        score_interval(1.2, -1.0, 0)
    assert [problem.key for problem in caught.value.problems] == ["mean", "variance", "n"]


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95])
def test_a_level_outside_0_to_1_is_refused(confidence):
    with pytest.raises(InputError, match="confidence"):
        z_value(confidence)


def test_a_mean_of_exact_scores_is_exact():
    assert weighted_score([0.2, 0.8], [0, 0], [0, 0], [3, 1]) == Estimate(
        pytest.approx(0.35), 0.0, pytest.approx(0.35), pytest.approx(0.35)
    )


def test_drawn_scores_of_equal_size_count_as_one_large_sample():
    # 30 of 100 and 50 of 100: the same as 80 of 200, with the smaller variance of two strata
    variances = [0.3 * 0.7, 0.5 * 0.5]
    got = weighted_score([0.3, 0.5], [math.sqrt(v / 100) for v in variances], [100, 100])
    assert (got.lo, got.hi) == pytest.approx(score_interval(0.4, sum(variances) / 2, 200))
    assert got.se == pytest.approx(math.sqrt(sum(variances) / 400))


def test_an_exact_score_shifts_the_interval_and_does_not_widen_it():
    lone = weighted_score([0.9], [0.03], [100])
    mixed = weighted_score([0.9, 1.0, 0.0], [0.03, 0.0, 0.0], [100, 0, 0], [1, 2, 1])
    assert (mixed.lo, mixed.value, mixed.hi) == pytest.approx(tuple(0.5 + x / 4 for x in (lone.lo, 0.9, lone.hi)))


def test_nothing_to_average_is_an_error():
    with pytest.raises(InputError, match="nothing to average"):
        weighted_score([], [], [])


def test_error_of_a_ratio_by_hand():
    # 6 ± 0.3 over 3 ± 0.2: relative errors 5 % and 6.667 %, together 8.333 % of 2
    assert ratio_se(6, 3, 0.3, 0.2) == pytest.approx(2 * math.hypot(0.05, 0.2 / 3))
    # perfectly opposed they add, perfectly joined they subtract
    assert ratio_se(6, 3, 0.3, 0.2, -0.06) == pytest.approx(2 * (0.05 + 0.2 / 3))
    assert ratio_se(6, 3, 0.3, 0.2, 0.06) == pytest.approx(2 * (0.2 / 3 - 0.05))
    with pytest.raises(InputError, match="no value"):
        ratio_se(1, 0, 0.1, 0.1)


@pytest.mark.parametrize(
    ("value", "se", "digits"),
    [(0.51, 0.2, 1), (0.51, 0.02, 2), (0.51, 0.0021, 3), (12.3, 3.0, 0), (0.5, 1e-12, 6), (7, 0, 3), (0.01, 0, 4)],
)
def test_digits_follow_the_standard_error(value, se, digits):
    assert digits_for(value, se) == digits
