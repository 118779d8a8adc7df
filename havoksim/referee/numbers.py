"""The ruleset's numbers as the referee needs them: lengths in hundredths of an inch, ``none`` as None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from havoksim.ledger import option_keys

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
