"""From a record to the steps of a battle: what is told, what changes on the table, and what comes of broken records."""

import copy
import json

import pytest

from havoksim.foundation.errors import InputError
from havoksim.report.replay_page import frames_of, replay_page
from havoksim.report.replay_page.table import Table
from havoksim.report.replay_page.words import plain
from tests.reference import hand_battles

battles = pytest.mark.parametrize("battle", hand_battles.ALL, ids=lambda one: one.__name__)


def told(frame, cast):
    """Return the words of a step, a line a row."""
    rows = [f"{plain(row.said, cast)} {plain(row.result, cast)}".strip() for row in frame.rows]
    return [plain(frame.title, cast), *rows]


def steps(lines, what):
    cast, frames = frames_of(lines)
    return [told(frame, cast) for frame in frames if frame.what == what]


@battles
def test_the_score_that_is_counted_is_the_score_of_the_record(battle):
    lines = battle()
    frames = frames_of(lines)[1]
    assert frames[-1].score == (lines[-1]["score"]["a"], lines[-1]["score"]["b"])
    assert frames[-1].what == "end"


@battles
def test_every_line_is_told_once_and_in_order(battle):
    lines = battle()
    frames = frames_of(lines)[1]
    number = 1
    for frame in frames:
        first, last = frame.lines
        assert number < first <= last
        between = [lines[place - 1]["event"] for place in range(number + 1, first)]
        assert set(between) <= {"unit"}, "only a unit's beginning has no words of its own"
        number = last
    assert number == len(lines)


@battles
def test_the_table_ends_as_the_record_does(battle):
    lines = battle()
    cast, frames = frames_of(lines)
    table = Table(cast)
    for frame in frames:
        table.apply(frame)
    dead = {line["model"] for line in lines if line.get("event") == "death"}
    assert {cast.models[model].id for model in table.dead} == dead
    for model in cast.models:
        wounds = [line["left"] for line in lines if line.get("event") == "wound" and line["model"] == model.id]
        assert table.left[cast.index[model.id]] == (
            wounds[-1] if wounds else cast.kind_of(cast.index[model.id]).card["strength"]
        )
        moves = [line for line in lines if line.get("event") == "move" and line["model"] == model.id]
        if moves and "into" not in moves[-1] and model.id not in dead:
            assert table.at[cast.index[model.id]] == tuple(moves[-1]["path"][-1])


@pytest.mark.rule("HVK-FIRE-04", "HVK-ARM-01", "HVK-WOUND-02")
def test_a_volley_in_words():
    title, *rows = steps(hand_battles.wounded_first(), "volley")[1]
    assert title == "a's Trooper 1 fires at b's Trooper 1"
    assert rows[0] == "2 warriors at b's Trooper 1, 2″ to 2.24″ away (up to 6″), in the open: 2 dice needing 2 or more"
    assert rows[1] == "2 dice, 2 or more hits: 3 hits (sixes gave 1 die more)"
    assert rows[2] == "3 hits on b's Trooper 1, armour 2: 3 or more wounds 3 wounds"
    assert rows[3] == "b's Trooper 1.3 suffers 1 wound: 0 of 2 left"
    assert rows[4] == "b's Trooper 1.3 dies: 10 BR for a"


def test_split_fire_is_declared_before_it_is_rolled():
    cast, frames = frames_of(hand_battles.shooting())
    kinds = [frame.what for frame in frames]
    place = kinds.index("fire")
    assert kinds[place : place + 3] == ["fire", "volley", "volley"]
    assert not any(row.dice for row in frames[place].rows)
    assert [plain(frame.title, cast) for frame in frames[place + 1 : place + 3]] == [
        "a's Trooper 1 fires at b's Guard 1",
        "a's Trooper 1 fires at b's Trooper 1",
    ]
    assert [len(frame.shots) for frame in frames[place : place + 3]] == [3, 1, 2]


def test_a_shot_is_aimed_at_the_model_that_its_distance_speaks_of():
    cast, frames = frames_of(hand_battles.wounded_first())
    aims = [
        (cast.models[firer].id, cast.models[target].id, distance)
        for frame in frames
        for firer, target, distance, _ in frame.shots
    ]
    assert aims == [
        ("a:guard:1:1", "b:trooper:1:3", 200),
        ("a:trooper:1:1", "b:trooper:1:1", 200),
        ("a:trooper:1:2", "b:trooper:1:1", 224),
    ]


def test_dice_say_what_they_did():
    rows = [
        row for frame in frames_of(hand_battles.melee())[1] if frame.what == "combat" for row in frame.rows if row.dice
    ]
    # attacker: 4 4 6 2 1 and, for the six, 3; a six hits and blocks. Defender: 6 5 1 and, for its six, 2.
    assert rows[0].dice == [[14, 14, 26, 2, 1], [3]]
    assert rows[1].dice == [[26, 15, 1], [2]]
    # armour 4 of the giant: a 5 wounds; armour 2 of the guard: a 3 does, a 2 does not
    assert [row.dice for row in rows[2:4]] == [[[13, 2]], [[15]]]


@pytest.mark.rule("HVK-CC-05", "HVK-CC-07", "HVK-WOUND-04")
def test_a_close_combat_in_words():
    first, second, third = steps(hand_battles.melee(), "combat")[:3]
    assert first[0] == "a's Giant 1 fights b's Guard 1"
    assert "a's Giant 1, 5 dice (3 and 2 for strength): 3 hits, 1 block" in first
    assert "a's Giant 1: 3 hits less 1 block of b's Guard 1: 2 net hits" in first
    assert "a's Giant 1, 6 dice (3 and 3 for strength): 2 hits, 0 blocks" in second
    assert "a's Giant 1: 2 hits less 2 blocks of b's Trooper 1.1: 0 net hits" in second
    assert "b's Trooper 1.1: 2 hits less 0 blocks of a's Giant 1: 2 net hits" in second
    assert "1 wound lost: beyond the strength of b's Trooper 1.2" in third


@pytest.mark.rule("HVK-VEH-01", "HVK-VEH-02")
def test_waves_of_explosions_are_steps_of_their_own():
    waves = [titled[0] for titled in steps(hand_battles.chain(), "explosion")]
    assert len(waves) == len({line["wave"] for line in hand_battles.chain() if line.get("event") == "explosion"})
    assert any("wave 2" in title for title in waves)


def test_riders_and_passengers_go_with_their_transport():
    cast, frames = frames_of(hand_battles.transports())
    table = Table(cast)
    seen = False
    for frame in frames:
        table.apply(frame)
        for model, carrier in table.carrier.items():
            assert table.place_of(model) == table.at[carrier]
            seen = seen or any(moved == carrier for moved, _ in frame.moves)
    assert seen


def test_a_score_that_the_deaths_do_not_give_is_told():
    lines = copy.deepcopy(hand_battles.shooting())
    lines[-1]["score"] = {"a": 99, "b": 0}
    cast, frames = frames_of(lines)
    assert told(frames[-1], cast)[-1] == "The deaths told above add up to 10 to 0, not to this"


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (0, {"types": {"a": {}, "b": {}}}, "line 1: the header is not whole: there is no 'trooper'"),
        (0, {"ruleset": {"numbers": {"bands": 3}}}, "line 1: the header is not whole"),
        (-1, {"event": "dance"}, "`dance` cannot be shown: no such event is known"),
        (-1, {"score": {}}, "`end` cannot be shown: there is no 'a'"),
        (3, {"event": "move", "model": "a:trooper:7:1", "path": [], "length": 0}, "line 4: `move` cannot be shown"),
        (3, {"event": "move", "model": "a:trooper:1", "path": [], "length": 0}, "there is no 'a:trooper:1'"),
        (3, {"event": "wound", "model": "a:trooper:1:1", "left": None, "wounds": 1}, "line 4: `wound` cannot be shown"),
    ],
)
def test_a_record_that_cannot_be_shown_is_refused_with_its_line(line, change, words):
    lines = copy.deepcopy(hand_battles.shooting())
    lines[line] = {**lines[line], **change}
    with pytest.raises(InputError) as caught:
        frames_of(lines, where="r.jsonl")
    assert words in str(caught.value)
    assert "r.jsonl" in str(caught.value)


# ---------------------------------------------------------------------------------------------- the page as a file


def data_of(page):
    """Return the data that a page carries."""
    text = page.partition('<script type="application/json" id="data">')[2].partition("</script>")[0]
    return text, json.loads(text)


def test_names_are_data_and_never_markup():
    lines = copy.deepcopy(hand_battles.shooting())
    lines[0]["forces"]["a"]["name"] = "<script>alert(1)</script> @@STYLE@@"
    page = replay_page(lines)
    text, data = data_of(page)
    assert data["names"]["a"] == "<script>alert(1)</script> @@STYLE@@"
    assert not set("<>&") & set(text)
    assert "<title>&lt;script&gt;alert(1)&lt;/script&gt; @@STYLE@@ against b</title>" in page
    assert page.count("<script") == 2


def test_the_page_is_one_file_that_names_no_address():
    page = replay_page(hand_battles.shooting(), again="havoksim replay a b --seed 1")
    outside = page.replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in outside
    assert "https:" not in outside
    assert "src=" not in outside
    assert "default-src 'none'" in page
    assert data_of(page)[1]["again"] == "havoksim replay a b --seed 1"


def test_the_page_has_the_repos_colours():
    from havoksim.report.style import SIDE_A, SIDE_B

    page = replay_page(hand_battles.shooting())
    assert f"--a: {SIDE_A}; --b: {SIDE_B};" in page


def test_every_clause_of_a_step_has_its_rule():
    _, data = data_of(replay_page(hand_battles.chain()))
    named = {one for step in data["steps"] for row in step.get("r", []) for one in row.get("c", [])}
    assert named <= set(data["clauses"])
    assert all(title and rule for title, rule in data["clauses"].values())
