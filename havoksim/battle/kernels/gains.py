"""What an attack is worth to a player: the battle rating that it destroys on average, from exact tables.

Thousandths of battle rating. Only the dead count for the score; a wound that kills nobody yet counts as much as the
player's `wear` says, and nothing once nobody of his side can follow it up.
"""

from numpy import int64

from havoksim.battle.kernels.layout import (
    G_FOLLOWED,
    G_SHORT,
    LEFT,
    MOST_DICE,
    MOST_LEFT,
    MOST_WOUNDS,
    N_HURT,
    N_LEAST,
    N_OPEN,
    N_PRICE,
    N_WOUNDS,
    T_FACES,
    T_RATING,
    T_STRENGTH,
    T_WOUND_WORTH,
    TYPE,
    U_TYPE,
    W_FINISH,
    W_WEAR,
)
from havoksim.foundation.jit import kernel


@kernel
def harm(w, e, needs, dice, player):
    """Return what so many dice of one volley are worth against those of an enemy unit who may be hurt.

    Wounds fall on the wounded first, so k models are dead when the wounds reach what is left of the first k; what those
    after the first have left is taken as shared evenly.
    """
    other = w.units[e, U_TYPE]
    faces = w.types[other, T_FACES]
    if needs == 0 or faces == 0 or dice <= 0:
        return int64(0)
    dice = min(dice, MOST_DICE)
    strength, rating = w.types[other, T_STRENGTH], w.types[other, T_RATING]
    dead = int64(0)
    least, models = w.plan[e, N_LEAST], w.plan[e, N_OPEN]
    step = int64(0) if models == 1 else ((w.plan[e, N_WOUNDS] - least) * 1000 + models - 2) // (models - 1)
    for k in range(models):
        enough = least + k * step // 1000
        if enough > MOST_WOUNDS:
            break
        chance = w.capped[needs, faces, dice, enough] - w.capped[needs, faces, dice, enough - 1]
        if chance <= 2:
            break
        dead += chance
    value = dead * rating
    wear = wear_of(w, player)
    if wear > 0:
        spread = w.capped[needs, faces, dice, min(w.plan[e, N_WOUNDS], MOST_WOUNDS)] * rating // strength
        value += max(spread - value, 0) * wear // 100
    return seen_by(w, e, value, player)


@kernel
def forget_glances(w):
    """Begin anew with what fire is worth. Modified in place: glances."""
    for i in range(w.g[G_SHORT]):
        for face in range(7):
            w.glances[i, face] = -1


@kernel
def glance(w, i, e, face, fire, player):
    """Return what a unit's dice are worth against the i-th enemy unit in mind, worked out once for each face.

    Modified in place: glances.
    """
    if w.glances[i, face] < 0:
        w.glances[i, face] = harm(w, e, face, fire, player)
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
