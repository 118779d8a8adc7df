"""What an attack is worth to the last fraction: every way to attack from where a unit stands, by the exact laws.

Plain Python, written from the rules: who sees whom, what dice, who suffers. It takes the laws of dice from the exact
engine and shares nothing with the players' tables. The swing is the battle rating of the enemies who die less that of
the own who do; nobody acts after this activation, so nothing else counts. Explosions are left out: who uses this sees
to it that none can touch anybody (`may_explode`).
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from havoksim.combat.exact.close_combat import exchange
from havoksim.combat.exact.firing import wounds
from havoksim.combat.pools import close_combat_die, fire_die, psyke_die
from tests.reference import plain_geometry as plain

#: Gap up to which bases touch, in hundredths of an inch.
TOUCH = 5


@dataclass(frozen=True, eq=False)
class Model:
    """One model on the table: what it is and where; `number`: its place in the lists of strength left."""

    number: int
    unit: int
    side: int
    card: object
    spot: tuple
    radius: int


class Laws:
    """The laws of volleys, close combats and psyke attacks under a ruleset, each worked out once."""

    def __init__(self, ruleset):
        self.ruleset = ruleset
        self._known = {}

    def volley(self, groups, armour):
        """Chances of 0, 1, 2... wounds by groups of dice (dice, face)."""
        key = groups, armour
        if key not in self._known:
            dice = [(number, fire_die(self.ruleset, face)) for number, face in groups]
            self._known[key] = wounds(dice, self.ruleset.p_wound(armour)).p
        return self._known[key]

    def blows(self, dice, armours, most):
        """Wounds on both sides of a close combat and their chance, each at most what there is to lose."""
        return self._both(close_combat_die, dice, tuple(map(self.ruleset.p_wound, armours)), most)

    def minds(self, dice, most):
        """The same of a psyke attack."""
        return self._both(psyke_die, dice, (self.ruleset.p_wound_psyke,) * 2, most)

    def _both(self, die, dice, p_wound, most):
        key = die, dice, p_wound
        if key not in self._known:
            self._known[key] = exchange(*dice, die(self.ruleset), p_wound_a=p_wound[0], p_wound_b=p_wound[1])
        if (key, most) not in self._known:
            rows = self._known[key].clamp(*most).p
            self._known[key, most] = [(i, j, p) for i, row in enumerate(rows) for j, p in enumerate(row) if p]
        return self._known[key, most]


class Scene:
    """A table after a move: the models with their strength left, the terrain, and the unit whose turn it is.

    A state is the strength left of every model, in the order of the models; a law is {state: chance}.

    Parameters
    ----------
    models : list of Model
        In the order of the force lists.
    left : tuple of int
        The state at the start.
    pieces : list
        Kind and shape (`plain_geometry`) of each piece of terrain.
    laws : Laws
        The laws of dice.
    active : int
        The unit that attacks.
    """

    def __init__(self, models, left, pieces, laws, active):
        self.models, self.left, self.pieces, self.laws, self.ruleset = models, left, pieces, laws, laws.ruleset
        self.own = [m for m in models if m.unit == active]
        self.side = self.own[0].side
        self.friends = [m for m in models if m.side == self.side]
        self.enemies = [m for m in models if m.side != self.side]
        self.targets = sorted({t.unit for t in self.enemies})
        #: For each model of the unit and each enemy unit: the face needed and the eligible models, or None.
        self.barrels = {m.number: {e: self.barrel(m, e) for e in self.targets} for m in self.own}
        self._known = {}

    # ------------------------------------------------------------------ the table

    def gap(self, a, b):
        """Hundredths of an inch between two bases, rounded up (HVK-TABLE-06)."""
        return max(plain.whole_root_up(plain.square(a.spot, b.spot)) - a.radius - b.radius, 0)

    def touch(self, a, b):
        """Whether two bases are in contact (HVK-TABLE-05)."""
        return plain.square(a.spot, b.spot) <= (a.radius + b.radius + TOUCH) ** 2

    def may_fight(self, a, b):
        """Whether two enemies may fight hand to hand (HVK-CC-01, HVK-LIST-07)."""
        return self.touch(a, b) and a.card.fights_close and b.card.fights_close

    def may_explode(self):
        """Whether anybody touches a model that would explode if it died (HVK-VEH-01)."""
        return self.ruleset.vehicle_explosion and any(
            self.touch(a, b) and (a.card.explodes or b.card.explodes) for a, b in combinations(self.models, 2)
        )

    def sight(self, a, b):
        """0: not seen, 1: in the open, 2: in cover (HVK-TABLE-04)."""
        seen = 1
        for kind, shape in self.pieces:
            does = getattr(self.ruleset.terrain_kinds, kind)
            crossed, from_in, to_in = shape.crossed(a.spot, b.spot), shape.holds(a.spot), shape.holds(b.spot)
            if does.blocks_sight and crossed and not from_in and not to_in:
                return 0
            if does.cover and (to_in or (crossed and not from_in)):
                seen = 2
        return seen

    def barrel(self, m, e):
        """The face that a model needs at an enemy unit, and whom it may hurt there; None if nobody."""
        if m.card.firepower == 0 or self.left[m.number] == 0:
            return None
        seen = {}
        for t in self.enemies:
            protected = any(self.may_fight(one, t) for one in self.friends)  # HVK-FIRE-02
            if t.unit == e and not protected and self.sight(m, t):
                seen[t] = self.sight(m, t)
        if not seen:
            return None
        covered = sum(sight == 2 for sight in seen.values())
        face = self.ruleset.needs(min(self.gap(m, t) for t in seen) / 100, cover=2 * covered >= len(seen))
        return None if face is None else (face, frozenset(t.number for t in seen))

    def swing(self, state):
        """Rating of the enemies who have died less that of the own."""
        dead = [m for m in self.models if self.left[m.number] > 0 and state[m.number] == 0]
        return sum(m.card.battle_rating if m.side != self.side else -m.card.battle_rating for m in dead)

    # ------------------------------------------------------------------ steps

    def fire(self, allocation):
        """The law of the states after a unit's fire: {target unit: {firer: dice}} (HVK-FIRE-03 to -10)."""
        law = {self.left: 1.0}
        for e, firers in allocation.items():
            faces = {}
            for m, dice in firers.items():
                face, _ = self.barrels[m][e]
                faces[face] = faces.get(face, 0) + dice
            armour = next(t.card.armour for t in self.enemies if t.unit == e)
            chances = self.laws.volley(tuple(sorted((dice, face) for face, dice in faces.items())), armour)
            order, following = self.sufferers(e, firers), {}
            for state, p in law.items():
                for number, q in enumerate(chances):
                    hurt = dealt(state, order, number)
                    following[hurt] = following.get(hurt, 0.0) + p * q
            law = following
        return law

    def sufferers(self, e, firers):
        """In which order the models of a target suffer: the wounded, then the nearest (HVK-WOUND-02)."""
        eligible = frozenset().union(*(self.barrels[m][e][1] for m in firers))
        shooting = [m for m in self.own if m.number in firers]

        def rank(t):  # one type on each side, so that the distance of the centres decides
            return self.left[t.number], min(plain.square(m.spot, t.spot) for m in shooting), t.number

        return [t.number for t in sorted(self.enemies, key=rank) if t.number in eligible]

    def minds_of(self, m):
        """Whom a model may attack with psyke (HVK-PSY-01)."""
        reach = round(100 * self.ruleset.psyke_range)
        return [t for t in self.enemies if m.card.psyke_attack and self.gap(m, t) <= reach]

    def think(self, state, m, t):
        """The law of the states after a psyke attack (HVK-PSY-02, -03)."""
        most = state[m.number], state[t.number]
        return both_hurt(state, m, t, self.laws.minds((m.card.psyke, t.card.psyke), most))

    def fight(self, state, m, t, met):
        """The law of the states after a close combat; `met`: the pairs that have fought before (HVK-CC-03 to -08)."""
        dice = []
        for one, other in ((m, t), (t, m)):
            bonus = self.ruleset.strength_bonus(one.card.strength, other.card.strength)
            before = sum(one.number in pair and other.number not in pair for pair in met)
            dice.append(one.card.close_combat + max(bonus - before, 0))
        most = state[m.number], state[t.number]
        return both_hurt(state, m, t, self.laws.blows(tuple(dice), (m.card.armour, t.card.armour), most))

    # ------------------------------------------------------------------ the best there is

    def best(self):
        """The swing of the best attack: who fires at whom, then the best psyke attacks and fights as they turn out."""
        able = frozenset(m.number for m in self.own if self.left[m.number] > 0)
        gunners = [m for m in sorted(able) if any(self.barrels[m].values())]
        busy = {m.number for m in self.own if self.minds_of(m) or any(self.may_fight(m, t) for t in self.enemies)}
        most = self.best_after(self.left, able, frozenset())
        for n in range(1, len(gunners) + 1):
            for firing in combinations(gunners, n):
                if set(gunners) - set(firing) - busy:
                    continue  # who can do nothing else may as well fire
                for allocation in self.allocations(firing):
                    law = self.fire(allocation)
                    worth = sum(p * self.best_after(state, able - set(firing), frozenset()) for state, p in law.items())
                    most = max(most, worth)
        return most

    def allocations(self, firing):
        """Every way in which some models may share their fire, all of them firing (HVK-FIRE-07)."""
        ways = []
        for m in firing:
            seen = [e for e in self.targets if self.barrels[m][e]]
            power = self.models[m].card.firepower
            if self.ruleset.split_by == "die":
                shares = shared_out(power, len(seen))
                ways.append([{e: n for e, n in zip(seen, share, strict=True) if n} for share in shares])
            else:
                ways.append([{e: power} for e in seen])
        for chosen in product(*ways):
            allocation = {}
            for m, dice in zip(firing, chosen, strict=True):
                for e, n in dice.items():
                    allocation.setdefault(e, {})[m] = n
            yield allocation

    def best_after(self, state, free, met):
        """The best expected swing from a state on; `free`: models that have done nothing but fight so far."""
        key = state, free, met
        if key not in self._known:
            values = [self.swing(state)]
            for m in self.own:
                if m.number in free and state[m.number] > 0:
                    values += self.values_of(m, state, free, met)
            self._known[key] = max(values)
        return self._known[key]

    def values_of(self, m, state, free, met):
        """What each psyke attack and each close combat of a model is worth in a state, with the best that follows."""
        for t in self.minds_of(m):
            if state[t.number] > 0 and not any(m.number in pair for pair in met):  # one kind of attack only
                law = self.think(state, m, t)
                yield sum(p * self.best_after(now, free - {m.number}, met) for now, p in law)
        for t in self.enemies:
            pair = frozenset((m.number, t.number))
            if state[t.number] > 0 and pair not in met and self.may_fight(m, t):
                law = self.fight(state, m, t, met)
                yield sum(p * self.best_after(now, free, met | {pair}) for now, p in law)

    # ------------------------------------------------------------------ what a plan is worth

    def worth_of(self, allocation, thinkers=(), fighters=(), next_mind=None, next_enemy=None):
        """The swing of a plan: fire, then each psyke attack, then each fighter in turn until he has had enough.

        `next_mind(m, state)`: whom a thinker attacks, `next_enemy(m, state, met)`: whom a fighter fights next, or None.
        """

        @cache
        def after(state, thinking, fighting, met):
            if not thinking and not fighting:
                return self.swing(state)
            m = (thinking or fighting)[0]
            t = None
            if state[m]:
                t = next_mind(m, state) if thinking else next_enemy(m, state, met)
            if t is None:
                return after(state, thinking[1:], fighting if thinking else fighting[1:], met)
            if thinking:
                law = self.think(state, self.models[m], self.models[t])
                return sum(p * after(now, thinking[1:], fighting, met) for now, p in law)
            law = self.fight(state, self.models[m], self.models[t], met)
            return sum(p * after(now, thinking, fighting, met | {frozenset((m, t))}) for now, p in law)

        law = self.fire(allocation)
        return sum(p * after(state, tuple(thinkers), tuple(fighters), frozenset()) for state, p in law.items())


def dealt(state, order, number):
    """The state after so many wounds, dealt to models one after another; what is left over is lost."""
    now = list(state)
    for t in order:
        now[t], number = now[t] - min(number, now[t]), number - min(number, now[t])
    return tuple(now)


def both_hurt(state, a, b, law):
    """States and chances after wounds on two models."""
    out = []
    for on_a, on_b, p in law:
        now = list(state)
        now[a.number] -= on_a
        now[b.number] -= on_b
        out.append((tuple(now), p))
    return out


@cache
def shared_out(n, places):
    """All ways to share n things among so many places."""
    if places < 2:
        return ((n,),) * places
    return tuple((k, *rest) for k in range(n + 1) for rest in shared_out(n - k, places - 1))
