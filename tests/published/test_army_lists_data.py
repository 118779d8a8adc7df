"""Do the army lists keep every published figure, and do estimates obey what is known?"""

import pytest

from havoksim.model.loading import load_army_list, load_force, validate_paths
from havoksim.model.places import known_names, packaged
from havoksim.model.ruleset import havok_2_0
from havoksim.model.warrior import CHARACTERISTICS, FORCE_SIZES

IDS = {
    "karn_empire": "karn_trooper darkest_sun heavy_weapon form_warrior battle_form glaive_rider "
    "borkian_mercenary banshee",
    "nexus_rebellion": "47th_line nexus_trooper assault_trooper storm_trooper kinsman hundred_warrior "
    "hundred_battle_form mauler hammer",
    "pteravore": "razor screamer pteramite",
}
LISTS = {name: load_army_list(name) for name in IDS}
TYPES = [warrior for army in LISTS.values() for warrior in army]
KARN, NEXUS, PTERAVORE = LISTS.values()

#: What the sources state, and nothing else.
PUBLISHED = {
    "karn_trooper": dict(zip(CHARACTERISTICS, (1, 1, 1, 1, 2, 2, 10), strict=True)),
    "banshee": dict(zip(CHARACTERISTICS, (6, 6, 0, 1, 3, 3, 45), strict=True)),
    "glaive_rider": {"battle_rating": 21},
    "hundred_battle_form": {"close_combat": 3, "strength": 6},
    "razor": {"close_combat": 3, "strength": 3},
    "screamer": {"strength": 3},
}


def full_id(warrior):
    return warrior.full_id


@pytest.mark.parametrize("name", IDS)
def test_each_faction_has_the_types_that_the_sources_name(name):
    assert LISTS[name].ids == tuple(IDS[name].split())


@pytest.mark.parametrize("warrior", TYPES, ids=full_id)
def test_published_figures_stand_and_nothing_else_claims_to_be_published(warrior):
    published = PUBLISHED.get(warrior.id, {})
    assert {key: getattr(warrior, key) for key in published} == published
    assert set(warrior.known) == set(published)


@pytest.mark.rule("HVK-PROF-05")
@pytest.mark.parametrize("warrior", TYPES, ids=full_id)
def test_every_rating_follows_the_formula_but_that_of_glaive_riders(warrior):
    formula = havok_2_0().br_formula.of(warrior)
    assert formula == (19 if warrior.id == "glaive_rider" else warrior.battle_rating)
    assert warrior.battle_rating % 2 == warrior.strength % 2


@pytest.mark.parametrize("warrior", TYPES, ids=full_id)
def test_every_type_says_where_its_figures_come_from(warrior):
    assert len(warrior.source) > 40
    assert warrior.limits == dict.fromkeys(FORCE_SIZES, "unknown")


@pytest.mark.rule("HVK-PROF-02")
def test_vehicles_are_those_that_the_rules_name():
    vehicles = {warrior.id for warrior in TYPES if warrior.vehicle}
    assert vehicles == {"battle_form", "banshee", "hundred_battle_form", "mauler", "hammer"}


@pytest.mark.rule("HVK-PROF-04")
def test_abilities_are_those_that_the_rules_name():
    assert {warrior.id: set(warrior.abilities) for warrior in TYPES if warrior.abilities} == {
        "borkian_mercenary": {"surge"},
        "glaive_rider": {"explodes", "fly_over"},
        "banshee": {"fly_over", "split_move", "no_close_combat"},
        "mauler": {"split_move", "carries_one"},
        "hammer": {"split_move", "transport_six"},
    }


def test_transports_carry_whom_the_rules_say():
    mauler, hammer = NEXUS["mauler"].carries, NEXUS["hammer"].carries
    assert (mauler.capacity, mauler.types, mauler.inside) == (1, "any", False)
    assert (hammer.capacity, hammer.inside) == (6, True)
    assert set(hammer.types) == {"nexus_trooper", "47th_line", "storm_trooper"}


def test_estimates_fit_what_is_said_about_the_types():
    infantry = [w for w in KARN if not w.vehicle and w.id not in ("glaive_rider", "borkian_mercenary")]
    assert all(NEXUS["nexus_trooper"].speed > warrior.speed for warrior in infantry)
    assert KARN["heavy_weapon"].firepower > KARN["karn_trooper"].firepower
    assert KARN["borkian_mercenary"].speed < 4
    assert PTERAVORE["pteramite"].strength != 3
    assert "player's own invention" in PTERAVORE["pteramite"].source
    assert all(w.close_combat >= w.firepower for w in PTERAVORE)
    assert all(any(w.psyke_attack for w in army) for army in LISTS.values())
    walkers = (KARN["battle_form"], NEXUS["hundred_battle_form"])
    on_foot = [w.strength for w in TYPES if not w.vehicle]
    assert all(walker.strength > max(on_foot) for walker in walkers)


def test_everything_that_comes_with_the_package_is_right():
    reports = validate_paths([packaged("army_lists"), packaged("examples")])
    assert [str(problem) for report in reports for problem in report.problems] == []
    assert {report.kind for report in reports} == {
        "army_list",
        "force",
        "policy",
        "proposal",
        "ruleset",
        "sweep",
        "terrain",
    }


@pytest.mark.parametrize("points", [500, 1000, 1500, 2000])
@pytest.mark.parametrize(("faction", "extra"), [("karn", 3), ("nexus", 3), ("pteravore", 2)])
def test_each_faction_has_forces_of_each_size_in_several_characters(faction, extra, points):
    names = [
        name
        for name in known_names("force")
        if name == f"{faction}_{points}" or name.startswith(f"{faction}_{points}_")
    ]
    assert f"{faction}_{points}" in names
    assert len(names) >= 1 + extra
    for name in names:
        force = load_force(f"forces/{name}")
        assert force.points == points
        assert force.battle_rating == points  # the ratings of each list reach every one of these sums


def composition(name):
    return {full.partition("/")[2]: n for full, n in load_force(name).counts.items()}


def test_the_starter_box_is_five_against_five():
    assert composition("karn_starter") == {"darkest_sun": 3, "form_warrior": 1, "battle_form": 1}
    assert composition("nexus_starter") == {"47th_line": 3, "hundred_warrior": 1, "hundred_battle_form": 1}


def test_the_battle_report_is_26_against_25():
    assert composition("karn_report") == {
        "karn_trooper": 8,
        "darkest_sun": 9,
        "heavy_weapon": 6,
        "form_warrior": 2,
        "battle_form": 1,
    }
    assert composition("nexus_report") == {
        "47th_line": 5,
        "assault_trooper": 5,
        "nexus_trooper": 6,
        "kinsman": 6,
        "hundred_warrior": 2,
        "hundred_battle_form": 1,
    }


def test_singles_and_units_are_the_same_models():
    singles, units = load_force("pteravore_500_singles"), load_force("pteravore_500_units")
    assert singles.counts == units.counts == load_force("pteravore_500").counts
    assert {entry.size for entry in singles.units} == {1}
    assert min(entry.size for entry in units.units) >= 7
