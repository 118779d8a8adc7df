"""Errors that a user can act upon.

Whatever is wrong with an input is collected first and reported at once: each :class:`Problem` names the
place (file), the key, the value that was found and what is allowed. An :class:`InputError` carries them all;
the command line prints it and leaves with exit code 2, never with a traceback.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with an input."""

    #: What is wrong and what is allowed, as a sentence without a full stop.
    message: str
    #: File or argument in which it was found; empty if there is only one place to look.
    where: str = ""
    #: Key inside the file, such as ``warrior[2].strength``; empty for the file as a whole.
    key: str = ""
    #: A name that was probably meant, if there is one.
    suggestion: str = ""

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.where, self.key) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text}; did you mean {self.suggestion!r}?" if self.suggestion else text


class InputError(ValueError):
    """The input or the call is wrong; nothing has been computed or written.

    Examples
    --------
    >>> raise InputError("must be at least 1, found 0", key="strength")
    Traceback (most recent call last):
    ...
    havoksim.foundation.errors.InputError: strength: must be at least 1, found 0
    """

    def __init__(
        self,
        problems: str | Problem | Iterable[Problem],
        *,
        where: str = "",
        key: str = "",
        suggestion: str = "",
    ) -> None:
        if isinstance(problems, str):
            problems = Problem(problems, where, key, suggestion)
        if isinstance(problems, Problem):
            problems = (problems,)
        #: Everything that is wrong, in the order in which it was found.
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Problem, ...]]]:
        """Survive the trip between processes with all problems."""
        return type(self), (self.problems,)


def nearest(name: str, known: Sequence[str]) -> str:
    """Return the known name that `name` was probably meant to be, or an empty string.

    Examples
    --------
    >>> nearest("karn_troper", ["karn_trooper", "banshee"])
    'karn_trooper'
    >>> nearest("zzz", ["karn_trooper", "banshee"])
    ''
    """
    from difflib import get_close_matches  # only needed once something is wrong

    folded = {candidate.lower(): candidate for candidate in known}
    found = get_close_matches(str(name).lower(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else ""


def unknown_name(kind: str, name: str, known: Sequence[str], *, where: str = "", key: str = "") -> Problem:
    """Describe a name that is not one of the known ones, with the nearest and the whole list.

    Examples
    --------
    >>> print(unknown_name("ability", "surg", ["surge", "explodes"]))
    unknown ability 'surg' (known: explodes, surge); did you mean 'surge'?
    """
    listed = ", ".join(sorted(known)) or "none"
    return Problem(f"unknown {kind} {name!r} (known: {listed})", where, key, nearest(name, known))


def wrong_count(value: object, key: str, *, least: int = 0, most: int | None = None) -> list[Problem]:
    """Return the problem of a value that should be a whole number in a range; none if it is one.

    Examples
    --------
    >>> wrong_count(3, "dice")
    []
    >>> print(*wrong_count(-1, "dice", most=9))
    dice: must be a whole number from 0 to 9, found -1
    """
    whole = not isinstance(value, bool) and hasattr(value, "__index__")
    if whole and least <= value and (most is None or value <= most):  # type: ignore[operator]
        return []
    allowed = f"of {least} or more" if most is None else f"from {least} to {most}"
    return [Problem(f"must be a whole number {allowed}, found {value!r}", key=key)]
