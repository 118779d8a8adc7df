"""The ruleset's numbers as the referee needs them: lengths in hundredths of an inch, ``none`` as None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from havoksim.foundation.errors import Problem, nearest
from havoksim.ledger import option_keys
from havoksim.referee.plain import found

#: What the kinds of terrain do by default (HVK-TABLE-04).
KINDS: dict[str, dict[str, bool]] = {
    "hill": {"cover": False, "blocks_sight": True, "blocks_foot": False, "blocks_vehicle": False},
    "wood": {"cover": True, "blocks_sight": False, "blocks_foot": False, "blocks_vehicle": True},
    "building": {"cover": True, "blocks_sight": True, "blocks_foot": False, "blocks_vehicle": True},
}

_BANDS = [
    {"to": 6, "open": 2, "cover": 3},
    {"to": 12, "open": 4, "cover": 5},
    {"to": 24, "open": 5, "cover": 6},
    {"open": 6, "cover": 6},
]


#: Words that may stand for the value of a key; a key with a number as default may have it besides.
_WORDS: dict[str, tuple[str, ...]] = {
    "limits": ("enforce", "ignore"),
    "max_unit_size": ("none",),
    "max_range": ("none",),
    "explode_on": ("none",),
    "max_explosions": ("none",),
    "split_by": ("warrior", "die"),
    "armour_roll": ("greater", "greater_or_equal"),
    "strength_bonus_cap": ("none",),
    "strength_bonus_from": ("profile", "remaining"),
    "bonus_count_resets": ("combat_round", "battle_turn"),
    "bonus_reduction": ("progressive", "flat"),
    "block_on": ("none",),
    "table": ("none",),
    "deploy_edges": ("long", "short", "any"),
    "terrain_count": ("by_area",),
    "terrain_placement": ("random", "policy"),
    "activation": ("roll_off", "alternate", "igougo"),
    "activation_order": ("unit_by_unit", "all_move_then_attack"),
    "into_contact": ("model", "unit", "allowed"),
    "cover_by": ("majority", "nearest"),
    "casualty_order": ("nearest", "owner", "random"),
    "attacks_per_activation": ("every_contact", "one"),
    "victory": ("br_destroyed",),
}

#: Keys with numbers that need not be whole: lengths in inches.
_LENGTHS = frozenset({"coherency", "max_range", "deploy_depth", "inches_per_speed", "psyke_range"})
#: Keys with a whole number although the default is a word, and keys with several numbers.
_COUNTS = frozenset({"max_unit_size", "max_explosions", "strength_bonus_cap", "terrain_count"})
_TWO = frozenset({"table", "terrain_sizes"})
_OBJECTS: dict[str, type] = {"bands": list, "terrain_kinds": dict, "br_formula": dict}


@cache
def _defaults() -> dict[str, Any]:
    return {
        **{key: option.value for key, option in option_keys().items()},
        "bands": _BANDS,
        "max_range": "none",
        "terrain_kinds": KINDS,
        "br_formula": {},
        "table": "none",
        "terrain_count": "by_area",
        "terrain_sizes": [4, 8],
    }


def wrong_numbers(given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the numbers of a header: keys that no ruleset has, values that mean nothing.

    Examples
    --------
    >>> for problem in wrong_numbers({"coherensy": 2, "armour_roll": "grater", "exploding": 1}):
    ...     print(problem)
    ruleset.numbers.coherensy: no such key in a ruleset; did you mean 'coherency'?
    ruleset.numbers.armour_roll: must be "greater" or "greater_or_equal", found "grater"; did you mean 'greater'?
    ruleset.numbers.exploding: must be true or false, found 1
    """
    problems = []
    for key, value in given.items():
        place = f"ruleset.numbers.{key}"
        if key not in _defaults():
            problems.append(Problem("no such key in a ruleset", "", place, nearest(key, list(_defaults()))))
            continue
        allowed, fits = _allowed(key, value)
        words = _WORDS.get(key, ())
        if not fits and not (isinstance(value, str) and value in words):
            meant = nearest(value, words) if isinstance(value, str) else ""
            problems.append(Problem(f"must be {allowed}, found {found(value)}", "", place, meant))
    return problems


def _allowed(key: str, value: object) -> tuple[str, bool]:
    """Return what may stand under a key, in words, and whether a value that is no word may."""
    default = _defaults()[key]
    told = [f'"{word}"' for word in _WORDS.get(key, ())]
    fits = False
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if key in _OBJECTS:
        told.append("a list" if _OBJECTS[key] is list else "an object")
        fits = isinstance(value, _OBJECTS[key])
    elif key in _TWO:
        told.append("a list of two numbers")
        fits = isinstance(value, (list, tuple)) and len(value) == 2 and not any(
            isinstance(one, bool) or not isinstance(one, (int, float)) for one in value
        )  # fmt: skip
    elif isinstance(default, bool):
        told.append("true or false")
        fits = isinstance(value, bool)
    elif key in _LENGTHS:
        told.append("a number")
        fits = is_number
    elif key in _COUNTS or isinstance(default, int):
        told.append("a whole number")
        fits = is_number and isinstance(value, int)
    elif not told:
        told.append("text")
        fits = isinstance(value, str)
    return " or ".join(told), fits


def hundredths(inches: float) -> int:
    """Return a length in hundredths of an inch."""
    return round(inches * 100)


@dataclass(frozen=True, slots=True)
class Kind:
    """What one kind of terrain does (HVK-TABLE-04)."""

    cover: bool
    blocks_sight: bool
    blocks_foot: bool
    blocks_vehicle: bool


@dataclass(frozen=True, slots=True)
class Band:
    """A row of the range table (HVK-FIRE-04); `to` is None for no end."""

    to: int | None
    open: int
    cover: int


class Numbers:
    """All numbers of the ruleset of a record.

    A key that the header leaves out has the ledger's default.

    Examples
    --------
    >>> numbers = Numbers({"coherency": 3.5})
    >>> numbers.coherency, numbers.psyke_range, numbers.battle_turns, numbers.needs(1201, cover=False)
    (350, 600, 4, 5)
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        table = {**_defaults(), **given}

        def most(key: str) -> int | None:
            value = table[key]
            return None if value == "none" else int(value)

        self.limits_enforced = table["limits"] == "enforce"
        self.allow_allies = bool(table["allow_allies"])
        self.min_unit_size = int(table["min_unit_size"])
        self.max_unit_size = most("max_unit_size")
        self.coherency = hundredths(table["coherency"])

        size = table["table"]
        self.table = None if size == "none" else (hundredths(size[0]), hundredths(size[1]))
        self.deploy_edges = str(table["deploy_edges"])
        self.deploy_depth = hundredths(table["deploy_depth"])
        count = table["terrain_count"]
        self.terrain_count = None if count == "by_area" else int(count)
        self.terrain_sizes = tuple(hundredths(size) for size in table["terrain_sizes"])
        self.kinds = {kind: Kind(**does) for kind, does in table["terrain_kinds"].items()}

        self.battle_turns = int(table["battle_turns"])
        self.activation = str(table["activation"])
        self.all_move_first = table["activation_order"] == "all_move_then_attack"
        self.inches_per_speed = hundredths(table["inches_per_speed"])
        self.friends_block = bool(table["friends_block"])
        self.lock_in_combat = bool(table["lock_in_combat"])

        self.models_block_sight = bool(table["models_block_sight"])
        self.into_contact = str(table["into_contact"])
        self.max_range = None if table["max_range"] == "none" else hundredths(table["max_range"])
        self.bands = [
            Band(None if row.get("to") is None else hundredths(row["to"]), int(row["open"]), int(row["cover"]))
            for row in table["bands"]
        ]
        exploding = table["exploding"] and table["explode_on"] != "none"
        self.explode_on = int(table["explode_on"]) if exploding else 7
        self.max_explosions = most("max_explosions")
        self.close_range_ignores_cover = bool(table["close_range_ignores_cover"])
        self.split_by = str(table["split_by"])
        self.cover_by = str(table["cover_by"])

        self.armour_or_equal = table["armour_roll"] == "greater_or_equal"
        self.six_always_wounds = bool(table["natural_six_always_wounds"])
        self.casualty_order = str(table["casualty_order"])
        self.vehicle_explosion = bool(table["vehicle_explosion"])
        self.explosion_hits = int(table["vehicle_explosion_hits"])

        self.one_combat = table["attacks_per_activation"] == "one"
        self.bonus_per_point = int(table["strength_bonus_per_point"])
        self.bonus_cap = most("strength_bonus_cap")
        self.bonus_from_remaining = table["strength_bonus_from"] == "remaining"
        self.bonus_for_the_turn = table["bonus_count_resets"] == "battle_turn"
        self.bonus_flat = table["bonus_reduction"] == "flat"
        self.close_combat_hits_on = int(table["close_combat_hits_on"])
        self.block_on = 0 if table["block_on"] == "none" else int(table["block_on"])

        self.psyke_range = hundredths(table["psyke_range"])
        self.psyke_in_addition = bool(table["psyke_in_addition"])
        self.psyke_hits_on = int(table["psyke_hits_on"])
        self.psyke_strikes_back = bool(table["psyke_strikes_back"])
        self.psyke_save_on = int(table["psyke_save_on"])

        self.draw_margin = int(table["draw_margin"])

    def needs(self, distance: int, *, cover: bool) -> int | None:
        """Return the lowest face that hits at a distance in hundredths (HVK-FIRE-04, -06); None beyond all bands."""
        for place, band in enumerate(self.bands):
            if band.to is None or distance <= band.to:
                return band.cover if cover and not (place == 0 and self.close_range_ignores_cover) else band.open
        return None

    @property
    def reach(self) -> int | None:
        """Farthest distance at which fire can hit, None for no end."""
        ends = [end for end in (self.max_range, self.bands[-1].to) if end is not None]
        return min(ends, default=None)

    def wounds(self, face: int, armour: int) -> bool:
        """Say whether an armour die wounds (HVK-ARM-01)."""
        if self.six_always_wounds and face == 6:
            return True
        return face >= armour if self.armour_or_equal else face > armour
