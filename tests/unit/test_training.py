"""Training: what it practises with, what it finds, and that it goes on where it was stopped."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from havoksim.analysis import training as training_module
from havoksim.analysis.drawn_forces import Drawn, shape_of
from havoksim.analysis.player_points import TUNED, player_at, point_of
from havoksim.analysis.practice import TRYING_FORCES, Ground, points_of, trials, with_players
from havoksim.analysis.training import Check, State, Training, pool, train
from havoksim.battle.pack import pack
from havoksim.cli.main import cli
from havoksim.foundation.errors import InputError
from havoksim.model.force import check_force
from havoksim.model.loading import load_force, load_policy
from havoksim.model.names import all_army_lists
from havoksim.model.policy import PRESETS, WEIGHTS, Policy
from havoksim.model.ruleset import havok_2_0
from havoksim.model.terrain import load_terrain
from tests.reference import toy_players

PLAYERS = tuple(load_policy(name) for name in PRESETS)


def ground(**other):
    given = {
        "armies": all_army_lists(),
        "ruleset": havok_2_0(),
        "seed": 5,
        "points": (500, 1000),
        "layouts": (load_terrain("crossroads"),),
    }
    return Ground(**(given | other))


def task(budget=1000, **other):
    given = {"start": load_policy("tactician"), "opponents": PLAYERS, "ground": ground(), "budget": budget}
    return Training(**(given | other))


def run(*words):
    return CliRunner().invoke(cli, ["train", *map(str, words)])


@pytest.fixture
def toy(monkeypatch):
    toy_players.install(monkeypatch)


# ------------------------------------------------------------------------------------------------ practice


def test_drawn_forces_are_legal_differ_and_spend_their_points():
    drawn = Drawn(all_army_lists(), havok_2_0(), 3, "training")
    for army in drawn.armies:
        for points in (500, 1000):
            forces = [drawn.force(army, points, k) for k in range(12)]
            assert all(not check_force(force).problems for force in forces)
            assert all(0.9 * points <= force.battle_rating <= points for force in forces)
            assert len({shape_of(force) for force in forces}) > 6
            sizes = {entry.size for force in forces for entry in force.units if not entry.warrior.vehicle}
            assert len(sizes) > 3


def test_forces_to_train_with_and_to_try_with_never_coincide():
    practice = ground(named=(load_force("karn_500"),))
    tried = {
        shape_of(practice.trying.force(army, points, k))
        for army in practice.armies
        for points in practice.points
        for k in range(TRYING_FORCES)
    }
    assert shape_of(load_force("karn_500")) not in tried
    trained = {shape_of(f) for table in ground().training_tables(0, 40, PLAYERS) for f in table.pack.forces}
    assert len(trained) > 40
    assert trained.isdisjoint(tried)


def test_few_points_cannot_keep_them_apart():
    with pytest.raises(InputError, match="too few different forces"):
        ground(points=(20,)).training_tables(0, 1, PLAYERS)


def test_tables_of_training_are_mixed():
    tables = [table for k in range(4) for table in ground().training_tables(k, 30, PLAYERS)]
    assert {table.opponent.id for table in tables} == set(PRESETS)
    assert {table.pack.points for table in tables} == {500, 1000}
    assert {table.pack.terrain if isinstance(table.pack.terrain, str) else "layout" for table in tables} == {
        "random",
        "none",
        "layout",
    }
    assert {force.army_list.id for table in tables for force in table.pack.forces} == {a.id for a in all_army_lists()}
    assert len({table.seed for table in tables}) == len(tables)
    seeds = {table.seed for table in tables}
    for use in ("check", "last test"):
        tried = {table.seed for table in ground().trying_tables(use, 20, PLAYERS)}
        assert len(tried) == 40
        assert seeds.isdisjoint(tried)
        seeds |= tried


def test_a_couple_of_tables_changes_sides():
    first, second = ground().trying_tables("check", 1, PLAYERS)
    assert first.pack.forces == second.pack.forces[::-1]
    assert (first.pack.points, first.pack.terrain) == (second.pack.points, second.pack.terrain)


def test_other_players_at_a_table_are_as_if_it_were_laid_for_them():
    a, b = load_force("karn_500"), load_force("pteravore_500")
    rush, gunline, random = (load_policy(name) for name in ("rush", "gunline", "random"))
    laid = pack(a, b, havok_2_0(), rush, gunline)
    other = with_players(pack(a, b, havok_2_0(), random, random), rush, gunline)
    assert other.policies == laid.policies
    assert laid.arrays.keys() == other.arrays.keys()
    assert all(np.array_equal(laid.arrays[name], other.arrays[name]) for name in laid.arrays)


def test_points_are_counted_by_hand(monkeypatch):
    ends = {0: [1, 1, 0, 2], 1: [2, 2, 2, 0]}

    def play_block(made, seed, first, n, **_):
        assert (first, n) == (0, 4)
        if seed == 2:
            raise InputError("no room")
        return type("End", (), {"winner": np.array(ends[seed])})

    toy_players.install(monkeypatch, play_block)
    first, second = ground().trying_tables("check", 1, PLAYERS[:1])
    tables = [replace(first, seed=0), replace(second, seed=1), replace(first, seed=2), replace(second, seed=1)]
    assert points_of(tables, PLAYERS[:1], 2) == [[5], [1], None, [1]]
    (trial,) = trials(tables, PLAYERS[:1], 2)
    assert (trial.score, trial.battles) == (6 / 16, 8)  # the couple in which somebody had no room does not count
    with pytest.raises(InputError, match="no room to deploy on any table"):
        trials(tables[2:], PLAYERS[:1], 2)


# ------------------------------------------------------------------------------------------------ training


def test_a_player_is_a_point_and_back():
    for policy in PLAYERS[:-1]:
        assert player_at(point_of(policy), policy) == policy
    start = replace(PLAYERS[3], tries=5)
    far = player_at((0.0,) * (len(TUNED) - 1) + (1.0,), start)
    assert (far.damage, far.cover, far.wear, far.reach) == (start.damage, 0, 0, 48.0)
    assert (far.forbid, far.tries) == (["melee"], 5)  # what training leaves alone
    assert player_at((1.0,) * len(TUNED), start).order == 1000
    assert set(TUNED) == {*WEIGHTS, "reach"} - {"damage"}


def test_the_budget_is_kept(monkeypatch):
    for budget in (1000, 8000):
        played = []

        def play_block(made, seed, first, n, played=played, **_):
            played.append(n)
            return toy_players.play_block(made, seed, first, n)

        toy_players.install(monkeypatch, play_block)
        train(task(budget))
        assert 0.75 * budget < sum(played) <= budget


@pytest.mark.parametrize("seed", [1, 2])
def test_training_finds_the_player_whom_nobody_beats(toy, seed):
    made = train(task(16_000, ground=ground(seed=seed)))
    before, after = (
        sum(abs(getattr(p, name) ** 0.5 - perfect**0.5) for name, perfect in toy_players.PERFECT.items())
        for p in (load_policy("tactician"), made.policy)
    )
    assert after < before / 2
    assert made.trial.lo > made.start_trial.hi
    assert made.trial.lo <= made.trial.score <= made.trial.hi
    assert made.policy.damage == load_policy("tactician").damage
    assert [check.iteration for check in made.checks][0::10] == [0, made.iterations]


def test_the_best_that_was_checked_is_kept_even_if_it_is_the_start(monkeypatch):
    perfect = replace(load_policy("tactician"), charge=250, cover=62)

    def play_block(made, seed, first, n, **_):
        return type("End", (), {"winner": np.full(n, 1 if made.policies[0] == perfect else 2)})

    toy_players.install(monkeypatch, play_block)
    made = train(task(start=perfect))
    assert (made.policy, made.iteration, made.trial.score) == (perfect, 0, 1.0)


def test_the_luckiest_check_is_not_taken_for_the_best():
    start, lucky, better = (Check(k, {}, score, score - 0.05, score + 0.05)
                            for k, score in ((0, 0.5), (10, 0.54), (20, 0.56)))  # fmt: skip
    here = (0.5,)
    assert State(10, here, checks=(start, lucky)).best is start
    assert State(20, here, checks=(start, lucky, better)).best is better


def test_earlier_selves_join_the_pool_unless_there_is_one_to_beat(toy):
    states = []
    job = task(6000)
    train(job, keep=states.append)
    assert pool(job, states[0]) == list(PLAYERS)
    late = pool(job, states[-1])
    assert late[: len(PLAYERS)] == list(PLAYERS)
    assert 0 < len(late) - len(PLAYERS) <= training_module.SELVES
    alone = replace(job, opponents=PLAYERS[:1], selves=False)
    assert pool(alone, states[-1]) == [PLAYERS[0]]


# ------------------------------------------------------------------------------------------------ the command


def trained(tmp_path, name, *words):
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    shown = run("rush", "--budget", 2000, "--seed", 3, "--out", folder / "mine.toml", *words)
    return folder / "mine.toml", shown


def test_a_preset_with_its_provenance_is_written(toy, tmp_path):
    path, shown = trained(tmp_path, "a", "--format", "json")
    assert shown.exit_code == 0, shown.stderr
    told = json.loads(shown.stdout)
    policy = load_policy(path)
    assert (policy.id, policy.name, policy.damage) == ("mine", "Mine", load_policy("rush").damage)
    assert policy.tries == load_policy("rush").tries
    assert told["weights"] == {name: getattr(policy, name) for name in ("damage", *TUNED)}
    text = path.read_text()
    assert 'command = "havoksim train rush --budget 2000 --seed 3 --out mine.toml"' in text
    assert f"score = {told['score']:.4f}".rstrip("0") in text
    assert run_validate(path).exit_code == 0
    assert "iterations" in shown.stderr
    assert list(path.parent.iterdir()) == [path]  # nothing else is left behind


def run_validate(path):
    return CliRunner().invoke(cli, ["validate", str(path)])


def test_threads_change_nothing(toy, tmp_path):
    one, _ = trained(tmp_path, "one", "--threads", 1)
    two, _ = trained(tmp_path, "two", "--threads", 2)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("stop", [1, 37, 300])
def test_a_training_that_was_stopped_goes_on(monkeypatch, tmp_path, stop):
    toy_players.install(monkeypatch)
    whole, _ = trained(tmp_path, "whole")
    calls = []

    def interrupted(*arguments, **how):
        calls.append(1)
        if len(calls) == stop:
            raise KeyboardInterrupt
        return toy_players.play_block(*arguments, **how)

    toy_players.install(monkeypatch, interrupted)
    path, shown = trained(tmp_path, "part")
    assert shown.exit_code == 130
    assert not path.exists()
    toy_players.install(monkeypatch)
    if stop == 1:
        assert "nothing was done yet" in shown.stderr
        path, shown = trained(tmp_path, "part", "--resume")
        assert (shown.exit_code, "no such training" in shown.stderr) == (2, True)
        path, shown = trained(tmp_path, "part")
    else:
        assert "--resume" in shown.stderr
        path, again = trained(tmp_path, "part")
        assert (again.exit_code, "a training was begun" in again.stderr) == (2, True)
        path, other = trained(tmp_path, "part", "--resume", "--points", 500)
        assert (other.exit_code, "begun with another points" in other.stderr) == (2, True)
        path, shown = trained(tmp_path, "part", "--resume", "--threads", 2)
    assert shown.exit_code == 0, shown.stderr
    assert path.read_bytes() == whole.read_bytes()


def test_the_seed_of_a_stopped_training_is_remembered(monkeypatch, tmp_path):
    def interrupted(made, seed, first, n, calls=[]):  # noqa: B006
        calls.append(1)
        if len(calls) == 100:
            raise KeyboardInterrupt
        return toy_players.play_block(made, seed, first, n)

    toy_players.install(monkeypatch, interrupted)
    out = tmp_path / "mine.toml"
    assert run("--budget", 1000, "--out", out).exit_code == 130
    seed = json.loads((tmp_path / "mine.toml.state.json").read_text())["inputs"]["seed"]
    toy_players.install(monkeypatch)
    assert run("--budget", 1000, "--out", out, "--resume").exit_code == 0
    assert f'seed = "{seed}"' in out.read_text()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is no training that can be read"),
        ("[]", "is no training that can be read"),
        ('{"schema": 2}', "is the training of another version"),
        ('{"schema": 1, "inputs": {"seed": "x"}}', "is no training that can be read"),
    ],
)
def test_a_broken_state_is_refused(toy, tmp_path, content, message):
    (tmp_path / "mine.toml.state.json").write_text(content)
    shown = run("--budget", 1000, "--seed", 1, "--out", tmp_path / "mine.toml", "--resume")
    assert (shown.exit_code, message in shown.stderr) == (2, True), shown.stderr


def test_the_best_answer_to_one_player(toy, tmp_path):
    out = tmp_path / "answer.toml"
    shown = run("--against", "gunline", "--budget", 1000, "--seed", 1, "--out", out)
    assert shown.exit_code == 0, shown.stderr
    assert 'opponents = ["gunline"]' in out.read_text()
    assert "against gunline" in shown.stdout


def test_a_preset_does_not_train_against_the_file_whose_place_it_takes(toy, tmp_path):
    out = tmp_path / "tactician.toml"
    shown = run("hand_set", "--budget", 1000, "--seed", 1, "--out", out)
    assert shown.exit_code == 0, shown.stderr
    assert 'opponents = ["rush", "gunline", "skirmish", "random"]' in out.read_text()
    assert load_policy(out).id == "tactician"


HEAD = 'schema = 1\nkind = "policy"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "damage = 1\nchrage = 5\n", "did you mean 'charge'?"),
        (HEAD + 'damage = 1\nforbid = ["fires"]\n', 'forbid[1]: must be "fire", "melee"'),
        (HEAD + 'damage = "much"\n', 'damage: must be a whole number from 0 to 1000, found "much"'),
        (HEAD + "damage = 1\nreach = nan\n", "reach: must be a number from 0 to 200"),
        ('schema = 2\nkind = "policy"\ndamage = 1\n', "must be 1, the only format that this version reads, found 2"),
        (
            HEAD + 'damage = 1\nforbid = ["fire", "melee", "psyke", "split_fire", "retreat", "cover", "move"]\n',
            "forbids everything",
        ),
        (HEAD + "random = true\n", "nothing to tune"),
        (HEAD + "cover = 3\n", "nothing to tune"),
        (HEAD + 'damage = 1\n[provenance]\nseed = "1"\n', "provenance.command: is missing"),
        (HEAD + 'damage = 1\nprovenance = "mine"\n', "provenance: must be"),
    ],
)
def test_a_wrong_player_is_refused(tmp_path, text, message):
    path = tmp_path / "player.toml"
    path.write_text(text)
    shown = run(path, "--out", tmp_path / "mine.toml", "--budget", 1000, "--seed", 1)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert message in shown.stderr
    assert not (tmp_path / "mine.toml").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--budget", 999], "--budget: must be a whole number of 1000 or more"),
        (["--threads", 0], "--threads: must be"),
        (["--seed", -1], "--seed must be"),
        (["--points", 0], "--points: must be"),
        (["--points", 1], "1 points buy no warrior"),
        (["--forces", "no_*_such"], "no force matches 'no_*_such'"),
        (["--forces", ""], "a force needs a name"),
        (["--forces", "karn_500", "--points", 500], "leave out --points or --forces"),
        (["--against", "tacticain"], "did you mean 'tactician'?"),
        (["--plot", "x.png"], "--plot: is for --evaluate"),
        (["rush", "gunline"], "training begins at one player, found 2"),
        (["--evaluate"], "--out: is for training"),
    ],
)
def test_a_wrong_call_is_refused(tmp_path, words, message):
    shown = run("--out", tmp_path / "mine.toml", "--seed", 1, *words)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert message in shown.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("out", "message"),
    [("mine.json", "must end in .toml"), ("My One.toml", "small letters"), ("no/mine.toml", "does not exist")],
)
def test_a_place_for_no_preset_is_refused(tmp_path, out, message):
    shown = run("--out", tmp_path / out)
    assert (shown.exit_code, message in shown.stderr) == (2, True), shown.stderr
    assert "--out FILE.toml is missing" in run("tactician").stderr


def test_named_forces_are_trained_with(toy):
    forces = (load_force("karn_500"), load_force("nexus_500"))
    practice = ground(points=(500,), named=forces)
    tables = practice.training_tables(0, 20, PLAYERS)
    assert {force.id for table in tables for force in table.pack.forces} == {"karn_500", "nexus_500"}
    assert not {f.id for t in practice.trying_tables("check", 5, PLAYERS) for f in t.pack.forces} & {"karn_500"}


def test_a_policy_may_forbid_all_but_one_thing():
    assert Policy(damage=1, forbid=["melee", "psyke", "split_fire", "retreat", "cover", "move"]).problems() == []
    assert Policy(damage=1, forbid=["fire", "melee", "psyke", "move"]).problems()[0].key == "forbid"
