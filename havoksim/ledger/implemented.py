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
    # Forces: refused when they break one of these, by `validate` and by every command that reads one; coherency holds
    # on the table.
    "HVK-FORCE-01",
    "HVK-FORCE-02",
    "HVK-FORCE-03",
    "HVK-FORCE-04",
    "HVK-FORCE-05",
    "HVK-FORCE-06",
    # The table, deployment, the sequence of play and moving: battles.
    "HVK-TABLE-01",
    "HVK-TABLE-02",
    "HVK-TABLE-03",
    "HVK-TABLE-04",
    "HVK-TABLE-05",
    "HVK-TABLE-06",
    "HVK-DEPLOY-01",
    "HVK-DEPLOY-02",
    "HVK-DEPLOY-03",
    "HVK-DEPLOY-04",
    "HVK-TURN-01",
    "HVK-TURN-02",
    "HVK-TURN-03",
    "HVK-TURN-04",
    "HVK-TURN-05",
    "HVK-TURN-06",
    "HVK-MOVE-01",
    "HVK-MOVE-02",
    "HVK-MOVE-03",
    "HVK-MOVE-04",
    # Fire, armour and wounds: battles; `odds fire` and fire duels with distance and cover given.
    "HVK-FIRE-01",
    "HVK-FIRE-02",
    "HVK-FIRE-03",
    "HVK-FIRE-04",
    "HVK-FIRE-05",
    "HVK-FIRE-06",
    "HVK-FIRE-07",
    "HVK-FIRE-08",
    "HVK-FIRE-09",
    "HVK-FIRE-10",
    "HVK-ARM-01",
    "HVK-WOUND-01",
    "HVK-WOUND-02",
    "HVK-WOUND-03",
    "HVK-WOUND-04",
    # Destroyed vehicles: battles; `odds explosion` with whoever is named as touching.
    "HVK-VEH-01",
    "HVK-VEH-02",
    "HVK-VEH-03",
    # Close combat: battles; `odds melee` and melee duels.
    "HVK-CC-01",
    "HVK-CC-02",
    "HVK-CC-03",
    "HVK-CC-04",
    "HVK-CC-05",
    "HVK-CC-06",
    "HVK-CC-07",
    "HVK-CC-08",
    # Psyke: battles; `odds psyke` and psyke duels.
    "HVK-PSY-01",
    "HVK-PSY-02",
    "HVK-PSY-03",
    "HVK-PSY-04",
    # Winning, and what single types may do.
    "HVK-WIN-01",
    "HVK-WIN-02",
    "HVK-WIN-03",
    "HVK-LIST-01",
    "HVK-LIST-02",
    "HVK-LIST-03",
    "HVK-LIST-04",
    "HVK-LIST-05",
    "HVK-LIST-06",
    "HVK-LIST-07",
    "HVK-LIST-08",
    "HVK-LIST-09",
    "HVK-LIST-10",
    "HVK-LIST-11",
    "HVK-LIST-12",
    "HVK-LIST-13",
)

#: Clauses that hold in part: what holds, and what is lacking. Every clause of Havok 2.0 holds wholly.
PARTLY: dict[str, str] = {}


def state(clause_id: str) -> str:
    """Return ``yes``, ``in part`` or ``no``: whether this version plays the clause.

    Examples
    --------
    >>> state("HVK-FIRE-05"), state("RT-GRAFT-01")
    ('yes', 'no')
    """
    if clause_id in IMPLEMENTED:
        return "yes"
    return "in part" if clause_id in PARTLY else "no"
