"""Names beside points, none on top of another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.transforms import Bbox

from havoksim.report.style import GREY, INK, SMALL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

#: Distances at which a place for a name is sought, in points, and the directions, in degrees.
DISTANCES = (8, 12, 20, 30, 42, 56, 72, 90, 110, 135, 160)
DIRECTIONS = (0, 180, 90, 270, 30, 330, 150, 210, 60, 300, 120, 240)


def place_names(
    axes: Axes, points: Sequence[tuple[float, float]], names: Sequence[str], obstacles: Sequence[Bbox] = ()
) -> list[Annotation]:
    """Write a name beside each point, as near as it fits without covering a point, a bar or another name.

    Call it when the picture has its final limits and layout: sizes are measured on the canvas.

    Parameters
    ----------
    axes : Axes
        The panel.
    points : sequence of (x, y)
        In the data's units.
    names : sequence of str
        One for each point.
    obstacles : sequence of Bbox
        Other things to keep clear of, in pixels.
    """
    figure = axes.figure
    pixels = figure.dpi / 72.0
    frame = axes.get_window_extent()
    spots = [tuple(axes.transData.transform(point)) for point in points]
    radius = 5.0 * pixels
    taken = [Bbox.from_extents(x - radius, y - radius, x + radius, y + radius) for x, y in spots]
    taken += list(obstacles)
    written: list[Annotation] = []
    for index in sorted(range(len(points)), key=lambda i: _crowd(spots, i), reverse=True):
        note = axes.annotate(
            names[index], points[index], xytext=(0, 0), textcoords="offset points", fontsize=SMALL, color=INK,
            ha="center", va="center",
        )  # fmt: skip
        size = note.get_window_extent()
        best: tuple[float, int, float, float] | None = None
        for distance in DISTANCES:
            for angle in DIRECTIONS:
                turn = math.radians(angle)
                dx = math.cos(turn) * (distance + size.width / pixels / 2)
                dy = math.sin(turn) * (distance + size.height / pixels / 2)
                x, y = spots[index][0] + dx * pixels, spots[index][1] + dy * pixels
                box = Bbox.from_extents(
                    x - size.width / 2 - 1, y - size.height / 2 - 1, x + size.width / 2 + 1, y + size.height / 2 + 1
                )
                cost = sum(_overlap(box, other) for other in taken) + _outside(box, frame) * 4
                candidate = (cost, distance, dx, dy)
                if best is None or candidate[:2] < best[:2]:
                    best = candidate
            if best is not None and best[0] <= 0.0:
                break
        assert best is not None
        _, distance, dx, dy = best
        note.set_position((dx, dy))
        x, y = spots[index][0] + dx * pixels, spots[index][1] + dy * pixels
        taken.append(
            Bbox.from_extents(x - size.width / 2, y - size.height / 2, x + size.width / 2, y + size.height / 2)
        )
        if distance > 12:
            _lead(axes, points[index], (dx, dy), size.width / pixels, size.height / pixels)
        written.append(note)
    return written


def _lead(axes: Axes, point: tuple[float, float], offset: tuple[float, float], width: float, height: float) -> None:
    """Draw a thin line from a point to the edge of its name."""
    dx, dy = offset
    shrink = min(width / 2 / abs(dx) if dx else 1.0, height / 2 / abs(dy) if dy else 1.0, 1.0)
    axes.annotate(
        "", point, xytext=(dx * (1 - shrink), dy * (1 - shrink)), textcoords="offset points",
        arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.7, "shrinkA": 1, "shrinkB": 4},
    )  # fmt: skip


def _crowd(spots: Sequence[tuple[float, ...]], index: int) -> float:
    """Return how crowded it is round a point: those in a crowd choose first."""
    x, y = spots[index]
    return sum(1.0 / (1.0 + math.hypot(x - u, y - v) / 60.0) for u, v in spots)


def _overlap(a: Bbox, b: Bbox) -> float:
    """Return the area that two boxes share, in square pixels."""
    width = min(a.x1, b.x1) - max(a.x0, b.x0)
    height = min(a.y1, b.y1) - max(a.y0, b.y0)
    return width * height if width > 0 and height > 0 else 0.0


def _outside(box: Bbox, frame: Bbox) -> float:
    """Return the area of a box that lies outside a frame."""
    return box.width * box.height - _overlap(box, frame)
