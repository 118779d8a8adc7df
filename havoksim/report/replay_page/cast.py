"""Who is in a battle: types, units and models of a record by number, and the letters that stand for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

SIDES = ("a", "b")
#: More models than this are no battle that anybody could watch; and the longest side of a table, in hundredths.
MOST_MODELS, LONGEST_TABLE = 5000, 40_000
#: What a base's radius and a strength may be.
_SIZES = {"radius": range(1, 2001), "strength": range(1, 10_001)}
#: The other side.
ENEMY = {"a": "b", "b": "a"}


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of one side."""

    side: str
    #: Name in the record: ``a:karn_trooper``.
    id: str
    name: str
    #: One to three letters, its own within the side.
    letters: str
    #: The card as the record has it.
    card: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its type by number, its own number within the type, and its models by number."""

    id: str
    kind: int
    number: int
    models: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its unit by number, and its own number within the unit."""

    id: str
    unit: int
    number: int


@dataclass(slots=True)
class Cast:
    """Everybody in the order of the forces; `index` finds types, units and models by the names of the record."""

    forces: Mapping[str, Mapping[str, Any]]
    kinds: list[Kind] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)

    def kind_of(self, model: int) -> Kind:
        """Return the type of a model."""
        return self.kinds[self.units[self.models[model].unit].kind]

    def side_of(self, model: int) -> str:
        """Return the side of a model."""
        return self.kind_of(model).side

    def number(self, name: str, parts: int) -> int:
        """Return the number of a type (2 parts), unit (3) or model (4).

        Raises
        ------
        KeyError
            If nobody has that name.
        """
        if name.count(":") != parts - 1:
            raise KeyError(name)
        return self.index[name]

    def label(self, kind: str, number: int) -> str:
        """Return the name of a type ("t"), unit ("u") or model ("m") for a reader, without its side."""
        if kind == "t":
            return self.kinds[number].name
        if kind == "u":
            unit = self.units[number]
            return f"{self.kinds[unit.kind].name} {unit.number}"
        model = self.models[number]
        unit = self.units[model.unit]
        alone = len(unit.models) == 1
        return self.label("u", model.unit) if alone else f"{self.label('u', model.unit)}.{model.number}"


def cast_of(header: Mapping[str, Any]) -> Cast:
    """Return everybody in a record's header, in the order of the force files."""
    cast = Cast(header["forces"])
    if not all(0 < int(length) <= LONGEST_TABLE for length in header["table"]) or len(header["table"]) != 2:
        raise ValueError(f"a table of {header['table']!r}")
    for side in SIDES:
        cards: Mapping[str, Any] = header["types"][side]
        entries = header["forces"][side]["units"]
        wanted = dict.fromkeys(str(entry["type"]) for entry in entries)
        names = {kind: str(cards[kind].get("name", kind)) for kind in wanted}
        for kind, letters in zip(wanted, distinct_letters(names.values()), strict=True):
            for key, allowed in _SIZES.items():
                if int(cards[kind][key]) not in allowed:
                    raise ValueError(f"{kind} has the {key} {cards[kind][key]!r}")
            cast.index[f"{side}:{kind}"] = len(cast.kinds)
            cast.kinds.append(Kind(side, f"{side}:{kind}", names[kind], letters, cards[kind]))
        count: dict[str, int] = {}
        for entry in entries:
            kind = str(entry["type"])
            count[kind] = count.get(kind, 0) + 1
            _add_unit(cast, f"{side}:{kind}", count[kind], int(entry["size"]))
    return cast


def _add_unit(cast: Cast, kind: str, number: int, size: int) -> None:
    name = f"{kind}:{number}"
    first = len(cast.models)
    if not 0 < size <= MOST_MODELS - first:
        raise ValueError(f"a unit of {size} models")
    cast.index[name] = len(cast.units)
    for one in range(size):
        cast.index[f"{name}:{one + 1}"] = first + one
        cast.models.append(Model(f"{name}:{one + 1}", len(cast.units), one + 1))
    cast.units.append(Unit(name, cast.index[kind], number, tuple(range(first, first + size))))


def distinct_letters(names: Iterable[str]) -> list[str]:
    """Return a short sign for each name, different from those before it.

    Examples
    --------
    >>> distinct_letters(["Karn Trooper", "Razor", "47th Line", "Kill Team", "Ravager", "Razor"])
    ['KT', 'Ra', '4L', 'Ki', 'Rv', 'Rz']
    """
    taken: list[str] = []
    for name in names:
        taken.append(next(sign for sign in _signs(name) if sign not in taken))
    return taken


def _signs(name: str) -> Iterator[str]:
    """Yield signs for a name, the most natural first."""
    words = [word for word in ("".join(c for c in part if c.isalnum()) for part in name.split()) if word]
    if not words:
        words = ["X"]
    if len(words) > 1:
        yield words[0][0].upper() + words[1][0].upper()
    first = words[0]
    for letter in dict.fromkeys(first[1:].lower()):
        yield first[0].upper() + letter
    yield first[0].upper()
    number = 2
    while True:
        yield f"{first[0].upper()}{number}"
        number += 1
