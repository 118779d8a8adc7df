"""One way to show an answer: as a table, CSV, JSON or Markdown, on the terminal or in a file.

A file is written under a temporary name and renamed, so that it is never there in part.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import click

from havoksim.foundation.errors import InputError

FORMATS = ("table", "csv", "json", "markdown")
_SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown"}

Command = TypeVar("Command", bound=Callable[..., Any])
Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Output:
    """Where an answer goes, and in which form."""

    #: One of `FORMATS`.
    format: str = "table"
    #: File to write, or None for the terminal.
    path: str | None = None

    @property
    def width(self) -> int | None:
        """Columns of the terminal; None where the answer goes to a file or a pipe, which has no edge."""
        terminal = sys.stdout is not None and sys.stdout.isatty()
        if self.path is None and (terminal or os.environ.get("COLUMNS", "").isdigit()):
            return max(shutil.get_terminal_size().columns, 20)
        return None

    @property
    def unicode(self) -> bool:
        """Whether block characters can be shown."""
        if self.path is not None:
            return True
        try:
            "\u2588\u258f".encode(getattr(sys.stdout, "encoding", None) or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write(self, text: str) -> None:
        """Print a text, or write it to the file and say so."""
        text = text if text.endswith("\n") else text + "\n"
        if self.path is None:
            _check_stdout()
            click.echo(_printable(text), nl=False)
        else:
            write_file(self.path, text)
            click.echo(f"wrote {self.path}", err=True)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns."""

    #: Name of each column, as CSV and JSON give it.
    columns: tuple[str, ...]
    #: One tuple a row.
    rows: Sequence[tuple[Cell, ...]]
    #: Shorter headings for the terminal, by column.
    headings: Mapping[str, str] = field(default_factory=dict)
    #: Decimals of a column on the terminal and in Markdown; other numbers are shown as they are.
    decimals: Mapping[str, int] = field(default_factory=dict)
    #: Columns of text that stand to the right, such as percentages.
    right: frozenset[str] = frozenset()

    def heading(self, column: str) -> str:
        """Return what stands above a column on the terminal."""
        return self.headings.get(column, column)

    def cell(self, column: str, value: Cell) -> str:
        """Return a value as a reader wants it."""
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return "-"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return f"{value:.{self.decimals[column]}f}" if column in self.decimals else f"{value:.6g}"
        return str(value)


# ---------------------------------------------------------------------- options


def output_options(command: Command) -> Command:
    """Give a command ``--format`` and ``-o``; it receives them as `output`, an :class:`Output`."""

    def chosen(ctx: click.Context, _: click.Parameter, path: str | None) -> Output:
        form = ctx.params.pop("format_", None)
        if path is not None:
            check_writable(path)
        else:
            _check_stdout()
        if form is None:
            form = _SUFFIXES.get(os.path.splitext(path or "")[1].lower(), "table")  # noqa: PTH122
        return Output(form, path)

    command = click.option(
        "-o", "--output", metavar="FILE", callback=chosen, help="Write to a file instead of the terminal."
    )(command)
    return click.option(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        is_eager=True,
        help="Form of the answer; by default what the file's ending says, else a table.",
    )(command)


# ---------------------------------------------------------------------- files


def _check_stdout() -> None:
    """Refuse an answer that nobody could see, because the shell closed standard output (``>&-``)."""
    if sys.stdout is None:
        raise InputError("standard output is closed: name a file with -o")


def check_writable(path: str) -> None:
    """Refuse a file that cannot be written, before anything is computed.

    Raises
    ------
    InputError
        If the folder is not there or closed to us, or the path is a folder.
    """
    folder = os.path.dirname(path) or "."  # noqa: PTH120
    if not os.path.isdir(folder):  # noqa: PTH112
        raise InputError(f"folder {folder} does not exist", where=path)
    if os.path.isdir(path):  # noqa: PTH112
        raise InputError("is a folder; name a file", where=path)
    if _is_device(path):
        if not os.access(path, os.W_OK):
            raise InputError("permission denied", where=path)
        return
    # Only trying tells: permissions say nothing of a disk mounted for reading, or of /proc.
    temporary = _temporary(path)
    try:
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
        os.unlink(temporary)  # noqa: PTH108
    except OSError as error:
        raise InputError(f"cannot be written: {(error.strerror or str(error)).lower()}", where=path) from error


def _is_device(path: str) -> bool:
    """Say whether a path is there and no file: a device or a pipe, which cannot be renamed onto."""
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113


def _temporary(path: str) -> str:
    """Return the name that a file has until it is whole."""
    return f"{path}.{os.getpid()}.part"


def check_ending(path: str, option: str, endings: Sequence[str]) -> None:
    """Refuse a file whose ending promises another form than the one that is written.

    Raises
    ------
    InputError
        If the name ends otherwise; a device may have any name.
    """
    if not _is_device(path) and not path.lower().endswith(tuple(endings)):
        raise InputError(f"must end in {' or '.join(endings)}, found {path!r}", key=option)


def check_different(files: Mapping[str, str | None]) -> None:
    """Refuse two outputs, given by their options, that would overwrite each other.

    Raises
    ------
    InputError
        If two options name one file; a device may be named twice.
    """
    taken: dict[str, str] = {}
    for option, path in files.items():
        if path is None or _is_device(path):
            continue
        other = taken.setdefault(os.path.realpath(path), option)
        if other != option:
            raise InputError(f"names the same file as {other}: {path}", key=option)


def check_folder(path: str) -> None:
    """Refuse a folder that cannot be made, before anything is computed.

    Raises
    ------
    InputError
        If there is a file of that name, or the folder above it is not there.
    """
    check_writable(os.path.join(path, "file") if os.path.isdir(path) else path)  # noqa: PTH112, PTH118
    if os.path.isfile(path):  # noqa: PTH113
        raise InputError("is a file; name a folder", where=path)


def write_file(path: str, content: str | bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    InputError
        If the folder is not there or the path is a folder.
    OSError
        If the disk is full, with the name of the file as it was given; nothing is left behind then.
    """
    check_writable(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        if _is_device(path):
            with open(path, "wb") as device:  # noqa: PTH123
                device.write(data)
        else:
            _write_whole(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def _write_whole(path: str, data: bytes) -> None:
    """Write under a temporary name and rename."""
    temporary = _temporary(path)
    try:
        with open(temporary, "wb") as file:  # noqa: PTH123
            file.write(data)
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        if os.path.exists(temporary):  # noqa: PTH110
            os.unlink(temporary)  # noqa: PTH108
        raise


# ---------------------------------------------------------------------- forms


def _printable(text: str) -> str:
    """Return a text with question marks for what the terminal has no signs for."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.encode("ascii", "replace").decode("ascii")
    return text


def show(table: Table, output: Output, *, before: str = "", after: str = "") -> None:
    """Write a table in the wanted form; the texts around it belong to the terminal and to Markdown."""
    if output.format == "csv":
        output.write(as_csv(table.columns, table.rows))
    elif output.format == "json":
        output.write(as_json([dict(zip(table.columns, row, strict=True)) for row in table.rows]))
    else:
        body = as_markdown(table) if output.format == "markdown" else as_text(table, output.width)
        output.write("\n\n".join(part for part in (before, body, after) if part))


def as_csv(columns: Iterable[str], rows: Iterable[Sequence[Cell]]) -> str:
    r"""Return comma-separated values; no value is an empty cell.

    Examples
    --------
    >>> as_csv(["id", "psyke"], [("banshee", 1), ("a,b", None)])
    'id,psyke\nbanshee,1\n"a,b",\n'
    """
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(list(columns))
    writer.writerows([_csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _csv_cell(value: Cell) -> Cell:
    """Return a value as spreadsheets, TOML and JSON know it: true and false, not True and False."""
    return str(value).lower() if isinstance(value, bool) else rounded(value)


def as_markdown(table: Table) -> str:
    """Return a Markdown table, numbers to the right."""
    right = _numeric(table)
    lines = [
        [table.heading(column) for column in table.columns],
        ["---:" if number else "---" for number in right],
    ]
    lines += [
        [table.cell(column, value).replace("|", "\\|") for column, value in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def as_text(table: Table, width: int | None = None) -> str:
    """Return aligned columns; what is wider than the terminal goes on below, with the first column repeated.

    Examples
    --------
    >>> print(as_text(Table(("id", "br"), [("banshee", 45), ("razor", 9)])))
    id       br
    banshee  45
    razor     9
    """
    right = _numeric(table)
    columns = []
    for index, column in enumerate(table.columns):
        cells = [table.heading(column), *(table.cell(column, row[index]) for row in table.rows)]
        size = max(map(len, cells))
        columns.append([cell.rjust(size) if right[index] else cell.ljust(size) for cell in cells])
    blocks: list[list[list[str]]] = [[columns[0]]]
    for cells in columns[1:]:
        taken = sum(len(one[0]) + 2 for one in blocks[-1])
        if width is not None and len(blocks[-1]) > 1 and taken + len(cells[0]) > width:
            blocks.append([columns[0]])
        blocks[-1].append(cells)
    return "\n\n".join("\n".join("  ".join(line).rstrip() for line in zip(*block, strict=True)) for block in blocks)


def _numeric(table: Table) -> list[bool]:
    """Say of each column whether it stands to the right: numbers do."""
    return [
        column in table.right
        or any(isinstance(row[i], int | float) and not isinstance(row[i], bool) for row in table.rows)
        for i, column in enumerate(table.columns)
    ]


def rounded(value: Any) -> Any:
    """Return a number without the noise beyond 14 digits; what is no number becomes None.

    Examples
    --------
    >>> rounded(3.6000000000000005), rounded(float("nan")), rounded(2)
    (3.6, None, 2)
    """
    if isinstance(value, float):
        return float(f"{value:.14g}") if math.isfinite(value) else None
    return value


def as_json(value: Any) -> str:
    """Return JSON that can also be read: a list of numbers takes one line.

    Examples
    --------
    >>> print(as_json({"mean": 0.1 + 0.2, "pmf": [0.5, 0.5]}))
    {
      "mean": 0.3,
      "pmf": [0.5, 0.5]
    }
    """
    return _json(value, "")


def _json(value: Any, indent: str) -> str:
    """Return one value as JSON, indented."""
    import json

    deeper = indent + "  "
    if isinstance(value, Mapping) and value:
        inner = [f"{deeper}{json.dumps(str(key))}: {_json(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inner) + f"\n{indent}}}"
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping | list | tuple) for item in value):
        return "[\n" + ",\n".join(deeper + _json(item, deeper) for item in value) + f"\n{indent}]"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_json(item, "") for item in value) + "]"
    if hasattr(value, "item"):  # a NumPy scalar
        value = value.item()
    return json.dumps(rounded(value), ensure_ascii=False)
