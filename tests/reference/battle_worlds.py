"""Small worlds for the kernels of the battle: cards made up on the spot, models put where a test wants them."""

import numpy as np

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.blows import forget
from havoksim.battle.kernels.eyes import forget_sketch, regard
from havoksim.battle.kernels.fire import watch_between
from havoksim.battle.kernels.loop import reset
from havoksim.battle.kernels.orders import sketch, weigh_threats
from havoksim.battle.kernels.plans import look_for_targets
from havoksim.battle.kernels.terrain import look, settle, surround_units, watch_all
from havoksim.battle.pack import pack
from havoksim.battle.play import set_up, world_of
from havoksim.foundation.jit import jit_is_on
from havoksim.model.army_list import ArmyList
from havoksim.model.force import Force, UnitEntry
from havoksim.model.policy import load_policy
from havoksim.model.ruleset import havok_2_0
from havoksim.model.terrain import Layout, Piece
from havoksim.model.warrior import Carries, Warrior

KINDS = ("hill", "wood", "building")
WAGON = {"vehicle": True, "carries": Carries(6, ["line"], True), "abilities": ["transport_six"], "base_radius": 1.5}
CART = {"vehicle": True, "carries": Carries(1, "any", False), "abilities": ["carries_one"], "base_radius": 1.5}


def card(name="line", **changes):
    """A warrior with one of everything, strength 2 and armour 2."""
    plain = {"speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1, "strength": 2, "armour": 2, "battle_rating": 10}
    return Warrior(**{"id": name, "name": name.title(), "army_list": "made_up", **plain, **changes})


def force(*units, points=500):
    """A force of (card, models) units; cards of one name must be the same."""
    cards = {one.id: one for one, _ in units}
    army = ArmyList("made_up", "Made up", tuple(cards.values()))
    return Force("Made up", army, points, tuple(UnitEntry(one, size) for one, size in units), id="made_up")


def packed(a, b, *, players=("tactician", "tactician"), terrain="none", points=500, **rules):
    """The matchup of two lists of units under changed rules."""
    one, other = (load_policy(player) if isinstance(player, str) else player for player in players)
    ruleset = havok_2_0().changed(**rules) if rules else havok_2_0()
    forces = force(*a, points=points), force(*b, points=points)
    return pack(*forces, ruleset, one, other, points=points, terrain=terrain)


def ground(*pieces):
    """A layout of (kind, middle, radius) and (kind, middle, corners round it) pieces, in hundredths."""
    return Layout("made_up", "Made up", tuple(
        Piece(kind, where, shape) if isinstance(shape, int) else Piece(kind, where, 0, tuple(shape))
        for kind, where, shape in pieces
    ))  # fmt: skip


class Table:
    """A world with everybody where he is put. `w` is what kernels take; the arrays can be read and written by name."""

    def __init__(self, made, *, seed=1, battle=0, keep=False):
        self.made = made
        self.world = world_of(made)
        set_up(self.world, seed, events_from=0 if keep else None)
        names = at.World._fields
        self.w = self.world[0] if jit_is_on() else at.World(*(self.world[name][0] for name in names))
        reset(self.w, battle)

    def __getattr__(self, name):
        if name not in at.World._fields:
            raise AttributeError(name)
        return self.world[name][0]

    def model(self, name):
        return self.made.models.index(name)

    def unit(self, name):
        return self.made.units.index(name)

    def clear(self):
        """Take everybody off the table, and all pieces, as before a battle."""
        self.st[:] = self.fixed
        self.rules[at.R_ON_TABLE] = 0
        return self

    def put(self, model, x, y, *, left=None):
        """Put a model on the table; `left`: its strength."""
        m = model if isinstance(model, int) else self.model(model)
        self.st[m, [at.PLACE, at.X, at.Y, at.CARRIER]] = at.STANDING, x, y, -1
        if left is not None:
            self.st[m, at.LEFT] = left
        settle(self.w, m)
        return m

    def load(self, model, carrier):
        """Put a model on or in a transport."""
        m, v = (one if isinstance(one, int) else self.model(one) for one in (model, carrier))
        self.st[m, [at.PLACE, at.X, at.Y, at.CARRIER]] = at.CARRIED, at.OFF, at.OFF, v
        settle(self.w, m)
        return m

    def lay(self, *pieces):
        """Lay pieces on the table: (kind, middle, radius) or (kind, corners on the table)."""
        self.rules[at.R_ON_TABLE] = len(pieces)
        for p, (kind, *shape) in enumerate(pieces):
            self.pieces[p, [at.P_KIND, at.P_PLACED, at.P_SIDE]] = KINDS.index(kind), 1, -1
            if len(shape) == 2:
                (x, y), radius = shape
                corners = []
            else:
                corners = shape[0]
                x, y = corners[0]
                radius = int(max((cx - x) ** 2 + (cy - y) ** 2 for cx, cy in corners) ** 0.5) + 1
            self.pieces[p, [at.P_X, at.P_Y, at.P_RADIUS, at.P_CORNERS]] = x, y, radius, len(corners)
            self.corners[p, : len(corners)] = np.array(corners, np.int64).reshape(-1, 2)

    def look_round(self):
        """Let the kernel note where all units and pieces are, as it does before an attack."""
        for side in (0, 1):
            surround_units(self.w, side)
        watch_all(self.w)
        self.near[at.THE_LINE] = self.near[at.ALL_ROUND]
        self.how_near[at.THE_LINE] = self.how_near[at.ALL_ROUND]

    def look(self, a, b):
        """Look from one point at another: 0 blocked, 1 free, 2 into cover."""
        watch_all(self.w)
        return int(look(self.w, at.ALL_ROUND, *a, *b))

    def clear_way(self, unit, other):
        """Whether the kernel says that nothing lies between two units."""
        self.look_round()
        return bool(watch_between(self.w, unit, other))

    def meet(self, pairs):
        """Let these pairs of models have fought each other in this combat round, and nobody else."""
        forget(self.w)
        for number, (a, b) in enumerate(pairs):
            self.met[a, b] = self.met[b, a] = 1
            self.pairs[number] = a, b
        self.g[at.G_PAIRS] = len(pairs)

    def weigh(self, side):
        """Let a player weigh what the enemy threatens, as he does before he activates a type."""
        self.look_round()
        forget_sketch(self.w)
        sketch(self.w)
        weigh_threats(self.w, side)

    def regard(self, unit):
        """Let a unit's player weigh the enemy and look at him from where its first model stands."""
        kind, first, last = (int(v) for v in self.units[unit])
        self.weigh(int(self.types[kind, at.T_SIDE]))
        models = int((self.st[first:last, at.LEFT] > 0).sum())
        return int(regard(self.w, kind, models, int(self.st[first, at.AT_X]), int(self.st[first, at.AT_Y])))

    def aim(self, unit):
        """Let a unit look for targets: `shots` then holds the face needed, the distance and cover, by target."""
        self.regard(unit)
        look_for_targets(self.w, unit, int(self.types[self.units[unit, at.U_TYPE], at.T_SIDE]))

    def spot(self, model):
        """Where a model's own base is."""
        return tuple(int(v) for v in self.st[model, [at.X, at.Y]])

    def path(self, model):
        """The path that the model has just gone."""
        return [tuple(int(v) for v in p) for p in self.paths[model, : self.st[model, at.POINTS]]]
