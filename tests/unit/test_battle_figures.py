"""Statistics of battles on numbers that were worked out by hand."""

import math
from fractions import Fraction

import numpy as np
import pytest

from havoksim.battle.figures import battle_figures, covariance, warrior_figures
from havoksim.battle.tally import Kind, credit_unit, tally, together
from havoksim.foundation.intervals import score_interval
from tests.reference.toy_battles import ends
from tests.reference.toy_sweep import AXE, BOW, CAT

#: a: 3 axes (10 BR, strength 1) and 1 bow (15 BR, strength 2); b: 2 cats (12 BR, strength 1).
KINDS = (Kind("a", AXE, 3), Kind("a", BOW, 1), Kind("b", CAT, 2))

# Three pairs. Battle by battle: what a destroys, what b destroys.
#   0: axes kill a cat; the bow dies                    12 : 15   b wins
#   1: axes and bow kill a cat each                     24 :  0   a wins, b is wiped out
#   2, 3: nothing                                        0 :  0   draws
#   4: the cat is killed by both (one wound each way)   12 : 10   a wins
#   5: two axes die                                      0 : 20   b wins
WINNER = [2, 1, 0, 0, 1, 2]
DESTROYED = [[12, 15], [24, 0], [0, 0], [0, 0], [12, 10], [0, 20]]
TURNS = [4, 3, 4, 4, 4, 4]
ENDED = [0, 1, 0, 0, 0, 0]
LOST = [[0, 1, 1], [0, 0, 2], [0, 0, 0], [0, 0, 0], [1, 0, 1], [2, 0, 0]]
KILLS = np.zeros((6, 3, 3), int)
KILLS[0, 0, 2], KILLS[0, 2, 1] = 1, 2
KILLS[1, 0, 2], KILLS[1, 1, 2] = 1, 1
KILLS[4, 1, 2], KILLS[4, 2, 0] = 1, 1
KILLS[5, 2, 0] = 2


def sums(chosen=slice(None)):
    return tally(
        KINDS,
        winner=WINNER[chosen],
        destroyed=DESTROYED[chosen],
        turns=TURNS[chosen],
        ended_by=ENDED[chosen],
        lost=LOST[chosen],
        kills=KILLS[chosen],
    )


def se_of(pairs, scale=1):
    """Standard error of the mean of the pairs' means, from fractions."""
    means = [Fraction(pair, 2) for pair in pairs]
    mean = sum(means) / len(means)
    return float(sum((m - mean) ** 2 for m in means) / (len(means) - 1) / len(means)) ** 0.5 * scale


def test_the_matchup():
    figures = battle_figures(sums())
    assert (figures["n_battles"], figures["wins_a"], figures["draws"], figures["wins_b"]) == (6, 2, 2, 2)
    assert (figures["score_a"], figures["win_rate_a"]) == (0.5, 2 / 6)
    assert figures["score_a_se"] == 0.0  # each pair scores one half
    assert (figures["br_destroyed_a"], figures["br_destroyed_b"]) == (48 / 6, 45 / 6)
    assert figures["br_destroyed_a_se"] == pytest.approx(se_of([36, 0, 12]))
    assert figures["br_destroyed_b_se"] == pytest.approx(se_of([15, 0, 30]))
    assert figures["margin_mean"] == pytest.approx(0.5)
    assert figures["margin_mean_se"] == pytest.approx(se_of([21, 0, -18]))
    assert figures["margin_sd"] == pytest.approx(np.std([-3, 24, 0, 0, 2, -20], ddof=1))
    assert figures["turns_mean"] == pytest.approx(23 / 6)
    assert figures["turns_mean_se"] == pytest.approx(se_of([7, 8, 8]))
    assert figures["ended_by"] == {"turn_limit": 5 / 6, "wiped_out": 1 / 6}


def test_what_each_type_did():
    axe, bow, cat = warrior_figures(sums(), KINDS)
    assert [row["side"] for row in (axe, bow, cat)] == ["a", "a", "b"]
    assert (axe["n_fielded"], axe["br_fielded"], bow["br_fielded"], cat["br_fielded"]) == (3, 30, 15, 24)
    assert (axe["br_destroyed"], bow["br_destroyed"], cat["br_destroyed"]) == pytest.approx((24 / 6, 24 / 6, 45 / 6))
    assert axe["br_destroyed_se"] == pytest.approx(se_of([24, 0, 0]))
    assert (axe["br_lost"], bow["br_lost"], cat["br_lost"]) == pytest.approx((30 / 6, 15 / 6, 48 / 6))
    assert axe["br_lost_se"] == pytest.approx(se_of([0, 0, 30]))
    assert axe["survival"] == pytest.approx(1 - 3 / 18)
    assert axe["survival_se"] == pytest.approx(se_of([0, 0, 3]) / 3)
    assert axe["efficiency"] == pytest.approx(4 / 30)
    assert cat["efficiency_se"] == pytest.approx(cat["br_destroyed_se"] / 24)
    assert cat["trade"] == pytest.approx(45 / 48)


def test_the_error_of_the_trade_is_that_of_a_ratio_of_means():
    cat = warrior_figures(sums(), KINDS)[2]
    won, gone = np.array([15, 0, 30]) / 2, np.array([36, 0, 12]) / 2
    ratio = won.mean() / gone.mean()
    expected = (won - ratio * gone).std(ddof=1) / math.sqrt(3) / gone.mean()
    assert cat["trade_se"] == pytest.approx(expected)
    assert covariance(sums(), KINDS[2], credit_unit(KINDS)) == pytest.approx(np.cov(won, gone)[0, 1] / 3)


def test_nothing_lost_means_no_trade_and_survival_keeps_an_interval():
    bow = warrior_figures(sums(slice(2, 4)), KINDS)[1]
    assert (bow["trade"], bow["trade_se"]) == (None, None)
    assert bow["survival"] == bow["survival_hi"] == 1.0
    assert bow["survival_lo"] < 0.5  # one pair says little


def test_blocks_add_up_to_the_whole():
    parts = [sums(slice(0, 2)), sums(slice(2, 6))]
    assert together(parts) == sums()
    assert together(reversed(parts)) == sums()
    assert together([]) == {}


def test_own_goals_earn_nothing_and_are_lost_all_the_same():
    """A vehicle of b destroyed by an axe explodes and kills another axe: the axe's wounds on its own side."""
    kills = np.zeros((2, 3, 3), int)
    kills[0, 0, 2], kills[0, 0, 0] = 1, 1
    made = tally(
        KINDS, winner=[1, 0], destroyed=[[12, 10], [0, 0]], turns=[4, 4], ended_by=[0, 0],
        lost=[[1, 0, 1], [0, 0, 0]], kills=kills,
    )  # fmt: skip
    axe = warrior_figures(made, KINDS)[0]
    assert (axe["br_destroyed"], axe["br_lost"]) == (6.0, 5.0)


def test_wounds_of_several_killers_share_the_credit():
    """A bow (15 BR, strength 2) that one cat and one rat wounded once each is worth 7.5 to either."""
    kinds = (Kind("a", BOW, 1), Kind("b", CAT, 1), Kind("b", AXE, 1))
    kills = np.zeros((2, 3, 3), int)
    kills[0, 1, 0] = kills[0, 2, 0] = 1
    made = tally(
        kinds, winner=[2, 0], destroyed=[[0, 15], [0, 0]], turns=[4, 4], ended_by=[1, 0],
        lost=[[1, 0, 0], [0, 0, 0]], kills=kills,
    )  # fmt: skip
    assert [row["br_destroyed"] for row in warrior_figures(made, kinds)] == [0.0, 3.75, 3.75]
    assert credit_unit(kinds) == 2


def test_the_score_interval_rests_on_pairs():
    """Ten pairs of which one goes 2 : 0 and nine 1 : 1; about the pairs' mean 0.55 the variance is 0.0225."""
    winner = [1, 1] + [1, 2] * 9
    made = tally(
        (), winner=winner, destroyed=[[0, 0]] * 20, turns=[4] * 20, ended_by=[0] * 20, lost=[[]] * 20, kills=[[]] * 20
    )
    figures = battle_figures(made)
    assert figures["score_a"] == 0.55
    assert figures["score_a_se"] == pytest.approx(math.sqrt(0.0225 / 9))
    lo, hi = score_interval(0.55, 0.0225, 10)
    assert (figures["score_a_lo"], figures["score_a_hi"]) == (lo, hi)
    assert battle_figures(made, confidence=0.5)["score_a_lo"] > lo


@pytest.mark.parametrize("winner", [1, 2])
def test_all_of_few_battles_is_never_certain(winner):
    made = tally(
        (), winner=[winner] * 4, destroyed=[[0, 0]] * 4, turns=[1] * 4, ended_by=[1] * 4, lost=[[]] * 4, kills=[[]] * 4
    )
    figures = battle_figures(made)
    assert figures["score_a"] == (winner == 1)
    assert figures["score_a_hi"] - figures["score_a_lo"] > 0.6  # Wilson on two coins: 0.658


def test_one_pair_has_an_interval_and_no_standard_error():
    figures = battle_figures(sums(slice(0, 2)))
    assert math.isnan(figures["score_a_se"])
    assert math.isnan(figures["br_destroyed_a_se"])
    assert 0.0 < figures["score_a_lo"] < 0.5 < figures["score_a_hi"] < 1.0


def test_sums_are_whole_numbers_of_any_size():
    """A million battles in blocks of a thousand: the pattern's score is known, and no sum has overflowed."""
    block = tally(KINDS, **fields(ends(1200, KINDS)))
    made = together([block] * 1000)
    assert all(isinstance(value, int) for value in made.values())
    figures = battle_figures(made)
    # of six pairs a wins the even battle of four, b the odd one of three; the rest are draws
    assert (figures["wins_a"], figures["wins_b"], figures["n_battles"]) == (400_000, 300_000, 1_200_000)
    assert figures["score_a"] == pytest.approx((400_000 + 250_000) / 1_200_000)


def fields(end):
    return {
        "winner": end.winner,
        "destroyed": end.br_destroyed,
        "turns": end.turns,
        "ended_by": end.ended_by,
        "lost": end.lost,
        "kills": end.kills,
    }
