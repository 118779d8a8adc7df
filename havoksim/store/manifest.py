"""The manifest of a run: what was asked, in full, and how far the answer has got."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from havoksim.foundation.errors import InputError, Problem
from havoksim.store.files import clear_leftovers, make_folder, write_whole

NAME = "manifest.json"
#: Version of the manifest's form.
SCHEMA = 1

Status = Literal["running", "interrupted", "complete"]

_WAY_OUT = "name another folder with -o, or delete this one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Everything that is needed to have a run again, and to know whether a folder belongs to it."""

    #: Name of the sweep, for titles.
    name: str
    #: What was fought: ``duels``.
    mode: str
    #: How far it has got.
    status: Status
    #: Seed of everything that is drawn.
    seed: int
    #: Settings that the results depend on, as plain values, and hashes of the types and rulesets by id. Two runs are
    #: the same if and only if these are.
    identity: dict[str, Any]
    #: Hash of `identity`.
    inputs_hash: str
    #: Hash of everything that the tables show: the inputs, the names, the level of the intervals.
    tables_hash: str
    #: The sweep, whole: every profile and every number of every ruleset.
    inputs: dict[str, Any]
    #: Versions of havoksim and of what it stands on.
    versions: dict[str, str]
    #: The command or call that started it last.
    command: str
    #: Number of parts below ``cells/``.
    parts: int
    #: What a reader of the tables must know, as sentences.
    notes: list[str] = field(default_factory=list)
    #: Version of this form.
    schema: int = SCHEMA


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder, whole or not at all."""
    text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False)
    write_whole(folder / NAME, (text + "\n").encode())


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a folder.

    Raises
    ------
    InputError
        If there is none, or it cannot be read.
    """
    path = folder / NAME
    if not path.is_file():
        what = "holds no results: there is no manifest.json in it" if folder.is_dir() else "there is no such folder"
        raise InputError(what, where=str(folder))
    try:
        table = json.loads(path.read_bytes())
        known = {f.name for f in fields(Manifest)}
        if not isinstance(table, dict) or table.get("schema") != SCHEMA or set(table) != known:
            raise ValueError(f"it is not of form {SCHEMA}")
        return Manifest(**table)
    except (ValueError, OSError) as error:
        raise InputError(f"cannot be read as the manifest of a run: {error}; {_WAY_OUT}", where=str(path)) from error


def claim_folder(folder: Path, manifest: Manifest) -> bool:
    """Make a folder ready for a run, and say whether the run has been there before.

    Raises
    ------
    InputError
        If it belongs to another sweep (names what differs), or holds something that is no run.
    DiskTrouble
        If it cannot be made or written.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; name a folder for the results with -o", where=str(folder))
    resumed = False
    if (folder / NAME).exists():
        differing = differences(read_manifest(folder).identity, json.loads(json.dumps(manifest.identity)))
        if differing:
            head = f"this folder belongs to another sweep; {_WAY_OUT}. What differs:"
            raise InputError([Problem(head, where=str(folder)), *differing])
        resumed = True
    elif folder.is_dir() and any(not entry.name.startswith(".") for entry in folder.iterdir()):
        raise InputError(f"is not empty and holds no run (no {NAME}); {_WAY_OUT}", where=str(folder))
    make_folder(folder / "cells")
    clear_leftovers(folder)
    clear_leftovers(folder / "cells")
    write_manifest(folder, manifest)
    return resumed


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[Problem]:
    """Return what differs between the run in a folder and the one that is asked for.

    Examples
    --------
    >>> there = {"seed": 1, "warriors": {"a": "x", "b": "y"}}
    >>> for problem in differences(there, {"seed": 2, "warriors": {"a": "z", "c": "y"}}):
    ...     print(problem)
    seed: 1 there, 2 here
    warriors: a has other figures
    warriors: b is there, not here
    warriors: c is here, not there
    """
    found = []
    for key in dict.fromkeys((*there, *here)):
        old, new = there.get(key), here.get(key)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            for name in sorted({*old, *new}):
                if old.get(name) != new.get(name):
                    said = "is here, not there" if name not in old else "is there, not here"
                    said = "has other figures" if name in old and name in new else said
                    found.append(Problem(f"{name} {said}", key=key))
        else:
            found.append(Problem(f"{_plain(old)} there, {_plain(new)} here", key=key))
    return found


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
