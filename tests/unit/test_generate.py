"""Are generated forces legal, spent to the last point that can be spent, in style, and the same for the same seed?"""

from dataclasses import replace

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.force import check_force
from havoksim.model.force_file import to_toml
from havoksim.model.generate import STYLES, generate_forces
from havoksim.model.loading import load_army_list, load_force
from havoksim.model.ruleset import havok_2_0

KARN, NEXUS, PTERAVORE = (load_army_list(name) for name in ("karn_empire", "nexus_rebellion", "pteravore"))


def best_sum(counts_by_rating, points):
    """Return the highest sum of ratings up to the points, by trying every number of models of every type."""
    sums = {0}
    for rating, most in counts_by_rating:
        sums = {s + n * rating for s in sums for n in range(most + 1) if s + n * rating <= points}
    return max(sums)


def share(force, chosen):
    return sum(e.models * e.warrior.battle_rating for e in force.units if chosen(e.warrior)) / force.battle_rating


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("army", [KARN, NEXUS, PTERAVORE], ids=lambda a: a.id)
def test_forces_are_legal_and_spend_what_can_be_spent(army, style):
    if style == "vehicles" and army is PTERAVORE:
        with pytest.raises(InputError, match="pteravore has no vehicles"):
            generate_forces(army, points=500, style=style)
        return
    for points in (73, 500, 1501):
        best = best_sum([(w.battle_rating, points // w.battle_rating) for w in army], points)
        for force in generate_forces(army, points=points, style=style, seed=3, count=4):
            assert check_force(force).problems == ()
            assert force.battle_rating == best


def test_limits_and_unit_sizes_are_kept():
    army = KARN.with_warriors(replace(w, limits={"brigade": 2}) for w in KARN)
    force = generate_forces(army, points=500)[0]
    assert max(force.counts.values()) <= 2
    assert force.battle_rating == best_sum([(w.battle_rating, 2) for w in KARN], 500)
    rules = havok_2_0().changed(min_unit_size=4, max_unit_size=5)
    for points in (61, 499, 1003):
        for force in generate_forces(KARN, points=points, style="random", count=6, ruleset=rules):
            assert check_force(force, rules).problems == ()


def test_units_on_foot_have_three_to_six_models_where_there_are_enough():
    for force in generate_forces(NEXUS, points=2000, style="balanced", count=10):
        for entry in force.units:
            models = force.counts[entry.warrior.full_id]
            assert entry.size == 1 if entry.warrior.vehicle else 3 <= entry.size <= 6 or models < 3


def test_styles_are_what_they_say():
    def first(style):
        return generate_forces(NEXUS, points=1500, style=style, seed=5)[0]

    assert share(first("vehicles"), lambda w: w.vehicle) > 0.8
    assert share(first("balanced"), lambda w: w.vehicle) < 0.5
    assert first("swarm").models > 2 * first("elite").models
    dice = {s: sum(e.models * e.warrior.firepower for e in first(s).units) for s in ("fire", "melee")}
    blows = {s: sum(e.models * e.warrior.close_combat for e in first(s).units) for s in ("fire", "melee")}
    assert dice["fire"] > dice["melee"]
    assert blows["melee"] > blows["fire"]


def test_a_seed_gives_the_same_forces_whatever_the_count():
    def units(**keywords):
        return [force.units for force in generate_forces(KARN, points=750, style="random", **keywords)]

    assert units(seed=1, count=5) == units(seed=1, count=5)
    assert units(seed=1, count=5)[:2] == units(seed=1, count=2)
    assert units(seed=1) != units(seed=2)


def test_forces_of_one_call_differ():
    forces = generate_forces(PTERAVORE, points=500, style="melee", count=12)
    assert len({to_toml(replace(force, name="", id="x")) for force in forces}) == 12
    assert len({force.id for force in forces}) == 12


def test_forces_written_down_are_the_same_forces(tmp_path):
    for force in generate_forces(KARN, points=640, style="elite", count=2):
        path = tmp_path / f"{force.id}.toml"
        path.write_text(to_toml(force), encoding="utf-8")
        assert load_force(path) == force


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"points": 9}, "9 points buy no warrior"),
        ({"points": 0}, "from 1 to"),
        ({"points": 10**9}, "from 1 to"),
        ({"points": 500, "style": "swarms"}, "did you mean 'swarm'"),
        ({"points": 500, "count": 0}, "count must be"),
        ({"points": 40, "style": "vehicles"}, "that the style 'vehicles' asks for"),
    ],
)
def test_what_cannot_be_generated_is_refused(keywords, words):
    with pytest.raises(InputError, match=words):
        generate_forces(KARN, **keywords)
