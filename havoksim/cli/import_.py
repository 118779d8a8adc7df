"""``havoksim import``: a spreadsheet of cards becomes an army list."""

from __future__ import annotations

import re
from pathlib import Path

import click

from havoksim.cli.arguments import examples
from havoksim.cli.output import check_writable, write_file


@click.command(
    name="import",
    epilog=examples(
        "havoksim import --template -o cards.csv",
        "havoksim import cards.csv -o army_lists/mine.toml",
    ),
)
@click.argument("cards", metavar="[CARDS.csv]", required=False)
@click.option("-o", "--output", metavar="FILE", help="Army list to write; without it the list is printed.")
@click.option("--id", "list_id", help="Id of the army list; by default the name of the file that is written or read.")
@click.option("--name", help="Name of the army list; by default made from the id.")
@click.option("--template", is_flag=True, help="Write a table with the right columns and two cards to type over.")
def command(cards: str | None, output: str | None, list_id: str | None, name: str | None, template: bool) -> None:
    """Turn a table of cards (CSV) into an army list.

    One row a type, with the columns of [[warrior]]; lists inside a cell are separated by semicolons. --template
    writes a table to start from.
    """
    from havoksim.foundation.errors import InputError
    from havoksim.model import cards as table

    if template == (cards is not None):
        raise InputError("name one table of cards (CSV), or say --template for one to start from")
    if output is not None:
        check_writable(output)
    if cards is None:
        text = table.template()
    else:
        if output is not None and list_id is None:
            list_id = re.sub(r"[^a-z0-9]+", "_", Path(output).stem.lower()).strip("_")
        if name is None and list_id:
            name = list_id.replace("_", " ").title()
        text = table.import_cards(cards, id=list_id or "", name=name or "")
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text)
        click.echo(f"wrote {output}", err=True)
