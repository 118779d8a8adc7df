"""The finding of a run of battles on one screen, as plain data: who beats whom, which factions lead, what types do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from havoksim.analysis.summary import FAIR, SHOWN
from havoksim.store.tables import tables_of

if TYPE_CHECKING:
    from havoksim.analysis.run import Run

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BattleSummary:
    """What a run of battles says, for one ruleset."""

    #: Name of the sweep.
    name: str
    #: The ruleset that the lists are of, and the others of the run.
    ruleset: str
    other_rulesets: tuple[str, ...]
    #: The finding, as sentences.
    finding: tuple[str, ...]
    #: Rows of the matchups table, the most one-sided first.
    matchups: tuple[Row, ...]
    #: Rows of the factions table, best score first.
    factions: tuple[Row, ...]
    #: Rows of the types table: those that destroy most BR per BR, best first, and those that destroy least.
    most: tuple[Row, ...]
    least: tuple[Row, ...]
    #: The files of the tables.
    files: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return asdict(self)


def summarise_battles(run: Run, *, ruleset: str | None = None) -> BattleSummary:
    """Return the summary of a finished run of battles.

    Parameters
    ----------
    run : Run
        A complete run.
    ruleset : str, optional
        The ruleset to look at; by default the first in the alphabet.

    Raises
    ------
    InputError
        If the run is not complete, or has no such ruleset.
    """
    every = run.rows("matchups")
    known = list(dict.fromkeys(row["ruleset"] for row in every))
    if ruleset is not None and ruleset not in known:
        from havoksim.foundation.errors import InputError, unknown_name

        raise InputError(unknown_name("ruleset", ruleset, known, key="ruleset"))
    chosen = ruleset or known[0]
    matchups, types, factions = (
        [row for row in run.rows(table) if row["ruleset"] == chosen] for table in ("matchups", "types", "factions")
    )
    matchups.sort(key=lambda row: (-abs(row["score_a"] - 0.5), row["force_a"], row["force_b"]))
    factions.sort(key=lambda row: (-row["score"], row["faction"]))
    types.sort(key=lambda row: (-row["efficiency"], row["warrior"]))
    half = (len(types) + 1) // 2
    return BattleSummary(
        name=run.manifest.name,
        ruleset=chosen,
        other_rulesets=tuple(name for name in known if name != chosen),
        finding=tuple(_finding(matchups, factions, types)),
        matchups=tuple(matchups),
        factions=tuple(factions),
        most=tuple(types[: min(SHOWN, half)]),
        least=tuple(types[half:][::-1][:SHOWN]),
        files=tuple(str(Path(run.path) / f"{t}{end}") for t in tables_of("battles") for end in (".csv", ".parquet")),
    )


def _finding(matchups: list[Row], factions: list[Row], types: list[Row]) -> list[str]:
    fair = sum(FAIR[0] <= row["score_a_lo"] and row["score_a_hi"] <= FAIR[1] for row in matchups)
    unfair = sum(row["score_a_lo"] > FAIR[1] or row["score_a_hi"] < FAIR[0] for row in matchups)
    many = f"{len(matchups)} matchup{'s' if len(matchups) != 1 else ''}"
    said = [
        f"Of {many} {unfair} {'is' if unfair == 1 else 'are'} outside the fair band of 45-55 %, {fair} inside;"
        f" {len(matchups) - fair - unfair} not settled."
    ]
    if len(factions) > 1:
        shares = ", ".join(f"{row['name']} {row['score']:.1%}" for row in factions)
        said.append(f"Factions' score against the forces of the others: {shares}.")
    if len(types) > 1:
        best, worst = types[0], types[-1]
        said.append(
            f"{best['name']} destroys {best['efficiency']:.2f} BR per BR fielded, most of all types; {worst['name']}"
            f" {worst['efficiency']:.2f}, least."
        )
        rest = sum(row["provenance"] != "published" for row in types)
        if rest:
            said.append(f"{rest} of {len(types)} profiles are wholly or partly estimates: verdicts hang on them.")
    return said
