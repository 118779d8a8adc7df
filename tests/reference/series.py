"""Exact rational arithmetic for exploding dice: the second opinion of the closed forms.

A pool is followed die by die in fractions, up to a number of extra dice after which what is left is returned as a
bound. Nothing here is shared with the package.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

Law = dict[tuple[int, int], Fraction]


def one_die(needs: int, explode_on: int | None = 6, block_on: int | None = 6, cap: int | None = None, depth: int = 30):
    """Return P[(hits, blocks)] of one first die with all its extra dice."""
    ends: Law = {}
    rolled: Law = {(0, 0): Fraction(1)}  # what the chain has scored before its next die
    extra = 0
    while rolled:
        following: Law = {}
        for ((hits, blocks), p), face in product(rolled.items(), range(1, 7)):
            pair = (hits + (1 if face >= needs else 0), blocks + (1 if face == block_on else 0))
            # an extra die comes only from a die that hits and shows the exploding face, while the chain may go on
            explodes = face >= needs and explode_on is not None and face >= explode_on
            into = following if explodes and extra < (depth if cap is None else cap) else ends
            into[pair] = into.get(pair, Fraction(0)) + p / 6
        rolled, extra = following, extra + 1
    return ends


def dice(n: int, *args, **kwargs) -> Law:
    """Return P[(hits, blocks)] of n first dice."""
    one = one_die(*args, **kwargs)
    law: Law = {(0, 0): Fraction(1)}
    for _ in range(n):
        following: Law = {}
        for ((h, b), p), ((i, c), q) in product(law.items(), one.items()):
            following[h + i, b + c] = following.get((h + i, b + c), Fraction(0)) + p * q
        law = following
    return law


def thinned(hits: int, keep: Fraction) -> list[Fraction]:
    """Return P(k of so many hits are kept)."""
    law = [Fraction(1)]
    for _ in range(hits):
        law = [
            (law[k] if k < len(law) else 0) * (1 - keep) + (law[k - 1] * keep if k else 0) for k in range(len(law) + 1)
        ]
    return law


def exchange(a: Law, b: Law, p_wound_a: Fraction, p_wound_b: Fraction) -> dict[tuple[int, int], Fraction]:
    """Return P[(wounds on a, wounds on b)]: hits less the other's blocks, then armour, at the same time."""
    out: dict[tuple[int, int], Fraction] = {}
    for ((hits_a, blocks_a), p), ((hits_b, blocks_b), q) in product(a.items(), b.items()):
        net_on_b, net_on_a = max(hits_a - blocks_b, 0), max(hits_b - blocks_a, 0)
        for i, x in enumerate(thinned(net_on_a, p_wound_a)):
            for j, y in enumerate(thinned(net_on_b, p_wound_b)):
                if x and y:
                    out[i, j] = out.get((i, j), Fraction(0)) + p * q * x * y
    return out
