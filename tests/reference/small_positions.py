"""Small positions at the end of a battle, drawn from a seed: one unit has yet to act, nobody comes after it."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.blows import forget
from havoksim.battle.kernels.orders import sketch, weigh_threats
from havoksim.battle.pack import pack, radius_of
from havoksim.model.force import Force, UnitEntry
from havoksim.model.names import all_army_lists
from havoksim.model.policy import load_policy
from havoksim.model.ruleset import havok_2_0
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import KINDS, Table
from tests.reference.exact_swing import Laws, Model, Scene

#: Cares for nothing but what dies now, and tries every place on the table.
GREEDY = replace(
    load_policy("tactician"), advance=0, cover=0, close=0, charge=0, protect=0, finish=0, disarm=0, share=0, lead=0,
    order=0, wear=0, danger=100, damage=100, tries=16, id="greedy",
)  # fmt: skip
#: The same with nothing but fire.
GUNNER = replace(GREEDY, forbid=["psyke", "melee"], id="gunner")
#: Where the unit that is to act stands.
MIDDLE = (2400, 2400)


@cache
def laws_of(**rules):
    """The laws under changed rules."""
    return Laws(havok_2_0().changed(**rules) if rules else havok_2_0())


@dataclass
class Position:
    """A table with everybody in his place, and the unit that is to act."""

    table: Table
    unit: int
    pieces: list  # (kind, shape of `plain_geometry`)
    laws: Laws

    def __post_init__(self):
        """Count the models and take down how it is now."""
        self.count = len(self.table.made.models)
        self.mark()

    def mark(self):
        """Take down what moves and attacks change; `again` brings it back."""
        self._start = {name: getattr(self.table, name).copy() for name in ("g", "plan", "tstate")}
        self._start["st"] = self.table.st[: self.count].copy()

    def again(self):
        """Put everything back to how it was at the last mark."""
        forget(self.table.w)
        for name, values in self._start.items():
            getattr(self.table, name)[: len(values)] = values

    def lefts(self):
        """The strength left of every model."""
        return tuple(int(left) for left in self.table.st[: self.count, at.LEFT])

    def scene(self):
        """What the rules say about the table as it is now."""
        st, types = self.table.st, self.table.made.types
        models = [
            Model(m, int(st[m, at.UNIT]), types[st[m, at.TYPE]].side, types[st[m, at.TYPE]].warrior,
                  self.table.spot(m), int(st[m, at.RADIUS]))
            for m in range(self.count)
        ]  # fmt: skip
        return Scene(models, self.lefts(), self.pieces, self.laws, self.unit)


def last_stand(seed, *, keep=False):
    """One to three models on each side, of any faction, and a unit that may move, fire, think and fight.

    None if somebody found no place. In half of the positions wrecks do not explode, so that vehicles come to blows.
    """
    random = Random(seed)
    laws = laws_of(**random.choice([{}, {}, {}, {"vehicle_explosion": False}, {"vehicle_explosion": False},
                                    {"vehicle_explosion": False, "split_by": "die"}]))  # fmt: skip
    forces = [_few(random, random.choice(all_army_lists())) for _ in range(2)]
    return _set_up(random, forces, laws, GREEDY, (0, 2200), keep=keep)


def volley(seed, *, split_by="warrior"):
    """One unit of one to three firers and one to three units of one to three targets; None if there was no place."""
    random = Random(seed)
    laws = laws_of(split_by=split_by)
    armies = all_army_lists()
    firers = [card for army in armies for card in army.warriors if card.firepower > 0]
    if split_by == "die":
        firers = [card for card in firers if card.firepower > 1]
    card = random.choice(firers)
    army = next(army for army in armies if card in army.warriors)
    theirs = random.choice(armies)
    targets = []
    for _ in range(random.randint(1, 3)):
        other = random.choice(theirs.warriors)
        targets.append(UnitEntry(other, 1 if other.vehicle else random.randint(1, 3)))
    mine = Force("Firers", army, 500, (UnitEntry(card, 1 if card.vehicle else random.randint(1, 3)),), id="firers")
    enemy = Force("Targets", theirs, 500, tuple(targets), id="targets")
    return _set_up(random, [mine, enemy], laws, GUNNER, (60, 2200))


def _few(random, army):
    """One to three models of a faction, in units of one or more; those of many gifts more often than others."""
    left = random.choice((1, 2, 3, 3))
    gifted = [card for card in army.warriors if card.psyke_attack or "split_move" in card.abilities]
    units = []
    while left:
        card = random.choice(gifted if random.random() < 0.25 else army.warriors)
        size = 1 if card.vehicle else random.randint(1, left)
        units.append(UnitEntry(card, size))
        left -= size
    return Force("Few", army, 500, tuple(units), id="few")


def _set_up(random, forces, laws, player, gaps, *, keep=False):
    """Put two forces on the table, the unit that is to act in the middle, the others so far from those before them."""
    made = pack(*forces, laws.ruleset, player, player, points=500, terrain="none")
    table = Table(made, seed=random.randrange(1 << 32), keep=keep).clear()
    active = random.choice([i for i, one in enumerate(made.types) if one.side == 0])
    unit = int(table.types[active, at.T_LAST_UNIT]) - 1  # the last of its type
    pieces = _terrain(random)
    table.lay(*map(_laid, pieces))
    placed = []  # x, y, radius, side
    for u in [unit, *(u for u in range(len(made.units)) if u != unit)]:
        kind, first, last = (int(v) for v in table.units[u])
        card, side = made.types[kind].warrior, made.types[kind].side
        near = random.choice([one for one in placed if side == 0 or one[3] == 0]) if placed else None
        for m in range(first, last):
            spot = _free_spot(random, card, near, placed, pieces, laws.ruleset, (0, 150) if m > first else gaps)
            if spot is None:
                return None
            near = (*spot, radius_of(card), side)
            placed.append(near)
            table.put(m, *spot, left=random.randint(1, card.strength) if random.random() < 0.35 else card.strength)
    table.g[at.G_TURN] = table.rules[at.R_TURNS]
    table.g[at.G_FOLLOWED] = 0
    table.tstate[: len(made.types), 0] = 1
    table.look_round()
    sketch(table.w)
    weigh_threats(table.w, 0)
    return Position(table, unit, pieces, laws)


def _terrain(random):
    """Up to three pieces near the middle."""
    pieces = []
    for _ in range(random.randint(0, 3)):
        kind = random.choice(KINDS)
        x, y = (2400 + random.randint(-900, 900) for _ in range(2))
        if kind == "building":
            a, b = random.randint(100, 350), random.randint(100, 350)
            pieces.append((kind, plain.Block([(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)])))
        else:
            pieces.append((kind, plain.Disc((x, y), random.randint(150, 400))))
    return pieces


def _laid(piece):
    """A piece as `Table.lay` takes it."""
    kind, shape = piece
    return (kind, shape.middle, shape.radius) if isinstance(shape, plain.Disc) else (kind, shape.corners)


def _free_spot(random, card, near, placed, pieces, ruleset, gaps):
    """A place for a model: in the middle, or so far from another; None if none is found."""
    own = radius_of(card)
    for _ in range(40):
        if near is None:
            spot = MIDDLE
        else:
            # as often in contact or in close range as far away
            far = random.choice([gaps[0] + 4, 600, 1200, gaps[1]])
            reach = random.randint(gaps[0], min(far, gaps[1])) + own + near[2] + 1
            dx, dy = random.uniform(-1, 1), random.uniform(-1, 1)
            length = max((dx * dx + dy * dy) ** 0.5, 1e-3)
            spot = round(near[0] + dx / length * reach), round(near[1] + dy / length * reach)
        on_table = all(own <= v <= 4800 - own for v in spot)
        if on_table and not _in_the_way(spot, own, card, placed, pieces, ruleset):
            return spot
    return None


def _in_the_way(spot, own, card, placed, pieces, ruleset):
    """Whether a base would overlap another, or a vehicle stand where it may not."""
    if any(plain.square(spot, one[:2]) < (own + one[2]) ** 2 for one in placed):
        return True
    return card.vehicle and any(
        getattr(ruleset.terrain_kinds, kind).blocks_vehicle and shape.swept(spot, spot, own) for kind, shape in pieces
    )
