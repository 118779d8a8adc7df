"""Pools rolled die by die, wave by wave: the first dice, then the extra dice of those, and so on (HVK-FIRE-05)."""

from numpy import int64

from havoksim.dice.kernels.stream import branch, die_at
from havoksim.foundation.jit import kernel


@kernel
def roll_pool(key, dice, needs, explodes_from, most_waves, block_on):
    """Roll one pool; return its hits and its blocks.

    Parameters
    ----------
    key : uint64
        Stream of the pool.
    dice : int
        First dice.
    needs : int
        Lowest face that hits.
    explodes_from : int
        Lowest face that gives an extra die, at least `needs`; 7 for none.
    most_waves : int
        Most extra dice of one first die; -1 for no cap.
    block_on : int
        Face that blocks; 0 for none.
    """
    hits = 0
    blocks = 0
    rolled = 0
    wave = 0
    while dice > 0:
        extra = 0
        for j in range(rolled, rolled + dice):
            face = die_at(key, j)
            hits += int64(face >= needs)
            extra += int64(face >= explodes_from)
            blocks += int64(face == block_on)
        rolled += dice
        if wave == most_waves:
            break
        wave += 1
        dice = extra
    return hits, blocks


@kernel
def roll_wounds(key, hits, faces):
    """Roll one die for each hit; return how many show one of the `faces` highest faces (HVK-ARM-01)."""
    if faces <= 0:
        return 0
    if faces >= 6:
        return hits
    wounds = 0
    above = 6 - faces
    for j in range(hits):
        wounds += int64(die_at(key, j) > above)
    return wounds


@kernel
def roll_pools(pool_base, armour_base, first, n, dice, needs, explodes_from, most_waves, faces, out, at):
    """Roll exchanges first..first+n-1 of a bare pool, then the armour rolls. Modified in place: out[0, at:]."""
    for i in range(n):
        hits, _ = roll_pool(branch(pool_base, first + i), dice, needs, explodes_from, most_waves, 0)
        out[0, at + i] = roll_wounds(branch(armour_base, first + i), hits, faces)
