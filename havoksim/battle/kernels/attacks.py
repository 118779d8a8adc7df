"""What a unit's models do once they have moved: who fires at whom, who thinks, who fights, and then the dice."""

from numpy import int64

from havoksim.battle.kernels.blows import combat, psyke
from havoksim.battle.kernels.choices import regard
from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.fire import distance2, mark_protected, models_of, resolve_fire, survey, watch_between
from havoksim.battle.kernels.geometry import gap_up
from havoksim.battle.kernels.layout import (
    AIM,
    AT_X,
    AT_Y,
    FIGHTS,
    FIRES,
    G_CLOSE,
    G_MINDFUL,
    G_OVER,
    G_SHORT,
    G_WIDEST,
    KIND,
    LEFT,
    MOST_DICE,
    MOST_WOUNDS,
    N_FIRING,
    N_GAP,
    N_HURT,
    N_MEAN,
    N_MID_R,
    N_MID_X,
    N_MID_Y,
    N_TARGET,
    N_VALUE,
    N_WORTH,
    NO_FIRE,
    NO_MELEE,
    NO_PSYKE,
    NO_SPLIT,
    NOTHING,
    OFF,
    R_MAX_RANGE,
    R_ONE_COMBAT,
    R_PSYKE_EXTRA,
    R_PSYKE_RANGE,
    R_SPLIT_DICE,
    R_TYPES,
    T_ATTACKS,
    T_FACES,
    T_FIGHTS,
    T_FIRE,
    T_FIRST_UNIT,
    T_LAST_UNIT,
    T_RATING,
    T_SIDE,
    T_STRENGTH,
    THINKS,
    TOUCH,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_DANGER,
    W_FINISH,
    W_RANDOM,
)
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
        st[m, KIND] = NOTHING
        st[m, AIM] = -1
        if lead < 0 and st[m, LEFT] > 0:
            lead = m
    if lead < 0 or w.g[G_OVER]:
        return
    if w.g[G_MINDFUL] != u + 1:
        regard(w, kind, 1, st[lead, AT_X], st[lead, AT_Y])
    w.g[G_MINDFUL] = 0
    find_close(w, u)
    if w.types[kind, T_FIRE] > 0 and not w.policy[side, NO_FIRE]:
        look_for_targets(w, u, side)
    else:
        no_shots(w, u)
    firing = 0
    for m in range(first, last):
        if st[m, LEFT] > 0:
            choose_attack(w, m, side)
            firing += int64(st[m, KIND] == FIRES)
    if firing > 0:
        targets = allocate(w, u, side)
        if targets > 0:
            resolve_fire(w, u, targets)
    for m in range(first, last):
        if w.g[G_OVER] == 0 and st[m, LEFT] > 0 and st[m, AIM] >= 0 and st[st[m, AIM], LEFT] > 0 and aims(w, m):
            psyke(w, m, st[m, AIM])
    for m in range(first, last):
        if st[m, LEFT] > 0 and st[m, KIND] == FIGHTS:
            fight_all(w, m, side)


@kernel
def aims(w, m):
    """Say whether a model makes the psyke attack that it has in mind, its target being still in reach."""
    if w.st[m, KIND] != THINKS and not w.rules[R_PSYKE_EXTRA]:
        return False
    return in_mind(w, m, w.st[m, AIM])


@kernel
def no_shots(w, u):
    """Clear a unit's shots. Modified in place: shots."""
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        for i in range(w.g[G_SHORT]):
            e = w.short[i]
            w.shots[m, e, 0] = 0
            w.shots[m, e, 1] = 0


@kernel
def look_for_targets(w, u, side):
    """Find out which face each model of a unit needs against each enemy unit. Modified in place: shots."""
    no_shots(w, u)
    mark_protected(w, side)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if w.plan[e, N_GAP] > w.rules[R_MAX_RANGE] + 4000:
            continue
        clear = watch_between(w, u, e)
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if w.st[m, LEFT] > 0 and w.st[m, AT_X] != OFF:
                w.shots[m, e, 1], w.shots[m, e, 2], w.shots[m, e, 3] = survey(w, m, e, clear)


@kernel
def in_mind(w, m, t):
    """Say whether a model may attack another with psyke: within range, sight or not (HVK-PSY-01)."""
    st = w.st
    if st[t, LEFT] == 0 or st[t, AT_X] == OFF:
        return False
    d2, radii = distance2(st, m, t)
    return gap_up(d2, radii) <= w.rules[R_PSYKE_RANGE]


@kernel
def choose_attack(w, m, side):
    """Choose what a model does: fire, psyke or close combat, whichever is worth most. Modified in place: KIND, AIM."""
    st, types = w.st, w.types
    kind = st[m, TYPE]
    player = w.policy[side]
    fire, mind, blows = int64(0), int64(0), int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if w.shots[m, e, 1]:
            gain = w.worth[w.units[e, U_TYPE], w.shots[m, e, 1]] * types[kind, T_FIRE]
            fire = max(fire, min(gain, w.plan[e, N_WORTH]))
    if types[kind, T_ATTACKS] and not player[NO_PSYKE]:
        first, last = models_of(w, 1 - side)
        for t in range(first, last):
            if in_mind(w, m, t):
                gain = worth_of_blow(w, w.mind, kind, t) + 1
                if gain > mind:
                    mind = gain
                    st[m, AIM] = t
    if types[kind, T_FIGHTS] and not player[NO_MELEE]:
        for i in range(w.g[G_CLOSE]):
            blows += worth_of_fight(w, m, w.close[i], player)
    if player[W_RANDOM]:
        choice = 1 + pick(w, 3)
        fire, mind, blows = (fire * int64(choice == 1), mind * int64(choice == 2), blows * int64(choice == 3))
    if w.rules[R_PSYKE_EXTRA]:  # a psyke attack costs no other
        mind = int64(0)
    if fire > 0 and fire >= mind and fire >= blows:
        st[m, KIND] = FIRES
    elif mind > 0 and mind >= blows:
        st[m, KIND] = THINKS
    elif blows > 0:
        st[m, KIND] = FIGHTS


@kernel
def worth_of_fight(w, m, e, player):
    """Return what a model expects of fighting all whom it touches of an enemy unit, less what it fears of them."""
    st = w.st
    kind = st[m, TYPE]
    worth, most = int64(0), int64(0)
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if fights(w, m, t):
            loss = player[W_DANGER] * w.bold[st[t, TYPE], kind] // 100
            gain = max(worth_of_blow(w, w.bold, kind, t) - loss // 2, 1)
            worth += gain
            most = max(most, gain)
    return most if w.rules[R_ONE_COMBAT] else worth


@kernel
def find_close(w, u):
    """Find the enemy units that models of a unit may touch. Modified in place: close."""
    plan = w.plan
    side = w.types[w.units[u, U_TYPE], T_SIDE]
    w.g[G_CLOSE] = 0
    if not w.types[w.units[u, U_TYPE], T_FIGHTS]:
        return
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side or not w.types[i, T_FIGHTS]:
            continue
        reach = plan[u, N_MID_R] + w.g[G_WIDEST] + TOUCH
        for e in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            dx, dy = (plan[u, N_MID_X] - plan[e, N_MID_X], plan[u, N_MID_Y] - plan[e, N_MID_Y])
            far = reach + plan[e, N_MID_R]
            if dx * dx + dy * dy <= far * far:
                w.close[w.g[G_CLOSE]] = e
                w.g[G_CLOSE] += 1


@kernel
def worth_of_blow(w, table, kind, t):
    """Return what an attack of a type on a model is expected to destroy, at most what is left of it."""
    other = w.st[t, TYPE]
    left = w.st[t, LEFT] * w.types[other, T_RATING] * 1000 // w.types[other, T_STRENGTH]
    return min(table[kind, other], left)


@kernel
def expected(w, needs, faces, dice, wounds):
    """Return the thousandths of wounds that dice are expected to deal, at most `wounds`."""
    return int64(w.capped[needs, faces, min(dice, MOST_DICE), min(wounds, MOST_WOUNDS)])


@kernel
def marginal(w, m, e, dice, player):
    """Return what some more dice of a model are worth against a target that others fire at already."""
    needs = w.shots[m, e, 1]
    other = w.units[e, U_TYPE]
    faces = w.types[other, T_FACES]
    if needs == 0 or faces == 0:
        return int64(0)
    rating, strength = w.types[other, T_RATING], w.types[other, T_STRENGTH]
    cap = w.plan[e, N_WORTH] * strength // (rating * 1000)
    mean = max(expected(w, needs, faces, 1, MOST_WOUNDS), 1)
    before = w.plan[e, N_MEAN] // mean
    more = expected(w, needs, faces, before + dice, cap) - expected(w, needs, faces, before, cap)
    value = more * rating // strength
    if w.plan[e, N_HURT]:
        value += value * player[W_FINISH] // 400
    return value


@kernel
def allocate(w, u, side):
    """Share a unit's fire among its targets, each warrior (or die) where it is worth most; return the targets.

    Modified in place: shots[0], the dice of each model at each target, and plan[0:2] in the order of resolution.
    """
    st, plan = w.st, w.plan
    player = w.policy[side]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    power = w.types[w.units[u, U_TYPE], T_FIRE]
    chunk = int64(1) if w.rules[R_SPLIT_DICE] else power
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        plan[e, N_MEAN] = 0
        plan[e, N_VALUE] = 0
    only = -1
    if player[NO_SPLIT]:
        best_value = int64(0)
        for i in range(w.g[G_SHORT]):
            e = w.short[i]
            total = int64(0)
            for m in range(first, last):
                if st[m, KIND] == FIRES and w.shots[m, e, 1]:
                    total += marginal(w, m, e, power, player) + 1
            total = min(total, plan[e, N_WORTH] + 1)
            if total > best_value:
                only, best_value = e, total
    for m in range(first, last):
        if st[m, KIND] != FIRES:
            continue
        dice = int64(0)
        while dice < power:
            best, best_value = -1, int64(-1)
            seen = 0
            for i in range(w.g[G_SHORT]):
                e = w.short[i]
                if w.shots[m, e, 1] == 0 or (only >= 0 and e != only):
                    continue
                seen += 1
                value = marginal(w, m, e, chunk, player)
                if value > best_value:
                    best, best_value = e, value
            if best < 0:
                break
            if player[W_RANDOM] and seen > 1:
                number = pick(w, seen)
                for i in range(w.g[G_SHORT]):
                    e = w.short[i]
                    if w.shots[m, e, 1] and (only < 0 or e == only):
                        if number == 0:
                            best = e
                        number -= 1
            w.shots[m, best, 0] += chunk
            faces = w.types[w.units[best, U_TYPE], T_FACES]
            plan[best, N_MEAN] += chunk * expected(w, w.shots[m, best, 1], faces, 1, MOST_WOUNDS)
            plan[best, N_VALUE] += best_value + 1
            dice += chunk
    return order_targets(w, first, last)


@kernel
def order_targets(w, first, last):
    """Order the targets, those from whom most is expected first; return how many. Modified in place: plan[0:2]."""
    plan = w.plan
    n = 0
    for k in range(w.g[G_SHORT]):
        e = w.short[k]
        firing = 0
        if plan[e, N_VALUE] > 0:
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


@kernel
def fight_all(w, m, side):
    """Fight the enemies in contact one after another, the most rewarding first (HVK-CC-02). Modified in place: AIM."""
    st = w.st
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        st[t, AIM] = 0
    while w.g[G_OVER] == 0 and st[m, LEFT] > 0:
        best, best_value = -1, int64(-1)
        for t in range(first, last):
            if st[t, AIM] == 0 and fights(w, m, t):
                value = worth_of_blow(w, w.bold, st[m, TYPE], t)
                if value > best_value:
                    best, best_value = t, value
        if best < 0:
            break
        st[best, AIM] = 1
        combat(w, m, best)
        if w.rules[R_ONE_COMBAT]:
            break
