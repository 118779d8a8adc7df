"""A distribution as a picture: how likely is each result (bars), and how likely at least so much (curve)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from havoksim.foundation.intervals import share_interval
from havoksim.report.style import (
    GREY,
    INK,
    PALETTE,
    SMALL,
    Picture,
    headline,
    in_percent,
    new_picture,
    tidy,
)
from havoksim.report.words import middle_step, number, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from havoksim.dice.pmf import Pmf

#: Values rarer than this at the far end are not drawn.
RARE = 5e-4


def distribution(
    laws: Mapping[str, Pmf] | Pmf,
    *,
    counted: str = "",
    finding: str = "",
    footnote: str = "",
    ceiling: int | None = None,
) -> Picture:
    """Draw one law or a few beside each other.

    Parameters
    ----------
    laws : Pmf or mapping of name to Pmf
        What is drawn.
    counted : str
        What is counted, for the axis: ``models killed``.
    finding, footnote : str
        Title and small print; by default mean and a middling "at least", and exact or sampled.
    ceiling : int, optional
        Largest possible value, always shown.

    Examples
    --------
    >>> from havoksim.dice.pmf import Pmf
    >>> picture = distribution(Pmf((0.25, 0.5, 0.25)), counted="hits")
    >>> [axes.get_title(loc="left") for axes in picture.axes]
    ['exactly so many', 'at least so many']
    """
    named = {counted or "value": laws} if not isinstance(laws, Mapping) else dict(laws)
    counted = counted or next(iter(named))
    first = next(iter(named.values()))
    if not finding:
        k, n = middle_step(first), first.n_samples or 0
        finding = f"{number(first)} {counted} on average; {k} or more in {percent(first.p_at_least(k), n)}"
    if not footnote:
        footnote = "exact" if first.n_samples is None else f"sampled: n = {first.n_samples:,}, 95 % intervals"
    last = max(_last(law) for law in named.values())
    if ceiling is not None:
        last = min(ceiling, max(last, ceiling if ceiling <= 12 else last))
    picture = new_picture(5.0)
    upper, lower = picture.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    for index, (name, law) in enumerate(named.items()):
        _bars(upper, name, law, last, index, len(named))
        _curve(lower, law, last, PALETTE[index % len(PALETTE)])
    if len(named) == 1:
        _mean(lower, first)
    tidy(upper, y="chance", title="exactly so many")
    tidy(lower, x=counted, y="chance", title="at least so many")
    for axes in (upper, lower):
        in_percent(axes)
    lower.set_ylim(0, 1.05)
    upper.set_ylim(bottom=0)
    upper.margins(y=0.14)
    lower.set_xticks(*_ticks(last))
    lower.set_xlim(-0.6, last + 0.6)
    if len(named) > 1:
        upper.legend(fontsize=SMALL, frameon=False, loc="upper right")
    headline(picture, finding, footnote)
    return picture


def _bars(axes: Axes, name: str, law: Pmf, last: int, index: int, many: int) -> None:
    """Draw the bars of one law, with their chances above and their intervals if it was sampled."""
    width = 0.8 / many
    places = [k - 0.4 + width * (index + 0.5) for k in range(last + 1)]
    chances = [law[k] for k in range(last + 1)]
    colour = PALETTE[index % len(PALETTE)]
    axes.bar(places, chances, width * 0.94, color=colour, label=f"{name.replace('_', ' ')}: mean {number(law)}")
    n = law.n_samples or 0
    if n:
        ends = [share_interval(p, n) for p in chances]
        below = [p - low for p, (low, _) in zip(chances, ends, strict=True)]
        above = [high - p for p, (_, high) in zip(chances, ends, strict=True)]
        axes.errorbar(places, chances, yerr=[below, above], fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    if many * (last + 1) <= 12:
        for place, p in zip(places, chances, strict=True):
            if p >= RARE:
                high = share_interval(p, n)[1]
                axes.annotate(
                    percent(p).replace(" %", "" if many > 1 else " %"),
                    (place, high),
                    xytext=(0, 2),
                    textcoords="offset points",
                    ha="center",
                    fontsize=SMALL,
                    color=INK,
                )


def _curve(axes: Axes, law: Pmf, last: int, colour: str) -> None:
    """Draw the chance of at least so many."""
    counts = list(range(last + 1))
    tails = [min(law.p_at_least(k), 1.0) for k in counts]
    axes.plot(counts, tails, color=colour, marker="o", markersize=5, linewidth=1.6)
    n = law.n_samples or 0
    if n:
        ends = [share_interval(p, n) for p in tails]
        axes.fill_between(counts, [low for low, _ in ends], [high for _, high in ends], color=colour, alpha=0.25, lw=0)


def _mean(axes: Axes, law: Pmf) -> None:
    """Draw the mean as a broken line."""
    axes.axvline(law.mean, color=GREY, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate(
        f"mean {number(law)}",
        (law.mean, 1.0),
        xytext=(4, -2),
        textcoords="offset points",
        fontsize=SMALL,
        color=GREY,
        va="top",
    )


def _last(law: Pmf) -> int:
    """Return the largest value worth drawing."""
    last = len(law.p) - 1
    while last > 1 and law.p_at_least(last) < RARE:
        last -= 1
    return max(last, 1)


def _ticks(last: int) -> tuple[list[int], list[str]]:
    """Return whole numbers for the axis, not more than a phone can show."""
    step = max(1, math.ceil((last + 1) / 14))
    step = next(round_one for round_one in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if round_one >= step)
    counts = list(range(0, last + 1, step))
    return counts, [str(k) for k in counts]
