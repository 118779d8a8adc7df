"""What a type is worth as one of its characteristics grows, beside what the formula asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from havoksim.report.style import INK, PALETTE, SMALL, Picture, headline, new_picture, tidy

if TYPE_CHECKING:
    from havoksim.analysis.break_even import BreakEven

#: Marker of each line in turn, so that they can be told apart without colour.
SHAPES = ("o", "s", "^", "D", "v", "P")


def worth(
    steps: Sequence[int],
    lines: Mapping[str, Sequence[BreakEven]],
    formula: Sequence[float],
    *,
    characteristic: str,
    finding: str,
    footnote: str = "",
) -> Picture:
    """Draw the break-even battle rating by the value of one characteristic.

    Parameters
    ----------
    steps : sequence of int
        Values of the characteristic.
    lines : mapping of name to sequence of BreakEven
        One line for each kind of fight, one entry for each step.
    formula : sequence of float
        What the formula asks at each step, BR.
    characteristic : str
        Its name, for the axis.
    finding, footnote : str
        Title and small print.

    Examples
    --------
    >>> from havoksim.analysis.break_even import BreakEven
    >>> even = BreakEven(10.0, 10.0, 10.0, 20.0, 20, "exact")
    >>> picture = worth([2], {"fire": [even]}, [10], characteristic="armour", finding="Ten is ten")
    >>> picture.axes[0].get_xlabel()
    'armour'
    """
    picture = new_picture(4.6)
    axes = picture.subplots()
    axes.plot(steps, formula, color=INK, linewidth=2, linestyle=(0, (4, 3)), label="what the formula asks")
    for index, (name, answers) in enumerate(lines.items()):
        known = [(x, a.worth, a.lo, a.hi) for x, a in zip(steps, answers, strict=True)]
        points = [(x, y, lo, hi) for x, y, lo, hi in known if y is not None and lo is not None and hi is not None]
        axes.errorbar(
            [x for x, *_ in points],
            [y for _, y, *_ in points],
            yerr=[[y - lo for _, y, lo, _ in points], [hi - y for _, y, _, hi in points]],
            color=PALETTE[index % len(PALETTE)],
            marker=SHAPES[index % len(SHAPES)],
            markersize=7,
            linewidth=1.6,
            capsize=4,
            label=name,
        )
    tidy(axes, x=characteristic, y="battle rating (BR) of one model", grid="both")
    axes.set_xticks(list(steps))
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=SMALL, frameon=False, loc="upper left")
    sampled = any(answer.method == "sampled" for answers in lines.values() for answer in answers)
    small = "bars: 95 % intervals where duels were sampled" if sampled else "exact duels"
    headline(picture, finding, "; ".join(part for part in (small, footnote) if part))
    return picture
