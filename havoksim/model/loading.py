"""Everything that can be read from a file, by kind; and whether files are right without using them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.army_list import ArmyList
from havoksim.model.battle_sweep import BattleSweep
from havoksim.model.catalogue import army_list_of, load_army_list
from havoksim.model.force import Force
from havoksim.model.force_file import force_of, load_force
from havoksim.model.policy import Policy, load_policy, policy_of
from havoksim.model.proposal import Proposal, load_proposal, proposal_of
from havoksim.model.reading import placed, read_document
from havoksim.model.ruleset import Ruleset, havok_2_0, ruleset_from_table
from havoksim.model.ruleset_file import load_ruleset, ruleset_of
from havoksim.model.sweep import Sweep, load_sweep, sweep_of
from havoksim.model.terrain import Layout, layout_of, load_terrain

__all__ = [
    "Loaded",
    "Report",
    "load_army_list",
    "load_file",
    "load_force",
    "load_policy",
    "load_proposal",
    "load_ruleset",
    "load_sweep",
    "load_terrain",
    "ruleset_from_table",
    "validate_paths",
]

Loaded = ArmyList | Force | Ruleset | Proposal | Sweep | BattleSweep | Policy | Layout


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be said about one file."""

    #: The file.
    path: Path
    #: What it says it is; empty if that cannot be read.
    kind: str
    #: Everything that is wrong with it.
    problems: tuple[Problem, ...]
    #: What is worth knowing though it is not wrong.
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.problems


def load_file(path: str | Path) -> Loaded:
    """Return whatever a file holds, by the `kind` that it names.

    Raises
    ------
    InputError
        With everything that is wrong with it.
    """
    return _load(Path(path))[1]


def _load(path: Path) -> tuple[str, Loaded]:
    document = read_document(path)
    readers = {
        "army_list": army_list_of,
        "force": force_of,
        "ruleset": ruleset_of,
        "proposal": proposal_of,
        "sweep": sweep_of,
        "policy": policy_of,
        "terrain": layout_of,
    }
    try:
        return document.kind, readers[document.kind](document)  # type: ignore[operator]
    except InputError as error:
        raise _KindError(document.kind, placed(error.problems, path)) from None


class _KindError(InputError):
    """Problems of a file whose kind is known."""

    def __init__(self, kind: str, problems: Iterable[Problem]) -> None:
        super().__init__(problems)
        self.kind = kind

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Problem, ...]]]:
        return InputError, (self.problems,)


def validate_paths(paths: Iterable[str | Path]) -> list[Report]:
    """Check files, and every TOML file below folders; nothing is raised.

    Examples
    --------
    >>> from havoksim.model.places import packaged
    >>> all(report.ok for report in validate_paths([packaged("army_lists")]))
    True
    """
    return [report for path in paths for report in _validate(Path(path))]


def _validate(path: Path) -> list[Report]:
    if not path.is_dir():
        return [_report(path)]
    files = [f for f in sorted(path.rglob("*.toml")) if not any(p.startswith(".") for p in f.relative_to(path).parts)]
    if not files:
        return [Report(path, "", (Problem("there are no .toml files in this folder", str(path)),), ())]
    return [_report(file) for file in files]


def _report(path: Path) -> Report:
    try:
        kind, value = _load(path)
    except _KindError as error:
        return Report(path, error.kind, error.problems, ())
    except InputError as error:
        return Report(path, "", error.problems, ())
    return Report(path, kind, (), notes(value))


def notes(value: Loaded) -> tuple[str, ...]:
    """Return what is worth knowing about a right file: unknown limits, estimates, prices off the formula."""
    if isinstance(value, Force):
        return value.notes
    if not isinstance(value, ArmyList):
        return ()
    formula = havok_2_0().br_formula
    said = []
    unknown = [
        w.id
        for w in value
        if any(w.limits.get(s, "unknown") == "unknown" for s in ("brigade", "division", "corps", "army"))
    ]
    if unknown:
        said.append(f"limits are unknown and count as U for {', '.join(unknown)} (HVK-FORCE-03)")
    estimates = [w.id for w in value if w.provenance != "published"]
    if estimates:
        said.append(f"figures are wholly or partly estimates for {', '.join(estimates)}")
    said += [
        f"{w.id}: stated BR {w.battle_rating}, by the formula {formula.of(w):g} (HVK-PROF-05)"
        for w in value
        if formula.of(w) != w.battle_rating
    ]
    return tuple(said)
