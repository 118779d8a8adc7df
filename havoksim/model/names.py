"""Names as users write them: files, warrior types, and sides such as ``5xkarn_trooper``."""

from __future__ import annotations

import re

from havoksim.foundation.errors import InputError
from havoksim.model.catalogue import all_army_lists, find_warrior
from havoksim.model.places import known_names, resolve_file
from havoksim.model.side import Side

__all__ = ["all_army_lists", "find_warrior", "known_names", "parse_side", "resolve_file"]

_SIDE = re.compile(r"\s*(?:([+-]?[0-9.]+)\s*[x*\u00d7]\s*)?(\S.*?)\s*")


def parse_side(text: str) -> Side:
    """Return the side that a text such as ``5xkarn_trooper`` or ``banshee`` names.

    Raises
    ------
    InputError
        If the number is not a whole one of at least 1, or the type is unknown.

    Examples
    --------
    >>> parse_side("5xkarn_empire/karn_trooper").models, parse_side("banshee").models, parse_side("5x47th_line").models
    (5, 1, 5)
    """
    match = _SIDE.fullmatch(text)
    if match is None:
        raise InputError(f"a side is written as a number, an x and a type, such as 5xkarn_trooper; found {text!r}")
    count, name = match.groups()
    if count is not None and not (count.isdecimal() and len(count) < 10):
        raise InputError(f"the number of models must be a whole number of at least 1, found {count!r}", where=text)
    return Side(find_warrior(name), int(count) if count is not None else 1)
