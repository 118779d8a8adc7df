"""Battles of made-up cards, in which every special rule comes up, before the referee: legal to the last die."""

import pytest

from havoksim.battle.play import play_block, record
from havoksim.referee import judge
from tests.agreement.battle_same_bytes import CASES, KARN, NEXUS, SEED, matchup
from tests.reference.battle_watcher import battles
from tests.reference.battle_worlds import packed

#: Changes that no army list of the package brings out as well as these two forces do.
RULES = (
    {"friends_block": True, "lock_in_combat": True}, {"models_block_sight": True, "coherency": 0.5},
    {"into_contact": "unit", "cover_by": "nearest"}, {"deploy_edges": "any", "terrain_count": 12},
    {"psyke_in_addition": True, "psyke_range": 12.0}, {"activation_order": "all_move_then_attack", "max_range": 18.0},
    {"vehicle_explosion_hits": 5, "casualty_order": "random"}, {"inches_per_speed": 11.0, "deploy_depth": 9.0},
)  # fmt: skip


def objections(lines):
    return [str(violation) for violation in judge(lines).violations]


@pytest.mark.parametrize("name", list(CASES))
def test_the_referee_has_nothing_to_object_and_finds_the_same_result(name):
    made = matchup(name)
    end = play_block(made, SEED, 0, 6)
    for battle in range(6):
        lines = record(made, SEED, battle)
        assert objections(lines) == []
        assert lines[-1]["winner"] == (None, "a", "b")[end.winner[battle]]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("players", [("rush", "tactician"), ("random", "random")], ids=str)
def test_other_rules(rules, players):
    for lines in battles(n=4, players=players, **rules):
        assert objections(lines) == []


@pytest.mark.parametrize("size", [2, 3])
def test_larger_forces_on_a_small_table(size):
    """Everybody several times over: crowds, chains of explosions, transports among their passengers."""
    made = packed(NEXUS * size, KARN * size, points=500 * size, players=("rush", "rush"), table=[36.0, 40.0],
                  deploy_edges="short")  # fmt: skip
    for battle in range(4):
        assert objections(record(made, SEED, battle)) == []
