"""What a unit's models do once they have moved: who fires at whom, who thinks, who fights, and then the dice."""

from numpy import int64

from havoksim.battle.kernels.blows import combat, psyke
from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.eyes import regard
from havoksim.battle.kernels.fire import distance2, mark_protected, models_of, resolve_fire, survey, watch_between
from havoksim.battle.kernels.gains import blow, harm, seen_by, swing
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
    MOST_LEFT,
    MOST_WOUNDS,
    N_FIRING,
    N_GAP,
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
    THINKS,
    TOUCH,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_DANGER,
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
        if lead < 0 and st[m, LEFT] > 0:
            lead = m
    if lead < 0 or w.g[G_OVER]:
        return
    if w.g[G_MINDFUL] != u + 1:
        regard(w, kind, 1, st[lead, AT_X], st[lead, AT_Y])
    w.g[G_MINDFUL] = 0
    _, targets = plan_attack(w, u)
    if targets > 0:
        resolve_fire(w, u, targets)
    for m in range(first, last):
        if w.g[G_OVER] == 0 and st[m, LEFT] > 0 and st[m, AIM] >= 0 and st[st[m, AIM], LEFT] > 0 and aims(w, m):
            psyke(w, m, st[m, AIM])
    for m in range(first, last):
        if st[m, LEFT] > 0 and st[m, KIND] == FIGHTS:
            fight_all(w, m, side)


@kernel
def plan_attack(w, u):
    """Plan a unit's attack from where it stands; return what it is worth, and how many targets its fire has.

    Modified in place: KIND and AIM of its models, shots, and plan[0:2] in the order of resolution.
    """
    st = w.st
    side = w.types[w.units[u, U_TYPE], T_SIDE]
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    firing, value = 0, int64(0)
    alone = 0
    for m in range(first, last):
        st[m, KIND] = NOTHING
        st[m, AIM] = -1
        alone += int64(st[m, LEFT] > 0)
    find_close(w, u)
    if w.types[w.units[u, U_TYPE], T_FIRE] > 0 and not w.policy[side, NO_FIRE]:
        look_for_targets(w, u, side)
    else:
        no_shots(w, u)
    for m in range(first, last):
        if st[m, LEFT] > 0:
            value += choose_attack(w, m, side, alone == 1)
            firing += int64(st[m, KIND] == FIRES)
    targets = int64(0)
    if firing > 0:
        value += allocate(w, u, side, firing)
        targets = order_targets(w, first, last)
    return value, targets


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
def choose_attack(w, m, side, alone):
    """Choose what a model does: fire, psyke or close combat, whichever is worth most. Modified in place: KIND, AIM.

    Return what psyke and close combat are worth; fire is weighed for the unit as a whole. A model that is not `alone`
    fires as one of several, so that a share of a kill counts as much as the kill.
    """
    st, types = w.st, w.types
    kind = st[m, TYPE]
    player = w.policy[side]
    fire, mind, blows = int64(0), int64(0), int64(0)
    only = not types[kind, T_ATTACKS] and w.g[G_CLOSE] == 0 and not player[W_RANDOM]  # there is nothing but fire
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        needs = w.shots[m, e, 1]
        if needs and only:
            fire = int64(1)
            break
        if needs:
            if alone:
                gain = harm(w, e, needs, types[kind, T_FIRE], player)
            else:
                gain = min(w.worth[w.units[e, U_TYPE], needs] * types[kind, T_FIRE], w.plan[e, N_WORTH])
                gain = seen_by(w, e, gain, player)
            fire = max(fire, gain + 1)
    if types[kind, T_ATTACKS] and not player[NO_PSYKE]:
        mind = choose_mind(w, m, kind, side, player)
    if types[kind, T_FIGHTS] and not player[NO_MELEE]:
        blows = worth_of_fights(w, m, player)
    if player[W_RANDOM]:
        choice = 1 + pick(w, 3)
        fire, mind, blows = (fire * int64(choice == 1), mind * int64(choice == 2), blows * int64(choice == 3))
    extra = int64(0)
    if w.rules[R_PSYKE_EXTRA]:  # a psyke attack costs no other
        extra, mind = mind, int64(0)
    if fire > 0 and fire >= mind and fire >= blows:
        st[m, KIND] = FIRES
        return extra
    if mind > 0 and mind >= blows:
        st[m, KIND] = THINKS
        return mind
    if blows > 0:
        st[m, KIND] = FIGHTS
        return blows + extra
    return extra


@kernel
def choose_mind(w, m, kind, side, player):
    """Choose whom a model would attack with psyke; return what that is worth. Modified in place: AIM."""
    st = w.st
    mind = int64(0)
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side:
            continue
        for e in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
                if in_mind(w, m, t):
                    gain = seen_by(w, e, blow(w, w.mind, w.mind_kills, kind, t, player), player) + 1
                    gain -= blow(w, w.mind, w.mind_kills, i, m, player) * player[W_DANGER] // 100
                    if gain > mind:
                        mind = gain
                        st[m, AIM] = t
    return mind


@kernel
def worth_of_fights(w, m, player):
    """Return what a model expects of fighting those whom it touches, less what it fears of them.

    The most rewarding come first; a later fight counts as likely as it is that the model lives to see it, and one in
    which there is more to lose than to win counts nothing.
    """
    n = 0
    for i in range(w.g[G_CLOSE]):
        e = w.close[i]
        for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
            if fights(w, m, t):
                gain = max(swing(w, m, t, e, player), 0) + 1
                k = n
                while k > 0 and w.queue[3, k - 1] < gain:
                    w.queue[2, k], w.queue[3, k] = w.queue[2, k - 1], w.queue[3, k - 1]
                    k -= 1
                w.queue[2, k], w.queue[3, k] = t, gain
                n += 1
    if w.rules[R_ONE_COMBAT]:
        n = min(n, 1)
    kind = w.st[m, TYPE]
    worth, alive = int64(0), int64(1000)
    for k in range(n):
        worth += w.queue[3, k] * alive // 1000
        fall = w.bold_kills[w.st[w.queue[2, k], TYPE], kind, min(w.st[m, LEFT], MOST_LEFT)]
        alive = alive * (w.types[kind, T_RATING] * 1000 - fall) // max(w.types[kind, T_RATING] * 1000, 1)
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


@kernel
def expected(w, needs, faces, dice, wounds):
    """Return the thousandths of wounds that dice are expected to deal, at most `wounds`."""
    return int64(w.capped[needs, faces, min(dice, MOST_DICE), min(wounds, MOST_WOUNDS)])


@kernel
def pooled(w, e, needs, mean, player):
    """Return what dice that deal so many thousandths of wounds on average are worth, as dice that need one face."""
    one = max(expected(w, needs, w.types[w.units[e, U_TYPE], T_FACES], 1, MOST_WOUNDS), 1)
    return harm(w, e, needs, (mean + one // 2) // one, player)


@kernel
def load(w, m, e, dice):
    """Return the thousandths of wounds that dice of a model deal an enemy unit on average."""
    return dice * expected(w, w.shots[m, e, 1], w.types[w.units[e, U_TYPE], T_FACES], 1, MOST_WOUNDS)


@kernel
def allocate(w, u, side, firing):
    """Share a unit's fire among its targets; return what it is worth.

    Each warrior (or die) goes in turn where it adds most; then each is moved once more, if it adds more elsewhere. If
    all dice at one target are worth as much, they go there. Modified in place: shots[0], the dice of each model at each
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
        if total > most or only < 0:
            return total
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        plan[e, N_VALUE] = most if e == only else int64(0)
        for m in range(first, last):
            w.shots[m, e, 0] = power if e == only and st[m, KIND] == FIRES and w.shots[m, e, 1] else int64(0)
    return most


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
        if w.shots[m, e, 1]:
            value = pooled(w, e, w.shots[m, e, 1], plan[e, N_MEAN] + load(w, m, e, dice), player)
            if value - plan[e, N_VALUE] > best_more:
                best, best_more, best_value = e, value - plan[e, N_VALUE], value
    if best >= 0:
        w.shots[m, best, 0] += dice
        plan[best, N_MEAN] += load(w, m, best, dice)
        plan[best, N_VALUE] = best_value


@kernel
def aim_anew(w, m, dice, player):
    """Take dice of a model from each target in turn and aim them where they are worth most now."""
    plan = w.plan
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if w.shots[m, e, 0] == 0:
            continue
        w.shots[m, e, 0] -= dice
        plan[e, N_MEAN] -= load(w, m, e, dice)
        plan[e, N_VALUE] = pooled(w, e, w.shots[m, e, 1], plan[e, N_MEAN], player)
        aim_best(w, m, dice, player)


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


@kernel
def fight_all(w, m, side):
    """Fight the enemies in contact, the most rewarding first, while there is more to win than to lose (HVK-CC-02).

    Modified in place: AIM of the enemies.
    """
    st = w.st
    player = w.policy[side]
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        st[t, AIM] = 0
    while w.g[G_OVER] == 0 and st[m, LEFT] > 0:
        best, best_value = -1, int64(-1)
        for i in range(w.g[G_CLOSE]):
            e = w.close[i]
            for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
                if st[t, AIM] == 0 and fights(w, m, t):
                    value = swing(w, m, t, e, player)
                    if value > best_value:
                        best, best_value = t, value
        if best < 0:
            break
        st[best, AIM] = 1
        combat(w, m, best)
        if w.rules[R_ONE_COMBAT]:
            break
