"""Army lists from their files, and every warrior type by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from havoksim.foundation.errors import InputError, Problem, nearest, unknown_name
from havoksim.model.army_list import ArmyList
from havoksim.model.checking import check
from havoksim.model.places import resolve_file, search_folders
from havoksim.model.reading import Document, read_document
from havoksim.model.warrior import Warrior

#: What ids are made of.
ID = re.compile(r"[a-z0-9][a-z0-9_]*")

#: A right value for every required key of a type, used where a file's own is wrong.
_STAND_IN: dict[str, object] = {
    "id": "unnamed",
    "name": "Unnamed",
    **dict.fromkeys(("speed", "firepower", "close_combat", "psyke", "strength", "armour", "battle_rating"), 1),
}


@dataclass(frozen=True, slots=True)
class _ArmyListFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    id: Annotated[str, MinLen(1)]
    name: Annotated[str, MinLen(1)]
    warrior: list[dict[str, Any]]
    source: str = field(default="")


_cache: dict[tuple[str, int, int], ArmyList] = {}


def load_army_list(name: str | Path, *, near: Path | None = None) -> ArmyList:
    """Return a faction's army list.

    Parameters
    ----------
    name : str or Path
        ``karn_empire``, or the path of a file.
    near : Path, optional
        Folder of the file that names it.

    Raises
    ------
    InputError
        With everything that is wrong with the file.

    Examples
    --------
    >>> [warrior.name for warrior in load_army_list("karn_empire")][:2]
    ['Karn Trooper', 'Darkest Sun']
    """
    return _load(resolve_file(name, "army_list", near=near))


def _load(path: Path) -> ArmyList:
    try:
        stat = path.stat()
        stamp = (str(path.resolve()), stat.st_mtime_ns, stat.st_size)
    except OSError:
        stamp = (str(path), 0, 0)
    if stamp not in _cache:
        _cache[stamp] = army_list_of(read_document(path, kind="army_list"))
    return _cache[stamp]


def army_list_of(document: Document) -> ArmyList:
    """Build the army list that a file describes, or raise everything that is wrong with it."""
    table = document.table
    head = check(table, _ArmyListFile, stand_in={"id": "unnamed", "name": "Unnamed", "warrior": []})
    problems = [*document.problems, *head.problems]
    list_id = head.value.id if head.value and "id" not in head.wrong else ""
    problems += bad_id(list_id, "id") if list_id else []
    warriors = []
    entries = table.get("warrior")
    entries = entries if isinstance(entries, list) else []
    if isinstance(table.get("warrior"), list) and not entries:
        problems.append(Problem("an army list needs at least one [[warrior]]", key="warrior"))
    for index, entry in enumerate(entries):
        if isinstance(entry, dict):
            warrior, found_here = warrior_of(entry, f"warrior[{index + 1}].", list_id)
            problems += found_here
            warriors.append(warrior)
    problems += _duplicates(entries)
    for index, warrior in enumerate(warriors):
        problems += _carried(warrior, warriors, f"warrior[{index + 1}].")
    document.fail(problems)
    return ArmyList(list_id, str(table["name"]), tuple(warriors), str(table.get("source", "")))


def warrior_of(entry: Mapping[str, object], prefix: str, list_id: str) -> tuple[Warrior, list[Problem]]:
    """Build one type from its table; where that is wrong the type has stand-ins and the problems say so."""
    given = entry.get("id")
    label = given if isinstance(given, str) else ""
    checked = check(entry, Warrior, prefix=prefix, label=label, ignore=("army_list",), stand_in=_STAND_IN)
    if checked.value is None:
        return Warrior(**_STAND_IN, army_list=list_id), checked.problems  # type: ignore[arg-type]
    warrior = replace(checked.value, army_list=list_id)
    together = warrior.problems(prefix)
    if "id" not in checked.wrong:
        together = [*bad_id(warrior.id, f"{prefix}id"), *together]
    tail = f" ({label})" if label else ""
    named = [Problem(p.message + tail, p.where, p.key, p.suggestion) for p in checked.trusted(together, prefix)]
    return warrior, [*checked.problems, *named]


def bad_id(name: str, key: str) -> list[Problem]:
    """Return the problem with a short name, if there is one."""
    if ID.fullmatch(name):
        return []
    made = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    message = f"must be made of small letters, digits and underscores, found {name!r}"
    return [Problem(message, key=key, suggestion=made)]


def _duplicates(entries: list[object]) -> list[Problem]:
    first: dict[str, int] = {}
    problems = []
    for index, entry in enumerate(entries):
        name = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(name, str):
            continue
        if name in first:
            message = f"the id {name!r} is taken by warrior[{first[name]}]; each type needs its own"
            problems.append(Problem(message, key=f"warrior[{index + 1}].id"))
        first.setdefault(name, index + 1)
    return problems


def _carried(warrior: Warrior, warriors: list[Warrior], prefix: str) -> list[Problem]:
    problems = []
    carries = warrior.carries
    transports = [ability for ability in ("carries_one", "transport_six") if ability in warrior.abilities]
    if carries is None:
        if transports:
            message = f"the ability {transports[0]!r} needs a `carries` table ({warrior.id})"
            problems.append(Problem(message, key=f"{prefix}carries"))
        return problems
    if not transports:
        message = f"only a type with the ability 'carries_one' or 'transport_six' carries others ({warrior.id})"
        problems.append(Problem(message, key=f"{prefix}carries"))
    ids = [other.id for other in warriors]
    if carries.types != "any":
        problems += [
            unknown_name("warrior type", name, ids, key=f"{prefix}carries.types")
            for name in carries.types
            if name not in ids
        ]
    return problems


def all_army_lists() -> tuple[ArmyList, ...]:
    """Return every army list of the current folder's ``army_lists/``, then those that come with havoksim.

    A list of the current folder takes the place of the packaged one with the same id.

    Examples
    --------
    >>> {"karn_empire", "nexus_rebellion", "pteravore"} <= {army.id for army in all_army_lists()}
    True
    """
    lists: dict[str, tuple[ArmyList, Path]] = {}
    seen: set[Path] = set()
    for folder in search_folders("army_list"):
        here = folder.resolve()
        if here in seen or not here.is_dir():
            continue
        seen.add(here)
        for path in sorted(folder.glob("*.toml")):
            army = _list_in(path)
            if army is None:
                continue
            if army.id in lists and lists[army.id][1].parent == path.parent:
                message = f"the id {army.id!r} is also that of {lists[army.id][1]}; each army list needs its own"
                raise InputError(Problem(message, str(path), "id"))
            lists.setdefault(army.id, (army, path))
    return tuple(army for army, _ in lists.values())


def _list_in(path: Path) -> ArmyList | None:
    """Return the army list in a file, or None if the file holds something else."""
    try:
        return _load(path)
    except InputError as error:
        if [problem.key for problem in error.problems if problem.key == "kind"]:
            return None
        raise


def find_warrior(name: str) -> Warrior:
    """Return a warrior type by its name: ``list/type``, or the type alone where that is unique.

    Raises
    ------
    InputError
        If there is none, or more than one; names the nearest.

    Examples
    --------
    >>> find_warrior("karn_empire/banshee").battle_rating
    45
    >>> find_warrior("47th_line").full_id
    'nexus_rebellion/47th_line'
    """
    lists = all_army_lists()
    list_id, slash, warrior_id = name.strip().rpartition("/")
    if slash:
        for army in lists:
            if army.id == list_id and warrior_id in army.ids:
                return army[warrior_id]
    found = [army[name.strip()] for army in lists if name.strip() in army.ids] if not slash else []
    if len(found) == 1:
        return found[0]
    full = [warrior.full_id for army in lists for warrior in army]
    if found:
        options = " or ".join(warrior.full_id for warrior in found)
        raise InputError(f"{name!r} is the name of several types; say {options}")
    if slash and list_id not in [army.id for army in lists]:
        problem = unknown_name("army list", list_id, [army.id for army in lists])
        raise InputError(Problem(problem.message, suggestion=nearest(name, full) or problem.suggestion))
    names = {warrior.id: warrior.full_id for army in lists for warrior in army}
    close = nearest(name, full) if slash else names.get(nearest(name, list(names)), "")
    known = ", ".join(full) if not slash else ", ".join(f for f in full if f.startswith(f"{list_id}/"))
    raise InputError(f"unknown warrior type {name!r} (known: {known})", suggestion=close)
