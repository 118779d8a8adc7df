"""The course of battles: what is left of both sides turn by turn, and which type destroys which."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from havoksim.battle.tally import Kind
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import Z95

if TYPE_CHECKING:
    from havoksim.battle.matchup import ForceLike

#: Battles of which every event is looked at, by default; the others are only counted.
RECORDED = 200
Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over battles with its standard error, taken over pairs of battles with seats swapped."""

    mean: float
    se: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; what is counted in battle rating is never below 0."""
        half = 0.0 if math.isnan(self.se) else Z95 * self.se
        return max(self.mean - half, 0.0), self.mean + half


@dataclass(frozen=True, kw_only=True, slots=True)
class BattleCourse:
    """How battles between two forces went. Get one from :func:`battle_course`."""

    #: The question: forces, players, points, terrain.
    question: Mapping[str, Any]
    ruleset: str
    seed: int
    #: The types of both sides.
    kinds: tuple[Kind, ...]
    #: Battles behind `destroyed`, and behind `left`.
    n: int
    recorded: int
    #: For each recorded battle and side, the battle rating on the table before the first battle turn and after each.
    left: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    #: Battle rating of the second type that the first destroyed, per battle, by their places in `kinds`.
    destroyed: Mapping[tuple[int, int], Estimate]

    @property
    def turns(self) -> int:
        """Battle turns of a battle that is not over before."""
        return len(self.left[0][0]) - 1

    def left_after(self, side: int, turn: int) -> tuple[Estimate, float, float]:
        """Return what is left of a side after a turn: the mean, and the values between which 8 of 10 battles lie."""
        values = [battle[side][turn] for battle in self.left]
        ranked = sorted(values)
        low, high = (ranked[min(int(share * len(ranked)), len(ranked) - 1)] for share in (0.1, 0.9))
        return over_pairs(values), float(low), float(high)


def battle_course(
    force_a: ForceLike,
    force_b: ForceLike,
    *,
    n: int = 2000,
    recorded: int = RECORDED,
    seed: int | None = None,
    threads: int = 1,
    **how: Any,
) -> BattleCourse:
    """Fight battles 0 to n - 1 of a seed and follow their course.

    Parameters
    ----------
    force_a, force_b, seed, threads
        As for :func:`havoksim.battle.simulate`.
    n : int
        Battles that are counted, even.
    recorded : int
        How many of them, from the first, are followed turn by turn; even.
    **how
        `ruleset`, `policy_a`, `policy_b`, `terrain`, `points`, as for :func:`havoksim.battle.simulate`.

    Raises
    ------
    InputError
        With everything that is wrong, as from :func:`havoksim.battle.simulate`.
    """
    from havoksim.battle.matchup import matchup
    from havoksim.foundation.errors import Problem
    from havoksim.foundation.seeds import resolve_seed

    problems = []
    for name, value in (("n", n), ("recorded", recorded)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 2 or value % 2:
            problems.append(Problem(f"must be even and at least 2, found {value!r}", key=name))
    if problems:
        raise InputError(problems)
    seed = resolve_seed(seed)
    met = matchup(force_a, force_b, **how)
    from havoksim.battle.play import play_block, record

    pack = met.pack()
    end = play_block(pack, seed, 0, n, threads=threads)
    recorded = min(recorded, n)
    turns = met.ruleset.battle_turns
    return BattleCourse(
        question=met.question,
        ruleset=met.ruleset.id,
        seed=seed,
        kinds=met.kinds,
        n=n,
        recorded=recorded,
        left=tuple(left_by_turn(record(pack, seed, battle), turns) for battle in range(recorded)),
        destroyed=destroyed_by_type(end.kills, met.kinds),
    )


def left_by_turn(lines: Sequence[Line], turns: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the battle rating on the table of a and b, before the first turn and after each, from a record.

    Whoever is wiped out before the last turn stays at 0, and the other at what it has.
    """
    header = lines[0]
    rating = {
        f"{side}:{kind}": int(card["battle_rating"])
        for side in ("a", "b")
        for kind, card in header["types"][side].items()
    }
    now = {
        side: sum(rating[f"{side}:{unit['type']}"] * int(unit["size"]) for unit in header["forces"][side]["units"])
        for side in ("a", "b")
    }
    after = {side: [whole] for side, whole in now.items()}

    def note() -> None:
        for side in ("a", "b"):
            after[side].append(now[side])

    begun = 0
    for line in lines[1:]:
        if line["event"] == "turn":
            if begun:
                note()
            begun += 1
        elif line["event"] == "death":
            name = str(line["model"])
            now[name[0]] -= rating[":".join(name.split(":")[:2])]
    for _ in range(turns + 1 - len(after["a"])):
        note()
    return tuple(after["a"]), tuple(after["b"])


def destroyed_by_type(kills: Any, kinds: Sequence[Kind]) -> dict[tuple[int, int], Estimate]:
    """Return for each pair of enemy types the battle rating of the second that the first destroyed, per battle.

    Parameters
    ----------
    kills : (n, K, K) integers
        Wounds that the first type dealt to models of the second that died, battle by battle, in whole pairs.
    kinds : sequence of Kind
        The K types.
    """
    found = {}
    for i, mine in enumerate(kinds):
        for j, other in enumerate(kinds):
            if mine.side != other.side:
                worth = other.warrior.battle_rating / other.warrior.strength
                found[i, j] = over_pairs([float(count) * worth for count in kills[:, i, j]])
    return found


def over_pairs(values: Iterable[float]) -> Estimate:
    """Return the mean of single battles with its standard error over pairs; nan for a single pair.

    Examples
    --------
    >>> over_pairs([0, 10, 4, 6])
    Estimate(mean=5.0, se=0.0)
    """
    each = list(values)
    pairs = [(one + other) / 2 for one, other in zip(each[0::2], each[1::2], strict=True)]
    mean = sum(pairs) / len(pairs)
    if len(pairs) < 2:
        return Estimate(mean, math.nan)
    variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    return Estimate(mean, math.sqrt(variance / len(pairs)))
