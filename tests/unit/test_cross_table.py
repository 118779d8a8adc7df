"""The cross table: who meets whom, what it comes to by hand, what is significant, and how it is told."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from havoksim.analysis.cross_table import COLUMNS, battles_each, cross_table, meetings
from havoksim.analysis.drawn_forces import Drawn
from havoksim.analysis.practice import forces_to_compare
from havoksim.analysis.statistics import holm, p_even
from havoksim.battle import play
from havoksim.battle.pack import pack
from havoksim.cli.main import cli
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import score_interval
from havoksim.model.loading import load_force, load_policy
from havoksim.model.names import all_army_lists
from havoksim.model.ruleset import havok_2_0
from havoksim.report import plot
from tests.reference import toy_players

KARN, NEXUS, LARGE = load_force("karn_500"), load_force("nexus_500"), load_force("karn_1000")
RUSH, GUNLINE, RANDOM = (load_policy(name) for name in ("rush", "gunline", "random"))


def table(presets=(RUSH, GUNLINE), forces=(KARN, NEXUS), budget=1600, **how):
    return cross_table(presets, forces, budget=budget, seed=4, ruleset=havok_2_0(), **how)


def by_force(n, wins_a):
    """Return battles of which the first player wins so many, by the two forces."""

    def play_block(made, seed, first, count, **_):
        wins = wins_a[made.forces[0].id, made.forces[1].id]
        return type("End", (), {"winner": np.where(np.arange(first, first + count) < wins, 1, 2)})

    return play_block


def run(*words):
    return CliRunner().invoke(cli, ["train", "--evaluate", *map(str, words)])


@pytest.fixture
def toy(monkeypatch):
    toy_players.install(monkeypatch)


def test_forces_of_equal_points_meet_and_change_sides():
    met = [(one.force_a.id, one.force_b.id) for one in meetings([KARN, NEXUS, LARGE])]
    assert met == [
        ("karn_500", "karn_500"),
        ("karn_500", "nexus_500"),
        ("nexus_500", "karn_500"),
        ("nexus_500", "nexus_500"),
        ("karn_1000", "karn_1000"),
    ]


def test_a_table_by_hand(monkeypatch):
    wins = {
        ("karn_500", "karn_500"): 60,
        ("karn_500", "nexus_500"): 100,
        ("nexus_500", "karn_500"): 10,
        ("nexus_500", "nexus_500"): 50,
        ("karn_1000", "karn_1000"): 80,
    }
    monkeypatch.setattr(play, "play_block", by_force(100, wins))
    made = table(forces=(KARN, NEXUS, LARGE), budget=599)
    assert (made.n, made.battles) == (118, 590)
    made = table(forces=(KARN, NEXUS, LARGE), budget=501)
    assert [(row["force"], row["points"], row["n_battles"]) for row in made.rows] == [
        ("all", None, 500),
        ("karn_500", 500, 300),
        ("nexus_500", 500, 300),
        ("karn_1000", 1000, 100),
    ]
    assert [row["score_a"] for row in made.rows] == pytest.approx([0.60, (0.6 + 0.55) / 2, (0.5 + 0.55) / 2, 0.8])
    # one meeting alone: fifty pairs, forty of them won twice
    alone = made.rows[3]
    assert (alone["score_a_lo"], alone["score_a_hi"]) == pytest.approx(score_interval(0.8, 0.16, 50))
    assert alone["score_a_se"] == pytest.approx((0.16 / 50) ** 0.5)
    assert alone["p"] == pytest.approx(p_even(0.8, 0.16, 50))
    # three meetings with weights 1, 1/2, 1/2: pair scores vary by 0.24, 0 and 0.09
    assert made.rows[1]["score_a_se"] == pytest.approx(((0.24 + 0.0 / 4 + 0.09 / 4) / 50 / 4) ** 0.5)
    assert made.cell("gunline", "rush") == pytest.approx(
        (0.4, 1 - made.rows[0]["score_a_hi"], 1 - made.rows[0]["score_a_lo"])
    )


def test_the_better_force_helps_nobody(monkeypatch):
    wins = {(a.id, b.id): 50 for a in (KARN, NEXUS) for b in (KARN, NEXUS)}
    wins |= {("karn_500", "nexus_500"): 100, ("nexus_500", "karn_500"): 0}
    monkeypatch.setattr(play, "play_block", by_force(100, wins))
    assert [row["score_a"] for row in table(budget=400).rows] == [0.5, 0.5, 0.5]


def test_verdicts_are_for_all_cells_together(toy):
    made = table((RUSH, GUNLINE, RANDOM), budget=4800)
    assert [row["p_holm"] for row in made.rows] == pytest.approx(holm([row["p"] for row in made.rows]))
    for row in made.rows:
        expected = "even" if row["p_holm"] >= 0.05 else "ahead" if row["score_a"] > 0.5 else "behind"
        assert row["verdict"] == expected
    assert {row["verdict"] for row in made.rows if row["preset_b"] == "random"} == {"ahead"}
    assert made.beats("rush", "random")
    assert not made.beats("random", "rush")


def test_holm_by_hand():
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@pytest.mark.parametrize(("mean", "variance", "n"), [(0.6, 0.2, 80), (0.52, 0.1, 400), (1.0, 0.0, 9), (0.1, 0.05, 20)])
def test_a_p_value_says_what_the_interval_says(mean, variance, n):
    p = p_even(mean, variance, n)
    assert p == pytest.approx(p_even(1 - mean, variance, n))
    for level, outside in ((1 - 1.01 * p, True), (1 - 0.99 * p, False)):
        lo, hi = score_interval(mean, variance, n, confidence=level)
        assert (lo > 0.5 or hi < 0.5) is outside


def test_even_players_have_no_p_value_to_show():
    assert p_even(0.5, 0.0, 1000) == 1.0


def test_threads_change_nothing(toy):
    assert table((RUSH, GUNLINE, RANDOM), threads=1) == table((RUSH, GUNLINE, RANDOM), threads=2)


def test_a_meeting_without_room_is_left_out_both_ways(monkeypatch):
    wins = {(a.id, b.id): 50 for a in (KARN, NEXUS) for b in (KARN, NEXUS)}
    usual = by_force(100, wins)

    def play_block(made, *arguments, **how):
        if [force.id for force in made.forces] == ["karn_500", "nexus_500"]:
            raise InputError("no room")
        return usual(made, *arguments, **how)

    monkeypatch.setattr(play, "play_block", play_block)
    made = table(budget=400)
    assert made.left_out == ("rush against gunline with karn_500 and nexus_500",)
    assert [row["n_battles"] for row in made.rows] == [200, 100, 100]


def test_what_makes_no_table_is_refused():
    with pytest.raises(InputError, match="needs two players or more, found 1"):
        table((RUSH,))
    with pytest.raises(InputError, match="no forces"):
        table(forces=())
    with pytest.raises(InputError, match="'rush' is there 2 times"):
        table((RUSH, replace(GUNLINE, id="rush")))
    with pytest.raises(InputError, match="'karn_500' is there 2 times"):
        table(forces=(KARN, KARN))
    with pytest.raises(InputError, match="must be at least 8"):
        battles_each(7, 2, (KARN, NEXUS))


# ------------------------------------------------------------------------------------------------ the command


def test_the_forms_agree(toy):
    words = ("rush", "gunline", "random", "--budget", 4000, "--seed", 1)
    told = json.loads(run(*words, "--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout)))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == len(told["rows"]) == 3 * (1 + 12)
    assert [float(row["score_a"]) for row in rows] == pytest.approx([row["score_a"] for row in told["rows"]])
    assert len(told["forces"]) == 12
    assert {name.split("_")[0] for name in told["forces"]} == {"karn", "nexus", "pteravore"}
    shown = run(*words, "--format", "table").stdout
    assert "gunline beats random" in shown
    assert "Holm's method over all 39 cells together" in shown.replace("\n  ", " ")
    cell = next(row for row in told["rows"] if (row["preset_b"], row["force"]) == ("gunline", "all"))
    assert f"{100 * cell['score_a']:.1f} ±" in shown
    assert "\n| gunline | " in run(*words, "--format", "markdown").stdout


def test_named_forces_and_all_presets(toy):
    told = json.loads(run("--forces", "karn_500", "--forces", "nexus_5*", "--seed", 1, "--format", "json").stdout)
    assert told["presets"] == ["tactician", "rush", "gunline", "skirmish", "random"]
    assert told["forces"][0] == "karn_500"
    assert all(name.startswith("nexus_500") for name in told["forces"][1:])


def test_the_heatmap_says_who_is_best(toy, tmp_path):
    made = table((RUSH, GUNLINE, RANDOM), budget=4800)
    figure = plot(made)
    title = " ".join(figure.get_suptitle().replace("\N{NO-BREAK SPACE}", " ").split())
    best = max(("rush", "gunline"), key=lambda name: made.cell(name, "random")[0])
    beaten = sum(made.beats(best, other) for other in made.presets if other != best)
    assert title.startswith(f"{best} beats {beaten} of 2 players; ")
    texts = {text.get_text().split("\n")[0] for text in figure.axes[0].texts}
    assert f"{100 * made.cell('rush', 'gunline')[0]:.0f}" in texts
    path = tmp_path / "players.png"
    shown = run("rush", "gunline", "--budget", 400, "--seed", 1, "--plot", path)
    assert shown.exit_code == 0, shown.stderr
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rush"], "needs two players or more, found 1"),
        (["rush", "rush"], "'rush' is there 2 times"),
        (["rush", "gunlin"], "did you mean 'gunline'?"),
        (["rush", "gunline", "--budget", 100], "--budget: must be at least"),
        (["rush", "gunline", "--plot", "x.txt"], "a picture ends in"),
        (["rush", "gunline", "--forces", "karn_5000"], "there is no force 'karn_5000'"),
        (["rush", "gunline", "--against", "rush"], "--against: is for training"),
        (["rush", "gunline", "--resume"], "--resume: is for training"),
    ],
)
def test_a_wrong_call_is_refused(words, message):
    shown = run("--seed", 1, *words)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert message in shown.stderr


def test_forces_to_compare_players_with_can_all_stand():
    """On a table where most large forces are too crowded, others are drawn until there are enough."""
    rules = havok_2_0().changed(deploy_depth=2.9)
    found = forces_to_compare(all_army_lists()[:1], rules, 1, [500], 3)
    assert len({force.id for force in found}) == 3
    assert all(not _crowded(force, rules) for force in found)
    drawn = Drawn(all_army_lists()[:1], rules, 1, "compared")
    assert any(_crowded(drawn.force(drawn.armies[0], 500, k), rules) for k in range(10))
    with pytest.raises(InputError, match="HVK-DEPLOY-03"):
        forces_to_compare(all_army_lists()[:1], havok_2_0().changed(deploy_depth=0.5), 1, [500], 3)


def _crowded(force, rules):
    try:
        pack(force, force, rules, RUSH, RUSH)
    except InputError:
        return True
    return False
