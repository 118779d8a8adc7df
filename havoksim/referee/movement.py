"""Moves along real paths, and the coherency of units (HVK-MOVE-01 to -04, HVK-FORCE-06)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from havoksim.referee import transports
from havoksim.referee.geometry import Point, fine_gap, nearer_to_leg, path_length, square
from havoksim.referee.state import Battle, Model, Unit, touching

#: Speed of a surge (HVK-LIST-01).
SURGE = 4

Spot = tuple[int, int, int]


def move(b: Battle, model: Model, event: dict[str, Any], *, surge: bool) -> None:
    """Check one move, and carry it out as the record says."""
    path = [(point[0], point[1]) for point in event["path"]]
    if not path:
        raise b.unreadable("a path needs at least the point where it starts")
    second = event.get("part", 1) == 2
    length = path_length(path)
    b.want("HVK-TABLE-06", "length", length, event["length"])
    allowance(b, model, length, second=second, surge=surge)
    touched = locked_by(b, model) if b.numbers.lock_in_combat else []
    left = transports.start(b, model, event, path[0])
    along(b, model, path, left)
    model.leave()
    why = why_not_stand(b, model, path[-1])
    if why:
        flyer = "HVK-LIST-05" if model.card.vehicle else "HVK-LIST-03"
        b.fault(flyer if model.card.flies else why[0], f"an end where {model.name} may stand", why[1])
    legs = [(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(path) if p != q]
    if legs:
        model.facing = legs[-1]
    model.place(path[-1])
    if event.get("into") is not None:
        transports.finish(b, model, event, left)
    for enemy in touched:
        if not touching(model, enemy):
            b.fault("HVK-MOVE-04", f"{model.name} to stay in contact with {enemy.name}", "it left")


def allowance(b: Battle, model: Model, length: int, *, second: bool, surge: bool) -> None:
    """Check how far a model goes and when: both parts of a split move together (HVK-MOVE-01, -03, HVK-LIST-06)."""
    card = model.card
    speed = max(card.speed, SURGE) if surge else card.speed
    most = speed * b.numbers.inches_per_speed
    if second:
        if not card.splits_move:
            b.fault("HVK-MOVE-03", "no second part of a move", f"{model.name} moves again")
        if model.second_part:
            b.fault("HVK-LIST-06", "a move of two parts", f"a third part of {model.name}")
        if model.first_part + length > most:
            b.fault("HVK-LIST-06", f"both parts at most {most}", model.first_part + length)
        model.second_part = True
        return
    if model.attack:
        b.fault("HVK-MOVE-03", "a move before the attack", f"{model.name} moves after it")
    elif model.moved or model.second_part:
        b.fault("HVK-TURN-06", "one move", f"{model.name} moves again")
    if length > most:
        b.fault("HVK-LIST-01" if card.surges and not surge and length <= SURGE * b.numbers.inches_per_speed
                else "HVK-MOVE-01", f"a path of at most {most}", length)  # fmt: skip
    model.moved = True
    model.first_part = length


def along(b: Battle, model: Model, path: Sequence[Point], left: Model | None) -> None:
    """Check that the base, carried along the path, overlaps nothing that stops it (HVK-MOVE-02)."""
    if model.card.flies:
        return
    radius = model.own_radius
    # a single point is a path without legs: the base stands there
    legs = list(pairwise(path)) if len(path) > 1 else [(path[0], path[0])]
    low_x, high_x = min(x for x, _ in path) - radius, max(x for x, _ in path) + radius
    low_y, high_y = min(y for _, y in path) - radius, max(y for _, y in path) + radius
    for other in b.bases():
        if other is model or other is left or (other.side == model.side and not b.numbers.friends_block):
            continue
        r = other.radius
        if other.x + r <= low_x or other.x - r >= high_x or other.y + r <= low_y or other.y - r >= high_y:
            continue
        if any(nearer_to_leg(p, q, other.at, radius + r) for p, q in legs):
            b.fault("HVK-MOVE-02", f"a path clear of {other.name}", "the base overlaps it on the way")
            return
    for piece in b.terrain:
        if piece.shape is None or b.enters(model.card, piece):
            continue
        if any(piece.shape.swept(p, q, radius) for p, q in legs):
            b.fault("HVK-TABLE-04", f"a path clear of {piece.name} {piece.id}", "the base overlaps it on the way")
            return


def why_not_stand(b: Battle, model: Model, at: Point) -> tuple[str, str] | None:
    """Return the clause and the reason why a model may not stand on a spot; None if it may (HVK-MOVE-02)."""
    x, y = at
    radius = model.own_radius
    if x < radius or y < radius or x > b.width - radius or y > b.depth - radius:
        return "HVK-MOVE-02", "it is partly off the table"
    for other in b.bases():
        if other is not model:
            reach = radius + other.radius
            dx, dy = other.x - x, other.y - y
            if dx * dx + dy * dy < reach * reach:
                return "HVK-MOVE-02", f"its base overlaps that of {other.name}"
    for piece in b.terrain:
        if piece.shape is not None and not b.enters(model.card, piece) and piece.shape.swept(at, at, radius):
            return "HVK-TABLE-04", f"it stands in {piece.name} {piece.id}"
    return None


def locked_by(b: Battle, model: Model) -> list[Model]:
    """Return the enemies that hold a model in combat (HVK-MOVE-04)."""
    if not model.card.fights_close:
        return []
    enemies = b.of_side["b" if model.side == "a" else "a"]
    return [enemy for enemy in enemies if enemy.card.fights_close and touching(model, enemy)]


# ---------------------------------------------------------------- coherency


def spots(unit: Unit) -> list[Spot]:
    """Return where the living models of a unit stand, with the base that counts for each."""
    return [(model.x, model.y, model.radius) for model in unit.models if model.alive]


def linked(places: Sequence[Spot], coherency: int) -> bool:
    """Say whether one chain with gaps of at most the coherency links all places (HVK-FORCE-06)."""
    todo = list(places[1:])
    chain = [places[0]] if places else []
    while chain:
        x, y, r = chain.pop()
        near = [p for p in todo if (p[0] - x) ** 2 + (p[1] - y) ** 2 <= (coherency + r + p[2]) ** 2]
        if near:
            chain += near
            todo = [p for p in todo if p not in near]
    return not todo


def widest(places: Sequence[Spot]) -> int:
    """Return the smallest gap that links all places in one chain, as `fine_gap` counts."""
    if len(places) < 2:
        return 0
    todo = {i: _between(places[0], places[i]) for i in range(1, len(places))}
    most = 0
    while todo:
        nearest = min(todo, key=todo.__getitem__)
        most = max(most, todo.pop(nearest))
        for i in todo:
            todo[i] = min(todo[i], _between(places[nearest], places[i]))
    return most


def _between(one: Spot, other: Spot) -> int:
    return fine_gap(square((one[0], one[1]), (other[0], other[1])), one[2] + other[2])


def check_coherency(b: Battle, unit: Unit, before: Sequence[Spot] | None) -> None:
    """Check that a unit that has deployed or moved is one chain, or at least closer than before (HVK-FORCE-06)."""
    coherency = b.numbers.coherency
    if not coherency:
        return
    now = spots(unit)
    if len(now) < 2 or linked(now, coherency):
        return
    if before is not None and widest(now) < widest(before):
        return
    closer = "" if before is None else " or closer together than before"
    b.fault("HVK-FORCE-06", f"{unit.name} in one chain with gaps of at most {coherency}{closer}",
            f"a gap of {-(-widest(now) >> 50)}")  # fmt: skip
