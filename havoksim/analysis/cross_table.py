"""Who beats whom: players against players, over forces, with the forces' own strength taken out.

A force meets itself and every other of its points. Two different forces meet twice, changing sides, so that a player
gains nothing from the better force: even players score one half with every force. The figure of two players with a
force is the mean over all that it met, each counted once; over all forces every meeting counts once. Intervals rest on
pairs of battles and hold for these forces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from havoksim.analysis.progress import Progress, Silent
from havoksim.analysis.statistics import holm, p_even, weighted_score
from havoksim.foundation.chunks import in_chunks
from havoksim.foundation.errors import InputError, Problem
from havoksim.foundation.seeds import derived_seed

if TYPE_CHECKING:
    from havoksim.model.force import Force
    from havoksim.model.policy import Policy
    from havoksim.model.ruleset import Ruleset

#: Battles of one piece of work.
BLOCK = 256
#: Stands for all forces together.
ALL = "all"
#: Columns of the table.
COLUMNS = (
    "preset_a", "preset_b", "force", "points", "score_a", "score_a_se", "score_a_lo", "score_a_hi", "p", "p_holm",
    "verdict", "n_battles",
)  # fmt: skip

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two forces at a table: the first is the force of the first player."""

    force_a: Force
    force_b: Force
    #: How much it counts for one of its forces.
    weight: float


@dataclass(frozen=True, slots=True)
class CrossTable:
    """What each player scores against each other, over all forces and with each."""

    presets: tuple[str, ...]
    forces: tuple[str, ...]
    #: One row for two players and a force, or all forces, with the names of `COLUMNS`; each pair of players once.
    rows: tuple[Row, ...]
    seed: int
    #: Battles of each two players with each two forces.
    n: int
    #: Meetings in which terrain left somebody no room; they do not count.
    left_out: tuple[str, ...] = ()
    ruleset: str = ""
    confidence: float = 0.95

    def cell(self, preset_a: str, preset_b: str) -> tuple[float, float, float]:
        """Return score and interval of one player against another, over all forces."""
        for row in self.rows:
            if row["force"] == ALL:
                score, lo, hi = row["score_a"], row["score_a_lo"], row["score_a_hi"]
                if (row["preset_a"], row["preset_b"]) == (preset_a, preset_b):
                    return score, lo, hi
                if (row["preset_b"], row["preset_a"]) == (preset_a, preset_b):
                    return 1.0 - score, 1.0 - hi, 1.0 - lo
        raise KeyError((preset_a, preset_b))

    def beats(self, preset_a: str, preset_b: str) -> bool:
        """Say whether one player beats another over all forces, beyond what chance does to so many cells."""
        for row in self.rows:
            if row["force"] == ALL and {row["preset_a"], row["preset_b"]} == {preset_a, preset_b}:
                return bool(row["verdict"] == ("ahead" if row["preset_a"] == preset_a else "behind"))
        raise KeyError((preset_a, preset_b))

    @property
    def battles(self) -> int:
        """All battles behind the table."""
        return sum(row["n_battles"] for row in self.rows if row["force"] == ALL)


def meetings(forces: Sequence[Force]) -> list[Meeting]:
    """Return who meets whom: each force itself, and each two of the same points twice, changing sides.

    Examples
    --------
    >>> from havoksim.model.loading import load_force
    >>> karn, nexus = load_force("karn_500"), load_force("nexus_500")
    >>> [(one.force_a.army_list.id, one.force_b.army_list.id, one.weight) for one in meetings([karn, nexus])][:2]
    [('karn_empire', 'karn_empire', 1.0), ('karn_empire', 'nexus_rebellion', 0.5)]
    """
    return [Meeting(a, b, 1.0 if a is b else 0.5) for a in forces for b in forces if a.points == b.points]


def battles_each(budget: int, presets: int, forces: Sequence[Force]) -> int:
    """Return how many battles each two players fight with each two forces: even, and as many as the budget allows.

    Raises
    ------
    InputError
        If it is less than two.
    """
    kinds = presets * (presets - 1) // 2 * len(meetings(forces))
    n = budget // kinds // 2 * 2
    if n < 2:
        message = f"must be at least {2 * kinds}, two battles for each two players and each two forces, found {budget}"
        raise InputError(message, key="budget")
    return n


def cross_table(
    presets: Sequence[Policy],
    forces: Sequence[Force],
    *,
    budget: int,
    seed: int,
    ruleset: Ruleset,
    threads: int = 1,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> CrossTable:
    """Let every player play every other, over forces.

    Parameters
    ----------
    presets : sequence of Policy
        At least two, with different ids.
    forces : sequence of Force
        With different ids.
    budget : int
        Most battles that are fought in all.
    seed : int
        Seed of the dice; the same two forces meet on the same tables, whoever plays.
    ruleset : Ruleset
        The rules.
    threads : int
        They change nothing but the time.
    confidence : float
        Level of the intervals.
    progress : Progress, optional
        Who is told.

    Raises
    ------
    InputError
        With what is wrong: too few players or forces, ids that are there twice, too few battles, forces that cannot
        stand in their zones.
    """
    _refuse(presets, forces)
    n = battles_each(budget, len(presets), forces)
    met = meetings(forces)
    told = progress or Silent()
    pairs = [(a, b) for i, a in enumerate(presets) for b in presets[i + 1 :]]
    told.start(len(pairs), 0)
    rows: list[Row] = []
    left_out: list[str] = []
    try:
        for a, b in pairs:
            sums = _fought(a, b, met, n, seed, ruleset, threads)
            crowded = {frozenset((m.force_a.id, m.force_b.id)) for m, s in zip(met, sums, strict=True) if s is None}
            left_out += [f"{a.id} against {b.id} with {' and '.join(sorted(names))}" for names in crowded]
            fought = [
                (m, s)
                for m, s in zip(met, sums, strict=True)
                if s is not None and frozenset((m.force_a.id, m.force_b.id)) not in crowded  # both ways or not at all
            ]
            rows += _rows(a, b, forces, fought, n, confidence)
            told.advance()
    finally:
        told.close()
    for row, p in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_holm"] = p
        ahead = "ahead" if row["score_a"] > 0.5 else "behind"
        row["verdict"] = ahead if p < 1.0 - confidence else "even"
    return CrossTable(
        tuple(policy.id for policy in presets),
        tuple(force.id for force in forces),
        tuple({name: row[name] for name in COLUMNS} for row in rows),
        seed,
        n,
        tuple(sorted(left_out)),
        ruleset.id,
        confidence,
    )


def _refuse(presets: Sequence[Policy], forces: Sequence[Force]) -> None:
    """Refuse what makes no table."""
    problems = []
    if len(presets) < 2:
        problems.append(Problem(f"a cross table needs two players or more, found {len(presets)}", key="presets"))
    if not forces:
        problems.append(Problem("there are no forces to play with", key="forces"))
    for what, ids in (("player", [one.id for one in presets]), ("force", [one.id for one in forces])):
        problems += [
            Problem(f"{name!r} is there {count} times; each {what} needs an id of its own", key=f"{what}s")
            for name, count in Counter(ids).items()
            if count > 1
        ]
    if problems:
        raise InputError(problems)


def _fought(
    a: Policy, b: Policy, met: Sequence[Meeting], n: int, seed: int, ruleset: Ruleset, threads: int
) -> list[tuple[int, int] | None]:
    """Return, for each meeting, the points of the first player and their squares over pairs."""
    from havoksim.battle import play
    from havoksim.battle.pack import pack

    packs = [pack(one.force_a, one.force_b, ruleset, a, b, points=one.force_a.points) for one in met]
    blocks = [(i, first) for i in range(len(met)) for first in range(0, n, BLOCK)]

    def run(start: int, stop: int) -> list[tuple[int, int] | None]:
        out: list[tuple[int, int] | None] = []
        for i, first in blocks[start:stop]:
            one = met[i]
            dice = derived_seed(seed, "evaluate", one.force_a.points, one.force_a.id, one.force_b.id)
            try:
                winner = play.play_block(packs[i], dice, first, min(BLOCK, n - first)).winner
            except InputError:
                out.append(None)
                continue
            points = 2 * (winner == 1) + (winner == 0)
            points = points[0::2] + points[1::2]
            out.append((int(points.sum()), int((points * points).sum())))
        return out

    parts = [one for part in in_chunks(run, len(blocks), chunk=4, threads=threads) for one in part]
    sums: list[tuple[int, int] | None] = [(0, 0)] * len(met)
    for (i, _), part in zip(blocks, parts, strict=True):
        before = sums[i]
        sums[i] = None if part is None or before is None else (before[0] + part[0], before[1] + part[1])
    return sums


def _rows(
    a: Policy,
    b: Policy,
    forces: Sequence[Force],
    fought: Sequence[tuple[Meeting, tuple[int, int]]],
    n: int,
    confidence: float,
) -> list[Row]:
    """Return the rows of two players: over all forces, then with each."""
    rows = []
    for name, points in ((ALL, None), *((force.id, force.points) for force in forces)):
        mine = [
            (m, s)
            for m, s in fought
            if name == ALL or (m.force_a.points == points and name in (m.force_a.id, m.force_b.id))
        ]
        if not mine:
            raise InputError(f"terrain leaves {name} no room to deploy in any battle; take fewer points", key="points")
        pairs = n // 2
        means = [total / (4 * pairs) for _, (total, _) in mine]
        spread = [
            max(squares / pairs / 16 - mean * mean, 0.0) for mean, (_, (_, squares)) in zip(means, mine, strict=True)
        ]
        # one pair shows no spread: then the widest that its mean allows
        ses = [
            (variance / pairs) ** 0.5 if pairs > 1 else (mean * (1 - mean)) ** 0.5
            for variance, mean in zip(spread, means, strict=True)
        ]
        weights = [1.0 if name == ALL else m.weight for m, _ in mine]
        estimate = weighted_score(means, ses, [pairs] * len(mine), weights, confidence=confidence)
        whole = sum(weights)
        worth = whole * whole / sum(w * w / pairs for w in weights)
        rows.append(
            {
                "preset_a": a.id,
                "preset_b": b.id,
                "force": name,
                "points": points,
                "score_a": estimate.value,
                "score_a_se": estimate.se,
                "score_a_lo": estimate.lo,
                "score_a_hi": estimate.hi,
                "p": p_even(estimate.value, worth * estimate.se**2, worth),
                "n_battles": n * len(mine),
            }
        )
    return rows
