"""A sweep: a question asked of many matchups at once: duels of every type against every type, or battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from annotated_types import Ge, Gt, Le, Lt, MinLen, MultipleOf

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.army_list import ArmyList
from havoksim.model.battle_sweep import BattleSweep, battle_sweep_of
from havoksim.model.catalogue import find_warrior, load_army_list
from havoksim.model.checking import check
from havoksim.model.places import resolve_file
from havoksim.model.reading import Document, keyed, read_document
from havoksim.model.ruleset import Ruleset
from havoksim.model.ruleset_file import load_ruleset
from havoksim.model.warrior import Warrior

T = TypeVar("T")

DuelMode = Literal["fire", "melee", "psyke"]
Order = Literal["roll_off", "alternate", "simultaneous"]

#: Keys of sweeps of battles on the table.
_BATTLE_KEYS = ("forces", "policies", "battles", "half_width", "terrain", "points", "mirrors")
_BATTLES = 'belongs to sweeps of battles on the table (mode = "battles")'


@dataclass(frozen=True, slots=True)
class _SweepFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    name: Annotated[str, MinLen(1)]
    mode: Literal["duels"]
    army_lists: Annotated[list[str], MinLen(1)] = field(
        default_factory=lambda: ["karn_empire", "nexus_rebellion", "pteravore"]
    )
    warriors: list[str] = field(default_factory=list)
    rulesets: Annotated[list[str], MinLen(1)] = field(default_factory=lambda: ["havok_2_0"])
    ranges: Annotated[list[Annotated[float, Ge(0), Le(1000)]], MinLen(1)] = field(
        default_factory=lambda: [6.0, 12.0, 24.0, 36.0]
    )
    cover: Annotated[list[bool], MinLen(1)] = field(default_factory=lambda: [False, True])
    modes: Annotated[list[DuelMode], MinLen(1)] = field(default_factory=lambda: ["fire", "melee"])
    max_br: Annotated[int, Ge(1), Le(10_000)] = 200
    order: Order = "roll_off"
    duels: Annotated[int, Ge(2), Le(1_000_000_000), MultipleOf(2)] = 20_000
    confidence: Annotated[float, Gt(0), Lt(1)] = 0.95
    seed: Annotated[int, Ge(0), Lt(2**128)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Every type against every type, at battle ratings as equal as may be.

    A file names army lists, types and rulesets; here they stand whole, so that the sweep's fingerprint covers
    everything that its results depend on.

    Examples
    --------
    >>> from havoksim.model.loading import load_sweep
    >>> sweep = load_sweep("types_at_equal_br")
    >>> sweep.mode, len(sweep.warriors), sweep.ranges
    ('duels', 20, (6.0, 12.0, 24.0, 36.0))
    """

    #: Short name of the sweep and of its results folder.
    id: str
    #: Name for titles.
    name: str
    #: What is fought: ``duels`` of unit against unit.
    mode: Literal["duels"]
    #: The factions, whole.
    army_lists: tuple[ArmyList, ...]
    #: The types that meet each other (all of the army lists, unless the file lists some).
    warriors: tuple[Warrior, ...]
    #: The versions of the game that it is asked under.
    rulesets: tuple[Ruleset, ...]
    #: Distances of a fire fight in inches: one inside each range band says it all, since only the band counts.
    ranges: tuple[float, ...]
    #: Whether the targets of a fire fight are in cover: False, True or both.
    cover: tuple[bool, ...]
    #: Ways to fight: fire at each range and cover, melee, psyke.
    modes: tuple[DuelMode, ...]
    #: Most battle rating of one side; sizes are chosen up to it so that both sides' BR match best.
    max_br: int
    #: Who acts first in each turn of a fire fight.
    order: Order
    #: How often a fight is drawn that has no exact answer (an even number: seats are swapped in pairs).
    duels: int
    #: Level of all intervals.
    confidence: float
    #: Seed of the fights that are drawn.
    seed: int


def load_sweep(name: str | Path) -> Sweep | BattleSweep:
    """Return a sweep from its file, with everything that it names.

    Raises
    ------
    InputError
        With everything that is wrong with the file.

    Examples
    --------
    >>> load_sweep("types_at_equal_br").modes
    ('fire', 'melee')
    """
    return sweep_of(read_document(resolve_file(name, "sweep"), kind="sweep"))


def sweep_of(document: Document) -> Sweep | BattleSweep:
    """Build the sweep that a file describes, or raise everything that is wrong with it."""
    table = document.table
    if table.get("mode") == "battles":
        return battle_sweep_of(document)
    head = check(table, _SweepFile, stand_in={"name": "Unnamed", "mode": "duels"}, strangers=_later_key)
    problems = [*document.problems, *(_modes(p) for p in head.problems)]
    value = head.value or _SweepFile("Unnamed", "duels")
    near = document.path.parent
    lists = _each(value.army_lists, "army_lists", lambda name: load_army_list(name, near=near), problems)
    rulesets = _each(value.rulesets, "rulesets", lambda name: load_ruleset(name, near=near), problems)
    warriors = _warriors(value.warriors, lists, problems)
    for key in ("army_lists", "warriors", "rulesets", "ranges", "cover", "modes"):
        problems += _twice(getattr(value, key), key)
    problems += _same_id(rulesets, "rulesets")
    if "max_br" not in head.wrong:
        dear = [w.full_id for w in warriors if w.battle_rating > value.max_br]
        if dear:
            message = f"{value.max_br} BR a side does not buy one model of {', '.join(dear)}"
            problems.append(Problem(message, key="max_br"))
    document.fail(problems)
    return Sweep(
        id=document.path.stem,
        name=value.name,
        mode="duels",
        army_lists=tuple(lists),
        warriors=tuple(warriors),
        rulesets=tuple(rulesets),
        ranges=tuple(value.ranges),
        cover=tuple(value.cover),
        modes=tuple(value.modes),
        max_br=value.max_br,
        order=value.order,
        duels=value.duels,
        confidence=value.confidence,
        seed=value.seed,
    )


def _later_key(key: str) -> str:
    return _BATTLES if key in _BATTLE_KEYS else ""


def _modes(problem: Problem) -> Problem:
    """Name both modes where the mode is wrong."""
    if problem.key != "mode":
        return problem
    return Problem(
        problem.message.replace('"duels"', '"duels" or "battles"'), problem.where, "mode", problem.suggestion
    )


def _each(names: list[str], key: str, load: Callable[[str], T], problems: list[Problem]) -> list[T]:
    loaded = []
    for index, name in enumerate(names, 1):
        try:
            loaded.append(load(name))
        except InputError as error:
            problems += keyed(error.problems, f"{key}[{index}]")
    return loaded


def _warriors(names: list[str], lists: list[ArmyList], problems: list[Problem]) -> list[Warrior]:
    mine = list({warrior.full_id: warrior for army in lists for warrior in army}.values())
    if not names:
        return mine
    chosen = []
    for index, name in enumerate(names, 1):
        fits = [warrior for warrior in mine if name in (warrior.id, warrior.full_id)]
        if len(fits) == 1:
            chosen.append(fits[0])
            continue
        key = f"warriors[{index}]"
        try:
            warrior = find_warrior(name)
        except InputError as error:
            problems += keyed(error.problems, key)
        else:
            problems.append(Problem(f"{warrior.full_id} is of none of the `army_lists`", key=key))
    problems += _twice([w.full_id for w in chosen], "warriors")
    return chosen


def _twice(values: Iterable[object], key: str) -> list[Problem]:
    values = list(values)
    again = sorted({str(value) for index, value in enumerate(values) if value in values[:index]})
    return [Problem(f"{', '.join(again)} stands there twice", key=key)] if again else []


def _same_id(rulesets: list[Ruleset], key: str) -> list[Problem]:
    return _twice([ruleset.id for ruleset in rulesets], key)
