"""``havoksim referee``: is the battle of a record legal, rolled right and counted right?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from havoksim.cli.answers import wrapped
from havoksim.cli.arguments import examples
from havoksim.cli.output import Output, Table, as_json, output_options, show

if TYPE_CHECKING:
    from havoksim.referee import Verdict

#: Violations shown on the terminal; the other forms have all.
SHOWN = 20


@click.command(epilog=examples("havoksim referee r.jsonl", "havoksim referee r.jsonl --format json"))
@click.argument("record", metavar="RECORD.jsonl")
@output_options
def command(record: str, output: Output) -> int:
    """Is this battle legal? Every violation with its line, its clause, what was expected and what was found.

    Exit code 0 if the battle is legal, 1 if not, 2 if the file is no whole record of this version.
    """
    from havoksim.referee import judge_file

    verdict = judge_file(record)
    if output.format == "json":
        output.write(as_json(verdict.to_dict()))
    elif output.format == "csv":
        show(_table(verdict), output)
    else:
        _tell(verdict, output)
    return 0 if verdict.legal else 1


def _tell(verdict: Verdict, output: Output) -> None:
    """Write the verdict for a reader."""
    width = output.width or 100
    said = wrapped(_finding(verdict), width)
    if verdict.legal:
        output.write(said)
    elif output.format == "markdown":
        show(_table(verdict), output, before=said)
    else:
        lines = [wrapped(f"{one}", width, "- ") for one in verdict.violations[:SHOWN]]
        if len(verdict.violations) > SHOWN:
            lines.append(f"  and {len(verdict.violations) - SHOWN} more: --format csv lists them all")
        output.write("\n".join([said, *lines]))


def _finding(verdict: Verdict) -> str:
    """Say whether it is legal, and how it ended."""
    end = verdict.result
    n = len(verdict.violations)
    judged = "Legal." if verdict.legal else f"Not legal: {n} violation{'s' if n > 1 else ''}."
    who = "is a draw" if end.winner is None else f"is won by {end.winner}"
    which = "a game played by hand" if end.battle is None else f"battle {end.battle}"
    turns = f"{end.turns} battle turn{'s' if end.turns != 1 else ''}"
    return (
        f"{judged} By the referee's count {which} {who}, {end.br_destroyed_a} BR destroyed by a and"
        f" {end.br_destroyed_b} by b, after {turns} ({end.ended_by.replace('_', ' ')})."
    )


def _table(verdict: Verdict) -> Table:
    """Return one row a violation."""
    rows = [(one.line, one.clause, one.expected, one.found) for one in verdict.violations]
    return Table(("line", "clause", "expected", "found"), rows)
