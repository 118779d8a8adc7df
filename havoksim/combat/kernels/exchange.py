"""Volleys, close combats and psyke attacks rolled die by die."""

from numpy import int64

from havoksim.dice.kernels.rolls import roll_pool, roll_wounds
from havoksim.dice.kernels.stream import branch
from havoksim.foundation.jit import kernel


@kernel
def models_killed(wounds, wounded, strength, models):
    """Return how many models of a unit die (HVK-WOUND-01, -02).

    `wounded` wounds are already on the first; one model suffers until it dies, then the next; what is left when
    nobody is left is lost.
    """
    return (min(wounds, strength * models - wounded) + wounded) // strength


@kernel
def roll_volleys(hit_base, armour_base, first, n, groups, faces, wounded, strength, models, out, at):
    """Roll volleys first..first+n-1. Modified in place: out[0:3, at : at + n] = hits, wounds, kills.

    Parameters
    ----------
    hit_base, armour_base : uint64
        Keys of (seed, purpose). Group g of volley i rolls from branch (i, g) of the first.
    groups : (groups, 4) int64
        Dice, lowest face that hits, lowest face that gives an extra die, most extra dice of a first die (-1: no cap).
    faces : int
        Faces of the armour die that wound.
    wounded, strength, models : int
        Wounds already on the first model, strength of each, and how many; strength 0 counts no kills.
    """
    for i in range(n):
        volley = branch(hit_base, first + i)
        hits = 0
        for g in range(len(groups)):
            more, _ = roll_pool(branch(volley, g), groups[g, 0], groups[g, 1], groups[g, 2], groups[g, 3], 0)
            hits += more
        wounds = roll_wounds(branch(armour_base, first + i), hits, faces)
        out[0, at + i] = hits
        out[1, at + i] = wounds
        out[2, at + i] = models_killed(wounds, wounded, strength, models) if strength > 0 else 0


@kernel
def roll_exchange(hits_key, armour_key, dice_a, dice_b, die, faces_a, faces_b):
    """Roll one close combat or psyke attack; return the wounds on a and on b (HVK-CC-06 to -08, HVK-PSY-02, -03).

    Parameters
    ----------
    hits_key, armour_key : uint64
        Side a throws from branch 0 and side b from branch 1; armour dice belong to the side that is hit.
    dice_a, dice_b : int
        First dice, strength bonus included.
    die : (4,) int64
        Lowest face that hits, lowest face that gives an extra die, most extra dice, face that blocks (0: none).
    faces_a, faces_b : int
        Faces that wound a, and b.
    """
    hits_a, blocks_a = roll_pool(branch(hits_key, 0), dice_a, die[0], die[1], die[2], die[3])
    hits_b, blocks_b = roll_pool(branch(hits_key, 1), dice_b, die[0], die[1], die[2], die[3])
    on_a = roll_wounds(branch(armour_key, 0), max(hits_b - blocks_a, 0), faces_a)
    on_b = roll_wounds(branch(armour_key, 1), max(hits_a - blocks_b, 0), faces_b)
    return int64(on_a), int64(on_b)


@kernel
def roll_exchanges(hits_base, armour_base, first, n, dice_a, dice_b, die, faces_a, faces_b, most_a, most_b, out, at):
    """Roll exchanges first..first+n-1. Modified in place: out[0:2, at : at + n] = wounds on a, on b.

    `most_a` and `most_b` are the strength left: wounds beyond it are lost (HVK-WOUND-04).
    """
    for i in range(n):
        on_a, on_b = roll_exchange(
            branch(hits_base, first + i), branch(armour_base, first + i), dice_a, dice_b, die, faces_a, faces_b
        )
        out[0, at + i] = min(on_a, most_a)
        out[1, at + i] = min(on_b, most_b)
