"""Somebody who watches recorded battles for things that one ruleset allows and another forbids."""

import collections
import functools
import itertools
import json

from havoksim.battle.play import record
from tests.agreement.battle_same_bytes import KARN, NEXUS
from tests.reference import plain_geometry as plain
from tests.reference.battle_twin import Twin
from tests.reference.battle_worlds import packed

SEED = 2**80 + 11


class Watcher(Twin):
    """Counts what it sees, beside what the twin counts anew. `seen`: how often; `values`: what was seen."""

    def __init__(self, lines):
        super().__init__(lines)
        self.seen = collections.Counter()
        self.values = collections.defaultdict(set)
        self.fought = collections.Counter()
        self.did = collections.defaultdict(set)
        self.sides = []
        self.moved = {}  # unit: how far apart it stood before its move
        self.rolls_of_turn = 0

    def on_turn(self, event):
        super().on_turn(event)
        self.sides.append([])
        self.values["roll-offs of a turn"].add(self.rolls_of_turn)
        self.rolls_of_turn = 0

    def on_roll_off(self, event):
        super().on_roll_off(event)
        self.rolls_of_turn += event["for"] == "activate"

    def on_activate(self, event):
        super().on_activate(event)
        self.end_moves()
        self.fought.clear()
        self.did.clear()
        self.sides[-1].append(event["side"])

    def on_end(self, event):
        super().on_end(event)
        self.end_moves()

    def on_unit(self, event):
        self.end_moves()
        self.values["parts"].add(event.get("part"))

    def on_move(self, event):
        mover = self.models[event["model"]]
        path = [tuple(p) for p in event["path"]]
        enemies = [m for m in self.models.values() if self.can_fight(mover, m)]
        self.seen["out of contact"] += bool(enemies)
        self.values["lengths"].add((mover.card["speed"], event["length"]))
        radius = mover.card["radius"]
        for other in self.models.values():
            if other.at is None or other.left == 0 or other is mover or other is mover.carrier:
                continue
            reach = radius + other.card["radius"]
            if other.name[0] == mover.name[0] and "fly_over" not in mover.card["abilities"]:
                legs = itertools.pairwise(path)
                self.seen["through a friend"] += any(plain.square_to_leg(other.at, a, b) < reach**2 for a, b in legs)
        unit = event["model"].rsplit(":", 1)[0]
        self.moved.setdefault(unit, self.spread(unit))
        super().on_move(event)

    def spread(self, unit):
        """The smallest gap that links a whole unit; None if somebody of it is dead."""
        bases = [m.base for m in self.models.values() if m.name.startswith(unit + ":")]
        return plain.worst_gap(bases) if all(bases) else None

    def end_moves(self):
        """Note how far apart the units stand that have moved, if nobody of them is dead.

        A unit that was torn apart before, such as by the transport of one of them, comes nearer.
        """
        for unit, before in self.moved.items():
            after = self.spread(unit)
            if after is None or before is None:
                continue
            if before > round(100 * self.rules["coherency"]) > 0:
                assert after < before, f"{unit} was {before} apart and is {after}"
            else:
                self.values["spread"].add(after)
        self.moved.clear()

    def on_fire(self, event):
        super().on_fire(event)
        shots = collections.Counter()
        for target in event["targets"]:
            firing = [self.models[shot["model"]] for shot in target["shots"]]
            for shot in target["shots"]:
                shots[shot["model"]] += 1
                self.did[shot["model"]].add("fire")
                self.values["shots"].add((shot["distance"], shot["cover"], shot["needs"]))
            for name in target["eligible"]:
                model = self.models[name]
                self.seen["into contact"] += any(self.can_fight(model, m) for m in self.models.values())
                self.seen["past bodies"] += all(self.body_between(firer, model) for firer in firing)
            whole = [m for m in self.models.values() if m.name.startswith(target["target"] + ":")]
            touched = any(self.can_fight(one, m) for one in whole for m in self.models.values())
            self.seen["at a unit in contact"] += touched
        self.seen["dice of one model at two targets"] += max(shots.values()) > 1

    def body_between(self, one, other):
        ends = {one, other, one.carrier, other.carrier}
        a, b = one.base, other.base
        return any(
            m.at is not None and m.left and m not in ends and plain.square_to_leg(m.at, a, b) < m.card["radius"] ** 2
            for m in self.models.values()
        )

    def on_combat(self, event):
        super().on_combat(event)
        self.fought[event["attacker"]] += 1
        self.did[event["attacker"]].add("combat")
        self.seen["several combats"] += self.fought[event["attacker"]] > 1

    def on_psyke(self, event):
        super().on_psyke(event)
        self.seen["fire and psyke"] += "fire" in self.did[event["attacker"]]
        self.values["psyke distances"].add(event["distance"])
        self.seen["struck back"] += event["wounds"][0] > 0


@functools.cache
def _battles(key):
    how = json.loads(key)
    n = how.pop("n")
    how["players"] = tuple(how["players"])
    made = packed(NEXUS, KARN, **how)
    return [record(made, SEED, battle) for battle in range(n)]


def battles(n=6, players=("rush", "tactician"), terrain="random", **rules):
    """The records of some small battles in which most things happen."""
    rules = {"table": [30.0, 36.0], "deploy_edges": "short", **rules}
    return _battles(json.dumps({"n": n, "players": players, "terrain": terrain, **rules}, sort_keys=True))


def watched(**how):
    """The same, watched from the first to the last line."""
    return [Watcher(lines).follow() for lines in battles(**how)]


def seen(what, **how):
    """How often something was seen in all of them together."""
    return sum(watcher.seen[what] for watcher in watched(**how))


def values(what, **how):
    """All values of something that were seen."""
    return set().union(*(watcher.values[what] for watcher in watched(**how)))


def told(event, **how):
    """All lines of one event in all of them."""
    return [line for lines in battles(**how) for line in lines[1:] if line["event"] == event]
