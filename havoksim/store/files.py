"""A file is there whole or not at all.

It is written under a temporary name in the same folder, brought to the disk, and renamed. Whatever happens meanwhile, a
full disk or a killed process, the old file or none is there; what a killed process leaves behind begins with a dot and
is cleared away by the next.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from pathlib import Path

from havoksim.foundation.errors import InputError, Problem

_LEFTOVER = re.compile(r"\..+\.(\d+)\.tmp")


class DiskTrouble(InputError):
    """A file could not be written: the disk is full, or the folder is closed to us."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    DiskTrouble
        If the disk is full or the folder cannot be written; nothing is left behind then.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)  # noqa: PTH105  one name for the tests of a full disk
        _sync_folder(path.parent)
    except OSError as error:
        _remove(temporary)
        raise DiskTrouble(trouble(path, error)) from error
    except BaseException:
        _remove(temporary)
        raise


def make_folder(path: Path) -> None:
    """Make a folder and those above it.

    Raises
    ------
    DiskTrouble
        If it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiskTrouble(trouble(path, error)) from error


def trouble(path: Path, error: OSError) -> Problem:
    """Say what is wrong with the disk, and what helps."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Problem(
            "the disk is full; what is done is kept: make room and give the same command again", where=str(path)
        )
    return Problem(f"cannot be written: {(error.strerror or str(error)).lower()}", where=str(path))


def clear_leftovers(folder: Path) -> None:
    """Remove the temporary files of processes that are gone."""
    for path in folder.glob(".*.tmp"):
        match = _LEFTOVER.fullmatch(path.name)
        if match and not _alive(int(match[1])):
            _remove(path)


def _alive(process: int) -> bool:
    """Say whether a process of this machine runs, ours excepted: it writes nothing while it clears."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Bring a rename to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
