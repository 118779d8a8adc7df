"""Dice pools: exact distributions, and samples in batches.

Names: `Pmf`, `JointPmf` (laws), `Die`, `pool`, `pool_with_blocks` (exact), `sample_pool` (batches of millions).
"""

from __future__ import annotations

from typing import Any

_NAMES = {
    "Pmf": "pmf",
    "JointPmf": "pmf",
    "Die": "pool",
    "pool_with_blocks": "pool",
    "sample_pool": "sampling",
}

__all__ = ["Die", "JointPmf", "Pmf", "pool_with_blocks", "sample_pool"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: exact odds must not wait for NumPy."""
    if name in _NAMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_NAMES])
