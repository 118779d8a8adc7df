"""Put the steps of a battle into the page: template, style, script and data in one file that loads nothing."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from havoksim.referee.numbers import Numbers
from havoksim.report.replay_page.cast import SIDES, Cast
from havoksim.report.replay_page.frames import Event, Frame
from havoksim.report.replay_page.reading import frames_of, told_as_input
from havoksim.report.replay_page.table import standing_pieces
from havoksim.report.replay_page.words import count

#: What the script needs to know of a type.
_CARD = ("speed", "firepower", "close_combat", "psyke", "strength", "armour", "battle_rating")


def replay_page(lines: Sequence[Event], *, again: str = "", where: str = "") -> str:
    """Return a battle as a page of HTML to be watched step by step.

    Parameters
    ----------
    lines : sequence of mapping
        The record: its header, then every event, as in the documentation of records. It need not be legal.
    again : str
        The command that makes the page again, shown at its foot.
    where : str
        Name of the file that the record comes from, for messages.

    Raises
    ------
    InputError
        If an event is unknown or speaks of what is not there; with its line.
    """
    cast, frames = frames_of(lines, where=where)
    header = lines[0]
    with told_as_input("the record cannot be shown", where=where):
        names = {side: str(header["forces"][side]["name"]) for side in SIDES}
        data = embedded(_data(header, lines, cast, frames, again))
    style, script = _part("page.css"), _part("page.js")
    filled = {
        "TITLE": escape(f"{names['a']} against {names['b']}"),
        "STYLE": style,
        "SCRIPT": script,
        "STYLE_HASH": _hash(style),
        "SCRIPT_HASH": _hash(script),
        "DATA": data,
    }
    # One pass, so that a name which looks like a mark of the template stays the name that it is.
    pieces = _part("page.html").split("@@")
    return "".join(filled[piece] if place % 2 else piece for place, piece in enumerate(pieces))


def embedded(data: Any) -> str:
    r"""Return data as JSON that no parser of HTML can take for markup.

    Examples
    --------
    >>> embedded({"name": "</script><b>&"})
    '{"name":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return what the page's own policy must say so that a browser runs this text and nothing else."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _data(
    header: Mapping[str, Any], lines: Sequence[Event], cast: Cast, frames: Sequence[Frame], again: str
) -> dict[str, Any]:
    numbers = Numbers(header["ruleset"].get("numbers", {}))
    names = {side: str(header["forces"][side]["name"]) for side in SIDES}
    policies = header.get("policies", {})
    end = lines[-1] if lines[-1].get("event") == "end" else None
    return {
        "names": names,
        "players": {side: str(policies.get(side, "unknown")) for side in SIDES},
        "about": _about(header),
        "result": None if end is None else _result(end, names),
        "score": None if end is None else [int(end["score"][side]) for side in SIDES],
        "table": [int(length) for length in header["table"]],
        "zone": numbers.deploy_depth,
        "bands": [band.to for band in numbers.bands if band.to is not None],
        "edges": {line["side"]: line["edge"] for line in lines if line.get("event") == "edge"},
        "pieces": standing_pieces(lines),
        "types": [_kind(kind.card, side=kind.side, name=kind.name, letters=kind.letters) for kind in cast.kinds],
        "units": [{"t": unit.kind, "n": unit.number, "m": list(unit.models)} for unit in cast.units],
        "models": [[model.unit, model.number] for model in cast.models],
        "steps": [frame.to_json() for frame in frames],
        "clauses": _clauses(frames),
        "again": again,
    }


def _about(header: Mapping[str, Any]) -> list[str]:
    """Say which battle it is, and how it was played, in short phrases."""
    width, depth = (length / 100 for length in header["table"])
    by_hand = header.get("seed") is None
    return [
        "a game played by hand" if by_hand else f"battle {header['battle']} of seed {header['seed']}",
        f"ruleset {header['ruleset'].get('id', 'without a name')}",
        f"{header['points']} points ({header['size']})",
        f"table {width:g} \N{MULTIPLICATION SIGN} {depth:g} inches, terrain {header.get('terrain', 'as recorded')}",
        f"havoksim {header.get('havoksim', 'unknown')}",
    ]


def _result(end: Event, names: Mapping[str, str]) -> str:
    """Say how it ended."""
    score, winner = end["score"], end["winner"]
    why = "one side is wiped out" if end["ended_by"] == "wiped_out" else "the turns are over"
    after = f"after {count(int(end['turns']), 'battle turn')}: {why}"
    if winner is None:
        return f"A draw, {score['a']} to {score['b']} BR, {after}"
    loser = "b" if winner == "a" else "a"
    return f"{names[winner]} wins, {score[winner]} to {score[loser]} BR, {after}"


def _kind(card: Mapping[str, Any], *, side: str, name: str, letters: str) -> dict[str, Any]:
    carries = card.get("carries") or {}
    return {
        "s": side,
        "name": name,
        "l": letters,
        "r": int(card["radius"]),
        "v": bool(card.get("vehicle")),
        "in": bool(carries.get("inside")),
        "card": [int(card[key]) for key in _CARD],
        "mind": bool(card.get("psyke_attack")),
    }


def _clauses(frames: Sequence[Frame]) -> dict[str, list[str]]:
    """Return title and rule of every clause that the steps name."""
    from havoksim.ledger import clauses

    known = {clause.id: clause for clause in clauses()}
    named = {one for frame in frames for one in [*frame.clauses, *(c for row in frame.rows for c in row.clauses)]}
    return {one: [known[one].title, known[one].rule] for one in sorted(named) if one in known}
