"""``havoksim validate``: are these files right? Every error with its file, key, value and what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from havoksim.cli.answers import wrapped
from havoksim.cli.arguments import examples
from havoksim.cli.output import Output, Table, output_options, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from havoksim.model.loading import Report

#: Notes are shown for so many files unless they are asked for.
_FEW = 3


@click.command(
    epilog=examples(
        "havoksim validate army_lists",
        "havoksim validate my_force.toml my_rules.toml",
    )
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--notes/--no-notes", default=None, help="Show what is worth knowing though not wrong; by default for a few files."
)
@output_options
def command(paths: tuple[str, ...], notes: bool | None, output: Output) -> int:
    """Are these army lists, forces, rulesets, proposals, sweeps, policies and terrain layouts right?

    A folder stands for every .toml file below it. Exit code 2 if anything is wrong; notes are not wrong.
    """
    from havoksim.model.loading import validate_paths

    reports = validate_paths(paths)
    few = len(reports) <= _FEW
    if output.format == "table":
        output.write(_text(reports, output.width or 100, notes=few if notes is None else notes))
    else:
        show(_table(reports, notes=notes is not False), output)
    return 2 if any(not report.ok for report in reports) else 0


def _table(reports: Sequence[Report], *, notes: bool) -> Table:
    """Return one row for each error and note, and one for each file that has none."""
    rows: list[tuple[str | None, ...]] = []
    for report in reports:
        file = str(report.path)
        rows += [(file, report.kind, "error", p.key, p.message, p.suggestion or None) for p in report.problems]
        rows += [(file, report.kind, "note", "", note, None) for note in report.notes if notes]
        if report.ok:
            rows.append((file, report.kind, "right", "", "", None))
    return Table(("file", "kind", "verdict", "key", "message", "suggestion"), rows)


def _text(reports: Sequence[Report], width: int, *, notes: bool) -> str:
    """Return the verdicts file by file, those that are wrong last, and the sum."""
    lines = []
    for report in sorted(reports, key=lambda one: not one.ok):
        kind = report.kind.replace("_", " ")
        if report.ok:
            lines.append(f"right  {report.path}" + (f"  ({kind})" if kind else ""))
        else:
            n = len(report.problems)
            lines.append(f"wrong  {report.path}  ({f'{kind}, ' if kind else ''}{n} error{'s' if n > 1 else ''})")
        said = [("error", str(problem).removeprefix(f"{report.path}: ")) for problem in report.problems]
        said += [("note", note) for note in report.notes if notes]
        lines += [wrapped(text, max(width, 40), f"       {word}: ") for word, text in said]
    wrong = sum(not report.ok for report in reports)
    errors = sum(len(report.problems) for report in reports)
    files = f"{len(reports)} file{'s' if len(reports) != 1 else ''}"
    if wrong:
        lines.append(f"{files}: {wrong} wrong, {errors} error{'s' if errors != 1 else ''} in all")
    else:
        lines.append(f"{files}: all right")
    hidden = 0 if notes else sum(len(report.notes) for report in reports)
    if hidden:
        lines.append(f"{hidden} note{'s' if hidden > 1 else ''} on files that are right: --notes shows them")
    return "\n".join(lines)
