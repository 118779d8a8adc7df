"""Keyed random words and dice, as `havoksim.foundation.seeds` describes them for any program.

Every constant is a uint64: a bare literal would leave the unsigned numbers.
"""

from numpy import int64, uint64

from havoksim.foundation.jit import kernel

GOLDEN = uint64(0x9E3779B97F4A7C15)
BRANCH = uint64(0xD1342543DE82EF95)
MIX_1 = uint64(0xBF58476D1CE4E5B9)
MIX_2 = uint64(0x94D049BB133111EB)
ONE = uint64(1)
SIX = uint64(6)
S27 = uint64(27)
S30 = uint64(30)
S31 = uint64(31)
S32 = uint64(32)


@kernel
def mix(z):
    """Return 64 bits that depend on all 64 bits of z."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@kernel
def branch(key, word):
    """Return the key of a branch of an address; word >= 0."""
    return mix(key + (uint64(word) + ONE) * BRANCH)


@kernel
def word_at(key, j):
    """Return word j of a key's stream; j >= 0."""
    return mix(key + (uint64(j) + ONE) * GOLDEN)


@kernel
def die_at(key, j):
    """Return die j of a key's stream, 1 to 6, by multiply-high."""
    return int64(((word_at(key, j) >> S32) * SIX) >> S32) + 1
