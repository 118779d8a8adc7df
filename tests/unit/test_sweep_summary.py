"""What the summary of a sweep says, and what it leaves open."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from havoksim.analysis.summary import summarise
from havoksim.foundation.errors import InputError


def warrior(name, efficiency, provenance="estimate", ruleset="havok_2_0", setting="all"):
    return {
        "ruleset": ruleset, "warrior": f"reds/{name}", "name": name, "provenance": provenance, "setting": setting,
        "efficiency": efficiency, "score": efficiency / 2, "score_se": 0.0,
    }  # fmt: skip


def faction(name, score, arm=0.0, setting="all"):
    bounds = {"score_se": arm / 2, "score_lo": score - arm, "score_hi": score + arm}
    return {"ruleset": "havok_2_0", "faction": name, "name": name, "setting": setting, "score": score, **bounds}


def summary_of(warriors, factions, **choice):
    tables = {"warriors": warriors, "factions": factions}
    run = SimpleNamespace(rows=tables.__getitem__, path=Path("results/x"), manifest=SimpleNamespace(name="X"))
    return summarise(run, **choice)


@pytest.mark.parametrize(("n", "most", "least"), [(2, 1, 1), (3, 2, 1), (20, 10, 10), (26, 10, 10)])
def test_no_type_is_on_both_lists(n, most, least):
    types = [warrior(f"t{i:02d}", i / n) for i in range(n)]
    got = summary_of(types, [])
    assert (len(got.most), len(got.least)) == (most, least)
    assert got.most[0]["name"] == f"t{n - 1:02d}"
    assert got.least[0]["name"] == "t00"
    assert not {row["name"] for row in got.most} & {row["name"] for row in got.least}


def test_equal_types_stand_in_the_order_of_their_ids():
    got = summary_of([warrior("b", 0.5), warrior("a", 0.5), warrior("d", 0.5), warrior("c", 0.5)], [])
    assert [row["name"] for row in (*got.most, *got.least)] == ["a", "b", "d", "c"]


TWO = [warrior("a", 0.4, "published"), warrior("b", 0.6)]


@pytest.mark.parametrize(
    ("factions", "verdict"),
    [
        ([faction("reds", 0.52), faction("blues", 0.48)], "all inside the fair band of 45-55 %"),
        ([faction("reds", 0.6), faction("blues", 0.4)], "outside the fair band of 45-55 %: reds, blues"),
        ([faction("reds", 0.55, 0.01), faction("blues", 0.45, 0.01)], "do not settle"),
        ([faction("reds", 0.58, 0.01), faction("blues", 0.46, 0.02)], "outside the fair band of 45-55 %: reds"),
    ],
)
def test_the_verdict_on_the_factions_respects_the_intervals(factions, verdict):
    finding = " ".join(summary_of(TWO, factions).finding)
    assert verdict in finding


def test_with_one_faction_nothing_is_said_of_factions():
    assert not any("Factions" in line for line in summary_of(TWO, []).finding)


def test_estimates_are_counted_and_said():
    got = summary_of(TWO, [])
    assert got.provenance == {"published": 1, "partial": 0, "estimate": 1}
    assert any("Of 2 profiles 1 are published" in line for line in got.finding)
    sure = summary_of([warrior("a", 0.4, "published"), warrior("b", 0.6, "published")], [])
    assert not any("profiles" in line for line in sure.finding)


def test_the_score_in_each_mode_stands_beside_the_mean():
    rows = [
        *TWO,
        warrior("a", 0.2, setting="fire"),
        warrior("b", 0.8, setting="fire"),
        warrior("b", 0.4, setting="melee"),
    ]
    got = summary_of(rows, [])
    assert (got.most[0]["score_fire"], got.most[0]["score_melee"]) == (0.4, 0.2)
    assert (got.least[0]["score_fire"], got.least[0]["score_melee"]) == (0.1, None)


def test_another_ruleset_can_be_chosen():
    rows = [*TWO, warrior("a", 0.9, ruleset="other"), warrior("b", 0.1, ruleset="other")]
    assert summary_of(rows, []).other_rulesets == ("other",)
    assert summary_of(rows, [], ruleset="other").most[0]["name"] == "a"
    with pytest.raises(InputError, match="unknown ruleset 'othr'"):
        summary_of(rows, [], ruleset="othr")
