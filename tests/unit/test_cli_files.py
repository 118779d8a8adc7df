"""The verbs about files and rules: warriors, validate, rules, generate, import."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from havoksim.cli import duel as cli_duel
from havoksim.cli import generate as cli_generate
from havoksim.cli.main import cli
from havoksim.cli.warriors import COLUMNS

ROOT = Path(__file__).resolve().parents[2]

CARD = """
[[warrior]]
id = "{id}"
name = "A"
speed = 1
firepower = 1
close_combat = 1
psyke = 1
strength = 1
armour = 1
battle_rating = 3
"""


def run(*arguments):
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------------- warriors


def table(*arguments):
    shown = run("warriors", *arguments, "--format", "csv")
    assert shown.exit_code == 0, shown.stderr
    return {row["id"]: row for row in csv.DictReader(io.StringIO(shown.stdout))}


@pytest.mark.rule("HVK-PROF-05")
def test_stated_and_formula_ratings_stand_side_by_side():
    rows = table()
    assert tuple(rows["karn_empire/banshee"]) == COLUMNS
    pairs = {name: (rows[name]["battle_rating"], rows[name]["formula_br"]) for name in rows}
    assert pairs["karn_empire/karn_trooper"] == ("10", "10")
    assert pairs["karn_empire/banshee"] == ("45", "45")
    assert pairs["karn_empire/glaive_rider"] == ("21", "19")


def test_one_list_at_a_time():
    assert {name.partition("/")[0] for name in table("pteravore")} == {"pteravore"}


def test_a_ruleset_prices_by_its_own_formula(here):
    Path("mine.toml").write_text(
        'schema = 1\nkind = "ruleset"\nid = "m"\nname = "M"\n[ruleset.br_formula]\nbase = 4\nspeed = 2\nfirepower = 4\n'
        "close_combat = 2\npsyke = 2\nstrength = 3\narmour = 4.5\n"
    )
    assert table("karn_empire", "--ruleset", "mine.toml")["karn_empire/karn_trooper"]["formula_br"] == "11.5"


def test_an_unknown_list_is_suggested():
    shown = run("warriors", "karn_empir")
    assert shown.exit_code == 2
    assert "did you mean 'karn_empire'?" in shown.stderr


# ---------------------------------------------------------------------- validate


def write_bad(path):
    path.write_text(
        'schema = 1\nkind = "army_list"\nid = "x"\nname = "X"\n'
        + CARD.format(id="a").replace("speed = 1", "speed = -1").replace("strength = 1", "strength = 0")
        + 'abilities = ["surg"]\ncolour = "red"\n'
        + CARD.format(id="a")
    )


@pytest.mark.rule("HVK-PROF-01", "HVK-PROF-04")
def test_five_mistakes_give_five_errors(here):
    write_bad(Path("bad.toml"))
    shown = run("validate", "bad.toml", "--format", "json")
    assert shown.exit_code == 2
    errors = [row for row in json.loads(shown.stdout) if row["verdict"] == "error"]
    assert len(errors) == 5
    keys = {row["key"] for row in errors}
    assert keys == {
        "warrior[1].speed",
        "warrior[1].strength",
        "warrior[1].abilities",
        "warrior[1].colour",
        "warrior[2].id",
    }
    assert all(row["file"] == "bad.toml" for row in errors)


def test_a_folder_stands_for_every_file_below_it(here):
    (here / "a" / "b").mkdir(parents=True)
    write_bad(here / "a" / "b" / "bad.toml")
    Path("a/good.toml").write_text('schema = 1\nkind = "army_list"\nid = "y"\nname = "Y"\n' + CARD.format(id="a"))
    shown = run("validate", "a")
    assert shown.exit_code == 2
    lines = shown.stdout.splitlines()
    assert lines[-1] == "2 files: 1 wrong, 5 errors in all"
    assert any(line.startswith("right  a/good.toml") for line in lines)


def test_our_own_files_are_right():
    shown = run("validate", ROOT / "army_lists", ROOT / "havoksim" / "rulesets")
    assert shown.exit_code == 0, shown.stdout


def test_notes_are_shown_when_asked_for():
    path = ROOT / "army_lists" / "karn_empire.toml"
    assert "note:" in run("validate", path, "--notes").stdout
    quiet = run("validate", path, "--no-notes").stdout
    assert "note:" not in quiet
    assert "--notes shows them" in quiet


def test_a_file_that_is_not_there_is_wrong(here):
    shown = run("validate", "none.toml")
    assert shown.exit_code == 2
    assert "none.toml" in shown.stdout


# ---------------------------------------------------------------------- rules


def test_a_clause_with_everything_about_it():
    text = run("rules", "hvk-fire-05").stdout
    assert text.startswith("HVK-FIRE-05  Exploding sixes\n")
    for part in (
        "  rule ",
        "  reading ",
        "  options ",
        "  dice ",
        "  depends  HVK-FIRE-04",
        "  played   yes",
        "  tests ",
    ):
        assert part in text
    assert "test_cli_odds.py::test_six_dice_on_four_against_armour_two" in text


def test_the_clauses_of_a_chapter_in_a_table():
    lines = run("rules", "HVK-PSY").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["HVK-PSY", "HVK-PSY-01", "HVK-PSY-02", "HVK-PSY-03", "HVK-PSY-04"]


def test_without_an_id_the_core_game_is_listed():
    text = run("rules").stdout
    assert "HVK-PROF-01" in text
    assert "HVK-LIST-13" in text
    assert "CMP-MAP-01" not in text
    assert "139 clauses" in text
    assert "238 clauses" in text


def test_rules_as_json():
    found = json.loads(run("rules", "HVK-FIRE-04", "--format", "json").stdout)[0]
    assert found["implemented"] == "yes"
    assert found["depends"] == ["HVK-FIRE-09"]
    assert any("test_cli_odds.py" in test for test in found["tests"])
    assert len(json.loads(run("rules", "--format", "json").stdout)) == 454


def test_unknown_clauses_are_reported_together():
    shown = run("rules", "HVK-FIR-05", "HVK-ARM-1")
    assert shown.exit_code == 2
    assert "did you mean 'HVK-FIRE-05'?" in shown.stderr
    assert "did you mean 'HVK-ARM-01'?" in shown.stderr


def test_coverage_counts_and_flags(here):
    (here / "tests").mkdir()
    mark = "@pytest.mark.rule({})\ndef test_x(): ...\n"
    ids = '"HVK-ARM-01", "HVK-FIRE-03", "HVK-FIRE-04", "HVK-FIRE-05", "HVK-NO-01"'
    Path("tests/test_x.py").write_text("import pytest\n" + mark.format(ids))
    shown = run("rules", "--coverage", "--tests", "tests")
    assert shown.exit_code == 1
    assert "havok: 4 of 77 clauses named by a test" in shown.stdout
    assert "names an unknown clause HVK-NO-01" in shown.stderr
    assert "names 5 clauses (at most 3)" in shown.stderr
    missing = run("rules", "HVK-ARM", "HVK-WIN", "--missing", "--tests", "tests")
    assert "missing: HVK-WIN-01 HVK-WIN-02 HVK-WIN-03" in missing.stdout
    assert missing.exit_code == 0


def test_an_installation_without_tests_says_so(monkeypatch):
    monkeypatch.setattr("havoksim.ledger.coverage.tests_folder", lambda: None)
    assert "this installation has no tests" in run("rules", "HVK-ARM-01").stdout.replace("\n           ", " ")
    shown = run("rules", "--coverage")
    assert shown.exit_code == 2
    assert "has no tests" in shown.stderr


# ---------------------------------------------------------------------- generate and import


def test_generated_forces_are_legal_files(here):
    shown = run("generate", "karn_empire", "--points", 500, "--style", "swarm", "--count", 3, "--seed", 7, "-o", "f")
    assert shown.exit_code == 0, shown.stderr
    assert len(list(Path("f").iterdir())) == 3
    assert run("validate", "f").exit_code == 0
    before = {path.name: path.read_bytes() for path in Path("f").iterdir()}
    run("generate", "karn_empire", "--points", 500, "--style", "swarm", "--count", 3, "--seed", 7, "-o", "f")
    assert before == {path.name: path.read_bytes() for path in Path("f").iterdir()}


def test_one_force_is_printed_as_a_file(here):
    shown = run("generate", "pteravore", "--points", 500)
    Path("mine.toml").write_text(shown.stdout)
    assert run("validate", "mine.toml").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("karn_empire", "--points", 500, "--count", 2), "-o DIR"),
        (("karn_empire", "--points", 0), "points"),
        (("karn_empir", "--points", 500), "did you mean 'karn_empire'?"),
        (("karn_empire", "--points", 500, "--style", "swrm"), "swarm"),
        (("karn_empire", "--points", 500, "-o", "no/such"), "does not exist"),
        (("pteravore", "--points", 500, "--style", "vehicles"), "no vehicles"),
    ],
)
def test_what_cannot_be_generated_is_said(here, arguments, said):
    shown = run("generate", *arguments)
    assert shown.exit_code == 2
    assert said in shown.stderr
    assert list(here.iterdir()) == []


def test_the_choices_of_options_are_those_of_the_game():
    from havoksim.model.generate import STYLES
    from havoksim.odds.duel import ENGINES, MODES, ORDERS

    assert STYLES == cli_generate._STYLES
    chosen = {p.name: tuple(p.type.choices) for p in cli_duel.command.params if hasattr(p.type, "choices")}
    assert (chosen["mode"], chosen["order"], chosen["engine"]) == (MODES, ORDERS, ENGINES)


def test_a_spreadsheet_becomes_an_army_list(here):
    assert run("import", "--template", "-o", "cards.csv").exit_code == 0
    shown = run("import", "cards.csv", "-o", "my_list.toml")
    assert shown.exit_code == 0, shown.stderr
    assert run("validate", "my_list.toml").exit_code == 0
    assert set(table("my_list.toml")) == {"my_list/karn_trooper", "my_list/banshee"}


def test_a_spreadsheet_with_missing_columns_writes_nothing(here):
    Path("cards.csv").write_text("id,name,speed\na,A,1\n")
    shown = run("import", "cards.csv", "-o", "mine.toml")
    assert shown.exit_code == 2
    for column in ("firepower", "strength", "battle_rating"):
        assert column in shown.stderr
    assert not Path("mine.toml").exists()


def test_import_wants_one_table():
    assert "name one table" in run("import").stderr
    assert "name one table" in run("import", "a.csv", "--template").stderr
