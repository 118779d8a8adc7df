"""``havoksim verify``: known right answers, recomputed here by both engines."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from havoksim.cli.output import Output, Table, output_options, show

if TYPE_CHECKING:
    from havoksim.testing.known_answers import Verdict


@click.command()
@click.option("--seed", type=int, default=2, show_default=True, help="Seed of the sampled engine, or of the battles.")
@click.option(
    "--battles",
    type=click.IntRange(min=1),
    metavar="N",
    help="Let the referee judge N battles instead: all forces, terrains, players, a spread of rule options.",
)
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes, with --battles.")
@output_options
def command(seed: int, battles: int | None, workers: int, output: Output) -> None:
    """The table of known right answers, recomputed by both engines.

    Every case has a right value worked out by hand. The exact engine must hit it to rounding; the interval of the
    sampled engine must contain it. With --battles whole battles are streamed to the referee instead, and their
    results held against those of the same battles played in blocks. Exits with 1 if anything is off.
    """
    if battles is not None:
        from havoksim.cli.verify_battles import verify_battles

        verify_battles(battles, seed=seed, workers=workers, output=output)
        return
    from havoksim.foundation.seeds import resolve_seed
    from havoksim.testing.known_answers import FALSE_ALARM, check
    from havoksim.testing.oracle import all_cases

    if output.format == "table":
        click.echo("recomputing known right answers with both engines (some seconds)", err=True)
    verdicts = check(all_cases(), seed=resolve_seed(seed))
    show(_table(verdicts, short=output.format in ("table", "markdown")), output)
    wrong = [verdict for verdict in verdicts if not verdict.ok]
    if output.format == "table":
        sampled = sum(verdict.sample is not None for verdict in verdicts)
        said = f"{len(wrong)} of them off" if wrong else "all right"
        click.echo(
            f"\n{len(verdicts)} cases, {sampled} of them sampled too: {said}."
            f" Chance that any sampled one fails by bad luck: {FALSE_ALARM:g} (seed {seed})."
        )
    if wrong:
        raise click.exceptions.Exit(1)


def _table(verdicts: list[Verdict], *, short: bool) -> Table:
    """Return one row a case; the short form fits a terminal."""
    rows = []
    for verdict in verdicts:
        right, sample = verdict.case.right, verdict.sample
        fraction = right if isinstance(right, Fraction) and right.denominator < 10_000 else None
        drawn = "" if sample is None else f"{sample.mean:.5f} ±{_half(verdict):.4f}"
        rows.append(
            (
                "ok" if verdict.ok else "OFF",
                verdict.case.name,
                f"{verdict.exact:.7g}",
                drawn,
                str(fraction) if fraction is not None else f"{float(right):.7g}",
                verdict.case.source,
            )
        )
    columns = ("ok", "case", "exact", "sampled", "right", "source")
    if short:
        return Table(columns, rows)
    return Table(
        ("ok", "case", "exact", "sampled", "sampled_lo", "sampled_hi", "n", "right", "right_fraction", "source"),
        [
            (
                verdict.ok,
                verdict.case.name,
                verdict.exact,
                verdict.sample.mean if verdict.sample else None,
                verdict.lo,
                verdict.hi,
                verdict.sample.n if verdict.sample else None,
                float(verdict.case.right),
                str(verdict.case.right),
                verdict.case.source,
            )
            for verdict in verdicts
        ],
    )


def _half(verdict: Verdict) -> float:
    """Return how far the interval reaches from the estimate, on its wider side."""
    if verdict.sample is None or verdict.lo is None or verdict.hi is None:
        return 0.0
    return max(verdict.hi - verdict.sample.mean, verdict.sample.mean - verdict.lo)
