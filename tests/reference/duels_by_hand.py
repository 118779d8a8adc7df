"""Duels to the end as two players would fight them, in plain Python: fire, psyke, and hand to hand between many.

A side is a dict: models (list), strength, dice, options (needs and so on, or None if it cannot hit), faces (of the
armour die that wound it), attacks, explodes, slots (how many enemy bases fit round one of its models). The result of a
duel is (how it ended, turns, models left of a and b, strength left of a and b).
"""

from tests.reference.dice_by_address import (
    ARMOUR,
    CLOSE_COMBAT,
    EXPLOSION,
    FIRE_HIT,
    PSYKE,
    ROLL_OFF,
    Dice,
    beat_armour,
    throw_pool,
)
from tests.reference.exchanges_by_hand import exchange

DRAW, A, B, UNDECIDED, LIMIT = 0, 1, 2, 3, 4
PLACES = 1 << 20


def roll_off(seed, duel, turn):
    """Each side rolls a die, ties again; the higher acts first."""
    dice = Dice(seed, ROLL_OFF, duel, turn)
    while True:
        a, b = dice.roll(), dice.roll()
        if a != b:
            return 0 if a > b else 1


def fight(seed, duel, sides, order, limit, play_turn):
    """Play battle turns until somebody is wiped out, nothing can change, or the limit is reached.

    `play_turn(turn, first, units)` changes the strength left in `units` and says whether anything could be hurt in it.
    """
    units = [[models * side["strength"] for models in side["models"]] for side in sides]
    turn = 0
    while True:
        standing = [sum(units[0]) > 0, sum(units[1]) > 0]
        if standing == [False, False]:
            ended = DRAW
        elif not standing[1]:
            ended = A
        elif not standing[0]:
            ended = B
        elif turn == limit:
            ended = LIMIT
        else:
            turn += 1
            first = roll_off(seed, duel, turn) if order == "roll_off" else 0
            if play_turn(turn, first, units):
                continue
            if limit is None:
                ended, turn = UNDECIDED, turn - 1
            else:
                ended, turn = LIMIT, limit
        models = [sum(-(-left // side["strength"]) for left in own) for own, side in zip(units, sides, strict=True)]
        return ended, turn, *models, sum(units[0]), sum(units[1])


def fire_duel(seed, duel, sides, order="roll_off", limit=None):
    def can_hit(side, target):
        return side["options"] is not None and side["dice"] > 0 and target["faces"] > 0

    def fire(turn, who, shooters, targets):
        for number, left in enumerate(shooters):
            if left <= 0:
                continue
            # Each living unit fires at the first living enemy unit with all its living models.
            aim = next((k for k, strength in enumerate(targets) if strength > 0), None)
            if aim is None:
                return
            living = -(-left // sides[who]["strength"])
            hits = 0
            if sides[who]["options"] is not None:
                dice = Dice(seed, FIRE_HIT, duel, turn, who, number)
                hits = throw_pool(dice, living * sides[who]["dice"], **sides[who]["options"])[0]
            wounds = beat_armour(Dice(seed, ARMOUR, duel, turn, who, number), hits, sides[1 - who]["faces"])
            # What is beyond that unit is lost.
            targets[aim] = max(targets[aim] - wounds, 0)

    def play_turn(turn, first, units):
        if order == "simultaneous":
            before = [list(units[0]), list(units[1])]
            fire(turn, 0, before[0], units[1])
            fire(turn, 1, before[1], units[0])
        else:
            for who in (first, 1 - first):
                fire(turn, who, units[who], units[1 - who])
        return can_hit(sides[0], sides[1]) or can_hit(sides[1], sides[0])

    return fight(seed, duel, sides, order, limit, play_turn)


def psyke_duel(seed, duel, sides, options, *, strikes_back=True, order="roll_off", limit=None):
    sides = [{**side, "models": [1] * sum(side["models"])} for side in sides]

    def play_turn(turn, first, units):
        for who in (first, 1 - first):
            for number in range(len(units[who])):
                # Each living psyke attacker attacks the first living enemy.
                if not sides[who]["attacks"] or units[who][number] <= 0:
                    continue
                aim = next((k for k, left in enumerate(units[1 - who]) if left > 0), None)
                if aim is None:
                    break
                pair = (number, aim) if who == 0 else (aim, number)
                left = [units[0][pair[0]], units[1][pair[1]]]
                # The net hits of the one attacked hurt the attacker, unless the rules say otherwise.
                faces = [side["faces"] for side in sides]
                if not strikes_back:
                    faces[who] = 0
                lost = exchange(
                    seed, PSYKE, (duel, turn, who, number), sides[0]["dice"], sides[1]["dice"], options, *faces,
                    left_a=left[0], left_b=left[1],
                )  # fmt: skip
                units[0][pair[0]] -= lost[0]
                units[1][pair[1]] -= lost[1]
        hurts = [
            sides[who]["dice"] > 0
            and sides[1 - who]["faces"] > 0
            and (sides[who]["attacks"] or (sides[1 - who]["attacks"] and strikes_back))
            for who in (0, 1)
        ]
        return any(hurts)

    return fight(seed, duel, sides, order, limit, play_turn)


def melee_duel(
    seed, duel, sides, options, *, bonus, blast_hits=1, flat=False, per_turn=False, order="roll_off", limit=None
):
    """Hand to hand; `bonus(who, left_a, left_b)` is the strength bonus against a first opponent."""
    sides = [{**side, "models": [1] * sum(side["models"])} for side in sides]

    def pairs(units):
        """Return who touches whom: the larger side spread evenly round the models of the smaller."""
        living = [[m for m, left in enumerate(own) if left > 0] for own in units]
        larger = 0 if len(living[0]) >= len(living[1]) else 1
        few = living[1 - larger]
        room = dict.fromkeys(few, sides[1 - larger]["slots"])
        touching = []
        for r, model in enumerate(living[larger]):
            partner = few[r % len(few)]
            if room[partner] > 0:  # who does not fit waits behind
                room[partner] -= 1
                touching.append((model, partner) if larger == 0 else (partner, model))
        return touching

    def explode(turn, fight_number, units, touching, dead):
        """Let the dead of an attack explode, then those whom they destroyed, wave after wave."""
        wave = 0
        while dead:
            hits = {}
            for a, b in touching:
                if (0, a) in dead and units[1][b] > 0:
                    hits[1, b] = hits.get((1, b), 0) + blast_hits
                if (1, b) in dead and units[0][a] > 0:
                    hits[0, a] = hits.get((0, a), 0) + blast_hits
            dead = set()
            for (who, model), number in sorted(hits.items()):
                dice = Dice(seed, EXPLOSION, duel, turn, fight_number, wave, who * PLACES + model)
                units[who][model] = max(units[who][model] - beat_armour(dice, number, sides[who]["faces"]), 0)
                if units[who][model] == 0 and sides[who]["explodes"]:
                    dead.add((who, model))
            wave += 1

    def play_turn(turn, first, units):
        could_hurt = False
        fought = []  # pairs that have met in the period of the bonus
        for who in (first, 1 - first):
            if sum(units[0]) == 0 or sum(units[1]) == 0:
                break
            if not per_turn:
                fought = []
            touching = pairs(units)
            met_at_start = list(fought)
            # Every living model of the active side, in order, fights each enemy that it touches, one after another.
            for a, b in sorted(touching, key=lambda pair: (pair[who], pair[1 - who])):
                if units[0][a] == 0 or units[1][b] == 0:
                    continue
                dice = []
                for side, model in ((0, a), (1, b)):
                    if flat:
                        # Every combat of the period loses the number of its opponents less one.
                        opponents = {p[1 - side] for p in met_at_start + touching if p[side] == model}
                        fewer = len(opponents) - 1
                    else:
                        # Each other opponent fought before takes one off.
                        fewer = len({p[1 - side] for p in fought if p[side] == model and p != (a, b)})
                    extra = bonus(side, units[0][a], units[1][b]) - fewer
                    dice.append(sides[side]["dice"] + (extra if extra > 0 else 0))
                if dice[who] == 0:
                    continue  # nobody attacks without dice
                if (dice[0] and sides[1]["faces"]) or (dice[1] and sides[0]["faces"]):
                    could_hurt = True
                fight_number = (who * PLACES + a) * PLACES + b
                lost = exchange(
                    seed, CLOSE_COMBAT, (duel, turn, fight_number), *dice, options, sides[0]["faces"],
                    sides[1]["faces"], left_a=units[0][a], left_b=units[1][b],
                )  # fmt: skip
                fought.append((a, b))
                units[0][a] -= lost[0]
                units[1][b] -= lost[1]
                dead = {
                    (side, model)
                    for side, model in ((0, a), (1, b))
                    if units[side][model] == 0 and sides[side]["explodes"]
                }
                explode(turn, fight_number, units, touching, dead)
        return could_hurt

    return fight(seed, duel, sides, order, limit, play_turn)
