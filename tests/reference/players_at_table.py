"""Tables for what players expect, on which every chance can be reckoned in the head.

There are no extra dice and nobody blocks; warriors have no armour, so that every hit wounds. A warrior has strength 2
and is worth 10 BR unless a test says otherwise.
"""

from havoksim.battle.kernels import allocation
from havoksim.battle.kernels import layout as at
from havoksim.battle.record import lines
from havoksim.model.policy import Policy
from tests.reference.battle_worlds import Table, card, packed

PLAIN = {"exploding": False, "block_on": "none"}


def line(name="line", **changes):
    """A warrior whom every hit wounds."""
    return card(name, **{"armour": 0, **changes})


def table_of(a, b, *, keep=False, seed=1, turn=1, rules=PLAIN, **weights):
    """A table at a turn; the player of side a has these weights beside a damage of 100."""
    me = Policy(**{"damage": 100, **weights})
    table = Table(packed(a, b, players=(me, Policy(damage=1)), **rules), keep=keep, seed=seed)
    table.g[at.G_TURN] = turn
    return table


def told(table, event):
    """The lines of one event since the world was reset."""
    return [one for one in lines(table.made, table.ev[: table.g[at.G_EVENTS]]) if one["event"] == event]


def line_up(table, *models):
    """Let these models of a unit think and fight in this order, as a plan has it."""
    table.g[at.G_LINE] = len(models)
    table.line[: len(models)] = models
    table.st[list(models), at.RANK] = range(len(models))


def guns_at(needs, marks, *, power=1, rules=PLAIN, **weights):
    """A unit of guns that see some marks; `needs`: by gun the face it needs, 0 for out of sight; marks: (strength, BR).

    A third number says how many models of the kind the mark has.
    """
    guns = [(line("gun", firepower=power), len(needs))]
    theirs = [(line(f"mark_{i}", strength=s, battle_rating=br), *(n or [1])) for i, (s, br, *n) in enumerate(marks)]
    table = table_of(guns, theirs, rules=rules, **weights)
    for m in range(len(needs)):
        table.put(m, 1000 + 150 * m, 1000)
    for unit in range(1, len(marks) + 1):
        for n, t in enumerate(range(*table.units[unit, [at.U_FIRST, at.U_LAST]])):
            table.put(t, 700 + 300 * unit, 1500 + 150 * n)
    table.aim(0)
    for m, faces in enumerate(needs):
        table.st[m, at.KIND] = at.FIRES
        for e, face in enumerate(faces, 1):
            table.shots[m, e, :2] = 0, face
    return table


def shared(table):
    """What the fire of unit 0 is worth as it is shared, the dice of each gun at each mark, and the marks in order."""
    last, units = int(table.units[0, at.U_LAST]), range(1, len(table.made.units))
    worth = int(allocation.allocate(table.w, 0, 0, int((table.st[:last, at.KIND] == at.FIRES).sum())))
    n = int(allocation.order_targets(table.w, 0, last))
    shots = [[int(table.shots[m, e, 0]) for e in units] for m in range(last)]
    return worth, shots, [int(table.plan[p, at.N_TARGET]) for p in range(n)]
