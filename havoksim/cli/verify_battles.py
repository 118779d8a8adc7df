"""``havoksim verify --battles``: are whole battles legal, whatever the forces, ground, players and rules?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from havoksim.cli.answers import counted, wrapped
from havoksim.cli.output import Cell, Output, Table, as_json, as_markdown, as_text, show

if TYPE_CHECKING:
    from havoksim.testing.refereed import Judged

#: Violations shown on the terminal; the other forms have all.
SHOWN = 20


def verify_battles(battles: int, *, seed: int, workers: int, output: Output) -> None:
    """Play battles of every kind, let the referee judge them, and leave with 1 if anything is wrong."""
    from havoksim.analysis.progress import progress_for
    from havoksim.foundation.seeds import resolve_seed
    from havoksim.testing.refereed import referee_battles

    progress = progress_for(True, "battles judged")

    seed = resolve_seed(seed)
    try:
        tested = referee_battles(
            battles, seed=seed, workers=workers, start=lambda: progress.start(battles, 0), tell=progress.advance
        )
    except KeyboardInterrupt:
        click.echo(f"interrupted; --seed {seed} judges the same battles again", err=True)
        raise click.exceptions.Exit(130) from None
    finally:
        progress.close()
    _tell(tested, seed, output)
    if tested.wrong or tested.refused:
        raise click.exceptions.Exit(1)


def _tell(tested: Judged, seed: int, output: Output) -> None:
    """Write what came out in the wanted form."""
    if output.format == "json":
        output.write(
            as_json(
                {
                    "battles": tested.battles,
                    "events": tested.events,
                    "models": tested.models,
                    "violations": len(tested.wrong),
                    "seed": seed,
                    **{name: sorted(getattr(tested, name)) for name in ("forces", "players", "terrains", "options")},
                    "wrong": [asdict(one) for one in tested.wrong],
                    "refused": tested.refused,
                }
            )
        )
        return
    if output.format == "csv":
        rows: list[tuple[Cell, ...]] = [("refused", text, None, None, None, None) for text in tested.refused]
        rows += [("wrong", w.what, w.case, w.battle, w.again, "\n".join(w.rules)) for w in tested.wrong]
        show(Table(("verdict", "what", "case", "battle", "again", "rules"), rows), output)
        return
    width = output.width or 100
    blocks = [_finding(tested, width), _figures(tested, seed, output)]
    for one in tested.wrong[:SHOWN]:
        rules = [f"    rules.toml: [ruleset] {line}" for line in one.rules]
        blocks.append("\n".join([wrapped(one.what, width, "- "), f"    {one.again}", *rules]))
    if len(tested.wrong) > SHOWN:
        blocks.append(f"and {len(tested.wrong) - SHOWN} more: --format csv lists them all")
    blocks += [wrapped(f"could not be fought: {text}", width, "- ") for text in tested.refused[:SHOWN]]
    output.write("\n\n".join(blocks))


def _finding(tested: Judged, width: int) -> str:
    """Say whether everything was legal."""
    fought = counted(tested.battles, "battle", form=",")
    if tested.wrong:
        bad = len({one.again for one in tested.wrong})
        said = f"Not right: {counted(len(tested.wrong), 'violation')} in {bad} of {fought}."
    elif tested.battles == 0:
        said = "No battle could be fought."
    else:
        said = (
            f"All right: {fought} with {tested.events:,} events, 0 violations. Every one of"
            f" {tested.models:,} models was deployed, and is alive or dead at the end."
        )
    return wrapped(said, width)


def _figures(tested: Judged, seed: int, output: Output) -> str:
    """Return what was on the table, as text or Markdown."""
    rows = [
        ("forces", len(tested.forces), ""),
        ("players", len(tested.players), ", ".join(sorted(tested.players))),
        ("grounds", len(tested.terrains), ", ".join(sorted(tested.terrains))),
        ("keys of the ruleset changed", len(tested.options), ""),
        ("seed", seed, ""),
    ]
    table = Table(("what", "n", "names"), [(what, str(n), names) for what, n, names in rows], right=frozenset({"n"}))
    return as_markdown(table) if output.format == "markdown" else as_text(table, output.width)
