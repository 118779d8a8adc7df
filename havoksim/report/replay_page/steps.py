"""The witness of a replay: takes the lines of a record one by one and makes steps of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from havoksim.referee.numbers import Numbers
from havoksim.report.replay_page import dice_rows as told
from havoksim.report.replay_page.cast import SIDES, Cast
from havoksim.report.replay_page.frames import Event, Frame
from havoksim.report.replay_page.table import Table
from havoksim.report.replay_page.words import Ref, Row, Sentence, count, inches, joined, model, unit

#: Wounds and deaths belong to the step before them, if it is one of these.
_CAUSES = ("volley", "combat", "psyke", "explosion", "wounds")
_EDGE_CLAUSE = ("HVK-DEPLOY-01",)
_EDGES = ("south", "north", "west", "east")


class Steps:
    """Steps of a battle so far."""

    def __init__(self, header: Mapping[str, Any], cast: Cast) -> None:
        self._cast = cast
        self._header = header
        self._numbers = Numbers(header["ruleset"].get("numbers", {}))
        self._table = Table(cast)
        self._frames: list[Frame] = []
        self._now: Frame | None = None
        self._turn = 0
        self._line = 0
        self._event: Event = {}
        self._pieces: dict[int, str] = {}
        self._roll: tuple[Row, int, list[str]] | None = None
        self._idle: tuple[int, str, int] | None = None
        self._unrolled = False
        self._declared: dict[str, Event] = {}
        self._owed: dict[int, int] = {}

    def take(self, line: int, event: Event) -> None:
        """Take the next event, of that line of the record."""
        self._line, self._event = line, event
        kind = str(event["event"])
        tell = _TELL.get(kind)
        if tell is None:
            raise ValueError("no such event is known")
        if not self._goes_on(kind, event):
            self._close()
        tell(self, event)
        if self._now is not None and kind not in ("unit", "roll_off"):
            self._now.lines[1] = line
            self._now.clauses += [str(one) for one in event.get("clauses", ()) if one not in self._now.clauses]

    def done(self) -> list[Frame]:
        """Return all steps."""
        self._close()
        return self._frames

    # ------------------------------------------------------------------ opening and closing steps

    def _goes_on(self, kind: str, event: Event) -> bool:
        """Say whether an event goes on with the step that is open."""
        now = self._now
        if now is None:
            return False
        if kind in ("wound", "death"):
            return now.what in _CAUSES
        if kind in ("piece", "deal", "place", "left_out") or (kind == "roll_off" and event["for"] == "terrain"):
            return now.what == "terrain"
        if kind == "edge":
            return now.what == "edges"
        if kind == "deploy":
            return now.what == "deploy"
        if kind == "move":
            return now.what == "move" and now.acting == [self._unit_of(event["model"])]
        if kind == "volley":
            return now.what == "volley" and self._unrolled
        if kind == "explosion":
            return now.what == "explosion" and not now.wounds and not now.deaths
        return kind == "passenger" and now.what == "passenger"

    def _open(self, what: str, title: Sentence, side: str = "") -> Frame:
        """Begin a step; a roll-off that led to it is its first row."""
        frame = Frame(what, [self._line, self._line], self._turn, title, side)
        if self._roll is not None:
            row, line, clauses = self._roll
            frame.rows.append(row)
            frame.lines[0], frame.clauses = line, list(clauses)
            self._roll = None
        if self._idle is not None:
            frame.lines[0] = self._idle[2]
            self._idle = None
        self._now = frame
        return frame

    def _close(self) -> None:
        """End the step that is open: it happens on the table."""
        kind = self._event["event"]
        if self._now is not None:
            self._lost_wounds(self._now)
            self._finish(self._now)
            self._now = None
        if self._idle is not None and kind in ("unit", "activate", "roll_off", "turn", "end"):
            number, part, line = self._idle
            self._idle = None
            if not part:
                side = self._cast.kinds[self._cast.units[number].kind].side
                frame = Frame("idle", [line, line], self._turn, [unit(number), " stands still"], side)
                frame.acting, frame.clauses = [number], ["HVK-TURN-04"]
                self._finish(frame)

    def _finish(self, frame: Frame) -> None:
        self._table.apply(frame)
        frame.score = (self._table.score["a"], self._table.score["b"])
        self._frames.append(frame)

    def _current(self, what: str, title: Sentence, side: str = "") -> Frame:
        """Return the step that is open if it is of that kind, else begin it."""
        if self._now is not None and self._now.what == what:
            return self._now
        return self._open(what, title, side)

    def _unit_of(self, name: str) -> int:
        return self._cast.models[self._cast.number(name, 4)].unit

    def _side(self, letter: str) -> Ref:
        return ("s", SIDES.index(letter))

    # ------------------------------------------------------------------ before the first turn

    def _piece(self, event: Event) -> None:
        size = f"{inches(2 * int(event['radius']))} across" if "radius" in event else "with straight sides"
        self._pieces[int(event["id"])] = f"{event['kind']} {size}"
        self._current("terrain", ["The ground"])

    def _deal(self, event: Event) -> None:
        many = [len(event["pieces"][side]) for side in ("a", "b")]
        row = Row([f"Dealt at random: {count(many[0], 'piece')} to a, {many[1]} to b"], clauses=("HVK-TABLE-03",))
        self._current("terrain", ["The ground"]).rows.append(row)

    def _place(self, event: Event) -> None:
        frame = self._current("terrain", ["The ground"])
        x, y = event["at"]
        piece = self._pieces[int(event["piece"])]
        where = f"{piece} at {inches(int(x))}, {inches(int(y))}"
        said: Sentence = (
            ["Layout: ", where] if event["side"] is None else [self._side(event["side"]), f" places a {where}"]
        )
        frame.rows.append(Row(said, clauses=("HVK-TABLE-02",)))

    def _left_out(self, event: Event) -> None:
        said: Sentence = [self._side(event["side"]), f": the {self._pieces[int(event['piece'])]} fits nowhere"]
        self._current("terrain", ["The ground"]).rows.append(Row(said, clauses=("HVK-TABLE-03",)))

    def _edge(self, event: Event) -> None:
        if event["edge"] not in _EDGES:
            raise ValueError(f"no table has the edge {event['edge']!r}")
        frame = self._current("edges", ["Edges of the table"])
        said: Sentence = [self._side(event["side"]), f" takes the {event['edge']} edge"]
        frame.rows.append(Row(said, clauses=_EDGE_CLAUSE))

    def _roll_off(self, event: Event) -> None:
        purposes = {"terrain": "who places first", "edge": "the edge", "deploy": "deploying", "activate": "the round"}
        row = told.roll_off_row(event, purposes[event["for"]])
        if event["for"] == "terrain":
            self._current("terrain", ["The ground"]).rows.append(row)
        else:
            self._roll = (row, self._line, [str(one) for one in event.get("clauses", ())])

    def _type(self, event: Event) -> int:
        name = str(event["type"])
        return self._cast.number(name if ":" in name else f"{event['side']}:{name}", 2)

    def _deploy_type(self, event: Event) -> None:
        kind = self._type(event)
        self._open("deploy", [self._side(event["side"]), " deploys ", ("t", kind)], event["side"])

    def _deploy(self, event: Event) -> None:
        who = self._cast.number(event["model"], 4)
        kind = self._cast.units[self._cast.models[who].unit].kind
        side = self._cast.kinds[kind].side
        frame = self._current("deploy", [self._side(side), " deploys ", ("t", kind)], side)
        number = self._cast.models[who].unit
        if number not in frame.acting:
            frame.acting.append(number)
            frame.rows.append(Row([unit(number), f": {count(len(self._cast.units[number].models), 'model')}"],
                                  clauses=("HVK-DEPLOY-03",)))  # fmt: skip
        if "transport" in event:
            carrier = self._cast.number(event["transport"], 4)
            frame.boarded.append((who, carrier))
            if not any(part == " with " for part in frame.rows[-1].said):
                frame.rows[-1].said += [" with ", model(carrier)]
        else:
            frame.placed.append((who, int(event["at"][0]), int(event["at"][1])))

    # ------------------------------------------------------------------ turns and moves

    def _turn_begins(self, event: Event) -> None:
        self._turn = int(event["turn"])
        frame = self._open("turn", [f"Battle turn {self._turn}"])
        cast = self._cast
        for place, side in enumerate(("a", "b")):
            alive = [m for m in range(len(cast.models)) if cast.side_of(m) == side and m not in self._table.dead]
            rating = sum(int(cast.kind_of(m).card["battle_rating"]) for m in alive)
            said: Sentence = [("s", place), f" has {count(len(alive), 'model')} left:"]
            frame.rows.append(Row(said, result=[f"{rating} BR"]))

    def _activate(self, event: Event) -> None:
        kind = self._type(event)
        frame = self._open("activate", [self._side(event["side"]), " activates ", ("t", kind)], event["side"])
        frame.activated = kind
        units = (number for number, one in enumerate(self._cast.units) if one.kind == kind)
        frame.acting = [n for n in units if any(m not in self._table.dead for m in self._cast.units[n].models)]
        if event.get("surge"):
            frame.title.append(" with a surge")
            frame.rows.append(Row(["All of them have speed 4 in this activation"], clauses=("HVK-LIST-01",)))

    def _unit(self, event: Event) -> None:
        self._idle = (self._cast.number(event["unit"], 3), str(event.get("part", "")), self._line)

    def _move(self, event: Event) -> None:
        who = self._cast.number(event["model"], 4)
        number = self._cast.models[who].unit
        side = self._cast.side_of(who)
        second = event.get("part") == 2
        frame = self._current("move", [unit(number), " moves on" if second else " moves"], side)
        frame.acting = [number]
        path = [(int(x), int(y)) for x, y in event["path"]]
        frame.moves.append((who, path))
        kind = self._cast.kind_of(who)
        said: Sentence = [model(who), f" {inches(int(event['length']))}"]
        if event.get("from"):
            said += [" out of ", model(self._cast.number(event["from"], 4))]
        if event.get("into"):
            carrier = self._cast.number(event["into"], 4)
            frame.boarded.append((who, carrier))
            said += [", then into ", model(carrier)]
        if len(frame.moves) == 1:
            most = int(kind.card["speed"]) * self._numbers.inches_per_speed
            frame.rows.append(Row([f"Speed {kind.card['speed']}: up to {inches(most)}"], clauses=("HVK-MOVE-01",)))
            frame.rows.append(Row(said))
        else:
            frame.rows[-1].said += [", ", *said]

    # ------------------------------------------------------------------ attacks

    def _fire(self, event: Event) -> None:
        number = self._cast.number(event["unit"], 3)
        targets = [self._cast.number(one["target"], 3) for one in event["targets"]]
        side = self._cast.kinds[self._cast.units[number].kind].side
        title: Sentence = [unit(number), " fires at ", *joined([unit(one) for one in targets])]
        split = len(targets) != 1
        frame = self._open("fire" if split else "volley", title, side)
        if split:
            title.append(": split, declared before any die")
        frame.rows += told.declared_rows(event, self._cast, self._numbers)
        frame.acting, frame.targets = [number], targets
        self._unrolled = not split
        self._declared = {}
        for one in event["targets"]:
            self._declared[one["target"]] = one
            frame.shots += self._aims(one)

    def _aims(self, target: Event) -> list[tuple[int, int, int, int]]:
        """Return the shots at one target, each at the eligible model that its distance speaks of."""
        eligible = [self._cast.number(name, 4) for name in target["eligible"]]
        aims = []
        for shot in target["shots"]:
            who, distance = self._cast.number(shot["model"], 4), int(shot["distance"])
            gaps = {one: self._table.gap(who, one) for one in eligible}
            seen = {one: gap for one, gap in gaps.items() if gap is not None}
            if seen:
                aim = min(seen, key=lambda one: (abs(seen[one] - distance), one))
                aims.append((who, aim, distance, int(bool(shot["cover"]))))
        return aims

    def _volley(self, event: Event) -> None:
        firer, target = self._cast.number(event["unit"], 3), self._cast.number(event["target"], 3)
        side = self._cast.kinds[self._cast.units[firer].kind].side
        frame = self._current("volley", [unit(firer), " fires at ", unit(target)], side)
        frame.acting, frame.targets = [firer], [target]
        if not frame.shots and event["target"] in self._declared:
            frame.shots = self._aims(self._declared[event["target"]])
        frame.rows += told.volley_rows(event, self._cast, self._numbers)
        self._unrolled = False
        self._owed = {-1: int(event["wounds"])}

    def _combat(self, event: Event) -> None:
        self._exchange(event, "combat", " fights ")

    def _psyke(self, event: Event) -> None:
        self._exchange(event, "psyke", " turns its mind on ")

    def _exchange(self, event: Event, what: str, verb: str) -> None:
        pair = (self._cast.number(event["attacker"], 4), self._cast.number(event["defender"], 4))
        title: Sentence = [model(pair[0]), verb, model(pair[1])]
        if what == "psyke":
            title.append(f", {inches(int(event['distance']))} away")
        frame = self._open(what, title, self._cast.side_of(pair[0]))
        frame.acting, frame.targets = ([self._cast.models[one].unit] for one in pair)
        (frame.fights if what == "combat" else frame.minds).append(pair)
        frame.rows += told.exchange_rows(event, self._cast, self._numbers, psyke=what == "psyke")
        self._owed = {pair[0]: int(event["wounds"][0]), pair[1]: int(event["wounds"][1])}

    # ------------------------------------------------------------------ consequences

    def _wound(self, event: Event) -> None:
        who, left, wounds = self._cast.number(event["model"], 4), int(event["left"]), int(event["wounds"])
        frame = self._now or self._open("wounds", [model(who), " suffers"], self._cast.side_of(who))
        frame.wounds.append((who, left))
        said: Sentence = [model(who), f" suffers {count(wounds, 'wound')}:"]
        strength = int(self._cast.kind_of(who).card["strength"])
        owner = -1 if -1 in self._owed else who
        self._owed[owner] = self._owed.get(owner, 0) - wounds
        clause = "HVK-WOUND-02" if frame.what == "volley" else "HVK-WOUND-04"
        frame.rows.append(Row(said, result=[f"{left} of {strength} left"], clauses=(clause,)))

    def _death(self, event: Event) -> None:
        who = self._cast.number(event["model"], 4)
        frame = self._now or self._open("wounds", [model(who), " dies"], self._cast.side_of(who))
        frame.deaths.append(who)
        rating = int(self._cast.kind_of(who).card["battle_rating"])
        enemy = "b" if self._cast.side_of(who) == "a" else "a"
        frame.rows.append(Row([model(who), " dies:"], result=[f"{rating} BR for ", self._side(enemy)],
                              clauses=("HVK-WOUND-01", "HVK-WIN-01")))  # fmt: skip

    def _lost_wounds(self, frame: Frame) -> None:
        """Say which wounds nobody was left to suffer."""
        for who, wounds in self._owed.items():
            if wounds > 0 and who < 0:
                said: Sentence = [f"{count(wounds, 'wound')} lost: nobody eligible is left"]
                frame.rows.append(Row(said, clauses=("HVK-WOUND-02",)))
            elif wounds > 0:
                said = [f"{count(wounds, 'wound')} lost: beyond the strength of ", model(who)]
                frame.rows.append(Row(said, clauses=("HVK-WOUND-04",)))
        self._owed = {}

    def _explosion(self, event: Event) -> None:
        who = self._cast.number(event["model"], 4)
        new = self._now is None or self._now.what != "explosion"
        wave = f", wave {event['wave']}" if int(event["wave"]) > 1 else ""
        frame = self._current("explosion", [model(who), f" explodes{wave}"], self._cast.side_of(who))
        if not new:
            frame.title = [*frame.title[:-1], " and ", model(who), f" explode{wave}"]
        touched = [self._cast.number(one["model"], 4) for one in event["touched"]]
        frame.blasts.append((who, touched))
        frame.acting.append(self._cast.models[who].unit)
        rows = told.explosion_rows(event, self._cast, self._numbers)
        frame.rows += rows or [Row([model(who), " touches nobody"], clauses=("HVK-VEH-01",))]
        for one in event["touched"]:
            number = self._cast.number(one["model"], 4)
            self._owed[number] = self._owed.get(number, 0) + int(one["wounds"])

    def _passenger(self, event: Event) -> None:
        who = self._cast.number(event["model"], 4)
        frame = self._current("passenger", [unit(self._cast.models[who].unit), " gets clear of the wreck"],
                              self._cast.side_of(who))  # fmt: skip
        frame.acting = list(dict.fromkeys([*frame.acting, self._cast.models[who].unit]))
        frame.placed.append((who, int(event["at"][0]), int(event["at"][1])))
        frame.rows.append(Row([model(who), " stands clear"], clauses=("HVK-VEH-03",)))

    def _end(self, event: Event) -> None:
        score, winner = event["score"], event["winner"]
        title: Sentence = ["A draw"] if winner is None else [self._side(winner), " wins"]
        frame = self._open("end", [*title, f", {score['a']} to {score['b']}"], winner or "")
        why = "a side is wiped out" if event["ended_by"] == "wiped_out" else "the turns are over"
        frame.rows.append(Row([f"After {count(int(event['turns']), 'battle turn')}: {why}"], clauses=("HVK-TURN-01",)))
        for side in ("a", "b"):
            said: Sentence = ["Destroyed by ", self._side(side), ":"]
            frame.rows.append(Row(said, result=[f"{score[side]} BR"], clauses=("HVK-WIN-01",)))
        counted = self._table.score
        if any(int(score[side]) != counted[side] for side in ("a", "b")):
            frame.rows.append(Row([f"The deaths told above add up to {counted['a']} to {counted['b']}, not to this"]))


#: What each event of a record does.
_TELL: dict[str, Callable[[Steps, Event], None]] = {
    "piece": Steps._piece,
    "deal": Steps._deal,
    "place": Steps._place,
    "left_out": Steps._left_out,
    "roll_off": Steps._roll_off,
    "edge": Steps._edge,
    "deploy_type": Steps._deploy_type,
    "deploy": Steps._deploy,
    "turn": Steps._turn_begins,
    "activate": Steps._activate,
    "unit": Steps._unit,
    "move": Steps._move,
    "fire": Steps._fire,
    "volley": Steps._volley,
    "combat": Steps._combat,
    "psyke": Steps._psyke,
    "wound": Steps._wound,
    "death": Steps._death,
    "explosion": Steps._explosion,
    "passenger": Steps._passenger,
    "end": Steps._end,
}
