"""Does reading a file say everything that is wrong with it, in words that help?"""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_army_list, load_file, load_force, validate_paths

WARRIOR = """
[[warrior]]
id = "{id}"
name = "A"
speed = 1
firepower = 1
close_combat = 1
psyke = 1
strength = 2
armour = 2
battle_rating = 10
"""
HEAD = 'schema = 1\nkind = "army_list"\nid = "mine"\nname = "Mine"\n'


@pytest.fixture
def write(tmp_path):
    def put(text, name="mine.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return put


def problems(load, *arguments):
    with pytest.raises(InputError) as error:
        load(*arguments)
    return error.value.problems


def test_five_mistakes_give_five_problems(write):
    text = HEAD.replace("schema = 1", "schema = 2") + WARRIOR.format(id="a").replace("strength = 2", "strength = 0")
    text += 'abilities = ["surg"]\n' + WARRIOR.format(id="a").replace("armour = 2", "armor = 2") + "known = [3]\n"
    found = problems(load_army_list, write(text))
    assert [problem.key for problem in found] == [
        "schema",
        "warrior[1].strength",
        "warrior[1].abilities",
        "warrior[2].armour",
        "warrior[2].known[1]",
        "warrior[2].armor",
        "warrior[2].id",
    ]
    by_key = {problem.key: str(problem) for problem in found}
    assert "found 0 (a)" in by_key["warrior[1].strength"]
    assert "did you mean 'armour'" in by_key["warrior[2].armor"]
    assert "taken by warrior[1]" in by_key["warrior[2].id"]
    assert "did you mean 'surge'" in by_key["warrior[1].abilities"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("strength = 1.0", "must be a whole number from 1 to 1000, found 1.0 (a)"),
        ("strength = true", "must be a whole number from 1 to 1000, found true (a)"),
        ('strength = "2"', 'must be a whole number from 1 to 1000, found "2" (a)'),
        ("strength = 2024-01-01", "must be a whole number from 1 to 1000, found 2024-01-01 (a)"),
        ("strength = inf", "must be a whole number from 1 to 1000, found inf (a)"),
        ("strength = {}", "must be a whole number from 1 to 1000, found a table (a)"),
    ],
)
def test_the_value_found_and_what_is_allowed_are_said(write, line, message):
    (problem,) = problems(load_army_list, write(HEAD + WARRIOR.format(id="a").replace("strength = 2", line)))
    assert (problem.key, problem.message) == ("warrior[1].strength", message)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("vehicle = 1", "vehicle"),
        ("base_radius = 0", "base_radius"),
        ("base_radius = nan", "base_radius"),
        ('limits = { brigade = "V" }', "limits.brigade"),
        ("limits = { brigade = -1 }", "limits.brigade"),
        ("limits = { brigade = 1.0 }", "limits.brigade"),
        ("limits = { brigad = 1 }", "limits"),
        ("limits = 3", "limits"),
        ("abilities = 'surge'", "abilities"),
        ("abilities = 2024-01-01", "abilities"),
        ("army_list = 'mine'", "army_list"),
        ("carries = { capacity = 0 }", "carries.capacity"),
        ("carries = { types = 'none' }", "carries"),
        ("known = ['strenght']", "known"),
    ],
)
def test_each_key_refuses_what_it_cannot_mean(write, line, key):
    found = problems(load_army_list, write(HEAD + WARRIOR.format(id="a") + line + "\n"))
    assert f"warrior[1].{key}" in {p.key for p in found} or f"warrior[1].{key}.capacity" in {p.key for p in found}


def test_an_int_does_where_a_number_is_wanted(write):
    army = load_army_list(write(HEAD + WARRIOR.format(id="a") + "base_radius = 2\n"))
    assert army["a"].radius == 2.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema = 1\nkind = 'army_list'\nid = = 3", "line 3, column 6"),
        ("[[warrior]\n", "line 1"),
        (b"\xff\xfeschema", "UTF-8"),
        ("", "kind: is missing"),
        ('schema = 1\nkind = "armylist"', "did you mean 'army_list'"),
        ('schema = 1\nkind = "campaign"', "not read by this version"),
        ('kind = "army_list"\nid = "m"\nname = "M"\nwarrior = []', "schema: is missing"),
        ("schema = 1\nkind = 7", "found 7"),
        (HEAD, "warrior: is missing"),
        (HEAD + "warrior = []\n", r"at least one \[\[warrior\]\]"),
        (HEAD + "warrior = 3\n", "must be a list"),
        (HEAD.replace('"mine"', '"My list"') + WARRIOR.format(id="a"), "did you mean 'my_list'"),
        (HEAD + WARRIOR.format(id="a b"), "small letters"),
        (HEAD + "warior = 1\n" + WARRIOR.format(id="a"), "did you mean 'warrior'"),
    ],
)
def test_a_file_that_is_no_army_list_says_why(write, text, words):
    with pytest.raises(InputError, match=words) as error:
        load_army_list(write(text))
    assert "mine.toml" in str(error.value)


def test_a_file_of_another_kind_is_named(write):
    path = write(HEAD + WARRIOR.format(id="a"))
    with pytest.raises(InputError, match="holds an army list, but a force is wanted"):
        load_force(path)


def test_a_byte_order_mark_does_not_matter(write):
    assert load_army_list(write(b"\xef\xbb\xbf" + (HEAD + WARRIOR.format(id="a")).encode())).id == "mine"


def test_a_changed_file_is_read_again(write):
    path = write(HEAD + WARRIOR.format(id="a"))
    assert load_army_list(path).ids == ("a",)
    write(HEAD + WARRIOR.format(id="another"))
    assert load_army_list(path).ids == ("another",)


def test_validate_checks_every_file_below_a_folder(write, tmp_path):
    (tmp_path / "deep").mkdir()
    write(HEAD + WARRIOR.format(id="a"), "good.toml")
    write(HEAD, "deep/bad.toml")
    write("not = [toml", "deep/worse.toml")
    write("ignored", "notes.txt")
    reports = {report.path.name: report for report in validate_paths([tmp_path])}
    assert set(reports) == {"good.toml", "bad.toml", "worse.toml"}
    assert [report.ok for report in reports.values()].count(True) == 1
    assert (reports["bad.toml"].kind, reports["worse.toml"].kind) == ("army_list", "")
    assert any("limits are unknown" in note for note in reports["good.toml"].notes)


def test_validate_says_what_is_no_file(tmp_path):
    (empty,) = validate_paths([tmp_path])
    assert "no .toml files" in str(empty.problems[0])
    (missing,) = validate_paths([tmp_path / "nothing.toml"])
    assert "no such file" in str(missing.problems[0])


def test_notes_name_prices_off_the_formula():
    from havoksim.model.places import packaged

    (report,) = validate_paths([packaged("army_lists") / "karn_empire.toml"])
    assert "glaive_rider: stated BR 21, by the formula 19 (HVK-PROF-05)" in report.notes


def test_load_file_goes_by_kind(write):
    path = write(HEAD + WARRIOR.format(id="a"))
    assert load_file(path) == load_army_list(path)
    with pytest.raises(InputError, match="is a folder"):
        load_file(path.parent)
