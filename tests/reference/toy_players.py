"""Battles decided by the players' weights alone, in place of the compiled game: for training and cross tables."""

from types import SimpleNamespace

import numpy as np

from havoksim.battle.policy import NUMBERS
from havoksim.foundation.seeds import key_of, word_at

#: Weights of the player whom nobody beats: half way up on the scale on which training moves, and a quarter.
PERFECT = {"charge": 250.0, "cover": 62.5}


def strength(row):
    """Return how strong a row of numbers plays: 0 for the perfect player, less the further away from him."""
    values = dict(zip(NUMBERS, row, strict=True))
    if values["random"]:
        return -6.0
    return -8.0 * sum(abs((values[name] / 1000) ** 0.5 - (perfect / 1000) ** 0.5) for name, perfect in PERFECT.items())


def play_block(pack, seed, first, n, *, threads=1):
    """Return who wins battles first .. first + n - 1: the stronger the likelier, by a word of the seed's stream."""
    a, b = (strength(row) for row in pack.arrays["policy"])
    chance = 1.0 / (1.0 + np.exp(b - a))
    key = key_of(seed, 77)
    draws = np.array([word_at(key, first + i) / 2**64 for i in range(n)])
    return SimpleNamespace(winner=np.where(draws < chance, 1, 2))


def install(monkeypatch, play=play_block):
    """Let every battle of this test be decided so."""
    from havoksim.battle import compiling
    from havoksim.battle import play as played

    monkeypatch.setattr(played, "play_block", play)
    monkeypatch.setattr(compiling, "compile_once", lambda pack: None)
