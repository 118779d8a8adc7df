"""A duel as a picture: who wins, and how many models are left on either side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.foundation.intervals import share_interval
from havoksim.report.style import (
    INK,
    LABEL,
    NOBODY,
    PAPER,
    SIDE_A,
    SIDE_B,
    SMALL,
    Picture,
    headline,
    in_percent,
    ink_on,
    new_picture,
    tidy,
)
from havoksim.report.words import duel_finding, how_found, number, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from havoksim.dice.pmf import Pmf
    from havoksim.odds.duel_result import DuelResult


def duel(result: DuelResult) -> Picture:
    """Draw who wins as one bar, and below it the laws of the models left.

    Examples
    --------
    >>> import havoksim as hs
    >>> len(duel(hs.duel("2xkarn_trooper", "2xkarn_trooper")).axes)
    3
    """
    picture = new_picture(5.4)
    grid = picture.add_gridspec(3, 1, height_ratios=(1.5, 2, 2))
    _verdict(picture.add_subplot(grid[0]), result)
    sides = (
        ("a", result.side_a.label, result.models_a, result.side_a.models, SIDE_A),
        ("b", result.side_b.label, result.models_b, result.side_b.models, SIDE_B),
    )
    for row, (side, label, law, fielded, colour) in enumerate(sides, 1):
        _left(picture.add_subplot(grid[row]), f"{side}: {label}", law, fielded, colour)
    turns = f"{result.rounds_mean:.3g} battle turns on average"
    headline(picture, duel_finding(result), f"{turns} · {how_found(result)}")
    return picture


def _verdict(axes: Axes, result: DuelResult) -> None:
    """Draw one bar that is parted among a, nobody and b; intervals are drawn at the edges of a and b."""
    draw = result.p_draw + result.p_undecided
    parts = [
        ("a wins", result.p_win_a, SIDE_A),
        ("undecided" if result.p_undecided > result.p_draw else "draw", draw, NOBODY),
        ("b wins", result.p_win_b, SIDE_B),
    ]
    left = 0.0
    for name, p, colour in parts:
        axes.barh(0, p, left=left, color=colour, edgecolor=PAPER, linewidth=1, height=0.6)
        if p >= 0.16:
            text = f"{name} {percent(p)}"
            axes.text(left + p / 2, 0, text, ha="center", va="center", fontsize=LABEL, color=ink_on(colour))
        left += p
    if result.n:
        edges = [(result.p_win_a, share_interval(result.p_win_a, result.n))]
        low, high = share_interval(result.p_win_b, result.n)
        edges.append((1.0 - result.p_win_b, (1.0 - high, 1.0 - low)))
        for at, (start, end) in edges:
            axes.errorbar(at, 0, xerr=[[at - start], [end - at]], color=INK, capsize=4, elinewidth=1.4)
    axes.set_xlim(0, 1)
    axes.set_ylim(-0.55, 0.45)
    axes.axvline(0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    small = ", ".join(f"{name} {percent(p)}" for name, p, _ in parts if 0 < p < 0.16)
    tidy(axes, x="share of the fights" + (f"; {small}" if small else ""), grid="none")
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    in_percent(axes, which="x")


def _left(axes: Axes, label: str, law: Pmf, fielded: int, colour: str) -> None:
    """Draw the law of the models that live at the end."""
    counts = list(range(fielded + 1))
    chances = [law[k] for k in counts]
    axes.bar(counts, chances, color=colour, width=0.85)
    n = law.n_samples or 0
    if n:
        ends = [share_interval(p, n) for p in chances]
        below = [p - low for p, (low, _) in zip(chances, ends, strict=True)]
        above = [high - p for p, (_, high) in zip(chances, ends, strict=True)]
        axes.errorbar(counts, chances, yerr=[below, above], fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    if fielded <= 10:
        for k, p in enumerate(chances):
            if p >= 5e-4:
                axes.annotate(
                    percent(p), (k, share_interval(p, n)[1]), xytext=(0, 2), textcoords="offset points", ha="center",
                    fontsize=SMALL, color=INK,
                )  # fmt: skip
    tidy(axes, x="models left", y="chance", title=f"{label}: {number(law)} of {fielded} left on average")
    in_percent(axes)
    axes.set_xlim(-0.6, fielded + 0.6)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 10**9) if (fielded + 1) / s <= 14)
    axes.set_xticks(range(0, fielded + 1, step))
    axes.margins(y=0.22)
    axes.set_ylim(bottom=0)
