"""Players against players as a picture: who beats whom, over forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.report.battles import score_matrix
from havoksim.report.style import Picture, headline

if TYPE_CHECKING:
    from havoksim.analysis.cross_table import CrossTable


def preset_matrix(table: CrossTable) -> Picture:
    """Draw the score of each row player against each column player with its interval, the best at the top."""
    cells = {(a, b): table.cell(a, b) for a in table.presets for b in table.presets if a != b}
    picture = score_matrix(cells)
    small = [
        "blue: the row wins; orange: the column wins; 50 is even",
        f"{table.battles:,} battles with {len(table.forces)} forces, sides changed; seed {table.seed}; {table.ruleset}",
    ]
    headline(picture, finding(table), "; ".join(small))
    return picture


def finding(table: CrossTable) -> str:
    """Say who is best, whom he beats, and by how much at least."""
    mean = {a: sum(table.cell(a, b)[0] for b in table.presets if b != a) for a in table.presets}
    best = max(table.presets, key=lambda name: mean[name])
    against = {b: table.cell(best, b) for b in table.presets if b != best}
    closest = min(against, key=lambda name: against[name][0])
    score, lo, hi = against[closest]
    beaten = sum(table.beats(best, other) for other in against)
    span = f"{100 * lo:.0f} to {100 * hi:.0f} %"
    near = f"{closest} comes closest: {best} scores {100 * score:.0f} % ({span})"
    return f"{best} beats {beaten} of {len(against)} players; {near}"
