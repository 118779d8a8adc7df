"""Battles whose ends are written down by hand, in place of the compiled game: for statistics and tables alone."""

from types import SimpleNamespace

import numpy as np


def ends(n, kinds, first=0):
    """Return the ends of n battles that follow a plain pattern of the battle's number.

    In every pair of battles a wins the even one if the pair's number is not a multiple of 3 (it kills one model of b's
    first type), else it is a draw; b wins the odd one if the pair's number is even (it kills one of a's first type).
    """
    i = np.arange(first, first + n)
    pair = i // 2
    a_kills = (i % 2 == 0) & (pair % 3 != 0)
    b_kills = (i % 2 == 1) & (pair % 2 == 0)
    a = next(k for k, kind in enumerate(kinds) if kind.side == "a")
    b = next(k for k, kind in enumerate(kinds) if kind.side == "b")
    lost = np.zeros((n, len(kinds)), np.int64)
    lost[:, b], lost[:, a] = a_kills, b_kills
    kills = np.zeros((n, len(kinds), len(kinds)), np.int64)
    kills[:, a, b] = a_kills * kinds[b].warrior.strength
    kills[:, b, a] = b_kills * kinds[a].warrior.strength
    destroyed = np.stack([a_kills * kinds[b].warrior.battle_rating, b_kills * kinds[a].warrior.battle_rating], axis=1)
    return SimpleNamespace(
        winner=np.where(a_kills, 1, np.where(b_kills, 2, 0)),
        br_destroyed=destroyed,
        turns=np.full(n, 4),
        ended_by=np.zeros(n, np.int64),
        lost=lost,
        kills=kills,
    )


def install(monkeypatch):
    """Let every battle of this test end by the pattern."""
    import sys

    from havoksim.battle import compiling
    from havoksim.battle.matchup import Matchup

    def play_block(pack, seed, first, n, *, threads=1):
        return ends(n, pack.kinds, first)

    monkeypatch.setitem(sys.modules, "havoksim.battle.play", SimpleNamespace(play_block=play_block))
    monkeypatch.setattr(compiling, "compile_once", lambda pack: None)
    monkeypatch.setattr(Matchup, "pack", lambda self: SimpleNamespace(kinds=self.kinds))
