"""Edges and deployment: type by type, every model in its zone, every unit in coherency (HVK-DEPLOY-*)."""

from numpy import int64

from havoksim.battle.kernels.dicebox import event, pick, roll_off
from havoksim.battle.kernels.fire import models_of
from havoksim.battle.kernels.geometry import root_up
from havoksim.battle.kernels.layout import (
    CARRIED,
    CARRIER,
    E_DEPLOY,
    E_DEPLOY_TYPE,
    E_EDGE,
    EAST,
    FACE_X,
    FACE_Y,
    G_EDGE_A,
    G_FAILED,
    G_FIRST,
    G_FULL_A,
    G_WIDEST,
    K_COVER,
    NO_COVER,
    NORTH,
    OFF,
    P_KIND,
    P_PLACED,
    P_X,
    P_Y,
    PLACE,
    R_COHERENCY,
    R_DEPTH,
    R_EDGES,
    R_ON_TABLE,
    R_TIGHT,
    R_TYPES,
    R_UNITS,
    R_WIDTH,
    R_ZONE,
    RADIUS,
    SOUTH,
    STANDING,
    T_CAPACITY,
    T_FIRST_UNIT,
    T_LAST_UNIT,
    T_MOVE,
    T_RADIUS,
    T_SIDE,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_RANDOM,
    W_REACH,
    WAITING,
    WEST,
    X,
    Y,
)
from havoksim.battle.kernels.moves import near_enough, room_in
from havoksim.battle.kernels.terrain import can_stand, settle
from havoksim.foundation.jit import kernel, kernel_part

#: Step of the search for a place in a crowded zone.
STEP = 23


@kernel
def edge_worth(w, edge):
    """Return how much cover lies near an edge."""
    total = int64(0)
    for p in range(w.rules[R_ON_TABLE]):
        if w.pieces[p, P_PLACED] and w.kinds[w.pieces[p, P_KIND], K_COVER]:
            x, y = w.pieces[p, P_X], w.pieces[p, P_Y]
            far = y
            if edge == NORTH:
                far = w.rules[R_DEPTH] - y
            elif edge == WEST:
                far = x
            elif edge == EAST:
                far = w.rules[R_WIDTH] - x
            total += max(2400 - far, 0)
    return total


@kernel
def choose_edges(w):
    """Roll off for the edges; the winner takes the one with more cover near it (HVK-DEPLOY-01)."""
    winner = roll_off(w, 1, 0)
    best, best_value = -1, int64(-1)
    n = 0
    # the side that sits first counts the edges from the first on, the other from the last
    for i in range(4):
        edge = i if w.g[G_FIRST] == winner else 3 - i
        if w.rules[R_EDGES] >> edge & 1:
            n += 1
            value = int64(0) if w.policy[winner, NO_COVER] else edge_worth(w, edge)
            if value > best_value:
                best, best_value = edge, value
    if w.policy[winner, W_RANDOM]:
        number = pick(w, n)
        for edge in range(4):
            if w.rules[R_EDGES] >> edge & 1:
                if number == 0:
                    best = edge
                number -= 1
    w.g[G_EDGE_A + winner] = best
    w.g[G_EDGE_A + 1 - winner] = best ^ 1
    event(w, E_EDGE, winner, best, 0, 0)
    event(w, E_EDGE, 1 - winner, best ^ 1, 0, 0)


@kernel
def at_edge(w, side, along, deep):
    """Return the point so far along a side's edge and so deep behind it."""
    edge = w.g[G_EDGE_A + side]
    if edge == SOUTH:
        return along, deep
    if edge == NORTH:
        return along, w.rules[R_DEPTH] - deep
    if edge == WEST:
        return deep, along
    return w.rules[R_WIDTH] - deep, along


@kernel
def edge_length(w, side):
    """Return how long a side's edge is."""
    return w.rules[R_WIDTH] if w.g[G_EDGE_A + side] <= NORTH else w.rules[R_DEPTH]


@kernel_part
def deploy_all(w):
    """Deploy both forces by turns of types, as the dice say (HVK-DEPLOY-02 to -04)."""
    waiting_a, waiting_b = types_waiting(w, 0), types_waiting(w, 1)
    ordinal = 0
    while (waiting_a or waiting_b) and not w.g[G_FAILED]:
        if waiting_a and waiting_b:
            side = roll_off(w, 2, ordinal)
            ordinal += 1
        else:
            side = 0 if waiting_a else 1
        kind = next_to_deploy(w, side)
        event(w, E_DEPLOY_TYPE, side, kind, 0, 0)
        w.tstate[kind, 2] = 1
        for u in range(w.types[kind, T_FIRST_UNIT], w.types[kind, T_LAST_UNIT]):
            if not w.g[G_FAILED]:
                deploy_unit(w, u, side)
        if side == 0:
            waiting_a -= 1
        else:
            waiting_b -= 1


@kernel
def types_waiting(w, side):
    """Return how many types of a side are not yet deployed."""
    n = 0
    for i in range(w.rules[R_TYPES]):
        n += int64(w.types[i, T_SIDE] == side and w.tstate[i, 2] == 0)
    return n


@kernel
def next_to_deploy(w, side):
    """Choose the type to deploy: transports first, then by the order of the force; or at random."""
    best = -1
    number = int64(0)
    if w.policy[side, W_RANDOM]:
        number = pick(w, types_waiting(w, side))
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] != side or w.tstate[i, 2]:
            continue
        if w.policy[side, W_RANDOM]:
            if number == 0:
                return i
            number -= 1
        elif best < 0 or (w.types[i, T_CAPACITY] > 0 and w.types[best, T_CAPACITY] == 0):
            best = i
    return best


@kernel_part
def deploy_unit(w, u, side):
    """Deploy a unit: in a transport with room for it, as a block near where it is wanted, or where there is room."""
    if ride(w, u, side):
        return
    if not w.rules[R_TIGHT] and as_block(w, u, side):
        return
    if not squeeze_in(w, u, side):
        w.g[G_FAILED] = 1


@kernel
def ride(w, u, side):
    """Put a unit in or on a faster transport of its side that has room for it; say whether it has been."""
    st = w.st
    kind = w.units[u, U_TYPE]
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] != side or w.types[i, T_CAPACITY] == 0 or not w.takes[i, kind]:
            continue
        if w.types[i, T_MOVE] <= w.types[kind, T_MOVE]:
            continue
        for t in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            v = w.units[t, U_FIRST]
            if st[v, PLACE] != STANDING or not room_in(w, u, v):
                continue
            if w.policy[side, W_RANDOM] and pick(w, 2):
                continue
            for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
                st[m, PLACE] = CARRIED
                st[m, CARRIER] = v
                settle(w, m)
                event(w, E_DEPLOY, m, 0, 0, v)
            return True
    return False


@kernel
def stand_at(w, m, side, along, deep):
    """Put a model at a place in its side's zone if it may stand there; say whether it does."""
    st = w.st
    if deep > w.rules[R_ZONE] - st[m, RADIUS]:
        return False
    x, y = at_edge(w, side, along, deep)
    if not can_stand(w, m, x, y):
        return False
    st[m, PLACE] = STANDING
    st[m, X] = x
    st[m, Y] = y
    settle(w, m)
    fx, fy = at_edge(w, side, 0, 1)
    gx, gy = at_edge(w, side, 0, 0)
    st[m, FACE_X] = fx - gx
    st[m, FACE_Y] = fy - gy
    return True


@kernel
def lift(w, u):
    """Take a unit off the table again."""
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        w.st[m, PLACE] = WAITING
        w.st[m, X] = OFF
        w.st[m, Y] = OFF
        settle(w, m)


@kernel
def report_unit(w, u):
    """Write where the models of a unit were deployed to the events."""
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        event(w, E_DEPLOY, m, w.st[m, X], w.st[m, Y], -1)


@kernel
def as_block(w, u, side):
    """Deploy a unit in rows, as near as it fits to its share of the front; say whether it fits."""
    st = w.st
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    n = last - first
    r = st[first, RADIUS]
    room = 15 if w.rules[R_COHERENCY] == 0 else min(15, w.rules[R_COHERENCY])
    step = 2 * r + room
    columns = min(n, root_up(2 * n))
    length = edge_length(w, side)
    units, rank = int64(0), int64(0)
    for k in range(w.rules[R_UNITS]):
        if w.types[w.units[k, U_TYPE], T_SIDE] == side:
            rank += int64(k < u)
            units += 1
    wide = (columns - 1) * step
    # every other unit from the middle outwards, so that the first types hold the centre
    place = (units - 1) // 2 + (rank + 1) // 2 * (1 if rank % 2 else -1)
    wanted = (2 * place + 1) * length // (2 * units) - wide // 2
    front = w.rules[R_ZONE] - r
    if w.policy[side, W_REACH] > 1800:
        front -= 300
    if w.policy[side, W_RANDOM]:
        wanted = r + pick(w, max(length - 2 * r - wide, 1))
        front = r + pick(w, max(w.rules[R_ZONE] - 2 * r, 1))
    for shift in range(2 * (length // step) + 2):
        along = wanted + (shift + 1) // 2 * step * (1 if shift % 2 else -1)
        if along < r or along + wide > length - r:
            continue
        for row in range(w.rules[R_ZONE] // step):
            if block_at(w, u, side, columns, step, along, front - row * step):
                report_unit(w, u)
                return True
    return False


@kernel
def block_at(w, u, side, columns, step, along, deep):
    """Put a unit up in rows from a place on backwards, if all its models may stand there; say whether they may."""
    first = w.units[u, U_FIRST]
    for m in range(first, w.units[u, U_LAST]):
        i = m - first
        if not stand_at(w, m, side, along + i % columns * step, deep - i // columns * step):
            lift(w, u)
            return False
    return True


@kernel
def squeeze_in(w, u, side):
    """Deploy a unit in the first room for it, counted along the edge, model beside model; say whether there is any.

    What earlier units have filled is passed over at first, and looked through again if the rest is too small.
    """
    full = w.g[G_FULL_A + side]
    if squeeze_from(w, u, side, full):
        return True
    return full > 0 and squeeze_from(w, u, side, int64(0))


@kernel
def squeeze_from(w, u, side, start):
    """Deploy a unit as `squeeze_in` does, from so far along the edge on. Modified in place: G_FULL_A."""
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    r = w.st[first, RADIUS]
    along = max(start, r)
    while along <= edge_length(w, side) - r:
        deep = first_room(w, first, side, along, w.rules[R_ZONE] - r)
        if deep < 0:
            along += STEP
            continue
        placed = first + 1
        while placed < last and beside_others(w, placed, first, side, along):
            placed += 1
        if placed == last:
            report_unit(w, u)
            w.g[G_FULL_A + side] = max(along - w.g[G_WIDEST], 0)
            return True
        lift(w, u)
        along += STEP
    return False


@kernel
def depth_of(w, side, x, y):
    """Return how deep a point lies behind a side's edge."""
    edge = w.g[G_EDGE_A + side]
    if edge == SOUTH:
        return y
    if edge == NORTH:
        return w.rules[R_DEPTH] - y
    return x if edge == WEST else w.rules[R_WIDTH] - x


@kernel
def first_room(w, m, side, along, deep):
    """Put a model where there is room so far along the edge, as far in front as `deep`; return how deep, or -1.

    A base in the way is passed by just so much that the two touch.
    """
    st = w.st
    r = st[m, RADIUS]
    first, last = models_of(w, side)
    while deep >= r:
        x, y = at_edge(w, side, along, deep)
        before = deep
        for k in range(first, last):
            reach = st[k, RADIUS] + r
            dx, dy = st[k, X] - x, st[k, Y] - y
            if k != m and dx * dx + dy * dy < reach * reach:
                there = depth_of(w, side, st[k, X], st[k, Y])
                across2 = dx * dx + dy * dy - (there - deep) * (there - deep)
                deep = min(there - root_up(reach * reach - across2), deep - 1)
                break
        if deep == before:
            if stand_at(w, m, side, along, deep):
                return deep
            deep -= STEP
    return int64(-1)


@kernel
def beside_others(w, m, first, side, start):
    """Put a model within coherency of one of its unit, counted along the edge; say whether there is room."""
    r = w.st[m, RADIUS]
    reach = 2 * w.types[w.st[m, TYPE], T_RADIUS] + max(w.rules[R_COHERENCY], 0)
    furthest = edge_length(w, side) - r
    if w.rules[R_COHERENCY] > 0:
        furthest = min(furthest, start + (m - first) * reach)
    for along in range(start, furthest + 1, STEP):
        deep = w.rules[R_ZONE] - r
        while True:
            deep = first_room(w, m, side, along, deep)
            if deep < 0:
                break
            for q in range(first, m):
                if near_enough(w, m, q):
                    return True
            w.st[m, PLACE] = WAITING
            w.st[m, X] = OFF
            w.st[m, Y] = OFF
            settle(w, m)
            deep -= STEP
    return False
