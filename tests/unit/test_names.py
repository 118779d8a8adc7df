"""Does every name mean one thing, and does a near miss say what was meant?"""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_army_list, load_force
from havoksim.model.names import all_army_lists, find_warrior, parse_side, resolve_file

CARD = """
[[warrior]]
id = "{id}"
name = "Mine"
speed = 1
firepower = 1
close_combat = 1
psyke = 1
strength = 2
armour = 2
battle_rating = {br}
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current folder with an army list of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "army_lists").mkdir()

    def put(name, list_id, card_id, br=10):
        head = f'schema = 1\nkind = "army_list"\nid = "{list_id}"\nname = "L"\n'
        path = tmp_path / "army_lists" / name
        path.write_text(head + CARD.format(id=card_id, br=br), encoding="utf-8")
        return path

    return put


def test_names_resolve_to_the_package_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert resolve_file("karn_empire", "army_list").name == "karn_empire.toml"
    for name in ("karn_500", "forces/karn_500", "forces/karn_500.toml"):
        assert load_force(name).id == "karn_500"


def test_a_path_wins_over_a_name(here, tmp_path):
    path = here("karn_empire.toml", "karn_empire", "mine")
    assert resolve_file("karn_empire", "army_list").resolve() == path
    path.rename(tmp_path / "karn_empire.toml")
    assert load_army_list("karn_empire").ids == ("mine",)
    assert load_army_list(str(tmp_path / "karn_empire")).ids == ("mine",)


def test_own_lists_come_first_and_replace_those_of_the_same_id(here):
    here("mine.toml", "mine", "mine_trooper")
    here("karn.toml", "karn_empire", "karn_trooper", br=11)
    assert [army.id for army in all_army_lists()] == ["karn_empire", "mine", "nexus_rebellion", "pteravore"]
    assert find_warrior("karn_trooper").battle_rating == 11
    assert find_warrior("mine_trooper").full_id == "mine/mine_trooper"


def test_a_name_that_two_lists_share_must_be_told_apart(here):
    here("mine.toml", "mine", "banshee")
    with pytest.raises(InputError, match="mine/banshee or karn_empire/banshee"):
        find_warrior("banshee")
    assert find_warrior("karn_empire/banshee").battle_rating == 45
    assert find_warrior("mine/banshee").battle_rating == 10


def test_two_files_with_one_list_id_are_refused(here):
    here("a.toml", "mine", "x")
    here("b.toml", "mine", "y")
    with pytest.raises(InputError, match="is also that of"):
        all_army_lists()


def test_other_files_beside_army_lists_do_not_matter(here, tmp_path):
    (tmp_path / "army_lists" / "f.toml").write_text('schema = 1\nkind = "force"\n', encoding="utf-8")
    assert len(all_army_lists()) == 3


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("karn_troper", "karn_empire/karn_trooper"),
        ("Banshe", "karn_empire/banshee"),
        ("karn_empire/bansheee", "karn_empire/banshee"),
        ("karn_empir/banshee", "karn_empire/banshee"),
        ("46th_line", "nexus_rebellion/47th_line"),
    ],
)
def test_a_near_miss_is_suggested(name, meant):
    with pytest.raises(InputError) as error:
        find_warrior(name)
    assert error.value.problems[0].suggestion == meant


def test_an_unknown_file_is_named_with_the_nearest():
    with pytest.raises(InputError, match="did you mean 'karn_500'"):
        load_force("forces/karn_50")
    with pytest.raises(InputError, match="did you mean 'karn_empire'"):
        load_army_list("karn_empyre")
    with pytest.raises(InputError, match="needs a name"):
        load_army_list(" ")
    with pytest.raises(InputError, match="there is no army list"):
        load_army_list("x" * 5000)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        load_army_list(tmp_path)


@pytest.mark.parametrize(
    ("text", "models", "name"),
    [
        ("5xkarn_trooper", 5, "karn_trooper"),
        ("karn_trooper", 1, "karn_trooper"),
        ("5x47th_line", 5, "47th_line"),
        ("47th_line", 1, "47th_line"),
        ("12 x nexus_rebellion/kinsman", 12, "kinsman"),
    ],
)
def test_sides_are_written_as_number_and_type(text, models, name):
    side = parse_side(text)
    assert (side.models, side.warrior.id) == (models, name)
    assert side.battle_rating == models * side.warrior.battle_rating


@pytest.mark.parametrize(
    "text", ["0xbanshee", "-1xbanshee", "1.5xbanshee", "", "x", "5x", "5xbansheee", "9999999999999xbanshee"]
)
def test_a_side_that_cannot_be_is_refused(text):
    with pytest.raises(InputError):
        parse_side(text)
