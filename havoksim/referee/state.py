"""The battle as the referee sees it: cards, models, terrain, and what has happened so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from havoksim.foundation.errors import InputError
from havoksim.referee.geometry import CONTACT, Point, Shape, rounded_share, square
from havoksim.referee.numbers import Kind, Numbers
from havoksim.referee.plain import told
from havoksim.referee.stream import Stream
from havoksim.referee.verdict import Violation

#: The other side.
OTHER = {"a": "b", "b": "a"}

#: Which way one faces from an edge, and the edge opposite to it.
INWARD: dict[str, Point] = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


class Card:
    """A warrior type of one side, as the header gives it (HVK-PROF-01 to -04)."""

    def __init__(self, side: str, name: str, given: Mapping[str, Any]) -> None:
        self.side = side
        self.id = name
        self.name = f"{side}:{name}"
        self.speed = int(given["speed"])
        self.firepower = int(given["firepower"])
        self.close_combat = int(given["close_combat"])
        self.psyke = int(given["psyke"])
        self.strength = int(given["strength"])
        self.armour = int(given["armour"])
        self.battle_rating = int(given["battle_rating"])
        self.psyke_attack = bool(given.get("psyke_attack", False))
        self.vehicle = bool(given.get("vehicle", False))
        self.abilities = tuple(given.get("abilities") or ())
        self.radius = int(given["radius"])
        self.list = str(given.get("list", ""))
        self.limits: Mapping[str, Any] = given.get("limits") or {}
        carries = given.get("carries") or None
        self.capacity = int(carries["capacity"]) if carries else 0
        self.takes = (carries.get("types", "any") if carries else ()) or "any"
        self.inside = bool(carries.get("inside", False)) if carries else False
        self.flies = "fly_over" in self.abilities
        self.splits_move = "split_move" in self.abilities
        self.surges = "surge" in self.abilities
        self.explodes = self.vehicle or "explodes" in self.abilities
        self.fights_close = "no_close_combat" not in self.abilities


class Model:
    """One warrior and where it stands; one on or in a transport has the transport's place and base."""

    __slots__ = (
        "alive", "attack", "card", "cargo", "carrier", "deployed", "facing", "first_part", "homeless", "left",
        "moved", "name", "order", "own_radius", "radius", "second_part", "side", "unit", "x", "y",
    )  # fmt: skip

    def __init__(self, name: str, unit: Unit, order: int) -> None:
        self.name = name
        self.unit = unit
        self.card = unit.card
        self.side = unit.card.side
        self.order = order
        self.x = self.y = 0
        self.own_radius = self.radius = unit.card.radius
        self.left = unit.card.strength
        self.alive = True
        self.deployed = False
        self.homeless = False
        self.carrier: Model | None = None
        self.cargo: list[Model] = []
        self.facing: Point = (0, 1)
        self.moved = False
        self.first_part = 0
        self.second_part = False
        self.attack = ""

    @property
    def at(self) -> Point:
        """Centre of the base that counts for it."""
        return (self.x, self.y)

    @property
    def inside(self) -> bool:
        """True if it is inside a transport, without a base on the table."""
        return self.carrier is not None and self.carrier.card.inside

    @property
    def has_base(self) -> bool:
        """True if it is on the table: alive, deployed, not inside, not on a wreck (HVK-TABLE-06)."""
        if not self.alive or not self.deployed or self.homeless:
            return False
        return self.carrier is None or (self.carrier.alive and not self.carrier.card.inside)

    def place(self, at: Point) -> None:
        """Put it on a spot of the table, with whoever it carries."""
        self.x, self.y = at
        self.radius = self.own_radius
        self.deployed = True
        self.homeless = False
        for rider in self.cargo:
            rider.x, rider.y = at

    def board(self, carrier: Model) -> None:
        """Let it ride on or in a transport."""
        self.carrier = carrier
        carrier.cargo.append(self)
        self.x, self.y, self.radius = carrier.x, carrier.y, carrier.radius
        self.deployed = True

    def leave(self) -> None:
        """Take it off its transport."""
        if self.carrier is not None:
            if self in self.carrier.cargo:
                self.carrier.cargo.remove(self)
            self.carrier = None
            self.radius = self.own_radius

    @property
    def rear_door(self) -> Point:
        """The point of its base opposite to its facing (HVK-LIST-10)."""
        dx, dy = self.facing
        whole = dx * dx + dy * dy
        r = self.own_radius
        return self.x - rounded_share(r, dx, whole), self.y - rounded_share(r, dy, whole)


class Unit:
    """Warriors of one type that act together."""

    __slots__ = ("card", "models", "name", "parts", "side")

    def __init__(self, name: str, card: Card) -> None:
        self.name = name
        self.card = card
        self.side = card.side
        self.models: list[Model] = []
        #: Parts of its activation in this combat round: "", "move", "attack".
        self.parts: set[str] = set()

    @property
    def living(self) -> list[Model]:
        """Its models that are alive."""
        return [model for model in self.models if model.alive]


class Piece:
    """A piece of terrain."""

    __slots__ = ("given", "id", "kind", "name", "shape")

    def __init__(self, number: int, name: str, kind: Kind, given: Mapping[str, Any]) -> None:
        self.id = number
        self.name = name
        self.kind = kind
        self.given = given
        self.shape: Shape | None = None


class Battle:
    """Everything that the referee knows while it reads a record."""

    def __init__(self, numbers: Numbers, stream: Stream | None, table: tuple[int, int]) -> None:
        self.numbers = numbers
        self.stream = stream
        self.width, self.depth = table
        self.line = 1
        self.violations: list[Violation] = []
        self.cards: dict[str, Card] = {}
        self.units: dict[str, Unit] = {}
        self.models: dict[str, Model] = {}
        self.of_type: dict[str, list[Model]] = {}
        self.of_side: dict[str, list[Model]] = {"a": [], "b": []}
        self.pieces: dict[int, Piece] = {}
        self.terrain: list[Piece] = []
        self.edges: dict[str, str] = {}
        self.score = {"a": 0, "b": 0}
        self.turn = 0
        self._bases: list[Model] | None = None
        #: Type whose combat round it is.
        self.active: Card | None = None

    # ------------------------------------------------------------------ reporting

    def fault(self, clause: str, expected: object, found: object) -> None:
        """Write down that a clause is broken at this line."""
        self.violations.append(Violation(self.line, clause, told(expected), told(found)))

    def want(self, clause: str, what: str, expected: object, found: object) -> bool:
        """Compare a recorded value with what the rules give; return whether they are the same."""
        if expected == found:
            return True
        self.fault(clause, f"{what} {told(expected)}", told(found))
        return False

    def unreadable(self, message: str) -> InputError:
        """Return the error of a line that is no event of a record."""
        return InputError(message, key=f"line {self.line}")

    # ------------------------------------------------------------------ names

    def card(self, name: str) -> Card:
        """Return the type of that name."""
        if name not in self.cards:
            raise self.unreadable(f"no type {name!r} in the header")
        return self.cards[name]

    def unit(self, name: str) -> Unit:
        """Return the unit of that name."""
        if name not in self.units:
            raise self.unreadable(f"no unit {name!r} in the header")
        return self.units[name]

    def model(self, name: str) -> Model:
        """Return the model of that name."""
        if name not in self.models:
            raise self.unreadable(f"no model {name!r} in the header")
        return self.models[name]

    # ------------------------------------------------------------------ the table

    def bases(self) -> list[Model]:
        """Return every model with a base of its own on the table: neither riders nor passengers."""
        if self._bases is None:
            self._bases = [
                model
                for side in ("a", "b")
                for model in self.of_side[side]
                if model.alive and model.deployed and not model.homeless and model.carrier is None
            ]
        return self._bases

    def changed(self) -> None:
        """Note that somebody has come to the table or left it."""
        self._bases = None

    def living(self, side: str) -> bool:
        """Say whether a side has a warrior left."""
        return any(model.alive for model in self.of_side[side])

    def enters(self, card: Card, piece: Piece) -> bool:
        """Say whether a type may enter a piece (HVK-TABLE-04)."""
        return not (piece.kind.blocks_vehicle if card.vehicle else piece.kind.blocks_foot)


def touching(one: Model, other: Model) -> bool:
    """Say whether two models are in base contact (HVK-TABLE-05)."""
    if not one.has_base or not other.has_base:
        return False
    reach = one.radius + other.radius + CONTACT
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= reach * reach


def apart(one: Model, other: Model) -> tuple[int, int]:
    """Return the squared distance of the centres of two models, and the sum of their radii."""
    return square(one.at, other.at), one.radius + other.radius
