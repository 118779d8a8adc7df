"""Whole-number sums over many battles: all that the statistics need, added up block by block in any grouping.

Battles 2j and 2j + 1 are a pair: the same terrain, seats swapped. Spread is measured between pairs, so the sums of
squares are of what both battles of a pair have together. Credits are counted in units of 1/L battle rating, L being the
least common multiple of the strengths in play: a wound on a model that died of it is worth BR / strength.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior

#: Whose sum it is (empty for the battle, else ``a:list/type``), and of what.
Key = tuple[str, str]
Tally = Counter[Key]

#: How a battle ends, by the kernel's number.
ENDED_BY = ("turn_limit", "wiped_out")

#: Sums of the battle as a whole.
BATTLE_SUMS = (
    "battles", "wins_a", "draws", "wins_b", "wiped_out", "points_squares", "destroyed_a", "destroyed_a_squares",
    "destroyed_b", "destroyed_b_squares", "margin_squares", "margin_each_squares", "turns", "turns_squares",
)  # fmt: skip
#: Sums of one type of one side: models lost, credits, and squares and products over pairs.
TYPE_SUMS = ("lost", "lost_squares", "credit", "credit_squares", "credit_lost")


@dataclass(frozen=True, slots=True)
class Kind:
    """All models of one type on one side of a battle."""

    #: "a" or "b".
    side: str
    #: The type.
    warrior: Warrior
    #: How many of them are fielded.
    models: int

    @property
    def key(self) -> str:
        """Name in sums and records of sums: ``a:list/type``."""
        return f"{self.side}:{self.warrior.full_id}"


def credit_unit(kinds: Iterable[Kind]) -> int:
    """Return L: one battle rating in units of credit.

    Examples
    --------
    >>> from havoksim.model.names import find_warrior
    >>> credit_unit([Kind("a", find_warrior("karn_trooper"), 3), Kind("b", find_warrior("razor"), 2)])
    6
    """
    return lcm(1, *(kind.warrior.strength for kind in kinds))


def tally(
    kinds: Sequence[Kind],
    *,
    winner: Any,
    destroyed: Any,
    turns: Any,
    ended_by: Any,
    lost: Any,
    kills: Any,
) -> Tally:
    """Add up a block of whole pairs of battles.

    Parameters
    ----------
    kinds : sequence of Kind
        The K types of both sides.
    winner : (n,) integers
        0 for a draw, 1 for a, 2 for b.
    destroyed : (n, 2) integers
        BR of the enemy's casualties, of a and of b.
    turns, ended_by : (n,) integers
        Battle turns begun, and the place in `ENDED_BY`.
    lost : (n, K) integers
        Models lost.
    kills : (n, K, K) integers
        Wounds that the first kind dealt to models of the second that died.
    """
    import numpy as np

    wide = np.int64
    winner, turns = np.asarray(winner, wide), np.asarray(turns, wide)
    destroyed, lost = np.asarray(destroyed, wide), np.asarray(lost, wide)
    points = 2 * (winner == 1) + (winner == 0)
    margin = destroyed[:, 0] - destroyed[:, 1]
    sums: dict[Key, Any] = {
        ("", "battles"): len(winner),
        ("", "wins_a"): (winner == 1).sum(),
        ("", "draws"): (winner == 0).sum(),
        ("", "wins_b"): (winner == 2).sum(),
        ("", "wiped_out"): (np.asarray(ended_by) == 1).sum(),
        ("", "points_squares"): _squares(points),
        ("", "destroyed_a"): destroyed[:, 0].sum(),
        ("", "destroyed_a_squares"): _squares(destroyed[:, 0]),
        ("", "destroyed_b"): destroyed[:, 1].sum(),
        ("", "destroyed_b_squares"): _squares(destroyed[:, 1]),
        ("", "margin_squares"): _squares(margin),
        ("", "margin_each_squares"): (margin * margin).sum(),
        ("", "turns"): turns.sum(),
        ("", "turns_squares"): _squares(turns),
    }
    unit = credit_unit(kinds)
    worth = np.array([kind.warrior.battle_rating * (unit // kind.warrior.strength) for kind in kinds], wide)
    foe = np.array([[mine.side != other.side for other in kinds] for mine in kinds], wide)
    shape = (len(kinds), len(kinds))
    credit = np.asarray(kills, wide).reshape(len(winner), *shape) * (foe.reshape(shape) * worth)
    credit = credit.sum(axis=2)
    for place, kind in enumerate(kinds):
        gone, earned = lost[:, place], credit[:, place]
        sums[kind.key, "lost"] = gone.sum()
        sums[kind.key, "lost_squares"] = _squares(gone)
        sums[kind.key, "credit"] = earned.sum()
        sums[kind.key, "credit_squares"] = _squares(earned)
        sums[kind.key, "credit_lost"] = (_pairs(earned) * _pairs(gone)).sum()
    return Counter({key: int(value) for key, value in sums.items()})


def together(tallies: Iterable[Mapping[Key, int]]) -> Tally:
    """Return the sums of several blocks; blocks without a battle change nothing."""
    whole: Tally = Counter()
    for part in tallies:
        for key, value in part.items():
            whole[key] += value
    return whole


def _pairs(values: Any) -> Any:
    """Return what both battles of each pair have together."""
    return values[0::2] + values[1::2]


def _squares(values: Any) -> Any:
    pairs = _pairs(values)
    return (pairs * pairs).sum()
