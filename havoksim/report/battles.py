"""A run of battles as pictures: who scores against whom on the table, and what each type gives for its points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from havoksim.report.heatmap import of_ruleset
from havoksim.report.style import INK, LABEL, PALE, SMALL, Picture, fairness_map, headline, ink_on, new_picture, tidy

if TYPE_CHECKING:
    import pandas as pd

#: Width of a letter of a name, in inches.
LETTER = 0.1
#: Cells narrower than this many inches carry no number, and no interval.
ROOM, ROOM_FOR_TWO = 0.22, 0.55


def battle_matrix(matchups: pd.DataFrame, *, ruleset: str | None = None) -> Picture:
    """Draw the score of each row force against each column force with its interval, the best at the top.

    Parameters
    ----------
    matchups : DataFrame
        The matchups table of a run of battles.
    ruleset : str, optional
        Which ruleset, if the run has several; the first by default.

    Raises
    ------
    InputError
        If the run has no such ruleset.
    """
    frame, ruleset = of_ruleset(matchups, ruleset)
    rows: list[dict[Any, Any]] = frame.to_dict("records")
    players = sorted({str(row[side]) for row in rows for side in ("policy_a", "policy_b")})
    cells: dict[tuple[str, str], tuple[float, float, float]] = {}
    for row in rows:
        a, b = (_called(row, side, len(players) > 1) for side in ("a", "b"))
        score, low, high = (float(row[name]) for name in ("score_a", "score_a_lo", "score_a_hi"))
        cells[a, b] = score, low, high
        if a != b:
            cells[b, a] = 1.0 - score, 1.0 - high, 1.0 - low
    picture = score_matrix(cells)
    small = [
        "blue: the row wins; orange: the column wins; 50 is even",
        f"{int(frame['n_battles'].max()):,} battles each, played by {', '.join(players)}; ruleset {ruleset}",
    ]
    headline(picture, _finding(rows), "; ".join(small))
    return picture


def score_matrix(cells: dict[tuple[str, str], tuple[float, float, float]]) -> Picture:
    """Draw scores of rows against columns with their intervals, the best row at the top; no words above or below.

    Parameters
    ----------
    cells : dict
        Score, lower and upper bound by the names of row and column; a missing cell stays pale.
    """
    import numpy as np

    names = list(dict.fromkeys(name for pair in cells for name in pair))
    mean = {name: _mean([cell[0] for (a, b), cell in cells.items() if a == name and a != b]) for name in names}
    names.sort(key=lambda name: (-mean[name], name))
    letters = max(map(len, names))
    side = 6.0 - 0.075 * letters - 0.25
    width = side / len(names)
    upright = LETTER * letters > width - 0.1
    picture = new_picture(1.35 + side * min(1.0, 0.25 + len(names) / 8) + (0.075 * letters if upright else 0.1))
    axes = picture.subplots()
    matrix = np.array([[cells.get((a, b), (np.nan,))[0] for b in names] for a in names])
    colours = fairness_map().with_extremes(bad=PALE)
    axes.imshow(matrix, cmap=colours, vmin=0.0, vmax=1.0, aspect="auto")
    for (a, b), (value, low, high) in cells.items():
        if width < ROOM:
            break
        span = f"\n{100 * low:.0f}-{100 * high:.0f}" if width >= ROOM_FOR_TWO else ""
        axes.text(
            names.index(b), names.index(a), f"{100 * value:.0f}{span}", ha="center", va="center", fontsize=SMALL,
            color=ink_on(colours(value)),
        )  # fmt: skip
    told = "score of the row against the column, in %"
    if width >= ROOM_FOR_TWO:
        told += ", with its interval"
    else:
        widest = max(max(high - value, value - low) for value, low, high in cells.values())
        told = f"row against column, score in %, each ±{100 * widest:.0f} or less"
    tidy(axes, title=told, grid="none")
    axes.tick_params(axis="both", length=0)
    axes.set_xticks(range(len(names)), names, rotation=90 if upright else 0, fontsize=SMALL, color=INK)
    axes.set_yticks(range(len(names)), names, fontsize=SMALL, color=INK)
    axes.set_xlabel("against", fontsize=LABEL, color=INK)
    for edge in axes.spines.values():
        edge.set_visible(False)
    return picture


def _called(row: dict[Any, Any], side: str, players: bool) -> str:
    name = str(row[f"name_{side}"])
    return f"{name}, {row[f'policy_{side}']}" if players else name


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.5


def _finding(rows: list[dict[Any, Any]]) -> str:
    """Say which matchup is furthest from even, and how many are fair."""
    worst = max(rows, key=lambda row: abs(row["score_a"] - 0.5))
    ahead, behind = ("a", "b") if worst["score_a"] >= 0.5 else ("b", "a")
    share = max(worst["score_a"], 1.0 - worst["score_a"])
    fair = sum(0.45 <= row["score_a"] <= 0.55 for row in rows)
    many = f"{fair} of {len(rows)} matchups" if len(rows) > 1 else f"{fair} of 1 matchup"
    names = f"{worst[f'name_{ahead}']} scores {100 * share:.0f} % against {worst[f'name_{behind}']}"
    return f"{names}; {many} within 45 to 55 %"
