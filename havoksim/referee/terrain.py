"""Terrain: which pieces there are, who places them, and where (HVK-TABLE-01 to -04)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from havoksim.referee.deployment import allowed_edges
from havoksim.referee.geometry import Circle, Polygon, Shape, closer_than, convex, counterclockwise, leg
from havoksim.referee.state import OTHER, Battle, Piece

#: Least distance between two pieces of random terrain: 3 inches (HVK-TABLE-02).
APART = 300
#: Step of the search for a place where a piece fits.
SEARCH = 100
#: Kinds in the order in which random terrain deals them.
DEALT = ("hill", "wood", "building")
#: Corners of a rectangle are rounded to the grid; so much may its sides differ by it.
ROUNDING = 2


class Terrain:
    """How far the laying out of the table has come."""

    def __init__(self, scenario: object) -> None:
        self.random = scenario == "random"
        self.bare = scenario == "none"
        self.starter = ""
        self.hands: dict[str, list[int]] | None = None
        self.next = ""
        self.waiting: list[int] = []


def piece(b: Battle, terrain: Terrain, event: dict[str, Any]) -> None:
    """Check a piece before it is placed: its kind, number, shape and size (HVK-TABLE-02)."""
    number, kind = event["id"], event["kind"]
    if terrain.bare:
        b.fault("HVK-TABLE-02", "no terrain, as the header says", f"a {kind}")
    if kind not in b.numbers.kinds:
        raise b.unreadable(f"no terrain of kind {kind!r} in the ruleset")
    b.want("HVK-TABLE-02", "piece number", len(b.pieces), number)
    b.pieces[number] = Piece(number, kind, b.numbers.kinds[kind], event)
    terrain.waiting.append(number)
    if event["shape"] == "polygon":
        corners = counterclockwise([(x, y) for x, y in event["corners"]])
        if not convex(corners):
            b.fault("HVK-TABLE-02", "a convex polygon", event["corners"])
    if terrain.random:
        _random_piece(b, event, number)


def _random_piece(b: Battle, event: dict[str, Any], number: int) -> None:
    """Check a piece against the default of random terrain: kinds in turn, round or rectangular, 4 to 8 inches."""
    if number and 0 <= number - 1 < len(b.pieces) and number - 1 in b.pieces:
        before = b.pieces[number - 1].name
        if before in DEALT:
            b.want("HVK-TABLE-02", "kind", DEALT[(DEALT.index(before) + 1) % 3], event["kind"])
    low, high = b.numbers.terrain_sizes
    if event["kind"] == "building":
        corners = [(x, y) for x, y in event.get("corners", ())]
        if len(corners) != 4:
            b.fault("HVK-TABLE-02", "a rectangle", event["shape"])
            return
        for i in range(4):
            side = leg(corners[i], corners[(i + 1) % 4])
            if not low - ROUNDING <= side <= high + ROUNDING:
                b.fault("HVK-TABLE-02", f"sides from {low} to {high}", side)
    elif event["shape"] != "circle":
        b.fault("HVK-TABLE-02", "a circle", event["shape"])
    elif not low <= 2 * event["radius"] <= high:
        b.fault("HVK-TABLE-02", f"a diameter from {low} to {high}", 2 * event["radius"])


def deal(b: Battle, terrain: Terrain, event: dict[str, Any]) -> None:
    """Check the deal: each piece to one player, equally or one more to the starter (HVK-TABLE-03)."""
    hands = {side: list(event["pieces"][side]) for side in ("a", "b")}
    dealt = sorted(hands["a"] + hands["b"])
    b.want("HVK-TABLE-03", "pieces dealt:", sorted(b.pieces), dealt)
    if terrain.random:
        count = b.numbers.terrain_count
        if count is None:
            count = (b.width * b.depth + 2400 * 1200) // (2400 * 2400)
        b.want("HVK-TABLE-02", "number of pieces", count, len(b.pieces))
    first = terrain.starter or "a"
    if not terrain.starter:
        b.fault("HVK-TABLE-03", "a roll-off for who starts", "a deal")
    more = len(hands[first]) - len(hands[OTHER[first]])
    if more not in (0, 1):
        b.fault("HVK-TABLE-03", "equal hands, or one more for the starter", f"{more} more for {first}")
    terrain.hands = hands
    terrain.next = first


def place(b: Battle, terrain: Terrain, event: dict[str, Any]) -> None:
    """Check whose turn it is to place a piece, and whether it may lie there (HVK-TABLE-02, -03)."""
    one = _in_turn(b, terrain, event)
    one.shape = _laid(one, (event["at"][0], event["at"][1]))
    if event["side"] is not None:
        why = why_not_there(b, one.shape)
        if why:
            b.fault("HVK-TABLE-02", why[0], f"{one.name} {one.id} {why[1]}")
    elif off_the_table(b, one.shape):
        b.fault("HVK-TABLE-02", "a piece wholly on the table", f"{one.name} {one.id} beyond its edge")
    b.terrain.append(one)


def left_out(b: Battle, terrain: Terrain, event: dict[str, Any]) -> None:
    """Check that a piece that is left out fits at no point of the table, an inch apart (HVK-TABLE-03)."""
    one = _in_turn(b, terrain, event)
    for y in range(0, b.depth + 1, SEARCH):
        for x in range(0, b.width + 1, SEARCH):
            if not why_not_there(b, _laid(one, (x, y))):
                b.fault("HVK-TABLE-03", f"{one.name} {one.id} to be placed, at {[x, y]} for example", "left out")
                return


def off_the_table(b: Battle, shape: Shape) -> bool:
    """Say whether a piece is not wholly on the table."""
    low_x, high_x, low_y, high_y = shape.bounds()
    return low_x < 0 or low_y < 0 or high_x > b.width or high_y > b.depth


def why_not_there(b: Battle, shape: Shape) -> tuple[str, str] | None:
    """Return what is asked of a piece and what is wrong with this place; None if it may lie there (HVK-TABLE-02)."""
    if off_the_table(b, shape):
        return "a piece wholly on the table", "beyond its edge"
    for other in b.terrain:
        if other.shape is not None and closer_than(shape, other.shape, APART):
            return f"{APART} between pieces", f"nearer to {other.id}"
    zone = _zone_that_holds(b, shape)
    return ("no piece wholly in a deployment zone", f"in that of {zone}") if zone else None


def finished(b: Battle, terrain: Terrain) -> None:
    """Check that every piece has been placed or left out before the edges are chosen (HVK-TURN-05)."""
    if terrain.waiting:
        b.fault("HVK-TABLE-03", "every piece placed or left out", f"pieces {terrain.waiting} are not")
        terrain.waiting = []
    if terrain.random and not b.pieces and (b.numbers.terrain_count or 0):
        b.fault("HVK-TABLE-02", f"{b.numbers.terrain_count} pieces", "none")


def _in_turn(b: Battle, terrain: Terrain, event: dict[str, Any]) -> Piece:
    """Check that a piece is on the hand of the player whose turn it is, and take it from there."""
    side, number = event["side"], event["piece"]
    if number not in b.pieces:
        raise b.unreadable(f"no piece {number!r} in the record")
    if number not in terrain.waiting:
        b.fault("HVK-TABLE-03", "each piece once", f"piece {number} again")
    else:
        terrain.waiting.remove(number)
    if side is None:
        return b.pieces[number]
    if terrain.hands is None:
        b.fault("HVK-TABLE-03", "the pieces dealt before one is placed", f"piece {number}")
        return b.pieces[number]
    b.want("HVK-TABLE-03", "the turn of", terrain.next, side)
    if number in terrain.hands[side]:
        terrain.hands[side].remove(number)
    else:
        b.fault("HVK-TABLE-03", f"one of {side}'s pieces {terrain.hands[side]}", number)
    terrain.next = OTHER[side] if terrain.hands[OTHER[side]] else side
    return b.pieces[number]


def _laid(one: Piece, at: tuple[int, int]) -> Shape:
    """Return the shape of a piece moved to its place."""
    if one.given["shape"] == "circle":
        return Circle(at, one.given["radius"])
    return Polygon(counterclockwise([(at[0] + x, at[1] + y) for x, y in one.given["corners"]]))


def _zone_that_holds(b: Battle, shape: Shape) -> str:
    low_x, high_x, low_y, high_y = shape.bounds()
    deep = b.numbers.deploy_depth
    beyond: Iterable[tuple[str, bool]] = (
        ("south", high_y <= deep),
        ("north", low_y >= b.depth - deep),
        ("west", high_x <= deep),
        ("east", low_x >= b.width - deep),
    )
    edges = allowed_edges(b)
    return next((edge for edge, within in beyond if within and edge in edges), "")
