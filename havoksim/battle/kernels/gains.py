"""What an attack is worth to a player: the battle rating that it destroys on average, from exact tables.

Thousandths of battle rating. Only the dead count for the score; a wound that kills nobody yet counts as much as the
player's `wear` says, and nothing once nobody of his side can follow it up.
"""

from numpy import int64

from havoksim.battle.kernels.layout import (
    AT_X,
    G_FOLLOWED,
    G_SHORT,
    HIDDEN,
    LEFT,
    MOST_DICE,
    MOST_LEFT,
    MOST_WOUNDS,
    N_HURT,
    N_PRICE,
    N_WOUNDS,
    OFF,
    T_FACES,
    T_RATING,
    T_STRENGTH,
    T_WOUND_WORTH,
    TYPE,
    U_FIRST,
    U_LAST,
    U_TYPE,
    W_FINISH,
    W_WEAR,
)
from havoksim.foundation.jit import kernel

WHOLE = 1_000_000
#: Chance below which nobody counts on killing one model more, in millionths.
UNLIKELY = 1000
#: Models of a unit whose eyes are told apart, and the eyes of all.
MOST_EYES = 61
ANYBODY = (1 << MOST_EYES + 1) - 1


@kernel
def eye_of(w, u, m):
    """Return the bit of a model of a unit in `able[0]` of those whom it may hurt."""
    return int64(1) << min(m - w.units[u, U_FIRST], MOST_EYES)


@kernel
def count_lives(w, i, eyes):
    """List the wounds from which on one, two... models of the i-th enemy unit in mind are dead (HVK-WOUND-02).

    Wounds fall on the wounded first. Counted are those whom some of the firers with these `eyes` may hurt (able[0]); if
    there are no eyes, all that can be measured to. Modified in place: lives, open; plan, N_WOUNDS.
    """
    st = w.st
    e = w.short[i]
    strength = min(w.types[w.units[e, U_TYPE], T_STRENGTH], MOST_WOUNDS)
    for left in range(1, strength + 1):
        w.law[left] = 0
    wounds = int64(0)
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        counts = w.able[t, 0] & eyes if eyes else int64(st[t, AT_X] != OFF and st[t, HIDDEN] == 0)
        if counts:
            wounds += st[t, LEFT]
            if st[t, LEFT] <= strength:
                w.law[st[t, LEFT]] += 1
    n, enough = 0, int64(0)
    for left in range(1, strength + 1):
        for _ in range(w.law[left]):
            enough += left
            if enough > MOST_WOUNDS:
                break
            w.lives[i, n] = enough
            n += 1
    w.open[i] = n
    w.plan[e, N_WOUNDS] = wounds


@kernel
def harm(w, i, needs, dice, player):
    """Return what so many dice of one volley are worth against those of the i-th enemy unit who may be hurt."""
    e = w.short[i]
    faces = w.types[w.units[e, U_TYPE], T_FACES]
    if needs == 0 or faces == 0 or dice <= 0:
        return int64(0)
    dice = min(dice, MOST_DICE)
    dead = int64(0)
    for k in range(w.open[i]):
        enough = w.lives[i, k]
        chance = w.capped[needs, faces, dice, enough] - w.capped[needs, faces, dice, enough - 1]
        if chance < UNLIKELY:
            break
        dead += chance
    return worth_of(w, e, dead, w.capped[needs, faces, dice, min(w.plan[e, N_WOUNDS], MOST_WOUNDS)], player)


@kernel
def harm_together(w, i, dice, player):
    """Return what one volley of dice that need different faces is worth: seven bits of `dice` for each face from 2 on.

    Modified in place: law, how many wounds they deal.
    """
    e = w.short[i]
    faces = w.types[w.units[e, U_TYPE], T_FACES]
    one, rest = int64(2), dice
    while rest > 0 and rest & 127 == 0:
        one, rest = one + 1, rest >> 7
    if rest < 128:
        return harm(w, i, one, rest, player)
    law = w.law
    most = min(w.plan[e, N_WOUNDS], MOST_WOUNDS)
    for k in range(1, most):
        law[k] = 0
    law[0] = WHOLE
    for needs in range(2, 7):
        n = min(dice >> 7 * (needs - 2) & 127, MOST_DICE)
        if n == 0:
            continue
        for k in range(most - 1, -1, -1):
            chance = int64(0)
            for j in range(k + 1):
                chance += law[k - j] * exactly_wounds(w, needs, faces, n, j)
            law[k] = chance // WHOLE
    dead, mean, fewer, k = int64(0), int64(0), int64(0), 0
    for wounds in range(1, most + 1):
        fewer += law[wounds - 1]
        mean += WHOLE - fewer
        while k < w.open[i] and w.lives[i, k] == wounds:
            dead += WHOLE - fewer
            k += 1
    return worth_of(w, e, dead, mean, player)


@kernel
def exactly_wounds(w, needs, faces, dice, wounds):
    """Return the chance that dice deal exactly so many wounds, fewer than the most of the table."""
    law = w.capped
    or_more = WHOLE if wounds == 0 else law[needs, faces, dice, wounds] - law[needs, faces, dice, wounds - 1]
    return or_more - (law[needs, faces, dice, wounds + 1] - law[needs, faces, dice, wounds])


@kernel
def worth_of(w, e, dead, wounds, player):
    """Return what millionths of dead models and of wounds of an enemy unit are worth to a player."""
    other = w.units[e, U_TYPE]
    rating = w.types[other, T_RATING]
    value = dead * rating // 1000
    wear = wear_of(w, player)
    if wear > 0:
        spread = wounds * w.types[other, T_WOUND_WORTH] // WHOLE
        value += max(spread - value, 0) * wear // 100
    return seen_by(w, e, value, player)


@kernel
def forget_glances(w):
    """Begin anew with what fire is worth. Modified in place: glances."""
    for i in range(w.g[G_SHORT]):
        for face in range(7):
            w.glances[i, face] = -1


@kernel
def glance(w, i, face, fire, player):
    """Return what a unit's dice are worth against the i-th enemy unit in mind, worked out once for each face.

    Modified in place: glances.
    """
    if w.glances[i, face] < 0:
        w.glances[i, face] = harm(w, i, face, fire, player)
    return w.glances[i, face]


@kernel
def seen_by(w, e, value, player):
    """Return what a destroyed value of an enemy unit counts to a player who finishes and disarms."""
    if w.plan[e, N_HURT]:
        value += value * player[W_FINISH] // 400
    return value * w.plan[e, N_PRICE] // 100


@kernel
def wear_of(w, player):
    """Return how much a wound counts that kills nobody yet, in hundredths: nothing if nobody can follow it up."""
    return player[W_WEAR] if w.g[G_FOLLOWED] else int64(0)


@kernel
def blow(w, table, kills, kind, t, wear):
    """Return what one attack of a type, hand to hand or by psyke, destroys on average of one model."""
    other = w.st[t, TYPE]
    left = w.st[t, LEFT]
    value = kills[kind, other, left] if left <= MOST_LEFT else int64(0)
    if wear > 0:
        spread = min(table[kind, other], left * w.types[other, T_WOUND_WORTH])
        value += max(spread - value, 0) * wear // 100
    return value
