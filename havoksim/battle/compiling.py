"""Compile the battle before it is wanted, and say so: the only time that a battle keeps anybody waiting."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from havoksim.battle.pack import Pack


def compile_once(pack: Pack) -> None:
    """Have the battle's kernel ready, by a battle of any matchup; say on stderr that it takes a while, if it does.

    Whatever measures its pace, or has several threads or processes, does this first.
    """
    from havoksim.battle.kernels.loop import play_many
    from havoksim.battle.play import play_block
    from havoksim.foundation.errors import InputError
    from havoksim.foundation.jit import is_ready

    if is_ready(play_many):
        return
    text = "compiling the battle for this machine: this happens once and takes about a minute"
    print(text, file=sys.stderr, flush=True)
    with contextlib.suppress(InputError):  # somebody has no room: whoever asked for this matchup will hear of it
        play_block(pack, 0, 0, 1)
