"""A key of a ruleset file that nobody reads is a defect: changing any of them changes an answer."""

from dataclasses import replace

import pytest

import havoksim as hs
from havoksim.battle.matchup import matchup
from havoksim.foundation.errors import InputError
from havoksim.model.force import UnitEntry, check_force
from havoksim.model.loading import load_force
from havoksim.model.names import find_warrior
from havoksim.model.ruleset import RULESET_KEYS, havok_2_0
from havoksim.model.side import Side
from tests.unit.test_exact_firing import warrior

RULES = havok_2_0()
BIG, SMALL = warrior(strength=5, close_combat=2, armour=1), warrior(strength=2, close_combat=3, armour=1)
GLASS, TANK = warrior(strength=1, armour=0), warrior(strength=1, armour=0, vehicle=True)


def volley(rules, **how):
    return hs.odds.fire(Side(warrior(), 4), Side(warrior(), 4), ruleset=rules, **how).wounds.p


def fists(rules):
    return hs.odds.melee(BIG, SMALL, ruleset=rules).joint.p


def minds(rules):
    return hs.odds.psyke(dice_a=3, dice_b=2, ruleset=rules).joint.p


def legality(rules, force="forces/karn_500"):
    return [problem.message for problem in check_force(load_force(force), rules).problems]


def split(rules):
    try:
        return hs.odds.split_fire(Side(warrior(firepower=3), 2), [warrior(), warrior()], split=(4, 2), ruleset=rules)
    except InputError as error:
        return str(error)


def over_limit(rules):
    force = load_force("forces/karn_500")
    card = max(force.units, key=lambda unit: unit.size * unit.count).warrior
    few = dict.fromkeys(("brigade", "division", "corps", "army"), 1)
    army = force.army_list.with_warriors([replace(card, limits=few)])
    return [problem.message for problem in check_force(force.using(army), rules).problems]


def with_an_ally(rules):
    force = load_force("forces/karn_500")
    ally = UnitEntry(find_warrior("pteravore/pteramite"), 1, 1)
    force = replace(force, points=600, units=(*force.units, ally))
    return [problem.message for problem in check_force(force, rules).problems]


#: For every key: a changed value, and an answer that it must change.
READ_BY = {
    "limits": ("ignore", over_limit),
    "allow_allies": (True, with_an_ally),
    "min_unit_size": (50, legality),
    "max_unit_size": (1, legality),
    "max_range": (3.0, volley),
    "exploding": (False, volley),
    "explode_on": (5, volley),
    "max_explosions": (0, volley),
    "close_range_ignores_cover": (True, lambda rules: volley(rules, range=6, cover=True)),
    "split_by": ("die", split),
    "armour_roll": ("greater_or_equal", volley),
    "natural_six_always_wounds": (True, lambda rules: hs.odds.fire(dice=3, needs=4, armour=6, ruleset=rules).wounds.p),
    "vehicle_explosion": (False, lambda rules: hs.duel(TANK, GLASS, mode="melee", ruleset=rules).p_draw),
    "vehicle_explosion_hits": (3, lambda rules: hs.odds.explosion([Side(SMALL, 2)], ruleset=rules).kills.p),
    "strength_bonus_per_point": (2, fists),
    "strength_bonus_cap": (1, fists),
    "strength_bonus_from": ("remaining", lambda rules: hs.duel(BIG, SMALL, mode="melee", ruleset=rules).p_win_a),
    "bonus_count_resets": (
        "battle_turn",
        lambda rules: hs.odds.melee(BIG, Side(SMALL, 2), fought_before=1, ruleset=rules).dice_a,
    ),
    "bonus_reduction": ("flat", lambda rules: hs.odds.melee(BIG, Side(SMALL, 3), ruleset=rules).dice_a),
    "close_combat_hits_on": (3, fists),
    "block_on": (1, fists),
    "psyke_hits_on": (5, minds),
    "psyke_strikes_back": (False, minds),
    "psyke_save_on": (3, minds),
    "bands": ([{"to": 30, "open": 3, "cover": 4}], volley),
    "br_formula": (
        {"base": 4, "speed": 2, "firepower": 4, "close_combat": 2, "psyke": 2, "strength": 3, "armour": 4},
        lambda rules: rules.br_formula.of(warrior()),
    ),
}


#: Keys that only battles read, and a changed value; what each does is shown in `test_battle_options`.
OF_BATTLES = {
    "coherency": 3.0,
    "table": [40.0, 48.0],
    "deploy_edges": "any",
    "terrain_count": 7,
    "terrain_sizes": [3.0, 8.0],
    "terrain_placement": "policy",
    "terrain_kinds": {"hill": {"cover": True}},
    "deploy_depth": 10.0,
    "battle_turns": 5,
    "activation": "alternate",
    "activation_order": "all_move_then_attack",
    "inches_per_speed": 5.0,
    "friends_block": True,
    "lock_in_combat": True,
    "models_block_sight": True,
    "into_contact": "unit",
    "cover_by": "nearest",
    "casualty_order": "owner",
    "attacks_per_activation": "one",
    "psyke_range": 9.0,
    "psyke_in_addition": True,
    "draw_margin": 20,
}
#: Of the battle rating destroyed there is no second way to win yet.
OF_ONE_VALUE = {"victory"}
#: Keys that decide about forces, before a battle.
OF_FORCES = {"limits", "allow_allies", "min_unit_size", "max_unit_size", "br_formula"}


def test_every_key_is_in_one_list():
    assert set(READ_BY) | set(OF_BATTLES) | OF_ONE_VALUE == set(RULESET_KEYS)
    assert not set(READ_BY) & set(OF_BATTLES)


def test_a_key_of_one_value_takes_no_other():
    with pytest.raises(InputError, match="br_destroyed"):
        RULES.changed(victory="last_one_standing")


def packed(rules):
    """Everything that the battle's kernels are told, as plain values; one type has an armour that no die beats."""
    force = load_force("karn_starter")
    hard = replace(force.units[0].warrior, armour=6)
    force = force.using(force.army_list.with_warriors([hard]))
    arrays = matchup(force, "nexus_starter", ruleset=rules).pack().arrays
    return {name: array.tolist() for name, array in arrays.items()}


@pytest.mark.parametrize("key", sorted({*READ_BY, *OF_BATTLES} - OF_FORCES))
def test_the_battle_is_told_of_every_key(key):
    value = OF_BATTLES[key] if key in OF_BATTLES else READ_BY[key][0]
    assert packed(RULES.changed(**{key: value})) != packed(RULES)


@pytest.mark.parametrize("key", sorted(READ_BY))
def test_changing_a_key_changes_an_answer(key):
    value, answer = READ_BY[key]
    assert answer(RULES) != answer(RULES.changed(**{key: value}))
