"""Dice of a battle, thrown one by one from their addresses, and written to the events as they fall."""

from numpy import int64

from havoksim.battle.kernels.layout import (
    E_ROLL_OFF,
    G_CHOICES,
    G_EVENTS,
    G_TURN,
    KEY_CHOICE,
    KEY_TERRAIN_ROLL,
    MOST_EVENTS,
    R_EVENTS_FROM,
    R_KEEP,
)
from havoksim.dice.kernels.rolls import roll_wounds
from havoksim.dice.kernels.stream import S32, branch, die_at, word_at
from havoksim.foundation.jit import kernel


@kernel
def write(w, place, value):
    """Write a number at a place of the whole list of events, if it lies in the part that is kept. Modified: ev."""
    i = place - w.rules[R_EVENTS_FROM]
    if 0 <= i < MOST_EVENTS:
        w.ev[i] = value


@kernel
def put(w, value):
    """Write a number behind the last event. Modified in place: ev."""
    write(w, w.g[G_EVENTS], value)
    w.g[G_EVENTS] += 1


@kernel
def begin(w, code):
    """Begin an event; return where its number of values stands."""
    put(w, code)
    put(w, 0)
    return w.g[G_EVENTS] - 1


@kernel
def finish(w, at):
    """End an event, or a list in one: write how many values it has. Modified in place: ev."""
    write(w, at, w.g[G_EVENTS] - at - 1)


@kernel
def event(w, code, a, b, c, d):
    """Write an event of four values, if events are kept. Modified in place: ev."""
    if w.rules[R_KEEP]:
        put(w, code)
        put(w, 4)
        put(w, a)
        put(w, b)
        put(w, c)
        put(w, d)


@kernel
def throw(w, key, first, dice, needs, explodes_from, most_waves, block_on):
    """Throw a pool, wave by wave, from die `first` of a stream; return hits, blocks and dice thrown.

    If events are kept, writes the number of dice and their faces. Modified in place: ev.
    """
    keep = w.rules[R_KEEP]
    at = w.g[G_EVENTS]
    if keep:
        put(w, 0)
    hits = 0
    blocks = 0
    rolled = first
    wave = 0
    while dice > 0:
        extra = 0
        for j in range(rolled, rolled + dice):
            face = die_at(key, j)
            hits += int64(face >= needs)
            extra += int64(face >= explodes_from)
            blocks += int64(face == block_on)
            if keep:
                put(w, face)
        rolled += dice
        if wave == most_waves:
            break
        wave += 1
        dice = extra
    if keep:
        write(w, at, rolled - first)
    return hits, blocks, rolled - first


@kernel
def throw_wounds(w, key, hits, faces):
    """Throw a die for each hit; return how many wound. If events are kept, writes their number and faces."""
    if w.rules[R_KEEP]:
        put(w, hits)
        for j in range(hits):
            put(w, die_at(key, j))
    return roll_wounds(key, hits, faces)


@kernel
def roll_off(w, what, ordinal):
    """Roll off between the players; ties again (HVK-TURN-02). Return the winner, 0 for side a.

    `what` is the place of the stream in `keys`, counted from the first roll-off.
    """
    key = branch(branch(w.keys[KEY_TERRAIN_ROLL + what], w.g[G_TURN]), ordinal)
    keep = w.rules[R_KEEP]
    at = int64(0)
    if keep:
        at = begin(w, E_ROLL_OFF)
        put(w, what)
    j = 0
    while True:
        a, b = die_at(key, j), die_at(key, j + 1)
        if keep:
            put(w, a)
            put(w, b)
        if a != b:
            break
        j += 2
    if keep:
        finish(w, at)
    return 0 if a > b else 1


@kernel
def pick(w, n):
    """Return one of n choices at random, from the stream of a random player's choices."""
    word = word_at(w.keys[KEY_CHOICE], w.g[G_CHOICES])
    w.g[G_CHOICES] += 1
    return int64(word >> S32) % n
