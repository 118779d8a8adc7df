"""Who meets whom, and how: two forces, two players, a ruleset, points and terrain, checked and put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from havoksim.battle.tally import Kind
from havoksim.foundation.errors import InputError, Problem, wrong_count
from havoksim.model.force import Force, check_force
from havoksim.model.policy import Policy, as_policy
from havoksim.model.ruleset import Ruleset, havok_2_0
from havoksim.model.terrain import Layout, load_terrain

if TYPE_CHECKING:
    from havoksim.battle.pack import Pack

    ForceLike = str | Path | Force
    PolicyLike = str | Path | Policy
    RulesetLike = str | Path | Ruleset | None
    TerrainLike = str | Path | Layout

T = TypeVar("T")

#: Terrain that has no file.
TERRAINS = ("random", "none")
#: Most points of a battle.
MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Matchup:
    """Everything that battle i of a seed depends on, besides i and the seed."""

    force_a: Force
    force_b: Force
    ruleset: Ruleset
    policy_a: Policy
    policy_b: Policy
    #: Agreed points: they decide the size of the forces and of the table (HVK-FORCE-02, HVK-TABLE-01).
    points: int
    #: "random", "none" or a layout.
    terrain: str | Layout

    def pack(self) -> Pack:
        """Return the matchup as flat arrays, checked once more where only the table shows what is wrong.

        Raises
        ------
        InputError
            If the models of a force cannot all stand in its zone, or a layout does not fit the table.
        """
        from havoksim.battle.pack import pack

        try:
            return pack(
                self.force_a,
                self.force_b,
                self.ruleset,
                self.policy_a,
                self.policy_b,
                points=self.points,
                terrain=self.terrain,
            )
        except InputError as error:
            ground = "" if isinstance(self.terrain, str) else f"terrain {self.terrain.id}"
            raise InputError(
                replace(problem, where=ground) if problem.key.startswith("piece[") and not problem.where else problem
                for problem in error.problems
            ) from None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The types of both sides: those of a, then those of b, in the order of the force files."""
        found: dict[tuple[str, str], Kind] = {}
        for side, force in (("a", self.force_a), ("b", self.force_b)):
            for entry in force.units:
                key = (side, entry.warrior.full_id)
                before = found[key].models if key in found else 0
                found[key] = Kind(side, entry.warrior, before + entry.models)
        return tuple(found.values())

    @property
    def question(self) -> dict[str, Any]:
        """What is asked, as plain values."""
        return {
            "force_a": self.force_a.id or self.force_a.name,
            "force_b": self.force_b.id or self.force_b.name,
            "name_a": self.force_a.name,
            "name_b": self.force_b.name,
            "policy_a": self.policy_a.id or "unnamed",
            "policy_b": self.policy_b.id or "unnamed",
            "points": self.points,
            "br_a": self.force_a.battle_rating,
            "br_b": self.force_b.battle_rating,
            "terrain": self.terrain if isinstance(self.terrain, str) else self.terrain.id,
        }

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing about the forces, as sentences."""
        said: list[str] = []
        for name, force in (("a", self.force_a), ("b", self.force_b)):
            legality = check_force(replace(force, points=self.points), self.ruleset)
            said += [f"{force.name} ({name}): {note}" for note in legality.notes]
        estimates = {kind.warrior.full_id for kind in self.kinds if kind.warrior.provenance != "published"}
        if estimates:
            count = len({kind.warrior.full_id for kind in self.kinds})
            said.append(f"of {count} profiles {len(estimates)} are wholly or partly estimates")
        return tuple(said)


def matchup(
    force_a: ForceLike,
    force_b: ForceLike,
    *,
    ruleset: RulesetLike = None,
    policy_a: PolicyLike = "tactician",
    policy_b: PolicyLike = "tactician",
    terrain: TerrainLike = "random",
    points: int | None = None,
) -> Matchup:
    """Return a checked matchup from names, files or values.

    Raises
    ------
    InputError
        With everything that is wrong: unknown names, files, illegal forces, terrain, policies.

    Examples
    --------
    >>> met = matchup("forces/karn_500", "forces/nexus_500")
    >>> met.points, met.policy_b.id, met.kinds[0].side
    (500, 'tactician', 'a')
    """
    problems: list[Problem] = []
    rules = _tried(lambda: _ruleset(ruleset), problems, "ruleset")
    a = _tried(lambda: _force(force_a, rules), problems, "force_a")
    b = _tried(lambda: _force(force_b, rules), problems, "force_b")
    mine = _tried(lambda: as_policy(policy_a), problems, "policy_a")
    other = _tried(lambda: as_policy(policy_b), problems, "policy_b")
    ground = _tried(lambda: as_terrain(terrain), problems, "terrain")
    agreed = points if points is not None else max((force.points for force in (a, b) if force), default=0)
    if points is not None:
        problems += wrong_count(points, "points", most=MOST_POINTS)
    if not problems:
        for side, force in (("force_a", a), ("force_b", b)):
            if force is not None:
                problems += _illegal(force, agreed, rules, side)
    if problems or not (rules and a and b and mine and other and ground is not None):
        raise InputError(problems or [Problem("the matchup cannot be read")])
    return Matchup(a, b, rules, mine, other, agreed, ground)


def as_terrain(terrain: TerrainLike) -> str | Layout:
    """Return the terrain that was meant: "random", "none", or a layout by name, file or value.

    Examples
    --------
    >>> as_terrain("random"), as_terrain("crossroads").id
    ('random', 'crossroads')
    """
    if isinstance(terrain, Layout):
        return terrain
    if not isinstance(terrain, (str, Path)):
        raise InputError(f"expected random, none, a layout or its file, found {terrain!r}")
    if str(terrain) in TERRAINS:
        return str(terrain)
    try:
        return load_terrain(terrain)
    except InputError as error:
        if any(problem.where for problem in error.problems):
            raise
        from havoksim.foundation.errors import nearest
        from havoksim.model.places import known_names

        known = [*TERRAINS, *known_names("terrain")]
        message = f"unknown terrain {str(terrain)!r} (known: {', '.join(known)}, or the file of a layout)"
        raise InputError(message, suggestion=nearest(str(terrain), known)) from None


def _tried(load: Callable[[], T], problems: list[Problem], key: str) -> T | None:
    """Return what can be loaded, or keep what is wrong."""
    try:
        return load()
    except InputError as error:
        problems += [p if p.where or p.key else Problem(p.message, "", key, p.suggestion) for p in error.problems]
        return None


def _ruleset(ruleset: RulesetLike) -> Ruleset:
    if ruleset is None:
        return havok_2_0()
    if isinstance(ruleset, Ruleset):
        return ruleset
    from havoksim.model.ruleset_file import load_ruleset

    return load_ruleset(ruleset)


def _force(force: ForceLike, rules: Ruleset | None) -> Force:
    if isinstance(force, Force):
        return force
    if not isinstance(force, (str, Path)):
        raise InputError(f"expected a force or the name of its file, found {force!r}")
    from havoksim.model.force_file import load_force

    return load_force(force, ruleset=rules)


def _illegal(force: Force, points: int, rules: Ruleset | None, side: str) -> list[Problem]:
    """Return why a force may not be fielded in a battle of so many points."""
    found = check_force(replace(force, points=points), rules).problems
    return [Problem(problem.message, force.id or force.name, side) for problem in found]
