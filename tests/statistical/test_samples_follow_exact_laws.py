"""Whole distributions of both samplers, dice and tables, against the exact laws."""

from dataclasses import replace

import numpy as np
import pytest

from havoksim.combat.exact import firing
from havoksim.combat.exact.close_combat import exchange
from havoksim.combat.exact.duel import combats_to_the_end, fire_to_the_end, volleys
from havoksim.combat.exact.units import Units
from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, sample_duel
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.dice.pmf import binomial_terms
from havoksim.dice.pool import Die, pool
from havoksim.dice.sampling import sample_pool
from havoksim.model.ruleset import havok_2_0
from tests.statistical.goodness import assert_drawn_from, joint_counts, padded

METHODS = pytest.mark.parametrize("method", ["table", "dice"])
N = 400_000


@METHODS
@pytest.mark.parametrize("dice", [1, 6, 12, 60])
@pytest.mark.parametrize(
    "options",
    [
        {"needs": 4},
        {"needs": 2},
        {"needs": 6},
        {"needs": 4, "explode_on": None},
        {"needs": 5, "explode_on": 4},
        {"needs": 3, "explode_on": 5, "max_explosions": 1},
        {"needs": 4, "max_explosions": 0},
    ],
    ids=str,
)
@pytest.mark.rule("HVK-FIRE-05")
def test_hits_of_a_pool(method, dice, options):
    counts = sample_pool(dice, **options, n=N, seed=20, method=method, count=True)
    assert_drawn_from(counts, pool(dice, Die(**options)).p)


@METHODS
@pytest.mark.parametrize("faces", [1, 3, 5])
@pytest.mark.rule("HVK-ARM-01")
def test_wounds_of_a_pool(method, faces):
    counts = sample_pool(9, keep=faces / 6, n=N, seed=21, method=method, count=True)
    assert_drawn_from(counts, pool(9, Die(needs=4), keep=faces / 6).p)


@METHODS
@pytest.mark.rule("HVK-FIRE-04", "HVK-ARM-01", "HVK-WOUND-02")
def test_hits_wounds_and_kills_of_a_volley(method):
    groups = [(3, 2), (2, 4), (2, 6)]
    sample = sample_volley(
        groups=groups, armour=3, strength=3, models=4, wounded=1, n=N, seed=22, method=method, threads=2
    )
    dice = [(count, Die(needs)) for count, needs in groups]
    hits, wounds = firing.hits(dice), firing.wounds(dice, 0.5)
    assert_drawn_from(np.bincount(sample.hits), hits.p)
    assert_drawn_from(np.bincount(sample.wounds), wounds.p)
    assert_drawn_from(np.bincount(sample.kills), firing.kills(wounds, [2, 3, 3, 3]).p)
    # hits and wounds belong together: each hit wounds with one half
    counts = joint_counts(sample.hits, sample.wounds, (len(hits.p), len(hits.p)))
    law = np.zeros(counts.shape)
    for k, p in enumerate(hits.p):
        law[k, : k + 1] = p * np.array(binomial_terms(k, 0.5))
    assert_drawn_from(counts, law)


@METHODS
@pytest.mark.parametrize(
    "die",
    [
        Die(4, block_on=6),
        Die(4, block_on=1),
        Die(4),
        Die(3, explode_on=5, block_on=6),
        Die(4, max_explosions=1, block_on=6),
    ],
    ids=str,
)
@pytest.mark.rule("HVK-CC-06", "HVK-CC-07", "HVK-CC-08")
def test_wounds_of_a_close_combat(method, die):
    sample = sample_melee(dice_a=6, dice_b=3, armour_a=1, armour_b=2, die=die, n=N, seed=23, method=method, threads=2)
    law = exchange(6, 3, die, p_wound_a=5 / 6, p_wound_b=4 / 6).array()
    counts = joint_counts(sample.wounds_on_a, sample.wounds_on_b, law.shape)
    assert_drawn_from(counts, padded(law, counts.shape))


@METHODS
@pytest.mark.rule("HVK-WOUND-04")
def test_wounds_beyond_the_strength_left_are_lost(method):
    sample = sample_melee(
        dice_a=5, dice_b=5, armour_a=0, armour_b=0, strength_a=2, strength_b=3, n=N, seed=24, method=method
    )
    law = exchange(5, 5, Die(4, block_on=6), p_wound_a=1.0, p_wound_b=1.0).clamp(2, 3).array()
    assert_drawn_from(joint_counts(sample.wounds_on_a, sample.wounds_on_b, law.shape), law)


@METHODS
@pytest.mark.parametrize("strikes_back", [True, False])
@pytest.mark.rule("HVK-PSY-02", "HVK-PSY-03")
def test_wounds_of_a_psyke_attack(method, strikes_back):
    rules = replace(havok_2_0(), psyke_strikes_back=strikes_back)
    sample = sample_psyke(dice_a=3, dice_b=2, ruleset=rules, n=N, seed=25, method=method)
    law = exchange(3, 2, Die(4, block_on=6), p_wound_a=5 / 6 * strikes_back, p_wound_b=5 / 6).array()
    counts = joint_counts(sample.wounds_on_a, sample.wounds_on_b, law.shape)
    assert_drawn_from(counts, padded(law, counts.shape))


# ------------------------------------------------------------------ duels

ENDS = 100_000


@pytest.mark.parametrize("order", ["roll_off", "alternate", "simultaneous"])
@pytest.mark.parametrize(("models_a", "models_b"), [((3, 2), (4,)), ((1, 1, 1), (2, 2))])
@pytest.mark.rule("HVK-TURN-02", "HVK-WOUND-02")
def test_fire_duels_end_as_the_chain_says(order, models_a, models_b):
    a = DuelSide(models=models_a, strength=2, dice=1, die=Die(4), p_wound=4 / 6)
    b = DuelSide(models=models_b, strength=3, dice=2, die=Die(5), p_wound=3 / 6)
    units_a, units_b = Units(models_a, 2), Units(models_b, 3)
    on_b = volleys(units_a, units_b, lambda living: firing.wounds([(living, Die(4))], 3 / 6))
    on_a = volleys(units_b, units_a, lambda living: firing.wounds([(2 * living, Die(5))], 4 / 6))
    ending = fire_to_the_end(on_b, on_a, order=order)
    sample = sample_duel(a, b, order=order, n=ENDS, seed=31, threads=2)
    assert_drawn_from(joint_counts(sample.strength_a, sample.strength_b, ending.final.shape), ending.final)
    assert_drawn_from(np.bincount(sample.turns), ending.turns.p)


@pytest.mark.parametrize("turns", [1, 3])
def test_fire_duels_with_a_limit_end_as_the_chain_says(turns):
    side = DuelSide(models=(3,), strength=2, dice=1, die=Die(4), p_wound=4 / 6)
    units = Units((3,), 2)
    step = volleys(units, units, lambda living: firing.wounds([(living, Die(4))], 4 / 6))
    ending = fire_to_the_end(step, step, order="roll_off", turns=turns)
    sample = sample_duel(side, side, turns=turns, n=ENDS, seed=32)
    assert_drawn_from(joint_counts(sample.strength_a, sample.strength_b, ending.final.shape), ending.final)


@pytest.mark.rule("HVK-CC-04", "HVK-CC-08")
def test_close_combat_of_two_ends_as_the_chain_says():
    die = Die(4, block_on=6)
    a = DuelSide(models=(1,), strength=6, dice=3, die=die, p_wound=3 / 6)
    b = DuelSide(models=(1,), strength=4, dice=3, die=die, p_wound=4 / 6)
    law = exchange(5, 3, die, p_wound_a=3 / 6, p_wound_b=4 / 6)
    ending = combats_to_the_end(6, 4, [(1.0, [lambda i, j: law, lambda i, j: law])])
    sample = sample_duel(a, b, mode="melee", n=ENDS, seed=33)
    assert_drawn_from(joint_counts(sample.strength_a, sample.strength_b, ending.final.shape), ending.final)
    assert_drawn_from(np.bincount(sample.turns), ending.turns.p)


@pytest.mark.rule("HVK-PSY-02")
def test_psyke_of_two_ends_as_the_chain_says():
    die = Die(4, block_on=6)
    a = DuelSide(models=(1,), strength=3, dice=3, die=die, p_wound=5 / 6)
    b = DuelSide(models=(1,), strength=4, dice=2, die=die, p_wound=5 / 6, attacks=False)
    law = exchange(3, 2, die, p_wound_a=5 / 6, p_wound_b=5 / 6)
    ending = combats_to_the_end(3, 4, [(1.0, [lambda i, j: law])])
    sample = sample_duel(a, b, mode="psyke", n=ENDS, seed=34)
    assert_drawn_from(joint_counts(sample.strength_a, sample.strength_b, ending.final.shape), ending.final)


@pytest.mark.rule("HVK-VEH-01")
def test_explosion_beside_the_winner():
    # one blow kills either; who kills the vehicle suffers its explosion
    die = Die(4, block_on=6)
    a = DuelSide(models=(1,), strength=1, dice=2, die=die, p_wound=4 / 6)
    b = DuelSide(models=(1,), strength=1, dice=1, die=die, p_wound=3 / 6, explodes=True)
    single = exchange(2, 1, die, p_wound_a=4 / 6, p_wound_b=3 / 6).clamp(1, 1).p
    only_b, only_a, both = single[0][1], single[1][0], single[1][1]
    changes = only_b + only_a + both
    law = [(both + only_b * 4 / 6) / changes, only_b * 2 / 6 / changes, only_a / changes]
    sample = sample_duel(a, b, mode="melee", n=ENDS, seed=35)
    assert_drawn_from(np.bincount(sample.winner, minlength=3), law)
