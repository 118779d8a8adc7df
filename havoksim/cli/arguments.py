"""What several verbs accept: distances, shares, engines; and messages that name options as they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from havoksim.foundation.errors import InputError, Problem

Command = TypeVar("Command", bound=Callable[..., Any])

_SHARE = re.compile(r"(?:(\d+)\s*[xX*])?\s*([^xX*\s]+)")
#: Most distances that one list may name.
_MOST = 10_000


class WrongCall(InputError):
    """Arguments that do not go together; shown with calls that do."""

    def __init__(self, problems: Sequence[Problem], examples: Sequence[str]) -> None:
        super().__init__(problems)
        #: Calls that are right.
        self.examples = tuple(examples)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Reads a number, or a list such as ``6,6,12`` or ``3x6,2x12``; a callback for options.

    Examples
    --------
    >>> distances.read("3x6,2x12")
    (6.0, 6.0, 6.0, 12.0, 12.0)
    """

    #: What one of them is.
    what: str
    #: How they are written.
    example: str
    #: Whether they are whole numbers.
    whole: bool = False

    def __call__(self, ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[float, ...] | None:
        """Return the numbers of an option that was given."""
        if value is None:
            return None
        try:
            return self.read(value)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None

    def read(self, text: str) -> tuple[float, ...]:
        """Return the numbers, one by one.

        Raises
        ------
        ValueError
            With a message for the user.
        """
        out: list[float] = []
        for part in (part.strip() for part in text.split(",")):
            match = _SHARE.fullmatch(part)
            try:
                number: float = (int if self.whole else float)(match[2] if match else part + "?")
                times = int(match[1] or 1) if match else 1
            except ValueError:
                raise ValueError(f"{part!r} is no {self.what}; write {self.example}") from None
            if not 0 <= number < float("inf"):
                raise ValueError(f"a {self.what} must be 0 or more, found {part}")
            if times > _MOST or len(out) + times > _MOST:
                raise ValueError(f"at most {_MOST} numbers can be given")
            out += [number] * times
        return tuple(out)


distances = Numbers("distance in inches", "12, or one for each firing warrior: 6,6,12 or 3x6,2x12")
shares = Numbers("number of warriors", "one for each target, such as 3,2", whole=True)


def examples(*calls: str) -> str:
    """Return the end of a help page: calls that work, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {call}" for call in calls)


def one_or_all(numbers: Sequence[float]) -> float | tuple[float, ...]:
    """Return a single number by itself, several as they are."""
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def ruleset_option(command: Command) -> Command:
    """Give a command ``--ruleset``."""
    return click.option(
        "--ruleset",
        metavar="FILE",
        help="Ruleset to play by, a name or a file; Havok 2.0 by default.",
    )(command)


def engine_options(*engines: str) -> Callable[[Command], Command]:
    """Give a command ``--engine``, ``-n`` and ``--seed``; the first engine is the default."""

    def decorate(command: Command) -> Command:
        command = click.option("--seed", type=int, help="Seed of a sampled answer; drawn and shown if left out.")(
            command
        )
        command = click.option("-n", type=int, help="Number of samples of a sampled answer.")(command)
        return click.option(
            "--engine",
            type=click.Choice(engines),
            default=engines[0],
            show_default=True,
            help="How to answer: by exact distributions or by sampling.",
        )(command)

    return decorate


def sampling(engine: str, n: int | None, seed: int | None) -> tuple[dict[str, Any], list[Problem]]:
    """Return the engine's arguments that were given, and what is wrong with them."""
    given = {key: value for key, value in (("n", n), ("seed", seed)) if value is not None}
    problems = []
    if engine == "exact" and given:
        names = " and ".join(_option(key) for key in given)
        problems.append(Problem(f"an exact answer has no samples: leave out {names}, or say --engine sampled"))
    return {"engine": engine, **given}, problems


def check_call(
    *,
    sides: Sequence[str],
    words: Sequence[str],
    numbers: Mapping[str, object],
    needed: Sequence[str],
    only_sides: Mapping[str, bool],
    examples: Sequence[str],
    trial: Callable[[], object] | None = None,
    problems: Sequence[Problem] = (),
) -> None:
    """Refuse a call that mixes warriors and numbers or leaves some out, naming all that is wrong.

    Parameters
    ----------
    sides : sequence of str
        The warriors named.
    words : sequence of str
        What each of them is called, such as attacker and target.
    numbers : mapping
        Raw numbers by name; None for one that was not given.
    needed : sequence of str
        Those of them that a call in numbers needs.
    only_sides : mapping
        Options that only make sense with warriors, and whether they were given.
    examples : sequence of str
        Right calls, shown below the problems.
    trial : callable, optional
        Tries the numbers that were given; its problems are reported with the rest.
    problems : sequence of Problem
        What has been found already.
    """
    found = list(problems)
    given = [name for name, value in numbers.items() if value is not None]
    if sides and given:
        said = "is" if len(given) == 1 else "are"
        found.append(Problem(f"{_listed(given)} {said} for calls in numbers: name warriors or numbers, not both"))
    if sides and len(sides) < len(words):
        found.append(Problem(f"the {words[len(sides)]} is missing"))
    if not sides:
        missing = [name for name in needed if numbers[name] is None]
        stray = [name for name, is_given in only_sides.items() if is_given]
        if missing and not given:
            found.append(Problem(f"name the {' and the '.join(words)}, or give {_listed(needed)}"))
        elif missing:
            found.append(Problem(f"{_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"))
        if stray:
            says = "does not count" if len(stray) == 1 else "do not count"
            found.append(Problem(f"{_listed(stray)} {says} in a call in numbers"))
        if trial is not None and given:
            try:
                trial()
            except InputError as error:
                found += [as_typed(problem) for problem in error.problems]
    if found:
        raise WrongCall(found, examples)


@contextmanager
def in_options(names: Sequence[str]) -> Iterator[None]:
    """Let the problems of a Python call speak of the options of the command line."""
    try:
        yield
    except InputError as error:
        raise InputError([as_typed(problem, names) for problem in error.problems]) from None


def as_typed(problem: Problem, names: Sequence[str] | None = None) -> Problem:
    """Return a problem that names ``--dice-a`` where Python says ``dice_a``.

    Examples
    --------
    >>> print(as_typed(Problem("dice_a must be 0 or more, found -1", key="dice_a")))
    --dice-a must be 0 or more, found -1
    """
    key = problem.key
    if not key or problem.where or (names is not None and key not in names):
        return problem
    message = problem.message
    if message.startswith(f"{key} "):
        return Problem(_option(key) + message[len(key) :], suggestion=problem.suggestion)
    return Problem(message, key=_option(key), suggestion=problem.suggestion)


def _option(key: str) -> str:
    """Return how a name is typed."""
    return f"-{key}" if len(key) == 1 else f"--{key.replace('_', '-')}"


def _listed(names: Sequence[str]) -> str:
    """Return options in a row: --dice, --needs and --armour."""
    typed = [_option(name) for name in names]
    return typed[0] if len(typed) == 1 else f"{', '.join(typed[:-1])} and {typed[-1]}"
