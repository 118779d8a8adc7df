"""A step of a battle: what it changes on the table, and what there is to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from havoksim.report.replay_page.table import Point
from havoksim.report.replay_page.words import Row, Sentence

Event = Mapping[str, Any]


@dataclass(slots=True)
class Frame:
    """A step of a battle: one thing that happens, with its consequences.

    Models, units and types are numbers of the `Cast`; lengths are hundredths of an inch.
    """

    #: What it is: "terrain", "edges", "deploy", "turn", "activate", "move", "fire", "volley", "combat", "psyke",
    #: "explosion", "passenger", "idle" or "end".
    what: str
    #: First and last line of the record that it tells.
    lines: list[int]
    turn: int
    title: Sentence
    side: str = ""
    rows: list[Row] = field(default_factory=list)
    #: Units that act, and units that suffer.
    acting: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    #: Changes on the table, in this order: models put somewhere, paths, who goes on or into what, strength left, dead.
    placed: list[tuple[int, int, int]] = field(default_factory=list)
    moves: list[tuple[int, list[Point]]] = field(default_factory=list)
    boarded: list[tuple[int, int]] = field(default_factory=list)
    wounds: list[tuple[int, int]] = field(default_factory=list)
    deaths: list[int] = field(default_factory=list)
    #: Only to be seen: firer, model aimed at, distance, cover; attacker, defender; exploding model and who it touches.
    shots: list[tuple[int, int, int, int]] = field(default_factory=list)
    fights: list[tuple[int, int]] = field(default_factory=list)
    minds: list[tuple[int, int]] = field(default_factory=list)
    blasts: list[tuple[int, list[int]]] = field(default_factory=list)
    #: The type that is activated, by number.
    activated: int | None = None
    clauses: list[str] = field(default_factory=list)
    #: Score of a and b after the step.
    score: tuple[int, int] = (0, 0)

    def to_json(self) -> dict[str, Any]:
        """Return the step as the page's script reads it; what is empty is left out."""
        made: dict[str, Any] = {
            "k": self.what,
            "n": self.lines,
            "T": self.turn,
            "h": self.title,
            "s": self.side,
            "r": [row.to_json() for row in self.rows],
            "a": self.acting,
            "g": self.targets,
            "pl": self.placed,
            "mv": [[model, [value for point in path for value in point]] for model, path in self.moves],
            "ab": self.boarded,
            "w": self.wounds,
            "x": self.deaths,
            "sh": self.shots,
            "cc": self.fights,
            "ps": self.minds,
            "ex": self.blasts,
            "c": self.clauses,
        }
        made = {key: value for key, value in made.items() if value}
        if self.activated is not None:
            made["ty"] = self.activated
        return {**made, "T": self.turn, "sc": self.score}
