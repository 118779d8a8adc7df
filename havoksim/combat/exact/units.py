"""A side of equal models in units: who still stands when so much strength is left.

Fire suffered falls on one unit after another, and inside it on one model after another (HVK-WOUND-02); so one number,
the strength left on the side, says exactly who stands and who is hurt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.dice.pmf import Pmf


@dataclass(frozen=True, slots=True)
class Units:
    """A side of equal models: how many in each unit, in the order in which they suffer.

    Examples
    --------
    >>> side = Units(models=(2, 1), strength=3)
    >>> side.total, side.alive(7), side.alive(3), side.room(7), side.room(3)
    (9, (2, 1), (0, 1), 4, 3)
    """

    #: Models of each unit.
    models: tuple[int, ...]
    #: Strength of each model.
    strength: int

    @property
    def total(self) -> int:
        """Strength of the whole side, unhurt."""
        return sum(self.models) * self.strength

    def alive(self, left: int) -> tuple[int, ...]:
        """Return the living models of each unit when so much strength is left on the side."""
        behind = [models * self.strength for models in self.models]
        standing = []
        for index, whole in enumerate(behind):
            here = min(max(left - sum(behind[index + 1 :]), 0), whole)
            standing.append(-(-here // self.strength))
        return tuple(standing)

    def models_left(self, left: int) -> int:
        """Return how many models live when so much strength is left on the side."""
        return sum(self.alive(left))

    @property
    def killed_by(self) -> list[int]:
        """How many models are dead, by the strength lost: entry 0 to `total`."""
        return [sum(self.models) - self.models_left(self.total - lost) for lost in range(self.total + 1)]

    def room(self, left: int) -> int:
        """Return how many wounds one volley can deal: the strength left of the unit that suffers next."""
        behind = 0
        for models in reversed(self.models):
            whole = models * self.strength
            if left <= behind + whole:
                return left - behind
            behind += whole
        return 0


def fire_in_turn(wounds: Sequence[Pmf], target: Units) -> Pmf:
    """Return the strength lost by a side that several units fire at, one after another.

    Each volley goes at the unit that suffers next; what is beyond that unit is lost (HVK-FIRE-01, HVK-WOUND-02).

    Parameters
    ----------
    wounds : sequence of Pmf
        Wounds of each volley.
    target : Units
        The side fired at, unhurt.

    Examples
    --------
    >>> fire_in_turn([Pmf.certain(5), Pmf.certain(1)], Units(models=(1, 1), strength=3)).mean
    4.0
    """
    lost = [1.0] + [0.0] * target.total
    truncation = 0.0
    for law in wounds:
        following = [0.0] * len(lost)
        for before, p in enumerate(lost):
            if p:
                for more, q in enumerate(law.clamp(target.room(target.total - before)).p):
                    following[before + more] += p * q
        lost = following
        truncation += law.truncation
    return Pmf(tuple(lost), truncation)
