"""Getting on, in, off and out of transports (HVK-LIST-08 to -13)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.geometry import CONTACT, Point, root_up, square
from havoksim.referee.state import Battle, Model


def start(b: Battle, model: Model, event: dict[str, Any], at: Point) -> Model | None:
    """Check where a move begins; return the transport that the model leaves, if any."""
    carrier = model.carrier
    named = event.get("from")
    if carrier is None:
        if named is not None:
            b.fault("HVK-LIST-08", f"{model.name} to stand on the table", f"it leaves {named}")
        if at != model.at:
            b.fault("HVK-MOVE-01", f"a path from {list(model.at)}", list(at))
        return None
    clause = "HVK-LIST-10" if carrier.card.inside else "HVK-LIST-08"
    if named != carrier.name:
        b.fault(clause, f"{model.name} to leave {carrier.name}", f"from: {named}")
    if carrier.card.inside:
        b.want("HVK-LIST-10", "the rear doors at", list(carrier.rear_door), list(at))
    elif abs(root_up(square(at, carrier.at)) - carrier.radius) > 1:
        b.fault("HVK-LIST-08", f"a point of the edge of {carrier.name}", list(at))
    return carrier


def takes(b: Battle, carrier: Model, model: Model) -> str:
    """Return why a transport does not take a model; empty if it does."""
    card = carrier.card
    if not card.capacity:
        return f"{carrier.name} carries nobody"
    if carrier.side != model.side:
        return f"{carrier.name} is an enemy"
    if model.card.vehicle:
        return f"{model.name} is a vehicle"
    if card.takes != "any" and model.card.id not in card.takes:
        return f"{carrier.name} takes no {model.card.id}"
    if card.takes == "any" and card.list != model.card.list:
        return f"{model.name} is of another faction"
    if len(carrier.cargo) >= card.capacity:
        return f"{carrier.name} is full with {len(carrier.cargo)}"
    return ""


def finish(b: Battle, model: Model, event: dict[str, Any], left: Model | None) -> None:
    """Check that a move ends where the model may get on or in, and let it."""
    carrier = b.model(event["into"])
    clause = "HVK-LIST-09" if carrier.card.inside else "HVK-LIST-08"
    if not carrier.has_base:
        b.fault(clause, f"{carrier.name} on the table", "it is not there")
        return
    why = takes(b, carrier, model)
    if why:
        b.fault(clause, "a transport with room for it", why)
    if carrier.card.inside:
        reach = model.own_radius + CONTACT
        if square(model.at, carrier.rear_door) > reach * reach:
            b.fault("HVK-LIST-09", f"an end at the rear doors {list(carrier.rear_door)}", list(model.at))
        if left is not None and left.card.inside:
            b.fault("HVK-LIST-13", "a move that gets out or in", "one that does both")
    else:
        reach = model.own_radius + carrier.radius + CONTACT
        if square(model.at, carrier.at) > reach * reach:
            b.fault("HVK-LIST-08", f"an end in contact with {carrier.name}", list(model.at))
    if carrier.card.capacity:
        model.board(carrier)
