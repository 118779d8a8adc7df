"""Dice pools: exact distributions, and samples in batches.

Names: `Pmf`, `JointPmf` (laws), `Die`, `pool`, `pool_with_blocks` (exact), `sample_pool` (batches of millions).
"""

from __future__ import annotations

from havoksim.foundation.lazy import lazy_names

_HOMES = {
    "Pmf": "havoksim.dice.pmf",
    "JointPmf": "havoksim.dice.pmf",
    "Die": "havoksim.dice.pool",
    "pool_with_blocks": "havoksim.dice.pool",
    "sample_pool": "havoksim.dice.sampling",
}

__all__ = ["Die", "JointPmf", "Pmf", "pool_with_blocks", "sample_pool"]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
