"""The course of battles as pictures: what is left turn by turn, and who destroys whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from havoksim.report.style import (
    GREY,
    INK,
    LABEL,
    SIDE_A,
    SIDE_B,
    SMALL,
    Picture,
    chance_map,
    headline,
    in_percent,
    ink_on,
    new_picture,
    tidy,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from havoksim.analysis.battle_course import BattleCourse, Estimate

#: Colour, line and marker of a and b: they differ in each.
LOOKS = ((SIDE_A, "-", "o"), (SIDE_B, (0, (5, 2)), "s"))


def attrition(course: BattleCourse) -> Picture:
    """Draw what is left of both sides before the first battle turn and after each.

    The line is the mean and its bar the 95 % interval; eight of ten battles lie in the band.
    """
    picture = new_picture(4.6)
    axes = picture.subplots()
    turns = list(range(course.turns + 1))
    for side, (colour, line, mark) in enumerate(LOOKS):
        whole = max(course.left[0][side][0], 1)
        found = [course.left_after(side, turn) for turn in turns]
        means = [one.mean / whole for one, _, _ in found]
        lows, highs = [low / whole for _, low, _ in found], [high / whole for _, _, high in found]
        axes.fill_between(turns, lows, highs, color=colour, alpha=0.16, linewidth=0)
        ends = [one.interval for one, _, _ in found]
        spans = [
            [mean - low / whole for mean, (low, _) in zip(means, ends, strict=True)],
            [high / whole - mean for mean, (_, high) in zip(means, ends, strict=True)],
        ]
        places = [turn + (side - 0.5) * 0.05 for turn in turns]
        axes.errorbar(
            places, means, yerr=spans, color=colour, linestyle=line, marker=mark, markersize=6, linewidth=1.8,
            capsize=3, label=f"{_name(course, side)} ({'ab'[side]})",
        )  # fmt: skip
    tidy(axes, x="battle turns played", y="battle rating (BR) left, share of the force")
    in_percent(axes)
    axes.set_ylim(0, 1.04)
    axes.set_xticks(turns)
    axes.legend(fontsize=SMALL, frameon=False, loc="lower left")
    small = (
        f"mean with 95 % interval; 8 of 10 battles lie in the band; {course.recorded:,} battles, seed {course.seed},"
        f" ruleset {course.ruleset or 'without a name'}"
    )
    headline(picture, _attrition_finding(course), small)
    return picture


def who_kills_whom(course: BattleCourse) -> Picture:
    """Draw for each type of a side the BR of each enemy type that it destroys in a battle, with its interval."""
    sides = [[place for place, kind in enumerate(course.kinds) if kind.side == side] for side in ("a", "b")]
    most = max((one.mean for one in course.destroyed.values()), default=0.0)
    heights = [len(rows) for rows in sides]
    letters = max(len(kind.warrior.name) for kind in course.kinds)
    picture = new_picture(1.5 + 0.43 * sum(heights) + 0.16 * letters)
    panels = picture.subplots(2, 1, height_ratios=heights)
    for axes, rows, columns, side in zip(panels, sides, reversed(sides), (0, 1), strict=True):
        _matrix(axes, course, rows, columns, most)
        tidy(axes, title=f"{_name(course, side)} ({'ab'[side]}) destroys, BR a battle", grid="none")
        axes.tick_params(length=0)
    small = (
        "BR destroyed a battle, \u00b1 half the 95 % interval; shared out by the wounds on models that died;"
        f" {course.n:,} battles, seed {course.seed}, ruleset {course.ruleset or 'without a name'}"
    )
    headline(picture, _kills_finding(course), small)
    return picture


def _matrix(axes: Axes, course: BattleCourse, rows: list[int], columns: list[int], most: float) -> None:
    """Fill a panel: a row for each type that destroys, a column for each that is destroyed."""
    colours = chance_map()
    table = [[course.destroyed[row, column] for column in columns] for row in rows]
    axes.imshow([[one.mean for one in line] for line in table], cmap=colours, vmin=0.0, vmax=most or 1.0, aspect="auto")
    room = 4.2 / len(columns)
    for y, line in enumerate(table):
        for x, one in enumerate(line):
            if room >= 0.3:
                axes.text(x, y, _cell(one, room), ha="center", va="center", fontsize=SMALL,
                          color=ink_on(colours(one.mean / most if most else 0.0)))  # fmt: skip
    names = [course.kinds[column].warrior.name for column in columns]
    turned = sum(map(len, names)) > 44
    axes.set_xticks(range(len(columns)), names, fontsize=SMALL, color=INK, rotation=35 if turned else 0,
                    ha="right" if turned else "center", rotation_mode="anchor" if turned else "default")  # fmt: skip
    axes.set_yticks(range(len(rows)), [course.kinds[row].warrior.name for row in rows], fontsize=SMALL, color=INK)
    for edge in axes.spines.values():
        edge.set_color(GREY)
    axes.yaxis.label.set_fontsize(LABEL)


def _cell(one: Estimate, room: float) -> str:
    """Return the mean and, where there are so many inches of room, half its interval."""
    mean = f"{one.mean:.1f}" if one.mean < 9.95 else f"{one.mean:.0f}"
    half = one.interval[1] - one.mean
    if room < 0.45 or half <= 0:
        return mean
    return f"{mean}{' ' if room >= 0.8 else chr(10)}\u00b1{half:.1f}"


def _name(course: BattleCourse, side: int) -> str:
    return str(course.question["name_a" if side == 0 else "name_b"])


def _attrition_finding(course: BattleCourse) -> str:
    """Say what is left of both at the end, and when the loser has lost half."""
    shares = []
    for side in (0, 1):
        whole = max(course.left[0][side][0], 1)
        shares.append([course.left_after(side, turn)[0].mean / whole for turn in range(course.turns + 1)])
    keeps, loses = (0, 1) if shares[0][-1] >= shares[1][-1] else (1, 0)
    half = next((turn for turn, share in enumerate(shares[loses]) if share <= 0.5), None)
    ends = f"{_name(course, keeps)} keeps {100 * shares[keeps][-1]:.0f} % of its BR, {_name(course, loses)}"
    ends += f" {100 * shares[loses][-1]:.0f} %"
    return f"{ends}; half of {_name(course, loses)} is gone by turn {half}" if half is not None else ends


def _kills_finding(course: BattleCourse) -> str:
    """Say which type destroys most of what, on each side."""
    said = []
    for side in ("a", "b"):
        mine = {pair: one for pair, one in course.destroyed.items() if course.kinds[pair[0]].side == side}
        (killer, victim), one = max(mine.items(), key=lambda item: (item[1].mean, item[0]))
        names = course.kinds[killer].warrior.name, course.kinds[victim].warrior.name
        said.append(f"{names[0]} ({side}) destroys {one.mean:.0f} BR of {names[1]}")
    return f"Most in a battle: {said[0]}; {said[1]}"
