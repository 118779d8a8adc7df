"""Army lists from a spreadsheet: one row a warrior type, the columns of ``[[warrior]]``.

For people who keep their cards in a table. Commas, semicolons or tabs between the cells, a byte order mark, Windows
line ends and blank lines are all fine; lists inside a cell are separated by semicolons. Everything that is wrong is
reported at once, with row and column, the header being row 1.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from havoksim.foundation.errors import InputError, Problem, nearest
from havoksim.model.army_list import ArmyList
from havoksim.model.catalogue import army_list_of, bad_id
from havoksim.model.reading import Document, read_text
from havoksim.model.toml_text import text_value
from havoksim.model.warrior import CHARACTERISTICS, FORCE_SIZES, Warrior
from havoksim.model.wording import found

#: Columns that every table of cards needs.
REQUIRED = ("id", "name", *CHARACTERISTICS)

#: Columns that may be left out, with the kind of cell.
_OPTIONAL = {
    "psyke_attack": "flag",
    "vehicle": "flag",
    "abilities": "list",
    "base_radius": "number",
    **{f"limit_{size}": "limit" for size in FORCE_SIZES},
    "carries_capacity": "whole",
    "carries_types": "types",
    "carries_inside": "flag",
    "known": "list",
    "source": "text",
}

#: Every column, in the order of the template.
COLUMNS = (*REQUIRED, *_OPTIONAL)

_KINDS = {"id": "text", "name": "text", **dict.fromkeys(CHARACTERISTICS, "whole"), **_OPTIONAL}

_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def import_cards(path: str | Path, *, id: str = "", name: str = "") -> str:
    """Return the army-list TOML for a CSV file of cards.

    Parameters
    ----------
    path : str or Path
        The CSV file.
    id, name : str
        Of the army list; by default made from the file's name.

    Raises
    ------
    InputError
        With everything that is wrong with the table, by row and column.

    Examples
    --------
    >>> from havoksim.model.places import packaged
    >>> text = import_cards(packaged("army_lists") / "cards_template.csv")
    >>> text.splitlines()[1]
    'kind = "army_list"'
    """
    return list_text(read_cards(path, id=id, name=name))


def read_cards(path: str | Path, *, id: str = "", name: str = "") -> ArmyList:
    """Return the army list that a CSV file of cards describes; see `import_cards`."""
    path = Path(path)
    list_id = id or re.sub(r"[^a-z0-9]+", "_", path.stem.lower()).strip("_") or "cards"
    return cards_list(read_text(path), id=list_id, name=name or path.stem.replace("_", " ").title(), where=str(path))


def cards_list(text: str, *, id: str, name: str, where: str = "") -> ArmyList:
    """Return the army list that the text of a CSV file describes."""
    rows, problems = _rows(text.removeprefix("\ufeff"))
    header, body = (rows[0], rows[1:]) if rows else ((0, []), [])
    columns = [re.sub(r"[ -]+", "_", cell.strip().lower()) for cell in header[1]]
    while columns and not columns[-1]:
        columns.pop()
    problems += (
        _header_problems(columns)
        if rows
        else [Problem(f"is empty; the first row needs the columns {', '.join(REQUIRED)}")]
    )
    problems += bad_id(id, "id")
    if rows and not body:
        problems.append(Problem("holds no warrior types, only a header"))
    entries: list[dict[str, object]] = []
    numbers: list[int] = []
    for number, cells in body:
        entry, found_here = _entry(columns, cells, number)
        problems += found_here
        entries.append(entry)
        numbers.append(number)
    missing = set(REQUIRED) - set(columns)
    cell_problems = list(problems)
    army: ArmyList | None = None
    if entries and columns:
        document = Document(
            Path(where or "cards"), {"id": "cards", "name": name or id, "warrior": entries}, "army_list", []
        )
        try:
            army = army_list_of(document)
        except InputError as error:
            said = {p.key for p in problems}
            for problem in error.problems:
                moved = _in_table(problem, numbers)
                column = moved.key.rpartition(", ")[2]
                if moved.key not in said and column not in missing:
                    cell_problems.append(moved)
    if cell_problems or army is None:
        raise InputError([Problem(p.message, where, p.key, p.suggestion) for p in cell_problems])
    return ArmyList(id, name or id, tuple(_owned(warrior, id) for warrior in army))


def cards_csv(warriors: Sequence[Warrior]) -> str:
    """Return the CSV text of some cards; importing it gives them back.

    Examples
    --------
    >>> from havoksim.model.names import find_warrior
    >>> cards_csv([find_warrior("karn_trooper")]).splitlines()[1][:35]
    'karn_trooper,Karn Trooper,1,1,1,1,2'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for warrior in warriors:
        writer.writerow([_cell(warrior, column) for column in COLUMNS])
    return out.getvalue()


def list_text(army: ArmyList) -> str:
    """Return an army list as the text of its TOML file; reading it gives an equal list."""
    lines = ["schema = 1", 'kind = "army_list"', f"id = {text_value(army.id)}", f"name = {text_value(army.name)}"]
    if army.source:
        lines.append(f"source = {text_value(army.source)}")
    for warrior in army:
        lines += ["", "[[warrior]]", f"id = {text_value(warrior.id)}", f"name = {text_value(warrior.name)}"]
        for key in CHARACTERISTICS:
            lines.append(f"{key} = {getattr(warrior, key)}")
            if key == "psyke":
                lines.append(f"psyke_attack = {text_value(warrior.psyke_attack)}")
        lines += [f"vehicle = {text_value(warrior.vehicle)}", f"abilities = {text_value(warrior.abilities)}"]
        if warrior.base_radius is not None:
            lines.append(f"base_radius = {text_value(warrior.base_radius)}")
        lines.append(f"limits = {text_value(warrior.limits)}")
        if warrior.carries:
            table = {
                "capacity": warrior.carries.capacity,
                "types": warrior.carries.types,
                "inside": warrior.carries.inside,
            }
            lines.append(f"carries = {text_value(table)}")
        lines += [f"known = {text_value(warrior.known)}", f"source = {text_value(warrior.source)}"]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------- the table


def _rows(text: str) -> tuple[list[tuple[int, list[str]]], list[Problem]]:
    """Split the text into rows with their numbers; blank rows count but are left out."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    rows = []
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            if any(cell.strip() for cell in cells):
                rows.append((number, cells))
    except csv.Error as error:
        return rows, [Problem(f"is not a CSV table: {error}", key=f"row {len(rows) + 1}")]
    return rows, []


def _header_problems(columns: list[str]) -> list[Problem]:
    problems = []
    missing = [column for column in REQUIRED if column not in columns]
    if missing:
        word = "column is" if len(missing) == 1 else "columns are"
        problems.append(Problem(f"{word} missing: {', '.join(missing)}", key="row 1"))
    for index, column in enumerate(columns):
        if column not in COLUMNS:
            message = f"unknown column {column!r} (known: {', '.join(COLUMNS)})"
            problems.append(Problem(message, key="row 1", suggestion=nearest(column, COLUMNS)))
        elif column in columns[:index]:
            problems.append(Problem(f"the column {column!r} stands there twice", key="row 1"))
    return problems


def _entry(columns: list[str], cells: list[str], number: int) -> tuple[dict[str, object], list[Problem]]:
    """Turn a row into a ``[[warrior]]`` table; an empty cell is a key left out."""
    problems = []
    if any(cell.strip() for cell in cells[len(columns) :]):
        message = f"the row has {len(cells)} cells for {len(columns)} columns; does a cell hold the separator unquoted?"
        problems.append(Problem(message, key=f"row {number}"))
    entry: dict[str, object] = {}
    limits: dict[str, object] = {}
    carries: dict[str, object] = {}
    for column, cell in zip(columns, cells, strict=False):
        text = cell.strip()
        if not text or column not in _KINDS:
            continue
        value, wrong = _value(_KINDS[column], cell if column == "source" else text)
        if wrong:
            problems.append(Problem(f"must be {wrong}, found {found(text)}", key=f"row {number}, {column}"))
        if column.startswith("limit_"):
            limits[column.removeprefix("limit_")] = value
        elif column.startswith("carries_"):
            carries[column.removeprefix("carries_")] = value
        else:
            entry[column] = value
    if limits:
        entry["limits"] = limits
    if carries:
        entry["carries"] = carries
    return entry, problems


def _value(kind: str, text: str) -> tuple[object, str]:
    """Return a cell's value, or what it must be."""
    if kind in ("whole", "limit") and re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        return int(text), ""
    if kind == "limit":
        known = {"u": "U", "unknown": "unknown"}
        return (known[text.lower()], "") if text.lower() in known else (text, 'a whole number, "U" or "unknown"')
    if kind == "number" and re.fullmatch(r"[0-9]*\.?[0-9]+", text):
        return float(text), ""
    if kind == "flag":
        return (_FLAGS[text.lower()], "") if text.lower() in _FLAGS else (text, "true or false")
    if kind == "types" and text == "any":
        return "any", ""
    if kind in ("list", "types"):
        return [part.strip() for part in text.split(";") if part.strip()], ""
    wanted = {"whole": "a whole number", "number": "a number with a decimal point"}
    return text, wanted.get(kind, "")


def _in_table(problem: Problem, numbers: list[int]) -> Problem:
    """Say where in the table a problem with the army list is."""
    match = re.fullmatch(r"warrior\[(\d+)\]\.?(.*)", problem.key)
    if not match:
        return problem
    column = re.sub(r"^limits\.", "limit_", match[2])
    column = re.sub(r"\[\d+\]$", "", re.sub(r"^carries\.", "carries_", column))
    message = re.sub(r"warrior\[(\d+)\]", lambda m: f"row {numbers[int(m[1]) - 1]}", problem.message)
    row = f"row {numbers[int(match[1]) - 1]}"
    return Problem(message, key=f"{row}, {column}" if column else row, suggestion=problem.suggestion)


def _owned(warrior: Warrior, list_id: str) -> Warrior:
    from dataclasses import replace

    return replace(warrior, army_list=list_id)


def _cell(warrior: Warrior, column: str) -> str:
    if column.startswith("limit_"):
        return str(warrior.limits.get(column.removeprefix("limit_"), ""))
    if column.startswith("carries_"):
        value = getattr(warrior.carries, column.removeprefix("carries_")) if warrior.carries else None
    else:
        value = getattr(warrior, column)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ";".join(map(str, value))
    return str(value)


def template() -> str:
    """Return the CSV template: the header and two published cards to type over."""
    from havoksim.model.names import find_warrior

    return cards_csv([find_warrior("karn_empire/karn_trooper"), find_warrior("karn_empire/banshee")])
