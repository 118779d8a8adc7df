"""Sampled duels to the end: many fights in one call, each with its own address in the seed.

A battle turn has two combat rounds, one for each side; a roll-off decides which side is first (HVK-TURN-02).

**Fire and psyke.** Each living unit of the active side attacks in turn the first living unit of the other side; what is
beyond that unit is lost.

**Hand to hand.** At the start of each combat round the living models of the larger side (ties: side a) stand spread as
evenly as possible round those of the smaller: number r of the larger touches number r mod m of the m of the smaller, at
most as many round one model as bases fit round it; the others wait behind, and step up when the next round begins. In
its round every living model of the active side, in order, fights each enemy that it touches, one after another, losses
removed at once; a model that would roll no dice attacks nobody. The strength bonus shrinks with the other opponents
that a model has fought in the period (HVK-CC-05; with ``bonus_reduction = "flat"`` with all whom it touches in it). An
exploding model hits every living enemy that touches it, wave after wave (HVK-VEH-01, -02); models of one side do not
touch each other here.

A duel in which nothing can change any more is undecided, and so is one that is still going after `AT_MOST` turns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from havoksim.combat.pools import close_combat_die, fire_die, psyke_die
from havoksim.dice.batches import Run, die_numbers, faces_of, fill, refuse, wrong_batch, wrong_chance
from havoksim.dice.pool import Die, wrong_dice
from havoksim.foundation.codes import Order, Purpose, Winner
from havoksim.foundation.errors import Problem, unknown_name, wrong_count
from havoksim.foundation.seeds import key_of, resolve_seed
from havoksim.model.ruleset import Ruleset, havok_2_0

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior

Mode = Literal["fire", "melee", "psyke"]

#: Turns after which a duel without a limit is given up as undecided.
AT_MOST = 100_000
#: Duels of one chunk: a constant, so that no result depends on the number of threads.
CHUNK = 512
#: Most models of a side.
MOST_MODELS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelSide:
    """One side of a duel: equal models, and what their attacks in this kind of duel do."""

    #: Models of each unit, in the order in which they fight and suffer.
    models: tuple[int, ...]
    #: Wounds that kill a model.
    strength: int
    #: Dice of one model: its firepower, close combat or psyke.
    dice: int
    #: What the dice do, from where the side stands; None if it cannot hit (out of range).
    die: Die | None
    #: Chance that a hit on one of its models wounds, a multiple of 1/6.
    p_wound: float
    #: Whether its models explode when destroyed (close combat only).
    explodes: bool = False
    #: Radius of its bases in inches (close combat only).
    radius: float = 0.69
    #: Whether it attacks at all: psyke attackers do (HVK-PROF-03), and whoever may be in close combat (HVK-LIST-07).
    attacks: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class DuelSample:
    """How each of n duels ended: duel ``first + i`` of the seed at index i; all arrays are (n,) int32."""

    #: `havoksim.foundation.codes.Winner`: 0 both wiped out, 1 a, 2 b, 3 undecided, 4 stopped by the limit of turns.
    winner: NDArray[np.int32]
    #: Battle turns fought.
    turns: NDArray[np.int32]
    #: Living models of each side at the end.
    models_a: NDArray[np.int32]
    models_b: NDArray[np.int32]
    #: Strength left of each side at the end.
    strength_a: NDArray[np.int32]
    strength_b: NDArray[np.int32]
    #: Seed and number of the first duel: enough to repeat the sample.
    seed: int
    first: int


def sample_duel(
    a: DuelSide,
    b: DuelSide,
    *,
    mode: Mode = "fire",
    order: Literal["roll_off", "alternate", "simultaneous"] = "roll_off",
    turns: int | None = None,
    ruleset: Ruleset | None = None,
    n: int,
    seed: int | None = None,
    threads: int = 1,
    first: int = 0,
) -> DuelSample:
    """Fight a duel `n` times, die by die, as the head of this module says.

    Parameters
    ----------
    a, b : DuelSide
        The two sides, in plain numbers; `duel_side` makes them from cards.
    mode : {"fire", "melee", "psyke"}
        What they do.
    order : {"roll_off", "alternate", "simultaneous"}
        Who acts first in a battle turn: a roll-off, a always, or both at once (fire only).
    turns : int, optional
        Stop after so many battle turns; by default fight to the end.
    ruleset : Ruleset, optional
        Gives the strength bonus, explosions and blows struck back; Havok 2.0 by default.
    n, seed, threads, first
        As for `havoksim.dice.sample_pool`.

    Raises
    ------
    InputError
        If a number is out of its range or an option is unknown.

    Examples
    --------
    >>> side = DuelSide(models=(3,), strength=2, dice=1, die=Die(needs=4), p_wound=4 / 6)
    >>> sample = sample_duel(side, side, n=4, seed=1)
    >>> sample.winner, sample.turns
    (array([2, 2, 2, 2], dtype=int32), array([8, 4, 4, 5], dtype=int32))
    """
    rules = ruleset or havok_2_0()
    problems = wrong_batch(n, first, threads, "dice") + _wrong_side(a, "a") + _wrong_side(b, "b")
    if mode not in ("fire", "melee", "psyke"):
        problems.append(unknown_name("mode", str(mode), ("fire", "melee", "psyke"), key="mode"))
    orders = ("roll_off", "alternate", "simultaneous")
    if order not in orders:
        problems.append(unknown_name("order", str(order), orders, key="order"))
    if order == "simultaneous" and mode != "fire":
        problems.append(Problem("only fire can be simultaneous: in a combat both sides strike already", key="order"))
    if turns is not None:
        problems += wrong_count(turns, "turns")
    refuse(problems)
    seed = resolve_seed(seed)
    most_turns = -1 if turns is None else turns
    if not _can_ever_wound(a, b, mode, rules):
        out = _nothing_happens(a, b, n, most_turns)
    else:
        prepare = {"fire": _fire, "melee": _melee, "psyke": _psyke}[mode]
        run = prepare(a, b, rules, seed, first, int(Order[order.upper()]), most_turns)
        out = fill(run, 6, n, threads, chunk=CHUNK)
    return DuelSample(out[0], out[1], out[2], out[3], out[4], out[5], seed, first)


def duel_side(
    warrior: Warrior,
    models: tuple[int, ...],
    *,
    mode: Mode,
    range: float = 12.0,
    enemy_in_cover: bool = False,
    ruleset: Ruleset | None = None,
) -> DuelSide:
    """Return one side of a duel from a card.

    Parameters
    ----------
    warrior : Warrior
        The type of all models of the side.
    models : tuple of int
        Models of each unit; a vehicle is a unit of one.
    mode : {"fire", "melee", "psyke"}
        What the duel is about.
    range : float
        Distance in inches, for fire.
    enemy_in_cover : bool
        Whether the side that it fires at is in cover.
    ruleset : Ruleset, optional
        Havok 2.0 by default.
    """
    rules = ruleset or havok_2_0()
    if mode == "fire":
        needs = rules.needs(range, cover=enemy_in_cover)
        dice, die = warrior.firepower, None if needs is None else fire_die(rules, needs)
    elif mode == "melee":
        dice, die = warrior.close_combat, close_combat_die(rules)
    else:
        dice, die = warrior.psyke, psyke_die(rules)
    return DuelSide(
        models=models,
        strength=warrior.strength,
        dice=dice,
        die=die,
        p_wound=rules.p_wound_psyke if mode == "psyke" else rules.p_wound(warrior.armour),
        explodes=warrior.explodes,
        radius=warrior.radius,
        attacks={"fire": True, "melee": warrior.fights_close, "psyke": warrior.psyke_attack}[mode],
    )


def bases_round(radius: float, other: float) -> int:
    """Return how many round bases of radius `other` fit round a base of radius `radius`, all touching it.

    Examples
    --------
    >>> bases_round(0.69, 0.69), bases_round(1.5, 0.69), bases_round(0.69, 1.5)
    (6, 9, 4)
    """
    return max(int(math.pi / math.asin(other / (radius + other)) + 1e-9), 1)


def _can_ever_wound(a: DuelSide, b: DuelSide, mode: Mode, rules: Ruleset) -> bool:
    """Say whether any die of the duel could ever wound anybody."""
    if mode == "melee":
        if not (a.attacks and b.attacks):
            return False
        bonus = _bonus_table(a, b, rules)
        dice_a, dice_b = a.dice + int(bonus[0].max()), b.dice + int(bonus[1].max())
        return (dice_a > 0 and b.p_wound > 0) or (dice_b > 0 and a.p_wound > 0)
    if mode == "fire":
        a_hits, b_hits = a.dice > 0 and a.die is not None, b.dice > 0 and b.die is not None
        return (a_hits and b.p_wound > 0) or (b_hits and a.p_wound > 0)
    strikes_back = rules.psyke_strikes_back
    a_hits = a.dice > 0 and (a.attacks or (b.attacks and strikes_back))
    b_hits = b.dice > 0 and (b.attacks or (a.attacks and strikes_back))
    return (a_hits and b.p_wound > 0) or (b_hits and a.p_wound > 0)


def _nothing_happens(a: DuelSide, b: DuelSide, n: int, most_turns: int) -> NDArray[np.int32]:
    """Return n duels in which nobody can be hurt."""
    if most_turns < 0:
        winner, turns = Winner.UNDECIDED, 0
    else:
        winner, turns = Winner.LIMIT, most_turns
    models_a, models_b = sum(a.models), sum(b.models)
    row = np.array([winner, turns, models_a, models_b, models_a * a.strength, models_b * b.strength], dtype=np.int32)
    return np.repeat(row[:, None], n, axis=1)


def _bonus_table(a: DuelSide, b: DuelSide, rules: Ruleset) -> NDArray[np.int64]:
    """Return the extra dice of a and b by the strength left of both: (2, strength of a + 1, of b + 1) (HVK-CC-04)."""
    table = np.zeros((2, a.strength + 1, b.strength + 1), dtype=np.int64)
    for i in range(1, a.strength + 1):
        for j in range(1, b.strength + 1):
            own, other = (i, j) if rules.strength_bonus_from == "remaining" else (a.strength, b.strength)
            table[0, i, j] = rules.strength_bonus(own, other)
            table[1, i, j] = rules.strength_bonus(other, own)
    return table


def _models(a: DuelSide, b: DuelSide, *, single: bool) -> NDArray[np.int64]:
    """Return the models of each unit of both sides, shape (2, units); `single`: every model for itself."""
    sides = [[1] * sum(side.models) if single else list(side.models) for side in (a, b)]
    size = max(map(len, sides))
    return np.array([side + [0] * (size - len(side)) for side in sides], dtype=np.int64)


def _both(first: int, second: int) -> NDArray[np.int64]:
    return np.array([first, second], dtype=np.int64)


def _faces(a: DuelSide, b: DuelSide) -> NDArray[np.int64]:
    return _both(faces_of(a.p_wound, "a.p_wound"), faces_of(b.p_wound, "b.p_wound"))


def _base(seed: int, purpose: Purpose) -> np.uint64:
    return np.uint64(key_of(seed, purpose))


def _blow_die(a: DuelSide, b: DuelSide) -> NDArray[np.int64]:
    """Return the die that both sides throw in close combat or psyke, as kernels read it."""
    die = a.die or b.die
    assert die is not None
    return np.array([die.needs, *die_numbers(die), die.block_on or 0], dtype=np.int64)


def _fire(a: DuelSide, b: DuelSide, rules: Ruleset, seed: int, first: int, order: int, most_turns: int) -> Run:
    """Return what fights a chunk of fire duels."""
    from havoksim.combat.kernels.duel import fire_duels

    models, strength, faces = _models(a, b, single=False), _both(a.strength, b.strength), _faces(a, b)
    dice = _both(*(side.dice if side.die is not None else 0 for side in (a, b)))
    die = np.array(
        [(6, 7, -1) if side.die is None else (side.die.needs, *die_numbers(side.die)) for side in (a, b)],
        dtype=np.int64,
    )
    bases = _base(seed, Purpose.ROLL_OFF), _base(seed, Purpose.FIRE_HIT), _base(seed, Purpose.ARMOUR)

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        fire_duels(*bases, first + start, size, models, strength, dice, die, faces, order, most_turns, AT_MOST, out, at)

    return run


def _psyke(a: DuelSide, b: DuelSide, rules: Ruleset, seed: int, first: int, order: int, most_turns: int) -> Run:
    """Return what fights a chunk of psyke duels."""
    from havoksim.combat.kernels.duel import psyke_duels

    models, strength, faces = _models(a, b, single=True), _both(a.strength, b.strength), _faces(a, b)
    dice, die = _both(a.dice, b.dice), _blow_die(a, b)
    attacks = np.array([a.attacks, b.attacks])
    bases = _base(seed, Purpose.ROLL_OFF), _base(seed, Purpose.PSYKE), _base(seed, Purpose.ARMOUR)
    strikes_back = rules.psyke_strikes_back

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        psyke_duels(
            *bases, first + start, size, models, strength, dice, attacks, die, faces, strikes_back, order,
            most_turns, AT_MOST, out, at,
        )  # fmt: skip

    return run


def _melee(a: DuelSide, b: DuelSide, rules: Ruleset, seed: int, first: int, order: int, most_turns: int) -> Run:
    """Return what fights a chunk of hand-to-hand duels."""
    from havoksim.combat.kernels.duel_melee import melee_duels

    models, strength, faces = _models(a, b, single=True), _both(a.strength, b.strength), _faces(a, b)
    dice, die, bonus = _both(a.dice, b.dice), _blow_die(a, b), _bonus_table(a, b, rules)
    explodes = np.array([side.explodes and rules.vehicle_explosion for side in (a, b)])
    slots = _both(bases_round(a.radius, b.radius), bases_round(b.radius, a.radius))
    purposes = (Purpose.ROLL_OFF, Purpose.CLOSE_COMBAT, Purpose.ARMOUR, Purpose.EXPLOSION)
    bases = np.array([_base(seed, purpose) for purpose in purposes])
    flat, per_turn = rules.bonus_reduction == "flat", rules.bonus_count_resets == "battle_turn"
    blast_hits = rules.vehicle_explosion_hits

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        melee_duels(
            bases, first + start, size, models, strength, dice, bonus, die, faces, explodes, slots, blast_hits,
            flat, per_turn, order, most_turns, AT_MOST, out, at,
        )  # fmt: skip

    return run


def _wrong_side(side: DuelSide, name: str) -> list[Problem]:
    """Return the problems of one side."""
    problems = wrong_count(side.strength, f"{name}.strength", least=1, most=10_000)
    problems += wrong_dice(side.dice, f"{name}.dice") + wrong_chance(side.p_wound, f"{name}.p_wound")
    for models in side.models:
        problems += wrong_count(models, f"{name}.models", least=1)
    if not problems and not 1 <= sum(side.models) <= MOST_MODELS:
        problems.append(Problem(f"must be 1 to {MOST_MODELS} models, found {sum(side.models)}", key=f"{name}.models"))
    if not 0 < side.radius < float("inf"):
        problems.append(Problem(f"must be above 0 inches, found {side.radius!r}", key=f"{name}.radius"))
    return problems
