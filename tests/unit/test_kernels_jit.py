"""The door to the compiler: where compiled code is kept, and when it is thrown away."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from havoksim.foundation import jit

ROOT = Path(__file__).parent.parent.parent
SAMPLE = "from havoksim.dice.sampling import sample_pool; print(sample_pool(3, n=5, seed=1, method='dice').tolist())"


def run(code, **environment):
    """Run code in a fresh interpreter."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def fresh(monkeypatch):
    """Forget the folder that this process has chosen, before and after."""
    monkeypatch.setattr(jit, "cache_folder", jit.cache_folder.__wrapped__)
    monkeypatch.setattr(jit, "fingerprint", jit.fingerprint.__wrapped__)
    return monkeypatch


def test_the_cache_goes_below_the_folder_that_the_user_chose(tmp_path):
    first = run(SAMPLE, NUMBA_CACHE_DIR=str(tmp_path))
    (folder,) = (tmp_path / "havoksim").iterdir()
    assert list(folder.rglob("*.nbi"))
    compiled = {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")}
    assert run(SAMPLE, NUMBA_CACHE_DIR=str(tmp_path)) == first
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")} == compiled  # nothing compiled anew


def test_a_flag_that_changes_the_code_changes_the_folder(fresh):
    before = jit.fingerprint()
    fresh.setenv("NUMBA_BOUNDSCHECK", "1")
    assert jit.fingerprint() != before


def test_a_changed_kernel_changes_the_folder(fresh, tmp_path):
    before = jit.fingerprint()
    package = tmp_path / "havoksim"
    for path in (ROOT / "havoksim").glob("**/kernels/*.py"):
        copy = package / path.relative_to(ROOT / "havoksim")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (package / "foundation").mkdir()
    (package / "foundation" / "jit.py").write_bytes(Path(jit.__file__).read_bytes())
    fresh.setattr(jit, "__file__", str(package / "foundation" / "jit.py"))
    assert jit.fingerprint() == before
    changed = package / "dice" / "kernels" / "rolls.py"
    changed.write_text(changed.read_text() + "\n# another thought\n")
    assert jit.fingerprint() != before


def test_a_folder_that_cannot_be_written_is_replaced_by_a_temporary_one(fresh, tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    fresh.setenv("NUMBA_CACHE_DIR", str(in_the_way))
    folder = jit.cache_folder()
    assert folder.is_dir()
    assert folder.name.startswith("havoksim-kernels-")
    folder.rmdir()


def test_old_folders_go_and_others_stay(fresh, tmp_path):
    fresh.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    parent = tmp_path / "havoksim"
    ours = []
    for age in range(12):
        folder = parent / f"old{age}"
        folder.mkdir(parents=True)
        stamp = folder / jit._STAMP
        stamp.write_text("")
        used = time.time() - 7200 - age
        os.utime(stamp, (used, used))
        ours.append(folder)
    young = parent / "young"
    young.mkdir()
    (young / jit._STAMP).write_text("")
    stranger = parent / "stranger"
    stranger.mkdir()
    folder = jit.cache_folder()
    left = {path.name for path in parent.iterdir()}
    assert {folder.name, "young", "stranger"} <= left
    assert left - {folder.name, "young", "stranger"} == {f"old{age}" for age in range(jit._KEPT - 1)}


def test_nothing_of_the_users_numba_is_changed():
    code = (
        "import os, numba; before = numba.config.CACHE_DIR, dict(os.environ);"
        "import havoksim.dice.kernels.rolls; print(before == (numba.config.CACHE_DIR, dict(os.environ)))"
    )
    assert run(code, XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", str(Path("~/.cache").expanduser()))) == "True"


def test_with_the_compiler_off_numba_is_not_imported():
    code = SAMPLE + "; import sys; print('numba' in sys.modules)"
    assert run(code, NUMBA_DISABLE_JIT="1").endswith("False")


def test_kernels_release_the_lock_and_check_divisions():
    assert jit.OPTIONS == {"nogil": True, "fastmath": False, "error_model": "python"}


# ---------------------------------------------------------------------- what keeps people waiting

TWICE = """
from havoksim.foundation.jit import is_ready, kernel

@kernel
def twice(x):
    return x + x

before = is_ready(twice)
twice(3)
print(before, is_ready(twice))
"""


def test_a_kernel_is_ready_once_it_was_compiled_and_until_its_source_is_newer(tmp_path):
    (tmp_path / "twice.py").write_text(TWICE)
    say = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import twice"
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(say, **cache) == "False True"
    assert run(say, **cache) == "True True"
    later = time.time() + 100
    os.utime(tmp_path / "twice.py", (later, later))
    assert run(say, **cache) == "False True"
    assert run(say, NUMBA_DISABLE_JIT="1") == "True True"


@pytest.mark.parametrize("ready", [True, False])
def test_compiling_the_battle_is_said_and_done_only_if_it_must_be(monkeypatch, capsys, ready):
    from havoksim.battle import play
    from havoksim.battle.compiling import compile_once

    fought = []
    monkeypatch.setattr(jit, "is_ready", lambda function: ready)
    monkeypatch.setattr(play, "play_block", lambda *which: fought.append(which))
    compile_once("any pack")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("this happens once") == len(fought) == (0 if ready else 1)
