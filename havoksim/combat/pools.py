"""Which dice each kind of attack throws under a ruleset: the bridge from the rules' numbers to the dice."""

from __future__ import annotations

from havoksim.dice.pool import Die
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
