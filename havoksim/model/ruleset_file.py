"""Rulesets from their files; a partial one is completed by the one that it extends."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.catalogue import bad_id
from havoksim.model.checking import check
from havoksim.model.places import resolve_file
from havoksim.model.reading import Document, keyed, read_document
from havoksim.model.ruleset import Ruleset, havok_2_0, ruleset_from_table


@dataclass(frozen=True, slots=True)
class _RulesetFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    ruleset: dict[str, Any] = field(default_factory=dict)
    id: Annotated[str, MinLen(1)] = "unnamed"
    name: str = ""
    extends: Annotated[str, MinLen(1)] = "havok_2_0"


def load_ruleset(name: str | Path, *, near: Path | None = None) -> Ruleset:
    """Return the numbers of a version of the game.

    Parameters
    ----------
    name : str or Path
        ``havok_2_0``, another ruleset's name, or the path of a file, which may be partial.
    near : Path, optional
        Folder of the file that names it.

    Raises
    ------
    InputError
        With everything that is wrong with the file.

    Examples
    --------
    >>> load_ruleset("no_blocks").block_on, load_ruleset("no_blocks").explode_on
    ('none', 6)
    """
    return ruleset_of(read_document(resolve_file(name, "ruleset", near=near), kind="ruleset"))


def ruleset_of(document: Document, _chain: tuple[Path, ...] = ()) -> Ruleset:
    """Build the ruleset that a file describes, or raise everything that is wrong with it."""
    path = document.path
    head = check(document.table, _RulesetFile)
    problems = [*document.problems, *head.problems]
    value = head.value or _RulesetFile()
    given_id = value.id if "id" in document.table and "id" not in head.wrong else path.stem
    problems += bad_id(given_id, "id") if "id" in document.table and "id" not in head.wrong else []
    base = havok_2_0()
    if _is_the_default(path):
        document.fail(problems)
    elif "extends" not in head.wrong:
        try:
            base = _extended(value.extends, path, (*_chain, path.resolve()))
        except InputError as error:
            problems += keyed(error.problems, "extends")
    if "ruleset" not in head.wrong:
        try:
            made = ruleset_from_table(value.ruleset, extends=base, id=given_id, name=value.name or given_id)
        except InputError as error:
            problems += error.problems
        else:
            document.fail(problems)
            return made
    document.fail(problems)
    raise InputError("the ruleset cannot be read", where=str(path))


def _is_the_default(path: Path) -> bool:
    default = Path(__file__).parent.parent / "rulesets" / "havok_2_0.toml"
    return path.resolve() == default.resolve()


def _extended(name: str, path: Path, chain: tuple[Path, ...]) -> Ruleset:
    if name == "havok_2_0":
        return havok_2_0()
    parent = resolve_file(name, "ruleset", near=path.parent)
    if parent.resolve() in chain:
        raise InputError(
            Problem(
                f"the rulesets extend each other in a circle: {' -> '.join(p.stem for p in chain)}",
                str(path),
                "extends",
            )
        )
    return ruleset_of(read_document(parent, kind="ruleset"), chain)
