"""Every type against every type as a picture: who scores against whom, battle rating for battle rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from havoksim.report.style import (
    INK,
    LABEL,
    PALE,
    SMALL,
    Picture,
    fairness_map,
    headline,
    ink_on,
    new_picture,
    tidy,
)
from havoksim.report.words import percent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Setting that means the mean over the modes.
ALL = "all"
#: Cells narrower than this many inches carry no number.
ROOM = 0.19


def heatmap(
    matchups: pd.DataFrame, *, setting: str | Sequence[str] = ALL, ruleset: str | None = None, footnote: str = ""
) -> Picture:
    """Draw the score of each row type against each column type, the best at the top.

    Parameters
    ----------
    matchups : DataFrame
        Ordered pairs of types: ruleset, setting, name_a, name_b, score_a, n.
    setting : str or sequence of str
        ``all`` for the mean over the modes, each counted once, or one panel for each setting named.
    ruleset : str, optional
        Which ruleset, if the run has several; the first by default.

    Raises
    ------
    InputError
        If the run has no such setting or ruleset.
    """
    frame, ruleset = of_ruleset(matchups, ruleset)
    chosen = [setting] if isinstance(setting, str) else list(setting)
    scores = [scores_of(frame, name) for name in chosen]
    order = against_the_field(scores[0][0]).index
    types = len(order)
    letters = max(len(str(name)) for name in order)
    side = 6.0 - 0.075 * letters - 0.25
    picture = new_picture(0.95 + len(chosen) * (side + 0.075 * letters + 0.55))
    panels = picture.subplots(len(chosen), 1, squeeze=False)[:, 0]
    for axes, name, (score, sampled, _) in zip(panels, chosen, scores, strict=True):
        _panel(axes, score.loc[order, order], sampled.loc[order, order], side / types)
        title = "mean over the modes" if name == ALL else name
        tidy(axes, title=f"{title}: score of the row against the column, in %", grid="none")
        axes.tick_params(axis="both", length=0)
        for edge in axes.spines.values():
            edge.set_visible(False)
    small = [f"blue: the row wins; orange: the column wins; 50 is even; ruleset {ruleset}"]
    if side / types >= ROOM:
        small.append("no number: 0 or 100")
    n = max(samples for *_, samples in scores)
    if not n:
        small.append("all exact")
    else:
        small.append(f"{marked(scores[0][1])[0]} in part on sampled duels, n = {n:,} each")
    if footnote:
        small.append(footnote)
    headline(picture, finding(scores[0][0]), "; ".join(small))
    return picture


def finding(score: pd.DataFrame) -> str:
    """Say who scores best and worst against the field, and how many pairs are far from even."""
    mean = against_the_field(score)
    values: Any = score.to_numpy(dtype=float)
    upper = [value for i, row in enumerate(values) for value in row[i + 1 :] if value == value]
    fair = sum(0.45 <= value <= 0.55 for value in upper)
    return (
        f"At equal BR {mean.index[0]} scores {percent(float(mean.iloc[0]))} against the field, {mean.index[-1]}"
        f" {percent(float(mean.iloc[-1]))}; {fair} of {len(upper)} pairs are within 45 to 55 %"
    )


def against_the_field(score: pd.DataFrame) -> pd.Series[float]:
    """Return each type's mean score against the others, the best first; against itself says nothing."""
    import numpy as np

    others = score.mask(np.eye(len(score), dtype=bool)) if len(score) > 1 else score
    return others.mean(axis=1).sort_values(ascending=False, kind="stable")


def of_ruleset(frame: pd.DataFrame, ruleset: str | None) -> tuple[pd.DataFrame, str]:
    """Return the rows of one ruleset, and its name."""
    from havoksim.foundation.errors import InputError, unknown_name

    known = [str(name) for name in frame["ruleset"].unique()]
    if not known:
        raise InputError("the run has no finished matchups to draw", key="run")
    if ruleset is None:
        ruleset = known[0]
    if ruleset not in known:
        raise InputError(unknown_name("ruleset", ruleset, tuple(known), key="ruleset"))
    return frame[frame["ruleset"] == ruleset], ruleset


def scores_of(frame: pd.DataFrame, setting: str) -> tuple[pd.DataFrame, pd.DataFrame, int]:
    """Return the score of row against column, whether any of it was sampled, and how many samples a pair has."""
    from havoksim.foundation.errors import InputError, unknown_name

    settings = [str(name) for name in frame["setting"].unique()]
    if setting != ALL:
        if setting not in settings:
            raise InputError(unknown_name("setting", setting, (ALL, *settings), key="setting"))
        frame = frame[frame["setting"] == setting]
    elif (frame["mode"] != "psyke").any():  # psyke is one against one, not equal BR against equal BR
        frame = frame[frame["mode"] != "psyke"]
    pairs = frame.groupby(["name_a", "name_b"], sort=False, observed=True)
    by_mode = frame.groupby(["name_a", "name_b", "mode"], sort=False, observed=True)["score_a"].mean()
    names = list(dict.fromkeys([*frame["name_a"], *frame["name_b"]]))
    mean = by_mode.groupby(["name_a", "name_b"], sort=False, observed=True).mean()
    score = mean.unstack().reindex(index=names, columns=names)
    sampled = (pairs["n"].max() > 0).unstack().reindex(index=names, columns=names)
    return score, sampled.fillna(False).astype(bool), int(frame["n"].max())


def marked(sampled: pd.DataFrame) -> tuple[str, pd.DataFrame | None]:
    """Return what a dot says, and which cells get one: the exact or the sampled, whichever are fewer."""
    import numpy as np

    of_two_types = ~np.eye(len(sampled), dtype=bool)
    rolled = int((sampled.to_numpy() & of_two_types).sum())
    if rolled in (0, int(of_two_types.sum())):
        return "all cells rest", None
    if 2 * rolled > of_two_types.sum():
        return "dot: exact; the others rest", ~sampled & of_two_types
    return "dot: rests", sampled & of_two_types


def _panel(axes: Axes, score: pd.DataFrame, sampled: pd.DataFrame, cell: float) -> None:
    """Draw one matrix: colours, numbers where they fit, dots where the cell was sampled."""
    values: Any = score.to_numpy(dtype=float)
    colours = fairness_map().with_extremes(bad=PALE)
    axes.imshow(values, cmap=colours, vmin=0.0, vmax=1.0, aspect="equal")
    _, dots = marked(sampled)
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if value != value:
                continue
            ink = ink_on(colours(float(value)))
            shown = f"{100 * value:.0f}"
            if cell >= ROOM and shown not in ("0", "100"):
                axes.text(j, i, shown, ha="center", va="center", fontsize=SMALL, color=ink)
            if dots is not None and dots.iat[i, j]:
                axes.plot(j, i + 0.39, marker="o", markersize=2.0, color=ink, linestyle="none")
    names = [str(name) for name in score.index]
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=SMALL, color=INK)
    axes.set_yticks(range(len(names)), names, fontsize=SMALL, color=INK)
    axes.set_xticks([k - 0.5 for k in range(1, len(names))], minor=True)
    axes.set_yticks([k - 0.5 for k in range(1, len(names))], minor=True)
    axes.grid(which="minor", color="#ffffff", linewidth=0.8)
    axes.set_xlabel("against", fontsize=LABEL, color=INK)
