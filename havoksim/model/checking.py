"""Check a table read from a file against the dataclass that it should become.

Pydantic decides what is right (strictly: ``1.0`` or ``true`` is no whole number); the words are ours: each problem
names the key, the value found and what is allowed. Problems do not hide each other: wrong values are replaced by
stand-ins, so that checks of several keys together can still run on the rest.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from havoksim.foundation.errors import Problem, nearest
from havoksim.model.wording import allowed, first_key, found, path_text

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")

#: Most known keys that a message lists beside a suggestion.
LISTED = 12


@dataclass(frozen=True)
class Checked(Generic[T]):
    """What became of a table."""

    #: The value, built with stand-ins where the table was wrong; None if even that failed.
    value: T | None
    #: Everything that is wrong with single keys.
    problems: list[Problem]
    #: Top-level keys that are wrong, missing or unknown; the value holds stand-ins for them.
    wrong: frozenset[str]

    def trusted(self, problems: list[Problem], prefix: str) -> list[Problem]:
        """Leave out those problems of the value that only concern stand-ins."""
        return [p for p in problems if first_key(p.key.removeprefix(prefix)) not in self.wrong]


def check(
    table: Mapping[str, object],
    shape: type[T],
    *,
    prefix: str = "",
    label: str = "",
    ignore: Collection[str] = (),
    stand_in: Mapping[str, object] | None = None,
    strangers: Callable[[str], str] | None = None,
) -> Checked[T]:
    """Turn a table into a `shape`, collecting everything that is wrong with it.

    Parameters
    ----------
    table : mapping
        As read from TOML.
    shape : dataclass type
        What it should become.
    prefix : str
        Key path of the table with its closing dot, such as ``"warrior[3]."``.
    label : str
        What the table is called by people, such as a warrior's id; added to each message.
    ignore : collection of str
        Fields of the shape that files may not hold.
    stand_in : mapping
        Right values to use in place of wrong ones.
    strangers : callable
        Explains unknown keys that deserve better than "unknown"; empty for the others.

    Examples
    --------
    >>> from havoksim.model.ruleset import Band
    >>> check({"open": 2, "cover": 7, "upto": 6}, Band).problems[0].message
    'must be a whole number from 2 to 6, found 7'
    """
    from pydantic import ValidationError

    hidden = {name for name in ignore if name in table}
    clean = {key: _chosen(shape, key, plain(item)) for key, item in table.items() if key not in hidden}
    problems = [_stranger(key, shape, ignore, prefix, label, strangers) for key in table if key in hidden]
    wrong = set(hidden)
    value: T | None = None
    try:
        value = _validate(clean, shape)
    except ValidationError as error:
        seen: set[tuple[str | int, ...]] = set()
        for detail in error.errors(include_url=False, include_context=False):
            path = _path(table, detail["loc"], detail["type"])
            wrong.add(str(path[0]) if path else "")
            if path in seen:
                continue
            seen.add(path)
            problems.append(_problem(table, path, detail["type"], shape, ignore, prefix, label, strangers))
        stand_ins = dict(stand_in or {})
        patched = {key: item for key, item in clean.items() if key not in wrong}
        patched.update({key: plain(stand_ins[key]) for key in wrong if key in stand_ins})
        try:
            value = _validate(patched, shape)
        except ValidationError:
            value = None
    return Checked(value, problems, frozenset(wrong))


def plain(value: object) -> object:
    """Return TOML data as JSON data; what JSON lacks (dates, nan, inf) becomes something that fits no field."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return [{}]
    return value if value is None or isinstance(value, (bool, int, float, str)) else [{}]


# ---------------------------------------------------------------------------------------------- the details


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


@cache
def _hints(shape: type) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True)


def _validate(clean: Mapping[str, object], shape: type[T]) -> T:
    import json

    value: T = _adapter(cast(Any, shape)).validate_json(json.dumps(clean))
    return value


def _chosen(shape: type, key: str, value: object) -> object:
    """Keep true and 1.0 from passing for the choice 1: what is no choice becomes something that fits no field."""
    annotation = _hints(shape).get(key)
    if get_origin(annotation) is not Literal:
        return value
    fits = any(type(value) is type(choice) and value == choice for choice in get_args(annotation))
    return value if fits else [{}]


def _path(table: object, location: tuple[str | int, ...], error: str) -> tuple[str | int, ...]:
    """Follow pydantic's location as far as the table goes; what follows are names of alternatives."""
    path: list[str | int] = []
    here = table
    for part in location:
        known = isinstance(here, Mapping) and isinstance(part, str) and part in here
        if known or (isinstance(here, list) and isinstance(part, int) and part < len(here)):
            here = here[part]  # type: ignore[index]
        else:
            if error == "missing" and part == location[-1] and isinstance(here, Mapping):
                path.append(part)
            break
        path.append(part)
    return tuple(path)


def _problem(
    table: Mapping[str, object],
    path: tuple[str | int, ...],
    error: str,
    shape: type,
    ignore: Collection[str],
    prefix: str,
    label: str,
    strangers: Callable[[str], str] | None,
) -> Problem:
    owner, last = _owner(shape, path)
    if error == "unexpected_keyword_argument":
        parent = prefix + "".join(f"{path_text(path[:-1])}." if path[:-1] else "")
        return _stranger(str(path[-1]), owner, ignore if owner is shape else (), parent, label, strangers)
    tail = f" ({label})" if label else ""
    if error == "missing":
        return Problem(f"is missing; {allowed(last)} is needed{tail}", key=prefix + path_text(path))
    here: object = table
    for part in path:
        here = here[part]  # type: ignore[index]
    return Problem(f"must be {allowed(last)}, found {found(here)}{tail}", key=prefix + path_text(path))


def _owner(shape: type, path: tuple[str | int, ...]) -> tuple[type, object]:
    """Return the dataclass that holds the last key of a path, and that key's annotation."""
    owner: type = shape
    here: object = shape
    for part in path:
        here = _inside(here)
        if isinstance(here, type) and is_dataclass(here):
            owner = here
            here = _hints(here).get(str(part), object)
        elif get_origin(here) in (list, dict):
            here = get_args(here)[-1]
    return owner, here


def _inside(annotation: object) -> object:
    """Return the part of an annotation that has keys or entries."""
    if get_origin(annotation) is Annotated:
        return _inside(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        for item in get_args(annotation):
            inner = _inside(item)
            if get_origin(inner) in (list, dict) or (isinstance(inner, type) and is_dataclass(inner)):
                return inner
    return annotation


def _stranger(
    key: str, owner: type, ignore: Collection[str], prefix: str, label: str, strangers: Callable[[str], str] | None
) -> Problem:
    tail = f" ({label})" if label else ""
    reason = strangers(key) if strangers else ""
    if reason:
        return Problem(f"{reason}{tail}", key=prefix + key)
    known = [f.name for f in fields(owner) if f.name not in ignore]
    meant = nearest(key, known)
    listed = "" if meant and len(known) > LISTED else f" (known: {', '.join(known)})"
    return Problem(f"unknown key{tail}{listed}", key=prefix + key, suggestion=meant)
