"""``havoksim battle``: many battles between two forces; who wins, by how much, and which types earn their points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from havoksim.analysis.telling_battle import CHOICES
from havoksim.cli.answers import counted, wrapped
from havoksim.cli.arguments import examples
from havoksim.cli.charts import percent
from havoksim.cli.output import (
    Output,
    Table,
    as_csv,
    as_json,
    as_markdown,
    as_text,
    check_ending,
    check_folder,
    check_writable,
    output_options,
    write_file,
)
from havoksim.cli.two_forces import force_arguments, meeting, told_as_options
from havoksim.cli.watching import Watched, again, watch_options

if TYPE_CHECKING:
    from havoksim.battle.results import BattleResult

#: So many battles take long enough that somebody wants to know how far they have got.
MANY = 50_000
#: Stands above the table of types.
WHAT_TYPES_DID = "BR destroyed and lost in a battle, share of models alive at the end:"


@click.command(
    epilog=examples(
        "havoksim battle karn_500 nexus_500 -n 2000 --seed 1",
        "havoksim battle karn_500 nexus_500 -n 2000 --policy-a rush --policy-b gunline",
        "havoksim battle karn_500 karn_500_swarm -n 400 --terrain crossroads --each battles.csv",
        "havoksim battle karn_500 nexus_500 -n 2000 --seed 1 --replay upset --html upset.html",
        "havoksim battle karn_500 nexus_500 -n 2000 --seed 1 --plots plots",
    )
)
@force_arguments()
@click.option("-n", type=int, required=True, help="Number of battles: even, each pair with seats swapped.")
@click.option("--seed", type=int, help="Seed of all dice and of the terrain; drawn and shown if left out.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads; they change nothing but the time.")
@click.option("--each", metavar="FILE.csv", help="Write one row a battle.")
@click.option("--plots", metavar="FOLDER", help="Draw margins, types, attrition and who kills whom.")
@click.option(
    "--replay",
    "which",
    type=click.Choice(CHOICES),
    help="Pick out a battle to show: the median margin, the rarest win, the closest.",
)
@watch_options
@output_options
def command(
    force_a: str,
    force_b: str,
    n: int,
    seed: int | None,
    threads: int,
    each: str | None,
    plots: str | None,
    which: str | None,
    html: str | None,
    png: str | None,
    gif: str | None,
    event: int | None,
    output: Output,
    **options: Any,
) -> None:
    """Many battles between two forces, such as karn_500 and nexus_500.

    Gives the score of A with its interval, the BR destroyed, and what each type was worth. Battle i of a seed is
    always the same; `havoksim replay` shows it.
    """
    from havoksim.battle.many_battles import simulate

    watched = Watched(html, png, gif, event)
    watched.check()
    if which is None and watched:
        which = "median"
    if plots is not None:
        check_folder(plots)
    if each is not None:
        check_ending(each, "--each", (".csv",))
        check_writable(each)
    with told_as_options(), _progress(n) as tell:
        result = simulate(
            force_a,
            force_b,
            n=n,
            seed=seed,
            threads=threads,
            each=bool(each or which or plots),
            tell=tell,
            **meeting(options),
        )
    if each is not None:
        from havoksim.battle.results import EACH

        write_file(each, as_csv(EACH, result.battle_rows()))
        click.echo(f"wrote {each}", err=True)
    _tell(result, output)
    if plots is not None:
        _draw(result, plots, force_a, force_b, threads, options)
    if which is not None:
        _show(
            result, which, force_a, force_b, watched, options, quiet=output.format != "table" or output.path is not None
        )


@contextmanager
def _progress(n: int) -> Iterator[Callable[[int], None]]:
    """Show on stderr how far many battles have got."""
    from havoksim.analysis.progress import progress_for

    progress = progress_for(n >= MANY, "battles")

    def tell(done: int) -> None:
        if done:
            progress.advance(done)
        else:
            progress.start(n, 0)

    try:
        yield tell
    finally:
        progress.close()


def _draw(result: BattleResult, folder: str, force_a: str, force_b: str, threads: int, options: dict[str, Any]) -> None:
    """Draw the answer and the course of the same battles into a folder."""
    from havoksim.analysis.battle_course import battle_course
    from havoksim.report.plots import save_battle_plots

    course = battle_course(force_a, force_b, n=result.n, seed=result.seed, threads=threads, **meeting(options))
    for path in save_battle_plots(result, course, folder):
        click.echo(f"wrote {path}", err=True)


def _show(
    result: BattleResult,
    which: str,
    force_a: str,
    force_b: str,
    watched: Watched,
    options: dict[str, Any],
    *,
    quiet: bool,
) -> None:
    """Pick out a battle, say how it is shown again, and show it if a file was asked for."""
    from havoksim.analysis.telling_battle import telling_battle

    picked = telling_battle([(row[0], row[2], row[3], row[4]) for row in result.battle_rows()], which)
    command_again = again(force_a, force_b, result.seed, picked.battle, options)
    said = f"battle {picked.battle} of seed {result.seed} is {picked.why}; shown again by\n  {command_again}"
    click.echo(said if quiet else f"\n{said}", err=quiet)
    if watched:
        from havoksim.battle.replay import replay

        lines = replay(force_a, force_b, seed=result.seed, battle=picked.battle, **meeting(options))
        watched.write(lines, again=command_again)


def _tell(result: BattleResult, output: Output) -> None:
    """Write the answer in the wanted form."""
    if output.format == "json":
        output.write(as_json(result.to_dict()))
        return
    if output.format == "csv":
        rows = [{**_flat(result), **row} for row in result.warrior_rows()]
        output.write(as_csv(rows[0], [tuple(row.values()) for row in rows]))
        return
    figures, warriors = _figures(result), _warriors(result)
    if output.format == "markdown":
        small = "\n".join(f"- {sentence}" for sentence in _small_print(result))
        output.write(
            "\n\n".join([_finding(result), as_markdown(figures), f"{WHAT_TYPES_DID}\n\n{as_markdown(warriors)}", small])
        )
        return
    width = output.width or 100
    output.write(
        "\n\n".join(
            [
                wrapped(_finding(result), width),
                as_text(figures, output.width),
                f"{WHAT_TYPES_DID}\n{as_text(warriors, output.width)}",
                "\n".join(wrapped(sentence, width, "- ") for sentence in _small_print(result)),
            ]
        )
    )


def _flat(result: BattleResult) -> dict[str, Any]:
    """Return the matchup as one row."""
    figures = dict(result.figures)
    ended = figures.pop("ended_by")
    shares = {f"ended_by_{name}": share for name, share in ended.items()}
    return {"ruleset": result.ruleset, **result.question, **figures, **shares, "seed": str(result.seed)}


def _finding(result: BattleResult) -> str:
    """Say who wins."""
    figures, asked = result.figures, result.question
    lo, hi = result.interval
    a, b = f"{asked['name_a']} (a)", f"{asked['name_b']} (b)"
    span = f"{percent(result.score, 1)}, {percent(lo, 1)} to {percent(hi, 1)}"
    if lo > 0.5:
        verdict = f"{a} beats {b}"
    elif hi < 0.5:
        verdict = f"{b} beats {a}"
    else:
        verdict = f"Too close to call between {a} and {b}"
    wins, draws = counted(figures["wins_a"], "win"), counted(figures["draws"], "draw")
    losses = counted(figures["wins_b"], "loss", "losses")
    return f"{verdict}: score of a {span} ({wins}, {draws}, {losses} in {counted(result.n, 'battle', form=',')})."


def _figures(result: BattleResult) -> Table:
    """Return the figures of both sides, side by side."""
    figures, asked, n = result.figures, result.question, result.n
    gap = _with_error(figures["margin_mean"], figures["margin_mean_se"])
    rows = [
        ("player", asked["policy_a"], asked["policy_b"]),
        ("BR fielded", str(asked["br_a"]), str(asked["br_b"])),
        ("wins", _share(figures["wins_a"], n), _share(figures["wins_b"], n)),
        (
            "BR destroyed, mean",
            _with_error(figures["br_destroyed_a"], figures["br_destroyed_a_se"]),
            _with_error(figures["br_destroyed_b"], figures["br_destroyed_b_se"]),
        ),
        ("margin, mean", gap, f"sd {figures['margin_sd']:.0f}"),
        ("battle turns, mean", f"{figures['turns_mean']:.2f}", ""),
        ("wiped out", percent(figures["ended_by"]["wiped_out"], 1), ""),
    ]
    headings = {"what": "", "a": f"a: {asked['name_a']}", "b": f"b: {asked['name_b']}"}
    return Table(("what", "a", "b"), rows, headings, {}, frozenset({"a", "b"}))


def _warriors(result: BattleResult) -> Table:
    """Return one row for each type of each side, the most efficient first: as wide as a terminal, no wider."""
    rows = sorted(result.warrior_rows(), key=lambda row: (row["side"], -row["efficiency"]))
    digits = len(str(max(row["n_fielded"] for row in rows)))
    cells = [
        (
            f"{row['side']} {row['n_fielded']:{digits}} {row['name']}",
            row["br_fielded"],
            _rounded(row["br_destroyed"], row["br_destroyed_se"]),
            _rounded(row["br_lost"], row["br_lost_se"]),
            percent(row["survival"], 0),
            _with_error(row["efficiency"], row["efficiency_se"]),
            "-" if row["trade"] is None else _with_error(row["trade"], row["trade_se"]),
        )
        for row in rows
    ]
    headings = {"type": "models", "destroyed": "destr.", "survival": "alive", "efficiency": "destr./BR"}
    right = frozenset({"destroyed", "lost", "survival", "efficiency", "trade"})
    return Table(("type", "BR", "destroyed", "lost", "survival", "efficiency", "trade"), cells, headings, right=right)


def _share(count: int, n: int) -> str:
    """Return a count and its share."""
    return f"{count} ({percent(count / n, 1)})"


def _rounded(value: float, se: float) -> str:
    """Return a mean with the digits that its 95 % interval leaves worth printing."""
    return _with_error(value, se).partition(" ")[0]


def _with_error(value: float, se: float) -> str:
    """Return a mean with half its 95 % interval, with the digits that it leaves worth printing."""
    half = 1.96 * se
    if math.isnan(half) or half <= 0.0:
        return f"{value:.4g}"
    power = math.floor(math.log10(half))
    digits = min(max(0, (half < 2.0 * 10.0**power) - power), 3)
    return f"{value:.{digits}f} \u00b1{half:.{digits}f}"


def _small_print(result: BattleResult) -> list[str]:
    """Return method, ruleset and assumptions as sentences."""
    asked = result.question
    head = (
        f"sampled, n = {result.n:,}, seed {result.seed} (\u00b1 and ranges are {result.confidence:.0%} intervals);"
        f" ruleset {result.ruleset or 'without a name'}; {asked['points']} points; terrain {asked['terrain']}"
    )
    return [head, *result.assumptions]
