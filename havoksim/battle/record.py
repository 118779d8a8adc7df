"""From the kernel's events to the lines of a record, as ``docs/reference/record.md`` describes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from havoksim.battle.kernels import layout as at
from havoksim.battle.pack import TERRAIN_KINDS, Pack, radius_of
from havoksim.model.force import force_size
from havoksim.model.ruleset import RULESET_KEYS, Ruleset
from havoksim.model.terrain import Layout
from havoksim.model.warrior import CHARACTERISTICS, Warrior

#: Version of the format.
VERSION = 1

SIDES = ("a", "b")
EDGES = ("south", "north", "west", "east")
ROLL_OFFS = ("terrain", "edge", "deploy", "activate")

Line = dict[str, Any]


# ---------------------------------------------------------------------------------------------- the header


def header(pack: Pack, seed: int, battle: int) -> Line:
    """Return the first line of a record: everything that the battle depends on."""
    from havoksim import __version__
    from havoksim.model.fingerprint import fingerprint

    return {
        "havoksim_record": VERSION,
        "havoksim": __version__,
        "seed": str(seed),
        "battle": battle,
        "seat_first": SIDES[battle % 2],
        "ruleset": {"id": pack.ruleset.id, "hash": fingerprint(pack.ruleset), "numbers": numbers_of(pack.ruleset)},
        "table": list(pack.table),
        "points": pack.points,
        "size": force_size(pack.points),
        "forces": {side: _force(pack, i) for i, side in enumerate(SIDES)},
        "types": {
            side: {one.name[2:]: _card(one.warrior) for one in pack.types if one.side == i}
            for i, side in enumerate(SIDES)
        },
        "policies": {side: pack.policies[i].id or "unnamed" for i, side in enumerate(SIDES)},
        "policy_hashes": {side: fingerprint(pack.policies[i]) for i, side in enumerate(SIDES)},
        "terrain": pack.terrain.id if isinstance(pack.terrain, Layout) else pack.terrain,
    }


def numbers_of(ruleset: Ruleset) -> Line:
    """Return every key of a ruleset as plain JSON values."""
    given: dict[str, Any] = asdict(ruleset)
    numbers = {key: given[key] for key in RULESET_KEYS}
    numbers["bands"] = [{key: item for key, item in band.items() if item is not None} for band in numbers["bands"]]
    return numbers


def _force(pack: Pack, side: int) -> Line:
    from havoksim.model.fingerprint import fingerprint

    force = pack.forces[side]
    units = [{"type": one.name[2:], "size": size} for one in pack.types if one.side == side for size in one.units]
    return {"name": force.name, "points": force.points, "hash": fingerprint(force), "units": units}


def _card(warrior: Warrior) -> Line:
    carries = warrior.carries
    return {
        "name": warrior.name,
        **{name: getattr(warrior, name) for name in CHARACTERISTICS},
        "psyke_attack": warrior.psyke_attack,
        "vehicle": warrior.vehicle,
        "abilities": list(warrior.abilities),
        "radius": radius_of(warrior),
        "carries": None if carries is None else asdict(carries),
        "limits": dict(warrior.limits),
        "list": warrior.army_list,
    }


# ---------------------------------------------------------------------------------------------- the events


class _Reader:
    """The values of one event, read from first to last."""

    def __init__(self, pack: Pack, values: Sequence[int]) -> None:
        self.pack = pack
        self.values = values
        self.place = 0

    def number(self) -> int:
        value = int(self.values[self.place])
        self.place += 1
        return value

    def numbers(self, n: int) -> list[int]:
        return [self.number() for _ in range(n)]

    def counted(self) -> list[int]:
        return self.numbers(self.number())

    def pairs(self) -> list[list[int]]:
        found = []
        while self.more:
            found.append(self.numbers(2))
        return found

    def model(self) -> str:
        return self.pack.models[self.number()]

    def unit(self) -> str:
        return self.pack.units[self.number()]

    def type(self) -> str:
        return self.pack.types[self.number()].name

    def side(self) -> str | None:
        number = self.number()
        return SIDES[number] if number >= 0 else None

    @property
    def more(self) -> bool:
        return self.place < len(self.values)


def lines(pack: Pack, events: Sequence[int]) -> Iterator[Line]:
    """Yield the lines of a battle's events, each with the clauses that it answers to."""
    place = 0
    while place < len(events):
        code, size = int(events[place]), int(events[place + 1])
        name, clauses, fields = _EVENTS[code]
        values = fields(_Reader(pack, events[place + 2 : place + 2 + size]))
        yield {"event": name, "clauses": _clauses(name, clauses, values), **values}
        place += 2 + size


def _clauses(name: str, clauses: tuple[str, ...], values: Line) -> list[str]:
    """Return the clauses of an event; a roll-off answers to that of what is rolled for."""
    if name == "roll_off":
        return [clauses[ROLL_OFFS.index(values["for"])]]
    return list(clauses)


def _piece(r: _Reader) -> Line:
    number, kind, corners, radius = r.numbers(4)
    shape: Line = {"shape": "circle", "radius": radius}
    if corners:
        shape = {"shape": "polygon", "corners": r.pairs()}
    return {"id": number, "kind": TERRAIN_KINDS[kind], **shape}


def _deal(r: _Reader) -> Line:
    owners = r.numbers(len(r.values))
    return {"pieces": {side: [p for p, owner in enumerate(owners) if owner == i] for i, side in enumerate(SIDES)}}


def _roll_off(r: _Reader) -> Line:
    what = ROLL_OFFS[r.number()]
    dice = r.pairs()
    a, b = dice[-1]
    return {"for": what, "dice": dice, "winner": "a" if a > b else "b"}


def _deploy(r: _Reader) -> Line:
    model, x, y, carrier = r.numbers(4)
    name = r.pack.models[model]
    return {"model": name, "transport": r.pack.models[carrier]} if carrier >= 0 else {"model": name, "at": [x, y]}


def _unit(r: _Reader) -> Line:
    name, part = r.unit(), r.number()
    return {"unit": name, "part": ("move", "attack")[part - 1]} if part else {"unit": name}


def _move(r: _Reader) -> Line:
    model = r.model()
    part, left, into, length = r.numbers(4)
    line: Line = {"model": model, "path": r.pairs(), "length": length}
    if part == 2:
        line["part"] = 2
    if left >= 0:
        line["from"] = r.pack.models[left]
    if into >= 0:
        line["into"] = r.pack.models[into]
    return line


def _fire(r: _Reader) -> Line:
    unit = r.unit()
    targets = []
    for _ in range(r.number()):
        target = r.unit()
        shots = []
        for _ in range(r.number()):
            model = r.model()
            distance, cover, needs, dice = r.numbers(4)
            shots.append({"model": model, "distance": distance, "cover": bool(cover), "needs": needs, "dice": dice})
        targets.append({"target": target, "shots": shots, "eligible": [r.pack.models[m] for m in r.counted()]})
    return {"unit": unit, "targets": targets}


def _volley(r: _Reader) -> Line:
    unit, target = r.unit(), r.unit()
    groups = []
    for _ in range(r.number()):
        needs, dice = r.numbers(2)
        groups.append({"needs": needs, "dice": dice, "faces": r.counted()})
    hits = r.number()
    armour = r.counted()
    return {"unit": unit, "target": target, "groups": groups, "hits": hits, "armour": armour, "wounds": r.number()}


def _exchange(r: _Reader, *, saved: str) -> Line:
    attacker, defender, distance = r.model(), r.model(), r.number()
    line: Line = {"attacker": attacker, "defender": defender}
    if saved == "saves":
        line["distance"] = distance
    line["dice"] = r.numbers(2)
    line["faces"] = [r.counted(), r.counted()]
    for name in ("hits", "blocks", "net"):
        line[name] = r.numbers(2)
    line[saved] = [r.counted(), r.counted()]
    line["wounds"] = r.numbers(2)
    return line


def _explosion(r: _Reader) -> Line:
    wave = r.number()
    model = r.model()
    touched = []
    while r.more:
        touched.append({"model": r.model(), "faces": r.counted(), "wounds": r.number()})
    return {"wave": wave, "model": model, "touched": touched}


def _end(r: _Reader) -> Line:
    winner, score_a, score_b, turns, wiped_out = r.numbers(5)
    return {
        "score": {"a": score_a, "b": score_b},
        "winner": (None, "a", "b")[winner],
        "turns": turns,
        "ended_by": ("turn_limit", "wiped_out")[wiped_out],
    }


#: For each code: name of the event, the clauses that it answers to, and how its fields are read.
_EVENTS: dict[int, tuple[str, tuple[str, ...], Callable[[_Reader], Line]]] = {
    at.E_PIECE: ("piece", ("HVK-TABLE-02",), _piece),
    at.E_DEAL: ("deal", ("HVK-TABLE-03",), _deal),
    at.E_ROLL_OFF: ("roll_off", ("HVK-TABLE-03", "HVK-DEPLOY-01", "HVK-DEPLOY-02", "HVK-TURN-02"), _roll_off),
    at.E_PLACE: (
        "place",
        ("HVK-TABLE-02", "HVK-TABLE-03"),
        lambda r: {"side": r.side(), "piece": r.number(), "at": r.numbers(2)},
    ),
    at.E_LEFT_OUT: ("left_out", ("HVK-TABLE-03",), lambda r: {"side": r.side(), "piece": r.number()}),
    at.E_EDGE: (
        "edge",
        ("HVK-DEPLOY-01", "HVK-TABLE-01"),
        lambda r: {"side": r.side(), "edge": EDGES[r.number()]},
    ),
    at.E_DEPLOY_TYPE: (
        "deploy_type",
        ("HVK-DEPLOY-02", "HVK-DEPLOY-04"),
        lambda r: {"side": r.side(), "type": r.type()},
    ),
    at.E_DEPLOY: ("deploy", ("HVK-DEPLOY-03", "HVK-FORCE-06"), _deploy),
    at.E_TURN: ("turn", ("HVK-TURN-01",), lambda r: {"turn": r.number()}),
    at.E_ACTIVATE: (
        "activate",
        ("HVK-TURN-02", "HVK-TURN-03", "HVK-LIST-01"),
        lambda r: {"side": r.side(), "type": r.type(), "surge": bool(r.number())},
    ),
    at.E_UNIT: ("unit", ("HVK-TURN-04", "HVK-TURN-06"), _unit),
    at.E_MOVE: ("move", ("HVK-MOVE-01", "HVK-MOVE-02", "HVK-FORCE-06"), _move),
    at.E_FIRE: ("fire", ("HVK-FIRE-01", "HVK-FIRE-04", "HVK-FIRE-07"), _fire),
    at.E_VOLLEY: ("volley", ("HVK-FIRE-05", "HVK-FIRE-10", "HVK-ARM-01"), _volley),
    at.E_COMBAT: ("combat", ("HVK-CC-03", "HVK-CC-05", "HVK-CC-07"), lambda r: _exchange(r, saved="armour")),
    at.E_PSYKE: ("psyke", ("HVK-PSY-01", "HVK-PSY-02", "HVK-PSY-03"), lambda r: _exchange(r, saved="saves")),
    at.E_WOUND: (
        "wound",
        ("HVK-WOUND-01", "HVK-WOUND-02", "HVK-WOUND-04"),
        lambda r: {"model": r.model(), "wounds": r.number(), "left": r.number()},
    ),
    at.E_DEATH: ("death", ("HVK-WOUND-01",), lambda r: {"model": r.model(), "by": r.side()}),
    at.E_BLAST: ("explosion", ("HVK-VEH-01", "HVK-VEH-02"), _explosion),
    at.E_PASSENGER: ("passenger", ("HVK-VEH-03",), lambda r: {"model": r.model(), "at": r.numbers(2)}),
    at.E_END: ("end", ("HVK-WIN-01", "HVK-WIN-02"), _end),
}
