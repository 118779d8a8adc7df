"""Lines of sight, cover and contact between warriors (HVK-TABLE-04, HVK-FIRE-01, -02, -08, -09)."""

from __future__ import annotations

from havoksim.referee.geometry import fine_gap, nearer_to_leg
from havoksim.referee.state import OTHER, Battle, Model, Unit, apart, touching


def sees(b: Battle, firer: Model, target: Model) -> bool:
    """Say whether the line between two base centres is free (HVK-FIRE-01)."""
    p, q = firer.at, target.at
    for piece in b.terrain:
        shape = piece.shape
        if shape is None or not piece.kind.blocks_sight or not shape.crossed(p, q):
            continue
        if not (shape.holds(p) or shape.holds(q)):
            return False
    if b.numbers.models_block_sight:
        ends = (firer, target, firer.carrier, target.carrier)
        for other in b.bases():
            if other not in ends and nearer_to_leg(p, q, other.at, other.radius):
                return False
    return True


def covered(b: Battle, firer: Model, target: Model) -> bool:
    """Say whether the target model is in cover from the firer (HVK-TABLE-04)."""
    p, q = firer.at, target.at
    for piece in b.terrain:
        shape = piece.shape
        if shape is None or not piece.kind.cover:
            continue
        if shape.holds(q) or (shape.crossed(p, q) and not shape.holds(p)):
            return True
    return False


def sheltered(b: Battle, target: Model) -> bool:
    """Say whether a model touches a model of the firing side, so that nobody may fire at it (HVK-FIRE-02)."""
    if not target.card.fights_close:
        return False
    reach = target.radius + 5
    x, y = target.x, target.y
    for friend in b.of_side[OTHER[target.side]]:
        if friend.alive and friend.deployed and friend.card.fights_close:
            d = reach + friend.radius
            if abs(friend.x - x) <= d and abs(friend.y - y) <= d and touching(friend, target):
                return True
    return False


class Aim:
    """What one declaration of fire may do to one target unit, at the moment of the declaration (HVK-FIRE-10)."""

    def __init__(self, b: Battle, target: Unit) -> None:
        self.b = b
        self.target = target
        self.standing = [model for model in target.models if model.has_base]
        mode = b.numbers.into_contact
        self.protected: set[Model] = set()
        if mode != "allowed":
            self.protected = {model for model in self.standing if sheltered(b, model)}
            if mode == "unit" and self.protected:
                self.protected = set(self.standing)
        self.open = [model for model in self.standing if model not in self.protected]

    def eligible(self, firer: Model) -> list[Model]:
        """Return the models that one firing warrior may hurt (HVK-FIRE-09)."""
        reach = self.b.numbers.reach
        found = []
        for model in self.open:
            if reach is not None:
                squared, radii = apart(firer, model)
                if squared > (reach + radii) ** 2:
                    continue
            if sees(self.b, firer, model):
                found.append(model)
        return found

    def why_nobody(self, firer: Model) -> tuple[str, str]:
        """Return the clause and the reason for which a warrior has nobody to fire at."""
        if not self.standing:
            return "HVK-FIRE-01", f"{self.target.name} has nobody on the table"
        if not self.open:
            return "HVK-FIRE-02", f"{self.target.name} is in contact with the firer's side"
        if not any(sees(self.b, firer, model) for model in self.open):
            return "HVK-FIRE-01", f"{firer.name} sees nobody of {self.target.name}"
        return "HVK-FIRE-09", f"{firer.name} reaches nobody of {self.target.name}"


def nearest(firer: Model, models: list[Model]) -> Model:
    """Return the nearest model; of equally near ones the first of the force list."""
    return min(models, key=lambda model: (fine_gap(*apart(firer, model)), model.order))
