"""Parts are whole or absent, damage is found, and a full disk loses nothing."""

import errno
import os
import re
from pathlib import Path

import pytest

from havoksim.foundation.errors import InputError
from havoksim.store import files, manifest
from havoksim.store.files import DiskTrouble, clear_leftovers, write_whole
from havoksim.store.parts import NotWhole, csv_text, is_whole, parquet_bytes, read_part, write_part
from havoksim.store.schema import FACTIONS, MATCHUPS, TABLES, WARRIORS, Column, names

COLUMNS = (
    Column("name", "text", "a name"),
    Column("n", "whole", "a number"),
    Column("share", "real", "a share", optional=True),
    Column("cover", "flag", "a claim", optional=True),
)
ROWS = [
    {"name": "axe", "n": 2**40, "share": 0.1 + 0.2, "cover": True},
    {"name": "bow", "n": -1, "share": None, "cover": None},
]


def no_space(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_part_comes_back_as_it_was(tmp_path):
    path = tmp_path / "a.parquet"
    write_part(path, ROWS, COLUMNS, "key")
    assert read_part(path, COLUMNS, "key") == ROWS
    assert is_whole(path, "key", COLUMNS)
    assert [p.name for p in tmp_path.iterdir()] == ["a.parquet"]


def test_the_same_rows_are_the_same_bytes():
    assert parquet_bytes(ROWS, COLUMNS, "key") == parquet_bytes([dict(row) for row in ROWS], COLUMNS, "key")
    assert parquet_bytes(ROWS, COLUMNS, "key") != parquet_bytes(ROWS, COLUMNS, "other")


def test_a_table_without_rows_keeps_its_types(tmp_path):
    path = tmp_path / "a.parquet"
    write_part(path, [], COLUMNS, "key")
    assert read_part(path, COLUMNS, "key") == []


def test_every_cut_and_every_damaged_byte_is_found(tmp_path):
    path = tmp_path / "a.parquet"
    whole = parquet_bytes(ROWS, COLUMNS, "key")
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        assert not is_whole(path, "key", COLUMNS)
    unnoticed = 0
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        if is_whole(path, "key", COLUMNS):
            unnoticed += 1  # a byte of the footer that no reader looks at, such as the writer's name
            assert read_part(path, COLUMNS, "key") == ROWS
    assert unnoticed < len(whole) / 6


@pytest.mark.parametrize(
    ("columns", "key", "says"),
    [(COLUMNS, "other", "answers other inputs"), (COLUMNS[:2], "key", "has other columns")],
)
def test_a_foreign_part_is_told_from_ours(tmp_path, columns, key, says):
    path = tmp_path / "a.parquet"
    write_part(path, ROWS, COLUMNS, "key")
    with pytest.raises(NotWhole, match=says):
        read_part(path, columns, key)
    with pytest.raises(NotWhole, match="absent"):
        read_part(tmp_path / "b.parquet", COLUMNS, "key")


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_a_full_disk_keeps_what_was_there_and_leaves_nothing_behind(tmp_path, monkeypatch, broken):
    path = tmp_path / "a.txt"
    write_whole(path, b"old")
    monkeypatch.setattr(os, broken, no_space)
    with pytest.raises(DiskTrouble, match=r"a\.txt: the disk is full; what is done is kept"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(DiskTrouble, match="cannot be written: no such file"):
        write_whole(tmp_path / "no" / "a.txt", b"new")
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskTrouble, match="cannot be written"):
        files.make_folder(tmp_path / "file" / "below")


def test_what_a_killed_process_left_is_cleared_and_what_others_write_is_not(tmp_path):
    dead = 2**22 + 1  # above the highest number that Linux gives by default
    mine, other = f".a.parquet.{dead}.tmp", f".b.parquet.{os.getppid()}.tmp"
    for name in (mine, other, ".keep", "c.parquet"):
        (tmp_path / name).write_text("")
    clear_leftovers(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [other, ".keep", "c.parquet"]


def test_empty_cells_of_csv_are_empty():
    assert csv_text(ROWS, COLUMNS).splitlines() == [
        "name,n,share,cover",
        "axe,1099511627776,0.30000000000000004,True",
        "bow,-1,,",
    ]


def test_columns_that_others_rely_on():
    assert names(MATCHUPS)[:7] == ["ruleset", "mode", "range", "cover", "setting", "warrior_a", "warrior_b"]
    for column in ("score_a", "score_a_se", "score_a_lo", "score_a_hi", "br_gap", "n", "method", "seed", "rounds_mean"):
        assert column in names(MATCHUPS)
    for table in (WARRIORS, FACTIONS):
        for column in ("score", "score_se", "efficiency_lo", "efficiency_hi", "trade", "trade_se", "method", "n"):
            assert column in names(table)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"schema": 1}', '{"schema": 2}'])
def test_a_manifest_that_cannot_be_read_is_said(tmp_path, content):
    (tmp_path / manifest.NAME).write_text(content)
    with pytest.raises(InputError, match=r"manifest\.json: cannot be read"):
        manifest.read_manifest(tmp_path)


def test_a_folder_without_results_is_said(tmp_path):
    with pytest.raises(InputError, match="holds no results"):
        manifest.read_manifest(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        manifest.read_manifest(tmp_path / "no")


def test_the_page_on_results_names_every_column():
    page = (Path(__file__).parents[2] / "results" / "README.md").read_text()
    rows = {line.split("|")[1].strip(): line for line in page.splitlines() if line.startswith("| ")}
    for table, columns in TABLES.items():
        listed = []
        for name in re.findall(r"`([a-z_]+\*?)`", rows[table]):
            plain = name.removesuffix("*")
            listed += [plain, f"{plain}_se", f"{plain}_lo", f"{plain}_hi"] if name.endswith("*") else [plain]
        assert listed == names(columns)
