"""A unit's attack: all its fire, then each psyke attack, then each close combat, and the dice (HVK-TURN-06)."""

from numpy import int64

from havoksim.battle.kernels.blows import combat, psyke
from havoksim.battle.kernels.eyes import regard
from havoksim.battle.kernels.fates import cease_fire, fight_worth, forget_plans, shrunk
from havoksim.battle.kernels.fire import models_of, resolve_fire
from havoksim.battle.kernels.layout import (
    AIM,
    AT_X,
    AT_Y,
    FIGHTS,
    G_CLOSE,
    G_LINE,
    G_MINDFUL,
    G_OVER,
    G_PLANNED,
    G_TARGETS,
    KIND,
    LEFT,
    MOST_LEFT,
    R_ONE_COMBAT,
    T_SIDE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_RANDOM,
)
from havoksim.battle.kernels.minds import choose_mind, thinks
from havoksim.battle.kernels.plans import plan_attack
from havoksim.battle.kernels.terrain import fights
from havoksim.foundation.jit import kernel


@kernel
def attack_unit(w, u):
    """Let a unit attack: all fire as one step, then each psyke attack, then each close combat (HVK-TURN-06)."""
    st = w.st
    kind = w.units[u, U_TYPE]
    side = w.types[kind, T_SIDE]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    lead = -1
    for m in range(first, last):
        if lead < 0 and st[m, LEFT] > 0:
            lead = m
    if lead < 0 or w.g[G_OVER]:
        return
    if w.g[G_MINDFUL] != u + 1:
        regard(w, kind, 1, st[lead, AT_X], st[lead, AT_Y])
    targets = w.g[G_TARGETS]
    if w.g[G_MINDFUL] != u + 1 or w.g[G_PLANNED] != u + 1:
        _, targets = plan_attack(w, u)
    w.g[G_MINDFUL], w.g[G_PLANNED] = 0, 0
    if targets > 0:
        resolve_fire(w, u, targets)
    cease_fire(w)
    for i in range(w.g[G_LINE]):
        m = w.line[i]
        if w.g[G_OVER] == 0 and thinks(w, m):
            forget_plans(w, u, side)
            choose_mind(w, m, side)  # once more, since others may have come first
            if st[m, AIM] >= 0:
                psyke(w, m, st[m, AIM])
    for i in range(w.g[G_LINE]):
        m = w.line[i]
        if st[m, LEFT] > 0 and st[m, KIND] == FIGHTS:
            fight_all(w, u, m, side)


@kernel
def fight_all(w, u, m, side):
    """Fight the enemies in contact, the most rewarding first, while there is more to win than to lose (HVK-CC-02).

    Modified in place: AIM of the enemies.
    """
    st = w.st
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        st[t, AIM] = 0
    while w.g[G_OVER] == 0 and st[m, LEFT] > 0:
        best = next_fight(w, u, m, side)
        if best < 0:
            break
        st[best, AIM] = 1
        combat(w, m, best)
        if w.rules[R_ONE_COMBAT]:
            break


@kernel
def next_fight(w, u, m, side):
    """Return whom a model fights next of those with whom it has not fought yet (AIM), -1 if nobody is worth it."""
    st = w.st
    forget_plans(w, u, side)
    best, best_value = -1, int64(-1)
    for i in range(w.g[G_CLOSE]):
        e = w.close[i]
        for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
            if st[t, AIM] == 0 and fights(w, m, t):
                less = shrunk(w, m, t, 0)
                value = fight_worth(w, m, t, less, w.policy[side])
                pays = w.ahead[2, min(st[t, LEFT], MOST_LEFT)] >= 0 or w.policy[side, W_RANDOM]
                if pays and value > best_value:
                    best, best_value = t, value
    return best
