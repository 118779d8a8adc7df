"""Whole battles, roll for roll: a plain-Python twin throws every die again and counts everything anew."""

import copy
import functools

import pytest

from havoksim.battle.pack import pack
from havoksim.battle.play import record
from havoksim.model.loading import load_force
from havoksim.model.policy import load_policy
from havoksim.model.ruleset import havok_2_0
from tests.reference.battle_twin import Twin
from tests.reference.battle_worlds import CART, WAGON, card, packed

#: Forces, players, terrain, changed rules; every option of the dice comes up.
BATTLES = [
    ("karn_500", "nexus_500", "tactician", "rush", "random", {}),
    ("pteravore_500", "karn_500", "rush", "rush", "none", {"bonus_count_resets": "battle_turn"}),
    ("nexus_500_vehicles", "karn_500_vehicles", "gunline", "rush", "random", {"vehicle_explosion_hits": 3}),
    ("karn_500", "pteravore_500", "rush", "random", "random",
     {"bonus_reduction": "flat", "strength_bonus_per_point": 2}),
    ("nexus_500", "pteravore_500", "tactician", "rush", "none",
     {"bonus_reduction": "flat", "attacks_per_activation": "one", "bonus_count_resets": "battle_turn"}),
    ("nexus_500", "nexus_500_vehicles", "random", "random", "random", {"casualty_order": "random", "split_by": "die"}),
    ("karn_500_swarm", "nexus_500_swarm", "tactician", "gunline", "random", {"casualty_order": "random"}),
    ("karn_500", "nexus_500", "rush", "tactician", "none", {"casualty_order": "owner", "cover_by": "nearest"}),
    ("karn_500", "pteravore_500", "rush", "rush", "none", {"max_explosions": 1, "explode_on": 5, "block_on": 1}),
    ("nexus_500", "karn_500", "rush", "rush", "none", {"exploding": False, "block_on": "none"}),
    ("nexus_500", "karn_500", "rush", "rush", "none", {"psyke_strikes_back": False, "psyke_save_on": 3}),
    ("pteravore_500", "nexus_500", "rush", "tactician", "random",
     {"armour_roll": "greater_or_equal", "natural_six_always_wounds": True, "psyke_in_addition": True}),
    ("karn_500_elite", "pteravore_500", "rush", "rush", "none",
     {"strength_bonus_from": "remaining", "strength_bonus_cap": 2, "close_combat_hits_on": 3, "psyke_hits_on": 5}),
    ("nexus_500_vehicles", "pteravore_500", "rush", "rush", "none", {"vehicle_explosion": False}),
]  # fmt: skip


@functools.cache
def battle(case, number, seed=2**70 + 5):
    """The record of a battle of one of the cases."""
    one, other, player_a, player_b, terrain, rules = BATTLES[case]
    ruleset = havok_2_0().changed(**rules) if rules else havok_2_0()
    forces = load_force(f"forces/{one}"), load_force(f"forces/{other}")
    made = pack(*forces, ruleset, load_policy(player_a), load_policy(player_b), terrain=terrain)
    return record(made, seed, number)


@pytest.mark.parametrize(
    "case", range(len(BATTLES)), ids=lambda case: f"{BATTLES[case][0]}-{BATTLES[case][1]}-{'-'.join(BATTLES[case][-1])}"
)
@pytest.mark.rule("HVK-TURN-02", "HVK-FIRE-05", "HVK-CC-07")
def test_every_die_falls_as_its_address_says(case):
    for number in (0, 1, 6):
        rolled = Twin(battle(case, number)).follow().rolled
        assert rolled["edge"] >= 1
        assert rolled["activate"] > 4
        assert rolled["fire"] > 12


@pytest.mark.rule("HVK-VEH-01", "HVK-PSY-02", "HVK-CC-03")
def test_those_battles_hold_every_kind_of_die():
    """Explosions, psyke, ties that are rolled again, wounds that somebody suffers: no chapter of the twin is unread."""
    kinds, events, ties = set(), set(), 0
    for case in range(len(BATTLES)):
        for number in (0, 1, 6):
            lines = battle(case, number)
            kinds |= set(Twin(lines).follow().rolled)
            events |= {line["event"] for line in lines[1:]}
            ties += sum(len(line["dice"]) > 1 for line in lines[1:] if line["event"] == "roll_off")
    assert kinds == {"terrain", "edge", "deploy", "activate", "fire", "combat", "psyke", "explosion"}
    assert events >= {"volley", "combat", "psyke", "explosion", "wound", "death", "end"}
    assert ties > 0


@pytest.mark.parametrize("rules", [{}, {"vehicle_explosion": False}, {"vehicle_explosion_hits": 3}], ids=str)
@pytest.mark.rule("HVK-VEH-01", "HVK-VEH-03", "HVK-LIST-09")
def test_wrecks_with_people_in_them(rules):
    """Weak transports before strong guns: explosions reach those inside, and who lives climbs out."""
    thin = {"strength": 1, "armour": 1, "speed": 3}
    mine = [(card("wagon", **WAGON, **thin), 1), (card("cart", **CART, **thin), 1), (card(), 4), (card("other"), 1)]
    made = packed(mine, [(card("gun", firepower=5), 3)], players=("rush", "gunline"), table=[24.0, 30.0], **rules)
    steps, blown = 0, 0
    for number in range(6):
        lines = record(made, 9, number)
        Twin(lines).follow()
        steps += sum(line["event"] == "passenger" for line in lines[1:])
        blown += sum(line["event"] == "explosion" for line in lines[1:])
    assert steps > 0
    assert (blown > 0) == (rules.get("vehicle_explosion") is not False)


@pytest.mark.parametrize("what", ["volley", "combat", "roll_off", "wound", "end"])
def test_the_twin_notices_a_wrong_number(what):
    lines = copy.deepcopy(battle(0, 0))
    line = next(line for line in lines if line.get("event") == what)
    if what == "roll_off":
        line["dice"][0][0] = line["dice"][0][0] % 6 + 1
    elif what == "end":
        line["score"]["a"] += 1
    else:
        key = {"volley": "hits", "combat": "net", "wound": "wounds"}[what]
        line[key] = line[key] + 1 if isinstance(line[key], int) else [line[key][0] + 1, line[key][1]]
    with pytest.raises(AssertionError, match="line"):
        Twin(lines).follow()
