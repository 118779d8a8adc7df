"""The battle rating at which a warrior type breaks even: its worth beside a type whose price is taken as right.

So many of the standard type stand against a growing number of the variant. Where the score crosses one half the two
sides are worth the same, and one model of the variant is worth

    worth = standards · BR of the standard / variants,

the number of variants being read between two whole numbers on a straight line. A type against itself is worth what
it costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from havoksim.foundation.errors import InputError, wrong_count
from havoksim.foundation.intervals import Z95

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior

#: Most models of the variant that are tried.
MOST = 400


@dataclass(frozen=True, slots=True)
class BreakEven:
    """What one model of a type is worth in one kind of fight."""

    #: Battle rating at which it breaks even; None if no number of models can reach one half.
    worth: float | None
    #: Bounds of the 95 % interval; equal to `worth` if the duels were exact, and None like it.
    lo: float | None
    hi: float | None
    #: How many of the variant match the standards, between two whole numbers; None like `worth`.
    models: float | None
    #: How many standards they match.
    standards: int
    #: "exact" or "sampled".
    method: str

    def __repr__(self) -> str:
        if self.worth is None or self.lo is None or self.hi is None:
            return f"BreakEven(never even, {self.method})"
        error = "" if self.method == "exact" else f" ({self.lo:.1f} to {self.hi:.1f})"
        return f"BreakEven({self.worth:.2f} BR{error}, {self.models:.2f} match {self.standards}, {self.method})"


def break_even(variant: Warrior, standard: Warrior, *, standards: int = 20, **fight: Any) -> BreakEven:
    """Return what one model of `variant` is worth in battle rating, if `standard` is worth what it costs.

    Parameters
    ----------
    variant, standard : Warrior
        The two types.
    standards : int
        How many of the standard fight; more of them give a finer answer for bigger fights.
    **fight
        How they fight, as for ``havoksim.duel``: ``mode``, ``range``, ``cover``, ``ruleset``, ``n``, ``seed``, ...

    Returns
    -------
    BreakEven
        With ``worth`` None where one half is out of reach: a single variant already wins more, or `MOST` still lose.

    Examples
    --------
    >>> from havoksim.model.names import find_warrior
    >>> trooper = find_warrior("karn_trooper")
    >>> break_even(trooper, trooper, standards=6, range=6).worth
    10.0
    """
    from havoksim.model.side import Side
    from havoksim.odds.duel import duel

    problems = wrong_count(standards, "standards", least=1, most=MOST)
    if problems:
        raise InputError(problems)
    seen: dict[int, tuple[float, float]] = {}
    stalemate: set[int] = set()
    methods: set[str] = set()

    def score(models: int) -> float:
        if models not in seen:
            result = duel(Side(variant, models), Side(standard, standards), lengths=False, **fight)
            methods.add(result.method)
            seen[models] = result.score_a, result.score_a_se
            if result.p_undecided > 0.5:
                stalemate.add(models)
        return seen[models][0]

    fewer, more = 0, max(1, round(standards * standard.battle_rating / variant.battle_rating))
    while score(more) < 0.5 and more < MOST:
        fewer, more = more, min(2 * more, MOST)
    while more - fewer > 1:
        middle = (fewer + more) // 2
        if score(middle) < 0.5:
            fewer = middle
        else:
            more = middle
    method = "sampled" if "sampled" in methods else "exact"
    if score(more) < 0.5 or more in stalemate or (more == 1 and score(1) > 0.5):
        return BreakEven(None, None, None, None, standards, method)
    low, high = (score(fewer) if fewer else 0.0), score(more)
    slope = high - low
    models = more - (high - 0.5) / slope
    error = Z95 * max(seen[more][1], seen[fewer][1] if fewer else 0.0) / slope
    rating = standards * standard.battle_rating
    return BreakEven(
        worth=rating / models,
        lo=rating / (models + error),
        hi=rating / max(models - error, 1e-9),
        models=models,
        standards=standards,
        method=method,
    )
