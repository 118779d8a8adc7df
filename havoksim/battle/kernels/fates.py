"""What becomes of those whom a unit attacks one after another: the law of the strength that each has left.

A player plans with it: what the first attack leaves is what the second one meets. Chances are millionths, worths are
thousandths of battle rating.
"""

from numpy import int64

from havoksim.battle.kernels.blows import others
from havoksim.battle.kernels.fire import models_of
from havoksim.battle.kernels.gains import WHOLE, seen_by, wear_of
from havoksim.battle.kernels.layout import (
    FIGHTS,
    FOUGHT,
    G_LINE,
    G_PAIRS,
    G_SHORT,
    KIND,
    LEFT,
    LIFE,
    MOST_DICE,
    MOST_LEFT,
    MOST_LESS,
    MOST_WOUNDS,
    N_FACE,
    N_MEAN,
    R_FLAT,
    RANK,
    T_FACES,
    T_RATING,
    T_STRENGTH,
    T_WOUND_WORTH,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    UNIT,
    W_DANGER,
)
from havoksim.battle.kernels.terrain import fights
from havoksim.foundation.jit import kernel


@kernel
def forget_plans(w, u, side):
    """Take all enemies of a side, and the models of its unit, for what they are now.

    Modified in place: LIFE, FOUGHT.
    """
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        w.st[t, LIFE], w.st[t, FOUGHT] = 0, 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        w.st[m, LIFE], w.st[m, FOUGHT] = 0, 0


@kernel
def cease_fire(w):
    """Plan with no more fire. Modified in place: N_MEAN of those in mind."""
    for i in range(w.g[G_SHORT]):
        w.plan[w.short[i], N_MEAN] = 0


@kernel
def fate_of(w, t):
    """Return the law of what a model has left: what the unit's fire leaves of it, if nobody else has been counted yet.

    Modified in place: fate, LIFE.
    """
    st, fate = w.st, w.fate[t]
    if st[t, LIFE]:
        return fate
    st[t, LIFE] = 1
    left = st[t, LEFT]
    for k in range(MOST_LEFT + 1):
        fate[k] = 0
    fate[min(left, MOST_LEFT)] = WHOLE
    e = st[t, UNIT]
    if left > MOST_LEFT or w.able[t, 0] == 0 or not under_fire(w, e):
        return fate
    before = int64(0)  # what must die first
    for k in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if w.able[k, 0] and (st[k, LEFT] < left or (st[k, LEFT] == left and k < t)):
            before += st[k, LEFT]
    for k in range(1, left + 1):
        chance = wounded(w, e, before + k)
        if k < left:
            chance -= wounded(w, e, before + k + 1)
        fate[left - k] += chance
        fate[left] -= chance
    return fate


@kernel
def under_fire(w, e):
    """Say whether the plan is to fire at an enemy unit."""
    for i in range(w.g[G_SHORT]):
        if w.short[i] == e:
            return w.plan[e, N_MEAN] > 0
    return False


@kernel
def wounded(w, e, wounds):
    """Return the chance that the planned fire deals an enemy unit so many wounds or more."""
    if wounds > MOST_WOUNDS:
        return int64(0)
    faces, needs = w.types[w.units[e, U_TYPE], T_FACES], w.plan[e, N_FACE]
    one = max(w.capped[needs, faces, 1, MOST_WOUNDS], 1)
    dice, rest = w.plan[e, N_MEAN] // one, w.plan[e, N_MEAN] % one
    law = w.capped[needs, faces, min(dice, MOST_DICE)]
    chance = law[wounds] - law[wounds - 1]
    if rest > 0:
        law = w.capped[needs, faces, min(dice + 1, MOST_DICE)]
        chance += (law[wounds] - law[wounds - 1] - chance) * rest // one
    return chance


@kernel
def gain_of(w, table, kills, kind, t, left, wear):
    """Return what one attack of a type destroys on average of a model that has so much strength left."""
    other = w.st[t, TYPE]
    value = kills[kind, other, left]
    if wear > 0:
        spread = min(table[kind, other], left * w.types[other, T_WOUND_WORTH])
        value += max(spread - value, 0) * wear // 100
    return value


@kernel
def exactly(w, kills, kind, other, wounds):
    """Return the chance that one attack of a type deals exactly so many wounds, fewer than kill."""
    whole = w.types[other, T_RATING]
    above = kills[kind, other, wounds + 1] if wounds < w.types[other, T_STRENGTH] else int64(0)
    at_least = kills[kind, other, wounds] if wounds > 0 else 1000 * whole
    return (at_least - above) * 1000 // whole


@kernel
def look_ahead(w, place, t, before, player):
    """Work out what those of a unit who fight after `place` in its line make of an enemy, by what he has left.

    Each fights him if there is more to win than to lose. `before`: opponents that he has had by then. Return whether
    there is anybody. Modified in place: ahead[0].
    """
    ahead = w.ahead
    for k in range(MOST_LEFT + 1):
        ahead[0, k] = 0
    anybody = False
    for i in range(place + 1, w.g[G_LINE]):
        before += int64(fights_later(w, w.line[i], t))
    for i in range(w.g[G_LINE] - 1, place, -1):
        k = w.line[i]
        if fights_later(w, k, t):
            before -= 1
            count_ahead(w, k, t, shrunk(w, k, t, before), player, not anybody)
            anybody = True
    return anybody


@kernel
def fights_later(w, k, t):
    """Say whether one of a unit is to fight an enemy when his turn comes."""
    return w.st[k, LEFT] > 0 and w.st[k, KIND] == FIGHTS and fights(w, k, t)


@kernel
def shrunk(w, m, t, before):
    """Return by how many dice the bonus of the stronger of two will have shrunk when they fight (HVK-CC-05).

    Counted are the opponents that he has had in this period, those planned, and `before` that the plan says of t.
    """
    mine, theirs = w.types[w.st[m, TYPE], T_STRENGTH], w.types[w.st[t, TYPE], T_STRENGTH]
    if mine == theirs:
        return int64(0)
    if w.g[G_PAIRS] == 0 and not w.rules[R_FLAT]:
        had = int64(0)
    elif mine > theirs:
        had = others(w, m, t, True, w.st[m, TYPE])
    else:
        had = others(w, t, m, False, w.st[m, TYPE])
    if not w.rules[R_FLAT]:
        had += w.st[m, FOUGHT] if mine > theirs else w.st[t, FOUGHT] + before
    return min(had, MOST_LESS)


@kernel
def count_ahead(w, k, t, less, player, ends):
    """Count one more fight, before those that have been counted. Modified in place: ahead."""
    ahead, kills = w.ahead, w.bold_kills[less]
    kind, other = w.st[k, TYPE], w.st[t, TYPE]
    loss = loss_of(w, kills, t, k, player)
    wear = wear_of(w, player) if ends else int64(0)
    most = min(w.st[t, LEFT], MOST_LEFT)
    for left in range(1, most + 1):
        worth = seen_by(w, w.st[t, UNIT], gain_of(w, w.bold[less], kills, kind, t, left, wear), player) - loss
        for j in range(left):
            worth += exactly(w, kills, kind, other, j) * ahead[0, left - j] // WHOLE
        ahead[1, left] = max(worth, ahead[0, left])
    for left in range(1, most + 1):
        ahead[0, left] = ahead[1, left]


@kernel
def loss_of(w, kills, t, m, player):
    """Return what a model fears to lose by one attack on another."""
    left = w.st[m, LEFT]
    back = kills[w.st[t, TYPE], w.st[m, TYPE], left] if left <= MOST_LEFT else int64(0)
    return back * player[W_DANGER] // 100


@kernel
def fight_worth(w, m, t, less, player):
    """Return what a fight with an enemy is worth: now, and with what it opens to those of the unit who fight later.

    It is not begun with one of whom so much is left that there is more to lose than to win. `less`: how much the
    stronger one's bonus has shrunk. Modified in place: ahead[2], what the fight is worth by what he has left, and the
    results in `said`: now, with what it opens.
    """
    fate = fate_of(w, t)
    kind, other, kills = w.st[m, TYPE], w.st[t, TYPE], w.bold_kills[less]
    followed = look_ahead(w, w.st[m, RANK], t, 0, player)
    for left in range(MOST_LEFT + 1):
        w.ahead[3, left] = w.ahead[0, left]
    if followed and w.types[other, T_STRENGTH] > w.types[kind, T_STRENGTH] and not w.rules[R_FLAT]:
        look_ahead(w, w.st[m, RANK], t, 1, player)  # his bonus shrinks by this very fight
    wear = int64(0) if followed else wear_of(w, player)
    loss = loss_of(w, kills, t, m, player)
    now, whole = int64(0), int64(0)
    for left in range(1, min(w.st[t, LEFT], MOST_LEFT) + 1):
        if fate[left] == 0:
            w.ahead[2, left] = 0
            continue
        gain = seen_by(w, w.st[t, UNIT], gain_of(w, w.bold[less], kills, kind, t, left, wear), player) - loss
        later = int64(0)
        if followed:
            later -= w.ahead[3, left]
            for j in range(left):
                later += exactly(w, kills, kind, other, j) * w.ahead[0, left - j] // WHOLE
        w.ahead[2, left] = gain + later
        if gain + later >= 0:
            now += gain * fate[left] // 1000
            whole += (gain + later) * fate[left] // 1000
    w.said[0], w.said[1] = now // 1000, whole // 1000
    return whole // 1000


@kernel
def strike(w, less, m, t, alive):
    """Count a fight, begun with a chance of so many thousandths where it is worth while (ahead[2]). Modified: fate."""
    fate = fate_of(w, t)
    kind, other, kills = w.st[m, TYPE], w.st[t, TYPE], w.bold_kills[less]
    most = min(w.st[t, LEFT], MOST_LEFT)
    for left in range(1, most + 1):
        if fate[left] == 0 or w.ahead[2, left] < 0:
            continue
        struck = fate[left] * alive // 1000
        rest = struck
        for j in range(1, left):
            moved = struck * exactly(w, kills, kind, other, j) // WHOLE
            fate[left - j] += moved
            rest -= moved
        none = struck * exactly(w, kills, kind, other, int64(0)) // WHOLE
        fate[0] += rest - none
        fate[left] -= struck - none
