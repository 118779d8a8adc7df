"""`havoksim replay --html|--png|--gif` and `--from`, and `havoksim battle --replay`, on the command line."""

import json

import pytest

from havoksim.analysis.telling_battle import telling_battle
from havoksim.cli.main import main
from havoksim.foundation.errors import InputError
from tests.reference import hand_battles, toy_battles


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in hand_battles.shooting()), encoding="utf-8")
    return path


def call(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_record_by_hand_becomes_page_and_pictures(capsys, tmp_path, record):
    page, picture, film = tmp_path / "r.html", tmp_path / "r.png", tmp_path / "r.gif"
    code, out, err = call(
        capsys, "replay", "--from", record, "--html", page, "--png", picture, "--event", 5, "--gif", film
    )
    assert code == 0
    assert " ".join(out.split()) == "a (a) wins, 10 BR destroyed by a, 0 by b, after 1 battle turn: the turns are over"
    assert [f"wrote {path}" in err for path in (page, picture, film)] == [True] * 3
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len(page.read_bytes()) < 1_000_000
    assert picture.read_bytes()[:4] == b"\x89PNG"
    assert film.read_bytes()[:3] == b"GIF"


def test_a_record_by_hand_without_players_is_told(capsys, tmp_path):
    lines = hand_battles.shooting()
    del lines[0]["policies"]
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    code, out, _ = call(capsys, "replay", "--from", path)
    assert code == 0
    assert "played by hand" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("replay",), "two forces are needed, or a record: --from RECORD.jsonl"),
        (("replay", "karn_500", "nexus_500"), "--seed"),
        (("replay", "--from", "RECORD", "--seed", "1"), "--from shows the battle of a record"),
        (("replay", "karn_500", "nexus_500", "--from", "RECORD"), "--from shows the battle of a record"),
        (
            ("replay", "--from", "RECORD", "--event", "3"),
            "--event: chooses the moment of a picture: it needs --png FILE",
        ),
        (("replay", "--from", "RECORD", "--png", "PICTURE", "--event", "0"), "--event: this battle has events 1 to"),
        (("replay", "--from", "RECORD", "--html", "no_such_folder/r.html"), "folder no_such_folder does not exist"),
        (("replay", "--from", "nowhere.jsonl"), "nowhere.jsonl"),
        (("battle", "karn_500", "nexus_500", "-n", "2", "--replay", "best"), "best"),
        (("battle", "karn_500", "nexus_500", "-n", "2", "--html", "no_such_folder/r.html"), "folder no_such_folder"),
    ],
)
def test_a_wrong_call_ends_with_2_and_leaves_nothing(capsys, tmp_path, record, arguments, words):
    given = [{"RECORD": str(record), "PICTURE": str(tmp_path / "x.png")}.get(one, one) for one in arguments]
    code, out, err = call(capsys, *given)
    assert (code, out) == (2, "")
    assert words in err
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]


def test_a_broken_record_is_refused_with_its_line(capsys, tmp_path):
    lines = hand_battles.shooting()
    lines[5] = {**lines[5], "event": "dance"}
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    code, _, err = call(capsys, "replay", "--from", path, "--html", tmp_path / "r.html")
    assert code == 2
    assert "line 6: `dance` cannot be shown" in err
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize(
    ("line", "value", "told"),
    [
        (5, {"path": [[1e308, 5]]}, "path[0][0]: must be a whole number, found 1e+308"),
        (5, {"path": [[float("nan"), 5]]}, "path[0][0]: must be a whole number, found NaN"),
        (5, None, "nested too deeply"),
        (5, {"at": None}, "deploy.at: is missing"),
        (
            0,
            {"forces": {"a": {"name": "\ud800", "units": []}, "b": {"units": []}}},
            "forces.a.name: must be whole text",
        ),
    ],
)
def test_values_that_cannot_be_shown_are_refused_with_their_line(capsys, tmp_path, line, value, told):
    lines = hand_battles.shooting()
    texts = [json.dumps(one) for one in lines]
    texts[line] = "[" * 100_000 if value is None else json.dumps({**lines[line], **value})
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    for arguments in (("replay", "--from", path), ("replay", "--from", path, "--html", tmp_path / "r.html"),
                      ("referee", path)):  # fmt: skip
        code, out, err = call(capsys, *arguments)
        assert (code, out) == (2, "")
        said = " ".join(err.split())
        assert f"line {line + 1}" in said
        assert told in said
    assert [one.name for one in tmp_path.iterdir()] == ["r.jsonl"]


# ---------------------------------------------------------------------------------------------- out of a batch


@pytest.fixture
def ends_by_hand(monkeypatch):
    toy_battles.install(monkeypatch)


@pytest.mark.parametrize(
    ("which", "battle", "why"),
    [
        ("median", 0, "the median margin"),
        ("upset", 1, "the clearest win of b, which wins 3 of 12"),
        ("closest", 0, "the closest"),
    ],
)
def test_a_battle_is_picked_out_and_can_be_shown_again(capsys, ends_by_hand, which, battle, why):
    code, out, err = call(
        capsys, "battle", "karn_500", "nexus_500", "-n", 12, "--seed", 1, "--policy-b", "rush", "--replay", which
    )
    assert (code, err) == (0, "")
    assert f"battle {battle} of seed 1 is {why}" in out
    assert f"havoksim replay karn_500 nexus_500 --seed 1 --battle {battle} --policy-b rush" in out


def test_json_stays_json(capsys, ends_by_hand):
    code, out, err = call(
        capsys, "battle", "karn_500", "nexus_500", "-n", 12, "--seed", 1, "--replay", "upset", "--format", "json"
    )
    assert code == 0
    assert json.loads(out)["n_battles"] == 12
    assert "havoksim replay karn_500 nexus_500 --seed 1 --battle 1" in err


def test_a_file_alone_means_the_median(capsys, ends_by_hand, monkeypatch, tmp_path):
    asked = []

    def replay(force_a, force_b, **how):
        asked.append((force_a, force_b, how["seed"], how["battle"], how["policy_a"]))
        return hand_battles.shooting()

    monkeypatch.setattr("havoksim.battle.replay.replay", replay)
    page = tmp_path / "r.html"
    code, out, _ = call(
        capsys, "battle", "karn_500", "nexus_500", "-n", 12, "--seed", 1, "--policy", "rush", "--html", page
    )
    assert code == 0
    assert asked == [("karn_500", "nexus_500", 1, 0, "rush")]
    assert "battle 0 of seed 1 is the median margin" in out
    assert "havoksim replay karn_500 nexus_500 --seed 1 --battle 0 --policy rush" in page.read_text(encoding="utf-8")


ENDED = [(0, 90, 20, "a"), (1, 50, 40, "a"), (2, 10, 70, "b"), (3, 60, 30, "a"), (4, 30, 40, "b"), (5, 20, 20, "draw")]


@pytest.mark.parametrize(("which", "battle"), [("median", 5), ("upset", 2), ("closest", 5)])
def test_which_battle_tells_most(which, battle):
    assert telling_battle(ENDED, which).battle == battle


def test_where_one_side_always_wins_its_narrowest_win_is_the_upset():
    won = [one for one in ENDED if one[3] == "a"]
    told = telling_battle(won, "upset")
    assert (told.battle, told.why) == (1, "the narrowest win of a, as the other side never wins: 50 to 40 BR")


def test_without_any_win_there_is_no_upset():
    with pytest.raises(InputError, match="no upset to show"):
        telling_battle([(0, 20, 20, "draw")], "upset")
    with pytest.raises(InputError, match="no battle to choose from"):
        telling_battle([], "median")
    with pytest.raises(InputError, match="closest"):
        telling_battle(ENDED, "closests")


def test_plots_of_many_battles(capsys, ends_by_hand, monkeypatch, tmp_path):
    import sys

    monkeypatch.setattr(
        sys.modules["havoksim.battle.play"], "record", lambda *_: hand_battles.shooting(), raising=False
    )
    folder = tmp_path / "plots"
    code, _, err = call(capsys, "battle", "karn_500", "nexus_500", "-n", 12, "--seed", 1, "--plots", folder)
    assert code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["attrition.png", "kills.png", "margins.png", "types.png"]
    assert err.count("wrote ") == 4
    (tmp_path / "file").write_text("here")
    assert call(capsys, "battle", "karn_500", "nexus_500", "-n", 12, "--plots", tmp_path / "file")[0] == 2
    assert call(capsys, "battle", "karn_500", "nexus_500", "-n", 12, "--plots", tmp_path / "no" / "where")[0] == 2
