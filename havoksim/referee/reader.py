"""Reading a record: JSON Lines, its header and version, and whether it is whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from havoksim.foundation.errors import InputError, Problem

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
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise InputError(f"cannot be read: {reason}", where=name) from error
    lines: list[dict[str, Any]] = []
    last = len(text.splitlines())
    for number, line in enumerate(text.splitlines(), 1):
        try:
            value = json.loads(line)
        except ValueError as error:
            told = "the record is cut short" if number == last else "this is no JSON object"
            raise InputError(told, where=name, key=f"line {number}") from error
        if not isinstance(value, dict):
            raise InputError("this is no JSON object", where=name, key=f"line {number}")
        lines.append(value)
    if not lines:
        raise InputError("the record is empty", where=name)
    check_header(lines[0], where=name)
    if lines[-1].get("event") != "end":
        raise InputError("the record is cut short: its last event is no `end`", where=name, key=f"line {last}")
    return lines


def check_header(header: Mapping[str, Any], *, where: str = "") -> None:
    """Refuse a first line that is no header of this version; all problems at once."""
    version = header.get("havoksim_record")
    if version is None:
        raise InputError("this is no record of a battle: its first line has no `havoksim_record`", where=where)
    if version != VERSION or isinstance(version, bool):
        raise InputError(
            f"the record is of version {version!r}; this referee reads version {VERSION}",
            where=where,
            key="havoksim_record",
        )
    problems = missing(header, HEADER)
    for key in ("forces", "types"):
        sides = header.get(key)
        if isinstance(sides, dict) and not {"a", "b"} <= sides.keys():
            problems.append((key, "must name sides a and b"))
    problems += _crowds(header.get("forces"))
    seed = header.get("seed")
    if isinstance(seed, str) and not (seed.isdecimal() and int(seed) < 1 << 128):
        problems.append(("seed", f"must be a whole number below 2**128 as text, or null, found {seed!r}"))
    if isinstance(seed, str) and not isinstance(header.get("battle"), int):
        problems.append(("battle", "must be a whole number where a seed is named"))
    if problems:
        raise InputError([Problem(told, where, f"line 1: {key}") for key, told in problems])


def _crowds(forces: object) -> list[tuple[str, str]]:
    """Return the problem of forces with more models than any table holds: each would be kept in memory."""
    if not isinstance(forces, dict):
        return []
    found = []
    for side in ("a", "b"):
        force = forces.get(side)
        units = force.get("units") if isinstance(force, dict) else None
        sizes = [unit.get("size") for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []
        models = sum(size for size in sizes if isinstance(size, int))
        if models > MOST_MODELS:
            found.append((f"forces.{side}.units", f"at most {MOST_MODELS} models a side, found {models}"))
    return found


def missing(given: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]]) -> list[tuple[str, str]]:
    """Return the fields that are not there or not of their kind, and what is wrong."""
    found = []
    for key, kinds in fields.items():
        if key not in given:
            found.append((key, "is missing"))
        elif not isinstance(given[key], kinds) or (isinstance(given[key], bool) and bool not in kinds):
            found.append((key, f"must be {_told(kinds)}, found {given[key]!r}"))
    return found


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
