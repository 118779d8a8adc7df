"""The answer of many battles as pictures: how clear the wins are, and what each type gives for its points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from havoksim.foundation.intervals import Z95, score_interval
from havoksim.report.style import (
    INK,
    NOBODY,
    SIDE_A,
    SIDE_B,
    SMALL,
    Picture,
    headline,
    in_percent,
    new_picture,
    tidy,
)

if TYPE_CHECKING:
    from havoksim.battle.results import BattleResult

#: Widths of a bar in BR, of which the first that makes at most so many bars is taken.
WIDTHS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_BARS = 24


def margins(result: BattleResult) -> Picture:
    """Draw how often a is ahead by how much.

    Raises
    ------
    InputError
        If single battles were not kept: ask with ``simulate(..., each=True)``.
    """
    values = [int(a) - int(b) for _, _, a, b, *_ in result.battle_rows()]
    width = _width(min(values), max(values))
    first, last = (math.floor(end / width + 0.5) for end in (min(values), max(values)))
    places = list(range(first, last + 1))
    picture = new_picture(4.4)
    axes = picture.subplots()
    for place in places:
        middle = place * width
        inside = [middle - width / 2 <= value < middle + width / 2 for value in values]
        pairs = [(one + other) / 2 for one, other in zip(inside[0::2], inside[1::2], strict=True)]
        share = sum(pairs) / len(pairs)
        low, high = score_interval(share, sum((pair - share) ** 2 for pair in pairs) / len(pairs), len(pairs))
        colour = SIDE_A if middle > 0 else SIDE_B if middle < 0 else NOBODY
        hatch = "////" if middle < 0 else ""
        axes.bar(middle, share, 0.92 * width, color=colour, hatch=hatch, edgecolor="#ffffff", linewidth=0)
        if share > 0:
            axes.errorbar(
                middle, share, yerr=[[share - low], [high - share]], fmt="none", ecolor=INK, elinewidth=1, capsize=2
            )
    median = _quantile(values, 0.5)
    axes.axvline(median, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.annotate(
        f"median {median:+.0f}", (median, 1.0), xycoords=("data", "axes fraction"), xytext=(4, -2), fontsize=SMALL,
        textcoords="offset points", va="top", color=INK,
    )  # fmt: skip
    a, b = result.question["name_a"], result.question["name_b"]
    tidy(axes, x=f"margin in BR: destroyed by {a} (a) less by {b} (b)", y=f"share of battles, bars of {width} BR")
    in_percent(axes)
    axes.set_ylim(0, 1.08 * axes.get_ylim()[1])  # room for the median's label
    headline(picture, _margin_finding(result, values), _small(result, "right of 0 a is ahead, left of it b"))
    return picture


def types(result: BattleResult) -> Picture:
    """Draw the BR that each type destroys for each BR fielded, the best at the top."""
    rows = sorted(result.warrior_rows(), key=lambda row: (row["efficiency"], row["name"]))
    picture = new_picture(1.7 + 0.27 * len(rows))
    axes = picture.subplots()
    for place, row in enumerate(rows):
        colour, mark = (SIDE_A, "o") if row["side"] == "a" else (SIDE_B, "s")
        se = row["efficiency_se"]
        half = 0.0 if math.isnan(se) else Z95 * se
        low = min(half, row["efficiency"])
        axes.errorbar(
            row["efficiency"], place, xerr=[[low], [half]], color=colour, marker=mark, markersize=7, capsize=3,
            elinewidth=1.5, markerfacecolor=colour if row["side"] == "a" else "#ffffff", markeredgewidth=1.8,
        )  # fmt: skip
    axes.set_yticks(range(len(rows)), [f"{row['name']} ({row['side']})" for row in rows], fontsize=SMALL)
    fielded = {side: result.question[f"br_{side}"] for side in ("a", "b")}
    for side, colour, line in (("a", SIDE_A, "-"), ("b", SIDE_B, (0, (5, 2)))):
        whole = result.figures[f"br_destroyed_{side}"] / fielded[side]
        axes.axvline(whole, color=colour, linewidth=1.1, linestyle=line,
                     label=f"whole force {side}: {result.question[f'name_{side}']}")  # fmt: skip
    tidy(axes, x="BR destroyed for each BR fielded, a battle", grid="x")
    axes.set_xlim(left=0)
    axes.legend(fontsize=SMALL, frameon=False, loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=1)
    best, worst = rows[-1], rows[0]
    finding = (
        f"{best['name']} ({best['side']}) destroys {best['efficiency']:.2f} BR for each BR fielded,"
        f" {worst['name']} ({worst['side']}) {worst['efficiency']:.2f}"
    )
    headline(picture, finding, _small(result, "filled circles: a; open squares: b"))
    return picture


def _margin_finding(result: BattleResult, values: list[int]) -> str:
    """Say who is ahead in the middle battle, and how wide the middle of them is."""
    middle = _quantile(values, 0.5)
    low, high = _quantile(values, 0.1), _quantile(values, 0.9)
    name = result.question["name_a" if middle >= 0 else "name_b"]
    if middle < 0:
        low, high = -high, -low
    ahead = f"{name} is {abs(middle):.0f} BR ahead in the middle battle" if middle else "The middle battle is even"
    return f"{ahead}; eight of ten margins lie between {low:+.0f} and {high:+.0f}"


def _small(result: BattleResult, key: str) -> str:
    return (
        f"{key}; bars: {100 * result.confidence:g} % intervals; {result.n:,} battles, seed {result.seed}, ruleset"
        f" {result.ruleset or 'without a name'}, {result.question['policy_a']} against {result.question['policy_b']}"
    )


def _quantile(values: list[int], share: float) -> float:
    """Return a value that so large a share of the values does not exceed."""
    ranked = sorted(values)
    return float(ranked[min(int(share * len(ranked)), len(ranked) - 1)])


def _width(low: int, high: int) -> int:
    """Return a round width of bars."""
    return next((width for width in WIDTHS if (high - low) / width < MOST_BARS), WIDTHS[-1])
