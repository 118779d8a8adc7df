"""What a unit's models would do from where they stand: who fires at whom, who thinks, who fights, and what it is worth.

Nothing is thrown here: players plan on the table before they choose, and once more when they act.
"""

from numpy import int64

from havoksim.battle.kernels.allocation import allocate, order_targets
from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.fates import attack_worth, cease_fire, forget_plans, in_mind, strike
from havoksim.battle.kernels.fire import mark_protected, models_of, survey, watch_between
from havoksim.battle.kernels.gains import blow, harm, seen_by
from havoksim.battle.kernels.layout import (
    AIM,
    AT_X,
    BEST_KIND,
    FAR,
    FAR2,
    FIGHTS,
    FIRES,
    G_CLOSE,
    G_MORE,
    G_SHORT,
    G_TORN,
    G_WIDEST,
    KIND,
    LEFT,
    MAY,
    MOST_LEFT,
    N_GAP,
    N_LEAST,
    N_MID_R,
    N_MID_X,
    N_MID_Y,
    N_OPEN,
    N_WORTH,
    N_WOUNDS,
    NO_FIRE,
    NO_MELEE,
    NO_PSYKE,
    NOTHING,
    OFF,
    R_MAX_RANGE,
    R_ONE_COMBAT,
    R_PSYKE_EXTRA,
    R_TYPES,
    T_ATTACKS,
    T_FIGHTS,
    T_FIRE,
    T_FIRST_UNIT,
    T_LAST_UNIT,
    T_RATING,
    T_SIDE,
    THINKS,
    TOUCH,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    UNIT,
    W_RANDOM,
)
from havoksim.battle.kernels.terrain import fights
from havoksim.foundation.jit import kernel

#: A unit of more models does not think again about who does what.
MOST_RETHOUGHT = 3


@kernel
def plan_attack(w, u):
    """Plan a unit's attack from where it stands; return what it is worth, and how many targets its fire has.

    Modified in place: KIND and AIM of its models, shots, and plan[0:2] in the order of resolution.
    """
    st = w.st
    kind = w.units[u, U_TYPE]
    side = w.types[kind, T_SIDE]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    models = 0
    for m in range(first, last):
        st[m, KIND] = NOTHING
        st[m, AIM] = -1
        models += int64(st[m, LEFT] > 0)
    find_close(w, u)
    if w.types[kind, T_FIRE] > 0 and not w.policy[side, NO_FIRE]:
        look_for_targets(w, u, side)
    else:
        no_shots(w, u)
    w.g[G_TORN], w.g[G_MORE] = 0, 0
    for m in range(first, last):
        st[m, MAY] = what_it_may(w, m, side) if st[m, LEFT] > 0 else 0
        if st[m, MAY] > 1 << FIRES:
            w.g[G_MORE] = 1
            w.g[G_TORN] |= int64(st[m, MAY] & (st[m, MAY] - 1) > 0)
    for m in range(first, last):
        if st[m, LEFT] > 0:
            st[m, KIND] = first_thought(w, m, side, models == 1)
    value = weigh_plan(w, u, side)
    if w.g[G_TORN] and models <= MOST_RETHOUGHT and not w.policy[side, W_RANDOM]:
        value = think_again(w, u, side, value)
    return value, order_targets(w, first, last)


@kernel
def what_it_may(w, m, side):
    """Return the kinds of action for which a model has a target, and which its player is not forbidden, as bits."""
    kind = w.st[m, TYPE]
    player = w.policy[side]
    able = int64(0)
    for i in range(w.g[G_SHORT]):
        if w.shots[m, w.short[i], 1]:
            able |= 1 << FIRES
            break
    if w.types[kind, T_ATTACKS] and not player[NO_PSYKE] and anybody_in_mind(w, m, side):
        able |= 1 << THINKS
    if not player[NO_MELEE]:
        for i in range(w.g[G_CLOSE]):
            if touches_any(w, m, w.close[i]):
                able |= 1 << FIGHTS
                break
    return able


@kernel
def may(w, m, what):
    """Say whether a model may do a kind of action in place of another."""
    return w.st[m, MAY] >> what & 1 == 1 and not (what == THINKS and w.rules[R_PSYKE_EXTRA])


@kernel
def anybody_in_mind(w, m, side):
    """Say whether there is an enemy whom a model may attack with psyke."""
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        if in_mind(w, m, t):
            return True
    return False


@kernel
def weigh_plan(w, u, side):
    """Return what a plan is worth, given what each model does; later attacks count what the earlier have left alive.

    Modified in place: shots[0], AIM, LIFE.
    """
    st = w.st
    player = w.policy[side]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    firing = 0
    for m in range(first, last):
        for i in range(w.g[G_SHORT]):
            w.shots[m, w.short[i], 0] = 0
        firing += int64(st[m, LEFT] > 0 and st[m, KIND] == FIRES)
    if firing == 0:
        cease_fire(w)
    value = allocate(w, u, side, firing) if firing > 0 else int64(0)
    if w.g[G_MORE] == 0:  # there is nothing but fire
        return value
    forget_plans(w, u, side)
    for m in range(first, last):
        if thinks(w, m):
            value += choose_mind(w, u, m, side)
    for m in range(first, last):
        if st[m, LEFT] > 0 and st[m, KIND] == FIGHTS:
            value += worth_of_fights(w, u, m, player)
    return value


@kernel
def think_again(w, u, side, value):
    """Look for better: all of a unit do the same, or one after the other does something else; return what it is worth.

    Modified in place: KIND.
    """
    st = w.st
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    for m in range(first, last):
        st[m, BEST_KIND] = st[m, KIND]
    for other in range(FIRES, FIGHTS + 1):
        for m in range(first, last):
            if st[m, LEFT] > 0:
                st[m, KIND] = other if may(w, m, other) else st[m, BEST_KIND]
        better = weigh_plan(w, u, side)
        if better > value:
            value = better
            for m in range(first, last):
                st[m, BEST_KIND] = st[m, KIND]
        else:
            for m in range(first, last):
                st[m, KIND] = st[m, BEST_KIND]
    for _ in range(2):
        changed = False
        for m in range(first, last):
            if st[m, LEFT] == 0:
                continue
            for other in range(NOTHING, FIGHTS + 1):
                before = st[m, KIND]
                if other == before or (other != NOTHING and not may(w, m, other)):
                    continue
                st[m, KIND] = other
                better = weigh_plan(w, u, side)
                if better > value:
                    value = better
                    changed = True
                else:
                    st[m, KIND] = before
        if not changed:
            break
    return weigh_plan(w, u, side)


@kernel
def touches_any(w, m, e):
    """Say whether a model may fight one of an enemy unit."""
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if fights(w, m, t):
            return True
    return False


@kernel
def thinks(w, m):
    """Say whether a model makes a psyke attack: in place of another, or in addition if the ruleset says so."""
    return w.st[m, LEFT] > 0 and (
        w.st[m, KIND] == THINKS or (w.rules[R_PSYKE_EXTRA] == 1 and w.st[m, MAY] >> THINKS & 1 == 1)
    )


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
    mark_protected(w, u, side)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if w.plan[e, N_GAP] > w.rules[R_MAX_RANGE] + 4000:
            continue
        clear = watch_between(w, u, e)
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if w.st[m, LEFT] > 0 and w.st[m, AT_X] != OFF:
                w.shots[m, e, 1], w.shots[m, e, 2], w.shots[m, e, 3] = survey(w, m, e, clear)
        count_open(w, e)


@kernel
def count_open(w, e):
    """Count those of an enemy unit who may be hurt by fire from somewhere of the unit. Modified in place: plan."""
    st, plan = w.st, w.plan
    models, left, least = int64(0), int64(0), int64(FAR)
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if w.able[t, 0]:
            models += 1
            left += st[t, LEFT]
            least = min(least, st[t, LEFT])
    plan[e, N_OPEN], plan[e, N_WOUNDS], plan[e, N_LEAST] = models, left, least


@kernel
def first_thought(w, m, side, alone):
    """Return what a model would do by itself: fire, psyke or close combat, whichever is worth most; or at random.

    A model that is not `alone` fires as one of several, so that a share of a kill counts as much as the kill.
    """
    st, types = w.st, w.types
    kind = st[m, TYPE]
    player = w.policy[side]
    if player[W_RANDOM]:
        choice = int64(FIRES + pick(w, 3))
        return choice if may(w, m, choice) else int64(NOTHING)
    if st[m, MAY] <= 1 << FIRES:
        return int64(FIRES) if st[m, MAY] else int64(NOTHING)
    fire, mind, blows = int64(0), int64(0), int64(0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        needs = w.shots[m, e, 1]
        if needs:
            if alone:
                gain = harm(w, e, needs, types[kind, T_FIRE], player)
            else:
                gain = min(w.worth[w.units[e, U_TYPE], needs] * types[kind, T_FIRE], w.plan[e, N_WORTH])
                gain = seen_by(w, e, gain, player)
            fire = max(fire, gain + 1)
    forget_plans(w, st[m, UNIT], side)
    cease_fire(w)
    if may(w, m, THINKS):
        mind = choose_mind(w, st[m, UNIT], m, side)
    if may(w, m, FIGHTS):
        blows = worth_of_fights(w, st[m, UNIT], m, player)
    if fire > 0 and fire >= mind and fire >= blows:
        return int64(FIRES)
    if mind > 0 and mind >= blows:
        return int64(THINKS)
    if may(w, m, FIGHTS):  # alone it may not pay; who does nothing by himself is ready to help
        return int64(FIGHTS)
    return int64(THINKS) if may(w, m, THINKS) else int64(NOTHING)


@kernel
def choose_mind(w, u, m, side):
    """Choose whom a model attacks with psyke, if there is more to win than to lose; return what that is worth.

    A random player shrinks from nothing. Modified in place: AIM, and the fate of the one.
    """
    st = w.st
    player = w.policy[side]
    best, mind = int64(-FAR2 if player[W_RANDOM] else 0), int64(0)
    st[m, AIM] = -1
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side:
            continue
        for e in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
                if in_mind(w, m, t):
                    gain = attack_worth(w, w.mind, w.mind_kills, u, m, t, True, player)
                    if gain > best:
                        best, mind = gain, w.said[0]
                        st[m, AIM] = t
    if st[m, AIM] >= 0:
        attack_worth(w, w.mind, w.mind_kills, u, m, st[m, AIM], True, player)
        strike(w, w.mind_kills, m, st[m, AIM], int64(1000))
    return mind


@kernel
def worth_of_fights(w, u, m, player):
    """Return what a model expects of fighting those whom it touches, less what it fears of them.

    The most rewarding come first; a later fight counts as likely as it is that the model lives to see it, and one in
    which there is more to lose than to win counts nothing. Modified in place: the fate of those whom it fights.
    """
    st = w.st
    n = 0
    for i in range(w.g[G_CLOSE]):
        e = w.close[i]
        for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
            if fights(w, m, t):
                gain = attack_worth(w, w.bold, w.bold_kills, u, m, t, False, player)
                k = n
                while k > 0 and w.queue[3, k - 1] < gain:
                    w.queue[2, k], w.queue[3, k] = w.queue[2, k - 1], w.queue[3, k - 1]
                    k -= 1
                w.queue[2, k], w.queue[3, k] = t, gain
                n += 1
    if w.rules[R_ONE_COMBAT]:
        n = min(n, 1)
    kind = st[m, TYPE]
    whole = max(w.types[kind, T_RATING] * 1000, 1)
    worth, alive = int64(0), int64(1000)
    for k in range(n):
        t = w.queue[2, k]
        attack_worth(w, w.bold, w.bold_kills, u, m, t, False, player)
        worth += w.said[0] * alive // 1000
        fights_on = int64(0)
        for left in range(1, min(st[t, LEFT], MOST_LEFT) + 1):
            if w.ahead[2, left] >= 0:
                fights_on += w.fate[t, left]
        strike(w, w.bold_kills, m, t, alive)
        fall = blow(w, w.bold, w.bold_kills, st[t, TYPE], m, int64(0)) * fights_on // 1_000_000
        alive = alive * (whole - fall) // whole
    return worth


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
