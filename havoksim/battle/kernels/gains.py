"""What an attack is worth to a player: the battle rating that it destroys on average, from exact tables.

Thousandths of battle rating. Only the dead count for the score; a wound that kills nobody yet counts as much as the
player's `wear` says, and nothing once nobody of his side can follow it up.
"""

from numpy import int64

from havoksim.battle.kernels.layout import (
    G_FOLLOWED,
    LEFT,
    MOST_DICE,
    MOST_LEFT,
    MOST_WOUNDS,
    N_HURT,
    N_LEAST,
    N_MODELS,
    N_PRICE,
    N_WORTH,
    T_FACES,
    T_RATING,
    T_STRENGTH,
    T_WOUND_WORTH,
    TYPE,
    U_TYPE,
    W_DANGER,
    W_FINISH,
    W_WEAR,
)
from havoksim.foundation.jit import kernel


@kernel
def harm(w, e, needs, dice, player):
    """Return what so many dice of one volley are worth against an enemy unit, as it is seen now.

    Wounds fall on the wounded first, so k models are dead when the wounds reach what is left of the first k.
    """
    other = w.units[e, U_TYPE]
    faces = w.types[other, T_FACES]
    if needs == 0 or faces == 0 or dice <= 0:
        return int64(0)
    dice = min(dice, MOST_DICE)
    strength, rating = w.types[other, T_STRENGTH], w.types[other, T_RATING]
    law = w.capped[needs, faces, dice]
    dead = int64(0)
    enough = w.plan[e, N_LEAST]
    for _ in range(w.plan[e, N_MODELS]):
        if enough > MOST_WOUNDS:
            break
        chance = law[enough] - law[enough - 1]
        if chance <= 2:
            break
        dead += chance
        enough += strength
    value = dead * rating
    if w.g[G_FOLLOWED] and player[W_WEAR]:
        most = min(w.plan[e, N_WORTH] // w.types[other, T_WOUND_WORTH], MOST_WOUNDS)
        spread = law[most] * rating // strength
        value += max(spread - value, 0) * player[W_WEAR] // 100
    return seen_by(w, e, value, player)


@kernel
def seen_by(w, e, value, player):
    """Return what a destroyed value of an enemy unit counts to a player who finishes and disarms."""
    if w.plan[e, N_HURT]:
        value += value * player[W_FINISH] // 400
    return value * w.plan[e, N_PRICE] // 100


@kernel
def blow(w, table, kills, kind, t, player):
    """Return what one attack of a type, hand to hand or by psyke, destroys on average of one model."""
    other = w.st[t, TYPE]
    left = w.st[t, LEFT]
    value = kills[kind, other, min(left, MOST_LEFT)] if left <= MOST_LEFT else int64(0)
    if w.g[G_FOLLOWED] and player[W_WEAR]:
        spread = min(table[kind, other], left * w.types[other, T_WOUND_WORTH])
        value += max(spread - value, 0) * player[W_WEAR] // 100
    return value


@kernel
def swing(w, m, t, e, player):
    """Return what a model gains by fighting another of unit e, less what he fears to lose by it."""
    kind, other = w.st[m, TYPE], w.st[t, TYPE]
    gain = seen_by(w, e, blow(w, w.bold, w.bold_kills, kind, t, player), player)
    loss = blow(w, w.bold, w.bold_kills, other, m, player)
    return gain - loss * player[W_DANGER] // 100
