"""Fire: who fires at whom, with which dice, and what they did (HVK-FIRE-01 to -10)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.geometry import gap
from havoksim.referee.pools import check_faces, read_armour, read_pool
from havoksim.referee.sight import Aim, covered, nearest
from havoksim.referee.state import Battle, Model, Unit, apart
from havoksim.referee.stream import ARMOUR, FIRE_HIT
from havoksim.referee.wounds import Aftermath, Allocation, allocate, distances_to


class Volley:
    """One target of a declared fire, waiting for its dice."""

    def __init__(self, target: Unit, place: int) -> None:
        self.target = target
        self.place = place
        #: Dice by the face needed.
        self.groups: dict[int, int] = {}
        self.eligible: list[Model] = []
        self.distances: dict[Model, int] = {}


def fire(b: Battle, unit: Unit, event: dict[str, Any]) -> list[Volley]:
    """Check a unit's whole declaration, before any die (HVK-FIRE-07, -10)."""
    volleys: list[Volley] = []
    spent: dict[Model, int] = {}
    targets: set[str] = set()
    if not event["targets"]:
        b.fault("HVK-FIRE-01", "a target", "none")
    for place, entry in enumerate(event["targets"]):
        target = b.unit(entry["target"])
        if target.side == unit.side:
            b.fault("HVK-FIRE-01", "an enemy as target", target.name)
        if target.name in targets:
            b.fault("HVK-FIRE-07", "each target once", f"{target.name} again")
        targets.add(target.name)
        volleys.append(_aim(b, unit, Aim(b, target), entry, place, spent))
    for model, dice in spent.items():
        if dice != model.card.firepower:
            b.fault("HVK-FIRE-03", f"{model.card.firepower} dice from {model.name}", dice)
        model.attack = "fire"
    return volleys


def _aim(b: Battle, unit: Unit, aim: Aim, entry: dict[str, Any], place: int, spent: dict[Model, int]) -> Volley:
    volley = Volley(aim.target, place)
    firers: list[Model] = []
    eligible: set[Model] = set()
    if not entry["shots"]:
        b.fault("HVK-FIRE-01", f"a warrior that fires at {aim.target.name}", "none")
    for shot in entry["shots"]:
        model = b.model(shot["model"])
        if not _may_fire(b, unit, model, spent, aim.target):
            continue
        firers.append(model)
        spent[model] = spent.get(model, 0) + shot["dice"]
        volley.groups[shot["needs"]] = volley.groups.get(shot["needs"], 0) + shot["dice"]
        seen = aim.eligible(model)
        if not seen:
            clause, why = aim.why_nobody(model)
            b.fault(clause, "a target that it may fire at", why)
            continue
        eligible.update(seen)
        _check_shot(b, model, seen, shot)
    volley.eligible = sorted(eligible, key=lambda model: model.order)
    named = [b.model(name) for name in entry["eligible"]]
    if set(named) != eligible or len(named) != len(eligible):
        found = ", ".join(model.name for model in named) or "nobody"
        b.fault("HVK-FIRE-09", f"eligible: {', '.join(m.name for m in volley.eligible) or 'nobody'}", found)
    if firers and volley.eligible:
        volley.distances = distances_to(firers, volley.eligible)
    return volley


def _may_fire(b: Battle, unit: Unit, model: Model, spent: dict[Model, int], target: Unit) -> bool:
    """Check that a model is one of the firing unit's and has not attacked yet."""
    if model.unit is not unit:
        b.fault("HVK-FIRE-01", f"warriors of {unit.name} only", model.name)
        return False
    if not model.alive:
        b.fault("HVK-TURN-06", "living warriors only", f"{model.name}, who is dead")
        return False
    if model.attack:
        b.fault("HVK-TURN-04", f"one attack of {model.name}", f"fire after {model.attack}")
    if model.card.firepower == 0:
        b.fault("HVK-FIRE-03", "firepower of 1 or more", f"{model.name} with 0")
    if model in spent and b.numbers.split_by == "warrior":
        b.fault("HVK-FIRE-07", f"all dice of {model.name} at one target", f"more at {target.name}")
    return True


def _check_shot(b: Battle, model: Model, seen: list[Model], shot: dict[str, Any]) -> None:
    """Check one warrior's distance, cover, face needed and dice (HVK-FIRE-03, -04, -06, -08)."""
    numbers = b.numbers
    near = nearest(model, seen)
    distance = gap(*apart(model, near))
    b.want("HVK-LIST-11" if model.inside else "HVK-FIRE-04", f"distance of {model.name}:", distance, shot["distance"])
    if numbers.cover_by == "nearest":
        cover = covered(b, model, near)
    else:
        cover = 2 * sum(covered(b, model, target) for target in seen) >= len(seen)
    b.want("HVK-FIRE-08", f"cover of the target from {model.name}:", cover, shot["cover"])
    needs = numbers.needs(distance, cover=cover)
    first = numbers.bands[0].to
    clause = "HVK-FIRE-06" if first is not None and distance <= first else "HVK-FIRE-04"
    b.want(clause, f"{model.name} needs", needs, shot["needs"])
    if shot["dice"] < 1:
        b.fault("HVK-FIRE-03", "at least one die", shot["dice"])


def volley(b: Battle, after: Aftermath, unit: Unit, due: Volley, event: dict[str, Any]) -> None:
    """Check the dice of fire at one target, and let its wounds be due."""
    target = b.unit(event["target"])
    if b.unit(event["unit"]) is not unit or target is not due.target:
        b.fault("HVK-FIRE-10", f"{unit.name} at {due.target.name}", f"{event['unit']} at {target.name}")
    key = b.stream.key(FIRE_HIT, b.turn, unit.name, due.place) if b.stream else None
    groups = [(group["needs"], group["dice"]) for group in event["groups"]]
    if groups != sorted(due.groups.items()):
        told = "; ".join(f"{dice} dice that need {needs}" for needs, dice in sorted(due.groups.items()))
        b.fault("HVK-FIRE-10", told, "; ".join(f"{dice} dice that need {needs}" for needs, dice in groups))
    hits = rolled = 0
    for group in event["groups"]:
        faces = group["faces"]
        fallen = check_faces(b, "HVK-FIRE-03", faces, key, rolled)
        pool = read_pool(b, "HVK-FIRE-05", faces, group["dice"], group["needs"])
        rolled += pool.rolled if fallen else len(faces)
        hits += pool.hits
    b.want("HVK-FIRE-04", "hits:", hits, event["hits"])
    key = b.stream.key(ARMOUR, b.turn, unit.name, due.place) if b.stream else None
    wounds = read_armour(b, "HVK-ARM-01", event["armour"], hits, due.target.card.armour, key)
    b.want("HVK-ARM-01", "wounds:", wounds, event["wounds"])
    allocate(after, Allocation(unit, due.place, wounds, due.eligible, due.distances))
