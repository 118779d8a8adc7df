"""A content hash of anything that the engine reads, for manifests and names of result files.

Two values with the same fingerprint give the same dice and the same results. So the hash covers every number and
every id, and leaves out what only people read (names, sources, which figures are published): correcting a spelling
must not throw away a night of results. The order of keys and the difference between 6 and 6.0 do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

#: Fields that are shown to people and read by no engine.
DISPLAY_ONLY = frozenset({"name", "source", "known"})


def fingerprint(value: object) -> str:
    """Return the first 16 hex digits of the SHA-256 of a value's canonical JSON.

    Parameters
    ----------
    value : dataclass, mapping, sequence, text, number, bool or None
        An army list, force, ruleset, proposal, sweep, warrior, or a part of one.

    Raises
    ------
    TypeError
        If something in the value is none of these.

    Examples
    --------
    >>> fingerprint({"to": 6, "open": 2}) == fingerprint({"open": 2, "to": 6.0})
    True
    >>> from havoksim.model.ruleset import havok_2_0
    >>> len(fingerprint(havok_2_0()))
    16
    """
    import hashlib
    import json

    text = json.dumps(canonical(value), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def canonical(value: object) -> object:
    """Return the value as plain JSON data, without what is only shown to people.

    Examples
    --------
    >>> canonical({"b": (1.0, True, None)})
    {'b': [1, True, None]}
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if is_dataclass(value) and not isinstance(value, type):
        kept = [f.name for f in fields(value) if f.name not in DISPLAY_ONLY]
        return {"kind": type(value).__name__, **{name: canonical(getattr(value, name)) for name in kept}}
    if isinstance(value, Mapping):
        return {str(key): canonical(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [canonical(item) for item in value]
    raise TypeError(f"cannot fingerprint a {type(value).__name__}")
