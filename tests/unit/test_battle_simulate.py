"""The friendly side of many battles: questions, refusals, results. Ends are written by hand, not fought."""

import json
from dataclasses import replace

import pytest

import havoksim as hs
from havoksim.battle import many_battles
from havoksim.battle.many_battles import CHUNK, Halted, fight, simulate, wrong_battle
from havoksim.battle.matchup import as_terrain, matchup
from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_force
from havoksim.model.ruleset import havok_2_0
from tests.reference import toy_battles


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    toy_battles.install(monkeypatch)


def ask(**changes):
    return simulate(**{"force_a": "karn_500", "force_b": "nexus_500", "n": 12, "seed": 1, **changes})


def refused(**changes):
    with pytest.raises(InputError) as caught:
        ask(**changes)
    return {problem.key: problem for problem in caught.value.problems}


# ---------------------------------------------------------------------- what it answers


def test_the_result_of_a_plain_pattern():
    """Six pairs: a wins the even battle of pairs 1, 2, 4, 5 and b the odd one of 0, 2, 4."""
    result = ask()
    figures = result.figures
    assert (figures["wins_a"], figures["wins_b"], figures["draws"]) == (4, 3, 5)
    assert result.score == pytest.approx(6.5 / 12)
    assert result.interval[0] < result.score < result.interval[1]
    assert (result.n, result.seed, result.ruleset) == (12, 1, "havok_2_0")
    assert result.question["points"] == 500
    assert {kind.side for kind in result.kinds} == {"a", "b"}
    assert sum(kind.models for kind in result.kinds if kind.side == "a") == load_force("karn_500").models


def test_results_can_be_shown_and_kept():
    result = ask()
    assert "score of a 54.2%" in repr(result)
    assert "<table>" in result._repr_html_()
    frame = result.frame()
    assert (len(frame), frame["ended_by_turn_limit"][0], frame["seed"][0]) == (1, 1.0, "1")
    assert list(result.warriors()["side"]) == [kind.side for kind in result.kinds]
    plain = json.loads(json.dumps(result.to_dict()))
    assert plain["warriors"][0]["warrior"].startswith("karn_empire/")
    assert (plain["n_battles"], plain["wins_a"]) == (12, 4)
    assert result.provenance["policies"]["a"]["damage"] > 0
    assert len(result.provenance["forces"]["b"]["hash"]) == 16
    with pytest.raises(AttributeError):
        result.n = 3


def test_single_battles_are_kept_if_asked_for():
    rows = ask(each=True).battles()
    assert list(rows["battle"]) == list(range(12))
    assert list(rows["seat_a"][:3]) == ["first", "second", "first"]
    assert list(rows["winner"][:6]) == ["draw", "b", "a", "draw", "a", "b"]
    assert set(rows["ended_by"]) == {"turn_limit"}
    with pytest.raises(InputError, match="each=True"):
        ask().battles()


def test_threads_and_chunks_change_nothing():
    n = 5 * CHUNK + 32
    one, two = ask(n=n, each=True), ask(n=n, each=True, threads=3)
    assert one.tally == two.tally
    assert one.battle_rows() == two.battle_rows()


def test_somebody_who_waits_is_told_how_far_it_is(monkeypatch):
    monkeypatch.setattr(many_battles, "BLOCK", 8)
    told = []
    assert ask(n=20, tell=told.append).n == 20
    assert told == [0, 8, 8, 4]


def test_blocks_change_nothing(monkeypatch):
    whole = ask(n=40, each=True)
    monkeypatch.setattr(many_battles, "BLOCK", 8)
    parts = ask(n=40, each=True)
    assert parts.tally == whole.tally
    assert parts.battle_rows() == whole.battle_rows()


def test_a_fight_can_be_halted():
    met = matchup("karn_500", "nexus_500")
    with pytest.raises(Halted):
        fight(met.pack(), met, 1, 0, 4, is_stopped=lambda: True)


def test_a_seed_is_drawn_and_kept_if_none_is_given():
    seeds = {ask(seed=None).seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(0 <= seed < 2**128 for seed in seeds)


def test_every_public_name_leads_somewhere():
    assert set(hs.__all__) == set(hs._HOMES)
    assert all(getattr(hs, name) is not None for name in hs.__all__)
    assert dir(hs.battle) == sorted(hs.battle.__all__)


def test_the_public_names():
    assert hs.battle.simulate is simulate
    assert hs.battle.load_policy("rush").id == "rush"
    assert hs.battle.load_terrain("crossroads").id == "crossroads"


# ---------------------------------------------------------------------- how they meet


def test_points_are_those_of_the_larger_force_unless_agreed():
    assert ask(force_b="nexus_1000").question["points"] == 1000
    assert ask(points=2000).question["points"] == 2000


def test_players_terrain_and_rules_are_part_of_the_question():
    rules = havok_2_0().changed(block_on="none")
    result = ask(policy_a="rush", policy_b="random", terrain="crossroads", ruleset=rules)
    asked = result.question
    assert (asked["policy_a"], asked["policy_b"], asked["terrain"]) == ("rush", "random", "crossroads")
    assert result.ruleset == "havok_2_0*"


def test_unknown_limits_and_estimates_are_said():
    said = " ".join(ask().assumptions)
    assert "HVK-FORCE-03" in said
    assert "estimates" in said


# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "without battles"),
        (-2, "2 or more|from 2"),
        (7, "even"),
        (1, "from 2|of 2"),
        (2.0, "whole number"),
        (True, "whole"),
    ],
)
def test_a_number_of_battles_that_cannot_be(n, words):
    import re

    assert re.search(words, refused(n=n)["n"].message)


def test_everything_that_is_wrong_is_said_at_once():
    found = refused(
        force_a="karn_50", policy_b="rash", terrain="forest", seed=-1, threads=0, n=3, points=-1, ruleset="nope"
    )
    assert set(found) == {"force_a", "policy_b", "terrain", "seed", "threads", "n", "points", "ruleset"}
    assert found["force_a"].suggestion == "karn_500"
    assert found["policy_b"].suggestion == "rush"


@pytest.mark.rule("HVK-FORCE-01")
def test_a_force_that_costs_more_than_the_agreed_points_is_refused():
    problem = refused(points=400)["force_a"]
    assert "500 BR, 100 over its 400 points" in problem.message
    assert problem.where == "karn_500"


def test_an_empty_side_is_refused():
    empty = replace(load_force("karn_500"), units=())
    assert "at least one warrior" in refused(force_b=empty)["force_b"].message


@pytest.mark.rule("HVK-FORCE-03")
def test_the_size_that_was_agreed_decides_about_limits():
    force = load_force("karn_500")
    card = force.units[0].warrior
    few = {"brigade": 0, "division": "U", "corps": "U", "army": "U"}
    limited = force.using(force.army_list.with_warriors([replace(card, limits=few)]))
    assert "may have 0" in refused(force_a=limited)["force_a"].message
    assert ask(force_a=limited, points=1000).n == 12


def test_unknown_terrain_names_what_there_is():
    with pytest.raises(InputError, match="known: random, none, crossroads") as caught:
        as_terrain("crosroads")
    assert caught.value.problems[0].suggestion == "crossroads"
    with pytest.raises(InputError, match="expected random"):
        as_terrain(3)


def test_battles_are_numbered_from_0():
    assert wrong_battle(0) == []
    assert wrong_battle(-1)
    assert wrong_battle(2**48)
    assert wrong_battle("3")
