"""The numbers of the game.

A :class:`Ruleset` holds every number of the rules that an exchange of fire, a close combat, a psyke attack, the
choice of a force or the battle on the table reads; its keys are those of the rule ledger's ``options``. A ruleset file
may be partial: what it leaves out comes from the one that it ``extends``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Ge, Gt, Le, MaxLen, MinLen

from havoksim.foundation.errors import InputError, Problem

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior

#: Rises when any number that the engines give changes, and not when code becomes faster: results of another version are
#: not mixed with those of this one.
RULES_VERSION = 1

Face = Annotated[int, Ge(2), Le(6)]
No = Literal["none"]


@dataclass(frozen=True, slots=True)
class Band:
    """One row of the range table (HVK-FIRE-04): faces that hit up to a distance."""

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    #: Lowest face that hits a target in the open.
    open: Face
    #: Lowest face that hits a target in cover.
    cover: Face
    #: Inches up to which the band reaches, itself included; None for no end.
    to: Annotated[float, Gt(0)] | None = None


@dataclass(frozen=True, slots=True)
class BrFormula:
    """What a step of each characteristic is worth in battle rating (HVK-PROF-05).

    Examples
    --------
    >>> formula = BrFormula(base=3, speed=2, firepower=4, close_combat=2, psyke=2, strength=3, armour=4)
    >>> formula.rating(speed=1, firepower=1, close_combat=1, psyke=1, strength=2, armour=2)
    10
    """

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    base: float
    speed: float
    firepower: float
    close_combat: float
    psyke: float
    strength: float
    armour: float

    def rating(self, *, speed: int, firepower: int, close_combat: int, psyke: int, strength: int, armour: int) -> float:
        """Return the battle rating of a profile: base plus weight times (characteristic - 1) for each."""
        return (
            self.base
            + self.speed * (speed - 1)
            + self.firepower * (firepower - 1)
            + self.close_combat * (close_combat - 1)
            + self.psyke * (psyke - 1)
            + self.strength * (strength - 1)
            + self.armour * (armour - 1)
        )

    def of(self, warrior: Warrior) -> float:
        """Return the formula's battle rating of a warrior type, beside the stated one."""
        return self.rating(
            speed=warrior.speed,
            firepower=warrior.firepower,
            close_combat=warrior.close_combat,
            psyke=warrior.psyke,
            strength=warrior.strength,
            armour=warrior.armour,
        )


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """What one kind of terrain does (HVK-TABLE-04)."""

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    #: True if models in it, or behind it, are in cover.
    cover: bool
    #: True if no line of sight crosses it.
    blocks_sight: bool
    #: True if warriors on foot may not enter it.
    blocks_foot: bool
    #: True if vehicles may not enter it.
    blocks_vehicle: bool


@dataclass(frozen=True, slots=True)
class TerrainKinds:
    """What hills, woods and buildings do (HVK-TABLE-04)."""

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    hill: TerrainKind
    wood: TerrainKind
    building: TerrainKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """All numbers of one version of the game; see ``rulesets/havok_2_0.toml`` for each key's clause."""

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    limits: Literal["enforce", "ignore"]
    allow_allies: bool
    min_unit_size: Annotated[int, Ge(1)]
    max_unit_size: Annotated[int, Ge(1)] | No

    max_range: Annotated[float, Gt(0)] | No
    exploding: bool
    explode_on: Face | No
    max_explosions: Annotated[int, Ge(0)] | No
    close_range_ignores_cover: bool
    split_by: Literal["warrior", "die"]

    armour_roll: Literal["greater", "greater_or_equal"]
    natural_six_always_wounds: bool

    vehicle_explosion: bool
    vehicle_explosion_hits: Annotated[int, Ge(0), Le(100)]

    strength_bonus_per_point: Annotated[int, Ge(0), Le(100)]
    strength_bonus_cap: Annotated[int, Ge(0)] | No
    strength_bonus_from: Literal["profile", "remaining"]
    bonus_count_resets: Literal["combat_round", "battle_turn"]
    bonus_reduction: Literal["progressive", "flat"]
    close_combat_hits_on: Face
    block_on: Literal[1, 6, "none"]

    psyke_hits_on: Face
    psyke_strikes_back: bool
    psyke_save_on: Annotated[int, Ge(0), Le(6)]

    coherency: Annotated[float, Ge(0), Le(100)]
    table: Annotated[list[Annotated[float, Ge(12), Le(132)]], MinLen(2), MaxLen(2)] | No
    deploy_edges: Literal["long", "short", "any"]
    terrain_count: Annotated[int, Ge(0), Le(24)] | Literal["by_area"]
    terrain_sizes: Annotated[list[Annotated[float, Ge(1), Le(24)]], MinLen(2), MaxLen(2)]
    terrain_placement: Literal["random", "policy"]
    deploy_depth: Annotated[float, Gt(0), Le(132)]

    battle_turns: Annotated[int, Ge(1), Le(100)]
    activation: Literal["roll_off", "alternate", "igougo"]
    activation_order: Literal["unit_by_unit", "all_move_then_attack"]

    inches_per_speed: Annotated[float, Ge(0), Le(100)]
    friends_block: bool
    lock_in_combat: bool

    models_block_sight: bool
    into_contact: Literal["model", "unit", "allowed"]
    cover_by: Literal["majority", "nearest"]
    casualty_order: Literal["nearest", "owner", "random"]

    attacks_per_activation: Literal["every_contact", "one"]
    psyke_range: Annotated[float, Ge(0), Le(1000)]
    psyke_in_addition: bool

    victory: Literal["br_destroyed"]
    draw_margin: Annotated[int, Ge(0)]

    bands: list[Band]
    terrain_kinds: TerrainKinds
    br_formula: BrFormula

    #: Short name, such as ``havok_2_0``.
    id: str = ""
    #: Name for titles.
    name: str = field(default="", compare=False)

    # ------------------------------------------------------------------ firing

    def needs(self, distance: float, *, cover: bool) -> int | None:
        """Return the lowest face that hits at a distance in inches (HVK-FIRE-04, -06), or None out of range."""
        if self.max_range != "none" and distance > self.max_range:
            return None
        for index, band in enumerate(self.bands):
            if band.to is None or distance <= band.to:
                shielded = cover and not (index == 0 and self.close_range_ignores_cover)
                return band.cover if shielded else band.open
        return None

    # ------------------------------------------------------------------ armour

    def p_wound(self, armour: int) -> float:
        """Return the chance that a hit of fire, close combat or an explosion wounds (HVK-ARM-01)."""
        faces = 6 - min(armour, 6) if self.armour_roll == "greater" else 7 - min(max(armour, 1), 7)
        if self.natural_six_always_wounds:
            faces = max(faces, 1)
        return faces / 6

    @property
    def p_wound_psyke(self) -> float:
        """Chance that a net hit of a psyke attack wounds, whatever the armour (HVK-PSY-03)."""
        return (6 - self.psyke_save_on) / 6

    # ------------------------------------------------------------------ strength bonus

    def strength_bonus(self, own: int, other: int, *, opponent: int = 1, opponents: int = 1) -> int:
        """Return the extra close-combat dice of the stronger warrior (HVK-CC-04, -05).

        Parameters
        ----------
        own, other : int
            Strength of this warrior and of its opponent (or what is left of it, as `strength_bonus_from` says).
        opponent : int
            Which opponent of the period this is for it: 1 for the first.
        opponents : int
            How many opponents it fights in the period in all; read if `bonus_reduction` is "flat".
        """
        bonus = self.strength_bonus_per_point * max(own - other, 0)
        if self.strength_bonus_cap != "none":
            bonus = min(bonus, int(self.strength_bonus_cap))
        fewer = opponent - 1 if self.bonus_reduction == "progressive" else max(opponents, opponent) - 1
        return max(bonus - fewer, 0)

    # ------------------------------------------------------------------ itself

    def problems(self, key: str = "") -> list[Problem]:
        """Return what is wrong with the numbers taken together."""
        found = []
        if not self.bands:
            found.append(Problem("at least one range band is needed", key=f"{key}bands"))
        ends = [band.to for band in self.bands]
        if any(end is None for end in ends[:-1]):
            found.append(Problem("only the last band may leave out `to`", key=f"{key}bands"))
        known = [end for end in ends if end is not None]
        if any(after <= before for before, after in pairwise(known)):
            found.append(Problem(f"`to` must grow from band to band, found {known}", key=f"{key}bands"))
        if self.max_unit_size != "none" and self.max_unit_size < self.min_unit_size:
            found.append(
                Problem(
                    f"max_unit_size must be at least min_unit_size ({self.min_unit_size}), found {self.max_unit_size}",
                    key=f"{key}max_unit_size",
                )
            )
        if self.terrain_sizes[0] > self.terrain_sizes[1]:
            message = f"the smallest size comes before the largest, found {self.terrain_sizes}"
            found.append(Problem(message, key=f"{key}terrain_sizes"))
        return found

    def changed(self, **changes: object) -> Ruleset:
        """Return a copy with some numbers changed; a wrong key or value is an `InputError`."""
        return ruleset_from_table(changes, extends=self)


#: Keys that a ruleset file may hold under ``[ruleset]``.
RULESET_KEYS = tuple(f.name for f in fields(Ruleset) if f.name not in ("id", "name"))


def ruleset_from_table(
    table: Mapping[str, object], *, extends: Ruleset, where: str = "", id: str = "", name: str = ""
) -> Ruleset:
    """Return a ruleset with some numbers changed.

    Parameters
    ----------
    table : mapping
        Keys of a ruleset file's ``[ruleset]``; ``bands`` is replaced whole, ``terrain_kinds`` and ``br_formula`` may
        be partial.
    extends : Ruleset
        What the table leaves out.
    where : str
        File that the table was read from, for messages.
    id, name : str
        Of the new ruleset; by default the old one's, with a star if any number is another.

    Raises
    ------
    InputError
        With everything that is wrong with the table.

    Examples
    --------
    >>> ruleset_from_table({"block_on": "none"}, extends=havok_2_0()).block_on
    'none'
    """
    from havoksim.model.ruleset_table import checked_numbers

    numbers = {key: getattr(extends, key) for key in RULESET_KEYS}
    changed, problems = checked_numbers(table, Ruleset, numbers)
    if changed is not None:
        problems += changed.trusted(changed.value.problems("ruleset."), "ruleset.") if changed.value else []
    if problems or changed is None or changed.value is None:
        raise InputError([Problem(p.message, where, p.key, p.suggestion) for p in problems])
    same = all(getattr(changed.value, key) == getattr(extends, key) for key in RULESET_KEYS)
    star = "" if same else "*"
    return replace(changed.value, id=id or f"{extends.id}{star}", name=name or id or f"{extends.name}{star}")


def havok_2_0() -> Ruleset:
    """Return the game as published: the default of every function.

    Read straight from the package's own file, whose content the tests hold against the rule ledger.

    Examples
    --------
    >>> havok_2_0().needs(6, cover=False), havok_2_0().needs(6.01, cover=True)
    (2, 5)
    """
    global _default
    if _default is None:
        import tomllib
        from pathlib import Path

        path = Path(__file__).parent.parent / "rulesets" / "havok_2_0.toml"
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        numbers = dict(content["ruleset"])
        numbers["bands"] = [Band(**band) for band in numbers["bands"]]
        numbers["br_formula"] = BrFormula(**numbers["br_formula"])
        kinds = {kind: TerrainKind(**does) for kind, does in numbers["terrain_kinds"].items()}
        numbers["terrain_kinds"] = TerrainKinds(**kinds)
        _default = Ruleset(**numbers, id=content["id"], name=content["name"])
    return _default


_default: Ruleset | None = None
