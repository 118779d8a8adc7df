"""Run a sweep, of duels or of battles, on disk, part by part; stop it at any time and go on later.

Each pair of types, or block of battles, is a part of its own, written whole or not at all and named by a hash of its
inputs. Starting again skips what is whole. The tables are made from all parts in a fixed order, so they are the same
bytes for any number of threads, after any interruption.
"""

from __future__ import annotations

import contextlib
import platform
import sys
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from havoksim.analysis.aggregate import tables
from havoksim.analysis.duels import Row, fight
from havoksim.analysis.notes import notes
from havoksim.analysis.plan import Cell, identity, plan, tables_hash
from havoksim.analysis.progress import Progress, progress_for
from havoksim.analysis.run import Run, open_results
from havoksim.foundation.errors import InputError, wrong_count
from havoksim.model.fingerprint import fingerprint
from havoksim.store.files import DiskTrouble
from havoksim.store.manifest import Manifest, claim_folder, write_manifest
from havoksim.store.parts import NotWhole, read_part, write_csv, write_part
from havoksim.store.tables import part_of, tables_of

if TYPE_CHECKING:
    from havoksim.analysis.battle_plan import BattleCell
    from havoksim.model.battle_sweep import BattleSweep
    from havoksim.model.sweep import Sweep

    AnySweep = Sweep | BattleSweep
    AnyCell = Cell | BattleCell

__all__ = ["open_results", "sweep"]


def sweep(
    sweep: AnySweep | str | Path,
    *,
    out: str | Path,
    threads: int = 1,
    progress: bool = False,
    command: str | None = None,
) -> Run:
    """Fight all matchups of a sweep and return the run; what is in the folder already is not fought again.

    Parameters
    ----------
    sweep : Sweep, BattleSweep, str or Path
        A sweep, or its file or name.
    out : str or Path
        Folder for the results: new, empty, or of the same sweep.
    threads : int
        Parts fought at the same time; changes no result.
    progress : bool
        Show on stderr how far it has got.
    command : str, optional
        What the manifest gives as the call; by default the Python call.

    Returns
    -------
    Run
        The tables of matchups, types and factions, and the manifest.

    Raises
    ------
    InputError
        If the sweep is wrong, or the folder belongs to another sweep or holds something else.
    DiskTrouble
        If the disk is full; what is done is kept.
    """
    if isinstance(sweep, (str, Path)):
        from havoksim.model.loading import load_sweep

        sweep = load_sweep(sweep)
    if wrong := wrong_count(threads, "threads", least=1):
        raise InputError(wrong)
    folder = Path(out)
    cells = _plan(sweep)
    command = command or f"havoksim.sweep({sweep.id!r}, out={str(out)!r}, threads={threads})"
    manifest = _manifest(sweep, cells, command)
    claim_folder(folder, manifest)
    try:
        fought = _all_parts(sweep, cells, folder / "cells", threads, progress_for(progress, _PARTS[sweep.mode]))
        made = _tables(sweep, cells, fought)
        for name, columns in tables_of(sweep.mode).items():
            rows = made[name]
            write_part(folder / f"{name}.parquet", rows, columns, manifest.tables_hash)
            write_csv(folder / f"{name}.csv", rows, columns)
        write_manifest(folder, replace(manifest, status="complete"))
    except BaseException:
        with contextlib.suppress(DiskTrouble):
            write_manifest(folder, replace(manifest, status="interrupted"))
        raise
    return open_results(folder)


#: What a part of a run is, for the bar.
_PARTS = {"duels": "pairs of types", "battles": "blocks of battles"}


def _plan(sweep: AnySweep) -> tuple[AnyCell, ...]:
    """Return the cells of a sweep."""
    if sweep.mode == "duels":
        return plan(sweep)
    from havoksim.analysis.battle_plan import plan_battles

    return plan_battles(sweep)


def _make_ready(sweep: AnySweep, missing: list[AnyCell]) -> None:
    """Compile what the missing cells need, so that the time left is told right."""
    if missing and sweep.mode == "battles":
        from havoksim.battle.compiling import compile_once

        compile_once(missing[0].matchup.pack())  # type: ignore[union-attr]


def _fight(cell: AnyCell, sweep: AnySweep, stop: Event) -> list[Row]:
    """Fight one cell."""
    if sweep.mode == "duels":
        return fight(cell, sweep, stop.is_set)  # type: ignore[arg-type]
    from havoksim.analysis.battles import fight_battles

    return fight_battles(cell, stop.is_set)  # type: ignore[arg-type]


def _tables(sweep: AnySweep, cells: tuple[AnyCell, ...], fought: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
    """Return the tables of a sweep, by name, from the rows of its cells."""
    if sweep.mode == "duels":
        made = tables(sweep, [row for cell in cells for row in fought[cell.key]])
        return {"matchups": made.matchups, "warriors": made.warriors, "factions": made.factions}
    from havoksim.analysis.battles import battle_tables

    return battle_tables(sweep, cells, fought)  # type: ignore[arg-type]


def _all_parts(
    sweep: AnySweep, cells: tuple[AnyCell, ...], folder: Path, threads: int, progress: Progress
) -> dict[str, list[Row]]:
    """Return the rows of all cells by key, fighting those whose parts are not there."""
    columns = part_of(sweep.mode)
    rows: dict[str, list[Row]] = {}
    damaged = []
    for cell in cells:
        path = folder / cell.file_name
        try:
            rows[cell.key] = read_part(path, columns, cell.key)
        except NotWhole as reason:
            if path.exists():
                damaged.append(f"{reason} ({cell.title})")
    try:
        if damaged:
            more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
            progress.say(f"computed again: {damaged[0]}{more}")
        missing = [cell for cell in cells if cell.key not in rows]
        _make_ready(sweep, missing)
        progress.start(len(cells), len(cells) - len(missing))
        with contextlib.closing(_fought(sweep, missing, folder, threads)) as results:
            for key, fought in results:
                rows[key] = fought
                progress.advance()
    finally:
        progress.close()
    return rows


def _fought(
    sweep: AnySweep, cells: list[AnyCell], folder: Path, threads: int
) -> Generator[tuple[str, list[Row]], None, None]:
    """Fight cells, keep each as a part, and give them as they are done."""
    stop = Event()

    def one(cell: AnyCell) -> tuple[str, list[Row]]:
        rows = _fight(cell, sweep, stop)
        write_part(folder / cell.file_name, rows, part_of(sweep.mode), cell.key)
        return cell.key, rows

    if threads == 1 or len(cells) < 2:
        yield from map(one, cells)
        return
    pool = ThreadPoolExecutor(max_workers=min(threads, len(cells)), thread_name_prefix="havoksim")
    try:
        for future in as_completed([pool.submit(one, cell) for cell in cells]):
            yield future.result()
    finally:
        stop.set()  # what is still running was interrupted: it leaves no part
        pool.shutdown(wait=True, cancel_futures=True)


def _manifest(sweep: AnySweep, cells: tuple[AnyCell, ...], command: str) -> Manifest:
    from havoksim import __version__

    if sweep.mode == "duels":
        same, hashed, said = identity(sweep), tables_hash(sweep), notes(sweep, cells)  # type: ignore[arg-type]
    else:
        from havoksim.analysis.battle_plan import battle_identity, battle_tables_hash
        from havoksim.analysis.battles import battle_notes

        same, hashed, said = battle_identity(sweep), battle_tables_hash(sweep), battle_notes(sweep)
    inputs: dict[str, Any] = asdict(sweep)
    return Manifest(
        name=sweep.name,
        mode=sweep.mode,
        status="running",
        seed=sweep.seed,
        identity=same,
        inputs_hash=fingerprint(same),
        tables_hash=hashed,
        inputs=inputs,
        versions={
            "havoksim": __version__,
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "pyarrow": version("pyarrow"),
            "platform": f"{sys.platform} {platform.machine()}",
        },
        command=command,
        parts=len(cells),
        notes=said,
    )
