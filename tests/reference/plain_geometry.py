"""The second opinion on distances and lines: school geometry with fractions, slow and exact, apart from the package.

Points are pairs of whole numbers, polygons lists of corners counterclockwise, circles a middle and a radius.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise


def whole_root_up(n):
    """Smallest whole number whose square is at least n, by bisection."""
    low, high = 0, max(n, 1)
    while low < high:
        middle = (low + high) // 2
        if middle * middle >= n:
            high = middle
        else:
            low = middle + 1
    return low


def length(path):
    """What a path counts: each leg rounded up."""
    return sum(whole_root_up(square(a, b)) for a, b in pairwise(path))


def square(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def rounded(fraction_of, root_of):
    """A fraction over a square root, rounded to the nearest whole number, halves away from zero."""
    with localcontext() as context:
        context.prec = 80
        exact = Decimal(fraction_of) / Decimal(root_of).sqrt()
        return int(exact.to_integral_value(rounding=ROUND_HALF_UP))


def gap_is_less(square_a, radii_a, square_b, radii_b):
    """Whether one distance less its radii is smaller than another, to a hundred digits."""
    with localcontext() as context:
        context.prec = 100
        a, b = Decimal(square_a).sqrt() - radii_a, Decimal(square_b).sqrt() - radii_b
        # equal gaps of irrational distances differ by rounding only
        return b - a > Decimal(10) ** -60


def point_on(a, b, share):
    """The point that lies a share of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def square_to_leg(p, a, b):
    """Squared distance of a point from a leg, as a fraction: from the foot of the perpendicular, held to the leg."""
    whole = square(a, b)
    if whole == 0:
        return Fraction(square(p, a))
    share = Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), whole)
    return Fraction(square(p, point_on(a, b, min(max(share, Fraction(0)), Fraction(1)))))


def side_of(a, b, p):
    """Positive left of the line from a to b, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def edges(corners):
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def in_polygon(p, corners, *, strictly=False):
    sides = [side_of(a, b, p) for a, b in edges(corners)]
    return all(s > 0 for s in sides) if strictly else all(s >= 0 for s in sides)


def _shares(a, b, corners):
    """Shares of the way at which a leg meets the line of an edge, with both ends."""
    found = {Fraction(0), Fraction(1)}
    for c, d in edges(corners):
        at, to = side_of(c, d, a), side_of(c, d, b)
        if at != to:
            found.add(Fraction(at, at - to))
    return sorted(share for share in found if 0 <= share <= 1)


def crosses_polygon(a, b, corners):
    """Whether a line has a point strictly inside: between two neighbouring meetings with edges it is in or out."""
    if a == b:
        return in_polygon(a, corners, strictly=True)
    return any(
        in_polygon(point_on(a, b, (one + other) / 2), corners, strictly=True)
        for one, other in pairwise(_shares(a, b, corners))
    )


def square_to_polygon(a, b, corners):
    """Squared distance of a leg from a polygon, 0 if they have a point in common."""
    if any(in_polygon(point_on(a, b, share), corners) for share in _shares(a, b, corners)):
        return Fraction(0)
    return min(min(square_to_leg(c, a, b), square_to_leg(a, c, d), square_to_leg(b, c, d)) for c, d in edges(corners))


class Disc:
    """A round piece of terrain."""

    def __init__(self, middle, radius):
        self.middle, self.radius = middle, radius

    def holds(self, p):
        return square(self.middle, p) <= self.radius**2

    def crossed(self, a, b):
        return square_to_leg(self.middle, a, b) < self.radius**2

    def swept(self, a, b, reach):
        return square_to_leg(self.middle, a, b) < (self.radius + reach) ** 2


class Block:
    """A piece of terrain with corners."""

    def __init__(self, corners):
        self.corners = [tuple(corner) for corner in corners]

    def holds(self, p):
        return in_polygon(p, self.corners)

    def crossed(self, a, b):
        return crosses_polygon(a, b, self.corners)

    def swept(self, a, b, reach):
        return square_to_polygon(a, b, self.corners) < reach**2


def hull(points):
    """Corners of the convex hull, counterclockwise; None if all lie on a line."""
    points = sorted(set(points))
    if len(points) < 3:
        return None

    def half(ordered):
        chain = []
        for p in ordered:
            while len(chain) > 1 and side_of(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain

    found = half(points)[:-1] + half(points[::-1])[:-1]
    return found if len(found) > 2 else None


def worst_gap(bases):
    """Smallest gap that links all bases (x, y, radius) in one chain, rounded up: try every gap there is."""
    if len(bases) < 2:
        return 0

    def gap(one, other):
        return max(whole_root_up(square(one, other)) - one[2] - other[2], 0)

    gaps = sorted({gap(one, other) for i, one in enumerate(bases) for other in bases[:i]})
    for most in gaps:
        linked, rest = [bases[0]], list(bases[1:])
        while True:
            near = [base for base in rest if any(gap(base, one) <= most for one in linked)]
            if not near:
                break
            linked += near
            rest = [base for base in rest if base not in near]
        if not rest:
            return most
    raise AssertionError("the largest gap links everybody")
