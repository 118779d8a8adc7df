"""Distributions as values: algebra, bookkeeping of what was cut off, and refusals."""

import math

import pytest

from havoksim.dice.pmf import JointPmf, Pmf
from havoksim.foundation.errors import InputError

COIN = Pmf((0.5, 0.5))


def test_a_sum_of_three_coins_is_binomial():
    assert (COIN + COIN + COIN).p == (0.125, 0.375, 0.375, 0.125)
    assert COIN.times(3).p == Pmf.binomial(3, 0.5).p


def test_zero_copies_are_certainly_nothing():
    assert COIN.times(0).p == (1.0,)


def test_a_pmf_is_a_value_that_nobody_can_change():
    with pytest.raises(AttributeError):
        COIN.p = (1.0,)  # type: ignore[misc]
    assert hash(COIN) == hash(Pmf((0.5, 0.5)))


def test_thinning_three_hits_by_a_third():
    thinned = Pmf.certain(3).thin(1 / 3)
    assert thinned.p == pytest.approx((8 / 27, 12 / 27, 6 / 27, 1 / 27), abs=1e-15)


def test_clamp_gathers_overkill_at_the_top_and_drop_gathers_blocks_at_the_bottom():
    law = Pmf((0.1, 0.2, 0.3, 0.4))
    assert law.clamp(2).p == pytest.approx((0.1, 0.2, 0.7))
    assert law.clamp(0).p == pytest.approx((1.0,))
    assert law.drop(1).p == pytest.approx((0.3, 0.3, 0.4))
    assert law.drop(9).p == pytest.approx((1.0,))
    assert law.drop(0) == law


def test_a_mixture_weighs_its_parts():
    law = Pmf.mixture([0.25, 0.75], [Pmf.certain(0), Pmf.certain(2)])
    assert law.p == (0.25, 0.0, 0.75)


def test_a_joint_law_of_independent_numbers_has_their_marginals_and_swaps():
    pair = COIN.joint(Pmf((0.25, 0.75)))
    assert pair.first.p == COIN.p
    assert pair.second.p == (0.25, 0.75)
    assert pair.swapped.first.p == (0.25, 0.75)
    assert pair.swapped.swapped == pair


def test_clamping_a_pair_moves_the_mass_to_the_edge():
    pair = JointPmf(((0.1, 0.2), (0.3, 0.4)))
    assert pair.clamp(0, 1).p == ((0.4, 0.6000000000000001),)
    assert math.fsum(map(math.fsum, pair.clamp(0, 0).p)) == pytest.approx(1.0)


def test_quantiles_and_tails():
    law = Pmf((0.2, 0.3, 0.5))
    assert [law.quantile(q) for q in (0.0, 0.2, 0.21, 0.5, 0.51, 1.0)] == [0, 0, 1, 1, 2, 2]
    assert law.p_at_least(0) == 1.0
    assert law.p_at_least(2) == 0.5
    assert law.p_at_least(3) == 0.0
    assert law.p_at_most(-1) == 0.0
    assert law[7] == 0.0


def test_what_is_cut_off_is_accounted_for():
    chain = Pmf.negative_binomial(12, 1 / 6)
    assert 0.0 < chain.truncation < 1e-17
    both = chain.times(20)
    assert both.truncation < 1e-15
    assert abs(1.0 - math.fsum(both.p)) < 1e-13


def test_an_exact_mean_has_no_error_and_a_sampled_one_has():
    assert COIN.mean_se == 0.0
    sampled = Pmf.from_counts([50, 50])
    assert sampled.n_samples == 100
    assert sampled.mean_se == pytest.approx(0.5 / math.sqrt(99))
    assert sampled.to_dict()["n"] == 100


def test_a_sampled_law_stays_sampled():
    sampled = Pmf.from_counts([10, 20, 30])
    for law in (sampled.clamp(1), sampled.drop(1), sampled.thin(0.5), sampled.map([0, 1, 1])):
        assert law.n_samples == 60
        assert law.mean_se > 0.0
    for combine in (lambda: sampled + COIN, lambda: COIN.joint(sampled), lambda: Pmf.mixture([1.0], [sampled])):
        with pytest.raises(InputError, match="sampled"):
            combine()


def test_map_renames_values():
    dead = Pmf((0.1, 0.2, 0.3, 0.4)).map([0, 0, 1])
    assert dead.p == pytest.approx((0.3, 0.7))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: COIN.times(-1),
        lambda: COIN.thin(1.1),
        lambda: COIN.clamp(-1),
        lambda: COIN.drop(-1),
        lambda: COIN.quantile(2.0),
        lambda: Pmf.mixture([0.5, 0.4], [COIN, COIN]),
        lambda: Pmf.mixture([1.5, -0.5], [COIN, COIN]),
        lambda: Pmf.from_counts([]),
        lambda: Pmf.from_counts([0, 0]),
    ],
)
def test_wrong_arguments_are_refused(wrong):
    with pytest.raises(InputError):
        wrong()
