"""One attack, one fight, one duel: exact laws in `exact`, batches in the `sample_*` functions.

Names: `sample_volley`, `sample_melee`, `sample_psyke`, `sample_duel` with its `DuelSide`.
"""

from __future__ import annotations

from typing import Any

_NAMES = {
    "sample_volley": "sampling",
    "sample_melee": "sampling_exchange",
    "sample_psyke": "sampling_exchange",
    "sample_duel": "sampling_duel",
    "DuelSide": "sampling_duel",
}

__all__ = ["DuelSide", "sample_duel", "sample_melee", "sample_psyke", "sample_volley"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: exact odds must not wait for NumPy."""
    if name in _NAMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_NAMES])
