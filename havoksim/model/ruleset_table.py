"""The ``[ruleset]`` table of a file: which keys it may hold, and why it may not hold others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import TypeVar

from havoksim.foundation.errors import Problem
from havoksim.model.checking import Checked, check
from havoksim.model.wording import found

R = TypeVar("R")

#: Keys of the battle that the ledger describes without a default.
_UNNAMED = {"table": "HVK-TABLE-01", "terrain_kinds": "HVK-TABLE-04"}


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
    formula = given.get("br_formula")
    if isinstance(formula, dict):
        given["br_formula"] = {**_mapping(base["br_formula"]), **formula}
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
    """Say why a key of the rule ledger is not read by this version; empty if the ledger has no such key.

    Examples
    --------
    >>> later_key("battle_turns")
    'belongs to the battle on the table (HVK-TURN-01), which this version does not play'
    """
    from havoksim.ledger import option_keys

    option = option_keys().get(key)
    clause = option.clause if option else _UNNAMED.get(key)
    return f"belongs to the battle on the table ({clause}), which this version does not play" if clause else ""


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
