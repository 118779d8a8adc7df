"""``havoksim odds``: the exact distribution of one exchange, between warriors or in raw numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from havoksim.cli.answers import check_picture, draw, tell
from havoksim.cli.arguments import (
    check_call,
    distances,
    engine_options,
    examples,
    in_options,
    one_or_all,
    ruleset_option,
    sampling,
    shares,
)
from havoksim.cli.findings import exchange_finding, explosion_finding, fire_charts, fire_finding, fire_names
from havoksim.cli.output import Output, output_options

if TYPE_CHECKING:
    from havoksim.odds.results import FireOdds, SplitFireOdds

FIRE_EXAMPLES = (
    "havoksim odds fire --dice 6 --needs 4 --armour 2",
    "havoksim odds fire 5xkarn_trooper 5x47th_line --range 12 --cover",
)
SPLIT_EXAMPLE = "havoksim odds fire 5xkarn_trooper 2x47th_line banshee --split 3,2"
MELEE_EXAMPLES = (
    "havoksim odds melee --dice-a 1 --dice-b 1 --armour-a 0 --armour-b 0",
    "havoksim odds melee hundred_battle_form razor",
)
PSYKE_EXAMPLES = (
    "havoksim odds psyke --dice-a 3 --dice-b 2",
    "havoksim odds psyke form_warrior 47th_line",
)

plot_option = click.option("--plot", metavar="FILE.png", help="Draw the answer into a picture (png, svg, pdf).")


class InOrder(click.Group):
    """A group that lists its verbs as they are written, the most usual first."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in order."""
        return list(self.commands)


@click.group(cls=InOrder)
def command() -> None:
    """Exact odds of one exchange, between warriors or in raw numbers.

    Name warriors (5xkarn_trooper 5x47th_line), or give the numbers of their cards (--dice 6 --needs 4).
    """


@command.command(
    epilog=examples(
        "havoksim odds fire --dice 6 --needs 4 --armour 2",
        "havoksim odds fire 5xkarn_trooper 5x47th_line --range 12 --cover",
        "havoksim odds fire 5xkarn_trooper 2x47th_line banshee --split 3,2",
    )
)
@click.argument("attacker", required=False)
@click.argument("targets", nargs=-1)
@click.option(
    "--range",
    "range_",
    callback=distances,
    metavar="INCHES",
    help="Distance, 12 by default; or one for each firing warrior (6,6,12 or 3x6,2x12), or target of a split.",
)
@click.option("--cover", is_flag=True, help="The target is in cover.")
@click.option("--split", callback=shares, metavar="3,2", help="How many of the firing warriors aim at each target.")
@click.option("--dice", type=int, help="In numbers: first dice of the pool.")
@click.option("--needs", type=int, help="In numbers: lowest face that hits, 2 to 6.")
@click.option("--armour", type=int, help="In numbers: armour of the target.")
@click.option("--strength", type=int, help="In numbers: strength of each model of the target.")
@click.option("--models", type=int, help="In numbers: models of the target; with --strength it gives kills.")
@ruleset_option
@engine_options("exact", "sampled")
@plot_option
@output_options
def fire(
    attacker: str | None,
    targets: tuple[str, ...],
    range_: tuple[float, ...] | None,
    cover: bool,
    split: tuple[int, ...] | None,
    ruleset: str | None,
    engine: str,
    n: int | None,
    seed: int | None,
    plot: str | None,
    output: Output,
    **numbers: int | None,
) -> None:
    """What one volley does: hits, wounds, models killed."""
    from havoksim import odds
    from havoksim.foundation.errors import Problem

    samples, problems = sampling(engine, n, seed)
    if len(targets) > 1 and split is None:
        problems.append(Problem(f"{len(targets)} targets need --split: how many warriors aim at each"))
    if split is not None and engine == "sampled":
        problems.append(Problem("split fire is answered exactly: leave out --engine sampled"))
    check_call(
        sides=[side for side in (attacker, *targets) if side],
        words=("attacker", "target"),
        numbers=numbers,
        needed=("dice", "needs", "armour"),
        only_sides={"range": range_ is not None, "cover": cover, "split": split is not None},
        examples=(*FIRE_EXAMPLES, SPLIT_EXAMPLE) if split or len(targets) > 1 else FIRE_EXAMPLES,
        trial=lambda: odds.fire(**{"dice": 1, "needs": 4, "armour": 0, **_given(numbers)}),
        problems=problems,
    )
    check_picture(plot)
    answer: FireOdds | SplitFireOdds
    distance = one_or_all(range_ or (12.0,))
    with in_options(("range", "split", "cover", "n", "seed", *numbers)):
        if split is not None and attacker is not None:
            answer = odds.split_fire(attacker, targets, split=split, range=distance, cover=cover, ruleset=ruleset)
        else:
            target = targets[0] if targets else None
            answer = odds.fire(
                attacker, target, range=distance, cover=cover, ruleset=ruleset, **samples, **_given(numbers)
            )
    tell(answer, output, finding=fire_finding(answer), charts=fire_charts(answer), names=fire_names(answer))
    draw(answer, plot)


@command.command(
    epilog=examples(
        "havoksim odds melee --dice-a 1 --dice-b 1 --armour-a 0 --armour-b 0",
        "havoksim odds melee hundred_battle_form razor",
    )
)
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option("--dice-a", type=int, help="In numbers: dice of a, strength bonus included.")
@click.option("--dice-b", type=int, help="In numbers: dice of b, strength bonus included.")
@click.option("--armour-a", type=int, help="In numbers: armour of a.")
@click.option("--armour-b", type=int, help="In numbers: armour of b.")
@click.option("--strength-a", type=int, help="In numbers: strength left of a, for the chance that it dies.")
@click.option("--strength-b", type=int, help="In numbers: strength left of b, for the chance that it dies.")
@ruleset_option
@engine_options("exact", "sampled")
@plot_option
@output_options
def melee(
    a: str | None,
    b: str | None,
    ruleset: str | None,
    engine: str,
    n: int | None,
    seed: int | None,
    plot: str | None,
    output: Output,
    **numbers: int | None,
) -> None:
    """What one close combat does to both warriors.

    B may be several (3xrazor): A fights them one after another in one round.
    """
    from havoksim import odds

    samples, problems = sampling(engine, n, seed)
    raw = {"dice_a": 0, "dice_b": 0, "armour_a": 0, "armour_b": 0, **_given(numbers)}
    check_call(
        sides=[side for side in (a, b) if side],
        words=("first warrior", "second warrior"),
        numbers=numbers,
        needed=("dice_a", "dice_b", "armour_a", "armour_b"),
        only_sides={},
        examples=MELEE_EXAMPLES,
        trial=lambda: odds.melee(**raw),
        problems=problems,
    )
    check_picture(plot)
    with in_options(("n", "seed", *numbers)):
        answer = odds.melee(a, b, ruleset=ruleset, **samples, **_given(numbers))
    charts = [name for name in answer.laws() if name.startswith("wounds_on_")]
    tell(answer, output, finding=exchange_finding(answer, "close combat"), charts=charts)
    draw(answer, plot)


@command.command(
    epilog=examples(
        "havoksim odds psyke --dice-a 3 --dice-b 2",
        "havoksim odds psyke form_warrior 47th_line",
    )
)
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option("--dice-a", type=int, help="In numbers: psyke dice of the attacker.")
@click.option("--dice-b", type=int, help="In numbers: psyke dice of the defender.")
@click.option("--strength-a", type=int, help="In numbers: strength left of a, for the chance that it dies.")
@click.option("--strength-b", type=int, help="In numbers: strength left of b, for the chance that it dies.")
@ruleset_option
@engine_options("exact", "sampled")
@plot_option
@output_options
def psyke(
    a: str | None,
    b: str | None,
    ruleset: str | None,
    engine: str,
    n: int | None,
    seed: int | None,
    plot: str | None,
    output: Output,
    **numbers: int | None,
) -> None:
    """What one psyke attack of A on B does to both."""
    from havoksim import odds

    samples, problems = sampling(engine, n, seed)
    raw = {"dice_a": 0, "dice_b": 0, **_given(numbers)}
    check_call(
        sides=[side for side in (a, b) if side],
        words=("attacker", "defender"),
        numbers=numbers,
        needed=("dice_a", "dice_b"),
        only_sides={},
        examples=PSYKE_EXAMPLES,
        trial=lambda: odds.psyke(**raw),
        problems=problems,
    )
    check_picture(plot)
    with in_options(("n", "seed", *numbers)):
        answer = odds.psyke(a, b, ruleset=ruleset, **samples, **_given(numbers))
    tell(answer, output, finding=exchange_finding(answer, "psyke"), charts=("wounds_on_a", "wounds_on_b"))
    draw(answer, plot)


@command.command(
    epilog=examples(
        "havoksim odds explosion 3x47th_line razor",
    )
)
@click.argument("touched", nargs=-1, required=True)
@ruleset_option
@plot_option
@output_options
def explosion(touched: tuple[str, ...], ruleset: str | None, plot: str | None, output: Output) -> None:
    """Who dies in the explosion of a vehicle.

    Name those who touch it when it is destroyed, ride on it or sit in it.
    """
    from havoksim import odds

    check_picture(plot)
    answer = odds.explosion(touched, ruleset=ruleset)
    tell(answer, output, finding=explosion_finding(answer), charts=("kills",))
    draw(answer, plot)


def _given(numbers: dict[str, int | None]) -> dict[str, Any]:
    """Return the numbers that were given."""
    return {name: value for name, value in numbers.items() if value is not None}
