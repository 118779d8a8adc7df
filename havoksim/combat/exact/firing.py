"""Exact volleys: hits, wounds, and models killed.

A unit's dice at one target may need different faces, since range is measured per firing warrior (HVK-FIRE-04):
they come in groups. Wounds of the groups add up; then they are dealt to one model until it dies, then to the next
(HVK-WOUND-02), and what is left when nobody is left is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from havoksim.dice.pmf import Pmf
from havoksim.dice.pool import Die, pool, total


def hits(groups: Sequence[tuple[int, Die]]) -> Pmf:
    """Return the shots on target of groups of dice (HVK-FIRE-03 to -05).

    Examples
    --------
    >>> round(hits([(6, Die(needs=4)), (2, Die(needs=2))]).mean, 12)
    5.6
    """
    return total([pool(dice, die) for dice, die in groups])


def wounds(groups: Sequence[tuple[int, Die]], p_wound: float) -> Pmf:
    """Return the wounds of groups of dice when each hit beats the armour with probability `p_wound` (HVK-ARM-01).

    Examples
    --------
    >>> round(wounds([(6, Die(needs=4))], 4 / 6).mean, 12)
    2.4
    """
    return total([pool(dice, die, keep=p_wound) for dice, die in groups])


def kills(wounds: Pmf, strength_left: Sequence[int]) -> Pmf:
    """Return how many models die of these wounds (HVK-WOUND-01, -02).

    Parameters
    ----------
    wounds : Pmf
        Wounds dealt to the unit.
    strength_left : sequence of int
        Strength left of each model, in the order in which they suffer: a wounded one first.

    Examples
    --------
    >>> kills(Pmf.certain(5), [1, 2, 2, 2]).mean
    3.0
    """
    dead_after = [0]
    for index, strength in enumerate(strength_left):
        dead_after += [index] * (strength - 1) + [index + 1]
    return wounds.clamp(len(dead_after) - 1).map(dead_after)
