"""Is the house in order? Files, names, docstrings, imports."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "havoksim"
MOST_LINES = 500
FORBIDDEN_NAMES = {"utils", "util", "core", "common", "helper", "helpers", "misc", "base"}
HEAVY = ("numba", "pandas", "matplotlib", "scipy", "numpy", "pydantic", "pyarrow", "rich")


def python_files(*folders):
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def named(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", python_files("havoksim", "tests", "benchmarks"), ids=named)
def test_a_file_fits_in_a_head(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_files_and_folders_are_called_after_what_they_hold():
    bad = [named(p) for p in PACKAGE.rglob("*") if p.stem in FORBIDDEN_NAMES or p.name in FORBIDDEN_NAMES]
    assert bad == []


@pytest.mark.parametrize("path", python_files("havoksim"), ids=named)
def test_a_module_begins_with_its_meaning(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "no docstring at the top"


def public_functions(tree):
    """Return the functions, classes and methods that others may use and that lack a docstring."""

    def walk(node, prefix):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if child.name.startswith("_"):
                continue
            if ast.get_docstring(child) is None and not is_overload(child):
                yield f"{prefix}{child.name}"
            if isinstance(child, ast.ClassDef):
                yield from walk(child, f"{prefix}{child.name}.")

    return list(walk(tree, ""))


def is_overload(node):
    return any(isinstance(d, ast.Name) and d.id == "overload" for d in node.decorator_list)


@pytest.mark.parametrize("path", python_files("havoksim"), ids=named)
def test_every_public_function_says_what_it_does(path):
    assert public_functions(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_the_docstring_check_sees_a_missing_one():
    assert public_functions(ast.parse("class A:\n    '''x'''\n    def f(self): ...\n    def _g(self): ...")) == ["A.f"]


def test_test_files_have_names_of_their_own():
    names = [path.name for path in python_files("tests") if path.name.startswith("test_")]
    assert sorted(names) == sorted(set(names))


def test_the_layers_hold():
    tool = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
    assert tool, "import-linter is not installed: it comes with the dev extra"
    run = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def loaded_by(*arguments, python="", status=0):
    """Return the heavy packages that a command line has loaded when it ends, in a process of its own."""
    program = (
        "import sys\n"
        + (python or f"from havoksim.cli.main import main\nassert main({list(arguments)!r}) == {status}\n")
        + f"print('LOADED', *sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.rpartition("LOADED")[2].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("odds", "--help"),
        ("odds", "fire", "--help"),
        ("odds", "fire", "--dice", "6", "--needs", "4", "--armour", "2"),
        ("odds", "fire", "--dice", "6", "--needs", "4", "--armour", "2", "--format", "json"),
        ("odds", "fire", "--dice", "6", "--needs", "4", "--armour", "2", "--strength", "2", "--models", "3"),
        ("odds", "melee", "--dice-a", "6", "--dice-b", "3", "--armour-a", "3", "--armour-b", "2"),
        ("odds", "psyke", "--dice-a", "3", "--dice-b", "2", "--format", "csv"),
        ("rules", "HVK-FIRE-05"),
    ],
    ids=" ".join,
)
def test_quick_answers_load_nothing_heavy(arguments):
    assert loaded_by(*arguments) == set()


def test_a_wrong_call_loads_nothing_heavy():
    assert loaded_by("odds", "fire", "--dice", "-1", status=2) == set()


def test_exact_answers_between_warriors_need_no_compiler_and_no_tables():
    loaded = loaded_by("odds", "fire", "5xkarn_trooper", "5x47th_line", "--range", "12", "--cover")
    assert loaded.isdisjoint({"numba", "pandas", "matplotlib", "scipy", "pyarrow", "rich"})


def test_the_package_itself_loads_nothing_heavy():
    assert loaded_by(python="import havoksim\n") == set()


def test_the_import_check_sees_a_heavy_package():
    assert loaded_by(python="import numpy\n") == {"numpy"}
