"""What a sweep of battles consists of: matchups, and one cell for each matchup and block of battles.

A cell is found from what it is, never from its place: its key and its seed do not change when other forces, players or
rulesets join the sweep or leave it, nor with the order in which a file names them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from havoksim.foundation.seeds import derived_seed
from havoksim.model.fingerprint import fingerprint

if TYPE_CHECKING:
    from havoksim.battle.matchup import Matchup
    from havoksim.model.battle_sweep import BattleSweep

#: Battles of one cell: a few seconds of work.
BLOCK = 4000


@dataclass(frozen=True, slots=True)
class BattleCell:
    """A block of battles of one matchup."""

    matchup: Matchup
    #: Seed of the matchup.
    seed: int
    #: Number of its first battle, even.
    first: int
    #: How many battles, an even number.
    n: int
    #: Hash of everything that the results depend on.
    key: str

    @property
    def file_name(self) -> str:
        """Name of its part below ``cells/``."""
        return f"{self.key}.parquet"

    @property
    def title(self) -> str:
        """Name for messages."""
        met = self.matchup
        return (
            f"{met.force_a.id} ({met.policy_a.id}) against {met.force_b.id} ({met.policy_b.id}), {met.ruleset.id},"
            f" battles {self.first} to {self.first + self.n - 1}"
        )


def matchups(sweep: BattleSweep) -> tuple[Matchup, ...]:
    """Return the matchups of a sweep: every two of (force, player) under each ruleset, side a first in the alphabet."""
    from havoksim.battle.matchup import Matchup

    entries = sorted(
        ((force, policy) for force in sweep.forces for policy in sweep.policies),
        key=lambda entry: (entry[0].id, entry[1].id),
    )
    found = []
    for ruleset in sorted(sweep.rulesets, key=lambda ruleset: ruleset.id):
        for index, (a, policy_a) in enumerate(entries):
            for b, policy_b in entries[index if sweep.mirrors else index + 1 :]:
                points = sweep.points if sweep.points is not None else max(a.points, b.points)
                found.append(Matchup(a, b, ruleset, policy_a, policy_b, points, sweep.terrain))
    return tuple(found)


def plan_battles(sweep: BattleSweep) -> tuple[BattleCell, ...]:
    """Return the cells of a sweep of battles, matchup by matchup.

    Raises
    ------
    InputError
        If a force does not fit its deployment zone, or a layout its table.
    """
    from havoksim import __version__

    cells = []
    for met in matchups(sweep):
        met.pack()  # what cannot be deployed is refused before anything is fought
        seed = matchup_seed(sweep, met)
        frame = {
            "havoksim": __version__,
            "ruleset": fingerprint(met.ruleset),
            "forces": [fingerprint(met.force_a), fingerprint(met.force_b)],
            "policies": [fingerprint(met.policy_a), fingerprint(met.policy_b)],
            "points": met.points,
            "terrain": fingerprint(met.terrain),
            "seed": str(seed),
        }
        for first in range(0, sweep.battles, BLOCK):
            n = min(BLOCK, sweep.battles - first)
            cells.append(BattleCell(met, seed, first, n, fingerprint(frame | {"first": first, "n": n})))
    return tuple(cells)


def matchup_seed(sweep: BattleSweep, met: Matchup) -> int:
    """Return the seed of one matchup's battles.

    It hangs on the sweep's seed and on who meets whom, and on no number of theirs: under two rulesets, or with other
    profiles, the same battles are fought, which makes the comparison sharper.
    """
    return derived_seed(sweep.seed, "battles", met.force_a.id, met.policy_a.id, met.force_b.id, met.policy_b.id)


def battle_tables_hash(sweep: BattleSweep) -> str:
    """Return the hash of everything that the tables of a sweep show: its identity, and what only people read."""
    types = {w.full_id: w for force in sweep.forces for w in (entry.warrior for entry in force.units)}
    return fingerprint(
        {
            "identity": battle_identity(sweep),
            "confidence": sweep.confidence,
            "forces": sorted((force.id, force.name, force.army_list.name) for force in sweep.forces),
            "types": sorted((name, w.name, w.provenance) for name, w in types.items()),
        }
    )


def battle_identity(sweep: BattleSweep) -> dict[str, Any]:
    """Return what makes two sweeps the same, for the manifest.

    The name of the sweep, names and sources of types, the order of lists and the level of the intervals are no part of
    it: with these changed, a run goes on and its tables are written anew.
    """
    return {
        "mode": sweep.mode,
        "forces": {force.id: fingerprint(force) for force in sorted(sweep.forces, key=lambda force: force.id)},
        "policies": {p.id: fingerprint(p) for p in sorted(sweep.policies, key=lambda policy: policy.id)},
        "rulesets": {r.id: fingerprint(r) for r in sorted(sweep.rulesets, key=lambda ruleset: ruleset.id)},
        "terrain": sweep.terrain if isinstance(sweep.terrain, str) else fingerprint(sweep.terrain),
        "points": sweep.points,
        "mirrors": sweep.mirrors,
        "battles": sweep.battles,
        "seed": sweep.seed,
    }
