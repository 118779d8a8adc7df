"""What a player sees: the enemy units that matter to one of his, and what each side's units threaten.

All worths are thousandths of battle rating.
"""

from math import sqrt

from numpy import int64

from havoksim.battle.kernels.fire import face_needed, mark_touched
from havoksim.battle.kernels.gains import count_lives
from havoksim.battle.kernels.layout import (
    AT_R,
    AT_X,
    AT_Y,
    FAR,
    FAR2,
    G_IN_MIND,
    G_SHORT,
    G_TURN,
    HIDDEN,
    LEAST_SHORT,
    LEFT,
    MOST_SHORT,
    N_ALIVE,
    N_CHANGED,
    N_GAIN,
    N_GAP,
    N_HURT,
    N_LEAD_X,
    N_LEAD_Y,
    N_MODEL,
    N_MODELS,
    N_PERIL,
    N_PRICE,
    N_PROMISE,
    N_RADIUS,
    N_RANK,
    N_SUM,
    N_WHOLE,
    N_WORTH,
    N_X,
    N_Y,
    OFF,
    R_PSYKE_RANGE,
    R_TURNS,
    R_TYPES,
    R_UNITS,
    T_ATTACKS,
    T_FIGHTS,
    T_FIRE,
    T_FIRST_UNIT,
    T_LAST_UNIT,
    T_MOVE,
    T_RADIUS,
    T_SIDE,
    T_STRENGTH,
    T_WOUND_WORTH,
    TOUCH,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_DISARM,
)
from havoksim.foundation.jit import kernel

#: Dearest that a destroyed point of rating becomes because it can shoot back no more, in hundredths.
DEAREST = 400


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
            count, left, hurt = int64(0), int64(0), int64(0)
            for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
                seen = int64(st[t, AT_X] != OFF and st[t, HIDDEN] == 0)
                count += seen
                left += seen * st[t, LEFT]
                hurt |= int64(0 < st[t, LEFT] < w.types[i, T_STRENGTH])
            plan[e, N_MODELS], plan[e, N_HURT] = count, hurt
            if count == 0:
                continue
            measure_to(w, e, x, y)
            plan[e, N_WORTH] = left * w.types[i, T_WOUND_WORTH]
            if nearest < 0 or plan[e, N_GAP] < plan[nearest, N_GAP]:
                nearest = e
            plan[e, N_RANK] = importance(w, kind, models, e)
            keep_in_mind(w, e)
    if nearest >= 0:
        have_in_mind(w, nearest)
    for i in range(w.g[G_SHORT]):
        count_lives(w, i, 0)
    mark_touched(w, side)
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
        gain = max(gain, w.bold[0, kind, other] * models)
    if close <= TOUCH:
        threat = max(threat, w.bold[0, other, kind] * plan[e, N_MODELS])
    return min(gain, plan[e, N_WORTH]) + threat + max(FAR - gap, 0) // 20


@kernel
def room_in_mind(w):
    """Return how many enemy units a player has in mind for one of his, besides the nearest."""
    return max(w.g[G_IN_MIND], LEAST_SHORT)


@kernel
def keep_in_mind(w, e):
    """Put an enemy unit among those in mind, if it matters more than one of them. Modified in place: short."""
    short, plan = w.short, w.plan
    i = w.g[G_SHORT]
    if i == room_in_mind(w):
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
def sketch(w):
    """Note where each unit's first model stands, how many live and what they are worth, and whether that has changed.

    Modified in place: plan.
    """
    st, plan = w.st, w.plan
    for u in range(w.rules[R_UNITS]):
        count, left = int64(0), int64(0)
        x, y = plan[u, N_LEAD_X], plan[u, N_LEAD_Y]
        for m in range(w.units[u, U_LAST] - 1, w.units[u, U_FIRST] - 1, -1):
            if st[m, AT_X] != OFF:
                count += 1
                left += st[m, LEFT]
                x, y = st[m, AT_X], st[m, AT_Y]
        whole = left * w.types[w.units[u, U_TYPE], T_WOUND_WORTH]
        plan[u, N_CHANGED] = int64(
            x != plan[u, N_LEAD_X] or y != plan[u, N_LEAD_Y] or count != plan[u, N_ALIVE] or whole != plan[u, N_WHOLE]
        )
        plan[u, N_LEAD_X], plan[u, N_LEAD_Y], plan[u, N_ALIVE], plan[u, N_WHOLE] = x, y, count, whole


@kernel
def forget_sketch(w):
    """Begin a battle without having seen anybody. Modified in place: plan."""
    for u in range(w.rules[R_UNITS]):
        w.plan[u, N_ALIVE] = -1


@kernel
def menace(w, e, u, distance):
    """Return what one unit, once it has moved, could destroy of another, roughly: by its first model's place."""
    plan, types = w.plan, w.types
    kind, other = w.units[u, U_TYPE], w.units[e, U_TYPE]
    gap = max(distance - types[other, T_MOVE] - types[other, T_RADIUS] - types[kind, T_RADIUS], 0)
    value = w.worth[kind, face_needed(w, gap, 0)] * types[other, T_FIRE] * plan[e, N_ALIVE]
    if gap <= w.rules[R_PSYKE_RANGE] and types[other, T_ATTACKS]:
        value = max(value, w.mind[other, kind] * plan[e, N_ALIVE])
    if gap <= TOUCH and types[kind, T_FIGHTS] and types[other, T_FIGHTS]:
        value = max(value, w.bold[0, other, kind] * min(plan[e, N_ALIVE], 3 * plan[u, N_ALIVE]))
    return min(value, plan[u, N_WHOLE])


@kernel
def distance_of(w, e, u):
    """Return how far the first models of two units are from each other."""
    plan = w.plan
    dx, dy = plan[e, N_LEAD_X] - plan[u, N_LEAD_X], plan[e, N_LEAD_Y] - plan[u, N_LEAD_Y]
    return int64(sqrt(dx * dx + dy * dy))


@kernel
def replies(w, e):
    """Return how many halves of a whole reply an enemy unit still has.

    A unit that has yet to act may reply at once. One that has acted replies in the next turn only, when others may have
    come first; after the last turn there is none.
    """
    if w.tstate[w.units[e, U_TYPE], 0] == 0:
        return int64(2)
    return int64(1) if w.g[G_TURN] < w.rules[R_TURNS] else int64(0)


@kernel
def weigh_threats(w, side):
    """Weigh what every enemy unit could do to a side, and the side to it. Modified in place: plan, G_IN_MIND.

    N_SUM: what an enemy unit could do to each of the side's units, together. N_PRICE: how dear it is to the side's
    player, in hundredths of its rating. N_PERIL of the side's own units: what those who have yet to act could do to
    them. N_PROMISE of those who have yet to act: what they could do to the best target.
    """
    plan = w.plan
    disarm = w.policy[side, W_DISARM]
    enemies = int64(0)
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side:
            for u in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
                plan[u, N_PERIL], plan[u, N_PROMISE] = 0, 0
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side or w.tstate[i, 1] == 0:
            continue
        for e in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            plan[e, N_SUM], plan[e, N_PRICE] = 0, 100
            if plan[e, N_ALIVE] == 0:
                continue
            enemies += 1
            most = weigh_threat(w, e, side, w.tstate[i, 0] == 0)
            dearer = disarm * most * replies(w, e) // max(plan[e, N_WHOLE] * 2, 1)
            plan[e, N_PRICE] = min(100 + dearer, DEAREST)
            for k in range(w.rules[R_TYPES]):
                if w.types[k, T_SIDE] == side and w.tstate[k, 0] == 0 and w.tstate[k, 1] > 0:
                    for u in range(w.types[k, T_FIRST_UNIT], w.types[k, T_LAST_UNIT]):
                        if plan[u, N_ALIVE]:
                            plan[u, N_PROMISE] = max(plan[u, N_PROMISE], plan[u, N_GAIN] * plan[e, N_PRICE] // 100)
    w.g[G_IN_MIND] = min(max(enemies // 2, LEAST_SHORT), MOST_SHORT)


@kernel
def weigh_threat(w, e, side, fresh):
    """Weigh what one enemy unit could do to each unit of a side, and they to it; return the most that it could do.

    What has not changed since the last look is known. `fresh`: it has yet to act in this turn. Modified in place:
    menaces; plan, N_SUM, N_PERIL and N_GAIN.
    """
    plan = w.plan
    most = int64(0)
    for k in range(w.rules[R_TYPES]):
        if w.types[k, T_SIDE] != side or w.tstate[k, 1] == 0:
            continue
        for u in range(w.types[k, T_FIRST_UNIT], w.types[k, T_LAST_UNIT]):
            if plan[u, N_ALIVE] == 0:
                continue
            if plan[e, N_CHANGED] or plan[u, N_CHANGED]:
                distance = distance_of(w, e, u)
                w.menaces[e, u], w.menaces[u, e] = menace(w, e, u, distance), menace(w, u, e, distance)
            value = w.menaces[e, u]
            most = max(most, value)
            plan[e, N_SUM] += value
            if fresh:
                plan[u, N_PERIL] += value
            plan[u, N_GAIN] = w.menaces[u, e]
    return most
