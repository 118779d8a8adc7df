"""Moving a unit: its first model to the anchor, the others with it, all in coherency, or nobody (HVK-FORCE-06)."""

from numpy import int64

from havoksim.battle.kernels.dicebox import begin, finish, put
from havoksim.battle.kernels.fire import models_of
from havoksim.battle.kernels.geometry import root_up, rounded_part
from havoksim.battle.kernels.layout import (
    AT_R,
    AT_X,
    AT_Y,
    CARRIED,
    CARRIER,
    DIRECTIONS,
    E_MOVE,
    FACE_X,
    FACE_Y,
    G_CIRCLES,
    G_WENT,
    INTO,
    LEFT,
    LENGTH,
    OFF,
    OLD_CARRIER,
    OLD_FACE,
    OLD_PLACE,
    PLACE,
    POINTS,
    R_COHERENCY,
    R_KEEP,
    R_LOCK,
    R_TYPES,
    RADIUS,
    START_X,
    START_Y,
    T_CAPACITY,
    T_FIRST_MODEL,
    T_INSIDE,
    T_LAST_MODEL,
    T_MOVE,
    T_SIDE,
    T_SURGE_MOVE,
    TRIED,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    UNIT,
    USED,
    X,
    Y,
)
from havoksim.battle.kernels.paths import arrive, door, try_move, try_towards
from havoksim.battle.kernels.terrain import fights, settle, surround_moved, surround_units, touching, use_circles
from havoksim.foundation.jit import kernel

#: Gap that models of a unit leave between them where they line up anew.
ROOM = 10


@kernel
def allowance(w, m):
    """Return how far a model may still go in this activation (HVK-MOVE-01, HVK-LIST-01, -06)."""
    kind = w.st[m, TYPE]
    whole = w.types[kind, T_SURGE_MOVE] if w.tstate[kind, 3] else w.types[kind, T_MOVE]
    return whole - w.st[m, USED]


@kernel
def spread(w, u):
    """Return the smallest gap that links all living models of a unit in one chain, rounded up (HVK-FORCE-06)."""
    st = w.st
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    n = 0
    for m in range(first, last):
        if st[m, LEFT] > 0:
            w.queue[1, n] = m
            w.queue[2, n] = int64(1) << 60
            n += 1
    worst = int64(0)
    here = 0  # models before this one are linked
    while here < n - 1:
        a = w.queue[1, here]
        best = here + 1
        for i in range(here + 1, n):
            b = w.queue[1, i]
            dx, dy = st[a, AT_X] - st[b, AT_X], st[a, AT_Y] - st[b, AT_Y]
            gap = root_up(dx * dx + dy * dy) - st[a, AT_R] - st[b, AT_R]
            w.queue[2, i] = min(w.queue[2, i], gap)
            if w.queue[2, i] < w.queue[2, best]:
                best = i
        here += 1
        w.queue[1, here], w.queue[1, best] = w.queue[1, best], w.queue[1, here]
        w.queue[2, here], w.queue[2, best] = w.queue[2, best], w.queue[2, here]
        worst = max(worst, w.queue[2, here])
    return max(worst, 0)


@kernel
def locked(w, m):
    """Say whether a model may not leave its place because it is in combat (HVK-MOVE-04)."""
    if not w.rules[R_LOCK]:
        return False
    first, last = models_of(w, 1 - w.types[w.st[m, TYPE], T_SIDE])
    for t in range(first, last):
        if fights(w, m, t):
            return True
    return False


@kernel
def near_enough(w, m, q):
    """Say whether two models of a unit are within coherency of each other."""
    st = w.st
    dx, dy = st[m, AT_X] - st[q, AT_X], st[m, AT_Y] - st[q, AT_Y]
    reach = st[m, AT_R] + st[q, AT_R] + w.rules[R_COHERENCY]
    return w.rules[R_COHERENCY] == 0 or dx * dx + dy * dy <= reach * reach


@kernel
def remember(w, u):
    """Keep where the models of a unit are, so that a move can be taken back."""
    st = w.st
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        st[m, START_X] = st[m, X]
        st[m, START_Y] = st[m, Y]
        st[m, OLD_PLACE] = st[m, PLACE]
        st[m, OLD_CARRIER] = st[m, CARRIER]
        st[m, OLD_FACE] = st[m, FACE_X] * 100_000 + st[m, FACE_Y]
        st[m, POINTS] = 0
        st[m, INTO] = -1


@kernel
def take_back(w, m):
    """Put a model back where it was before its unit's move."""
    st = w.st
    st[m, X] = st[m, START_X]
    st[m, Y] = st[m, START_Y]
    st[m, PLACE] = st[m, OLD_PLACE]
    st[m, CARRIER] = st[m, OLD_CARRIER]
    settle(w, m)
    st[m, POINTS] = 0
    st[m, INTO] = -1
    face = st[m, OLD_FACE]
    fy = (face + 50_000) % 100_000 - 50_000
    st[m, FACE_X] = (face - fy) // 100_000
    st[m, FACE_Y] = fy


@kernel
def line_up(w, u, ax, ay):
    """Order a unit's living models by their distance to the anchor; return how many. Modified in place: queue[0]."""
    st = w.st
    n = 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] == 0:
            continue
        dx, dy = st[m, AT_X] - ax, st[m, AT_Y] - ay
        d2 = dx * dx + dy * dy
        i = n
        while i > 0 and w.queue[3, i - 1] > d2:
            w.queue[3, i] = w.queue[3, i - 1]
            w.queue[0, i] = w.queue[0, i - 1]
            i -= 1
        w.queue[3, i] = d2
        w.queue[0, i] = m
        n += 1
    return n


@kernel
def touch_enemy(w, m, target, budget):
    """Move a model into contact with a target, at the first free place round its base; say whether it has."""
    st = w.st
    if touching(st, m, target):
        return True
    dx, dy = st[m, AT_X] - st[target, AT_X], st[m, AT_Y] - st[target, AT_Y]
    d2 = dx * dx + dy * dy
    reach = st[m, RADIUS] + st[target, AT_R]
    if d2 == 0 or root_up(d2) > budget + reach + 5 + st[m, AT_R]:
        return False
    px, py = rounded_part(reach + 2, dx, d2), rounded_part(reach + 2, dy, d2)
    n = DIRECTIONS
    for step in range(n - 1):
        k = (step + 1) // 2 if step % 2 else (n - step // 2) % n
        c, s = w.compass[k, 0], w.compass[k, 1]
        x = st[target, AT_X] + (px * c - py * s + 5000) // 10000
        y = st[target, AT_Y] + (px * s + py * c + 5000) // 10000
        ex, ey = x - st[target, AT_X], y - st[target, AT_Y]
        e2 = ex * ex + ey * ey
        if reach * reach <= e2 <= (reach + 5) * (reach + 5) and try_move(w, m, x, y, budget):
            return True
    return False


@kernel
def join(w, m, placed, budget):
    """Move a model to a free place beside one of its unit that has moved already; say whether it has."""
    st = w.st
    room = min(ROOM, w.rules[R_COHERENCY]) if w.rules[R_COHERENCY] > 0 else ROOM
    for i in range(min(placed, 4)):
        q = w.queue[0, i]
        dx, dy = st[m, AT_X] - st[q, AT_X], st[m, AT_Y] - st[q, AT_Y]
        d2 = dx * dx + dy * dy
        reach = st[m, RADIUS] + st[q, AT_R] + room
        if d2 == 0:
            dx, d2 = int64(1), int64(1)
        if root_up(d2) > budget + reach + st[m, AT_R]:
            continue
        px, py = rounded_part(reach, dx, d2), rounded_part(reach, dy, d2)
        n = DIRECTIONS
        for step in range(0, n - 1, 3):
            k = (step + 1) // 2 if step % 2 else (n - step // 2) % n
            c, s = w.compass[k, 0], w.compass[k, 1]
            x = st[q, AT_X] + (px * c - py * s) // 10000
            y = st[q, AT_Y] + (px * s + py * c) // 10000
            if try_move(w, m, x, y, budget):
                if near_enough(w, m, w.queue[0, i]):
                    return True
                take_back(w, m)
    return False


@kernel
def follow(w, m, placed, dx, dy, charged, budget):
    """Move a model after those of its unit that have moved: into contact, alongside, or as near as it gets."""
    st = w.st
    if charged >= 0:
        for t in range(w.units[charged, U_FIRST], w.units[charged, U_LAST]):
            if st[t, LEFT] > 0 and st[t, AT_X] != OFF and touch_enemy(w, m, t, budget):
                if linked(w, m, placed):
                    return
                take_back(w, m)
    if st[m, PLACE] != CARRIED and try_move(w, m, st[m, X] + dx, st[m, Y] + dy, budget):
        if linked(w, m, placed):
            return
        take_back(w, m)
    if join(w, m, placed, budget):
        return
    if linked(w, m, placed):
        return
    q = w.queue[0, 0]
    try_towards(w, m, st[q, AT_X], st[q, AT_Y], budget)


@kernel
def linked(w, m, placed):
    """Say whether a model is within coherency of one of its unit that has its place."""
    for i in range(placed):
        if near_enough(w, m, w.queue[0, i]):
            return True
    return False


@kernel
def move_unit(w, u, ax, ay, target, part):
    """Move a unit to an anchor, or into contact with a target model; say whether any model has moved.

    The model nearest to the anchor goes first and takes it, the others go with it. If the unit cannot stay (or come
    nearer) together, all stay where they were. Modified in place: st, paths.
    """
    remember(w, u)
    n = line_up(w, u, ax, ay)
    if n == 0:
        return False
    use_circles(w, u)
    moved = move_models(w, u, n, ax, ay, target, part)
    w.g[G_CIRCLES] = 0
    surround_moved(w, u)
    return moved


@kernel
def move_models(w, u, n, ax, ay, target, part):
    """Move the models that are lined up, the first to the anchor or target; say whether any has moved."""
    st = w.st
    w.g[G_WENT] = 0
    leader = w.queue[0, 0]
    before_x, before_y = st[leader, AT_X], st[leader, AT_Y]
    charged = int64(-1)
    if not locked(w, leader):
        budget = allowance(w, leader)
        if target >= 0:
            charged = st[target, UNIT]
            if not touch_enemy(w, leader, target, budget):
                try_towards(w, leader, ax, ay, budget)
        else:
            try_towards(w, leader, ax, ay, budget)
    dx, dy = st[leader, AT_X] - before_x, st[leader, AT_Y] - before_y
    if n > 1:
        for i in range(1, n):
            m = w.queue[0, i]
            if not locked(w, m):
                follow(w, m, i, dx, dy, charged, allowance(w, m))
        if w.rules[R_COHERENCY] > 0:
            after = spread(w, u)
            if after > w.rules[R_COHERENCY] and after >= spread_before(w, u):
                for i in range(n):
                    take_back(w, w.queue[0, i])
                return False
    moved = False
    w.g[G_WENT] = n
    for i in range(n):
        m = w.queue[0, i]
        w.went[i], st[m, TRIED] = m, st[m, POINTS]
        if st[m, POINTS] > 0:
            moved = True
            report_move(w, m, part)
    return moved


@kernel
def move_again(w, u, part):
    """Move a unit once more as it was moved last, from where it stood then: what has been tried is done."""
    st = w.st
    remember(w, u)
    for i in range(w.g[G_WENT]):
        m = w.went[i]
        st[m, POINTS] = st[m, TRIED]
        if st[m, POINTS] > 0:
            arrive(w, m)
            report_move(w, m, part)
    surround_moved(w, u)


@kernel
def spread_before(w, u):
    """Return the spread of a unit as it was before its move."""
    exchange_places(w, u)
    result = spread(w, u)
    exchange_places(w, u)
    return result


@kernel
def exchange_places(w, u):
    """Exchange the places of a unit's models with those that they had before their move."""
    st = w.st
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        st[m, X], st[m, START_X] = st[m, START_X], st[m, X]
        st[m, Y], st[m, START_Y] = st[m, START_Y], st[m, Y]
        st[m, PLACE], st[m, OLD_PLACE] = st[m, OLD_PLACE], st[m, PLACE]
        st[m, CARRIER], st[m, OLD_CARRIER] = st[m, OLD_CARRIER], st[m, CARRIER]
        settle(w, m)


@kernel
def report_move(w, m, part):
    """Count a model's move against its allowance, and write it to the events."""
    st = w.st
    st[m, USED] += st[m, LENGTH]
    if not w.rules[R_KEEP]:
        return
    at = begin(w, E_MOVE)
    put(w, m)
    put(w, part)
    put(w, st[m, OLD_CARRIER] if st[m, OLD_PLACE] == CARRIED else -1)
    put(w, st[m, INTO])
    put(w, st[m, LENGTH])
    for i in range(st[m, POINTS]):
        put(w, w.paths[m, i, 0])
        put(w, w.paths[m, i, 1])
    finish(w, at)


@kernel
def board(w, u, v):
    """Move a whole unit into or onto a transport, if all its models get there; say whether they have.

    Inside: each ends its path with its base at the rear doors and leaves the table (HVK-LIST-09). On top: in contact
    with a transport that carries nobody (HVK-LIST-08).
    """
    st = w.st
    inside = w.types[st[v, TYPE], T_INSIDE]
    px, py = st[v, X], st[v, Y]
    if inside:
        px, py = door(w, v)
    remember(w, u)
    n = line_up(w, u, px, py)
    good = True
    for i in range(n):
        m = w.queue[0, i]
        if st[m, PLACE] == CARRIED or locked(w, m) or not reach_door(w, m, v, px, py, inside):
            good = False
            break
        st[m, INTO] = v
        st[m, PLACE] = CARRIED
        st[m, CARRIER] = v
        st[m, X] = OFF
        st[m, Y] = OFF
        settle(w, m)
    if not good:
        for i in range(n):
            take_back(w, w.queue[0, i])
        return False
    for i in range(n):
        report_move(w, w.queue[0, i], 1)
    surround_units(w, w.types[w.units[u, U_TYPE], T_SIDE])
    return True


@kernel
def reach_door(w, m, v, px, py, inside):
    """Move a model so that its base touches the rear doors, or the base of what it will ride."""
    st = w.st
    reach = st[m, RADIUS] + 3
    if not inside:
        reach += st[v, RADIUS]
        if touching(st, m, v):
            return stay_put(w, m)
    n = DIRECTIONS
    for k in range(n):
        x = px + (reach * w.compass[k, 0] + 5000) // 10000
        y = py + (reach * w.compass[k, 1] + 5000) // 10000
        if try_move(w, m, x, y, allowance(w, m)):
            if st[m, POINTS] == 0:
                return stay_put(w, m)
            return True
    return False


@kernel
def stay_put(w, m):
    """Give a model a path of no length: it boards from where it stands."""
    st = w.st
    for i in range(2):
        w.paths[m, i, 0] = st[m, X]
        w.paths[m, i, 1] = st[m, Y]
    st[m, POINTS] = 2
    st[m, LENGTH] = 0
    return True


@kernel
def riders(w, v):
    """Return how many models are on or in a transport."""
    st = w.st
    count = 0
    kind = w.types[st[v, TYPE], T_SIDE]
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == kind:
            for m in range(w.types[i, T_FIRST_MODEL], w.types[i, T_LAST_MODEL]):
                if st[m, PLACE] == CARRIED and st[m, CARRIER] == v:
                    count += 1
    return count


@kernel
def room_in(w, u, v):
    """Say whether a transport takes a whole unit (HVK-LIST-08, -09)."""
    kind = w.units[u, U_TYPE]
    carrier = w.st[v, TYPE]
    size = 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        size += int64(w.st[m, LEFT] > 0)
    return w.takes[carrier, kind] == 1 and riders(w, v) + size <= w.types[carrier, T_CAPACITY]
