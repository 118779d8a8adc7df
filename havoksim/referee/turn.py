"""The sequence of play: turns, combat rounds, activations and their steps (HVK-TURN-01 to -06)."""

from __future__ import annotations

from typing import Any

from havoksim.referee import close_combat, firing, psyke
from havoksim.referee.close_combat import Fights
from havoksim.referee.firing import Volley
from havoksim.referee.movement import Spot, check_coherency, move, spots
from havoksim.referee.state import OTHER, Battle, Card, Model, Unit
from havoksim.referee.wounds import Aftermath


class Play:
    """Where the battle stands between deployment and the end."""

    def __init__(self) -> None:
        self.spent: set[str] = set()
        self.surged: set[str] = set()
        self.surge = False
        #: Winner of the last roll-off that has not been used; who activated last.
        self.winner = ""
        self.last = ""
        self.rolled = False
        self.fights = Fights()
        self.minds: set[Model] = set()
        self.unit: Unit | None = None
        self.part = ""
        self.attacking = False
        self.fired = False
        #: Where the models of the unit stood before the moves that are being made.
        self.before: list[Spot] | None = None
        self.moved_at = 0
        self.volleys: list[Volley] = []
        self.firer: Unit | None = None
        self.after = Aftermath()

    def waiting(self, b: Battle, side: str) -> list[str]:
        """Return the living types of a side that have not activated this turn (HVK-TURN-02, -03)."""
        return [
            name
            for name, card in b.cards.items()
            if card.side == side and name not in self.spent and any(m.alive for m in b.of_type[name])
        ]


def turn(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check that a battle turn may begin (HVK-TURN-01, -02)."""
    close_unit(b, play)
    if b.turn:
        left = play.waiting(b, "a") + play.waiting(b, "b")
        if left:
            b.fault("HVK-TURN-02", f"combat rounds until every type has activated: {', '.join(left)}", "a new turn")
    if not b.living("a") or not b.living("b"):
        b.fault("HVK-TURN-01", "the end: one side has nobody left", "another turn")
    b.want("HVK-TURN-01", "turn", b.turn + 1, event["turn"])
    b.turn = event["turn"]
    if b.turn > b.numbers.battle_turns:
        b.fault("HVK-TURN-01", f"at most {b.numbers.battle_turns} turns", b.turn)
    b.active = None
    play.spent.clear()
    play.winner = play.last = ""
    play.rolled = False
    play.fights = Fights()


def may_roll(b: Battle, play: Play) -> None:
    """Check that a roll-off for an activation is due (HVK-TURN-02)."""
    close_unit(b, play)
    if not b.turn:
        b.fault("HVK-TURN-05", "a battle turn before an activation", "a roll-off")
    one_sided = not play.waiting(b, "a") or not play.waiting(b, "b")
    if one_sided:
        b.fault("HVK-TURN-02", "no roll-off: only one player has types left", "one")
    elif play.winner:
        b.fault("HVK-TURN-02", f"an activation of {play.winner}", "another roll-off")
    elif play.rolled and b.numbers.activation != "roll_off":
        b.fault("HVK-TURN-02", f"one roll-off a turn ({b.numbers.activation})", "another")
    play.rolled = True


def whose(b: Battle, play: Play) -> str:
    """Return the side that activates next; empty if a roll-off has to decide."""
    free = {side: bool(play.waiting(b, side)) for side in ("a", "b")}
    if free["a"] != free["b"]:
        return "a" if free["a"] else "b"
    if play.winner:
        return play.winner
    if b.numbers.activation == "alternate" and play.last:
        return OTHER[play.last]
    return play.last if b.numbers.activation == "igougo" else ""


def activate(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check whose type activates, and begin its combat round (HVK-TURN-02, -03, HVK-LIST-01)."""
    close_unit(b, play)
    card, side = b.card(event["type"]), event["side"]
    if not b.turn:
        b.fault("HVK-TURN-05", "a battle turn before an activation", card.name)
    if card.side != side:
        b.fault("HVK-TURN-02", f"a type of {side}", card.name)
    if card.name in play.spent:
        b.fault("HVK-TURN-03", "a type that has not activated this turn", card.name)
    elif not any(model.alive for model in b.of_type[card.name]):
        b.fault("HVK-TURN-02", "a type with a living warrior", card.name)
    else:
        b.want("HVK-TURN-02", "the activation of", whose(b, play) or "the winner of a roll-off", side)
    play.spent.add(card.name)
    play.last = side
    play.winner = ""
    b.active = card
    _surge(b, play, card, bool(event.get("surge", False)))
    play.fights.pairs.clear()
    if not b.numbers.bonus_for_the_turn:
        play.fights.forget()
    play.minds.clear()
    for unit in b.units.values():
        if unit.card is card:
            unit.parts.clear()
            for model in unit.models:
                model.moved = model.second_part = False
                model.first_part = 0
                model.attack = ""


def _surge(b: Battle, play: Play, card: Card, declared: bool) -> None:
    play.surge = declared
    if declared:
        if not card.surges:
            b.fault("HVK-LIST-01", f"no surge of {card.name}", "one")
        if card.name in play.surged:
            b.fault("HVK-LIST-01", "one surge a battle", f"another of {card.name}")
        play.surged.add(card.name)


def unit(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check that a unit may begin its activation, or the part of it that the option says (HVK-TURN-04, -06)."""
    close_unit(b, play)
    one = b.unit(event["unit"])
    part = event.get("part") or ""
    if one.card is not b.active:
        b.fault("HVK-TURN-04", f"a unit of {b.active.name if b.active else 'an activated type'}", one.name)
    elif not one.living:
        b.fault("HVK-TURN-06", "a unit with a living warrior", one.name)
    if part not in (("move", "attack") if b.numbers.all_move_first else ("",)):
        b.fault("HVK-TURN-04", "part " + ("move or attack" if b.numbers.all_move_first else "left out"), part or "none")
    if part in one.parts:
        b.fault("HVK-TURN-06", f"{one.name} once", "again")
    if part == "move" and any("attack" in other.parts for other in b.units.values() if other.card is b.active):
        b.fault("HVK-TURN-06", "all moves of the type before the first attack", f"{one.name} moves")
    one.parts.add(part)
    play.unit, play.part = one, part
    play.attacking = part == "attack"
    play.fired = False


def acting(b: Battle, play: Play, name: str) -> Model:
    """Return the model that acts, after checking that its unit is active and that it lives."""
    model = b.model(name)
    if play.unit is None or model.unit is not play.unit:
        unit_name = play.unit.name if play.unit else "a unit whose activation has begun"
        b.fault("HVK-TURN-06", f"a warrior of {unit_name}", model.name)
    elif not model.alive:
        b.fault("HVK-TURN-06", "a living warrior", f"{model.name}, who is dead")
    return model


def moves(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check a move and its place among the steps of the unit (HVK-TURN-06)."""
    model = acting(b, play, event["model"])
    second = event.get("part", 1) == 2
    if play.attacking and not second and not model.attack and model not in play.minds:
        b.fault("HVK-TURN-06", "moves before the attacks of the unit", f"{model.name} moves after one")
    elif model in play.minds and not second and not model.attack:
        b.fault("HVK-MOVE-03", "a move before the attack", f"{model.name} moves after it")
    if play.before is None and play.unit is not None:
        play.before = spots(play.unit)
    play.moved_at = b.line
    move(b, model, event, surge=play.surge)


def attack(b: Battle, play: Play) -> None:
    """Begin an attack step of the unit."""
    close_moves(b, play)
    if play.part == "move":
        b.fault("HVK-TURN-06", "moves only, before all attacks of the type", "an attack")
    if play.unit is not None and any(model.second_part for model in play.unit.models):
        b.fault("HVK-LIST-06", "attacks before the second part of the move", "an attack after it")
    play.attacking = True
    play.after = Aftermath()


def fire(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check a declaration of fire: one step for the whole unit (HVK-TURN-06)."""
    attack(b, play)
    firer = b.unit(event["unit"])
    if firer is not play.unit:
        b.fault("HVK-TURN-06", f"fire of {play.unit.name if play.unit else 'an active unit'}", firer.name)
    if play.fired:
        b.fault("HVK-TURN-06", "all fire of the unit in one step", "another step")
    play.fired = True
    play.firer = firer
    play.volleys = firing.fire(b, firer, event)


def volley(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check the dice of the next target of a declared fire."""
    if not play.volleys or play.firer is None:
        b.fault("HVK-FIRE-07", "dice after a declaration of fire only", f"a volley at {event['target']}")
        return
    play.after = Aftermath()
    firing.volley(b, play.after, play.firer, play.volleys.pop(0), event)


def combat(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check a close combat of the unit."""
    attack(b, play)
    close_combat.combat(b, play.after, play.fights, acting(b, play, event["attacker"]), event)


def mind(b: Battle, play: Play, event: dict[str, Any]) -> None:
    """Check a psyke attack of the unit."""
    attack(b, play)
    psyke.psyke(b, play.after, play.minds, acting(b, play, event["attacker"]), event)


def close_moves(b: Battle, play: Play) -> None:
    """Check the coherency of a unit at the end of its moves (HVK-FORCE-06)."""
    if play.unit is not None and play.before is not None:
        line, b.line = b.line, play.moved_at
        check_coherency(b, play.unit, play.before)
        b.line = line
    play.before = None


def close_unit(b: Battle, play: Play) -> None:
    """End a unit's activation."""
    close_moves(b, play)
    play.unit = None
    play.part = ""
    play.attacking = False
