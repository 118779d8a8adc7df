"""Tables that turn one random word into an outcome of an exact law (see `havoksim.dice.kernels.tables`)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: No table is larger: beyond it draws leave the processor's cache.
MOST_BYTES = 1 << 20
_WORDS = 1 << 64


@dataclass(frozen=True, slots=True)
class GuideTable:
    """An exact law made ready to be drawn from.

    Probabilities are kept in units of 2**-64; outcomes rarer than 2**-53 are left out, and the likeliest gets what
    they weigh, less than 1e-13 in all.
    """

    #: Largest word of each outcome: P(outcome <= k) in units of 2**-64, less one; shape (outcomes,).
    last: NDArray[np.uint64]
    #: Outcome of the smallest word of each cell, shape (2**bits,).
    guide: NDArray[np.uint16]
    #: 64 - bits: a word's cell is ``word >> shift``.
    shift: np.uint64
    #: What each outcome means, shape (columns, outcomes).
    values: NDArray[np.int32]

    @property
    def nbytes(self) -> int:
        """Size of the table in bytes."""
        return self.last.nbytes + self.guide.nbytes + self.values.nbytes


def guide_table(p: Sequence[float] | NDArray[np.float64], values: NDArray[np.int32]) -> GuideTable | None:
    """Return the table of a law, or None if it would be larger than `MOST_BYTES`.

    Parameters
    ----------
    p : sequence of float
        Probability of each outcome, in an order in which neighbours are alike.
    values : (columns, outcomes) int32
        What each outcome means.

    Examples
    --------
    >>> table = guide_table([0.25, 0.75], np.array([[0, 1]], dtype=np.int32))
    >>> [hex(word) for word in table.last.tolist()]
    ['0x3fffffffffffffff', '0xffffffffffffffff']
    """
    weights = np.asarray(p, dtype=np.float64)
    kept = np.flatnonzero(weights >= 2.0**-53)
    if len(kept) > 0xFFFF:
        return None
    masses = [int(weight * _WORDS) for weight in weights[kept].tolist()]  # times a power of two: exact
    masses[int(np.argmax(weights[kept]))] += _WORDS - sum(masses)
    last = np.array([below - 1 for below in itertools.accumulate(masses)], dtype=np.uint64)
    bits = 10 if len(kept) <= 256 else 13
    cells = np.arange(1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
    guide = np.searchsorted(last, cells, side="left").astype(np.uint16)
    table = GuideTable(last, guide, np.uint64(64 - bits), np.ascontiguousarray(values[:, kept]))
    return table if table.nbytes <= MOST_BYTES else None
