"""Do rulesets, proposals and sweeps take exactly what they may hold?"""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.loading import (
    load_army_list,
    load_proposal,
    load_ruleset,
    load_sweep,
    ruleset_from_table,
)
from havoksim.model.ruleset import havok_2_0

BASE = havok_2_0()


@pytest.fixture
def write(tmp_path):
    def put(kind, text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(f'schema = 1\nkind = "{kind}"\n{text}', encoding="utf-8")
        return path

    return put


def problems(load, *arguments, **keywords):
    with pytest.raises(InputError) as error:
        load(*arguments, **keywords)
    return {problem.key: str(problem) for problem in error.value.problems}


# ------------------------------------------------------------------ rulesets


def test_a_partial_ruleset_is_completed_by_the_one_that_it_extends(write):
    rules = load_ruleset(write("ruleset", "[ruleset]\nmax_explosions = 2\nbr_formula = { speed = 3 }\n"))
    assert (rules.id, rules.max_explosions, rules.br_formula.speed, rules.br_formula.armour) == ("mine", 2, 3, 4)
    assert rules.bands == BASE.bands
    parent = write("ruleset", 'id = "second"\nextends = "mine"\n[ruleset]\nblock_on = 1\n', "second.toml")
    child = load_ruleset(parent)
    assert (child.id, child.max_explosions, child.block_on) == ("second", 2, 1)


def test_the_default_ruleset_reads_as_the_engine_holds_it():
    assert load_ruleset("havok_2_0") == BASE


def test_rulesets_may_not_extend_each_other_in_a_circle(write):
    write("ruleset", 'extends = "two"\n', "one.toml")
    path = write("ruleset", 'extends = "one"\n', "two.toml")
    with pytest.raises(InputError, match="circle"):
        load_ruleset(path)


def test_everything_wrong_with_a_ruleset_is_said_at_once():
    found = problems(
        ruleset_from_table,
        {
            "explode_on": 7,
            "block_on": True,
            "max_range": float("inf"),
            "exploding": 1,
            "bands": [{"to": 6, "open": 1}, {"open": 6, "cover": 6, "upto": 3}],
            "br_formula": {"speed": True, "luck": 1},
            "min_unit_size": 1.0,
            "blocks_on": 6,
            "psyke_save_on": 7,
        },
        extends=BASE,
        where="mine.toml",
    )
    assert set(found) == {
        f"ruleset.{key}"
        for key in (
            "explode_on",
            "block_on",
            "max_range",
            "exploding",
            "bands[1].open",
            "bands[1].cover",
            "bands[2].upto",
            "br_formula.speed",
            "br_formula.luck",
            "min_unit_size",
            "blocks_on",
            "psyke_save_on",
        )
    }
    assert found["ruleset.block_on"].endswith('must be 1, 6 or "none", found true')
    assert "did you mean 'block_on'" in found["ruleset.blocks_on"]
    assert all(text.startswith("mine.toml: ") for text in found.values())


@pytest.mark.parametrize("face", [1, 0, -1])
def test_a_die_that_explodes_on_every_face_never_ends(face):
    found = problems(ruleset_from_table, {"explode_on": face}, extends=BASE)
    assert "never ends" in found["ruleset.explode_on"]


def test_terrain_is_not_chosen_by_the_ruleset():
    found = problems(ruleset_from_table, {"terrain": "none"}, extends=BASE)
    assert found == {"ruleset.terrain": "ruleset.terrain: is chosen for each battle with --terrain (HVK-TABLE-02)"}


def test_terrain_kinds_may_be_partial_and_are_checked():
    rules = BASE.changed(terrain_kinds={"hill": {"cover": True}})
    assert rules.terrain_kinds.hill.cover
    assert rules.terrain_kinds.hill.blocks_sight
    assert rules.terrain_kinds.wood == BASE.terrain_kinds.wood
    found = problems(ruleset_from_table, {"terrain_kinds": {"hill": {"cover": 1}, "lake": {}}}, extends=BASE)
    assert set(found) == {"ruleset.terrain_kinds.hill.cover", "ruleset.terrain_kinds.lake"}


def test_sizes_of_tables_and_terrain_have_bounds():
    wrong = {"table": [48], "terrain_sizes": [8, 4], "battle_turns": 0, "coherency": -1.0}
    found = problems(ruleset_from_table, wrong, extends=BASE)
    assert set(found) == {f"ruleset.{key}" for key in wrong}


def test_bands_must_grow_and_end():
    wrong = [{"to": 6, "open": 2, "cover": 3}, {"to": 6, "open": 4, "cover": 5}]
    assert "must grow" in problems(ruleset_from_table, {"bands": wrong}, extends=BASE)["ruleset.bands"]
    wrong = [{"open": 2, "cover": 3}, {"to": 6, "open": 4, "cover": 5}]
    assert "only the last band" in problems(ruleset_from_table, {"bands": wrong}, extends=BASE)["ruleset.bands"]
    assert "at least one range band" in problems(ruleset_from_table, {"bands": []}, extends=BASE)["ruleset.bands"]


def test_problems_of_several_keys_are_not_hidden_by_others():
    found = problems(
        ruleset_from_table, {"bands": [], "max_unit_size": 1, "min_unit_size": 2, "block_on": 5}, extends=BASE
    )
    assert set(found) == {"ruleset.bands", "ruleset.max_unit_size", "ruleset.block_on"}


def test_a_changed_ruleset_is_checked_too():
    assert BASE.changed(block_on="none").block_on == "none"
    assert BASE.changed(bands=BASE.bands) == BASE
    with pytest.raises(InputError, match="block_on"):
        BASE.changed(block_on=7)


# ------------------------------------------------------------------ proposals


def test_a_proposal_patches_rules_and_cards(write):
    path = write(
        "proposal",
        'name = "P"\n[ruleset]\nblock_on = "none"\n[warrior.karn_trooper]\nbattle_rating = 9\narmour = 2\n'
        '[warrior."pteravore/razor"]\nlimits = { brigade = 5 }\n',
    )
    proposal = load_proposal(path)
    karn, nexus = load_army_list("karn_empire"), load_army_list("nexus_rebellion")
    rules, (patched, same) = proposal.apply(None, [karn, nexus])
    assert (rules.block_on, rules.id) == ("none", "mine")
    assert patched["karn_trooper"].battle_rating == 9
    assert "battle_rating" not in patched["karn_trooper"].known
    assert "armour" in patched["karn_trooper"].known
    assert patched["banshee"] == karn["banshee"]
    assert karn["karn_trooper"].battle_rating == 10
    assert same == nexus
    _, (pteravore,) = proposal.apply(BASE, [load_army_list("pteravore")])
    assert pteravore["razor"].limits == {"brigade": 5, "division": "unknown", "corps": "unknown", "army": "unknown"}


def test_everything_wrong_with_a_proposal_is_said_at_once(write):
    path = write(
        "proposal",
        "[ruleset]\nblock_on = 5\nbattle_turns = 0\n[warrior.karn_troper]\narmour = 3\n"
        '[warrior.banshee]\narmor = 3\nstrength = 0\nname = "B"\n[warrior."karn_empire/banshee"]\nspeed = 2\n',
    )
    found = problems(load_proposal, path)
    assert set(found) == {
        "name",
        "ruleset.block_on",
        "ruleset.battle_turns",
        'warrior."karn_troper"',
        'warrior."banshee".armor',
        'warrior."banshee".strength',
        'warrior."banshee".name',
        'warrior."karn_empire/banshee"',
    }
    assert "did you mean 'karn_empire/karn_trooper'" in found['warrior."karn_troper"']
    assert "did you mean 'armour'" in found['warrior."banshee".armor']
    assert "may not change" in found['warrior."banshee".name']
    assert "twice" in found['warrior."karn_empire/banshee"']


def test_a_proposal_that_changes_nothing_is_a_slip(write):
    with pytest.raises(InputError, match="changes nothing"):
        load_proposal(write("proposal", 'name = "P"\n'))


def test_a_proposal_for_a_type_that_the_list_lacks_is_refused():
    proposal = load_proposal("cheaper_troopers")
    karn = load_army_list("karn_empire")
    with pytest.raises(InputError, match="karn_trooper"):
        proposal.apply(None, [type(karn)("karn_empire", "K", karn.warriors[1:])])


# ------------------------------------------------------------------ sweeps


def test_a_sweep_has_sensible_defaults(write):
    sweep = load_sweep(write("sweep", 'mode = "duels"\nname = "S"\n'))
    assert [army.id for army in sweep.army_lists] == ["karn_empire", "nexus_rebellion", "pteravore"]
    assert [ruleset.id for ruleset in sweep.rulesets] == ["havok_2_0"]
    assert (sweep.id, len(sweep.warriors), sweep.max_br, sweep.seed) == ("mine", 20, 200, 1)
    assert (sweep.ranges, sweep.cover, sweep.modes) == ((6, 12, 24, 36), (False, True), ("fire", "melee"))
    assert (sweep.order, sweep.duels, sweep.confidence) == ("roll_off", 20000, 0.95)


def test_the_default_ranges_stand_one_in_each_band():
    ranges = load_sweep("types_at_equal_br").ranges
    bands = [next(i for i, band in enumerate(BASE.bands) if band.to is None or r <= band.to) for r in ranges]
    assert bands == [0, 1, 2, 3]


def test_a_sweep_may_choose_types_and_find_rulesets_beside_it(write):
    write("ruleset", "[ruleset]\nblock_on = 1\n", "beside.toml")
    text = 'mode = "duels"\nname = "S"\nrulesets = ["beside"]\nwarriors = ["razor", "karn_empire/banshee"]\n'
    sweep = load_sweep(write("sweep", text))
    assert [warrior.full_id for warrior in sweep.warriors] == ["pteravore/razor", "karn_empire/banshee"]
    assert sweep.rulesets[0].block_on == 1


def test_keys_of_battles_do_not_belong_to_duels(write):
    found = problems(load_sweep, write("sweep", 'mode = "duels"\nname = "S"\nforces = ["karn_500"]\npolicies = []\n'))
    assert set(found) == {"forces", "policies"}
    assert all('(mode = "battles")' in text for text in found.values())
    wrong = problems(load_sweep, write("sweep", 'mode = "battle"\nname = "S"\n'))["mode"]
    assert '"duels" or "battles"' in wrong


def test_everything_wrong_with_a_sweep_is_said_at_once(write):
    text = """mode = "duels"
name = ""
army_lists = ["karn_empire", "karn_empire", "nexsus_rebellion"]
warriors = ["banshee", "razor", "banshe", "banshee"]
rulesets = []
ranges = [6, -1]
cover = ["yes"]
modes = ["fire", "fire", "magic"]
max_br = 40
duels = 99
confidence = 1.0
seed = -1
ordre = "roll_off"
"""
    found = problems(load_sweep, write("sweep", text))
    assert set(found) == {
        "name",
        "army_lists",
        "army_lists[3]",
        "warriors",
        "warriors[2]",
        "warriors[3]",
        "rulesets",
        "ranges[2]",
        "cover[1]",
        "modes[3]",
        "max_br",
        "duels",
        "confidence",
        "seed",
        "ordre",
    }
    assert "an even whole number" in found["duels"]
    assert "between 0 and 1" in found["confidence"]
    assert "karn_empire/banshee" in found["max_br"]
    assert "none of the `army_lists`" in found["warriors[2]"]
