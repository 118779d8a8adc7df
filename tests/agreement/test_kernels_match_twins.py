"""The compiled kernels and the plain-Python twins roll the same dice and come to the same result, one by one."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, bases_round, sample_duel
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.dice.kernels.stream import branch, die_at, word_at
from havoksim.dice.pool import Die
from havoksim.dice.sampling import sample_pool
from havoksim.foundation import seeds
from havoksim.model.ruleset import havok_2_0
from tests.reference import dice_by_address as twin
from tests.reference.duels_by_hand import fire_duel, melee_duel, psyke_duel
from tests.reference.exchanges_by_hand import exchange, volley

SEEDS = st.integers(0, 2**128 - 1)
SOME = settings(max_examples=60, deadline=None)
MANY = settings(max_examples=120, deadline=None)
DUELS = 8  # of each pair of sides

dice_options = st.fixed_dictionaries(
    {
        "needs": st.integers(2, 6),
        "explode_on": st.none() | st.integers(3, 6),
        "max_explosions": st.none() | st.integers(0, 3),
    }
)
blocking_options = st.builds(
    lambda options, block: {**options, "block_on": block}, dice_options, st.sampled_from([None, 1, 6])
)


@given(SEEDS, st.lists(st.integers(0, 2**64 - 1), max_size=4), st.integers(0, 2**40))
@SOME
def test_the_address_of_a_die_is_the_same_in_all_three_ways(seed, words, j):
    key = seeds.key_of(seed, *words)
    assert key == twin.address(seed, *words)
    with np.errstate(over="ignore"):
        assert int(word_at(np.uint64(key), j)) == seeds.word_at(key, j)
        assert int(die_at(np.uint64(key), j)) == seeds.die_at(key, j)
        if words:
            parent = np.uint64(seeds.key_of(seed, *words[:-1]))
            assert int(branch(parent, np.uint64(words[-1]))) == key
    dice = twin.Dice(seed, *words)
    dice.rolled = j
    assert dice.roll() == seeds.die_at(key, j)


@given(SEEDS, st.integers(0, 30), dice_options, st.integers(0, 6), st.integers(0, 10**9))
@SOME
@pytest.mark.rule("HVK-FIRE-05", "HVK-ARM-01")
def test_pools(seed, dice, options, faces, first):
    kept = sample_pool(dice, **options, keep=faces / 6, n=4, seed=seed, method="dice", first=first)
    for i, value in enumerate(kept.tolist(), first):
        hits = twin.throw_pool(twin.Dice(seed, twin.POOL, i), dice, **options)[0]
        assert value == twin.beat_armour(twin.Dice(seed, twin.ARMOUR, i), hits, faces)


@given(
    SEEDS,
    st.lists(st.tuples(st.integers(0, 12), dice_options), max_size=3),
    st.integers(0, 6),
    st.integers(1, 4),
    st.integers(1, 6),
    st.data(),
)
@SOME
@pytest.mark.rule("HVK-FIRE-03", "HVK-WOUND-01", "HVK-WOUND-02")
def test_volleys(seed, groups, faces, strength, models, data):
    wounded = data.draw(st.integers(0, strength - 1))
    sample = sample_volley(
        groups=[(dice, Die(**options)) for dice, options in groups],
        p_wound=faces / 6, strength=strength, models=models, wounded=wounded, n=4, seed=seed, method="dice",
    )  # fmt: skip
    assert sample.kills is not None
    by_hand = [{"dice": dice, **options} for dice, options in groups]
    for i in range(4):
        expected = volley(seed, i, by_hand, faces, strength=strength, models=models, wounded=wounded)
        assert (sample.hits[i], sample.wounds[i], sample.kills[i]) == expected


@given(
    SEEDS, st.integers(0, 9), st.integers(0, 9), blocking_options, st.integers(0, 6), st.integers(0, 6),
    st.none() | st.integers(1, 4), st.none() | st.integers(1, 4),
)  # fmt: skip
@SOME
@pytest.mark.rule("HVK-CC-06", "HVK-CC-07", "HVK-CC-08")
def test_close_combats(seed, dice_a, dice_b, options, faces_a, faces_b, left_a, left_b):
    sample = sample_melee(
        dice_a=dice_a, dice_b=dice_b, die=Die(**options), p_wound_a=faces_a / 6, p_wound_b=faces_b / 6,
        strength_a=left_a, strength_b=left_b, n=4, seed=seed, method="dice",
    )  # fmt: skip
    for i in range(4):
        expected = exchange(
            seed, twin.CLOSE_COMBAT, (i,), dice_a, dice_b, options, faces_a, faces_b, left_a=left_a, left_b=left_b
        )
        assert (sample.wounds_on_a[i], sample.wounds_on_b[i]) == expected


@given(SEEDS, st.integers(0, 9), st.integers(0, 9), st.integers(0, 6), st.booleans(), st.integers(2, 6))
@SOME
@pytest.mark.rule("HVK-PSY-02", "HVK-PSY-03")
def test_psyke_attacks(seed, dice_a, dice_b, save_on, strikes_back, needs):
    rules = replace(havok_2_0(), psyke_save_on=save_on, psyke_strikes_back=strikes_back, psyke_hits_on=needs)
    sample = sample_psyke(dice_a=dice_a, dice_b=dice_b, ruleset=rules, n=4, seed=seed, method="dice")
    options = {"needs": needs, "block_on": 6}
    for i in range(4):
        expected = exchange(
            seed, twin.PSYKE, (i,), dice_a, dice_b, options, 6 - save_on if strikes_back else 0, 6 - save_on
        )
        assert (sample.wounds_on_a[i], sample.wounds_on_b[i]) == expected


# ------------------------------------------------------------------ duels

LIMITS = st.sampled_from([None, None, None, 0, 1, 2, 6])


def seldom_none(strategy):
    """Return a strategy that gives None now and then."""
    return st.integers(0, 5).flatmap(lambda k: strategy if k else st.none())


def numbers(largest_unit=4, units=3):
    """Return the numbers of one side of a duel."""
    return st.fixed_dictionaries(
        {
            "models": st.lists(st.integers(1, largest_unit), min_size=1, max_size=units),
            "strength": st.integers(1, 4),
            "dice": st.sampled_from([0, 1, 1, 2, 3]),
            "faces": st.sampled_from([0, 2, 2, 3, 3, 4, 4, 5, 6]),
            "attacks": st.booleans(),
            "explodes": st.booleans(),
            "radius": st.sampled_from([0.4, 0.69, 1.5, 3.0]),
        }
    )


def side_of(numbers, options):
    """Return the numbers of a side as the sampler takes them."""
    return DuelSide(
        models=tuple(numbers["models"]), strength=numbers["strength"], dice=numbers["dice"],
        die=None if options is None else Die(**options), p_wound=numbers["faces"] / 6,
        attacks=numbers["attacks"], explodes=numbers["explodes"], radius=numbers["radius"],
    )  # fmt: skip


def assert_same(sample, i, by_hand):
    """Compare one duel with its twin."""
    found = tuple(
        int(column[i])
        for column in (
            sample.winner, sample.turns, sample.models_a, sample.models_b, sample.strength_a, sample.strength_b,
        )
    )  # fmt: skip
    assert found == by_hand


@given(
    SEEDS, numbers(), numbers(), seldom_none(dice_options), seldom_none(dice_options),
    st.sampled_from(["roll_off", "alternate", "simultaneous"]), LIMITS,
)  # fmt: skip
@MANY
@pytest.mark.rule("HVK-TURN-02", "HVK-WOUND-02")
def test_fire_duels(seed, a, b, options_a, options_b, order, limit):
    sample = sample_duel(side_of(a, options_a), side_of(b, options_b), order=order, turns=limit, n=DUELS, seed=seed)
    sides = [{**a, "options": options_a}, {**b, "options": options_b}]
    for i in range(DUELS):
        assert_same(sample, i, fire_duel(seed, i, sides, order, limit))


@given(
    SEEDS, numbers(2), numbers(2), blocking_options, st.booleans(), st.sampled_from(["roll_off", "alternate"]), LIMITS
)
@MANY
def test_psyke_duels(seed, a, b, options, strikes_back, order, limit):
    rules = replace(havok_2_0(), psyke_strikes_back=strikes_back)
    if not limit and options["needs"] == 6:
        limit = 6  # blows that rarely land take the twin too long
    sample = sample_duel(
        side_of(a, options),
        side_of(b, options),
        mode="psyke",
        order=order,
        turns=limit,
        ruleset=rules,
        n=DUELS,
        seed=seed,
    )
    for i in range(DUELS):
        expected = psyke_duel(seed, i, [a, b], options, strikes_back=strikes_back, order=order, limit=limit)
        assert_same(sample, i, expected)


rules_of_combat = st.fixed_dictionaries(
    {
        "strength_bonus_per_point": st.integers(0, 2),
        "strength_bonus_cap": st.sampled_from(["none", 1, 2]),
        "strength_bonus_from": st.sampled_from(["profile", "remaining"]),
        "bonus_count_resets": st.sampled_from(["combat_round", "battle_turn"]),
        "bonus_reduction": st.sampled_from(["progressive", "flat"]),
        "vehicle_explosion": st.booleans(),
        "vehicle_explosion_hits": st.integers(0, 3),
    }
)


@given(
    SEEDS, numbers(7), numbers(7), blocking_options, rules_of_combat, st.sampled_from(["roll_off", "alternate"]), LIMITS
)
@settings(max_examples=200, deadline=None)
@pytest.mark.rule("HVK-CC-04", "HVK-CC-05", "HVK-VEH-01")
def test_hand_to_hand_duels(seed, a, b, options, changes, order, limit):
    if limit is None and options["needs"] == 6:
        limit = 6
    a, b = {**a, "attacks": True}, {**b, "attacks": True}
    rules = replace(havok_2_0(), **changes)
    sample = sample_duel(
        side_of(a, options),
        side_of(b, options),
        mode="melee",
        order=order,
        turns=limit,
        ruleset=rules,
        n=DUELS,
        seed=seed,
    )

    def bonus(who, left_a, left_b):
        # The stronger gets extra dice for each point of difference, from the card or from what is left.
        strength = [left_a, left_b]
        if changes["strength_bonus_from"] == "profile":
            strength = [a["strength"], b["strength"]]
        points = strength[who] - strength[1 - who]
        extra = changes["strength_bonus_per_point"] * points if points > 0 else 0
        return extra if changes["strength_bonus_cap"] == "none" else min(extra, changes["strength_bonus_cap"])

    sides = [
        {
            **a,
            "slots": bases_round(a["radius"], b["radius"]),
            "explodes": a["explodes"] and changes["vehicle_explosion"],
        },
        {
            **b,
            "slots": bases_round(b["radius"], a["radius"]),
            "explodes": b["explodes"] and changes["vehicle_explosion"],
        },
    ]
    for i in range(DUELS):
        expected = melee_duel(
            seed, i, sides, options, bonus=bonus, blast_hits=changes["vehicle_explosion_hits"],
            flat=changes["bonus_reduction"] == "flat", per_turn=changes["bonus_count_resets"] == "battle_turn",
            order=order, limit=limit,
        )  # fmt: skip
        assert_same(sample, i, expected)
