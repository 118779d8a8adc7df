"""Forces from their files, and back into a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Ge, Le, MinLen

from havoksim.foundation.errors import InputError, Problem, unknown_name
from havoksim.model.army_list import ArmyList
from havoksim.model.catalogue import find_warrior, load_army_list
from havoksim.model.checking import check
from havoksim.model.force import Force, UnitEntry, check_force
from havoksim.model.places import resolve_file
from havoksim.model.reading import Document, keyed, read_document
from havoksim.model.ruleset import Ruleset
from havoksim.model.toml_text import text_value
from havoksim.model.warrior import Warrior


@dataclass(frozen=True, slots=True)
class _ForceFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    name: Annotated[str, MinLen(1)]
    army_list: Annotated[str, MinLen(1)]
    points: Annotated[int, Ge(0), Le(1_000_000)]
    unit: list[dict[str, Any]] = field(default_factory=list)
    id: str = ""


@dataclass(frozen=True, slots=True)
class _UnitTable:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    warrior: Annotated[str, MinLen(1)]
    size: Annotated[int, Ge(1), Le(1000)] = 1
    count: Annotated[int, Ge(1), Le(1000)] = 1


def load_force(name: str | Path, *, ruleset: Ruleset | None = None, near: Path | None = None) -> Force:
    """Return a force from its file, checked for legality.

    Parameters
    ----------
    name : str or Path
        ``forces/karn_500``, ``karn_500``, or the path of a file.
    ruleset : Ruleset, optional
        The rules by which it must be legal; by default the game as published.
    near : Path, optional
        Folder of the file that names it.

    Raises
    ------
    InputError
        With everything that is wrong with the file and everything that makes the force illegal.

    Examples
    --------
    >>> load_force("karn_starter").models
    5
    """
    return force_of(read_document(resolve_file(name, "force", near=near), kind="force"), ruleset)


def force_of(document: Document, ruleset: Ruleset | None = None) -> Force:
    """Build the force that a file describes, or raise everything that is wrong with it."""
    table = document.table
    head = check(
        table, _ForceFile, stand_in={"name": "Unnamed", "army_list": "unnamed", "points": 1_000_000, "unit": []}
    )
    problems = [*document.problems, *head.problems]
    army: ArmyList | None = None
    if head.value and "army_list" not in head.wrong:
        try:
            army = load_army_list(head.value.army_list, near=document.path.parent)
        except InputError as error:
            problems += keyed(error.problems, "army_list")
    units = []
    for index, entry in enumerate(head.value.unit if head.value else [], 1):
        unit, found_here = _unit(entry, index, army)
        problems += found_here
        units.append(unit)
    whole = [unit for unit in units if unit]
    if head.value and "unit" not in head.wrong:
        stand_in = army or ArmyList("unnamed", "Unnamed", ())
        force = Force(head.value.name, stand_in, head.value.points, tuple(whole), head.value.id or document.path.stem)
        if len(whole) == len(units) and army:
            problems += [p for p in check_force(force, ruleset).problems if p not in problems]
        elif not units:
            problems.append(Problem("a force needs at least one warrior (HVK-FORCE-01)", key="unit"))
        document.fail(problems)
        return force
    document.fail(problems)
    raise InputError("the force cannot be read", where=str(document.path))


def _unit(entry: dict[str, Any], index: int, army: ArmyList | None) -> tuple[UnitEntry | None, list[Problem]]:
    given = entry.get("warrior")
    label = given if isinstance(given, str) else ""
    prefix = f"unit[{index}]."
    checked = check(entry, _UnitTable, prefix=prefix, label=label, stand_in={"warrior": "unnamed"})
    if checked.value is None or "warrior" in checked.wrong:
        return None, checked.problems
    problems = list(checked.problems)
    warrior: Warrior | None = None
    if army and label in army:
        warrior = army[label]
    elif "/" in label:
        try:
            warrior = find_warrior(label)
        except InputError as error:
            problems += [Problem(p.message, key=f"{prefix}warrior", suggestion=p.suggestion) for p in error.problems]
    elif army:
        problems.append(unknown_name(f"warrior type of {army.id}", label, army.ids, key=f"{prefix}warrior"))
    if warrior is None:
        return None, problems
    return UnitEntry(warrior, checked.value.size, checked.value.count), problems


def to_toml(force: Force) -> str:
    """Write a force as the text of its file; reading it gives an equal force.

    Examples
    --------
    >>> print(to_toml(load_force("karn_starter")).splitlines()[1])
    kind = "force"
    """
    lines = [
        "schema = 1",
        'kind = "force"',
        *([f"id = {text_value(force.id)}"] if force.id else []),
        f"name = {text_value(force.name)}",
        f"army_list = {text_value(force.army_list.id)}",
        f"points = {force.points}",
    ]
    for entry in force.units:
        own = entry.warrior.army_list == force.army_list.id
        lines += [
            "",
            "[[unit]]",
            f"warrior = {text_value(entry.warrior.id if own else entry.warrior.full_id)}",
            f"size = {entry.size}",
            f"count = {entry.count}",
        ]
    return "\n".join(lines) + "\n"
