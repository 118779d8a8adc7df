"""Does a fingerprint change exactly when something that the engine reads does?"""

from dataclasses import replace

import pytest

from havoksim.model.fingerprint import canonical, fingerprint
from havoksim.model.loading import load_army_list, load_force, load_proposal, load_ruleset, load_sweep
from havoksim.model.ruleset import havok_2_0

KARN = load_army_list("karn_empire")
TROOPER = KARN["karn_trooper"]


def test_everything_that_is_loaded_has_one():
    values = [
        KARN,
        TROOPER,
        load_force("karn_500"),
        havok_2_0(),
        load_proposal("cheaper_troopers"),
        load_sweep("types_at_equal_br"),
    ]
    prints = [fingerprint(value) for value in values]
    assert len(set(prints)) == len(values)
    assert all(len(text) == 16 and int(text, 16) >= 0 for text in prints)


def test_names_and_sources_do_not_count():
    assert fingerprint(replace(TROOPER, name="Trooper", source="", known=[])) == fingerprint(TROOPER)
    assert fingerprint(replace(KARN, name="Karn")) == fingerprint(KARN)
    assert fingerprint(replace(havok_2_0(), name="x")) == fingerprint(havok_2_0())


def test_every_number_counts():
    for key in ("speed", "firepower", "close_combat", "psyke", "strength", "armour", "battle_rating"):
        assert fingerprint(replace(TROOPER, **{key: getattr(TROOPER, key) + 1})) != fingerprint(TROOPER)
    assert fingerprint(havok_2_0().changed(block_on="none")) != fingerprint(havok_2_0())
    assert fingerprint(KARN.with_warriors([replace(TROOPER, armour=3)])) != fingerprint(KARN)


def test_the_way_of_reading_does_not_count():
    assert fingerprint(load_ruleset("havok_2_0")) == fingerprint(havok_2_0())
    assert fingerprint({"a": 1, "b": 2.0}) == fingerprint({"b": 2, "a": 1.0})


def test_a_fingerprint_is_the_same_on_every_machine():
    assert fingerprint({"to": 6, "open": [1.5, True, None, "U"]}) == "932641743af9ba1c"


def test_what_has_no_content_has_no_fingerprint():
    with pytest.raises(TypeError, match="object"):
        canonical(object())
