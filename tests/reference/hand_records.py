"""Records written by hand: small battles told event by event, for the referee to judge.

`Game` is the witness with the notebook: it writes down what it is told, adds the lengths of paths and the sums of the
dice, rolls the roll-offs so that the wanted side wins, and keeps nothing else. Shares no line with the package. The
dice of a game with a seed come from `dice_by_address`.
"""

import copy
import hashlib
import itertools
import math

from tests.reference.dice_by_address import Dice

CARD = {
    "speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1, "strength": 2, "armour": 2, "battle_rating": 10,
    "psyke_attack": False, "vehicle": False, "abilities": [], "radius": 50, "carries": None, "list": "hand",
}  # fmt: skip

TYPES = {
    "trooper": {},
    "guard": {"firepower": 2, "close_combat": 3, "strength": 4, "battle_rating": 20},
    "giant": {"close_combat": 3, "strength": 6, "armour": 4, "vehicle": True, "radius": 100, "battle_rating": 50},
    "mind": {"psyke": 3, "psyke_attack": True, "battle_rating": 15},
    "tank": {"firepower": 4, "strength": 1, "armour": 3, "vehicle": True, "radius": 100, "battle_rating": 40},
    "bomb": {"strength": 1, "armour": 1, "abilities": ["explodes", "fly_over"], "speed": 2, "battle_rating": 12},
    "jet": {"speed": 6, "firepower": 3, "close_combat": 0, "vehicle": True, "radius": 100, "battle_rating": 45,
            "abilities": ["fly_over", "split_move", "no_close_combat"]},
    "runner": {"abilities": ["surge"], "battle_rating": 9},
    "wagon": {"speed": 2, "strength": 2, "armour": 1, "vehicle": True, "radius": 150, "battle_rating": 60,
              "abilities": ["split_move", "transport_six"],
              "carries": {"capacity": 6, "types": ["trooper"], "inside": True}},
    "cart": {"speed": 2, "strength": 2, "armour": 1, "vehicle": True, "radius": 150, "battle_rating": 30,
             "abilities": ["split_move", "carries_one"], "carries": {"capacity": 1, "types": "any", "inside": False}},
}  # fmt: skip

PURPOSES = {
    "fire": 1, "armour": 2, "combat": 3, "psyke": 4, "explosion": 6,
    "terrain": 201, "edge": 202, "deploy": 203, "activate": 204, "casualty": 205,
}  # fmt: skip


def word(name):
    """The word that stands for a name in an address."""
    if not isinstance(name, str):
        return name
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")


def leg(a, b):
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = math.isqrt(square)
    return root if root * root == square else root + 1


class Game:
    """A battle on a small table, 24 x 24 inches, where the two deployment zones meet in the middle."""

    def __init__(self, a, b, *, seed=None, battle=0, points=500, terrain="none", cards=None, **numbers):
        cards = cards or {}
        self.seed, self.battle = seed, battle
        self.numbers = {"table": [24, 24], "battle_turns": 1, **numbers}
        width, depth = self.numbers["table"]
        forces = {"a": a, "b": b}
        self.types = {side: list(dict.fromkeys(name for name, _ in units)) for side, units in forces.items()}
        self.cards = {name: {**CARD, "name": name.title(), **TYPES[name], **cards.get(name, {})} for name in TYPES}
        self.lines = [{
            "havoksim_record": 1, "havoksim": "by hand", "seed": None if seed is None else str(seed), "battle": battle,
            "seat_first": "a", "ruleset": {"id": "hand", "numbers": self.numbers},
            "table": [width * 100, depth * 100], "points": points,
            "size": "brigade" if points <= 500 else "division" if points <= 1000 else "corps",
            "forces": {side: {"name": side, "points": points, "units": [{"type": t, "size": n} for t, n in units]}
                       for side, units in forces.items()},
            "types": {side: {name: copy.deepcopy(self.cards[name]) for name in names}
                      for side, names in self.types.items()},
            "policies": {"a": "by hand", "b": "by hand"}, "terrain": terrain,
        }]  # fmt: skip
        self.models = {}
        for side, units in forces.items():
            count = {}
            for name, size in units:
                count[name] = count.get(name, 0) + 1
                for i in range(1, size + 1):
                    self.models[f"{side}:{name}:{count[name]}:{i}"] = None  # where it stands
        self.dead = set()
        self.turns = 0
        self.ordinals = {}
        self.waiting = []
        self.left = {m: self.cards[m.split(":")[1]]["strength"] for m in self.models}

    # what the witness writes

    def add(self, event, *clauses, **fields):
        self.lines.append({"event": event, "clauses": list(clauses), **fields})
        return self

    def dice(self, purpose, *words):
        return Dice(self.seed, PURPOSES[purpose], self.battle, self.turns, *map(word, words))

    def roll_off(self, kind, winner="a"):
        ordinal = self.ordinals.get(kind, 0)
        self.ordinals[kind] = ordinal + 1
        if self.seed is None:
            pairs = [[4, 2] if winner == "a" else [2, 4]]
        else:
            dice, pairs = self.dice(kind, ordinal), []
            while not pairs or pairs[-1][0] == pairs[-1][1]:
                pairs.append([dice.roll(), dice.roll()])
            winner = "a" if pairs[-1][0] > pairs[-1][1] else "b"
        self.add("roll_off", "HVK-TURN-02", **{"for": kind, "dice": pairs, "winner": winner})
        return winner

    def edges(self):
        winner = self.roll_off("edge", "a")
        self.add("edge", "HVK-DEPLOY-01", side=winner, edge="south" if winner == "a" else "north")
        return self

    def deploy(self, **places):
        """Deploy all, type by type; `places`: by unit, with _ for : ("a_trooper_1"), a list of spots or transports."""
        self.edges()
        waiting = {side: list(names) for side, names in self.types.items()}
        while waiting["a"] or waiting["b"]:
            side = "a" if waiting["a"] else "b"
            if waiting["a"] and waiting["b"]:
                side = self.roll_off("deploy", "a")
            name = waiting[side].pop(0)
            self.add("deploy_type", "HVK-DEPLOY-02", side=side, type=f"{side}:{name}")
            for model in self.models:
                if model.startswith(f"{side}:{name}:"):
                    unit, number = model.rsplit(":", 1)
                    spot = places[unit.replace(":", "_")][int(number) - 1]
                    where = {"transport": spot} if isinstance(spot, str) else {"at": list(spot)}
                    self.add("deploy", "HVK-DEPLOY-03", model=model, **where)
                    self.models[model] = spot
        return self

    def turn(self):
        self.turns += 1
        self.ordinals = {}
        self.waiting = [f"{side}:{name}" for side in "ab" for name in self.types[side]]
        return self.add("turn", "HVK-TURN-01", turn=self.turns)

    def ready(self, side):
        """Living types of a side that have not activated."""
        return [t for t in self.waiting if t[0] == side and any(m.startswith(t + ":") for m in self.living())]

    def living(self):
        return [m for m in self.models if m not in self.dead]

    def activate(self, name, **more):
        side = name[0]
        if self.ready("a") and self.ready("b"):
            self.roll_off("activate", side)
        self.waiting.remove(name)
        return self.add("activate", "HVK-TURN-02", side=side, type=name, surge=more.pop("surge", False), **more)

    def unit(self, name, **more):
        return self.add("unit", "HVK-TURN-06", unit=name, **more)

    def move(self, model, *points, start=None, **more):
        path = [list(start or self.models[model]), *map(list, points)]
        self.models[model] = tuple(path[-1])
        length = sum(leg(p, q) for p, q in itertools.pairwise(path))
        return self.add("move", "HVK-MOVE-01", model=model, path=path, length=length, **more)

    def fire(self, unit, **targets):
        """`targets`: by unit, with _ for :, shots (model number, distance, cover, needs, dice) and eligible models."""
        told = []
        for target, (shots, eligible) in targets.items():
            name = target.replace("_", ":")
            told.append({
                "target": name,
                "shots": [{"model": f"{unit}:{m}", "distance": d, "cover": c, "needs": n, "dice": k}
                          for m, d, c, n, k in shots],
                "eligible": [f"{name}:{m}" for m in eligible],
            })  # fmt: skip
        return self.add("fire", "HVK-FIRE-07", unit=unit, targets=told)

    def volley(self, unit, target, groups, armour, beats):
        """`groups`: (needs, dice, faces); `beats`: armour that the dice must beat."""
        hits = sum(face >= needs for needs, _, faces in groups for face in faces)
        wounds = sum(face > beats for face in armour)
        told = [{"needs": n, "dice": d, "faces": list(f)} for n, d, f in groups]
        return self.add("volley", "HVK-FIRE-04", unit=unit, target=target, groups=told, hits=hits, armour=list(armour),
                        wounds=wounds)  # fmt: skip

    def combat(self, attacker, defender, faces, armour, dice, beats=(2, 2)):
        told = self.exchange(faces)
        wounds = [sum(face > beat for face in rolled) for rolled, beat in zip(armour, beats, strict=True)]
        return self.add("combat", "HVK-CC-01", attacker=attacker, defender=defender, dice=list(dice), **told,
                        armour=[list(r) for r in armour], wounds=wounds)  # fmt: skip

    def psyke(self, attacker, defender, distance, faces, saves, dice):
        told = self.exchange(faces)
        wounds = [sum(face > 1 for face in rolled) for rolled in saves]
        return self.add("psyke", "HVK-PSY-01", attacker=attacker, defender=defender, distance=distance, dice=list(dice),
                        **told, saves=[list(r) for r in saves], wounds=wounds)  # fmt: skip

    @staticmethod
    def exchange(faces):
        hits = [sum(face >= 4 for face in thrown) for thrown in faces]
        blocks = [thrown.count(6) for thrown in faces]
        net = [max(hits[0] - blocks[1], 0), max(hits[1] - blocks[0], 0)]
        return {"faces": [list(t) for t in faces], "hits": hits, "blocks": blocks, "net": net}

    def wound(self, model, wounds):
        self.left[model] -= wounds
        return self.add("wound", "HVK-WOUND-01", model=model, wounds=wounds, left=self.left[model])

    def death(self, model, by=None):
        self.dead.add(model)
        return self.add("death", "HVK-WOUND-01", model=model, by=by or ("b" if model[0] == "a" else "a"))

    def explosion(self, wave, model, **touched):
        """`touched`: by model, with _ for :, the faces."""
        told = []
        for name, faces in touched.items():
            armour = self.cards[name.split("_")[1]]["armour"]
            wounds = sum(face > armour for face in faces)
            told.append({"model": name.replace("_", ":"), "faces": list(faces), "wounds": wounds})
        return self.add("explosion", "HVK-VEH-01", wave=wave, model=model, touched=told)

    def rest(self):
        """Let every type that has not activated do nothing."""
        while self.ready("a") or self.ready("b"):
            both = self.ready("a") and self.ready("b")
            side = self.roll_off("activate", "a") if both else ("a" if self.ready("a") else "b")
            name = self.ready(side)[0]
            self.waiting.remove(name)
            self.add("activate", "HVK-TURN-02", side=side, type=name, surge=False)
        return self

    def end(self):
        """Count the casualties and close the notebook."""
        score = {"a": 0, "b": 0}
        for model in self.dead:
            score["b" if model[0] == "a" else "a"] += self.cards[model.split(":")[1]]["battle_rating"]
        standing = {side: any(m[0] == side for m in self.living()) for side in "ab"}
        if all(standing.values()):
            self.rest()
        winner = None if score["a"] == score["b"] else max(score, key=score.get)
        self.add("end", "HVK-WIN-01", score=score, winner=winner, turns=self.turns,
                 ended_by="turn_limit" if all(standing.values()) else "wiped_out")  # fmt: skip
        return self.lines
