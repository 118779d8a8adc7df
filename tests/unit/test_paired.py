"""Differences between two ways to fight the same battles, by hand and by their coverage."""

import math
from random import Random
from types import SimpleNamespace

import pytest

from havoksim.analysis.paired import by_pair, mean_difference, paired_difference
from havoksim.analysis.statistics import Estimate
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import Z95
from havoksim.report.differences import Line, differences


def answer(rows, seed=3):
    """Return an answer of which only single battles matter: the winner, BR destroyed by a and by b."""
    told = [(i, "first", a, b, winner, 4, "turn_limit") for i, (winner, a, b) in enumerate(rows)]
    return SimpleNamespace(seed=seed, n=len(rows), battle_rows=lambda: told)


WITH = answer([("b", 100, 300), ("draw", 200, 200), ("b", 0, 50), ("a", 80, 60)])
WITHOUT = answer([("a", 300, 100), ("a", 250, 200), ("b", 0, 90), ("a", 80, 60)])


def test_a_difference_by_hand():
    found = paired_difference(WITH, WITHOUT)
    assert (found.with_it, found.without, found.n) == (0.625, 0.25, 4)
    # pairs: (1 + 0.5) / 2 - 0 and 0.5 - 0.5; with half a pair of +1 and of -1, twice over: four pairs that sum to 0.75
    assert found.score.value == 0.375
    variance = (0.75**2 + 1) / 4 - (0.75 / 4) ** 2
    assert found.score.se == pytest.approx(math.sqrt(variance / 4))
    assert found.score.hi == pytest.approx(0.75 / 4 + Z95 * found.score.se)
    assert found.margin.value == ((200 + 0 + 50 - 20) - (-200 - 50 + 90 - 20)) / 4
    assert found.p == pytest.approx(math.erfc(0.75 / 4 / found.score.se / math.sqrt(2)))


def test_what_one_side_gains_the_other_loses():
    mine, theirs = paired_difference(WITH, WITHOUT), paired_difference(WITH, WITHOUT, side="a")
    assert theirs.score.value == -mine.score.value
    assert (theirs.score.lo, theirs.score.hi) == pytest.approx((-mine.score.hi, -mine.score.lo))
    assert theirs.margin.value == -mine.margin.value
    assert theirs.p == pytest.approx(mine.p)


def test_only_the_same_battles_are_compared():
    with pytest.raises(InputError, match="seed 3 with 4 battles and seed 4 with 4"):
        paired_difference(WITH, answer([("a", 1, 0)] * 4, seed=4))
    with pytest.raises(InputError, match="with 2"):
        paired_difference(WITH, answer([("a", 1, 0)] * 2))
    with pytest.raises(InputError, match="two pairs"):
        mean_difference([1.0], [0.0])


def test_the_p_value_says_what_the_interval_says():
    for shift in range(11):
        rows = [("b", 0, 1)] * (2 * shift) + [("a", 1, 0)] * (40 - 2 * shift)
        found = paired_difference(answer(rows), answer([("a", 1, 0)] * 40))
        assert (found.p < 0.05) == (found.score.lo > 0)


def test_intervals_hold_the_truth_as_often_as_they_say():
    """400 comparisons at 95 %, seed fixed; fewer than 364 (or 400) good ones come once in 10,000 such tests."""
    random = Random(11)
    good = 0
    for _ in range(400):
        first = by_pair([float(random.random() < 0.5) for _ in range(120)])
        second = by_pair([float(random.random() < 0.3) for _ in range(120)])
        found = mean_difference(first, second, most=1.0)
        good += found.lo <= 0.2 <= found.hi
    assert 364 <= good < 400


def test_the_picture_says_and_shows_what_it_is_given():
    lines = [
        Line("tactician", (Estimate(0.28, 0.01, 0.25, 0.31), Estimate(0.3, 0.01, 0.27, 0.33)), "500 points"),
        Line("rush", (Estimate(-0.05, 0.01, -0.08, -0.02), Estimate(0.0, 0.01, -0.02, 0.02)), "1000 points"),
    ]
    picture = differences(lines, finding="It is worth 28", x="score (%)", series=("one", "other"), scale=100)
    (axes,) = picture.axes
    assert picture.get_suptitle() == "It is worth 28"
    assert axes.get_xlabel() == "score (%)"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["500 points", "tactician", "1000 points", "rush"]
    assert [text.get_text() for text in axes.texts] == ["+28", "+30", "-5", "+0"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["one", "other"]
    bars = [segment for container in axes.containers for segment in container[2][0].get_segments()]
    assert [(round(x0), round(x1)) for (x0, _), (x1, _) in bars] == [(25, 31), (27, 33), (-8, -2), (-2, 2)]
    assert "95 % intervals" in picture.get_supxlabel().replace("\N{NO-BREAK SPACE}", " ")
