"""A force: the concrete army that a player brings, and whether it is legal (HVK-FORCE-01 to -05)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from havoksim.foundation.errors import Problem
from havoksim.model.army_list import ArmyList
from havoksim.model.ruleset import Ruleset
from havoksim.model.warrior import FORCE_SIZES, Warrior

#: Most points of each size but the last (HVK-FORCE-02).
SIZE_LIMITS = (500, 1000, 1500)


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """One line of a force: some equal units of one type."""

    #: The type of all its models (HVK-FORCE-05).
    warrior: Warrior
    #: Models in each unit.
    size: int = 1
    #: How many such units.
    count: int = 1

    @property
    def models(self) -> int:
        """Models of all these units together."""
        return self.size * self.count


@dataclass(frozen=True, slots=True)
class Force:
    """An army bought from one army list for an agreed number of points.

    Examples
    --------
    >>> from havoksim.model.loading import load_force
    >>> force = load_force("forces/karn_500")
    >>> force.size, force.battle_rating <= 500, check_force(force).problems
    ('brigade', True, ())
    """

    #: Name for titles.
    name: str
    #: The faction that it is bought from.
    army_list: ArmyList
    #: Agreed points of the game.
    points: int
    #: Its units.
    units: tuple[UnitEntry, ...]
    #: Short name, such as ``karn_500``.
    id: str = field(default="")

    @property
    def battle_rating(self) -> int:
        """Points spent: the stated battle ratings of all its models."""
        return sum(entry.models * entry.warrior.battle_rating for entry in self.units)

    @property
    def models(self) -> int:
        """How many models it has."""
        return sum(entry.models for entry in self.units)

    @property
    def size(self) -> str:
        """``brigade``, ``division``, ``corps`` or ``army``, by the agreed points (HVK-FORCE-02)."""
        return force_size(self.points)

    @property
    def counts(self) -> dict[str, int]:
        """Models of each type, by full id."""
        counts: Counter[str] = Counter()
        for entry in self.units:
            counts[entry.warrior.full_id] += entry.models
        return dict(counts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing though nothing is wrong, such as limits that nobody knows (HVK-FORCE-03)."""
        types = {entry.warrior.id: entry.warrior for entry in self.units}
        unknown = [name for name, warrior in types.items() if warrior.limits.get(self.size, "unknown") == "unknown"]
        if not unknown:
            return ()
        size = f"{'an' if self.size == 'army' else 'a'} {self.size}"
        return (f"limits in {size} are unknown and count as U for {', '.join(unknown)} (HVK-FORCE-03)",)

    def using(self, *lists: ArmyList) -> Force:
        """Return the same models with the cards of other versions of their army lists, such as a proposal's."""
        by_id = {army.id: army for army in lists}
        units = tuple(
            replace(e, warrior=by_id[e.warrior.army_list][e.warrior.id]) if e.warrior.army_list in by_id else e
            for e in self.units
        )
        return replace(self, units=units, army_list=by_id.get(self.army_list.id, self.army_list))


@dataclass(frozen=True, slots=True)
class Legality:
    """Whether a force may be fielded."""

    #: Why not; empty for a legal force.
    problems: tuple[Problem, ...]
    #: What is worth knowing all the same.
    notes: tuple[str, ...]


def force_size(points: int) -> str:
    """Return the name of a force of so many agreed points (HVK-FORCE-02).

    Examples
    --------
    >>> [force_size(points) for points in (500, 501, 1500, 1501)]
    ['brigade', 'division', 'corps', 'army']
    """
    for size, limit in zip(FORCE_SIZES, SIZE_LIMITS, strict=False):
        if points <= limit:
            return size
    return FORCE_SIZES[-1]


def check_force(force: Force, ruleset: Ruleset | None = None) -> Legality:
    """Say whether a force is legal: points, type limits, one faction, units (HVK-FORCE-01 to -05).

    Parameters
    ----------
    force : Force
        The force.
    ruleset : Ruleset, optional
        By default the game as published.
    """
    if ruleset is None:
        from havoksim.model.ruleset import havok_2_0

        ruleset = havok_2_0()
    problems = [*_points(force), *_limits(force, ruleset), *_faction(force, ruleset), *_units(force, ruleset)]
    notes = force.notes if ruleset.limits == "enforce" else ()
    return Legality(tuple(problems), notes)


def _points(force: Force) -> list[Problem]:
    if force.models < 1:
        return [Problem("a force needs at least one warrior (HVK-FORCE-01)", key="unit")]
    spent = force.battle_rating
    if spent > force.points:
        message = f"the force costs {spent} BR, {spent - force.points} over its {force.points} points (HVK-FORCE-01)"
        return [Problem(message, key="points")]
    return []


def _limits(force: Force, ruleset: Ruleset) -> list[Problem]:
    if ruleset.limits == "ignore":
        return []
    types = {entry.warrior.full_id: entry.warrior for entry in force.units}
    problems = []
    for name, count in force.counts.items():
        limit = types[name].limit(force.size)
        if limit is not None and count > limit:
            message = f"{count} x {types[name].id}, but a {force.size} may have {limit} (HVK-FORCE-03)"
            problems.append(Problem(message, key="unit"))
    return problems


def _faction(force: Force, ruleset: Ruleset) -> list[Problem]:
    if ruleset.allow_allies:
        return []
    return [
        Problem(
            f"{entry.warrior.full_id} is not of {force.army_list.id}; all warriors come from one army list, unless the "
            "ruleset sets allow_allies (HVK-FORCE-04)",
            key=f"unit[{index}].warrior",
        )
        for index, entry in enumerate(force.units, 1)
        if entry.warrior.army_list != force.army_list.id
    ]


def _units(force: Force, ruleset: Ruleset) -> list[Problem]:
    problems = []
    for index, entry in enumerate(force.units, 1):
        key, name = f"unit[{index}].size", entry.warrior.id
        if entry.warrior.vehicle:
            if entry.size != 1:
                message = f"a vehicle is a unit of one, found size {entry.size} ({name}, HVK-FORCE-05)"
                problems.append(Problem(message, key=key))
        elif entry.size < ruleset.min_unit_size:
            message = f"units have at least {ruleset.min_unit_size} models, found {entry.size} ({name}, HVK-FORCE-05)"
            problems.append(Problem(message, key=key))
        elif ruleset.max_unit_size != "none" and entry.size > ruleset.max_unit_size:
            message = f"units have at most {ruleset.max_unit_size} models, found {entry.size} ({name}, HVK-FORCE-05)"
            problems.append(Problem(message, key=key))
    return problems
