"""Which test shows which clause.

Tests name the clauses that they show with ``@pytest.mark.rule("HVK-FIRE-05")``, at most three each. The test
files are parsed, not imported, so that the answer costs nothing and needs no test tools.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from havoksim.foundation.errors import InputError
from havoksim.ledger.reader import clauses

#: A test that names more clauses than this shows none of them well.
MOST_PER_TEST = 3


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test and the clauses that it names."""

    #: File, relative to the folder above the tests.
    path: str
    #: Line of the mark or of the test.
    line: int
    #: Name of the test; empty for a mark that stands outside of one.
    name: str
    #: Clause ids, without repetition.
    ids: tuple[str, ...]

    @property
    def place(self) -> str:
        """``tests/unit/test_pool.py::test_name``."""
        return f"{self.path}::{self.name}" if self.name else f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Coverage:
    """The marks of all tests, seen from the ledger."""

    #: Every test that names a clause.
    tests: tuple[NamedTest, ...]

    def tests_of(self, clause_id: str) -> tuple[NamedTest, ...]:
        """Return the tests that name a clause."""
        return tuple(test for test in self.tests if clause_id in test.ids)

    @property
    def counts(self) -> dict[str, int]:
        """Number of tests that name each clause; only those that are named."""
        found: dict[str, int] = {}
        for test in self.tests:
            for clause_id in test.ids:
                found[clause_id] = found.get(clause_id, 0) + 1
        return found

    @property
    def unknown(self) -> tuple[tuple[str, NamedTest], ...]:
        """Ids that no ledger has, with the test that names them."""
        known = {clause.id for clause in clauses()}
        return tuple((name, test) for test in self.tests for name in test.ids if name not in known)

    @property
    def crowded(self) -> tuple[NamedTest, ...]:
        """Tests that name more than three clauses."""
        return tuple(test for test in self.tests if len(test.ids) > MOST_PER_TEST)


def tests_folder() -> Path | None:
    """Return the folder of havoksim's own tests, or None in an installation that has none."""
    root = Path(__file__).resolve().parents[2]
    folder = root / "tests"
    return folder if folder.is_dir() and (root / "pyproject.toml").is_file() else None


def coverage(folder: Path) -> Coverage:
    """Read all Python files below a folder and return which test names which clause.

    Raises
    ------
    InputError
        If the folder is not there or a file is not Python.
    """
    if not folder.is_dir():
        raise InputError("not a folder", where=str(folder))
    found: list[NamedTest] = []
    for path in sorted(folder.rglob("*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            raise InputError(f"not Python: {error.msg} (line {error.lineno})", where=str(path)) from None
        found += _named_tests(tree, path.relative_to(folder.parent).as_posix())
    return Coverage(tuple(found))


def _named_tests(tree: ast.Module, path: str) -> Iterator[NamedTest]:
    """Yield the tests of a file that name a clause, and marks that stand outside of a test."""
    whole_file = [mark for node in tree.body if _is_pytestmark(node) for mark in _marks(node)]
    taken = set(map(id, whole_file))
    outer = _ids(whole_file)

    def walk(body: list[ast.stmt], inherited: tuple[str, ...], prefix: str) -> Iterator[NamedTest]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                own = [mark for decorator in node.decorator_list for mark in _marks(decorator)]
                taken.update(map(id, own))
                yield from walk(node.body, inherited + _ids(own), f"{prefix}{node.name}::")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                direct = [decorator for decorator in node.decorator_list if _is_mark(decorator)]
                cases = [mark for d in node.decorator_list if not _is_mark(d) for mark in _marks(d)]
                taken.update(map(id, [*direct, *cases]))
                shared = inherited + _ids(direct)
                if shared and node.name.startswith("test"):
                    yield NamedTest(path, node.lineno, prefix + node.name, tuple(dict.fromkeys(shared)))
                for case in cases:  # a mark on one case of a parametrised test
                    ids = tuple(dict.fromkeys(shared + _ids([case])))
                    yield NamedTest(path, case.lineno, f"{prefix}{node.name}[line {case.lineno}]", ids)

    yield from walk(tree.body, outer, "")
    for mark in _marks(tree):
        if id(mark) not in taken and _ids([mark]):
            yield NamedTest(path, mark.lineno, "", _ids([mark]))


def _is_pytestmark(node: ast.stmt) -> bool:
    """Say whether a statement gives marks to all tests of the file."""
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
    )


def _is_mark(node: ast.AST) -> bool:
    """Say whether a node is ``....rule(...)``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"


def _marks(node: ast.AST) -> list[ast.Call]:
    """Return all rule marks below a node."""
    return [inner for inner in ast.walk(node) if isinstance(inner, ast.Call) and _is_mark(inner)]


def _ids(marks: Iterable[ast.AST]) -> tuple[str, ...]:
    """Return the clause ids that marks name, without repetition."""
    names = [
        argument.value
        for mark in marks
        if isinstance(mark, ast.Call)
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    return tuple(dict.fromkeys(names))
