"""Battles of a pack: blocks of them for the statistics, or one with every choice and every die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels import loop
from havoksim.battle.pack import Pack
from havoksim.foundation.codes import Purpose
from havoksim.foundation.errors import InputError
from havoksim.foundation.jit import jit_is_on
from havoksim.foundation.seeds import key_of

Array = np.ndarray[Any, Any]

#: The streams of a battle, in the order of `keys`.
STREAMS = (
    Purpose.ROLL_OFF_TERRAIN, Purpose.ROLL_OFF_EDGE, Purpose.ROLL_OFF_DEPLOY, Purpose.ROLL_OFF_ACTIVATE,
    Purpose.FIRE_HIT, Purpose.ARMOUR, Purpose.CLOSE_COMBAT, Purpose.PSYKE, Purpose.EXPLOSION, Purpose.CASUALTY,
    Purpose.TERRAIN, Purpose.CHOICE,
)  # fmt: skip
#: Values of a battle's status: played; no room to deploy; no room for a survivor.
PLAYED, NO_ZONE, NO_REFUGE = range(3)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a block of battles ended; every array has one row a battle."""

    #: 0 draw, 1 side a, 2 side b.
    winner: Array
    #: (n, 2): battle rating that a, and b, destroyed.
    br_destroyed: Array
    #: Battle turns that were begun.
    turns: Array
    #: 0 turn limit, 1 a side wiped out.
    ended_by: Array
    #: (n, types): models lost.
    lost: Array
    #: (n, types, types): wounds by the first type on models of the second that died.
    kills: Array
    #: (n, 2): models alive at the end.
    alive: Array


def play_block(pack: Pack, seed: int, first: int, n: int, *, threads: int = 1) -> Outcome:
    """Play battles first .. first + n - 1 of a seed.

    Parameters
    ----------
    pack : Pack
        The matchup.
    seed : int
        0 to 2**128 - 1.
    first, n : int
        Which battles. Each is the same in any block.
    threads : int
        Threads that share the block.

    Raises
    ------
    InputError
        If terrain leaves a force too little room in its zone in one of the battles (HVK-DEPLOY-03).
    """
    if threads > 1 and n > 1:
        from havoksim.foundation.chunks import in_chunks

        def part(start: int, stop: int) -> Outcome:
            return play_block(pack, seed, first + start, stop - start)

        parts = in_chunks(part, n, chunk=max(-(-n // (4 * threads)), 1), threads=threads)
        joined = {name: np.concatenate([getattr(one, name) for one in parts]) for name in Outcome.__slots__}
        return Outcome(**joined)
    out, lost, kills, world = _played(pack, seed, first, n)
    pack.worlds.append(world)
    _refuse_failed(out[:, loop.STATUS], first)
    return Outcome(
        winner=out[:, loop.WINNER],
        br_destroyed=out[:, loop.DESTROYED_A : loop.DESTROYED_B + 1],
        turns=out[:, loop.TURNS],
        ended_by=out[:, loop.WIPED_OUT],
        lost=lost,
        kills=kills,
        alive=out[:, loop.ALIVE_A : loop.ALIVE_B + 1],
    )


def play_one(pack: Pack, seed: int, battle: int) -> tuple[Array, Array]:
    """Play one battle and keep its events; return its row of results and the events.

    A record longer than the buffer of events is taken part by part: the battle is played again for each.
    """
    parts = []
    start = 0
    while True:
        out, _, _, world = _played(pack, seed, battle, 1, events_from=start)
        _refuse_failed(out[:, loop.STATUS], battle)
        used = int(world["g"][0, at.G_EVENTS])
        parts.append(world["ev"][0, : min(used - start, at.MOST_EVENTS)].copy())
        pack.worlds.append(world)
        start += at.MOST_EVENTS
        if start >= used:
            return out[0], np.concatenate(parts)


def record(pack: Pack, seed: int, battle: int) -> list[dict[str, Any]]:
    """Return the record of a battle: its header, then every event (``docs/reference/record.md``)."""
    from havoksim.battle.record import header, lines

    _, events = play_one(pack, seed, battle)
    return [header(pack, seed, battle), *lines(pack, events.tolist())]


def _played(
    pack: Pack, seed: int, first: int, n: int, *, events_from: int | None = None
) -> tuple[Array, Array, Array, Array]:
    """Play a block; return results, models lost, wounds that killed, and the world as its last battle left it.

    Who calls gives the world back to the pack, so that the next block need not make one.
    """
    try:
        world = pack.worlds.pop()
    except IndexError:
        world = world_of(pack)
    set_up(world, seed, events_from=events_from)
    kinds = len(pack.types)
    out = np.zeros((n, loop.RESULTS), np.int64)
    lost = np.zeros((n, kinds), np.int64)
    kills = np.zeros((n, kinds, kinds), np.int64)
    worlds: Any = world if jit_is_on() else [at.World(*(world[name][0] for name in at.WORLD.names or ()))]
    with np.errstate(over="ignore"):
        loop.play_many(worlds, first, n, out, lost, kills)
    return out, lost, kills, world


def world_of(pack: Pack) -> Array:
    """Return the record of a pack's battles, all that never changes in its place."""
    world = np.zeros(1, at.WORLD)
    for name, values in pack.arrays.items():
        world[name][0][tuple(slice(size) for size in values.shape)] = values
    return world


def set_up(world: Array, seed: int, *, events_from: int | None = None) -> None:
    """Make a world ready for the battles of a seed; `events_from`: keep events, from this place of their list on."""
    world["roots"][0] = [key_of(seed, int(purpose)) for purpose in STREAMS]
    world["rules"][0, at.R_KEEP] = events_from is not None
    world["rules"][0, at.R_EVENTS_FROM] = events_from or 0


def _refuse_failed(status: Array, first: int) -> None:
    """Refuse a block in which somebody had no room; nothing of it is counted."""
    if not status.any():
        return
    place = int(np.flatnonzero(status)[0])
    if status[place] == NO_ZONE:
        reason = "the terrain leaves a force too little room in its deployment zone (HVK-DEPLOY-03)"
    else:
        reason = "the survivor of a wreck finds no place on the table (HVK-VEH-03)"
    message = f"in battle {first + place} {reason}; take smaller forces, a larger table or less terrain"
    raise InputError(message, key="deploy_depth" if status[place] == NO_ZONE else "table")
