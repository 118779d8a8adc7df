"""Exact odds of one exchange, and of duels to the end: what a player asks before he rolls.

``fire``, ``split_fire``, ``melee``, ``psyke`` and ``explosion`` take warriors by name or raw numbers and answer with
distributions. They import nothing heavy: an exact answer is there before NumPy would have been loaded.
"""

from havoksim.odds.close_combat import melee, psyke
from havoksim.odds.explosion import explosion
from havoksim.odds.firing import fire, split_fire

__all__ = ["explosion", "fire", "melee", "psyke", "split_fire"]
