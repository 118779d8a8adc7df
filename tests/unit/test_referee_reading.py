"""What is no record is refused with a clear message; the referee's dice and geometry stand on their own."""

import json
import math
import random
import re

import pytest

from havoksim.foundation.errors import InputError
from havoksim.referee import judge, judge_file, read_record
from havoksim.referee import stream as referee_stream
from havoksim.referee.geometry import (
    Circle,
    Polygon,
    closer_than,
    convex,
    counterclockwise,
    fine_gap,
    leg,
    nearer_to_leg,
    rounded_share,
)
from havoksim.referee.movement import linked, widest
from havoksim.referee.numbers import Numbers
from tests.reference import hand_battles as hand
from tests.reference.dice_by_address import Dice
from tests.reference.hand_records import PURPOSES, word


def written(tmp_path, lines, *, cut=0):
    text = "\n".join(json.dumps(line) for line in lines) + "\n"
    path = tmp_path / "battle.jsonl"
    path.write_text(text[: len(text) - cut], encoding="utf-8")
    return path


def test_a_file_is_judged_like_its_lines(tmp_path):
    lines = hand.melee()
    path = written(tmp_path, lines)
    assert read_record(path) == lines
    assert judge_file(path) == judge(iter(lines))
    assert judge_file(path).to_dict()["legal"] is True


def test_a_violation_says_where_and_why():
    lines = hand.shooting()
    lines[-1]["score"]["a"] = 11
    (violation,) = judge(lines).violations
    assert violation.line == len(lines)
    assert str(violation) == (
        f'line {len(lines)}: HVK-WIN-01: expected score {{"a": 10, "b": 0}}, found {{"a": 11, "b": 0}}'
    )
    assert judge(lines).result.br_destroyed_a == 10


def header_with(**fields):
    return lambda lines: lines[0].update(fields)


def event_with(name, **fields):
    return lambda lines: next(line for line in lines if line.get("event") == name).update(fields)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (header_with(havoksim_record=2), "of version 2"),
        (header_with(havoksim_record=True), "of version true"),
        (lambda lines: lines[0].pop("havoksim_record"), "no record of a battle"),
        (lambda lines: lines[0]["forces"]["b"]["units"][0].update(size=10**9), "at most 10000 models a side"),
        (lambda lines: lines[0].pop("types"), "types: is missing"),
        (header_with(seed="minus one"), "seed: must be a whole number"),
        (header_with(table=[48]), r"line 1: table: must be a list of 2, found \[48\]"),
        (header_with(ruleset={"numbers": {"coherency": 1e12}}), "coherency: must be a number up to"),
        (
            header_with(ruleset={"numbers": {"bands": [{"open": None}]}}),
            "the header cannot be read: `cover`|of the kind",
        ),
        (header_with(seat_first="c"), 'line 1: seat_first: must be "a" or "b", found "c"'),
        (header_with(seed="9" * 5000), "seed: must be a whole number below"),
        (
            header_with(types={"a": {"guard": {"speed": "fast"}}, "b": {}}),
            "types.a.guard.speed: must be a whole number",
        ),
        (event_with("deploy", at=None), "line 6: deploy.at: is missing, and so is `transport`"),
        (event_with("volley", clauses=[]), "volley.clauses: must name at least one clause"),
        (event_with("volley", clauses=[["HVK-FIRE-01"]]), "no clause"),
        (header_with(forces={"a": {}}), "must name sides a and b"),
        (lambda lines: lines.pop(), "cut short"),
        (lambda lines: lines.append(lines[-1]), "nothing may follow"),
        (lambda lines: lines.append({"event": "teleport", "clauses": []}), "no event 'teleport'"),
        (event_with("volley", hits="one"), "volley.hits: must be a whole number"),
        (event_with("volley", clauses=["HVK-FIRE-99"]), "no clause 'HVK-FIRE-99'"),
        (lambda lines: event_with("volley")(lines) or lines[-1].pop("clauses"), "clauses: must be a list"),
        (event_with("wound", model="a:nobody:1:1"), "no model 'a:nobody:1:1'"),
        (event_with("fire", targets=[{"target": "b:guard:1"}]), r"fire.targets\[0\].shots: is missing"),
        (event_with("roll_off", **{"for": "luck"}), "no roll-off for 'luck'"),
        (event_with("edge", edge="up"), "no edge 'up'"),
    ],
)
def test_what_is_no_record_is_refused(change, told):
    lines = hand.shooting()
    change(lines)
    with pytest.raises(InputError, match=told):
        judge(lines)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("coherensy", 2, "no such key in a ruleset; did you mean 'coherency'"),
        ("armour_roll", "grater", 'must be "greater" or "greater_or_equal", found "grater"'),
        ("max_range", "non", 'must be "none" or a number, found "non"'),
        ("exploding", "no", "must be true or false"),
        ("battle_turns", 1.5, "must be a whole number, found 1.5"),
        ("table", [24], 'must be "none" or a list of two numbers'),
        ("bands", 6, "must be a list"),
        ("victory", None, "found null"),
    ],
)
def test_unknown_numbers_are_refused(key, value, told):
    lines = hand.shooting()
    lines[0]["ruleset"]["numbers"][key] = value
    with pytest.raises(InputError) as caught:
        judge(lines)
    assert f"line 1: ruleset.numbers.{key}: " in str(caught.value)
    assert told in str(caught.value)


def test_words_of_the_ruleset_are_those_of_the_model():
    """The referee keeps its own list of words; every word that a ruleset may have is in it, and no other."""
    from typing import get_args, get_type_hints

    from havoksim.model.ruleset import RULESET_KEYS, Ruleset
    from havoksim.referee.numbers import wrong_numbers

    def words(hint):
        return {hint} if isinstance(hint, str) else {word for part in get_args(hint) for word in words(part)}

    hints = get_type_hints(Ruleset)
    every = {word for key in RULESET_KEYS for word in words(hints[key])}
    assert len(every) > 20
    for key in RULESET_KEYS:
        assert {word for word in every if not wrong_numbers({key: word})} == words(hints[key]), key


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (event_with("move", path=[[1e308, 5]]), "move.path[0][0]: must be a whole number, found 1e+308"),
        (event_with("move", path=[[5.0, 5]]), "move.path[0][0]: must be a whole number, found 5.0"),
        (event_with("move", path=[[10**400, 5]]), "move.path[0][0]: must be a whole number up to 1000000000"),
        (event_with("move", length=math.nan), "move.length: must be a whole number, found NaN"),
        (event_with("move", note={"wind": [math.inf]}), "move.note.wind[0]: must be a whole number, found Infinity"),
        (event_with("move", note="\ud800"), "move.note: must be whole text"),
        (header_with(points=math.nan), "line 1: points: must be a whole number, found NaN"),
        (header_with(table=[4800.0, 4800]), "line 1: table[0]: must be a whole number, found 4800.0"),
        (header_with(ruleset={"id": "x", "numbers": {"coherency": math.nan}}), "line 1: ruleset.numbers.coherency: "),
        (header_with(note={"\udfff": 1}), "line 1: note: a name must be whole text"),
    ],
)
def test_values_that_no_record_holds_are_refused(tmp_path, change, told):
    """Of a file by whoever reads it, and of lines by the referee."""
    lines = hand.moving()
    change(lines)
    with pytest.raises(InputError) as caught:
        read_record(written(tmp_path, lines))
    assert told in str(caught.value)
    with pytest.raises(InputError) as caught:
        judge(lines)
    assert told in str(caught.value)


def test_a_file_nested_too_deeply_is_refused(tmp_path):
    lines = hand.shooting()
    path = written(tmp_path, lines)
    for at in (0, 3):
        texts = [json.dumps(line) for line in lines]
        texts[at] = "[" * 100_000
        path.write_text("\n".join(texts), encoding="utf-8")
        with pytest.raises(InputError) as caught:
            read_record(path)
        assert caught.value.problems[0].key == f"line {at + 1}"
    nested = [1]
    for _ in range(300):
        nested = [nested]
    lines[3]["note"] = nested
    with pytest.raises(InputError, match=r"line 4: .*note: lists and objects are nested too deeply"):
        judge(lines)


RAW = ("NoneType", "subscriptable", "index out of range", "not supported", "unpack", "object is", "object has", "'int'")


def test_every_value_may_be_anything():
    """Whatever stands in a field, the answer is in words: no traceback, no Python."""
    told = set()
    for lines in (hand.shooting(), hand.melee(), hand.both_die(), hand.moving()):
        for line in lines:
            for holder, key in list(fields_of(line)):
                before = holder[key]
                for wrong in (None, [None], {}, "x", -7):
                    holder[key] = wrong
                    told.add(refusal(lines))
                holder[key] = before
    assert len(told) > 1000
    assert not [one for one in told if any(raw in one for raw in RAW)]


def refusal(lines):
    try:
        judge(lines)
    except InputError as error:
        return str(error)
    return ""


def fields_of(value):
    if isinstance(value, (dict, list)):
        for key, inside in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from fields_of(inside)


def test_what_no_shape_tells_is_told_in_words():
    lines = hand.transports()
    (carries,) = [card["carries"] for card in lines[0]["types"]["a"].values() if card.get("carries")][:1]
    carries["types"] = 5
    with pytest.raises(InputError, match=r"line \d+: event `\w+` cannot be read: a field of it is not of the kind"):
        judge(lines)


def test_a_file_by_hand_may_have_a_mark_and_blank_lines_at_its_end(tmp_path):
    lines = hand.shooting()
    lines[0]["forces"]["a"]["name"] = "Two\u2028lines"
    path = tmp_path / "battle.jsonl"
    text = "\r\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_bytes(f"\ufeff{text}\r\n\r\n  \n\n".encode())
    assert read_record(path) == lines
    path.write_text(text.replace("\r\n", "\n\n", 1), encoding="utf-8")
    with pytest.raises(InputError, match=r"line 2: this is no JSON object"):
        read_record(path)


def test_violations_are_told_as_the_record_writes():
    lines = hand.shooting()
    shot = next(line for line in lines if line.get("event") == "fire")["targets"][0]["shots"][0]
    shot["cover"] = not shot["cover"]
    lines[-1]["winner"] = None
    told = " ".join(map(str, judge(lines).violations))
    assert "found null" in told
    assert re.search(r"cover of the target from \S+: (false, found true|true, found false)", told)
    assert not any(word in told for word in ("None", "True", "False"))


def test_no_lines_are_no_record():
    with pytest.raises(InputError, match="empty"):
        judge([])


def test_a_file_cut_short_names_the_line(tmp_path):
    lines = hand.shooting()
    with pytest.raises(InputError) as caught:
        read_record(written(tmp_path, lines, cut=20))
    assert caught.value.problems[0].key == f"line {len(lines)}"
    assert "cut short" in str(caught.value)
    with pytest.raises(InputError, match="cut short"):
        read_record(written(tmp_path, lines[:-1]))


def test_files_that_are_no_records(tmp_path):
    path = tmp_path / "battle.jsonl"
    with pytest.raises(InputError, match="cannot be read"):
        read_record(path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="empty"):
        read_record(path)
    path.write_text("[1]\n", encoding="utf-8")
    with pytest.raises(InputError, match="no JSON object"):
        read_record(path)
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(InputError, match="UTF-8"):
        read_record(path)


def test_every_cut_of_a_file_is_refused(tmp_path):
    """A record that lost its end anywhere is never taken for a whole one."""
    lines = hand.both_die()
    size = sum(len(json.dumps(line)) + 1 for line in lines)
    for cut in range(2, size, 97):
        with pytest.raises(InputError):
            judge_file(written(tmp_path, lines, cut=cut))


@pytest.mark.parametrize("seed", [0, 1, 2**64 + 3, 2**128 - 1])
def test_the_stream_is_the_documented_one(seed):
    stream = referee_stream.Stream(seed, 17)
    for purpose in PURPOSES.values():
        words = (2, "a:karn_trooper:1", 0)
        dice = Dice(seed, purpose, 17, *map(word, words))
        key = stream.key(purpose, *words)
        assert [stream.die(key, j) for j in range(40)] == [dice.roll() for _ in range(40)]


def test_a_leg_is_rounded_up():
    assert [leg((0, 0), (100, 100)), leg((0, 0), (300, 400)), leg((5, 5), (5, 5))] == [142, 500, 0]


def test_gaps_are_ordered_exactly():
    rng = random.Random(3)
    for _ in range(2000):
        a, b = rng.randrange(1, 10**8), rng.randrange(1, 10**8)
        r, s = rng.randrange(100, 300), rng.randrange(100, 300)
        exact = math.isqrt(a << 400) - (r << 200), math.isqrt(b << 400) - (s << 200)
        if min(exact) > 0:
            assert (fine_gap(a, r) < fine_gap(b, s)) == (exact[0] < exact[1])


def test_lines_and_bases_against_samples():
    """Crossing and overlapping, compared with the same question asked at many points of the line."""
    rng = random.Random(5)
    seen = set()
    for _ in range(300):
        around = [(rng.randint(-60, -20), rng.randint(-60, -20)), (rng.randint(20, 60), rng.randint(-60, -20)),
                  (rng.randint(20, 60), rng.randint(20, 60)), (rng.randint(-60, -20), rng.randint(20, 60))]  # fmt: skip
        if not convex(around):
            continue
        shape = Polygon(tuple(around))
        a, b = [(rng.randint(-120, 120), rng.randint(-120, 120)) for _ in range(2)]
        points = [(a[0] + (b[0] - a[0]) * t / 300, a[1] + (b[1] - a[1]) * t / 300) for t in range(301)]
        depth = max(min(signed(c, d, p) for c, d in shape.sides) for p in points)
        if abs(depth) > 1:
            seen.add(depth > 0)
            assert shape.crossed(a, b) == (depth > 0)
        away = min(distance_to_polygon(shape, p) for p in points)
        if abs(away - 15) > 1:
            assert shape.swept(a, b, 15) == (away < 15)
    assert seen == {True, False}


def signed(c, d, p):
    return ((d[0] - c[0]) * (p[1] - c[1]) - (d[1] - c[1]) * (p[0] - c[0])) / math.dist(c, d)


def distance_to_polygon(shape, p):
    if all(signed(c, d, p) >= 0 for c, d in shape.sides):
        return 0.0
    return min(distance_to_leg(c, d, p) for c, d in shape.sides)


def distance_to_leg(a, b, p):
    whole = math.dist(a, b) ** 2
    t = 0.0 if not whole else ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / whole
    t = min(max(t, 0.0), 1.0)
    return math.dist(p, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))


def test_touching_is_neither_crossing_nor_overlapping():
    square = Polygon(((0, 0), (100, 0), (100, 100), (0, 100)))
    assert not square.crossed((0, 0), (100, 0))
    assert not square.crossed((-50, 50), (50, -50))
    assert square.crossed((0, 0), (100, 100))
    assert not square.swept((-10, -50), (-10, 150), 10)
    assert square.swept((-9, -50), (-9, 150), 10)
    circle = Circle((0, 0), 50)
    assert not circle.crossed((-100, 50), (100, 50))
    assert circle.crossed((-100, 49), (100, 49))
    assert circle.holds((30, 40))
    assert not nearer_to_leg((0, 0), (0, 0), (3, 4), 5)


def test_pieces_and_their_distance():
    square = Polygon(((0, 0), (100, 0), (100, 100), (0, 100)))
    other = Polygon(((400, 0), (500, 0), (500, 100), (400, 100)))
    assert not closer_than(square, other, 300)
    assert closer_than(square, other, 301)
    circle = Circle((50, 450), 50)
    assert not closer_than(square, circle, 300)
    assert closer_than(circle, square, 301)
    assert closer_than(square, Circle((50, 50), 1), 1)
    assert counterclockwise([(0, 0), (0, 100), (100, 0)]) == ((100, 0), (0, 100), (0, 0))
    star = [(0, 100), (-59, -81), (95, 31), (-95, 31), (59, -81)]
    assert not convex(counterclockwise(star))


def test_the_rear_door_is_rounded_to_the_nearest():
    rng = random.Random(7)
    for _ in range(3000):
        r, dx, dy = rng.randint(1, 400), rng.randint(-3000, 3000), rng.randint(1, 3000)
        exact = r * dx / math.hypot(dx, dy)
        assert abs(rounded_share(r, dx, dx * dx + dy * dy) - exact) <= 0.5 + 1e-9
    assert [rounded_share(5, 1, 4), rounded_share(5, -1, 4)] == [3, -3]


@pytest.mark.rule("HVK-FORCE-06")
def test_one_chain_links_a_unit():
    line = [(0, 0, 50), (300, 0, 50), (600, 0, 50), (650, 90, 50)]
    assert linked(line, 200)
    assert not linked(line, 199)
    assert widest(line) >> 50 == 200
    assert widest(line[:1]) == 0
    assert linked([], 200)


def test_numbers_that_are_left_out_are_the_ledgers():
    from havoksim.model.ruleset import RULESET_KEYS, havok_2_0

    default, told = Numbers({}), Numbers(plain(havok_2_0(), RULESET_KEYS))
    names = [name for name in vars(default) if name not in ("kinds", "bands")]
    assert {name: getattr(default, name) for name in names} == {name: getattr(told, name) for name in names}
    assert default.kinds == told.kinds
    assert default.bands == told.bands


def plain(ruleset, keys):
    from dataclasses import asdict

    return {key: value for key, value in asdict(ruleset).items() if key in keys}
