"""Faults that users met in tools of this kind, with right answers: not in ours."""

import itertools

import numpy as np
import pytest

from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, sample_duel
from havoksim.dice.pmf import binomial_terms
from havoksim.dice.pool import Die
from havoksim.dice.sampling import sample_pool
from havoksim.foundation.seeds import derived_seed
from tests.statistical.goodness import assert_drawn_from

METHODS = pytest.mark.parametrize("method", ["table", "dice"])
N = 300_000


@METHODS
def test_armour_beyond_the_die_is_no_roll_at_all(method):
    # a clamp at one face would let armour 7 be beaten on a 6, or hold armour 0 on a 1
    for armour in (6, 7, 60):
        assert not sample_volley(groups=[(12, 2)], armour=armour, n=2000, seed=1, method=method).wounds.any()
    sure = sample_volley(groups=[(12, 2)], armour=0, n=2000, seed=1, method=method)
    assert (sure.wounds == sure.hits).all()


@METHODS
def test_no_stage_goes_below_none_and_better_armour_never_hurts_more(method):
    for needs, explode_on in itertools.product(range(2, 7), range(2, 7)):
        worst = None
        for armour in range(7):
            group = [(5, Die(needs, explode_on=explode_on, max_explosions=2))]
            sample = sample_volley(groups=group, armour=armour, n=400, seed=2, method=method)
            assert (sample.wounds >= 0).all()
            assert (sample.wounds <= sample.hits).all()
            if method == "dice":  # the same dice fall on both sides of the change: the comparison is one by one
                assert worst is None or (sample.wounds <= worst).all()
                worst = sample.wounds


@METHODS
def test_extra_dice_explode_too_unless_there_is_a_cap(method):
    endless = sample_pool(10, n=N, seed=3, method=method)
    capped = sample_pool(10, max_explosions=1, n=N, seed=3, method=method)
    for sample, at_least, right in ((endless, 8, 0.234314), (endless, 10, 0.062132), (capped, 8, 0.202045)):
        reached = int((sample >= at_least).sum())
        assert_drawn_from([N - reached, reached], [1 - right, right])
    assert abs(endless.mean() - 6.0) < 6 * np.sqrt(4.8 / N)
    assert abs(capped.mean() - 35 / 6) < 6 * np.sqrt(4.8 / N)


def test_every_duel_of_a_seed_is_another():
    trooper = DuelSide(models=(5,), strength=2, dice=1, die=Die(4), p_wound=4 / 6)
    duels = sample_duel(trooper, trooper, n=400, seed=1)
    endings = set(
        zip(
            duels.winner.tolist(),
            duels.turns.tolist(),
            duels.strength_a.tolist(),
            duels.strength_b.tolist(),
            strict=True,
        )
    )
    assert len(endings) > 40
    share = float((duels.winner == 1).mean())
    assert 0.45 < share < 0.55
    means = np.array(
        [(sample_duel(trooper, trooper, n=50, seed=derived_seed(1, i)).winner == 1).mean() for i in range(300)]
    )
    # batch means scatter as independent duels do: variance p (1 - p) / 50, give or take six standard errors
    assert abs(means.var(ddof=1) / (0.25 / 50) - 1) < 6 * np.sqrt(2 / 299)


# ------------------------------------------------------------------ the dice themselves

ROLLS = 600_000


def faces(seed, **place):
    """Return single dice as faces: a pool of one that needs k hits exactly if the die shows k or more."""
    shown = np.ones(ROLLS, dtype=np.int64)
    for needs in range(2, 7):
        shown += sample_pool(1, needs=needs, explode_on=None, n=ROLLS, seed=seed, method="dice", **place)
    return shown


def test_all_faces_are_equally_likely():
    assert_drawn_from(np.bincount(faces(1), minlength=7)[1:], [1 / 6] * 6)


@pytest.mark.parametrize("step", [1, 2, 64, 512, 65536])
def test_neighbouring_exchanges_do_not_know_of_each_other(step):
    shown = faces(2)
    # pairs overlap, so take every second block of `step`: within them each die is used once
    block = (np.arange(ROLLS - step) // step) % 2 == 0
    pairs = np.bincount(((shown[:-step] - 1) * 6 + shown[step:] - 1)[block], minlength=36)
    assert_drawn_from(pairs, [1 / 36] * 36)


@pytest.mark.parametrize("other", [3, 2**64 + 2, 2**127 + 2])
def test_neighbouring_seeds_do_not_know_of_each_other(other):
    pairs = np.bincount((faces(2) - 1) * 6 + faces(other) - 1, minlength=36)
    assert_drawn_from(pairs, [1 / 36] * 36)


def test_the_dice_of_one_exchange_do_not_know_of_each_other():
    # with one needed face out of six and no extra dice, hits of many dice are binomial only if the dice are independent
    counts = sample_pool(24, needs=6, explode_on=None, n=ROLLS, seed=4, method="dice", count=True)
    assert_drawn_from(counts, binomial_terms(24, 1 / 6))
