"""What `battle` and `replay` share: two forces, their players, the ground and the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from havoksim.cli.arguments import as_typed, ruleset_option

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = ("n", "seed", "battle", "points", "threads", "terrain", "ruleset", "policy_a", "policy_b")


def force_arguments(*, required: bool = True) -> Callable[[Command], Command]:
    """Give a command its two forces and everything that says how they meet, except the number of battles."""

    def given(command: Command) -> Command:
        for option in _options(required):
            command = option(command)
        return command

    return given


def _options(required: bool) -> tuple[Callable[[Any], Any], ...]:
    """Return the options and arguments, the last first, as decorators are read."""
    return (
        click.option("--points", type=int, help="Agreed points; by default those of the larger force."),
        click.option(
            "--terrain",
            metavar="none|random|FILE",
            default="random",
            show_default=True,
            help="Ground to fight on: none, random pieces, or a layout's name or file.",
        ),
        click.option("--policy-b", metavar="NAME", help="Player of B; like --policy if left out."),
        click.option("--policy-a", metavar="NAME", help="Player of A; like --policy if left out."),
        click.option(
            "--policy",
            metavar="NAME",
            default="tactician",
            show_default=True,
            help="Both players: tactician, rush, gunline, skirmish, random, or a file.",
        ),
        ruleset_option,
        click.argument("force_b", required=required),
        click.argument("force_a", required=required),
    )


def meeting(options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a Python call that the options stand for."""
    chosen = {name: options[name] for name in ("ruleset", "terrain", "points")}
    for side in ("policy_a", "policy_b"):
        chosen[side] = options[side] if options[side] is not None else options["policy"]
    return chosen


@contextmanager
def told_as_options() -> Iterator[None]:
    """Let problems speak of the options and arguments of the command line."""
    from havoksim.foundation.errors import InputError, Problem

    try:
        yield
    except InputError as error:
        told = []
        for problem in error.problems:
            if problem.key in ("force_a", "force_b") and not problem.where:
                problem = Problem(problem.message, problem.key.upper(), "", problem.suggestion)
            told.append(as_typed(problem, _OPTIONS))
        raise InputError(told) from None
