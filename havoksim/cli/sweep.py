"""``havoksim sweep``: many matchups at once, on disk; what is done is kept and not done again."""

from __future__ import annotations

import math
import os
import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from havoksim.cli.output import FORMATS, Table, as_csv, as_json, as_markdown, as_text
from havoksim.cli.sweep_words import DIGITS, number, paths

if TYPE_CHECKING:
    from havoksim.analysis.run import Run
    from havoksim.analysis.summary import Row, Summary

#: Columns that everything on the terminal fits in.
WIDTH = 80

#: Scores shown, and their headings.
_MODES = {"score_fire": "fire", "score_melee": "melee", "score_psyke": "psyke"}

EXAMPLES = """\b
Examples:
  havoksim sweep types_at_equal_br -o results/types_at_equal_br
  havoksim sweep factions_500 -o results/factions_500
  havoksim sweep my_sweep.toml -o results/mine --threads 2 --format markdown
"""


@click.command("sweep", epilog=EXAMPLES, short_help="Many matchups at once, on disk; resumes by itself.")
@click.argument("sweep_file", metavar="SWEEP.toml")
@click.option("-o", "--output", "folder", metavar="FOLDER", required=True, help="Folder for the results.")
@click.option("--threads", type=click.IntRange(min=1), help="Parts fought at once; by default one for each core.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", help="Form of the summary.")
@click.option("--plots/--no-plots", default=True, help="Draw the heatmap and the efficiency plot, or leave them out.")
def command(sweep_file: str, folder: str, threads: int | None, form: str, plots: bool) -> int | None:
    """Fight every matchup of a sweep, then say which types earn their battle rating.

    Stop it at any time and give the same command again: it goes on where it stopped. The tables are in FOLDER
    as CSV and Parquet: matchups (every pair), warriors (every type), factions, and for battles types.
    """
    from havoksim.analysis.sweep import sweep

    threads = threads or _cores()
    call = shlex.join(["havoksim", "sweep", sweep_file, "-o", folder])
    try:
        run = sweep(sweep_file, out=folder, threads=threads, progress=True, command=call)
        drawn = _draw(run) if plots else []
    except KeyboardInterrupt:
        click.echo(f"interrupted: {_kept(folder)}; to go on: {call}", err=True)
        raise click.exceptions.Exit(130) from None
    click.echo(_summary(run, form, drawn), nl=False)
    return None


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _draw(run: Run) -> list[str]:
    """Draw the pictures of a run and return their paths."""
    from havoksim.report.plots import save_run_plots

    click.echo("drawing", err=True)
    return [str(path) for path in save_run_plots(run, run.path / "plots")]


def _kept(folder: str) -> str:
    """Say how much of a run is done."""
    done = len(list((Path(folder) / "cells").glob("*.parquet")))
    return f"{done} parts are kept in {folder}"


def _summary(run: Run, form: str, drawn: list[str]) -> str:
    """Return the summary of a run in the wanted form."""
    if run.manifest.mode == "battles":
        from havoksim.cli.sweep_battles import summary_of_battles

        return summary_of_battles(run, form, drawn)
    if form == "csv":
        rows = [row for row in run.rows("warriors") if row["setting"] == "all"]
        rows.sort(key=lambda row: (row["ruleset"], -row["efficiency"], row["warrior"]))
        return as_csv(rows[0], [tuple(row.values()) for row in rows])
    from havoksim.analysis.summary import summarise

    summary = summarise(run)
    if form == "json":
        content = summary.to_dict() | {"plots": drawn, "notes": run.manifest.notes}
        return as_json(content) + "\n"
    return _text(run, summary, drawn, markdown=form == "markdown")


def _text(run: Run, summary: Summary, drawn: list[str], *, markdown: bool) -> str:
    """Return the summary for the terminal, or as Markdown."""
    draw = as_markdown if markdown else as_text
    bold = "**{}**" if markdown else "{}"
    blocks = ["\n".join(_wrapped(line) for line in summary.finding)]
    lists = [
        (f"Most efficient types ({len(summary.most)}): BR destroyed per BR fielded, and score by mode", summary.most),
        (f"Least efficient types ({len(summary.least)}), the worst first", summary.least),
    ]
    for title, rows in lists:
        if rows:
            blocks.append(f"{bold.format(title)}{_gap(markdown)}{draw(_types(rows))}")
    if summary.factions:
        title = "Factions: score of their types against those of the others"
        blocks.append(f"{bold.format(title)}{_gap(markdown)}{draw(_factions(summary.factions))}")
    blocks.append(
        paths(
            str(run.path),
            "warriors,factions,matchups",
            drawn,
            ruleset=summary.ruleset,
            others=summary.other_rulesets,
            markdown=markdown,
        )
    )
    return "\n\n".join(blocks) + "\n"


def _gap(markdown: bool) -> str:
    return "\n\n" if markdown else "\n"


def _types(rows: tuple[Row, ...]) -> Table:
    """Return the table of some types."""
    modes = _modes(rows)
    return Table(
        ("name", "battle_rating", "efficiency", *modes, "trade", "provenance"),
        [
            (row["name"], row["battle_rating"], _estimate(row, "efficiency"), *(number(row, mode) for mode in modes),
             number(row, "trade"), row["provenance"])
            for row in rows
        ],
        headings={"name": "type", "battle_rating": "BR", "efficiency": "destr./BR", "provenance": "profile", **_MODES},
        right=frozenset({"trade", *modes}),
    )  # fmt: skip


def _factions(rows: tuple[Row, ...]) -> Table:
    """Return the table of the factions."""
    modes = _modes(rows)
    return Table(
        ("name", "n_types", "score", *modes, "efficiency", "trade"),
        [
            (row["name"], row["n_types"], _estimate(row, "score"), *(number(row, mode) for mode in modes),
             number(row, "efficiency"), number(row, "trade"))
            for row in rows
        ],
        headings={"name": "faction", "n_types": "types", "efficiency": "destr./BR", **_MODES},
        right=frozenset({"efficiency", "trade", *modes}),
    )  # fmt: skip


def _modes(rows: tuple[Row, ...]) -> list[str]:
    """Return the columns of the scores, one for each mode."""
    return [mode for mode in _MODES if mode in rows[0]]


def _estimate(row: Row, name: str) -> str:
    """Return a figure and the longer arm of its interval, rounded up, with digits as the standard error allows."""
    from havoksim.analysis.statistics import digits_for

    if not row["n"]:
        return f"{number(row, name)} exact"
    digits = digits_for(row[name], row[f"{name}_se"], most=DIGITS)
    arm = max(row[f"{name}_hi"] - row[name], row[name] - row[f"{name}_lo"])
    arm = math.ceil(arm * 10**digits) / 10**digits
    return f"{row[name]:.{digits}f} \u00b1{arm:.{digits}f}"


def _wrapped(line: str) -> str:
    return textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False)
