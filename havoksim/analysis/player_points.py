"""A player as a point in the unit cube, and back: the ground on which training moves.

A weight w of 0 to 1000 is sqrt(w / 1000), so that a step means as much at 20 as at 500; `reach` is a share of 48
inches, the width of the smaller table. `damage` is the measure of all other weights and stays as it is: only the ratios
of the weights decide what a player does.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, Any

from havoksim.analysis.spsa import Point
from havoksim.model.policy import WEIGHTS, Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Largest weight, and farthest distance that training tries.
MOST_WEIGHT, MOST_REACH = 1000, 48.0
#: What training changes, in the order of the coordinates.
TUNED = (*(name for name in WEIGHTS if name != "damage"), "reach")


def point_of(policy: Policy) -> Point:
    """Return where a player stands.

    Examples
    --------
    >>> from havoksim.model.policy import load_policy
    >>> gunline = load_policy("gunline")
    >>> player_at(point_of(gunline), gunline) == gunline
    True
    """
    weights = [sqrt(getattr(policy, name) / MOST_WEIGHT) for name in TUNED if name != "reach"]
    return (*weights, min(policy.reach / MOST_REACH, 1.0))


def player_at(point: Point, start: Policy) -> Policy:
    """Return the player at a point: whole weights, `reach` in tenths; all else, such as `forbid`, is the start's."""
    values: dict[str, float] = dict(zip(TUNED, point, strict=True))
    weights = {name: round(MOST_WEIGHT * x * x) for name, x in values.items() if name != "reach"}
    return with_values(start, {**weights, "reach": round(MOST_REACH * values["reach"], 1)})


def with_values(start: Policy, values: Mapping[str, float]) -> Policy:
    """Return a player with other weights and reach."""
    changed: dict[str, Any] = {name: int(values[name]) for name in TUNED if name != "reach"}
    return replace(start, **changed, reach=float(values["reach"]))


def values_of(policy: Policy) -> dict[str, float]:
    """Return what training changes, by name."""
    return {name: getattr(policy, name) for name in TUNED}
