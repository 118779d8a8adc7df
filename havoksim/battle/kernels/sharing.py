"""How a few firers share their fire among the targets in the best of all ways (HVK-FIRE-07).

A share says how many chunks of dice (all of a warrior's, or one die) each firer gives; shares are numbered like numbers
whose digits are the firers. Target by target, the best for each share is the best way to divide it between this target
and those before.
"""

from numpy import int64

from havoksim.battle.kernels.gains import ANYBODY, count_lives, eye_of, harm_together
from havoksim.battle.kernels.layout import (
    FIRES,
    G_SHORT,
    KIND,
    LEFT,
    MOST_DICE,
    MOST_WOUNDS,
    N_FACE,
    N_MEAN,
    N_VALUE,
    T_FACES,
    U_FIRST,
    U_LAST,
    U_TYPE,
)
from havoksim.foundation.jit import kernel

#: Instead of a share: nobody can fire at the target.
NOBODY = -1


@kernel
def expected(w, needs, faces, dice, wounds):
    """Return the millionths of wounds that dice are expected to deal, at most `wounds`."""
    return int64(w.capped[needs, faces, min(dice, MOST_DICE), min(wounds, MOST_WOUNDS)])


@kernel
def load(w, m, e, dice):
    """Return the millionths of wounds that dice of a model deal an enemy unit on average."""
    return dice * expected(w, w.shots[m, e, 1], w.types[w.units[e, U_TYPE], T_FACES], 1, MOST_WOUNDS)


@kernel
def pack_dice(face, dice):
    """Write down dice that need a face, as `harm_together` reads them."""
    return dice << 7 * max(face - 2, 0)


@kernel
def share_best(w, u, firing, power, chunk, player):
    """Share the fire of a few firers in the best way; return what it is worth.

    Modified in place: shares, parts, dice, queue[0]; shots[0], N_MEAN, N_FACE, N_VALUE.
    """
    shares = w.shares
    n = number_shares(w, u, firing, power // chunk)
    latest = -1
    for i in range(w.g[G_SHORT]):
        if weigh_shares(w, u, i, firing, chunk, n, player):
            shares[2, i, 0] = 0
            latest = i
        else:
            shares[2, i, 0] = NOBODY
    before = -1
    for i in range(latest + 1):
        if shares[2, i, 0] != NOBODY:
            for s in range(n - 1 if i == latest else 0, n):  # at the last of the targets all that is left is fired
                divide(w, i, before, firing, s)
            before = i
    return aim_shares(w, latest, firing, chunk, n - 1)


@kernel
def number_shares(w, u, firing, chunks):
    """Write down who fires, and how many chunks each of them gives in each share; return how many shares there are.

    Modified in place: queue[0], parts.
    """
    k = 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if w.st[m, KIND] == FIRES and w.st[m, LEFT] > 0:
            w.queue[0, k], w.parts[k, 0] = m, 0
            k += 1
    n = (chunks + 1) ** firing
    for s in range(1, n):
        for k in range(firing):
            w.parts[k, s] = w.parts[k, s - 1]
        k = 0
        while w.parts[k, s] == chunks:
            w.parts[k, s] = 0
            k += 1
        w.parts[k, s] += 1
    return n


@kernel
def weigh_shares(w, u, i, firing, chunk, n, player):
    """Weigh every share against the i-th enemy unit in mind, -1 for those who cannot fire at it.

    Return whether anybody can. Modified in place: shares[0], dice.
    """
    e = w.short[i]
    all_eyes = int64(0)
    for k in range(firing):
        if w.shots[w.queue[0, k], e, 1]:
            all_eyes |= eye_of(w, u, w.queue[0, k])
    if all_eyes == 0:
        return False
    alike = see_alike(w, e, all_eyes)
    everybody = count_for(w, i, all_eyes)
    w.shares[0, i, 0] = 0
    for s in range(1, n):
        able = arm(w, u, e, s, firing, chunk)
        if alike:
            w.dice[1, s] = all_eyes
        known = known_share(w, i, s)
        if not able:
            w.shares[0, i, s] = -1
        elif known:
            w.shares[0, i, s] = w.shares[0, i, known]
        else:
            if not alike:
                count_lives(w, i, w.dice[1, s])
            w.shares[0, i, s] = harm_together(w, i, w.dice[0, s], player)
    if not alike or not everybody:
        count_lives(w, i, ANYBODY)
    return True


@kernel
def see_alike(w, e, eyes):
    """Say whether all who fire at an enemy unit may hurt the same of its models."""
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if w.able[t, 0] & eyes and w.able[t, 0] & eyes != eyes:
            return False
    return True


@kernel
def count_for(w, i, eyes):
    """Count only those of the i-th in mind whom some who fire may hurt; say whether nobody else was counted.

    Modified in place: lives, open; plan, N_WOUNDS.
    """
    e = w.short[i]
    for t in range(w.units[e, U_FIRST], w.units[e, U_LAST]):
        if w.able[t, 0] and w.able[t, 0] & eyes == 0:
            count_lives(w, i, eyes)
            return False
    return True


@kernel
def arm(w, u, e, s, firing, chunk):
    """Write down the dice of a share by the faces that they need, and whose eyes they have; say whether all may fire.

    Modified in place: dice.
    """
    dice, eyes, able = int64(0), int64(0), True
    for k in range(firing):
        m = w.queue[0, k]
        if w.parts[k, s]:
            able &= w.shots[m, e, 1] > 0
            dice += pack_dice(w.shots[m, e, 1], min(w.parts[k, s] * chunk, MOST_DICE))
            eyes |= eye_of(w, u, m)
    w.dice[0, s], w.dice[1, s] = dice, eyes
    return able


@kernel
def known_share(w, i, s):
    """Return an earlier share of as many dice of the same faces, since one firer is often as good as another; or 0."""
    for t in range(1, s):
        if w.dice[0, t] == w.dice[0, s] and w.dice[1, t] == w.dice[1, s] and w.shares[0, i, t] >= 0:
            return t
    return 0


@kernel
def divide(w, i, before, firing, s):
    """Divide a share in the best way between a target and those before it. Modified in place: shares[1], [2]."""
    shares = w.shares
    if before < 0:
        shares[1, i, s], shares[2, i, s] = shares[0, i, s], s
        return
    best, whose = int64(-1), int64(0)
    for t in range(s + 1):
        rest = shares[1, before, s - t]
        if rest >= 0 and shares[0, i, t] >= 0 and rest + shares[0, i, t] > best and is_part(w, t, s, firing):
            best, whose = rest + shares[0, i, t], int64(t)
    shares[1, i, s], shares[2, i, s] = best, whose


@kernel
def is_part(w, t, s, firing):
    """Say whether a share takes from nobody more than another."""
    for k in range(firing):
        if w.parts[k, t] > w.parts[k, s]:
            return False
    return True


@kernel
def aim_shares(w, latest, firing, chunk, left):
    """Aim the dice as they have been divided; return what they are worth.

    Modified in place: shots[0], N_MEAN, N_FACE, N_VALUE.
    """
    plan, shares = w.plan, w.shares
    worth = max(shares[1, latest, left], 0) if latest >= 0 else int64(0)
    for i in range(latest, -1, -1):
        if shares[2, i, 0] == NOBODY:
            continue
        e = w.short[i]
        share = shares[2, i, left]
        left -= share
        plan[e, N_VALUE] = shares[0, i, share]
        for k in range(firing):
            m = w.queue[0, k]
            dice = w.parts[k, share] * chunk
            w.shots[m, e, 0] = dice
            if dice:
                plan[e, N_MEAN] += load(w, m, e, dice)
                plan[e, N_FACE] = w.shots[m, e, 1]
    return worth
