"""The same models in other units, the same points in other cards."""

from dataclasses import replace

import pytest

from havoksim.analysis.grouping import MOST_ARMOUR, refitted, regrouped, varied
from havoksim.foundation.errors import InputError
from havoksim.model.force import check_force
from havoksim.model.loading import load_force
from havoksim.model.names import all_army_lists
from havoksim.model.ruleset import havok_2_0
from havoksim.model.warrior import CHARACTERISTICS

FORCES = [load_force(name) for name in ("pteravore_500", "karn_500", "karn_1000", "nexus_500_vehicles")]
FORMULA = havok_2_0().br_formula
named = pytest.mark.parametrize("force", FORCES, ids=lambda one: one.id)
listed = pytest.mark.parametrize("army", all_army_lists(), ids=lambda one: one.id)


def shape(force):
    return [(entry.warrior.id, entry.size, entry.count) for entry in force.units]


def test_the_forces_of_the_question_come_out():
    mixed = load_force("pteravore_500")
    assert shape(regrouped(mixed, 1)) == shape(load_force("pteravore_500_singles"))
    assert shape(regrouped(mixed, 8)) == shape(load_force("pteravore_500_units"))


@named
@pytest.mark.parametrize("least", [1, 2, 3, 4, 8, 100])
def test_the_models_stay_and_units_are_large_enough(force, least):
    other = regrouped(force, least)
    assert other.counts == force.counts
    assert check_force(other).problems == ()
    for entry in other.units:
        sizes = [one.size for one in other.units if one.warrior == entry.warrior]
        if entry.warrior.vehicle:
            assert entry.size == 1
        else:
            assert max(sizes) - min(sizes) <= 1
            assert entry.size >= min(least, force.counts[entry.warrior.full_id])
            assert min(sizes) < 2 * least or len(sizes) == 0


def test_no_unit_of_nobody():
    with pytest.raises(InputError, match="at least one model"):
        regrouped(FORCES[0], 0)


@listed
def test_published_figures_stand_and_the_formula_holds(army):
    seen = set()
    for seed in range(30):
        other = varied(army, seed, FORMULA)
        assert varied(army, seed, FORMULA) == other
        for before, after in zip(army, other, strict=True):
            assert all(getattr(after, name) == getattr(before, name) for name in before.known)
            if "battle_rating" in before.known:
                assert after == before
                continue
            assert after.battle_rating == FORMULA.of(after)
            for name in CHARACTERISTICS[:-1]:
                old, new = getattr(before, name), getattr(after, name)
                assert abs(new - old) <= 1
                assert (new == 0) == (old == 0)
                seen.add(new - old)
            assert after.armour <= MOST_ARMOUR
    assert seen == {-1, 0, 1}


@named
def test_other_cards_are_bought_for_the_same_points(force):
    assert refitted(force, force.army_list).counts.keys() == force.counts.keys()
    for seed in range(20):
        army = varied(force.army_list, seed, FORMULA)
        other = refitted(force, army)
        assert check_force(other).problems == ()
        assert {entry.warrior.id for entry in other.units} == {entry.warrior.id for entry in force.units}
        assert all(entry.warrior == army[entry.warrior.id] for entry in other.units)
        cheapest = min(entry.warrior.battle_rating for entry in other.units)
        assert force.points - other.battle_rating < cheapest


def test_models_that_got_dearer_are_fewer():
    force = load_force("pteravore_500")  # 7 at 7, 16 at 19, 7 at 21
    army = force.army_list.with_warriors([replace(force.army_list["razor"], battle_rating=38)])
    assert refitted(force, army).counts == {"pteravore/pteramite": 7, "pteravore/razor": 8, "pteravore/screamer": 7}
    dear = [replace(warrior, battle_rating=200) for warrior in force.army_list]
    with pytest.raises(InputError, match="600 BR, more than 500"):
        refitted(force, force.army_list.with_warriors(dear))
