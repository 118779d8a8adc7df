"""Is a force legal exactly when the rules say so?"""

from dataclasses import replace

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.army_list import ArmyList
from havoksim.model.force import Force, UnitEntry, check_force, force_size
from havoksim.model.force_file import to_toml
from havoksim.model.loading import load_army_list, load_force
from havoksim.model.proposal import patched_warrior
from havoksim.model.ruleset import havok_2_0

KARN = load_army_list("karn_empire")
NEXUS = load_army_list("nexus_rebellion")


def force(*units, points=500, army=KARN):
    return Force("Mine", army, points, tuple(UnitEntry(army[name], size, count) for name, size, count in units))


def messages(of, ruleset=None):
    return [str(problem) for problem in check_force(of, ruleset).problems]


def limited(size, limit, name="karn_trooper"):
    changed = replace(KARN[name], limits={**KARN[name].limits, size: limit})
    return KARN.with_warriors([changed])


def write_force(folder, text, *, army="karn_empire", points=500):
    path = folder / "mine.toml"
    head = f'schema = 1\nkind = "force"\nname = "Mine"\narmy_list = "{army}"\npoints = {points}\n'
    path.write_text(head + text, encoding="utf-8")
    return path


@pytest.mark.rule("HVK-FORCE-01")
def test_a_force_spends_at_most_its_points():
    assert messages(force(("karn_trooper", 5, 10))) == []
    (message,) = messages(force(("karn_trooper", 5, 10), points=499))
    assert message == "points: the force costs 500 BR, 1 over its 499 points (HVK-FORCE-01)"


@pytest.mark.rule("HVK-FORCE-01")
def test_an_empty_force_is_refused(tmp_path):
    assert messages(force()) == ["unit: a force needs at least one warrior (HVK-FORCE-01)"]
    for text in ("", "unit = []\n"):
        with pytest.raises(InputError, match="at least one warrior"):
            load_force(write_force(tmp_path, text))


@pytest.mark.rule("HVK-FORCE-01")
def test_the_stated_rating_counts_not_the_formula():
    assert force(("glaive_rider", 2, 1)).battle_rating == 42
    assert messages(force(("glaive_rider", 2, 1), points=41)) != []


@pytest.mark.rule("HVK-FORCE-02")
@pytest.mark.parametrize(
    ("points", "size"),
    [
        (0, "brigade"),
        (500, "brigade"),
        (501, "division"),
        (1000, "division"),
        (1001, "corps"),
        (1500, "corps"),
        (1501, "army"),
        (9999, "army"),
    ],
)
def test_the_agreed_points_decide_the_size(points, size):
    assert force_size(points) == size
    assert force(("karn_trooper", 1, 1), points=points).size == size


@pytest.mark.rule("HVK-FORCE-03")
def test_a_type_limit_counts_models_of_all_units_together():
    army = limited("brigade", 6)
    assert messages(force(("karn_trooper", 3, 2), army=army)) == []
    (message,) = messages(force(("karn_trooper", 3, 2), ("karn_trooper", 1, 1), army=army))
    assert message == "unit: 7 x karn_trooper, but a brigade may have 6 (HVK-FORCE-03)"


@pytest.mark.rule("HVK-FORCE-03")
def test_a_limit_holds_for_its_force_size_only():
    army = limited("brigade", 6)
    assert messages(force(("karn_trooper", 7, 1), points=501, army=army)) == []
    assert messages(force(("karn_trooper", 1, 1), army=limited("brigade", 0))) != []
    assert messages(force(("karn_trooper", 7, 1), army=limited("brigade", "U"))) == []
    assert messages(force(("karn_trooper", 7, 1), army=army), havok_2_0().changed(limits="ignore")) == []


@pytest.mark.rule("HVK-FORCE-03")
def test_an_unknown_limit_is_a_note():
    said = check_force(force(("karn_trooper", 7, 1)))
    assert said.problems == ()
    assert said.notes == ("limits in a brigade are unknown and count as U for karn_trooper (HVK-FORCE-03)",)
    assert check_force(force(("karn_trooper", 7, 1), army=limited("brigade", "U"))).notes == ()


@pytest.mark.rule("HVK-FORCE-04")
def test_all_warriors_come_from_one_army_list(tmp_path):
    text = '[[unit]]\nwarrior = "nexus_rebellion/47th_line"\nsize = 3\n'
    with pytest.raises(InputError, match=r"47th_line is not of karn_empire.*HVK-FORCE-04"):
        load_force(write_force(tmp_path, text))
    allies = load_force(write_force(tmp_path, text), ruleset=havok_2_0().changed(allow_allies=True))
    assert allies.counts == {"nexus_rebellion/47th_line": 3}


@pytest.mark.rule("HVK-FORCE-04")
def test_a_type_of_another_list_is_unknown_by_its_short_name(tmp_path):
    with pytest.raises(InputError, match="unknown warrior type of karn_empire '47th_line'"):
        load_force(write_force(tmp_path, '[[unit]]\nwarrior = "47th_line"\n'))


@pytest.mark.rule("HVK-FORCE-05")
def test_units_may_have_any_size_but_vehicles_stand_alone():
    assert messages(force(("karn_trooper", 50, 1))) == []
    assert messages(force(("karn_trooper", 1, 50))) == []
    assert messages(force(("banshee", 1, 2))) == []
    (message,) = messages(force(("banshee", 2, 1)))
    assert message == "unit[1].size: a vehicle is a unit of one, found size 2 (banshee, HVK-FORCE-05)"


@pytest.mark.rule("HVK-FORCE-05")
def test_a_ruleset_may_bound_the_size_of_units():
    rules = havok_2_0().changed(min_unit_size=3, max_unit_size=5)
    assert messages(force(("karn_trooper", 3, 1), ("karn_trooper", 5, 1), ("banshee", 1, 1)), rules) == []
    found = messages(force(("karn_trooper", 2, 1), ("karn_trooper", 6, 1)), rules)
    assert found == [
        "unit[1].size: units have at least 3 models, found 2 (karn_trooper, HVK-FORCE-05)",
        "unit[2].size: units have at most 5 models, found 6 (karn_trooper, HVK-FORCE-05)",
    ]


def test_everything_wrong_with_a_force_is_said_at_once(tmp_path):
    text = """colour = "red"
[[unit]]
warrior = "karn_troper"
size = 0
[[unit]]
warrior = "banshee"
count = 1.0
sise = 2
[[unit]]
size = 3
"""
    with pytest.raises(InputError) as error:
        load_force(write_force(tmp_path, text, points='"many"'))
    found = {problem.key: str(problem) for problem in error.value.problems}
    assert set(found) == {
        "points",
        "colour",
        "unit[1].warrior",
        "unit[1].size",
        "unit[2].count",
        "unit[2].sise",
        "unit[3].warrior",
    }
    assert "did you mean 'karn_trooper'" in found["unit[1].warrior"]
    assert "did you mean 'size'" in found["unit[2].sise"]
    assert all(str(tmp_path) in text for text in found.values())


def test_an_unknown_army_list_does_not_hide_the_rest(tmp_path):
    with pytest.raises(InputError) as error:
        load_force(write_force(tmp_path, '[[unit]]\nwarrior = "x"\nsize = 0\n', army="karn_empir"))
    assert {problem.key for problem in error.value.problems} == {"army_list", "unit[1].size"}
    assert "karn_empire" in str(error.value)


def test_a_force_written_down_is_the_same_force(tmp_path):
    path = tmp_path / "again.toml"
    for name in ("karn_500", "nexus_2000_vehicles"):
        original = load_force(name)
        path.write_text(to_toml(original), encoding="utf-8")
        assert load_force(path) == original
    allies = havok_2_0().changed(allow_allies=True)
    mixed = Force(
        'The "best"', KARN, 500, (UnitEntry(KARN["karn_trooper"], 2, 2), UnitEntry(NEXUS["kinsman"])), "mixed"
    )
    path.write_text(to_toml(mixed), encoding="utf-8")
    assert load_force(path, ruleset=allies) == mixed


def test_a_force_can_be_priced_with_other_cards():
    army = KARN.with_warriors([patched_warrior(KARN["karn_trooper"], {"battle_rating": 9})])
    assert force(("karn_trooper", 5, 2)).using(army).battle_rating == 90
    assert force(("karn_trooper", 5, 2)).using(ArmyList("other", "Other", ())).battle_rating == 100
