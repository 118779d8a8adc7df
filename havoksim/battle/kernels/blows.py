"""Attacks of one warrior on one other: close combat and psyke (HVK-CC-*, HVK-PSY-*)."""

from numpy import int64

from havoksim.battle.kernels.dicebox import begin, finish, put, throw, throw_wounds
from havoksim.battle.kernels.fire import distance2, models_of
from havoksim.battle.kernels.geometry import gap_up
from havoksim.battle.kernels.layout import (
    E_COMBAT,
    E_PSYKE,
    G_PAIRS,
    G_TURN,
    KEY_ARMOUR,
    KEY_CLOSE,
    KEY_PSYKE,
    LEFT,
    R_BLOCK,
    R_BONUS,
    R_BONUS_CAP,
    R_BONUS_LEFT,
    R_CLOSE_NEEDS,
    R_EXPLODE,
    R_FLAT,
    R_KEEP,
    R_ONE_COMBAT,
    R_PSYKE_FACES,
    R_PSYKE_NEEDS,
    R_STRIKES_BACK,
    R_WAVES,
    T_CLOSE,
    T_FACES,
    T_FIRST_MODEL,
    T_LAST_MODEL,
    T_PSYKE,
    T_SIDE,
    T_STRENGTH,
    TYPE,
)
from havoksim.battle.kernels.terrain import fights
from havoksim.battle.kernels.wounds import clear_wrecks, wound
from havoksim.dice.kernels.stream import branch
from havoksim.foundation.jit import kernel


@kernel
def forget(w):
    """Begin a new period of the strength bonus (HVK-CC-05). Modified in place: met, pairs."""
    for i in range(w.g[G_PAIRS]):
        a, b = w.pairs[i, 0], w.pairs[i, 1]
        w.met[a, b] = 0
        w.met[b, a] = 0
    w.g[G_PAIRS] = 0


@kernel
def others(w, m, opponent, attacking, active):
    """Return by how much the bonus of m shrinks: its opponents of the period other than this one (HVK-CC-05)."""
    st = w.st
    count = 0
    for i in range(w.g[G_PAIRS]):
        a, b = w.pairs[i, 0], w.pairs[i, 1]
        count += int64((a == m and b != opponent) or (b == m and a != opponent))
    if w.rules[R_FLAT] and not (attacking and w.rules[R_ONE_COMBAT]):
        if attacking:
            first, last = models_of(w, 1 - w.types[st[m, TYPE], T_SIDE])
        else:
            first, last = w.types[active, T_FIRST_MODEL], w.types[active, T_LAST_MODEL]
        for k in range(first, last):
            if k != opponent and not w.met[m, k] and fights(w, m, k):
                count += 1
    return count


@kernel
def bonus(w, own, other):
    """Return the extra dice of the stronger of two warriors before any reduction (HVK-CC-04)."""
    st, types = w.st, w.types
    if w.rules[R_BONUS_LEFT]:
        difference = st[own, LEFT] - st[other, LEFT]
    else:
        difference = types[st[own, TYPE], T_STRENGTH] - types[st[other, TYPE], T_STRENGTH]
    return min(w.rules[R_BONUS] * max(difference, 0), w.rules[R_BONUS_CAP])


@kernel
def exchange(w, code, a, d, dice_a, dice_d, needs, key, armour_key, faces_a, faces_d, distance):
    """Throw both sides' dice at the same time, then armour; deal the wounds (HVK-CC-06 to -08, HVK-PSY-02, -03).

    `armour_key` holds the dice on the attacker in the first of two branches, on the defender in the second.
    """
    keep = w.rules[R_KEEP]
    at = int64(0)
    if keep:
        at = begin(w, code)
        put(w, a)
        put(w, d)
        put(w, distance)
        put(w, dice_a)
        put(w, dice_d)
    explodes_from = max(w.rules[R_EXPLODE], needs)
    waves, blocked_by = w.rules[R_WAVES], w.rules[R_BLOCK]
    hits_a, blocks_a, _ = throw(w, branch(key, 0), 0, dice_a, needs, explodes_from, waves, blocked_by)
    hits_d, blocks_d, _ = throw(w, branch(key, 1), 0, dice_d, needs, explodes_from, waves, blocked_by)
    net_a, net_d = max(hits_a - blocks_d, 0), max(hits_d - blocks_a, 0)
    back = net_d if code == E_COMBAT or w.rules[R_STRIKES_BACK] else 0
    if keep:
        put(w, hits_a)
        put(w, hits_d)
        put(w, blocks_a)
        put(w, blocks_d)
        put(w, net_a)
        put(w, net_d)
    side = 2 if code == E_PSYKE else 0
    on_a = throw_wounds(w, branch(armour_key, side), back, faces_a)
    on_d = throw_wounds(w, branch(armour_key, side + 1), net_a, faces_d)
    if keep:
        put(w, on_a)
        put(w, on_d)
        finish(w, at)
    type_a, type_d = w.st[a, TYPE], w.st[d, TYPE]
    wound(w, a, on_a, type_d)
    wound(w, d, on_d, type_a)
    clear_wrecks(w)


@kernel
def address(w, purpose, a, d):
    """Return the key of an attack of one model on another."""
    return branch(branch(branch(w.keys[purpose], w.g[G_TURN]), w.model_words[a]), w.model_words[d])


@kernel
def combat(w, a, d):
    """Fight one close combat (HVK-CC-03 to -08)."""
    st, types = w.st, w.types
    active = st[a, TYPE]
    dice_a = types[active, T_CLOSE] + max(bonus(w, a, d) - others(w, a, d, True, active), 0)
    dice_d = types[st[d, TYPE], T_CLOSE] + max(bonus(w, d, a) - others(w, d, a, False, active), 0)
    if not w.met[a, d]:
        w.met[a, d] = 1
        w.met[d, a] = 1
        w.pairs[w.g[G_PAIRS], 0] = a
        w.pairs[w.g[G_PAIRS], 1] = d
        w.g[G_PAIRS] += 1
    exchange(
        w, E_COMBAT, a, d, dice_a, dice_d, w.rules[R_CLOSE_NEEDS], address(w, KEY_CLOSE, a, d),
        address(w, KEY_ARMOUR, a, d), types[active, T_FACES], types[st[d, TYPE], T_FACES], 0,
    )  # fmt: skip


@kernel
def psyke(w, a, d):
    """Make one psyke attack (HVK-PSY-01 to -03)."""
    st, types = w.st, w.types
    d2, radii = distance2(st, a, d)
    faces = w.rules[R_PSYKE_FACES]
    exchange(
        w, E_PSYKE, a, d, types[st[a, TYPE], T_PSYKE], types[st[d, TYPE], T_PSYKE], w.rules[R_PSYKE_NEEDS],
        address(w, KEY_PSYKE, a, d), address(w, KEY_ARMOUR, a, d), faces, faces, gap_up(d2, radii),
    )  # fmt: skip
