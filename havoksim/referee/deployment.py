"""Edges and deployment (HVK-DEPLOY-01 to -04)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.movement import check_coherency, why_not_stand
from havoksim.referee.state import INWARD, OPPOSITE, OTHER, Battle, Card, Model
from havoksim.referee.transports import takes


def allowed_edges(b: Battle) -> tuple[str, ...]:
    """Return the edges from which players may start (HVK-TABLE-01)."""
    wanted = b.numbers.deploy_edges
    if wanted == "any":
        return ("south", "north", "west", "east")
    south_north = b.width == b.depth or (b.width > b.depth) == (wanted == "long")
    return ("south", "north") if south_north else ("west", "east")


class Deployment:
    """How far deployment has come."""

    def __init__(self, b: Battle) -> None:
        self.chooser = ""
        self.to_place: dict[str, list[str]] = {"a": [], "b": []}
        for name, card in b.cards.items():
            if b.of_type.get(name):
                self.to_place[card.side].append(name)
        self.winner = ""
        self.type: Card | None = None
        self.missing: set[Model] = set()

    @property
    def both(self) -> bool:
        """True while both players have types to place, so that they roll off (HVK-DEPLOY-02)."""
        return bool(self.to_place["a"] and self.to_place["b"])

    @property
    def done(self) -> bool:
        """True when everybody stands on the table."""
        return not (self.to_place["a"] or self.to_place["b"] or self.missing)


def edge(b: Battle, deployment: Deployment, event: dict[str, Any]) -> None:
    """Check who chooses the edge, and which (HVK-DEPLOY-01)."""
    side, chosen = event["side"], event["edge"]
    if b.edges:  # the opponent's edge may be written down too
        b.want("HVK-DEPLOY-01", f"edge of {side}", b.edges.get(side), chosen)
        return
    b.want("HVK-DEPLOY-01", "the choice of", deployment.chooser or "the winner of a roll-off", side)
    if chosen not in OPPOSITE:
        raise b.unreadable(f"no edge {chosen!r}: there are {', '.join(OPPOSITE)}")
    if chosen not in allowed_edges(b):
        b.fault("HVK-TABLE-01", f"one of {', '.join(allowed_edges(b))}", chosen)
    b.edges = {side: chosen, OTHER[side]: OPPOSITE[chosen]}
    for owner, models in b.of_side.items():
        for model in models:
            model.facing = INWARD[b.edges[owner]]


def deploy_type(b: Battle, deployment: Deployment, event: dict[str, Any]) -> None:
    """Check whose type is placed next (HVK-DEPLOY-02, -04)."""
    close(b, deployment)
    side, card = event["side"], b.card(event["type"])
    if not b.edges:
        b.fault("HVK-DEPLOY-01", "the edges before deployment", card.name)
    if card.side != side:
        b.fault("HVK-DEPLOY-02", f"a type of {side}", card.name)
    if card.name not in deployment.to_place[card.side]:
        b.fault("HVK-DEPLOY-02", "a type that is not yet deployed", card.name)
    elif deployment.both:
        b.want("HVK-DEPLOY-02", "the choice of", deployment.winner or "the winner of a roll-off", side)
    if card.name in deployment.to_place[card.side]:
        deployment.to_place[card.side].remove(card.name)
    deployment.winner = ""
    deployment.type = card
    deployment.missing = set(b.of_type[card.name])


def deploy(b: Battle, deployment: Deployment, event: dict[str, Any]) -> None:
    """Check one model's place: wholly in its zone, on free ground, or on board (HVK-DEPLOY-03)."""
    model = b.model(event["model"])
    if model.card is not deployment.type:
        wanted = deployment.type.name if deployment.type else "none"
        b.fault("HVK-DEPLOY-02", f"warriors of the type that deploys, {wanted}", model.name)
    if model.deployed:
        b.fault("HVK-DEPLOY-02", "each warrior once", f"{model.name} again")
    deployment.missing.discard(model)
    if event.get("transport") is not None:
        carrier = b.model(event["transport"])
        if not carrier.deployed:
            b.fault("HVK-DEPLOY-03", "a transport that stands on the table", carrier.name)
        why = takes(b, carrier, model)
        if why:
            b.fault("HVK-LIST-09" if carrier.card.inside else "HVK-LIST-08", "a transport with room for it", why)
        model.board(carrier)
        return
    at = (event["at"][0], event["at"][1])
    start = b.edges.get(model.side, "south")
    x, y = at
    inward = {"south": y, "north": b.depth - y, "west": x, "east": b.width - x}[start]
    if inward + model.own_radius > b.numbers.deploy_depth:
        b.fault("HVK-DEPLOY-03", f"wholly within {b.numbers.deploy_depth} of {start}", inward + model.own_radius)
    why_not = why_not_stand(b, model, at)
    if why_not:
        b.fault("HVK-DEPLOY-03", f"a spot where {model.name} may stand", why_not[1])
    model.place(at)


def close(b: Battle, deployment: Deployment) -> None:
    """Check that the type that deployed is whole and its units coherent (HVK-DEPLOY-02, HVK-FORCE-06)."""
    if deployment.type is None:
        return
    if deployment.missing:
        names = ", ".join(sorted(model.name for model in deployment.missing))
        b.fault("HVK-DEPLOY-02", f"all warriors of {deployment.type.name}", f"without {names}")
        deployment.missing = set()
    for unit in b.units.values():
        if unit.card is deployment.type:
            check_coherency(b, unit, None)
    deployment.type = None


def finished(b: Battle, deployment: Deployment) -> None:
    """Check that everybody is deployed before the first turn (HVK-DEPLOY-03, -04)."""
    close(b, deployment)
    left = deployment.to_place["a"] + deployment.to_place["b"]
    if left:
        b.fault("HVK-DEPLOY-04", "every type deployed before the first turn", f"not yet {', '.join(left)}")
        deployment.to_place = {"a": [], "b": []}
