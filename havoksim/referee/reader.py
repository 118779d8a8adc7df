"""Reading a record: JSON Lines, its header and version, and whether it is whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from havoksim.foundation.errors import InputError, Problem
from havoksim.referee.numbers import wrong_numbers
from havoksim.referee.plain import CARD_INSIDE, HEADER_INSIDE, INSIDE, found, misshapen, unfit

#: Version of the format that this referee reads.
VERSION = 1

#: Fields of the header, and fields that every event of a name must have; the types that they may be of.
HEADER: dict[str, tuple[type, ...]] = {
    "battle": (int, type(None)),
    "seat_first": (str,),
    "seed": (str, type(None)),
    "ruleset": (dict,),
    "table": (list, tuple),
    "points": (int,),
    "size": (str,),
    "forces": (dict,),
    "types": (dict,),
}
_MANY = (list, tuple)
_COUNT = (int,)
_NAME = (str,)
_SIDE = (str, type(None))
EVENTS: dict[str, dict[str, tuple[type, ...]]] = {
    "piece": {"id": _COUNT, "kind": _NAME, "shape": _NAME},
    "deal": {"pieces": (dict,)},
    "roll_off": {"for": _NAME, "dice": _MANY, "winner": _NAME},
    "place": {"side": _SIDE, "piece": _COUNT, "at": _MANY},
    "left_out": {"side": _SIDE, "piece": _COUNT},
    "edge": {"side": _NAME, "edge": _NAME},
    "deploy_type": {"side": _NAME, "type": _NAME},
    "deploy": {"model": _NAME},
    "turn": {"turn": _COUNT},
    "activate": {"side": _NAME, "type": _NAME},
    "unit": {"unit": _NAME},
    "move": {"model": _NAME, "path": _MANY, "length": _COUNT},
    "fire": {"unit": _NAME, "targets": _MANY},
    "volley": {"unit": _NAME, "target": _NAME, "groups": _MANY, "hits": _COUNT, "armour": _MANY, "wounds": _COUNT},
    "combat": {"attacker": _NAME, "defender": _NAME, "dice": _MANY, "faces": _MANY, "hits": _MANY, "blocks": _MANY,
               "net": _MANY, "armour": _MANY, "wounds": _MANY},
    "psyke": {"attacker": _NAME, "defender": _NAME, "distance": _COUNT, "dice": _MANY, "faces": _MANY, "hits": _MANY,
              "blocks": _MANY, "net": _MANY, "saves": _MANY, "wounds": _MANY},
    "wound": {"model": _NAME, "wounds": _COUNT, "left": _COUNT},
    "death": {"model": _NAME, "by": _SIDE},
    "explosion": {"wave": _COUNT, "model": _NAME, "touched": _MANY},
    "passenger": {"model": _NAME, "at": _MANY},
    "end": {"score": (dict,), "winner": _SIDE, "turns": _COUNT, "ended_by": _NAME},
}  # fmt: skip

#: Models of a side that the referee keeps in mind.
MOST_MODELS = 10_000


def read_record(path: str | Path) -> list[dict[str, Any]]:
    """Read a record from a file of JSON Lines.

    Raises
    ------
    InputError
        If the file cannot be read, a line is no JSON object, or the record is of another version or cut short.
    """
    name = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise InputError(f"cannot be read: {reason}", where=name) from error
    lines: list[dict[str, Any]] = []
    # Only line feeds end a line: the other separators may stand in a name. Blank lines at the end are no lines.
    written = text.rstrip().split("\n") if text.strip() else []
    last = len(written)
    for number, line in enumerate(written, 1):
        try:
            value = json.loads(line)
        except RecursionError as error:
            told = "lists and objects are nested too deeply"
            raise InputError(told, where=name, key=f"line {number}") from error
        except ValueError as error:
            told = "the record is cut short" if number == last else "this is no JSON object"
            raise InputError(told, where=name, key=f"line {number}") from error
        if not isinstance(value, dict):
            raise InputError("this is no JSON object", where=name, key=f"line {number}")
        lines.append(value)
    if not lines:
        raise InputError("the record is empty", where=name)
    check_header(lines[0], where=name)
    for number, value in enumerate(lines[1:], 2):
        check_values(value, number, where=name)
        problems = wrong_fields(value)
        if problems:
            raise InputError([Problem(told, name, f"line {number}: {value['event']}.{key}") for key, told in problems])
    if lines[-1].get("event") != "end":
        raise InputError("the record is cut short: its last event is no `end`", where=name, key=f"line {last}")
    return lines


def check_values(event: Mapping[str, Any], line: int, *, where: str = "") -> None:
    """Refuse an event with a number that is not whole, or text that cannot be written; whatever the event is."""
    problems = unfit(event)
    if problems:
        name = event.get("event")
        inside = f"{name}." if isinstance(name, str) and name in EVENTS else ""
        raise InputError([Problem(told, where, f"line {line}: {inside}{key}") for key, told in problems])


def wrong_fields(event: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of an event that are not there or not of their shape; an unknown event has none."""
    name = event.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        return []
    problems = missing(event, EVENTS[name])
    problems += misshapen(event, INSIDE.get(name, {}), {key for key, _ in problems})
    if name == "deploy" and event.get("at") is None and event.get("transport") is None:
        problems.append(("at", "is missing, and so is `transport`"))
    if name == "piece":
        needed = {"circle": "radius", "polygon": "corners"}.get(str(event.get("shape")))
        if needed is not None and event.get(needed) is None:
            problems.append((needed, "is missing"))
    return problems


def check_header(header: Mapping[str, Any], *, where: str = "") -> None:
    """Refuse a first line that is no header of this version; all problems at once."""
    version = header.get("havoksim_record")
    if version is None:
        raise InputError("this is no record of a battle: its first line has no `havoksim_record`", where=where)
    if version != VERSION or isinstance(version, bool):
        raise InputError(
            f"the record is of version {found(version)}; this referee reads version {VERSION}",
            where=where,
            key="havoksim_record",
        )
    problems = unfit(header, header=True)
    if problems:
        raise InputError([Problem(told, where, f"line 1: {key}") for key, told in problems])
    problems = missing(header, HEADER)
    absent = {key for key, _ in problems}
    for key in ("forces", "types"):
        sides = header.get(key)
        if isinstance(sides, dict) and not {"a", "b"} <= sides.keys():
            problems.append((key, "must name sides a and b"))
            absent.add(key)
    problems += misshapen(header, HEADER_INSIDE, absent)
    problems += _cards(header.get("types"))
    problems += _crowds(header.get("forces"))
    seed = header.get("seed")
    if isinstance(seed, str) and not (seed.isascii() and seed.isdecimal() and len(seed) < 40 and int(seed) < 1 << 128):
        problems.append(("seed", f"must be a whole number below 2**128 as text, or null, found {found(seed)}"))
    if isinstance(seed, str) and not isinstance(header.get("battle"), int):
        problems.append(("battle", "must be a whole number where a seed is named"))
    ruleset = header.get("ruleset")
    numbers = ruleset.get("numbers") if isinstance(ruleset, dict) else None
    wrong = wrong_numbers(numbers) if isinstance(numbers, dict) else []
    if problems or wrong:
        told = [Problem(told, where, f"line 1: {key}") for key, told in problems]
        raise InputError([*told, *(Problem(p.message, where, f"line 1: {p.key}", p.suggestion) for p in wrong)])


def _cards(types: object) -> list[tuple[str, str]]:
    """Return what is wrong inside the warrior types of both sides."""
    problems: list[tuple[str, str]] = []
    for side, cards in types.items() if isinstance(types, dict) else ():
        for name, card in cards.items() if isinstance(cards, dict) else ():
            if isinstance(card, dict):
                problems += [(f"types.{side}.{name}.{key}", told) for key, told in misshapen(card, CARD_INSIDE)]
            else:
                problems.append((f"types.{side}.{name}", f"must be an object, found {found(card)}"))
    return problems


def _crowds(forces: object) -> list[tuple[str, str]]:
    """Return the problem of forces with more models than any table holds: each would be kept in memory."""
    if not isinstance(forces, dict):
        return []
    crowds = []
    for side in ("a", "b"):
        force = forces.get(side)
        units = force.get("units") if isinstance(force, dict) else None
        sizes = [unit.get("size") for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []
        models = sum(size for size in sizes if isinstance(size, int))
        if models > MOST_MODELS:
            crowds.append((f"forces.{side}.units", f"at most {MOST_MODELS} models a side, found {models}"))
    return crowds


def missing(given: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]]) -> list[tuple[str, str]]:
    """Return the fields that are not there or not of their kind, and what is wrong."""
    problems = []
    for key, kinds in fields.items():
        if key not in given:
            problems.append((key, "is missing"))
        elif not isinstance(given[key], kinds) or (isinstance(given[key], bool) and bool not in kinds):
            problems.append((key, f"must be {_told(kinds)}, found {found(given[key])}"))
    return problems


def _told(kinds: tuple[type, ...]) -> str:
    names = {
        int: "a whole number",
        str: "text",
        dict: "an object",
        list: "a list",
        type(None): "null",
        float: "a number",
    }
    return " or ".join(names[kind] for kind in kinds if kind in names)
