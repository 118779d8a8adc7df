"""Psyke attacks: who, how far, and on whom (HVK-PSY-01 to -04)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.close_combat import exchange
from havoksim.referee.geometry import gap
from havoksim.referee.state import Battle, Model, apart
from havoksim.referee.stream import PSYKE
from havoksim.referee.wounds import Aftermath


def psyke(b: Battle, after: Aftermath, done: set[Model], attacker: Model, event: dict[str, Any]) -> None:
    """Check one psyke attack and let its wounds be due on both."""
    numbers = b.numbers
    defender = b.model(event["defender"])
    if not attacker.card.psyke_attack:
        b.fault("HVK-PROF-03", "a psyke attacker", attacker.name)
    if defender.side == attacker.side:
        b.fault("HVK-PSY-01", "an enemy", defender.name)
    for model in (attacker, defender):
        if not model.alive:
            b.fault("HVK-TURN-06", "living warriors", f"{model.name}, who is dead")
    if attacker in done:
        b.fault("HVK-PSY-01", f"one psyke attack of {attacker.name}", "another")
    elif attacker.attack and not numbers.psyke_in_addition:
        b.fault("HVK-TURN-04", f"one attack of {attacker.name}", f"psyke after {attacker.attack}")
    done.add(attacker)
    if not numbers.psyke_in_addition:
        attacker.attack = attacker.attack or "psyke"
    distance = gap(*apart(attacker, defender))
    clause = "HVK-PSY-04" if attacker.inside or defender.inside else "HVK-PSY-01"
    b.want(clause, "distance", distance, event["distance"])
    if distance > numbers.psyke_range:
        b.fault(clause, f"at most {numbers.psyke_range}", distance)
    for found, model in zip(event["dice"], (attacker, defender), strict=True):
        b.want("HVK-PSY-02", f"psyke dice of {model.name}:", model.card.psyke, found)
    words = (PSYKE, attacker.name, defender.name)
    exchange(b, after, event, (attacker, defender), words, numbers.psyke_hits_on, "saves")
