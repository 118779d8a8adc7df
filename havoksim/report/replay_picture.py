"""A battle as a picture for a forum: one moment as PNG, or all of it as a moving GIF."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from havoksim.foundation.errors import InputError
from havoksim.report.replay_board import Board

if TYPE_CHECKING:
    from PIL.Image import Image

    from havoksim.report.replay_page.cast import Cast
    from havoksim.report.replay_page.frames import Frame

Event = Mapping[str, Any]

#: Pixels across.
PNG_WIDTH, GIF_WIDTH = 1200, 640
#: Milliseconds that a step stays, by what it is; and the last one.
STAY = {"move": 600, "turn": 900, "volley": 1100, "fire": 900, "combat": 1200, "psyke": 1200, "explosion": 900}
STAY_ELSE, STAY_LAST = 700, 5000
#: Steps that change nothing to be seen, and are left out of a GIF.
UNSEEN = ("edges", "activate", "idle")
#: Colours of a GIF, one palette for all its pictures.
COLOURS = 64


def replay_png(lines: Sequence[Event], *, event: int | None = None, where: str = "") -> bytes:
    """Return a moment of a battle as a PNG.

    Parameters
    ----------
    lines : sequence of mapping
        The record: its header, then every event.
    event : int, optional
        The step as the page counts them, from 1; the last by default.
    where : str
        Name of the file that the record comes from, for messages.

    Raises
    ------
    InputError
        If there is no such step, or the record cannot be shown.
    """
    from havoksim.report.replay_page.reading import frames_of, told_as_input
    from havoksim.report.replay_page.table import Table

    cast, frames = frames_of(lines, where=where)
    event = len(frames) if event is None else event
    if not 1 <= event <= len(frames):
        raise InputError(f"this battle has events 1 to {len(frames)}, found {event}", key="event")
    table = Table(cast)
    for frame in frames[:event]:
        table.apply(frame)
    content = io.BytesIO()
    with told_as_input("the record cannot be shown", where=where):
        board = _board(lines, cast, PNG_WIDTH)
        board.moment(table, frames[event - 1], _caption(cast, frames, event)).save(content, "PNG")
    return content.getvalue()


def replay_gif(lines: Sequence[Event], *, where: str = "") -> bytes:
    """Return a battle as a GIF that shows every step at which something is to be seen.

    Parameters
    ----------
    lines, where
        As for :func:`replay_png`.

    Raises
    ------
    InputError
        If the record cannot be shown.
    """
    from havoksim.report.replay_page.reading import frames_of, told_as_input
    from havoksim.report.replay_page.table import Table

    cast, frames = frames_of(lines, where=where)
    table = Table(cast)
    with told_as_input("the record cannot be shown", where=where):
        board = _board(lines, cast, GIF_WIDTH)
    pictures: list[Image] = []
    stays: list[int] = []
    for number, frame in enumerate(frames, 1):
        table.apply(frame)
        if frame.what in UNSEEN:
            continue
        pictures.append(board.moment(table, frame, _caption(cast, frames, number)))
        stays.append(STAY.get(frame.what, STAY_ELSE))
    stays[-1] = STAY_LAST
    busiest = pictures[len(pictures) // 2].quantize(COLOURS)
    flat = [picture.quantize(palette=busiest, dither=0) for picture in pictures]  # type: ignore[arg-type]
    content = io.BytesIO()
    flat[0].save(content, "GIF", save_all=True, append_images=flat[1:], duration=stays, loop=0, optimize=False)
    return content.getvalue()


def _board(lines: Sequence[Event], cast: Cast, width: int) -> Board:
    from havoksim.referee.numbers import Numbers
    from havoksim.report.replay_page.table import standing_pieces

    edges = {str(line["side"]): str(line["edge"]) for line in lines if line.get("event") == "edge"}
    depth = Numbers(lines[0]["ruleset"].get("numbers", {})).deploy_depth
    size = (int(lines[0]["table"][0]), int(lines[0]["table"][1]))
    return Board(cast, size, edges=edges, depth=depth, pieces=standing_pieces(lines), width=width)


def _caption(cast: Cast, frames: Sequence[Frame], number: int) -> tuple[str, str]:
    """Return the two lines above a picture: who and how it stands, and what happens."""
    from havoksim.report.replay_page.words import plain

    frame = frames[number - 1]
    a, b = (str(cast.forces[side]["name"]) for side in ("a", "b"))
    turn = f"turn {frame.turn}: " if frame.turn and frame.what not in ("turn", "end") else ""
    return f"{a} (a) {frame.score[0]} : {frame.score[1]} {b} (b)", turn + plain(frame.title, cast)
