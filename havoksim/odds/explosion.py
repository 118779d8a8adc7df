"""What a destroyed vehicle does to those whom it touches: ``havoksim.odds.explosion``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from havoksim.combat.exact.explosion import explosion as exact_explosion
from havoksim.dice.pmf import Pmf
from havoksim.dice.pool import total
from havoksim.odds.arguments import as_ruleset, as_side
from havoksim.odds.results import ExplosionOdds

if TYPE_CHECKING:
    from havoksim.odds.arguments import RulesetLike, SideLike


def explosion(touched: Sequence[SideLike], *, ruleset: RulesetLike = None) -> ExplosionOdds:
    """Return how many of the warriors die that touch a vehicle when it is destroyed (HVK-VEH-01).

    Each of them, friend or foe, suffers ``vehicle_explosion_hits`` hits that must beat its armour, all at the same
    time.

    Parameters
    ----------
    touched : sequence of str, Warrior or Side
        Who touches the vehicle, stands on it or sits in it; all unhurt.
    ruleset : str, path or Ruleset, optional
        Rules to play by; Havok 2.0 by default.

    Examples
    --------
    >>> odds = explosion(["3xkarn_trooper"])  # strength 2: one hit kills nobody
    >>> odds.kills.mean
    0.0
    """
    rules = as_ruleset(ruleset)
    sides = [as_side(side) for side in touched]
    warriors = [side.warrior for side in sides for _ in range(side.models)]
    hits = rules.vehicle_explosion_hits if rules.vehicle_explosion else 0
    laws = exact_explosion(
        [rules.p_wound(warrior.armour) for warrior in warriors],
        [warrior.strength for warrior in warriors],
        hits=hits,
    )
    deaths = [law.p_at_least(warrior.strength) for law, warrior in zip(laws, warriors, strict=True)]
    return ExplosionOdds(
        method="exact",
        ruleset=rules.id,
        assumptions=("first wave only: a vehicle that it destroys explodes in turn (HVK-VEH-02)",),
        question={"touched": [side.label for side in sides]},
        kills=total([Pmf.bernoulli(p) for p in deaths]),
        deaths=tuple((warrior.name, p) for warrior, p in zip(warriors, deaths, strict=True)),
    )
