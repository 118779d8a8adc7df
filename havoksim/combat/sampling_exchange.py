"""Sampled close combats and psyke attacks: millions in one call, each with its own address in the seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from havoksim.combat.exact.close_combat import exchange
from havoksim.combat.pools import close_combat_die, psyke_die
from havoksim.combat.sampling import chance_to_wound, wrong_armour
from havoksim.dice.batches import Method, die_numbers, draw_from, faces_of, fill, refuse, wrong_batch
from havoksim.dice.guide import GuideTable, guide_table
from havoksim.dice.pool import Die, wrong_dice
from havoksim.foundation.codes import Purpose
from havoksim.foundation.errors import InputError, Problem, wrong_count
from havoksim.foundation.seeds import key_of, resolve_seed
from havoksim.model.ruleset import Ruleset, havok_2_0

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior

#: Strength of a warrior whose strength is not given: more wounds than any pool deals.
NO_LIMIT = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class ExchangeSample:
    """What happened in each of n close combats or psyke attacks: number ``first + i`` of the seed at index i."""

    #: Wounds on a and on b, at most the strength that each had left; shape (n,) int32.
    wounds_on_a: NDArray[np.int32]
    wounds_on_b: NDArray[np.int32]
    #: Seed and number of the first exchange: enough to repeat the sample.
    seed: int
    first: int
    #: How the exchanges were found: "table" or "dice".
    method: Method


def sample_melee(
    a: Warrior | None = None,
    b: Warrior | None = None,
    *,
    dice_a: int | None = None,
    dice_b: int | None = None,
    armour_a: int | None = None,
    armour_b: int | None = None,
    p_wound_a: float | None = None,
    p_wound_b: float | None = None,
    strength_a: int | None = None,
    strength_b: int | None = None,
    die: Die | None = None,
    ruleset: Ruleset | None = None,
    n: int,
    seed: int | None = None,
    method: Method = "table",
    threads: int = 1,
    first: int = 0,
) -> ExchangeSample:
    """Fight one close combat `n` times (HVK-CC-03 to -08).

    Ask with cards (`a`, `b`) or with numbers; numbers given beside a card replace the card's.

    Parameters
    ----------
    a, b : Warrior, optional
        The two warriors. Their dice are those of the first opponent of a round, strength bonus included (HVK-CC-04).
    dice_a, dice_b : int, optional
        First dice of each side, strength bonus included.
    armour_a, armour_b : int, optional
        Armour of each.
    p_wound_a, p_wound_b : float, optional
        Instead of an armour: the chance that a net hit on a, on b, wounds; a multiple of 1/6 for ``method="dice"``.
    strength_a, strength_b : int, optional
        Strength left of each; wounds beyond it are lost (HVK-WOUND-04). None without a card: all wounds are counted.
    die : Die, optional
        The die that both throw; the ruleset's by default.
    ruleset : Ruleset, optional
        Havok 2.0 by default.
    n, seed, method, threads, first
        As for `havoksim.dice.sample_pool`. The table draws both sides' wounds together with one word.

    Raises
    ------
    InputError
        If a number is missing or out of its range, or a type is never in close combat (HVK-LIST-07).

    Examples
    --------
    >>> combat = sample_melee(dice_a=6, dice_b=3, armour_a=3, armour_b=2, strength_a=6, strength_b=3, n=6, seed=1)
    >>> combat.wounds_on_a, combat.wounds_on_b
    (array([1, 1, 1, 0, 0, 1], dtype=int32), array([1, 0, 3, 3, 1, 2], dtype=int32))
    """
    rules = ruleset or havok_2_0()
    refuse(
        [
            Problem(f"close combat never involves {warrior.name} (HVK-LIST-07)", key=key)
            for key, warrior in (("a", a), ("b", b))
            if warrior is not None and not warrior.fights_close
        ]
    )
    if dice_a is None and a is not None:
        dice_a = a.close_combat + (rules.strength_bonus(a.strength, b.strength) if b is not None else 0)
    if dice_b is None and b is not None:
        dice_b = b.close_combat + (rules.strength_bonus(b.strength, a.strength) if a is not None else 0)
    if a is not None and armour_a is None and p_wound_a is None:
        armour_a = a.armour
    if b is not None and armour_b is None and p_wound_b is None:
        armour_b = b.armour
    refuse(wrong_armour(armour_a, p_wound_a, "_a") + wrong_armour(armour_b, p_wound_b, "_b"))
    return _sampled(
        (Purpose.CLOSE_COMBAT, Purpose.CLOSE_COMBAT_TABLE),
        (dice_a, dice_b),
        die or close_combat_die(rules),
        (chance_to_wound(rules, armour_a, p_wound_a), chance_to_wound(rules, armour_b, p_wound_b)),
        (_strength(a, strength_a), _strength(b, strength_b)),
        n=n, seed=seed, method=method, threads=threads, first=first,
    )  # fmt: skip


def sample_psyke(
    a: Warrior | None = None,
    b: Warrior | None = None,
    *,
    dice_a: int | None = None,
    dice_b: int | None = None,
    strength_a: int | None = None,
    strength_b: int | None = None,
    ruleset: Ruleset | None = None,
    n: int,
    seed: int | None = None,
    method: Method = "table",
    threads: int = 1,
    first: int = 0,
) -> ExchangeSample:
    """Make one psyke attack of a on b `n` times (HVK-PSY-02, -03).

    Armour does not matter: a net hit is saved by a roll of ``psyke_save_on`` or less. b's net hits hurt a unless the
    ruleset says ``psyke_strikes_back = false``.

    Parameters
    ----------
    a, b : Warrior, optional
        Attacker and defender.
    dice_a, dice_b : int, optional
        Psyke dice of each.
    strength_a, strength_b : int, optional
        Strength left of each; wounds beyond it are lost. None without a card: all wounds are counted.
    ruleset : Ruleset, optional
        Havok 2.0 by default.
    n, seed, method, threads, first
        As for `havoksim.dice.sample_pool`.

    Raises
    ------
    InputError
        If a number is missing or out of its range, or a may not start psyke attacks (HVK-PROF-03).

    Examples
    --------
    >>> sample_psyke(dice_a=3, dice_b=2, n=6, seed=1).wounds_on_b
    array([1, 1, 2, 2, 0, 1], dtype=int32)
    """
    rules = ruleset or havok_2_0()
    if a is not None and not a.psyke_attack:
        raise InputError(f"{a.name} may not start psyke attacks (HVK-PROF-03)", key="a")
    if dice_a is None and a is not None:
        dice_a = a.psyke
    if dice_b is None and b is not None:
        dice_b = b.psyke
    return _sampled(
        (Purpose.PSYKE, Purpose.PSYKE_TABLE),
        (dice_a, dice_b),
        psyke_die(rules),
        (rules.p_wound_psyke if rules.psyke_strikes_back else 0.0, rules.p_wound_psyke),
        (_strength(a, strength_a), _strength(b, strength_b)),
        n=n, seed=seed, method=method, threads=threads, first=first,
    )  # fmt: skip


def _sampled(
    purposes: tuple[Purpose, Purpose],
    dice: tuple[int | None, int | None],
    die: Die,
    p_wounds: tuple[float, float],
    strengths: tuple[int | None, int | None],
    *,
    n: int,
    seed: int | None,
    method: Method,
    threads: int,
    first: int,
) -> ExchangeSample:
    """Check the numbers and sample an exchange by either method."""
    problems = wrong_batch(n, first, threads, method)
    for side, count, strength in zip(("a", "b"), dice, strengths, strict=True):
        if count is None:
            problems.append(Problem("give two warriors, or the dice of both", key=f"dice_{side}"))
        else:
            problems += wrong_dice(count, f"dice_{side}")
        if strength is not None:
            problems += wrong_count(strength, f"strength_{side}", least=1, most=NO_LIMIT)
    refuse(problems)
    both = (dice[0] or 0, dice[1] or 0)
    seed = resolve_seed(seed)
    table = exchange_table(*both, die, p_wounds, strengths) if method == "table" else None
    if table is not None:
        out = draw_from(table, key_of(seed, purposes[1]), n, first, threads)
    else:
        method = "dice"
        out = _rolled(purposes[0], both, die, p_wounds, strengths, n, seed, first, threads)
    return ExchangeSample(out[0], out[1], seed, first, method)


def _strength(warrior: Warrior | None, strength: int | None) -> int | None:
    """Return the strength left: as given, or the card's."""
    return warrior.strength if strength is None and warrior is not None else strength


def exchange_table(
    dice_a: int, dice_b: int, die: Die, p_wounds: tuple[float, float], strengths: tuple[int | None, int | None]
) -> GuideTable | None:
    """Return the table of the joint law of both sides' wounds, cut at the strength left; None if too large."""
    joint = exchange(dice_a, dice_b, die, p_wound_a=p_wounds[0], p_wound_b=p_wounds[1])
    most_a, most_b = (strength or NO_LIMIT for strength in strengths)
    law = joint.clamp(most_a, most_b).array()
    rows, columns = np.indices(law.shape, dtype=np.int32)
    return guide_table(law.ravel(), np.vstack([rows.ravel(), columns.ravel()]))


def _rolled(
    purpose: Purpose,
    dice: tuple[int, int],
    die: Die,
    p_wounds: tuple[float, float],
    strengths: tuple[int | None, int | None],
    n: int,
    seed: int,
    first: int,
    threads: int,
) -> NDArray[np.int32]:
    """Roll every die; return the wounds on a and on b, shape (2, n)."""
    from havoksim.combat.kernels.exchange import roll_exchanges

    hits_base, armour_base = np.uint64(key_of(seed, purpose)), np.uint64(key_of(seed, Purpose.ARMOUR))
    numbers = np.array([die.needs, *die_numbers(die), die.block_on or 0], dtype=np.int64)
    faces_a, faces_b = faces_of(p_wounds[0], "p_wound_a"), faces_of(p_wounds[1], "p_wound_b")
    most_a, most_b = (strength or NO_LIMIT for strength in strengths)

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        roll_exchanges(
            hits_base, armour_base, first + start, size, *dice, numbers, faces_a, faces_b, most_a, most_b, out, at
        )

    return fill(run, 2, n, threads)
