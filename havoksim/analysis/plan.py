"""What a sweep of duels consists of: settings, and one cell for each ruleset and pair of types.

A cell is found from what it is, never from its place: its key and its seeds do not change when other types, rulesets or
army lists join the sweep or leave it, nor with the order in which a file names them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from havoksim.foundation.errors import InputError
from havoksim.foundation.seeds import derived_seed
from havoksim.model.fingerprint import fingerprint
from havoksim.model.ruleset import RULES_VERSION

if TYPE_CHECKING:
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.sweep import Sweep
    from havoksim.model.warrior import Warrior

_MODES = ("fire", "melee", "psyke")


@dataclass(frozen=True, slots=True)
class Setting:
    """How two sides fight: fire at a distance, in the open or in cover; melee; psyke.

    Examples
    --------
    >>> Setting("fire", 36.0, True).label, Setting("melee").label
    ('fire 36 cover', 'melee')
    """

    #: What they do.
    mode: Literal["fire", "melee", "psyke"]
    #: Distance in inches; None in melee and psyke.
    range: float | None = None
    #: Whether both stand in cover; None in melee and psyke.
    cover: bool | None = None

    @property
    def label(self) -> str:
        """Short text for tables."""
        if self.range is None:
            return self.mode
        inches = f"{self.range:g}" if float(f"{self.range:g}") == self.range else repr(self.range)
        return f"{self.mode} {inches} {'cover' if self.cover else 'open'}"

    @property
    def equal_br(self) -> bool:
        """True if the sides are sized to equal battle rating; a psyke duel is one against one (HVK-PSY-01)."""
        return self.mode != "psyke"

    def allows(self, a: Warrior, b: Warrior) -> bool:
        """Say whether two types can fight in this way (HVK-LIST-07, HVK-PROF-03)."""
        if self.mode == "melee":
            return a.fights_close and b.fights_close
        return self.mode == "fire" or a.psyke_attack or b.psyke_attack


@dataclass(frozen=True, slots=True)
class Cell:
    """All duels of one pair of types under one ruleset; side a is the one whose id comes first."""

    ruleset: Ruleset
    a: Warrior
    b: Warrior
    #: The ways in which these two fight.
    settings: tuple[Setting, ...]
    #: Hash of everything that the results depend on.
    key: str

    @property
    def file_name(self) -> str:
        """Name of its part below ``cells/``."""
        return f"{self.key}.parquet"

    @property
    def title(self) -> str:
        """Name for messages."""
        return f"{self.a.full_id} against {self.b.full_id}, {self.ruleset.id}"


def settings_of(sweep: Sweep) -> tuple[Setting, ...]:
    """Return the ways to fight that a sweep asks about: fire by distance and cover, then melee, then psyke."""
    found: list[Setting] = []
    for mode in (mode for mode in _MODES if mode in sweep.modes):
        if mode == "fire":
            found += [Setting("fire", float(r), c) for r in sorted(sweep.ranges) for c in sorted(sweep.cover)]
        else:
            found.append(Setting("melee" if mode == "melee" else "psyke"))
    return tuple(found)


def averaged(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    """Return the settings that make the mean called "all": those at equal BR, or, if there are none, all of them."""
    return tuple(s for s in settings if s.equal_br) or settings


def weights(settings: tuple[Setting, ...]) -> dict[str, float]:
    """Return what each setting counts in a mean: every mode the same, and inside a mode every setting the same.

    Examples
    --------
    >>> weights((Setting("fire", 6.0, False), Setting("fire", 12.0, False), Setting("melee")))
    {'fire 6 open': 0.25, 'fire 12 open': 0.25, 'melee': 0.5}
    """
    count = Counter(setting.mode for setting in settings)
    return {setting.label: 1.0 / len(count) / count[setting.mode] for setting in settings}


def plan(sweep: Sweep) -> tuple[Cell, ...]:
    """Return the cells of a sweep, mirror duels included once.

    Raises
    ------
    InputError
        If there is no pair of types that can fight in any of the ways asked for.
    """
    settings = settings_of(sweep)
    warriors = sorted(sweep.warriors, key=lambda warrior: warrior.full_id)
    hashes = {warrior.full_id: fingerprint(warrior) for warrior in warriors}
    cells = []
    for ruleset in sorted(sweep.rulesets, key=lambda ruleset: ruleset.id):
        frame = {
            "rules_version": RULES_VERSION,
            "ruleset": fingerprint(ruleset),
            "max_br": sweep.max_br,
            "order": sweep.order,
            "duels": sweep.duels,
            "seed": sweep.seed,
        }
        for index, a in enumerate(warriors):
            for b in warriors[index:]:
                allowed = tuple(setting for setting in settings if setting.allows(a, b))
                if allowed:
                    content = {"settings": allowed, "a": hashes[a.full_id], "b": hashes[b.full_id]}
                    cells.append(Cell(ruleset, a, b, allowed, fingerprint(frame | content)))
    if not any(cell.a.full_id != cell.b.full_id for cell in cells):
        raise InputError(f"no two types of this sweep can meet in {' or '.join(sweep.modes)}", where=sweep.name)
    return tuple(cells)


def duel_seed(sweep: Sweep, a: Warrior, b: Warrior, setting: Setting) -> int:
    """Return the seed of one matchup's drawn duels.

    It hangs on the sweep's seed, the two types' ids and the setting, and on no number of theirs: under two rulesets, or
    with another profile, the same dice are thrown, which makes the comparison sharper.
    """
    return derived_seed(sweep.seed, "duels", a.full_id, b.full_id, setting.label)


def tables_hash(sweep: Sweep) -> str:
    """Return the hash of everything that the tables of a sweep show: its identity, and what only people read."""
    return fingerprint(
        {
            "identity": identity(sweep),
            "confidence": sweep.confidence,
            "factions": sorted((army.id, army.name) for army in sweep.army_lists),
            "types": sorted((w.full_id, w.name, w.provenance) for w in sweep.warriors),
        }
    )


def identity(sweep: Sweep) -> dict[str, Any]:
    """Return what makes two sweeps the same, for the manifest.

    The name of the sweep, names and sources of types, the order of lists and the level of the intervals are no part of
    it: with these changed, a run goes on and its tables are written anew.
    """
    return {
        "mode": sweep.mode,
        "warriors": {w.full_id: fingerprint(w) for w in sorted(sweep.warriors, key=lambda w: w.full_id)},
        "rulesets": {r.id: fingerprint(r) for r in sorted(sweep.rulesets, key=lambda r: r.id)},
        "modes": [mode for mode in _MODES if mode in sweep.modes],
        "ranges": sorted(float(r) for r in sweep.ranges) if "fire" in sweep.modes else [],
        "cover": sorted(sweep.cover) if "fire" in sweep.modes else [],
        "max_br": sweep.max_br,
        "order": sweep.order,
        "duels": sweep.duels,
        "seed": sweep.seed,
    }
