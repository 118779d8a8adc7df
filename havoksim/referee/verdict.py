"""What the referee says about a battle."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing in a record that the rules do not allow.

    Examples
    --------
    >>> print(Violation(12, "HVK-FIRE-03", "2 dice", "3 dice"))
    line 12: HVK-FIRE-03: expected 2 dice, found 3 dice
    """

    #: Line of the record, the header being line 1.
    line: int
    #: Clause of the rule ledger that is broken.
    clause: str
    #: What the rules demand.
    expected: str
    #: What the record says.
    found: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.clause}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Result:
    """How the battle ended, counted by the referee itself."""

    #: Number of the battle under its seed; None for a game played by hand.
    battle: int | None
    #: The side that is first in every tie-break.
    seat_first: str
    #: Side that won, or None for a draw.
    winner: str | None
    #: Battle rating of b's casualties, and of a's (HVK-WIN-01).
    br_destroyed_a: int
    br_destroyed_b: int
    #: Battle turns that were begun.
    turns: int
    #: ``turn_limit`` or ``wiped_out``.
    ended_by: str
    #: Models of each side in the forces, deployed, alive and dead at the end.
    fielded: tuple[int, int]
    deployed: tuple[int, int]
    alive: tuple[int, int]
    dead: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything that is wrong with a record, and the result that the referee counted."""

    #: In the order of the record; empty for a legal battle.
    violations: tuple[Violation, ...]
    #: The end of the battle.
    result: Result

    @property
    def legal(self) -> bool:
        """True if nothing is wrong."""
        return not self.violations

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        return {
            "legal": self.legal,
            "violations": [asdict(violation) for violation in self.violations],
            "result": asdict(self.result),
        }
