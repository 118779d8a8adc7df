"""Where a unit may go: the candidates that a player considers for its first model."""

from numpy import int64

from havoksim.battle.kernels.fire import face_needed
from havoksim.battle.kernels.gains import glance
from havoksim.battle.kernels.geometry import root_up
from havoksim.battle.kernels.layout import (
    AT_X,
    AT_Y,
    FAR2,
    G_SHORT,
    K_COVER,
    K_SIGHT,
    LEFT,
    MOST_CHOICES,
    N_GAP,
    N_MODEL,
    N_MODELS,
    N_PRICE,
    N_SUM,
    N_X,
    N_Y,
    NO_COVER,
    NO_MELEE,
    NO_MOVE,
    NO_RETREAT,
    P_KIND,
    P_PLACED,
    P_RADIUS,
    P_X,
    P_Y,
    R_BANDS,
    R_DEPTH,
    R_ON_TABLE,
    R_WIDTH,
    RADIUS,
    T_FIGHTS,
    T_FIRE,
    T_MOVE,
    T_SIDE,
    T_VEHICLE,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
)
from havoksim.battle.kernels.paths import start_of
from havoksim.battle.kernels.terrain import forbidden
from havoksim.foundation.jit import kernel

#: Bands of range at whose edges a player considers to stand.
STOPS = 3
#: The nearest of these beyond which he considers to keep out of the enemy's range.
WAYS_OUT = 2
#: Points nearer to each other than this are one candidate; the edges of ranges, where a hair decides, only if the same.
ALIKE, SAME = 80, 4
#: So far inside the edge of a range a stop lies, and outside it a way out, since places are rounded.
HAIR = 3


@kernel
def add(w, n, x, y, target, alike):
    """Add a candidate, held to the table, unless it is so near to one before; return how many. Modified: choices."""
    x, y = min(max(x, 0), w.rules[R_WIDTH]), min(max(y, 0), w.rules[R_DEPTH])
    if n == MOST_CHOICES:
        return n
    for i in range(n):
        if w.choices[i, 2] == target and abs(w.choices[i, 0] - x) + abs(w.choices[i, 1] - y) < alike:
            return n
    w.choices[n, 0], w.choices[n, 1], w.choices[n, 2] = x, y, target
    return n + 1


@kernel
def add_towards(w, n, sx, sy, tx, ty, distance, alike):
    """Add the point that lies so far from a start towards a goal, or away from it if negative."""
    dx, dy = tx - sx, ty - sy
    length = root_up(dx * dx + dy * dy)
    if length == 0:
        return n
    return add(w, n, sx + dx * distance // length, sy + dy * distance // length, -1, alike)


@kernel
def list_choices(w, u, leader, nearest, budget, attack):
    """List a unit's candidates: stand, and where its first model may go. Return how many. Modified in place: choices.

    In this order: stand; to 6, 12 and 24 inches of the best target, for the first model and for the last; towards the
    nearest enemy with the whole move; into contact with the two best enemies to fight; just beyond the ranges of the
    enemy that threatens most; to the nearest cover; out of sight; away from the nearest enemy. Without an attack to
    come: stand, and the last four kinds.
    """
    st, plan = w.st, w.plan
    kind = w.units[u, U_TYPE]
    player = w.policy[w.types[kind, T_SIDE]]
    sx, sy = start_of(w, leader, plan[nearest, N_X], plan[nearest, N_Y])
    n = add(w, 0, st[leader, AT_X], st[leader, AT_Y], -1, ALIKE)
    if player[NO_MOVE] or budget <= 0:
        return n
    own = st[leader, RADIUS]
    if attack:
        n = add_stops(w, n, u, kind, best_target(w, u, kind, own, budget), sx, sy, own, budget)
        n = add_towards(w, n, sx, sy, plan[nearest, N_X], plan[nearest, N_Y],
                        min(budget, max(plan[nearest, N_GAP] - own - 8, 0)), ALIKE)  # fmt: skip
        if not player[NO_MELEE] and w.types[kind, T_FIGHTS]:
            n = add_charges(w, n, u, kind, own, budget)
    n = add_ways_out(w, n, sx, sy, own, budget, player)
    n = add_cover(w, n, leader, sx, sy, budget, player)
    if not player[NO_RETREAT]:
        n = add_refuge(w, n, kind, nearest, sx, sy, own, budget)
        n = add_towards(w, n, sx, sy, plan[nearest, N_X], plan[nearest, N_Y], -budget, ALIKE)
    return n


@kernel
def best_target(w, u, kind, own, budget):
    """Return the enemy unit in mind that a unit's fire would hurt most, once it has moved up to it."""
    plan = w.plan
    player = w.policy[w.types[kind, T_SIDE]]
    dice = w.types[kind, T_FIRE] * plan[u, N_MODELS]
    best, best_value = w.short[0], int64(-1)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        value = glance(w, i, face_needed(w, max(plan[e, N_GAP] - own - budget, 0), 0), dice, player)
        if value > best_value:
            best, best_value = e, value
    return best


@kernel
def depth_behind(w, u, e):
    """Return how much farther a unit's last model is from an enemy than its first one."""
    st, plan = w.st, w.plan
    nearest2, farthest2 = int64(FAR2), int64(0)
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            dx, dy = st[m, AT_X] - plan[e, N_X], st[m, AT_Y] - plan[e, N_Y]
            nearest2, farthest2 = min(nearest2, dx * dx + dy * dy), max(farthest2, dx * dx + dy * dy)
    return root_up(farthest2) - root_up(nearest2)


@kernel
def add_stops(w, n, u, kind, e, sx, sy, own, budget):
    """Add the edges of the ranges to a target, for a unit's first model, and for its last one to be in range too."""
    plan = w.plan
    no_retreat = w.policy[w.types[kind, T_SIDE], NO_RETREAT]
    gap = plan[e, N_GAP] - own
    behind = depth_behind(w, u, e) if plan[u, N_MODELS] > 1 else int64(0)
    for stop in range(min(STOPS, w.rules[R_BANDS])):
        distance = gap - w.bands[stop, 0] + HAIR
        if distance != 0 and abs(distance) <= budget and not (no_retreat and distance < 0):
            n = add_towards(w, n, sx, sy, plan[e, N_X], plan[e, N_Y], distance, SAME)
        distance += behind
        if behind > 0 and 0 < distance <= budget and distance < gap:
            n = add_towards(w, n, sx, sy, plan[e, N_X], plan[e, N_Y], distance, SAME)
    return n


@kernel
def add_charges(w, n, u, kind, own, budget):
    """Add charges at the two enemy units in reach that are worth most."""
    plan = w.plan
    first, second = -1, -1
    value_1, value_2 = int64(0), int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        other = w.units[e, U_TYPE]
        if plan[e, N_GAP] - own > budget or not w.types[other, T_FIGHTS]:
            continue
        value = w.bold[0, kind, other] * plan[e, N_PRICE] // 50 - w.bold[0, other, kind]
        if first < 0 or value > value_1:
            second, value_2 = first, value_1
            first, value_1 = e, value
        elif second < 0 or value > value_2:
            second, value_2 = e, value
    if first >= 0:
        n = add(w, n, plan[first, N_X], plan[first, N_Y], plan[first, N_MODEL], SAME)
    if second >= 0:
        n = add(w, n, plan[second, N_X], plan[second, N_Y], plan[second, N_MODEL], SAME)
    return n


@kernel
def add_ways_out(w, n, sx, sy, own, budget, player):
    """Add places just beyond the ranges that the enemy who threatens most has after a move of his own."""
    plan = w.plan
    worst = w.short[0]
    for i in range(w.g[G_SHORT]):
        if plan[w.short[i], N_SUM] > plan[worst, N_SUM]:
            worst = w.short[i]
    gap = plan[worst, N_GAP] - own
    walk = w.types[w.units[worst, U_TYPE], T_MOVE]
    for stop in range(min(WAYS_OUT, w.rules[R_BANDS])):
        distance = gap - walk - w.bands[stop, 0] - HAIR
        if distance != 0 and abs(distance) <= budget and not (player[NO_RETREAT] and distance < 0):
            n = add_towards(w, n, sx, sy, plan[worst, N_X], plan[worst, N_Y], distance, SAME)
    return n


@kernel
def add_refuge(w, n, kind, nearest, sx, sy, own, budget):
    """Add the nearest place behind something that hides it from the nearest enemy, if there is one within the move."""
    plan = w.plan
    best, best_length, best_x, best_y = -1, int64(0), int64(0), int64(0)
    for p in range(w.rules[R_ON_TABLE]):
        if not w.pieces[p, P_PLACED] or not w.kinds[w.pieces[p, P_KIND], K_SIGHT]:
            continue
        dx, dy = w.pieces[p, P_X] - plan[nearest, N_X], w.pieces[p, P_Y] - plan[nearest, N_Y]
        length = root_up(dx * dx + dy * dy)
        if length == 0:
            continue
        behind = length + w.pieces[p, P_RADIUS] + own + 20
        x, y = plan[nearest, N_X] + dx * behind // length, plan[nearest, N_Y] + dy * behind // length
        walk = root_up((x - sx) * (x - sx) + (y - sy) * (y - sy))
        if walk <= budget and (best < 0 or walk < best_length):
            best, best_length, best_x, best_y = p, walk, x, y
    return n if best < 0 else add(w, n, best_x, best_y, -1, ALIKE)


@kernel
def add_cover(w, n, leader, sx, sy, budget, player):
    """Add the nearest piece of cover that a model can get into, if there is one within its move."""
    if player[NO_COVER]:
        return n
    best, best_length = -1, int64(0)
    vehicle = w.types[w.st[leader, TYPE], T_VEHICLE]
    for p in range(w.rules[R_ON_TABLE]):
        if not w.pieces[p, P_PLACED] or not w.kinds[w.pieces[p, P_KIND], K_COVER]:
            continue
        if forbidden(w, w.pieces[p, P_KIND], vehicle):
            continue
        dx, dy = w.pieces[p, P_X] - sx, w.pieces[p, P_Y] - sy
        length = max(root_up(dx * dx + dy * dy) - w.pieces[p, P_RADIUS] // 2, 0)
        if length <= budget and (best < 0 or length < best_length):
            best, best_length = p, length
    if best < 0:
        return n
    return add_towards(w, n, sx, sy, w.pieces[best, P_X], w.pieces[best, P_Y], best_length, ALIKE)
