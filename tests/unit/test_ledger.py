"""The rule ledger's reader, and which test shows which clause."""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.ledger import clause, clauses, find_clauses, option_keys
from havoksim.ledger.coverage import coverage
from havoksim.ledger.implemented import state


def test_a_clause_is_read_whole():
    one = clause("HVK-CC-05")
    assert one.title == "Bonus against several opponents"
    assert one.depends == ("HVK-CC-04",)
    assert (one.ledger, one.group) == ("havok", "HVK-CC")
    assert "flat" in one.options
    assert "Bonus 3" in one.dice


def test_a_chapter_and_a_ledger_are_found():
    assert [one.id for one in find_clauses("hvk-psy")] == ["HVK-PSY-01", "HVK-PSY-02", "HVK-PSY-03", "HVK-PSY-04"]
    assert len(find_clauses("CMP")) == len(clauses("campaign"))


@pytest.mark.parametrize(
    ("name", "suggestion"), [("HVK-FIRE-5", "HVK-FIRE-05"), ("HVK-FIRES", "HVK-FIRE"), ("RT-GRAFT-1", "RT-GRAFT-01")]
)
def test_an_unknown_clause_is_suggested(name, suggestion):
    with pytest.raises(InputError) as caught:
        clause(name)
    assert caught.value.problems[0].suggestion == suggestion


def test_a_chapter_is_no_clause():
    with pytest.raises(InputError, match="unknown clause"):
        clause("HVK-FIRE")


def test_an_unknown_ledger_is_refused():
    with pytest.raises(InputError, match="did you mean 'havok'"):
        clauses("havoc")


@pytest.mark.parametrize(
    ("key", "default", "where"),
    [
        ("max_unit_size", "none", "HVK-FORCE-05"),
        ("coherency", 2.0, "HVK-FORCE-06"),
        ("allow_allies", False, "HVK-FORCE-04"),
        ("block_on", 6, "HVK-CC-07"),
        ("bonus_reduction", "progressive", "HVK-CC-05"),
        ("bands", None, "HVK-FIRE-04"),
    ],
)
def test_options_have_the_first_value_as_default(key, default, where):
    option = option_keys()[key]
    assert (option.value, option.clause) == (default, where)


def test_the_other_ledgers_have_options_too():
    assert option_keys("rogue_trader")["printed_distance_factor"].value == 1.0
    assert option_keys("rogue_trader")["modules"].value == []


def test_the_state_of_a_clause():
    assert [state(name) for name in ("HVK-ARM-01", "HVK-MOVE-01", "RT-GRAFT-01")] == ["yes", "yes", "no"]


# ---------------------------------------------------------------------- coverage

TEST_FILE = """
import pytest
pytestmark = pytest.mark.rule("HVK-ARM-01")

@pytest.mark.rule("HVK-FIRE-03", "HVK-FIRE-04")
def test_one(): ...

@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("HVK-FIRE-05"))])
def test_two(x): ...

@pytest.mark.rule("HVK-CC-03")
class TestThree:
    @pytest.mark.rule("HVK-CC-04", "HVK-CC-99")
    def test_four(self): ...

def helper(): ...

loose = pytest.mark.rule("HVK-PSY-02")
"""


@pytest.fixture
def marks(tmp_path):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_a.py").write_text(TEST_FILE)
    return coverage(folder)


def test_marks_of_files_classes_cases_and_tests_add_up(marks):
    found = {test.place.rpartition("/")[2]: test.ids for test in marks.tests}
    assert found == {
        "test_a.py::test_one": ("HVK-ARM-01", "HVK-FIRE-03", "HVK-FIRE-04"),
        "test_a.py::test_two": ("HVK-ARM-01",),
        "test_a.py::test_two[line 8]": ("HVK-ARM-01", "HVK-FIRE-05"),
        "test_a.py::TestThree::test_four": ("HVK-ARM-01", "HVK-CC-03", "HVK-CC-04", "HVK-CC-99"),
        "test_a.py:18": ("HVK-PSY-02",),
    }


def test_unknown_ids_and_crowded_tests_are_seen(marks):
    assert [(name, test.name) for name, test in marks.unknown] == [("HVK-CC-99", "TestThree::test_four")]
    assert [test.name for test in marks.crowded] == ["TestThree::test_four"]
    assert marks.counts["HVK-ARM-01"] == 4
    assert [test.name for test in marks.tests_of("HVK-FIRE-05")] == ["test_two[line 8]"]


def test_a_file_that_is_not_python_is_named(tmp_path):
    (tmp_path / "test_b.py").write_text("def (")
    with pytest.raises(InputError, match=r"test_b\.py: not Python"):
        coverage(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="not a folder"):
        coverage(tmp_path / "none")
