"""Battles of every kind, streamed to the referee: all forces, sizes, terrains, players and a spread of rule options.

Each battle is played twice, once in a block for its result and once for its record. The referee replays the record and
says what is wrong; its own result must be that of the block, and no model may be lost on the way from the force to the
table and to the end. Nothing is written to the disk.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from havoksim.foundation.errors import InputError
from havoksim.testing.spread import Case, cases

if TYPE_CHECKING:
    from havoksim.battle.play import Outcome
    from havoksim.referee import Verdict


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong with one battle."""

    #: What, as a sentence; for a violation the line of the record, the clause, what was expected and what found.
    what: str
    #: Who fought, where and under which rules.
    case: str
    #: Number of the battle under the seed of the case.
    battle: int
    #: Command that writes its record, and the lines of the ruleset file that it names.
    again: str
    rules: tuple[str, ...]


@dataclass(slots=True)
class Judged:
    """What became of the battles."""

    battles: int = 0
    events: int = 0
    #: Models on the table, both sides and all battles together.
    models: int = 0
    #: Violations and disagreements; all of them.
    wrong: list[Wrong] = field(default_factory=list)
    #: Cases that could not be deployed, with the reason.
    refused: list[str] = field(default_factory=list)
    #: Forces, players, terrains and options that were on the table.
    forces: set[str] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    terrains: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)

    def add(self, other: Judged) -> None:
        """Take in what became of other battles."""
        self.battles += other.battles
        self.events += other.events
        self.models += other.models
        self.wrong += other.wrong
        self.refused += other.refused
        for name in ("forces", "players", "terrains", "options"):
            getattr(self, name).update(getattr(other, name))


def referee_case(case: Case) -> Judged:
    """Play the battles of a case, and let the referee judge each."""
    from havoksim.battle.play import play_block, record
    from havoksim.referee import judge

    met = case.matchup()
    whole = case.battles + case.battles % 2
    try:
        pack = met.pack()
        ends = play_block(pack, case.seed, 0, whole)
    except InputError as error:
        return Judged(refused=[f"{case.title}: {error}"])
    out = Judged(
        forces={case.force_a, case.force_b},
        players={case.policy_a, case.policy_b},
        terrains={case.terrain},
        options=set(case.changes),
    )
    fielded = met.force_a.models, met.force_b.models
    for battle in range(case.battles):
        lines = record(pack, case.seed, battle)
        verdict = judge(lines)
        out.battles += 1
        out.events += len(lines) - 1
        out.models += sum(fielded)
        said = [str(violation) for violation in verdict.violations]
        said += disagreements(verdict, ends, battle)
        said += lost_models(lines, verdict, ends, battle, fielded)
        out.wrong += [Wrong(what, case.title, battle, case.again(battle), case.rules) for what in said]
    return out


def disagreements(verdict: Verdict, ends: Outcome, battle: int) -> list[str]:
    """Return what the referee counts otherwise than the block of battles."""
    end = verdict.result
    block = {
        "winner": (None, "a", "b")[int(ends.winner[battle])],
        "br_destroyed_a": int(ends.br_destroyed[battle][0]),
        "br_destroyed_b": int(ends.br_destroyed[battle][1]),
        "turns": int(ends.turns[battle]),
        "ended_by": ("turn_limit", "wiped_out")[int(ends.ended_by[battle])],
    }
    return [
        f"{name}: {value!r} in the block, {getattr(end, name)!r} by the referee's count"
        for name, value in block.items()
        if getattr(end, name) != value
    ]


def lost_models(
    lines: Iterable[Mapping[str, Any]], verdict: Verdict, ends: Outcome, battle: int, fielded: tuple[int, int]
) -> list[str]:
    """Return a sentence for each side whose models do not add up: in = deployed = alive + dead, whoever counts.

    The record is counted line by line here, the referee's count is its own, and the block has one more.
    """
    lines = list(lines)
    end = verdict.result
    said = []
    for place, side in enumerate("ab"):
        on_table, gone = (
            {
                str(line["model"])
                for line in lines
                if line.get("event") == event and line["model"].startswith(f"{side}:")
            }
            for event in ("deploy", "death")
        )
        alive = int(ends.alive[battle][place])
        counts = {
            "in the force": fielded[place],
            "deployed in the record": len(on_table),
            "alive in the block and dead in the record": alive + len(gone & on_table),
            "in the referee's forces": end.fielded[place],
            "deployed by the referee's count": end.deployed[place],
            "alive and dead by the referee's count": end.alive[place] + end.dead[place],
        }
        if len(set(counts.values())) > 1 or alive != end.alive[place]:
            told = ", ".join(f"{count} {where}" for where, count in counts.items())
            said.append(
                f"models of {side}: {told}; alive {alive} in the block, {end.alive[place]} by the referee's count"
            )
    return said


def referee_battles(
    battles: int,
    *,
    seed: int,
    workers: int = 1,
    start: Callable[[], None] = lambda: None,
    tell: Callable[[int], None] = lambda done: None,
) -> Judged:
    """Play so many battles of every kind and let the referee judge each.

    Parameters
    ----------
    battles : int
        How many.
    seed : int
        Seed of them all.
    workers : int
        Processes; they change nothing but the time.
    start : callable
        Called when the engine is ready and the first battle begins.
    tell : callable
        Called after each matchup with the number of battles played in it or refused.
    """
    from havoksim.battle.compiling import compile_once

    out = Judged()
    spread = list(cases(battles, seed=seed))
    with contextlib.suppress(InputError):
        compile_once(spread[0].matchup().pack())
    start()
    if workers == 1 or len(spread) < 2:
        for case in spread:
            out.add(referee_case(case))
            tell(case.battles)
        return out
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        for case, part in zip(spread, pool.map(referee_case, spread, chunksize=4), strict=True):
            out.add(part)
            tell(case.battles)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return out
