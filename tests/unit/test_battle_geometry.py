"""Distances and lines of the battle's kernel, against school geometry with fractions and against the referee's own."""

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from havoksim.battle.kernels import geometry
from havoksim.battle.kernels.fire import nearer
from havoksim.referee import geometry as referee
from tests.reference import plain_geometry as plain

#: Tables are at most 132 inches; a coarse grid makes points meet, touch and line up often.
WIDE = st.integers(0, 13_200)
COARSE = st.integers(0, 12).map(lambda k: 25 * k)
POINT = st.one_of(st.tuples(COARSE, COARSE), st.tuples(WIDE, WIDE))
NEAR = st.tuples(COARSE, COARSE)
REACH = st.one_of(st.integers(1, 400), st.sampled_from([25, 50, 75, 100, 125]))
CORNERS = st.lists(NEAR, min_size=3, max_size=9).map(plain.hull).filter(lambda found: found and len(found) <= 8)


def array(corners):
    return np.array(corners, np.int64)


@given(st.integers(0, 2 * 13_200**2))
@example(0)
@example(143 * 143)
@example(143 * 143 + 1)
@pytest.mark.rule("HVK-TABLE-06")
def test_roots(n):
    up = plain.whole_root_up(n)
    assert geometry.root_up(n) == up == referee.root_up(n)
    assert geometry.root_down(n) == (up if up * up == n else up - 1)


@given(POINT, POINT, st.integers(0, 400))
@pytest.mark.rule("HVK-TABLE-05", "HVK-TABLE-06")
def test_the_gap_between_bases(a, b, radii):
    d2 = plain.square(a, b)
    found = geometry.gap_up(d2, radii)
    assert found == referee.gap(d2, radii)
    # within a band exactly if the true distance is: sqrt(d2) - radii <= band <=> gap <= band
    for band in {max(found - 1, 0), found, found + 1}:
        assert (found <= band) == (d2 <= (band + radii) ** 2)


@given(POINT, POINT, POINT, REACH)
@example((0, 0), (100, 0), (50, 25), 25)
@example((0, 0), (100, 0), (125, 0), 25)
@example((0, 0), (0, 0), (0, 25), 25)
@example((0, 0), (0, 0), (0, 25), 26)
@pytest.mark.rule("HVK-MOVE-02")
def test_a_leg_and_a_base(a, b, p, reach):
    hit = geometry.leg_hits_circle(*a, *b, *p, reach)
    assert hit == (plain.square_to_leg(p, a, b) < reach**2) == referee.nearer_to_leg(a, b, p, reach)


@given(NEAR, CORNERS)
@pytest.mark.rule("HVK-TABLE-04")
def test_a_point_in_a_piece_its_edge_included(p, corners):
    assert geometry.inside(*p, array(corners), len(corners)) == plain.in_polygon(p, corners)
    assert plain.in_polygon(p, corners) == referee.Polygon(tuple(corners)).holds(p)


@given(NEAR, NEAR, CORNERS)
@example((0, 0), (100, 0), [(25, 0), (75, 0), (75, 50), (25, 50)])  # along an edge
@example((0, 0), (50, 50), [(50, 0), (100, 50), (50, 100), (0, 50)])
@example((25, 25), (25, 25), [(0, 0), (50, 0), (50, 50), (0, 50)])
@pytest.mark.rule("HVK-TABLE-04")
def test_a_line_through_a_piece(a, b, corners):
    """Touching an edge or a corner is no crossing."""
    found = bool(geometry.leg_crosses(*a, *b, array(corners), len(corners)))
    assert found == plain.crosses_polygon(a, b, corners)
    assert found == referee.Polygon(tuple(corners)).crossed(a, b)


@given(NEAR, NEAR, NEAR, NEAR)
def test_two_lines_that_cut_each_other(a, b, c, d):
    """Both ends of each lie strictly on different sides of the other."""
    found = bool(geometry.legs_meet(*a, *b, *c, *d))
    apart = plain.side_of(a, b, c) * plain.side_of(a, b, d) < 0
    assert found == (apart and plain.side_of(c, d, a) * plain.side_of(c, d, b) < 0)


@given(NEAR, NEAR, REACH, CORNERS)
@example((0, 0), (100, 0), 25, [(25, 25), (75, 25), (50, 75)])  # touches
@example((0, 0), (100, 0), 26, [(25, 25), (75, 25), (50, 75)])
@example((0, 50), (300, 50), 1, [(100, 0), (200, 0), (200, 100), (100, 100)])  # straight through, both ends outside
@pytest.mark.rule("HVK-MOVE-02", "HVK-TABLE-04")
def test_a_base_carried_past_a_piece(a, b, reach, corners):
    found = bool(geometry.leg_hits_polygon(*a, *b, reach, array(corners), len(corners)))
    assert found == (plain.square_to_polygon(a, b, corners) < reach**2)
    assert found == referee.Polygon(tuple(corners)).swept(a, b, reach)


@given(st.integers(0, 5000), st.integers(-9000, 9000), st.integers(0, 9000))
@example(5, 3, 4)  # 5 * 3 / 5 = 3
@example(1, 1, 0)
@example(25, 7, 24)
@example(5, 1, 0)
@pytest.mark.rule("HVK-LIST-10")
def test_a_share_of_a_length(length, part, other):
    assume(part or other)
    whole = part * part + other * other
    exact = plain.rounded(length * part, whole)
    assert geometry.rounded_part(length, part, whole) == exact == referee.rounded_share(length, part, whole)


def test_halves_go_away_from_zero():
    assert [geometry.rounded_part(5, part, 100) for part in (-1, 1, -3, 3)] == [-1, 1, -2, 2]
    assert geometry.rounded_part(5, 0, 0) == 0


SQUARE = st.integers(0, 2 * 4800**2)
RADII = st.sampled_from([100, 138, 219, 300])


@given(SQUARE, RADII, SQUARE, RADII)
@example(300 * 300, 138, 381 * 381, 219)  # equal gaps
@example(300 * 300, 138, 300 * 300, 138)
@example(381 * 381 + 1, 219, 300 * 300, 138)
@example(381 * 381 - 1, 219, 300 * 300, 138)
@example(10_000, 300, 40_000, 100)  # bases that would overlap
@pytest.mark.rule("HVK-WOUND-02", "HVK-FIRE-04")
def test_which_of_two_is_nearer(a2, radii_a, b2, radii_b):
    """True distances are compared, not rounded ones, whatever the bases."""
    assert bool(nearer(a2, radii_a, b2, radii_b)) == plain.gap_is_less(a2, radii_a, b2, radii_b)


@given(SQUARE, st.integers(-2, 2), RADII, RADII)
def test_which_of_two_is_nearer_at_the_edge(a2, off, radii_a, radii_b):
    """Second distances as near as can be to the first."""
    root = plain.whole_root_up(a2) + radii_b - radii_a
    b2 = max(root * root + off, 0) if root > 0 else 0
    assert bool(nearer(a2, radii_a, b2, radii_b)) == plain.gap_is_less(a2, radii_a, b2, radii_b)
