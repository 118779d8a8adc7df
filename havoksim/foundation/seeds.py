"""A seed is an address: which die falls how is a function of the seed and of what the die is rolled for.

There is no generator with a state. A die is found by hashing its address to a *key* and counting from there, so that
exchange i of a seed is the same alone or in a batch, in one thread or in eight, first or resumed. Another program can
find the same dice from these lines (all arithmetic modulo 2**64)::

    mix(z):        z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9
                   z ^= z >> 27;  z *= 0x94D049BB133111EB
                   z ^= z >> 31
    branch(h, w) = mix(h + (w + 1) * 0xD1342543DE82EF95)
    key(seed, w1, w2, ...): h = ROOT; for w in (seed's low 64 bits, its high 64 bits, w1, w2, ...): h = branch(h, w)
    word j of a key = mix(key + (j + 1) * 0x9E3779B97F4A7C15)          the stream of SplitMix64, started at the key
    die j of a key  = 1 + ((word j >> 32) * 6 >> 32)

``ROOT`` is the name "havoksim" in ASCII, the first letter highest. The words of an address are the purpose
(`havoksim.foundation.codes.Purpose`), the number of the exchange or duel, and what the die belongs to (side, turn,
model): each caller states its own. Every key is the outcome of ``mix``, so two streams of a few dozen words among the
2**64 places overlap by accident only, and keys and words come from different steps, so no key is another stream's word.
The bias of a die is below 2e-9.
"""

from __future__ import annotations

from havoksim.foundation.errors import InputError

MASK = (1 << 64) - 1
#: Step from one word of a stream to the next.
GOLDEN = 0x9E3779B97F4A7C15
#: Step from one branch of an address to the next.
BRANCH = 0xD1342543DE82EF95
#: Where every address starts: "havoksim".
ROOT = int.from_bytes(b"havoksim", "big")

#: Seeds are whole numbers from 0 up to, not including, this.
SEED_END = 1 << 128


def resolve_seed(seed: int | None) -> int:
    """Return a seed that can be written down: the one given, or 128 bits drawn from the operating system.

    Raises
    ------
    InputError
        If the seed is not a whole number from 0 to 2**128 - 1.

    Examples
    --------
    >>> resolve_seed(7)
    7
    >>> resolve_seed(None) == resolve_seed(None)
    False
    """
    if seed is None:
        import secrets

        return secrets.randbits(128)
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed) < SEED_END:
        raise InputError(f"seed must be a whole number from 0 to 2**128 - 1, found {seed!r}", key="seed")
    return int(seed)


def seed_words(seed: int) -> tuple[int, int]:
    """Return the low and the high 64 bits of a seed.

    Examples
    --------
    >>> seed_words(2**64 + 5)
    (5, 1)
    """
    return seed & MASK, seed >> 64


def mix(z: int) -> int:
    """Return 64 bits that depend on all 64 bits of z: the finaliser of SplitMix64, a bijection."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def branch(key: int, word: int) -> int:
    """Return the key of a branch of an address."""
    return mix((key + (word + 1) * BRANCH) & MASK)


def key_of(seed: int, *words: int) -> int:
    """Return the key of an address: the seed, then each word in turn.

    Examples
    --------
    >>> hex(key_of(1, 2, 3)), key_of(1, 2, 3) == branch(key_of(1, 2), 3)
    ('0x2f7be82fb0a94eff', True)
    """
    key = ROOT
    for word in (*seed_words(seed), *words):
        if not 0 <= word <= MASK:
            raise InputError(f"the words of an address run from 0 to 2**64 - 1, found {word!r}", key="seed")
        key = branch(key, word)
    return key


def word_at(key: int, j: int) -> int:
    """Return word j of a key's stream."""
    return mix((key + (j + 1) * GOLDEN) & MASK)


def die_at(key: int, j: int) -> int:
    """Return die j of a key's stream, 1 to 6.

    Examples
    --------
    >>> [die_at(key_of(1, 2, 3), j) for j in range(8)]
    [3, 3, 1, 2, 2, 5, 1, 6]
    """
    return 1 + ((word_at(key, j) >> 32) * 6 >> 32)


def text_word(text: str) -> int:
    """Return a word for a name, such as the id of a warrior type: its BLAKE2b hash of 8 bytes, little-endian.

    Examples
    --------
    >>> text_word("karn_empire/karn_trooper") != text_word("karn_empire/banshee")
    True
    """
    import hashlib

    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def derived_seed(seed: int, *names: str | int) -> int:
    """Return the seed of one part of a larger piece of work, found from what the part is, never from its place.

    Examples
    --------
    >>> derived_seed(1, "fire", "karn_empire/banshee") == derived_seed(1, "fire", "karn_empire/banshee")
    True
    >>> 0 <= derived_seed(1, "fire", 12) < 2**128
    True
    """
    words = [name if isinstance(name, int) else text_word(name) for name in names]
    return key_of(seed, *words, 0) | key_of(seed, *words, 1) << 64
