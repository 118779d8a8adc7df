"""An exchange between two warriors as a picture: wounds on one against wounds on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.report.style import SMALL, Picture, chance_map, headline, ink_on, new_picture, tidy
from havoksim.report.words import exchange_finding, how_found, percent

if TYPE_CHECKING:
    from havoksim.dice.pmf import Pmf
    from havoksim.odds.results import ExchangeOdds

#: A side's wounds are shown up to the count beyond which less than this lies.
RARE = 0.005
#: Most rows or columns.
MOST = 9


def joint(odds: ExchangeOdds) -> Picture:
    """Draw the chance of each pair of wounds; the last row and column gather all that is beyond them.

    Examples
    --------
    >>> from havoksim import odds
    >>> joint(odds.melee(dice_a=1, dice_b=1, armour_a=0, armour_b=0)).axes[0].get_xlabel()
    'wounds on b'
    """
    most_a = _most(odds.wounds_on_a, odds.strength_a)
    most_b = _most(odds.wounds_on_b, odds.strength_b)
    chances = odds.joint.clamp(most_a, most_b).p
    rows, columns = len(chances), len(chances[0])
    picture = new_picture(1.9 + 0.42 * rows)
    axes = picture.subplots()
    colours = chance_map()
    peak = max(map(max, chances))
    axes.imshow(chances, cmap=colours, vmin=0.0, vmax=peak, aspect="auto", origin="upper")
    for i, row in enumerate(chances):
        for j, p in enumerate(row):
            ink = ink_on(colours(p / peak))
            axes.text(
                j, i, "none" if odds.n and not p else percent(p), ha="center", va="center", fontsize=SMALL, color=ink
            )
    a, b = odds.question.get("a", "a"), odds.question.get("b", "b")
    tidy(axes, x=f"wounds on {b}", y=f"wounds on {a}", grid="none")
    axes.set_xticks(range(columns), _names(columns, len(odds.joint.p[0]), odds.strength_b))
    axes.set_yticks(range(rows), _names(rows, len(odds.joint.p), odds.strength_a))
    axes.tick_params(length=0)
    for edge in axes.spines.values():
        edge.set_visible(False)
    headline(picture, exchange_finding(odds), f"each cell: chance of that pair of wounds · {how_found(odds)}")
    return picture


def _most(law: Pmf, strength: int | None) -> int:
    """Return the last count that gets a row of its own: what kills, or what is not rare."""
    if strength is not None and strength <= MOST:
        return strength
    most = 1
    while most < MOST and law.p_at_least(most + 1) >= RARE:
        most += 1
    return most


def _names(shown: int, possible: int, strength: int | None) -> list[str]:
    """Return the counts as labels; the last says that it gathers more, and whether it kills."""
    names = [str(k) for k in range(shown)]
    if possible > shown:
        names[-1] += "+"
    if strength is not None and strength == shown - 1:
        names[-1] += "\ndies"
    return names
