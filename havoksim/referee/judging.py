"""One record from its header to its end: each line goes to the chapter of the rules that it answers to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from havoksim.foundation.errors import InputError, Problem
from havoksim.ledger import clauses
from havoksim.referee import deployment, explosions, scoring, terrain, turn, wounds
from havoksim.referee.forces import check_forces, muster
from havoksim.referee.numbers import Numbers
from havoksim.referee.plain import found
from havoksim.referee.reader import EVENTS, check_header, check_values, read_record, wrong_fields
from havoksim.referee.roll_offs import RollOffs
from havoksim.referee.state import Battle
from havoksim.referee.stream import Stream
from havoksim.referee.verdict import Result, Verdict

#: Steps of a battle in their order (HVK-TURN-05).
TABLE, EDGES, DEPLOYMENT, TURNS, OVER = range(5)
STEPS = ("terrain", "edges", "deployment", "battle turns", "the end")
STEP_OF = {
    "piece": TABLE, "deal": TABLE, "place": TABLE, "left_out": TABLE, "edge": EDGES, "deploy_type": DEPLOYMENT,
    "deploy": DEPLOYMENT, "turn": TURNS, "activate": TURNS, "unit": TURNS, "move": TURNS, "fire": TURNS,
    "volley": TURNS, "combat": TURNS, "psyke": TURNS, "wound": TURNS, "death": TURNS, "explosion": TURNS,
    "passenger": TURNS, "end": OVER,
}  # fmt: skip
STEP_OF_ROLL_OFF = {"terrain": TABLE, "edge": EDGES, "deploy": DEPLOYMENT, "activate": TURNS}

#: Events after which other models have a base on the table.
_COMING_AND_GOING = frozenset({"deploy", "death", "explosion", "passenger"})

#: Events that an attack brings about, rather than a player.
CONSEQUENCES = frozenset({"wound", "death", "explosion", "passenger"})


#: What a value of the wrong kind may end in where no shape has been checked: never a traceback.
UNREADABLE = (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError,
              ZeroDivisionError)  # fmt: skip


class _Judge:
    """The reading of one record."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        if not isinstance(header, Mapping):
            raise InputError("this is no JSON object", key="line 1")
        check_header(header)
        try:
            stream = None if header["seed"] is None else Stream(int(header["seed"]), header["battle"])
            width, depth = header["table"]
            self.b = Battle(Numbers(header["ruleset"].get("numbers") or {}), stream, (width, depth))
            muster(self.b, header)
            check_forces(self.b, header)
        except UNREADABLE as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"the header cannot be read: {_told(error)}", key="line 1") from error
        self.header = header
        self.terrain = terrain.Terrain(header.get("terrain"))
        self.deployment = deployment.Deployment(self.b)
        self.play = turn.Play()
        self.rolls = RollOffs()
        self.step = TABLE
        self.ended = False

    # ------------------------------------------------------------------ lines

    def read(self, event: Mapping[str, Any]) -> None:
        """Read one event."""
        self.b.line += 1
        if not isinstance(event, Mapping):
            raise self.b.unreadable("this is no JSON object")
        check_values(event, self.b.line)
        name = event.get("event")
        if not isinstance(name, str) or name not in EVENTS:
            raise self.b.unreadable(f"no event {name!r} in records of this version")
        problems = wrong_fields(event)
        named = event.get("clauses")
        if not isinstance(named, (list, tuple)):
            problems.append(("clauses", "must be a list of clauses"))
        elif not named:
            problems.append(("clauses", "must name at least one clause"))
        elif unknown := [one for one in named if not isinstance(one, str) or one not in _CLAUSES]:
            shown = repr(unknown[0]) if isinstance(unknown[0], str) else found(unknown[0])
            problems.append(("clauses", f"the ledger has no clause {shown}"))
        if problems:
            raise InputError([Problem(told, "", f"line {self.b.line}: {name}.{key}") for key, told in problems])
        if self.ended:
            raise self.b.unreadable("nothing may follow the event `end`")
        try:
            self._handle(name, dict(event))
            if name in _COMING_AND_GOING or event.get("from") is not None or event.get("into") is not None:
                self.b.changed()
        except UNREADABLE as error:
            if isinstance(error, InputError):
                raise
            raise self.b.unreadable(f"event `{name}` cannot be read: {_told(error)}") from error

    def _handle(self, name: str, event: dict[str, Any]) -> None:
        b, play = self.b, self.play
        if name in CONSEQUENCES:
            self._consequence(name, event)
            return
        self._settle(name)
        self._enter(STEP_OF_ROLL_OFF.get(event["for"], TABLE) if name == "roll_off" else STEP_OF[name], name)
        if name == "roll_off":
            self._roll_off(event)
        elif name in _LAYING:
            _LAYING[name](b, self.terrain, event)
        elif name in _PLACING:
            _PLACING[name](b, self.deployment, event)
        elif name in _PLAYING:
            if name == "turn":
                self.rolls = RollOffs()
            elif not (b.living("a") and b.living("b")) and name != "volley":
                b.fault("HVK-TURN-01", "the end: one side has nobody left", f"the event {name}")
            _PLAYING[name](b, play, event)
        else:
            turn.close_unit(b, play)
            scoring.end(b, play.waiting(b, "a") + play.waiting(b, "b"), event)
            self.ended = True

    def _roll_off(self, event: dict[str, Any]) -> None:
        kind = event["for"]
        if kind == "activate":
            turn.may_roll(self.b, self.play)
        elif kind == "deploy":
            deployment.close(self.b, self.deployment)
            if not self.deployment.both:
                self.b.fault("HVK-DEPLOY-04", "no roll-off: only one player has types left", "one")
            elif self.deployment.winner:
                self.b.fault("HVK-DEPLOY-02", f"a type of {self.deployment.winner}", "another roll-off")
        winner = self.rolls.roll(self.b, event)
        if kind == "terrain":
            self.terrain.starter = winner
        elif kind == "edge":
            self.deployment.chooser = winner
        elif kind == "deploy":
            self.deployment.winner = winner
        else:
            self.play.winner = winner

    # ------------------------------------------------------------------ steps

    def _enter(self, step: int, name: str) -> None:
        """Check that the battle goes on in the order of its steps (HVK-TURN-05)."""
        if step == self.step:
            return
        if step < self.step:
            self.b.fault("HVK-TURN-05", f"an event of {STEPS[self.step]}", f"{name}, which belongs to {STEPS[step]}")
            return
        if self.step == TABLE:
            terrain.finished(self.b, self.terrain)
        if self.step <= EDGES < step and not self.b.edges:
            self.b.fault("HVK-TURN-05", "the edges to be chosen first", name)
        if self.step <= DEPLOYMENT < step:
            deployment.finished(self.b, self.deployment)
        if step == OVER and self.step < TURNS and self.b.numbers.battle_turns:
            self.b.fault("HVK-TURN-05", "battle turns before the end", name)
        self.step = step

    # ------------------------------------------------------------------ what attacks bring about

    def _consequence(self, name: str, event: dict[str, Any]) -> None:
        self._enter(TURNS, name)
        after = self.play.after
        if name == "wound":
            wounds.wound(self.b, after, event)
        elif name == "death":
            wounds.death(self.b, after, event)
        elif name == "explosion":
            explosions.explosion(self.b, after, event)
        else:
            explosions.passenger(self.b, after, event)

    def _settle(self, name: str) -> None:
        """Report what an attack should have brought about before this event, and bring it about."""
        b, after = self.b, self.play.after
        if not after.over:
            found = f"the event {name}"
            allocation = after.allocation
            if allocation is not None and allocation.open:
                b.fault("HVK-WOUND-02", f"{allocation.wounds} wounds on {allocation.eligible[0].unit.name}", found)
            if after.wounds:
                due = ", ".join(f"{n} on {model.name}" for model, n in after.wounds.items())
                b.fault(after.omission, f"wounds: {due}", found)
            if after.deaths:
                b.fault("HVK-WOUND-01", f"death of {', '.join(m.name for m in after.deaths)}", found)
            if after.exploding or after.in_wave:
                wrecks = list(after.exploding or after.in_wave)
                clause = "HVK-VEH-01" if wrecks[0].card.vehicle else "HVK-LIST-02"
                names = ", ".join(model.name for model in wrecks)
                b.fault("HVK-VEH-02" if after.wave else clause, f"explosion of {names}", found)
            if after.survivors:
                b.fault("HVK-VEH-03", f"a place for {', '.join(m.name for m in after.survivors)}", found)
            self._force()
        if self.play.volleys and name != "volley":
            names = ", ".join(volley.target.name for volley in self.play.volleys)
            b.fault("HVK-FIRE-10", f"volleys at {names}, as declared", f"the event {name}")
            self.play.volleys = []

    def _force(self) -> None:
        """Bring about the wounds and deaths that are still due, so that one omission is reported once."""
        b, after = self.b, self.play.after
        for model, n in after.wounds.items():
            wounds.suffer(b, after, model, n)
        after.wounds.clear()
        b.changed()
        for model, blame in list(after.deaths.items()):
            wounds.remove(b, after, model, blame)
        self.play.after = wounds.Aftermath()

    # ------------------------------------------------------------------ the end

    def verdict(self) -> Verdict:
        """Return the verdict after the last line."""
        b = self.b
        if not self.ended:
            raise InputError("the record is cut short: its last event is no `end`", key=f"line {b.line}")
        sides = [b.of_side[side] for side in ("a", "b")]
        alive = [sum(model.alive for model in models) for models in sides]
        result = Result(
            battle=self.header["battle"],
            seat_first=self.header["seat_first"],
            winner=scoring.winner_of(b),
            br_destroyed_a=b.score["a"],
            br_destroyed_b=b.score["b"],
            turns=b.turn,
            ended_by=scoring.ended_by(b),
            fielded=(len(sides[0]), len(sides[1])),
            deployed=(sum(m.deployed for m in sides[0]), sum(m.deployed for m in sides[1])),
            alive=(alive[0], alive[1]),
            dead=(len(sides[0]) - alive[0], len(sides[1]) - alive[1]),
        )
        return Verdict(tuple(b.violations), result)


_CLAUSES = frozenset(clause.id for clause in clauses())
_LAYING = {"piece": terrain.piece, "deal": terrain.deal, "place": terrain.place, "left_out": terrain.left_out}
_PLACING = {"edge": deployment.edge, "deploy_type": deployment.deploy_type, "deploy": deployment.deploy}
_PLAYING = {
    "turn": turn.turn,
    "activate": turn.activate,
    "unit": turn.unit,
    "move": turn.moves,
    "fire": turn.fire,
    "volley": turn.volley,
    "combat": turn.combat,
    "psyke": turn.mind,
}


def _told(error: Exception) -> str:
    """Say in words what a value could not be used for; the words of Python mean nothing to whoever wrote a record."""
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return f"`{error.args[0]}` is missing, or is no name that may stand there"
    if isinstance(error, (KeyError, IndexError)):
        return "a list in it is too short, or a number names nothing"
    if isinstance(error, (OverflowError, RecursionError)):
        return "a number in it is too large, or its lists are nested too deeply"
    return "a field of it is not of the kind that the description of records gives"


def judge(lines: Iterable[Mapping[str, Any]]) -> Verdict:
    """Judge the record of one battle, event by event.

    Parameters
    ----------
    lines : iterable of mappings
        The record's lines, the header first; read once, in order.

    Returns
    -------
    Verdict
        Every violation with its line, clause, and what was expected and found; and the result as the referee counts it.

    Raises
    ------
    InputError
        If the lines are no record of this version, or the record is cut short.

    Examples
    --------
    >>> judge([{"havoksim_record": 99}])
    Traceback (most recent call last):
    ...
    havoksim.foundation.errors.InputError: havoksim_record: the record is of version 99; this referee reads version 1
    """
    reading = iter(lines)
    header = next(reading, None)
    if header is None:
        raise InputError("the record is empty")
    one = _Judge(header)
    for line in reading:
        one.read(line)
    return one.verdict()


def judge_file(path: str | Path) -> Verdict:
    """Judge the record in a file of JSON Lines.

    Raises
    ------
    InputError
        If the file cannot be read, or is no whole record of this version.
    """
    lines = read_record(path)
    try:
        return judge(lines)
    except InputError as error:
        raise InputError([Problem(p.message, str(path), p.key, p.suggestion) for p in error.problems]) from error
