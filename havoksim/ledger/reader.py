"""The clauses of the rule ledger, as values.

A clause says what a rule means (`rule`), what was decided where the source is silent or contradicts itself
(`reading`), which numbers a ruleset may change (`options`), closed forms that a test can check (`dice`) and
which clauses it rests upon (`depends`). Ids are stable for ever.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from havoksim.foundation.errors import InputError, Problem, nearest, unknown_name

#: The ledgers by the first part of their ids: file name without its ending, and what the ledger is about.
LEDGERS = {
    "HVK": ("havok", "The core game, Havok 2.0"),
    "CMP": ("campaign", "The map campaign"),
    "RT": ("rogue_trader", "Optional modules"),
}

#: Ruleset keys that the ledger's options describe in words instead of `key = default`.
_IN_WORDS = {
    "bands": "HVK-FIRE-04",
    "max_range": "HVK-FIRE-04",
    "br_formula": "HVK-PROF-05",
    "table": "HVK-TABLE-01",
    "terrain_count": "HVK-TABLE-02",
    "terrain_sizes": "HVK-TABLE-02",
    "terrain_kinds": "HVK-TABLE-04",
}

_SETTING = re.compile(r'\b([a-z][a-z_]+) = ("[^"]*"|-?\d+(?:\.\d+)?|true|false|none\b|\[\])')


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of the game, as the ledger words it."""

    #: Name of the clause, such as ``HVK-FIRE-05``.
    id: str
    #: A few words.
    title: str
    #: The rule as it is played here.
    rule: str
    #: What was decided where the source is silent or contradicts itself; may be empty.
    reading: str
    #: What a ruleset may change, with the default first; may be empty.
    options: str
    #: Closed forms and worked numbers; may be empty.
    dice: str
    #: Ids of the clauses that it rests upon.
    depends: tuple[str, ...]
    #: Name of the ledger: ``havok``, ``campaign`` or ``rogue_trader``.
    ledger: str

    @property
    def group(self) -> str:
        """The chapter that the clause belongs to: its id without the number."""
        return self.id.rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class Option:
    """A key that the ledger lets a ruleset change."""

    #: Name of the key.
    key: str
    #: Default as the ledger writes it, such as ``6``, ``none`` or ``"greater"``; empty if given in words.
    default: str
    #: Id of the clause that names it first.
    clause: str

    @property
    def value(self) -> object:
        """The default as TOML reads it; ``none`` is the text that stands for it in a ruleset file."""
        if self.default == "none":
            return "none"
        return tomllib.loads(f"value = {self.default}")["value"] if self.default else None


@cache
def clauses(ledger: str | None = None) -> tuple[Clause, ...]:
    """Return the clauses of one ledger, or of all, in the order of the ledger.

    Raises
    ------
    InputError
        If there is no ledger of that name.

    Examples
    --------
    >>> [clause.title for clause in clauses("havok")][:2]
    ['Combat data', 'Vehicle flag']
    """
    names = [file for file, _ in LEDGERS.values()]
    if ledger is None:
        return tuple(clause for name in names for clause in clauses(name))
    if ledger not in names:
        raise InputError(unknown_name("ledger", ledger, names))
    path = Path(__file__).with_name(f"{ledger}.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["clause"]
    return tuple(Clause(**{**entry, "depends": tuple(entry["depends"])}, ledger=ledger) for entry in entries)


def clause(clause_id: str) -> Clause:
    """Return the clause of that id; upper or lower case.

    Raises
    ------
    InputError
        If no ledger has it; with the nearest id.

    Examples
    --------
    >>> clause("hvk-fire-05").title
    'Exploding sixes'
    """
    found = [one for one in find_clauses(clause_id) if one.id == clause_id.strip().upper()]
    if not found:
        raise InputError(_unknown(clause_id))
    return found[0]


def find_clauses(name: str) -> tuple[Clause, ...]:
    """Return the clause of that id, or all of a chapter such as ``HVK-FIRE`` or a ledger such as ``HVK``.

    Raises
    ------
    InputError
        If there is none; with the nearest id or chapter.

    Examples
    --------
    >>> [clause.id for clause in find_clauses("HVK-ARM")]
    ['HVK-ARM-01']
    """
    wanted = name.strip().upper()
    ledger = LEDGERS.get(wanted.partition("-")[0])
    pool = clauses(ledger[0]) if ledger else ()
    found = tuple(one for one in pool if wanted in (one.id, one.group, one.id.partition("-")[0]))
    if not found:
        raise InputError(_unknown(name))
    return found


def _unknown(name: str) -> Problem:
    """Describe an id that no ledger has."""
    known = clauses()
    names = [*LEDGERS, *dict.fromkeys(one.group for one in known), *(one.id for one in known)]
    wanted = name.strip().upper()
    ledger = LEDGERS.get(wanted.partition("-")[0])
    if ledger:  # right ledger: the nearest name is looked for there
        names = [one for one in names if one.startswith(wanted.partition("-")[0])]
    hint = "`havoksim rules` lists the clauses"
    chapter, _, number = wanted.rpartition("-")
    padded = f"{chapter}-{number.zfill(2)}"
    return Problem(
        f"unknown clause {name!r} ({hint})", suggestion=padded if padded in names else nearest(wanted, names)
    )


@cache
def option_keys(ledger: str = "havok") -> dict[str, Option]:
    """Return the keys that the options of a ledger's clauses name, with the ledger's default.

    Examples
    --------
    >>> keys = option_keys()
    >>> keys["block_on"].value, keys["armour_roll"].value, keys["max_explosions"].clause
    (6, 'greater', 'HVK-FIRE-05')
    """
    found = {
        match[1]: Option(match[1], match[2], one.id)
        for one in reversed(clauses(ledger))  # the first clause that names a key wins
        for match in _SETTING.finditer(one.options)
    }
    if ledger == "havok":
        found |= {key: Option(key, "", clause_id) for key, clause_id in _IN_WORDS.items()}
    return found
