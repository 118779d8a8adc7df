"""Ways across the table: straight, round an obstacle, or shorter; never through an enemy (HVK-MOVE-01, -02)."""

from havoksim.battle.kernels.geometry import leg_hits_circle, root_down, root_up, rounded_part
from havoksim.battle.kernels.layout import (
    CARRIED,
    CARRIER,
    FACE_X,
    FACE_Y,
    G_CIRCLES,
    G_WIDEST,
    LENGTH,
    N_MID_R,
    N_MID_X,
    N_MID_Y,
    P_RADIUS,
    P_X,
    P_Y,
    PLACE,
    POINTS,
    R_FRIENDS,
    R_MODELS,
    R_TYPES,
    RADIUS,
    STANDING,
    T_FIRST_UNIT,
    T_FLIES,
    T_INSIDE,
    T_LAST_UNIT,
    T_SIDE,
    T_VEHICLE,
    TYPE,
    U_FIRST,
    U_LAST,
    X,
    Y,
)
from havoksim.battle.kernels.terrain import can_stand, piece_in_way, settle
from havoksim.foundation.jit import kernel

#: Slack with which a detour passes an obstacle.
SLACK = 4


@kernel
def obstacle(w, m, x0, y0, x1, y1):
    """Return what stops a model on a leg: a model's number, or the number of models plus a piece's; -1: nothing."""
    st = w.st
    side = w.types[st[m, TYPE], T_SIDE]
    r = st[m, RADIUS]
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side and not w.rules[R_FRIENDS]:
            continue
        for u in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            if w.g[G_CIRCLES]:
                reach = w.plan[u, N_MID_R] + w.g[G_WIDEST]
                if not leg_hits_circle(x0, y0, x1, y1, w.plan[u, N_MID_X], w.plan[u, N_MID_Y], reach):
                    continue
            for k in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
                reach = st[k, RADIUS] + r
                if leg_hits_circle(x0, y0, x1, y1, st[k, X], st[k, Y], reach) and k != m and k != st[m, CARRIER]:
                    return k
    p = piece_in_way(w, w.types[st[m, TYPE], T_VEHICLE], r, x0, y0, x1, y1)
    return -1 if p < 0 else w.rules[R_MODELS] + p


@kernel
def leg(x0, y0, x1, y1):
    """Return the length that a leg counts."""
    dx, dy = x1 - x0, y1 - y0
    return root_up(dx * dx + dy * dy)


@kernel
def beside(w, m, what, x0, y0, x1, y1, hand):
    """Return a point beside an obstacle, on one hand of the way from one point to another.

    The nearer the start is to the obstacle, the farther out the point must lie for the leg to it to clear the obstacle.
    """
    n = w.rules[R_MODELS]
    if what < n:
        cx, cy, reach = w.st[what, X], w.st[what, Y], w.st[what, RADIUS]
    else:
        cx, cy, reach = (w.pieces[what - n, P_X], w.pieces[what - n, P_Y], w.pieces[what - n, P_RADIUS])
    reach += w.st[m, RADIUS]
    dx, dy = x1 - x0, y1 - y0
    d2 = dx * dx + dy * dy
    ahead2 = (cx - x0) * (cx - x0) + (cy - y0) * (cy - y0)
    away = reach * 2
    if ahead2 > reach * reach * 4 // 3:
        away = reach * root_up(ahead2) // root_down(ahead2 - reach * reach) + 1
    away = max(away, reach * 11 // 10) + SLACK
    return cx - hand * rounded_part(away, dy, d2), cy + hand * rounded_part(away, dx, d2)


@kernel
def route(w, m, sx, sy, tx, ty, budget):
    """Find a way of at most `budget` from a point to one where the model may stand. Modified in place: paths, POINTS.

    Straight if that is free, else round the obstacle on the nearer hand, else round a second one behind it.
    """
    st, path = w.st, w.paths
    direct = leg(sx, sy, tx, ty)
    if direct > budget or not can_stand(w, m, tx, ty):
        return False
    path[m, 0, 0], path[m, 0, 1] = sx, sy
    path[m, 1, 0], path[m, 1, 1] = tx, ty
    st[m, POINTS] = 2
    st[m, LENGTH] = direct
    if w.types[st[m, TYPE], T_FLIES]:
        return True
    first = obstacle(w, m, sx, sy, tx, ty)
    if first < 0:
        return True
    for side in range(2):
        x, y = beside(w, m, first, sx, sy, tx, ty, 1 - 2 * side)
        length = leg(sx, sy, x, y) + leg(x, y, tx, ty)
        if length > budget or obstacle(w, m, sx, sy, x, y) >= 0:
            continue
        second = obstacle(w, m, x, y, tx, ty)
        if second < 0:
            path[m, 1, 0], path[m, 1, 1] = x, y
            path[m, 2, 0], path[m, 2, 1] = tx, ty
            st[m, POINTS] = 3
            st[m, LENGTH] = length
            return True
        for hand in range(2):
            x2, y2 = beside(w, m, second, x, y, tx, ty, 1 - 2 * hand)
            length = leg(sx, sy, x, y) + leg(x, y, x2, y2) + leg(x2, y2, tx, ty)
            if length <= budget and obstacle(w, m, x, y, x2, y2) < 0 and obstacle(w, m, x2, y2, tx, ty) < 0:
                path[m, 1, 0], path[m, 1, 1] = x, y
                path[m, 2, 0], path[m, 2, 1] = x2, y2
                path[m, 3, 0], path[m, 3, 1] = tx, ty
                st[m, POINTS] = 4
                st[m, LENGTH] = length
                return True
    return False


@kernel
def start_of(w, m, tx, ty):
    """Return where a model's path starts: where it stands, at the rear doors, or on the edge of what it rides."""
    st = w.st
    if st[m, PLACE] != CARRIED:
        return st[m, X], st[m, Y]
    v = st[m, CARRIER]
    if w.types[st[v, TYPE], T_INSIDE]:
        return door(w, v)
    dx, dy = tx - st[v, X], ty - st[v, Y]
    d2 = dx * dx + dy * dy
    if d2 == 0:
        return st[v, X] + st[v, RADIUS], st[v, Y]
    length = root_up(d2)
    r = st[v, RADIUS]
    sx, sy = abs(dx) * r // length, abs(dy) * r // length
    return st[v, X] + (sx if dx >= 0 else -sx), st[v, Y] + (sy if dy >= 0 else -sy)


@kernel
def door(w, v):
    """Return the rear-door point of a transport: opposite to its facing (HVK-LIST-10)."""
    st = w.st
    fx, fy = st[v, FACE_X], st[v, FACE_Y]
    d2 = fx * fx + fy * fy
    return st[v, X] - rounded_part(st[v, RADIUS], fx, d2), st[v, Y] - rounded_part(st[v, RADIUS], fy, d2)


@kernel
def try_move(w, m, tx, ty, budget):
    """Move a model to a point if it can get there and stand there; say whether it has."""
    st = w.st
    sx, sy = start_of(w, m, tx, ty)
    if sx == tx and sy == ty and st[m, PLACE] == STANDING:
        st[m, POINTS] = 0
        st[m, LENGTH] = 0
        return True
    if not route(w, m, sx, sy, tx, ty, budget):
        st[m, POINTS] = 0
        return False
    arrive(w, m)
    return True


@kernel
def arrive(w, m):
    """Put a model where its path ends, and let it face the way it came."""
    st = w.st
    n = st[m, POINTS]
    st[m, PLACE] = STANDING
    st[m, CARRIER] = -1
    st[m, X], st[m, Y] = w.paths[m, n - 1, 0], w.paths[m, n - 1, 1]
    settle(w, m)
    for i in range(n - 1, 0, -1):  # the direction of the last leg that has one
        dx, dy = (w.paths[m, i, 0] - w.paths[m, i - 1, 0], w.paths[m, i, 1] - w.paths[m, i - 1, 1])
        if dx != 0 or dy != 0:
            st[m, FACE_X] = dx
            st[m, FACE_Y] = dy
            break


@kernel
def try_towards(w, m, tx, ty, budget):
    """Move a model to a point, or part of the way; say whether it has moved at all."""
    sx, sy = start_of(w, m, tx, ty)
    dx, dy = tx - sx, ty - sy
    length = root_up(dx * dx + dy * dy)
    if length == 0:
        return w.st[m, PLACE] == STANDING
    whole = min(length, budget - 1)
    if length <= budget:
        if try_move(w, m, tx, ty, budget):
            return True
        whole = length * 3 // 4
    for quarter in range(4, 0, -1):
        part = whole * quarter // 4
        if part <= 0:
            break
        if try_move(w, m, sx + dx * part // length, sy + dy * part // length, budget):
            return True
    return False
