"""Which battle of a batch is worth watching: a typical one, the rarest win, the closest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.foundation.errors import InputError, unknown_name

#: What may be asked for.
CHOICES = ("median", "upset", "closest")
#: Number of the battle, BR destroyed by a and by b, and the winner: "a", "b" or "draw".
Ended = tuple[int, int, int, str]


@dataclass(frozen=True, slots=True)
class Telling:
    """A battle that was picked out, and why."""

    battle: int
    why: str


def telling_battle(ended: Sequence[Ended], which: str) -> Telling:
    """Return the battle of a batch that tells most.

    Parameters
    ----------
    ended : sequence of (battle, BR destroyed by a, by b, winner)
        How the battles ended.
    which : str
        "median": the margin in the middle of all; "upset": a win of the side that wins more rarely, the clearest of
        them; "closest": the smallest margin. Of several the first.

    Raises
    ------
    InputError
        If there is no battle, no such choice, or, for an upset, no battle that anybody won.

    Examples
    --------
    >>> ended = [(0, 90, 20, "a"), (1, 50, 40, "a"), (2, 10, 70, "b"), (3, 60, 10, "a"), (4, 30, 40, "b")]
    >>> telling_battle(ended, "median")
    Telling(battle=1, why='the median margin: 50 to 40 BR')
    >>> telling_battle(ended, "upset")
    Telling(battle=2, why='the clearest win of b, which wins 2 of 5: 70 to 10 BR')
    >>> telling_battle(ended, "closest").battle
    1
    """
    if which not in CHOICES:
        raise InputError(unknown_name("choice", which, CHOICES, key="replay"))
    if not ended:
        raise InputError("there is no battle to choose from", key="replay")
    if which == "median":
        margins = sorted(a - b for _, a, b, _ in ended)
        middle = margins[(len(margins) - 1) // 2]
        battle, a, b, _ = next(one for one in ended if one[1] - one[2] == middle)
        return Telling(battle, f"the median margin: {a} to {b} BR")
    if which == "closest":
        battle, a, b, _ = min(ended, key=lambda one: (abs(one[1] - one[2]), one[0]))
        return Telling(battle, f"the closest: {a} to {b} BR")
    wins = {side: [one for one in ended if one[3] == side] for side in ("a", "b")}
    won = {side: found for side, found in wins.items() if found}
    if not won:
        raise InputError("nobody won any of these battles, so there is no upset to show", key="replay")
    side = min(won, key=lambda one: (len(won[one]), one))
    rare = len(won) > 1
    sign = -1 if rare else 1  # where one side always wins, the nearest thing to an upset is its narrowest win
    battle, a, b, _ = min(won[side], key=lambda one: (sign * abs(one[1] - one[2]), one[0]))
    score = f"{a} to {b} BR" if side == "a" else f"{b} to {a} BR"
    if rare:
        return Telling(battle, f"the clearest win of {side}, which wins {len(won[side])} of {len(ended)}: {score}")
    return Telling(battle, f"the narrowest win of {side}, as the other side never wins: {score}")
