"""What a reader of a run's tables must know: how sizes were chosen, who met whom, where the profiles come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from havoksim.analysis.plan import averaged, settings_of

if TYPE_CHECKING:
    from havoksim.analysis.plan import Cell, Setting
    from havoksim.model.sweep import Sweep
    from havoksim.model.warrior import Warrior


def notes(sweep: Sweep, cells: Iterable[Cell]) -> list[str]:
    """Return the notes of a sweep, as sentences."""
    settings = settings_of(sweep)
    said = [_sizes(sweep, cells)] if any(setting.equal_br for setting in settings) else []
    said += [
        "A type's field is all other types of the sweep, each counted once; its duel against itself is in matchups and"
        " in no mean. A faction's figures are of its types against the types of the other factions.",
        f'Setting "all" is the mean over the modes ({_listed(averaged(settings))}), each counted once; that of a mode,'
        ' such as "fire", is the mean over its settings.',
    ]
    if "psyke" in sweep.modes:
        left_out = "" if averaged(settings) == settings else ', so it is no part of "all"'
        said.append(f"A psyke duel is between two warriors, whatever their BR (HVK-PSY-01){left_out}.")
    away = [w.name for w in sweep.warriors if not w.fights_close]
    if away and "melee" in sweep.modes:
        said.append(
            f"{', '.join(away)} {'is' if len(away) == 1 else 'are'} never in close combat (HVK-LIST-07): no row in"
            ' melee, and "all" is the mean over the other modes.'
        )
    said += _orders(sweep)
    said.append(
        "Scores count a draw or a stalemate as half. The standard error of trade is an upper bound: it takes what is"
        " destroyed and what is lost in a duel as perfectly opposed."
    )
    said.append(provenance_note(sweep.warriors))
    return said


def provenance_note(warriors: Iterable[Warrior]) -> str:
    """Say how much of the profiles is known.

    Examples
    --------
    >>> from havoksim.model.warrior import Warrior
    >>> card = dict(speed=1, firepower=1, close_combat=1, psyke=1, strength=2, armour=2, battle_rating=10)
    >>> provenance_note([Warrior(id="a", name="A", **card), Warrior(id="b", name="B", known=["speed"], **card)])
    'Of 2 profiles 0 are published, 1 are partly published and 1 are estimates.'
    """
    count = Counter(warrior.provenance for warrior in warriors)
    return (
        f"Of {count.total()} profiles {count['published']} are published, {count['partial']} are partly published and"
        f" {count['estimate']} are estimates."
    )


def largest_gap(sweep: Sweep, cells: Iterable[Cell]) -> tuple[float, Cell | None]:
    """Return the largest share by which a side of a sweep falls short of the other's BR, and where."""
    from havoksim.model.side import Side
    from havoksim.odds.duel import sides_of_equal_rating

    worst: tuple[float, Cell | None] = (0.0, None)
    for cell in cells:
        a, b = sides_of_equal_rating(Side(cell.a), Side(cell.b), sweep.max_br)
        larger, smaller = max(a.battle_rating, b.battle_rating), min(a.battle_rating, b.battle_rating)
        if (larger - smaller) / larger > worst[0]:
            worst = ((larger - smaller) / larger, cell)
    return worst


def _listed(settings: Iterable[Setting]) -> str:
    return ", ".join(dict.fromkeys(setting.mode for setting in settings))


def _sizes(sweep: Sweep, cells: Iterable[Cell]) -> str:
    gap, cell = largest_gap(sweep, cells)
    left = "all match to the point"
    if cell is not None:
        left = f"the smaller side falls short by {gap:.1%} at most ({cell.a.name} against {cell.b.name})"
    return (
        f"Both sides field as nearly the same BR as up to {sweep.max_br} BR a side allows; {left}. br_gap says what is"
        " left over: efficiency allows for it by counting per BR, scores do not."
    )


def _orders(sweep: Sweep) -> list[str]:
    said = []
    if "fire" in sweep.modes:
        who = {
            "roll_off": "a roll-off decides who fires first in every battle turn",
            "simultaneous": "both sides fire at the same time",
            "alternate": "one side always fires first, and each pair fights with either side first",
        }[sweep.order]
        said.append(
            f"Fire: to the end at a fixed distance, nobody moves, both sides in cover or both in the open; {who};"
            " vehicles are units of one and volleys at them are not split."
        )
    if "melee" in sweep.modes:
        from havoksim.odds.sampled import PAIRING

        said.append(f"Melee: to the end; a roll-off decides who acts first in every battle turn; {PAIRING}.")
    return said
