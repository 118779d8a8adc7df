"""The same models otherwise: in smaller or larger units, or with other figures where the cards are estimates."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.force import Force, UnitEntry
from havoksim.model.warrior import CHARACTERISTICS

if TYPE_CHECKING:
    from havoksim.model.army_list import ArmyList
    from havoksim.model.ruleset import BrFormula
    from havoksim.model.warrior import Warrior

#: No card gets more armour than this: with 6 nothing could hurt it (HVK-ARM-01).
MOST_ARMOUR = 5


def regrouped(force: Force, least: int) -> Force:
    """Return the same models in as many units as there can be if each has at least so many models (HVK-FORCE-05).

    A type with fewer models than that is one unit; vehicles stay units of one. The models of a type are shared evenly
    among its units, so that 1 gives one-figure units and a large number one unit a type.

    Parameters
    ----------
    force : Force
        The models.
    least : int
        Models that every unit has at least.

    Raises
    ------
    InputError
        If `least` is less than 1.

    Examples
    --------
    >>> from havoksim.model.loading import load_force
    >>> for size in (1, 4, 8):
    ...     print([(unit.count, unit.size) for unit in regrouped(load_force("pteravore_500"), size).units])
    [(7, 1), (16, 1), (7, 1)]
    [(1, 7), (4, 4), (1, 7)]
    [(1, 7), (2, 8), (1, 7)]
    """
    if least < 1:
        raise InputError(f"units have at least one model, found {least}", key="least")
    units: list[UnitEntry] = []
    for warrior, models in _by_type(force):
        count = models if warrior.vehicle else max(models // least, 1)
        size, larger = divmod(models, count)
        units += [UnitEntry(warrior, s, n) for s, n in ((size + 1, larger), (size, count - larger)) if n]
    return replace(force, units=tuple(units), id=f"{force.id}_by_{least}", name=f"{force.name} by {least}")


def refitted(force: Force, army: ArmyList) -> Force:
    """Return the force bought anew with other cards of its list: each type for the points that it cost before.

    Whole models only, at least one of each type; what is left then buys one more of the types in turn. Units have as
    many models as before where they come out whole, so regroup the answer if the grouping matters.

    Raises
    ------
    InputError
        If one model of each type costs more than the points.
    """
    bought: dict[str, int] = {}
    for warrior, models in _by_type(force):
        bought[warrior.id] = max(models * warrior.battle_rating // army[warrior.id].battle_rating, 1)

    def cost() -> int:
        return sum(army[name].battle_rating * models for name, models in bought.items())

    while cost() > force.points:
        spare = [name for name, models in bought.items() if models > 1]
        if not spare:
            message = f"one model of each type costs {cost()} BR, more than {force.points} points (HVK-FORCE-01)"
            raise InputError(message, key="points")
        bought[max(spare, key=lambda name: bought[name] * army[name].battle_rating)] -= 1
    while fitting := [name for name in bought if cost() + army[name].battle_rating <= force.points]:
        for name in fitting:
            if cost() + army[name].battle_rating <= force.points:
                bought[name] += 1
    units = tuple(UnitEntry(army[name], 1, models) for name, models in bought.items())
    return replace(force, army_list=army, units=units)


def varied(army: ArmyList, seed: int, formula: BrFormula) -> ArmyList:
    """Return the list with other figures where they are estimates: each a step down, the same, or a step up.

    Published figures stand, and so does a card whose battle rating is published. Every other battle rating is that of
    the formula (HVK-PROF-05), so that no card is cheaper or dearer than it should be. Characteristics that are 0 stay
    0 (who has no gun gets none), others stay at least 1, and armour at most 5.

    Parameters
    ----------
    army : ArmyList
        The list.
    seed : int
        Which of the other lists; the same seed always gives the same figures.
    formula : BrFormula
        The ruleset's formula.

    Examples
    --------
    >>> from havoksim.model.loading import load_army_list, load_ruleset
    >>> other = varied(load_army_list("pteravore"), 1, load_ruleset("havok_2_0").br_formula)
    >>> other["razor"].close_combat, other["razor"].strength  # both are published
    (3, 3)
    """
    random = Random(f"profiles {army.id} {seed}")
    return replace(army, warriors=tuple(_varied(warrior, random, formula) for warrior in army.warriors))


def _varied(warrior: Warrior, random: Random, formula: BrFormula) -> Warrior:
    steps = {name: random.choice((-1, 0, 1)) for name in CHARACTERISTICS if name != "battle_rating"}
    if "battle_rating" in warrior.known:
        return warrior
    figures = {}
    for name, step in steps.items():
        now = getattr(warrior, name)
        if name not in warrior.known and now > 0:
            most = MOST_ARMOUR if name == "armour" else now + 1
            figures[name] = min(max(now + step, 1), most)
    other = replace(warrior, **figures)
    rating = formula.of(other)
    if rating != int(rating) or rating < 1:
        message = f"{warrior.full_id} would cost {rating:g} BR; battle ratings are whole numbers of at least 1"
        raise InputError([Problem(message, key="br_formula")])
    return replace(other, battle_rating=int(rating))


def _by_type(force: Force) -> list[tuple[Warrior, int]]:
    """Return the types of a force in the order of its file, each with all its models."""
    cards = {entry.warrior.full_id: entry.warrior for entry in force.units}
    return [(cards[name], models) for name, models in force.counts.items()]
