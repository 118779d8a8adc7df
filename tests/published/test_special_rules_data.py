"""The special rules of the three lists, as their cards carry them."""

import pytest

from havoksim.model.loading import load_army_list


@pytest.mark.rule("HVK-LIST-04", "HVK-LIST-08")
@pytest.mark.parametrize(
    ("army", "vehicles"),
    [
        ("karn_empire", {"battle_form", "banshee"}),
        ("nexus_rebellion", {"hundred_battle_form", "mauler", "hammer"}),
    ],
)
def test_vehicles_of_the_lists(army, vehicles):
    assert {warrior.id for warrior in load_army_list(army) if warrior.vehicle} == vehicles


@pytest.mark.rule("HVK-LIST-12")
def test_the_pteravore_have_no_special_rules():
    pteravore = load_army_list("pteravore")
    assert all(not warrior.abilities and warrior.carries is None for warrior in pteravore)


@pytest.mark.rule("HVK-LIST-08", "HVK-LIST-09")
def test_what_the_transports_carry():
    nexus = load_army_list("nexus_rebellion")
    mauler, hammer = nexus["mauler"].carries, nexus["hammer"].carries
    assert (mauler.capacity, mauler.types, mauler.inside) == (1, "any", False)
    assert (hammer.capacity, hammer.inside) == (6, True)
    assert set(hammer.types) == {"47th_line", "nexus_trooper", "storm_trooper"}
