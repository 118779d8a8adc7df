"""Does the ledger agree with itself, with the ruleset keys, and with the tests?"""

import re

import pytest

from havoksim.ledger import IMPLEMENTED, PARTLY, clauses, coverage, option_keys
from havoksim.ledger.reader import LEDGERS
from havoksim.model.ruleset import RULESET_KEYS, havok_2_0

ALL = clauses()
IDS = {clause.id for clause in ALL}
MARKS = coverage.coverage(coverage.tests_folder())


def test_the_ledgers_are_whole():
    assert [len(clauses(file)) for file, _ in LEDGERS.values()] == [77, 139, 238]
    assert len(IDS) == len(ALL)


@pytest.mark.parametrize("prefix", LEDGERS)
def test_ids_belong_to_their_ledger(prefix):
    pattern = re.compile(rf"{prefix}-[A-Z]+-\d\d")
    assert all(pattern.fullmatch(clause.id) for clause in clauses(LEDGERS[prefix][0]))


def test_every_clause_says_something_and_rests_on_known_clauses():
    assert [clause.id for clause in ALL if not clause.title or not clause.rule] == []
    assert [(clause.id, name) for clause in ALL for name in clause.depends if name not in IDS] == []


@pytest.mark.parametrize("key", RULESET_KEYS)
def test_every_ruleset_key_has_the_ledgers_default(key):
    option = option_keys()[key]
    default = getattr(havok_2_0(), key)
    if option.default:
        assert default == option.value
        assert type(default) is type(option.value)


def test_the_defaults_that_the_ledger_gives_in_words():
    rules = havok_2_0()
    rule = next(clause.rule for clause in ALL if clause.id == "HVK-FIRE-04")
    faces = [tuple(map(int, pair)) for pair in re.findall(r"(\d) / (\d)", rule)]
    ends = [float(end) for end in re.findall(r"(?:to|<=) (\d+)", rule)]
    assert [(band.open, band.cover) for band in rules.bands] == faces
    assert [band.to for band in rules.bands] == [*ends, None]
    assert rules.max_range == "none"
    words = next(clause.options for clause in ALL if clause.id == "HVK-PROF-05")
    weights = dict(re.findall(r"(base|speed|firepower|close_combat|psyke|strength|armour) (\d+)", words))
    assert {name: getattr(rules.br_formula, name) for name in weights} == {n: int(w) for n, w in weights.items()}
    assert len(weights) == 7


def test_keys_of_clauses_that_are_not_played_are_no_ruleset_keys():
    """A key that the engine does not read would promise what does not happen."""
    played = {*IMPLEMENTED, *PARTLY}
    early = {key: option_keys()[key].clause for key in RULESET_KEYS if option_keys()[key].clause not in played}
    assert early == {}


def test_what_is_played_is_listed_once_and_known():
    assert len(set(IMPLEMENTED)) == len(IMPLEMENTED)
    assert set(IMPLEMENTED) & set(PARTLY) == set()
    assert {*IMPLEMENTED, *PARTLY} <= IDS


def test_marks_name_known_clauses_and_at_most_three():

    assert [(name, test.place) for name, test in MARKS.unknown] == []
    assert [test.place for test in MARKS.crowded] == []


@pytest.mark.parametrize("clause_id", [*IMPLEMENTED, *PARTLY])
def test_what_is_played_is_shown_by_a_test(clause_id):
    assert MARKS.tests_of(clause_id)
