"""Are the forces of the header legal, and is the table the right one? (HVK-PROF-*, HVK-FORCE-*, HVK-TABLE-01)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from havoksim.model.warrior import ABILITIES
from havoksim.referee.state import Battle, Card, Model, Unit

#: Most points of each size, and its table in hundredths (HVK-FORCE-02, HVK-TABLE-01).
SIZES = (
    ("brigade", 500, (4800, 4800)),
    ("division", 1000, (4800, 4800)),
    ("corps", 1500, (7200, 4800)),
    ("army", None, (7200, 4800)),
)


def size_of(points: int) -> tuple[str, tuple[int, int]]:
    """Return the size of a force of so many agreed points, and its table.

    Examples
    --------
    >>> size_of(500)[0], size_of(501)[0], size_of(1501)
    ('brigade', 'division', ('army', (7200, 4800)))
    """
    for name, most, table in SIZES:
        if most is None or points <= most:
            return name, table
    raise AssertionError("the last size has no limit")


def muster(b: Battle, header: Mapping[str, Any]) -> None:
    """Name all types, units and models of the header."""
    for side in ("a", "b"):
        for name, given in header["types"][side].items():
            card = Card(side, name, given)
            b.cards[card.name] = card
            b.of_type[card.name] = []
        numbers: Counter[str] = Counter()
        for entry in header["forces"][side]["units"]:
            card = b.card(f"{side}:{entry['type']}")
            numbers[card.name] += 1
            unit = Unit(f"{card.name}:{numbers[card.name]}", card)
            b.units[unit.name] = unit
            for i in range(1, entry["size"] + 1):
                model = Model(f"{unit.name}:{i}", unit, len(b.of_side[side]))
                unit.models.append(model)
                b.models[model.name] = model
                b.of_type[card.name].append(model)
                b.of_side[side].append(model)
    b.cards = {name: card for name, card in b.cards.items() if b.of_type[name]}


def check_forces(b: Battle, header: Mapping[str, Any]) -> None:
    """Check cards, points, limits, factions, units and the table."""
    size, table = size_of(header["points"])
    if b.numbers.table is not None:
        table = b.numbers.table
    b.want("HVK-FORCE-02", "size", size, header["size"])
    b.want("HVK-TABLE-01", "table", list(table), [b.width, b.depth])
    for card in b.cards.values():
        _check_card(b, card)
    for side in ("a", "b"):
        models = b.of_side[side]
        total = sum(model.card.battle_rating for model in models)
        if not models:
            b.fault("HVK-FORCE-01", f"a warrior on side {side}", "none")
        if total > header["points"]:
            b.fault("HVK-FORCE-01", f"at most {header['points']} points on side {side}", total)
        cards = [card for card in b.cards.values() if card.side == side]
        lists = sorted({card.list for card in cards})
        if len(lists) > 1 and not b.numbers.allow_allies:
            b.fault("HVK-FORCE-04", f"one army list on side {side}", ", ".join(lists))
        for card in cards:
            limit = card.limits.get(size)
            count = len(b.of_type[card.name])
            if b.numbers.limits_enforced and isinstance(limit, int) and count > limit:
                b.fault("HVK-FORCE-03", f"at most {limit} of {card.name} in a {size}", count)
    for unit in b.units.values():
        _check_unit(b, unit)


def _check_card(b: Battle, card: Card) -> None:
    for ability in card.abilities:
        if ability not in ABILITIES:
            b.fault("HVK-PROF-04", f"abilities of {card.name} among {', '.join(sorted(ABILITIES))}", ability)
    low = [
        name
        for name, least in (("speed", 0), ("firepower", 0), ("close_combat", 0), ("psyke", 0), ("armour", 0),
                            ("strength", 1), ("battle_rating", 1))
        if getattr(card, name) < least
    ]  # fmt: skip
    for name in low:
        b.fault("HVK-PROF-01", f"{name} of {card.name} of at least {int(name in ('strength', 'battle_rating'))}",
                getattr(card, name))  # fmt: skip


def _check_unit(b: Battle, unit: Unit) -> None:
    count = len(unit.models)
    most = b.numbers.max_unit_size
    if unit.card.vehicle:
        if count != 1:
            b.fault("HVK-PROF-02", f"{unit.name} to be a unit of one", count)
    elif count < b.numbers.min_unit_size or (most is not None and count > most):
        b.fault("HVK-FORCE-05", f"{b.numbers.min_unit_size} to {most or 'any number of'} warriors in a unit", count)
