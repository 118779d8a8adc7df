"""Practice games: tables with two forces on them, and how a player does at one side of them.

A table is dealt by a seed that is found from what it is for and its number, so training, checks and the last test never
share a force's dice or terrain. Two players who are compared play the very same battles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from havoksim.analysis.drawn_forces import Drawn, Shape, shape_of
from havoksim.battle.policy import numbers
from havoksim.foundation.chunks import in_chunks
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import score_interval
from havoksim.foundation.seeds import derived_seed

if TYPE_CHECKING:
    from havoksim.battle.pack import Pack
    from havoksim.model.army_list import ArmyList
    from havoksim.model.force import Force
    from havoksim.model.policy import Policy
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.terrain import Layout

#: Forces of each faction and size to train with, and to try with.
TRAINING_FORCES, TRYING_FORCES = 48, 12
#: Share of tables with random terrain; the rest is shared by bare tables and layouts.
RANDOM_GROUND, BARE_GROUND = 0.6, 0.2
#: Draws spent on two forces that can both stand on their table.
TRIES = 20
#: Tables of one piece of work.
CHUNK = 4


@dataclass(frozen=True, slots=True)
class Table:
    """One table of practice: two forces of equal points, the ground, and who sits on the other side."""

    pack: Pack
    opponent: Policy
    seed: int


@dataclass(frozen=True)
class Ground:
    """What there is to practise with."""

    armies: tuple[ArmyList, ...]
    ruleset: Ruleset
    seed: int
    points: tuple[int, ...]
    layouts: tuple[Layout, ...]
    #: Forces to train with in place of drawn ones; checks and the last test always draw.
    named: tuple[Force, ...] = ()

    @cached_property
    def trying(self) -> Drawn:
        """The forces that players are tried with; they take no part in the training."""
        avoid = frozenset(shape_of(force) for force in self.named)
        return Drawn(self.armies, self.ruleset, self.seed, "trying", avoid)

    @cached_property
    def training(self) -> Drawn:
        """The forces that players are trained with."""
        return Drawn(self.armies, self.ruleset, self.seed, "training", self._tried_shapes())

    def _tried_shapes(self) -> frozenset[Shape]:
        forces = [self.trying.force(a, p, k) for a in self.armies for p in self.points for k in range(TRYING_FORCES)]
        return frozenset(map(shape_of, forces))

    def training_tables(self, iteration: int, count: int, opponents: Sequence[Policy]) -> list[Table]:
        """Deal the tables of one iteration; opponents take turns."""
        tables = []
        for number in range(count):
            opponent = opponents[(iteration + number) % len(opponents)]
            seed = derived_seed(self.seed, "train", iteration, number)
            tables.append(Table(self._pack(seed, self._to_train, opponent), opponent, seed))
        return tables

    def trying_tables(self, use: str, couples: int, opponents: Sequence[Policy]) -> list[Table]:
        """Deal couples of tables on which the same two forces change sides, so that even players score one half."""
        tables = []
        for number in range(couples):
            opponent = opponents[number % len(opponents)]
            seed = derived_seed(self.seed, use, number)
            first = self._pack(seed, self._to_try, opponent)
            second = _swapped(first)
            tables += [Table(first, opponent, seed), Table(second, opponent, derived_seed(seed, "swapped"))]
        return tables

    def _to_train(self, points: int, random: Random) -> Force:
        if self.named:
            return random.choice([force for force in self.named if force.points == points])
        return self.training.force(random.choice(self.armies), points, random.randrange(TRAINING_FORCES))

    def _to_try(self, points: int, random: Random) -> Force:
        return self.trying.force(random.choice(self.armies), points, random.randrange(TRYING_FORCES))

    def _pack(self, seed: int, draw: Callable[[int, Random], Force], opponent: Policy) -> Pack:
        """Draw points, ground and forces until both forces can stand in their zones."""
        from havoksim.battle.pack import pack

        random = Random(seed)
        for attempt in range(TRIES):
            points = random.choice(self.points)
            ground: str | Layout = "none"
            toss = random.random()
            if toss < RANDOM_GROUND:
                ground = "random"
            elif toss >= RANDOM_GROUND + BARE_GROUND and self.layouts:
                ground = random.choice(self.layouts)
            forces = draw(points, random), draw(points, random)
            try:
                return pack(*forces, self.ruleset, opponent, opponent, points=points, terrain=ground)
            except InputError:
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")


def forces_to_compare(
    armies: Sequence[ArmyList], ruleset: Ruleset, seed: int, points: Sequence[int], each: int
) -> list[Force]:
    """Draw forces to compare players with: so many of each faction and size, all of which can stand in their zones.

    Raises
    ------
    InputError
        If the points buy nothing, or only what cannot stand.
    """
    from havoksim.battle.pack import pack
    from havoksim.model.policy import load_policy

    drawn, anybody = Drawn(tuple(armies), ruleset, seed, "compared"), load_policy("random")
    found: list[Force] = []
    for size in points:
        for army in armies:
            there = len(found)
            for number in range(each + TRIES):
                force = drawn.force(army, size, number)
                try:
                    pack(force, force, ruleset, anybody, anybody, points=size)
                except InputError:
                    if number == each + TRIES - 1:
                        raise
                    continue
                found.append(force)
                if len(found) == there + each:
                    break
    return found


def with_players(made: Pack, player: Policy, opponent: Policy) -> Pack:
    """Return a matchup with other players at the table; all else is worked out once."""
    import numpy as np

    other = replace(made, policies=(player, opponent))
    rows = np.array([numbers(player), numbers(opponent)], np.int64)
    vars(other)["arrays"] = {**made.arrays, "policy": rows}
    return other


def _swapped(made: Pack) -> Pack:
    """Return the matchup with the forces on each other's side."""
    from havoksim.battle.pack import pack

    a, b = made.forces
    return pack(b, a, made.ruleset, *made.policies, points=made.points, terrain=made.terrain)


def points_of(
    tables: Sequence[Table], players: Sequence[Policy], pairs: int, *, threads: int = 1
) -> list[list[int] | None]:
    """Let players sit at tables, all at each, and count: a win is 2 points, a draw 1.

    Parameters
    ----------
    tables : sequence of Table
        The tables.
    players : sequence of Policy
        Each plays the same battles.
    pairs : int
        Pairs of battles at each table.
    threads : int
        They change nothing but the time.

    Returns
    -------
    list
        For each table the points of each player; None where terrain left somebody no room to deploy.
    """
    from havoksim.battle import play

    def run(start: int, stop: int) -> list[list[int] | None]:
        rows: list[list[int] | None] = []
        for table in tables[start:stop]:
            try:
                ends: list[Any] = [
                    play.play_block(with_players(table.pack, player, table.opponent), table.seed, 0, 2 * pairs).winner
                    for player in players
                ]
            except InputError:
                rows.append(None)
                continue
            rows.append([int(2 * (end == 1).sum() + (end == 0).sum()) for end in ends])
        return rows

    return [row for part in in_chunks(run, len(tables), chunk=CHUNK, threads=threads) for row in part]


@dataclass(frozen=True, slots=True)
class Trial:
    """What a player scored on the tables that he was tried at."""

    score: float
    lo: float
    hi: float
    #: Battles behind it.
    battles: int


def trials(
    tables: Sequence[Table], players: Sequence[Policy], pairs: int, *, threads: int = 1, confidence: float = 0.95
) -> list[Trial]:
    """Try players at couples of tables; each couple is one observation, so the interval is for forces not yet seen.

    Raises
    ------
    InputError
        If there was no table on which everybody could deploy.
    """
    rows = points_of(tables, players, pairs, threads=threads)
    couples = [(a, b) for a, b in zip(rows[0::2], rows[1::2], strict=True) if a is not None and b is not None]
    if not couples:
        raise InputError("terrain leaves the forces no room to deploy on any table; take fewer points", key="points")
    most = 8 * pairs  # points of a couple of tables
    found = []
    for i in range(len(players)):
        scores = [(a[i] + b[i]) / most for a, b in couples]
        mean = sum(scores) / len(scores)
        variance = sum((score - mean) ** 2 for score in scores) / len(scores)
        lo, hi = score_interval(mean, variance, len(scores), confidence=confidence)
        found.append(Trial(mean, lo, hi, 4 * pairs * len(couples)))
    return found
