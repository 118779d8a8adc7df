"""The table as it stands at a step of a battle: who is where, on what, how hurt, and the score."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Any

from havoksim.report.replay_page.cast import ENEMY, Cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from havoksim.report.replay_page.frames import Frame

Point = tuple[int, int]


@dataclass(slots=True)
class Table:
    """State of all models, by number; lengths in hundredths of an inch."""

    cast: Cast
    at: dict[int, Point] = field(default_factory=dict)
    #: Whom a model rides on or in.
    carrier: dict[int, int] = field(default_factory=dict)
    left: list[int] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    score: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})

    def __post_init__(self) -> None:
        if not self.left:
            self.left = [int(self.cast.kind_of(m).card["strength"]) for m in range(len(self.cast.models))]

    def place_of(self, model: int) -> Point | None:
        """Return where a model stands; for one that rides, where its transport does."""
        return self.at.get(self.carrier.get(model, model))

    def radius_of(self, model: int) -> int:
        """Return the radius of the base that a model is measured from."""
        return int(self.cast.kind_of(self.carrier.get(model, model)).card["radius"])

    def gap(self, one: int, other: int) -> int | None:
        """Return the distance between two bases as records have it, None where one is not on the table."""
        a, b = self.place_of(one), self.place_of(other)
        if a is None or b is None:
            return None
        square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
        root = isqrt(square)
        return max(root + (root * root < square) - self.radius_of(one) - self.radius_of(other), 0)

    def is_inside(self, model: int) -> bool:
        """Say whether a model is inside a transport, or in the wreck of one, and so without a base of its own."""
        carrier = self.carrier.get(model)
        if carrier is None:
            return False
        carries = self.cast.kind_of(carrier).card.get("carries") or {}
        return carrier in self.dead or bool(carries.get("inside"))

    def dies(self, model: int) -> None:
        """Take a model away: its battle rating goes to the enemy's score (HVK-WIN-01, -03)."""
        if model not in self.dead:
            self.dead.add(model)
            self.score[ENEMY[self.cast.side_of(model)]] += int(self.cast.kind_of(model).card["battle_rating"])

    def apply(self, frame: Frame) -> None:
        """Let a step of the battle happen."""
        for model, x, y in frame.placed:
            self.carrier.pop(model, None)
            self.at[model] = (x, y)
        for model, path in frame.moves:
            self.carrier.pop(model, None)
            if path:
                self.at[model] = path[-1]
        for model, carrier in frame.boarded:
            self.carrier[model] = carrier
            self.at.pop(model, None)
        for model, left in frame.wounds:
            self.left[model] = left
        for model in frame.deaths:
            where = self.place_of(model)
            if where is not None:
                self.at[model] = where
            self.carrier.pop(model, None)
            self.dies(model)


def standing_pieces(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the terrain on the table: kind, middle `x`, `y`, and radius `r`, or corners `p` where they stand."""
    shapes = {line["id"]: line for line in lines if line.get("event") == "piece"}
    placed = []
    for line in lines:
        if line.get("event") == "place":
            shape, (x, y) = shapes[line["piece"]], (int(value) for value in line["at"])
            made: dict[str, Any] = {"kind": str(shape["kind"]), "x": x, "y": y}
            if shape["shape"] == "circle":
                made["r"] = int(shape["radius"])
            else:
                made["p"] = [[x + int(dx), y + int(dy)] for dx, dy in shape["corners"]]
            placed.append(made)
    return placed
