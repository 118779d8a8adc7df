"""Legal forces at a points limit, by style and by chance (HVK-FORCE-01 to -05).

A force is built in two steps. First squads are drawn by the style's taste until most of the points are spent. Then
the rest is filled so that the force spends the most that any legal force of the list could: which sums of battle
ratings can be reached is found exactly (a bounded knapsack, one bit per sum), and models are taken back if the draw
has made the best sum impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, get_args

from havoksim.foundation.errors import InputError, unknown_name
from havoksim.model.army_list import ArmyList
from havoksim.model.force import Force, UnitEntry, force_size
from havoksim.model.ruleset import Ruleset, havok_2_0
from havoksim.model.warrior import Warrior

Style = Literal["balanced", "swarm", "elite", "fire", "melee", "vehicles", "random"]

#: The tastes that a force can be generated with.
STYLES: tuple[str, ...] = get_args(Style)

#: Usual sizes of a unit on foot, where the ruleset allows them.
UNIT_SIZES = (3, 6)

#: Share of the points that the style spends before the rest is filled.
DRAWN = 0.9

#: Most points of a generated force.
MOST_POINTS = 100_000

#: Draws spent on finding a force that differs from the earlier ones.
TRIES = 40


def generate_forces(
    army_list: ArmyList,
    *,
    points: int,
    style: str = "balanced",
    seed: int = 1,
    count: int = 1,
    ruleset: Ruleset | None = None,
) -> list[Force]:
    """Return legal forces of a list that spend as much of the points as battle ratings allow.

    Parameters
    ----------
    army_list : ArmyList
        The faction.
    points : int
        Agreed points.
    style : str
        balanced, swarm, elite, fire, melee, vehicles or random.
    seed : int
        The same seed gives the same forces; force k of a seed is the same whatever the count.
    count : int
        How many; they differ from each other as far as the list allows.
    ruleset : Ruleset, optional
        Whose limits and unit sizes hold; by default the game as published.

    Raises
    ------
    InputError
        If the style is unknown or has no types in the list, or the points buy nothing.

    Examples
    --------
    >>> from havoksim.model.loading import load_army_list
    >>> (force,) = generate_forces(load_army_list("karn_empire"), points=500, style="swarm", seed=1)
    >>> force.battle_rating, force.size
    (500, 'brigade')
    """
    ruleset = ruleset or havok_2_0()
    if style not in STYLES:
        raise InputError(unknown_name("style", style, STYLES))
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= MOST_POINTS:
        raise InputError(f"points must be a whole number from 1 to {MOST_POINTS}, found {points}")
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"count must be a whole number of at least 1, found {count}")
    buyer = _Buyer(army_list, points, style, ruleset)
    forces: list[Force] = []
    seen: set[tuple[tuple[str, int, int], ...]] = set()
    for number in range(1, count + 1):
        random = Random(f"{seed}/{army_list.id}/{points}/{style}/{number}")
        for _ in range(TRIES):
            units = buyer.units(random)
            shape = tuple((entry.warrior.id, entry.size, entry.count) for entry in units)
            if shape not in seen:
                break
        seen.add(shape)
        tail = f"_{number}" if count > 1 else ""
        stem = f"{army_list.id}_{points}_{style}{tail}"
        title = f"{army_list.name} {points} {style}{tail.replace('_', ' ')}"
        forces.append(Force(title, army_list, points, units, stem))
    return forces


class _Buyer:
    """Buys models of one list for one limit; counts are kept as a list with one number a type."""

    def __init__(self, army_list: ArmyList, points: int, style: str, ruleset: Ruleset) -> None:
        self.points = points
        self.ruleset = ruleset
        self.style = style
        size = force_size(points)
        affordable = [warrior for warrior in army_list if warrior.battle_rating <= points]
        self.choices = {w.id: _counts(w, points, size, ruleset) for w in affordable}
        self.taste = {w.id: weight for w, weight in _taste(army_list, style) if len(self.choices.get(w.id, ())) > 1}
        #: Types, those that the style does not ask for first: the fill takes as few of these as it can.
        self.types = sorted((w for w in affordable if len(self.choices[w.id]) > 1), key=lambda w: w.id in self.taste)
        if not self.types:
            raise InputError(f"{points} points buy no warrior of {army_list.id}")
        if not self.taste:
            raise InputError(f"{points} points buy no type of {army_list.id} that the style {style!r} asks for")
        self.best = _highest(self._sums([0] * len(self.types))[0], points)

    def units(self, random: Random) -> tuple[UnitEntry, ...]:
        drawn = self._draw(random)
        while True:
            spent = sum(n * w.battle_rating for n, w in zip(drawn, self.types, strict=True))
            sums = self._sums(drawn)
            if spent <= self.best and sums[0] >> (self.best - spent) & 1:
                break
            drawn[random.choice([i for i, n in enumerate(drawn) if n])] -= 1
        counts = self._fill(drawn, sums, self.best - spent, random)
        entries: list[UnitEntry] = []
        for warrior, models in sorted(zip(self.types, counts, strict=True), key=lambda pair: pair[0].id):
            entries += _grouped(warrior, models, self.ruleset, random)
        return tuple(entries)

    def _draw(self, random: Random) -> list[int]:
        """Draw squads by the style's taste, jittered so that forces of one style differ."""
        counts = [0] * len(self.types)
        weights = {name: weight * random.uniform(0.4, 1.6) for name, weight in self.taste.items()}
        left = int(self.points * DRAWN)
        vehicles = int(self.points * 0.4) if self.style == "balanced" else self.points
        while True:
            fits = []
            for i, warrior in enumerate(self.types):
                cost = warrior.battle_rating
                within = cost <= left and (not warrior.vehicle or cost <= vehicles)
                if warrior.id in weights and within and counts[i] < self.choices[warrior.id][-1]:
                    fits.append(i)
            if not fits:
                return counts
            i = random.choices(fits, [weights[self.types[i].id] for i in fits])[0]
            warrior = self.types[i]
            squad = 1 if warrior.vehicle else random.randint(*UNIT_SIZES)
            squad = min(squad, left // warrior.battle_rating, self.choices[warrior.id][-1] - counts[i])
            counts[i] += squad
            left -= squad * warrior.battle_rating
            vehicles -= squad * warrior.battle_rating * warrior.vehicle

    def _sums(self, drawn: Sequence[int]) -> list[int]:
        """Return, for each type, which extra sums it and the types after it can add: bit s for a sum of s."""
        mask = (1 << self.points + 1) - 1
        sums = [1] * (len(self.types) + 1)
        for i in range(len(self.types) - 1, -1, -1):
            warrior = self.types[i]
            reach = 0
            for models in self.choices[warrior.id]:
                if models >= drawn[i]:
                    reach |= sums[i + 1] << (models - drawn[i]) * warrior.battle_rating
            sums[i] = reach & mask
        return sums

    def _fill(self, drawn: Sequence[int], sums: Sequence[int], rest: int, random: Random) -> list[int]:
        """Add models worth exactly `rest`: as few as can be of what the style does not ask for."""
        counts = []
        for i, warrior in enumerate(self.types):
            extra = [
                models
                for models in self.choices[warrior.id]
                if models >= drawn[i]
                and (left := rest - (models - drawn[i]) * warrior.battle_rating) >= 0
                and sums[i + 1] >> left & 1
            ]
            models = random.choice(extra) if warrior.id in self.taste else extra[0]
            counts.append(models)
            rest -= (models - drawn[i]) * warrior.battle_rating
        return counts


def _counts(warrior: Warrior, points: int, size: str, ruleset: Ruleset) -> list[int]:
    """Return how many models of a type a force may have, in rising order, 0 included."""
    most = points // warrior.battle_rating
    limit = warrior.limit(size) if ruleset.limits == "enforce" else None
    most = most if limit is None else min(most, limit)
    if warrior.vehicle:
        return list(range(most + 1))
    low, high = ruleset.min_unit_size, _largest(ruleset, most)
    return [n for n in range(most + 1) if n == 0 or (n >= low and -(-n // high) * low <= n)]


def _largest(ruleset: Ruleset, most: int) -> int:
    return max(most, 1) if ruleset.max_unit_size == "none" else int(ruleset.max_unit_size)


def _grouped(warrior: Warrior, models: int, ruleset: Ruleset, random: Random) -> list[UnitEntry]:
    """Group the models of a type into units as equal as may be, three to six strong where that is possible."""
    if not models:
        return []
    if warrior.vehicle:
        return [UnitEntry(warrior, 1, models)]
    low = max(UNIT_SIZES[0], ruleset.min_unit_size)
    high = max(low, UNIT_SIZES[1])
    if ruleset.max_unit_size != "none":
        high = min(high, int(ruleset.max_unit_size))
        low = min(low, high)
    fewest, most = -(-models // high), models // low
    units = random.randint(fewest, most) if fewest <= most else _units_of(models, ruleset)
    size, larger = divmod(models, units)
    pairs = [(size + 1, larger), (size, units - larger)]
    return [UnitEntry(warrior, size, count) for size, count in pairs if count]


def _units_of(models: int, ruleset: Ruleset) -> int:
    """Return the fewest units that the ruleset allows for so many models."""
    return -(-models // _largest(ruleset, models))


def _highest(sums: int, points: int) -> int:
    return (sums & ((1 << points + 1) - 1)).bit_length() - 1


def _taste(army_list: ArmyList, style: str) -> list[tuple[Warrior, float]]:
    """Return the types that a style asks for, with weights."""
    types = list(army_list)
    if style == "vehicles":
        found = [(w, 1.0) for w in types if w.vehicle]
        if not found:
            raise InputError(f"{army_list.id} has no vehicles, so no force of the style 'vehicles'")
        return found
    if style == "swarm":
        return _top([(w, 1 / w.battle_rating) for w in types])
    if style == "elite":
        return _top([(w, float(w.battle_rating)) for w in types])
    if style == "fire":
        return _top([(w, w.firepower / w.battle_rating) for w in types if w.firepower])
    if style == "melee":
        return _top([(w, (w.close_combat + w.strength / 2) / w.battle_rating) for w in types if w.fights_close])
    return [(w, 1.0) for w in types]


def _top(scored: list[tuple[Warrior, float]]) -> list[tuple[Warrior, float]]:
    """Return the better half of scored types, at least two of them if there are."""
    kept = sorted(scored, key=lambda pair: -pair[1])[: max(2, (len(scored) + 1) // 2)]
    return [(warrior, score / kept[0][1]) for warrior, score in kept]
