"""Sampled dice pools: millions of exchanges a call, each with its own address in the seed.

Two ways to the same law. ``method="table"`` draws the result of a whole pool from its exact distribution with one
random word; ``method="dice"`` rolls every die, wave by wave. The second is the definition, the first is the quick one;
both are tested against the exact law, and the second die by die against a plain-Python twin.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from havoksim.dice.batches import (
    Method,
    count_from,
    count_results,
    die_numbers,
    draw_from,
    faces_of,
    fill,
    refuse,
    wrong_batch,
    wrong_chance,
)
from havoksim.dice.guide import guide_table
from havoksim.dice.pool import Die, pool, wrong_dice
from havoksim.foundation.codes import Purpose
from havoksim.foundation.seeds import key_of, resolve_seed


def sample_pool(
    dice: int,
    *,
    needs: int = 4,
    explode_on: int | None = 6,
    max_explosions: int | None = None,
    keep: float = 1.0,
    n: int,
    seed: int | None = None,
    method: Method = "table",
    threads: int = 1,
    first: int = 0,
    count: bool = False,
) -> NDArray[np.int32] | NDArray[np.int64]:
    """Throw a pool of dice `n` times and return the hits of each throw (HVK-FIRE-05).

    Throw i of the answer is throw ``first + i`` of the seed, whatever `n`, `threads` and the other throws are.

    Parameters
    ----------
    dice : int
        First dice of the pool, >= 0.
    needs : int
        Lowest face that hits, 2 to 6.
    explode_on : int or None
        Lowest face that gives an extra die if it hits, 2 to 6; None for no extra dice.
    max_explosions : int or None
        Most extra dice of one first die; None for no cap.
    keep : float
        Chance that a hit counts, for instance that it beats the armour (HVK-ARM-01). With ``method="dice"`` each
        hit rolls a real die for it, so it must be a sixth, two sixths, and so on.
    n : int
        Number of throws, >= 0.
    seed : int, optional
        Address of the dice, 0 to 2**128 - 1. None draws one; give one to be able to repeat the throws.
    method : {"table", "dice"}
        One word for the whole pool, or one for each die. Pools of so many dice that their table would be larger
        than 1 MiB are rolled die by die.
    threads : int
        Threads that share the work; no result depends on it.
    first : int
        Number of the first throw.
    count : bool
        Return how often each result came up instead of the results.

    Returns
    -------
    numpy.ndarray
        Shape (n,) int32, hits that counted; with `count` shape (most + 1,) int64, throws with 0, 1, 2, ... hits.

    Raises
    ------
    InputError
        If a number is out of its range.

    Examples
    --------
    >>> sample_pool(6, needs=4, n=8, seed=1)
    array([2, 3, 1, 4, 4, 3, 7, 4], dtype=int32)
    >>> bool((sample_pool(6, n=8, seed=1)[5:] == sample_pool(6, n=3, seed=1, first=5)).all())
    True
    """
    refuse(wrong_dice(dice) + wrong_chance(keep, "keep") + wrong_batch(n, first, threads, method))
    die = Die(needs=needs, explode_on=explode_on, max_explosions=max_explosions)
    seed = resolve_seed(seed)
    table = None
    if method == "table":
        law = pool(dice, die, keep=keep)
        table = guide_table(law.p, np.arange(len(law.p), dtype=np.int32)[None, :])
    if table is not None:
        base = key_of(seed, Purpose.POOL_TABLE)
        if count:
            return count_from(table, base, n, first, threads)
        drawn: NDArray[np.int32] = draw_from(table, base, n, first, threads)[0]
        return drawn

    from havoksim.dice.kernels.rolls import roll_pools

    faces = faces_of(keep)
    pools, armour = np.uint64(key_of(seed, Purpose.POOL)), np.uint64(key_of(seed, Purpose.ARMOUR))
    explodes_from, most_waves = die_numbers(die)

    def run(start: int, size: int, out: NDArray[np.int32], at: int) -> None:
        roll_pools(pools, armour, first + start, size, dice, needs, explodes_from, most_waves, faces, out, at)

    if count:
        return count_results(run, n, threads)
    rolled: NDArray[np.int32] = fill(run, 1, n, threads)[0]
    return rolled
