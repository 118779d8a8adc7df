"""Distances and lines on the table, exact in whole hundredths of an inch (HVK-TABLE-05, -06)."""

from math import sqrt

from numpy import int64

from havoksim.foundation.jit import kernel


@kernel
def root_down(n):
    """Return the whole part of a square root."""
    r = int64(sqrt(n))
    while r * r > n:
        r -= 1
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r


@kernel
def root_up(n):
    """Return a square root, rounded up: the length of a leg from its square (HVK-TABLE-06)."""
    r = root_down(n)
    return r if r * r == n else r + 1


@kernel
def gap_up(d2, radii):
    """Return the gap between two bases, rounded up and never below 0, from the square of their centres' distance."""
    return max(root_up(d2) - radii, 0)


@kernel
def leg_hits_circle(x0, y0, x1, y1, cx, cy, reach):
    """Say whether a leg comes nearer to a point than `reach`; to touch is no hit (HVK-MOVE-02)."""
    dx, dy = x1 - x0, y1 - y0
    px, py = cx - x0, cy - y0
    along = px * dx + py * dy
    r2 = reach * reach
    if along <= 0:
        return px * px + py * py < r2
    length2 = dx * dx + dy * dy
    if along >= length2:
        qx, qy = cx - x1, cy - y1
        return qx * qx + qy * qy < r2
    cross = px * dy - py * dx
    return cross * cross < r2 * length2


@kernel
def inside(x, y, corners, n):
    """Say whether a point is in a convex polygon, its edge included; corners run counterclockwise."""
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ex, ey = corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1]
        if ex * (y - corners[i, 1]) - ey * (x - corners[i, 0]) < 0:
            return False
    return True


@kernel
def leg_crosses(x0, y0, x1, y1, corners, n):
    """Say whether a line has a point strictly inside a convex polygon.

    Each edge leaves an open interval of the line, kept as two fractions; they must leave something in common.
    """
    dx, dy = x1 - x0, y1 - y0
    low_n, low_d = int64(-1), int64(1)
    high_n, high_d = int64(2), int64(1)
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ex, ey = corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1]
        at = ex * (y0 - corners[i, 1]) - ey * (x0 - corners[i, 0])
        slope = ex * dy - ey * dx
        if slope == 0:
            if at <= 0:
                return False
        elif slope > 0:  # inside after -at / slope
            if -at * low_d > low_n * slope:
                low_n, low_d = -at, slope
        elif at * high_d < high_n * -slope:  # inside before at / -slope
            high_n, high_d = at, -slope
    return low_n * high_d < high_n * low_d and low_n < low_d and high_n > 0


@kernel
def line_parts(x, y, dx, dy, corners, n):
    """Say whether an endless line has corners of a polygon on both its sides, and so goes through its inside."""
    left, right = False, False
    for i in range(n):
        side = dx * (corners[i, 1] - y) - dy * (corners[i, 0] - x)
        left |= side > 0
        right |= side < 0
    return left and right


@kernel
def legs_meet(ax, ay, bx, by, cx, cy, dx, dy):
    """Say whether two lines have a point in common."""
    abx, aby = bx - ax, by - ay
    cdx, cdy = dx - cx, dy - cy
    s1 = abx * (cy - ay) - aby * (cx - ax)
    s2 = abx * (dy - ay) - aby * (dx - ax)
    s3 = cdx * (ay - cy) - cdy * (ax - cx)
    s4 = cdx * (by - cy) - cdy * (bx - cx)
    return ((s1 < 0 < s2) or (s2 < 0 < s1)) and ((s3 < 0 < s4) or (s4 < 0 < s3))


@kernel
def leg_hits_polygon(x0, y0, x1, y1, reach, corners, n):
    """Say whether a base of radius `reach`, carried along a leg, overlaps a convex polygon; to touch is no hit."""
    if inside(x0, y0, corners, n) or inside(x1, y1, corners, n):
        return True
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ax, ay, bx, by = corners[i, 0], corners[i, 1], corners[j, 0], corners[j, 1]
        if leg_hits_circle(x0, y0, x1, y1, ax, ay, reach):
            return True
        if leg_hits_circle(ax, ay, bx, by, x0, y0, reach) or leg_hits_circle(ax, ay, bx, by, x1, y1, reach):
            return True
        if legs_meet(x0, y0, x1, y1, ax, ay, bx, by):
            return True
    return False


@kernel
def rounded_part(length, part, whole2):
    """Return length * part / sqrt(whole2), rounded to the nearest whole number, halves away from zero, exactly."""
    if whole2 == 0:
        return int64(0)
    top = 2 * length * abs(part)
    q = int64(length * abs(part) / sqrt(whole2) + 0.5)
    while q > 0 and (2 * q - 1) * (2 * q - 1) * whole2 > top * top:
        q -= 1
    while (2 * q + 1) * (2 * q + 1) * whole2 <= top * top:
        q += 1
    return q if part >= 0 else -q
