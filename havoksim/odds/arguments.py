"""What the odds functions accept: warriors by name, by card or as a side; rulesets by name, file or value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from havoksim.dice.pool import MOST_DICE
from havoksim.foundation.errors import InputError, Problem, unknown_name
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


def wrong_engine(engine: str, known: tuple[str, ...] = ("exact", "sampled")) -> list[Problem]:
    """Return the problem of an engine that does not exist."""
    return [] if engine in known else [unknown_name("engine", str(engine), known, key="engine")]


def too_many_dice(side: Side, key: str) -> list[Problem]:
    """Return the problem of a side that throws more dice in one volley than can be reckoned."""
    dice = max(side.units) * side.warrior.firepower
    if dice <= MOST_DICE:
        return []
    return [Problem(f"{side.label} throws {dice} dice in a volley; at most {MOST_DICE} are reckoned", key=key)]
