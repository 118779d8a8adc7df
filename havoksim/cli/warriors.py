"""``havoksim warriors``: every card, its stated battle rating, and what the formula says (HVK-PROF-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from havoksim.cli.answers import wrapped
from havoksim.cli.arguments import examples, ruleset_option
from havoksim.cli.output import Output, Table, as_text, output_options, show

if TYPE_CHECKING:
    from havoksim.model.warrior import Warrior

COLUMNS = (
    "id",
    "name",
    "speed",
    "firepower",
    "close_combat",
    "psyke",
    "strength",
    "armour",
    "battle_rating",
    "formula_br",
    "vehicle",
    "psyke_attack",
    "provenance",
)

_HEADINGS = {
    "firepower": "fire",
    "close_combat": "close",
    "strength": "str",
    "armour": "arm",
    "battle_rating": "BR",
    "formula_br": "formula",
    "psyke_attack": "attacks",
}


@click.command(
    epilog=examples(
        "havoksim warriors",
        "havoksim warriors karn_empire --format csv -o karn.csv",
    )
)
@click.argument("army_list", metavar="[LIST]", required=False)
@ruleset_option
@output_options
def command(army_list: str | None, ruleset: str | None, output: Output) -> None:
    """Profiles, stated BR, formula BR and provenance of all types, or of one army list.

    The formula's weights are those of the ruleset. Provenance: published (all seven figures are known), partial,
    or estimate.
    """
    from havoksim.model.loading import load_army_list, load_ruleset
    from havoksim.model.names import all_army_lists
    from havoksim.model.ruleset import havok_2_0

    rules = load_ruleset(ruleset) if ruleset else havok_2_0()
    lists = (load_army_list(army_list),) if army_list else all_army_lists()
    warriors = [warrior for one in lists for warrior in one]
    rows = [cells_of(warrior, rules.br_formula.of(warrior)) for warrior in warriors]
    off = [w.name for w, cells in zip(warriors, rows, strict=True) if cells[9] != w.battle_rating]
    after = "attacks: may start psyke attacks (HVK-PROF-03). formula: BR by the formula (HVK-PROF-05)."
    if off:
        after += f" Stated BR and formula differ for {', '.join(off)}."
    if output.format != "table":
        show(Table(COLUMNS, rows, _HEADINGS), output, after=after)
        return
    parts = []
    for one in lists:  # a table a list, so that the ids can be short
        cells = [(w.id, *row[1:]) for w, row in zip(warriors, rows, strict=True) if w.army_list == one.id]
        parts.append(f"{one.name} ({one.id})\n{as_text(Table(COLUMNS, cells, _HEADINGS), output.width)}")
    output.write("\n\n".join([*parts, wrapped(after, output.width or 80)]))


def cells_of(warrior: Warrior, formula: float) -> tuple[str | int | float | bool, ...]:
    """Return the cells of one type, in the order of `COLUMNS`."""
    return (
        warrior.full_id,
        warrior.name,
        warrior.speed,
        warrior.firepower,
        warrior.close_combat,
        warrior.psyke,
        warrior.strength,
        warrior.armour,
        warrior.battle_rating,
        int(formula) if formula == int(formula) else formula,
        warrior.vehicle,
        warrior.psyke_attack,
        warrior.provenance,
    )
