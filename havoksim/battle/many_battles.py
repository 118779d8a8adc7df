"""Fight many battles between two forces: ``havoksim.battle.simulate``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from havoksim.battle.matchup import Matchup, matchup
from havoksim.battle.results import BattleResult, EachBattle, each_battle
from havoksim.battle.tally import Tally, tally, together
from havoksim.foundation.chunks import in_chunks
from havoksim.foundation.errors import InputError, Problem, wrong_count
from havoksim.foundation.seeds import resolve_seed

if TYPE_CHECKING:
    from havoksim.battle.matchup import ForceLike, PolicyLike, RulesetLike, TerrainLike
    from havoksim.battle.pack import Pack

#: Battles of one piece of work: whole pairs, so many that a call costs nothing, so few that threads share evenly.
CHUNK = 256
#: Battles whose sums are added up before more are fought.
BLOCK = 64 * CHUNK
#: Battles are numbered below this.
BATTLES_END = 1 << 48

ASSUMPTIONS = (
    "battles 2j and 2j + 1 are a pair: the same terrain, seats swapped, dice independent; all errors come from pairs",
    "a draw counts half",
    "BR destroyed by a type is shared out by the wounds on models that died; an explosion's kills go to the type that"
    " destroyed the vehicle, and what it does to that type's own side earns nothing",
)


class Halted(Exception):
    """Somebody asked to stop while battles were being fought."""


def simulate(
    force_a: ForceLike,
    force_b: ForceLike,
    *,
    n: int,
    seed: int | None = None,
    ruleset: RulesetLike = None,
    policy_a: PolicyLike = "tactician",
    policy_b: PolicyLike = "tactician",
    terrain: TerrainLike = "random",
    points: int | None = None,
    threads: int = 1,
    each: bool = False,
    confidence: float = 0.95,
    tell: Callable[[int], None] = lambda done: None,
) -> BattleResult:
    """Fight battles 0 to n - 1 of a seed, in pairs with seats swapped.

    Parameters
    ----------
    force_a, force_b : str, Path or Force
        The two forces: names, files or values.
    n : int
        Number of battles, even.
    seed : int, optional
        Address of all dice; drawn and kept if left out.
    ruleset : str, Path or Ruleset, optional
        By default the game as published.
    policy_a, policy_b : str, Path or Policy
        The players.
    terrain : str, Path or Layout
        "random" (anew for each pair of battles), "none", or a layout.
    points : int, optional
        Agreed points; by default those of the larger force.
    threads : int
        Threads; they change nothing but the time.
    each : bool
        Keep how every single battle ended.
    confidence : float
        Level of the intervals.
    tell : callable
        Called with 0 when the first battle begins, then now and then with the number of battles fought since.

    Raises
    ------
    InputError
        With everything that is wrong: n odd or 0, names, illegal forces, a zone too small for the models.
    """
    problems = _wrong_number(n) + wrong_count(threads, "threads", least=1)
    if not (isinstance(confidence, float) and 0.0 < confidence < 1.0):
        problems.append(Problem(f"must lie between 0 and 1, such as 0.95; found {confidence!r}", key="confidence"))
    met: Matchup | None = None
    try:
        seed = resolve_seed(seed)
    except InputError as error:
        problems += error.problems
    try:
        met = matchup(
            force_a,
            force_b,
            ruleset=ruleset,
            policy_a=policy_a,
            policy_b=policy_b,
            terrain=terrain,
            points=points,
        )
    except InputError as error:
        problems += error.problems
    if problems or met is None or seed is None:
        raise InputError(problems)
    from havoksim.battle.compiling import compile_once

    pack = met.pack()
    compile_once(pack)
    sums, kept = fight(pack, met, seed, 0, n, threads=threads, each=each, tell=tell)
    return BattleResult(
        question=met.question,
        ruleset=met.ruleset.id,
        n=n,
        seed=seed,
        tally=sums,
        kinds=met.kinds,
        assumptions=(*ASSUMPTIONS, *met.notes),
        confidence=confidence,
        provenance=provenance(met, n, seed),
        each=kept,
    )


def fight(
    pack: Pack,
    met: Matchup,
    seed: int,
    first: int,
    n: int,
    *,
    threads: int = 1,
    each: bool = False,
    is_stopped: Callable[[], bool] = lambda: False,
    tell: Callable[[int], None] = lambda done: None,
) -> tuple[Tally, tuple[EachBattle, ...]]:
    """Fight battles first .. first + n - 1 of a seed and return their sums.

    Raises
    ------
    Halted
        If `is_stopped` turns true on the way.
    """
    from havoksim.battle.play import play_block

    kinds = met.kinds

    def run(start: int, stop: int) -> tuple[Tally, EachBattle | None]:
        if is_stopped():
            raise Halted
        end = play_block(pack, seed, first + start, stop - start, threads=1)
        sums = tally(
            kinds,
            winner=end.winner,
            destroyed=end.br_destroyed,
            turns=end.turns,
            ended_by=end.ended_by,
            lost=end.lost,
            kills=end.kills,
        )
        kept = EachBattle(first + start, end.winner, end.br_destroyed, end.turns, end.ended_by) if each else None
        return sums, kept

    def from_there(there: int, start: int, stop: int) -> tuple[Tally, EachBattle | None]:
        return run(there + start, there + stop)

    tell(0)
    sums = together([])
    kept: list[EachBattle] = []
    for start in range(0, n, BLOCK):  # block by block, so that many battles take no more memory than few
        parts = in_chunks(partial(from_there, start), min(BLOCK, n - start), chunk=CHUNK, threads=threads)
        sums = together([sums, *(part for part, _ in parts)])
        kept += [one for _, one in parts if one is not None]
        tell(min(BLOCK, n - start))
    return sums, each_battle(kept)


def provenance(met: Matchup, n: int, seed: int) -> dict[str, Any]:
    """Return everything that is needed to have an answer again."""
    from dataclasses import asdict

    from havoksim import __version__
    from havoksim.model.fingerprint import fingerprint

    terrain = met.terrain if isinstance(met.terrain, str) else met.terrain.id
    return {
        "havoksim": __version__,
        "ruleset": {"id": met.ruleset.id, "hash": fingerprint(met.ruleset)},
        "forces": {
            side: {"id": force.id, "hash": fingerprint(force)}
            for side, force in (("a", met.force_a), ("b", met.force_b))
        },
        "policies": {"a": asdict(met.policy_a), "b": asdict(met.policy_b)},
        "terrain": {"id": terrain, "hash": fingerprint(met.terrain)},
        "points": met.points,
        "n": n,
        "seed": seed,
    }


def wrong_battle(battle: object) -> list[Problem]:
    """Return the problem of a number that no battle has, if it is one."""
    return wrong_count(battle, "battle", most=BATTLES_END - 1)


def _wrong_number(n: object) -> list[Problem]:
    problems = wrong_count(n, "n", least=2, most=BATTLES_END)
    if isinstance(n, int) and n == 0:
        return [Problem("must be at least 2: without battles there is no answer, found 0", key="n")]
    if not problems and n % 2:  # type: ignore[operator]
        return [Problem(f"must be even: battles come in pairs with seats swapped, found {n}", key="n")]
    return problems
