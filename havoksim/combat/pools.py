"""Which dice each kind of attack throws under a ruleset: the bridge from the rules' numbers to the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from havoksim.dice.pool import Die
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import Ruleset


def fire_die(ruleset: Ruleset, needs: int) -> Die:
    """Return the die of a firing pool that needs this face (HVK-FIRE-05).

    Examples
    --------
    >>> from havoksim.model.ruleset import havok_2_0
    >>> fire_die(havok_2_0(), 4)
    Die(needs=4, explode_on=6, max_explosions=None, block_on=None)
    """
    return _die(ruleset, needs, blocks=False)


def distances_of(distance: float | Sequence[float], warriors: int) -> tuple[float, ...]:
    """Return the distance from each firing warrior: one number for all, or one for each.

    Examples
    --------
    >>> distances_of(12, 3)
    (12.0, 12.0, 12.0)
    """
    if isinstance(distance, (int, float)):
        distance = [distance] * warriors
    if len(distance) != warriors:
        raise InputError(
            f"must be one distance or one for each of the {warriors} firing warriors, found {len(distance)}",
            key="range",
        )
    bad = [value for value in distance if not 0 <= value < float("inf")]
    if bad:
        raise InputError(f"must be a distance of 0 inches or more, found {bad[0]!r}", key="range")
    return tuple(float(value) for value in distance)


def fire_groups(ruleset: Ruleset, firepower: int, distances: Sequence[float], *, cover: bool) -> list[tuple[int, Die]]:
    """Return a unit's dice in groups that need the same face, the easiest first (HVK-FIRE-03, -04).

    A warrior out of range adds none.

    Examples
    --------
    >>> from havoksim.model.ruleset import havok_2_0
    >>> [(dice, die.needs) for dice, die in fire_groups(havok_2_0(), 2, (6.0, 30.0, 6.0), cover=False)]
    [(4, 2), (2, 6)]
    """
    faces = Counter(ruleset.needs(distance, cover=cover) for distance in distances)
    return [
        (firepower * warriors, fire_die(ruleset, needs))
        for needs, warriors in sorted((face, count) for face, count in faces.items() if face is not None)
    ]


def close_combat_die(ruleset: Ruleset) -> Die:
    """Return the die of close combat (HVK-CC-06, HVK-CC-07)."""
    return _die(ruleset, ruleset.close_combat_hits_on, blocks=True)


def psyke_die(ruleset: Ruleset) -> Die:
    """Return the die of a psyke attack (HVK-PSY-02)."""
    return _die(ruleset, ruleset.psyke_hits_on, blocks=True)


def _die(ruleset: Ruleset, needs: int, *, blocks: bool) -> Die:
    """Return the die that needs a face, with the ruleset's explosions and, where they count, its blocks."""
    explodes = ruleset.exploding and ruleset.explode_on != "none"
    return Die(
        needs=needs,
        explode_on=int(ruleset.explode_on) if explodes else None,
        max_explosions=None if ruleset.max_explosions == "none" else int(ruleset.max_explosions),
        block_on=int(ruleset.block_on) if blocks and ruleset.block_on != "none" else None,
    )
