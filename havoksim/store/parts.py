"""Parquet files that know which inputs they answer, and that are told from damaged ones.

The same rows give the same bytes: columns as in the schema, one row group, no time of day. The key of the inputs stands
in the file's metadata, and every page carries a checksum, so a part that was cut short, damaged, or computed from other
inputs is found out and computed again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from havoksim.store.files import write_whole
from havoksim.store.schema import Columns, arrow_schema, names

Row = Mapping[str, Any]

_KEY = b"havoksim.key"


class NotWhole(Exception):
    """A part is absent, damaged, or of other inputs; the message says which."""


def parquet_bytes(rows: Sequence[Row], columns: Columns, key: str) -> bytes:
    """Return rows as the bytes of a Parquet file.

    Parameters
    ----------
    rows : sequence of mapping
        One mapping a row; it has every column, and may have others, which are left out.
    columns : tuple of Column
        The table's columns, from :mod:`havoksim.store.schema`.
    key : str
        Hash of the inputs that the rows answer.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = arrow_schema(columns, {_KEY.decode(): key})
    arrays = [pa.array([row[field.name] for row in rows], type=field.type) for field in schema]
    sink = pa.BufferOutputStream()
    pq.write_table(
        pa.Table.from_arrays(arrays, schema=schema),
        sink,
        row_group_size=max(len(rows), 1),
        compression="zstd",
        version="2.6",
        write_page_checksum=True,
    )
    return bytes(sink.getvalue())


def write_part(path: Path, rows: Sequence[Row], columns: Columns, key: str) -> None:
    """Write rows as a Parquet file, whole or not at all; see :func:`parquet_bytes`.

    Raises
    ------
    DiskTrouble
        If the disk is full or the folder cannot be written.
    """
    write_whole(path, parquet_bytes(rows, columns, key))


def read_part(path: Path, columns: Columns, key: str | None = None) -> list[dict[str, Any]]:
    """Return the rows of a part.

    Parameters
    ----------
    path : Path
        The file.
    columns : tuple of Column
        The columns that it must have.
    key : str, optional
        Hash of the inputs that it must answer; None takes any.

    Raises
    ------
    NotWhole
        If it is absent, damaged, or answers other inputs.
    """
    rows: list[dict[str, Any]] = read_arrow(path, columns, key).to_pylist()
    return rows


def read_arrow(path: Path, columns: Columns, key: str | None = None) -> Any:
    """Return a part as an Arrow table; see :func:`read_part`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not path.is_file():
        raise NotWhole(f"{path.name} is absent")
    try:
        with path.open("rb") as file:  # read as a file object: the path is never taken for a data set
            table = pq.ParquetFile(file, page_checksum_verification=True, memory_map=False).read(use_threads=False)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise NotWhole(f"{path.name} is damaged") from error
    if not table.schema.equals(arrow_schema(columns)):
        raise NotWhole(f"{path.name} has other columns")
    if key is not None and (table.schema.metadata or {}).get(_KEY) != key.encode():
        raise NotWhole(f"{path.name} answers other inputs")
    return table


def is_whole(path: Path, key: str, columns: Columns) -> bool:
    """Say whether a part is there, undamaged, and answers these inputs."""
    try:
        read_arrow(path, columns, key)
    except NotWhole:
        return False
    return True


def csv_text(rows: Sequence[Row], columns: Columns) -> str:
    r"""Return rows as comma-separated values; an empty cell is an empty field.

    Examples
    --------
    >>> from havoksim.store.schema import Column
    >>> csv_text([{"a": 0.1}, {"a": None}], (Column("a", "real", "a number", optional=True),))
    'a\n0.1\n""\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names(columns))
    writer.writerows([row[column.name] for column in columns] for row in rows)
    return text.getvalue()


def write_csv(path: Path, rows: Sequence[Row], columns: Columns) -> None:
    """Write rows as a CSV file, whole or not at all."""
    write_whole(path, csv_text(rows, columns).encode())
