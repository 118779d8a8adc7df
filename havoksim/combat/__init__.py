"""One attack, one fight, one duel: exact laws in `exact`, batches in the `sample_*` functions.

Names: `sample_volley`, `sample_melee`, `sample_psyke`, `sample_duel` with its `DuelSide`.
"""

from __future__ import annotations

from havoksim.foundation.lazy import lazy_names

_HOMES = {
    "sample_volley": "havoksim.combat.sampling",
    "sample_melee": "havoksim.combat.sampling_exchange",
    "sample_psyke": "havoksim.combat.sampling_exchange",
    "sample_duel": "havoksim.combat.sampling_duel",
    "DuelSide": "havoksim.combat.sampling_duel",
}

__all__ = ["DuelSide", "sample_duel", "sample_melee", "sample_psyke", "sample_volley"]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
