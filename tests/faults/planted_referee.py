"""Faults that would make the referee look away, each with the tests that must notice."""

from tests.faults.planted import Fault

TAMPERING = "unit/test_referee_tampering.py"
OPTIONS = "unit/test_referee_options.py"
READING = "unit/test_referee_reading.py"
BOTH = f"{TAMPERING} {OPTIONS}"


def referee(name, file, right, wrong, tests=BOTH):
    return Fault(f"referee: {name}", f"referee/{file}", right, wrong, tests)


REFEREE = (
    referee(
        "the bands are read one too far",
        "numbers.py",
        "band.to is None or distance <= band.to",
        "band.to is None or distance < band.to",
    ),
    referee("a roll of the armour wounds", "numbers.py", "else face > armour", "else face >= armour"),
    referee("dice of the seed are not compared", "pools.py", "            if face != fallen:", "            if False:"),
    referee("extra dice are not counted", "pools.py", "    if rolled != len(faces):", "    if False:"),
    referee("armour dice are not counted", "pools.py", "    if len(faces) != hits:", "    if False:"),
    referee("contact reaches a hundredth too far", "geometry.py", "CONTACT = 5", "CONTACT = 6"),
    referee("legs are rounded down", "geometry.py", "return isqrt(n - 1) + 1 if n > 0 else 0", "return isqrt(n)"),
    referee(
        "touching counts as overlapping",
        "geometry.py",
        "return across * across < reach * reach * whole",
        "return across * across <= reach * reach * whole",
        READING,
    ),
    referee("moves of any length pass", "movement.py", "    if length > most:", "    if False:"),
    referee("parts of a move are not added up", "movement.py", "model.first_part + length > most", "length > most"),
    referee(
        "enemies do not block the way",
        "movement.py",
        "if any(nearer_to_leg(p, q, other.at, radius + r) for p, q in legs):",
        "if False:",
    ),
    referee("friends block the way", "movement.py", "not b.numbers.friends_block", "False"),
    referee("bases may overlap", "movement.py", "if dx * dx + dy * dy < reach * reach:", "if False:"),
    referee("models may leave the table", "movement.py", "if x < radius or y < radius", "if x < 0 or y < 0"),
    referee("coherency is not checked", "movement.py", "if len(now) < 2 or linked(now, coherency):", "if True:"),
    referee("nobody is locked in combat", "movement.py", "if not touching(model, enemy):", "if False:"),
    referee("hills hide nobody", "sight.py", "if not (shape.holds(p) or shape.holds(q)):", "if False:"),
    referee(
        "woods give no cover",
        "sight.py",
        "if shape.holds(q) or (shape.crossed(p, q) and not shape.holds(p)):",
        "if False:",
    ),
    referee("contact protects nobody", "sight.py", '        if mode != "allowed":', "        if False:"),
    referee("less than half is cover enough", "firing.py", ">= len(seen)", ">= 1"),
    referee(
        "one warrior may fire at two targets",
        "firing.py",
        "if model in spent and b.numbers.split_by",
        "if False and b.numbers.split_by",
    ),
    referee(
        "dice are not held against the declaration",
        "firing.py",
        "    if groups != sorted(due.groups.items()):",
        "    if False:",
    ),
    referee("dice are not held against firepower", "firing.py", "if dice != model.card.firepower:", "if False:"),
    referee("anybody may suffer", "wounds.py", "        if model not in candidates:", "        if False:"),
    referee("the wounded do not come first", "wounds.py", "        if wounded:", "        if False:"),
    referee("wounds beyond the strength count", "wounds.py", "model: min(n, model.left) for", "model: n for"),
    referee("the dead are not counted", "wounds.py", "b.score[OTHER[model.side]] += model.card.battle_rating", "pass"),
    referee(
        "own goals do not count",
        "wounds.py",
        "b.score[OTHER[model.side]] += model.card.battle_rating",
        "b.score[next(iter(blame))] += model.card.battle_rating",
    ),
    referee(
        "vehicles need not explode", "wounds.py", "if model.card.explodes and b.numbers.vehicle_explosion:", "if False:"
    ),
    referee(
        "who is touched is not compared",
        "explosions.py",
        "if set(found) != set(due) or len(found) != len(due):",
        "if False:",
    ),
    referee("survivors may be set down anywhere", "explosions.py", "    if mine > reach * reach:", "    if False:"),
    referee(
        "close combat at any distance",
        "close_combat.py",
        "if standing and not touching(attacker, defender):",
        "if False:",
    ),
    referee("a pair may fight again", "close_combat.py", "if (attacker, defender) in fights.pairs:", "if False:"),
    referee("the bonus never shrinks", "close_combat.py", "return max(extra - len(fought) + 1, 0)", "return extra"),
    referee(
        "the flat bonus looks at the past only",
        "close_combat.py",
        "len(fought | still_to_come(b, fights, model, attacks=attacks))",
        "len(fought)",
    ),
    referee(
        "blocks are forgotten",
        "close_combat.py",
        "[max(hits[0] - blocks[1], 0), max(hits[1] - blocks[0], 0)]",
        "list(hits)",
    ),
    referee("psyke at any distance", "psyke.py", "if distance > numbers.psyke_range:", "if False:"),
    referee(
        "saves against psyke by armour",
        "close_combat.py",
        "face > b.numbers.psyke_save_on for",
        "face > model.card.armour for",
    ),
    referee("a type may activate twice", "turn.py", "if card.name in play.spent:", "if False:"),
    referee(
        "the loser may activate",
        "turn.py",
        "    if play.winner:\n        return play.winner\n",
        "    if play.winner:\n        return OTHER[play.winner]\n",
    ),
    referee("a unit may act twice", "turn.py", "    if part in one.parts:", "    if False:"),
    referee("fire in two steps", "turn.py", "    if play.fired:", "    if False:"),
    referee("types may stay idle", "turn.py", "        if left:\n", "        if False:\n"),
    referee("any number of surges", "turn.py", "        if card.name in play.surged:", "        if False:"),
    referee("an edge may be any", "deployment.py", "    if chosen not in allowed_edges(b):", "    if False:"),
    referee(
        "zones have no end", "deployment.py", "if inward + model.own_radius > b.numbers.deploy_depth:", "if False:"
    ),
    referee("a full transport takes more", "transports.py", "len(carrier.cargo) >= card.capacity", "False"),
    referee(
        "out of a transport anywhere",
        "transports.py",
        'b.want("HVK-LIST-10", "the rear doors at", list(carrier.rear_door), list(at))',
        "pass",
    ),
    referee("pieces may touch", "terrain.py", "APART = 300", "APART = 1"),
    referee("one player gets all pieces", "terrain.py", "    if more not in (0, 1):", "    if False:"),
    referee(
        "ties are not rolled again", "roll_offs.py", "if (pair[0] == pair[1]) != (r < len(pairs) - 1):", "if False:"
    ),
    referee("the score is believed", "scoring.py", 'b.want("HVK-WIN-01", "score", b.score, score)', "pass"),
    referee("a margin does not make a draw", "scoring.py", "if abs(more) <= b.numbers.draw_margin:", "if more == 0:"),
    referee("a truncated record passes", "judging.py", "        if not self.ended:\n", "        if False:\n", READING),
    referee(
        "the version is not read",
        "reader.py",
        "if version != VERSION or isinstance(version, bool):",
        "if False:",
        READING,
    ),
)
