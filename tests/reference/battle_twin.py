"""The witness's twin: rolls every die of a recorded battle again, from its address, and counts everything anew.

Written from docs/reference/record.md and the rule ledger, in plain Python, apart from the package and its referee. It
takes the players' choices from the record (who moves where, fires at whom, fights whom) and works out for itself what
the dice show, how many there are, what they mean, who suffers, who dies, who is touched by an explosion, and the score.
"""

import collections
import hashlib
import itertools
import math

from tests.reference.dice_by_address import Dice, address, beat_armour, scramble, throw_pool

TWO64 = 2**64
FIRE_HIT, ARMOUR, CLOSE_COMBAT, PSYKE, EXPLOSION, CASUALTY = 1, 2, 3, 4, 6, 205
ROLL_OFFS = {"terrain": 201, "edge": 202, "deploy": 203, "activate": 204}


def word(name):
    """The word that stands for a name."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")


class Model:
    """Where one model is and what is left of it."""

    def __init__(self, name, card, order):
        self.name, self.card, self.order = name, card, order
        self.left = card["strength"]
        self.at = None
        self.carrier = None
        self.wreck = None  # where its base was when it died

    @property
    def base(self):
        """Middle and radius of the base on which it stands, its own or its transport's; None without one."""
        if self.left == 0:
            return None
        if self.carrier is not None:
            return self.carrier.base
        return None if self.at is None else (*self.at, self.card["radius"])

    @property
    def inside(self):
        return self.carrier is not None and self.carrier.card["carries"]["inside"]

    @property
    def fights(self):
        return "no_close_combat" not in self.card["abilities"]


def fine_gap(one, other):
    """The gap between two bases in units that tell any two gaps apart."""
    square = (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
    return math.isqrt(square * 10**40) - (one[2] + other[2]) * 10**20


def in_contact(one, other):
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= (one[2] + other[2] + 5) ** 2


class Twin:
    """Follow a record line by line; an `AssertionError` says where it goes wrong."""

    def __init__(self, lines):
        self.header, *self.events = lines
        self.seed, self.battle = int(self.header["seed"]), self.header["battle"]
        self.rules = self.header["ruleset"]["numbers"]
        self.models = {}
        for side in "ab":
            number = collections.Counter()
            for unit in self.header["forces"][side]["units"]:
                number[unit["type"]] += 1
                for i in range(1, unit["size"] + 1):
                    name = f"{side}:{unit['type']}:{number[unit['type']]}:{i}"
                    self.models[name] = Model(name, self.header["types"][side][unit["type"]], len(self.models))
        # models of one type are neighbours in the force list, whatever the order of the units in the file
        kinds = [f"{side}:{kind}" for side in "ab" for kind in self.header["types"][side]]
        ordered = sorted(self.models.values(), key=lambda m: (kinds.index(m.name.rsplit(":", 2)[0]), m.order))
        for order, model in enumerate(ordered):
            model.order = order
        self.turn = 0
        self.ordinals = collections.Counter()
        self.met = collections.defaultdict(set)
        self.active = ""
        self.declared, self.place, self.gaps = None, 0, []
        self.owed = []  # wounds still to be written: model, wounds
        self.ordered = False  # whether they come in that order
        self.wave = collections.Counter()
        self.blown = set()
        self.rolled = collections.Counter()
        self.volleys = []  # (groups, hits, armour of the target, wounds)
        self.exchanges = []  # (kind, dice, armour of both, net, wounds)

    def follow(self):
        for number, event in enumerate(self.events, 2):
            kind = event["event"]
            try:
                if self.wave and kind != "explosion":
                    self.owe([(self.models[name], wounds) for name, wounds in self.wave.items()])
                    self.wave.clear()
                if kind not in ("wound", "death"):
                    assert not self.owed, "wounds that nobody suffers"
                handler = getattr(self, f"on_{kind}", None)
                if handler:
                    handler(event)
            except AssertionError as wrong:
                raise AssertionError(f"line {number}, {event}: {wrong}") from wrong
        return self

    def dice(self, purpose, *words):
        words = [word(one) if isinstance(one, str) else one for one in words]
        return Dice(self.seed, purpose, self.battle, self.turn, *words)

    def owe(self, wounds, *, ordered=False):
        capped = [(model, min(n, model.left)) for model, n in wounds]
        self.owed = [(model, n) for model, n in capped if n > 0]
        self.ordered = ordered

    # ------------------------------------------------------------------ before the battle, and moves

    def on_roll_off(self, event):
        kind = event["for"]
        dice = self.dice(ROLL_OFFS[kind], self.ordinals[kind])
        self.ordinals[kind] += 1
        pairs = []
        while not pairs or pairs[-1][0] == pairs[-1][1]:
            pairs.append([dice.roll(), dice.roll()])
        assert event["dice"] == pairs
        assert event["winner"] == ("a" if pairs[-1][0] > pairs[-1][1] else "b")
        self.rolled[kind] += len(pairs)

    def on_deploy(self, event):
        model = self.models[event["model"]]
        model.at = event.get("at")
        model.carrier = self.models[event["transport"]] if "transport" in event else None

    def on_turn(self, event):
        self.turn += 1
        self.ordinals.clear()
        assert event["turn"] == self.turn
        if self.rules["bonus_count_resets"] == "battle_turn":
            self.met.clear()

    def on_activate(self, event):
        self.active = event["type"]
        if self.rules["bonus_count_resets"] == "combat_round":
            self.met.clear()

    def on_move(self, event):
        model = self.models[event["model"]]
        model.at, model.carrier = event["path"][-1], None
        if "into" in event:
            model.at, model.carrier = None, self.models[event["into"]]

    def on_passenger(self, event):
        model = self.models[event["model"]]
        model.at, model.carrier = event["at"], None

    # ------------------------------------------------------------------ fire

    def on_fire(self, event):
        self.declared, self.place, self.gaps = event, 0, []
        for target in event["targets"]:
            firing = [self.models[shot["model"]].base for shot in target["shots"]]
            self.gaps.append(
                {name: min(fine_gap(base, self.models[name].base) for base in firing) for name in target["eligible"]}
            )

    def beats(self, armour):
        """How many faces of a die wound through an armour."""
        least = armour + 1 if self.rules["armour_roll"] == "greater" else armour
        faces = [face for face in range(1, 7) if face >= least]
        if self.rules["natural_six_always_wounds"] and not faces:
            faces = [6]
        return len(faces)

    @property
    def explosions(self):
        on = self.rules["explode_on"] if self.rules["exploding"] else "none"
        cap = self.rules["max_explosions"]
        return {"explode_on": None if on == "none" else on, "max_explosions": None if cap == "none" else cap}

    def on_volley(self, event):
        declared = self.declared["targets"][self.place]
        assert (event["unit"], event["target"]) == (self.declared["unit"], declared["target"])
        wanted = collections.Counter()
        for shot in declared["shots"]:
            wanted[shot["needs"]] += shot["dice"]
        dice = self.dice(FIRE_HIT, event["unit"], self.place)
        groups, hits = [], 0
        for needs in sorted(wanted):
            more, _, waves = throw_pool(dice, wanted[needs], needs=needs, **self.explosions)
            groups.append({"needs": needs, "dice": wanted[needs], "faces": list(itertools.chain(*waves))})
            hits += more
        assert event["groups"] == groups
        assert event["hits"] == hits
        victims = [model for model in self.models.values() if model.name.startswith(event["target"] + ":")]
        wounds, faces = self.roll_armour(hits, self.beats(victims[0].card["armour"]), event["unit"], self.place)
        assert event["armour"] == faces
        assert event["wounds"] == wounds
        self.rolled["fire"] += dice.rolled + hits
        thrown = [(group["dice"], group["needs"]) for group in groups]
        self.volleys.append((thrown, hits, self.beats(victims[0].card["armour"]), wounds))
        self.owe(self.casualties(declared, wounds), ordered=True)
        self.place += 1

    def roll_armour(self, hits, faces_that_wound, *words):
        """Wounds, and the faces of one die a hit."""
        shown = self.dice(ARMOUR, *words)
        faces = [shown.roll() for _ in range(hits)]
        wounds = beat_armour(self.dice(ARMOUR, *words), hits, faces_that_wound)
        return wounds, faces

    def casualties(self, declared, wounds):
        """Who suffers, in order: all wounds on one model until it dies, the hurt before the unhurt (HVK-WOUND-02)."""
        left = {name: self.models[name].left for name in declared["eligible"] if self.models[name].left}
        suffering, unhurt_hit = [], 0
        while wounds and left:
            full = self.models[next(iter(left))].card["strength"]
            least = min(left.values())
            first = [name for name in left if left[name] == least]
            chosen = min(first, key=lambda name: (self.gaps[self.place][name], self.models[name].order))
            if least == full:
                if self.rules["casualty_order"] == "random":
                    first.sort(key=lambda name: self.models[name].order)
                    words = [word(self.declared["unit"]), self.place, unhurt_hit]
                    key = address(self.seed, CASUALTY, self.battle, self.turn, *words)
                    chosen = first[scramble((key + 11400714819323198485) % TWO64) % len(first)]
                    unhurt_hit += 1
                elif self.rules["casualty_order"] == "owner":  # farthest first: what our players do
                    chosen = min(first, key=lambda name: (-self.gaps[self.place][name], self.models[name].order))
            dealt = min(wounds, left[chosen])
            suffering.append((self.models[chosen], dealt))
            wounds -= dealt
            left[chosen] -= dealt
            if left[chosen] == 0:
                del left[chosen]
        return suffering

    # ------------------------------------------------------------------ blows

    def extra(self, own, other, *, attacking):
        """Bonus dice of a warrior against another (HVK-CC-04, -05)."""
        strength = "left" if self.rules["strength_bonus_from"] == "remaining" else "profile"
        mine, theirs = ((m.left if strength == "left" else m.card["strength"]) for m in (own, other))
        bonus = self.rules["strength_bonus_per_point"] * max(mine - theirs, 0)
        if self.rules["strength_bonus_cap"] != "none":
            bonus = min(bonus, self.rules["strength_bonus_cap"])
        others = self.met[own.name] - {other.name}
        if self.rules["bonus_reduction"] == "flat":
            one = attacking and self.rules["attacks_per_activation"] == "one"
            for enemy in self.models.values():
                of_round = attacking or enemy.name.startswith(self.active + ":")
                if not one and of_round and enemy is not other and self.can_fight(own, enemy):
                    others = others | {enemy.name}
        return max(bonus - len(others), 0)

    @staticmethod
    def can_fight(one, other):
        if one.name[0] == other.name[0] or one.base is None or other.base is None or one.inside or other.inside:
            return False
        return one.fights and other.fights and in_contact(one.base, other.base)

    def exchange(self, event, purpose, dice, needs, saved, faces_that_wound, *, back=True):
        attacker, defender = self.models[event["attacker"]], self.models[event["defender"]]
        assert attacker.left > 0 < defender.left
        assert event["dice"] == dice
        block = None if self.rules["block_on"] == "none" else self.rules["block_on"]
        thrown = []
        for i in (0, 1):
            stream = self.dice(purpose, attacker.name, defender.name, i)
            hits, blocks, waves = throw_pool(stream, dice[i], needs=needs, block_on=block, **self.explosions)
            thrown.append((hits, blocks, list(itertools.chain(*waves))))
            self.rolled[event["event"]] += stream.rolled
        hits, blocks, faces = (list(column) for column in zip(*thrown, strict=True))
        net = [max(hits[0] - blocks[1], 0), max(hits[1] - blocks[0], 0)]
        assert (event["faces"], event["hits"], event["blocks"], event["net"]) == (faces, hits, blocks, net)
        side = 2 if purpose == PSYKE else 0
        on = [net[1] if back else 0, net[0]]
        rolled = [self.roll_armour(on[i], faces_that_wound[i], attacker.name, defender.name, side + i) for i in (0, 1)]
        assert event[saved] == [shown for _, shown in rolled]
        assert event["wounds"] == [wounds for wounds, _ in rolled]
        self.rolled[event["event"]] += sum(on)
        through = tuple(faces_that_wound)
        self.exchanges.append((event["event"], tuple(dice), through, tuple(net), tuple(event["wounds"])))
        self.owe([(attacker, event["wounds"][0]), (defender, event["wounds"][1])])

    def on_combat(self, event):
        attacker, defender = self.models[event["attacker"]], self.models[event["defender"]]
        assert self.can_fight(attacker, defender)
        dice = [attacker.card["close_combat"] + self.extra(attacker, defender, attacking=True),
                defender.card["close_combat"] + self.extra(defender, attacker, attacking=False)]  # fmt: skip
        self.met[attacker.name].add(defender.name)
        self.met[defender.name].add(attacker.name)
        through = [self.beats(m.card["armour"]) for m in (attacker, defender)]
        self.exchange(event, CLOSE_COMBAT, dice, self.rules["close_combat_hits_on"], "armour", through)

    def on_psyke(self, event):
        attacker, defender = self.models[event["attacker"]], self.models[event["defender"]]
        assert attacker.card["psyke_attack"]
        square = sum((attacker.base[i] - defender.base[i]) ** 2 for i in (0, 1))
        root = math.isqrt(square)
        gap = max(root + (root * root < square) - attacker.base[2] - defender.base[2], 0)
        assert event["distance"] == gap <= round(100 * self.rules["psyke_range"])
        dice = [attacker.card["psyke"], defender.card["psyke"]]
        through = [6 - self.rules["psyke_save_on"]] * 2
        back = self.rules["psyke_strikes_back"]
        self.exchange(event, PSYKE, dice, self.rules["psyke_hits_on"], "saves", through, back=back)

    # ------------------------------------------------------------------ what dice do

    def on_wound(self, event):
        model = self.models[event["model"]]
        assert (model, event["wounds"]) in self.owed, f"owed: {[(m.name, n) for m, n in self.owed]}"
        assert not self.ordered or self.owed[0] == (model, event["wounds"])
        self.owed.remove((model, event["wounds"]))
        if event["wounds"] == model.left:
            model.wreck = model.base
        model.left -= event["wounds"]
        assert event["left"] == model.left

    def on_death(self, event):
        model = self.models[event["model"]]
        assert model.left == 0
        for rider in self.models.values():
            if rider.carrier is model and rider.left and not self.explodes(model):
                rider.at, rider.carrier = None, None

    def explodes(self, model):
        return self.rules["vehicle_explosion"] and (model.card["vehicle"] or "explodes" in model.card["abilities"])

    def on_explosion(self, event):
        blown = self.models[event["model"]]
        assert blown.left == 0
        assert self.explodes(blown)
        assert blown not in self.blown
        self.blown.add(blown)
        touched = {
            m.name for m in self.models.values()
            if m.left and (m.carrier is blown or (m.base and not m.inside and in_contact(m.base, blown.wreck)))
        }  # fmt: skip
        assert {one["model"] for one in event["touched"]} == touched
        for one in event["touched"]:
            model = self.models[one["model"]]
            dice = self.dice(EXPLOSION, blown.name, model.name)
            faces = [dice.roll() for _ in range(self.rules["vehicle_explosion_hits"])]
            assert one["faces"] == faces
            again = self.dice(EXPLOSION, blown.name, model.name)
            assert one["wounds"] == beat_armour(again, len(faces), self.beats(model.card["armour"]))
            self.wave[model.name] += one["wounds"]
            self.rolled["explosion"] += len(faces)

    def on_end(self, event):
        score = {"a": 0, "b": 0}
        for model in self.models.values():
            if model.left == 0:
                score["b" if model.name[0] == "a" else "a"] += model.card["battle_rating"]
        assert event["score"] == score
        margin = score["a"] - score["b"]
        assert event["winner"] == (None if abs(margin) <= self.rules["draw_margin"] else "a" if margin > 0 else "b")
        standing = {m.name[0] for m in self.models.values() if m.left}
        assert event["ended_by"] == ("turn_limit" if len(standing) == 2 else "wiped_out")
        assert event["turns"] == self.turn
