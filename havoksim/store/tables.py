"""Which tables a run has, by what was fought."""

from __future__ import annotations

from havoksim.store.battle_schema import BATTLE_CELL, BATTLE_TABLES
from havoksim.store.schema import CELL, TABLES, Columns


def tables_of(mode: str) -> dict[str, Columns]:
    """Return the tables of a finished run, by file name without its ending.

    Examples
    --------
    >>> list(tables_of("duels")), list(tables_of("battles"))
    (['matchups', 'warriors', 'factions'], ['matchups', 'warriors', 'types', 'factions'])
    """
    return BATTLE_TABLES if mode == "battles" else TABLES


def part_of(mode: str) -> Columns:
    """Return the columns of one part of a run."""
    return BATTLE_CELL if mode == "battles" else CELL
