"""A battle is a function of seed and number: alone or in a block, on any threads, with the compiler on or off."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from havoksim.battle import play
from havoksim.battle.kernels import layout
from havoksim.battle.many_battles import fight
from havoksim.battle.matchup import matchup as friendly
from havoksim.battle.pack import pack
from havoksim.battle.play import play_block, play_one, record
from havoksim.model.force import UnitEntry
from tests.agreement.battle_same_bytes import CASES, SEED, block, digest, matchup
from tests.reference.battle_worlds import WAGON, card, packed

ROOT = Path(__file__).parent.parent.parent
EVERY_CASE = pytest.mark.parametrize("name", list(CASES))


@EVERY_CASE
def test_a_battle_is_the_same_alone_in_a_block_and_in_another(name):
    made = matchup(name)
    whole = block(made, 0, 6)
    assert len(set(whole)) > 1
    assert [block(made, i, 1)[0] for i in (0, 3, 5)] == [whole[0], whole[3], whole[5]]
    assert block(made, 2, 3) == whole[2:5]
    assert block(made, 0, 6, threads=2) == whole


def test_large_numbers_of_battles_are_addresses_like_others():
    made = matchup("plain")
    far = 2**48 - 4
    assert block(made, far + 1, 2) == block(made, far, 4)[1:3]
    assert block(made, far, 1) != block(made, 0, 1)


def test_any_number_of_threads_gives_the_same_sums(monkeypatch):
    monkeypatch.setattr("havoksim.battle.many_battles.CHUNK", 2)
    met = friendly(
        "karn_500", "pteravore_500", ruleset=None, policy_a="rush", policy_b="rush", terrain="random", points=None
    )
    runs = [fight(met.pack(), met, SEED, 0, 8, threads=threads, each=True) for threads in (1, 2)]
    (sums, each), (again, others) = runs
    assert repr(sums) == repr(again)
    assert repr(each) == repr(others)


def test_with_the_compiler_off_the_battles_are_the_same():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore:overflow encountered", "-m", "tests.agreement.battle_same_bytes"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [digest(), "False"]


@EVERY_CASE
def test_recording_changes_nothing_and_the_record_tells_the_row(name):
    made = matchup(name)
    end = play_block(made, SEED, 0, 4)
    for battle in range(4):
        row, _ = play_one(made, SEED, battle)
        told = record(made, SEED, battle)[-1]
        assert [int(v) for v in row[1:3]] == [int(v) for v in end.br_destroyed[battle]]
        assert told["score"] == {"a": end.br_destroyed[battle, 0], "b": end.br_destroyed[battle, 1]}
        assert told["winner"] == (None, "a", "b")[end.winner[battle]]
        assert told["turns"] == end.turns[battle]
        assert told["ended_by"] == ("turn_limit", "wiped_out")[end.ended_by[battle]]


def test_a_record_longer_than_the_buffer_is_the_same_in_parts(monkeypatch):
    """The battle is played again for each part; nothing is lost or told twice."""
    made = matchup("rush")
    whole = play_one(made, SEED, 2)[1]
    taken = []

    def in_parts(*args, events_from):
        taken.append(events_from)
        out, lost, kills, world = played(*args, events_from=events_from)
        return out, lost, kills, world

    played = play._played
    monkeypatch.setattr(play, "_played", in_parts)
    monkeypatch.setattr(layout, "MOST_EVENTS", 700)  # the kernel writes more; we take no more than this
    parts = play_one(made, SEED, 2)[1]
    assert len(taken) == -(-len(whole) // 700) > 2
    assert parts.tolist() == whole.tolist()


@EVERY_CASE
@pytest.mark.rule("HVK-WIN-01", "HVK-WIN-02", "HVK-TURN-01")
def test_nobody_is_lost_on_the_way_and_the_score_is_that_of_the_dead(name):
    made = matchup(name)
    end = play_block(made, SEED, 0, 8)
    rating = [one.warrior.battle_rating for one in made.types]
    strength = [one.warrior.strength for one in made.types]
    for i in range(8):
        for side in (0, 1):
            mine = [k for k, one in enumerate(made.types) if one.side == side]
            fielded = sum(made.types[k].fielded for k in mine)
            assert fielded == end.alive[i, side] + sum(end.lost[i, k] for k in mine)
            assert end.br_destroyed[i, 1 - side] == sum(rating[k] * end.lost[i, k] for k in mine)
            assert all(0 <= end.lost[i, k] <= made.types[k].fielded for k in mine)
        a, b = end.br_destroyed[i]
        assert end.winner[i] == (0 if a == b else 1 if a > b else 2)
        assert end.ended_by[i] == (min(end.alive[i]) == 0)
        assert 1 <= end.turns[i] <= 4
        assert end.ended_by[i] or end.turns[i] == 4
        # whoever wounded the dead shares the credit: as many wounds as they had strength
        for k in range(len(made.types)):
            assert end.kills[i, :, k].sum() == strength[k] * end.lost[i, k]


@pytest.mark.rule("HVK-WIN-02", "HVK-TURN-01")
def test_two_forces_that_cannot_hurt_each_other_draw_at_the_limit_of_turns():
    idle = [(card("idle", firepower=0, close_combat=0), 2)]
    end = play_block(packed(idle, idle, battle_turns=3), SEED, 0, 4)
    assert end.winner.tolist() == [0] * 4
    assert end.turns.tolist() == [3] * 4
    assert end.ended_by.tolist() == [0] * 4
    assert not end.br_destroyed.any()
    assert end.alive.tolist() == [[2, 2]] * 4


def test_an_entry_of_the_army_list_that_nobody_fields_changes_nothing():
    made = matchup("plain")
    forces = []
    for force in made.forces:
        army = replace(force.army_list, warriors=(card("idle", firepower=9), *force.army_list.warriors))
        forces.append(replace(force, army_list=army))
    assert block(replace(made, forces=tuple(forces)), 0, 4) == block(made, 0, 4)


def test_another_matchup_in_between_changes_nothing():
    first = block(matchup("plain"), 0, 3)
    block(matchup("rush"), 0, 3)
    made = matchup("plain")
    assert block(made, 0, 3) == first
    block(matchup("chance"), 0, 2)
    assert block(made, 0, 3) == first


def minds_against_riders():
    """Psyke reaches those inside a transport, whom nobody can measure to."""
    minds = [(card("mind", psyke=3, psyke_attack=True, speed=2), 3), (card("gun", firepower=2), 2)]
    riders = [(card("wagon", **WAGON, speed=3, strength=6, armour=5), 1), (card(), 4), (card("fist", speed=2), 3)]
    return packed(minds, riders, psyke_range=30.0, table=[30.0, 36.0], deploy_edges="short")


@pytest.mark.parametrize("name", [*CASES, "minds"])
def test_a_battle_is_the_same_whatever_the_world_held_before(name):
    """The room in which kernels work may hold anything: an earlier battle, or a player's notes on another."""
    made = minds_against_riders() if name == "minds" else matchup(name)
    fields = layout.World._fields
    room = fields[fields.index("plan") : fields.index("ev")]
    assert {"short", "shots", "able", "queue"} <= set(room)
    for battle in (0, 2, 5):
        ends = []
        for rubbish in (False, True):
            world = play.world_of(made)
            if rubbish:
                random = np.random.default_rng(battle)
                for field in room:
                    world[field][0] = random.integers(0, 3, world[field][0].shape)
            made.worlds[:] = [world]
            ends.append([part.tolist() for part in play_one(made, SEED, battle)])
        assert ends[0] == ends[1]


def test_another_unit_in_the_force_shifts_no_die_of_the_others():
    """Dice are found by name: with one more unit on the table roll-offs and first dice of the others show the same."""
    units = [(card("gun", firepower=4), 2)]
    more = [*units, (card("idle", speed=0, firepower=0, close_combat=0), 1)]
    rules = {"players": ("rush", "rush"), "table": [24.0, 24.0]}
    compared = 0
    for battle in range(6):
        few, many = (record(packed(mine, units, **rules), SEED, battle)[1:] for mine in (units, more))
        edges = [next(line["dice"] for line in lines if line["event"] == "roll_off") for lines in (few, many)]
        assert edges[0] == edges[1]
        one, other = first_dice(few), first_dice(many)
        for key in one.keys() & other.keys():
            n = min(len(one[key]), len(other[key]))
            assert one[key][:n] == other[key][:n]
            compared += n
    assert compared > 20


def first_dice(lines):
    """The dice, extra ones left out, with which each unit began its fire in each turn."""
    turn, found = 0, {}
    for line in lines:
        if line["event"] == "turn":
            turn = line["turn"]
        elif line["event"] == "volley":
            group = line["groups"][0]
            found.setdefault((turn, line["unit"]), group["faces"][: group["dice"]])
    return found


def test_the_same_units_in_another_entry_of_the_file_are_the_same_force():
    """Two entries of one unit each, or one entry of two."""
    made = matchup("plain")
    one = made.forces[0]
    line = next(entry for entry in one.units if entry.warrior.id == "line")
    twice = replace(one, units=(*one.units, line))
    counted = replace(one, units=tuple(UnitEntry(e.warrior, e.size, 2) if e is line else e for e in one.units))
    rows = [
        block(pack(force, made.forces[1], made.ruleset, *made.policies, points=500), 0, 3) for force in (twice, counted)
    ]
    assert rows[0] == rows[1]
