"""A proposal: what a rules designer argues for, as a patch to a ruleset and to warrior types; never a copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.army_list import ArmyList
from havoksim.model.catalogue import find_warrior, warrior_of
from havoksim.model.checking import check
from havoksim.model.places import resolve_file
from havoksim.model.reading import Document, keyed, read_document
from havoksim.model.ruleset import Ruleset, ruleset_from_table
from havoksim.model.ruleset_file import load_ruleset
from havoksim.model.warrior import CHARACTERISTICS, Warrior

#: What a proposal may change of a warrior type.
PATCHABLE = (*CHARACTERISTICS, "psyke_attack", "vehicle", "abilities", "limits")


@dataclass(frozen=True, slots=True)
class _ProposalFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    name: Annotated[str, MinLen(1)]
    extends: Annotated[str, MinLen(1)] = "havok_2_0"
    id: str = ""
    ruleset: dict[str, Any] = field(default_factory=dict)
    warrior: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A patch to a ruleset and to warrior types.

    Examples
    --------
    >>> from havoksim.model.loading import load_army_list, load_proposal
    >>> proposal = load_proposal("cheaper_troopers")
    >>> ruleset, (karn,) = proposal.apply(None, [load_army_list("karn_empire")])
    >>> karn["karn_trooper"].battle_rating, ruleset.block_on
    (9, 'none')
    """

    #: Name for titles.
    name: str
    #: The ruleset that it changes.
    extends: Ruleset
    #: Changed keys of the ruleset.
    numbers: Mapping[str, object]
    #: Changed keys of warrior types, by full id.
    warriors: Mapping[str, Mapping[str, object]]
    #: Short name.
    id: str = ""

    def apply(self, ruleset: Ruleset | None, lists: Iterable[ArmyList]) -> tuple[Ruleset, tuple[ArmyList, ...]]:
        """Return the patched ruleset and army lists; lists that it does not mention come back as they are.

        Parameters
        ----------
        ruleset : Ruleset or None
            What to patch; None for the ruleset that the proposal extends.
        lists : iterable of ArmyList
            The army lists to patch.

        Raises
        ------
        InputError
            If it names a type that its list does not have, or the patched values are wrong together.
        """
        base = ruleset or self.extends
        patched = ruleset_from_table(self.numbers, extends=base, id=self.id if self.numbers else "", name=self.name)
        return patched if self.numbers else base, tuple(self._patched_list(army) for army in lists)

    def _patched_list(self, army: ArmyList) -> ArmyList:
        changed = []
        for full_id, changes in self.warriors.items():
            list_id, _, warrior_id = full_id.rpartition("/")
            if list_id == army.id:
                changed.append(patched_warrior(army[warrior_id], changes))
        return army.with_warriors(changed) if changed else army


def patched_warrior(warrior: Warrior, changes: Mapping[str, object]) -> Warrior:
    """Return a type with some figures changed; a changed figure is no longer a published one.

    Raises
    ------
    InputError
        If a figure is wrong.
    """
    made, problems = _patched(warrior, changes, "")
    if problems:
        raise InputError(problems)
    return made


def _patched(warrior: Warrior, changes: Mapping[str, object], prefix: str) -> tuple[Warrior, list[Problem]]:
    whole = {key: item for key, item in asdict(warrior).items() if item is not None and key != "army_list"}
    kept = {key: item for key, item in changes.items() if key in PATCHABLE}
    if isinstance(kept.get("limits"), dict):
        kept["limits"] = {**warrior.limits, **kept["limits"]}  # type: ignore[dict-item]
    made, problems = warrior_of({**whole, **kept}, prefix, warrior.army_list)
    strangers = [
        Problem(
            f"a proposal may not change this (it may change: {', '.join(PATCHABLE)})"
            if key in whole
            else f"unknown key (known: {', '.join(PATCHABLE)})",
            key=f"{prefix}{key}",
            suggestion="" if key in whole else _near(key),
        )
        for key in changes
        if key not in PATCHABLE
    ]
    known = [name for name in made.known if name not in changes or changes[name] == getattr(warrior, name)]
    return replace(made, known=known), [*strangers, *problems]


def _near(key: str) -> str:
    from havoksim.foundation.errors import nearest

    return nearest(key, PATCHABLE)


def load_proposal(name: str | Path, *, near: Path | None = None) -> Proposal:
    """Return a proposal from its file.

    Raises
    ------
    InputError
        With everything that is wrong with the file: unknown keys, unknown types, values that are not allowed.

    Examples
    --------
    >>> load_proposal("cheaper_troopers").numbers
    {'block_on': 'none'}
    """
    return proposal_of(read_document(resolve_file(name, "proposal", near=near), kind="proposal"))


def proposal_of(document: Document) -> Proposal:
    """Build the proposal that a file describes, or raise everything that is wrong with it."""
    from havoksim.model.ruleset import havok_2_0

    table = document.table
    head = check(table, _ProposalFile, stand_in={"name": "Unnamed"})
    problems = [*document.problems, *head.problems]
    value = head.value or _ProposalFile("Unnamed")
    base = havok_2_0()
    if "extends" not in head.wrong:
        try:
            base = load_ruleset(value.extends, near=document.path.parent)
        except InputError as error:
            problems += keyed(error.problems, "extends")
    try:
        ruleset_from_table(value.ruleset, extends=base)
    except InputError as error:
        problems += error.problems
    warriors: dict[str, dict[str, object]] = {}
    for given, changes in value.warrior.items():
        key = f'warrior."{given}"'
        try:
            warrior = find_warrior(given)
        except InputError as error:
            problems += keyed(error.problems, key)
            continue
        if warrior.full_id in warriors:
            problems.append(Problem(f"{warrior.full_id} is changed twice in this file", key=key))
        warriors[warrior.full_id] = dict(changes)
        problems += _patched(warrior, changes, f"{key}.")[1]
    if not problems and not value.ruleset and not any(warriors.values()):
        problems.append(Problem('the proposal changes nothing; it needs [ruleset] or [warrior."list/type"]'))
    document.fail(problems)
    return Proposal(value.name, base, value.ruleset, warriors, value.id or document.path.stem)
