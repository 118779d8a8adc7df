"""Whom a unit fires at: its dice shared among the targets, and the targets in order (HVK-FIRE-07, -10)."""

from numpy import int64

from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.gains import harm
from havoksim.battle.kernels.layout import (
    FIRES,
    G_SHORT,
    KIND,
    MOST_DICE,
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
    W_RANDOM,
)
from havoksim.foundation.jit import kernel

#: More firing models than this are not turned one by one from a target at which all fire.
MOST_WEIGHED = 3


@kernel
def allocate(w, u, side, firing):
    """Share a unit's fire among its targets; return what it is worth.

    Each warrior (or die) goes in turn where it adds most; then each is moved once more, if it adds more elsewhere. If
    all dice at one target are worth more, they go there. Modified in place: shots[0], the dice of each model at each
    target; plan, N_MEAN and N_VALUE.
    """
    st, plan = w.st, w.plan
    player = w.policy[side]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    power = w.types[w.units[u, U_TYPE], T_FIRE]
    chunk = int64(1) if w.rules[R_SPLIT_DICE] else power
    splits = not player[NO_SPLIT] and (firing > 1 or chunk < power)
    only, most = -1, int64(-1)
    if not player[W_RANDOM] and (splits or player[NO_SPLIT]):
        only, most = best_alone(w, first, last, power, player)
    for i in range(w.g[G_SHORT]):
        plan[w.short[i], N_MEAN] = 0
        plan[w.short[i], N_VALUE] = 0
        plan[w.short[i], N_ASKED] = -1
    if not player[NO_SPLIT]:
        for m in range(first, last):
            if st[m, KIND] == FIRES:
                for _ in range(0, power, chunk):
                    if player[W_RANDOM]:
                        aim_anywhere(w, m, chunk)
                    else:
                        aim_best(w, m, chunk, player)
        if player[W_RANDOM]:
            return int64(0)
        total, aimed = int64(0), 0
        for i in range(w.g[G_SHORT]):
            aimed += int64(plan[w.short[i], N_MEAN] > 0)
        if aimed > 1 and splits:
            for m in range(first, last):
                if st[m, KIND] == FIRES:
                    aim_anew(w, m, chunk, player)
        for i in range(w.g[G_SHORT]):
            total += plan[w.short[i], N_VALUE]
        if total > most or (total == most and not w.rules[R_SPLIT_DICE]) or only < 0:
            return total
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        plan[e, N_VALUE] = most if e == only else int64(0)
        plan[e, N_MEAN] = 0
        for m in range(first, last):
            w.shots[m, e, 0] = power if e == only and st[m, KIND] == FIRES and w.shots[m, e, 1] else int64(0)
            if w.shots[m, e, 0]:
                plan[e, N_MEAN] += load(w, m, e, power)
                plan[e, N_FACE] = w.shots[m, e, 1]
    if not splits or firing > MOST_WEIGHED:
        return most
    total = int64(0)
    for _ in range(2):
        for m in range(first, last):
            if st[m, KIND] == FIRES:
                aim_anew(w, m, chunk, player)
    for i in range(w.g[G_SHORT]):
        total += plan[w.short[i], N_VALUE]
    return total


@kernel
def best_alone(w, first, last, power, player):
    """Return the enemy unit at which all the fire would be worth most, and what; -1 if there is none."""
    only, most = -1, int64(-1)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        mean, needs = int64(0), int64(0)
        for m in range(first, last):
            if w.st[m, KIND] == FIRES and w.shots[m, e, 1]:
                mean += load(w, m, e, power)
                needs = max(needs, w.shots[m, e, 1])
        if needs:
            value = pooled(w, e, needs, mean, player)
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
                plan[e, N_NEXT] = pooled(w, e, needs, plan[e, N_MEAN] + load(w, m, e, dice), player)
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
            less = pooled(w, e, w.shots[m, e, 1], plan[e, N_MEAN] - load(w, m, e, dice), player) - plan[e, N_VALUE]
            for j in range(w.g[G_SHORT]):
                f = w.short[j]
                if f == e or w.shots[m, f, 1] == 0:
                    continue
                more = pooled(w, f, w.shots[m, f, 1], plan[f, N_MEAN] + load(w, m, f, dice), player) - plan[f, N_VALUE]
                if more + less > most:
                    most, best_from, best_to, best_dice = more + less, e, f, dice
    if best_to >= 0:
        turn(w, m, best_from, -best_dice, player)
        turn(w, m, best_to, best_dice, player)


@kernel
def turn(w, m, e, dice, player):
    """Aim so many dice more of a model at an enemy unit, or fewer. Modified: shots[0], N_MEAN, N_VALUE, N_FACE."""
    plan = w.plan
    w.shots[m, e, 0] += dice
    plan[e, N_MEAN] += load(w, m, e, dice)
    plan[e, N_VALUE] = pooled(w, e, w.shots[m, e, 1], plan[e, N_MEAN], player)
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
def expected(w, needs, faces, dice, wounds):
    """Return the thousandths of wounds that dice are expected to deal, at most `wounds`."""
    return int64(w.capped[needs, faces, min(dice, MOST_DICE), min(wounds, MOST_WOUNDS)])


@kernel
def pooled(w, e, needs, mean, player):
    """Return what dice that deal so many thousandths of wounds on average are worth, as dice that need one face.

    Where other faces make that no whole number of dice, it lies between the two next to it.
    """
    one = max(expected(w, needs, w.types[w.units[e, U_TYPE], T_FACES], 1, MOST_WOUNDS), 1)
    dice = mean // one
    rest = mean - dice * one
    value = harm(w, e, needs, dice, player)
    if rest > 0:
        value += (harm(w, e, needs, dice + 1, player) - value) * rest // one
    return value


@kernel
def load(w, m, e, dice):
    """Return the thousandths of wounds that dice of a model deal an enemy unit on average."""
    return dice * expected(w, w.shots[m, e, 1], w.types[w.units[e, U_TYPE], T_FACES], 1, MOST_WOUNDS)


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
