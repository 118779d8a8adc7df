"""Words for what stands in a file: values as TOML writes them, key paths, and what a field allows."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

#: Longest found value that a message quotes whole.
QUOTED = 60


def first_key(path: str) -> str:
    """Return the first key of a path: ``limits.brigade`` and ``limits[2]`` both give ``limits``."""
    return path.split(".")[0].split("[")[0]


def path_text(path: tuple[str | int, ...]) -> str:
    """Write a key path as people read it, positions counted from 1: ``bands[2].open``."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else (f".{part}" if text else str(part))
    return text


def found(value: object) -> str:
    """Write a value as TOML would, shortened.

    Examples
    --------
    >>> found(True), found("U"), found(1.0), found({"a": 1})
    ('true', '"U"', '1.0', 'a table')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, list):
        text = f"[{', '.join(found(item) for item in value)}]" if value else "an empty list"
    else:
        text = str(value)
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 3]}..."


def allowed(annotation: object) -> str:
    """Say in words what a type of field allows.

    Examples
    --------
    >>> from havoksim.model.ruleset import Face
    >>> allowed(Face), allowed(Literal[6, "none"]), allowed(float | None)
    ('a whole number from 2 to 6', '6 or "none"', 'a number')
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _bounded(allowed(arguments[0]), arguments[1:])
    if origin is Literal:
        return _either([found(item) for item in arguments])
    if origin in (Union, types.UnionType):
        return _either([allowed(item) for item in arguments if item is not type(None)])
    if origin is list:
        return f"a list, each entry {allowed(arguments[0])}"
    if origin is dict:
        return "a table"
    if isinstance(annotation, type) and is_dataclass(annotation):
        return f"a table with {', '.join(f'`{f.name}`' for f in fields(annotation))}"
    plain_words = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}
    return plain_words.get(annotation, "something else") if isinstance(annotation, type) else "something else"


def _either(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def _bounded(words: str, limits: tuple[object, ...]) -> str:
    bounds: dict[str, Any] = {}
    for limit in limits:
        for name in ("ge", "gt", "le", "lt", "multiple_of", "min_length"):
            if hasattr(limit, name):
                bounds[name] = getattr(limit, name)
    if bounds.get("multiple_of") == 2:
        words = words.replace("a whole number", "an even whole number")
    if "min_length" in bounds:
        return "text that is not empty" if words == "text" else f"{words}, with at least {bounds['min_length']} of them"
    low, high = bounds.get("ge"), bounds.get("le")
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    if "gt" in bounds and "lt" in bounds:
        return f"{words} between {bounds['gt']} and {bounds['lt']}"
    if low is not None:
        return f"{words} of at least {low}"
    return f"{words} above {bounds['gt']}" if "gt" in bounds else words
