"""Sampled volleys: millions of a unit's attacks by fire in one call, each with its own address in the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from havoksim.combat.pools import distances_of, fire_die, fire_groups
from havoksim.dice.batches import Method, die_numbers, draw_from, faces_of, fill, refuse, wrong_batch, wrong_chance
from havoksim.dice.guide import GuideTable, guide_table
from havoksim.dice.pmf import binomial_terms
from havoksim.dice.pool import Die, pool, total, wrong_dice
from havoksim.foundation.codes import Purpose
from havoksim.foundation.errors import Problem, wrong_count
from havoksim.foundation.seeds import key_of, resolve_seed
from havoksim.model.ruleset import Ruleset, havok_2_0

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior


@dataclass(frozen=True, slots=True, eq=False)
class VolleySample:
    """What happened in each of n volleys.

    ``hits[i]``, ``wounds[i]`` and ``kills[i]`` belong to volley ``first + i`` of the seed.
    """

    #: Shots on target, shape (n,) int32.
    hits: NDArray[np.int32]
    #: Hits that beat the armour, also those that are lost because nobody is left; shape (n,) int32.
    wounds: NDArray[np.int32]
    #: Models killed, shape (n,) int32; None if the strength of the target was not given.
    kills: NDArray[np.int32] | None
    #: Seed and number of the first volley: enough to repeat the sample.
    seed: int
    first: int
    #: How the volleys were found: "table" or "dice".
    method: Method


def sample_volley(
    attacker: Warrior | None = None,
    target: Warrior | None = None,
    *,
    attackers: int = 1,
    range: float | Sequence[float] = 12.0,
    cover: bool = False,
    groups: Sequence[tuple[int, int | Die]] | None = None,
    armour: int | None = None,
    p_wound: float | None = None,
    strength: int | None = None,
    models: int = 1,
    wounded: int = 0,
    ruleset: Ruleset | None = None,
    n: int,
    seed: int | None = None,
    method: Method = "table",
    threads: int = 1,
    first: int = 0,
) -> VolleySample:
    """Fire a unit's volley at a target `n` times (HVK-FIRE-03 to -06, HVK-ARM-01, HVK-WOUND-01 to -03).

    Dice that need the same face form a group; the hits of all groups roll against the armour; the wounds kill one model
    after another, and what is left when nobody is left is lost. Ask with cards (`attacker`, `target`) or with numbers
    (`groups`, `armour`).

    Parameters
    ----------
    attacker, target : Warrior, optional
        Types of the firing unit and of its target.
    attackers : int
        Warriors of the attacker's type that fire.
    range : float or sequence of float
        Distance in inches, or one for each firing warrior.
    cover : bool
        Whether the target is in cover.
    groups : sequence of (int, int) or (int, Die), optional
        Instead of an attacker: dice, and the lowest face that hits (a `Die` says more than the ruleset).
    armour : int, optional
        Instead of a target: its armour.
    p_wound : float, optional
        Instead of an armour: the chance that a hit wounds; a multiple of 1/6 for ``method="dice"``.
    strength : int, optional
        Instead of a target: strength of each model; without it kills are not counted.
    models : int
        Models of the target.
    wounded : int
        Wounds already on the first model, below its strength.
    ruleset : Ruleset, optional
        Havok 2.0 by default.
    n, seed, method, threads, first
        As for `havoksim.dice.sample_pool`. The table draws hits and wounds together with one word.

    Raises
    ------
    InputError
        If a number is out of its range, or the call is neither about cards nor about numbers.

    Examples
    --------
    >>> volley = sample_volley(groups=[(6, 4)], armour=2, strength=2, models=5, n=5, seed=1)
    >>> volley.hits, volley.wounds, volley.kills
    (array([6, 2, 3, 2, 4], dtype=int32), array([4, 2, 2, 2, 4], dtype=int32), array([2, 1, 1, 1, 2], dtype=int32))
    """
    rules = ruleset or havok_2_0()
    problems = wrong_batch(n, first, threads, method) + wrong_count(attackers, "attackers")
    if attacker is not None and groups is not None:
        problems.append(Problem("give an attacker or groups of dice, not both", key="groups"))
    if attacker is None and groups is None:
        problems.append(Problem("give an attacker, or groups of dice such as [(6, 4)]", key="groups"))
    if target is not None and (armour is not None or p_wound is not None or strength is not None):
        problems.append(Problem("give a target or its numbers, not both", key="target"))
    refuse(problems)
    if attacker is not None:
        groups = fire_groups(rules, attacker.firepower, distances_of(range, attackers), cover=cover)
    if target is not None:
        armour, strength = target.armour, target.strength
    assert groups is not None
    refuse(
        [problem for count, _ in groups for problem in wrong_dice(count, "groups")]
        + wrong_armour(armour, p_wound)
        + _wrong_target(strength, models, wounded)
    )
    dice = [(count, needs if isinstance(needs, Die) else fire_die(rules, needs)) for count, needs in groups]
    p_wound = chance_to_wound(rules, armour, p_wound)
    seed = resolve_seed(seed)

    table = None
    if method == "table":
        table = volley_table(dice, p_wound, wounded=wounded, strength=strength or 0, models=models)
    if table is not None:
        out = draw_from(table, key_of(seed, Purpose.VOLLEY_TABLE), n, first, threads)
    else:
        method = "dice"
        out = _rolled(dice, faces_of(p_wound, "p_wound"), (wounded, strength or 0, models), n, seed, first, threads)
    return VolleySample(out[0], out[1], None if strength is None else out[2], seed, first, method)


def volley_table(
    groups: Sequence[tuple[int, Die]], p_wound: float, *, wounded: int, strength: int, models: int
) -> GuideTable | None:
    """Return the table of the joint law of hits and wounds, with the kills that the wounds mean; None if too large."""
    hits = total([pool(dice, die) for dice, die in groups])
    law: list[float] = []
    rows: list[tuple[int, int]] = []
    for k, p in enumerate(hits.p):
        if p < 2.0**-53:
            continue
        for wounds, q in enumerate(binomial_terms(k, p_wound)):
            if p * q >= 2.0**-53:
                law.append(p * q)
                rows.append((k, wounds))
        if len(law) > 0xFFFF:
            return None
    outcomes = np.array(rows, dtype=np.int32).T
    kills = np.zeros_like(outcomes[1])
    if strength:
        kills = (np.minimum(outcomes[1], strength * models - wounded) + wounded) // strength
    return guide_table(law, np.vstack([outcomes, kills[None, :]]).astype(np.int32))


def _rolled(
    groups: Sequence[tuple[int, Die]],
    faces: int,
    target: tuple[int, int, int],
    n: int,
    seed: int,
    first: int,
    threads: int,
) -> NDArray[np.int32]:
    """Roll every die; return hits, wounds and kills, shape (3, n)."""
    from havoksim.combat.kernels.exchange import roll_volleys

    hit_base, armour_base = np.uint64(key_of(seed, Purpose.FIRE_HIT)), np.uint64(key_of(seed, Purpose.ARMOUR))
    numbers = np.array([(dice, die.needs, *die_numbers(die)) for dice, die in groups], dtype=np.int64).reshape(
        len(groups), 4
    )

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        roll_volleys(hit_base, armour_base, first + start, size, numbers, faces, *target, out, at)

    return fill(run, 3, n, threads)


def wrong_armour(armour: int | None, p_wound: float | None, side: str = "") -> list[Problem]:
    """Return the problems of what the hits have to beat: an armour, or a chance that a hit wounds."""
    if (armour is None) == (p_wound is None):
        return [Problem("give a warrior, its armour, or the chance that a hit wounds", key=f"armour{side}")]
    if armour is not None:
        return wrong_count(armour, f"armour{side}")
    return wrong_chance(p_wound, f"p_wound{side}")


def chance_to_wound(rules: Ruleset, armour: int | None, p_wound: float | None) -> float:
    """Return the chance that a hit wounds, from the armour or as given."""
    return rules.p_wound(armour) if armour is not None else float(p_wound or 0.0)


def _wrong_target(strength: int | None, models: int, wounded: int) -> list[Problem]:
    """Return the problems of a target's models."""
    problems = wrong_count(models, "models", least=1) + wrong_count(wounded, "wounded")
    if strength is not None:
        problems += wrong_count(strength, "strength", least=1)
        if not problems and wounded >= strength:
            problems.append(
                Problem(f"must be below the strength ({strength}), found {wounded}: that model is dead", key="wounded")
            )
    return problems
