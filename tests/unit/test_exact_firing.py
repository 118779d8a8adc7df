"""Volleys: hits, wounds, kills; mixed bands, cover, overkill."""

import itertools
import math
from fractions import Fraction

import pytest

import havoksim as hs
from havoksim.combat.exact import firing
from havoksim.combat.exact.units import Units, fire_in_turn
from havoksim.dice.pmf import Pmf
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from havoksim.model.warrior import Warrior

RULES = havok_2_0()


def warrior(**changes):
    card = {"speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1, "strength": 2, "armour": 2, "battle_rating": 10}
    return Warrior(id="test", name="Test", **(card | changes))


@pytest.mark.rule("HVK-FIRE-03")
def test_three_warriors_of_firepower_two_roll_six_dice():
    trio = Side(warrior(firepower=2), 3)
    assert hs.odds.fire(trio, warrior(armour=0), range=12).question["dice"] == 6
    assert hs.odds.fire(trio, warrior(armour=0), range=12).hits.mean == pytest.approx(3.6)


@pytest.mark.rule("HVK-FIRE-03")
def test_firepower_zero_cannot_fire():
    volley = hs.odds.fire(Side(warrior(firepower=0), 5), warrior())
    assert volley.hits.p == (1.0,)
    assert volley.kills.p_at_least(1) == 0.0


@pytest.mark.rule("HVK-FIRE-04")
@pytest.mark.parametrize(
    ("distance", "open_face", "cover_face"),
    [(0, 2, 3), (6, 2, 3), (6.01, 4, 5), (12, 4, 5), (12.01, 5, 6), (24, 5, 6), (24.01, 6, 6), (90, 6, 6)],
)
def test_an_edge_belongs_to_the_nearer_band(distance, open_face, cover_face):
    assert RULES.needs(distance, cover=False) == open_face
    assert RULES.needs(distance, cover=True) == cover_face


@pytest.mark.rule("HVK-FIRE-04")
def test_the_first_die_hits_with_the_ledgers_chances_in_each_band():
    found = [RULES.needs(d, cover=c) for d, c in itertools.product((6, 12, 24, 30), (False, True))]
    assert [Fraction(7 - needs, 6) for needs in found] == [Fraction(x, 6) for x in (5, 4, 3, 2, 2, 1, 1, 1)]


@pytest.mark.rule("HVK-FIRE-06")
def test_at_close_range_only_ones_miss_and_cover_makes_it_three():
    shot = {"range": 5.0, "ruleset": RULES.changed(exploding=False)}
    assert hs.odds.fire(warrior(), warrior(), **shot).hits[0] == pytest.approx(1 / 6)
    assert hs.odds.fire(warrior(), warrior(), cover=True, **shot).hits[0] == pytest.approx(2 / 6)
    bold = RULES.changed(close_range_ignores_cover=True)
    assert bold.needs(6, cover=True) == 2
    assert bold.needs(7, cover=True) == 5, "only the nearest band"


@pytest.mark.rule("HVK-FIRE-05")
def test_ruleset_options_change_the_explosions_as_arithmetic_says():
    mean = {}
    for name, change in {
        "published": {},
        "off": {"exploding": False},
        "none": {"explode_on": "none"},
        "on five": {"explode_on": 5},
        "capped": {"max_explosions": 1},
    }.items():
        mean[name] = hs.odds.fire(dice=6, needs=4, armour=0, ruleset=RULES.changed(**change)).hits.mean
    assert mean["published"] == pytest.approx(6 * 3 / 5)
    assert mean["off"] == mean["none"] == pytest.approx(3.0)
    assert mean["on five"] == pytest.approx(6 * (1 / 2) / (1 - 1 / 3))
    assert mean["capped"] == pytest.approx(6 * (1 / 2) * (1 + 1 / 6))


def test_a_die_that_does_not_hit_never_explodes():
    assert hs.odds.fire(dice=1, needs=6, armour=0, ruleset=RULES.changed(explode_on=4)).hits.mean == pytest.approx(0.2)


@pytest.mark.rule("HVK-FIRE-07")
def test_splitting_goes_by_whole_warriors_or_by_dice():
    five = Side(warrior(firepower=3), 5)
    targets = [Side(warrior(), 3), Side(warrior(strength=1), 2)]
    both = hs.odds.split_fire(five, targets, split=(3, 2))
    assert [part.question["dice"] for part in both.targets] == [9, 6]
    assert both.kills.mean == pytest.approx(sum(part.kills.mean for part in both.targets))
    by_dice = hs.odds.split_fire(five, targets, split=(14, 1), ruleset=RULES.changed(split_by="die"))
    assert [part.question["dice"] for part in by_dice.targets] == [14, 1]
    with pytest.raises(InputError, match="5 warriors"):
        hs.odds.split_fire(five, targets, split=(14, 1))


def test_a_split_volley_wastes_what_one_target_cannot_suffer():
    sure = Side(warrior(firepower=1), 4)
    rules = RULES.changed(bands=[{"open": 2, "cover": 2}], exploding=False, armour_roll="greater_or_equal")
    one = Side(warrior(strength=1, armour=1), 1)
    joint = hs.odds.split_fire(sure, [one, one], split=(2, 2), ruleset=rules).kills
    alone = hs.odds.split_fire(sure, [one, one], split=(4, 0), ruleset=rules).kills
    assert joint[2] == pytest.approx((35 / 36) ** 2)
    assert alone.p_at_least(2) == 0.0


@pytest.mark.rule("HVK-ARM-01")
@pytest.mark.parametrize(("armour", "sixths"), [(0, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0), (9, 0)])
def test_a_hit_must_roll_higher_than_the_armour(armour, sixths):
    assert RULES.p_wound(armour) == pytest.approx(sixths / 6)
    assert hs.odds.fire(dice=6, needs=4, armour=armour).wounds.mean == pytest.approx(3.6 * sixths / 6)


@pytest.mark.rule("HVK-ARM-01")
def test_armour_options():
    equal = RULES.changed(armour_roll="greater_or_equal")
    assert [round(equal.p_wound(a) * 6) for a in range(8)] == [6, 6, 5, 4, 3, 2, 1, 0]
    six = RULES.changed(natural_six_always_wounds=True)
    assert [round(six.p_wound(a) * 6) for a in (0, 5, 6, 9)] == [6, 1, 1, 1]


def test_certain_wounds_against_armour_beyond_six_are_all_saved():
    """Known fault 1, the other way round: a clamp let armour of seven leak one in six."""
    assert hs.odds.fire(dice=12, needs=2, armour=7).wounds.p == (1.0,)
    assert hs.odds.fire(dice=12, needs=2, armour=6).wounds.p == (1.0,)


def test_wounds_never_rise_with_armour_and_no_stage_is_negative():
    """Known fault 3, for all 5 x 6 x 8 combinations of needs, exploding face and armour."""
    for needs, explode_on in itertools.product((2, 3, 4, 5, 6), ("none", 2, 3, 4, 5, 6)):
        rules = RULES.changed(explode_on=explode_on)
        means = []
        for armour in range(8):
            volley = hs.odds.fire(dice=3, needs=needs, armour=armour, ruleset=rules)
            assert min(volley.hits.p) >= 0.0
            assert min(volley.wounds.p) >= 0.0
            means.append(volley.wounds.mean)
        assert means == sorted(means, reverse=True)


@pytest.mark.rule("HVK-WOUND-01")
def test_a_warrior_dies_when_wounds_equal_its_strength():
    assert firing.kills(Pmf.certain(1), [2])[0] == 1.0
    assert firing.kills(Pmf.certain(2), [2])[1] == 1.0


@pytest.mark.rule("HVK-WOUND-02")
def test_wounds_fall_on_one_model_until_it_dies_the_wounded_first_and_the_rest_is_lost():
    assert firing.kills(Pmf.certain(5), [1, 2, 2, 2])[3] == 1.0
    assert firing.kills(Pmf.certain(4), [2, 2, 2])[2] == 1.0
    assert firing.kills(Pmf.certain(3), [2, 2, 2])[1] == 1.0
    assert firing.kills(Pmf.certain(99), [2, 2, 2])[3] == 1.0


@pytest.mark.rule("HVK-WOUND-02")
def test_wounds_that_count_are_strength_times_kills_and_what_the_last_carries():
    """Known fault 2: E[effective wounds] = strength * E[kills] + E[wounds on the last]."""
    volley = hs.odds.fire(dice=9, needs=3, armour=1, strength=3, models=4)
    suffered = volley.wounds_suffered
    carried = math.fsum((k % 3) * p for k, p in enumerate(suffered.p) if k < 12)
    assert suffered.mean == pytest.approx(3 * volley.kills.mean + carried, abs=1e-13)
    assert suffered.mean < volley.wounds.mean
    assert len(volley.kills) == 5


def test_overkill_support_of_the_known_fault():
    """Known fault 2: three wounds at a time on a model of two give 0 or 1 kills, never one and a half."""
    kills = firing.kills(Pmf((0.5, 0.0, 0.0, 0.5)), [2])
    assert kills.p == (0.5, 0.5)


@pytest.mark.rule("HVK-WOUND-03")
def test_armour_rolled_before_or_at_the_allocation_is_the_same():
    """All models of a unit have the same armour: rolling for each model as it is reached gives the same law."""
    hits, p_wound, strength, models = Pmf.binomial(4, 0.7), 0.4, 2, 2
    first = firing.kills(hits.thin(p_wound), [strength] * models)
    # per hit, in turn: (kills, wounds on the current model)
    law = [0.0] * (models + 1)
    for n, p in enumerate(hits.p):
        for rolls in itertools.product((True, False), repeat=n):
            chance, dead, hurt = p, 0, 0
            for wounds in rolls:
                chance *= p_wound if wounds else 1 - p_wound
                if wounds and dead < models:
                    hurt += 1
                    if hurt == strength:
                        dead, hurt = dead + 1, 0
            law[dead] += chance
    assert first.p == pytest.approx(law, abs=1e-14)


def test_mixed_range_bands_in_one_unit_add_up():
    unit = Side(warrior(), 5)
    mixed = hs.odds.fire(unit, warrior(armour=0), range=[6, 6, 12, 24, 30])
    assert mixed.hits.mean == pytest.approx(1 + 1 + 3 / 5 + 2 / 5 + 1 / 5)
    assert mixed.question["needs"] == [2, 2, 4, 5, 6]
    behind = hs.odds.fire(unit, warrior(armour=3), range=[6, 6, 12, 24, 30])
    assert behind.wounds.mean == pytest.approx(mixed.hits.mean / 2)
    with pytest.raises(InputError, match="one for each of the 5"):
        hs.odds.fire(unit, warrior(), range=[6, 6])


def test_beyond_the_greatest_range_nothing_hits():
    near = RULES.changed(max_range=12.0)
    assert hs.odds.fire(warrior(firepower=9), warrior(), range=12.5, ruleset=near).hits.p == (1.0,)
    assert near.needs(12.0, cover=False) == 4
    short = RULES.changed(bands=[{"to": 6, "open": 2, "cover": 3}])
    assert short.needs(6.5, cover=False) is None


@pytest.mark.rule("HVK-PROF-02")
def test_vehicles_are_units_of_one_so_that_a_volley_kills_one_at_most():
    tank = warrior(vehicle=True, strength=1, armour=0)
    one_volley = hs.odds.fire(Side(warrior(), 20), Side(tank, 3), range=6)
    assert one_volley.kills.p_at_least(2) == 0.0
    assert one_volley.assumptions
    three_volleys = hs.odds.fire(Side(warrior(vehicle=True, firepower=9), 3), Side(tank, 3), range=6)
    assert three_volleys.kills[3] > 0.9


def test_units_suffer_one_after_another():
    target = Units(models=(2, 1), strength=2)
    assert fire_in_turn([Pmf.certain(9)], target)[4] == 1.0
    assert fire_in_turn([Pmf.certain(9), Pmf.certain(1)], target)[5] == 1.0
    assert fire_in_turn([Pmf.certain(3), Pmf.certain(9), Pmf.certain(9)], target)[6] == 1.0
    assert [target.alive(left) for left in range(7)] == [(0, 0), (0, 1), (0, 1), (1, 1), (1, 1), (2, 1), (2, 1)]
