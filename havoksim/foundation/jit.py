"""The one door to the compiler: every compiled function of havoksim is made by :func:`kernel`.

Numba keeps compiled code beside a stamp of the one source file that it came from, so a change in another file goes
unnoticed. Here the code lives in a folder whose name is a hash of *all* kernel sources, of the versions of Python and
Numba and of every flag that changes what is compiled: change any of them, and the compiler starts afresh.

    <user cache>/havoksim/<hash>          by default
    $NUMBA_CACHE_DIR/havoksim/<hash>      if that is set
    a temporary folder                    if neither can be written

With ``NUMBA_DISABLE_JIT=1`` Numba is not imported at all: kernels run as plain Python and return the same bytes.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: A kernel takes and returns numbers and arrays; its types are found when it is compiled.
Kernel = Callable[..., Any]

#: A file in each cache folder; its time says when the folder was last used.
_STAMP = "havoksim-kernels"
#: Folders of other hashes that are kept: other branches, other Pythons.
_KEPT = 8
#: No folder that was used within so many seconds is removed.
_YOUNG = 3600.0

#: Options of every kernel. Numba's Python error model: a division by zero is an error, not a number.
OPTIONS = {"nogil": True, "fastmath": False, "error_model": "python"}


def jit_is_on() -> bool:
    """Say whether kernels are compiled: not if ``NUMBA_DISABLE_JIT`` is set."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() in ("", "0")


def kernel(function: Kernel) -> Kernel:
    """Compile a function at its first call; keep the machine code for the next process.

    Kernels take and return numbers and arrays only. The compiled function releases the lock of the interpreter, so
    that threads run at the same time.

    Examples
    --------
    >>> @kernel
    ... def twice(x):
    ...     return x + x
    >>> twice(3)
    6
    """
    return _compiled(function, {}) if jit_is_on() else function


def kernel_part(function: Kernel) -> Kernel:
    """Make a kernel that is written into the one that calls it, before that is compiled.

    For the few at the top of a tall tower of kernels: Numba optimises all that a kernel calls once more for each
    storey, so that five storeys that say only what comes after what cost as much time as all the rest.
    """
    return _compiled(function, {"inline": "always"}) if jit_is_on() else function


def _compiled(function: Kernel, more: dict[str, Any]) -> Kernel:
    import numba

    options: dict[str, Any] = {**OPTIONS, **more, "cache": _can_be_cached(function)}
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder())  # read when the function is wrapped; nobody else's is touched
    try:
        compiled: Any = numba.njit(**options)(function)
    finally:
        settings.CACHE_DIR = before
    compiled.get_call_template = _without_literals(compiled.get_call_template)
    return compiled  # type: ignore[no-any-return]


def is_ready(function: Kernel) -> bool:
    """Say whether a kernel can be called at once: its machine code is in memory, or kept by an earlier process.

    Numba throws away what it kept as soon as the source file is newer.
    """
    if not jit_is_on():
        return True
    compiled: Any = function
    if compiled.signatures:
        return True
    code = compiled.py_func.__code__
    newest = Path(code.co_filename).stat().st_mtime
    kept = Path(compiled.stats.cache_path).glob(f"*.{code.co_qualname}-{code.co_firstlineno}.*.nbi")
    return any(index.stat().st_mtime >= newest for index in kept)


def _without_literals(get_call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Let kernels call a kernel with types, not values: else Numba compiles it anew for every constant argument."""
    import numba

    plain: Any = numba.types.unliteral

    def get(args: Any, kws: Any) -> Any:
        return get_call_template([plain(arg) for arg in args], {name: plain(arg) for name, arg in dict(kws).items()})

    return get


def _can_be_cached(function: Kernel) -> bool:
    """Say whether a function has a source file to be stamped with; one typed at a prompt has none."""
    return Path(function.__code__.co_filename).is_file()


@functools.cache
def cache_folder() -> Path:
    """Return the folder for the compiled code of this state of the sources; make it, and clear out old ones."""
    name = fingerprint()
    for parent in _places():
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _STAMP).write_text(f"Python {sys.version}\n", encoding="utf-8")
        except OSError:
            continue
        _remove_stale(parent, keep=name)
        return folder
    return Path(tempfile.mkdtemp(prefix="havoksim-kernels-"))


@functools.cache
def fingerprint() -> str:
    """Return the hash of all that decides what compiled code looks like: sources, versions, flags."""
    from importlib.metadata import version

    package = Path(__file__).parent.parent
    digest = hashlib.blake2b(digest_size=10)
    for path in sorted([*package.glob("**/kernels/*.py"), Path(__file__)]):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(f"{sys.version} numba {version('numba')} numpy {version('numpy')}".encode())
    for flag in sorted(os.environ):
        if flag.startswith("NUMBA_") and flag not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"):
            digest.update(f"{flag}={os.environ[flag]}".encode())
    return digest.hexdigest()


def _places() -> list[Path]:
    """Return the folders in which the cache may live, the best first."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return [Path(chosen) / "havoksim"]
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path("~/AppData/Local").expanduser())
    elif sys.platform == "darwin":
        base = str(Path("~/Library/Caches").expanduser())
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return [Path(base) / "havoksim"]


def _remove_stale(parent: Path, *, keep: str) -> None:
    """Remove all but the youngest cache folders of other states of the sources.

    Only folders that carry our stamp are touched, none that was used within the hour, and a folder that will not go
    is left alone.
    """
    import shutil

    stamped = []
    try:
        for folder in parent.iterdir():
            stamp = folder / _STAMP
            if folder.name != keep and stamp.is_file():
                stamped.append((stamp.stat().st_mtime, folder))
    except OSError:
        return
    stamped.sort(reverse=True)
    for used, folder in stamped[_KEPT:]:
        if time.time() - used > _YOUNG:
            shutil.rmtree(folder, ignore_errors=True)
