"""Battles as they are fought: their sums, credits and types against what their records say, counted by hand."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from havoksim.battle.many_battles import fight
from havoksim.battle.matchup import matchup
from havoksim.battle.play import play_block, record
from havoksim.battle.tally import credit_unit
from havoksim.foundation.errors import InputError
from havoksim.model.force import Force, UnitEntry
from havoksim.model.loading import load_force
from havoksim.model.places import known_names

SEED, BATTLES = 11, 6


@pytest.fixture(scope="module", params=[("karn_500", "nexus_500_vehicles"), ("pteravore_500", "karn_500_swarm")])
def fought(request):
    """A matchup, its pack, how its battles ended, and their records."""
    met = matchup(*request.param, policy_b="rush")
    pack = met.pack()
    return met, pack, play_block(pack, SEED, 0, BATTLES), [record(pack, SEED, i) for i in range(BATTLES)]


def type_of(name):
    """Name of a unit's or model's type: ``a:axe:1:2`` is of ``a:axe``."""
    return ":".join(name.split(":")[:2])


def deaths(lines):
    return Counter(type_of(line["model"]) for line in lines if line.get("event") == "death")


# ---------------------------------------------------------------------- the order of the types


def test_matchup_and_pack_list_the_same_types_in_the_same_order():
    """Credits are handed out by place: were the orders to differ, one type would earn what another did."""
    names = known_names("force")
    for a, b in zip(names, names[1:] + names[:1], strict=True):
        met = matchup(a, b)
        kinds = [(kind.side, kind.warrior, kind.models) for kind in met.kinds]
        assert kinds == list(met.pack().kinds), (a, b)


def test_a_force_that_names_a_type_twice_has_it_once():
    force = load_force("karn_500")
    first, second = force.army_list["karn_trooper"], force.army_list["banshee"]
    mixed = Force("Mixed", force.army_list, 500, (UnitEntry(first), UnitEntry(second, 1, 2), UnitEntry(first)), "mixed")
    met = matchup(mixed, "nexus_500")
    assert [(kind.warrior, kind.models) for kind in met.kinds[:2]] == [(first, 2), (second, 2)]
    assert met.pack().kinds == tuple((kind.side, kind.warrior, kind.models) for kind in met.kinds)


def test_types_of_the_block_die_as_in_the_records(fought):
    _, pack, ends, records = fought
    for battle, lines in enumerate(records):
        by_type = {one.name: int(lost) for one, lost in zip(pack.types, ends.lost[battle], strict=True)}
        assert {name: lost for name, lost in by_type.items() if lost} == dict(deaths(lines))
    assert ends.lost.sum() > 3 * BATTLES


# ---------------------------------------------------------------------- credits


def credits_of(lines):
    """Return wounds on models that died, by (type that dealt them, type that died), from a record alone.

    Of an explosion all wounds are those of the type that destroyed the vehicle, in a chain of the first one.
    """
    dealt, whose, made = {}, {}, Counter()
    blame = {}  # by model: the type that the wounds that follow are credited to
    everybody = None
    wave = 0
    for line in lines[1:]:
        kind = line["event"]
        if kind == "volley":
            everybody, wave = type_of(line["unit"]), 0
        elif kind in ("combat", "psyke"):
            everybody, wave = None, 0
            blame = {
                line["defender"]: type_of(line["attacker"]),
                line["attacker"]: type_of(line["defender"]),
            }
        elif kind == "explosion":
            if line["wave"] != wave:
                wave, everybody, blame = line["wave"], None, {}
            for one in line["touched"]:
                if one["wounds"]:
                    assert blame.setdefault(one["model"], whose[line["model"]]) == whose[line["model"]]
        elif kind == "wound":
            who = everybody or blame[line["model"]]
            dealt.setdefault(line["model"], Counter())[who] += line["wounds"]
            if line["left"] == 0:
                whose[line["model"]] = who
        elif kind == "death":
            for who, wounds in dealt[line["model"]].items():
                made[who, type_of(line["model"])] += wounds
    return made


def test_wounds_are_credited_to_the_types_that_dealt_them(fought):
    _, pack, ends, records = fought
    names = [one.name for one in pack.types]
    for battle, lines in enumerate(records):
        kills = ends.kills[battle]
        found = {(names[i], names[j]): int(kills[i, j]) for i, j in np.argwhere(kills)}
        assert found == dict(credits_of(lines)), battle


def test_every_casualty_is_paid_for_in_full(fought):
    """Wounds on the dead are their strength, the BR of casualties is the score, and nobody is lost on the way."""
    met, _, ends, _ = fought
    strength = np.array([kind.warrior.strength for kind in met.kinds])
    rating = np.array([kind.warrior.battle_rating for kind in met.kinds])
    models = np.array([kind.models for kind in met.kinds])
    of_a = np.array([kind.side == "a" for kind in met.kinds])
    assert (ends.kills.sum(axis=1) == ends.lost * strength).all()
    assert (ends.br_destroyed == np.stack([ends.lost @ (rating * ~of_a), ends.lost @ (rating * of_a)], axis=1)).all()
    alive = np.stack([(models - ends.lost) @ of_a, (models - ends.lost) @ ~of_a], axis=1)
    assert (ends.alive == alive).all()


def test_the_sums_are_those_of_the_battles(fought):
    met, pack, ends, _ = fought
    sums, kept = fight(pack, met, SEED, 0, BATTLES, each=True)
    assert sums["", "destroyed_a"] == ends.br_destroyed[:, 0].sum()
    assert [int(w) for part in kept for w in part.winner] == list(ends.winner)
    unit = credit_unit(met.kinds)
    for place, kind in enumerate(met.kinds):
        foes = [j for j, other in enumerate(met.kinds) if other.side != kind.side]
        cards = {j: met.kinds[j].warrior for j in foes}
        worth = sum(
            int(ends.kills[:, place, j].sum()) * card.battle_rating * unit // card.strength for j, card in cards.items()
        )
        assert sums[kind.key, "credit"] == worth
        assert sums[kind.key, "lost"] == ends.lost[:, place].sum()


# ---------------------------------------------------------------------- what a battle depends on


def test_a_battle_is_the_same_alone_and_in_any_block(fought):
    _, pack, ends, _ = fought
    late = play_block(pack, SEED, 3, 2)
    assert (late.br_destroyed == ends.br_destroyed[3:5]).all()
    assert (late.kills == ends.kills[3:5]).all()


def test_nobody_can_hurt_anybody_a_draw_at_the_turn_limit():
    force = load_force("karn_500")
    stone = replace(force.army_list["karn_trooper"], firepower=0, close_combat=0, psyke=0, psyke_attack=False)
    stones = Force("Stones", force.army_list, 500, (UnitEntry(stone, 2),), "stones")
    met = matchup(stones, stones)
    ends = play_block(met.pack(), 1, 0, 4)
    assert list(ends.winner) == [0] * 4
    assert list(ends.ended_by) == [0] * 4
    assert list(ends.turns) == [4] * 4
    assert not ends.br_destroyed.any()


@pytest.mark.rule("HVK-DEPLOY-03")
def test_a_zone_without_room_is_refused_and_nobody_is_lost():
    from havoksim.model.ruleset import havok_2_0

    shallow = havok_2_0().changed(deploy_depth=1.5)
    with pytest.raises(InputError, match=r"does not fit into a zone of 48 x 1\.5 inches") as caught:
        matchup("karn_500", "nexus_500", ruleset=shallow).pack()
    assert {problem.where for problem in caught.value.problems} == {"force a (Karn 500)", "force b (Nexus 500)"}
