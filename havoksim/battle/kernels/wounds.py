"""Wounds, deaths, explosions and what becomes of those who rode in a wreck (HVK-WOUND-*, HVK-VEH-*)."""

from numpy import int64

from havoksim.battle.kernels.dicebox import begin, event, finish, put, throw_wounds
from havoksim.battle.kernels.layout import (
    AT_R,
    AT_X,
    AT_Y,
    BLAST,
    CARRIED,
    CARRIER,
    DEAD,
    E_BLAST,
    E_DEATH,
    E_PASSENGER,
    E_WOUND,
    G_ALIVE_A,
    G_FAILED,
    G_LOST_A,
    G_OVER,
    G_TURN,
    G_WRECK,
    HIDDEN,
    KEY_BLAST,
    KILLER,
    LAST_RADIUS,
    LAST_X,
    LAST_Y,
    LEFT,
    LIMBO,
    OFF,
    PLACE,
    R_BLAST_HITS,
    R_BLASTS,
    R_KEEP,
    R_MODELS,
    R_TYPES,
    RADIUS,
    STANDING,
    SUFFERED,
    T_CAPACITY,
    T_EXPLODES,
    T_FACES,
    T_RATING,
    T_SIDE,
    TOUCH,
    TYPE,
    X,
    Y,
)
from havoksim.battle.kernels.terrain import base_of, settle, spot_round, surround_units
from havoksim.dice.kernels.stream import branch
from havoksim.foundation.jit import kernel

#: Values of BLAST: nothing, explodes next, explodes in this wave, has exploded.
QUIET, NEXT, NOW, OUT = range(4)


@kernel
def wound(w, m, wounds, by):
    """Deal wounds of an attack by a type to one model; what is beyond its strength is lost (HVK-WOUND-01, -04)."""
    st = w.st
    wounds = min(wounds, st[m, LEFT])
    if wounds <= 0:
        return
    st[m, LEFT] -= wounds
    w.dealt[by, m] += wounds
    event(w, E_WOUND, m, wounds, st[m, LEFT], 0)
    if st[m, LEFT] == 0:
        kill(w, m, by)


@kernel
def kill(w, m, by):
    """Remove a model; whoever wounded it shares the credit, and its vehicle explodes after the attack."""
    st, types = w.st, w.types
    kind = st[m, TYPE]
    side = types[kind, T_SIDE]
    event(w, E_DEATH, m, types[by, T_SIDE], 0, 0)
    st[m, LAST_X] = st[m, AT_X]
    st[m, LAST_Y] = st[m, AT_Y]
    st[m, LAST_RADIUS] = st[m, AT_R]
    st[m, X] = OFF
    st[m, Y] = OFF
    st[m, PLACE] = DEAD
    settle(w, m)
    st[m, KILLER] = by
    w.g[G_ALIVE_A + side] -= 1
    w.g[G_LOST_A + side] += types[kind, T_RATING]
    w.tstate[kind, 1] -= 1
    w.lost[kind] += 1
    for i in range(w.rules[R_TYPES]):
        w.kills[i, kind] += w.dealt[i, m]
    if types[kind, T_EXPLODES] and w.rules[R_BLASTS]:
        st[m, BLAST] = NEXT
        w.g[G_WRECK] = 1
    elif types[kind, T_CAPACITY] > 0:
        w.g[G_WRECK] = 1
    if w.g[G_ALIVE_A + side] == 0:
        w.g[G_OVER] = 1


@kernel
def touched(w, v, t):
    """Say whether an exploding vehicle touches a living model (HVK-VEH-01, HVK-LIST-13)."""
    st = w.st
    if st[t, PLACE] == CARRIED:
        if st[t, CARRIER] == v:
            return True
        if st[t, HIDDEN]:
            return False
    elif st[t, PLACE] != STANDING:
        return False
    base = base_of(w, t)
    if st[base, PLACE] != STANDING:
        return False
    dx, dy = st[base, X] - st[v, LAST_X], st[base, Y] - st[v, LAST_Y]
    reach = st[base, RADIUS] + st[v, LAST_RADIUS] + 5
    return dx * dx + dy * dy <= reach * reach


@kernel
def blast(w, v, wave):
    """Throw the hits of one destroyed vehicle on all whom it touches; they are dealt when the wave is over."""
    st = w.st
    keep = w.rules[R_KEEP]
    at = int64(0)
    if keep:
        at = begin(w, E_BLAST)
        put(w, wave)
        put(w, v)
    key = branch(branch(w.keys[KEY_BLAST], w.g[G_TURN]), w.model_words[v])
    for t in range(w.rules[R_MODELS]):
        if not touched(w, v, t):
            continue
        if keep:
            put(w, t)
        faces = w.types[st[t, TYPE], T_FACES]
        wounds = throw_wounds(w, branch(key, w.model_words[t]), w.rules[R_BLAST_HITS], faces)
        if keep:
            put(w, wounds)
        if wounds > 0 and st[t, SUFFERED] == 0:
            st[t, KILLER] = st[v, KILLER]
        st[t, SUFFERED] += wounds
    if keep:
        finish(w, at)


@kernel
def clear_wrecks(w):
    """After an attack: explosions wave after wave, then passengers step out of the wrecks (HVK-VEH-01 to -03)."""
    if w.g[G_WRECK] == 0:
        return
    w.g[G_WRECK] = 0
    st = w.st
    n = w.rules[R_MODELS]
    wave = 0
    more = True
    while more:
        more = False
        wave += 1
        for v in range(n):
            if st[v, BLAST] == NEXT:
                st[v, BLAST] = NOW
                more = True
        if not more:
            break
        for v in range(n):
            if st[v, BLAST] == NOW:
                blast(w, v, wave)
        for v in range(n):
            if st[v, BLAST] == NOW:
                st[v, BLAST] = OUT
        for t in range(n):
            if st[t, SUFFERED] > 0:
                wounds = st[t, SUFFERED]
                st[t, SUFFERED] = 0
                wound(w, t, wounds, st[t, KILLER])
        empty_wrecks(w)
    empty_wrecks(w)
    for m in range(n):
        if st[m, PLACE] == LIMBO:
            step_out(w, m)
            surround_units(w, w.types[st[m, TYPE], T_SIDE])


@kernel
def empty_wrecks(w):
    """Take the living out of transports that have exploded or are gone."""
    st = w.st
    for m in range(w.rules[R_MODELS]):
        if st[m, PLACE] == CARRIED:
            v = st[m, CARRIER]
            if st[v, PLACE] == DEAD and st[v, BLAST] != NEXT:
                st[m, PLACE] = LIMBO
                settle(w, m)


@kernel
def step_out(w, m):
    """Place a survivor on or as near as may be to the place of its wreck (HVK-VEH-03)."""
    st = w.st
    v = st[m, CARRIER]
    x, y = spot_round(w, m, st[v, LAST_X], st[v, LAST_Y], st[v, LAST_RADIUS] + st[m, RADIUS] + TOUCH)
    if x == OFF:
        w.g[G_FAILED] = 2
        return
    st[m, PLACE] = STANDING
    st[m, CARRIER] = -1
    st[m, X] = x
    st[m, Y] = y
    settle(w, m)
    event(w, E_PASSENGER, m, x, y, 0)
