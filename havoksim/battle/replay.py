"""Play one battle again and write down every choice and every die."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from havoksim.battle.many_battles import wrong_battle
from havoksim.battle.matchup import matchup
from havoksim.foundation.errors import InputError
from havoksim.foundation.seeds import resolve_seed

if TYPE_CHECKING:
    from havoksim.battle.matchup import ForceLike, PolicyLike, RulesetLike, TerrainLike


def replay(
    force_a: ForceLike,
    force_b: ForceLike,
    *,
    seed: int,
    battle: int = 0,
    ruleset: RulesetLike = None,
    policy_a: PolicyLike = "tactician",
    policy_b: PolicyLike = "tactician",
    terrain: TerrainLike = "random",
    points: int | None = None,
) -> list[dict[str, Any]]:
    """Return the record of battle `battle` of a seed: the header, then every event.

    Parameters
    ----------
    seed, battle : int
        Which battle; the other arguments are those of :func:`havoksim.battle.simulate`.

    Raises
    ------
    InputError
        With everything that is wrong, such as a battle that no seed has.
    """
    problems = wrong_battle(battle)
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
        raise InputError([*problems, *error.problems]) from None
    if problems:
        raise InputError(problems)
    from havoksim.battle.compiling import compile_once
    from havoksim.battle.play import record

    pack = met.pack()
    compile_once(pack)
    lines: list[dict[str, Any]] = record(pack, seed, battle)
    return lines


def record_text(lines: Iterable[Mapping[str, Any]]) -> str:
    r"""Return a record as JSON Lines.

    Examples
    --------
    >>> record_text([{"havoksim_record": 1}, {"event": "turn", "turn": 1}])
    '{"havoksim_record": 1}\n{"event": "turn", "turn": 1}\n'
    """
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
