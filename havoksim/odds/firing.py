"""What a volley does: ``havoksim.odds.fire`` and ``split_fire``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal

from havoksim.combat.exact import firing as exact
from havoksim.combat.exact.units import Units, fire_in_turn
from havoksim.combat.pools import distances_of, fire_die, fire_groups
from havoksim.dice.pool import Die, total, wrong_dice
from havoksim.foundation.errors import InputError, Problem, wrong_count
from havoksim.odds.arguments import (
    as_ruleset,
    as_side,
    need_numbers,
    refuse,
    refuse_numbers,
    too_many_dice,
    wrong_engine,
)
from havoksim.odds.results import FireOdds, SplitFireOdds

if TYPE_CHECKING:
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.side import Side
    from havoksim.odds.arguments import RulesetLike, SideLike

Groups = list[tuple[int, Die]]
Engine = Literal["exact", "sampled"]

ONE_AFTER_ANOTHER = "vehicles are units of one: each volley falls on a single one, and what is beyond it is lost"


def fire(
    attacker: SideLike | None = None,
    target: SideLike | None = None,
    *,
    dice: int | None = None,
    needs: int | None = None,
    armour: int | None = None,
    strength: int | None = None,
    models: int | None = None,
    range: float | Sequence[float] = 12.0,
    cover: bool = False,
    ruleset: RulesetLike = None,
    engine: Engine = "exact",
    n: int = 1_000_000,
    seed: int | None = None,
) -> FireOdds:
    """Return what one volley does: shots on target, wounds, and models killed (HVK-FIRE-03 to -06, HVK-ARM-01).

    Ask with warriors (``fire("5xkarn_trooper", "5x47th_line", range=12, cover=True)``) or with raw numbers.

    Parameters
    ----------
    attacker, target : str, Warrior or Side, optional
        Who fires at whom. All models of the attacker fire; a group of vehicles fires one after another.
    dice, needs, armour : int, optional
        Instead of warriors: first dice of the pool, lowest face that hits (2..6), armour of the target.
    strength, models : int, optional
        With raw numbers: strength of each model of the target and how many they are; both together give `kills`.
    range : float or sequence of float
        Distance in inches, or one for each firing warrior: a unit's dice may need different faces.
    cover : bool
        Whether the target is in cover.
    ruleset : str, path or Ruleset, optional
        Rules to play by; Havok 2.0 by default.
    engine : {"exact", "sampled"}
        How to answer. Sampled answers carry `n` and a standard error.
    n, seed : int
        Number of samples and their seed, for the sampled engine.

    Raises
    ------
    InputError
        If a number is out of range, a name is unknown, or the call mixes warriors and numbers.

    Examples
    --------
    >>> volley = fire(dice=6, needs=4, armour=2)
    >>> round(volley.hits.mean, 12), round(volley.wounds.mean, 12)
    (3.6, 2.4)
    """
    rules = as_ruleset(ruleset)
    refuse(wrong_engine(engine))
    question: dict[str, Any]
    if attacker is None and target is None:
        need_numbers("--dice 6 --needs 4 --armour 2", dice=dice, needs=needs, armour=armour)
        assert dice is not None
        assert needs is not None
        assert armour is not None
        groups = _raw_groups(rules, dice, needs, armour, strength, models)
        volleys, p_wound = [groups], rules.p_wound(armour)
        units = Units((models,), strength) if strength is not None and models is not None else None
        question = {"dice": dice, "needs": needs, "armour": armour}
        if units:
            question |= {"strength": strength, "models": models}
        assumptions: tuple[str, ...] = ()
    elif attacker is None or target is None:
        raise InputError("fire needs an attacker and a target, or raw numbers only", key="target")
    else:
        refuse_numbers(dice=dice, needs=needs, armour=armour, strength=strength, models=models)
        side, aim = as_side(attacker), as_side(target)
        refuse(too_many_dice(side, "attacker"))
        distances = distances_of(range, side.models)
        volleys = _volleys(rules, side, distances, cover=cover)
        p_wound = rules.p_wound(aim.warrior.armour)
        units = Units(aim.units, aim.warrior.strength)
        question = _question(rules, side, aim, distances, cover)
        assumptions = _assumptions(side, aim)
    if engine == "sampled":
        from havoksim.odds.sampled import sampled_fire

        return sampled_fire(rules, volleys, p_wound, units, question, assumptions, n=n, seed=seed)
    all_groups = [group for groups in volleys for group in groups]
    hits, wounds = exact.hits(all_groups), exact.wounds(all_groups, p_wound)
    kills = suffered = None
    if units is not None:
        laws = [exact.wounds(groups, p_wound) for groups in volleys]
        suffered = fire_in_turn(laws, units)
        kills = suffered.map(units.killed_by)
    return FireOdds(
        method="exact",
        ruleset=rules.id,
        assumptions=assumptions,
        question=question,
        hits=hits,
        wounds=wounds,
        kills=kills,
        wounds_suffered=suffered,
    )


def split_fire(
    attacker: SideLike,
    targets: Sequence[SideLike],
    *,
    split: Sequence[int],
    range: float | Sequence[float] = 12.0,
    cover: bool | Sequence[bool] = False,
    ruleset: RulesetLike = None,
) -> SplitFireOdds:
    """Return what a unit's fire does when it is split among several targets before any die is rolled (HVK-FIRE-07).

    Parameters
    ----------
    attacker : str, Warrior or Side
        The firing unit.
    targets : sequence
        The targets, in the order in which they are resolved.
    split : sequence of int
        How many of the firing warriors aim at each target, or how many dice if the ruleset splits by dice.
    range : float or sequence of float
        Distance in inches to all targets, or one for each target.
    cover : bool or sequence of bool
        Whether the targets are in cover: one answer for all, or one for each.

    Examples
    --------
    >>> both = split_fire("5xkarn_trooper", ["2x47th_line", "banshee"], split=(3, 2), range=6)
    >>> len(both.targets)
    2
    """
    rules = as_ruleset(ruleset)
    side, aims = as_side(attacker), [as_side(target) for target in targets]
    of_dice = rules.split_by == "die"
    have = side.models * (side.warrior.firepower if of_dice else 1)
    distances = per_target(range, len(aims), "range")
    covers = per_target(cover, len(aims), "cover")
    problems = [
        Problem(f"must name one value for each of the {len(aims)} targets, found {len(values)}", key=key)
        for key, values in (("split", split), ("range", distances), ("cover", covers))
        if len(values) != len(aims)
    ]
    if any(share < 0 for share in split):
        problems.append(Problem(f"a share of the fire must be 0 or more, found {min(split)}", key="split"))
    if sum(split) > have:
        what = "dice" if of_dice else "warriors"
        problems.append(
            Problem(f"the shares must not exceed the unit's {have} {what}, found {sum(split)}", key="split")
        )
    if side.warrior.vehicle and side.models > 1:
        problems.append(Problem("vehicles are units of one and do not pool their fire", key="split"))
    refuse(problems)
    parts = []
    for aim, share, distance, covered in zip(aims, split, distances, covers, strict=True):
        needs = rules.needs(float(distance), cover=bool(covered))
        thrown = share if of_dice else share * side.warrior.firepower
        groups = [(thrown, fire_die(rules, needs))] if needs is not None else []
        p_wound = rules.p_wound(aim.warrior.armour)
        units = Units(aim.units, aim.warrior.strength)
        wounds = exact.wounds(groups, p_wound)
        suffered = fire_in_turn([wounds], units)
        parts.append(
            FireOdds(
                method="exact",
                ruleset=rules.id,
                question={"target": aim.label, "dice": thrown, "needs": needs, "range": float(distance)},
                hits=exact.hits(groups),
                wounds=wounds,
                kills=suffered.map(units.killed_by),
                wounds_suffered=suffered,
            )
        )
    kills = total([part.kills for part in parts if part.kills is not None])
    return SplitFireOdds(
        method="exact",
        ruleset=rules.id,
        assumptions=("the targets are different units, so that what one suffers says nothing of the next",),
        question={"attacker": side.label, "split": list(split), "split_by": rules.split_by},
        targets=tuple(parts),
        kills=kills,
    )


def per_target(value: float | bool | Sequence[float] | Sequence[bool], targets: int, key: str) -> list[float]:
    """Return one value for each target."""
    values = [value] * targets if isinstance(value, (int, float)) else list(value)
    bad = [v for v in values if not 0 <= v < float("inf")]
    if bad:
        raise InputError(f"must be 0 or more, found {bad[0]!r}", key=key)
    return values


def _raw_groups(rules: Ruleset, dice: int, needs: int, armour: int, strength: int | None, models: int | None) -> Groups:
    """Check raw numbers, all at once, and return the pool that they describe."""
    problems = wrong_dice(dice) + wrong_count(needs, "needs", least=2, most=6) + wrong_count(armour, "armour")
    if strength is not None:
        problems += wrong_count(strength, "strength", least=1, most=1000)
    if models is not None:
        problems += wrong_count(models, "models", least=1, most=1000)
    if (strength is None) != (models is None):
        missing = "models" if models is None else "strength"
        problems.append(Problem("is missing: kills need strength and models together", key=missing))
    refuse(problems)
    return [(dice, fire_die(rules, needs))]


def _volleys(rules: Ruleset, side: Side, distances: Sequence[float], *, cover: bool) -> list[Groups]:
    """Return the dice of each firing unit, grouped by the face they need; out of range adds none."""
    ends = list(accumulate(side.units))
    return [
        fire_groups(rules, side.warrior.firepower, distances[end - models : end], cover=cover)
        for models, end in zip(side.units, ends, strict=True)
    ]


def _question(rules: Ruleset, side: Side, aim: Side, distances: Sequence[float], cover: bool) -> dict[str, Any]:
    """Return the question as it was understood."""
    faces = [rules.needs(distance, cover=cover) for distance in distances]
    same = len(set(distances)) == 1
    return {
        "attacker": side.label,
        "target": aim.label,
        "range": distances[0] if same else list(distances),
        "cover": cover,
        "dice": side.models * side.warrior.firepower,
        "needs": faces[0] if len(set(faces)) == 1 else faces,
        "armour": aim.warrior.armour,
    }


def _assumptions(side: Side, aim: Side) -> tuple[str, ...]:
    """Return what the question left open, as sentences."""
    said = []
    if len(aim.units) > 1:
        said.append(ONE_AFTER_ANOTHER)
    if len(side.units) > 1:
        said.append("the firing vehicles act one after another, each at the target that suffers next")
    return tuple(said)
