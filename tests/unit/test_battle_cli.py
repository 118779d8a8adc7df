"""`havoksim battle`, `sweep` of battles and `verify --battles` on the command line. Ends are written by hand."""

import csv
import io
import json
import re

import pytest

from havoksim.cli.main import main
from tests.reference import toy_battles


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    toy_battles.install(monkeypatch)


def call(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


BATTLE = ("battle", "karn_500", "nexus_500", "-n", "12", "--seed", "1")


def test_the_answer_for_a_reader(capsys):
    code, out, _ = call(capsys, *BATTLE)
    assert code == 0
    assert "Too close to call between Karn 500 (a) and Nexus 500 (b): score of a 54.2 %" in out.replace("\n", " ")
    told = " ".join(out.split())
    for word in ("player", "BR destroyed, mean", "Karn Trooper", "47th Line", "seed 1", "terrain random"):
        assert word in told


def test_the_answer_fits_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = call(capsys, *BATTLE)
    assert max(map(len, out.splitlines())) <= 80
    rows = [line for line in out.splitlines() if "Karn Trooper" in line and line.startswith("a")]
    assert len(rows) == 1  # one line holds all of a type
    assert out.index("Nexus Trooper") > out.index("Karn Trooper")


def test_the_answer_as_json(capsys):
    code, out, _ = call(capsys, *BATTLE, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["n_battles"], answer["wins_a"], answer["draws"], answer["wins_b"]) == (0, 12, 4, 5, 3)
    assert answer["score_a_lo"] < answer["score_a"] < answer["score_a_hi"]
    assert answer["ended_by"] == {"turn_limit": 1.0, "wiped_out": 0.0}
    assert {"br_destroyed_a", "br_destroyed_a_se", "turns_mean", "margin_sd", "win_rate_a"} <= set(answer)
    assert {row["side"] for row in answer["warriors"]} == {"a", "b"}


def test_json_is_the_same_for_any_number_of_threads(capsys):
    one, two = (call(capsys, *BATTLE, "--format", "json", "--threads", t)[1] for t in (1, 2))
    assert one == two


def test_csv_has_one_row_a_type_and_markdown_two_tables(capsys):
    rows = list(csv.DictReader(io.StringIO(call(capsys, *BATTLE, "--format", "csv")[1])))
    assert {row["wins_a"] for row in rows} == {"4"}
    assert rows[0]["warrior"].startswith("karn_empire/")
    assert call(capsys, *BATTLE, "--format", "markdown")[1].count("\n| ---") == 2


def test_one_row_a_battle(capsys, tmp_path):
    code, _, err = call(capsys, *BATTLE, "--each", tmp_path / "each.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "each.csv").read_text())))
    assert (code, len(rows)) == (0, 12)
    assert "wrote" in err
    assert rows[1] == {
        "battle": "1",
        "seat_a": "second",
        "br_destroyed_a": "0",
        "br_destroyed_b": rows[1]["br_destroyed_b"],
        "winner": "b",
        "turns": "4",
        "ended_by": "turn_limit",
    }


def test_many_battles_show_how_far_they_are(capsys, monkeypatch):
    from havoksim.cli import battle

    monkeypatch.setattr(battle, "MANY", 12)
    code, _, err = call(capsys, *BATTLE)
    assert (code, err.splitlines()) == (0, ["12 battles", "100 %  12 of 12"])
    code, _, err = call(capsys, *BATTLE[:4], "13")
    assert code == 2
    assert "12 battles" not in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("karn_500", "nexus_500", "-n", "0"), "-n: must be at least 2: without battles there is no answer"),
        (("karn_500", "nexus_500", "-n", "7"), "-n: must be even"),
        (("karn_50", "nexus_500", "-n", "2"), "FORCE_A: there is no force 'karn_50'"),
        (("karn_500", "nexus_500", "-n", "2", "--terrain", "mud"), "--terrain: unknown terrain 'mud'"),
        (("karn_500", "nexus_500", "-n", "2", "--policy", "rsh"), "did you mean 'rush'"),
        (("karn_500", "nexus_500", "-n", "2", "--points", "300"), "200 over its 300 points"),
        (("karn_500", "nexus_500", "-n", "2", "--threads", "0"), "--threads"),
        (("karn_500", "nexus_500", "-n", "2", "--each", "no/such/folder/each.csv"), "does not exist"),
        (("karn_500", "-n", "2"), "FORCE_B"),
    ],
)
def test_a_wrong_call_leaves_with_2_and_says_why(capsys, arguments, words):
    code, out, err = call(capsys, "battle", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_no_turns_at_all_is_no_game(capsys, tmp_path):
    rules = tmp_path / "none.toml"
    rules.write_text('schema = 1\nkind = "ruleset"\n[ruleset]\nbattle_turns = 0\n')
    code, _, err = call(capsys, *BATTLE, "--ruleset", rules)
    assert code == 2
    assert "battle_turns" in err
    assert "found 0" in err


def test_a_layout_with_overlapping_pieces_is_refused(capsys, tmp_path):
    piece = '[[piece]]\nkind = "hill"\nat = [24, 24]\nradius = 3\n'
    (tmp_path / "two.toml").write_text(f'schema = 1\nkind = "terrain"\nname = "Two"\n{2 * piece}')
    code, _, err = call(capsys, *BATTLE, "--terrain", tmp_path / "two.toml")
    assert code == 2
    assert "piece[2]: the hill overlaps the hill of piece[1]" in err


def test_everything_wrong_with_a_call_is_said_at_once(capsys):
    code, _, err = call(capsys, "battle", "karn_50", "nexsus_500", "-n", "3", "--terrain", "mud", "--policy-b", "x")
    assert code == 2
    assert err.count("error:") == 5


def test_three_forces_make_a_matrix_of_scores(capsys, tmp_path):
    """By the pattern side a wins 8 of 24 battles and b 6; a is first in the alphabet."""
    file = tmp_path / "three.toml"
    file.write_text('schema = 1\nkind = "sweep"\nmode = "battles"\nname = "Three"\nforces = ["*_500"]\nbattles = 24\n')
    code, out, _ = call(capsys, "sweep", file, "-o", tmp_path / "run", "--no-plots")
    assert code == 0
    lines = out.splitlines()
    top = next(i for i, line in enumerate(lines) if line.startswith("Score in % of the row against the column"))
    assert "95%" in lines[top]
    assert lines[top + 1].split() == ["karn_500", "nexus_500", "pteravore_500"]
    karn, nexus, pteravore = (re.findall(r"[\d.]+ ±|^\w+", line) for line in lines[top + 2 : top + 5])
    assert karn == ["karn_500", "54.2 ±", "54.2 ±"]
    assert nexus == ["nexus_500", "45.8 ±", "54.2 ±"]
    assert pteravore == ["pteravore_500", "45.8 ±", "45.8 ±"]
    assert max(map(len, lines)) <= max(80, 8 + len(str(tmp_path)) + 60)


def test_a_sweep_of_battles(capsys, tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(
        'schema = 1\nkind = "sweep"\nmode = "battles"\nname = "Small"\n'
        'forces = ["karn_500", "nexus_500"]\nbattles = 8\n'
    )
    code, out, err = call(capsys, "sweep", file, "-o", tmp_path / "run")
    assert code == 0
    assert "Factions against the forces of the others" in out
    assert "blocks of battles" in err
    assert (tmp_path / "run" / "plots" / "scores.png").is_file()
    again = json.loads(call(capsys, "sweep", file, "-o", tmp_path / "run", "--format", "json", "--no-plots")[1])
    assert (again["ruleset"], len(again["matchups"]), len(again["factions"])) == ("havok_2_0", 1, 2)
    rows = call(capsys, "sweep", file, "-o", tmp_path / "run", "--format", "csv", "--no-plots")[1].splitlines()
    assert (len(rows), rows[0].split(",")[:3]) == (2, ["ruleset", "force_a", "force_b"])
    assert "**Matchups" in call(capsys, "sweep", file, "-o", tmp_path / "run", "--format", "markdown", "--no-plots")[1]
