"""Exact dice pools against the ledger's fractions, rational series, and a second way."""

from fractions import Fraction

import pytest

from havoksim.dice.pool import (
    Die,
    pool,
    pool_by_convolution,
    pool_with_blocks,
    pool_with_blocks_by_chains,
)
from havoksim.foundation.errors import InputError
from tests.reference import series


@pytest.mark.rule("HVK-FIRE-05")
@pytest.mark.parametrize("needs", [2, 3, 4, 5, 6])
def test_one_die_has_the_ledgers_law_mean_and_variance(needs):
    law = pool(1, Die(needs))
    assert law[0] == pytest.approx((needs - 1) / 6, rel=1e-15)
    for k in range(1, 15):
        exact = Fraction(1, 6) ** (k - 1) * (Fraction(6 - needs, 6) + Fraction(needs - 1, 36))
        assert law[k] == pytest.approx(float(exact), rel=1e-12)
    assert law.mean == pytest.approx((7 - needs) / 5, abs=1e-14)
    variances = {2: 2 / 5, 3: 12 / 25, 4: 12 / 25, 5: 2 / 5, 6: 6 / 25}
    assert law.variance == pytest.approx(variances[needs], abs=1e-13)


@pytest.mark.rule("HVK-FIRE-05")
def test_ten_dice_needing_four_the_published_right_answers():
    law = pool(10, Die(4))
    assert law.mean == pytest.approx(6.0, abs=1e-12)
    assert law.variance == pytest.approx(4.8, abs=1e-12)
    assert law[0] == pytest.approx(1 / 1024, rel=1e-12)
    assert law.p_at_least(8) == pytest.approx(0.234314, abs=5e-7)
    assert law.p_at_least(10) == pytest.approx(0.062132, abs=5e-7)
    assert pool(1, Die(4))[3] == pytest.approx(5 / 12 / 36, rel=1e-12)


def test_at_most_one_extra_die_each_not_only_for_the_first():
    """Known fault 7: a tool exploded only the first die of a pool."""
    law = pool(10, Die(4, max_explosions=1))
    assert law.mean == pytest.approx(35 / 6, abs=1e-12)
    assert law.p_at_least(8) == pytest.approx(0.202045, abs=5e-7)


@pytest.mark.parametrize("needs", [2, 4, 6])
@pytest.mark.parametrize("explode_on", [None, 6, 5, 2])
@pytest.mark.parametrize("cap", [None, 0, 1, 3])
def test_every_option_against_rational_series(needs, explode_on, cap):
    depth = 9
    law = pool(2, Die(needs, explode_on, cap))
    expected: dict[int, Fraction] = {}
    for (hits, _), p in series.dice(2, needs, explode_on, None, cap, depth=depth).items():
        expected[hits] = expected.get(hits, Fraction(0)) + p
    # the series stops after `depth` extra dice: its error is at most the chance of a longer chain
    chain = float(Fraction(7 - max(explode_on or 7, needs), 6)) ** (depth + 1)
    tolerance = 1e-14 if cap is not None or explode_on is None else 2 * chain + 1e-14
    for hits in range(8):
        assert law[hits] == pytest.approx(float(expected.get(hits, 0)), abs=tolerance)


@pytest.mark.parametrize("die", [Die(4), Die(2), Die(6), Die(3, 5), Die(4, 4), Die(2, 2), Die(5, None)])
@pytest.mark.parametrize("keep", [1.0, 2 / 3, 1 / 6, 0.0])
def test_closed_form_and_convolution_agree(die, keep):
    for dice in (0, 1, 5, 12):
        closed, long = pool(dice, die, keep=keep), pool_by_convolution(dice, die, keep=keep)
        for k in range(max(len(closed), len(long))):
            assert closed[k] == pytest.approx(long[k], abs=1e-14)


def test_wounds_of_the_closed_form_are_thinned_hits():
    hits, wounds = pool(7, Die(3)), pool(7, Die(3), keep=0.5)
    thinned = hits.thin(0.5)
    for k in range(20):
        assert wounds[k] == pytest.approx(thinned[k], abs=1e-15)


def test_a_pool_so_large_that_its_first_term_underflows():
    for die, mean in ((Die(4), 1200), (Die(2, 2), 10_000)):
        law = pool(2000, die)
        assert law.mean == pytest.approx(mean, rel=1e-11)
        assert sum(law.p) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.rule("HVK-CC-06")
def test_hits_and_sixes_of_a_close_combat_die():
    """The ledger's generating function: hits mean 3/5, sixes mean 1/5, (1/2 + h/3) / (1 - h s/6)."""
    law = pool_with_blocks(1, Die(4, block_on=6))
    assert law.first.mean == pytest.approx(3 / 5, abs=1e-14)
    assert law.second.mean == pytest.approx(1 / 5, abs=1e-14)
    for sixes in range(6):
        assert law.p[sixes][sixes] == pytest.approx(0.5 / 6**sixes, rel=1e-12)
        assert law.p[sixes + 1][sixes] == pytest.approx((1 / 3) / 6**sixes, rel=1e-12)
        if sixes:
            assert law.p[sixes - 1][sixes] == 0.0


@pytest.mark.parametrize("block_on", [6, 1, None])
@pytest.mark.parametrize(("explode_on", "cap"), [(6, None), (5, None), (None, None), (6, 0), (5, 2)])
def test_hits_and_blocks_together_against_rational_series(block_on, explode_on, cap):
    law = pool_with_blocks(2, Die(4, explode_on, cap, block_on))
    expected = series.dice(2, 4, explode_on, block_on, cap, depth=12)
    tolerance = 2e-14 if explode_on in (6, None) else 1e-5
    for i, row in enumerate(law.p):
        for j, p in enumerate(row):
            assert p == pytest.approx(float(expected.get((i, j), 0)), abs=1e-9 if explode_on == 6 else tolerance)
    assert sum(map(sum, law.p)) == pytest.approx(1.0, abs=1e-13)


@pytest.mark.parametrize("block_on", [6, 1])
def test_a_face_that_misses_neither_explodes_nor_counts_as_a_hit(block_on):
    """Needing 6 with dice that explode on 4 or more: 4 and 5 miss, so they give no extra die."""
    law = pool_with_blocks(1, Die(6, 4, None, block_on))
    expected = series.dice(1, 6, 4, block_on, None, depth=12)
    for (hits, blocks), p in expected.items():
        if hits < len(law.p) and blocks < len(law.p[0]):
            assert law.p[hits][blocks] == pytest.approx(float(p), abs=1e-9)
    assert law.first.mean == pytest.approx(0.2)


@pytest.mark.parametrize(
    "die", [Die(4, block_on=6), Die(3, 5, block_on=6), Die(4, 4, block_on=1), Die(5, None, block_on=6)]
)
def test_hits_and_blocks_in_closed_form_and_by_chains(die):
    for dice in (0, 1, 3):
        closed, long = pool_with_blocks(dice, die), pool_with_blocks_by_chains(dice, die)
        for i, row in enumerate(long.p):
            for j, p in enumerate(row):
                ours = closed.p[i][j] if i < len(closed.p) and j < len(closed.p[0]) else 0.0
                assert ours == pytest.approx(p, abs=1e-14)


def test_no_dice_score_nothing():
    assert pool(0, Die(4)).p == (1.0,)
    assert pool_with_blocks(0, Die(4, block_on=6)).p == ((1.0,),)


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"needs": 1}, "needs"),
        ({"needs": 7}, "needs"),
        ({"needs": 4.0}, "needs"),
        ({"needs": True}, "needs"),
        ({"needs": 4, "explode_on": 1}, "explode_on"),
        ({"needs": 4, "explode_on": 7}, "explode_on"),
        ({"needs": 4, "max_explosions": -1}, "max_explosions"),
        ({"needs": 4, "block_on": 5}, "block_on"),
    ],
)
def test_a_die_that_cannot_be_is_refused_by_name(arguments, key):
    with pytest.raises(InputError) as caught:
        Die(**arguments)
    assert [problem.key for problem in caught.value.problems] == [key]


def test_a_die_that_never_ends_is_refused_at_once():
    """Known fault 8: explode on every face."""
    with pytest.raises(InputError, match="never ends"):
        Die(needs=2, explode_on=1)


@pytest.mark.parametrize("dice", [-1, 2.5, True, "6", 2_001])
def test_a_number_of_dice_that_cannot_be_is_refused(dice):
    with pytest.raises(InputError, match="dice"):
        pool(dice, Die(4))
