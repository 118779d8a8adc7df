"""Do the notebooks run from top to bottom, with few samples, and are they stored without outputs?"""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

#: Few samples, few battles and small sides: the notebooks read these.
QUICK = {
    "HAVOKSIM_NOTEBOOK_DUELS": "200",
    "HAVOKSIM_NOTEBOOK_STANDARDS": "6",
    "HAVOKSIM_NOTEBOOK_BATTLES": "8",
    "HAVOKSIM_NOTEBOOK_RECORDS": "4",
}

name = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def test_there_are_notebooks():
    assert [path.stem[:2] for path in NOTEBOOKS] == [f"{number:02d}" for number in range(1, len(NOTEBOOKS) + 1)]


@name
def test_stored_without_outputs(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@name
def test_runs_from_top_to_bottom(path, tmp_path, monkeypatch):
    for variable, value in QUICK.items():
        monkeypatch.setenv(variable, value)
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *([before] if before else [])]))
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 4
    sliders = any("what_if(" in cell.source for cell in notebook.cells if cell.cell_type == "code")
    shown = any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in outputs)
    assert shown == sliders
    assert list(tmp_path.iterdir()) == []  # nothing is left behind
