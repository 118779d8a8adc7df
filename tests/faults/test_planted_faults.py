"""Would we notice? Each planted fault must make at least one of the tests beside it fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.planted import ALL as OF_THE_GAME
from tests.faults.planted import Fault
from tests.faults.planted_battle import BATTLE
from tests.faults.planted_players import PLAYERS
from tests.faults.planted_referee import REFEREE

ROOT = Path(__file__).parents[2]

ALL = (*OF_THE_GAME, *BATTLE, *PLAYERS, *REFEREE)


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package and its tests in which faults may be planted."""
    target = tmp_path_factory.mktemp("faults")
    skip = shutil.ignore_patterns("__pycache__")
    for folder in ("havoksim", "tests", "army_lists", "examples"):
        shutil.copytree(ROOT / folder, target / folder, ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", target)
    return target


def run(copy: Path, tests: str) -> subprocess.CompletedProcess[str]:
    """Run some tests of the copy with the compiler off, and stop at the first that fails."""
    chosen = [f"tests/{name}" for name in tests.split()]
    environment = os.environ | {"PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "--no-header",
            "--hypothesis-seed=0",
            "--hypothesis-profile=hurried",
            *chosen,
        ],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_fault_names_text_that_stands_there_once():
    for fault in ALL:
        assert (ROOT / "havoksim" / fault.file).read_text().count(fault.right) == 1, fault.name
    assert len({fault.name for fault in ALL}) == len(ALL) >= 25


@pytest.mark.verify
def test_without_a_fault_all_those_tests_pass(copy):
    tests = sorted({test for fault in ALL for test in fault.tests.split()})
    result = run(copy, " ".join(tests))
    assert result.returncode == 0, result.stdout[-3000:]


@pytest.mark.verify
@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.name)
def test_a_planted_fault_is_noticed(copy: Path, fault: Fault):
    path = copy / "havoksim" / fault.file
    right = path.read_text()
    try:
        path.write_text(right.replace(fault.right, fault.wrong))
        result = run(copy, fault.tests)
    finally:
        path.write_text(right)
    assert result.returncode == 1, f"nobody noticed: {fault.name}\n{result.stdout[-2000:]}"
