"""A terrain layout: hills, woods and buildings with their places on the table (HVK-TABLE-02), read from a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

from annotated_types import Ge, Gt, Le, MinLen

from havoksim.foundation.errors import Problem
from havoksim.model.catalogue import bad_id
from havoksim.model.checking import check
from havoksim.model.places import resolve_file
from havoksim.model.reading import Document, read_document

Kind = Literal["hill", "wood", "building"]
#: A point in whole hundredths of an inch (HVK-TABLE-06).
Point = tuple[int, int]
#: Most corners of a piece, and most pieces of a layout.
MOST_CORNERS = 8
MOST_PIECES = 24

_Inches = Annotated[float, Ge(-1000), Le(1000)]
_Pair = Annotated[list[_Inches], MinLen(2)]
#: Inches that differ by less are the same hundredth.
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of terrain where it stands: a circle or a convex polygon, in hundredths of an inch."""

    #: hill, wood or building.
    kind: Kind
    #: Its middle.
    at: Point
    #: Radius of a circle; 0 for a polygon.
    radius: int = 0
    #: Corners of a polygon relative to its middle, counterclockwise; none for a circle.
    corners: tuple[Point, ...] = ()

    @property
    def on_table(self) -> tuple[Point, ...]:
        """Corners where they stand on the table."""
        return tuple((self.at[0] + x, self.at[1] + y) for x, y in self.corners)

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """Least and greatest x, then least and greatest y, that it covers."""
        if not self.corners:
            (x, y), r = self.at, self.radius
            return x - r, x + r, y - r, y + r
        xs, ys = zip(*self.on_table, strict=True)
        return min(xs), max(xs), min(ys), max(ys)


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces of terrain on a table.

    Examples
    --------
    >>> layout = load_terrain("crossroads")
    >>> layout.problems(4800, 4800), sorted({piece.kind for piece in layout.pieces})
    ([], ['building', 'hill', 'wood'])
    """

    #: Short name.
    id: str
    #: Name for titles.
    name: str
    #: The pieces in the order of the file.
    pieces: tuple[Piece, ...]
    #: Width and depth of the table that its file names, in hundredths; None if it names none.
    table: Point | None = None

    def problems(self, width: int, depth: int) -> list[Problem]:
        """Return what is wrong with it on a table of that size in hundredths.

        That is another table than the one it is made for, pieces off it, and pieces that overlap.
        """
        found = []
        if self.table not in (None, (width, depth)):
            found.append(_other_table(self, width, depth))
        for index, piece in enumerate(self.pieces, 1):
            left, right, low, high = piece.extent
            if left < 0 or low < 0 or right > width or high > depth:
                message = f"the {piece.kind} lies partly off the table of {width / 100:g} x {depth / 100:g} inches"
                found.append(Problem(message, key=f"piece[{index}]"))
        for (i, one), (j, other) in combinations(enumerate(self.pieces, 1), 2):
            if overlap(one, other):
                found.append(Problem(f"the {other.kind} overlaps the {one.kind} of piece[{i}]", key=f"piece[{j}]"))
        return found


def _other_table(layout: Layout, width: int, depth: int) -> Problem:
    """Say that a layout is made for another table."""
    assert layout.table is not None
    own, wanted = (f"[{x / 100:g}, {y / 100:g}]" for x, y in (layout.table, (width, depth)))
    return Problem(f"must be {wanted}, the table of the battle, found {own}", f"terrain {layout.id}", "table")


@dataclass(frozen=True, slots=True)
class _LayoutFile:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    name: Annotated[str, MinLen(1)]
    piece: list[dict[str, Any]] = field(default_factory=list)
    table: Annotated[list[Annotated[float, Gt(0), Le(1000)]], MinLen(2)] = field(default_factory=lambda: [48.0, 48.0])
    id: Annotated[str, MinLen(1)] = "unnamed"


@dataclass(frozen=True, slots=True)
class _PieceTable:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    kind: Kind
    at: _Pair | None = None
    radius: Annotated[float, Gt(0), Le(100)] | None = None
    corners: Annotated[list[_Pair], MinLen(3)] | None = None


def load_terrain(name: str | Path, *, near: Path | None = None) -> Layout:
    """Return a terrain layout from its file.

    Parameters
    ----------
    name : str or Path
        A name below ``terrain/`` or ``examples/terrain/``, or the path of a file.
    near : Path, optional
        Folder of the file that names it.

    Raises
    ------
    InputError
        With everything that is wrong with the file: pieces that overlap, lie off the table or are not convex.

    Examples
    --------
    >>> load_terrain("crossroads").name
    'Crossroads'
    """
    return layout_of(read_document(resolve_file(name, "terrain", near=near), kind="terrain"))


def layout_of(document: Document) -> Layout:
    """Build the layout that a file describes, or raise everything that is wrong with it."""
    table = document.table
    head = check(table, _LayoutFile, stand_in={"name": "Unnamed", "piece": []})
    value = head.value or _LayoutFile("Unnamed")
    problems = [*document.problems, *head.problems]
    given_id = value.id if "id" in table and "id" not in head.wrong else document.path.stem
    problems += bad_id(given_id, "id") if "id" in table and "id" not in head.wrong else []
    if len(value.table) > 2:
        problems.append(Problem(f"must be [width, depth] in inches, found {len(value.table)} numbers", key="table"))
    if len(value.piece) > MOST_PIECES:
        problems.append(Problem(f"at most {MOST_PIECES} pieces fit, found {len(value.piece)}", key="piece"))
    pieces: list[Piece] = []
    whole = "piece" not in head.wrong
    for index, entry in enumerate(value.piece, 1):
        piece, found = _piece(entry, f"piece[{index}].")
        problems += found
        if piece is None:
            whole = False
        else:
            pieces.append(piece)
    width, depth = (round(100 * side) for side in value.table[:2])
    named = "table" in table and "table" not in head.wrong
    layout = Layout(given_id, value.name, tuple(pieces), (width, depth) if named else None)
    if whole and "table" not in head.wrong:
        problems += layout.problems(width, depth)
    document.fail(problems)
    return layout


def _piece(entry: dict[str, Any], prefix: str) -> tuple[Piece | None, list[Problem]]:
    checked = check(entry, _PieceTable, prefix=prefix, stand_in={"kind": "hill"})
    problems = list(checked.problems)
    value = checked.value
    if value is None or checked.wrong:
        return None, problems
    circle, polygon = value.radius is not None or value.at is not None, value.corners is not None
    if circle == polygon:
        message = "a piece is a circle (`at` and `radius`) or a polygon (`corners`), one of the two"
        return None, [*problems, Problem(message, key=prefix.rstrip("."))]
    if value.corners is not None:
        corners = [_hundredths(corner, f"{prefix}corners[{i}]", problems) for i, corner in enumerate(value.corners, 1)]
        if problems:
            return None, problems
        return _polygon(value.kind, [c for c in corners if c is not None], prefix)
    if value.at is None or value.radius is None:
        missing = "at" if value.at is None else "radius"
        return None, [*problems, Problem("is missing; a circle has `at` and `radius`", key=f"{prefix}{missing}")]
    at = _hundredths(value.at, f"{prefix}at", problems)
    radius = _hundredths([value.radius, 0.0], f"{prefix}radius", problems)
    if at is None or radius is None:
        return None, problems
    return Piece(value.kind, at, radius[0]), problems


def _hundredths(pair: list[float], key: str, problems: list[Problem]) -> Point | None:
    """Return a point in whole hundredths, or say what is wrong with it."""
    if len(pair) != 2:
        problems.append(Problem(f"must be [x, y] in inches, found {len(pair)} numbers", key=key))
        return None
    x, y = (round(100 * value) for value in pair)
    if abs(x - 100 * pair[0]) > _SLACK or abs(y - 100 * pair[1]) > _SLACK:
        problems.append(Problem("lengths are whole hundredths of an inch (HVK-TABLE-06)", key=key))
        return None
    return x, y


def _polygon(kind: Kind, corners: list[Point], prefix: str) -> tuple[Piece | None, list[Problem]]:
    key = f"{prefix}corners"
    if len(corners) > MOST_CORNERS:
        return None, [Problem(f"a piece has from 3 to {MOST_CORNERS} corners, found {len(corners)}", key=key)]
    turns = [_turn(*three) for three in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)]
    if any(turn < 0 for turn in turns):
        corners.reverse()
        turns = [-turn for turn in turns]
    if any(turn <= 0 for turn in turns) or _winds_twice(corners):
        message = "a polygon is convex, its corners in order round it, no three in a row (HVK-TABLE-02)"
        return None, [Problem(message, key=key)]
    xs, ys = zip(*corners, strict=True)
    at = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    return Piece(kind, at, 0, tuple((x - at[0], y - at[1]) for x, y in corners)), []


# ---------------------------------------------------------------------------------------------- plane geometry


def _turn(a: Point, b: Point, c: Point) -> int:
    """Return twice the area of a triangle: positive if a, b, c go counterclockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _winds_twice(corners: list[Point]) -> bool:
    """Say whether corners that all turn left go round more than once, as those of a star do."""
    first = corners[0]
    fan = [_turn(first, b, c) for b, c in pairwise(corners[1:])]
    return any(turn <= 0 for turn in fan)


def overlap(one: Piece, other: Piece) -> bool:
    """Say whether two pieces share more than an edge.

    Examples
    --------
    >>> hill = Piece("hill", (1000, 1000), 300)
    >>> overlap(hill, Piece("wood", (1600, 1000), 300)), overlap(hill, Piece("wood", (1599, 1000), 300))
    (False, True)
    """
    if not one.corners and not other.corners:
        reach = one.radius + other.radius
        return _square(one.at, other.at) < reach * reach
    if not one.corners:
        return _circle_meets(one.at, one.radius, other.on_table)
    if not other.corners:
        return _circle_meets(other.at, other.radius, one.on_table)
    return not (_parted(one.on_table, other.on_table) or _parted(other.on_table, one.on_table))


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _sides(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _parted(corners: tuple[Point, ...], others: tuple[Point, ...]) -> bool:
    """Say whether a side of the first polygon has all of the second on its outer side or on it."""
    return any(all(_turn(a, b, point) <= 0 for point in others) for a, b in _sides(corners))


def _circle_meets(centre: Point, radius: int, corners: tuple[Point, ...]) -> bool:
    """Say whether the inside of a circle meets that of a polygon; exact in whole numbers."""
    if all(_turn(a, b, centre) > 0 for a, b in _sides(corners)):
        return True
    return any(_nearer(centre, a, b, radius) for a, b in _sides(corners))


def _nearer(point: Point, a: Point, b: Point, radius: int) -> bool:
    """Say whether a point is nearer to a segment than a radius."""
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    length = _square(a, b)
    if along <= 0 or along >= length:
        return min(_square(point, a), _square(point, b)) < radius * radius
    return _turn(a, b, point) ** 2 < radius * radius * length
