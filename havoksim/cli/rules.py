"""``havoksim rules``: a clause of the rules, how it is read, whether this version plays it, and its tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from havoksim.cli.answers import wrapped
from havoksim.cli.arguments import examples
from havoksim.cli.output import Output, Table, as_json, as_text, output_options, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from havoksim.foundation.errors import Problem
    from havoksim.ledger.coverage import Coverage
    from havoksim.ledger.reader import Clause

COLUMNS = ("id", "title", "ledger", "implemented", "tests")
_NO_TESTS = "this installation has no tests; run it in a checkout, or name their folder with --tests"


@click.command(
    epilog=examples(
        "havoksim rules",
        "havoksim rules HVK-FIRE-05",
        "havoksim rules HVK-FIRE",
        "havoksim rules --coverage --missing",
    )
)
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option(
    "--coverage",
    "wants_coverage",
    is_flag=True,
    help="How many clauses are named by a test; exit code 1 if a mark is wrong.",
)
@click.option("--missing", is_flag=True, help="Which clauses no test names.")
@click.option("--tests", metavar="DIR", help="Folder of the tests; by default that of the checkout.")
@output_options
def command(ids: tuple[str, ...], wants_coverage: bool, missing: bool, tests: str | None, output: Output) -> int:
    """A clause of the rules: its wording, its reading, its options, whether this version plays it, its tests.

    An ID may be a clause, a chapter or a ledger; without one, the clauses are listed.
    """
    from havoksim.foundation.errors import InputError
    from havoksim.ledger import clauses, coverage

    folder = Path(tests) if tests else coverage.tests_folder()
    marks = coverage.coverage(folder) if folder else None
    wanted = _chosen(ids)
    if wants_coverage or missing:
        if marks is None:
            raise InputError(_NO_TESTS)
        return _coverage(wanted or clauses(), marks, output, missing=missing, checks=wants_coverage)
    if output.format != "table":
        _as_data(wanted or clauses(), marks, output, whole=bool(ids))
    elif not ids:
        output.write(_overview(clauses("havok"), marks, output.width))
    elif len(wanted) > len(ids):  # a chapter or a ledger
        output.write("\n\n".join(_chapters(wanted, marks, output.width)))
    else:
        output.write("\n\n".join(_whole(clause, marks, output.width or 80) for clause in wanted))
    return 0


def _chosen(ids: Iterable[str]) -> list[Clause]:
    """Return the clauses that ids, chapters and ledgers name; all that are unknown are reported at once."""
    from havoksim.foundation.errors import InputError
    from havoksim.ledger import find_clauses

    found: dict[str, Clause] = {}
    problems: list[Problem] = []
    for name in ids:
        try:
            found |= {clause.id: clause for clause in find_clauses(name)}
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return list(found.values())


# ---------------------------------------------------------------------- showing clauses


def _whole(clause: Clause, marks: Coverage | None, width: int) -> str:
    """Return everything about one clause."""
    from havoksim.ledger.implemented import PARTLY, state

    parts = [("rule", clause.rule), ("reading", clause.reading), ("options", clause.options), ("dice", clause.dice)]
    parts.append(("depends", ", ".join(clause.depends)))
    played = state(clause.id)
    played = {"no": "not in this version", "in part": f"in part: {PARTLY.get(clause.id, '')}"}.get(played, played)
    parts.append(("played", played))
    if marks is None:
        parts.append(("tests", _NO_TESTS))
    else:
        parts.append(("tests", "\n".join(test.place for test in marks.tests_of(clause.id)) or "none"))
    lines = [f"{clause.id}  {clause.title}"]
    for name, text in parts:
        if not text:
            continue
        first, *rest = text.split("\n")
        lines.append(_hanging(name, first, width))
        lines += [_hanging("", more, width) for more in rest]
    return "\n".join(lines)


def _hanging(name: str, text: str, width: int) -> str:
    """Return a text with its name at the left."""
    import textwrap

    start = f"  {name:<9}"
    return textwrap.fill(
        text,
        max(width, 40),
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
        break_long_words=False,
    )


def _overview(core: Sequence[Clause], marks: Coverage | None, width: int | None) -> str:
    """Return the clauses of the core game, and what else there is."""
    from havoksim.ledger import clauses
    from havoksim.ledger.reader import LEDGERS

    parts = _chapters(core, marks, width)
    others = [
        f"{about}: {len(clauses(file))} clauses, not in this version (havoksim rules {prefix})"
        for prefix, (file, about) in LEDGERS.items()
        if file != "havok"
    ]
    hint = "`havoksim rules ID` shows a clause with its reading, options and tests."
    return "\n\n".join([*parts, "\n".join(wrapped(line, width or 80) for line in [*others, hint])])


def _chapters(wanted: Sequence[Clause], marks: Coverage | None, width: int | None) -> list[str]:
    """Return clauses in a table a chapter, with the same columns in all."""
    counts = marks.counts if marks else {}
    longest = max(len(clause.title) for clause in wanted)
    parts = []
    for group in dict.fromkeys(clause.group for clause in wanted):
        rows = [
            (c.id, c.title.ljust(longest), _state(c.id), counts.get(c.id, 0) if marks else None)
            for c in wanted
            if c.group == group
        ]
        parts.append(as_text(Table(("id", "title", "played", "tests"), rows, {"id": group}), width))
    return parts


def _as_data(wanted: Sequence[Clause], marks: Coverage | None, output: Output, *, whole: bool) -> None:
    """Write clauses as CSV, JSON or Markdown."""
    counts = marks.counts if marks else {}
    if output.format == "json" and whole:
        found = [
            {
                "id": c.id, "title": c.title, "ledger": c.ledger, "rule": c.rule, "reading": c.reading,
                "options": c.options, "dice": c.dice, "depends": list(c.depends), "implemented": _state(c.id),
                "tests": [test.place for test in marks.tests_of(c.id)] if marks else None,
            }
            for c in wanted
        ]  # fmt: skip
        output.write(as_json(found))
        return
    rows = [(c.id, c.title, c.ledger, _state(c.id), counts.get(c.id, 0) if marks else None) for c in wanted]
    show(Table(COLUMNS, rows), output)


def _state(clause_id: str) -> str:
    """Return whether this version plays a clause."""
    from havoksim.ledger.implemented import state

    return state(clause_id)


# ---------------------------------------------------------------------- coverage


def _coverage(wanted: Sequence[Clause], marks: Coverage, output: Output, *, missing: bool, checks: bool) -> int:
    """Write which clauses the tests name; return 1 if a mark is wrong."""
    from havoksim.ledger.coverage import MOST_PER_TEST

    counts = marks.counts
    played = [clause for clause in wanted if _state(clause.id) != "no"]
    if output.format != "table":
        chosen = [c for c in wanted if c.id not in counts] if missing and not checks else wanted
        _as_data(chosen, marks, output, whole=False)
    else:
        parts = []
        for ledger in dict.fromkeys(clause.ledger for clause in wanted):
            ids = [clause.id for clause in wanted if clause.ledger == ledger]
            bare = [name for name in ids if name not in counts]
            lines = [f"{ledger}: {len(ids) - len(bare)} of {len(ids)} clauses named by a test"]
            if missing and bare:
                lines.append(wrapped(f"missing: {' '.join(bare)}", output.width or 80, "  "))
            parts.append("\n".join(lines))
        if checks and played:
            rows = [(c.id, c.title, _state(c.id), counts.get(c.id, 0)) for c in played]
            bare = [c.id for c in played if c.id not in counts]
            parts.append(
                "played by this version:\n" + as_text(Table(("id", "title", "played", "tests"), rows), output.width)
            )
            parts.append(f"without a test: {', '.join(bare)}" if bare else "each of them is named by a test")
        output.write("\n\n".join(parts))
    wrong = [f"{test.place} names an unknown clause {name}" for name, test in marks.unknown]
    wrong += [
        f"{test.place} names {len(test.ids)} clauses (at most {MOST_PER_TEST}): {', '.join(test.ids)}"
        for test in marks.crowded
    ]
    for line in wrong if checks else ():
        click.echo(f"error: {line}", err=True)
    bare_played = [clause for clause in played if clause.id not in counts]
    return 1 if checks and (wrong or bare_played) else 0
