"""``havoksim duel``: two sides fight to the end; who wins, how long it takes, what is left."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from havoksim.cli.answers import check_picture, draw, small_print, wrapped
from havoksim.cli.arguments import engine_options, examples, in_options, ruleset_option, sampling
from havoksim.cli.charts import percent, share
from havoksim.cli.output import Output, Table, as_csv, as_json, as_markdown, as_text, output_options
from havoksim.foundation.intervals import Z95

if TYPE_CHECKING:
    from havoksim.dice.pmf import Pmf
    from havoksim.odds.duel_result import DuelResult

_NAMES = ("mode", "range", "cover", "order", "turns", "equal_br", "engine", "n", "seed", "threads")


@click.command(
    epilog=examples(
        "havoksim duel 5xkarn_trooper 5xnexus_trooper --range 6",
        "havoksim duel hammer razor --equal-br",
        "havoksim duel hundred_battle_form razor --mode melee --format json",
    )
)
@click.argument("a")
@click.argument("b")
@click.option(
    "--mode",
    type=click.Choice(("fire", "melee", "psyke")),
    default="fire",
    show_default=True,
    help="What they do to each other.",
)
@click.option("--range", "range_", type=float, metavar="INCHES", help="Distance of a fire duel; 12 by default.")
@click.option("--cover", is_flag=True, help="Both sides are in cover.")
@click.option("--cover-a", is_flag=True, help="A is in cover.")
@click.option("--cover-b", is_flag=True, help="B is in cover.")
@click.option(
    "--order",
    type=click.Choice(("roll_off", "alternate", "simultaneous")),
    default="roll_off",
    show_default=True,
    help="Who acts first in a turn: a roll-off, always A, or both at once.",
)
@click.option("--turns", type=int, help="Stop after so many battle turns; more BR destroyed wins.")
@click.option("--equal-br", is_flag=True, help="Choose the numbers of models so that both sides' BR match.")
@click.option("--br-cap", type=int, metavar="BR", help="With --equal-br: most BR of a side; 200 by default.")
@ruleset_option
@engine_options("auto", "exact", "sampled")
@click.option("--threads", type=int, help="Threads of a sampled answer; they change nothing but the time.")
@click.option("--plot", metavar="FILE.png", help="Draw the answer into a picture (png, svg, pdf).")
@output_options
def command(
    a: str,
    b: str,
    mode: str,
    range_: float | None,
    cover: bool,
    cover_a: bool,
    cover_b: bool,
    order: str,
    turns: int | None,
    equal_br: bool,
    br_cap: int | None,
    ruleset: str | None,
    engine: str,
    n: int | None,
    seed: int | None,
    threads: int | None,
    plot: str | None,
    output: Output,
) -> None:
    """A fight to the end between two units, such as 5xkarn_trooper and 5xnexus_trooper.

    Exact wherever an exact answer is there; melee between many models is sampled.
    """
    from havoksim.foundation.errors import InputError, Problem
    from havoksim.odds.duel import duel

    samples, problems = sampling(engine, n, seed)
    away = {"--range": range_ is not None, "--cover": cover, "--cover-a": cover_a, "--cover-b": cover_b}
    stray = [name for name, given in away.items() if given and mode != "fire"]
    if stray:
        problems.append(Problem(f"distance and cover count in a fire duel only: leave out {', '.join(stray)}"))
    if br_cap is not None and not equal_br:
        problems.append(Problem("--br-cap belongs to --equal-br: give both or none"))
    if problems:
        raise InputError(problems)
    check_picture(plot)
    covered = ("both" if cover or cover_b else "a") if cover or cover_a else ("b" if cover_b else "none")
    arguments: dict[str, Any] = {"threads": threads} if threads is not None else {}
    with in_options(_NAMES):
        result = duel(
            a,
            b,
            mode=mode,  # type: ignore[arg-type]
            range=12.0 if range_ is None else range_,
            cover=covered,  # type: ignore[arg-type]
            order=order,  # type: ignore[arg-type]
            turns=turns,
            equal_br=br_cap if br_cap is not None else equal_br,
            ruleset=ruleset,
            **samples,
            **arguments,
        )
    _tell(result, output)
    draw(result, plot)


def _tell(result: DuelResult, output: Output) -> None:
    """Write a duel's answer in the wanted form."""
    if output.format == "json":
        output.write(as_json(result.to_dict()))
        return
    if output.format == "csv":
        single = {key: value for key, value in result.to_dict().items() if not isinstance(value, list)}
        output.write(as_csv(single, [tuple(single.values())]))
        return
    finding, figures, rest, small = _finding(result), _figures(result), _rest(result), small_print(result)
    if output.format == "markdown":
        output.write("\n\n".join([finding, as_markdown(figures), rest, "\n".join(f"- {s}" for s in small)]))
        return
    width = output.width or 80
    parts = [wrapped(finding, width), as_text(figures, output.width), wrapped(rest, width)]
    output.write("\n\n".join([*parts, "\n".join(wrapped(sentence, width, "- ") for sentence in small)]))


def _finding(result: DuelResult) -> str:
    """Say who wins."""
    a, b = result.side_a.label, result.side_b.label
    where = _where(result)
    n = result.n or None
    if result.p_undecided > 1 - 1e-12:
        return f"Nobody wins: {a} and {b} can never hurt each other {where}."
    limit = result.question["turns"]
    length = "to the end" if limit is None else f"over {limit} battle turn{'s' if limit > 1 else ''}"
    gap = result.p_win_a - result.p_win_b
    if result.is_even:
        even = "Even" if n is None else "Too close to call"
        return f"{even}: {a} wins {share(result.p_win_a, n)}, {b} {share(result.p_win_b, n)}, {where}, {length}."
    winner, loser, p = (a, b, result.p_win_a) if gap > 0 else (b, a, result.p_win_b)
    wins = "win" if " x " in winner else "wins"
    return f"{winner} {wins} {share(p, n)} against {loser}, {where}, {length}."


def _where(result: DuelResult) -> str:
    """Say how the two fight."""
    asked = result.question
    if asked["mode"] != "fire":
        return f"in {asked['mode']}"
    covered = (asked["cover_a"], asked["cover_b"])
    cover = {
        (False, False): "in the open",
        (True, True): "both in cover",
        (True, False): f"{result.side_a.label} in cover",
        (False, True): f"{result.side_b.label} in cover",
    }[covered]
    return f"in fire at {asked['range']:g} inches, {cover}"


def _figures(result: DuelResult) -> Table:
    """Return the figures of both sides, side by side."""
    n = result.n or None
    rating_a, rating_b = result.side_a.warrior.battle_rating, result.side_b.warrior.battle_rating
    left_a, left_b = _mean(result.models_a, rating_a), _mean(result.models_b, rating_b)
    rows: list[tuple[str, str, str]] = [
        ("BR fielded", str(result.br_a), str(result.br_b)),
        ("wins", share(result.p_win_a, n), share(result.p_win_b, n)),
        ("models left, mean", _mean(result.models_a, 1), _mean(result.models_b, 1)),
        ("BR left, mean", left_a, left_b),
        (
            "BR destroyed, mean",
            _mean(result.models_b, -rating_b, result.br_b),
            _mean(result.models_a, -rating_a, result.br_a),
        ),
        ("wiped out", share(result.models_a[0], n), share(result.models_b[0], n)),
    ]
    names = (f"a: {result.side_a.label}", f"b: {result.side_b.label}")
    return Table(("what", "a", "b"), rows, {"what": "", "a": names[0], "b": names[1]}, {}, frozenset({"a", "b"}))


def _mean(law: Pmf, worth: int, start: int = 0) -> str:
    """Return a mean of models, or of their worth, with half its 95 % interval where it was sampled."""
    value = start + law.mean * worth
    half = Z95 * law.mean_se * abs(worth)
    if half <= 0.0:
        return f"{value:.2f}" if law.n_samples is None else f"{value:.2f} (in all {law.n_samples:,})"
    digits = min(max(0, 1 - math.floor(math.log10(half))), 4)
    return f"{value:.{digits}f} +/- {half:.{digits}f}"


def _rest(result: DuelResult) -> str:
    """Say how it ends when nobody wins, and how long it takes."""
    n = result.n or None
    parts = [f"Draw {share(result.p_draw, n)}"]
    if result.p_undecided > 0.0:
        parts.append(f"stalemate {share(result.p_undecided, n)}")
    parts.append(f"score of a {percent(result.score_a, 1)} (draws and stalemates count half)")
    if result.rounds_mean == result.rounds_mean and math.isfinite(result.rounds_mean):
        parts.append(f"{result.rounds_mean:.3g} battle turns on average")
    return "; ".join(parts) + "."
