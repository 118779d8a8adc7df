"""What follows an attack: wounds, deaths, and what is due before anything else may happen (HVK-WOUND-01 to -04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from havoksim.referee.geometry import fine_gap
from havoksim.referee.state import OTHER, Battle, Model, Unit
from havoksim.referee.stream import CASUALTY


class Allocation:
    """Wounds of one target's fire that still fall on a unit (HVK-WOUND-02)."""

    def __init__(
        self, firer: Unit, place: int, wounds: int, eligible: list[Model], distances: Mapping[Model, int]
    ) -> None:
        self.firer = firer
        self.place = place
        self.wounds = wounds
        self.eligible = eligible
        self.distances = distances
        self.picks = 0

    def living(self) -> list[Model]:
        """Eligible models that can still suffer."""
        return [model for model in self.eligible if model.alive and model.left > 0]

    def candidates(self, b: Battle) -> list[Model]:
        """Return the models of which one must suffer the next wounds: one, or several among which the owner chooses."""
        living = self.living()
        wounded = [model for model in living if model.left < model.card.strength]
        order = b.numbers.casualty_order
        if wounded:
            least = min(model.left for model in wounded)
            living = [model for model in wounded if model.left == least]
            if order == "owner":
                return living
        elif order == "owner":
            return living
        elif order == "random":
            living.sort(key=lambda model: model.order)
            if b.stream is None:
                return living
            key = b.stream.key(CASUALTY, b.turn, self.firer.name, self.place, self.picks)
            return [living[b.stream.word(key, 0) % len(living)]]
        return [min(living, key=lambda model: (self.distances[model], model.order))]

    def took(self, model: Model, wounds: int) -> None:
        """Note that a model suffered."""
        if model.left == model.card.strength:
            self.picks += 1
        self.wounds -= wounds

    @property
    def open(self) -> bool:
        """True while wounds are left and somebody to suffer them."""
        return self.wounds > 0 and bool(self.living())


class Aftermath:
    """What an attack has still to bring about, in this order: wounds, deaths, explosions wave by wave, survivors."""

    def __init__(self) -> None:
        #: Wounds of fire that go from model to model.
        self.allocation: Allocation | None = None
        #: Wounds due on single models, and the clause that is broken if they stay away.
        self.wounds: dict[Model, int] = {}
        self.omission = "HVK-WOUND-04"
        #: Models without strength left, and the sides to whom their death may be laid.
        self.deaths: dict[Model, set[str]] = {}
        #: Who suffers from whom, for the deaths to come.
        self.blame: dict[Model, set[str]] = {}
        #: Destroyed models that have still to explode, and who destroyed them.
        self.exploding: dict[Model, set[str]] = {}
        #: Wave of explosions under way: who has not exploded in it yet, and the wounds it has brought so far.
        self.wave = 0
        self.in_wave: dict[Model, list[Model]] = {}
        self.of_wave: dict[Model, int] = {}
        #: Survivors of wrecks that have still to be placed, and the wreck.
        self.survivors: dict[Model, Model] = {}

    @property
    def wounding(self) -> bool:
        """True while wounds or deaths are due."""
        return bool(self.wounds or self.deaths or (self.allocation and self.allocation.open))

    @property
    def over(self) -> bool:
        """True when nothing is due any more."""
        return not (self.wounding or self.exploding or self.in_wave or self.survivors)


def begin(after: Aftermath, wounds: Mapping[Model, int], blame: Mapping[Model, set[str]], omission: str) -> None:
    """Let wounds be due on single models: those beyond the strength left are lost (HVK-WOUND-04)."""
    after.omission = omission
    after.wounds = {model: min(n, model.left) for model, n in wounds.items() if n > 0 and model.left > 0}
    after.blame = dict(blame)


def allocate(after: Aftermath, allocation: Allocation) -> None:
    """Let the wounds of fire be due on a unit."""
    after.allocation = allocation
    after.blame = {model: {allocation.firer.side} for model in allocation.eligible}


def wound(b: Battle, after: Aftermath, event: dict[str, Any]) -> None:
    """Check one model's wounds."""
    model, n, left = b.model(event["model"]), event["wounds"], event["left"]
    fire = after.allocation
    due = 0
    clause = "HVK-WOUND-04"
    if model in after.wounds:
        due = after.wounds.pop(model)
    elif fire is not None and fire.open:
        clause = "HVK-WOUND-02"
        candidates = fire.candidates(b)
        if model not in candidates:
            b.fault(clause, f"wounds on {' or '.join(m.name for m in candidates)}", f"wounds on {model.name}")
        due = min(fire.wounds, max(model.left, 0))
        fire.took(model, due if model.left > 0 else fire.wounds)
    elif after.wounds:
        b.fault(clause, f"wounds on {', '.join(m.name for m in after.wounds)}", f"wounds on {model.name}")
        due = n
    else:
        b.fault("HVK-WOUND-01", "no wounds", f"{n} on {model.name}")
        due = n
    b.want(clause, "wounds:", due, n)
    suffer(b, after, model, due)
    b.want("HVK-WOUND-01", "strength left", model.left, left)


def suffer(b: Battle, after: Aftermath, model: Model, wounds: int) -> None:
    """Take strength from a model; one that has none left is due to die (HVK-WOUND-01)."""
    model.left -= wounds
    if model.left <= 0 and model.alive:
        after.deaths[model] = after.blame.get(model, {OTHER[model.side]})


def death(b: Battle, after: Aftermath, event: dict[str, Any]) -> None:
    """Check a death, and remove the model."""
    model = b.model(event["model"])
    if model not in after.deaths:
        b.fault("HVK-WOUND-01", f"{model.name} to live, with {model.left} strength left", "its death")
        if not model.alive:
            return
        after.deaths[model] = {OTHER[model.side]}
    blame = after.deaths.pop(model)
    if event["by"] not in blame:
        b.fault("HVK-WIN-03" if after.wave else "HVK-WIN-01", f"by {' or '.join(sorted(blame))}", event["by"])
    remove(b, after, model, blame)


def remove(b: Battle, after: Aftermath, model: Model, blame: set[str]) -> None:
    """Take a dead model off the table and count it (HVK-WIN-01, -03)."""
    model.alive = False
    model.left = 0
    b.score[OTHER[model.side]] += model.card.battle_rating
    after.wounds.pop(model, None)
    after.survivors.pop(model, None)
    carrier = model.carrier
    if carrier is not None and model in carrier.cargo:
        carrier.cargo.remove(model)
    if model.card.explodes and b.numbers.vehicle_explosion:
        after.exploding[model] = blame
    else:
        strand(after, model)


def strand(after: Aftermath, wreck: Model) -> None:
    """Leave those who were on or in a wreck without a place until they are put down (HVK-VEH-03)."""
    for model in list(wreck.cargo):
        model.homeless = True
        after.survivors[model] = wreck
    wreck.cargo.clear()


def distances_to(firers: list[Model], models: list[Model]) -> dict[Model, int]:
    """Return each model's exact distance to the nearest of those who fired."""
    return {
        model: min(fine_gap((m.x - model.x) ** 2 + (m.y - model.y) ** 2, m.radius + model.radius) for m in firers)
        for model in models
    }
