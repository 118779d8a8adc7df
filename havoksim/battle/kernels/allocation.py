"""Whom a unit fires at: its dice shared among the targets, and the targets in order (HVK-FIRE-07, -10)."""

from numpy import int64

from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.gains import ANYBODY, count_lives, eye_of, harm, harm_together
from havoksim.battle.kernels.layout import (
    FEW,
    FIRES,
    G_FORCED,
    G_SHORT,
    KIND,
    MOST_DICE,
    MOST_SHARES,
    MOST_WOUNDS,
    N_ASKED,
    N_FACE,
    N_FIRING,
    N_MEAN,
    N_NEXT,
    N_TARGET,
    N_VALUE,
    NO_SPLIT,
    R_SPLIT_DICE,
    T_FACES,
    T_FIRE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    UNIT,
    W_RANDOM,
)
from havoksim.battle.kernels.sharing import count_for, expected, load, pack_dice, share_best
from havoksim.foundation.jit import kernel


@kernel
def allocate(w, u, side, firing):
    """Share a unit's fire among its targets; return what it is worth.

    Few firers share it in the best of all ways. Of many, each warrior (or die) goes in turn where it adds most; then
    each is moved once more, if it adds more elsewhere; if all dice at one target are worth more, they go there.
    Modified in place: shots[0], the dice of each model at each target; plan, N_MEAN, N_FACE and N_VALUE.
    """
    plan = w.plan
    player = w.policy[side]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    power = w.types[w.units[u, U_TYPE], T_FIRE]
    chunk = int64(1) if w.rules[R_SPLIT_DICE] else power
    for i in range(w.g[G_SHORT]):
        plan[w.short[i], N_MEAN] = 0
        plan[w.short[i], N_VALUE] = 0
        plan[w.short[i], N_ASKED] = -1
    if player[NO_SPLIT] or w.g[G_FORCED] or (firing == 1 and chunk == power and not player[W_RANDOM]):
        return all_alone(w, first, last, firing, power, player)
    if player[W_RANDOM]:
        fire_anywhere(w, first, last, power, chunk)
        return int64(0)
    if firing <= FEW and (power // chunk + 1) ** firing <= MOST_SHARES:
        return share_best(w, u, firing, power, chunk, player)
    return share_well(w, first, last, firing, power, chunk, player)


@kernel
def all_alone(w, first, last, firing, power, player):
    """Let all firers fire at the one enemy unit at which that is worth most; return what it is worth."""
    only, most = best_alone(w, first, last, firing, power, player)
    if only >= 0:
        fire_all_at(w, first, last, power, only, most)
    return max(most, 0)


@kernel
def fire_all_at(w, first, last, power, e, value):
    """Aim all dice at one enemy unit. Modified in place: shots[0], N_MEAN, N_FACE, N_VALUE."""
    plan = w.plan
    for i in range(w.g[G_SHORT]):
        f = w.short[i]
        plan[f, N_MEAN], plan[f, N_VALUE] = 0, 0
        for m in range(first, last):
            w.shots[m, f, 0] = 0
    for m in range(first, last):
        if w.st[m, KIND] == FIRES and w.shots[m, e, 1]:
            w.shots[m, e, 0] = power
            plan[e, N_MEAN] += load(w, m, e, power)
            plan[e, N_FACE] = w.shots[m, e, 1]
    plan[e, N_VALUE] = value


@kernel
def share_well(w, first, last, firing, power, chunk, player):
    """Share the fire of many firers; return what it is worth."""
    st, plan = w.st, w.plan
    only, most = best_alone(w, first, last, firing, power, player)
    for m in range(first, last):
        if st[m, KIND] == FIRES:
            for _ in range(0, power, chunk):
                aim_best(w, m, chunk, player)
    total, aimed = int64(0), 0
    for i in range(w.g[G_SHORT]):
        aimed += int64(plan[w.short[i], N_MEAN] > 0)
    if aimed > 1:
        for m in range(first, last):
            if st[m, KIND] == FIRES:
                aim_anew(w, m, chunk, player)
    for i in range(w.g[G_SHORT]):
        total += plan[w.short[i], N_VALUE]
    if total >= most or only < 0:
        return total
    fire_all_at(w, first, last, power, only, most)
    return most


@kernel
def fire_anywhere(w, first, last, power, chunk):
    """Aim at random. Modified in place: shots[0], plan, N_VALUE."""
    for m in range(first, last):
        if w.st[m, KIND] == FIRES:
            for _ in range(0, power, chunk):
                aim_anywhere(w, m, chunk)


@kernel
def best_alone(w, first, last, firing, power, player):
    """Return the enemy unit at which all the fire would be worth most, and what; -1 if there is none.

    It is the one that is forced (G_FORCED), if one is.
    """
    only, most = -1, int64(-1)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if w.g[G_FORCED] and e != w.g[G_FORCED] - 1:
            continue
        mean, needs, dice, eyes = int64(0), int64(0), int64(0), int64(0)
        for m in range(first, last):
            if w.st[m, KIND] == FIRES and w.shots[m, e, 1]:
                mean += load(w, m, e, power)
                needs = max(needs, w.shots[m, e, 1])
                dice += pack_dice(w.shots[m, e, 1], min(power, MOST_DICE)) if firing <= FEW else 0
                eyes |= eye_of(w, w.st[m, UNIT], m)
        if needs:
            everybody = count_for(w, i, eyes)
            value = harm_together(w, i, dice, player) if firing <= FEW else pooled(w, i, needs, mean, player)
            if not everybody:
                count_lives(w, i, ANYBODY)
            if value > most:
                only, most = e, value
    return only, most


@kernel
def aim_best(w, m, dice, player):
    """Aim dice of a model where they add most to what others fire already. Modified: shots[0], N_MEAN, N_VALUE."""
    plan = w.plan
    best, best_more, best_value = -1, int64(-1), int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        needs = w.shots[m, e, 1]
        if needs:
            now = plan[e, N_MEAN] << 3 | needs
            if plan[e, N_ASKED] != now:  # most warriors find what the last one has found
                plan[e, N_ASKED] = now
                plan[e, N_NEXT] = pooled(w, i, needs, plan[e, N_MEAN] + load(w, m, e, dice), player)
            value = plan[e, N_NEXT]
            if value - plan[e, N_VALUE] > best_more:
                best, best_more, best_value = e, value - plan[e, N_VALUE], value
    if best >= 0:
        w.shots[m, best, 0] += dice
        plan[best, N_MEAN] += load(w, m, best, dice)
        plan[best, N_VALUE] = best_value
        plan[best, N_FACE] = w.shots[m, best, 1]


@kernel
def aim_anew(w, m, chunk, player):
    """Move dice of a model from one target to another where that is worth most, if it is worth anything.

    Modified in place: shots[0], N_MEAN, N_VALUE, N_FACE.
    """
    plan = w.plan
    most, best_from, best_to, best_dice = int64(0), int64(-1), int64(-1), int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        for dice in range(chunk, w.shots[m, e, 0] + 1, chunk):
            less = pooled(w, i, w.shots[m, e, 1], plan[e, N_MEAN] - load(w, m, e, dice), player) - plan[e, N_VALUE]
            for j in range(w.g[G_SHORT]):
                f = w.short[j]
                if f == e or w.shots[m, f, 1] == 0:
                    continue
                more = pooled(w, j, w.shots[m, f, 1], plan[f, N_MEAN] + load(w, m, f, dice), player) - plan[f, N_VALUE]
                if more + less > most:
                    most, best_from, best_to, best_dice = more + less, int64(i), int64(j), dice
    if best_to >= 0:
        turn(w, m, best_from, -best_dice, player)
        turn(w, m, best_to, best_dice, player)


@kernel
def turn(w, m, i, dice, player):
    """Aim so many dice more of a model at the i-th in mind, or fewer. Modified: shots[0], N_MEAN, N_VALUE, N_FACE."""
    plan = w.plan
    e = w.short[i]
    w.shots[m, e, 0] += dice
    plan[e, N_MEAN] += load(w, m, e, dice)
    plan[e, N_VALUE] = pooled(w, i, w.shots[m, e, 1], plan[e, N_MEAN], player)
    plan[e, N_FACE] = w.shots[m, e, 1]


@kernel
def aim_anywhere(w, m, dice):
    """Aim dice of a model at any target. Modified in place: shots[0], plan, N_VALUE."""
    seen = 0
    for i in range(w.g[G_SHORT]):
        seen += int64(w.shots[m, w.short[i], 1] > 0)
    if seen == 0:
        return
    number = pick(w, seen) if seen > 1 else int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if w.shots[m, e, 1]:
            if number == 0:
                w.shots[m, e, 0] += dice
                w.plan[e, N_VALUE] += 1
            number -= 1


@kernel
def pooled(w, i, needs, mean, player):
    """Return what dice of one face are worth against the i-th in mind, if they deal so many millionths of wounds.

    Where other faces make that no whole number of dice, it lies between the two next to it.
    """
    faces = w.types[w.units[w.short[i], U_TYPE], T_FACES]
    one = max(expected(w, needs, faces, 1, MOST_WOUNDS), 1)
    dice = mean // one
    rest = mean - dice * one
    value = harm(w, i, needs, dice, player)
    if rest > 0:
        value += (harm(w, i, needs, dice + 1, player) - value) * rest // one
    return value


@kernel
def order_targets(w, first, last):
    """Order the targets, those from whom most is expected first; return how many. Modified in place: plan[0:2]."""
    plan = w.plan
    n = 0
    for k in range(w.g[G_SHORT]):
        e = w.short[k]
        firing = 0
        for m in range(first, last):
            firing += int64(w.shots[m, e, 0] > 0)
        if firing == 0:
            continue
        i = n
        while i > 0 and plan[plan[i - 1, N_TARGET], N_VALUE] < plan[e, N_VALUE]:
            plan[i, N_TARGET] = plan[i - 1, N_TARGET]
            plan[i, N_FIRING] = plan[i - 1, N_FIRING]
            i -= 1
        plan[i, N_TARGET] = e
        plan[i, N_FIRING] = firing
        n += 1
    return n
