"""Distances, paths and lines on a table of whole hundredths of an inch (HVK-TABLE-05, -06).

Every comparison is exact: squares and fractions of integers, never a rounded square root.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

Point = tuple[int, int]

#: Two bases with at most this gap are in contact: 0.05 inch (HVK-TABLE-05).
CONTACT = 5


def root_up(n: int) -> int:
    """Return the square root, rounded up.

    Examples
    --------
    >>> root_up(0), root_up(9), root_up(10)
    (0, 3, 4)
    """
    return isqrt(n - 1) + 1 if n > 0 else 0


def square(a: Point, b: Point) -> int:
    """Return the squared distance of two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def leg(a: Point, b: Point) -> int:
    """Return the length of a leg of a path, rounded up to the next hundredth (HVK-TABLE-06).

    Examples
    --------
    >>> leg((0, 0), (100, 100))
    142
    """
    return root_up(square(a, b))


def path_length(path: Sequence[Point]) -> int:
    """Return what a path counts: the sum of its rounded legs."""
    return sum(leg(a, b) for a, b in pairwise(path))


def gap(squared: int, radii: int) -> int:
    """Return the gap between two bases whose centres are that far apart, rounded up to a whole hundredth."""
    return max(root_up(squared) - radii, 0)


def fine_gap(squared: int, radii: int) -> int:
    """Return a number that orders gaps exactly: the gap in units of 2**-50 hundredths, never below 0.

    Two different gaps on a table of up to 16384 hundredths differ by more than such a unit, and equal ones are equal.

    Examples
    --------
    >>> fine_gap(100_001, 138) > fine_gap(100_000, 138), fine_gap(400 * 400, 138) == fine_gap(500 * 500, 238)
    (True, True)
    """
    return max(isqrt(squared << 100) - (radii << 50), 0)


def nearer_to_leg(a: Point, b: Point, p: Point, reach: int) -> bool:
    """Say whether a point is less than `reach` away from the leg from a to b.

    Examples
    --------
    >>> nearer_to_leg((0, 0), (100, 0), (50, 10), 10), nearer_to_leg((0, 0), (100, 0), (50, 10), 11)
    (False, True)
    """
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    px, py = p[0] - ax, p[1] - ay
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py < reach * reach
    whole = dx * dx + dy * dy
    if along >= whole:
        qx, qy = px - dx, py - dy
        return qx * qx + qy * qy < reach * reach
    across = px * dy - py * dx
    return across * across < reach * reach * whole


@dataclass(frozen=True, slots=True)
class Circle:
    """A round piece of terrain."""

    centre: Point
    radius: int

    def holds(self, p: Point) -> bool:
        """Say whether a point is in it or on its edge."""
        return square(self.centre, p) <= self.radius * self.radius

    def crossed(self, a: Point, b: Point) -> bool:
        """Say whether the line from a to b has a point inside it; touching the edge is no crossing."""
        return nearer_to_leg(a, b, self.centre, self.radius)

    def swept(self, a: Point, b: Point, radius: int) -> bool:
        """Say whether a base carried from a to b overlaps it."""
        return nearer_to_leg(a, b, self.centre, self.radius + radius)

    def bounds(self) -> tuple[int, int, int, int]:
        """Return the least and greatest x and y."""
        (x, y), r = self.centre, self.radius
        return x - r, x + r, y - r, y + r


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex piece of terrain; corners counterclockwise."""

    corners: tuple[Point, ...]

    @property
    def sides(self) -> list[tuple[Point, Point]]:
        """Its edges."""
        return list(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))

    def holds(self, p: Point) -> bool:
        """Say whether a point is in it or on its edge."""
        return all(turn(a, b, p) >= 0 for a, b in self.sides)

    def crossed(self, a: Point, b: Point) -> bool:
        """Say whether the line from a to b has a point inside it; touching the edge is no crossing."""
        low, low_of, high, high_of = 0, 1, 1, 1  # the open part of the line between two fractions
        for c, d in self.sides:
            at_a, at_b = turn(c, d, a), turn(c, d, b)
            if at_a <= 0 and at_b <= 0:
                return False
            if at_a <= 0 and at_a * low_of < low * (at_a - at_b):
                low, low_of = -at_a, at_b - at_a
            elif at_b <= 0 and at_a * high_of < high * (at_a - at_b):
                high, high_of = at_a, at_a - at_b
        return low * high_of < high * low_of

    def swept(self, a: Point, b: Point, radius: int) -> bool:
        """Say whether a base carried from a to b overlaps it."""
        if self.crossed(a, b) or self.holds(a):
            return True
        return any(
            nearer_to_leg(a, b, c, radius) or nearer_to_leg(c, d, a, radius) or nearer_to_leg(c, d, b, radius)
            for c, d in self.sides
        )

    def bounds(self) -> tuple[int, int, int, int]:
        """Return the least and greatest x and y."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), max(xs), min(ys), max(ys)


Shape = Circle | Polygon


def turn(a: Point, b: Point, p: Point) -> int:
    """Return a positive number if p lies left of the line from a to b, 0 on it, negative right of it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def convex(corners: Sequence[Point]) -> bool:
    """Say whether the corners, counterclockwise, bound a convex piece."""
    n = len(corners)
    if n < 3:
        return False
    turns = [turn(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]) for i in range(n)]
    ring = all(turn(corners[0], corners[i], corners[i + 1]) >= 0 for i in range(1, n - 1))
    return all(t >= 0 for t in turns) and any(t > 0 for t in turns) and ring


def counterclockwise(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners in counterclockwise order, whichever way they were given."""
    n = len(corners)
    twice = sum(corners[i][0] * corners[(i + 1) % n][1] - corners[i][1] * corners[(i + 1) % n][0] for i in range(n))
    return tuple(corners) if twice >= 0 else tuple(reversed(corners))


def closer_than(one: Shape, other: Shape, distance: int) -> bool:
    """Say whether two pieces are less than a distance apart; overlapping pieces always are."""
    if isinstance(one, Circle):
        if isinstance(other, Circle):
            return square(one.centre, other.centre) < (one.radius + other.radius + distance) ** 2
        return other.swept(one.centre, one.centre, one.radius + distance)
    if isinstance(other, Circle):
        return closer_than(other, one, distance)
    if one.holds(other.corners[0]) or other.holds(one.corners[0]):
        return True
    return any(other.swept(a, b, distance) for a, b in one.sides)


def rounded_share(length: int, part: int, whole_squared: int) -> int:
    """Return length * part / sqrt(whole_squared), rounded to the nearest whole number, halves away from zero."""
    k = (isqrt(4 * length * length * part * part // whole_squared) + 1) // 2
    return k if part >= 0 else -k
