"""What attacks are expected to destroy: the exact tables from which players judge (never the dice of a battle)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from havoksim.battle.kernels.layout import MOST_DICE, MOST_LEFT, MOST_LESS, MOST_WOUNDS
from havoksim.combat.pools import close_combat_die, fire_die, psyke_die
from havoksim.dice.pool import Die, pool, pool_with_blocks
from havoksim.model.ruleset import Ruleset
from havoksim.model.warrior import Warrior

#: Most dice of a side for which a close combat is worked out exactly; beyond, so many are taken.
EXACT_DICE = 24

Array = np.ndarray[Any, Any]


def tables_of_worth(types: Sequence[Warrior], rules: Ruleset) -> dict[str, Array]:
    """Return the tables of worth in `havoksim.battle.kernels.layout.World`: `worth`, `bold`, `mind` and so on.

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
    bold = np.zeros((MOST_LESS + 1, n, n), np.int64)
    mind = np.zeros((n, n), np.int64)
    bold_kills = np.zeros((MOST_LESS + 1, n, n, MOST_LEFT + 1), np.int64)
    mind_kills = np.zeros((n, n, MOST_LEFT + 1), np.int64)
    for i, card in enumerate(types):
        per_wound = 1000 * card.battle_rating / card.strength
        for needs in range(2, 7):
            worth[i, needs] = round(_hits(fire_die(rules, needs)) * rules.p_wound(card.armour) * per_wound)
        for j, other in enumerate(types):
            for less in range(MOST_LESS + 1):
                mine = card.close_combat + max(rules.strength_bonus(card.strength, other.strength) - less, 0)
                theirs = other.close_combat + max(rules.strength_bonus(other.strength, card.strength) - less, 0)
                law = _net_wounds(close_combat_die(rules), mine, theirs, rules.p_wound(other.armour), other.strength)
                bold[less, i, j], bold_kills[less, i, j] = _worth_of(law, other)
            law = _net_wounds(psyke_die(rules), card.psyke, other.psyke, rules.p_wound_psyke, other.strength)
            mind[i, j], mind_kills[i, j] = _worth_of(law, other)
    faces = {round(6 * rules.p_wound(card.armour)) for card in types}
    capped = np.zeros((7, 7, MOST_DICE + 1, MOST_WOUNDS + 1), np.int64)
    for needs in range(2, 7):
        for face in faces:
            capped[needs, face] = _capped(fire_die(rules, needs), face)
    return {
        "worth": worth, "bold": bold, "mind": mind, "bold_kills": bold_kills, "mind_kills": mind_kills, "capped": capped
    }  # fmt: skip


def _worth_of(law: Array, card: Warrior) -> tuple[int, Array]:
    """Return what wounds are worth on average, and the dead alone, for each strength that may be left."""
    mean = float(law @ np.arange(len(law)))
    kills = np.zeros(MOST_LEFT + 1, np.int64)
    for left in range(1, min(MOST_LEFT, card.strength) + 1):
        kills[left] = round(float(law[left:].sum()) * 1000 * card.battle_rating)
    return round(mean * 1000 * card.battle_rating / card.strength), kills


@cache
def _hits(die: Die) -> float:
    """Return the hits that one die scores on average."""
    return float(pool(1, die).mean)


@cache
def _net_wounds(die: Die, mine: int, theirs: int, p_wound: float, strength: int) -> Array:
    """Return the law of the wounds that one of two opponents deals, at most what the other can take.

    His hits and the other's blocks come from different dice, so that the hits that are left are a difference of two
    independent numbers, never below 0; each of them wounds for itself.
    """
    hits = np.asarray(pool(min(mine, EXACT_DICE), die).p)
    blocks = np.asarray(pool_with_blocks(min(theirs, EXACT_DICE), die).second.p)
    difference = np.convolve(hits, blocks[::-1])  # place i: a difference of i - (len(blocks) - 1)
    none = len(blocks) - 1
    law = np.concatenate([[difference[: none + 1].sum()], difference[none + 1 :]])
    total, wounds = np.zeros(strength + 1), np.eye(1, strength + 1)[0]  # the law of the wounds of 0, 1, 2... hits
    for p in law:
        total += p * wounds
        wounds = wounds * (1 - p_wound) + p_wound * np.append(0.0, wounds[:-1]) + p_wound * _last(wounds)
    return total


def _last(wounds: Array) -> Array:
    """Return the chance of the most wounds alone, in its place: there one more changes nothing."""
    return np.append(np.zeros(len(wounds) - 1), wounds[-1])


@cache
def _capped(die: Die, faces: int) -> Array:
    """Return millionths of the wounds that so many dice deal on average, at most so many (dice, wounds).

    What lies beyond the most wounds of the table never counts, so each law is kept up to there only, and the law of one
    die more is a convolution: E min(W, m) = m - sum over k < m of (m - k) P(W = k).
    """
    table = np.zeros((MOST_DICE + 1, MOST_WOUNDS + 1), np.int64)
    one = np.asarray(pool(1, die, keep=faces / 6).p)[: MOST_WOUNDS + 1]
    most = np.arange(MOST_WOUNDS + 1)
    short = np.maximum(most[:, None] - most[None, :], 0)  # how much k wounds fall short of m
    law = np.zeros(MOST_WOUNDS + 1)
    law[0] = 1.0
    for dice in range(MOST_DICE + 1):
        table[dice] = np.round(1e6 * (most - short @ law)).astype(np.int64)
        law = np.convolve(law, one)[: MOST_WOUNDS + 1]
    return table
