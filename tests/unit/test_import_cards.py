"""Does a spreadsheet become the army list that it shows, and say by row and column where it does not?"""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.cards import COLUMNS, REQUIRED, cards_csv, cards_list, import_cards, list_text, template
from havoksim.model.loading import load_army_list
from havoksim.model.places import packaged

HEADER = ",".join(REQUIRED)
LISTS = ("karn_empire", "nexus_rebellion", "pteravore")


def problems(text, **keywords):
    with pytest.raises(InputError) as error:
        cards_list(text, id="mine", name="Mine", **keywords)
    return {problem.key: str(problem) for problem in error.value.problems}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_survives_the_way_through_a_spreadsheet(tmp_path, name):
    army = load_army_list(name)
    assert cards_list(cards_csv(army.warriors), id=name, name=army.name) == army
    path = tmp_path / "again.toml"
    path.write_text(list_text(army), encoding="utf-8")
    assert load_army_list(path) == army


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t, lambda t: "\n\n" + t + ",,,\n"]
)
def test_what_spreadsheets_do_to_files_does_not_matter(change):
    army = load_army_list("nexus_rebellion")
    assert cards_list(change(cards_csv(army.warriors)), id=army.id, name=army.name) == army


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_are_recognised(delimiter):
    text = f"{HEADER},Vehicle,abilities\na,A,1,1,1,1,2,2,10,TRUE,fly_over".replace(",", delimiter)
    army = cards_list(text, id="mine", name="Mine")
    assert (army["a"].vehicle, army["a"].abilities) == (True, ["fly_over"])


def test_the_template_imports_cleanly(tmp_path):
    path = packaged("army_lists") / "cards_template.csv"
    assert path.read_text(encoding="utf-8") == template()
    assert path.read_text(encoding="utf-8").splitlines()[0] == ",".join(COLUMNS)
    made = tmp_path / "made.toml"
    made.write_text(import_cards(path, id="mine", name="Mine"), encoding="utf-8")
    army = load_army_list(made)
    assert (army.id, army["banshee"].battle_rating, army["karn_trooper"].provenance) == ("mine", 45, "published")


def test_missing_columns_are_named_all_at_once():
    found = problems("id,name,speed\na,A,1\n")
    assert found == {"row 1": f"row 1: columns are missing: {', '.join(REQUIRED[3:])}"}


def test_unknown_and_doubled_columns_are_refused():
    with pytest.raises(InputError) as error:
        cards_list(f"{HEADER},speed,armor\na,A,1,1,1,1,2,2,10,1,1\n", id="mine", name="Mine")
    assert "stands there twice" in str(error.value)
    assert "did you mean 'armour'" in str(error.value)


def test_every_problem_has_its_row_and_column():
    text = f"""{HEADER},vehicle,abilities,limit_army,carries_capacity
a,A,1.0,x,1,,0,2,10,maybe,surg,V,

a,B,1,1,1,1,2,2,10,,,,2,extra
,C,1,1,1,1,2,2,-5,,,,
"""
    found = problems(text, where="cards.csv")
    assert set(found) == {
        "row 2, speed",
        "row 2, firepower",
        "row 2, psyke",
        "row 2, strength",
        "row 2, vehicle",
        "row 2, abilities",
        "row 2, limit_army",
        "row 4",
        "row 4, id",
        "row 4, carries",
        "row 5, id",
        "row 5, battle_rating",
    }
    assert "did you mean 'surge'" in found["row 2, abilities"]
    assert "taken by row 2" in found["row 4, id"]
    assert "is missing" in found["row 5, id"]
    assert all(text.startswith("cards.csv: ") for text in found.values())


@pytest.mark.parametrize("text", ["", "\n\n", HEADER, f'{HEADER}\n"a', "\0"])
def test_a_file_without_cards_is_refused(text):
    with pytest.raises(InputError):
        cards_list(text, id="mine", name="Mine")


def test_a_file_in_another_encoding_is_refused(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes(HEADER.encode("utf-16"))
    with pytest.raises(InputError, match="UTF-8"):
        import_cards(path)
    with pytest.raises(InputError, match="no such file"):
        import_cards(tmp_path / "none.csv")


def test_the_list_is_named_after_the_file(tmp_path):
    path = tmp_path / "My Cards-2.csv"
    path.write_text(f"{HEADER}\na,A,1,1,1,1,2,2,10\n", encoding="utf-8")
    assert 'id = "my_cards_2"' in import_cards(path)
    assert 'id = "other"' in import_cards(path, id="other")
    with pytest.raises(InputError, match="small letters"):
        import_cards(path, id="No Good")
