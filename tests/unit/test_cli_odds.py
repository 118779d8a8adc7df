"""`havoksim odds`: the figures, the forms, and what is said when a call does not make sense."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

from havoksim.cli.arguments import distances, shares
from havoksim.cli.main import cli

ONE_DIE_EACH = ("melee", "--dice-a", 1, "--dice-b", 1, "--armour-a", 0, "--armour-b", 0)
RAW = ("--dice", "6", "--needs", "4", "--armour", "2")


def run(*arguments):
    return CliRunner().invoke(cli, ["odds", *map(str, arguments)])


def answer(*arguments):
    shown = run(*arguments, "--format", "json")
    assert shown.exit_code == 0, shown.stderr
    return json.loads(shown.stdout)


def ruleset(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(f'schema = 1\nkind = "ruleset"\nid = "mine"\nname = "Mine"\n[ruleset]\n{text}\n')
    return path


@pytest.mark.rule("HVK-FIRE-05", "HVK-ARM-01")
def test_six_dice_on_four_against_armour_two():
    found = answer("fire", *RAW)
    assert found["method"] == "exact"
    assert (found["hits"]["mean"], found["hits"]["variance"]) == (3.6, 2.88)
    assert found["wounds"]["mean"] == 2.4
    for law in (found["hits"], found["wounds"]):
        assert sum(law["pmf"]) == pytest.approx(1, abs=1e-12)
        assert sum(k * p for k, p in enumerate(law["pmf"])) == pytest.approx(law["mean"], abs=1e-12)
    assert "kills" not in found


@pytest.mark.rule("HVK-WOUND-01", "HVK-WOUND-02")
def test_fire_between_warriors_adds_kills():
    found = answer("fire", "5xkarn_trooper", "5x47th_line", "--range", 12, "--cover")
    assert (found["dice"], found["needs"]) == (5, 5)
    assert found["hits"]["mean"] == 2.0
    assert sum(found["kills"]["pmf"]) == pytest.approx(1, abs=1e-12)
    raw = answer("fire", "--dice", 5, "--needs", 5, "--armour", 2, "--strength", 2, "--models", 5)
    assert raw["kills"]["pmf"] == found["kills"]["pmf"]


@pytest.mark.rule("HVK-FIRE-04")
def test_each_warrior_may_stand_at_a_distance_of_its_own():
    near = answer("fire", "2xkarn_trooper", "razor", "--range", "6")["hits"]["mean"]
    far = answer("fire", "3xkarn_trooper", "razor", "--range", "12")["hits"]["mean"]
    mixed = answer("fire", "5xkarn_trooper", "razor", "--range", "2x6,3x12")["hits"]["mean"]
    assert mixed == pytest.approx(near + far, abs=1e-12)
    assert answer("fire", "5xkarn_trooper", "razor", "--range", "6,6,12,12,12")["hits"]["mean"] == mixed


@pytest.mark.rule("HVK-FIRE-07")
def test_split_fire_keeps_the_dice_of_each_target_apart():
    found = answer("fire", "5xkarn_trooper", "2x47th_line", "banshee", "--split", "3,2", "--range", "6")
    assert (found["hits_1"]["mean"], found["hits_2"]["mean"]) == (3.0, 2.0)
    assert found["kills"]["mean"] == pytest.approx(found["kills_1"]["mean"] + found["kills_2"]["mean"], abs=1e-12)


@pytest.mark.rule("HVK-CC-07")
def test_one_die_each_in_melee():
    found = answer(*ONE_DIE_EACH)
    assert found["wounds_on_b"]["mean"] == pytest.approx(18 / 35, abs=1e-12)
    assert found["wounds_on_b"]["pmf"][0] == pytest.approx(4 / 7, abs=1e-12)
    joint = found["joint"]
    assert sum(map(sum, joint)) == pytest.approx(1, abs=1e-12)
    for j, p in enumerate(found["wounds_on_b"]["pmf"]):
        assert sum(row[j] for row in joint) == pytest.approx(p, abs=1e-12)


@pytest.mark.rule("HVK-CC-03", "HVK-CC-04")
def test_the_stronger_warrior_rolls_more_dice():
    found = answer("melee", "hundred_battle_form", "razor")
    assert (found["dice_a"], found["dice_b"]) == (6, 3)


@pytest.mark.rule("HVK-CC-05")
def test_the_strength_bonus_shrinks_from_opponent_to_opponent():
    found = answer("melee", "hundred_battle_form", "5xrazor")
    assert found["dice_a"] == [6, 5, 4, 3, 3]


@pytest.mark.rule("HVK-PSY-02", "HVK-PSY-03")
def test_psyke_in_numbers():
    alone = answer("psyke", "--dice-a", 2, "--dice-b", 0)
    assert alone["wounds_on_b"]["mean"] == pytest.approx(2 * 3 / 5 * 5 / 6, abs=1e-12)
    assert alone["wounds_on_a"]["mean"] == 0
    both = answer("psyke", "--dice-a", 3, "--dice-b", 2)
    assert both["wounds_on_b"]["mean"] < 3 * 3 / 5 * 5 / 6
    assert both["wounds_on_a"]["mean"] > 0


@pytest.mark.parametrize(
    ("text", "call", "name", "mean"),
    [
        ('block_on = "none"', ONE_DIE_EACH, "wounds_on_b", 3 / 5),
        ('block_on = "none"', ("psyke", "--dice-a", 1, "--dice-b", 1), "wounds_on_b", 3 / 5 * 5 / 6),
        ("exploding = false", ("fire", *RAW), "hits", 3.0),
        ('explode_on = "none"', ("fire", *RAW), "hits", 3.0),
        ("max_explosions = 1", ("fire", *RAW), "hits", 3.5),
        ('armour_roll = "greater_or_equal"', ("fire", *RAW), "wounds", 3.0),
        ("bands = [{ open = 3, cover = 4 }]", ("fire", "5xkarn_trooper", "razor", "--range", "40"), "hits", 4.0),
    ],
)  # fmt: skip
def test_a_ruleset_changes_the_answer_as_arithmetic_says(tmp_path, text, call, name, mean):
    found = answer(*call, "--ruleset", ruleset(tmp_path, text))
    assert found[name]["mean"] == pytest.approx(mean, abs=1e-12)
    assert found["ruleset"] == "mine"


@pytest.mark.rule("HVK-VEH-01")
def test_an_explosion_hits_everybody_who_touches():
    found = answer("explosion", "3xpteramite")
    assert found["kills"]["mean"] == pytest.approx(3 * 5 / 6, abs=1e-12)


def test_csv_is_tidy():
    rows = list(csv.DictReader(io.StringIO(run("fire", *RAW, "--format", "csv").stdout)))
    assert list(rows[0]) == ["what", "value", "probability", "at_least"]
    hits = [float(row["probability"]) for row in rows if row["what"] == "hits"]
    assert sum(hits) == pytest.approx(1, abs=1e-12)


def test_the_table_tells_the_finding_first():
    lines = run("fire", *RAW).stdout.splitlines()
    assert lines[:2] == ["6 dice, needing 4+, against armour 2.", "On average 3.6 hits and 2.4 wounds."]
    assert any(line.startswith("hits: mean 3.6") for line in lines)
    assert lines[-1] == "- exact; ruleset havok_2_0"


def test_markdown_can_be_pasted():
    text = run("melee", "hundred_battle_form", "razor", "--format", "markdown").stdout
    assert "Hundred Battle Form (6 dice) against Razor (3 dice) in close combat." in text
    assert "| wounds on a |" in text


# ---------------------------------------------------------------------- wrong calls


def wrong(*arguments):
    shown = run(*arguments)
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert "Traceback" not in shown.stderr
    return shown.stderr


def test_numbers_out_of_range_are_reported_together():
    said = wrong("fire", "--dice", -1, "--needs", 7, "--armour", -2, "--strength", 0, "--models", 0)
    for name in ("--dice", "--needs", "--armour", "--strength", "--models"):
        assert f"error: {name}" in said


@pytest.mark.parametrize("needs", [-1, 0, 1, 7])
def test_a_die_needs_a_face_from_two_to_six(needs):
    assert "2 to 6" in wrong("fire", "--dice", 6, "--needs", needs, "--armour", 2)


def test_warriors_and_numbers_do_not_mix():
    said = wrong("fire", "5xkarn_trooper", "razor", "--dice", 3, "--armour", 1)
    assert "--dice and --armour are for calls in numbers" in said
    assert "right: havoksim odds fire" in said


def test_missing_and_wrong_numbers_and_stray_options_come_together():
    said = wrong("fire", "--dice", -3, "--range", 12, "-n", 5)
    assert "--needs and --armour are missing" in said
    assert "--dice: must be a whole number" in said
    assert "--range does not count" in said
    assert "leave out -n" in said


def test_nothing_at_all_is_answered_with_an_example():
    assert "name the attacker and the target, or give --dice, --needs and --armour" in wrong("fire")
    assert "right: havoksim odds melee" in wrong("melee")
    assert "right: havoksim odds psyke" in wrong("psyke")


def test_a_missing_target_is_named():
    assert "the target is missing" in wrong("fire", "5xkarn_trooper")
    assert "the second warrior is missing" in wrong("melee", "razor")


def test_several_targets_need_a_split():
    assert "need --split" in wrong("fire", "5xkarn_trooper", "razor", "banshee")


def test_a_split_must_fit_the_unit():
    assert "--split" in wrong("fire", "5xkarn_trooper", "razor", "banshee", "--split", "3,3")
    assert "--split" in wrong("fire", "5xkarn_trooper", "razor", "banshee", "--split", "3")


def test_an_unknown_type_is_suggested():
    assert "did you mean 'karn_empire/karn_trooper'?" in wrong("fire", "5xkarn_troper", "razor")


@pytest.mark.rule("HVK-PROF-03")
def test_only_psyke_attackers_attack():
    assert "HVK-PROF-03" in wrong("psyke", "karn_trooper", "razor")


def test_an_unknown_key_of_a_ruleset_is_suggested(tmp_path):
    said = wrong("fire", *RAW, "--ruleset", ruleset(tmp_path, "explod_on = 5"))
    assert "did you mean 'explode_on'?" in said


def test_an_endless_chain_is_refused(tmp_path):
    assert "explode_on" in wrong("fire", *RAW, "--ruleset", ruleset(tmp_path, "explode_on = 1"))


def test_a_picture_needs_a_known_ending(tmp_path):
    assert "--plot" in wrong("fire", *RAW, "--plot", tmp_path / "x.doc")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- lists of numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("12", (12.0,)), ("6,6,12", (6.0, 6.0, 12.0)), ("3x6, 2x12.5", (6.0,) * 3 + (12.5,) * 2), ("0x6,1", (1.0,))],
)
def test_distances_are_read(text, numbers):
    assert distances.read(text) == numbers


@pytest.mark.parametrize("text", ["", "x", "6,", "-1", "3x", "nan", "inf", "6;12", "1e999", "x6", "99999x1"])
def test_what_is_no_distance_is_refused(text):
    with pytest.raises(ValueError, match=r"write 12|0 or more|at most"):
        distances.read(text)
    assert "--range" in wrong("fire", "5xkarn_trooper", "razor", f"--range={text}")


def test_shares_are_whole():
    assert shares.read("3,2") == (3, 2)
    with pytest.raises(ValueError, match="write one for each target"):
        shares.read("1.5,2")


# ---------------------------------------------------------------------- samples and pictures


def test_a_sampled_answer_says_how_sure_it_is():
    found = answer("fire", *RAW, "--engine", "sampled", "-n", 20_000, "--seed", 5)
    assert (found["method"], found["n"], found["seed"]) == ("sampled", 20_000, 5)
    # five standard errors: one false alarm in 1.7 million seeds, and the seed is fixed
    assert abs(found["hits"]["mean"] - 3.6) < 5 * found["hits"]["mean_se"]
    text = run("fire", *RAW, "--engine", "sampled", "-n", 20_000, "--seed", 5).stdout
    assert "+/-" in text
    assert "sampled, n = 20,000, seed 5" in text


def test_a_seed_that_is_drawn_is_shown_and_gives_the_answer_again():
    first = answer("psyke", "--dice-a", 3, "--dice-b", 2, "--engine", "sampled", "-n", 1000)
    again = answer("psyke", "--dice-a", 3, "--dice-b", 2, "--engine", "sampled", "-n", 1000, "--seed", first["seed"])
    assert again == first


@pytest.mark.parametrize(("name", "start"), [("x.png", b"\x89PNG"), ("x.svg", b"<?xml"), ("x.pdf", b"%PDF")])
def test_an_answer_can_be_drawn(tmp_path, name, start):
    shown = run("fire", *RAW, "--plot", tmp_path / name)
    assert shown.exit_code == 0, shown.stderr
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]
