"""The battle from the first piece of terrain to the score, and blocks of battles (HVK-TURN-05)."""

from numpy import int64

from havoksim.battle.kernels.attacks import attack_unit
from havoksim.battle.kernels.blows import forget
from havoksim.battle.kernels.deploy import choose_edges, deploy_all
from havoksim.battle.kernels.dicebox import begin, event, finish, pick, put, roll_off
from havoksim.battle.kernels.eyes import forget_sketch
from havoksim.battle.kernels.judging import choose_place
from havoksim.battle.kernels.layout import (
    BY_ROLL_OFF,
    BY_SIDES,
    CARRIED,
    E_ACTIVATE,
    E_END,
    E_TURN,
    E_UNIT,
    G_ALIVE_A,
    G_ALIVE_B,
    G_BATTLE,
    G_FAILED,
    G_FIRST,
    G_FOLLOWED,
    G_LOST_A,
    G_LOST_B,
    G_MINDFUL,
    G_OVER,
    G_PLANNED,
    G_SURGED,
    G_TURN,
    G_WIDEST,
    G_WORTH_A,
    GLOBALS,
    KEY_TERRAIN,
    KEYS,
    LEFT,
    NO_MOVE,
    PLACE,
    R_ACTIVATION,
    R_ALL_MOVE,
    R_BONUS_TURN,
    R_KEEP,
    R_MARGIN,
    R_MODELS,
    R_TIGHT,
    R_TURNS,
    R_TYPES,
    STANDING,
    STATE_FIELDS,
    T_CAPACITY,
    T_FIRST_MODEL,
    T_FIRST_UNIT,
    T_LAST_MODEL,
    T_LAST_UNIT,
    T_MOVE,
    T_RADIUS,
    T_RATING,
    T_SIDE,
    T_SPLITS,
    U_FIRST,
    U_LAST,
    U_TYPE,
    USED,
    W_RANDOM,
)
from havoksim.battle.kernels.moves import board, move_again, move_unit, room_in
from havoksim.battle.kernels.orders import available, choose_type, nearest_gap, surges
from havoksim.battle.kernels.scenery import set_table
from havoksim.battle.kernels.terrain import surround_units, watch_all
from havoksim.dice.kernels.stream import branch
from havoksim.foundation.jit import kernel, kernel_part

#: Columns of a block's results.
(WINNER, DESTROYED_A, DESTROYED_B, TURNS, WIPED_OUT, STATUS, ALIVE_A, ALIVE_B, RESULTS) = range(9)
#: An enemy farther away than this lets a unit board a transport.
SAFE = 2400


@kernel
def reset(w, battle):
    """Bring the world to the start of a battle."""
    st = w.st
    for m in range(w.rules[R_MODELS]):
        for i in range(STATE_FIELDS):
            st[m, i] = w.fixed[m, i]
    for i in range(w.rules[R_TYPES]):
        w.lost[i] = 0
        for m in range(w.rules[R_MODELS]):
            w.dealt[i, m] = 0
        for j in range(w.rules[R_TYPES]):
            w.kills[i, j] = 0
    forget(w)
    forget_sketch(w)
    for i in range(GLOBALS):
        w.g[i] = 0
    w.g[G_BATTLE] = battle
    w.g[G_FIRST] = battle % 2
    for i in range(w.rules[R_TYPES]):
        count = w.types[i, T_LAST_MODEL] - w.types[i, T_FIRST_MODEL]
        w.tstate[i, 0] = 0
        w.tstate[i, 1] = count
        w.tstate[i, 2] = 0
        w.tstate[i, 3] = 0
        w.g[G_ALIVE_A + w.types[i, T_SIDE]] += count
        w.g[G_WORTH_A + w.types[i, T_SIDE]] += count * w.types[i, T_RATING]
    for i in range(w.rules[R_TYPES]):
        w.g[G_WIDEST] = max(w.g[G_WIDEST], 2 * w.types[i, T_RADIUS])
    for i in range(KEYS):
        w.keys[i] = branch(w.roots[i], battle // 2 if i == KEY_TERRAIN else battle)


@kernel_part
def prepare(w, battle):
    """Set table and forces up; with too little room for easy deployment, again and closer together."""
    tight = w.rules[R_TIGHT]
    for again in range(2):
        reset(w, battle)
        set_table(w)
        watch_all(w)
        choose_edges(w)
        deploy_all(w)
        if w.g[G_FAILED] == 0 or tight:
            break
        if again == 0:
            w.rules[R_TIGHT] = 1
    w.rules[R_TIGHT] = tight


@kernel_part
def activate(w, kind):
    """Activate a type: every unit moves and attacks, as the ruleset orders it (HVK-TURN-04, -06)."""
    side = w.types[kind, T_SIDE]
    w.tstate[kind, 0] = 1
    if not w.rules[R_BONUS_TURN]:
        forget(w)
    for m in range(w.types[kind, T_FIRST_MODEL], w.types[kind, T_LAST_MODEL]):
        w.st[m, USED] = 0
    surge = surges(w, kind, side)
    w.tstate[kind, 3] = surge
    if surge:
        w.g[G_SURGED] |= int64(1) << kind
    event(w, E_ACTIVATE, side, kind, surge, 0)
    w.g[G_MINDFUL], w.g[G_PLANNED] = 0, 0
    surround_units(w, 0)
    surround_units(w, 1)
    first, last = w.types[kind, T_FIRST_UNIT], w.types[kind, T_LAST_UNIT]
    if w.rules[R_ALL_MOVE]:
        for u in range(first, last):
            begin_unit(w, u, 1)
            move(w, u, True, 1)
        for u in range(first, last):
            if w.g[G_OVER] == 0:
                begin_unit(w, u, 2)
                attack_and_split(w, u, kind)
    else:
        for u in range(first, last):
            if w.g[G_OVER] == 0:
                begin_unit(w, u, 0)
                move(w, u, True, 1)
                attack_and_split(w, u, kind)
    w.tstate[kind, 3] = 0


@kernel
def begin_unit(w, u, part):
    """Note whether anybody can follow up what a unit does; write to the events that it begins, if anybody lives."""
    kind = w.units[u, U_TYPE]
    more = (
        w.g[G_TURN] < w.rules[R_TURNS] or available(w, w.types[kind, T_SIDE]) > 0 or u + 1 < w.types[kind, T_LAST_UNIT]
    )
    w.g[G_FOLLOWED] = int64(more)
    if alive(w, u):
        event(w, E_UNIT, u, part, 0, 0)


@kernel
def alive(w, u):
    """Return how many models of a unit live."""
    n = 0
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        n += int64(w.st[m, LEFT] > 0)
    return n


@kernel_part
def attack_and_split(w, u, kind):
    """Attack, and then move on, if the type may split its move (HVK-LIST-06)."""
    attack_unit(w, u)
    if w.g[G_OVER] == 0 and w.types[kind, T_SPLITS]:
        move(w, u, False, 2)


@kernel_part
def move(w, u, attack, part):
    """Choose a unit's anchor and move it there; a charge that does not get through becomes the next best choice."""
    side = w.types[w.units[u, U_TYPE], T_SIDE]
    if part == 1 and try_board(w, u, side):
        return
    best = choose_place(w, u, attack)
    if best <= 0:
        return
    if w.g[G_PLANNED] == u + 1:
        move_again(w, u, part)
    else:
        move_unit(w, u, w.choices[best, 0], w.choices[best, 1], w.choices[best, 2], part)


@kernel
def try_board(w, u, side):
    """Let a unit board a transport that is faster, near and has room, while the enemy is far; say whether it has."""
    st = w.st
    kind = w.units[u, U_TYPE]
    lead = -1
    for m in range(w.units[u, U_FIRST], w.units[u, U_LAST]):
        if st[m, LEFT] > 0:
            if st[m, PLACE] == CARRIED:
                return False
            if lead < 0:
                lead = m
    if lead < 0 or w.policy[side, NO_MOVE]:
        return False
    for i in range(w.rules[R_TYPES]):
        if w.types[i, T_SIDE] != side or w.types[i, T_CAPACITY] == 0 or not w.takes[i, kind] or w.tstate[i, 1] == 0:
            continue
        if w.types[i, T_MOVE] <= w.types[kind, T_MOVE]:
            continue
        if nearest_gap(w, lead) < SAFE:
            return False
        for t in range(w.types[i, T_FIRST_UNIT], w.types[i, T_LAST_UNIT]):
            v = w.units[t, U_FIRST]
            if st[v, PLACE] == STANDING and room_in(w, u, v):
                if w.policy[side, W_RANDOM] and pick(w, 2):
                    continue
                if board(w, u, v):
                    return True
    return False


@kernel_part
def play_turn(w):
    """Play a battle turn: combat rounds until nobody is left to activate (HVK-TURN-02, -03)."""
    for i in range(w.rules[R_TYPES]):
        w.tstate[i, 0] = 0
    if w.rules[R_BONUS_TURN]:
        forget(w)
    event(w, E_TURN, w.g[G_TURN], 0, 0, 0)
    ordinal = 0
    side = -1
    while w.g[G_OVER] == 0:
        a, b = available(w, 0), available(w, 1)
        if a == 0 and b == 0:
            break
        if a > 0 and b > 0:
            if w.rules[R_ACTIVATION] == BY_ROLL_OFF or side < 0:
                side = roll_off(w, 3, ordinal)
                ordinal += 1
            elif w.rules[R_ACTIVATION] != BY_SIDES:
                side = 1 - side
        else:
            side = 0 if a > 0 else 1
        activate(w, choose_type(w, side))


@kernel_part
def play(w, battle, out, row):
    """Play one battle. Modified in place: the world, its events, and out[row]."""
    prepare(w, battle)
    if w.g[G_FAILED] == 0:
        for turn in range(1, w.rules[R_TURNS] + 1):
            w.g[G_TURN] = turn
            play_turn(w)
            if w.g[G_OVER] or w.g[G_FAILED]:
                break
    score_a, score_b = w.g[G_LOST_B], w.g[G_LOST_A]
    winner = 0
    if abs(score_a - score_b) > w.rules[R_MARGIN]:
        winner = 1 if score_a > score_b else 2
    out[row, WINNER] = winner
    out[row, DESTROYED_A] = score_a
    out[row, DESTROYED_B] = score_b
    out[row, TURNS] = w.g[G_TURN]
    out[row, WIPED_OUT] = w.g[G_OVER]
    out[row, STATUS] = w.g[G_FAILED]
    out[row, ALIVE_A] = w.g[G_ALIVE_A]
    out[row, ALIVE_B] = w.g[G_ALIVE_B]
    if w.rules[R_KEEP]:
        at = begin(w, E_END)
        for i in range(5):
            put(w, out[row, i])
        finish(w, at)


@kernel
def play_many(worlds, first, n, out, lost, kills):
    """Play battles first..first+n-1. Modified in place: out (n, RESULTS), lost (n, types), kills (n, types, types)."""
    w = worlds[0]
    for i in range(n):
        play(w, first + i, out, i)
        for k in range(w.rules[R_TYPES]):
            lost[i, k] = w.lost[k]
            for j in range(w.rules[R_TYPES]):
                kills[i, k, j] = w.kills[k, j]
