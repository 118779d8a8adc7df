"""Hand-to-hand fights between many models, fought to the end die by die."""

import numpy as np
from numpy import int64

from havoksim.combat.kernels.duel import LIMIT, ROLL_OFF, UNDECIDED, fill_sides, first_side, winner_of, write_end
from havoksim.combat.kernels.exchange import roll_exchange
from havoksim.dice.kernels.rolls import roll_wounds
from havoksim.dice.kernels.stream import branch
from havoksim.foundation.jit import kernel

#: Places in an address for the models of a side.
MODELS = 1 << 20


@kernel
def form_pairs(left, rank, place):
    """Number the living of each side in their order; return how many they are.

    The models of the larger side (ties: a) stand spread as evenly as possible round those of the smaller: number r of
    the larger touches number r mod m of the m of the smaller, as long as its base fits (see `touch`).
    Modified in place: rank (2, models), the model of each number, and place (2, models), the number of each model.
    """
    living_a = 0
    living_b = 0
    for m in range(left.shape[1]):
        if left[0, m] > 0:
            rank[0, living_a] = m
            place[0, m] = living_a
            living_a += 1
        if left[1, m] > 0:
            rank[1, living_b] = m
            place[1, m] = living_b
            living_b += 1
    return living_a, living_b


@kernel
def touch(a, b, living_a, living_b, slots):
    """Say whether number a of side a and number b of side b were paired; slots: how many enemies fit round a model."""
    if living_a >= living_b:
        return a % living_b == b and a < living_b * slots[1]
    return b % living_a == a and b < living_a * slots[0]


@kernel
def explode(blast_key, left, place, living_a, living_b, slots, exploding, explodes, faces, blast_hits, lost):
    """Let destroyed vehicles explode, wave after wave (HVK-VEH-01, -02).

    Parameters
    ----------
    blast_key : uint64
        Model m of side s rolls against wave w from branch (w, s * MODELS + m).
    place, living_a, living_b, slots
        Who touches whom, see `touch`.
    exploding : (2, models) bool
        Who explodes in the first wave; all False again at the end.
    explodes : (2,) bool
        Whether the models of a side explode.
    lost : (2,) int64
        Modified in place: strength lost by each side; so is `left`.
    """
    wave = 0
    more = True
    hits = np.zeros(left.shape, np.int64)
    while more:
        more = False
        wave_key = branch(blast_key, wave)
        for i in range(left.shape[1]):
            for j in range(left.shape[1]):
                blast = (exploding[0, i] and left[1, j] > 0) or (exploding[1, j] and left[0, i] > 0)
                if blast and touch(place[0, i], place[1, j], living_a, living_b, slots):
                    hits[0, i] += blast_hits  # the dead among the two are left out below
                    hits[1, j] += blast_hits
        for side in range(2):
            for m in range(left.shape[1]):
                exploding[side, m] = False
                if hits[side, m] > 0 and left[side, m] > 0:
                    key = branch(wave_key, side * MODELS + m)
                    wounds = min(roll_wounds(key, hits[side, m], faces[side]), left[side, m])
                    left[side, m] -= wounds
                    lost[side] += wounds
                    if left[side, m] == 0 and explodes[side]:
                        exploding[side, m] = True
                        more = True
                hits[side, m] = 0
        wave += 1


@kernel
def forget(met, count):
    """Begin a new period of the strength bonus (HVK-CC-05). Modified in place: met, count."""
    for i in range(met.shape[0]):
        count[0, i] = 0
        count[1, i] = 0
        for j in range(met.shape[1]):
            met[i, j] = False


@kernel
def combat_round(
    active,
    hits_turn,
    armour_turn,
    blast_turn,
    left,
    slots,
    rank,
    place,
    met,
    count,
    planned,
    exploding,
    dice,
    bonus,
    die,
    faces,
    explodes,
    blast_hits,
    flat,
    lost,
):
    """Fight one combat round: every living model of the active side fights each enemy that it touches (HVK-CC-01, -02).

    Return whether any die of it could wound anybody. Modified in place: left, met, count, lost, and the scratch
    arrays rank, place, planned, exploding.
    """
    living_a, living_b = form_pairs(left, rank, place)
    if flat:  # all whom a model fights in the period count, not only those before
        for m in range(left.shape[1]):
            planned[0, m] = count[0, m]
            planned[1, m] = count[1, m]
        for x in range(living_a):
            for y in range(living_b):
                i, j = rank[0, x], rank[1, y]
                if touch(x, y, living_a, living_b, slots) and not met[i, j]:
                    planned[0, i] += 1
                    planned[1, j] += 1
    attackers, enemies = (living_a, living_b) if active == 0 else (living_b, living_a)
    smaller = min(attackers, enemies)
    could_wound = False
    for x in range(attackers):
        for y in range(x % smaller, enemies, smaller):  # the enemies that number x may touch
            number_a, number_b = (x, y) if active == 0 else (y, x)
            i, j = rank[0, number_a], rank[1, number_b]
            if left[0, i] == 0 or left[1, j] == 0 or not touch(number_a, number_b, living_a, living_b, slots):
                continue
            others_a = planned[0, i] - 1 if flat else count[0, i] - int64(met[i, j])
            others_b = planned[1, j] - 1 if flat else count[1, j] - int64(met[i, j])
            dice_a = dice[0] + max(bonus[0, left[0, i], left[1, j]] - others_a, 0)
            dice_b = dice[1] + max(bonus[1, left[0, i], left[1, j]] - others_b, 0)
            if (dice_a if active == 0 else dice_b) == 0:
                continue  # nobody attacks without dice
            if (dice_a > 0 and faces[1] > 0) or (dice_b > 0 and faces[0] > 0):
                could_wound = True
            address = (active * MODELS + i) * MODELS + j
            on_a, on_b = roll_exchange(
                branch(hits_turn, address), branch(armour_turn, address), dice_a, dice_b, die, faces[0], faces[1]
            )
            if not met[i, j]:
                met[i, j] = True
                count[0, i] += 1
                count[1, j] += 1
            on_a = min(on_a, left[0, i])
            on_b = min(on_b, left[1, j])
            left[0, i] -= on_a
            left[1, j] -= on_b
            lost[0] += on_a
            lost[1] += on_b
            exploding[0, i] = explodes[0] and left[0, i] == 0
            exploding[1, j] = explodes[1] and left[1, j] == 0
            if exploding[0, i] or exploding[1, j]:
                explode(
                    branch(blast_turn, address), left, place, living_a, living_b, slots, exploding, explodes, faces,
                    blast_hits, lost,
                )  # fmt: skip
    return could_wound


@kernel
def melee_duels(
    bases,
    first,
    n,
    models,
    strength,
    dice,
    bonus,
    die,
    faces,
    explodes,
    slots,
    blast_hits,
    flat,
    per_turn,
    order,
    most_turns,
    at_most,
    out,
    at,
):
    """Fight hand-to-hand duels first..first+n-1. Modified in place: out[:, at : at + n], see `write_end`.

    Parameters
    ----------
    bases : (4,) uint64
        Keys of (seed, purpose) for roll-offs, close combat, armour and explosions. Model i of a and j of b fight in
        side s's activation in turn t of duel d from branch (d, t, (s * MODELS + i) * MODELS + j).
    models : (2, models) int64
        1 for each model; 0 fills the shorter side.
    strength, dice, faces : (2,) int64
        Strength of a model, its close-combat dice, and faces of the armour die that wound it.
    bonus : (2, strength of a + 1, strength of b + 1) int64
        Extra dice of a model of a, and of b, against its first opponent, by the strength left of the two.
    die : (4,) int64
        The die of both sides: lowest face that hits, lowest that gives an extra die, most extra dice, face that blocks.
    explodes : (2,) bool
        Whether the models of a side explode when destroyed.
    slots : (2,) int64
        How many enemy bases fit round a model of each side.
    blast_hits : int
        Hits of an explosion on each who touches.
    flat, per_turn : bool
        ``bonus_reduction`` is "flat"; ``bonus_count_resets`` each battle turn, not each combat round (HVK-CC-05).
    order, most_turns, at_most : int
        As for `fire_duels`, without "simultaneous".
    """
    size = models.shape[1]
    left = np.empty((2, size), np.int64)
    rank = np.empty((2, size), np.int64)
    count = np.zeros((2, size), np.int64)
    planned = np.zeros((2, size), np.int64)
    lost = np.zeros(2, np.int64)
    place = np.empty((2, size), np.int64)
    met = np.zeros((size, size), np.bool_)
    exploding = np.zeros((2, size), np.bool_)
    for d in range(n):
        total_a, total_b = fill_sides(left, models, strength)
        lost[0] = 0
        lost[1] = 0
        duel = first + d
        turn = 0
        winner = winner_of(total_a, total_b)
        while winner < 0:
            if turn in (most_turns, at_most):
                winner = LIMIT if turn == most_turns else UNDECIDED
                break
            turn += 1
            hits_turn = branch(branch(bases[1], duel), turn)
            armour_turn = branch(branch(bases[2], duel), turn)
            blast_turn = branch(branch(bases[3], duel), turn)
            active = first_side(branch(branch(bases[0], duel), turn)) if order == ROLL_OFF else 0
            could_wound = False
            for half in range(2):
                if half == 0 or not per_turn:
                    forget(met, count)
                if total_a > lost[0] and total_b > lost[1]:
                    wounding = combat_round(
                        active, hits_turn, armour_turn, blast_turn, left, slots, rank, place, met, count, planned,
                        exploding, dice, bonus, die, faces, explodes, blast_hits, flat, lost,
                    )  # fmt: skip
                    could_wound = could_wound or wounding
                active = 1 - active
            winner = winner_of(total_a - lost[0], total_b - lost[1])
            if winner < 0 and not could_wound:
                winner = UNDECIDED if most_turns < 0 else LIMIT  # nothing has changed, and nothing will
                turn = turn - 1 if most_turns < 0 else most_turns
        write_end(out, at + d, winner, turn, left, strength)
