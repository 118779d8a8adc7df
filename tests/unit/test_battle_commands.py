"""`havoksim battle`, `replay`, `referee` and `verify --battles` end to end, on battles that are really fought."""

import csv
import io
import json
import re

import pytest

from havoksim.cli.main import main

#: Figures that the answer promises, whatever else it has.
PROMISED = {
    "score_a", "score_a_lo", "score_a_hi", "score_a_se", "wins_a", "draws", "wins_b", "n_battles", "win_rate_a",
    "br_destroyed_a", "br_destroyed_a_se", "br_destroyed_b", "br_destroyed_b_se", "margin_mean", "margin_mean_se",
    "margin_sd", "turns_mean", "turns_mean_se", "ended_by", "warriors", "seed", "policy_a", "policy_b",
}  # fmt: skip
FORCES = ("forces/karn_500", "forces/nexus_500")
BATTLE = ("battle", *FORCES, "-n", "8", "--seed", "1")


def call(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def recorded(capsys, tmp_path):
    """The record of battle 5, and its lines."""
    path = tmp_path / "r.jsonl"
    code, out, err = call(capsys, "replay", *FORCES, "--seed", "1", "--battle", "5", "--record", path)
    assert (code, f"wrote {path}" in err) == (0, True)
    assert "Battle turn 4" in out
    return path, path.read_text().splitlines()


def test_the_answer_has_every_figure_that_is_promised(capsys):
    code, out, _ = call(capsys, *BATTLE, "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert set(answer) >= PROMISED
    assert answer["n_battles"] == answer["wins_a"] + answer["draws"] + answer["wins_b"] == 8
    assert answer["score_a"] == (answer["wins_a"] + answer["draws"] / 2) / 8
    assert sum(answer["ended_by"].values()) == 1
    for side, foe in (("a", "b"), ("b", "a")):
        rows = [row for row in answer["warriors"] if row["side"] == side]
        assert sum(row["br_fielded"] for row in rows) == 500
        assert sum(row["br_lost"] for row in rows) == pytest.approx(answer[f"br_destroyed_{foe}"])
        assert 0 < sum(row["br_destroyed"] for row in rows) <= answer[f"br_destroyed_{side}"] + 1e-9


def test_paths_and_names_of_forces_are_the_same(capsys):
    by_name = call(capsys, "battle", "karn_500", "nexus_500", "-n", "2", "--seed", "1", "--format", "json")
    by_path = call(
        capsys, "battle", "army_lists/forces/karn_500.toml", "forces/nexus_500", "-n", "2", "--seed", "1", "--format",
        "json",
    )  # fmt: skip
    assert by_name == by_path


def test_the_bytes_do_not_hang_on_threads(capsys, tmp_path):
    files = []
    for threads in (1, 2):
        path = tmp_path / f"{threads}.json"
        code, *_ = call(capsys, *BATTLE, "--threads", threads, "-o", path)
        assert code == 0
        files.append(path.read_bytes())
    assert files[0] == files[1]


def test_a_replay_is_the_row_of_its_battle(capsys, tmp_path, recorded):
    path, lines = recorded
    call(capsys, *BATTLE, "--each", tmp_path / "each.csv")
    row = list(csv.DictReader(io.StringIO((tmp_path / "each.csv").read_text())))[5]
    code, out, _ = call(capsys, "referee", path, "--format", "json")
    verdict = json.loads(out)
    assert (code, verdict["legal"]) == (0, True)
    end, said = json.loads(lines[-1]), verdict["result"]
    assert row == {
        "battle": "5",
        "seat_a": "second",
        "br_destroyed_a": str(end["score"]["a"]),
        "br_destroyed_b": str(end["score"]["b"]),
        "winner": end["winner"] or "draw",
        "turns": str(end["turns"]),
        "ended_by": end["ended_by"],
    }
    assert (said["battle"], said["seat_first"]) == (5, "b")
    assert (said["br_destroyed_a"], said["br_destroyed_b"]) == (end["score"]["a"], end["score"]["b"])
    assert said["deployed"] == said["fielded"]


def changed(lines, path, event, change):
    """Write a record in which the first event of a kind that has dice is another."""
    lines = list(lines)
    for place, text in enumerate(lines):
        line = json.loads(text)
        if line.get("event") == event and change(line):
            lines[place] = json.dumps(line)
            break
    else:
        raise AssertionError(f"no {event} to change")
    path.write_text("\n".join(lines) + "\n")
    return place + 1


def another_face(line):
    faces = line["groups"][0]["faces"]
    faces[0] = 1 if faces[0] != 1 else 2
    return True


@pytest.mark.rule("HVK-FIRE-05")
def test_one_changed_die_is_found(capsys, tmp_path, recorded):
    at = changed(recorded[1], tmp_path / "bad.jsonl", "volley", another_face)
    code, out, _ = call(capsys, "referee", tmp_path / "bad.jsonl", "--format", "csv")
    assert code == 1
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (rows[0]["line"], rows[0]["clause"]) == (str(at), "HVK-FIRE-03")
    assert re.search(r"die 0: \d", rows[0]["expected"])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda lines: lines[:-1], "cut short"),
        (lambda lines: [*lines[:-1], lines[-1][:-30]], "cut short"),
        (lambda lines: [lines[0].replace('"havoksim_record": 1', '"havoksim_record": 2'), *lines[1:]], "version 2"),
        (lambda lines: [], "empty"),
    ],
)
def test_a_record_that_is_no_whole_record_of_this_version(capsys, tmp_path, recorded, spoil, words):
    path = tmp_path / "spoilt.jsonl"
    path.write_text("\n".join(spoil(recorded[1])))
    code, out, err = call(capsys, "referee", path)
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize("battle", ["-1", str(2**48), "3.5", "x"])
def test_a_battle_that_no_seed_has(capsys, tmp_path, battle):
    path = tmp_path / "r.jsonl"
    code, out, err = call(capsys, "replay", *FORCES, "--seed", "1", "--battle", battle, "--record", path)
    assert (code, out, path.exists()) == (2, "", False)
    assert "--battle" in err


def test_the_last_battle_of_a_seed_can_be_fought(capsys):
    code, out, _ = call(capsys, "replay", *FORCES, "--seed", str(2**128 - 1), "--battle", str(2**48 - 1))
    assert code == 0
    assert "battle 281474976710655 of seed 340282366920938463463374607431768211455" in " ".join(out.split())


# ---------------------------------------------------------------------- what cannot be fought


@pytest.fixture
def write(tmp_path):
    def make(name, text):
        (tmp_path / name).write_text(f"schema = 1\n{text}")
        return tmp_path / name

    return make


def refused(capsys, *arguments):
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return err


@pytest.mark.rule("HVK-DEPLOY-03")
def test_a_zone_that_is_too_small_for_the_models(capsys, write, tmp_path):
    rules = write("shallow.toml", 'kind = "ruleset"\n[ruleset]\ndeploy_depth = 2.5\n')
    err = refused(capsys, *BATTLE, "--ruleset", rules, "--each", tmp_path / "each.csv", "-o", tmp_path / "a.json")
    assert "Banshee does not fit into a zone of 48 x 2.5 inches (HVK-DEPLOY-03)" in err
    assert not list(tmp_path.glob("a.json*"))
    assert not list(tmp_path.glob("each*"))


@pytest.mark.rule("HVK-DEPLOY-03")
def test_a_zone_that_terrain_fills_is_refused_with_the_number_of_the_battle(capsys, write):
    ends = "".join(
        f'[[piece]]\nkind = "building"\ncorners = [[0, {y}], [48, {y}], [48, {y + 12}], [0, {y + 12}]]\n'
        for y in (0, 36)
    )
    ground = write("full.toml", f'kind = "terrain"\nname = "Full"\n{ends}')
    solid = "{ cover = true, blocks_sight = true, blocks_foot = true, blocks_vehicle = true }"
    rules = write("solid.toml", f'kind = "ruleset"\n[ruleset.terrain_kinds]\nbuilding = {solid}\n')
    err = refused(capsys, *BATTLE, "--terrain", ground, "--ruleset", rules)
    assert "in battle 0 the terrain leaves a force too little room" in err


def test_a_side_without_a_warrior(capsys, write):
    nobody = write(
        "nobody.toml", 'kind = "force"\nname = "Nobody"\narmy_list = "karn_empire"\npoints = 500\nunit = []\n'
    )
    err = refused(capsys, "battle", nobody, FORCES[1], "-n", "2")
    assert "a force needs at least one warrior (HVK-FORCE-01)" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("forces/karn_1000", FORCES[1], "-n", "2", "--points", "500"), "500 over its 500 points (HVK-FORCE-01)"),
        ((*FORCES, "-n", "3"), "must be even"),
        ((*FORCES, "-n", "0"), "at least 2"),
        ((*FORCES, "-n", "2", "--terrain", "mud"), "unknown terrain 'mud' (known: random, none, crossroads"),
    ],
)
def test_calls_that_mean_no_battle(capsys, arguments, words):
    assert words in refused(capsys, "battle", *arguments)


@pytest.mark.rule("HVK-TURN-01")
def test_a_game_of_no_turns(capsys, write):
    rules = write("none.toml", 'kind = "ruleset"\n[ruleset]\nbattle_turns = 0\n')
    err = refused(capsys, *BATTLE, "--ruleset", rules)
    assert "battle_turns: must be a whole number from 1 to 100, found 0" in err


@pytest.mark.rule("HVK-TABLE-02")
def test_layouts_that_do_not_lie_on_the_table(capsys, write):
    hill = '[[piece]]\nkind = "hill"\nat = [{x}, 24]\nradius = 3\n'
    two = write("two.toml", f'kind = "terrain"\nname = "Two"\n{hill.format(x=20)}{hill.format(x=24)}')
    assert "piece[2]: the hill overlaps the hill of piece[1]" in refused(capsys, *BATTLE, "--terrain", two)
    wide = write("wide.toml", f'kind = "terrain"\nname = "Wide"\ntable = [72, 48]\n{hill.format(x=60)}')
    err = refused(capsys, *BATTLE, "--terrain", wide)
    assert "terrain wide: piece[1]: the hill lies partly off the table of 48 x 48 inches" in err


def test_units_that_cannot_hurt_each_other_draw_at_the_turn_limit(capsys, write):
    card = (
        'id = "stone"\nname = "Stone"\nspeed = 1\nfirepower = 0\nclose_combat = 0\npsyke = 0\nstrength = 2\n'
        "armour = 2\nbattle_rating = 10\n"
    )
    cards = write("stones.toml", f'kind = "army_list"\nid = "stones"\nname = "Stones"\n[[warrior]]\n{card}')
    unit = '[[unit]]\nwarrior = "stone"\nsize = 2\n'
    force = write("wall.toml", f'kind = "force"\nname = "Wall"\narmy_list = "{cards}"\npoints = 50\n{unit}')
    code, out, _ = call(capsys, "battle", force, force, "-n", "4", "--seed", "1", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["draws"], answer["score_a"]) == (0, 4, 0.5)
    assert answer["ended_by"] == {"turn_limit": 1.0, "wiped_out": 0.0}
    assert answer["score_a_lo"] < 0.2 < 0.8 < answer["score_a_hi"]  # four draws prove little
    assert [row["trade"] for row in answer["warriors"]] == [None, None]


# ---------------------------------------------------------------------- sweeps


def test_a_sweep_fights_the_same_battles_as_the_command(capsys, write, tmp_path):
    names = '["karn_starter", "nexus_starter", "karn_report"]'
    sweep = write("three.toml", f'kind = "sweep"\nmode = "battles"\nname = "Three"\nforces = {names}\nbattles = 8\n')
    parts = []
    for threads in (1, 2):
        folder = tmp_path / f"run{threads}"
        code, out, _ = call(capsys, "sweep", sweep, "-o", folder, "--threads", threads, "--no-plots")
        assert code == 0
        parts.append({str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.parquet"))})
    assert "Score in % of the row against the column" in out
    assert parts[0] == parts[1]
    rows = list(csv.DictReader(io.StringIO((folder / "matchups.csv").read_text())))
    assert len(rows) == 3
    row = next(row for row in rows if row["force_b"] == "nexus_starter" and row["force_a"] == "karn_starter")
    same = ("battle", row["force_a"], row["force_b"], "-n", "8", "--seed", row["seed"], "--format", "json")
    answer = json.loads(call(capsys, *same)[1])
    for name in ("wins_a", "draws", "wins_b", "br_destroyed_a", "br_destroyed_b", "turns_mean", "score_a_lo"):
        assert float(row[name]) == pytest.approx(answer[name], abs=1e-12)
    types = [
        w for w in csv.DictReader(io.StringIO((folder / "warriors.csv").read_text())) if w["force_a"] == "karn_starter"
    ]
    efficiency = {(w["side"], w["warrior"]): float(w["efficiency"]) for w in types if w["force_b"] == "nexus_starter"}
    assert efficiency == pytest.approx({(w["side"], w["warrior"]): w["efficiency"] for w in answer["warriors"]})
