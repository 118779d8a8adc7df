"""From duels to tables: every matchup from both sides, every type against the field, every faction against the rest.

A type's field is all other types of the sweep; the duel against itself proves nothing and is left out. Means per duel
are taken over opponents, each counted once; setting "fire" is the mean over the settings of fire, each counted once,
and "all" that over the modes (fire, melee), each counted once. So

    efficiency = br_destroyed / br_fielded,    trade = br_destroyed / br_lost

hold in every row. Efficiency allows for sizes that do not match to the point: it is per BR fielded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from havoksim.analysis.duels import Row, told_from_b
from havoksim.analysis.plan import Setting, averaged, settings_of, weights
from havoksim.analysis.statistics import Estimate, ratio_se, weighted_score
from havoksim.foundation.intervals import score_interval

if TYPE_CHECKING:
    from havoksim.model.sweep import Sweep
    from havoksim.model.warrior import Warrior

#: Setting of the rows that average over the settings.
ALL = "all"


@dataclass(frozen=True, slots=True)
class Tables:
    """The three tables of a run, as rows; columns as in :mod:`havoksim.store.schema`."""

    matchups: list[Row]
    warriors: list[Row]
    factions: list[Row]


@dataclass(slots=True)
class _Field:
    """Weighted duels of one type, or of one faction, told from its side."""

    rows: list[Row] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def add(self, rows: Sequence[Row], weight: float) -> None:
        """Add duels that together weigh so much, each the same."""
        self.rows += rows
        self.weights += [weight / len(rows)] * len(rows)


def tables(sweep: Sweep, duels: Iterable[Row]) -> Tables:
    """Return the tables of a sweep.

    Parameters
    ----------
    sweep : Sweep
        What was asked.
    duels : iterable of dict
        Rows of all cells, each pair of types told once.
    """
    matchups = _matchups(sweep, duels)
    met = _by_type(matchups)
    return Tables(matchups, _warriors(sweep, met), _factions(sweep, met))


def _matchups(sweep: Sweep, duels: Iterable[Row]) -> list[Row]:
    """Return every duel from both sides, with intervals, in a fixed order."""
    names = {warrior.full_id: warrior.name for warrior in sweep.warriors}
    place = {setting.label: index for index, setting in enumerate(settings_of(sweep))}
    told = []
    for duel in duels:
        told.append(duel)
        if duel["warrior_a"] != duel["warrior_b"]:
            told.append(told_from_b(duel))
    rows = []
    for row in told:
        n = row["n"] or None
        lo, hi = score_interval(row["score_a"], (n or 0) * row["score_a_se"] ** 2, n, confidence=sweep.confidence)
        rows.append(
            row
            | {"name_a": names[row["warrior_a"]], "name_b": names[row["warrior_b"]]}
            | {"score_a_lo": lo, "score_a_hi": hi}
        )
    return sorted(rows, key=lambda r: (r["ruleset"], place[r["setting"]], r["warrior_a"], r["warrior_b"]))


def _by_type(matchups: Iterable[Row]) -> dict[tuple[str, str, str], list[Row]]:
    """Return the duels of each (ruleset, setting, type) against other types."""
    met: dict[tuple[str, str, str], list[Row]] = {}
    for row in matchups:
        if row["warrior_a"] != row["warrior_b"]:
            met.setdefault((row["ruleset"], row["setting"], row["warrior_a"]), []).append(row)
    return met


def _warriors(sweep: Sweep, met: Mapping[tuple[str, str, str], list[Row]]) -> list[Row]:
    settings = settings_of(sweep)
    rows = []
    for ruleset in sorted(sweep.rulesets, key=lambda r: r.id):
        for warrior in sorted(sweep.warriors, key=lambda w: w.full_id):
            head = {
                "ruleset": ruleset.id,
                "warrior": warrior.full_id,
                "name": warrior.name,
                "faction": warrior.army_list,
                "provenance": warrior.provenance,
                "battle_rating": warrior.battle_rating,
                "formula_br": float(ruleset.br_formula.of(warrior)),
            }
            fought = {s.label: met[key] for s in settings if (key := (ruleset.id, s.label, warrior.full_id)) in met}
            for label, parts in _parts(fought, settings):
                against = _Field()
                for part, weight in parts.items():
                    against.add(fought[part], weight)
                opponents = {row["warrior_b"] for row in against.rows}
                rows.append(
                    head
                    | {"setting": label, "n_opponents": len(opponents)}
                    | _figures(against, sweep.confidence, means=True)
                )
    return rows


def _factions(sweep: Sweep, met: Mapping[tuple[str, str, str], list[Row]]) -> list[Row]:
    settings = settings_of(sweep)
    names = {army.id: army.name for army in sweep.army_lists}
    home = {warrior.full_id: warrior.army_list for warrior in sweep.warriors}
    rows = []
    for ruleset in sorted(sweep.rulesets, key=lambda r: r.id):
        for faction in sorted({w.army_list for w in sweep.warriors}):
            members = sorted((w for w in sweep.warriors if w.army_list == faction), key=lambda w: w.full_id)
            fought = {}
            for setting in settings:
                each = [_foreign(met, ruleset.id, setting, member, home) for member in members]
                if any(each):
                    fought[setting.label] = [part for part in each if part]
            for label, parts in _parts(fought, settings):
                against = _Field()
                for part, weight in parts.items():
                    for duels in fought[part]:
                        against.add(duels, weight / len(fought[part]))
                types = {row["warrior_a"] for row in against.rows}
                rows.append(
                    {
                        "ruleset": ruleset.id,
                        "faction": faction,
                        "name": names.get(faction, faction),
                        "setting": label,
                        "n_types": len(types),
                    }
                    | _figures(against, sweep.confidence, means=False)
                )
    return rows


def _foreign(
    met: Mapping[tuple[str, str, str], list[Row]],
    ruleset: str,
    setting: Setting,
    member: Warrior,
    home: Mapping[str, str],
) -> list[Row]:
    """Return a type's duels against types of other factions."""
    duels = met.get((ruleset, setting.label, member.full_id), [])
    return [row for row in duels if home[row["warrior_b"]] != member.army_list]


def _parts(fought: Mapping[str, object], settings: tuple[Setting, ...]) -> list[tuple[str, dict[str, float]]]:
    """Return the rows to make, each with the weights of its settings: "all", then by mode, then one by one."""
    each = tuple(setting for setting in settings if setting.label in fought)
    out = {ALL: weights(averaged(each))}
    for mode in dict.fromkeys(setting.mode for setting in each):
        out[mode] = weights(tuple(setting for setting in each if setting.mode == mode))
    for setting in each:
        out[setting.label] = {setting.label: 1.0}
    return [(label, parts) for label, parts in out.items() if parts]


def _figures(against: _Field, confidence: float, *, means: bool) -> Row:
    """Return score, efficiency and trade of weighted duels."""
    rows, weights = against.rows, against.weights
    ns = [row["n"] for row in rows]
    score = weighted_score(
        [row["score_a"] for row in rows], [row["score_a_se"] for row in rows], ns, weights, confidence=confidence
    )
    fielded = math.fsum(w * row["br_a"] for w, row in zip(weights, rows, strict=True))
    destroyed = math.fsum(w * row["br_destroyed_a"] for w, row in zip(weights, rows, strict=True))
    lost = math.fsum(w * row["br_destroyed_b"] for w, row in zip(weights, rows, strict=True))
    # the BR destroyed is a share, 0 to 1, of what the other side fields: the score interval holds for it
    worth = [w * row["br_b"] for w, row in zip(weights, rows, strict=True)]
    share = weighted_score(
        [row["br_destroyed_a"] / row["br_b"] for row in rows],
        [row["br_destroyed_a_se"] / row["br_b"] for row in rows],
        ns,
        worth,
        confidence=confidence,
    )
    efficiency = share.scaled(math.fsum(worth) / fielded)
    trade = trade_se = None
    if lost > 0:
        trade = destroyed / lost
        trade_se = _trade_se(rows, weights, destroyed, lost)
    methods = {row["method"] for row in rows}
    out: Row = _columns("score", score)
    if means:
        out |= {"br_fielded": fielded, "br_destroyed": destroyed, "br_lost": lost}
    out |= _columns("efficiency", efficiency)
    return out | {
        "trade": trade,
        "trade_se": trade_se,
        "method": methods.pop() if len(methods) == 1 else "mixed",
        "n": sum(ns),
    }


def _trade_se(rows: Sequence[Row], weights: Sequence[float], destroyed: float, lost: float) -> float:
    """Return the standard error of the trade if what is destroyed in a duel and what is lost are perfectly opposed."""
    variances: list[tuple[float, float, float]] = [
        ((w * r["br_destroyed_a_se"]) ** 2, (w * r["br_destroyed_b_se"]) ** 2,
         -(w**2) * r["br_destroyed_a_se"] * r["br_destroyed_b_se"])
        for w, r in zip(weights, rows, strict=True)
    ]  # fmt: skip
    over, under, both = (math.fsum(column) for column in zip(*variances, strict=True))
    return ratio_se(destroyed, lost, math.sqrt(over), math.sqrt(under), both)


def _columns(name: str, estimate: Estimate) -> dict[str, Any]:
    return {
        name: estimate.value,
        f"{name}_se": estimate.se,
        f"{name}_lo": estimate.lo,
        f"{name}_hi": estimate.hi,
    }
