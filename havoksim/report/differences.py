"""Differences with their intervals, one line each: what a change is worth here, there, and under other rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from havoksim.report.style import GREY, INK, PALETTE, SMALL, Picture, headline, new_picture, tidy

if TYPE_CHECKING:
    from havoksim.analysis.statistics import Estimate

#: Marker of each series in turn, so that they can be told apart without colour.
SHAPES = ("o", "s", "^", "D")
#: Inches that a line takes, a line of its group among them.
LINE = 0.27


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the picture."""

    #: What was compared.
    name: str
    #: One estimate of each series, in their order.
    found: tuple[Estimate, ...]
    #: Heading under which it stands; lines of a group follow each other.
    group: str = ""


def differences(
    lines: Sequence[Line],
    *,
    finding: str,
    x: str,
    series: Sequence[str] = ("",),
    footnote: str = "",
    scale: float = 1.0,
    decimals: int = 0,
) -> Picture:
    """Draw differences as points with intervals around a line at no difference.

    Parameters
    ----------
    lines : sequence of Line
        From top to bottom.
    finding, footnote : str
        Title and small print.
    x : str
        What is measured, with its unit.
    series : sequence of str
        What the estimates of a line are; a single one without a name needs no legend.
    scale : float
        Factor on all numbers, such as 100 for percent.
    decimals : int
        Of the numbers at the edge.

    Examples
    --------
    >>> from havoksim.analysis.statistics import Estimate
    >>> line = Line("one against eight", (Estimate(0.2, 0.01, 0.18, 0.22),))
    >>> picture = differences([line], finding="One is better", x="points of score (%)", scale=100)
    >>> [text.get_text() for text in picture.axes[0].texts]
    ['+20']
    """
    groups = [group for group in dict.fromkeys(line.group for line in lines) if group]
    many = len(series)
    step = 1.0 + 0.55 * (many - 1)
    height = LINE * (len(lines) * step + len(groups) * 1.1)
    picture = new_picture(height + 1.5 + (0.3 if many > 1 else 0.0))
    axes = picture.subplots()
    axes.axvline(0.0, color=INK, linewidth=1.2)
    y, last = 0.0, ""
    ticks: list[tuple[float, str]] = []
    headings: set[int] = set()
    for line in lines:
        if line.group != last and line.group:
            headings.add(len(ticks))
            ticks.append((y, line.group))
            y += 1.1
        last = line.group
        middle = y + (step - 1.0) / 2
        ticks.append((middle, line.name))
        for place, one in enumerate(line.found):
            at = y + 0.55 * place if many > 1 else middle
            axes.errorbar(
                [scale * one.value], [at],
                xerr=[[scale * (one.value - one.lo)], [scale * (one.hi - one.value)]],
                color=PALETTE[place % len(PALETTE)], marker=SHAPES[place % len(SHAPES)], markersize=6, linewidth=1.6,
                capsize=3, linestyle="none", label=series[place] if line is lines[0] else None,
            )  # fmt: skip
            axes.annotate(
                f"{scale * one.value:+.{decimals}f}", (1.01, at), xycoords=("axes fraction", "data"), va="center",
                fontsize=SMALL, color=PALETTE[place % len(PALETTE)] if many > 1 else INK, annotation_clip=False,
            )  # fmt: skip
        y += step
    tidy(axes, x=x, grid="x")
    axes.set_yticks([at for at, _ in ticks], [name for _, name in ticks], fontsize=SMALL, color=INK)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(y - 0.4, -0.7)
    for place, label in enumerate(axes.get_yticklabels()):
        if place in headings:
            label.set(fontweight="bold", color=GREY)
    if many > 1:
        axes.legend(fontsize=SMALL, frameon=False, loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=many,
                    borderaxespad=0.2, handletextpad=0.3)  # fmt: skip
    headline(picture, finding, "; ".join(part for part in ("bars: 95 % intervals", footnote) if part))
    return picture
