"""What a unit's models would do from where they stand: who fires at whom, who thinks, who fights, and what it is worth.

Nothing is thrown here: players plan on the table before they choose, and once more when they act.
"""

from numpy import int64

from havoksim.battle.kernels.allocation import allocate, order_targets
from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.fates import cease_fire, fight_worth, forget_plans, shrunk, strike
from havoksim.battle.kernels.fire import mark_protected, models_of, survey, watch_between
from havoksim.battle.kernels.gains import ANYBODY, blow, count_lives, eye_of, harm, seen_by
from havoksim.battle.kernels.layout import (
    AIM,
    AT_X,
    BEST_KIND,
    FIGHTS,
    FIRES,
    FOUGHT,
    G_CLOSE,
    G_FORCED,
    G_LINE,
    G_MORE,
    G_SHORT,
    G_TORN,
    G_WIDEST,
    KIND,
    LEFT,
    MAY,
    MOST_LEFT,
    MOST_MODELS,
    N_GAP,
    N_MID_R,
    N_MID_X,
    N_MID_Y,
    N_WORTH,
    NO_FIRE,
    NO_MELEE,
    NO_PSYKE,
    NOTHING,
    OFF,
    R_MAX_RANGE,
    R_ONE_COMBAT,
    R_PSYKE_EXTRA,
    R_TYPES,
    RANK,
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
from havoksim.battle.kernels.minds import anybody_in_mind, in_mind, think_through, worth_of_minds
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
    w.g[G_TORN], w.g[G_MORE], w.g[G_FORCED] = 0, 0, 0
    for m in range(first, last):
        st[m, MAY] = what_it_may(w, m, side) if st[m, LEFT] > 0 else 0
        if st[m, MAY] > 1 << FIRES:
            w.g[G_MORE] = 1
            w.g[G_TORN] |= int64(st[m, MAY] & (st[m, MAY] - 1) > 0)
    draw_line(w, u, side)
    for m in range(first, last):
        if st[m, LEFT] > 0:
            st[m, KIND] = first_thought(w, m, side, models == 1)
    value = weigh_plan(w, u, side)
    if w.g[G_TORN] and models <= MOST_RETHOUGHT and not w.policy[side, W_RANDOM]:
        value = think_again(w, u, models, side, value)
    return value, order_targets(w, first, last)


@kernel
def draw_line(w, u, side):
    """Order those of a unit who may think or fight: who has most to lose comes last, who has most choice next to last.

    Modified in place: line, RANK.
    """
    st = w.st
    n = 0
    if w.g[G_MORE]:
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if st[m, MAY] > 1 << FIRES:
                w.queue[3, m] = st[m, LEFT] * MOST_MODELS - choices_of(w, m, side)
                i = n
                while i > 0 and w.queue[3, w.line[i - 1]] < w.queue[3, m]:
                    w.line[i] = w.line[i - 1]
                    i -= 1
                w.line[i] = m
                n += 1
    for i in range(n):
        st[w.line[i], RANK] = i
    w.g[G_LINE] = n


@kernel
def choices_of(w, m, side):
    """Return how many enemies a model may attack with psyke or hand to hand."""
    n = int64(0)
    if w.st[m, MAY] >> THINKS & 1:
        first, last = models_of(w, 1 - side)
        for t in range(first, last):
            n += int64(in_mind(w, m, t))
    if w.st[m, MAY] >> FIGHTS & 1:
        for i in range(w.g[G_CLOSE]):
            e = w.close[i]
            for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
                n += int64(fights(w, m, t))
    return n


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
    value += worth_of_minds(w, side)
    for i in range(w.g[G_LINE]):
        m = w.line[i]
        if st[m, LEFT] > 0 and st[m, KIND] == FIGHTS:
            value += worth_of_fights(w, m, player)
    return value


@kernel
def think_again(w, u, models, side, value):
    """Try everything that few models may do together; return what the best of it is worth.

    Where some fire and others do not, it is also tried to fire at each target alone, since who thinks or fights may
    want another one dead; and who thinks or fights first. Modified in place: KIND, line, G_FORCED.
    """
    st = w.st
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    for m in range(first, last):
        st[m, BEST_KIND] = st[m, KIND]
    forced = int64(0)
    for i in range(w.g[G_SHORT] + 1):
        w.g[G_FORCED] = w.short[i - 1] + 1 if i > 0 else 0
        for ways in range(4**models):
            if not take_up(w, u, ways, i > 0):
                continue
            better = weigh_plan(w, u, side)
            if better > value:
                value, forced = better, w.g[G_FORCED]
                for m in range(first, last):
                    st[m, BEST_KIND] = st[m, KIND]
    w.g[G_FORCED] = forced
    for m in range(first, last):
        st[m, KIND] = st[m, BEST_KIND]
    for i in range(w.g[G_LINE] - 1):
        for j in range(i + 1, w.g[G_LINE]):
            change_places(w, i, j)
            better = weigh_plan(w, u, side)
            if better > value:
                value = better
            else:
                change_places(w, i, j)
    return weigh_plan(w, u, side)


@kernel
def take_up(w, u, ways, mixed):
    """Let each model of a unit do what its digit says; say whether all may, and whether some fire and some do not.

    Who may do something does not do nothing. Modified in place: KIND.
    """
    st = w.st
    firing, others = False, not mixed
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] == 0:
            continue
        what = ways % 4
        ways = ways // 4
        if not (may(w, m, what) if what != NOTHING else nothing_to_do(w, m)):
            return False
        st[m, KIND] = what
        firing |= what == FIRES
        others |= what > FIRES
    return others and (firing or not mixed)


@kernel
def nothing_to_do(w, m):
    """Say whether there is nothing that a model may do in place of something else."""
    return not (may(w, m, FIRES) or may(w, m, THINKS) or may(w, m, FIGHTS))


@kernel
def change_places(w, i, j):
    """Let two models of a unit's line change places. Modified in place: line, RANK."""
    w.line[i], w.line[j] = w.line[j], w.line[i]
    w.st[w.line[i], RANK], w.st[w.line[j], RANK] = i, j


@kernel
def touches_any(w, m, e):
    """Say whether a model may fight one of an enemy unit."""
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if fights(w, m, t):
            return True
    return False


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
                w.shots[m, e, 1], w.shots[m, e, 2], w.shots[m, e, 3] = survey(w, m, e, clear, eye_of(w, u, m))
        count_lives(w, i, ANYBODY)


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
                gain = harm(w, i, needs, types[kind, T_FIRE], player)
            else:
                gain = min(w.worth[w.units[e, U_TYPE], needs] * types[kind, T_FIRE], w.plan[e, N_WORTH])
                gain = seen_by(w, e, gain, player)
            fire = max(fire, gain + 1)
    forget_plans(w, st[m, UNIT], side)
    cease_fire(w)
    if may(w, m, THINKS):
        w.queue[1, 0] = m
        mind = think_through(w, 1, side)
    if may(w, m, FIGHTS):
        blows = worth_of_fights(w, m, player)
    if fire > 0 and fire >= mind and fire >= blows:
        return int64(FIRES)
    if mind > 0 and mind >= blows:
        return int64(THINKS)
    if may(w, m, FIGHTS):  # alone it may not pay; who does nothing by himself is ready to help
        return int64(FIGHTS)
    return int64(THINKS) if may(w, m, THINKS) else int64(NOTHING)


@kernel
def worth_of_fights(w, m, player):
    """Return what a model expects of fighting those whom it touches, less what it fears of them.

    The most rewarding come first; a later fight counts as likely as it is that the model lives to see it, and one in
    which there is more to lose than to win counts nothing. Modified in place: FOUGHT, the fate of those whom it fights.
    """
    st = w.st
    n = 0
    for i in range(w.g[G_CLOSE]):
        e = w.close[i]
        for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
            if fights(w, m, t):
                less = shrunk(w, m, t, 0)
                gain = fight_worth(w, m, t, less, player)
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
        less = shrunk(w, m, t, 0)
        fight_worth(w, m, t, less, player)
        worth += w.said[0] * alive // 1000
        fights_on = int64(0)
        for left in range(1, min(st[t, LEFT], MOST_LEFT) + 1):
            if w.ahead[2, left] >= 0:
                fights_on += w.fate[t, left]
        strike(w, less, m, t, alive)
        fall = blow(w, w.bold[less], w.bold_kills[less], st[t, TYPE], m, int64(0)) * fights_on // 1_000_000
        if fights_on > 0:
            st[m, FOUGHT] += 1
            st[t, FOUGHT] += 1
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
