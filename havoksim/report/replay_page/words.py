"""What is said about a step: sentences in which models and units are named by number, and dice with what they did.

A sentence is a list of texts and references: ``["m", 5]`` is model 5, ``["u", 2]`` a unit, ``["t", 1]`` a type. The
page shows a reference as a name with the sign of its side; so no name from a file is ever part of any markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from havoksim.report.replay_page.cast import Cast

#: A reference: kind and number.
Ref = tuple[str, int]
Sentence = list[str | Ref]

#: What a die did, added to its face: nothing, it counts, it counts and blocks, it only blocks.
MISS, COUNTS, BOTH, BLOCKS = 0, 10, 20, 30


@dataclass(slots=True)
class Row:
    """A line of a step: what was done, the dice with waves of extra ones apart, what came of it, and the clauses."""

    said: Sentence
    dice: list[list[int]] = field(default_factory=list)
    result: Sentence = field(default_factory=list)
    clauses: tuple[str, ...] = ()
    #: Whose dice they are.
    side: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the row as the page's script reads it; what is empty is left out."""
        made = {"t": self.said, "d": self.dice, "r": self.result, "c": list(self.clauses), "s": self.side}
        return {key: value for key, value in made.items() if value}


def unit(number: int) -> Ref:
    """Refer to a unit."""
    return ("u", number)


def model(number: int) -> Ref:
    """Refer to a model."""
    return ("m", number)


def plain(sentence: Iterable[str | Ref], cast: Cast) -> str:
    """Return a sentence as plain text, each name with its side's letter before it."""
    parts = []
    for part in sentence:
        if isinstance(part, str):
            parts.append(part)
        elif part[0] == "s":
            parts.append(str(cast.forces["ab"[part[1]]]["name"]))
        else:
            parts.append(f"{_side(cast, *part)}'s {cast.label(*part)}")
    return "".join(parts)


def _side(cast: Cast, kind: str, number: int) -> str:
    if kind == "m":
        return cast.side_of(number)
    return cast.kinds[number if kind == "t" else cast.units[number].kind].side


def joined(items: Sequence[Ref], *, most: int = 6) -> Sentence:
    """Return references as a list in words; beyond `most` they are counted.

    Examples
    --------
    >>> joined([("m", 1), ("m", 2), ("m", 3)])
    [('m', 1), ', ', ('m', 2), ' and ', ('m', 3)]
    """
    shown = items if len(items) <= most else items[: most - 1]
    said: Sentence = []
    for place, item in enumerate(shown):
        if place:
            said.append(" and " if place == len(items) - 1 else ", ")
        said.append(item)
    if len(items) > len(shown):
        said.append(f" and {len(items) - len(shown)} more")
    return said


def inches(hundredths: int) -> str:
    """Return a length in inches.

    Examples
    --------
    >>> inches(1200), inches(850), inches(7)
    ('12″', '8.5″', '0.07″')
    """
    return f"{hundredths / 100:g}\N{DOUBLE PRIME}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> count(1, "hit"), count(2, "hit"), count(1, "die", "dice")
    ('1 hit', '2 hits', '1 die')
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def dice(number: int) -> str:
    """Return a number of dice."""
    return count(number, "die", "dice")


def waves(faces: Sequence[int], first: int, explode_on: int, needs: int) -> Iterator[list[int]]:
    """Yield the first dice, then wave after wave of extra ones.

    Examples
    --------
    >>> list(waves([6, 2, 6, 6, 1, 3], 2, 6, 4))
    [[6, 2], [6], [6], [1], [3]]
    >>> list(waves([6, 6, 2, 5], 2, 6, 4))
    [[6, 6], [2, 5]]
    """
    start, size = 0, first
    while start < len(faces):
        wave = list(faces[start : start + size]) if size else list(faces[start:])
        yield wave
        start += len(wave)
        size = sum(face >= explode_on and face >= min(needs, 6) for face in wave)
