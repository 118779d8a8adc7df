"""Are the players worth beating? Cross tables over forces that no training has seen, in many thousands of battles.

Two forces of each faction at 500 and at 1000 points, drawn for comparisons only; each meets itself and every other of
its points, and two players change sides. Intervals are 95 % over pairs of battles, verdicts are Holm's over all cells.
Every failure prints the whole table: exceptions are to be seen, not hidden.
"""

from dataclasses import replace
from functools import cache

import pytest

from havoksim.analysis.cross_table import ALL, cross_table
from havoksim.analysis.practice import forces_to_compare
from havoksim.analysis.statistics import holm
from havoksim.model.names import all_army_lists
from havoksim.model.policy import ACTIONS, PRESETS, load_policy
from havoksim.model.ruleset import havok_2_0

#: Forces of each faction and size, sizes, and the seed of forces and battles.
EACH, POINTS, SEED = 2, (500, 1000), 4242
#: Battles of all presets against each other: at least 4,000 behind each cell of two players and a force.
BATTLES = 300_000
#: Battles of the tactician against himself without one kind of action, for each kind.
BATTLES_FORBIDDEN = 30_000
#: Kinds of action that the tactician is better off without, and his score without them as it has been measured.
EXCEPTIONS: dict[str, float] = {}


@cache
def forces():
    return tuple(forces_to_compare(all_army_lists(), havok_2_0(), SEED, POINTS, EACH))


def told(rows):
    """The rows of a table as lines of text."""
    return "\n".join(
        f"{row['preset_a']} v {row['preset_b']}, {row['force']}: {row['score_a']:.4f} "
        f"({row['score_a_lo']:.4f} to {row['score_a_hi']:.4f}), p {row['p']:.2g}, {row['n_battles']} battles"
        for row in rows
    )


@cache
def presets():
    return cross_table([load_policy(name) for name in PRESETS], forces(), budget=BATTLES, seed=SEED,
                       ruleset=havok_2_0(), threads=2)  # fmt: skip


@pytest.mark.verify
@pytest.mark.parametrize(("other", "least"), [("random", 0.95), ("rush", 0.6), ("gunline", 0.6), ("skirmish", 0.6)])
def test_the_tactician_beats_everybody(other, least):
    score, lo, hi = presets().cell("tactician", other)
    assert score >= least, f"{score:.4f} ({lo:.4f} to {hi:.4f})\n{told(presets().rows)}"


@pytest.mark.verify
def test_no_force_is_one_with_which_the_tactician_loses():
    """On no force is he significantly below one half against anybody."""
    rows = [row for row in presets().rows if "tactician" in (row["preset_a"], row["preset_b"]) and row["force"] != ALL]
    assert len(rows) == (len(PRESETS) - 1) * len(forces())
    assert min(row["n_battles"] for row in rows) >= 4000
    worse = [row for row in rows if row["verdict"] == ("behind" if row["preset_a"] == "tactician" else "ahead")]
    assert worse == [], told(worse)


@pytest.mark.verify
@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in ("tactician", "random")])
def test_no_preset_is_a_straw_man(preset):
    score, lo, hi = presets().cell(preset, "random")
    assert score >= 0.8, f"{score:.4f} ({lo:.4f} to {hi:.4f})\n{told(presets().rows)}"


@pytest.mark.verify
def test_nobody_is_better_off_without_a_kind_of_action():
    """The tactician forbidden something does not beat himself allowed everything, pooled over the forces."""
    tactician = load_policy("tactician")
    rows = []
    for action in ACTIONS:
        without = replace(tactician, forbid=[action], id=f"without_{action}")
        table = cross_table([without, tactician], forces(), budget=BATTLES_FORBIDDEN, seed=SEED, ruleset=havok_2_0(),
                            threads=2)  # fmt: skip
        rows += [row for row in table.rows if row["force"] == ALL]
    likely = holm([row["p"] for row in rows])
    ahead = {action: round(row["score_a"], 3) for action, row, p in zip(ACTIONS, rows, likely, strict=True)
             if p < 0.05 and row["score_a"] > 0.5}  # fmt: skip
    assert set(ahead) == set(EXCEPTIONS), told(rows)
