"""Which clauses this version plays.

The list is written by hand and kept honest by the tests: each clause of `IMPLEMENTED` and `PARTLY` is named
by at least one test. A clause that stands in neither is not played yet.
"""

from __future__ import annotations

#: Clauses that hold wholly.
IMPLEMENTED: tuple[str, ...] = (
    # Cards and army lists: read, checked and shown; the BR formula stands beside the stated value in
    # `havoksim warriors`.
    "HVK-PROF-01",
    "HVK-PROF-02",
    "HVK-PROF-03",
    "HVK-PROF-04",
    "HVK-PROF-05",
    # Forces: refused when they break one of these, by `validate` and by every command that reads one.
    "HVK-FORCE-01",
    "HVK-FORCE-02",
    "HVK-FORCE-03",
    "HVK-FORCE-04",
    "HVK-FORCE-05",
    # Fire: `odds fire` and fire duels. The distance and the cover are given, not measured on a table.
    "HVK-FIRE-03",
    "HVK-FIRE-04",
    "HVK-FIRE-05",
    "HVK-FIRE-06",
    "HVK-FIRE-07",
    # Armour and wounds.
    "HVK-ARM-01",
    "HVK-WOUND-01",
    "HVK-WOUND-03",
    "HVK-WOUND-04",
    # Close combat: `odds melee` and melee duels.
    "HVK-CC-03",
    "HVK-CC-04",
    "HVK-CC-05",
    "HVK-CC-06",
    "HVK-CC-07",
    "HVK-CC-08",
    # Psyke: `odds psyke` and psyke duels.
    "HVK-PSY-02",
    "HVK-PSY-03",
)

#: Clauses that hold in part: what holds, and what needs a battle on the table.
PARTLY: dict[str, str] = {
    "HVK-WOUND-02": (
        "wounds are carried, fall on the wounded model first and are lost when nobody is left;"
        " who is eligible and who is nearest needs a table"
    ),
    "HVK-TURN-02": "a roll-off decides who acts first in every turn of a duel; combat rounds need a battle",
    "HVK-WIN-01": "a duel with a turn limit is won by the BR destroyed; a battle's casualties need a battle",
    "HVK-WIN-02": "equal BR destroyed at the turn limit of a duel is a draw",
    "HVK-LIST-07": "close combat never involves a Banshee, in odds and duels; contact needs a table",
    "HVK-LIST-02": "a Glaive Rider that is killed hand to hand explodes at whoever touches it; contact needs a table",
    "HVK-CC-02": "several opponents are fought one after another, the dead no more; who touches whom needs a table",
    "HVK-VEH-02": "explosions set off others in odds melee and in sampled fights; who is touched needs a table",
    "HVK-VEH-01": "the hits and wounds of an explosion on the warriors named; who is touched needs a table",
}


def state(clause_id: str) -> str:
    """Return ``yes``, ``in part`` or ``no``: whether this version plays the clause.

    Examples
    --------
    >>> state("HVK-FIRE-05"), state("HVK-MOVE-01")
    ('yes', 'no')
    """
    if clause_id in IMPLEMENTED:
        return "yes"
    return "in part" if clause_id in PARTLY else "no"
