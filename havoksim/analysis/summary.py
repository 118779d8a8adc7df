"""The finding of a run on one screen, as plain data: which types earn their points, which factions lead."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from havoksim.analysis.aggregate import ALL
from havoksim.store.schema import TABLES

if TYPE_CHECKING:
    from havoksim.analysis.run import Run

Row = dict[str, Any]

#: Band of scores that counts as fair.
FAIR = (0.45, 0.55)
#: Ways to fight, in the order of the columns.
MODES = ("fire", "melee", "psyke")
#: Types on either list.
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run says, for one ruleset."""

    #: Name of the sweep.
    name: str
    #: The ruleset that the lists are of, and the others of the run.
    ruleset: str
    other_rulesets: tuple[str, ...]
    #: The finding, as sentences.
    finding: tuple[str, ...]
    #: Rows of the warriors table for setting "all", with the score in each mode besides (`score_fire`, `score_melee`):
    #: the types that destroy most BR per BR, best first.
    most: tuple[Row, ...]
    #: Those that destroy least, worst first; no type is on both lists.
    least: tuple[Row, ...]
    #: Rows of the factions table for setting "all", with the score in each mode besides, best score first; empty with
    #: one faction.
    factions: tuple[Row, ...]
    #: How many types have published, partial and estimated profiles.
    provenance: dict[str, int]
    #: The files of the tables.
    files: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return asdict(self)


def summarise(run: Run, *, ruleset: str | None = None) -> Summary:
    """Return the summary of a finished run.

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
    warriors, factions = run.rows("warriors"), run.rows("factions")
    known = list(dict.fromkeys(row["ruleset"] for row in warriors))
    if ruleset is not None and ruleset not in known:
        from havoksim.foundation.errors import InputError, unknown_name

        raise InputError(unknown_name("ruleset", ruleset, known, key="ruleset"))
    chosen = ruleset or known[0]
    mine = _with_modes([row for row in warriors if row["ruleset"] == chosen], "warrior")
    ranked = sorted(mine, key=lambda row: (-row["efficiency"], row["warrior"]))
    half = (len(ranked) + 1) // 2
    most, least = ranked[: min(SHOWN, half)], ranked[half:][::-1][:SHOWN]
    sides = _with_modes([row for row in factions if row["ruleset"] == chosen], "faction")
    sides.sort(key=lambda row: (-row["score"], row["faction"]))
    provenance = Counter(row["provenance"] for row in mine)
    counts = {kind: provenance[kind] for kind in ("published", "partial", "estimate")}
    return Summary(
        name=run.manifest.name,
        ruleset=chosen,
        other_rulesets=tuple(name for name in known if name != chosen),
        finding=tuple(_finding(ranked, sides, counts)),
        most=tuple(most),
        least=tuple(least),
        factions=tuple(sides),
        provenance=counts,
        files=tuple(str(Path(run.path) / f"{name}{end}") for name in TABLES for end in (".csv", ".parquet")),
    )


def _with_modes(rows: list[Row], who: str) -> list[Row]:
    """Return the rows of setting "all", each with its score in every mode; None where it does not fight so."""
    modes = [mode for mode in MODES if any(row["setting"] == mode for row in rows)]
    scores = {(row[who], row["setting"]): (row["score"], row["score_se"]) for row in rows}
    out = []
    for row in rows:
        if row["setting"] == ALL:
            each = {mode: scores.get((row[who], mode), (None, None)) for mode in modes}
            out.append(
                row
                | {f"score_{mode}": score for mode, (score, _) in each.items()}
                | {f"score_{mode}_se": se for mode, (_, se) in each.items()}
            )
    return out


def _finding(ranked: list[Row], factions: list[Row], counts: dict[str, int]) -> list[str]:
    best, worst = ranked[0], ranked[-1]
    said = [
        f"{best['name']} gives most for its points: it destroys {best['efficiency']:.2f} BR per BR fielded;"
        f" {worst['name']} gives least, {worst['efficiency']:.2f}."
    ]
    if len(factions) > 1:
        shares = ", ".join(f"{row['name']} {row['score']:.1%}" for row in factions)
        outside = [row["name"] for row in factions if row["score_lo"] > FAIR[1] or row["score_hi"] < FAIR[0]]
        unclear = [row for row in factions if row["score_lo"] <= FAIR[1] < row["score_hi"] or
                   row["score_lo"] < FAIR[0] <= row["score_hi"]]  # fmt: skip
        if outside:
            verdict = f"outside the fair band of 45-55 %: {', '.join(outside)}"
        elif unclear:
            verdict = "the intervals do not settle whether all are inside the fair band of 45-55 %"
        else:
            verdict = "all inside the fair band of 45-55 %"
        said.append(f"Factions' score at equal BR, type by type: {shares} ({verdict}).")
    total = sum(counts.values())
    if counts["published"] < total:
        said.append(
            f"Of {total} profiles {counts['published']} are published, {counts['partial']} partly, {counts['estimate']}"
            " are estimates: a verdict on a type hangs on its figures."
        )
    return said
