"""Whole battles on the table: players, the compiled game, its record and its statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.foundation.lazy import lazy_names

if TYPE_CHECKING:
    from havoksim.battle.many_battles import simulate
    from havoksim.battle.results import BattleResult
    from havoksim.model.policy import Policy, load_policy
    from havoksim.model.terrain import Layout, load_terrain

#: Public name -> module that holds it.
_HOMES = {
    "BattleResult": "havoksim.battle.results",
    "Layout": "havoksim.model.terrain",
    "Policy": "havoksim.model.policy",
    "load_policy": "havoksim.model.policy",
    "load_terrain": "havoksim.model.terrain",
    "simulate": "havoksim.battle.many_battles",
}

__all__ = ["BattleResult", "Layout", "Policy", "load_policy", "load_terrain", "simulate"]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
