"""From sums to figures: scores with intervals, means with standard errors, and what each type was worth.

Everything is computed on pairs of battles (same terrain, seats swapped). The score's interval is that of
:mod:`havoksim.foundation.intervals` on the pair scores: Wilson's form, on an effective number of battles that is never
below the number of pairs, so that it holds near 0 and 1 as well. With a single pair no spread can be seen: standard
errors are nan then, and the score's interval is that of one coin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from havoksim.battle.tally import Key, Kind, credit_unit
from havoksim.foundation.intervals import score_interval

Row = dict[str, Any]


def battle_figures(sums: Mapping[Key, int], *, confidence: float = 0.95) -> Row:
    """Return what a matchup comes to, by the names of the matchups table.

    Examples
    --------
    Two pairs: a wins both battles of the first by 10 : 0, and loses one of the second by as much and draws the other.

    >>> from havoksim.battle.tally import tally
    >>> sums = tally([], winner=[1, 1, 2, 0], destroyed=[[10, 0], [10, 0], [0, 10], [5, 5]], turns=[4, 4, 3, 4],
    ...              ended_by=[0, 0, 1, 0], lost=[[]] * 4, kills=[[]] * 4)
    >>> figures = battle_figures(sums)
    >>> figures["score_a"], round(figures["score_a_se"], 6), figures["br_destroyed_a"], figures["margin_mean"]
    (0.625, 0.375, 6.25, 2.5)
    """
    n = sums["", "battles"]
    pairs = n // 2
    points = 2 * sums["", "wins_a"] + sums["", "draws"]
    score = points / (2 * n)
    # of a pair's score (points of both battles, over 4), about the mean of the pairs
    variance = _spread(sums["", "points_squares"], points, pairs) / 16
    lo, hi = score_interval(score, variance, pairs, confidence=confidence)
    margin = sums["", "destroyed_a"] - sums["", "destroyed_b"]
    out: Row = {
        "n_battles": n,
        "wins_a": sums["", "wins_a"],
        "draws": sums["", "draws"],
        "wins_b": sums["", "wins_b"],
        "score_a": score,
        "score_a_se": _se(variance, pairs),
        "score_a_lo": lo,
        "score_a_hi": hi,
        "win_rate_a": sums["", "wins_a"] / n,
    }
    for side in ("a", "b"):
        name = f"destroyed_{side}"
        out |= _mean(f"br_{name}", sums["", name], sums["", f"{name}_squares"], pairs)
    out |= _mean("margin_mean", margin, sums["", "margin_squares"], pairs)
    out["margin_sd"] = math.sqrt(max(sums["", "margin_each_squares"] - margin * margin / n, 0.0) / (n - 1))
    out |= _mean("turns_mean", sums["", "turns"], sums["", "turns_squares"], pairs)
    wiped = sums["", "wiped_out"] / n
    out["ended_by"] = {"turn_limit": (n - sums["", "wiped_out"]) / n, "wiped_out": wiped}
    return out


def warrior_figures(sums: Mapping[Key, int], kinds: Sequence[Kind], *, confidence: float = 0.95) -> list[Row]:
    """Return what each type of each side did, by the names of the warriors table; all figures are per battle.

    Credits are for the enemy's models alone: a warrior earns nothing for what an explosion does to its own side.
    """
    n = sums["", "battles"]
    pairs = n // 2
    unit = credit_unit(kinds)
    rows = []
    for kind in kinds:
        rating = kind.warrior.battle_rating
        fielded = kind.models * rating
        lost, credit = sums[kind.key, "lost"], sums[kind.key, "credit"]
        row: Row = {
            "side": kind.side,
            "warrior": kind.warrior.full_id,
            "name": kind.warrior.name,
            "n_fielded": kind.models,
            "br_fielded": fielded,
        }
        row |= _mean("br_destroyed", credit, sums[kind.key, "credit_squares"], pairs, 1 / unit)
        row |= _mean("br_lost", lost, sums[kind.key, "lost_squares"], pairs, rating)
        gone = lost / (n * kind.models)
        variance = _spread(sums[kind.key, "lost_squares"], lost, pairs) / (2 * kind.models) ** 2
        lo, hi = score_interval(1.0 - gone, variance, pairs, confidence=confidence)
        row |= {"survival": 1.0 - gone, "survival_se": _se(variance, pairs), "survival_lo": lo, "survival_hi": hi}
        row |= {"efficiency": row["br_destroyed"] / fielded, "efficiency_se": row["br_destroyed_se"] / fielded}
        row |= _trade(sums, kind, pairs, unit)
        rows.append(row)
    return rows


def _trade(sums: Mapping[Key, int], kind: Kind, pairs: int, unit: int) -> Row:
    """Return BR destroyed per BR lost, with its error by the delta method; None if nothing was lost."""
    lost, credit = sums[kind.key, "lost"], sums[kind.key, "credit"]
    if not lost:
        return {"trade": None, "trade_se": None}
    ratio = credit / lost
    residual = (
        sums[kind.key, "credit_squares"]
        - 2 * ratio * sums[kind.key, "credit_lost"]
        + ratio * ratio * sums[kind.key, "lost_squares"]
    ) / pairs
    scale = 1 / (unit * kind.warrior.battle_rating)
    return {"trade": ratio * scale, "trade_se": _se(residual, pairs) / (lost / pairs) * scale}


def _mean(name: str, total: int, squares: int, pairs: int, scale: float = 1.0) -> Row:
    """Return a mean per battle and its standard error, from the sum and the squares over pairs."""
    variance = _spread(squares, total, pairs) / 4
    return {name: total / (2 * pairs) * scale, f"{name}_se": _se(variance, pairs) * scale}


def _spread(squares: int, total: int, pairs: int) -> float:
    """Return the variance between pairs of their sums, divided by their number; exact before the division."""
    return (squares * pairs - total * total) / (pairs * pairs)


def _se(variance: float, pairs: int) -> float:
    """Return the standard error of a mean of pairs; nan if there is only one."""
    return math.sqrt(max(variance, 0.0) / (pairs - 1)) if pairs > 1 else math.nan


def covariance(sums: Mapping[Key, int], kind: Kind, unit: int) -> float:
    """Return the covariance of a type's mean BR destroyed and mean BR lost per battle."""
    pairs = sums["", "battles"] // 2
    if pairs < 2:
        return math.nan
    lost, credit = sums[kind.key, "lost"], sums[kind.key, "credit"]
    cross = (sums[kind.key, "credit_lost"] * pairs - lost * credit) / (pairs * pairs)
    return cross / 4 / (pairs - 1) * kind.warrior.battle_rating / unit
