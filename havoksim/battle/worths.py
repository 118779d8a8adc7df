"""What attacks are expected to destroy: the exact tables from which players judge (never the dice of a battle)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from havoksim.battle.kernels.layout import MOST_DICE, MOST_WOUNDS
from havoksim.combat.exact.close_combat import exchange
from havoksim.combat.pools import close_combat_die, fire_die, psyke_die
from havoksim.dice.pool import Die, pool
from havoksim.model.ruleset import Ruleset
from havoksim.model.warrior import Warrior

#: Most dice of a side for which a close combat is worked out exactly; beyond, so many are taken.
EXACT_DICE = 24

Array = np.ndarray[Any, Any]


def tables_of_worth(types: Sequence[Warrior], rules: Ruleset) -> dict[str, Array]:
    """Return the tables `worth`, `bold`, `mind` and `capped` of `havoksim.battle.kernels.layout.World`.

    Parameters
    ----------
    types : sequence of Warrior
        The types of both sides.
    rules : Ruleset
        The rules.

    Examples
    --------
    A die that needs a 4 hits 0.6 times on average; two of three hits wound a Karn Trooper, who is worth 5 BR a wound.

    >>> from havoksim.model.names import find_warrior
    >>> from havoksim.model.ruleset import havok_2_0
    >>> int(tables_of_worth([find_warrior("karn_trooper")], havok_2_0())["worth"][0, 4])
    2000
    """
    n = len(types)
    worth = np.zeros((n, 7), np.int64)
    bold = np.zeros((n, n), np.int64)
    mind = np.zeros((n, n), np.int64)
    for i, card in enumerate(types):
        per_wound = 1000 * card.battle_rating / card.strength
        for needs in range(2, 7):
            worth[i, needs] = round(_hits(fire_die(rules, needs)) * rules.p_wound(card.armour) * per_wound)
        for j, other in enumerate(types):
            mine = card.close_combat + rules.strength_bonus(card.strength, other.strength)
            theirs = other.close_combat + rules.strength_bonus(other.strength, card.strength)
            wounds = _net_wounds(close_combat_die(rules), mine, theirs, rules.p_wound(other.armour), other.strength)
            bold[i, j] = round(wounds * 1000 * other.battle_rating / other.strength)
            wounds = _net_wounds(psyke_die(rules), card.psyke, other.psyke, rules.p_wound_psyke, other.strength)
            mind[i, j] = round(wounds * 1000 * other.battle_rating / other.strength)
    faces = {round(6 * rules.p_wound(card.armour)) for card in types}
    capped = np.zeros((7, 7, MOST_DICE + 1, MOST_WOUNDS + 1), np.int64)
    for needs in range(2, 7):
        for face in faces:
            capped[needs, face] = _capped(fire_die(rules, needs), face)
    return {"worth": worth, "bold": bold, "mind": mind, "capped": capped}


@cache
def _hits(die: Die) -> float:
    """Return the hits that one die scores on average."""
    return float(pool(1, die).mean)


@cache
def _net_wounds(die: Die, mine: int, theirs: int, p_wound: float, strength: int) -> float:
    """Return the wounds that one of two opponents deals on average, at most what the other can take."""
    law = exchange(min(mine, EXACT_DICE), min(theirs, EXACT_DICE), die, p_wound_a=0.0, p_wound_b=p_wound).second
    return sum(min(k, strength) * p for k, p in enumerate(law.p))


@cache
def _capped(die: Die, faces: int) -> Array:
    """Return thousandths of the wounds that so many dice deal on average, at most so many (dice, wounds)."""
    table = np.zeros((MOST_DICE + 1, MOST_WOUNDS + 1), np.int64)
    for dice in range(MOST_DICE + 1):
        law = np.asarray(pool(dice, die, keep=faces / 6).p)
        for most in range(MOST_WOUNDS + 1):
            table[dice, most] = round(1000 * float(np.minimum(np.arange(len(law)), most) @ law))
    return table
