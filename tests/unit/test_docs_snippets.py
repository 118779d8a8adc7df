"""Does everything work that the tutorials and how-to pages tell the reader to type?

A page is followed from top to bottom in a folder of its own that holds the example files: ``toml`` and ``csv`` blocks
that begin with ``# file: NAME`` are saved, ``bash`` blocks run, ``python`` blocks share one session. Each line of a
``text`` block must be in the output of the block before it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "docs" / "how-to").glob("*.md"), *(ROOT / "docs" / "tutorials").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page):
    return [(match[1], match[2]) for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]


@pytest.fixture
def place(tmp_path):
    """A folder like a fresh clone's, with `havoksim` on the path."""
    for folder in ("army_lists", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    command = tmp_path / ".bin" / "havoksim"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m havoksim "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(call, place):
    surroundings = os.environ | {
        "PATH": f"{place / '.bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "80",
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        call, cwd=place, env=surroundings, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.returncode == 0, f"{call[-1]}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_snippet_works(page, place):
    out, session = "", ""
    for kind, text in blocks(page):
        if kind == "bash":
            out = run(["bash", "-euo", "pipefail", "-c", text], place)
        elif kind == "python":
            session += text
            out = run([sys.executable, "-W", "ignore::ResourceWarning", "-c", session], place)
        elif kind in ("toml", "csv"):
            first, _, rest = text.partition("\n")
            name = re.fullmatch(r"# file: (\S+)", first)
            if name:
                (place / name[1]).write_text(rest if kind == "csv" else text, encoding="utf-8")
        elif kind == "text":
            missing = [line for line in text.splitlines() if line.strip() not in out]
            assert not missing, f"{missing} is not in\n{out}"


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_pages_can_be_found_and_their_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_page_has_something_to_type():
    assert len(PAGES) >= 6
    assert all(any(kind in ("bash", "python") for kind, _ in blocks(page)) for page in PAGES)


def test_the_battle_on_the_first_screen_is_what_comes_out(place):
    """A change of rules, player or dice changes this battle: then the new answer belongs into the README."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    call, shown = re.search(r"^```\n\$ (havoksim battle [^\n]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL).groups()
    out = run(["bash", "-euo", "pipefail", "-c", call], place)
    assert out.startswith(shown), f"the README should say\n{out}"
