"""Is the break-even battle rating the price at which a fight is even?"""

from __future__ import annotations

from dataclasses import replace

import pytest

import havoksim as hs
from havoksim.analysis.break_even import break_even
from havoksim.foundation.errors import InputError
from havoksim.model.side import Side


@pytest.fixture(scope="module")
def trooper():
    return hs.load_army_list("karn_empire")["karn_trooper"]


@pytest.mark.parametrize("distance", [6, 36])
def test_a_type_is_worth_itself(trooper, distance):
    answer = break_even(trooper, trooper, standards=7, range=distance)
    assert answer.worth == pytest.approx(10)
    assert (answer.lo, answer.hi, answer.method) == (answer.worth, answer.worth, "exact")


def test_the_stated_price_does_not_matter(trooper):
    better = replace(trooper, armour=4)
    answers = [break_even(replace(better, battle_rating=price), trooper, standards=6).worth for price in (1, 14, 300)]
    assert answers[1:] == pytest.approx(answers[:1] * 2)


def test_whole_numbers_on_either_side_lose_and_win(trooper):
    better = replace(trooper, armour=4)
    answer = break_even(better, trooper, standards=12, range=12)
    fewer = int(answer.models)
    scores = [hs.duel(Side(better, n), Side(trooper, 12), range=12).score_a for n in (fewer, fewer + 1)]
    assert scores[0] < 0.5 < scores[1]


def test_under_fire_worth_grows_with_the_root_of_toughness(trooper):
    # the square law of fire fights: r times as tough is worth about the square root of r; armour 4 halves what wounds
    worth = break_even(replace(trooper, armour=4), trooper, standards=20, range=36).worth
    assert worth == pytest.approx(10 * 2**0.5, rel=0.02)


def test_what_cannot_be_wounded_has_no_price(trooper):
    answer = break_even(replace(trooper, armour=6), trooper, standards=4)
    assert answer.worth is None
    assert "never even" in repr(answer)


def test_what_cannot_hurt_has_no_price(trooper):
    assert break_even(replace(trooper, firepower=0), trooper, standards=2).worth is None


def test_a_sampled_answer_has_an_interval_round_the_right_one(trooper):
    # false alarms 1e-6: seven times the half-width of a 95 % interval is far more than five standard errors
    answer = break_even(trooper, trooper, standards=5, mode="melee", n=4000, seed=3)
    assert answer.method == "sampled"
    assert answer.lo < answer.worth < answer.hi
    assert abs(answer.worth - 10) < 2.6 * (answer.hi - answer.lo) / 2


def test_no_standards_are_refused(trooper):
    with pytest.raises(InputError, match="standards"):
        break_even(trooper, trooper, standards=0)
