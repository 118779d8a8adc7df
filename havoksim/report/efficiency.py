"""What each type gives for its points: BR destroyed per BR fielded, against its battle rating."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal

from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator
from matplotlib.transforms import Bbox

from havoksim.foundation.intervals import Z95
from havoksim.report.heatmap import ALL, of_ruleset
from havoksim.report.labels import place_names
from havoksim.report.style import (
    GREY,
    INK,
    MARKERS,
    PALETTE,
    SMALL,
    Picture,
    headline,
    new_picture,
    tidy,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Measure = Literal["efficiency", "trade", "score"]

AXIS = {
    "efficiency": "BR destroyed per BR fielded",
    "trade": "BR destroyed per BR lost",
    "score": "score against the field (draws count half)",
}
#: What each provenance of a profile says in the key.
KEY = {"published": "published profile", "partial": "partly published", "estimate": "estimated profile"}
#: Round battle ratings that the axis may show.
ROUND = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000)


def efficiency(
    warriors: pd.DataFrame,
    *,
    measure: Measure = "efficiency",
    setting: str = ALL,
    ruleset: str | None = None,
    footnote: str = "",
    fought: Literal["duels", "battles"] = "duels",
) -> Picture:
    """Draw each type's efficiency with its interval against its battle rating.

    The line is the break-even: what the average type destroys for its points (a trade of 1, a score of one half). A
    type above it gives more than it costs.

    Parameters
    ----------
    warriors : DataFrame
        One row a type and setting: name, faction, provenance, battle_rating, efficiency with _lo and _hi, method, n.
    measure : {"efficiency", "trade", "score"}
        What is drawn.
    setting : str
        A way to fight, or ``all``.
    ruleset : str, optional
        Which ruleset, if the run has several; the first by default.
    fought : {"duels", "battles"}
        What the figures come from.

    Raises
    ------
    InputError
        If the run has no such setting, ruleset or measure.
    """
    rows, ruleset = _chosen(warriors, measure, setting, ruleset)
    values: Any = rows[measure].to_numpy(dtype=float)
    even = {"efficiency": float(values.mean()), "trade": 1.0, "score": 0.5}[measure]
    picture = new_picture(7.6)
    axes = picture.subplots()
    factions = {faction: PALETTE[i % len(PALETTE)] for i, faction in enumerate(dict.fromkeys(rows["faction"]))}
    points: list[tuple[float, float]] = []
    for row in rows.to_dict("records"):
        point = float(row["battle_rating"]), float(row[measure])
        low, high = _ends(row, measure)
        axes.errorbar(
            *point,
            yerr=[[max(point[1] - low, 0.0)], [max(high - point[1], 0.0)]],
            fmt=MARKERS[str(row["provenance"])],
            color=factions[row["faction"]],
            markersize=8,
            markerfacecolor=factions[row["faction"]] if row["provenance"] == "published" else "#ffffff",
            markeredgewidth=1.8,
            elinewidth=1.4,
            capsize=3,
        )
        points.append(point)
    axes.axhline(even, color=GREY, linewidth=1.2, linestyle=(0, (5, 3)))
    _scales(axes, rows, measure)
    tidy(axes, x="battle rating (BR) of one model, scale of ratios", y=AXIS[measure], grid="both")
    axes.annotate(
        f"break-even {even:.2f}", (1.0, even), xycoords=("axes fraction", "data"), xytext=(-2, 3),
        textcoords="offset points", ha="right", va="bottom", fontsize=SMALL, color=GREY,
    )  # fmt: skip
    _key(axes, factions, dict.fromkeys(rows["provenance"]))
    sampled = rows["method"] != "exact"
    n = int(rows["n"].max())
    means = {"duels": "mean over the modes", "battles": "mean over the matchups against other factions"}
    where = means[fought] if setting == ALL else setting
    how = (
        "all exact"
        if not sampled.any()
        else f"bars: 95 % intervals, n = {n:,} sampled {fought} a type; hidden where smaller than the mark"
    )
    small = [f"{where}; ruleset {ruleset}; {how}", footnote]
    headline(picture, finding(rows, measure), "; ".join(part for part in small if part))
    picture.canvas.draw()  # the layout is final: now the names can be measured
    picture.set_layout_engine("none")
    place_names(axes, points, [str(name) for name in rows["name"]], _bars(axes, rows, measure))
    return picture


def finding(rows: pd.DataFrame, measure: Measure) -> str:
    """Say who gives most and least, and how much of that rests on estimated profiles."""
    ranked = rows.sort_values(measure, ascending=False, kind="stable")
    best, worst = ranked.iloc[0], ranked.iloc[-1]
    verb = {"efficiency": "destroys {:.2f} BR for each BR fielded", "trade": "destroys {:.2f} BR for each BR lost",
            "score": "scores {:.2f} at equal BR"}[measure]  # fmt: skip
    text = f"{best['name']} {verb.format(best[measure])}, {worst['name']} {worst[measure]:.2f}"
    guessed = int((rows["provenance"] != "published").sum())
    return text + (f"; {guessed} of {len(rows)} profiles are estimated, whole or in part" if guessed else "")


def _chosen(warriors: pd.DataFrame, measure: str, setting: str, ruleset: str | None) -> tuple[pd.DataFrame, str]:
    """Return the rows of one setting and ruleset that have the measure."""
    from havoksim.foundation.errors import InputError, unknown_name

    if measure not in AXIS:
        raise InputError(unknown_name("measure", measure, tuple(AXIS), key="measure"))
    frame, ruleset = of_ruleset(warriors, ruleset)
    settings = [str(name) for name in frame["setting"].unique()]
    if setting not in settings:
        raise InputError(unknown_name("setting", setting, tuple(settings), key="setting"))
    rows = frame[(frame["setting"] == setting) & frame[measure].notna()]
    if measure == "trade":
        rows = rows[rows["trade"] > 0]
    if rows.empty:
        raise InputError(f"no type has a {measure} in {setting}", key="measure")
    return rows, ruleset


def _ends(row: dict[Hashable, Any], measure: str) -> tuple[float, float]:
    """Return the interval of a row: its own bounds, or 1.96 standard errors where the table has none."""
    value = float(row[measure])
    low, high = row.get(f"{measure}_lo"), row.get(f"{measure}_hi")
    if low is None or high is None or low != low or high != high:
        half = Z95 * float(row.get(f"{measure}_se") or 0.0)
        half = 0.0 if half != half else half
        if measure == "trade":  # a ratio: the interval is one of ratios, too
            return value * math.exp(-half / value), value * math.exp(half / value)
        return value - half, value + half
    return float(low), float(high)


def _scales(axes: Axes, rows: pd.DataFrame, measure: str) -> None:
    """Set the scales: battle ratings by ratio, since cheap types crowd together otherwise."""
    least, most = float(rows["battle_rating"].min()), float(rows["battle_rating"].max())
    axes.set_xscale("log")
    axes.set_xlim(least / 1.35, most * 1.5)
    shown = [r for r in ROUND if least / 1.35 <= r <= most * 1.5]
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(shown, [str(r) for r in shown])
    if measure == "trade":
        axes.set_yscale("log")
        trades: Any = rows[measure].to_numpy(dtype=float)
        low, high = float(trades.min()), float(trades.max())
        steps = [s for s in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if low / 2 <= s <= high * 2]
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_yticks(steps, [f"{s:g}" for s in steps])
    else:
        axes.margins(y=0.08)


def _bars(axes: Axes, rows: pd.DataFrame, measure: str) -> list[Bbox]:
    """Return the boxes of the interval bars in pixels, so that no name covers one."""
    boxes = []
    for row in rows.to_dict("records"):
        low, high = _ends(row, measure)
        ends = [axes.transData.transform((float(row["battle_rating"]), y)) for y in (low, high)]
        if all(math.isfinite(v) for end in ends for v in end):
            boxes.append(Bbox.from_extents(ends[0][0] - 3, ends[0][1], ends[0][0] + 3, ends[1][1]))
    return boxes


def _key(axes: Axes, factions: dict[str, str], provenances: dict[str, None]) -> None:
    """Write the key above the panel: factions by colour, provenance by shape."""
    handles = [
        Line2D(
            [], [], color=colour, marker="s", linestyle="none", markersize=8, label=faction.replace("_", " ").title()
        )
        for faction, colour in factions.items()
    ]
    handles += [
        Line2D([], [], color=INK, marker=MARKERS[kind], linestyle="none", markersize=8, markeredgewidth=1.6,
               markerfacecolor=INK if kind == "published" else "#ffffff", label=KEY[kind])
        for kind in MARKERS if kind in provenances
    ]  # fmt: skip
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(-0.12, 1.0),
        ncols=3,
        fontsize=SMALL,
        frameon=False,
        columnspacing=1.0,
        handletextpad=0.3,
    )
