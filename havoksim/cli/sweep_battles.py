"""How the finding of a run of battles is told on the terminal, and in the other forms."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

from havoksim.cli.output import Output, Table, as_csv, as_json, as_markdown, as_text
from havoksim.cli.sweep_words import DIGITS, number, paths

if TYPE_CHECKING:
    from havoksim.analysis.battle_summary import Row
    from havoksim.analysis.run import Run

WIDTH = 80
#: Matchups shown; the tables on disk have all.
SHOWN = 12
#: Most columns of the matrix of scores: more do not fit into a line.
COLUMNS = 4


def summary_of_battles(run: Run, form: str, drawn: list[str]) -> str:
    """Return the summary of a run of battles in the wanted form."""
    from havoksim.analysis.battle_summary import summarise_battles

    if form == "csv":
        rows = run.rows("matchups")
        return as_csv(rows[0], [tuple(row.values()) for row in rows])
    summary = summarise_battles(run)
    if form == "json":
        return as_json(summary.to_dict() | {"plots": drawn, "notes": run.manifest.notes}) + "\n"
    markdown = form == "markdown"
    edge = Output().width
    width = min(edge or WIDTH, WIDTH)
    blocks = ["\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in summary.finding)]
    more = f"; {SHOWN} of {len(summary.matchups)}" if len(summary.matchups) > SHOWN else ""
    told = f"Matchups: score of a (draws count half), BR destroyed by a : by b{more}"
    level = run.manifest.inputs["confidence"]
    tables = [
        (f"Score in % of the row against the column, with its {level:.0%} interval", _matrix(summary.matchups)),
        (told, _matchups(summary.matchups[:SHOWN])),
        ("Factions against the forces of the others", _factions(summary.factions)),
        ("Most efficient types: BR destroyed per BR fielded", _types(summary.most)),
        ("Least efficient types, the worst first", _types(summary.least)),
    ]
    for title, table in tables:
        if table.rows and markdown:
            blocks.append(f"**{title}**\n\n{as_markdown(table)}")
        elif table.rows:
            blocks.append(f"{textwrap.fill(title, width)}\n{as_text(table, edge)}")
    blocks.append(
        paths(
            str(run.path),
            "matchups,warriors,types,factions",
            drawn,
            ruleset=summary.ruleset,
            others=summary.other_rulesets,
            markdown=markdown,
        )
    )
    return "\n\n".join(blocks) + "\n"


def _matrix(rows: tuple[Row, ...]) -> Table:
    """Return the scores of all against all, the best first; empty where they would not fit."""
    players = len({row[side] for row in rows for side in ("policy_a", "policy_b")}) > 1
    cells: dict[tuple[str, str], tuple[float, float]] = {}
    for row in rows:
        a, b = (_called(row, side, players=players) for side in ("a", "b"))
        arm = max(row["score_a_hi"] - row["score_a"], row["score_a"] - row["score_a_lo"])
        cells[a, b] = row["score_a"], arm
        if a != b:
            cells[b, a] = 1.0 - row["score_a"], arm
    names = list(dict.fromkeys(name for pair in cells for name in pair))
    scores = {name: [cells[a, b][0] for a, b in cells if a == name and b != name] for name in names}
    names.sort(key=lambda name: (-math.fsum(scores[name]) / max(len(scores[name]), 1), name))
    if not 2 < len(names) <= COLUMNS or max(map(len, names)) * (len(names) + 1) > WIDTH - 2 * len(names):
        return Table(("",), [])
    told = {pair: f"{100 * score:.1f} \u00b1{math.ceil(1000 * arm) / 10:.1f}" for pair, (score, arm) in cells.items()}
    body = [(a, *(told.get((a, b), "") for b in names)) for a in names]
    return Table(("against", *names), body, {"against": ""}, right=frozenset(names))


def _matchups(rows: tuple[Row, ...]) -> Table:
    players = len({row[side] for row in rows for side in ("policy_a", "policy_b")}) > 1
    cells = [
        (
            _called(row, "a", players=players),
            _called(row, "b", players=players),
            _estimate(row, "score_a"),
            f"{row['br_destroyed_a']:.0f} : {row['br_destroyed_b']:.0f}",
            f"{row['turns_mean']:.2f}",
            f"{row['ended_by_wiped_out']:.0%}",
        )
        for row in rows
    ]
    right = frozenset({"score", "destroyed", "turns", "wiped_out"})
    return Table(("a", "b", "score", "destroyed", "turns", "wiped_out"), cells, {"wiped_out": "wiped out"}, right=right)


def _called(row: Row, side: str, *, players: bool) -> str:
    name = str(row[f"force_{side}"])
    return f"{name} ({row[f'policy_{side}']})" if players else name


def _factions(rows: tuple[Row, ...]) -> Table:
    return Table(
        ("name", "n_matchups", "score", "efficiency", "trade"),
        [
            (
                row["name"],
                row["n_matchups"],
                _estimate(row, "score"),
                _estimate(row, "efficiency"),
                number(row, "trade"),
            )
            for row in rows
        ],
        {"name": "faction", "n_matchups": "matchups", "efficiency": "destr./BR"},
        right=frozenset({"trade"}),
    )


def _types(rows: tuple[Row, ...]) -> Table:
    return Table(
        ("name", "battle_rating", "efficiency", "trade", "provenance"),
        [
            (row["name"], row["battle_rating"], _estimate(row, "efficiency"), number(row, "trade"), row["provenance"])
            for row in rows
        ],
        {"name": "type", "battle_rating": "BR", "efficiency": "destr./BR", "provenance": "profile"},
        right=frozenset({"trade"}),
    )


def _estimate(row: Row, name: str) -> str:
    """Return a figure and the longer arm of its interval, rounded up, with digits as the standard error allows."""
    from havoksim.analysis.statistics import digits_for

    digits = digits_for(row[name], row[f"{name}_se"], most=DIGITS)
    arm = max(row[f"{name}_hi"] - row[name], row[name] - row[f"{name}_lo"])
    return f"{row[name]:.{digits}f} \u00b1{math.ceil(arm * 10**digits) / 10**digits:.{digits}f}"
