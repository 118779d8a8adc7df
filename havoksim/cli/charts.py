"""A distribution as text: each value with its probability, the chance of at least so many, and a bar."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from havoksim.cli.output import Table
from havoksim.foundation.intervals import Z95, share_interval

if TYPE_CHECKING:
    from havoksim.dice.pmf import Pmf

#: More values than this are grouped.
MOST_ROWS = 30
_EIGHTHS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589"


def percent(p: float, decimals: int = 2) -> str:
    """Return a probability as a percentage that never claims what it does not know.

    Examples
    --------
    >>> percent(0.6124, 1), percent(3e-6), percent(0.999999), percent(0.0), percent(1.0)
    ('61.2 %', '<0.01 %', '>99.99 %', '0 %', '100 %')
    """
    if p <= 0.0:
        return "0 %"
    if p >= 1.0 - 1e-13:
        return "100 %"
    text = f"{100 * p:.{decimals}f}"
    if float(text) == 0.0:
        return f"<{10.0**-decimals:.{decimals}f} %"
    if float(text) == 100.0:
        return f">{100 - 10.0**-decimals:.{decimals}f} %"
    return f"{text} %"


def decimals_of(se: float, most: int = 2) -> int:
    """Return how many decimals of a percentage a standard error leaves meaningful.

    Examples
    --------
    >>> decimals_of(0.0), decimals_of(0.0005), decimals_of(0.005), decimals_of(0.05)
    (2, 2, 1, 0)
    """
    if se <= 0.0:
        return most
    return min(max(-math.floor(math.log10(100 * se)), 0), most)


def share(p: float, n: int | None, decimals: int = 1) -> str:
    """Return a probability for a sentence: with its 95 % interval if `n` samples stand behind it.

    Examples
    --------
    >>> share(0.61237, None), share(0.61237, 10_000)
    ('61.2 %', '61.2 % (60.3 to 62.2 %)')
    """
    if not n:
        return percent(p, decimals)
    low, high = share_interval(p, n)
    decimals = decimals_of((high - low) / 4)
    ends = f"({100 * low:.{decimals}f} to {100 * high:.{decimals}f} %)"
    return f"{percent(p, decimals)} {ends}"


def mean_text(law: Pmf) -> str:
    """Return the mean, with half its 95 % interval where it was sampled, and the standard deviation."""
    if law.n_samples is None:
        return f"mean {law.mean:.4g}, sd {law.sd:.3g}"
    half = Z95 * law.mean_se
    digits = max(0, 1 - math.floor(math.log10(half))) if half > 0 else 4
    return f"mean {law.mean:.{digits}f} +/- {half:.2g}, sd {law.sd:.3g}"


def chart(name: str, law: Pmf, *, width: int | None = None, unicode: bool = True) -> str:
    """Return a distribution as a bar chart of text.

    Parameters
    ----------
    name : str
        What is counted.
    law : Pmf
        Its distribution.
    width : int or None
        Columns that may be used; None for 80.
    unicode : bool
        Whether block characters may be used; else the bars are made of ``#``.

    Examples
    --------
    >>> from havoksim.dice.pmf import Pmf
    >>> print(chart("hits", Pmf((0.5, 0.25, 0.25)), width=40, unicode=False))
    hits: mean 0.75, sd 0.829
          chance  at least
      0  50.00 %     100 %  ################
      1  25.00 %   50.00 %  ########
      2  25.00 %   25.00 %  ########
    """
    rows = _rows(law)
    decimals = 2 if law.n_samples is None else decimals_of(0.5 / math.sqrt(law.n_samples))
    chances = [p for _, p, _ in rows]
    cells = [(label, percent(p, decimals), percent(tail, decimals)) for label, p, tail in rows]
    head = ("", "chance", "at least")
    sizes = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    room = max((width or 80) - sum(sizes) - 8, 8)
    peak = max(chances) or 1.0
    lines = [f"{name}: {mean_text(law)}"]
    lines.append(f"  {head[0]:>{sizes[0]}}  {head[1]:>{sizes[1]}}  {head[2]:>{sizes[2]}}")
    for (label, p_text, tail_text), p in zip(cells, chances, strict=True):
        bar = _bar(p / peak * room, unicode)
        line = f"  {label:>{sizes[0]}}  {p_text:>{sizes[1]}}  {tail_text:>{sizes[2]}}  {bar}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def law_table(laws: dict[str, Pmf]) -> Table:
    """Return distributions as a tidy table: one row for each name and value."""
    rows = [(name, k, p, min(law.p_at_least(k), 1.0)) for name, law in laws.items() for k, p in enumerate(law.p)]
    return Table(("what", "value", "probability", "at_least"), rows)


def _rows(law: Pmf) -> list[tuple[str, float, float]]:
    """Return label, chance and chance of at least so many for each row; many rows are grouped."""
    first, last = 0, len(law.p) - 1
    while last > 0 and law.p_at_least(last) < 5e-5:
        last -= 1
    while first < last and law.p_at_most(first) < 5e-5:
        first += 1
    step = 1
    while (last - first + 1) / step > MOST_ROWS:
        step = _next_step(step)
    rows = []
    if first > 0:
        rows.append((f"<{first}", law.p_at_most(first - 1), 1.0))
    for k in range(first, last + 1, step):
        top = min(k + step - 1, last)
        label = str(k) if top == k else f"{k}-{top}"
        rows.append((label, math.fsum(law.p[k : top + 1]), min(law.p_at_least(k), 1.0)))
    if last < len(law.p) - 1:
        rows.append((f">{last}", law.p_at_least(last + 1), law.p_at_least(last + 1)))
    return rows


def _next_step(step: int) -> int:
    """Return the next round number of values that make a group: 1, 2, 5, 10, 20, ..."""
    lead = int(str(step)[0])
    return step * 5 // 2 if lead == 2 else step * 2


def _bar(length: float, unicode: bool) -> str:
    """Return a bar of so many characters."""
    if not unicode:
        return "#" * round(length)
    eighths = round(length * 8)
    return "\u2588" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
