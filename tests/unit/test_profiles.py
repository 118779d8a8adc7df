"""Do cards hold what the rules say a card holds?"""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_army_list
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from havoksim.model.warrior import ABILITIES, CHARACTERISTICS, Warrior

FIGURES = {"speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1, "strength": 2, "armour": 2, "battle_rating": 10}


def card(**changes):
    return Warrior(**{"id": "a", "name": "A", **FIGURES, **changes})


def write_list(folder, *entries):
    lines = ['schema = 1\nkind = "army_list"\nid = "mine"\nname = "Mine"']
    for entry in entries:
        lines += ["[[warrior]]", *(f"{key} = {value}" for key, value in entry.items())]
    path = folder / "mine.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def entry(**changes):
    return {"id": '"a"', "name": '"A"', **FIGURES, **changes}


@pytest.mark.rule("HVK-PROF-01")
@pytest.mark.parametrize("key", CHARACTERISTICS)
@pytest.mark.parametrize("value", ["1.0", "true", '"1"', "-1", "[1]", "nan", "1001000"])
def test_characteristics_are_whole_numbers(tmp_path, key, value):
    with pytest.raises(InputError) as error:
        load_army_list(write_list(tmp_path, entry(**{key: value})))
    assert [problem.key for problem in error.value.problems] == [f"warrior[1].{key}"]
    assert "a whole number" in str(error.value)


@pytest.mark.rule("HVK-PROF-01")
@pytest.mark.parametrize("key", CHARACTERISTICS)
def test_zero_is_legal_but_for_strength_and_battle_rating(tmp_path, key):
    path = write_list(tmp_path, entry(**{key: 0}))
    if key in ("strength", "battle_rating"):
        with pytest.raises(InputError, match=f"{key}: must be a whole number from 1 to .*, found 0"):
            load_army_list(path)
    else:
        assert getattr(load_army_list(path)["a"], key) == 0


@pytest.mark.rule("HVK-PROF-01")
def test_every_characteristic_is_needed(tmp_path):
    with pytest.raises(InputError) as error:
        load_army_list(write_list(tmp_path, {"id": '"a"', "name": '"A"'}))
    assert [problem.key for problem in error.value.problems] == [f"warrior[1].{key}" for key in CHARACTERISTICS]
    assert all("is missing" in problem.message for problem in error.value.problems)


@pytest.mark.rule("HVK-PROF-02")
def test_a_vehicle_is_a_unit_of_one_and_explodes():
    assert Side(card(vehicle=True), 3).units == (1, 1, 1)
    assert Side(card(), 3).units == (3,)
    assert card(vehicle=True).explodes
    assert card(abilities=["explodes"]).explodes
    assert not card().explodes


@pytest.mark.rule("HVK-PROF-03")
def test_only_marked_types_start_psyke_attacks(tmp_path):
    path = write_list(tmp_path, entry(psyke=3), entry(id='"b"', psyke=3, psyke_attack="true"))
    army = load_army_list(path)
    assert (army["a"].psyke, army["a"].psyke_attack) == (3, False)
    assert (army["b"].psyke, army["b"].psyke_attack) == (3, True)


@pytest.mark.rule("HVK-PROF-04")
def test_an_unknown_ability_is_an_error_that_lists_the_known_ones(tmp_path):
    with pytest.raises(InputError) as error:
        load_army_list(write_list(tmp_path, entry(abilities='["explode"]')))
    message = str(error.value)
    assert all(ability in message for ability in ABILITIES)
    assert message.endswith("did you mean 'explodes'?")


@pytest.mark.rule("HVK-PROF-04")
def test_every_ability_is_accepted(tmp_path):
    plain = [name for name in ABILITIES if name not in ("carries_one", "transport_six")]
    army = load_army_list(write_list(tmp_path, entry(abilities=str(plain))))
    assert army["a"].abilities == plain
    carrier = entry(abilities='["carries_one"]', carries='{ capacity = 1, types = "any" }')
    assert load_army_list(write_list(tmp_path, carrier))["a"].carries.capacity == 1


@pytest.mark.rule("HVK-PROF-05")
def test_the_formula_stands_beside_the_stated_rating(tmp_path):
    army = load_army_list(write_list(tmp_path, entry(battle_rating=77)))
    assert army["a"].battle_rating == 77
    assert havok_2_0().br_formula.of(army["a"]) == 10
    assert Side(army["a"], 2).battle_rating == 154


@pytest.mark.rule("HVK-PROF-05")
@pytest.mark.parametrize(
    ("key", "weight"),
    [("speed", 2), ("firepower", 4), ("close_combat", 2), ("psyke", 2), ("strength", 3), ("armour", 4)],
)
def test_each_step_of_a_characteristic_has_its_weight(key, weight):
    formula = havok_2_0().br_formula
    assert formula.of(card(**{key: FIGURES[key] + 1})) - formula.of(card()) == weight
    ones = dict.fromkeys(CHARACTERISTICS, 1)
    assert formula.of(Warrior(id="a", name="A", **ones)) == 3


def test_provenance_follows_from_known():
    assert card().provenance == "estimate"
    assert card(known=["armour"]).provenance == "partial"
    assert card(known=list(CHARACTERISTICS)).provenance == "published"


def test_a_side_has_at_least_one_model():
    with pytest.raises(InputError, match="from 1 to"):
        Side(card(), 0)
    assert Side(card(), 5).label == "5 x A"
    assert Side(card()).label == "A"


def test_carries_must_name_types_of_the_list(tmp_path):
    carrier = entry(abilities='["transport_six"]', carries='{ capacity = 6, types = ["b", "a"] }')
    with pytest.raises(InputError, match=r"unknown warrior type 'b'"):
        load_army_list(write_list(tmp_path, carrier))
    with pytest.raises(InputError, match="needs a `carries` table"):
        load_army_list(write_list(tmp_path, entry(abilities='["carries_one"]')))
    with pytest.raises(InputError, match="only a type with the ability"):
        load_army_list(write_list(tmp_path, entry(carries="{ capacity = 1 }")))
