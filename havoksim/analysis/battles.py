"""Fight out the cells of a sweep of battles, and make its tables from their sums.

Matchups have seeds of their own, so they are independent of each other. Means over matchups count each once; a
faction's field, and a type's, is the forces of the other factions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from havoksim.analysis.battle_plan import BattleCell, matchup_seed, matchups
from havoksim.analysis.duels import Stopped
from havoksim.analysis.notes import provenance_note
from havoksim.analysis.statistics import Estimate, ratio_se, weighted_score
from havoksim.battle.figures import battle_figures, covariance, warrior_figures
from havoksim.battle.tally import Kind, Tally, credit_unit, together

if TYPE_CHECKING:
    from havoksim.battle.matchup import Matchup
    from havoksim.model.battle_sweep import BattleSweep

Row = dict[str, Any]


def fight_battles(cell: BattleCell, is_stopped: Callable[[], bool] = lambda: False) -> list[Row]:
    """Return the sums of one cell, one row a sum, with the columns of the schema's BATTLE_CELL.

    Raises
    ------
    Stopped
        If `is_stopped` turns true on the way.
    """
    from havoksim.battle.many_battles import Halted, fight

    try:
        sums, _ = fight(cell.matchup.pack(), cell.matchup, cell.seed, cell.first, cell.n, is_stopped=is_stopped)
    except Halted:
        raise Stopped(cell.title) from None
    return [{"whose": whose, "sum": name, "value": value} for (whose, name), value in sorted(sums.items())]


def battle_tables(
    sweep: BattleSweep, cells: Iterable[BattleCell], rows: Mapping[str, list[Row]]
) -> dict[str, list[Row]]:
    """Return the tables of a sweep of battles, by name.

    Parameters
    ----------
    sweep : BattleSweep
        What was asked.
    cells : iterable of BattleCell
        The plan.
    rows : mapping
        The rows of each cell, by its key.
    """
    parts: dict[tuple[str, ...], list[Mapping[tuple[str, str], int]]] = {}
    for cell in cells:
        sums = {(row["whose"], row["sum"]): row["value"] for row in rows[cell.key]}
        parts.setdefault(_names(cell.matchup), []).append(sums)
    fought = [_Fought(met, together(parts[_names(met)]), sweep.confidence) for met in matchups(sweep)]
    out: dict[str, list[Row]] = {"matchups": [], "warriors": [], "types": [], "factions": []}
    for one in fought:
        out["matchups"].append(_matchup(sweep, one))
        out["warriors"] += _warriors(one)
    out["types"] = _types(sweep, fought)
    out["factions"] = _factions(sweep, fought)
    return out


def battle_notes(sweep: BattleSweep) -> list[str]:
    """Return what a reader of the tables must know, as sentences."""
    from havoksim.battle.many_battles import ASSUMPTIONS

    types = {w.full_id: w for force in sweep.forces for w in (entry.warrior for entry in force.units)}
    estimated = provenance_note(types.values())
    players = ", ".join(policy.id for policy in sweep.policies)
    return [
        f"Whole battles on the table, played by {players}; scores are of forces and players together.",
        *(f"{sentence[0].upper()}{sentence[1:]}." for sentence in ASSUMPTIONS),
        "A faction's figures, and those of a type in the table types, are means over the matchups against forces of"
        " other factions, each counted once.",
        *dict.fromkeys(f"{force.name}: {note}." for force in sweep.forces for note in force.notes),
        estimated,
    ]


@dataclass(frozen=True, slots=True)
class _Fought:
    """One matchup with its sums."""

    met: Matchup
    sums: Tally
    confidence: float

    @property
    def figures(self) -> Row:
        return battle_figures(self.sums, confidence=self.confidence)

    @property
    def warriors(self) -> list[Row]:
        return warrior_figures(self.sums, self.met.kinds, confidence=self.confidence)

    @property
    def abroad(self) -> bool:
        """True if two factions met."""
        return self.met.force_a.army_list.id != self.met.force_b.army_list.id


def _names(met: Matchup) -> tuple[str, ...]:
    return met.ruleset.id, met.force_a.id, met.policy_a.id, met.force_b.id, met.policy_b.id


def _who(met: Matchup) -> Row:
    ruleset, force_a, policy_a, force_b, policy_b = _names(met)
    return {"ruleset": ruleset, "force_a": force_a, "force_b": force_b, "policy_a": policy_a, "policy_b": policy_b}


def _matchup(sweep: BattleSweep, one: _Fought) -> Row:
    figures = one.figures
    ended = figures.pop("ended_by")
    return {
        **one.met.question,
        **_who(one.met),
        **figures,
        **{f"ended_by_{name}": share for name, share in ended.items()},
        "method": "sampled",
        "seed": str(matchup_seed(sweep, one.met)),
    }


def _warriors(one: _Fought) -> list[Row]:
    return [{**_who(one.met), **row, "n_battles": one.sums["", "battles"]} for row in one.warriors]


def _types(sweep: BattleSweep, fought: list[_Fought]) -> list[Row]:
    """Return one row for each ruleset and type: all its matchups against other factions."""
    met: dict[tuple[str, str], list[tuple[_Fought, Kind, Row]]] = {}
    for one in fought:
        if one.abroad:
            for kind, row in zip(one.met.kinds, one.warriors, strict=True):
                met.setdefault((one.met.ruleset.id, kind.warrior.full_id), []).append((one, kind, row))
    rules = {ruleset.id: ruleset for ruleset in sweep.rulesets}
    rows = []
    for (ruleset, name), parts in sorted(met.items()):
        warrior = parts[0][1].warrior
        destroyed, lost = (math.fsum(row[what] for *_, row in parts) for what in ("br_destroyed", "br_lost"))
        fielded = sum(row["br_fielded"] for *_, row in parts)
        over, under = (_root([row[what] for *_, row in parts]) for what in ("br_destroyed_se", "br_lost_se"))
        both = math.fsum(covariance(one.sums, kind, credit_unit(one.met.kinds)) for one, kind, _ in parts)
        count = len(parts)
        rows.append(
            {
                "ruleset": ruleset,
                "warrior": name,
                "name": warrior.name,
                "faction": warrior.army_list,
                "provenance": warrior.provenance,
                "battle_rating": warrior.battle_rating,
                "formula_br": float(rules[ruleset].br_formula.of(warrior)),
                "setting": "all",
                "n_matchups": count,
                "br_fielded": fielded / count,
                "br_destroyed": destroyed / count,
                "br_destroyed_se": over / count,
                "br_lost": lost / count,
                "br_lost_se": under / count,
                **_efficiency(
                    [
                        (row["br_destroyed"], row["br_destroyed_se"], _foe(one, kind.side), one)
                        for one, kind, row in parts
                    ],
                    fielded,
                    sweep.confidence,
                ),
                **_trade(destroyed, lost, over, under, both),
                "method": "sampled",
                "n": sum(one.sums["", "battles"] for one, *_ in parts),
            }
        )
    return rows


def _factions(sweep: BattleSweep, fought: list[_Fought]) -> list[Row]:
    """Return one row for each ruleset and faction: its forces against those of the others."""
    names = {force.army_list.id: force.army_list.name for force in sweep.forces}
    met: dict[tuple[str, str], list[tuple[_Fought, str]]] = {}
    for one in fought:
        if one.abroad:
            for side, force in (("a", one.met.force_a), ("b", one.met.force_b)):
                met.setdefault((one.met.ruleset.id, force.army_list.id), []).append((one, side))
    rows = []
    for (ruleset, faction), parts in sorted(met.items()):
        told = [_told(one, side) for one, side in parts]
        pairs = [one.sums["", "battles"] // 2 for one, _ in parts]
        score = weighted_score(
            [row["score"] for row in told], [row["score_se"] for row in told], pairs, confidence=sweep.confidence
        )
        destroyed, lost = (math.fsum(row[what] for row in told) for what in ("destroyed", "lost"))
        over, under = (_root([row[what] for row in told]) for what in ("destroyed_se", "lost_se"))
        both = math.fsum(row["covariance"] for row in told)
        rows.append(
            {
                "ruleset": ruleset,
                "faction": faction,
                "name": names[faction],
                "n_matchups": len(parts),
                **_columns("score", score),
                **_efficiency(
                    [(row["destroyed"], row["destroyed_se"], _foe(one, side), one)
                     for row, (one, side) in zip(told, parts, strict=True)],
                    math.fsum(row["fielded"] for row in told),
                    sweep.confidence,
                ),
                **_trade(destroyed, lost, over, under, both),
                "method": "sampled",
                "n": sum(one.sums["", "battles"] for one, _ in parts),
            }
        )  # fmt: skip
    return rows


def _told(one: _Fought, side: str) -> Row:
    """Return a matchup's figures told from one side."""
    figures, other = one.figures, "b" if side == "a" else "a"
    force = one.met.force_a if side == "a" else one.met.force_b
    ses = figures["br_destroyed_a_se"], figures["br_destroyed_b_se"], figures["margin_mean_se"]
    return {
        "score": figures["score_a"] if side == "a" else 1.0 - figures["score_a"],
        "score_se": figures["score_a_se"],
        "fielded": force.battle_rating,
        "destroyed": figures[f"br_destroyed_{side}"],
        "destroyed_se": figures[f"br_destroyed_{side}_se"],
        "lost": figures[f"br_destroyed_{other}"],
        "lost_se": figures[f"br_destroyed_{other}_se"],
        "covariance": (ses[0] ** 2 + ses[1] ** 2 - ses[2] ** 2) / 2,  # of the two, from that of their difference
    }


def _foe(one: _Fought, side: str) -> int:
    """Return the BR that the other side fields: the most that can be destroyed."""
    return (one.met.force_b if side == "a" else one.met.force_a).battle_rating


def _efficiency(parts: list[tuple[float, float, int, _Fought]], fielded: float, confidence: float) -> Row:
    """Return BR destroyed per BR fielded; what is destroyed is a share of the foe's BR, so the score interval holds."""
    worth = [float(foe) for _, _, foe, _ in parts]
    share = weighted_score(
        [destroyed / foe for destroyed, _, foe, _ in parts],
        [se / foe for _, se, foe, _ in parts],
        [one.sums["", "battles"] // 2 for *_, one in parts],
        worth,
        confidence=confidence,
    )
    return _columns("efficiency", share.scaled(math.fsum(worth) / fielded))


def _trade(destroyed: float, lost: float, over: float, under: float, both: float) -> Row:
    if lost <= 0.0:
        return {"trade": None, "trade_se": None}
    return {"trade": destroyed / lost, "trade_se": ratio_se(destroyed, lost, over, under, both)}


def _root(errors: list[float]) -> float:
    return math.sqrt(math.fsum(error * error for error in errors))


def _columns(name: str, estimate: Estimate) -> Row:
    return {name: estimate.value, f"{name}_se": estimate.se, f"{name}_lo": estimate.lo, f"{name}_hi": estimate.hi}
