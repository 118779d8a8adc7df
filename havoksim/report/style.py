"""How every picture looks: one palette that colour-blind readers can tell apart, and sizes that a phone can show.

Pictures are 6 inches wide, no text in them is smaller than 9 points, and everything is set on the picture itself:
the settings of Matplotlib stay as the reader has them.
"""

from __future__ import annotations

import io
import textwrap
from typing import TYPE_CHECKING, Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from matplotlib.text import Text

#: Width of a picture in inches.
WIDTH = 6.0
#: Dots per inch of a picture.
DPI = 150
#: Points: title, labels, smallest text.
TITLE, LABEL, SMALL = 12.0, 10.0, 9.0
#: Letters of a title on one line of a picture of `WIDTH`.
TITLE_LETTERS = 56

INK, GREY, PALE, PAPER = "#222222", "#5f6368", "#d9dce0", "#ffffff"

#: The colours of Okabe and Ito, in the order in which factions and laws take them.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
#: Side a, side b, and what neither of them wins.
SIDE_A, SIDE_B, NOBODY = PALETTE[0], PALETTE[1], "#b4b8bd"

#: Marker of a type by where its figures come from: the less is known, the less is filled.
MARKERS: Mapping[str, str] = {"published": "o", "partial": "D", "estimate": "^"}


class Picture(Figure):
    """A Matplotlib figure that a notebook shows by itself."""

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]]:
        inches = self.get_size_inches()
        size = {"width": round(float(inches[0]) * 100), "height": round(float(inches[1]) * 100)}
        return as_bytes(self), {**size, "alt": self.get_suptitle().replace("\n", " ")}


def new_picture(height: float, *, width: float = WIDTH) -> Picture:
    """Return an empty picture of `width` by `height` inches, not known to pyplot."""
    picture = Picture(figsize=(width, height), dpi=DPI, layout="constrained", facecolor=PAPER)
    FigureCanvasAgg(picture)
    return picture


def as_bytes(figure: Figure, file_format: str = "png") -> bytes:
    """Return a picture as a file's content; the same picture gives the same bytes."""
    content = io.BytesIO()
    dateless: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    figure.savefig(content, format=file_format, dpi=DPI, metadata=dateless.get(file_format))
    return content.getvalue()


def headline(figure: Figure, finding: str, footnote: str = "") -> None:
    """Write the finding above a picture, and below it how it was found."""
    finding = finding.replace(" %", "\N{NO-BREAK SPACE}%").replace(" x ", "\N{NO-BREAK SPACE}x\N{NO-BREAK SPACE}")
    title = figure.suptitle("", x=0.02, ha="left", fontsize=TITLE, fontweight="bold", color=INK)
    _fill(title, finding, round(TITLE_LETTERS * figure.get_figwidth() / WIDTH))
    if footnote:
        small = figure.supxlabel("", x=0.02, ha="left", fontsize=SMALL, color=GREY)
        _fill(small, footnote, round(1.6 * TITLE_LETTERS * figure.get_figwidth() / WIDTH))


def _fill(text: Text, words: str, letters: int) -> None:
    """Break words into lines of about so many letters, fewer if they would run out of the picture."""
    room = text.get_figure(root=True).bbox.width * 0.97  # type: ignore[union-attr]
    while True:
        text.set_text(textwrap.fill(words, letters, break_on_hyphens=False))
        if letters <= 10 or text.get_window_extent().x1 <= room:
            return
        letters -= 2


def tidy(axes: Axes, *, x: str = "", y: str = "", title: str = "", grid: str = "y") -> None:
    """Give a panel its labels, readable numbers, and no more lines than it needs."""
    axes.set_xlabel(x, fontsize=LABEL, color=INK)
    axes.set_ylabel(y, fontsize=LABEL, color=INK)
    if title:
        axes.set_title(title, fontsize=LABEL, color=INK, loc="left")
    axes.tick_params(labelsize=SMALL, colors=INK, length=3)
    axes.tick_params(which="minor", labelsize=SMALL, colors=INK, length=2)
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
    for edge in ("left", "bottom"):
        axes.spines[edge].set_color(GREY)
    axes.set_axisbelow(True)
    if grid in ("x", "y", "both"):
        axes.grid(axis=grid, color=PALE, linewidth=0.8)  # type: ignore[arg-type]


def in_percent(axes: Axes, *, which: str = "y", decimals: int = 0) -> None:
    """Show the numbers of an axis from 0 to 1 as percentages."""
    axis = axes.yaxis if which == "y" else axes.xaxis
    axis.set_major_formatter(PercentFormatter(1.0, decimals=decimals, symbol=" %"))


def fairness_map() -> LinearSegmentedColormap:
    """Return the colours of a score: vermilion for 0, white for one half, blue for 1."""
    stops = ["#8f3b00", "#d55e00", "#f5c09a", "#ffffff", "#9ccbe8", "#0072b2", "#00426b"]
    return LinearSegmentedColormap.from_list("fairness", stops)


def chance_map() -> LinearSegmentedColormap:
    """Return the colours of a probability: white for 0, deep blue for the largest."""
    return LinearSegmentedColormap.from_list("chance", ["#ffffff", "#9ccbe8", "#0072b2", "#00426b"])


def luminance(colour: Any) -> float:
    """Return how light a colour is, from 0 (black) to 1 (white).

    Examples
    --------
    >>> luminance("black"), luminance("white")
    (0.0, 1.0)
    """
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return round(0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2], 12)


def ink_on(colour: Any) -> str:
    """Return the text colour, dark or white, that stands out better on a colour.

    Examples
    --------
    >>> ink_on("white"), ink_on("#0072b2")
    ('#222222', '#ffffff')
    """
    light = luminance(colour) + 0.05
    return INK if light / (luminance(INK) + 0.05) >= 1.05 / light else PAPER
