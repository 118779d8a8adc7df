"""The dice of a seed, written again from the documented recipe.

The recipe stands in the reference of records: a die is found by hashing its address word by word to a key and counting
from there. Nothing here is shared with the program that played the battle; that is the point.
"""

from __future__ import annotations

from hashlib import blake2b

_FULL = 0xFFFFFFFFFFFFFFFF
_ROOT = int.from_bytes(b"havoksim", "big")
_STEP_DOWN = 0xD1342543DE82EF95
_STEP_ALONG = 0x9E3779B97F4A7C15

#: What dice are rolled for: the first word after the seed.
FIRE_HIT = 1
ARMOUR = 2
CLOSE_COMBAT = 3
PSYKE = 4
EXPLOSION = 6
ROLL_OFFS = {"terrain": 201, "edge": 202, "deploy": 203, "activate": 204}
CASUALTY = 205


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _FULL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _FULL
    return z ^ (z >> 31)


class Stream:
    """All dice of one battle of a seed.

    Examples
    --------
    >>> stream = Stream(1, 0)
    >>> key = stream.key(FIRE_HIT, 1, "a:karn_trooper:1", 0)
    >>> faces = [stream.die(key, j) for j in range(20)]
    >>> min(faces) >= 1 and max(faces) <= 6
    True
    """

    def __init__(self, seed: int, battle: int) -> None:
        self._battle = battle
        self._top = self._down(self._down(_ROOT, seed & _FULL), seed >> 64)
        self._purposes: dict[int, int] = {}
        self._names: dict[str, int] = {}

    @staticmethod
    def _down(key: int, word: int) -> int:
        return _mix((key + (word + 1) * _STEP_DOWN) & _FULL)

    def name(self, text: str) -> int:
        """Return the word that stands for a name: its BLAKE2b hash of 8 bytes, little-endian."""
        word = self._names.get(text)
        if word is None:
            word = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
            self._names[text] = word
        return word

    def key(self, purpose: int, *words: int | str) -> int:
        """Return the key of an address: seed, purpose, battle, then the words."""
        key = self._purposes.get(purpose)
        if key is None:
            key = self._purposes[purpose] = self._down(self._down(self._top, purpose), self._battle)
        for word in words:
            key = self._down(key, self.name(word) if isinstance(word, str) else word)
        return key

    def word(self, key: int, j: int) -> int:
        """Return word j of a key's stream."""
        return _mix((key + (j + 1) * _STEP_ALONG) & _FULL)

    def die(self, key: int, j: int) -> int:
        """Return die j of a key's stream, 1 to 6."""
        return 1 + ((self.word(key, j) >> 32) * 6 >> 32)
