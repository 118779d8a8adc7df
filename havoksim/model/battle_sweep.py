"""A sweep of battles: every force against every other, each under every player, on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from annotated_types import Ge, Gt, Le, Lt, MinLen, MultipleOf

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.checking import check
from havoksim.model.force import Force, check_force
from havoksim.model.force_file import load_force
from havoksim.model.places import resolve_files
from havoksim.model.policy import Policy, load_policy
from havoksim.model.reading import Document, keyed
from havoksim.model.ruleset import Ruleset
from havoksim.model.ruleset_file import load_ruleset
from havoksim.model.terrain import Layout, load_terrain

T = TypeVar("T")

#: Keys of sweeps of duels.
DUEL_KEYS = ("army_lists", "warriors", "ranges", "cover", "modes", "max_br", "order", "duels")


@dataclass(frozen=True, slots=True)
class _SweepFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    name: Annotated[str, MinLen(1)]
    mode: Literal["battles"]
    forces: Annotated[list[Annotated[str, MinLen(1)]], MinLen(1)]
    rulesets: Annotated[list[str], MinLen(1)] = field(default_factory=lambda: ["havok_2_0"])
    policies: Annotated[list[str], MinLen(1)] = field(default_factory=lambda: ["tactician"])
    terrain: Annotated[str, MinLen(1)] = "random"
    points: Annotated[int, Ge(1), Le(1_000_000)] | None = None
    mirrors: bool = False
    battles: Annotated[int, Ge(4), Le(1_000_000_000), MultipleOf(2)] = 2000
    half_width: Annotated[float, Ge(0.0001), Le(0.5)] | None = None
    confidence: Annotated[float, Gt(0), Lt(1)] = 0.95
    seed: Annotated[int, Ge(0), Lt(2**128)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleSweep:
    """Every force under every policy against every other such pair.

    A file names forces, policies and rulesets; here they stand whole, so that the sweep's fingerprint covers
    everything that its results depend on.
    """

    #: Short name of the sweep and of its results folder.
    id: str
    #: Name for titles.
    name: str
    #: What is fought: ``battles`` on the table.
    mode: Literal["battles"]
    #: The forces, whole.
    forces: tuple[Force, ...]
    #: The versions of the game that it is asked under.
    rulesets: tuple[Ruleset, ...]
    #: The players: each plays every force.
    policies: tuple[Policy, ...]
    #: "random", "none" or a layout.
    terrain: str | Layout
    #: Agreed points; None for those of the larger force of each matchup.
    points: int | None
    #: True if a force also meets itself under the same player.
    mirrors: bool
    #: Battles of each matchup, an even number: seats are swapped in pairs.
    battles: int
    #: Level of all intervals.
    confidence: float
    #: Seed of everything.
    seed: int


def battle_sweep_of(document: Document) -> BattleSweep:
    """Build the sweep of battles that a file describes, or raise everything that is wrong with it."""
    stand_in: dict[str, object] = {"name": "Unnamed", "mode": "battles", "forces": ["unnamed"]}
    head = check(document.table, _SweepFile, stand_in=stand_in, strangers=_stranger)
    value = head.value or _SweepFile("Unnamed", "battles", ["unnamed"])
    near = document.path.parent
    problems = [*document.problems, *head.problems]
    rulesets = _each(value.rulesets, "rulesets", lambda name: load_ruleset(name, near=near), problems)
    policies = _each(value.policies, "policies", lambda name: load_policy(name, near=near), problems)
    forces = _forces(value.forces, near, problems) if "forces" not in head.wrong else []
    terrain = _terrain(value.terrain, near, problems)
    if "battles" in document.table and "half_width" in document.table:
        message = "says how many battles there are, and so does `battles`: leave one of them out"
        problems.append(Problem(message, key="half_width"))
    for key, found in (("forces", forces), ("rulesets", rulesets), ("policies", policies)):
        ids = [item.id for item in found]
        again = sorted({name for name in ids if ids.count(name) > 1})
        if again:
            problems.append(Problem(f"{', '.join(again)} stands there twice", key=key))
    if not problems:
        problems += _illegal(forces, rulesets, value.points)
    if not problems and len(forces) * len(policies) < 2 and not value.mirrors:
        message = "one force under one policy has nobody to meet: name two forces, two policies, or set mirrors = true"
        problems.append(Problem(message, key="forces"))
    document.fail(problems)
    return BattleSweep(
        id=document.path.stem,
        name=value.name,
        mode="battles",
        forces=tuple(forces),
        rulesets=tuple(rulesets),
        policies=tuple(policies),
        terrain=terrain,
        points=value.points,
        mirrors=value.mirrors,
        battles=value.battles if value.half_width is None else battles_for(value.half_width, value.confidence),
        confidence=value.confidence,
        seed=value.seed,
    )


def battles_for(half_width: float, confidence: float) -> int:
    """Return so many battles that no interval of a score can reach further than that to either side.

    It is enough whatever happens: even if the two battles of each pair always ended alike, and the sides were even.
    Mostly the interval comes out shorter, by a third for sides that are even.

    Examples
    --------
    >>> battles_for(0.01, 0.95)
    19208
    """
    from havoksim.foundation.intervals import z_value

    z = z_value(confidence)
    return max(2 * ceil(z * z / (4 * half_width * half_width)), 4)


def _stranger(key: str) -> str:
    return 'belongs to sweeps of duels (mode = "duels")' if key in DUEL_KEYS else ""


def _each(names: list[str], key: str, load: Callable[[str], T], problems: list[Problem]) -> list[T]:
    loaded = []
    for index, name in enumerate(names, 1):
        try:
            loaded.append(load(name))
        except InputError as error:
            problems += keyed(error.problems, f"{key}[{index}]")
    return loaded


def _forces(patterns: list[str], near: Path, problems: list[Problem]) -> list[Force]:
    """Return the forces of all names and patterns, each file once; legality depends on the ruleset and comes later."""
    from havoksim.model.ruleset import havok_2_0

    lenient = havok_2_0().changed(limits="ignore", allow_allies=True, min_unit_size=1, max_unit_size="none")
    files: dict[Path, int] = {}
    for index, pattern in enumerate(patterns, 1):
        try:
            for path in resolve_files(pattern, "force", near=near):
                files.setdefault(path.resolve(), index)
        except InputError as error:
            problems += keyed(error.problems, f"forces[{index}]")
    loaded = []
    for path in files:
        try:
            loaded.append(load_force(path, ruleset=lenient))
        except InputError as error:
            problems += error.problems
    return loaded


def _illegal(forces: list[Force], rulesets: list[Ruleset], points: int | None) -> list[Problem]:
    """Return why forces may not be fielded, under any of the rulesets."""
    found = []
    for ruleset in rulesets:
        for force in forces:
            agreed = force if points is None else replace(force, points=points)
            found += [
                Problem(f"{problem.message} (ruleset {ruleset.id})", force.id, problem.key)
                for problem in check_force(agreed, ruleset).problems
            ]
    return found


def _terrain(name: str, near: Path, problems: list[Problem]) -> str | Layout:
    if name in ("random", "none"):
        return name
    try:
        return load_terrain(name, near=near)
    except InputError as error:
        problems += keyed(error.problems, "terrain")
        return "none"
