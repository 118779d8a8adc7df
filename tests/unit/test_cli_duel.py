"""`havoksim duel`: who wins, in every form, and what is refused."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

from havoksim.cli.main import cli


def run(*arguments):
    return CliRunner().invoke(cli, ["duel", *map(str, arguments)])


def answer(*arguments):
    shown = run(*arguments, "--format", "json")
    assert shown.exit_code == 0, shown.stderr
    return json.loads(shown.stdout)


def short_range(folder):
    """Write a ruleset under which nobody hits beyond six inches."""
    path = folder / "short.toml"
    path.write_text('schema = 1\nkind = "ruleset"\nid = "short"\nname = "Short"\n[ruleset]\nmax_range = 6\n')
    return path


def total(found):
    return found["p_win_a"] + found["p_win_b"] + found["p_draw"] + found["p_undecided"]


def test_a_fire_duel_is_exact_and_whole():
    found = answer("5xkarn_trooper", "5xnexus_trooper", "--range", 6)
    assert found["method"] == "exact"
    assert total(found) == pytest.approx(1, abs=1e-12)
    assert (found["br_a"], found["br_b"]) == (50, 40)
    assert found["br_left_a"] + found["br_destroyed_b"] == pytest.approx(50, abs=1e-9)


def test_the_same_side_twice_is_even():
    found = answer("3xrazor", "3xrazor", "--order", "simultaneous")
    assert found["p_win_a"] == pytest.approx(found["p_win_b"], abs=1e-12)
    assert found["p_draw"] > 0
    assert run("3xrazor", "3xrazor").stdout.startswith("Even: ")


def test_cover_helps_who_has_it():
    call = ("3xrazor", "3xrazor")
    assert answer(*call, "--cover-a")["score_a"] > 0.5 > answer(*call, "--cover-b")["score_a"]
    both = answer(*call, "--cover-a", "--cover-b")
    assert both == answer(*call, "--cover")
    assert both["score_a"] == pytest.approx(0.5, abs=1e-12)


def test_equal_br_chooses_the_numbers():
    found = answer("hammer", "razor", "--equal-br", "--br-cap", 300)
    assert max(found["br_a"], found["br_b"]) <= 300
    assert abs(found["br_a"] - found["br_b"]) <= 10


def test_a_turn_limit_is_told():
    assert "over 2 battle turns" in " ".join(run("3xrazor", "3xrazor", "--turns", 2).stdout.split())
    assert total(answer("3xrazor", "3xrazor", "--turns", 2)) == pytest.approx(1, abs=1e-12)


def test_melee_between_two_warriors_is_exact():
    found = answer("hundred_battle_form", "razor", "--mode", "melee")
    assert found["method"] == "exact"
    assert "range" not in found
    assert found["p_win_a"] > 0.5


def test_the_table_tells_the_finding_first():
    lines = run("5xkarn_trooper", "5xnexus_trooper", "--range", 6).stdout.split("\n\n")
    assert " ".join(lines[0].split()).startswith("5 x Karn Trooper win ")
    assert "in fire at 6 inches" in " ".join(lines[0].split())
    assert lines[1].splitlines()[1].split() == ["BR", "fielded", "50", "40"]
    assert lines[-1].startswith("- exact; ruleset havok_2_0\n")


def test_csv_is_one_row():
    rows = list(csv.DictReader(io.StringIO(run("razor", "karn_trooper", "--format", "csv").stdout)))
    assert len(rows) == 1
    assert float(rows[0]["p_win_a"]) + float(rows[0]["p_win_b"]) == pytest.approx(1, abs=1e-12)


def test_markdown_can_be_pasted():
    text = run("razor", "karn_trooper", "--format", "markdown").stdout
    assert "| BR fielded | 19 | 10 |" in text


def test_a_stalemate_is_no_draw(tmp_path):
    call = ("3xrazor", "3xrazor", "--range", 12, "--ruleset", short_range(tmp_path))
    found = answer(*call)
    assert (found["p_undecided"], found["p_draw"]) == (1.0, 0.0)
    assert run(*call).stdout.startswith("Nobody wins: ")


@pytest.mark.rule("HVK-WIN-01")
def test_after_one_turn_more_br_destroyed_wins():
    def p_kill(shooter, target):
        shown = CliRunner().invoke(cli, ["odds", "fire", shooter, target, "--range", "6", "--format", "json"])
        return json.loads(shown.stdout)["kills"]["pmf"][1]

    a_kills, b_kills = p_kill("banshee", "hammer"), p_kill("hammer", "banshee")
    found = answer("banshee", "hammer", "--range", 6, "--turns", 1, "--order", "simultaneous")
    # both may die: then a has destroyed the 64 BR of the Hammer, b only the 45 of the Banshee
    assert found["p_win_a"] == pytest.approx(a_kills, abs=1e-12)
    assert found["p_win_b"] == pytest.approx(b_kills * (1 - a_kills), abs=1e-12)


@pytest.mark.rule("HVK-WIN-02")
def test_equal_br_destroyed_at_the_limit_is_a_draw(tmp_path):
    found = answer("razor", "razor", "--range", 12, "--turns", 3, "--ruleset", short_range(tmp_path))
    assert (found["p_draw"], found["p_undecided"]) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("razor", "banshee", "--mode", "melee"), "HVK-LIST-07"),
        (("razor", "karn_trooper", "--mode", "psyke"), "HVK-PROF-03"),
        (("razor", "karn_trooper", "--mode", "melee", "--range", 6), "leave out --range"),
        (("razor", "karn_trooper", "--range", -1), "--range"),
        (("razor", "karn_trooper", "--turns", -1), "--turns"),
        (("razor", "karn_trooper", "--br-cap", 100), "--br-cap belongs to --equal-br"),
        (("razor", "karn_trooper", "--engine", "exact", "-n", 5), "leave out -n"),
        (("razor", "karn_troper"), "did you mean 'karn_empire/karn_trooper'?"),
        (("0xrazor", "karn_trooper"), "1"),
        (("razor",), "'B'"),
    ],
)
def test_what_cannot_be_fought_is_said(arguments, said):
    shown = run(*arguments)
    assert shown.exit_code == 2
    assert said in shown.stderr
    assert shown.stdout == ""
