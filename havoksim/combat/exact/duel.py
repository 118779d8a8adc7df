"""Exact duels: two sides fight each other turn after turn, as an absorbing Markov chain over strength left.

The state is the pair (strength left of a, strength left of b). Nothing heals, so from each state the chain stays or
goes down: one sweep from the top visits every state once, and a state that may keep itself is left by dividing by ``1
- P(stay)``. No matrix is inverted and nothing is cut off, however long the fight drags on.

A side is a list of units that suffer one after another, models one after another inside a unit (HVK-WOUND-02), so its
strength left says exactly who stands. A volley at one unit never hurts the next: what is beyond it is lost.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from havoksim.combat.exact.units import Units
from havoksim.dice.pmf import JointPmf, Pmf

Order = Literal["roll_off", "alternate", "simultaneous"]
Matrix = NDArray[np.float64]

#: A state that keeps itself with a probability this close to 1 is never left: nobody can hurt anybody.
_STUCK = 1e-300

#: The law of the number of turns is followed this far; what is left is in its truncation.
_TURNS_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Ending:
    """How a duel ends, as probabilities."""

    #: ``final[i, j]``: strength i is left on side a and j on side b when nothing more happens.
    final: Matrix
    #: Probability that neither side can ever hurt the other again while both stand.
    p_stuck: float
    #: Mean number of turns fought until then; turns in which nobody can be hurt do not count.
    turns_mean: float
    #: Law of the number of turns; its truncation is the chance of a longer fight than it shows.
    turns: Pmf


def volleys(side: Units, target: Units, wounds: Callable[[int], Pmf]) -> Matrix:
    """Return what one side's fire in a turn does to the other.

    Every unit that stands fires once, one after another, at the unit of the target that suffers next.

    Parameters
    ----------
    side, target : Units
        Who fires, and at whom.
    wounds : callable
        ``wounds(models)`` is the law of the wounds of a volley of so many models of `side`.

    Returns
    -------
    numpy.ndarray
        Shape (side.total + 1, target.total + 1, target.total + 1): ``[i, j, k]`` is the chance that the target
        goes from strength j to k when i is left on the firing side.
    """
    size = target.total + 1
    one_volley: dict[int, Matrix] = {}

    def volley(models: int) -> Matrix:
        if models not in one_volley:
            law = wounds(models)
            step = np.zeros((size, size))
            p = law.array()
            at_least = p[::-1].cumsum()[::-1]
            for left in range(size):
                room = min(target.room(left), len(p) - 1)
                step[left, left - room : left + 1] = p[room::-1]
                step[left, left - room] = at_least[room]  # what is beyond the unit is lost
                step[left, left] += 1.0 - step[left].sum()  # the mass that truncation cut off stays
            one_volley[models] = step
        return one_volley[models]

    out = np.empty((side.total + 1, size, size))
    seen: dict[tuple[int, ...], Matrix] = {}
    for left in range(side.total + 1):
        firing = tuple(sorted(models for models in side.alive(left) if models))
        if firing not in seen:
            step = np.eye(size)
            for models in firing:
                step = np.einsum("ij,jk->ik", step, volley(models))  # no BLAS: the same bytes for any threads
            seen[firing] = step
        out[left] = seen[firing]
    return out


def fire_to_the_end(
    on_b: Matrix, on_a: Matrix, *, order: Order, turns: int | None = None, lengths: bool = True
) -> Ending:
    """Fight out a fire duel.

    Parameters
    ----------
    on_b : numpy.ndarray
        Shape (A, B, B): what a's fire does to b, from :func:`volleys`.
    on_a : numpy.ndarray
        Shape (B, A, A): what b's fire does to a.
    order : {"roll_off", "alternate", "simultaneous"}
        Who acts first in a turn: a roll-off decides each turn (HVK-TURN-02), a always, or both at once.
    turns : int, optional
        Stop after so many turns; by default fight to the end.
    lengths : bool
        False leaves out the law of the number of turns, which costs more than the rest.
    """
    if order == "simultaneous":

        def turn(i: int, j: int) -> Matrix:
            return np.multiply.outer(on_a[j, i, : i + 1], on_b[i, j, : j + 1])

        def advance(now: Matrix) -> Matrix:
            after: Matrix = np.einsum("ijk,ijm->km", now[:, :, None] * on_a.transpose(1, 0, 2), on_b)
            return after

    else:
        b_then_a = np.ascontiguousarray(on_b.transpose(1, 0, 2))  # [j, i', j']
        a_then_b = np.ascontiguousarray(on_a.transpose(1, 0, 2))  # [i, j', i']

        def turn(i: int, j: int) -> Matrix:
            a_first = a_then_b[i, : j + 1, : i + 1].T * on_b[i, j, : j + 1]
            if order == "alternate":
                return a_first
            b_first = b_then_a[j, : i + 1, : j + 1] * on_a[j, i, : i + 1, None]
            a_first += b_first
            a_first *= 0.5
            return a_first

        def a_acts(now: Matrix) -> Matrix:
            after: Matrix = np.einsum("ij,ijk->ik", now, on_b)
            return after

        def b_acts(now: Matrix) -> Matrix:
            after: Matrix = np.einsum("ij,jik->kj", now, on_a)
            return after

        def advance(now: Matrix) -> Matrix:
            a_first = b_acts(a_acts(now))
            return a_first if order == "alternate" else 0.5 * (a_first + a_acts(b_acts(now)))

    return follow((on_a.shape[1], on_a.shape[0]), turn, advance, turns=turns, lengths=lengths)


def combats_to_the_end(
    strength_a: int,
    strength_b: int,
    combats: Sequence[tuple[float, Sequence[Callable[[int, int], JointPmf]]]],
    *,
    turns: int | None = None,
) -> Ending:
    """Fight out a duel between two warriors who exchange blows: close combat or psyke.

    Parameters
    ----------
    strength_a, strength_b : int
        Strength of the two.
    combats : sequence
        The ways in which a turn may go, each with its probability: a list of exchanges fought one after another.
        ``exchange(i, j)`` is the joint law of the strength lost by a and b when i and j are left.
    turns : int, optional
        Stop after so many turns; by default fight to the end.
    """
    laws: dict[tuple[int, int, int, int], Matrix] = {}
    whole_turns: dict[tuple[int, int], Matrix] = {}

    def law(way: int, step: int, i: int, j: int) -> Matrix:
        """Return the law of what is left after one exchange, shape (i + 1, j + 1)."""
        key = (way, step, i, j)
        if key not in laws:
            lost = combats[way][1][step](i, j).clamp(i, j).array()
            left = np.zeros((i + 1, j + 1))
            left[i + 1 - lost.shape[0] :, j + 1 - lost.shape[1] :] = lost[::-1, ::-1]
            laws[key] = left
        return laws[key]

    def turn(i: int, j: int) -> Matrix:
        if (i, j) in whole_turns:
            return whole_turns[i, j]
        out = np.zeros((i + 1, j + 1))
        for way, (p, steps) in enumerate(combats):
            now = np.zeros((i + 1, j + 1))
            now[i, j] = p
            for step in range(len(steps)):
                following = np.zeros_like(now)
                following[0, :] = now[0, :]
                following[1:, 0] = now[1:, 0]
                for k, m in itertools.product(range(1, i + 1), range(1, j + 1)):
                    if now[k, m]:
                        following[: k + 1, : m + 1] += now[k, m] * law(way, step, k, m)
                now = following
            out += now
        out[i, j] += 1.0 - out.sum()  # the mass that truncation cut off stays
        whole_turns[i, j] = out
        return out

    def advance(now: Matrix) -> Matrix:
        following = np.zeros_like(now)
        following[0, :] = now[0, :]
        following[1:, 0] = now[1:, 0]
        for i, j in itertools.product(range(1, strength_a + 1), range(1, strength_b + 1)):
            if now[i, j]:
                following[: i + 1, : j + 1] += now[i, j] * turn(i, j)
        return following

    return follow((strength_a + 1, strength_b + 1), turn, advance, turns=turns)


def follow(
    shape: tuple[int, int],
    turn: Callable[[int, int], Matrix],
    advance: Callable[[Matrix], Matrix],
    *,
    turns: int | None = None,
    lengths: bool = True,
) -> Ending:
    """Follow a duel from its top state (shape - 1) down.

    ``turn(i, j)[i', j']`` is the chance that a turn leads from one state to another, ``advance`` moves a whole
    distribution by one turn. The arrays that ``turn`` returns are the caller's own: they are copied before they are
    changed.
    """
    start = np.zeros(shape)
    start[-1, -1] = 1.0
    if turns is not None:
        now, shown = _turn_by_turn(start, advance, turns)
        shown += [0.0] * (turns + 1 - len(shown))
        shown[turns] = max(1.0 - math.fsum(shown[:turns]), 0.0)  # who still stands then has fought all turns
        law = Pmf(tuple(shown))
        return Ending(now, 0.0, law.mean, law)

    inflow = start.copy()
    turns_mean = stuck = 0.0
    for i in range(shape[0] - 1, 0, -1):
        for j in range(shape[1] - 1, 0, -1):
            mass = inflow[i, j]
            if not mass:
                continue
            leaving = turn(i, j).copy()
            leaving[i, j] = 0.0
            p_leave = float(leaving.sum())
            if p_leave < _STUCK:
                stuck += mass
                continue
            visits = mass / p_leave
            turns_mean += visits
            inflow[i, j] = 0.0
            leaving *= visits
            inflow[: i + 1, : j + 1] += leaving
    law = Pmf((1.0,), 1.0)
    if lengths:
        _, shown = _turn_by_turn(start, advance, _TURNS_SHOWN)
        tail = max(1.0 - stuck - math.fsum(shown), 0.0)
        law = Pmf(tuple(shown), tail + stuck)
    return Ending(inflow, float(stuck), float(turns_mean), law)


def _turn_by_turn(start: Matrix, advance: Callable[[Matrix], Matrix], most: int) -> tuple[Matrix, list[float]]:
    """Follow the chain for `most` turns, or until it has ended; return where it stands and when it was decided.

    Entry t of the list is the chance that one side is wiped out in turn t.
    """
    now = start
    decided = _decided(now)
    shown = [decided]
    for _ in range(most):
        if float(now[1:, 1:].sum()) < 1e-15:
            break
        following = advance(now)
        if np.array_equal(following, now):
            break  # nobody can hurt anybody any more
        before, decided = decided, _decided(following)
        shown.append(max(decided - before, 0.0))
        now = following
    return now, shown


def _decided(now: Matrix) -> float:
    """Return the chance that one side has nobody left."""
    return float(now[0, :].sum() + now[1:, 0].sum())
