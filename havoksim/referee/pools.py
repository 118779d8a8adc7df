"""Dice as a record holds them: are they those of the seed, are there as many as the rules say, what do they mean?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.referee.state import Battle


@dataclass(frozen=True, slots=True)
class Pool:
    """What a pool of dice came to."""

    hits: int
    blocks: int
    #: How many dice the rules have rolled, extra dice included, as far as the record goes.
    rolled: int


def check_faces(b: Battle, clause: str, faces: Sequence[int], key: int | None, first: int = 0) -> bool:
    """Check that faces are those of a die, and of the seed if the record names one."""
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= 6:
            b.fault(clause, "faces from 1 to 6", face)
            return False
    if b.stream is not None and key is not None:
        die = b.stream.die
        for j, face in enumerate(faces):
            fallen = die(key, first + j)
            if face != fallen:
                b.fault(clause, f"the seed's die {first + j}: {fallen}", face)
                return False
    return True


def read_pool(b: Battle, clause: str, faces: Sequence[int], dice: int, needs: int, *, blocks: bool = False) -> Pool:
    """Count a pool wave by wave, and check that every 6 gave its extra die and no other did (HVK-FIRE-05)."""
    explodes_from = max(needs, b.numbers.explode_on)
    most = b.numbers.max_explosions
    rolled, wave, to_roll = 0, 0, dice
    while to_roll:
        if rolled + to_roll > len(faces):
            rolled += to_roll
            break
        thrown = faces[rolled : rolled + to_roll]
        rolled += to_roll
        if wave == most:
            break
        wave += 1
        to_roll = sum(face >= explodes_from for face in thrown)
    if rolled != len(faces):
        b.fault(clause, f"{rolled} dice, extra dice included", f"{len(faces)} dice")
    hits = sum(face >= needs for face in faces)
    blocked = faces.count(b.numbers.block_on) if blocks else 0
    return Pool(hits, blocked, rolled)


def read_armour(b: Battle, clause: str, faces: Sequence[int], hits: int, armour: int, key: int | None) -> int:
    """Check the armour dice against so many hits, and return how many wound (HVK-ARM-01)."""
    if len(faces) != hits:
        b.fault(clause, f"{hits} armour dice, one for each hit", f"{len(faces)} dice")
    check_faces(b, clause, faces, key)
    return sum(b.numbers.wounds(face, armour) for face in faces)
