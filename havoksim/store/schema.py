"""The columns of every table of a run: names, types and units, in one place.

Tables are written with these types as they stand here, never with types guessed from the values: the same numbers give
the same bytes, and an empty column keeps its type.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["text", "whole", "real", "flag"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    #: Name in Parquet, CSV and pandas.
    name: str
    #: What a cell holds.
    kind: Kind
    #: What it means, with its unit.
    meaning: str
    #: True if a cell may be empty.
    optional: bool = False


Columns = tuple[Column, ...]


def text(name: str, meaning: str, *, optional: bool = False) -> Column:
    """Return a column of words."""
    return Column(name, "text", meaning, optional)


def whole(name: str, meaning: str) -> Column:
    """Return a column of whole numbers."""
    return Column(name, "whole", meaning)


def real(name: str, meaning: str, *, optional: bool = False) -> Column:
    """Return a column of numbers."""
    return Column(name, "real", meaning, optional)


def estimate(name: str, meaning: str) -> Columns:
    """Return a mean with its standard error and the bounds of its interval."""
    return (
        real(name, meaning),
        real(f"{name}_se", f"standard error of {name}; 0 if exact"),
        real(f"{name}_lo", f"lower bound of {name}"),
        real(f"{name}_hi", f"upper bound of {name}"),
    )


_WHERE = (
    text("ruleset", "id of the ruleset"),
    text("mode", "fire, melee or psyke"),
    real("range", "distance of a fire fight in inches", optional=True),
    Column("cover", "flag", "whether both sides of a fire fight are in cover", optional=True),
    text("setting", "mode, range and cover in short, such as fire 6 open"),
    text("warrior_a", "type of side a, list/type"),
    text("warrior_b", "type of side b, list/type"),
)
_NAMES = (text("name_a", "name of the type of side a"), text("name_b", "name of the type of side b"))
_SIZES = (
    whole("models_a", "models of side a"),
    whole("models_b", "models of side b"),
    whole("br_a", "battle rating that a fields"),
    whole("br_b", "battle rating that b fields"),
    real("br_gap", "share of the larger side's BR by which the smaller side falls short"),
)
_METHOD = (
    whole("n", "duels drawn; 0 if exact"),
    text("method", "exact or sampled"),
    text("seed", "seed of the duels drawn", optional=True),
)
_CHANCES = (
    real("p_win_a", "chance that b is wiped out and a is not"),
    real("p_draw", "chance that both are wiped out at once"),
    real("p_win_b", "chance that a is wiped out and b is not"),
    real("p_undecided", "chance of a stalemate: neither can ever hurt the other again"),
)
_SCORE = estimate("score_a", "chance that a wins, and half the chance that nobody does")
_DESTROYED = (
    real("br_destroyed_a", "mean BR of b that a destroys"),
    real("br_destroyed_a_se", "standard error of br_destroyed_a; 0 if exact"),
    real("br_destroyed_b", "mean BR of a that b destroys"),
    real("br_destroyed_b_se", "standard error of br_destroyed_b; 0 if exact"),
    real("rounds_mean", "mean number of battle turns"),
)

#: A part of a run: all fights of one pair of types under one ruleset, told from one side.
CELL: Columns = (*_WHERE, *_SIZES, *_METHOD, *_CHANCES, *_SCORE[:2], *_DESTROYED)

#: One row for each ruleset, setting and ordered pair of types.
MATCHUPS: Columns = (*_WHERE, *_NAMES, *_SIZES, *_METHOD, *_CHANCES, *_SCORE, *_DESTROYED)

_EFFICIENCY = (
    *estimate("efficiency", "BR destroyed per BR fielded"),
    real("trade", "BR destroyed per BR lost; empty if nothing was lost", optional=True),
    real("trade_se", "standard error of trade, at most; 0 if exact", optional=True),
    text("method", "exact, sampled or mixed"),
    whole("n", "duels drawn; 0 if exact"),
)

#: One row for each ruleset, type and setting; setting "fire" is the mean over the settings of fire, and "all" that over
#: the modes (fire, melee), each counted once.
WARRIORS: Columns = (
    text("ruleset", "id of the ruleset"),
    text("warrior", "the type, list/type"),
    text("name", "name of the type"),
    text("faction", "id of its army list"),
    text("provenance", "published, partial or estimate: where its figures come from"),
    whole("battle_rating", "BR of one model as stated"),
    real("formula_br", "BR of one model by the ruleset's formula"),
    text("setting", 'as in matchups, or "fire" or "all" for means'),
    whole("n_opponents", "other types that it met, its own excluded"),
    *estimate("score", "mean score against them, each counted once"),
    real("br_fielded", "mean BR that it fields in a duel"),
    real("br_destroyed", "mean BR that it destroys in a duel"),
    real("br_lost", "mean BR that it loses in a duel"),
    *_EFFICIENCY,
)

#: One row for each ruleset, faction and setting: its types against the types of the other factions.
FACTIONS: Columns = (
    text("ruleset", "id of the ruleset"),
    text("faction", "id of the army list"),
    text("name", "name of the army list"),
    text("setting", 'as in matchups, or "fire" or "all" for means'),
    whole("n_types", "types of the faction that fought"),
    *estimate("score", "mean score of its types, each counted once, against the types of the other factions"),
    *_EFFICIENCY,
)

#: The tables of a finished run of duels, by file name without its ending.
TABLES: dict[str, Columns] = {"matchups": MATCHUPS, "warriors": WARRIORS, "factions": FACTIONS}


def names(columns: Iterable[Column]) -> list[str]:
    """Return the names of columns.

    Examples
    --------
    >>> names(MATCHUPS)[:4]
    ['ruleset', 'mode', 'range', 'cover']
    """
    return [column.name for column in columns]


def arrow_schema(columns: Columns, metadata: dict[str, str] | None = None) -> Any:
    """Return the Arrow schema of a table.

    Examples
    --------
    >>> str(arrow_schema(CELL).field("range").type)
    'double'
    """
    import pyarrow as pa

    types = {"text": pa.string(), "whole": pa.int64(), "real": pa.float64(), "flag": pa.bool_()}
    fields = [pa.field(c.name, types[c.kind], nullable=c.optional) for c in columns]
    return pa.schema(fields, metadata=metadata)
