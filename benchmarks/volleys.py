"""Volleys of 12 dice that need a 4 against armour 3: tables and keyed dice against what one would write first."""

import numpy as np

from benchmarks.timing import Row, faster, in_turns
from havoksim.combat.kernels.exchange import roll_volleys
from havoksim.dice.guide import guide_table
from havoksim.dice.kernels.rolls import roll_pools
from havoksim.dice.kernels.tables import count_keyed, draw_keyed, draw_stream
from havoksim.dice.pool import Die, pool
from havoksim.foundation.codes import Purpose
from havoksim.foundation.jit import kernel
from havoksim.foundation.seeds import key_of

N = 1 << 16
DICE, NEEDS, FACES = 12, 4, 3


@kernel
def plain_loop(n, dice, needs, faces, out):
    """What one would write first: np.random, die by die."""
    for i in range(n):
        left, hits, wounds = dice, 0, 0
        while left > 0:
            left -= 1
            face = np.random.randint(1, 7)  # noqa: NPY002
            if face >= needs:
                hits += 1
            if face == 6:
                left += 1
        for _ in range(hits):
            if np.random.randint(1, 7) > 6 - faces:  # noqa: NPY002
                wounds += 1
        out[i] = wounds


def numpy_dice(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return the same with NumPy: all dice of a wave at once."""
    faces = rng.integers(1, 7, size=(n, DICE), dtype=np.uint8)
    hits = (faces >= NEEDS).sum(axis=1)
    extra = (faces == 6).sum(axis=1)
    while extra.any():
        owner = np.repeat(np.arange(n), extra)
        faces = rng.integers(1, 7, size=len(owner), dtype=np.uint8)
        hits += np.bincount(owner[faces >= NEEDS], minlength=n)
        extra = np.bincount(owner[faces == 6], minlength=n)
    owner = np.repeat(np.arange(n), hits)
    return np.bincount(owner[rng.integers(1, 7, size=len(owner), dtype=np.uint8) > 6 - FACES], minlength=n)


def rows() -> list[Row]:
    """Measure and return the rows of the table."""
    law = pool(DICE, Die(NEEDS), keep=FACES / 6)
    table = guide_table(law.p, np.arange(len(law.p), dtype=np.int32)[None, :])
    assert table is not None
    stream, base = np.uint64(key_of(1, Purpose.POOL)), np.uint64(key_of(1, Purpose.POOL_TABLE))
    armour = np.uint64(key_of(1, Purpose.ARMOUR))
    out, row, three = np.empty(N, np.int32), np.empty((1, N), np.int32), np.empty((3, N), np.int32)
    counts = np.zeros(len(table.last), np.int64)
    rng = np.random.default_rng(1)
    groups = np.array([[DICE, NEEDS, 6, -1]])
    found = in_turns(
        {
            "plain": (lambda: plain_loop(N, DICE, NEEDS, FACES, out), N),
            "numpy": (lambda: numpy_dice(rng, N), N),
            "stream": (lambda: draw_stream(stream, 0, N, table.last, table.guide, table.shift, out), N),
            "keyed": (
                lambda: draw_keyed(base, 0, N, table.last, table.guide, table.shift, table.values, row, 0),
                N,
            ),
            "counted": (lambda: count_keyed(base, 0, N, table.last, table.guide, table.shift, counts), N),
            "literal": (lambda: roll_pools(stream, armour, 0, N, DICE, NEEDS, 6, -1, FACES, row, 0), N),
            "volley": (lambda: roll_volleys(stream, armour, 0, N, groups, FACES, 0, 2, 5, three, 0), N),
        }
    )
    loop, vectorised = "plain np.random loop in Numba", "NumPy-vectorised dice"
    return [
        faster(f"12-dice volleys from a table / {loop}", found, "stream", "plain", 60, "one word of a stream each"),
        faster(f"12-dice volleys from a table / {vectorised}", found, "stream", "numpy", 60),
        faster(f"the same with keyed streams / {loop}", found, "keyed", "plain", 40, "one hash per exchange"),
        faster(f"the same, counted / {loop}", found, "counted", "plain", 40, "histogram instead of an array"),
        faster(f"literal keyed dice / {loop}", found, "literal", "plain", 2, "every die a word of its own"),
        faster(f"literal keyed volleys with kills / {loop}", found, "volley", "plain", 2),
    ]
