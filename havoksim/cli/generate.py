"""``havoksim generate``: legal forces of an army list, as near to the points limit as battle ratings allow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from havoksim.cli.arguments import examples, in_options, ruleset_option
from havoksim.cli.output import write_file

if TYPE_CHECKING:
    from havoksim.model.force import Force

_STYLES = ("balanced", "swarm", "elite", "fire", "melee", "vehicles", "random")


@click.command(
    epilog=examples(
        "havoksim generate karn_empire --points 500 --style swarm",
        "havoksim generate pteravore --points 1000 --seed 7 --count 20 -o army_lists/forces",
    )
)
@click.argument("army_list", metavar="LIST")
@click.option("--points", type=int, required=True, help="Agreed points of the game.")
@click.option(
    "--style", type=click.Choice(_STYLES), default="balanced", show_default=True, help="Character of the forces."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same forces.")
@click.option("--count", type=int, default=1, show_default=True, help="How many forces.")
@ruleset_option
@click.option(
    "-o", "--output", metavar="DIR", help="Folder for the files, one a force; without it the force is printed."
)
def command(
    army_list: str, points: int, style: str, seed: int, count: int, ruleset: str | None, output: str | None
) -> None:
    """Legal forces of an army list at a points limit."""
    from havoksim.foundation.errors import InputError
    from havoksim.model.force_file import to_toml
    from havoksim.model.generate import generate_forces
    from havoksim.model.loading import load_army_list, load_ruleset

    if count > 1 and output is None:
        raise InputError(f"{count} forces need a folder: name one with -o DIR")
    with in_options(("points", "style", "seed", "count")):
        forces = generate_forces(
            load_army_list(army_list),
            points=points,
            style=style,
            seed=seed,
            count=count,
            ruleset=load_ruleset(ruleset) if ruleset else None,
        )
    if output is None:
        click.echo(to_toml(forces[0]), nl=False)
        click.echo(f"# {_sum(forces[0])}")
        return
    folder = Path(output)
    if not folder.is_dir():
        if folder.exists():
            raise InputError("is a file; name a folder", where=output)
        if not folder.parent.is_dir():
            raise InputError(f"folder {folder.parent} does not exist", where=output)
        folder.mkdir()
    for force in forces:
        path = folder / f"{force.id}.toml"
        write_file(str(path), to_toml(force))
        click.echo(f"{path}: {_sum(force)}")


def _sum(force: Force) -> str:
    """Return what a force comes to."""
    units = sum(entry.count for entry in force.units)
    spent = f"{force.battle_rating} of {force.points} BR"
    return f"{spent}, {force.models} model{'s' if force.models > 1 else ''} in {units} unit{'s' if units > 1 else ''}"
