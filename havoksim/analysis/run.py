"""A finished run, read back from its folder."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from havoksim.foundation.errors import InputError, unknown_name
from havoksim.store.manifest import Manifest, read_manifest
from havoksim.store.parts import NotWhole, read_arrow
from havoksim.store.tables import tables_of

if TYPE_CHECKING:
    import pandas as pd

    from havoksim.analysis.battle_summary import BattleSummary
    from havoksim.analysis.summary import Summary
    from havoksim.store.schema import Columns


@dataclass(frozen=True, repr=False)
class Run:
    """The results of a sweep: tables, and what they answer. Get one from ``hs.sweep`` or ``hs.open_results``."""

    #: Folder of the run.
    path: Path
    #: What was asked, in full.
    manifest: Manifest

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return a table as a list of rows; columns as in :mod:`havoksim.store.schema`.

        Raises
        ------
        InputError
            If the table is not there or damaged: the run is not complete.
        """
        rows: list[dict[str, Any]] = self._arrow(table).to_pylist()
        return rows

    def matchups(self) -> pd.DataFrame:
        """Return one row for each ruleset, setting and ordered pair of types; of battles, one for each matchup."""
        return self._frame("matchups")

    def warriors(self) -> pd.DataFrame:
        """Return one row for each ruleset, type and setting, with setting "all" for their mean.

        Of battles, one for each ruleset, matchup, side and type.
        """
        return self._frame("warriors")

    def types(self) -> pd.DataFrame:
        """Return, of a run of battles, one row for each ruleset and type: its matchups against other factions."""
        return self._frame("types")

    def factions(self) -> pd.DataFrame:
        """Return one row for each ruleset, faction and setting, with setting "all" for their mean."""
        return self._frame("factions")

    def frame(self) -> pd.DataFrame:
        """Return the table of the types: :meth:`warriors`, or :meth:`types` of a run of battles."""
        return self.types() if self.manifest.mode == "battles" else self.warriors()

    @property
    def provenance(self) -> dict[str, Any]:
        """Everything that is needed to have this run again."""
        return asdict(self.manifest)

    def summary(self) -> Summary | BattleSummary:
        """Return the finding on one screen, as plain data."""
        if self.manifest.mode == "battles":
            from havoksim.analysis.battle_summary import summarise_battles

            return summarise_battles(self)
        from havoksim.analysis.summary import summarise

        return summarise(self)

    def __repr__(self) -> str:
        if self.manifest.status != "complete":
            return f"Run {str(self.path)!r}: {self.manifest.name}, {self.manifest.status}"
        return "\n".join([f"Run {str(self.path)!r}: {self.manifest.name}", *self.summary().finding])

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{'<br>'.join(escape(line) for line in repr(self).splitlines())}</p>"

    def _frame(self, table: str) -> pd.DataFrame:
        frame: pd.DataFrame = self._arrow(table).to_pandas()
        return frame

    def _columns(self, table: str) -> Columns:
        known = tables_of(self.manifest.mode)
        if table not in known:
            raise InputError(unknown_name(f"table of a run of {self.manifest.mode}", table, tuple(known)))
        return known[table]

    def _arrow(self, table: str) -> Any:
        try:
            return read_arrow(self.path / f"{table}.parquet", self._columns(table), self.manifest.tables_hash)
        except NotWhole as error:
            status = self.manifest.status
            raise InputError(
                f"{error}; the run is {status}: give its sweep command again, which goes on where it stopped",
                where=str(self.path),
            ) from error


def open_results(path: str | Path) -> Run:
    """Return the run in a folder.

    Parameters
    ----------
    path : str or Path
        A folder made by ``havoksim sweep`` or ``hs.sweep``.

    Raises
    ------
    InputError
        If it holds no run.
    """
    folder = Path(path)
    return Run(folder, read_manifest(folder))
