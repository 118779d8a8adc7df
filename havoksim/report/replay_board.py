"""The table from above in pixels: bases to scale, terrain, zones, moves, shots, fights, deaths."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw, ImageFont

from havoksim.report.style import GREY, INK, SIDE_A, SIDE_B

if TYPE_CHECKING:
    from havoksim.report.replay_page.cast import Cast
    from havoksim.report.replay_page.frames import Frame
    from havoksim.report.replay_page.table import Point, Table

#: Colours of the sides, and of what stands on the table: ground, and edge.
COLOUR = {"a": SIDE_A, "b": SIDE_B}
GROUND = {"hill": ("#e2cfa3", "#a98a45"), "wood": ("#cfe3c4", "#5c8a4a"), "building": ("#d6d3d1", "#6b6460")}
ZONE = {"a": "#e3eff0", "b": "#f6e8da"}
#: Pictures are drawn this many times larger and then reduced, so that lines are smooth.
FINE = 2
#: Hundredths of an inch between table and picture's edge.
MARGIN = 60


class Board:
    """Draws moments of one battle; what does not move is drawn once."""

    def __init__(
        self,
        cast: Cast,
        size: tuple[int, int],
        *,
        edges: Mapping[str, str],
        depth: int,
        pieces: Sequence[Mapping[str, Any]],
        width: int,
    ) -> None:
        self._cast = cast
        self._size = size
        self._width = width
        self._scale = FINE * width / (size[0] + 2 * MARGIN)
        self._head = round(FINE * width * 0.085)
        height = self._head + round((size[1] + 2 * MARGIN) * self._scale)
        self._ground = Image.new("RGB", (FINE * width, height), "#ffffff")
        self._draw_ground(ImageDraw.Draw(self._ground), edges, depth, pieces)

    def moment(self, table: Table, frame: Frame, caption: tuple[str, str]) -> Image.Image:
        """Return a moment: the table after a step, what the step did, and two lines of words above."""
        picture = self._ground.copy()
        draw = ImageDraw.Draw(picture)
        self._caption(draw, caption)
        dying = set(frame.deaths)
        for model in sorted(table.dead - dying):
            if (where := table.at.get(model)) is not None:
                self._cross(draw, where, 35, "#8a857d", 13)
        for model, path in frame.moves:
            points = [self._xy(point) for point in path]
            if len(points) > 1:
                draw.line(points, fill=COLOUR[self._cast.side_of(model)], width=self._px(20), joint="curve")
        models = range(len(self._cast.models))
        for model in sorted(models, key=lambda one: -int(self._cast.kind_of(one).card["radius"])):
            where = table.place_of(model)
            if where is not None and not table.is_inside(model) and (model not in table.dead or model in dying):
                self._base(draw, table, model, where, dying=model in dying)
        self._actions(draw, table, frame)
        return picture.resize((self._width, round(picture.height / FINE)), Image.Resampling.LANCZOS)

    # ------------------------------------------------------------------ the parts of a picture

    def _xy(self, point: Point | tuple[float, float]) -> tuple[float, float]:
        """Return where a point of the table is in the picture; the table's y goes up, the picture's down."""
        x, y = point
        return (MARGIN + x) * self._scale, self._head + (MARGIN + self._size[1] - y) * self._scale

    def _px(self, hundredths: float) -> int:
        return max(1, round(hundredths * self._scale))

    def _disc(self, draw: ImageDraw.ImageDraw, middle: Point, radius: float, **how: Any) -> None:
        (x, y), r = self._xy(middle), radius * self._scale
        draw.ellipse((x - r, y - r, x + r, y + r), **how)

    def _draw_ground(
        self, draw: ImageDraw.ImageDraw, edges: Mapping[str, str], depth: int, pieces: Sequence[Mapping[str, Any]]
    ) -> None:
        width, height = self._size
        draw.rectangle((*self._xy((0, height)), *self._xy((width, 0))), fill="#f6f4ee")
        for side, edge in edges.items():
            left, low, right, high = {
                "south": (0, 0, width, depth),
                "north": (0, height - depth, width, height),
                "west": (0, 0, depth, height),
                "east": (width - depth, 0, width, height),
            }[edge]
            draw.rectangle((*self._xy((left, high)), *self._xy((right, low))), fill=ZONE[side])
        for x in range(1200, width, 1200):
            draw.line((*self._xy((x, 0)), *self._xy((x, height))), fill="#dcd6c8", width=self._px(8))
        for y in range(1200, height, 1200):
            draw.line((*self._xy((0, y)), *self._xy((width, y))), fill="#dcd6c8", width=self._px(8))
        for piece in pieces:
            fill, edge_colour = GROUND.get(piece["kind"], GROUND["building"])
            if "r" in piece:
                self._disc(
                    draw, (piece["x"], piece["y"]), piece["r"], fill=fill, outline=edge_colour, width=self._px(12)
                )
                if piece["kind"] == "hill":
                    self._disc(draw, (piece["x"], piece["y"]), 0.6 * piece["r"], outline=edge_colour, width=self._px(9))
            else:
                points = [self._xy((x, y)) for x, y in piece["p"]]
                draw.polygon(points, fill=fill, outline=edge_colour, width=self._px(16))
            self._text(draw, (piece["x"], piece["y"]), piece["kind"], 85, "#4a4a40")
        draw.rectangle((*self._xy((0, height)), *self._xy((width, 0))), outline="#8b8472", width=self._px(14))

    def _base(self, draw: ImageDraw.ImageDraw, table: Table, model: int, where: Point, *, dying: bool) -> None:
        kind = self._cast.kind_of(model)
        radius, strength = int(kind.card["radius"]), int(kind.card["strength"])
        filled = kind.side == "a"
        colour = COLOUR[kind.side]
        paper = "#ffffff"
        if dying:
            colour = "#9cbdd0" if filled else "#e9b592"
        self._disc(draw, where, radius, fill=colour if filled else paper, outline=paper if filled else colour,
                   width=self._px(8 if filled else 0.3 * radius if radius < 100 else 30))  # fmt: skip
        self._text(draw, where, kind.letters, 0.95 * radius, paper if filled else INK)
        left = table.left[model]
        if left < strength and not dying:
            (x, y), r = self._xy(where), (radius + 14) * self._scale
            draw.arc((x - r, y - r, x + r, y + r), -90, -90 + 360 * left / strength, fill=INK, width=self._px(24))

    def _actions(self, draw: ImageDraw.ImageDraw, table: Table, frame: Frame) -> None:
        for firer, target, _, cover in frame.shots:
            start, end = table.place_of(firer), table.place_of(target)
            if start is not None and end is not None:
                self._arrow(draw, start, end, table.radius_of(target), COLOUR[frame.side or "a"], dashed=bool(cover))
        for pairs, colour in ((frame.fights, INK), (frame.minds, "#7b3f8c")):
            for one, other in pairs:
                start, end = table.place_of(one), table.place_of(other)
                if start is not None and end is not None:
                    draw.line((*self._xy(start), *self._xy(end)), fill=colour, width=self._px(30))
        for model, _ in frame.blasts:
            if (where := table.at.get(model)) is not None:
                self._star(draw, where, int(self._cast.kind_of(model).card["radius"]))
        for model in frame.deaths:
            if (where := table.at.get(model)) is not None:
                self._cross(draw, where, int(self._cast.kind_of(model).card["radius"]), INK, 30)

    def _arrow(
        self, draw: ImageDraw.ImageDraw, start: Point, end: Point, radius: int, colour: str, *, dashed: bool
    ) -> None:
        """Draw a shot that stops at the edge of the target's base."""
        (x0, y0), (x1, y1) = self._xy(start), self._xy(end)
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        length = max(length - radius * self._scale, 1.0)
        x1, y1 = x0 + ux * length, y0 + uy * length
        step, at = self._px(90), 0.0
        while at < length:
            stop = min(at + (0.6 * step if dashed else step), length)
            draw.line((x0 + ux * at, y0 + uy * at, x0 + ux * stop, y0 + uy * stop), fill=colour, width=self._px(18))
            at += step
        head = self._px(80)
        tip = [(x1, y1), (x1 - ux * head - uy * head / 2, y1 - uy * head + ux * head / 2),
               (x1 - ux * head + uy * head / 2, y1 - uy * head - ux * head / 2)]  # fmt: skip
        draw.polygon(tip, fill=colour)

    def _cross(self, draw: ImageDraw.ImageDraw, where: Point, size: float, colour: str, width: float) -> None:
        (x, y), r = self._xy(where), size * self._scale
        draw.line((x - r, y - r, x + r, y + r), fill=colour, width=self._px(width))
        draw.line((x - r, y + r, x + r, y - r), fill=colour, width=self._px(width))

    def _star(self, draw: ImageDraw.ImageDraw, where: Point, radius: int) -> None:
        x, y = self._xy(where)
        points = []
        for corner in range(24):
            r = radius * self._scale * (0.85 if corner % 2 else 1.5)
            points.append((x + r * math.sin(corner * math.pi / 12), y - r * math.cos(corner * math.pi / 12)))
        draw.polygon(points, fill="#ffd84d", outline="#7a4d00", width=self._px(14))

    # ------------------------------------------------------------------ words

    def _text(self, draw: ImageDraw.ImageDraw, where: Point, text: str, size: float, colour: str) -> None:
        """Write a few letters in the middle of a spot."""
        draw.text(self._xy(where), text, fill=colour, font=_font(self._px(size), bold=True), anchor="mm")

    def _caption(self, draw: ImageDraw.ImageDraw, caption: tuple[str, str]) -> None:
        room = FINE * self._width * 0.97
        places = ((0.30, 0.40, True, INK), (0.75, 0.33, False, GREY))
        for text, (middle, size, bold, colour) in zip(caption, places, strict=True):
            font = _font(round(self._head * size), bold=bold)
            while len(text) > 1 and draw.textlength(text, font=font) > room:
                text = f"{text[:-2]}\N{HORIZONTAL ELLIPSIS}"
            draw.text((FINE * self._width * 0.015, self._head * middle), text, fill=colour, font=font, anchor="lm")


def _font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the letters that come with Matplotlib, the same on every machine."""
    import matplotlib

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name, max(size, 6))
