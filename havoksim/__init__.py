"""havoksim: is this miniature wargame fair?

Exact odds and Monte Carlo balance analysis for Havok 2.0. The public vocabulary is below; a name is loaded when it
is first used, so that ``import havoksim`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.foundation.lazy import lazy_names

if TYPE_CHECKING:
    from havoksim import battle, combat, dice, odds
    from havoksim.analysis.sweep import open_results, sweep
    from havoksim.model.army_list import ArmyList
    from havoksim.model.loading import load_army_list, load_force, load_ruleset
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.warrior import Warrior
    from havoksim.odds.duel import duel
    from havoksim.report.plots import plot

__version__ = "0.1.0"

#: Public name -> module that holds it, or subpackage.
_HOMES = {
    "battle": "havoksim.battle",
    "combat": "havoksim.combat",
    "dice": "havoksim.dice",
    "odds": "havoksim.odds",
    "ArmyList": "havoksim.model.army_list",
    "Ruleset": "havoksim.model.ruleset",
    "Warrior": "havoksim.model.warrior",
    "duel": "havoksim.odds.duel",
    "load_army_list": "havoksim.model.loading",
    "load_force": "havoksim.model.loading",
    "load_ruleset": "havoksim.model.loading",
    "open_results": "havoksim.analysis.sweep",
    "plot": "havoksim.report.plots",
    "sweep": "havoksim.analysis.sweep",
}
__all__ = [
    "ArmyList", "Ruleset", "Warrior", "battle", "combat", "dice", "duel", "load_army_list", "load_force",
    "load_ruleset", "odds", "open_results", "plot", "sweep",
]  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
