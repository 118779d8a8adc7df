"""A key of a ruleset file that nobody reads is a defect: changing any of them changes an answer."""

from dataclasses import replace

import pytest

import havoksim as hs
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


def test_every_key_is_in_the_list():
    assert set(READ_BY) == set(RULESET_KEYS)


@pytest.mark.parametrize("key", sorted(READ_BY))
def test_changing_a_key_changes_an_answer(key):
    value, answer = READ_BY[key]
    assert answer(RULES) != answer(RULES.changed(**{key: value}))
