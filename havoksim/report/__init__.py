"""Pictures of answers: the only part of havoksim that draws.

``plot`` takes any result. Matplotlib is loaded when the first picture is drawn, and only through its object interface:
no windows, no global state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'havoksim.report' has no attribute {name!r}")
