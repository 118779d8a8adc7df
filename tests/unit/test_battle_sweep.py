"""Sweeps of battles: who meets whom, the tables, and going on after an interruption. Ends are written by hand."""

import json
from dataclasses import replace

import pytest

import havoksim as hs
from havoksim.analysis import battles as battles_module
from havoksim.analysis.battle_plan import BLOCK, matchup_seed, matchups, plan_battles
from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_policy, load_sweep
from havoksim.model.ruleset import havok_2_0
from havoksim.store.battle_schema import BATTLE_TABLES
from havoksim.store.schema import names
from tests.reference import toy_battles

HEAD = 'schema = 1\nkind = "sweep"\nmode = "battles"\n'


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    toy_battles.install(monkeypatch)


def three(**changes):
    return replace(load_sweep("factions_500"), battles=24, **changes)


def parquet(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.parquet"))}


@pytest.fixture
def write(tmp_path):
    def make(text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(HEAD + text)
        return path

    return make


def problems(path):
    with pytest.raises(InputError) as caught:
        load_sweep(path)
    return {problem.key: problem.message for problem in caught.value.problems}


# ---------------------------------------------------------------------- the file


def test_the_packaged_sweep():
    sweep = load_sweep("factions_500")
    assert [force.id for force in sweep.forces] == ["karn_500", "nexus_500", "pteravore_500"]
    assert (sweep.mode, sweep.battles, sweep.terrain, sweep.policies[0].id) == ("battles", 8000, "random", "tactician")


def test_patterns_and_names_may_be_mixed_and_each_file_counts_once(write):
    sweep = load_sweep(write('name = "S"\nforces = ["forces/karn_500*", "karn_500", "nexus_1000"]\nbattles = 10\n'))
    assert [force.id for force in sweep.forces] == [
        "karn_500", "karn_500_elite", "karn_500_swarm", "karn_500_vehicles", "nexus_1000",
    ]  # fmt: skip


def test_everything_that_is_wrong_is_said_at_once(write):
    found = problems(
        write(
            'name = "S"\nforces = ["forces/karm_*", "karn_50"]\npolicies = ["rash"]\nrulesets = ["nope"]\n'
            'terrain = "mud"\nbattles = 7\nhalf_width = 0.01\nmax_br = 3\n'
        )
    )
    assert set(found) == {
        "forces[1]", "forces[2]", "policies[1]", "rulesets[1]", "terrain", "battles", "half_width", "max_br",
    }  # fmt: skip
    assert "no force matches" in found["forces[1]"]
    assert "even whole number" in found["battles"]
    assert 'mode = "duels"' in found["max_br"]


def test_a_half_width_is_kept_whatever_the_pairs_do(write):
    """At its widest: even sides, and pairs that always end alike."""
    from havoksim.foundation.intervals import score_interval

    for half_width, confidence in ((0.02, 0.95), (0.1, 0.99), (0.5, 0.5)):
        text = f'name = "S"\nforces = ["karn_500", "nexus_500"]\nhalf_width = {half_width}\nconfidence = {confidence}\n'
        battles = load_sweep(write(text)).battles
        assert battles % 2 == 0
        lo, hi = score_interval(0.5, 0.25, battles // 2, confidence=confidence)
        assert hi - lo <= 2 * half_width
        if battles > 100:  # and no more battles than that needs, but for a few
            lo, hi = score_interval(0.5, 0.25, battles // 2 - 20, confidence=confidence)
            assert hi - lo > 2 * half_width
    both = 'name = "S"\nforces = ["karn_500", "nexus_500"]\nhalf_width = 0.1\nbattles = 100\n'
    assert "leave one of them out" in problems(write(both))["half_width"]
    alone = both.replace("battles = 100\n", "").replace("0.1", "2.0")
    assert "from 0.0001 to 0.5" in problems(write(alone))["half_width"]


def test_a_force_that_is_illegal_under_any_ruleset_is_refused(write, tmp_path):
    (tmp_path / "small.toml").write_text('schema = 1\nkind = "ruleset"\n[ruleset]\nmax_unit_size = 1\n')
    found = problems(write('name = "S"\nforces = ["karn_500", "nexus_500"]\nrulesets = ["havok_2_0", "small"]\n'))
    assert any("(ruleset small)" in message for message in found.values())
    assert "over its 300 points" in problems(write('name = "S"\nforces = ["karn_500"]\npoints = 300\n'))["points"]


def test_somebody_must_meet_somebody(write):
    assert "nobody to meet" in problems(write('name = "S"\nforces = ["karn_500"]\n'))["forces"]
    assert load_sweep(write('name = "S"\nforces = ["karn_500"]\nmirrors = true\n')).mirrors
    assert "twice" in problems(write('name = "S"\nforces = ["karn_500"]\npolicies = ["rush", "rush"]\n'))["policies"]


# ---------------------------------------------------------------------- who meets whom


def test_every_force_under_every_player_meets_every_other():
    sweep = three(policies=(load_policy("rush"), load_policy("gunline")))
    met = matchups(sweep)
    assert len(met) == 6 * 5 // 2
    assert len({(m.force_a.id, m.policy_a.id, m.force_b.id, m.policy_b.id) for m in met}) == 15
    assert len(matchups(replace(sweep, mirrors=True))) == 15 + 6


def test_a_matchup_keeps_its_seed_and_its_parts_whoever_else_is_there():
    whole = plan_battles(three())
    fewer = plan_battles(three(forces=load_sweep("factions_500").forces[:2][::-1]))
    assert [cell.key for cell in fewer] == [whole[0].key]
    other = replace(havok_2_0().changed(block_on="none"), id="no_blocks")
    seeds = {matchup_seed(three(), met) for met in matchups(three(rulesets=(havok_2_0(), other)))}
    assert len(seeds) == 3  # the same battles under both rulesets
    assert len({cell.seed for cell in whole}) == 3


def test_long_matchups_are_fought_in_blocks_of_whole_pairs():
    cells = plan_battles(three() if BLOCK > 10**6 else replace(three(), battles=2 * BLOCK + 6))
    assert [(cell.first, cell.n) for cell in cells[:3]] == [(0, BLOCK), (BLOCK, BLOCK), (2 * BLOCK, 6)]
    assert len({cell.key for cell in cells}) == len(cells)


# ---------------------------------------------------------------------- the tables


@pytest.fixture
def done(tmp_path):
    return hs.sweep(three(), out=tmp_path / "run")


def test_a_row_is_the_matchup_by_itself(done):
    row = next(r for r in done.rows("matchups") if (r["force_a"], r["force_b"]) == ("karn_500", "nexus_500"))
    alone = hs.battle.simulate("karn_500", "nexus_500", n=24, seed=int(row["seed"]))
    figures = alone.figures
    for name, share in figures.pop("ended_by").items():
        assert row[f"ended_by_{name}"] == share
    assert {name: row[name] for name in figures} == figures
    mine = [r for r in done.rows("warriors") if (r["force_a"], r["force_b"]) == ("karn_500", "nexus_500")]
    assert [(r["side"], r["warrior"], r["br_destroyed"], r["survival_lo"]) for r in mine] == [
        (r["side"], r["warrior"], r["br_destroyed"], r["survival_lo"]) for r in alone.warrior_rows()
    ]


def test_factions_are_told_from_their_own_side(done):
    """By the pattern side a wins 8 of 24 battles and b 6; a is first in the alphabet."""
    score = {row["faction"]: row for row in done.rows("factions")}
    a = (8 + 0.5 * 10) / 24
    assert score["karn_empire"]["score"] == pytest.approx(a)
    assert score["nexus_rebellion"]["score"] == pytest.approx(0.5)
    assert score["pteravore"]["score"] == pytest.approx(1 - a)
    for row in score.values():
        assert row["score_lo"] < row["score"] < row["score_hi"]
        assert (row["n_matchups"], row["n"]) == (2, 48)


def test_types_add_up_their_matchups(done):
    rows = [r for r in done.rows("warriors") if r["warrior"] == "karn_empire/banshee"]
    banshee = next(r for r in done.rows("types") if r["warrior"] == "karn_empire/banshee")
    assert (banshee["n_matchups"], len(rows)) == (2, 2)
    destroyed, lost = (sum(r[what] for r in rows) for what in ("br_destroyed", "br_lost"))
    assert banshee["br_destroyed"] == pytest.approx(destroyed / 2)
    assert banshee["efficiency"] == pytest.approx(destroyed / sum(r["br_fielded"] for r in rows))
    assert banshee["trade"] == pytest.approx(destroyed / lost)
    assert banshee["efficiency_lo"] < banshee["efficiency"] < banshee["efficiency_hi"]


def test_tables_have_their_columns_and_frames(done):
    for table, columns in BATTLE_TABLES.items():
        assert list(done.rows(table)[0]) == names(columns)
        assert (done.path / f"{table}.csv").read_text().splitlines()[0] == ",".join(names(columns))
    assert len(done.matchups()) == 3
    assert done.frame().equals(done.types())
    assert "matchups" in repr(done)


def test_the_manifest_holds_the_question(done):
    manifest = json.loads((done.path / "manifest.json").read_text())
    assert (manifest["mode"], manifest["status"], manifest["parts"]) == ("battles", "complete", 3)
    assert manifest["inputs"]["policies"][0]["damage"] > 0
    assert any("HVK-FORCE-03" in note for note in manifest["notes"])


# ---------------------------------------------------------------------- the same bytes


def test_threads_change_no_byte(tmp_path):
    one, two = (hs.sweep(three(), out=tmp_path / name, threads=t) for name, t in (("one", 1), ("two", 2)))
    assert parquet(one.path) == parquet(two.path)


def test_an_interrupted_sweep_goes_on(tmp_path, done, monkeypatch):
    calls = []
    right = battles_module.fight_battles

    def interrupted(cell, *rest):
        calls.append(cell.key)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return right(cell, *rest)

    monkeypatch.setattr(battles_module, "fight_battles", interrupted)
    with pytest.raises(KeyboardInterrupt):
        hs.sweep(three(), out=tmp_path / "again")
    assert json.loads((tmp_path / "again" / "manifest.json").read_text())["status"] == "interrupted"
    again = hs.sweep(three(), out=tmp_path / "again")
    assert len(calls) == 4  # the first part was not fought again
    assert parquet(again.path) == parquet(done.path)


def test_a_stopped_part_leaves_nothing():
    from havoksim.analysis.duels import Stopped

    with pytest.raises(Stopped):
        battles_module.fight_battles(plan_battles(three())[0], lambda: True)


def test_another_sweep_is_refused(done):
    with pytest.raises(InputError, match="battles: 24 there, 26 here"):
        hs.sweep(replace(three(), battles=26), out=done.path)


# ---------------------------------------------------------------------- pictures


def test_pictures_of_a_run(done):
    for kind in ("heatmap", "efficiency"):
        assert hs.plot(done, kind=kind).get_suptitle()
    assert "Karn 500 scores 54 % against Nexus 500" in " ".join(hs.plot(done).get_suptitle().split())
