"""The course of battles by hand: what is left turn by turn, who destroyed whom; and the pictures of many battles."""

from types import SimpleNamespace

import numpy as np
import pytest

import havoksim as hs
from havoksim.analysis.battle_course import (
    BattleCourse,
    Estimate,
    battle_course,
    destroyed_by_type,
    left_by_turn,
    over_pairs,
)
from havoksim.battle.tally import Kind
from havoksim.foundation.errors import InputError
from havoksim.model.names import find_warrior
from tests.reference import hand_battles, toy_battles

KINDS = (
    Kind("a", find_warrior("karn_trooper"), 10),
    Kind("a", find_warrior("banshee"), 1),
    Kind("b", find_warrior("razor"), 5),
)


def texts(picture):
    """Return every text of a picture."""
    return [
        text.get_text()
        for axes in picture.axes
        for text in [
            *axes.texts,
            axes.xaxis.label,
            axes.yaxis.label,
            axes.title,
            *axes.get_xticklabels(),
            *axes.get_yticklabels(),
        ]
    ]


def course(left, destroyed=None):
    question = {"name_a": "Reds", "name_b": "Blues"}
    return BattleCourse(question=question, ruleset="havok_2_0", seed=7, kinds=KINDS, n=4, recorded=len(left),
                        left=tuple(left), destroyed=destroyed or {})  # fmt: skip


@pytest.mark.parametrize("battle", hand_battles.ALL, ids=lambda one: one.__name__)
def test_what_is_left_at_the_end_is_what_the_score_says(battle):
    lines = battle()
    turns = 4
    left = left_by_turn(lines, turns)
    assert [len(one) for one in left] == [turns + 1, turns + 1]
    score = lines[-1]["score"]
    assert (left[0][0] - left[0][-1], left[1][0] - left[1][-1]) == (score["b"], score["a"])
    assert all(list(one) == sorted(one, reverse=True) for one in left)


def test_losses_fall_into_the_turn_in_which_they_happen():
    card = {"battle_rating": 10}
    header = {
        "types": {"a": {"axe": card}, "b": {"cat": {"battle_rating": 3}}},
        "forces": {"a": {"units": [{"type": "axe", "size": 2}]}, "b": {"units": [{"type": "cat", "size": 3}]}},
    }
    told = [
        {"event": "deploy", "model": "a:axe:1:1"},
        {"event": "turn", "turn": 1},
        {"event": "death", "model": "b:cat:1:2"},
        {"event": "turn", "turn": 2},
        {"event": "turn", "turn": 3},
        {"event": "death", "model": "a:axe:1:1"},
        {"event": "death", "model": "b:cat:1:1"},
        {"event": "end"},
    ]
    assert left_by_turn([header, *told], 4) == ((20, 20, 20, 10, 10), (9, 6, 6, 3, 3))


def test_errors_are_of_pairs():
    assert over_pairs([0, 10, 10, 0]) == Estimate(5.0, 0.0)
    each = over_pairs([0, 0, 10, 10])
    assert (each.mean, round(each.se, 6)) == (5.0, 5.0)  # pair means 0 and 10: sd 7.07, by the root of 2
    assert each.interval[0] == 0.0


def test_who_destroyed_whom_is_counted_in_battle_rating():
    kills = np.zeros((4, 3, 3), np.int64)
    kills[:, 0, 2] = [3, 0, 3, 0]  # three wounds each kill one Razor: strength 3
    kills[0, 2, 1] = 3
    kills[0, 1, 0] = 2  # friends: nobody's credit
    found = destroyed_by_type(kills, KINDS)
    razor, banshee = KINDS[2].warrior, KINDS[1].warrior
    assert set(found) == {(0, 2), (1, 2), (2, 0), (2, 1)}
    assert found[0, 2].mean == razor.battle_rating * 3 / razor.strength / 2
    assert found[2, 1].mean == banshee.battle_rating / 4
    assert found[1, 2] == Estimate(0.0, 0.0)


def test_the_course_is_put_together_from_the_battles(monkeypatch):
    toy_battles.install(monkeypatch)
    import sys

    play = sys.modules["havoksim.battle.play"]
    asked = []

    def record(pack, seed, battle):
        asked.append((seed, battle))
        return hand_battles.shooting()

    play.record = record
    made = battle_course("karn_500", "nexus_500", n=12, recorded=4, seed=5)
    assert asked == [(5, 0), (5, 1), (5, 2), (5, 3)]
    assert (made.n, made.recorded, made.turns) == (12, 4, 4)
    first_of_b = next(place for place, kind in enumerate(made.kinds) if kind.side == "b")
    assert made.destroyed[0, first_of_b].mean == pytest.approx(4 / 12 * made.kinds[first_of_b].warrior.battle_rating)


@pytest.mark.parametrize(("n", "recorded"), [(0, 2), (3, 2), (4, 1), (4, -2), (True, 2), (4.0, 2)])
def test_odd_numbers_are_refused(n, recorded):
    with pytest.raises(InputError, match="must be even and at least 2"):
        battle_course("karn_500", "nexus_500", n=n, recorded=recorded)


# ---------------------------------------------------------------------------------------------- pictures


def test_attrition_says_who_keeps_what():
    left = [((100, 90, 80), (200, 140, 80)), ((100, 90, 60), (200, 120, 60))]
    picture = hs.plot(course(left), kind="attrition")
    title = picture.get_suptitle().replace("\n", " ")
    assert title == "Reds keeps 70 % of its BR, Blues 35 %; half of Blues is gone by turn 2".replace(" %", "\u00a0%")
    assert {"battle turns played", "battle rating (BR) left, share of the force"} <= set(texts(picture))
    lines = {line.get_label(): line.get_ydata() for line in picture.axes[0].containers[0].lines[:1]}
    assert [round(float(y), 3) for ys in lines.values() for y in ys] == [1.0, 0.9, 0.7]
    assert len(picture.axes[0].collections) >= 2  # a band for each side


def test_kills_are_a_panel_a_side_with_intervals():
    destroyed = {
        (0, 2): Estimate(12.0, 1.0),
        (1, 2): Estimate(3.0, 0.5),
        (2, 0): Estimate(8.0, 1.0),
        (2, 1): Estimate(0.0, 0.0),
    }
    picture = hs.plot(course([((1, 1), (1, 1))] * 2, destroyed), kind="kills")
    title = picture.get_suptitle().replace("\n", " ")
    assert (
        title == "Most in a battle: Karn Trooper (a) destroys 12 BR of Razor; Razor (b) destroys 8 BR of Karn Trooper"
    )
    said = texts(picture)
    assert "12 \u00b12.0" in said
    assert "3.0 \u00b11.0" in said
    assert [axes.get_title(loc="left") for axes in picture.axes] == [
        "Reds (a) destroys, BR a battle",
        "Blues (b) destroys, BR a battle",
    ]


@pytest.fixture
def result(monkeypatch):
    toy_battles.install(monkeypatch)
    return hs.battle.simulate("karn_500", "nexus_500", n=60, seed=1, each=True)


def test_margins_show_every_battle_once(result):
    picture = hs.plot(result, kind="margins")
    assert sum(bar.get_height() for bar in picture.axes[0].patches) == pytest.approx(1.0)
    rows = result.battle_rows()
    ahead = sum(row[2] > row[3] for row in rows) / len(rows)
    right = sum(bar.get_height() for bar in picture.axes[0].patches if bar.get_x() + bar.get_width() / 2 > 1e-9)
    assert right == pytest.approx(ahead)
    assert "middle battle" in picture.get_suptitle()
    assert any("margin in BR" in text for text in texts(picture))


def test_margins_need_single_battles(monkeypatch):
    toy_battles.install(monkeypatch)
    with pytest.raises(InputError, match="each=True"):
        hs.plot(hs.battle.simulate("karn_500", "nexus_500", n=4, seed=1), kind="margins")


def test_types_are_ranked_with_intervals(result):
    picture = hs.plot(result)
    names = [text.get_text() for text in picture.axes[0].get_yticklabels()]
    rows = sorted(result.warrior_rows(), key=lambda row: (row["efficiency"], row["name"]))
    assert names == [f"{row['name']} ({row['side']})" for row in rows]
    assert rows[-1]["name"] in picture.get_suptitle()
    assert (
        picture.axes[0].get_legend().get_window_extent().y0 >= picture.axes[0].get_window_extent().y1
    )  # hides no mark
    shown = [float(bars.lines[0].get_xdata()[0]) for bars in picture.axes[0].containers]
    assert shown == pytest.approx([row["efficiency"] for row in rows])


def test_an_unknown_kind_of_picture_is_refused(result):
    with pytest.raises(InputError, match="margins"):
        hs.plot(result, kind="margin")
    with pytest.raises(InputError, match="attrition"):
        hs.plot(course([((1, 1), (1, 1))] * 2), kind="attritions")
    with pytest.raises(InputError, match="colour"):
        hs.plot(result, colour="red")
    with pytest.raises(InputError, match="no picture"):
        hs.plot(SimpleNamespace())
