"""Values of a record as it may hold them: whole numbers, whole letters, and lists and objects of a known shape."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

#: Largest number of an event: a hundred miles in hundredths of an inch, and no number that a float could not hold.
LARGEST = 10**9
#: Lists and objects inside each other; a record needs six.
DEEPEST = 20
#: Letters of a value that a message repeats.
_LONGEST = 80
#: Parts of the header in which lengths and ratings need not be whole: a ruleset is written in inches.
_IN_INCHES = "ruleset"

_MANY = (list, tuple)

#: A shape is one of these words, a list of one shape (of any length), a tuple of shapes (a list of just so many), or an
#: object: a dict of the shapes of its fields. A field whose name ends in "?" may be left out, or be null.
Shape = str | list[Any] | tuple[Any, ...] | dict[str, Any]

POINT: Shape = ("whole", "whole")
PAIR: Shape = ("whole", "whole")
BOTH_FACES: Shape = (["whole"], ["whole"])

_WORDS: dict[str, tuple[str, ...]] = {"side": ("a", "b"), "form": ("circle", "polygon")}

#: What stands inside the fields of each event.
INSIDE: dict[str, dict[str, Shape]] = {
    "piece": {"shape": "form", "corners?": [POINT], "radius?": "whole"},
    "deal": {"pieces": {"a": ["whole"], "b": ["whole"]}},
    "roll_off": {"dice": [PAIR], "winner": "side"},
    "place": {"side?": "side", "at": POINT},
    "left_out": {"side?": "side"},
    "edge": {"side": "side"},
    "deploy_type": {"side": "side"},
    "deploy": {"at?": POINT, "transport?": "text"},
    "activate": {"side": "side", "surge?": "yes or no"},
    "unit": {"part?": "text"},
    "move": {"path": [POINT], "part?": "whole", "from?": "text", "into?": "text"},
    "fire": {
        "targets": [
            {
                "target": "text",
                "shots": [
                    {"model": "text", "distance": "whole", "cover": "yes or no", "needs": "whole", "dice": "whole"}
                ],
                "eligible": ["text"],
            }
        ]
    },
    "volley": {"groups": [{"needs": "whole", "dice": "whole", "faces": ["whole"]}], "armour": ["whole"]},
    "combat": {"dice": PAIR, "faces": BOTH_FACES, "hits": PAIR, "blocks": PAIR, "net": PAIR, "armour": BOTH_FACES,
               "wounds": PAIR},
    "psyke": {"dice": PAIR, "faces": BOTH_FACES, "hits": PAIR, "blocks": PAIR, "net": PAIR, "saves": BOTH_FACES,
              "wounds": PAIR},
    "death": {"by?": "side"},
    "explosion": {"touched": [{"model": "text", "faces": ["whole"], "wounds": "whole"}]},
    "passenger": {"at": POINT},
    "end": {"score": {"a": "whole", "b": "whole"}, "winner?": "side"},
}  # fmt: skip

_SIDE_OF_FORCES: Shape = {"units": [{"type": "text", "size": "whole"}]}

#: What stands inside a warrior type.
CARD_INSIDE: dict[str, Shape] = {
    **dict.fromkeys(
        ("speed", "firepower", "close_combat", "psyke", "strength", "armour", "battle_rating", "radius"), "whole"
    ),
    "psyke_attack?": "yes or no",
    "vehicle?": "yes or no",
    "abilities?": ["text"],
    "list?": "text",
    "limits?": {},
    "carries?": {"capacity": "whole", "inside?": "yes or no"},
}

#: What stands inside the fields of the header.
HEADER_INSIDE: dict[str, Shape] = {
    "seat_first": "side",
    "ruleset": {"numbers?": {}},
    "table": PAIR,
    "forces": {"a": _SIDE_OF_FORCES, "b": _SIDE_OF_FORCES},
    "types": {"a": {}, "b": {}},
}


def told(value: object) -> str:
    """Return a value as the record would write it, text without its quotes.

    Examples
    --------
    >>> told(None), told({"a": True}), told("south"), told((1, 2))
    ('null', '{"a": true}', 'south', '[1, 2]')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def found(value: object) -> str:
    """Return a wrong value for a message: as the record writes it, cut off where it is long."""
    try:
        text = json.dumps(value, default=str)
    except (RecursionError, ValueError):
        return "a value that cannot be shown"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def unfit(line: Mapping[str, Any], *, header: bool = False) -> list[tuple[str, str]]:
    """Return the first value of a line that no record may hold, and what is wrong with it; an empty list if none is.

    Examples
    --------
    >>> unfit({"event": "move", "path": [[1.5, 5]]})
    [('path[0][0]', 'must be a whole number, found 1.5')]
    """
    waiting: list[tuple[str, object, int]] = [("", line, 0)]
    while waiting:
        key, value, depth = waiting.pop()
        if depth > DEEPEST:
            return [(key.partition("[")[0], "lists and objects are nested too deeply")]
        if isinstance(value, Mapping):
            for name in value:
                if not isinstance(name, str) or _broken(name):
                    return [(key or "its fields", f"a name must be whole text, found {found(name)}")]
            waiting += [(f"{key}.{name}".lstrip("."), one, depth + 1) for name, one in reversed(list(value.items()))]
        elif isinstance(value, _MANY):
            waiting += [(f"{key}[{i}]", one, depth + 1) for i, one in reversed(list(enumerate(value)))]
        elif isinstance(value, str):
            if _broken(value):
                return [(key, f"must be whole text, found half a character in {found(value)}")]
        elif isinstance(value, float):
            if not (header and key.partition(".")[0] == _IN_INCHES):
                return [(key, f"must be a whole number, found {found(value)}")]
            if not abs(value) <= LARGEST:  # also false for NaN
                return [(key, f"must be a number up to {LARGEST}, found {found(value)}")]
        elif isinstance(value, int) and abs(value) > LARGEST and not header:
            return [(key, f"must be a whole number up to {LARGEST}, found {found(value)}")]
    return []


def _broken(text: str) -> bool:
    """Say whether a text holds half of a character: a lone surrogate, which no file can be written with."""
    return not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)


def misshapen(given: Mapping[str, Any], shapes: Mapping[str, Shape], skip: Collection[str] = ()) -> Iterator[
    tuple[str, str]
]:  # fmt: skip
    """Yield what in the fields of a line has not the shape that it should have."""
    for name, shape in shapes.items():
        if name.rstrip("?") not in skip:
            yield from _field(given, name, shape, "")


def _field(given: Mapping[str, Any], name: str, shape: Shape, inside: str) -> Iterator[tuple[str, str]]:
    bare = name.rstrip("?")
    key = f"{inside}.{bare}".lstrip(".")
    if name != bare and given.get(bare) is None:
        return
    if bare not in given:
        yield key, "is missing"
    else:
        yield from _value(given[bare], shape, key)


def _value(value: object, shape: Shape, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(shape, str):
        if not _is(value, shape):
            yield key, f"must be {_word(shape)}, found {found(value)}"
    elif isinstance(shape, dict):
        if not isinstance(value, Mapping):
            yield key, f"must be an object, found {found(value)}"
            return
        for name, inner in shape.items():
            yield from _field(value, name, inner, key)
    elif not isinstance(value, _MANY):
        yield key, f"must be a list, found {found(value)}"
    elif isinstance(shape, tuple) and len(value) != len(shape):
        yield key, f"must be a list of {len(shape)}, found {found(value)}"
    else:
        inner_shapes = shape if isinstance(shape, tuple) else shape * len(value)
        for i, (one, inner) in enumerate(zip(value, inner_shapes, strict=True)):
            yield from _value(one, inner, f"{key}[{i}]")


def _is(value: object, shape: str) -> bool:
    if shape in _WORDS:
        return isinstance(value, str) and value in _WORDS[shape]
    if shape == "whole":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, bool if shape == "yes or no" else str)


def _word(shape: str) -> str:
    if shape in _WORDS:
        return " or ".join(f'"{word}"' for word in _WORDS[shape])
    return {"whole": "a whole number", "yes or no": "true or false"}.get(shape, shape)
