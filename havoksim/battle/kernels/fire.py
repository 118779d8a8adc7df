"""Fire of a unit: who sees whom, the declaration, the dice, and who suffers (HVK-FIRE-*, HVK-WOUND-02)."""

from numpy import int64, uint64

from havoksim.battle.kernels.dicebox import begin, finish, put, throw, throw_wounds, write
from havoksim.battle.kernels.geometry import gap_up
from havoksim.battle.kernels.layout import (
    AT_R,
    AT_X,
    AT_Y,
    E_FIRE,
    E_VOLLEY,
    FAR,
    G_EVENTS,
    G_RANDOMS,
    G_SHORT,
    G_TURN,
    G_WIDEST,
    HIDDEN,
    KEY_ARMOUR,
    KEY_CASUALTY,
    KEY_FIRE,
    LEFT,
    N_MID_R,
    N_MID_X,
    N_MID_Y,
    N_TOUCHED,
    OFF,
    OWNER,
    PROTECT_NONE,
    PROTECT_UNIT,
    R_BANDS,
    R_CASUALTY,
    R_CLOSE_OPEN,
    R_CONTACT,
    R_COVER_NEAREST,
    R_EXPLODE,
    R_KEEP,
    R_MAX_RANGE,
    R_MODEL_SIGHT,
    R_TYPES,
    R_WAVES,
    RANDOM,
    T_FACES,
    T_FIGHTS,
    T_FIRST_MODEL,
    T_FIRST_UNIT,
    T_LAST_MODEL,
    T_LAST_UNIT,
    T_SIDE,
    T_STRENGTH,
    THE_LINE,
    TOUCH,
    U_FIRST,
    U_LAST,
    U_TYPE,
)
from havoksim.battle.kernels.terrain import sees, touching, watch_line
from havoksim.battle.kernels.wounds import clear_wrecks, wound
from havoksim.dice.kernels.stream import branch, word_at
from havoksim.foundation.jit import kernel


@kernel
def face_needed(w, distance, cover):
    """Return the lowest face that hits at a distance, 0 out of range (HVK-FIRE-04, -06)."""
    if distance > w.rules[R_MAX_RANGE]:
        return 0
    for i in range(w.rules[R_BANDS]):
        if distance <= w.bands[i, 0]:
            return w.bands[i, 2] if cover and not (i == 0 and w.rules[R_CLOSE_OPEN]) else w.bands[i, 1]
    return 0


@kernel
def nearer(a2, radii_a, b2, radii_b):
    """Say whether sqrt(a2) - radii_a < sqrt(b2) - radii_b, exactly."""
    if radii_a == radii_b:
        return a2 < b2
    k = radii_a - radii_b
    if k > 0:
        rest = a2 - b2 - k * k
        return rest < 0 or rest * rest < 4 * k * k * b2
    rest = b2 - a2 - k * k
    return rest > 0 and rest * rest > 4 * k * k * a2


@kernel
def mark_protected(w, u, side):
    """Note whom of those in mind contact with a side protects from its fire (HVK-FIRE-02). Modified: able[0], [3].

    Only a unit that has moved since `mark_touched` can have come into contact with those who were not then: u.
    """
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
            w.able[t, 0] = 0
            w.able[t, 3] = 0
        other = w.units[e, U_TYPE]
        if w.rules[R_CONTACT] == PROTECT_NONE or not w.types[other, T_FIGHTS]:
            continue
        if w.plan[e, N_TOUCHED]:
            for k in range(w.rules[R_TYPES]):
                if w.types[k, T_SIDE] == side and w.types[k, T_FIGHTS]:
                    for one in range(w.types[k, T_FIRST_UNIT], w.types[k, T_LAST_UNIT]):
                        if near_each_other(w, one, e):
                            protect_touched(w, one, e)
        elif w.types[w.units[u, U_TYPE], T_FIGHTS] and near_each_other(w, u, e):
            protect_touched(w, u, e)
        if w.rules[R_CONTACT] == PROTECT_UNIT:
            protect_whole(w, e)


@kernel
def mark_touched(w, side):
    """Note which of the enemy units in mind any unit of a side may touch. Modified in place: plan, N_TOUCHED."""
    for i in range(w.g[G_SHORT]):
        e = w.short[i]
        w.plan[e, N_TOUCHED] = 0
        for k in range(w.rules[R_TYPES]):
            if w.types[k, T_SIDE] == side and w.types[k, T_FIGHTS]:
                for u in range(w.types[k, T_FIRST_UNIT], w.types[k, T_LAST_UNIT]):
                    if near_each_other(w, u, e):
                        w.plan[e, N_TOUCHED] = 1


@kernel
def near_each_other(w, u, e):
    """Say whether the circles round two units let their models touch."""
    plan = w.plan
    dx, dy = plan[u, N_MID_X] - plan[e, N_MID_X], plan[u, N_MID_Y] - plan[e, N_MID_Y]
    far = plan[e, N_MID_R] + plan[u, N_MID_R] + w.g[G_WIDEST] + TOUCH
    return dx * dx + dy * dy <= far * far


@kernel
def protect_touched(w, u, e):
    """Protect the models of an enemy unit that a unit's models touch. Modified in place: able[3]."""
    st = w.st
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if st[t, AT_X] == OFF or st[t, HIDDEN] or w.able[t, 3]:
            continue
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if touching(st, m, t) and st[m, HIDDEN] == 0:
                w.able[t, 3] = 1
                break


@kernel
def protect_whole(w, e):
    """Protect a whole unit if one of its models is in contact. Modified in place: able[3]."""
    any_touched = 0
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        any_touched |= w.able[t, 3]
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        w.able[t, 3] = any_touched


@kernel
def models_of(w, side):
    """Return the first model of a side, and the one after its last."""
    first, last = int64(1 << 30), int64(0)
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] == side:
            first = min(first, w.types[i, T_FIRST_MODEL])
            last = max(last, w.types[i, T_LAST_MODEL])
    return first, last


@kernel
def can_be_hit(w, t):
    """Say whether anybody may fire at a model at all (HVK-FIRE-09 without sight and range)."""
    return w.st[t, LEFT] > 0 and w.able[t, 3] == 0 and w.st[t, HIDDEN] == 0 and w.st[t, AT_X] != OFF


@kernel
def distance2(st, a, b):
    """Return the square of the distance of two models' base centres, and the sum of the radii."""
    dx, dy = st[a, AT_X] - st[b, AT_X], st[a, AT_Y] - st[b, AT_Y]
    return dx * dx + dy * dy, st[a, AT_R] + st[b, AT_R]


@kernel
def in_range(w, d2, radii):
    """Say whether a distance, given by its square and both radii, is within the farthest at which fire can hit."""
    reach = w.rules[R_MAX_RANGE]
    return reach > FAR or d2 <= (reach + radii) * (reach + radii)


@kernel
def watch_between(w, u, e):
    """Mind the pieces that may come between two units; say whether there are none, so that nobody need look.

    All lines from one to the other lie within the larger of both circles' radii from the line between their middles.
    """
    plan = w.plan
    wide = max(plan[u, N_MID_R], plan[e, N_MID_R])
    watch_line(w, plan[u, N_MID_X], plan[u, N_MID_Y], plan[e, N_MID_X], plan[e, N_MID_Y], wide)
    return w.how_near[THE_LINE] == 0 and not w.rules[R_MODEL_SIGHT]


@kernel
def survey(w, m, u, clear, eye):
    """Look at an enemy unit along a model's barrel (HVK-FIRE-04, -08, -09); `clear`: there is no need to look.

    Return the face needed (0: no eligible model), the distance to the nearest eligible model, whether cover counts.
    Modified in place: able[0], the bit `eye` of each eligible model.
    """
    st = w.st
    eligible = 0
    covered = 0
    best2, best_radii, best_cover = int64(-1), int64(0), 0
    for t in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if not can_be_hit(w, t):
            continue
        d2, radii = distance2(st, m, t)
        if not in_range(w, d2, radii):
            continue
        seen = int64(1) if clear else sees(w, m, t)
        if seen == 0:
            continue
        eligible += 1
        w.able[t, 0] |= eye
        covered += int64(seen == 2)
        if best2 < 0 or nearer(d2, radii, best2, best_radii):
            best2, best_radii, best_cover = d2, radii, int64(seen == 2)
    if eligible == 0:
        return int64(0), int64(0), int64(0)
    cover = best_cover if w.rules[R_COVER_NEAREST] else int64(2 * covered >= eligible)
    distance = gap_up(best2, best_radii)
    return int64(face_needed(w, distance, cover)), int64(distance), int64(cover)


@kernel
def mark_eligible(w, u, target):
    """Note whom the declared fire of a unit at a target may hurt, and how near the firing are. Modified: able[0:3]."""
    st = w.st
    clear = watch_between(w, u, target)
    for t in range(w.units[target, U_FIRST], w.units[target, U_LAST]):
        w.able[t, 0] = 0
        if not can_be_hit(w, t):
            continue
        first = True
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if w.shots[m, target, 0] == 0:
                continue
            d2, radii = distance2(st, m, t)
            if first or nearer(d2, radii, w.able[t, 1], w.able[t, 2]):
                w.able[t, 1] = d2
                w.able[t, 2] = radii
            first = False
            if w.able[t, 0] == 0 and in_range(w, d2, radii) and (clear or sees(w, m, t)):
                w.able[t, 0] = 1


@kernel
def declare(w, u, targets):
    """Write the whole allocation before any die: targets in the order of resolution (HVK-FIRE-07, -10)."""
    at = begin(w, E_FIRE)
    put(w, u)
    put(w, targets)
    for p in range(targets):
        target = w.plan[p, 0]
        put(w, target)
        put(w, w.plan[p, 1])
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if w.shots[m, target, 0] > 0:
                put(w, m)
                put(w, w.shots[m, target, 2])
                put(w, w.shots[m, target, 3])
                put(w, w.shots[m, target, 1])
                put(w, w.shots[m, target, 0])
        count_at = w.g[G_EVENTS]
        put(w, 0)
        for t in range(w.units[target, U_FIRST], w.units[target, U_LAST]):
            if w.able[t, 0]:
                put(w, t)
        finish(w, count_at)
    finish(w, at)


@kernel
def resolve_fire(w, u, targets):
    """Fire what `shots` holds at the targets in plan[0], one after another (HVK-FIRE-10).

    plan[1] holds the number of firing models at each.
    """
    for p in range(targets):
        mark_eligible(w, u, w.plan[p, 0])
    if w.rules[R_KEEP]:
        declare(w, u, targets)
    hits_key = branch(branch(w.keys[KEY_FIRE], w.g[G_TURN]), w.unit_words[u])
    armour_key = branch(branch(w.keys[KEY_ARMOUR], w.g[G_TURN]), w.unit_words[u])
    casualty_key = branch(branch(w.keys[KEY_CASUALTY], w.g[G_TURN]), w.unit_words[u])
    for p in range(targets):
        volley(w, u, w.plan[p, 0], branch(hits_key, p), branch(armour_key, p), branch(casualty_key, p))
        clear_wrecks(w)


@kernel
def volley(w, u, target, hits_key, armour_key, casualty_key):
    """Roll a unit's declared dice at one target, then armour, then deal the wounds."""
    keep = w.rules[R_KEEP]
    at = int64(0)
    groups_at = int64(0)
    if keep:
        at = begin(w, E_VOLLEY)
        put(w, u)
        put(w, target)
        groups_at = w.g[G_EVENTS]
        put(w, 0)
    hits = 0
    rolled = 0
    groups = 0
    for needs in range(2, 7):
        dice = 0
        for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
            if w.shots[m, target, 1] == needs:
                dice += w.shots[m, target, 0]
        if dice == 0:
            continue
        groups += 1
        if keep:
            put(w, needs)
            put(w, dice)
        explodes_from = max(w.rules[R_EXPLODE], needs)
        more, _, thrown = throw(w, hits_key, rolled, dice, needs, explodes_from, w.rules[R_WAVES], 0)
        hits += more
        rolled += thrown
    if keep:
        write(w, groups_at, groups)
    if keep:
        put(w, hits)
    wounds = throw_wounds(w, armour_key, hits, w.types[w.units[target, U_TYPE], T_FACES])
    if keep:
        put(w, wounds)
        finish(w, at)
    w.g[G_RANDOMS] = 0
    by = w.units[u, U_TYPE]
    while wounds > 0:
        m = casualty(w, target, casualty_key)
        if m < 0:
            break
        now = min(wounds, w.st[m, LEFT])
        wound(w, m, now, by)
        wounds -= now


@kernel
def casualty(w, target, key):
    """Return the model of a unit that suffers next, or -1 if nobody is eligible (HVK-WOUND-02)."""
    st = w.st
    strength = w.types[w.units[target, U_TYPE], T_STRENGTH]
    order = w.rules[R_CASUALTY]
    best = -1
    unhurt = 0
    for m in range(w.units[target, U_FIRST], w.units[target, U_LAST]):
        if w.able[m, 0] == 0 or st[m, LEFT] == 0:
            continue
        unhurt += int64(st[m, LEFT] == strength)
        if best < 0 or st[m, LEFT] < st[best, LEFT]:
            best = m
        elif st[m, LEFT] == st[best, LEFT]:
            if order == OWNER and st[m, LEFT] == strength:  # the owner gives up those behind first
                better = nearer(w.able[best, 1], w.able[best, 2], w.able[m, 1], w.able[m, 2])
            else:
                better = nearer(w.able[m, 1], w.able[m, 2], w.able[best, 1], w.able[best, 2])
            if better:
                best = m
    if best >= 0 and order == RANDOM and st[best, LEFT] == strength:
        number = int64(word_at(branch(key, w.g[G_RANDOMS]), 0) % uint64(unhurt))
        w.g[G_RANDOMS] += 1
        for m in range(w.units[target, U_FIRST], w.units[target, U_LAST]):
            if w.able[m, 0] and st[m, LEFT] > 0:
                if number == 0:
                    return m
                number -= 1
    return best
