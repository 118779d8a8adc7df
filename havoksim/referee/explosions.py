"""Destroyed vehicles: who is touched, wave after wave, and where the survivors stand (HVK-VEH-01 to -03)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.geometry import CONTACT, Point, square
from havoksim.referee.movement import why_not_stand
from havoksim.referee.pools import check_faces
from havoksim.referee.state import Battle, Model
from havoksim.referee.stream import EXPLOSION
from havoksim.referee.wounds import Aftermath, begin, strand

#: Step of the search for a nearer spot, in hundredths.
SEARCH = 20


def touched_by(b: Battle, wreck: Model) -> list[Model]:
    """Return who is on or in a destroyed model, or touches the place of its base."""
    found = [model for model in wreck.cargo if model.alive]
    for side in ("a", "b"):
        for model in b.of_side[side]:
            if model.has_base and model.carrier is not wreck:
                reach = model.radius + wreck.radius + CONTACT
                if square(model.at, wreck.at) <= reach * reach:
                    found.append(model)
    return found


def begin_wave(b: Battle, after: Aftermath) -> None:
    """Fix who is touched by all explosions of the next wave, before any of them hurts (HVK-VEH-02)."""
    after.wave += 1
    after.in_wave = {wreck: touched_by(b, wreck) for wreck in after.exploding}
    after.of_wave = {}
    after.blame = {}
    for wreck, touched in after.in_wave.items():
        for model in touched:
            after.blame.setdefault(model, set()).update(after.exploding[wreck])
    after.exploding = {}


def explosion(b: Battle, after: Aftermath, event: dict[str, Any]) -> None:
    """Check one explosion: its wave, whom it touches, and the dice."""
    wreck = b.model(event["model"])
    if after.wounding:
        b.fault("HVK-VEH-01", "the wounds and deaths of the attack before any explosion", f"{wreck.name} explodes")
    if not after.in_wave and after.exploding:
        begin_wave(b, after)
    if wreck not in after.in_wave:
        b.fault("HVK-VEH-01", "no explosion of it", f"{wreck.name} explodes")
        return
    b.want("HVK-VEH-02", "wave", after.wave, event["wave"])
    due = after.in_wave.pop(wreck)
    found = [b.model(entry["model"]) for entry in event["touched"]]
    if set(found) != set(due) or len(found) != len(due):
        clause = "HVK-LIST-13" if any(m.inside and m.carrier is not wreck for m in found) else "HVK-VEH-01"
        b.fault(clause, f"touched: {', '.join(m.name for m in due) or 'nobody'}",
                ", ".join(m.name for m in found) or "nobody")  # fmt: skip
    for model, entry in zip(found, event["touched"], strict=True):
        faces = entry["faces"]
        b.want("HVK-VEH-01", f"hits on {model.name}:", b.numbers.explosion_hits, len(faces))
        key = b.stream.key(EXPLOSION, b.turn, wreck.name, model.name) if b.stream else None
        check_faces(b, "HVK-VEH-01", faces, key)
        wounds = sum(b.numbers.wounds(face, model.card.armour) for face in faces)
        b.want("HVK-ARM-01", f"wounds on {model.name}:", wounds, entry["wounds"])
        if model in due:
            after.of_wave[model] = after.of_wave.get(model, 0) + wounds
    strand(after, wreck)
    if not after.in_wave:
        begin(after, after.of_wave, after.blame, "HVK-WOUND-04")


def passenger(b: Battle, after: Aftermath, event: dict[str, Any]) -> None:
    """Check where a survivor of a wreck is put down (HVK-VEH-03)."""
    model = b.model(event["model"])
    at: Point = (event["at"][0], event["at"][1])
    if after.wounding or after.exploding or after.in_wave:
        clause = "HVK-VEH-03" if after.wave else "HVK-VEH-01"
        b.fault(clause, "the chain of explosions to end first", f"{model.name} is placed")
    if model not in after.survivors:
        b.fault("HVK-VEH-03", "no survivor of a wreck of that name", model.name)
        return
    wreck = after.survivors.pop(model)
    model.leave()
    why = why_not_stand(b, model, at)
    if why:
        b.fault("HVK-VEH-03", f"a spot where {model.name} may stand", why[1])
    reach = wreck.own_radius + model.own_radius + CONTACT
    mine = square(at, wreck.at)
    if mine > reach * reach:
        nearer = nearer_spot(b, model, wreck.at, mine)
        if nearer:
            b.fault("HVK-VEH-03", f"a nearer spot, such as {list(nearer)}", list(at))
    model.place(at)


def nearer_spot(b: Battle, model: Model, wreck: Point, squared: int) -> Point | None:
    """Return a spot nearer to the wreck's middle where the model may stand, if a search finds one."""
    steps = int(squared**0.5) // SEARCH + 1
    for i in range(-steps, steps + 1):
        for j in range(-steps, steps + 1):
            at = (wreck[0] + i * SEARCH, wreck[1] + j * SEARCH)
            if square(at, wreck) < squared and not why_not_stand(b, model, at):
                return at
    return None
