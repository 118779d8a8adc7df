"""Pictures of answers: the only part of havoksim that draws.

``plot`` takes any result. Matplotlib is loaded when the first picture is drawn, and only through its object interface:
no windows, no global state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.foundation.lazy import lazy_names

if TYPE_CHECKING:
    from havoksim.report.plots import plot, save_run_plots
    from havoksim.report.whatif import what_if

#: Public name -> module that holds it.
_HOMES = {
    "plot": "havoksim.report.plots",
    "save_run_plots": "havoksim.report.plots",
    "what_if": "havoksim.report.whatif",
}

__all__ = ["plot", "save_run_plots", "what_if"]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
