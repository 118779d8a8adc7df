"""The public samplers: what they take, what they refuse, and plain cases that anybody can check."""

import numpy as np
import pytest

import havoksim.combat
import havoksim.dice
from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, bases_round, duel_side, sample_duel
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.dice.pool import Die
from havoksim.dice.sampling import sample_pool
from havoksim.foundation.codes import Winner
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import havok_2_0
from havoksim.model.warrior import Warrior

METHODS = pytest.mark.parametrize("method", ["table", "dice"])


def warrior(**changes):
    """Return a trooper with some figures changed."""
    card = {
        "id": "trooper", "name": "Trooper", "speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1,
        "strength": 2, "armour": 2, "battle_rating": 10,
    }  # fmt: skip
    return Warrior(**{**card, **changes})


def keys(error):
    """Return the keys that an error names."""
    return [problem.key for problem in error.value.problems]


def test_the_public_names():
    assert havoksim.dice.sample_pool is sample_pool
    assert havoksim.combat.sample_volley is sample_volley
    assert havoksim.combat.sample_melee is sample_melee
    assert havoksim.combat.sample_psyke is sample_psyke
    assert havoksim.combat.sample_duel is sample_duel
    assert "sample_pool" in dir(havoksim.dice)
    assert "sample_duel" in dir(havoksim.combat)
    with pytest.raises(AttributeError):
        _ = havoksim.dice.sample_pol
    with pytest.raises(AttributeError):
        _ = havoksim.combat.sample_pol


# ------------------------------------------------------------------ pools


@METHODS
def test_shapes_and_types(method):
    assert sample_pool(3, n=7, seed=1, method=method).shape == (7,)
    assert sample_pool(3, n=7, seed=1, method=method).dtype == np.int32
    assert sample_pool(3, n=0, seed=1, method=method).shape == (0,)
    assert sample_pool(3, n=7, seed=1, method=method, count=True).sum() == 7
    assert sample_pool(3, n=0, seed=1, method=method, count=True).tolist() == [0]
    assert not sample_pool(0, n=7, seed=1, method=method).any()


def test_without_a_seed_every_sample_is_another():
    assert sample_pool(30, n=20).tolist() != sample_pool(30, n=20).tolist()


def test_everything_wrong_with_a_pool_is_said_at_once():
    with pytest.raises(InputError) as error:
        sample_pool(-1, keep=1.5, n=-1, first=-2, threads=0, method="cards")
    assert keys(error) == ["dice", "keep", "n", "first", "threads", "method"]
    with pytest.raises(InputError, match="needs"):
        sample_pool(1, needs=1, n=1)
    with pytest.raises(InputError, match="explode_on"):
        sample_pool(1, explode_on=1, n=1)


def test_a_chance_that_is_no_sixth_cannot_be_rolled():
    assert sample_pool(5, keep=0.3, n=5, seed=1).shape == (5,)
    with pytest.raises(InputError, match="multiple of 1/6"):
        sample_pool(5, keep=0.3, n=5, seed=1, method="dice")


def test_a_pool_too_large_for_a_table_is_rolled():
    sample = sample_volley(groups=[(1500, 2)], armour=3, n=3, seed=1)
    assert sample.method == "dice"
    rolled = sample_volley(groups=[(1500, 2)], armour=3, n=3, seed=1, method="dice")
    assert sample.wounds.tolist() == rolled.wounds.tolist()
    assert sample_volley(groups=[(60, 2)], armour=3, n=3, seed=1).method == "table"


# ------------------------------------------------------------------ volleys


@METHODS
@pytest.mark.rule("HVK-FIRE-03", "HVK-FIRE-04")
def test_cards_and_numbers_say_the_same(method):
    shooter, target = warrior(firepower=2), warrior(armour=3, strength=3)
    by_card = sample_volley(
        shooter, target, attackers=3, range=[5, 10, 30], cover=True, models=4, n=50, seed=2, method=method
    )
    by_number = sample_volley(
        groups=[(2, 3), (2, 5), (2, 6)], armour=3, strength=3, models=4, n=50, seed=2, method=method
    )
    for column in ("hits", "wounds", "kills"):
        assert getattr(by_card, column).tolist() == getattr(by_number, column).tolist()
    assert (by_card.seed, by_card.first, by_card.method) == (2, 0, method)


@METHODS
def test_out_of_range_nothing_is_hit(method):
    from dataclasses import replace

    rules = replace(havok_2_0(), max_range=24)
    sample = sample_volley(warrior(), warrior(), attackers=9, range=25, ruleset=rules, n=50, seed=2, method=method)
    assert not sample.hits.any()


@METHODS
@pytest.mark.rule("HVK-WOUND-01", "HVK-WOUND-02")
def test_wounds_kill_one_model_after_another(method):
    sample = sample_volley(groups=[(20, 2)], armour=0, strength=3, models=4, wounded=2, n=2000, seed=3, method=method)
    assert (sample.wounds == sample.hits).all()
    assert (sample.kills == np.minimum((sample.wounds + 2) // 3, 4)).all()


def test_everything_wrong_with_a_volley_is_said_at_once():
    with pytest.raises(InputError) as error:
        sample_volley(warrior(), warrior(), groups=[(1, 4)], armour=2, n=-1)
    assert keys(error) == ["n", "groups", "target"]
    with pytest.raises(InputError) as error:
        sample_volley(groups=[(-1, 4)], armour=-1, strength=0, models=0, wounded=-1, n=1)
    assert keys(error) == ["groups", "armour", "models", "wounded", "strength"]
    with pytest.raises(InputError, match="that model is dead"):
        sample_volley(groups=[(1, 4)], armour=1, strength=2, wounded=2, n=1)
    with pytest.raises(InputError) as error:
        sample_volley(n=1)
    assert keys(error) == ["groups"]
    with pytest.raises(InputError) as error:
        sample_volley(groups=[(1, 4)], n=1)
    assert keys(error) == ["armour"]
    with pytest.raises(InputError, match="one for each of the 2 firing"):
        sample_volley(warrior(), warrior(), attackers=2, range=[1], n=1)
    with pytest.raises(InputError, match="0 inches or more"):
        sample_volley(warrior(), warrior(), range=-1, n=1)


# ------------------------------------------------------------------ close combat and psyke


@METHODS
@pytest.mark.rule("HVK-CC-03", "HVK-CC-04")
def test_the_stronger_has_more_dice(method):
    form, razor = warrior(close_combat=3, strength=6), warrior(close_combat=3, strength=3)
    by_card = sample_melee(form, razor, n=60, seed=5, method=method)
    by_number = sample_melee(
        dice_a=6, dice_b=3, armour_a=2, armour_b=2, strength_a=6, strength_b=3, n=60, seed=5, method=method
    )
    assert by_card.wounds_on_a.tolist() == by_number.wounds_on_a.tolist()
    assert by_card.wounds_on_b.tolist() == by_number.wounds_on_b.tolist()


@METHODS
def test_nobody_suffers_more_wounds_than_it_has_strength_left(method):
    sample = sample_melee(
        dice_a=15, dice_b=15, armour_a=0, armour_b=0, strength_a=1, strength_b=2, n=500, seed=5, method=method
    )
    assert sample.wounds_on_a.max() == 1
    assert sample.wounds_on_b.max() == 2


@pytest.mark.rule("HVK-LIST-07")
def test_a_flyer_is_never_in_close_combat():
    banshee = warrior(abilities=["no_close_combat"])
    with pytest.raises(InputError, match="HVK-LIST-07"):
        sample_melee(banshee, warrior(), n=1)


def test_only_psyke_attackers_attack():
    with pytest.raises(InputError, match="HVK-PROF-03"):
        sample_psyke(warrior(), warrior(), n=1)
    sample = sample_psyke(warrior(psyke_attack=True, psyke=3), warrior(armour=9), n=500, seed=1)
    assert sample.wounds_on_b.any()


def test_everything_wrong_with_an_exchange_is_said_at_once():
    with pytest.raises(InputError) as error:
        sample_melee(dice_a=-1, armour_a=0, armour_b=0, strength_b=0, n=-1)
    assert keys(error) == ["n", "dice_a", "dice_b", "strength_b"]
    with pytest.raises(InputError) as error:
        sample_melee(dice_a=1, dice_b=1, n=1)
    assert keys(error) == ["armour_a", "armour_b"]
    with pytest.raises(InputError, match="p_wound_a"):
        sample_melee(dice_a=1, dice_b=1, p_wound_a=2.0, armour_b=0, n=1)


# ------------------------------------------------------------------ duels

BLOW = Die(4, block_on=6)


def side(**changes):
    """Return a side of one trooper with some figures changed."""
    return DuelSide(**{"models": (1,), "strength": 2, "dice": 1, "die": BLOW, "p_wound": 4 / 6, **changes})


@pytest.mark.parametrize("mode", ["fire", "melee", "psyke"])
def test_who_cannot_hurt_each_other_are_undecided(mode):
    safe = side(p_wound=0.0)
    sample = sample_duel(safe, safe, mode=mode, n=5, seed=1)
    assert set(sample.winner.tolist()) == {Winner.UNDECIDED}
    assert not sample.turns.any()
    assert sample.strength_a.tolist() == [2] * 5
    limited = sample_duel(safe, safe, mode=mode, turns=4, n=5, seed=1)
    assert set(limited.winner.tolist()) == {Winner.LIMIT}
    assert set(limited.turns.tolist()) == {4}


def test_a_fight_that_stops_by_itself_is_found_out():
    # a's bonus of one die is eaten up by its two opponents, so nobody rolls a die, though a alone with one would
    from dataclasses import replace

    rules = replace(havok_2_0(), bonus_reduction="flat")
    strong, weak = side(strength=2, dice=0), side(models=(1, 1), strength=1, dice=0)
    sample = sample_duel(strong, weak, mode="melee", ruleset=rules, n=5, seed=1)
    assert set(sample.winner.tolist()) == {Winner.UNDECIDED}
    assert not sample.turns.any()
    assert set(sample_duel(strong, weak, mode="melee", n=50, seed=1).winner.tolist()) == {Winner.A}


def test_who_takes_no_part_in_close_combat_fights_nobody():
    flyer = duel_side(warrior(abilities=["no_close_combat"]), (1,), mode="melee")
    sample = sample_duel(flyer, side(), mode="melee", n=5, seed=1)
    assert set(sample.winner.tolist()) == {Winner.UNDECIDED}


@pytest.mark.parametrize("mode", ["fire", "melee", "psyke"])
def test_the_limit_of_turns_is_kept(mode):
    tough = side(models=(6,), strength=4)
    sample = sample_duel(tough, tough, mode=mode, turns=1, n=200, seed=1)
    assert set(sample.winner.tolist()) == {Winner.LIMIT}
    assert set(sample.turns.tolist()) == {1}
    assert (sample.strength_a < 24).any()
    none = sample_duel(tough, tough, mode=mode, turns=0, n=3, seed=1)
    assert none.turns.tolist() == [0, 0, 0]
    assert none.models_a.tolist() == [6, 6, 6]


@pytest.mark.parametrize("mode", ["fire", "melee", "psyke"])
def test_a_duel_is_followed_only_so_far(mode, monkeypatch):
    monkeypatch.setattr("havoksim.combat.sampling_duel.AT_MOST", 2)
    tough = side(models=(6,), strength=4)
    sample = sample_duel(tough, tough, mode=mode, n=20, seed=1)
    assert set(sample.winner.tolist()) == {Winner.UNDECIDED}
    assert set(sample.turns.tolist()) == {2}


def test_the_end_adds_up():
    a, b = side(models=(3, 2)), side(models=(4,), strength=3)
    for mode in ("fire", "melee", "psyke"):
        sample = sample_duel(a, b, mode=mode, n=500, seed=8)
        left_a, left_b = sample.models_a, sample.models_b
        assert ((sample.winner == Winner.A) == ((left_a > 0) & (left_b == 0))).all()
        assert ((sample.winner == Winner.B) == ((left_b > 0) & (left_a == 0))).all()
        assert ((sample.winner == Winner.DRAW) == ((left_a == 0) & (left_b == 0))).all()
        assert (left_a <= sample.strength_a).all()
        assert (sample.strength_b <= 3 * left_b).all()


def test_only_as_many_fight_as_fit_round_a_base():
    # one giant of endless armour against 40: per round it can be touched by a few, and only they are in reach
    giant = side(strength=50, dice=4, p_wound=0.0, radius=0.69)
    crowd = side(models=(40,), strength=1, dice=0, p_wound=1.0, radius=0.69)
    one_turn = sample_duel(giant, crowd, mode="melee", turns=1, n=400, seed=1)
    assert (40 - one_turn.models_b).max() == bases_round(0.69, 0.69) == 6
    larger = side(strength=50, dice=4, p_wound=0.0, radius=3.0)
    assert (40 - sample_duel(larger, crowd, mode="melee", turns=1, n=400, seed=1).models_b).max() == 16
    assert bases_round(3.0, 0.69) == 16


def test_everything_wrong_with_a_duel_is_said_at_once():
    with pytest.raises(InputError) as error:
        sample_duel(
            side(strength=0, dice=-1), side(models=(0,), p_wound=2.0, radius=-1.0),
            mode="dance", order="mine", turns=-1, n=-1,
        )  # fmt: skip
    assert keys(error) == [
        "n", "a.strength", "a.dice", "b.p_wound", "b.models", "b.radius", "mode", "order", "turns",
    ]  # fmt: skip
    with pytest.raises(InputError, match="only fire can be simultaneous"):
        sample_duel(side(), side(), mode="melee", order="simultaneous", n=1)
    with pytest.raises(InputError, match="1 to 10000 models"):
        sample_duel(side(models=()), side(), n=1)


@pytest.mark.parametrize("mode", ["fire", "melee", "psyke"])
def test_a_side_from_a_card(mode):
    card = warrior(firepower=2, close_combat=3, psyke=4, psyke_attack=True, vehicle=True, armour=4)
    made = duel_side(card, (1, 1), mode=mode, range=10, enemy_in_cover=True)
    assert made.dice == {"fire": 2, "melee": 3, "psyke": 4}[mode]
    assert made.die == {"fire": Die(5), "melee": BLOW, "psyke": BLOW}[mode]
    assert made.p_wound == {"fire": 2 / 6, "melee": 2 / 6, "psyke": 5 / 6}[mode]
    assert (made.explodes, made.attacks, made.radius) == (True, True, 1.5)
