"""Numbers that compiled and friendly code agree upon. They are part of what a seed means: never renumber one."""

from __future__ import annotations

from enum import IntEnum


class Purpose(IntEnum):
    """What a die is rolled for. Dice of different purposes never share a stream, so no rule shifts another's dice."""

    #: Shots of a unit's fire, first and extra dice (HVK-FIRE-03 to -05).
    FIRE_HIT = 1
    #: Rolls to beat armour, or the saves against psyke (HVK-ARM-01, HVK-PSY-03).
    ARMOUR = 2
    #: Dice of one side in a close combat (HVK-CC-03).
    CLOSE_COMBAT = 3
    #: Dice of one side in a psyke attack (HVK-PSY-02).
    PSYKE = 4
    #: Who activates first (HVK-TURN-02).
    ROLL_OFF = 5
    #: Hits of destroyed vehicles on those who touch them (HVK-VEH-01).
    EXPLOSION = 6
    #: Dice of a bare pool, outside any attack.
    POOL = 7
    #: Whole pools, volleys, close combats and psyke attacks drawn from their exact laws with one word.
    POOL_TABLE = 101
    VOLLEY_TABLE = 102
    CLOSE_COMBAT_TABLE = 103
    PSYKE_TABLE = 104
    #: Roll-offs of a battle: who places the first terrain, who chooses the edge, who deploys, who activates.
    ROLL_OFF_TERRAIN = 201
    ROLL_OFF_EDGE = 202
    ROLL_OFF_DEPLOY = 203
    ROLL_OFF_ACTIVATE = 204
    #: Which unhurt model of a unit suffers, where the ruleset says "random" (HVK-WOUND-02).
    CASUALTY = 205
    #: Shapes and places of random terrain, the same in both battles of a pair (HVK-TABLE-02, -03).
    TERRAIN = 206
    #: Choices of a player who chooses at random.
    CHOICE = 207


class Winner(IntEnum):
    """How a duel ended."""

    #: Both sides were wiped out.
    DRAW = 0
    #: Only side a has anybody left.
    A = 1
    #: Only side b has anybody left.
    B = 2
    #: Both stand, and neither will ever hurt the other again (or the most turns that are followed are over).
    UNDECIDED = 3
    #: Both stand when the limit of turns is reached.
    LIMIT = 4


class Order(IntEnum):
    """Who acts first in a battle turn of a duel."""

    #: A roll-off each turn (HVK-TURN-02).
    ROLL_OFF = 0
    #: Side a, always.
    ALTERNATE = 1
    #: Both at once, from the state at the start of the turn.
    SIMULTANEOUS = 2
