"""A sweep of duels on disk: the same bytes however it was run, and nothing lost whatever happened."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

import havoksim as hs
from havoksim.analysis import duels as duels_module
from havoksim.analysis import sweep as sweep_module
from havoksim.analysis.plan import plan, settings_of
from havoksim.foundation.errors import InputError
from havoksim.model.army_list import ArmyList
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from havoksim.store.files import DiskTrouble
from tests.reference.toy_sweep import AXE, BOW, CAT, TOY_FILE, card, toy_sweep

MAKE = "import sys, havoksim as hs; hs.sweep(sys.argv[1], out=sys.argv[2], threads=int(sys.argv[3]))"


def parquet(folder):
    """Return the bytes of every Parquet file of a run, by name."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.parquet"))}


def run(tmp_path, place="run", threads=1, **changes):
    return hs.sweep(toy_sweep(**changes), out=tmp_path / place, threads=threads)


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A finished run of the toy sweep, not to be changed."""
    return hs.sweep(toy_sweep(), out=tmp_path_factory.mktemp("toy") / "run")


# ---------------------------------------------------------------------- what it answers


def test_a_matchup_is_the_duel_at_equal_br(done):
    rows = [r for r in done.rows("matchups") if (r["warrior_a"], r["warrior_b"]) == ("reds/axe", "reds/bow")]
    assert [r["setting"] for r in rows] == ["fire 6 open", "fire 36 open"]
    for row in rows:
        answer = hs.duel(Side(AXE, 3), Side(BOW, 2), range=row["range"])
        assert (row["models_a"], row["models_b"], row["br_a"], row["br_b"], row["br_gap"]) == (3, 2, 30, 30, 0.0)
        assert (row["method"], row["n"], row["seed"]) == ("exact", 0, None)
        for name in ("p_win_a", "p_win_b", "score_a", "br_destroyed_a", "br_destroyed_b", "rounds_mean"):
            assert row[name] == pytest.approx(getattr(answer, name), abs=1e-12)


def test_what_is_left_over_of_the_sizes_is_said(done):
    rows = [r for r in done.rows("matchups") if (r["warrior_a"], r["warrior_b"]) == ("blues/cat", "reds/axe")]
    assert {(r["br_a"], r["br_b"]) for r in rows} == {(24, 20)}
    assert all(r["br_gap"] == pytest.approx(4 / 24) for r in rows)
    assert any("falls short by 20.0% at most (Cat against Bow)" in note for note in done.manifest.notes)


def test_mirror_duels_are_fought_once_and_are_even(done):
    mirrors = [r for r in done.rows("matchups") if r["warrior_a"] == r["warrior_b"]]
    assert len(mirrors) == 3 * 2
    assert all(r["score_a"] == pytest.approx(0.5, abs=1e-12) for r in mirrors)


def test_frames_for_the_notebook(done):
    assert list(done.warriors()["setting"].unique()) == ["all", "fire", "fire 6 open", "fire 36 open"]
    assert len(done.matchups()) == 9 * 2
    assert set(done.factions()["faction"]) == {"reds", "blues"}
    assert done.frame().equals(done.warriors())
    assert "Toy" in repr(done)
    assert "<p>" in done._repr_html_()


def test_the_manifest_holds_the_inputs_whole(done):
    manifest = json.loads((done.path / "manifest.json").read_text())
    assert (manifest["status"], manifest["seed"], manifest["parts"]) == ("complete", 7, 6)
    assert manifest["inputs"]["warriors"][0]["armour"] == AXE.armour
    assert manifest["inputs"]["rulesets"][0]["bands"][0]["to"] == 6
    assert manifest["versions"]["havoksim"] == hs.__version__
    assert "Of 3 profiles 0 are published, 1 are partly published and 2 are estimates." in manifest["notes"]
    assert hs.open_results(done.path).provenance == done.provenance


def test_no_close_combat_means_no_row_in_melee(tmp_path):
    kite = card("blues", "kite", 14, abilities=["no_close_combat"])
    changes = {"warriors": (AXE, CAT, kite), "army_lists": (ArmyList("blues", "Blues", (CAT, kite)),)}
    rows = run(tmp_path, modes=("fire", "melee"), **changes).rows("warriors")
    count = {(r["warrior"], r["setting"]): r["n_opponents"] for r in rows}
    assert ("blues/kite", "melee") not in count
    assert (count["blues/cat", "melee"], count["blues/cat", "fire"], count["blues/kite", "all"]) == (1, 2, 2)


def test_psyke_is_fought_where_somebody_may_start_it_and_is_no_part_of_the_mean(tmp_path):
    seer = card("blues", "seer", 20, psyke=3, psyke_attack=True)
    made = run(tmp_path, modes=("fire", "psyke"), warriors=(AXE, BOW, seer))
    psyke = {(r["warrior_a"], r["warrior_b"]) for r in made.rows("matchups") if r["mode"] == "psyke"}
    assert ("reds/axe", "reds/bow") not in psyke
    assert ("reds/axe", "blues/seer") in psyke
    mean = {r["warrior"]: r["score"] for r in made.rows("warriors") if r["setting"] == "all"}
    fire = {r["warrior"]: r["score"] for r in made.rows("warriors") if r["setting"] == "fire"}
    assert mean == fire


def test_alternate_order_gives_either_side_the_first_shot_once(tmp_path):
    rows = run(tmp_path, order="alternate").rows("matchups")
    assert all(r["score_a"] == pytest.approx(0.5, abs=1e-12) for r in rows if r["warrior_a"] == r["warrior_b"])
    row = next(r for r in rows if (r["warrior_a"], r["warrior_b"]) == ("reds/axe", "reds/bow"))
    a, b = Side(AXE, 3), Side(BOW, 2)
    first, second = hs.duel(a, b, range=6, order="alternate"), hs.duel(b, a, range=6, order="alternate")
    assert row["p_win_a"] == pytest.approx((first.p_win_a + second.p_win_b) / 2)


# ---------------------------------------------------------------------- chance


def test_dropping_types_and_changing_their_order_changes_no_other_matchup(tmp_path):
    whole = run(tmp_path, "whole", modes=("melee",)).rows("matchups")
    pair = run(tmp_path, "pair", modes=("melee",), warriors=(CAT, AXE)).rows("matchups")
    kept = [r for r in whole if "bow" not in r["warrior_a"] + r["warrior_b"]]
    assert pair == kept
    assert len({r["seed"] for r in whole if r["n"]}) == 6  # one for each pair of types


def test_two_rulesets_throw_the_same_dice(tmp_path):
    other = replace(havok_2_0().changed(block_on="none"), id="no_blocks")
    rows = run(tmp_path, modes=("melee",), rulesets=(havok_2_0(), other)).rows("matchups")
    seeds = {}
    for row in rows:
        seeds.setdefault((row["warrior_a"], row["warrior_b"]), set()).add(row["seed"])
    assert all(len(found) == 1 for found in seeds.values())
    cells = plan(toy_sweep(rulesets=(havok_2_0(), other)))
    assert len({cell.key for cell in cells}) == len(cells) == 12


def test_the_seed_is_used(tmp_path):
    one, two = (run(tmp_path, f"run{seed}", modes=("melee",), seed=seed).rows("matchups") for seed in (1, 2))
    assert [r["score_a"] for r in one] != [r["score_a"] for r in two]


# ---------------------------------------------------------------------- the same bytes


def test_threads_change_no_byte(tmp_path):
    changes = {"modes": ("fire", "melee")}
    one = run(tmp_path, "one", threads=1, **changes)
    two = run(tmp_path, "two", threads=2, **changes)
    assert parquet(one.path) == parquet(two.path)
    assert len(parquet(one.path)) == 6 + 3


def test_a_finished_run_is_not_fought_again(tmp_path, done, monkeypatch):
    made = run(tmp_path)
    monkeypatch.setattr(sweep_module, "fight", None)
    again = run(tmp_path, confidence=0.99)
    assert parquet(again.path / "cells") == parquet(done.path / "cells")
    assert made.manifest.status == again.manifest.status == "complete"


def test_tables_of_another_level_are_not_taken_for_ours(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    made = run(tmp_path)
    monkeypatch.setattr(sweep_module, "tables", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, confidence=0.9)
    with pytest.raises(InputError, match=r"warriors\.parquet answers other inputs; the run is interrupted"):
        hs.open_results(made.path).warriors()


def test_names_are_no_part_of_what_a_run_is(tmp_path):
    before = parquet(run(tmp_path).path / "cells")
    again = run(tmp_path, id="other", name="Other", warriors=(replace(AXE, name="Hatchet"), CAT, BOW))
    assert parquet(again.path / "cells") == before
    assert again.manifest.name == "Other"
    assert "Hatchet" in set(again.warriors()["name"])


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_keeps_what_is_done(tmp_path, done, monkeypatch, threads):
    calls = []

    def interrupted(cell, *rest):
        calls.append(cell)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return duels_module.fight(cell, *rest)

    monkeypatch.setattr(sweep_module, "fight", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, threads=threads)
    folder = tmp_path / "run"
    assert hs.open_results(folder).manifest.status == "interrupted"
    with pytest.raises(InputError, match="interrupted: give its sweep command again"):
        hs.open_results(folder).warriors()
    kept = len(parquet(folder))
    assert 1 <= kept < 6
    calls[:] = [None] * 4  # from now on nothing interrupts
    assert parquet(run(tmp_path, threads=threads).path) == parquet(done.path)
    assert len(calls) == 4 + 6 - kept


def test_a_stopped_cell_leaves_no_part():
    (cell, *_) = plan(toy_sweep())
    with pytest.raises(duels_module.Stopped):
        duels_module.fight(cell, toy_sweep(), lambda: True)


def test_killed_and_started_again_it_is_the_same(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(TOY_FILE)
    whole = hs.sweep(file, out=tmp_path / "whole")
    folder = tmp_path / "killed"
    for enough in (1, 4):
        process = subprocess.Popen([sys.executable, "-c", MAKE, str(file), str(folder), "2"])
        deadline = time.monotonic() + 120
        while process.poll() is None and len(list(folder.glob("cells/*.parquet"))) < enough:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
    again = hs.sweep(file, out=folder, threads=2)
    assert parquet(again.path) == parquet(whole.path)
    assert not list(folder.rglob(".*.tmp"))


# ---------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize("damage", ["cut", "empty", "foreign"])
def test_a_damaged_part_is_computed_again_and_said_once(tmp_path, done, capsys, damage):
    made = run(tmp_path)
    parts = sorted((made.path / "cells").iterdir())
    whole = parts[0].read_bytes()
    parts[0].write_bytes({"cut": whole[:-20], "empty": b"", "foreign": parts[1].read_bytes()}[damage])
    capsys.readouterr()
    assert parquet(run(tmp_path).path) == parquet(done.path)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith(f"computed again: {parts[0].name} ")


def test_a_folder_of_another_sweep_is_refused_with_all_that_differs(tmp_path):
    before = parquet(run(tmp_path).path)
    other = {"seed": 8, "max_br": 40, "warriors": (AXE, replace(BOW, armour=3), card("blues", "dog", 9))}
    with pytest.raises(InputError) as caught:
        run(tmp_path, **other)
    text = str(caught.value)
    assert "belongs to another sweep" in text
    for line in (
        "warriors: reds/bow has other figures",
        "warriors: blues/cat is there, not here",
        "warriors: blues/dog is here, not there",
        "max_br: 30 there, 40 here",
        "seed: 7 there, 8 here",
    ):
        assert line in text
    assert len(caught.value.problems) == 6
    assert parquet(tmp_path / "run") == before
    assert hs.open_results(tmp_path / "run").manifest.status == "complete"


def test_a_folder_with_something_else_is_refused_and_left_alone(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.txt").write_text("do not lose")
    with pytest.raises(InputError, match=r"is not empty and holds no run \(no manifest.json\)"):
        run(tmp_path)
    assert [p.name for p in (tmp_path / "run").iterdir()] == ["thesis.txt"]
    with pytest.raises(InputError, match="is a file; name a folder"):
        hs.sweep(toy_sweep(), out=tmp_path / "run" / "thesis.txt")


def test_a_full_disk_is_said_and_what_is_done_stays(tmp_path, done, monkeypatch):
    real, calls = os.replace, []

    def replace_until_full(source, target):
        calls.append(target)
        if len(calls) > 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(source, target)

    monkeypatch.setattr(os, "replace", replace_until_full)
    with pytest.raises(DiskTrouble, match="the disk is full; what is done is kept"):
        run(tmp_path)
    folder = tmp_path / "run"
    assert len(parquet(folder)) == 3  # the first file was the manifest
    assert not list(folder.rglob(".*.tmp"))
    monkeypatch.undo()
    assert parquet(run(tmp_path).path) == parquet(done.path)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_wrong_threads_are_refused_before_anything_is_written(tmp_path, threads):
    with pytest.raises(InputError, match="threads"):
        run(tmp_path, threads=threads)
    assert not (tmp_path / "run").exists()


def test_a_sweep_in_which_nobody_can_meet_is_refused(tmp_path):
    with pytest.raises(InputError, match="no two types of this sweep can meet in psyke"):
        run(tmp_path, modes=("psyke",))
    assert not (tmp_path / "run").exists()


def test_settings_stand_in_one_order_whatever_the_file_says():
    sweep = toy_sweep(modes=("melee", "fire"), ranges=(36.0, 6.0), cover=(True, False))
    assert [s.label for s in settings_of(sweep)] == [
        "fire 6 open",
        "fire 6 cover",
        "fire 36 open",
        "fire 36 cover",
        "melee",
    ]
