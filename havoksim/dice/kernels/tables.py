"""Draws from an exact law with one random word: inverse distribution function with a guide table.

``last[k]`` is the largest word of outcome k: P(outcome <= k) in units of 2**-64, less one. ``guide[c]`` is the outcome
of the smallest word whose upper bits are c. Most cells of the guide lie inside one outcome, so one look-up and one
comparison decide.
"""

import numpy as np
from numpy import int64

from havoksim.dice.kernels.stream import branch, word_at
from havoksim.foundation.jit import kernel

#: Words that are made ahead of their look-ups, so that the processor makes several at a time.
BLOCK = 512


@kernel
def draw(word, last, guide, shift):
    """Return the outcome of a word."""
    k = int64(guide[word >> shift])
    while word > last[k]:
        k += 1
    return k


@kernel
def draw_keyed(base, first, n, last, guide, shift, values, out, at):
    """Draw exchanges first..first+n-1, each from its own keyed stream. Modified in place: out[:, at : at + n].

    Parameters
    ----------
    base : uint64
        Key of (seed, purpose).
    last : (outcomes,) uint64
    guide : (2**bits,) uint16
    shift : uint64
        64 - bits.
    values : (columns, outcomes) int32
        What each outcome means: hits, wounds, kills, say.
    out : (columns, at least at + n) int32
    """
    words = np.empty(BLOCK, np.uint64)
    outcomes = np.empty(BLOCK, np.int64)
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        for i in range(size):
            words[i] = word_at(branch(base, first + start + i), 0)
        for i in range(size):
            outcomes[i] = draw(words[i], last, guide, shift)
        for c in range(values.shape[0]):
            for i in range(size):
                out[c, at + start + i] = values[c, outcomes[i]]


@kernel
def count_keyed(base, first, n, last, guide, shift, counts):
    """Count the outcomes of exchanges first..first+n-1. Modified in place: counts (outcomes,) int64."""
    words = np.empty(BLOCK, np.uint64)
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        for i in range(size):
            words[i] = word_at(branch(base, first + start + i), 0)
        for i in range(size):
            counts[draw(words[i], last, guide, shift)] += 1


@kernel
def draw_stream(key, first, n, last, guide, shift, out):
    """Draw outcomes with words first..first+n-1 of one stream. Modified in place: out (n,) int32."""
    words = np.empty(BLOCK, np.uint64)
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        for i in range(size):
            words[i] = word_at(key, first + start + i)
        for i in range(size):
            out[start + i] = draw(words[i], last, guide, shift)
