"""Write values as TOML text: the few shapes that army lists and forces need."""

from __future__ import annotations

from collections.abc import Mapping


def text_value(value: object) -> str:
    r"""Return a value as it stands in a TOML file.

    Examples
    --------
    >>> text_value('The "Hundred"'), text_value([1, True, 0.5]), text_value({"army": "U"})
    ('"The \\"Hundred\\""', '[1, true, 0.5]', '{ army = "U" }')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(str(key))} = {text_value(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(text_value(item) for item in value)}]"
    raise TypeError(f"cannot write a {type(value).__name__} as TOML")


def _key(key: str) -> str:
    plain = key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if plain else text_value(key)
