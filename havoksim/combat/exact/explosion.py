"""Exact explosions: a destroyed vehicle hits everybody whom it touches (HVK-VEH-01)."""

from __future__ import annotations

from collections.abc import Sequence

from havoksim.dice.pmf import Pmf


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
