"""The story that a record tells, event by event."""

from havoksim.battle.story import story

HEAD = {
    "havoksim_record": 1,
    "seed": "7",
    "battle": 3,
    "table": [7200, 4800],
    "points": 1500,
    "size": "corps",
    "ruleset": {"id": "havok_2_0", "numbers": {}},
    "forces": {"a": {"name": "Reds"}, "b": {"name": "Blues"}},
    "types": {"a": {"axe": {"name": "Axe"}, "cart": {"name": "Cart"}}, "b": {"cat": {"name": "Cat"}}},
    "policies": {"a": "rush", "b": "random"},
}


def told(*events, head=HEAD):
    return story([head, *events])[2:]


def test_who_meets_whom():
    assert story([HEAD]) == [
        "Reds (a, rush) against Blues (b, random): battle 3 of seed 7",
        "havoksim".replace("havoksim", "havok_2_0") + ", 1500 points (corps), table 72 x 48 inches",
    ]
    assert story([{**HEAD, "seed": None}])[0].endswith(": played by hand")


def test_before_the_first_turn():
    assert told(
        {"event": "roll_off", "for": "terrain", "dice": [[3, 3], [5, 2]], "winner": "a"},
        {"event": "piece", "id": 0, "kind": "wood", "shape": "circle", "radius": 350},
        {"event": "piece", "id": 1, "kind": "building", "shape": "polygon", "corners": [[-1, -1], [1, -1], [0, 1]]},
        {"event": "place", "side": "a", "piece": 0, "at": [1025, 2400]},
        {"event": "left_out", "side": "b", "piece": 1},
        {"event": "place", "side": None, "piece": 1, "at": [100, 100]},
        {"event": "edge", "side": "b", "edge": "north"},
        {"event": "deploy_type", "side": "b", "type": "b:cat"},
        {"event": "deploy", "model": "b:cat:1:1", "at": [1, 1]},
        {"event": "deploy", "model": "b:cat:1:2", "at": [1, 1]},
        {"event": "turn", "turn": 1},
    ) == [
        "Roll-off for who places terrain first: 3 : 3, again 5 : 2; a wins it",
        "a places a wood 7 inches across at (10.25, 24)",
        "b's building with straight sides fits nowhere and is left out",
        "The layout has a building with straight sides at (1, 1)",
        "b takes the north edge",
        "b deploys Cat",
        "    b's Cat 1: 2 models on the table",
        "",
        "Battle turn 1",
    ]


def test_moves_of_a_unit_are_one_line():
    assert told(
        {"event": "activate", "side": "a", "type": "a:axe", "surge": True},
        {"event": "unit", "unit": "a:axe:1"},
        {"event": "move", "model": "a:axe:1:1", "path": [[0, 0], [600, 0]], "length": 600},
        {"event": "move", "model": "a:axe:1:2", "path": [[0, 0], [550, 0]], "length": 550, "into": "a:cart:1:1"},
        {"event": "move", "model": "a:axe:2:1", "path": [[0, 0], [100, 0]], "length": 100, "from": "a:cart:1:1"},
    ) == [
        "a activates Axe, with a surge",
        "  a's Axe 1: 2 models moved up to 6 inches, 1 into a's Cart 1.1",
        "  a's Axe 2: 1 model moved up to 1 inches, 1 out of a's Cart 1.1",
    ]


def test_who_rides_is_told_until_he_gets_off():
    ride = {"event": "move", "model": "a:cart:1:1", "path": [[0, 0], [900, 0]], "length": 900}
    assert told(
        {"event": "deploy", "model": "a:cart:1:1", "at": [1, 1]},
        {"event": "deploy", "model": "a:axe:1:1", "transport": "a:cart:1:1"},
        {"event": "turn", "turn": 1},
        ride,
        {"event": "turn", "turn": 2},
        {"event": "move", "model": "a:axe:1:1", "path": [[0, 0], [100, 0]], "length": 100, "from": "a:cart:1:1"},
        {"event": "turn", "turn": 3},
        ride,
        {"event": "turn", "turn": 4},
    ) == [
        "    a's Cart 1: 1 model on the table",
        "    a's Axe 1: 1 model aboard a's Cart 1.1",
        "", "Battle turn 1",
        "  a's Cart 1: 1 model moved up to 9 inches, 1 aboard",
        "", "Battle turn 2",
        "  a's Axe 1: 1 model moved up to 1 inches, 1 out of a's Cart 1.1",
        "", "Battle turn 3",
        "  a's Cart 1: 1 model moved up to 9 inches",
        "", "Battle turn 4",
    ]  # fmt: skip


def test_fire_and_what_comes_of_it():
    shot = {"model": "a:axe:1:1", "distance": 550, "cover": False, "needs": 2, "dice": 1}
    far = {**shot, "model": "a:axe:1:2", "distance": 725, "needs": 4}
    assert told(
        {"event": "fire", "unit": "a:axe:1", "targets": [{"target": "b:cat:1", "shots": [shot, far], "eligible": []}]},
        {
            "event": "volley",
            "unit": "a:axe:1",
            "target": "b:cat:1",
            "groups": [{"needs": 2, "dice": 1, "faces": [6, 3]}, {"needs": 4, "dice": 1, "faces": [2]}],
            "hits": 2,
            "armour": [4, 1],
            "wounds": 1,
        },
        {"event": "wound", "model": "b:cat:1:1", "wounds": 1, "left": 1},
        {"event": "wound", "model": "b:cat:1:2", "wounds": 1, "left": 0},
        {"event": "death", "model": "b:cat:1:2", "by": "a"},
    ) == [
        "  a's Axe 1 fires at b's Cat 1, 5.5 to 7.25 inches: 1 die needing 2+, 1 die needing 4+",
        "    at b's Cat 1: 6 3; 2: 2 hits; armour 4 1: 1 wound",
        "    b's Cat 1.1 suffers 1 wound, 1 left",
        "    b's Cat 1.2 dies",
    ]


def test_exchanges_name_who_hurts_whom():
    """The attacker's net hits are saved by the defender: its dice stand second."""
    fight = {
        "event": "combat",
        "attacker": "a:axe:1:1",
        "defender": "b:cat:1:1",
        "dice": [2, 1],
        "faces": [[5, 4], [1]],
        "hits": [2, 0],
        "blocks": [0, 0],
        "net": [2, 0],
        "armour": [[], [6, 2]],
        "wounds": [0, 1],
    }
    assert told(fight) == [
        "  a's Axe 1.1 fights b's Cat 1.1",
        "    a's Axe 1.1: 5 4: 2 hits, 2 not blocked; armour 6 2: 1 wound",
        "    b's Cat 1.1: 1: 0 hits",
    ]
    psyke = {**fight, "event": "psyke", "distance": 300, "saves": fight["armour"]}
    assert told(psyke)[0] == "  a's Axe 1.1 turns its mind on b's Cat 1.1"


def test_explosions_and_the_end():
    assert told(
        {"event": "explosion", "wave": 1, "model": "a:cart:1:1", "touched": []},
        {
            "event": "explosion",
            "wave": 2,
            "model": "b:cat:1:1",
            "touched": [{"model": "a:axe:1:1", "faces": [5], "wounds": 1}],
        },
        {"event": "passenger", "model": "a:axe:1:2", "at": [100, 250]},
        {"event": "end", "score": {"a": 12, "b": 40}, "winner": "b", "turns": 1, "ended_by": "wiped_out"},
    ) == [
        "    a's Cart 1.1 explodes: nobody touches it",
        "    b's Cat 1.1 explodes (wave 2): a's Axe 1.1 (5)",
        "    a's Axe 1.2 climbs out at (1, 2.5)",
        "",
        "Blues (b) wins, 12 BR destroyed by a, 40 by b, after 1 battle turn: one side is gone",
    ]
    draw = {"event": "end", "score": {"a": 0, "b": 0}, "winner": None, "turns": 4, "ended_by": "turn_limit"}
    assert told(draw)[-1].startswith("A draw, 0 BR destroyed by a")
