"""Where the wounds of a battle go: a record by hand, and the engine's own records."""

import pytest

from havoksim.analysis.where_it_goes import MEANS, account
from tests.reference import hand_battles

HEADER = {
    "types": {
        "a": {"gunner": {"battle_rating": 10, "strength": 2}},
        "b": {"razor": {"battle_rating": 18, "strength": 3}},
    }
}


def shot(dice, distance, cover):
    return {"model": "a:gunner:1:1", "distance": distance, "cover": cover, "needs": 4, "dice": dice}


def wound(model, wounds, left):
    return {"event": "wound", "model": model, "wounds": wounds, "left": left}


LINES = [
    HEADER,
    {"event": "turn", "turn": 1},
    {"event": "activate", "side": "a"},
    {
        "event": "fire",
        "unit": "a:gunner:1",
        "targets": [
            {"target": "b:razor:1", "shots": [shot(2, 600, False), shot(1, 1200, True)]},
            {"target": "b:razor:2", "shots": [shot(1, 800, False)]},
        ],
    },
    {"event": "volley", "unit": "a:gunner:1", "target": "b:razor:1", "hits": 6, "wounds": 5},
    wound("b:razor:1:1", 3, 0),
    {"event": "death", "model": "b:razor:1:1"},
    {"event": "volley", "unit": "a:gunner:1", "target": "b:razor:2", "hits": 2, "wounds": 1},
    wound("b:razor:2:1", 1, 2),
    {"event": "activate", "side": "b"},
    {"event": "combat", "attacker": "b:razor:3:1", "defender": "a:gunner:1:1"},
    wound("a:gunner:1:1", 1, 1),
    wound("b:razor:3:1", 2, 1),
    {"event": "combat", "attacker": "b:razor:3:1", "defender": "a:gunner:1:2"},
    {"event": "psyke", "attacker": "b:razor:2:1", "defender": "a:gunner:1:1"},
    wound("a:gunner:1:1", 1, 0),
    {"event": "death", "model": "a:gunner:1:1"},
    {"event": "volley", "unit": "a:gunner:1", "target": "b:razor:3", "hits": 1, "wounds": 1},
    wound("b:razor:3:1", 1, 0),
    {"event": "death", "model": "b:razor:3:1"},
]


def test_an_account_by_hand():
    found = account(LINES, "a")
    assert (found["fire"], found["melee"], found["psyke"], found["explosion"]) == (3 * 6 + 6, 2 * 6, 0, 0)
    assert (found["too_many"], found["on_survivors"]) == (2 * 6, 6)
    assert (found["dice"], found["hits"], found["in_cover"]) == (4, 9, 1)
    assert found["inches"] == 2 * 6 + 12 + 8
    assert (found["fires"], found["volleys"]) == (1, 2)
    assert (found["activations"], found["combats"], found["charges"]) == (1, 0, 0)


def test_the_other_side_by_hand():
    found = account(LINES, "b")
    assert (found["fire"], found["melee"], found["psyke"]) == (0, 5, 5)
    assert (found["combats"], found["charges"], found["activations"]) == (2, 1, 1)
    assert found["too_many"] == found["on_survivors"] == found["dice"] == 0


@pytest.mark.parametrize("battle", hand_battles.ALL, ids=lambda one: one.__name__)
@pytest.mark.parametrize("side", ["a", "b"])
def test_what_counts_is_the_score(battle, side):
    lines = battle()
    found = account(lines, side)
    assert sum(found[name] for name in MEANS) == pytest.approx(lines[-1]["score"][side])
    assert found["too_many"] >= 0
    assert found["on_survivors"] >= 0
