"""The ``[ruleset]`` table of a file: which keys it may hold, and why it may not hold others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import TypeVar

from havoksim.foundation.errors import Problem
from havoksim.model.checking import Checked, check
from havoksim.model.wording import found

R = TypeVar("R")

#: Options of the ledger that are chosen for each battle, not by the ruleset.
_ELSEWHERE = {"terrain": "is chosen for each battle with --terrain (HVK-TABLE-02)"}


def checked_numbers(
    table: Mapping[str, object], shape: type[R], numbers: Mapping[str, object]
) -> tuple[Checked[R], list[Problem]]:
    """Check a ruleset's changes on top of the numbers that it extends.

    Parameters
    ----------
    table : mapping
        The changes, as read from TOML (or given from Python).
    shape : type
        The class of rulesets.
    numbers : mapping
        Every number of the ruleset that the changes extend.
    """
    base = {key: _plain(value) for key, value in numbers.items()}
    given = {key: _plain(value) for key, value in table.items()}
    formula, kinds = given.get("br_formula"), given.get("terrain_kinds")
    if isinstance(formula, dict):
        given["br_formula"] = {**_mapping(base["br_formula"]), **formula}
    if isinstance(kinds, dict):
        old = _mapping(base["terrain_kinds"])
        tables = {kind: does for kind, does in kinds.items() if isinstance(does, dict)}
        completed = {kind: {**_mapping(old.get(kind)), **does} for kind, does in tables.items()}
        given["terrain_kinds"] = {**old, **kinds, **completed}
    checked = check(
        {**base, **given},
        shape,
        prefix="ruleset.",
        ignore=("id", "name"),
        stand_in=base,
        strangers=later_key,
    )
    problems = [_endless(p, given) for p in checked.problems]
    return checked, problems


def later_key(key: str) -> str:
    """Say where an option of the rule ledger is chosen if not by a ruleset; empty for any other key.

    Examples
    --------
    >>> later_key("terrain")
    'is chosen for each battle with --terrain (HVK-TABLE-02)'
    """
    return _ELSEWHERE.get(key, "")


def _endless(problem: Problem, given: Mapping[str, object]) -> Problem:
    value = given.get("explode_on")
    if problem.key != "ruleset.explode_on" or isinstance(value, bool) or not isinstance(value, int) or value > 1:
        return problem
    message = (
        f"a die that explodes on every face never ends; must be a whole number from 2 to 6 or "
        f'"none", found {found(value)}'
    )
    return Problem(message, problem.where, problem.key)


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {key: item for key, item in asdict(value).items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _mapping(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}
