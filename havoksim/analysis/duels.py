"""Fight out one cell of a sweep: two types, at battle ratings as equal as may be, in every setting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from havoksim.analysis.plan import duel_seed
from havoksim.foundation.seeds import derived_seed

if TYPE_CHECKING:
    from havoksim.analysis.plan import Cell, Setting
    from havoksim.model.sweep import Sweep
    from havoksim.odds.duel_result import DuelResult

Row = dict[str, Any]

#: Figures of a matchup that change places when it is told from the other side.
_SWAPPED = ("warrior", "name", "models", "br", "p_win", "br_destroyed")
#: Figures of a result that are averaged over both seats.
_MEANS = ("p_win_a", "p_draw", "p_win_b", "p_undecided", "score_a", "br_destroyed_a", "br_destroyed_b", "rounds_mean")
_ERRORS = ("score_a_se", "br_destroyed_a_se", "br_destroyed_b_se")

#: Share of a side's BR below which a difference is rounding noise.
_NOISE = 1e-12


class Stopped(Exception):
    """The sweep was interrupted while this cell was being fought."""


def fight(cell: Cell, sweep: Sweep, is_stopped: Callable[[], bool] = lambda: False) -> list[Row]:
    """Return one row for each setting of a cell, with the columns of the schema's CELL.

    Distance and cover count through the face that hits alone; settings with the same face share one exact answer.

    Raises
    ------
    Stopped
        If `is_stopped` turns true on the way.
    """
    known: dict[tuple[int | None, ...], Row] = {}
    rows = []
    for setting in cell.settings:
        if is_stopped():
            raise Stopped(cell.title)
        needs = None
        if setting.range is not None:
            needs = (cell.ruleset.needs(setting.range, cover=bool(setting.cover)),)
        figures = known.get(needs) if needs is not None else None
        if figures is None:
            figures = _figures(cell, sweep, setting)
            if needs is not None and figures["method"] == "exact":
                known[needs] = figures
        rows.append(
            {
                "ruleset": cell.ruleset.id,
                "mode": setting.mode,
                "range": setting.range,
                "cover": setting.cover,
                "setting": setting.label,
                "warrior_a": cell.a.full_id,
                "warrior_b": cell.b.full_id,
                **figures,
            }
        )
    return rows


def _figures(cell: Cell, sweep: Sweep, setting: Setting) -> Row:
    """Return who wins one matchup and what is destroyed."""
    order = sweep.order if setting.mode == "fire" else "roll_off"
    seed = duel_seed(sweep, cell.a, cell.b, setting)
    if order != "alternate":
        return _row(_duel(cell, sweep, setting, order, swapped=False, n=sweep.duels, seed=seed))
    # dice of their own for either seat: shared ones would make every mirror match score exactly one half
    seats = [
        _row(_duel(cell, sweep, setting, order, swapped=swapped, n=sweep.duels // 2, seed=derived_seed(seed, seat)))
        for seat, swapped in (("a first", False), ("b first", True))
    ]
    first, second = seats[0], told_from_b(seats[1])
    mixed = dict(first)
    mixed |= {name: 0.5 * (first[name] + second[name]) for name in _MEANS}
    mixed |= {name: 0.5 * (first[name] ** 2 + second[name] ** 2) ** 0.5 for name in _ERRORS}
    mixed["n"] = first["n"] + second["n"]
    return mixed


def _duel(cell: Cell, sweep: Sweep, setting: Setting, order: Any, *, swapped: bool, n: int, seed: int) -> DuelResult:
    from havoksim.odds.duel import duel

    a, b = (cell.b, cell.a) if swapped else (cell.a, cell.b)
    return duel(
        a,
        b,
        mode=setting.mode,
        range=setting.range if setting.range is not None else 0.0,
        cover=bool(setting.cover),
        order=order,
        equal_br=sweep.max_br if setting.equal_br else False,
        ruleset=cell.ruleset,
        n=n,
        seed=seed,
        threads=1,
        lengths=False,
    )


def _row(result: DuelResult) -> Row:
    """Return the figures of one duel."""
    larger, smaller = max(result.br_a, result.br_b), min(result.br_a, result.br_b)
    return {
        "models_a": result.side_a.models,
        "models_b": result.side_b.models,
        "br_a": result.br_a,
        "br_b": result.br_b,
        "br_gap": (larger - smaller) / larger,
        "n": result.n,
        "method": result.method,
        "seed": str(result.seed) if result.n else None,
        "p_win_a": result.p_win_a,
        "p_draw": result.p_draw,
        "p_win_b": result.p_win_b,
        "p_undecided": result.p_undecided,
        "score_a": result.score_a,
        "score_a_se": result.score_a_se,
        "br_destroyed_a": _of(result.br_destroyed_a, result.br_b),
        "br_destroyed_a_se": result.models_b.mean_se * result.side_b.warrior.battle_rating,
        "br_destroyed_b": _of(result.br_destroyed_b, result.br_a),
        "br_destroyed_b_se": result.models_a.mean_se * result.side_a.warrior.battle_rating,
        "rounds_mean": result.rounds_mean,
    }


def _of(destroyed: float, fielded: int) -> float:
    """Return the BR destroyed of what is fielded, without the rounding noise of subtracting one from the other."""
    share = destroyed / fielded
    return 0.0 if share < _NOISE else float(fielded) if share > 1.0 - _NOISE else destroyed


def told_from_b(row: Row) -> Row:
    """Return the same duel, told from side b.

    Examples
    --------
    >>> row = {"models_a": 2, "models_b": 3, "p_win_a": 0.7, "p_win_b": 0.2, "score_a": 0.75, "n": 0}
    >>> told_from_b(row) == {"models_a": 3, "models_b": 2, "p_win_a": 0.2, "p_win_b": 0.7, "score_a": 0.25, "n": 0}
    True
    """
    told = dict(row)
    for name in _SWAPPED:
        for end in ("", "_se"):
            a, b = f"{name}_a{end}", f"{name}_b{end}"
            if a in row:
                told[a], told[b] = row[b], row[a]
    if "p_draw" in row:  # from the chances themselves, so that swapping twice changes no bit
        told["score_a"] = told["p_win_a"] + 0.5 * (row["p_draw"] + row["p_undecided"])
    else:
        told["score_a"] = 1.0 - row["score_a"]
    return told
