"""Teach a player: tune the weights of a policy by self-play, check it on forces never trained on, keep the best.

The score is the mean over pairs of battles against a pool of opponents: the presets and the player's own earlier
selves, or the one player to be beaten. Both sides of each try play the same battles. Ten times on the way the mean of
the latest points is checked on tables of its own; the best of these is kept if it is better than the start by more than
noise. A choice of the best flatters itself, so what is reported was measured once more, on tables that were used for
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, Any

from havoksim.analysis.player_points import player_at, point_of, values_of, with_values
from havoksim.analysis.practice import Ground, Trial, points_of, trials
from havoksim.analysis.progress import Progress, Silent
from havoksim.analysis.spsa import Climb, Point, mean_of
from havoksim.foundation.seeds import derived_seed

if TYPE_CHECKING:
    from havoksim.model.policy import Policy

#: Fewest battles that a training has: below, not even two tables are played ten times.
LEAST_BUDGET = 1000
#: Pairs of battles at each table.
PAIRS = 2
#: Share of the battles that goes into checks.
CHECKED = 0.25
#: Checks on the way, the one at the start excepted.
CHECKS = 10
#: Earlier selves that stay in the pool.
SELVES = 4
#: Level of the intervals.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Training:
    """What is to be trained, and with what."""

    start: Policy
    #: Whom the player is checked against, and the pool that he is trained against at first.
    opponents: tuple[Policy, ...]
    ground: Ground
    #: Battles, all in all.
    budget: int
    #: Whether earlier selves join the pool.
    selves: bool = True

    @property
    def tables(self) -> int:
        """Tables of an iteration: more of them for a larger budget, and more iterations too."""
        return max(2, isqrt(self.budget // 64))

    @property
    def iterations(self) -> int:
        """How many iterations the budget buys."""
        return int((1 - CHECKED) * self.budget) // (self.tables * 4 * PAIRS)

    @property
    def couples(self) -> int:
        """Couples of tables of a check; the last test is of two players."""
        return max(2, int(CHECKED * self.budget) // ((CHECKS + 3) * 4 * PAIRS))

    @cached_property
    def climb(self) -> Climb:
        """How the weights are moved."""
        return Climb(self.iterations, derived_seed(self.ground.seed, "climb"))

    def is_checked(self, done: int) -> bool:
        """Say whether a check follows after so many iterations."""
        return done * CHECKS // self.iterations > (done - 1) * CHECKS // self.iterations


@dataclass(frozen=True, slots=True)
class Check:
    """A player who was tried on the way."""

    #: After so many iterations.
    iteration: int
    #: His weights and reach.
    values: dict[str, float]
    score: float
    lo: float
    hi: float


@dataclass(frozen=True, slots=True)
class State:
    """How far a training has got."""

    #: Iterations done.
    done: int
    #: Where the climb stands.
    here: Point
    #: Points since the last check.
    latest: tuple[Point, ...] = ()
    #: All checks so far.
    checks: tuple[Check, ...] = ()

    @property
    def best(self) -> Check:
        """The best check so far, the earliest of equals; the start, unless the best is better by more than noise.

        On a flat hill the best of eleven checks is the luckiest: it is taken only if its interval lies above the start.
        """
        best = max(self.checks, key=lambda check: (check.score, -check.iteration))
        return best if best.lo > self.checks[0].score else self.checks[0]


@dataclass(frozen=True, slots=True)
class Trained:
    """What came out."""

    policy: Policy
    #: Of the player, and of the one he was made from, in the same battles.
    trial: Trial
    start_trial: Trial
    #: Iteration that he was taken from, of how many.
    iteration: int
    iterations: int
    checks: tuple[Check, ...] = field(default=())


def train(
    task: Training,
    *,
    state: State | None = None,
    keep: Callable[[State], None] = lambda state: None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Trained:
    """Train a player.

    Parameters
    ----------
    task : Training
        What to train, against whom, with what.
    state : State, optional
        Where to go on; by default at the start.
    keep : callable
        Gets the state after each iteration, to be written down.
    threads : int
        They change nothing but the time.
    progress : Progress, optional
        Who is told.

    Raises
    ------
    InputError
        If forces cannot be drawn or stand nowhere.
    """
    told = progress or Silent()
    told.start(task.iterations, state.done if state else 0)
    try:
        if state is None:
            state = _checked(task, State(0, point_of(task.start)), task.start, threads, told)
            keep(state)
        while state.done < task.iterations:
            state = _iterated(task, state, threads)
            if task.is_checked(state.done):
                player = player_at(mean_of(state.latest), task.start)
                state = replace(_checked(task, state, player, threads, told), latest=())
            keep(state)
            told.advance()
        best = state.best
        policy = with_values(task.start, best.values)
        tables = task.ground.trying_tables("last test", task.couples, task.opponents)
        trial, start_trial = trials(tables, [policy, task.start], PAIRS, threads=threads, confidence=CONFIDENCE)
    finally:
        told.close()
    return Trained(policy, trial, start_trial, best.iteration, task.iterations, state.checks)


def pool(task: Training, state: State) -> list[Policy]:
    """Return whom the player is trained against now: the opponents, and the latest selves that were the best yet."""
    if not task.selves:
        return list(task.opponents)
    selves: list[Policy] = []
    best = -1.0
    for check in state.checks:
        player = with_values(task.start, check.values)
        if check.score > best:
            best = check.score
            selves += [player] if player not in (*task.opponents, *selves) else []
    return [*task.opponents, *selves[-SELVES:]]


def _iterated(task: Training, state: State, threads: int) -> State:
    """Try to either side of where the climb stands, and step."""
    k = state.done
    players = [player_at(point, task.start) for point in task.climb.tries(k, state.here)]
    tables = task.ground.training_tables(k, task.tables, pool(task, state))
    rows = [row for row in points_of(tables, players, PAIRS, threads=threads) if row is not None]
    gained = sum(up - down for up, down in rows)
    difference = gained / (4 * PAIRS * len(rows)) if rows else 0.0
    here = task.climb.stepped(k, state.here, difference)
    return replace(state, done=k + 1, here=here, latest=(*state.latest, here))


def _checked(task: Training, state: State, player: Policy, threads: int, told: Progress) -> State:
    """Try a player on the tables of the checks, which are the same each time."""
    tables = task.ground.trying_tables("check", task.couples, task.opponents)
    (trial,) = trials(tables, [player], PAIRS, threads=threads, confidence=CONFIDENCE)
    check = Check(state.done, values_of(player), trial.score, trial.lo, trial.hi)
    state = replace(state, checks=(*state.checks, check))
    text = f"after {state.done} of {task.iterations} iterations: {_span(check.score, check.lo, check.hi)}"
    told.say(f"{text}; best {100 * state.best.score:.1f} % after {state.best.iteration}")
    return state


def _span(score: float, lo: float, hi: float) -> str:
    return f"score {100 * score:.1f} % ({100 * lo:.1f} to {100 * hi:.1f})"


def state_rows(state: State) -> dict[str, Any]:
    """Return a state as plain values."""
    from dataclasses import asdict

    return asdict(state)


def state_of(rows: dict[str, Any]) -> State:
    """Return the state that plain values stand for.

    Examples
    --------
    >>> state = State(1, (0.5, 0.25), ((0.5, 0.25),), (Check(0, {"reach": 12.0}, 0.5, 0.4, 0.6),))
    >>> state_of(state_rows(state)) == state
    True
    """
    return State(
        int(rows["done"]),
        _point(rows["here"]),
        tuple(map(_point, rows["latest"])),
        tuple(Check(**check) for check in rows["checks"]),
    )


def _point(values: Sequence[float]) -> Point:
    return tuple(float(value) for value in values)
