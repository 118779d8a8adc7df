"""One side of an exchange or a duel: so many models of one type."""

from __future__ import annotations

from dataclasses import dataclass

from havoksim.foundation.errors import InputError
from havoksim.model.warrior import Warrior

#: Most models of one side.
MOST_MODELS = 1000


@dataclass(frozen=True, slots=True)
class Side:
    """Some models of one type: one unit, or, for a vehicle, that many units of one (HVK-FORCE-05).

    Examples
    --------
    >>> from havoksim.model.names import parse_side
    >>> side = parse_side("5xkarn_trooper")
    >>> side.label, side.battle_rating, side.units
    ('5 x Karn Trooper', 50, (5,))
    >>> parse_side("2xhammer").units
    (1, 1)
    """

    #: The type.
    warrior: Warrior
    #: How many of them.
    models: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.models <= MOST_MODELS:
            raise InputError(
                f"a side has from 1 to {MOST_MODELS} models, found {self.models}",
                where=f"{self.models}x{self.warrior.id}",
            )

    @property
    def units(self) -> tuple[int, ...]:
        """Models in each unit: all in one, but a vehicle is always a unit of one (HVK-PROF-02)."""
        return (1,) * self.models if self.warrior.vehicle else (self.models,)

    @property
    def battle_rating(self) -> int:
        """Stated battle rating of all of them."""
        return self.models * self.warrior.battle_rating

    @property
    def label(self) -> str:
        """Name for tables: ``5 x Karn Trooper``, or only the name for one."""
        return self.warrior.name if self.models == 1 else f"{self.models} x {self.warrior.name}"
