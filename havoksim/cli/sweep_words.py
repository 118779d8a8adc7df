"""What the answers of every kind of sweep say in the same words: figures in tables, and where everything lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: Most digits of a figure in a table.
DIGITS = 3


def number(row: Mapping[str, Any], name: str) -> str:
    """Return a figure with the digits that its standard error leaves worth printing."""
    from havoksim.analysis.statistics import digits_for

    if row[name] is None:
        return "-"
    return f"{row[name]:.{digits_for(row[name], row[f'{name}_se'], most=DIGITS)}f}"


def paths(
    folder: str, tables: str, drawn: Sequence[str], *, ruleset: str, others: Sequence[str], markdown: bool
) -> str:
    """Say where everything is; `tables` are the names of the tables, with commas."""
    lines = [
        ("tables", f"{folder}/{{{tables}}}.{{csv,parquet}}"),
        ("notes", f"{folder}/manifest.json"),
        *((("plots", path) if not index else ("", path)) for index, path in enumerate(drawn)),
    ]
    if others:
        lines.append(("more", f"above is {ruleset}; the tables also hold {', '.join(others)}"))
    if markdown:
        return "\n".join(f"- {path}" for _, path in lines)
    return "\n".join(f"{what:<7} {path}" for what, path in lines)
