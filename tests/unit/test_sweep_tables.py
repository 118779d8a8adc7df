"""The aggregates of three types, worked by hand."""

import math

import pytest

from havoksim.analysis.aggregate import tables
from havoksim.analysis.duels import told_from_b
from tests.reference.toy_sweep import toy_sweep

FIRE = {"mode": "fire", "range": 6.0, "cover": False, "setting": "fire 6 open"}
MELEE = {"mode": "melee", "range": None, "cover": None, "setting": "melee"}


def duel(where, a, b, brs, chances, destroyed, *, n=0, errors=(0.0, 0.0, 0.0)):
    """Return one row of a cell: chances of a winning, nobody, b winning; BR destroyed by a and by b."""
    win_a, draw, win_b = chances
    return {
        "ruleset": "havok_2_0", **where, "warrior_a": a, "warrior_b": b,
        "models_a": brs[0] // 10, "models_b": brs[1] // 10, "br_a": brs[0], "br_b": brs[1], "br_gap": 0.0,
        "n": n, "method": "sampled" if n else "exact", "seed": "5" if n else None,
        "p_win_a": win_a, "p_draw": draw, "p_win_b": win_b, "p_undecided": 0.0,
        "score_a": win_a + 0.5 * draw, "score_a_se": errors[0],
        "br_destroyed_a": destroyed[0], "br_destroyed_a_se": errors[1],
        "br_destroyed_b": destroyed[1], "br_destroyed_b_se": errors[2],
        "rounds_mean": 3.0,
    }  # fmt: skip


AXE, BOW, CAT = "reds/axe", "reds/bow", "blues/cat"
DUELS = [
    duel(FIRE, AXE, AXE, (30, 30), (0.5, 0.0, 0.5), (20.0, 20.0)),
    duel(FIRE, AXE, BOW, (30, 30), (0.2, 0.2, 0.6), (15.0, 24.0)),
    duel(FIRE, CAT, AXE, (24, 30), (0.5, 0.0, 0.5), (20.0, 16.0)),
    duel(FIRE, CAT, BOW, (24, 30), (0.1, 0.0, 0.9), (6.0, 24.0)),
    duel(MELEE, AXE, BOW, (30, 30), (0.8, 0.0, 0.2), (24.0, 12.0), n=400, errors=(0.02, 0.5, 0.4)),
    duel(MELEE, CAT, AXE, (24, 30), (1.0, 0.0, 0.0), (30.0, 0.0), n=400),
    duel(MELEE, CAT, BOW, (24, 30), (0.7, 0.1, 0.2), (25.0, 6.0)),
]


@pytest.fixture(scope="module")
def made():
    return tables(toy_sweep(modes=("fire", "melee"), ranges=(6.0,)), DUELS)


def row_of(rows, **where):
    found = [row for row in rows if all(row[key] == value for key, value in where.items())]
    assert len(found) == 1
    return found[0]


def test_every_duel_is_told_from_both_sides_and_a_mirror_once(made):
    assert len(made.matchups) == 2 * 6 + 1
    there = row_of(made.matchups, setting="fire 6 open", warrior_a=AXE, warrior_b=CAT)
    assert (there["br_a"], there["br_destroyed_a"], there["br_destroyed_b"]) == (30, 16.0, 20.0)
    assert (there["name_a"], there["name_b"]) == ("Axe", "Cat")
    assert there["score_a"] == there["score_a_lo"] == there["score_a_hi"] == 0.5


def test_swapping_the_sides_swaps_every_figure_exactly(made):
    for row in made.matchups:
        back = row_of(made.matchups, setting=row["setting"], warrior_a=row["warrior_b"], warrior_b=row["warrior_a"])
        assert told_from_b(told_from_b(row)) == row
        assert (row["p_win_a"], row["p_draw"], row["br_a"]) == (back["p_win_b"], back["p_draw"], back["br_b"])
        assert row["score_a"] + back["score_a"] == pytest.approx(1.0, abs=1e-15)


def test_drawn_scores_have_intervals_even_if_one_side_always_won(made):
    won = row_of(made.matchups, setting="melee", warrior_a=CAT, warrior_b=AXE)
    assert won["score_a"] == won["score_a_hi"] == 1.0
    assert 0.98 < won["score_a_lo"] < 1.0
    lost = row_of(made.matchups, setting="melee", warrior_a=AXE, warrior_b=CAT)
    assert (lost["score_a_lo"], lost["score_a_hi"]) == pytest.approx((0.0, 1 - won["score_a_lo"]))


def test_a_type_against_the_field_in_fire_by_hand(made):
    axe = row_of(made.warriors, warrior=AXE, setting="fire 6 open")
    assert axe["n_opponents"] == 2  # not itself
    assert axe["score"] == pytest.approx((0.3 + 0.5) / 2)
    assert axe["br_fielded"] == 30
    assert axe["br_destroyed"] == pytest.approx((15 + 16) / 2)
    assert axe["br_lost"] == pytest.approx((24 + 20) / 2)
    assert axe["efficiency"] == pytest.approx(15.5 / 30)
    assert axe["trade"] == pytest.approx(15.5 / 22)
    assert axe["method"] == "exact"
    for name in ("score", "efficiency"):
        assert (axe[f"{name}_se"], axe[f"{name}_lo"], axe[f"{name}_hi"]) == (0.0, axe[name], axe[name])
    assert axe["trade_se"] == 0.0


def test_the_mean_over_the_modes_counts_each_once(made):
    axe = row_of(made.warriors, warrior=AXE, setting="all")
    # fire 0.3 and 0.5, melee 0.8 and 0.0
    assert axe["score"] == pytest.approx((0.4 + 0.4) / 2)
    assert axe["br_destroyed"] == pytest.approx((15.5 + (24 + 0) / 2) / 2)
    assert axe["br_lost"] == pytest.approx((22 + (12 + 30) / 2) / 2)
    assert axe["efficiency"] == pytest.approx(axe["br_destroyed"] / axe["br_fielded"])
    assert axe["trade"] == pytest.approx(axe["br_destroyed"] / axe["br_lost"])
    assert (axe["method"], axe["n"]) == ("mixed", 800)
    # each of the four duels weighs a quarter; two are drawn, and one of these has an error
    assert axe["score_se"] == pytest.approx(0.02 / 4)
    assert axe["efficiency_se"] == pytest.approx(0.5 / 4 / 30)
    assert axe["score_lo"] < axe["score"] < axe["score_hi"]


def test_the_error_of_the_trade_is_the_worst_case_by_hand(made):
    axe = row_of(made.warriors, warrior=AXE, setting="melee")
    destroyed, lost = 12.0, 21.0
    assert axe["trade_se"] == pytest.approx(destroyed / lost * (0.25 / destroyed + 0.2 / lost))


def test_sizes_that_do_not_match_are_counted_per_br(made):
    cat = row_of(made.warriors, warrior=CAT, setting="fire 6 open")
    assert cat["efficiency"] == pytest.approx((20 + 6) / 2 / 24)


def test_a_faction_is_its_types_against_those_of_the_others(made):
    reds = row_of(made.factions, faction="reds", setting="fire 6 open")
    assert (reds["name"], reds["n_types"]) == ("The Reds", 2)
    assert reds["score"] == pytest.approx((0.5 + 0.9) / 2)  # axe and bow against cat only
    assert reds["efficiency"] == pytest.approx((16 + 24) / (30 + 30))
    assert reds["trade"] == pytest.approx((16 + 24) / (20 + 6))
    blues = row_of(made.factions, faction="blues", setting="fire 6 open")
    assert reds["score"] + blues["score"] == pytest.approx(1.0)


def test_provenance_and_formula_stand_beside_the_stated_rating(made):
    axe = row_of(made.warriors, warrior=AXE, setting="all")
    assert (axe["provenance"], axe["battle_rating"], axe["formula_br"]) == ("partial", 10, 7.0)
    assert row_of(made.warriors, warrior=BOW, setting="all")["provenance"] == "estimate"


def test_nothing_lost_means_no_trade():
    sure = [duel(FIRE, CAT, AXE, (24, 30), (1.0, 0.0, 0.0), (30.0, 0.0))]
    made = tables(toy_sweep(ranges=(6.0,)), sure)
    cat = row_of(made.warriors, warrior=CAT, setting="fire 6 open")
    assert cat["trade"] is None
    assert cat["trade_se"] is None
    assert row_of(made.warriors, warrior=AXE, setting="fire 6 open")["trade"] == 0.0


def test_rows_stand_in_one_order_whatever_order_the_duels_came_in(made):
    again = tables(toy_sweep(modes=("fire", "melee"), ranges=(6.0,)), DUELS[::-1])
    assert again.matchups == made.matchups
    for there, here in zip(again.warriors, made.warriors, strict=True):
        assert all(there[key] == here[key] or math.isclose(there[key], here[key], rel_tol=1e-15) for key in here)
