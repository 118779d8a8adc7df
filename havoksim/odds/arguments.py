"""What the odds functions accept: warriors by name, by card or as a side; rulesets by name, file or value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.ruleset import Ruleset, havok_2_0

if TYPE_CHECKING:
    from havoksim.model.side import Side
    from havoksim.model.warrior import Warrior

    SideLike = str | Warrior | Side
    RulesetLike = str | Path | Ruleset | None


def as_ruleset(ruleset: RulesetLike) -> Ruleset:
    """Return the ruleset that was meant: None is Havok 2.0, text is a name or a file."""
    if ruleset is None:
        return havok_2_0()
    if isinstance(ruleset, Ruleset):
        return ruleset
    from havoksim.model.loading import load_ruleset

    return load_ruleset(ruleset)


def as_side(side: SideLike) -> Side:
    """Return the side that was meant: ``"5xkarn_trooper"``, a warrior type (one of it), or a side."""
    from havoksim.model.side import Side
    from havoksim.model.warrior import Warrior

    if isinstance(side, Side):
        return side
    if isinstance(side, Warrior):
        return Side(side, 1)
    if isinstance(side, str):
        from havoksim.model.names import parse_side

        return parse_side(side)
    raise InputError(f"expected a warrior, a side or a name such as 5xkarn_trooper, found {side!r}")


def per_warrior(distance: float | Sequence[float], warriors: int) -> tuple[float, ...]:
    """Return the distance from each firing warrior: one number for all, or one for each.

    Examples
    --------
    >>> per_warrior(12, 3)
    (12.0, 12.0, 12.0)
    """
    if isinstance(distance, (int, float)):
        distance = [distance] * warriors
    if len(distance) != warriors:
        raise InputError(
            f"must be one distance or one for each of the {warriors} firing warriors, found {len(distance)}",
            key="range",
        )
    bad = [value for value in distance if not 0 <= value < float("inf")]
    if bad:
        raise InputError(f"must be a distance of 0 inches or more, found {bad[0]!r}", key="range")
    return tuple(float(value) for value in distance)


def need_numbers(example: str, **numbers: object) -> None:
    """Refuse a call in raw numbers that leaves some of them out, naming all that are missing."""
    missing = [name for name, value in numbers.items() if value is None]
    if missing:
        raise InputError(
            [Problem(f"is missing: give warriors by name, or all numbers ({example})", key=name) for name in missing]
        )


def refuse_numbers(**numbers: object) -> None:
    """Refuse raw numbers in a call that names warriors: their cards say them."""
    given = [name for name, value in numbers.items() if value is not None]
    if given:
        raise InputError(
            [Problem("comes from the warriors' cards; leave it out, or give numbers only", key=name) for name in given]
        )


def refuse(problems: Sequence[Problem]) -> None:
    """Raise what is wrong, all of it, if anything is."""
    if problems:
        raise InputError(problems)
