"""Read one TOML file and check its head: the schema and the kind that every file names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from havoksim.foundation.errors import InputError, Problem, nearest
from havoksim.model.places import KIND_WORDS
from havoksim.model.wording import found

#: The only version of the file formats.
SCHEMA = 1

#: Kinds that the file formats know and this version has no use for.
LATER_KINDS = ("campaign",)


@dataclass(frozen=True)
class Document:
    """A file that could be read, with whatever is wrong with its head."""

    #: The file.
    path: Path
    #: Its content without ``schema`` and ``kind``.
    table: dict[str, object]
    #: What it says it is.
    kind: str
    #: What is wrong with the head.
    problems: list[Problem]

    def fail(self, problems: list[Problem]) -> None:
        """Raise everything that was found, naming the file; return if nothing was."""
        if problems:
            raise InputError(placed(problems, self.path))


def placed(problems: Collection[Problem], path: Path) -> list[Problem]:
    """Name the file in each problem that names none yet."""
    return [p if p.where else Problem(p.message, str(path), p.key, p.suggestion) for p in problems]


def keyed(problems: Collection[Problem], key: str) -> list[Problem]:
    """Name the key in each problem that is not one of another file."""
    return [p if p.where else Problem(p.message, key=key, suggestion=p.suggestion) for p in problems]


def read_document(path: Path, *, kind: str | None = None) -> Document:
    """Read a TOML file.

    Parameters
    ----------
    path : Path
        The file.
    kind : str, optional
        What it must be; by default anything that havoksim reads.

    Raises
    ------
    InputError
        If it cannot be read, is not TOML, or is not of that kind. A wrong schema number does not hide what else is
        wrong: it is returned with the document.
    """
    table = parse_toml(read_text(path), str(path))
    problems = []
    schema = table.pop("schema", None)
    if schema is None:
        problems.append(Problem(f"is missing; `schema = {SCHEMA}` is needed", key="schema"))
    elif isinstance(schema, bool) or not isinstance(schema, int) or schema != SCHEMA:
        problems.append(
            Problem(f"must be {SCHEMA}, the only format that this version reads, found {found(schema)}", key="schema")
        )
    given = table.pop("kind", None)
    wrong = _wrong_kind(given, kind)
    if wrong:
        raise InputError(placed([*problems, wrong], path))
    return Document(path, table, str(given), problems)


def read_text(path: Path) -> str:
    """Return the text of a file; whatever prevents that is an `InputError`."""
    where = str(path)
    try:
        if path.is_dir():
            raise InputError(Problem("is a folder, not a file", where))
        if not path.exists():
            raise InputError(Problem("there is no such file", where))
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"is not text in UTF-8 (byte {error.start + 1}); save it as UTF-8"
        raise InputError(Problem(message, where)) from None
    except OSError as error:
        raise InputError(Problem(f"cannot be read: {error.strerror or error}", where)) from None


def parse_toml(text: str, where: str) -> dict[str, object]:
    """Parse TOML; a slip of syntax is an `InputError` with line and column.

    Examples
    --------
    >>> parse_toml("a = [1, 2", "my.toml")
    Traceback (most recent call last):
    ...
    havoksim.foundation.errors.InputError: my.toml: is not TOML: Unclosed array (at end of document)
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        hint = "; cards in a spreadsheet come in by `havoksim import`" if where.lower().endswith(".csv") else ""
        raise InputError(Problem(f"is not TOML: {error}{hint}", where)) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, a thousand brackets
        raise InputError(Problem(f"is not TOML that can be read: {error}", where)) from None


def _wrong_kind(given: object, wanted: str | None) -> Problem | None:
    kinds = ", ".join(KIND_WORDS)
    if given is None:
        needed = f'`kind = "{wanted}"`' if wanted else f"one of {kinds}"
        return Problem(f"is missing; {needed} is needed", key="kind")
    if isinstance(given, str) and given in LATER_KINDS:
        return Problem(f"files of kind {found(given)} are not read by this version (it reads {kinds})", key="kind")
    if not isinstance(given, str) or given not in KIND_WORDS:
        return Problem(
            f"must be one of {kinds}, found {found(given)}",
            key="kind",
            suggestion=nearest(str(given), list(KIND_WORDS)),
        )
    if wanted and given != wanted:
        return Problem(f"the file holds {_a(given)}, but {_a(wanted)} is wanted", key="kind")
    return None


def _a(kind: str) -> str:
    words = KIND_WORDS[kind]
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
