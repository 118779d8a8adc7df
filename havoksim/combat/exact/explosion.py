"""Exact explosions: a destroyed vehicle hits everybody whom it touches (HVK-VEH-01)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.dice.pmf import JointPmf, Pmf


@dataclass(frozen=True, slots=True)
class Blasts:
    """Which of two warriors in contact explodes when it is destroyed, and what that does to the other."""

    #: Chance that one hit of an explosion wounds a, and b.
    p_wound_a: float
    p_wound_b: float
    #: Hits of a's explosion on whoever touches it, and of b's; 0: it does not explode.
    hits_of_a: int = 0
    hits_of_b: int = 0

    def on_a(self, left: int) -> Pmf:
        """Return the wounds of b's explosion on a, of which so much strength is left."""
        return Pmf.binomial(self.hits_of_b, self.p_wound_a).clamp(left)

    def on_b(self, left: int) -> Pmf:
        """Return the wounds of a's explosion on b, of which so much strength is left."""
        return Pmf.binomial(self.hits_of_a, self.p_wound_b).clamp(left)


def with_blasts(lost: JointPmf, i: int, j: int, blasts: Blasts) -> JointPmf:
    """Return the strength lost by two warriors when the one that is destroyed explodes beside the other.

    Only who outlives the combat is touched (HVK-VEH-01): the dead of the same attack are not.

    Parameters
    ----------
    lost : JointPmf
        Strength lost in the combat itself, at most i by a and j by b.
    i, j : int
        Strength that a and b had before it.
    blasts : Blasts
        Who explodes.
    """
    if not (blasts.hits_of_a or blasts.hits_of_b):
        return lost
    p = [[0.0] * (j + 1) for _ in range(i + 1)]
    for x, row in enumerate(lost.p):
        for y, q in enumerate(row):
            if y == j and x < i:
                for more, chance in enumerate(blasts.on_a(i - x).p):
                    p[x + more][y] += q * chance
            elif x == i and y < j:
                for more, chance in enumerate(blasts.on_b(j - y).p):
                    p[x][y + more] += q * chance
            else:
                p[x][y] += q
    return JointPmf(tuple(map(tuple, p)), lost.truncation)


def explosion(p_wounds: Sequence[float], strength_left: Sequence[int], *, hits: int = 1) -> list[Pmf]:
    """Return the law of the wounds on each warrior that touches the vehicle.

    Parameters
    ----------
    p_wounds : sequence of float
        Chance that one hit wounds, for each warrior touched.
    strength_left : sequence of int
        Strength left of each; wounds beyond it are lost (HVK-WOUND-04).
    hits : int
        Hits on each warrior: ``vehicle_explosion_hits``.

    Examples
    --------
    >>> [round(law.mean, 12) for law in explosion([0.5, 1.0], [2, 1])]
    [0.5, 1.0]
    """
    return [Pmf.binomial(hits, p).clamp(strength) for p, strength in zip(p_wounds, strength_left, strict=True)]
