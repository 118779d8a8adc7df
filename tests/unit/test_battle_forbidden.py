"""What a player is forbidden he never does, and what he may do he does: switches of a policy in recorded battles."""

from dataclasses import replace

import pytest

from havoksim.battle.play import record
from havoksim.model.policy import load_policy
from tests.agreement.battle_same_bytes import KARN, NEXUS
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import card, packed

PLAYERS = pytest.mark.parametrize("player", ["tactician", "rush", "random"])


def lines_of(player, forbid, n=4, psyke_range=6.0):
    """Some battles in which side a is forbidden something, from the first turn on."""
    restricted = replace(load_policy(player), forbid=forbid)
    made = packed(NEXUS, KARN, players=(restricted, "rush"), terrain="random", table=[30.0, 36.0], deploy_edges="short",
                  psyke_range=psyke_range)  # fmt: skip
    return [line for battle in range(n) for line in record(made, 77, battle)[1:]]


def acts(lines, action):
    """How often side a did something."""
    mine = {
        "fire": [line for line in lines if line["event"] == "fire" and line["unit"][0] == "a"],
        "melee": [line for line in lines if line["event"] == "combat" and line["attacker"][0] == "a"],
        "psyke": [line for line in lines if line["event"] == "psyke" and line["attacker"][0] == "a"],
        "move": [line for line in lines if line["event"] == "move" and line["model"][0] == "a"],
        "split_fire": [line for line in lines if line["event"] == "fire" and line["unit"][0] == "a"
                       and len(line["targets"]) > 1],
    }  # fmt: skip
    return len(mine[action])


@PLAYERS
@pytest.mark.parametrize("action", ["fire", "melee", "psyke", "split_fire", "move"])
def test_what_is_forbidden_is_never_done(player, action):
    n = 12 if action == "split_fire" else 4
    wide = 12.0 if action == "psyke" else 6.0
    assert acts(lines_of(player, [action], n, wide), action) == 0


@pytest.mark.parametrize("action", ["fire", "melee", "psyke", "split_fire", "move"])
def test_what_is_allowed_is_done(action):
    """Else the tests above could not fail."""
    assert sum(acts(lines_of(player, [], 12, 12.0), action) for player in ("tactician", "rush", "random")) > 0


@pytest.mark.parametrize("player", ["tactician", "gunline", "random"])
def test_who_may_not_retreat_never_goes_away_from_the_only_enemy(player):
    """One gun against one that comes nearer: with retreat and cover forbidden the gap never grows by its own move."""
    away = {}
    for forbid in ([], ["retreat", "cover"]):
        one = replace(load_policy(player), forbid=forbid)
        made = packed([(card("gun", firepower=2, speed=2), 1)], [(card(strength=9), 1)], players=(one, "rush"),
                      battle_turns=6)  # fmt: skip
        away[len(forbid)] = 0
        for battle in range(6):
            where = {}
            for line in record(made, 5, battle)[1:]:
                if line["event"] == "deploy":
                    where[line["model"][0]] = tuple(line["at"])
                elif line["event"] == "move":
                    side, end = line["model"][0], tuple(line["path"][-1])
                    other = where["b" if side == "a" else "a"]
                    away[len(forbid)] += side == "a" and plain.square(end, other) > plain.square(where[side], other)
                    where[side] = end
    assert away[2] == 0
    assert away[0] > 0
