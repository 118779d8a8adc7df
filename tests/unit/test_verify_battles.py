"""`havoksim verify --battles`: the spread covers everything, and what is wrong is found and can be had again."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from havoksim.battle import play
from havoksim.cli.main import main
from havoksim.model.places import known_names
from havoksim.model.policy import load_policy
from havoksim.model.ruleset import RULESET_KEYS, havok_2_0
from havoksim.testing.refereed import disagreements, lost_models, referee_battles, referee_case
from havoksim.testing.spread import OPTIONS, PER_CASE, PLAYERS, Case, cases

#: Keys that change no battle: what a type would cost, and the one way to win that there is.
NOT_OF_BATTLES = {"br_formula", "victory"}
SMALL = Case("karn_starter", "nexus_starter", "tactician", "rush", "random", {"casualty_order": "owner"}, 5, 2)


# ---------------------------------------------------------------------- the spread


def test_every_key_of_the_ruleset_that_battles_read_is_changed():
    changed = {key for option in OPTIONS for key in option}
    assert changed == set(RULESET_KEYS) - NOT_OF_BATTLES
    plain = havok_2_0()
    for option in OPTIONS:
        rules = plain.changed(**option)
        same = {key for key in option if getattr(rules, key) == getattr(plain, key)}
        assert same <= {"min_unit_size"}, option


def test_every_choice_of_a_key_with_few_choices_is_there():
    chosen = {(key, value) for option in OPTIONS for key, value in option.items() if isinstance(value, (str, int))}
    for key, values in {
        "activation": ("alternate", "igougo"),
        "casualty_order": ("owner", "random"),
        "into_contact": ("unit", "allowed"),
        "deploy_edges": ("short", "any"),
        "block_on": (1, "none"),
    }.items():
        assert {(key, value) for value in values} <= chosen


def test_two_thousand_battles_go_over_forces_players_ground_and_options():
    spread = list(cases(2000, seed=2))
    assert sum(case.battles for case in spread) == 2000
    forces = Counter(case.force_a for case in spread)
    assert set(forces) == set(known_names("force"))
    assert max(forces.values()) == min(forces.values()) == 2000 // PER_CASE // len(forces)
    assert Counter((case.policy_a, case.policy_b) for case in spread).keys() == {
        (a, b) for a in PLAYERS for b in PLAYERS
    }
    assert {case.terrain for case in spread} == {"random", "none", *known_names("terrain")}
    met = Counter(json.dumps(case.changes, sort_keys=True) for case in spread)
    assert all(met[json.dumps(option, sort_keys=True)] >= 3 for option in OPTIONS)
    assert met["{}"] == 2000 // PER_CASE // 4
    assert len({case.seed for case in spread}) == len(spread)


def test_the_first_battles_are_the_same_for_any_number():
    few, many = list(cases(40, seed=3)), list(cases(200, seed=3))
    assert few == many[:10]
    assert list(cases(6, seed=3))[1] == replace(few[1], battles=2)
    assert list(cases(40, seed=4)) != few


def test_every_player_of_the_package_but_those_for_people_meets():
    assert set(PLAYERS) <= set(known_names("policy"))
    assert all(load_policy(name).id == name for name in PLAYERS)


# ---------------------------------------------------------------------- judging


def test_a_case_is_played_judged_and_counted():
    out = referee_case(SMALL)
    assert (out.battles, out.wrong, out.refused) == (2, [], [])
    assert out.forces == {"karn_starter", "nexus_starter"}
    assert (out.players, out.terrains, out.options) == ({"tactician", "rush"}, {"random"}, {"casualty_order"})
    met = SMALL.matchup()
    assert out.models == 2 * (met.force_a.models + met.force_b.models)
    assert out.events > 100


def test_a_case_that_cannot_be_fought_is_told(monkeypatch):
    out = referee_case(replace(SMALL, changes={"deploy_depth": 1.0}))
    assert (out.battles, len(out.refused)) == (0, 1)
    assert "HVK-DEPLOY-03" in out.refused[0]
    assert "deploy_depth = 1.0" in out.refused[0]


def tampered(monkeypatch, change):
    """Let records be changed before the referee sees them."""
    right = play.record
    monkeypatch.setattr(play, "record", lambda *which: change(right(*which)))


def other_die(lines):
    first = next(line for line in lines if line.get("event") == "volley")
    first["groups"][0]["faces"][0] = 7 - first["groups"][0]["faces"][0]
    return lines


def test_a_wrong_die_is_found_and_can_be_had_again(monkeypatch, tmp_path, capsys):
    with monkeypatch.context() as patch:
        tampered(patch, other_die)
        out = referee_case(SMALL)
    found = [one for one in out.wrong if one.battle == 1]
    assert any("HVK-FIRE-03" in one.what for one in found)
    assert found[0].rules == ('casualty_order = "owner"',)
    assert "seed 5" in found[0].case
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.toml").write_text('schema = 1\nkind = "ruleset"\n[ruleset]\n' + "\n".join(found[0].rules))
    assert main(found[0].again.split()[1:]) == 0
    capsys.readouterr()
    written = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    fought = play.record(SMALL.matchup().pack(), 5, 1)
    assert written[1:] == json.loads(json.dumps(fought[1:]))


def test_a_model_that_is_lost_is_found(monkeypatch):
    def lose(lines):
        gone = next(line for line in lines if line.get("event") == "deploy")["model"]
        return [line for line in lines if line.get("event") != "deploy" or line["model"] != gone]

    with monkeypatch.context() as patch:
        tampered(patch, lose)
        out = referee_case(replace(SMALL, battles=1))
    assert any(one.what.startswith("models of") for one in out.wrong)


@pytest.mark.parametrize("field", ["winner", "br_destroyed", "turns", "ended_by"])
def test_a_block_that_counts_otherwise_than_the_referee_is_found(field):
    from havoksim.referee import judge

    met = SMALL.matchup()
    pack = met.pack()
    lines = play.record(pack, 5, 0)
    verdict, ends = judge(lines), play.play_block(pack, 5, 0, 2)
    fielded = met.force_a.models, met.force_b.models
    assert disagreements(verdict, ends, 0) == lost_models(lines, verdict, ends, 0, fielded) == []
    other = {"winner": (ends.winner + 1) % 3, "ended_by": 1 - ends.ended_by}.get(field, getattr(ends, field) + 1)
    assert disagreements(verdict, replace(ends, **{field: other}), 0)
    assert lost_models(lines, verdict, replace(ends, alive=ends.alive - 1), 0, fielded)
    assert lost_models(lines, verdict, ends, 0, (fielded[0] + 1, fielded[1]))


# ---------------------------------------------------------------------- on the command line


@pytest.fixture
def few(monkeypatch):
    """Verify the small case only, as often as is asked."""
    from havoksim.testing import refereed

    monkeypatch.setattr(
        refereed, "cases", lambda battles, *, seed: [replace(SMALL, seed=seed + i) for i in range(battles // 2)]
    )


def test_all_right_leaves_with_0(few, capsys):
    assert main(["verify", "--battles", "4", "--seed", "8"]) == 0
    said = capsys.readouterr()
    told = " ".join(said.out.split())
    assert told.startswith("All right: 4 battles with")
    assert "0 violations" in told
    assert "was deployed, and is alive or dead at the end" in told
    assert "4 battles judged" in said.err
    assert "100 %" in said.err


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
def test_anything_wrong_leaves_with_1_in_every_form(few, capsys, monkeypatch, form):
    tampered(monkeypatch, other_die)
    assert main(["verify", "--battles", "2", "--format", form]) == 1
    out = capsys.readouterr().out
    assert "HVK-FIRE-03" in out
    assert "havoksim replay karn_starter nexus_starter --policy-a tactician" in out
    if form == "json":
        answer = json.loads(out)
        assert answer["violations"] == len(answer["wrong"]) >= 2
        assert answer["wrong"][0]["rules"] == ['casualty_order = "owner"']


@pytest.mark.verify
def test_workers_change_nothing():
    one, two = (referee_battles(24, seed=6, workers=workers) for workers in (1, 2))
    assert one == two
    assert one.wrong == []
