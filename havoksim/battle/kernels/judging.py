"""What a place is worth to a player, and where a unit goes.

All worths are thousandths of battle rating; a weight of 100 takes a term at its worth.
"""

from math import sqrt

from numpy import int64

from havoksim.battle.kernels.choices import STOPS, list_choices
from havoksim.battle.kernels.dicebox import pick
from havoksim.battle.kernels.eyes import measure_to, regard, replies, room_in_mind
from havoksim.battle.kernels.fire import face_needed
from havoksim.battle.kernels.gains import forget_glances, glance, seen_by
from havoksim.battle.kernels.layout import (
    ALL_ROUND,
    AT_R,
    AT_X,
    AT_Y,
    FAR,
    FAR2,
    G_CAREFUL,
    G_CLOSE,
    G_DAMAGE,
    G_LOST_A,
    G_MINDFUL,
    G_PLANNED,
    G_SHORT,
    G_TARGETS,
    G_TURN,
    G_WORTH_A,
    HIDDEN,
    K_COVER,
    LEFT,
    LENGTH,
    N_GAP,
    N_MODEL,
    N_MODELS,
    N_OTHERS,
    N_RADIUS,
    N_SUM,
    N_WORTH,
    N_X,
    N_Y,
    NO_FIRE,
    NO_MELEE,
    NO_PSYKE,
    P_KIND,
    P_PLACED,
    POINTS,
    PROTECT_NONE,
    R_CONTACT,
    R_KEEP,
    R_ON_TABLE,
    R_PSYKE_RANGE,
    R_TURNS,
    RADIUS,
    T_ATTACKS,
    T_FIGHTS,
    T_FIRE,
    T_MOVE,
    T_RATING,
    T_SIDE,
    T_SPLITS,
    TOUCH,
    U_FIRST,
    U_LAST,
    U_TYPE,
    USED,
    W_ADVANCE,
    W_CHARGE,
    W_CLOSE,
    W_COVER,
    W_DAMAGE,
    W_DANGER,
    W_LEAD,
    W_PROTECT,
    W_RANDOM,
    W_REACH,
    W_SHARE,
    W_TRIES,
)
from havoksim.battle.kernels.moves import allowance, move_unit, take_back
from havoksim.battle.kernels.plans import plan_attack, touches_any
from havoksim.battle.kernels.terrain import look, stands_in, surround_moved, touching
from havoksim.foundation.jit import kernel

#: Danger counts at most so many times over to a player who is ahead, in hundredths.
MOST_CAREFUL = 400


@kernel
def in_cover(w, x, y):
    """Say whether a point is in terrain that gives cover."""
    for p in range(w.rules[R_ON_TABLE]):
        if w.pieces[p, P_PLACED] and w.kinds[w.pieces[p, P_KIND], K_COVER] and stands_in(w, p, x, y):
            return 1
    return 0


@kernel
def mostly_in_cover(w, u):
    """Say whether at least half of a unit's models stand in terrain that gives cover."""
    st = w.st
    models, covered = 0, 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            models += 1
            covered += in_cover(w, st[m, AT_X], st[m, AT_Y])
    return int64(2 * covered >= models)


@kernel
def nearest_in_sight(w, u, e):
    """Return how near an enemy unit is to the nearest model of a unit that could fire at it, FAR if there is none."""
    nearest = int64(FAR)
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if w.st[m, LEFT] > 0 and w.shots[m, e, 1]:
            nearest = min(nearest, w.shots[m, e, 2])
    return nearest


@kernel
def carefulness(w, side, player):
    """Return how much danger counts, in hundredths: more to who is ahead, the more the later; less to who is behind."""
    ahead = (w.g[G_LOST_A + 1 - side] - w.g[G_LOST_A + side]) * 100 // max(w.g[G_WORTH_A + side], 1)
    factor = 100 + player[W_LEAD] * ahead * w.g[G_TURN] // (10 * w.rules[R_TURNS])
    return player[W_DANGER] * min(max(factor, 0), MOST_CAREFUL) // 100


@kernel
def blow_value(w, u, kind, e, models, budget):
    """Return what so many models of a unit destroy of an enemy unit hand to hand, and what they lose by it."""
    other = w.units[e, U_TYPE]
    if not w.types[kind, T_FIGHTS] or not w.types[other, T_FIGHTS]:
        return int64(0), int64(0)
    st = w.st
    able = int64(0)
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            dx, dy = st[m, AT_X] - w.plan[e, N_X], st[m, AT_Y] - w.plan[e, N_Y]
            reach = budget + st[m, RADIUS] + w.plan[e, N_RADIUS]
            able += int64(dx * dx + dy * dy <= reach * reach)
    pairs = min(able, 3 * w.plan[e, N_MODELS])
    gain = seen_by(w, e, min(pairs * w.bold[0, kind, other], w.plan[e, N_WORTH]), w.policy[w.types[kind, T_SIDE]])
    return gain, pairs * w.bold[0, other, kind]


@kernel
def in_contact(w, u):
    """Return how many models of a unit touch an enemy whom they may fight, of those near enough to be asked."""
    touched = int64(0)
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        for i in range(w.g[G_CLOSE]):
            if touches_any(w, m, w.close[i]):
                touched += 1
                break
    return touched


@kernel
def reply(w, e, kind, models, gap, open_to_fire, covered, seen):
    """Return what an enemy unit's reply destroys on average of a unit that stands so far from it.

    `open_to_fire`: how many of a thousand of its models may be fired at (HVK-FIRE-02, HVK-LIST-09).
    """
    types = w.types
    other = w.units[e, U_TYPE]
    after = max(gap - types[other, T_MOVE], 0)
    threat = int64(0)
    if types[other, T_FIRE] > 0 and open_to_fire > 0:
        face = face_needed(w, after, covered or (seen == 2 and after == gap))
        threat = w.worth[kind, face] * types[other, T_FIRE] * w.plan[e, N_MODELS]
        if open_to_fire < 1000:
            threat = threat * open_to_fire // 1000
    if after <= TOUCH and types[other, T_FIGHTS] and types[kind, T_FIGHTS]:
        threat = max(threat, w.bold[0, other, kind] * min(w.plan[e, N_MODELS], 3 * models))
    if seen == 0 and gap > TOUCH:
        threat = threat // 3
    if types[other, T_ATTACKS] and after <= w.rules[R_PSYKE_RANGE]:
        threat = max(threat, w.mind[other, kind] * w.plan[e, N_MODELS])
    return threat


@kernel
def judge(w, u, leader, nearest, x, y, target, models, attack, known, covered, touching_models):
    """Return what a place is worth to the player: the weighted sum of the terms of his policy.

    `known`: what the attack from there is worth, if it has been tried; -1 to guess it from the first model's place.
    `covered`: whether most of the unit is in cover there; `touching_models`: how many of it touch enemies.
    """
    plan, types = w.plan, w.types
    kind = w.units[u, U_TYPE]
    side = types[kind, T_SIDE]
    player = w.policy[side]
    own = w.st[leader, AT_R]
    whole = models * types[kind, T_RATING] * 1000
    here = w.st[leader, AT_X] == x and w.st[leader, AT_Y] == y
    open_to_fire = int64(0 if here and w.st[leader, HIDDEN] else 1000)
    if touching_models > 0 and w.rules[R_CONTACT] != PROTECT_NONE:
        open_to_fire = open_to_fire * (models - touching_models) // models
    guess = attack and known < 0
    best, second, danger, loss = int64(0), int64(0), int64(0), int64(0)
    spare = int64(0)  # share of the best attack that would be too much, in thousandths
    closest = int64(FAR2)
    fire = types[kind, T_FIRE] * models
    budget = allowance(w, leader)
    away = int64(0)  # how far he can still go after the attack
    if attack and types[kind, T_SPLITS]:
        dx, dy = w.st[leader, AT_X] - x, w.st[leader, AT_Y] - y
        away = max(budget - int64(sqrt(dx * dx + dy * dy)), 0)
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        if i >= room_in_mind(w) - 1 and e != nearest and plan[e, N_MODEL] != target:
            continue
        other = w.units[e, U_TYPE]
        dx, dy = plan[e, N_X] - x, plan[e, N_Y] - y
        gap = max(int64(sqrt(dx * dx + dy * dy)) + 1 - own - plan[e, N_RADIUS], 0)
        charged = target >= 0 and plan[e, N_MODEL] == target
        if charged:
            gap = int64(0)
        closest = min(closest, gap)
        still = replies(w, e)
        seen = 1
        near = gap - types[other, T_MOVE] <= w.bands[STOPS - 1, 0]  # farther away sight makes little difference
        if near and ((types[other, T_FIRE] > 0 and still) or (guess and fire > 0)):
            seen = look(w, ALL_ROUND, x, y, plan[e, N_X], plan[e, N_Y])
        if known >= 0 and models > 1 and fire > 0:  # the others may be nearer, or in sight where the first is not
            nearer = nearest_in_sight(w, u, e)
            if nearer < FAR:
                seen = max(seen, 1)
                gap = min(gap, nearer)
        if guess:
            gain = int64(0)
            if fire > 0 and seen and gap > TOUCH and not player[NO_FIRE]:
                face = face_needed(w, gap, seen == 2)
                gain = glance(w, i, face, fire, player)
                if gain > best:
                    mean = w.worth[other, face] * fire
                    spare = max(1000 - plan[e, N_WORTH] * 1000 // max(mean, 1), 0)
            if types[kind, T_ATTACKS] and gap <= w.rules[R_PSYKE_RANGE] and not player[NO_PSYKE]:
                gain = max(gain, seen_by(w, e, min(w.mind[kind, other] * models, plan[e, N_WORTH]), player))
            if gap <= TOUCH and (charged or target < 0) and not player[NO_MELEE]:
                won, lost = blow_value(w, u, kind, e, models, budget)
                gain = max(gain, won)
                loss += lost
            if gain > best:
                best, second = gain, best
            else:
                second = max(second, gain)
        if still:
            threat = min(reply(w, e, kind, models, gap + away, open_to_fire, covered, seen), whole)
            danger += (threat * threat // max(threat + plan[e, N_OTHERS], 1) * still) >> 1
    damage = best + second * spare // 1000 if guess else max(known, 0)
    danger = min(danger, whole)
    w.g[G_DAMAGE] = player[W_DAMAGE] * damage
    score = w.g[G_DAMAGE] - player[W_DANGER] * loss - w.g[G_CAREFUL] * danger
    score -= player[W_PROTECT] * (danger * min(types[kind, T_RATING], 100) // 100)
    if target >= 0:
        score += player[W_CHARGE] * (damage // 2)
        w.g[G_DAMAGE] += player[W_CHARGE] * (damage // 2)
    if w.g[G_TURN] < w.rules[R_TURNS]:  # after the last turn no place is better than another
        was = max(plan[nearest, N_GAP] - own, 0)
        score += player[W_ADVANCE] * ((was - closest) * whole // 4800)
        score += player[W_COVER] * (covered * whole // 8)
        score -= player[W_CLOSE] * (abs(closest - player[W_REACH]) * whole // 4800)
    return score


@kernel
def try_place(w, u, leader, nearest, choice, models):
    """Try a candidate on the table: move, see what attack there is, and take the move back; return what it is worth."""
    st = w.st
    first, last = w.units[u, U_FIRST], w.units[u, U_LAST]
    x, y, target = w.choices[choice, 0], w.choices[choice, 1], w.choices[choice, 2]
    if choice > 0:
        keep = w.rules[R_KEEP]
        w.rules[R_KEEP] = 0
        move_unit(w, u, x, y, target, 1)
        w.rules[R_KEEP] = keep
    known, w.g[G_TARGETS] = plan_attack(w, u)
    x, y = st[leader, AT_X], st[leader, AT_Y]
    if target >= 0 and not touching(st, leader, target):  # he does not get there
        target = int64(-1)
    covered, touched = mostly_in_cover(w, u), in_contact(w, u)
    if choice > 0:
        for m in range(first, last):
            if st[m, LEFT] > 0:
                if st[m, POINTS] > 0:
                    st[m, USED] -= st[m, LENGTH]
                take_back(w, m)
        surround_moved(w, u)
    return judge(w, u, leader, nearest, x, y, target, models, True, known, covered, touched)


@kernel
def stays_best(w, n, best):
    """Say whether a candidate would be the best even if no attack came of it, so that there is no need to try."""
    for i in range(n):
        if i != best and w.choices[i, 3] > w.choices[best, 3] - w.choices[best, 5]:
            return False
    return True


@kernel
def choose_place(w, u, attack):
    """Choose where a unit goes; return the number of the candidate, -1 if there is nothing to choose.

    All candidates are judged at a glance, and the best of them tried on the table: at most as many as the player's
    `tries`, until one is worth what the next promises. Who has tries for all of them tries all.
    """
    st = w.st
    kind = w.units[u, U_TYPE]
    side = w.types[kind, T_SIDE]
    first = -1
    models = 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            models += 1
            if first < 0:
                first = m
    if first < 0:
        return -1
    nearest = regard(w, kind, models, st[first, AT_X], st[first, AT_Y])
    if nearest < 0:
        return -1
    w.plan[u, N_MODELS] = models
    leader = first
    best2 = int64(-1)
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            dx, dy = (st[m, AT_X] - w.plan[nearest, N_X], st[m, AT_Y] - w.plan[nearest, N_Y])
            if best2 < 0 or dx * dx + dy * dy < best2:
                leader, best2 = m, dx * dx + dy * dy
    for i in range(w.g[G_SHORT]):
        if leader != first:
            measure_to(w, w.short[i], st[leader, AT_X], st[leader, AT_Y])
        e = w.short[i]
        w.plan[e, N_OTHERS] = 0
        if w.policy[side, W_SHARE]:
            w.plan[e, N_OTHERS] = max(w.plan[e, N_SUM] - w.menaces[e, u], 0) * w.policy[side, W_SHARE] // 100
    w.g[G_MINDFUL] = u + 1
    w.g[G_CAREFUL] = carefulness(w, side, w.policy[side])
    forget_glances(w)
    n = list_choices(w, u, leader, nearest, allowance(w, leader), attack)
    if w.policy[side, W_RANDOM]:
        return pick(w, n)
    best = 0
    for i in range(n):
        x, y, target = w.choices[i, 0], w.choices[i, 1], w.choices[i, 2]
        w.choices[i, 3] = judge(
            w, u, leader, nearest, x, y, target, models, attack, int64(-1), in_cover(w, x, y), int64(target >= 0)
        )
        w.choices[i, 4], w.choices[i, 5] = 0, w.g[G_DAMAGE]
        if w.choices[i, 3] > w.choices[best, 3]:
            best = i
    tries = min(n, w.policy[side, W_TRIES]) if attack else int64(0)
    if tries < 2 or (tries < n and stays_best(w, n, best)):
        return best
    chosen, latest, most = best, best, int64(0)
    for number in range(tries):
        best = -1
        for i in range(n):
            if w.choices[i, 4] == 0 and (best < 0 or w.choices[i, 3] > w.choices[best, 3]):
                best = i
        if number > 0 and tries < n and w.choices[best, 3] <= most:  # what is left promises less than has been found
            break
        w.choices[best, 4] = 1
        latest = best
        worth = try_place(w, u, leader, nearest, best, models)
        if number == 0 or worth > most or (worth == most and best < chosen):
            chosen, most = best, worth
    w.g[G_PLANNED] = u + 1 if chosen == latest else 0  # what was planned last is what will be done
    return chosen
