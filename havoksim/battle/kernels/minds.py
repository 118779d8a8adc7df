"""Whom those of a unit attack with psyke who do so one after another (HVK-PSY-01, HVK-TURN-06).

Each chooses when his step comes, and knows then what the others have left of the enemy. So what they are worth is
worked out from behind: for every state that the few best targets may be in, what the last one makes of it, then the one
before him, who reckons with the last. A state is a number whose digits are what each target has left. Chances are
millionths, worths are thousandths of battle rating.
"""

from numpy import int64

from havoksim.battle.kernels.fates import exactly, fate_of, gain_of, look_ahead, loss_of
from havoksim.battle.kernels.fire import distance2, models_of
from havoksim.battle.kernels.gains import WHOLE, seen_by, wear_of
from havoksim.battle.kernels.geometry import gap_up
from havoksim.battle.kernels.layout import (
    AIM,
    AT_X,
    G_LINE,
    KIND,
    LEFT,
    MAY,
    MOST_LEFT,
    MOST_MINDED,
    MOST_STATES,
    MOST_THINKERS,
    OFF,
    R_PSYKE_EXTRA,
    R_PSYKE_RANGE,
    R_STRIKES_BACK,
    RANK,
    THINKS,
    TYPE,
    UNIT,
    W_RANDOM,
)
from havoksim.foundation.jit import kernel


@kernel
def in_mind(w, m, t):
    """Say whether a model may attack another with psyke: within range, sight or not (HVK-PSY-01)."""
    st = w.st
    if st[t, LEFT] == 0 or st[t, AT_X] == OFF:
        return False
    d2, radii = distance2(st, m, t)
    return gap_up(d2, radii) <= w.rules[R_PSYKE_RANGE]


@kernel
def anybody_in_mind(w, m, side):
    """Say whether there is an enemy whom a model may attack with psyke."""
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        if in_mind(w, m, t):
            return True
    return False


@kernel
def thinks(w, m):
    """Say whether a model makes a psyke attack: in place of another, or in addition if the ruleset says so."""
    return w.st[m, LEFT] > 0 and (
        w.st[m, KIND] == THINKS or (w.rules[R_PSYKE_EXTRA] == 1 and w.st[m, MAY] >> THINKS & 1 == 1)
    )


@kernel
def worth_of_minds(w, side):
    """Return what those of a unit who think are expected to destroy, less what they fear.

    Modified in place: the fates of the enemy.
    """
    value, n = int64(0), 0
    for i in range(w.g[G_LINE]):
        if thinks(w, w.line[i]):
            w.queue[1, n] = w.line[i]
            n += 1
            if n == MOST_THINKERS:
                value += think_through(w, n, side)
                n = 0
    return value + think_through(w, n, side)


@kernel
def choose_mind(w, m, side):
    """Choose whom a model attacks with psyke, if there is more to win than to lose; those after him are reckoned with.

    A random player shrinks from nothing. Return what the model is worth. Modified in place: AIM.
    """
    st = w.st
    if w.policy[side, W_RANDOM]:
        return choose_any_mind(w, m, side)
    w.queue[1, 0] = m
    n = 1
    for i in range(st[m, RANK] + 1, w.g[G_LINE]):
        if n < MOST_THINKERS and thinks(w, w.line[i]):
            w.queue[1, n] = w.line[i]
            n += 1
    st[m, AIM] = -1
    think_through(w, n, side)
    if w.minds[0, 0] < 0:  # there is nobody in reach
        return int64(0)
    whom = w.whom[0, w.said[0]]
    if whom >= 0:
        st[m, AIM] = w.minds[0, whom]
    return w.said[1]


@kernel
def choose_any_mind(w, m, side):
    """Let a random player attack whomever most comes of it; return that. Modified in place: AIM."""
    st = w.st
    best = int64(-1)
    first, last = models_of(w, 1 - side)
    st[m, AIM] = -1
    for t in range(first, last):
        if in_mind(w, m, t):
            gain = seen_by(w, st[t, UNIT], kill_of(w, m, t), w.policy[side])
            if gain > best:
                best, st[m, AIM] = gain, t
    return max(best, 0)


@kernel
def kill_of(w, m, t):
    """Return what a psyke attack of a model destroys of another on average, as far as he may be dead by then."""
    fate = fate_of(w, t)
    value = int64(0)
    for left in range(1, min(w.st[t, LEFT], MOST_LEFT) + 1):
        value += fate[left] * w.mind_kills[w.st[m, TYPE], w.st[t, TYPE], left] // 1000
    return value // 1000


@kernel
def feared(w, m, t, side):
    """Return what a model fears to lose by a psyke attack on another, who may strike back (HVK-PSY-02)."""
    return loss_of(w, w.mind_kills, t, m, w.policy[side]) if w.rules[R_STRIKES_BACK] else int64(0)


@kernel
def choose_targets(w, n, side):
    """Find the enemies of whom thinkers may destroy most; return in how many states these can be. Modified: minds.

    minds[0]: the targets, -1 for none; minds[1]: what a digit of each is worth in the number of a state.
    """
    minds, player = w.minds, w.policy[side]
    for i in range(MOST_MINDED):
        minds[0, i], minds[2, i] = -1, 0
    first, last = models_of(w, 1 - side)
    for t in range(first, last):
        seen = False
        for k in range(n):
            seen |= in_mind(w, w.queue[1, k], t)
        if not seen:
            continue
        gain = seen_by(w, w.st[t, UNIT], kill_of(w, w.queue[1, 0], t), player) + 1
        i = MOST_MINDED
        while i > 0 and minds[2, i - 1] < gain:
            i -= 1
            if i + 1 < MOST_MINDED:
                minds[0, i + 1], minds[2, i + 1] = minds[0, i], minds[2, i]
        if i < MOST_MINDED:
            minds[0, i], minds[2, i] = t, gain
    states = int64(1)
    for i in range(MOST_MINDED):
        t = minds[0, i]
        if t >= 0:
            digits = min(w.st[t, LEFT], MOST_LEFT) + 1
            if states * digits > MOST_STATES:
                minds[0, i] = -1
                continue
            minds[1, i] = states
            states *= digits
    return states


@kernel
def number_states(w, states):
    """Work out what each target has left in each state, and how likely the state is after the unit's fire.

    Modified in place: left_in, odds.
    """
    odds = w.odds
    for s in range(states):
        odds[s] = WHOLE
    for i in range(MOST_MINDED):
        t = w.minds[0, i]
        if t < 0:
            continue
        fate = fate_of(w, t)
        most, place = min(w.st[t, LEFT], MOST_LEFT), w.minds[1, i]
        left, same = int64(0), int64(0)
        for s in range(states):
            w.left_in[i, s] = left
            odds[s] = odds[s] * fate[left] // WHOLE
            same += 1
            if same == place:
                same = int64(0)
                left = left + 1 if left < most else int64(0)


@kernel
def weigh_targets(w, n, side):
    """Note what one attack does to each target, and what those who fight afterwards make of him. Modified: struck."""
    st, struck = w.st, w.struck
    player = w.policy[side]
    kind = st[w.queue[1, 0], TYPE]
    wear = wear_of(w, player)
    for i in range(MOST_MINDED):
        t = w.minds[0, i]
        if t < 0:
            continue
        look_ahead(w, -1, t, 0, player)
        for left in range(min(st[t, LEFT], MOST_LEFT) + 1):
            gain = gain_of(w, w.mind, w.mind_kills, kind, t, left, wear) if left else int64(0)
            struck[0, i, left] = seen_by(w, st[t, UNIT], gain, player)
            struck[1, i, left] = exactly(w, w.mind_kills, kind, st[t, TYPE], int64(left))
            struck[2, i, left] = w.ahead[0, left]


@kernel
def think_through(w, n, side):
    """Work out what some of a unit, in queue[1], are worth who think one after another; return it.

    Modified in place: whom, each one's choice by state; outlook; the fates of the targets; `said`: the number of the
    state in which the targets are now, and what the first is worth.
    """
    w.minds[0, 0] = -1
    if n == 0:
        return int64(0)
    states = choose_targets(w, n, side)
    if w.minds[0, 0] < 0:
        return int64(0)
    weigh_targets(w, n, side)
    number_states(w, states)
    for s in range(states):
        w.outlook[n, s] = 0
        for i in range(MOST_MINDED):
            if w.minds[0, i] >= 0:
                w.outlook[n, s] += w.struck[2, i, w.left_in[i, s]]
    for k in range(n - 1, -1, -1):
        for i in range(MOST_MINDED):
            t = w.minds[0, i]
            w.minds[2, i] = -1
            if t >= 0 and in_mind(w, w.queue[1, k], t):
                w.minds[2, i] = feared(w, w.queue[1, k], t, side)
        for s in range(states):
            if k > 0 or w.odds[s] > 0:
                choose_in_state(w, k, s)
    return follow_minds(w, n, states, side)


@kernel
def choose_in_state(w, k, s):
    """Let the k-th thinker choose his target in a state. Modified in place: whom, outlook."""
    best, whom = w.outlook[k + 1, s], int64(-1)
    for i in range(MOST_MINDED):
        if w.minds[0, i] < 0 or w.minds[2, i] < 0:
            continue
        left = w.left_in[i, s]
        if left == 0:
            continue
        value = int64(0)
        dead = int64(WHOLE)
        for j in range(left):
            chance = w.struck[1, i, j]
            value += chance * w.outlook[k + 1, s - j * w.minds[1, i]]
            dead -= chance
        value += dead * w.outlook[k + 1, s - left * w.minds[1, i]]
        value = value // WHOLE + w.struck[0, i, left] - w.minds[2, i]
        if value > best:
            best, whom = value, int64(i)
    w.outlook[k, s], w.whom[k, s] = best, whom


@kernel
def follow_minds(w, n, states, side):
    """Follow the thinkers' choices from what the unit's fire leaves; return what they are worth. Modified: fates."""
    odds = w.odds
    now = int64(0)
    for i in range(MOST_MINDED):
        if w.minds[0, i] >= 0:
            now += min(w.st[w.minds[0, i], LEFT], MOST_LEFT) * w.minds[1, i]
    total = int64(0)
    for k in range(n):
        worth = int64(0)
        for s in range(states):  # attacks lead to lower numbers, which have been dealt with
            if odds[s] == 0 or w.whom[k, s] < 0:
                continue
            i = w.whom[k, s]
            m, t = w.queue[1, k], w.minds[0, i]
            left = w.left_in[i, s]
            worth += odds[s] * (w.struck[0, i, left] - feared(w, m, t, side)) // 1000
            rest = odds[s]
            for j in range(1, left):
                moved = odds[s] * w.struck[1, i, j] // WHOLE
                odds[s - j * w.minds[1, i]] += moved
                rest -= moved
            none = odds[s] * w.struck[1, i, 0] // WHOLE
            odds[s - left * w.minds[1, i]] += rest - none
            odds[s] = none
        total += worth // 1000
        if k == 0:
            w.said[0], w.said[1] = now, worth // 1000
    for i in range(MOST_MINDED):
        if w.minds[0, i] >= 0:
            fate = fate_of(w, w.minds[0, i])
            for left in range(MOST_LEFT + 1):
                fate[left] = 0
            for s in range(states):
                if odds[s] > 0:
                    fate[w.left_in[i, s]] += odds[s]
    return total
