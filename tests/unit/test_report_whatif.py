"""Do the sliders answer, without a browser?"""

from __future__ import annotations

import pytest

import havoksim as hs
from havoksim.foundation.errors import InputError
from havoksim.report import what_if
from havoksim.report.whatif import SLIDERS, what_if_odds, what_if_picture, what_if_sentence

FIRST = {name: start for name, (_, _, start, _) in SLIDERS.items()}


def test_the_answer_is_the_exact_one():
    mine = what_if_odds(**FIRST)
    assert mine == hs.odds.fire(dice=6, needs=4, armour=2, strength=2, models=5)
    assert mine.method == "exact"


@pytest.mark.parametrize("end", [0, 1])
def test_every_slider_can_go_to_both_ends(end):
    for name, bounds in SLIDERS.items():
        values = {**FIRST, name: bounds[end]}
        assert what_if_sentence(what_if_odds(**values)).startswith("hits ")
        assert what_if_picture(**values).axes


def test_the_sentence_compares_with_a_point_of_armour_more_and_less():
    fewer, more = (hs.odds.fire(dice=6, needs=4, armour=a, strength=2, models=5).kills.mean for a in (1, 3))
    assert what_if_sentence(what_if_odds(**FIRST)).endswith(
        f"with armour 1 it would be {fewer:.1f} kills, with armour 3 {more:.2f}"
    )


def test_moving_a_slider_changes_picture_and_sentence():
    box = what_if(dice=6, armour=2)
    sliders, (sentence, picture) = box.children[:5], box.children[5:]
    before = bytes(picture.value), sentence.value
    armour = next(slider for slider in sliders if slider.description == "armour")
    armour.value = 5
    assert bytes(picture.value) != before[0]
    assert sentence.value != before[1]
    assert bytes(picture.value).startswith(b"\x89PNG")
    assert sentence.value == what_if_sentence(what_if_odds(**{**FIRST, "armour": 5}))


def test_a_ruleset_changes_the_answer():
    with_sixes = what_if_odds(**FIRST).kills.mean
    without = what_if_odds(**FIRST, ruleset=hs.load_ruleset("havok_2_0").changed(explode_on="none")).kills.mean
    assert without < with_sixes


def test_unknown_sliders_and_values_beyond_the_ends_are_refused_together():
    with pytest.raises(InputError) as error:
        what_if(dices=3, armour=9)
    assert len(error.value.problems) == 2
