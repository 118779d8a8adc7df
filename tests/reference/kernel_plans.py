"""What a kernel's player would do in a small position, asked of the kernel itself, in the words of `exact_swing`."""

from dataclasses import dataclass

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.attacks import next_fight
from havoksim.battle.kernels.blows import forget
from havoksim.battle.kernels.eyes import regard
from havoksim.battle.kernels.fates import cease_fire, forget_plans
from havoksim.battle.kernels.judging import choose_place
from havoksim.battle.kernels.minds import choose_mind, thinks
from havoksim.battle.kernels.moves import move_unit
from havoksim.battle.kernels.plans import plan_attack


@dataclass
class Plan:
    """Who does what: `allocation` is {target unit: {firer: dice}} in the order of resolution."""

    allocation: dict
    thinkers: list
    fighters: list
    position: object

    def worth(self):
        """The exact swing of what the kernel does, whatever the dice show."""
        return self.position.scene().worth_of(self.allocation, self.thinkers, self.fighters, self.mind, self.enemy)

    def mind(self, m, state):
        """Whom a model attacks with psyke in a state, or None."""
        table, unit = self.position.table, self.position.unit
        self._suppose(state)
        cease_fire(table.w)
        forget_plans(table.w, unit, 0)
        choose_mind(table.w, m, 0)
        aim = int(table.st[m, at.AIM])
        return None if aim < 0 else aim

    def enemy(self, m, state, met):
        """Whom a model fights next in a state, or None; `met`: the pairs that have fought."""
        table, unit = self.position.table, self.position.unit
        self._suppose(state)
        cease_fire(table.w)
        for t in range(self.position.count):
            table.st[t, at.AIM] = int(frozenset((m, t)) in met)
        table.meet(met)
        found = int(next_fight(table.w, unit, m, 0))
        forget(table.w)
        return None if found < 0 else found

    def _suppose(self, state):
        """Let the table be in a state; nobody's place changes, since the dead are neither seen nor touched."""
        for m, left in enumerate(state):
            self.position.table.st[m, at.LEFT] = left


def choose(position):
    """Let the kernel choose a place, and try all; return its candidates (x, y, target) and the number of its choice."""
    table = position.table
    table.choices[:, 4] = 0
    chosen = int(choose_place(table.w, position.unit, True))
    # who tries all candidates marks all; a single one is not tried
    n = max(1, int((table.choices[:, 4] == 1).sum()))
    position.mark()
    return [tuple(int(v) for v in row) for row in table.choices[:n, :3]], max(chosen, 0)


def go(position, candidates, number):
    """Put everybody back and move the unit to one of its candidates; the first is to stand."""
    position.again()
    if number:
        move_unit(position.table.w, position.unit, *candidates[number], 1)


def plan(position):
    """What the kernel plans from where the unit stands now."""
    table, u = position.table, position.unit
    first, last = (int(v) for v in table.units[u, [at.U_FIRST, at.U_LAST]])
    _, targets = plan_attack(table.w, u)
    allocation = {}
    for k in range(int(targets)):
        e = int(table.plan[k, at.N_TARGET])
        allocation[e] = {m: int(table.shots[m, e, 0]) for m in range(first, last) if table.shots[m, e, 0] > 0}
    line = [int(m) for m in table.line[: table.g[at.G_LINE]] if table.st[m, at.LEFT] > 0]
    thinkers = [m for m in line if thinks(table.w, m)]
    fighters = [m for m in line if table.st[m, at.KIND] == at.FIGHTS]
    return Plan(allocation, thinkers, fighters, position)


def look(position):
    """Let the unit see the enemy from where it stands, as before an attack without a move."""
    table, u = position.table, position.unit
    kind, first, last = (int(v) for v in table.units[u])
    regard(table.w, kind, last - first, *(int(v) for v in table.st[first, [at.AT_X, at.AT_Y]]))
