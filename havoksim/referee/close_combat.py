"""Close combat: who touches whom, dice and bonus, blocks, wounds on both at once (HVK-CC-01 to -08)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.pools import check_faces, read_armour, read_pool
from havoksim.referee.state import OTHER, Battle, Model, touching
from havoksim.referee.stream import ARMOUR, CLOSE_COMBAT
from havoksim.referee.wounds import Aftermath, begin


class Fights:
    """Who has fought whom: in this activation, and since the count of opponents began (HVK-CC-02, -05)."""

    def __init__(self) -> None:
        self.pairs: set[tuple[Model, Model]] = set()
        self.met: dict[Model, set[Model]] = {}

    def forget(self) -> None:
        """Begin the count of opponents anew."""
        self.met.clear()


def combat(b: Battle, after: Aftermath, fights: Fights, attacker: Model, event: dict[str, Any]) -> None:
    """Check one close combat and let its wounds be due on both."""
    defender = b.model(event["defender"])
    _may_fight(b, fights, attacker, defender)
    dice = [
        attacker.card.close_combat + bonus(b, fights, attacker, defender, attacks=True),
        defender.card.close_combat + bonus(b, fights, defender, attacker, attacks=False),
    ]
    fights.pairs.add((attacker, defender))
    fights.met.setdefault(attacker, set()).add(defender)
    fights.met.setdefault(defender, set()).add(attacker)
    attacker.attack = attacker.attack or "close combat"
    for found, due, model in zip(event["dice"], dice, (attacker, defender), strict=True):
        if found != due:
            again = len(fights.met[model]) > 1
            less = found < model.card.close_combat
            b.fault(
                "HVK-CC-03" if less else "HVK-CC-05" if again else "HVK-CC-04", f"{due} dice of {model.name}", found
            )
    names = (attacker.name, defender.name)
    exchange(b, after, event, (attacker, defender), (CLOSE_COMBAT, *names), b.numbers.close_combat_hits_on, "armour")


def _may_fight(b: Battle, fights: Fights, attacker: Model, defender: Model) -> None:
    if defender.side == attacker.side:
        b.fault("HVK-CC-01", "an enemy", defender.name)
    for model in (attacker, defender):
        if not model.alive:
            b.fault("HVK-CC-02", "living warriors", f"{model.name}, who is dead")
        elif not model.card.fights_close:
            b.fault("HVK-LIST-07", f"no close combat with {model.name}", "one")
        elif model.inside:
            b.fault("HVK-LIST-13", "warriors on the table", f"{model.name}, who is inside")
    standing = attacker.has_base and defender.has_base
    if standing and not touching(attacker, defender):
        b.fault("HVK-CC-01", f"{attacker.name} in contact with {defender.name}", "a gap between them")
    if (attacker, defender) in fights.pairs:
        b.fault("HVK-CC-02", "each pair once in an activation", f"{attacker.name} and {defender.name} again")
    elif b.numbers.one_combat and any(one is attacker for one, _ in fights.pairs):
        b.fault("HVK-CC-02", f"one close combat of {attacker.name}", "another")
    if attacker.attack and attacker.attack != "close combat":
        b.fault("HVK-TURN-04", f"one attack of {attacker.name}", f"close combat after {attacker.attack}")


def bonus(b: Battle, fights: Fights, model: Model, enemy: Model, *, attacks: bool) -> int:
    """Return the extra dice of a warrior against this enemy (HVK-CC-04, -05)."""
    numbers = b.numbers
    own, other = model.card.strength, enemy.card.strength
    if numbers.bonus_from_remaining:
        own, other = model.left, enemy.left
    extra = numbers.bonus_per_point * max(own - other, 0)
    if numbers.bonus_cap is not None:
        extra = min(extra, numbers.bonus_cap)
    fought = fights.met.get(model, set()) | {enemy}
    if numbers.bonus_flat:
        return max(extra - len(fought | still_to_come(b, fights, model, attacks=attacks)) + 1, 0)
    return max(extra - len(fought) + 1, 0)


def still_to_come(b: Battle, fights: Fights, model: Model, *, attacks: bool) -> set[Model]:
    """Return the enemies that touch a warrior and may still fight it in this combat round (HVK-CC-05, flat)."""
    if attacks and b.numbers.one_combat:
        return set()
    return {
        enemy
        for enemy in b.of_side[OTHER[model.side]]
        if enemy.card.fights_close and touching(model, enemy) and (attacks or enemy.card is b.active)
    }


def exchange(
    b: Battle,
    after: Aftermath,
    event: dict[str, Any],
    pair: tuple[Model, Model],
    words: tuple[int, str, str],
    hits_on: int,
    rolls: str,
) -> None:
    """Check the dice of both sides, hits, blocks and net hits, and the wounds on both (HVK-CC-06 to -08)."""
    psyke = rolls == "saves"
    purpose, *names = words
    dice_clause, count_clause, block_clause = (
        ("HVK-PSY-02", "HVK-PSY-02", "HVK-PSY-02") if psyke else ("HVK-CC-03", "HVK-CC-06", "HVK-CC-07")
    )
    hits, blocks = [0, 0], [0, 0]
    for side in range(2):
        faces = event["faces"][side]
        key = b.stream.key(purpose, b.turn, *names, side) if b.stream else None
        check_faces(b, dice_clause, faces, key)
        pool = read_pool(b, count_clause, faces, event["dice"][side], hits_on, blocks=True)
        hits[side], blocks[side] = pool.hits, pool.blocks
    b.want(count_clause, "hits:", hits, event["hits"])
    b.want(block_clause, "blocks:", blocks, event["blocks"])
    net = [max(hits[0] - blocks[1], 0), max(hits[1] - blocks[0], 0)]
    b.want(block_clause, "net hits:", net, event["net"])
    wounds = [0, 0]
    for side, model in enumerate(pair):
        struck = net[1 - side]
        faces = event[rolls][side]
        key = b.stream.key(ARMOUR, b.turn, *names, side + 2 * psyke) if b.stream else None
        if not psyke:
            wounds[side] = read_armour(b, "HVK-ARM-01", faces, struck, model.card.armour, key)
            continue
        if side == 0 and not b.numbers.psyke_strikes_back:
            b.want("HVK-PSY-02", "saves of the attacker, who is not struck back:", [], faces)
            continue
        if len(faces) != struck:
            b.fault("HVK-PSY-03", f"{struck} saves of {model.name}", len(faces))
        check_faces(b, "HVK-PSY-03", faces, key)
        wounds[side] = sum(face > b.numbers.psyke_save_on for face in faces)
    b.want("HVK-PSY-03" if psyke else "HVK-CC-08", "wounds on attacker and defender:", wounds, event["wounds"])
    attacker, defender = pair
    blame = {attacker: {defender.side}, defender: {attacker.side}}
    due = {attacker: wounds[0], defender: wounds[1]}
    begin(after, due, blame, "HVK-WOUND-04" if psyke else "HVK-CC-08")
