"""Where data files are found: as named, then in the current folder's data folders, then in the package's own.

A name such as ``forces/karn_500`` is first a path (with or without ``.toml``), then a file below ``army_lists/`` of
the current folder, then one of the data that come with havoksim. The other kinds have folders of their own.
"""

from __future__ import annotations

from pathlib import Path

from havoksim.foundation.errors import InputError, Problem, nearest

#: Folders in which the files of each kind are looked for, nearest first.
FOLDERS: dict[str, tuple[str, ...]] = {
    "army_list": ("army_lists",),
    "force": ("army_lists", "army_lists/forces"),
    "ruleset": ("rulesets", "examples/rulesets"),
    "proposal": ("proposals", "examples/proposals"),
    "sweep": ("sweeps", "examples"),
    "policy": ("policies", "examples/policies"),
    "terrain": ("terrain", "examples/terrain"),
}

#: Kinds of file as people call them.
KIND_WORDS: dict[str, str] = {
    "army_list": "army list",
    "force": "force",
    "ruleset": "ruleset",
    "proposal": "proposal",
    "sweep": "sweep",
    "policy": "policy",
    "terrain": "terrain layout",
}

#: Most names that a message lists.
LISTED = 12


def resolve_file(name: str | Path, kind: str, *, near: Path | None = None) -> Path:
    """Return the file that a name stands for.

    Parameters
    ----------
    name : str or Path
        A path, with or without ``.toml``, or a name in one of the data folders.
    kind : str
        army_list, force, ruleset, proposal, sweep, policy or terrain.
    near : Path, optional
        Folder of the file that holds the name; looked into after the current folder.

    Raises
    ------
    InputError
        If there is no such file; names the nearest one that there is.

    Examples
    --------
    >>> resolve_file("havok_2_0", "ruleset").name
    'havok_2_0.toml'
    """
    text = str(name)
    if not text.strip() or "\0" in text:
        raise InputError(f"a {KIND_WORDS[kind]} needs a name, found {text!r}")
    for folder in (Path(), *([near] if near else []), *search_folders(kind)):
        for candidate in (folder / text, folder / f"{text}.toml"):
            if _is(candidate, "file"):
                return candidate
    if _is(Path(text), "dir"):
        raise InputError(Problem(f"is a folder; the name of one {KIND_WORDS[kind]} is wanted", where=text))
    known = known_names(kind)
    some = ", ".join(known[:LISTED]) + (f" and {len(known) - LISTED} more" if len(known) > LISTED else "")
    raise InputError(
        f"there is no {KIND_WORDS[kind]} {text!r}, neither as a file nor by that name (known: {some or 'none'})",
        suggestion=nearest(text.removeprefix("forces/").removesuffix(".toml"), known),
    )


def resolve_files(pattern: str, kind: str, *, near: Path | None = None) -> list[Path]:
    """Return the files that a name or a pattern such as ``forces/*_500.toml`` stands for, by name.

    A pattern is looked for where a name would be; the first folder that has any match decides.

    Raises
    ------
    InputError
        If nothing matches.

    Examples
    --------
    >>> [path.stem for path in resolve_files("forces/k*_500.toml", "force")]
    ['karn_500']
    """
    if not any(sign in pattern for sign in "*?["):
        return [resolve_file(pattern, kind, near=near)]
    from glob import glob

    for folder in (Path(), *([near] if near else []), *search_folders(kind)):
        for text in (pattern, f"{pattern}.toml"):
            matches = glob(str(folder / text))  # noqa: PTH207  a pattern may be absolute
            found = sorted(Path(name) for name in matches if name.endswith(".toml"))
            if found:
                return found
    raise InputError(f"no {KIND_WORDS[kind]} matches {pattern!r} (known: {', '.join(known_names(kind)) or 'none'})")


def known_names(kind: str) -> list[str]:
    """Return the names of all files of a kind in the data folders.

    Examples
    --------
    >>> "karn_500" in known_names("force")
    True
    """
    folders = [f for f in search_folders(kind) if kind != "force" or f.name == "forces"]
    return sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.toml")})


def search_folders(kind: str) -> list[Path]:
    """Return the folders in which files of a kind are looked for: the current folder's first, then the package's."""
    mine = [Path(folder) for folder in FOLDERS[kind]]
    return [*mine, *(packaged(folder) for folder in FOLDERS[kind])]


def packaged(folder: str) -> Path:
    """Return a data folder of havoksim itself: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    top, _, rest = folder.partition("/")
    if top in ("rulesets", "policies"):
        return package / folder
    installed = package / f"_{top}"
    return (installed if installed.is_dir() else package.parent / top) / rest


def _is(path: Path, what: str) -> bool:
    try:
        return path.is_file() if what == "file" else path.is_dir()
    except OSError:  # a name too long for the file system, or a folder that may not be entered
        return False
