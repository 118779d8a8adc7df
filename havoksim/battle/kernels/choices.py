"""Where a unit goes: the anchors that a player considers, and what each is worth to him.

All worths are thousandths of battle rating; a weight of 100 takes a term at its worth.
"""

from math import sqrt

from numpy import int64

from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.fire import face_needed
from havoksim.battle.kernels.geometry import root_up
from havoksim.battle.kernels.layout import (
    AT_R,
    AT_X,
    AT_Y,
    FAR,
    FAR2,
    G_MINDFUL,
    G_SHORT,
    HIDDEN,
    K_COVER,
    LEFT,
    MOST_CHOICES,
    MOST_SHORT,
    N_GAP,
    N_HURT,
    N_MODEL,
    N_MODELS,
    N_RADIUS,
    N_RANK,
    N_WORTH,
    N_X,
    N_Y,
    NO_COVER,
    NO_FIRE,
    NO_MELEE,
    NO_MOVE,
    NO_PSYKE,
    NO_RETREAT,
    OFF,
    P_KIND,
    P_PLACED,
    P_RADIUS,
    P_X,
    P_Y,
    R_BANDS,
    R_DEPTH,
    R_ON_TABLE,
    R_PSYKE_RANGE,
    R_TYPES,
    R_WIDTH,
    RADIUS,
    T_ATTACKS,
    T_FIGHTS,
    T_FIRE,
    T_FIRST_UNIT,
    T_LAST_UNIT,
    T_MOVE,
    T_RATING,
    T_SIDE,
    T_STRENGTH,
    T_VEHICLE,
    T_WOUND_WORTH,
    TOUCH,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_ADVANCE,
    W_CHARGE,
    W_CLOSE,
    W_COVER,
    W_DAMAGE,
    W_DANGER,
    W_PROTECT,
    W_RANDOM,
    W_REACH,
)
from havoksim.battle.kernels.moves import allowance
from havoksim.battle.kernels.paths import start_of
from havoksim.battle.kernels.terrain import forbidden, look, stands_in, watch_all
from havoksim.foundation.jit import kernel

#: Distances from the best target that a player considers to stand at.
STOPS = 3
#: Points nearer to each other than this are one candidate.
ALIKE = 40


@kernel
def regard(w, kind, models, x, y):
    """Look at the enemy from a point with the eyes of a unit; return the nearest enemy unit, or -1.

    For each enemy unit with a model that can be measured to: its model nearest to the point, how many models and how
    much battle rating are left, whether one is wounded. The units that matter most, to be hit or to be feared, are
    those that the player has in mind from here on. Modified in place: plan, short.
    """
    st, plan = w.st, w.plan
    side = w.types[kind, T_SIDE]
    nearest = -1
    w.g[G_SHORT] = 0
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side or w.tstate[i, 1] == 0:
            continue
        for e in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            count, left = int64(0), int64(0)
            for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
                seen = int64(st[t, AT_X] != OFF and st[t, HIDDEN] == 0)
                count += seen
                left += seen * st[t, LEFT]
            plan[e, N_MODELS] = count
            if count == 0:
                continue
            measure_to(w, e, x, y)
            plan[e, N_WORTH] = left * w.types[i, T_WOUND_WORTH]
            plan[e, N_HURT] = int64(left < count * w.types[i, T_STRENGTH])
            if nearest < 0 or plan[e, N_GAP] < plan[nearest, N_GAP]:
                nearest = e
            plan[e, N_RANK] = importance(w, kind, models, e)
            keep_in_mind(w, e)
    if nearest >= 0:
        have_in_mind(w, nearest)
    return nearest


@kernel
def measure_to(w, e, x, y):
    """Find the model of an enemy unit that is nearest to a point. Modified in place: plan."""
    st, plan = w.st, w.plan
    best, best2 = w.units[e, U_FIRST], int64(FAR2)
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        dx, dy = st[t, AT_X] - x, st[t, AT_Y] - y
        d2 = dx * dx + dy * dy
        if d2 < best2 and st[t, AT_X] != OFF and st[t, HIDDEN] == 0:
            best, best2 = t, d2
    plan[e, N_X], plan[e, N_Y], plan[e, N_RADIUS] = (st[best, AT_X], st[best, AT_Y], st[best, AT_R])
    plan[e, N_MODEL] = best
    plan[e, N_GAP] = int64(sqrt(best2)) - plan[e, N_RADIUS]


@kernel
def importance(w, kind, models, e):
    """Return how much an enemy unit matters to a unit: what they could do to each other now, and how near it is."""
    plan, types = w.plan, w.types
    other = w.units[e, U_TYPE]
    gap = plan[e, N_GAP]
    near, close = max(gap - types[kind, T_MOVE], 0), max(gap - types[other, T_MOVE], 0)
    gain = w.worth[other, face_needed(w, near, 0)] * types[kind, T_FIRE] * models
    threat = w.worth[kind, face_needed(w, close, 0)] * types[other, T_FIRE] * plan[e, N_MODELS]
    if near <= TOUCH:
        gain = max(gain, w.bold[kind, other] * models)
    if close <= TOUCH:
        threat = max(threat, w.bold[other, kind] * plan[e, N_MODELS])
    return min(gain, plan[e, N_WORTH]) + threat + max(FAR - gap, 0) // 20


@kernel
def keep_in_mind(w, e):
    """Put an enemy unit among those in mind, if it matters more than one of them. Modified in place: short."""
    short, plan = w.short, w.plan
    i = w.g[G_SHORT]
    if i == MOST_SHORT:
        if plan[e, N_RANK] <= plan[short[i - 1], N_RANK]:
            return
        i -= 1
    else:
        w.g[G_SHORT] += 1
    while i > 0 and plan[short[i - 1], N_RANK] < plan[e, N_RANK]:
        short[i] = short[i - 1]
        i -= 1
    short[i] = e


@kernel
def have_in_mind(w, e):
    """Have an enemy unit in mind in any case. Modified in place: short."""
    for i in range(w.g[G_SHORT]):
        if w.short[i] == e:
            return
    w.short[w.g[G_SHORT]] = e
    w.g[G_SHORT] += 1


@kernel
def add(w, n, x, y, target):
    """Add a candidate, held to the table, unless it is like one before; return how many. Modified in place: choices."""
    x, y = min(max(x, 0), w.rules[R_WIDTH]), min(max(y, 0), w.rules[R_DEPTH])
    if n == MOST_CHOICES:
        return n
    for i in range(n):
        if w.choices[i, 2] == target and abs(w.choices[i, 0] - x) + abs(w.choices[i, 1] - y) < ALIKE:
            return n
    w.choices[n, 0], w.choices[n, 1], w.choices[n, 2] = x, y, target
    return n + 1


@kernel
def add_towards(w, n, sx, sy, tx, ty, distance, target):
    """Add the point that lies so far from a start towards a goal, or away from it if negative."""
    dx, dy = tx - sx, ty - sy
    length = root_up(dx * dx + dy * dy)
    if length == 0:
        return n
    return add(w, n, sx + dx * distance // length, sy + dy * distance // length, target)


@kernel
def blow_value(w, kind, e, models):
    """Return what so many models of a type destroy of an enemy unit hand to hand, and what they lose by it."""
    other = w.units[e, U_TYPE]
    if not w.types[kind, T_FIGHTS] or not w.types[other, T_FIGHTS]:
        return int64(0), int64(0)
    pairs = min(models, 3 * w.plan[e, N_MODELS])
    return min(pairs * w.bold[kind, other], w.plan[e, N_WORTH]), pairs * w.bold[other, kind]


@kernel
def list_choices(w, u, leader, nearest, budget, attack):
    """List a unit's candidates: stand, and where its first model may go. Return how many. Modified in place: choices.

    In this order: stand; towards the nearest enemy with the whole move; to 6, 12 and 24 inches of the best target; into
    contact with the two best enemies to fight; to the nearest cover; away from the nearest enemy. Without an attack to
    come: stand, cover and away.
    """
    st, plan = w.st, w.plan
    kind = w.units[u, U_TYPE]
    player = w.policy[w.types[kind, T_SIDE]]
    sx, sy = start_of(w, leader, plan[nearest, N_X], plan[nearest, N_Y])
    n = add(w, 0, st[leader, AT_X], st[leader, AT_Y], -1)
    if player[NO_MOVE] or budget <= 0:
        return n
    own = st[leader, RADIUS]
    if attack:
        n = add_towards(w, n, sx, sy, plan[nearest, N_X], plan[nearest, N_Y],
                        min(budget, max(plan[nearest, N_GAP] - own - 8, 0)), -1)  # fmt: skip
        best = nearest
        best_value = int64(-1)
        for i in range(w.g[G_SHORT]):
            e = w.short[i]
            far = max(plan[e, N_GAP] - own - budget, 0)
            face = face_needed(w, far, 0)
            value = min(w.worth[w.units[e, U_TYPE], face] * 100, plan[e, N_WORTH])
            if value > best_value:
                best, best_value = e, value
        gap = plan[best, N_GAP] - own
        for stop in range(STOPS):
            distance = gap - w.bands[stop, 0] if stop < w.rules[R_BANDS] else int64(0)
            if distance != 0 and abs(distance) <= budget and not (player[NO_RETREAT] and distance < 0):
                n = add_towards(w, n, sx, sy, plan[best, N_X], plan[best, N_Y], distance, -1)
        if not player[NO_MELEE] and w.types[kind, T_FIGHTS]:
            n = add_charges(w, n, kind, own, budget)
    n = add_cover(w, n, leader, sx, sy, budget, player)
    if not player[NO_RETREAT]:
        n = add_towards(w, n, sx, sy, plan[nearest, N_X], plan[nearest, N_Y], -budget, -1)
    return n


@kernel
def add_charges(w, n, kind, own, budget):
    """Add charges at the two enemy units in reach that are worth most."""
    plan = w.plan
    first, second = -1, -1
    value_1, value_2 = int64(0), int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if plan[e, N_GAP] - own > budget:
            continue
        gain, loss = blow_value(w, kind, e, 3)
        value = gain * 2 - loss + 1
        if not w.types[w.units[e, U_TYPE], T_FIGHTS]:
            continue
        if first < 0 or value > value_1:
            second, value_2 = first, value_1
            first, value_1 = e, value
        elif second < 0 or value > value_2:
            second, value_2 = e, value
    if first >= 0:
        n = add(w, n, plan[first, N_X], plan[first, N_Y], plan[first, N_MODEL])
    if second >= 0:
        n = add(w, n, plan[second, N_X], plan[second, N_Y], plan[second, N_MODEL])
    return n


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
    return add_towards(w, n, sx, sy, w.pieces[best, P_X], w.pieces[best, P_Y], best_length, -1)


@kernel
def in_cover(w, x, y):
    """Say whether a point is in terrain that gives cover."""
    for p in range(w.rules[R_ON_TABLE]):
        if w.pieces[p, P_PLACED] and w.kinds[w.pieces[p, P_KIND], K_COVER] and stands_in(w, p, x, y):
            return 1
    return 0


@kernel
def judge(w, u, leader, nearest, choice, models, attack):
    """Return what one candidate is worth to the player: the weighted sum of the terms of his policy."""
    plan, types = w.plan, w.types
    kind = w.units[u, U_TYPE]
    side = types[kind, T_SIDE]
    player = w.policy[side]
    x, y, target = w.choices[choice, 0], w.choices[choice, 1], w.choices[choice, 2]
    own = w.st[leader, RADIUS]
    whole = models * types[kind, T_RATING] * 1000
    covered = in_cover(w, x, y)
    damage, danger = int64(0), int64(0)
    closest = int64(1 << 40)
    fire = types[kind, T_FIRE] * models
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        other = w.units[e, U_TYPE]
        dx, dy = plan[e, N_X] - x, plan[e, N_Y] - y
        gap = max(int64(sqrt(dx * dx + dy * dy)) + 1 - own - plan[e, N_RADIUS], 0)
        charged = target >= 0 and plan[e, N_MODEL] == target
        if charged:
            gap = int64(0)
        closest = min(closest, gap)
        seen = 1
        if types[other, T_FIRE] > 0 or (attack and fire > 0):
            seen = look(w, x, y, plan[e, N_X], plan[e, N_Y])
        if attack:
            if fire > 0 and seen and gap > 5 and not player[NO_FIRE]:
                gain = w.worth[other, face_needed(w, gap, seen == 2)] * fire
                damage = max(damage, min(gain, plan[e, N_WORTH]))
            if types[kind, T_ATTACKS] and gap <= w.rules[R_PSYKE_RANGE] and not player[NO_PSYKE]:
                damage = max(damage, min(w.mind[kind, other] * models, plan[e, N_WORTH]))
            if gap <= 5 and (charged or target < 0) and not player[NO_MELEE]:
                gain, loss = blow_value(w, kind, e, models)
                damage = max(damage, gain)
                danger += loss
        # the reply: what the unit could do after its own move
        after = max(gap - types[other, T_MOVE], 0)
        threat = int64(0)
        if types[other, T_FIRE] > 0 and not (charged and gap <= 5):
            face = face_needed(w, after, covered or (seen == 2 and after == gap))
            threat = w.worth[kind, face] * types[other, T_FIRE] * plan[e, N_MODELS]
        if after <= 5 and types[other, T_FIGHTS] and types[kind, T_FIGHTS]:
            threat = max(threat, w.bold[other, kind] * min(plan[e, N_MODELS], 3 * models))
        if seen == 0 and not charged:
            threat = threat // 3
        danger += threat // 2 if w.tstate[other, 0] else threat
    danger = min(danger, whole)
    was = max(plan[nearest, N_GAP] - own, 0)
    score = player[W_DAMAGE] * damage - player[W_DANGER] * danger
    score -= player[W_PROTECT] * (danger * min(types[kind, T_RATING], 100) // 100)
    score += player[W_ADVANCE] * ((was - closest) * whole // 4800)
    score += player[W_COVER] * (covered * whole // 8)
    score -= player[W_CLOSE] * (abs(closest - player[W_REACH]) * whole // 4800)
    if target >= 0:
        score += player[W_CHARGE] * (damage // 2)
    return score


@kernel
def choose_place(w, u, attack):
    """Choose where a unit goes; return the number of the candidate, -1 if there is nothing to choose."""
    st = w.st
    kind = w.units[u, U_TYPE]
    side = w.types[kind, T_SIDE]
    first = -1
    models = 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            models += 1
            if first < 0:
                first = m
    if first < 0:
        return -1
    nearest = regard(w, kind, models, st[first, AT_X], st[first, AT_Y])
    if nearest < 0:
        return -1
    leader = first
    best2 = int64(-1)
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            dx, dy = (st[m, AT_X] - w.plan[nearest, N_X], st[m, AT_Y] - w.plan[nearest, N_Y])
            if best2 < 0 or dx * dx + dy * dy < best2:
                leader, best2 = m, dx * dx + dy * dy
    if leader != first:
        for i in range(w.g[G_SHORT]):
            measure_to(w, w.short[i], st[leader, AT_X], st[leader, AT_Y])
    w.g[G_MINDFUL] = u + 1
    watch_all(w)
    n = list_choices(w, u, leader, nearest, allowance(w, leader), attack)
    if w.policy[side, W_RANDOM]:
        return pick(w, n)
    best = 0
    for i in range(n):
        score = judge(w, u, leader, nearest, i, models, attack)
        w.choices[i, 3] = score
        if score > w.choices[best, 3]:
            best = i
    return best
