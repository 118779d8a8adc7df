"""The story of a battle, told from its record in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]

_FOR = {"terrain": "who places terrain first", "edge": "the edges", "deploy": "deployment", "activate": "the round"}


def story(lines: Sequence[Event]) -> list[str]:
    """Return the story of a record: its header, then its events, as lines of text.

    Parameters
    ----------
    lines : sequence of mapping
        The record's lines, the header first, as in the documentation of records.

    Examples
    --------
    >>> head = {"forces": {"a": {"name": "Reds"}, "b": {"name": "Blues"}}, "types": {"a": {"axe": {"name": "Axe"}}},
    ...         "policies": {"a": "rush", "b": "random"}, "table": [4800, 4800], "points": 500, "size": "brigade",
    ...         "seed": "1", "battle": 17, "ruleset": {"id": "havok_2_0"}}
    >>> for line in story([head, {"event": "turn", "turn": 1}, {"event": "death", "model": "a:axe:1:2", "by": "b"}]):
    ...     print(line)
    Reds (a, rush) against Blues (b, random): battle 17 of seed 1
    havok_2_0, 500 points (brigade), table 48 x 48 inches
    <BLANKLINE>
    Battle turn 1
        a's Axe 1.2 dies
    """
    teller = _Teller(lines[0])
    return [*teller.opening(), *teller.told(lines[1:])]


class _Teller:
    """Knows the names of a battle, and tells its events one by one."""

    def __init__(self, header: Event) -> None:
        self._header = header
        self._names = {
            f"{side}:{kind}": str(card.get("name", kind))
            for side, cards in header.get("types", {}).items()
            for kind, card in cards.items()
        }
        self._pieces: dict[int, str] = {}
        self._moved: list[Event] = []
        self._placed: dict[tuple[str, str], int] = {}
        #: Who is on or in which transport.
        self._aboard: dict[str, str] = {}

    def opening(self) -> Iterator[str]:
        """Say who meets whom."""
        head = self._header
        forces, policies = head["forces"], head["policies"]
        sides = [f"{forces[side]['name']} ({side}, {policies[side]})" for side in ("a", "b")]
        which = f"battle {head['battle']} of seed {head['seed']}" if head.get("seed") is not None else "played by hand"
        width, depth = (side / 100 for side in head["table"])
        yield f"{' against '.join(sides)}: {which}"
        yield f"{head['ruleset']['id']}, {head['points']} points ({head['size']}), table {width:g} x {depth:g} inches"

    def told(self, events: Iterable[Event]) -> Iterator[str]:
        """Tell the events."""
        for event in events:
            kind = event["event"]
            if kind == "move":
                self._moved.append(event)
                continue
            yield from self._moves()
            if kind == "deploy":
                unit = self._unit(str(event["model"]).rpartition(":")[0])
                carrier = str(event.get("transport") or "")
                self._placed[unit, carrier] = self._placed.get((unit, carrier), 0) + 1
                if carrier:
                    self._aboard[str(event["model"])] = carrier
                continue
            yield from self._deployed()
            if kind in ("death", "passenger"):
                self._aboard.pop(str(event["model"]), None)
            tell: Callable[[Event], Iterator[str]] | None = getattr(self, f"_{kind}_event", None)
            if tell is not None:
                yield from tell(event)
        yield from self._moves()

    # ------------------------------------------------------------------ names

    def _unit(self, name: str) -> str:
        side, kind, number = name.split(":")[:3]
        return f"{side}'s {self._names.get(f'{side}:{kind}', kind)} {number}"

    def _model(self, name: str) -> str:
        unit, _, number = name.rpartition(":")
        return f"{self._unit(unit)}.{number}"

    def _type(self, name: str) -> str:
        side, _, kind = name.partition(":")
        return self._names.get(name, self._names.get(f"{side}:{kind}", kind or name))

    # ------------------------------------------------------------------ before the first turn

    def _piece_event(self, event: Event) -> Iterator[str]:
        size = f"{2 * event['radius'] / 100:g} inches across" if event.get("radius") else "with straight sides"
        self._pieces[int(event["id"])] = f"{event['kind']} {size}"
        yield from ()

    def _place_event(self, event: Event) -> Iterator[str]:
        who = f"{event['side']} places" if event["side"] else "The layout has"
        yield f"{who} a {self._pieces.get(int(event['piece']), 'piece')} at {_at(event['at'])}"

    def _left_out_event(self, event: Event) -> Iterator[str]:
        yield f"{event['side']}'s {self._pieces.get(int(event['piece']), 'piece')} fits nowhere and is left out"

    def _roll_off_event(self, event: Event) -> Iterator[str]:
        dice = ", again ".join(f"{a} : {b}" for a, b in event["dice"])
        yield f"Roll-off for {_FOR.get(event['for'], event['for'])}: {dice}; {event['winner']} wins it"

    def _edge_event(self, event: Event) -> Iterator[str]:
        yield f"{event['side']} takes the {event['edge']} edge"

    def _deploy_type_event(self, event: Event) -> Iterator[str]:
        yield f"{event['side']} deploys {self._type(self._full(event))}"

    def _full(self, event: Event) -> str:
        kind = str(event["type"])
        return kind if ":" in kind else f"{event['side']}:{kind}"

    def _deployed(self) -> Iterator[str]:
        for (unit, carrier), models in self._placed.items():
            yield f"    {unit}: {_models(models)} {f'aboard {self._model(carrier)}' if carrier else 'on the table'}"
        self._placed = {}

    # ------------------------------------------------------------------ turns and moves

    def _turn_event(self, event: Event) -> Iterator[str]:
        yield ""
        yield f"Battle turn {event['turn']}"

    def _activate_event(self, event: Event) -> Iterator[str]:
        surge = ", with a surge" if event.get("surge") else ""
        yield f"{event['side']} activates {self._type(self._full(event))}{surge}"

    def _moves(self) -> Iterator[str]:
        """Tell the moves of one unit in a line, and who gets in or out."""
        if not self._moved:
            return
        by_unit: dict[str, list[Event]] = {}
        for event in self._moved:
            by_unit.setdefault(str(event["model"]).rpartition(":")[0], []).append(event)
        for unit, events in by_unit.items():
            movers = [str(event["model"]) for event in events]
            taken = sum(carrier in movers for carrier in self._aboard.values())
            for event in events:
                self._aboard.pop(str(event["model"]), None)
                if event.get("into"):
                    self._aboard[str(event["model"])] = str(event["into"])
            far = max(event["length"] for event in events) / 100
            said = f"  {self._unit(unit)}: {_models(len(events))} moved up to {far:g} inches"
            for word, key in (("out of", "from"), ("into", "into")):
                count = [event for event in events if event.get(key)]
                if count:
                    said += f", {len(count)} {word} {self._model(count[0][key])}"
            if taken:
                said += f", {taken} aboard"
            yield said
        self._moved = []

    # ------------------------------------------------------------------ attacks

    def _fire_event(self, event: Event) -> Iterator[str]:
        for target in event["targets"]:
            shots = target["shots"]
            dice: dict[int, int] = {}
            for shot in shots:
                dice[shot["needs"]] = dice.get(shot["needs"], 0) + shot["dice"]
            near, far = (pick(shot["distance"] for shot in shots) / 100 for pick in (min, max))
            span = f"{near:g}" if near == far else f"{near:g} to {far:g}"
            pools = ", ".join(f"{_dice(count)} needing {needs}+" for needs, count in sorted(dice.items()))
            yield f"  {self._unit(event['unit'])} fires at {self._unit(target['target'])}, {span} inches: {pools}"

    def _volley_event(self, event: Event) -> Iterator[str]:
        faces = "; ".join(_faces(group["faces"]) for group in event["groups"])
        came = _came_of(event["hits"], "", "armour", event["armour"], event["wounds"])
        yield f"    at {self._unit(event['target'])}: {faces}: {came}"

    def _combat_event(self, event: Event) -> Iterator[str]:
        yield from self._exchange(event, "fights", "armour")

    def _psyke_event(self, event: Event) -> Iterator[str]:
        yield from self._exchange(event, "turns its mind on", "saves")

    def _exchange(self, event: Event, verb: str, rolls: str) -> Iterator[str]:
        yield f"  {self._model(event['attacker'])} {verb} {self._model(event['defender'])}"
        for place, who in enumerate(("attacker", "defender")):
            hits, net = event["hits"][place], event["net"][place]
            landed = f", {net} not blocked" if hits else ""
            came = _came_of(hits, landed, rolls, event[rolls][1 - place], event["wounds"][1 - place])
            yield f"    {self._model(event[who])}: {_faces(event['faces'][place])}: {came}"

    # ------------------------------------------------------------------ consequences

    def _wound_event(self, event: Event) -> Iterator[str]:
        if event["left"]:
            yield f"    {self._model(event['model'])} suffers {_count(event['wounds'], 'wound')}, {event['left']} left"

    def _death_event(self, event: Event) -> Iterator[str]:
        yield f"    {self._model(event['model'])} dies"

    def _explosion_event(self, event: Event) -> Iterator[str]:
        touched = ", ".join(
            f"{self._model(one['model'])} ({_faces(one['faces'])})" for one in event["touched"]
        )  # fmt: skip
        wave = f" (wave {event['wave']})" if event["wave"] > 1 else ""
        yield f"    {self._model(event['model'])} explodes{wave}: {touched or 'nobody touches it'}"

    def _passenger_event(self, event: Event) -> Iterator[str]:
        yield f"    {self._model(event['model'])} climbs out at {_at(event['at'])}"

    def _end_event(self, event: Event) -> Iterator[str]:
        score = event["score"]
        names = {side: self._header["forces"][side]["name"] for side in ("a", "b")}
        who = "A draw" if event["winner"] is None else f"{names[event['winner']]} ({event['winner']}) wins"
        why = "one side is gone" if event["ended_by"] == "wiped_out" else "the turns are over"
        yield ""
        yield (
            f"{who}, {score['a']} BR destroyed by a, {score['b']} by b, after"
            f" {_count(event['turns'], 'battle turn')}: {why}"
        )


def _came_of(hits: int, landed: str, rolls: str, saves: Sequence[int], wounds: int) -> str:
    """Say what dice did: hits, and where there is something to roll against them, the rolls and the wounds."""
    rolled = f"; {rolls} {_faces(saves)}: {_count(wounds, 'wound')}" if saves else ""
    return f"{_count(hits, 'hit')}{landed}{rolled}"


def _at(point: Sequence[int]) -> str:
    return f"({point[0] / 100:g}, {point[1] / 100:g})"


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces)) or "no dice"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _models(number: int) -> str:
    return _count(number, "model")


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"
