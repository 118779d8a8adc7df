"""A warrior type: seven characteristics, a vehicle flag, abilities, and where each figure comes from.

HVK-PROF-01 to -05. The published battle rating is never replaced by the formula; the formula stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, MinLen

from havoksim.foundation.errors import Problem, unknown_name

#: The characteristics of a card, in the order in which it prints them (HVK-PROF-01).
CHARACTERISTICS = ("speed", "firepower", "close_combat", "psyke", "strength", "armour", "battle_rating")

#: The special abilities that an army list may name (HVK-PROF-04), with what they do.
ABILITIES: Mapping[str, str] = {
    "surge": "once per battle all of the type move at speed 4 (HVK-LIST-01)",
    "fly_over": "its path may cross warriors and obstacles (HVK-LIST-03, -05)",
    "explodes": "explodes when killed, as a vehicle does (HVK-LIST-02)",
    "split_move": "may move before and after its attack (HVK-LIST-06)",
    "no_close_combat": "close combat never involves it (HVK-LIST-07)",
    "carries_one": "carries one warrior on top (HVK-LIST-08)",
    "transport_six": "carries up to six warriors inside (HVK-LIST-09)",
}

#: Sizes of a force (HVK-FORCE-02), smallest first.
FORCE_SIZES = ("brigade", "division", "corps", "army")

#: Highest value of a characteristic other than battle rating; far beyond any card, it catches slips of the key.
MOST = 1000

Limit = Annotated[int, Ge(0)] | Literal["U", "unknown"]


@dataclass(frozen=True, slots=True)
class Carries:
    """Whom a transport takes (HVK-LIST-08, -09)."""

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    #: Most warriors on it or in it.
    capacity: Annotated[int, Ge(1)]
    #: Ids of the types that it takes, or "any" for any on-foot type of the faction.
    types: list[str] | Literal["any"] = "any"
    #: True if its passengers are inside, False if they stand on top.
    inside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Warrior:
    """One warrior type of an army list.

    Examples
    --------
    >>> trooper = Warrior(id="karn_trooper", name="Karn Trooper", speed=1, firepower=1, close_combat=1,
    ...                   psyke=1, strength=2, armour=2, battle_rating=10)
    >>> trooper.provenance
    'estimate'
    """

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    #: Short name, unique in its army list.
    id: Annotated[str, MinLen(1)]
    #: Name as printed on the card.
    name: Annotated[str, MinLen(1)]
    #: Steps of 6 inches that it may move.
    speed: Annotated[int, Ge(0), Le(MOST)]
    #: Dice that it rolls when it fires.
    firepower: Annotated[int, Ge(0), Le(MOST)]
    #: Dice that it rolls in close combat.
    close_combat: Annotated[int, Ge(0), Le(MOST)]
    #: Dice that it rolls in a psyke attack, its own or another's.
    psyke: Annotated[int, Ge(0), Le(MOST)]
    #: Wounds that kill it.
    strength: Annotated[int, Ge(1), Le(MOST)]
    #: A hit wounds on a die above this.
    armour: Annotated[int, Ge(0), Le(MOST)]
    #: Points that it costs (BR), as stated on the card.
    battle_rating: Annotated[int, Ge(1), Le(100_000)]
    #: True if it may start psyke attacks (printed in bold, HVK-PROF-03).
    psyke_attack: bool = False
    #: True if it is a vehicle: always a unit of one, explodes when destroyed (HVK-PROF-02).
    vehicle: bool = False
    #: Named special abilities, keys of `ABILITIES`.
    abilities: list[str] = field(default_factory=list)
    #: Radius of its round base in inches (HVK-TABLE-05); None: 0.69, or 1.5 for a vehicle.
    base_radius: Annotated[float, Gt(0)] | None = None
    #: Most warriors of the type in a force of each size: a number, "U" for no limit, or "unknown" (HVK-FORCE-03).
    limits: dict[str, Limit] = field(default_factory=dict)
    #: Whom it carries, if it is a transport.
    carries: Carries | None = None
    #: Characteristics that are published; the others are estimates.
    known: list[str] = field(default_factory=list)
    #: Where the figures come from, and the reasoning behind the estimates.
    source: str = ""
    #: Id of the army list that it belongs to; filled in by the list.
    army_list: str = ""

    @property
    def full_id(self) -> str:
        """``list/type``, the name that is unique everywhere."""
        return f"{self.army_list}/{self.id}" if self.army_list else self.id

    @property
    def radius(self) -> float:
        """Radius of the base in inches."""
        return self.base_radius if self.base_radius is not None else (1.5 if self.vehicle else 0.69)

    @property
    def provenance(self) -> str:
        """``published`` if all seven characteristics are known, ``partial`` if some are, else ``estimate``."""
        if set(self.known) >= set(CHARACTERISTICS):
            return "published"
        return "partial" if self.known else "estimate"

    @property
    def explodes(self) -> bool:
        """True if it explodes when killed (HVK-VEH-01, HVK-LIST-02)."""
        return self.vehicle or "explodes" in self.abilities

    @property
    def fights_close(self) -> bool:
        """True if close combat may involve it (HVK-LIST-07)."""
        return "no_close_combat" not in self.abilities

    def limit(self, size: str) -> int | None:
        """Return the most warriors of this type in a force of that size, or None for no (known) limit."""
        value = self.limits.get(size, "unknown")
        return value if isinstance(value, int) else None

    def problems(self, key: str = "") -> list[Problem]:
        """Return what is wrong with the card beyond the type of each value."""
        found = [
            unknown_name("ability", ability, tuple(ABILITIES), key=f"{key}abilities")
            for ability in self.abilities
            if ability not in ABILITIES
        ]
        found += [
            unknown_name("characteristic", name, CHARACTERISTICS, key=f"{key}known")
            for name in self.known
            if name not in CHARACTERISTICS
        ]
        found += [
            unknown_name("force size", size, FORCE_SIZES, key=f"{key}limits")
            for size in self.limits
            if size not in FORCE_SIZES
        ]
        return found
