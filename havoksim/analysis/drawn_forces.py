"""Forces drawn by chance, to train and to try players with: any faction, any taste, units of any size."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from havoksim.foundation.errors import InputError
from havoksim.foundation.seeds import derived_seed
from havoksim.model.force import Force, UnitEntry, check_force
from havoksim.model.generate import STYLES, generate_forces

if TYPE_CHECKING:
    from havoksim.model.army_list import ArmyList
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.warrior import Warrior

#: Sizes of unit that are drawn, where the ruleset allows them.
SIZES = (1, 2, 3, 4, 5, 6, 8, 10)
#: Share of the forces whose units keep the sizes that `generate_forces` gives.
USUAL = 0.5
#: Draws spent on a force that is not one of those to be avoided.
TRIES = 100

Shape = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Drawn:
    """Forces by number: force k of a faction at so many points is always the same.

    Two values with different `use` draw different forces; those in `avoid` are drawn by neither.
    """

    armies: tuple[ArmyList, ...]
    ruleset: Ruleset
    seed: int
    #: What they are for, such as "training".
    use: str
    #: Shapes of forces that may not be drawn.
    avoid: frozenset[Shape] = frozenset()
    _known: dict[tuple[str, int, int], Force] = field(default_factory=dict, compare=False, repr=False)

    def force(self, army: ArmyList, points: int, number: int) -> Force:
        """Return one force.

        Raises
        ------
        InputError
            If the points buy nothing of the list.
        """
        key = army.id, points, number
        if key not in self._known:
            self._known[key] = self._drawn(army, points, number)
        return self._known[key]

    def _drawn(self, army: ArmyList, points: int, number: int) -> Force:
        for attempt in range(TRIES):
            random = Random(derived_seed(self.seed, "forces", self.use, army.id, points, number, attempt))
            force = draw_force(army, points, random, self.ruleset)
            if shape_of(force) not in self.avoid:
                return replace(force, id=f"{army.id}_{points}_{self.use}_{number}")
        message = f"{points} points buy too few different forces of {army.id} to train with some and try with others"
        raise InputError(message, key="points")


def draw_force(army: ArmyList, points: int, random: Random, ruleset: Ruleset) -> Force:
    """Return a legal force of a list: a taste by chance, then units of sizes by chance.

    Raises
    ------
    InputError
        If the points buy nothing.

    Examples
    --------
    >>> from havoksim.model.loading import load_army_list
    >>> from havoksim.model.ruleset import havok_2_0
    >>> force = draw_force(load_army_list("pteravore"), 500, Random(1), havok_2_0())
    >>> force.battle_rating, check_force(force).problems
    (500, ())
    """
    styles = [style for style in STYLES if style != "vehicles" or any(warrior.vehicle for warrior in army)]
    style = random.choice(styles)
    number = random.getrandbits(48)
    try:
        (force,) = generate_forces(army, points=points, style=style, seed=number, ruleset=ruleset)
    except InputError:  # so few points that nothing of that taste can be had
        (force,) = generate_forces(army, points=points, style="random", seed=number, ruleset=ruleset)
    if random.random() < USUAL:
        return force
    models: dict[str, int] = {}
    cards: dict[str, Warrior] = {}
    for entry in force.units:
        cards[entry.warrior.full_id] = entry.warrior
        models[entry.warrior.full_id] = models.get(entry.warrior.full_id, 0) + entry.models
    units: list[UnitEntry] = []
    for name, count in models.items():
        size = 1 if cards[name].vehicle else min(random.choice(SIZES), count)
        units.append(UnitEntry(cards[name], size, count // size))
        if count % size:
            units.append(UnitEntry(cards[name], count % size, 1))
    other = replace(force, units=tuple(units))
    return force if check_force(other, ruleset).problems else other


def shape_of(force: Force) -> Shape:
    """Return what a force is made of: types, sizes of units, and how many."""
    return tuple(sorted((entry.warrior.full_id, entry.size, entry.count) for entry in force.units))
