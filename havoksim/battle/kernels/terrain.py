"""What terrain does: sight, cover, and where nobody may go (HVK-TABLE-04)."""

from math import sqrt

from numpy import int64

from havoksim.battle.kernels.geometry import inside, leg_crosses, leg_hits_circle, leg_hits_polygon, line_parts
from havoksim.battle.kernels.layout import (
    ALL_ROUND,
    AT_R,
    AT_X,
    AT_Y,
    CARRIED,
    CARRIER,
    DIRECTIONS,
    FAR,
    G_CIRCLES,
    G_WIDEST,
    HIDDEN,
    K_COVER,
    K_FOOT,
    K_SIGHT,
    K_VEHICLE,
    LEFT,
    N_MID_R,
    N_MID_X,
    N_MID_Y,
    OFF,
    P_CORNERS,
    P_KIND,
    P_PLACED,
    P_RADIUS,
    P_X,
    P_Y,
    PLACE,
    R_DEPTH,
    R_MODEL_SIGHT,
    R_MODELS,
    R_ON_TABLE,
    R_TYPES,
    R_UNITS,
    R_WIDTH,
    RADIUS,
    STANDING,
    T_CAPACITY,
    T_FIGHTS,
    T_FIRST_UNIT,
    T_INSIDE,
    T_LAST_UNIT,
    T_SIDE,
    T_VEHICLE,
    THE_LINE,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    X,
    Y,
)
from havoksim.foundation.jit import kernel

#: Step of the lattice on which survivors of a wreck look for a place.
FINE = 5


@kernel
def stands_in(w, p, x, y):
    """Say whether a point is in a piece, its edge included."""
    dx, dy = x - w.pieces[p, P_X], y - w.pieces[p, P_Y]
    if dx * dx + dy * dy > w.pieces[p, P_RADIUS] * w.pieces[p, P_RADIUS]:
        return False
    n = w.pieces[p, P_CORNERS]
    return True if n == 0 else inside(x, y, w.corners[p], n)


@kernel
def watch_all(w):
    """Mind every piece that has something to do with sight, whoever looks. Modified in place: near."""
    n = 0
    for p in range(w.rules[R_ON_TABLE]):
        kind = w.pieces[p, P_KIND]
        if w.pieces[p, P_PLACED] == 0 or (w.kinds[kind, K_SIGHT] == 0 and w.kinds[kind, K_COVER] == 0):
            continue
        w.near[ALL_ROUND, n, 0] = p
        w.near[ALL_ROUND, n, 1], w.near[ALL_ROUND, n, 2] = w.pieces[p, P_X], w.pieces[p, P_Y]
        w.near[ALL_ROUND, n, 3] = w.pieces[p, P_RADIUS] * w.pieces[p, P_RADIUS]
        w.near[ALL_ROUND, n, 4], w.near[ALL_ROUND, n, 5] = w.kinds[kind, K_SIGHT], w.kinds[kind, K_COVER]
        n += 1
    w.how_near[ALL_ROUND] = n


@kernel
def watch_line(w, x0, y0, x1, y1, wide):
    """Mind those of all pieces that come as near as `wide` to a line. Modified in place: near."""
    n = 0
    for i in range(w.how_near[ALL_ROUND]):
        p = w.near[ALL_ROUND, i, 0]
        if leg_hits_circle(x0, y0, x1, y1, w.pieces[p, P_X], w.pieces[p, P_Y], w.pieces[p, P_RADIUS] + wide):
            for k in range(6):
                w.near[THE_LINE, n, k] = w.near[ALL_ROUND, i, k]
            n += 1
    w.how_near[THE_LINE] = n


@kernel
def look(w, row, x0, y0, x1, y1):
    """Look from one point at another past a list of pieces in `near`: 0 blocked, 1 free, 2 if the second is in cover.

    Most lines pass most pieces far away, so the circle round a piece is asked first, with what all pieces share.
    """
    seen = 1
    dx, dy = x1 - x0, y1 - y0
    length2 = dx * dx + dy * dy
    for i in range(w.how_near[row]):
        px, py, reach2 = w.near[row, i, 1] - x0, w.near[row, i, 2] - y0, w.near[row, i, 3]
        cross = px * dy - py * dx
        if cross * cross > reach2 * length2:
            continue
        along = px * dx + py * dy
        from2, to2 = px * px + py * py, (px - dx) * (px - dx) + (py - dy) * (py - dy)
        if (along < 0 and from2 > reach2) or (along > length2 and to2 > reach2):
            continue
        p = w.near[row, i, 0]
        if w.pieces[p, P_CORNERS] == 0:
            from_in, to_in = from2 <= reach2, to2 <= reach2
            passes = from2 < reach2 or to2 < reach2 or (0 < along < length2 and cross * cross < reach2 * length2)
        elif from2 > reach2 and to2 > reach2:  # the piece lies between the points, if anywhere on the line
            from_in, to_in = False, False
            passes = line_parts(x0, y0, dx, dy, w.corners[p], w.pieces[p, P_CORNERS])
        else:
            from_in, to_in = stands_in(w, p, x0, y0), stands_in(w, p, x1, y1)
            passes = leg_crosses(x0, y0, x1, y1, w.corners[p], w.pieces[p, P_CORNERS])
        if passes and w.near[row, i, 4] and not from_in and not to_in:
            return 0
        if w.near[row, i, 5] and (to_in or (passes and not from_in)):
            seen = 2
    return seen


@kernel
def settle(w, m):
    """Note on which base a model, and all that it carries, stand now. Modified in place: AT_X, AT_Y, AT_R, HIDDEN."""
    stand_on(w, m, base_of(w, m))
    kind = w.st[m, TYPE]
    if w.types[kind, T_CAPACITY] == 0:
        return
    side = w.types[kind, T_SIDE]
    for k in range(w.rules[R_MODELS]):
        if w.st[k, PLACE] == CARRIED and w.st[k, CARRIER] == m and w.types[w.st[k, TYPE], T_SIDE] == side:
            stand_on(w, k, m)


@kernel
def base_of(w, m):
    """Return the model on whose base a model stands: its transport or itself."""
    return w.st[m, CARRIER] if w.st[m, PLACE] == CARRIED else m


@kernel
def stand_on(w, m, base):
    """Let a model stand on a base. Modified in place: AT_X, AT_Y, AT_R, HIDDEN."""
    st = w.st
    st[m, AT_X] = st[base, X]
    st[m, AT_Y] = st[base, Y]
    st[m, AT_R] = st[base, RADIUS]
    st[m, HIDDEN] = w.types[st[base, TYPE], T_INSIDE] if base != m else 0


@kernel
def sees(w, m, t):
    """Look from model m at model t: 0, 1 or 2 as `look` says (HVK-FIRE-01)."""
    st = w.st
    x0, y0, x1, y1 = st[m, AT_X], st[m, AT_Y], st[t, AT_X], st[t, AT_Y]
    seen = look(w, THE_LINE, x0, y0, x1, y1)
    if seen and w.rules[R_MODEL_SIGHT] and body_between(w, base_of(w, m), base_of(w, t)):
        return 0
    return seen


@kernel
def body_between(w, a, b):
    """Say whether the base of a third model lies in the line from one base to another."""
    st = w.st
    for k in range(w.rules[R_MODELS]):
        if (
            st[k, PLACE] == STANDING
            and k != a
            and k != b
            and leg_hits_circle(st[a, X], st[a, Y], st[b, X], st[b, Y], st[k, X], st[k, Y], st[k, RADIUS])
        ):
            return True
    return False


@kernel
def forbidden(w, kind, vehicle):
    """Say whether a vehicle, or a warrior on foot, may not enter a kind of terrain."""
    return w.kinds[kind, K_VEHICLE] if vehicle else w.kinds[kind, K_FOOT]


@kernel
def hits_piece(w, p, x0, y0, x1, y1, reach):
    """Say whether a base, carried along a leg, overlaps a piece."""
    if not leg_hits_circle(x0, y0, x1, y1, w.pieces[p, P_X], w.pieces[p, P_Y], w.pieces[p, P_RADIUS] + reach):
        return False
    n = w.pieces[p, P_CORNERS]
    return True if n == 0 else leg_hits_polygon(x0, y0, x1, y1, reach, w.corners[p], n)


@kernel
def piece_in_way(w, vehicle, reach, x0, y0, x1, y1):
    """Return the first piece that stops a base on a leg, or -1."""
    for p in range(w.rules[R_ON_TABLE]):
        if (
            w.pieces[p, P_PLACED]
            and forbidden(w, w.pieces[p, P_KIND], vehicle)
            and hits_piece(w, p, x0, y0, x1, y1, reach)
        ):
            return p
    return -1


@kernel
def can_stand(w, m, x, y):
    """Say whether a model may stand at a point: on the table, on nobody, in no forbidden terrain (HVK-MOVE-02)."""
    st = w.st
    r = st[m, RADIUS]
    if x < r or y < r or x > w.rules[R_WIDTH] - r or y > w.rules[R_DEPTH] - r:
        return False
    if w.g[G_CIRCLES] == 0:
        if taken(w, m, x, y, 0, w.rules[R_MODELS]):
            return False
    else:
        for u in range(w.rules[R_UNITS]):
            dx, dy, reach = (w.plan[u, N_MID_X] - x, w.plan[u, N_MID_Y] - y, w.plan[u, N_MID_R] + w.g[G_WIDEST])
            if dx * dx + dy * dy < reach * reach and taken(w, m, x, y, w.units[u, U_FIRST], w.units[u, U_LAST]):
                return False
    return piece_in_way(w, w.types[st[m, TYPE], T_VEHICLE], r, x, y, x, y) < 0


@kernel
def taken(w, m, x, y, first, last):
    """Say whether the base of one of some models is in a model's way at a point."""
    st = w.st
    for k in range(first, last):
        dx, dy = st[k, X] - x, st[k, Y] - y
        reach = st[k, RADIUS] + st[m, RADIUS]
        if dx * dx + dy * dy < reach * reach and k != m:
            return True
    return False


@kernel
def surround_units(w, side):
    """Draw a circle round the living models of each unit of a side. Modified in place: plan."""
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side:
            for u in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
                surround(w, u)


@kernel
def surround_moved(w, u):
    """Draw the circles anew that a unit's move may have changed: its own, and those of whom it carries."""
    kind = w.units[u, U_TYPE]
    if w.types[kind, T_CAPACITY]:
        surround_units(w, w.types[kind, T_SIDE])
    else:
        surround(w, u)


@kernel
def surround(w, u):
    """Draw a circle round the living models of a unit; one far away for none. Modified in place: plan, N_MID_*."""
    st, plan = w.st, w.plan
    low_x, high_x, low_y, high_y = (int64(FAR), int64(-FAR), int64(FAR), int64(-FAR))
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, AT_X] != OFF:
            low_x, high_x = min(low_x, st[m, AT_X]), max(high_x, st[m, AT_X])
            low_y, high_y = min(low_y, st[m, AT_Y]), max(high_y, st[m, AT_Y])
    if high_x < 0:
        plan[u, N_MID_X], plan[u, N_MID_Y], plan[u, N_MID_R] = OFF, OFF, 0
        return
    wide, deep = high_x - low_x, high_y - low_y
    plan[u, N_MID_X], plan[u, N_MID_Y] = ((low_x + high_x) // 2, (low_y + high_y) // 2)
    plan[u, N_MID_R] = int64(sqrt(wide * wide + deep * deep)) // 2 + 2


@kernel
def use_circles(w, u):
    """Let the circles spare us most models in a unit's move; its own are looked at one by one. Modified: plan."""
    w.plan[u, N_MID_X], w.plan[u, N_MID_Y], w.plan[u, N_MID_R] = 0, 0, FAR
    w.g[G_CIRCLES] = 1


@kernel
def spot_round(w, m, cx, cy, reach):
    """Return a spot within reach of a point where a model may stand, else the nearest; (OFF, OFF) if there is none.

    Rings are looked through in a few directions. Beyond reach the first such spot only says how far to look: the
    nearest is then searched on a lattice.
    """
    if can_stand(w, m, cx, cy):
        return cx, cy
    distance = int64(1)
    while distance < w.rules[R_WIDTH] + w.rules[R_DEPTH]:
        for k in range(DIRECTIONS):
            x = cx + distance * w.compass[k, 0] // 10000
            y = cy + distance * w.compass[k, 1] // 10000
            if can_stand(w, m, x, y):
                if distance < reach:
                    return x, y
                return nearest_spot(w, m, cx, cy, x, y)
        distance += 20
    return int64(OFF), int64(OFF)


@kernel
def nearest_spot(w, m, cx, cy, x, y):
    """Return the spot of a lattice nearest to a point where a model may stand, if it is nearer than (x, y)."""
    best_x, best_y, best2 = x, y, (x - cx) * (x - cx) + (y - cy) * (y - cy)
    steps = int64(sqrt(best2)) // FINE + 1
    for i in range(-steps, steps + 1):
        for j in range(-steps, steps + 1):
            d2 = (i * i + j * j) * FINE * FINE
            if d2 < best2 and can_stand(w, m, cx + i * FINE, cy + j * FINE):
                best_x, best_y, best2 = cx + i * FINE, cy + j * FINE, d2
    return best_x, best_y


@kernel
def touching(st, a, b):
    """Say whether two models' bases are in contact: a gap of at most 0.05 inch (HVK-TABLE-05)."""
    dx, dy = st[a, AT_X] - st[b, AT_X], st[a, AT_Y] - st[b, AT_Y]
    reach = st[a, AT_R] + st[b, AT_R] + 5
    return dx * dx + dy * dy <= reach * reach and st[a, AT_X] != OFF


@kernel
def fights(w, a, b):
    """Say whether two enemies may fight hand to hand: in contact, visible, no aircraft (HVK-CC-01, HVK-LIST-07)."""
    st = w.st
    return (
        st[a, LEFT] > 0
        and st[b, LEFT] > 0
        and touching(st, a, b)
        and w.types[st[a, TYPE], T_FIGHTS] == 1
        and w.types[st[b, TYPE], T_FIGHTS] == 1
        and st[a, HIDDEN] == 0
        and st[b, HIDDEN] == 0
    )
