"""Duels by fire and with psyke, fought to the end die by die."""

import numpy as np
from numpy import int64

from havoksim.combat.kernels.exchange import roll_exchange
from havoksim.dice.kernels.rolls import roll_pool, roll_wounds
from havoksim.dice.kernels.stream import branch, die_at
from havoksim.foundation.codes import Order, Winner
from havoksim.foundation.jit import kernel

DRAW = int(Winner.DRAW)
A = int(Winner.A)
B = int(Winner.B)
UNDECIDED = int(Winner.UNDECIDED)
LIMIT = int(Winner.LIMIT)
ROLL_OFF = int(Order.ROLL_OFF)
SIMULTANEOUS = int(Order.SIMULTANEOUS)


@kernel
def first_side(key):
    """Return who wins a roll-off: each side rolls a die, ties again (HVK-TURN-02)."""
    j = 0
    while die_at(key, j) == die_at(key, j + 1):
        j += 2
    return 0 if die_at(key, j) > die_at(key, j + 1) else 1


@kernel
def winner_of(left_a, left_b):
    """Return who has won when so much strength is left on each side, or -1 if both stand."""
    if left_a > 0 and left_b > 0:
        return -1
    if left_a > 0:
        return A
    return B if left_b > 0 else DRAW


@kernel
def write_end(out, at, winner, turns, left, strength):
    """Write how a duel ended: winner, turns, models left of a and b, strength left of a and b."""
    out[0, at] = winner
    out[1, at] = turns
    for side in range(2):
        models = 0
        total = 0
        for u in range(left.shape[1]):
            models += (left[side, u] + strength[side] - 1) // strength[side]
            total += left[side, u]
        out[2 + side, at] = models
        out[4 + side, at] = total


@kernel
def fill_sides(left, models, strength):
    """Give every unit its whole strength; return the strength of both sides. Modified in place: left."""
    total_a = 0
    total_b = 0
    for u in range(left.shape[1]):
        left[0, u] = models[0, u] * strength[0]
        left[1, u] = models[1, u] * strength[1]
        total_a += left[0, u]
        total_b += left[1, u]
    return total_a, total_b


@kernel
def fire_of_side(side, hits_key, armour_key, firing, target, strength, dice, die, faces):
    """Let each living unit of a side fire in turn at the first living unit of the other; return the strength lost.

    `firing` (2, units) says who stands as the side fires, `target` (2, units) who is hurt; they differ if both sides
    fire at once. Modified in place: target[1 - side].
    """
    other = 1 - side
    dealt = 0
    aim = 0
    for u in range(firing.shape[1]):
        models = (firing[side, u] + strength[side] - 1) // strength[side]
        if models == 0:
            continue
        while aim < target.shape[1] and target[other, aim] == 0:
            aim += 1
        if aim == target.shape[1]:
            break
        shots, _ = roll_pool(branch(hits_key, u), models * dice[side], die[side, 0], die[side, 1], die[side, 2], 0)
        wounds = min(roll_wounds(branch(armour_key, u), shots, faces[other]), target[other, aim])
        target[other, aim] -= wounds
        dealt += wounds
    return dealt


@kernel
def fire_duels(
    roll_off_base,
    hits_base,
    armour_base,
    first,
    n,
    models,
    strength,
    dice,
    die,
    faces,
    order,
    most_turns,
    at_most,
    out,
    at,
):
    """Fight fire duels first..first+n-1. Modified in place: out[:, at : at + n], see `write_end`.

    Parameters
    ----------
    roll_off_base, hits_base, armour_base : uint64
        Keys of (seed, purpose). Unit u of side s fires in turn t of duel i from branch (i, t, s, u), t from 1.
    models : (2, units) int64
        Models of each unit, in the order in which they fire and suffer; 0 fills the shorter side.
    strength, dice, faces : (2,) int64
        Strength of a model, dice that it fires, and faces of the armour die that wound it.
    die : (2, 3) int64
        What a side's dice do: lowest face that hits, lowest that gives an extra die, most extra dice.
    order : int
        Who fires first in a turn (`havoksim.foundation.codes.Order`).
    most_turns : int
        Limit of turns; -1 for none.
    at_most : int
        Turns after which a duel without limit is given up as undecided.
    """
    left = np.empty(models.shape, np.int64)
    stood = np.empty(models.shape, np.int64)
    for i in range(n):
        left_a, left_b = fill_sides(left, models, strength)
        duel = first + i
        turn = 0
        winner = winner_of(left_a, left_b)
        while winner < 0:
            if turn in (most_turns, at_most):
                winner = LIMIT if turn == most_turns else UNDECIDED
                break
            turn += 1
            hits_turn = branch(branch(hits_base, duel), turn)
            armour_turn = branch(branch(armour_base, duel), turn)
            side = first_side(branch(branch(roll_off_base, duel), turn)) if order == ROLL_OFF else 0
            for half in range(2):
                if half == 0 or order != SIMULTANEOUS:
                    for u in range(left.shape[1]):
                        stood[0, u] = left[0, u]
                        stood[1, u] = left[1, u]
                dealt = fire_of_side(
                    side, branch(hits_turn, side), branch(armour_turn, side), stood, left, strength, dice, die, faces
                )
                left_a -= dealt * side
                left_b -= dealt * (1 - side)
                side = 1 - side
            winner = winner_of(left_a, left_b)
        write_end(out, at + i, winner, turn, left, strength)


@kernel
def psyke_duels(
    roll_off_base,
    hits_base,
    armour_base,
    first,
    n,
    models,
    strength,
    dice,
    attacks,
    die,
    faces,
    strikes_back,
    order,
    most_turns,
    at_most,
    out,
    at,
):
    """Fight psyke duels first..first+n-1: each attacker attacks the first living enemy. Modified in place: out.

    Parameters as for `fire_duels`; every model is a unit of its own, and

    attacks : (2,) bool
        Whether the models of a side may start psyke attacks.
    die : (4,) int64
        The die of both: lowest face that hits, lowest that gives an extra die, most extra dice, face that blocks.
    strikes_back : bool
        Whether the net hits of the one attacked hurt the attacker.
    """
    left = np.empty(models.shape, np.int64)
    lost = np.empty(2, np.int64)
    for i in range(n):
        left_a, left_b = fill_sides(left, models, strength)
        duel = first + i
        turn = 0
        winner = winner_of(left_a, left_b)
        while winner < 0:
            if turn in (most_turns, at_most):
                winner = LIMIT if turn == most_turns else UNDECIDED
                break
            turn += 1
            hits_turn = branch(branch(hits_base, duel), turn)
            armour_turn = branch(branch(armour_base, duel), turn)
            side = first_side(branch(branch(roll_off_base, duel), turn)) if order == ROLL_OFF else 0
            for _ in range(2):
                other = 1 - side
                aim = 0
                for u in range(left.shape[1]):
                    if not attacks[side] or left[side, u] == 0:
                        continue
                    while aim < left.shape[1] and left[other, aim] == 0:
                        aim += 1
                    if aim == left.shape[1]:
                        break
                    hits_key = branch(branch(hits_turn, side), u)
                    armour_key = branch(branch(armour_turn, side), u)
                    faces_a = faces[0] if side == 1 or strikes_back else int64(0)
                    faces_b = faces[1] if side == 0 or strikes_back else int64(0)
                    on_a, on_b = roll_exchange(hits_key, armour_key, dice[0], dice[1], die, faces_a, faces_b)
                    lost[0] = on_a
                    lost[1] = on_b
                    own = min(lost[side], left[side, u])
                    theirs = min(lost[other], left[other, aim])
                    left[side, u] -= own
                    left[other, aim] -= theirs
                    left_a -= own if side == 0 else theirs
                    left_b -= theirs if side == 0 else own
                side = other
            winner = winner_of(left_a, left_b)
        write_end(out, at + i, winner, turn, left, strength)
