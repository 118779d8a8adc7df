"""The dice of a step and the arithmetic in words: needs, hits, blocks, armour, wounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from havoksim.referee.numbers import Numbers
from havoksim.report.replay_page.cast import SIDES, Cast
from havoksim.report.replay_page.words import (
    BLOCKS,
    BOTH,
    COUNTS,
    MISS,
    Row,
    Sentence,
    count,
    dice,
    inches,
    model,
    unit,
    waves,
)

Event = Mapping[str, Any]


def roll_off_row(event: Event, purpose: str) -> Row:
    """Tell a roll-off: both dice, ties again."""
    clauses = {"terrain": "HVK-TABLE-03", "edge": "HVK-DEPLOY-01", "deploy": "HVK-DEPLOY-02", "activate": "HVK-TURN-02"}
    rolls = []
    for a, b in event["dice"]:
        rolls.append([int(a) + (COUNTS if a > b else MISS), int(b) + (COUNTS if b > a else MISS)])
    tie = ", ties again" if len(rolls) > 1 else ""
    winner = ("s", SIDES.index(event["winner"]))
    return Row([f"Roll-off for {purpose}, a then b{tie}:"], rolls, [winner, " wins it"], (clauses[event["for"]],))


def declared_rows(event: Event, cast: Cast, numbers: Numbers) -> list[Row]:
    """Tell a declaration of fire: who shoots at what distance, and which faces will hit."""
    rows = []
    for target in event["targets"]:
        pools: dict[tuple[int, bool, str], list[Event]] = {}
        for shot in target["shots"]:
            key = (int(shot["needs"]), bool(shot["cover"]), band(numbers, int(shot["distance"])))
            pools.setdefault(key, []).append(shot)
        for (needs, cover, where), shots in sorted(pools.items()):
            near, far = (pick(int(shot["distance"]) for shot in shots) for pick in (min, max))
            span = inches(near) if near == far else f"{inches(near)} to {inches(far)}"
            rolled = sum(int(shot["dice"]) for shot in shots)
            seen = "in cover" if cover else "in the open"
            said: Sentence = [f"{count(len(shots), 'warrior')} at ", unit(cast.number(target["target"], 3))]
            close = where.startswith("up to 6\N{DOUBLE PRIME}")
            rows.append(
                Row(
                    [*said, f", {span} away ({where}), {seen}:"],
                    result=[f"{dice(rolled)} needing {needs} or more" if needs < 6 else f"{dice(rolled)} needing 6"],
                    clauses=("HVK-FIRE-06" if close else "HVK-FIRE-04", *(("HVK-FIRE-08",) if cover else ())),
                )
            )
    return rows


def band(numbers: Numbers, distance: int) -> str:
    """Return the range band of a distance in words."""
    start = 0
    for row in numbers.bands:
        if row.to is None:
            return f"over {inches(start)}"
        if distance <= row.to:
            return f"over {inches(start)} to {inches(row.to)}" if start else f"up to {inches(row.to)}"
        start = row.to
    return f"over {inches(start)}"


def volley_rows(event: Event, cast: Cast, numbers: Numbers) -> list[Row]:
    """Tell the dice of fire on one target: hits, then armour."""
    side = cast.kinds[cast.units[cast.number(event["unit"], 3)].kind].side
    rows = []
    for group in event["groups"]:
        needs = int(group["needs"])
        rolled = _marked(group["faces"], int(group["dice"]), numbers.explode_on, needs)
        hits = sum(face // 10 > 0 for wave in rolled for face in wave)
        wanted = f"{needs} or more hits" if needs < 6 else "only 6 hits"
        more = sum(len(wave) for wave in rolled[1:])
        extra = f" ({_sixes(numbers.explode_on)} gave {dice(more)} more)" if more else ""
        rows.append(
            Row([f"{dice(int(group['dice']))}, {wanted}:"], rolled, [f"{count(hits, 'hit')}{extra}"],
                ("HVK-FIRE-05",), side)
        )  # fmt: skip
    if len(event["groups"]) > 1:
        rows.append(Row(["Together:"], result=[count(int(event["hits"]), "hit")]))
    target = cast.units[cast.number(event["target"], 3)]
    armour = int(cast.kinds[target.kind].card["armour"])
    if event["armour"]:
        rows.append(
            armour_row(event["armour"], armour, numbers, int(event["wounds"]), unit(cast.index[target.id]), side)
        )
    return rows


def armour_row(
    faces: Sequence[int], armour: int, numbers: Numbers, wounds: int, whose: tuple[str, int], side: str
) -> Row:
    """Tell the roll of each hit against armour (HVK-ARM-01)."""
    rolled = [[int(face) + (COUNTS if numbers.wounds(face, armour) else MISS) for face in faces]]
    least = next((face for face in range(1, 7) if numbers.wounds(face, armour)), None)
    beats = "no die wounds" if least is None else f"{least} or more wounds" if least < 6 else "only 6 wounds"
    said: Sentence = [f"{count(len(faces), 'hit')} on ", whose, f", armour {armour}: {beats}"]
    return Row(said, rolled, [count(wounds, "wound")], ("HVK-ARM-01",), side)


def exchange_rows(event: Event, cast: Cast, numbers: Numbers, *, psyke: bool) -> list[Row]:
    """Tell a close combat or a psyke attack: both sides' dice, blocks, and what the net hits did."""
    fighters = [cast.number(event[role], 4) for role in ("attacker", "defender")]
    needs = numbers.psyke_hits_on if psyke else numbers.close_combat_hits_on
    rows = []
    for place, who in enumerate(fighters):
        first = int(event["dice"][place])
        rolled = _marked(event["faces"][place], first, numbers.explode_on, needs, numbers.block_on)
        own = int(cast.kind_of(who).card["psyke" if psyke else "close_combat"])
        bonus = f" ({own} and {first - own} for strength)" if first > own and not psyke else ""
        clauses = ("HVK-PSY-02",) if psyke else ("HVK-CC-03", "HVK-CC-06", *(("HVK-CC-05",) if bonus else ()))
        made = f"{count(int(event['hits'][place]), 'hit')}, {count(int(event['blocks'][place]), 'block')}"
        said: Sentence = [model(who), f", {dice(first)}{bonus}:"]
        rows.append(Row(said, rolled, [made], clauses, cast.side_of(who)))
    for place, who in enumerate(fighters):
        other = fighters[1 - place]
        hits, blocked, net = int(event["hits"][place]), int(event["blocks"][1 - place]), int(event["net"][place])
        if not hits:
            continue
        sum_row = Row([model(who), f": {count(hits, 'hit')} less {count(blocked, 'block')} of ", model(other), ":"],
                      result=[f"{count(net, 'net hit')}"], clauses=("HVK-CC-07",))  # fmt: skip
        rows.append(sum_row)
        faces = event["saves" if psyke else "armour"][1 - place]
        if not faces:
            continue
        wounds, side = int(event["wounds"][1 - place]), cast.side_of(who)
        if psyke:
            save = numbers.psyke_save_on
            told = [[int(face) + (COUNTS if face > save else MISS) for face in faces]]
            only = f"only {save} saves" if save == 1 else f"{save} or less saves"
            said = [f"{count(len(faces), 'net hit')} on ", model(other), f", whatever the armour {only}:"]
            rows.append(Row(said, told, [count(wounds, "wound")], ("HVK-PSY-03",), side))
        else:
            armour = int(cast.kind_of(other).card["armour"])
            rows.append(armour_row(faces, armour, numbers, wounds, model(other), side))
    return rows


def explosion_rows(event: Event, cast: Cast, numbers: Numbers) -> list[Row]:
    """Tell what an explosion does to whoever it touches: each beats its own armour or not."""
    rows = []
    for touched in event["touched"]:
        who = cast.number(touched["model"], 4)
        armour = int(cast.kind_of(who).card["armour"])
        row = armour_row(touched["faces"], armour, numbers, int(touched["wounds"]), model(who), "")
        row.clauses = ("HVK-VEH-01" if int(event["wave"]) == 1 else "HVK-VEH-02",)
        rows.append(row)
    return rows


def _marked(faces: Sequence[int], first: int, explode_on: int, needs: int, block_on: int = 0) -> list[list[int]]:
    """Return dice in waves, each with what it did."""

    def mark(face: int) -> int:
        hit, block = face >= needs or face == 6, face == block_on
        return face + (BOTH if hit and block else COUNTS if hit else BLOCKS if block else MISS)

    return [[mark(int(face)) for face in wave] for wave in waves(faces, first, explode_on, needs)]


def _sixes(explode_on: int) -> str:
    return "sixes" if explode_on == 6 else f"dice of {explode_on} or more"
