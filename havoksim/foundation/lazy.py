"""Public names that are loaded when they are first used, so that an exact answer need not wait for NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package whose names live in modules that cost something to load.

    Parameters
    ----------
    package : str
        Name of the package.
    homes : mapping
        Public name to the module that holds it; a name that maps to itself below the package is that subpackage.

    Examples
    --------
    >>> get, names = lazy_names("havoksim", {"Warrior": "havoksim.model.warrior"})
    >>> get("Warrior").__name__, names()
    ('Warrior', ['Warrior'])
    """

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(homes[name])
        return module if homes[name] == f"{package}.{name}" else getattr(module, name)

    def names() -> list[str]:
        return sorted(homes)

    return get, names
