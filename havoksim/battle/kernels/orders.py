"""Who acts next: the type that a player activates, and whether its surge is declared (HVK-TURN-02, HVK-LIST-01)."""

from math import sqrt

from numpy import int64

from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.eyes import sketch, weigh_threats
from havoksim.battle.kernels.fire import models_of
from havoksim.battle.kernels.layout import (
    AT_R,
    AT_X,
    AT_Y,
    FAR,
    G_SURGED,
    HIDDEN,
    LEFT,
    N_ALIVE,
    N_PERIL,
    N_PROMISE,
    N_WHOLE,
    NO_MOVE,
    OFF,
    PLACE,
    R_TYPES,
    STANDING,
    T_FIRST_MODEL,
    T_FIRST_UNIT,
    T_LAST_MODEL,
    T_LAST_UNIT,
    T_MOVE,
    T_SIDE,
    T_SURGE_MOVE,
    T_SURGES,
    TYPE,
    W_ORDER,
    W_RANDOM,
)
from havoksim.foundation.jit import kernel

#: Units of a type that are asked what they promise.
MOST_ASKED = 8


@kernel
def available(w, side):
    """Return how many types of a side may still activate in this turn."""
    n = 0
    for i in range(w.rules[R_TYPES]):
        n += int64(w.types[i, T_SIDE] == side and w.tstate[i, 0] == 0 and w.tstate[i, 1] > 0)
    return n


@kernel
def promise(w, kind, player):
    """Return how urgent a type is: what its first units do at once to the best targets in reach, roughly.

    To it comes what of that is lost if the enemy acts first, as much as the player's `order` says.
    """
    plan = w.plan
    total = int64(0)
    units = 0
    for u in range(w.types[kind, T_FIRST_UNIT], w.types[kind, T_LAST_UNIT]):
        if plan[u, N_ALIVE] == 0 or units == MOST_ASKED:
            continue
        units += 1
        total += plan[u, N_PROMISE]
        if player[W_ORDER]:
            peril = min(plan[u, N_PERIL], plan[u, N_WHOLE])
            total += player[W_ORDER] * (plan[u, N_PROMISE] * peril // max(plan[u, N_WHOLE], 1)) // 100
    return total


@kernel
def choose_type(w, side):
    """Choose the type that activates next: the one that promises most, the first of the force if equal."""
    sketch(w)
    weigh_threats(w, side)
    if w.policy[side, W_RANDOM]:
        number = pick(w, available(w, side))
        for i in range(w.rules[R_TYPES]):
            if w.types[i, T_SIDE] == side and w.tstate[i, 0] == 0 and w.tstate[i, 1] > 0:
                if number == 0:
                    return i
                number -= 1
    only = available(w, side) == 1
    best, best_value = -1, int64(-1)
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side and w.tstate[i, 0] == 0 and w.tstate[i, 1] > 0:
            value = int64(0) if only else promise(w, i, w.policy[side])
            if value > best_value:
                best, best_value = i, value
    return best


@kernel
def nearest_gap(w, m):
    """Return how far the nearest enemy is from a model, 0 if there is none to be measured to."""
    st = w.st
    first, last = models_of(w, 1 - w.types[st[m, TYPE], T_SIDE])
    best = int64(FAR)
    for t in range(first, last):
        if st[t, AT_X] != OFF and not st[t, HIDDEN]:
            dx, dy = st[t, AT_X] - st[m, AT_X], st[t, AT_Y] - st[m, AT_Y]
            best = min(best, int64(sqrt(dx * dx + dy * dy)) - st[t, AT_R] - st[m, AT_R])
    return best if best < FAR else int64(0)


@kernel
def surges(w, kind, side):
    """Say whether the player declares the surge: once a battle, when it brings an enemy in reach (HVK-LIST-01)."""
    if not w.types[kind, T_SURGES] or w.g[G_SURGED] >> kind & 1:
        return 0
    if w.policy[side, W_RANDOM]:
        return pick(w, 2)
    if w.types[kind, T_SURGE_MOVE] <= w.types[kind, T_MOVE] or w.policy[side, NO_MOVE]:
        return 0
    for m in range(w.types[kind, T_FIRST_MODEL], w.types[kind, T_LAST_MODEL]):
        if w.st[m, LEFT] == 0 or w.st[m, PLACE] != STANDING:
            continue
        gap = nearest_gap(w, m)
        if w.types[kind, T_MOVE] < gap <= w.types[kind, T_SURGE_MOVE]:
            return 1
        break
    return 0
