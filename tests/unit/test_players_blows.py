"""What players expect of close combats, on tables on which each chance is a half; a wound is worth 5 BR."""

import pytest

from havoksim.battle.kernels import attacks, fates, plans
from havoksim.battle.kernels import layout as at
from tests.reference.players_at_table import PLAIN, line, line_up, table_of, told


def close(mine, theirs, **weights):
    """A fist of 2 dice against one of 1, both in contact; `mine`, `theirs`: strength left."""
    table = table_of([(line("fist", close_combat=2), 1)], [(line("mark"), 1)], **weights)
    table.put(0, 2000, 2000, left=mine)
    table.put(1, 2140, 2000, left=theirs)
    table.regard(0)
    return table


def worth(table, m, t, *, less=0):
    """What one fight of a model is worth: now, and with what it opens to those after it."""
    fates.fight_worth(table.w, m, t, less, table.policy[0])
    return table.said.tolist()


@pytest.mark.parametrize(
    ("mine", "theirs", "weights", "wanted"),
    [
        (2, 1, {}, 7500),
        (2, 2, {}, 2500),
        (1, 1, {"danger": 100}, 7500 - 5000),
        (1, 1, {"danger": 60}, 7500 - 3000),
        (2, 1, {"danger": 100}, 7500),
        (1, 2, {"danger": 100}, 0),  # he would lose 5000, so he does not begin
        (2, 2, {"wear": 40}, 2500),
    ],
)
def test_what_a_fight_wins_and_costs(mine, theirs, weights, wanted):
    """Two dice deal 1 wound with 3/4 and 2 with 1/4, one die deals 1 with 1/2; only the dead count."""
    assert worth(close(mine, theirs, **weights), 0, 1) == [wanted, wanted]


def test_wounds_of_a_fight_count_if_somebody_can_follow():
    table = close(2, 2, wear=40)
    table.g[at.G_FOLLOWED] = 1
    assert worth(table, 0, 1) == [2500 + 1000] * 2  # one wound on average, 5 BR


def test_a_later_fight_counts_as_likely_as_he_lives_to_see_it():
    """With one wound left each of the two strikes him down in one of two cases."""
    for rules, both in ((PLAIN, 7500 + 3750), ({**PLAIN, "attacks_per_activation": "one"}, 7500)):
        table = table_of([(line("fist", close_combat=2), 1)], [(line("mark"), 2)], rules=rules)
        table.put(0, 2000, 2000, left=1)
        table.put(1, 2140, 2000, left=1)
        table.put(2, 1860, 2000, left=1)
        table.regard(0)
        plans.find_close(table.w, 0)
        fates.forget_plans(table.w, 0, 0)
        assert plans.worth_of_fights(table.w, 0, table.policy[0]) == both


def two_fists(left, *, mine=2, danger=0, fists=2):
    """Two fists touch one mark; so many of them mean to fight."""
    table = table_of([(line("fist", close_combat=2), 2)], [(line("mark"), 1)], danger=danger)
    table.put(0, 2000, 2000, left=mine)
    table.put(1, 2280, 2000)
    table.put(2, 2140, 2000, left=left)
    table.st[:fists, at.KIND] = at.FIGHTS
    table.regard(0)
    plans.find_close(table.w, 0)
    fates.forget_plans(table.w, 0, 0)
    line_up(table, *range(fists))
    return table


def test_two_who_fight_one_kill_him_once():
    """The second meets what the first has left: of one wound in 3 of 12, of two wounds one in two of four cases."""
    for left, wanted, fate in ((1, [7500, 1875], 62_500), (2, [2500, 4375], 312_500)):
        table = two_fists(left)
        assert [int(plans.worth_of_fights(table.w, m, table.policy[0])) for m in (0, 1)] == wanted
        assert table.fate[2, 1:].sum() == fate  # that he lives
        assert table.fate[2].sum() == fates.WHOLE


def test_who_wounds_for_the_next_one_takes_a_risk_for_it():
    """Alone he would win 2.5 BR for 4; that the other then finds one wound in two of four cases is worth 1.875 more."""
    assert worth(two_fists(2, mine=1, danger=80), 0, 2) == [-1500, 375]
    assert worth(two_fists(2, mine=1, danger=80, fists=1), 0, 2) == [0, 0]


@pytest.mark.rule("HVK-CC-05")
@pytest.mark.parametrize(
    ("reading", "wanted", "opens"), [("progressive", [7500, 2500], 2500), ("flat", [10_000, 2500], 2500)]
)
def test_whom_several_fight_has_less_of_his_bonus(reading, wanted, opens):
    """Two fists at a giant of one wound, 20 BR: they kill him in 3 of 4 cases; he strikes with a die, and one of bonus.

    Read as progressive the first fist meets both (15 - 7.5 BR), the second one die, if the giant lives to see him
    ((15 - 5) / 4). Read as flat he has lost the die before the first blow, since both touch him.
    """
    table = table_of([(line("fist", close_combat=2), 2)], [(line("giant", strength=3, battle_rating=20), 1)],
                     rules={**PLAIN, "bonus_reduction": reading}, danger=100)  # fmt: skip
    table.put(0, 2000, 2000, left=1)
    table.put(1, 2280, 2000, left=1)
    table.put(2, 2140, 2000, left=1)
    table.st[:2, at.KIND] = at.FIGHTS
    table.regard(0)
    plans.find_close(table.w, 0)
    fates.forget_plans(table.w, 0, 0)
    line_up(table, 0, 1)
    assert worth(table, 0, 2, less=int(fates.shrunk(table.w, 0, 2, 0))) == [wanted[0], opens]
    assert [int(plans.worth_of_fights(table.w, m, table.policy[0])) for m in (0, 1)] == wanted


@pytest.mark.rule("HVK-CC-02", "HVK-CC-05")
@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({}, 7500 + 5000),
        ({"bonus_reduction": "flat"}, 5000 + 5000),
        ({"attacks_per_activation": "one", "bonus_reduction": "flat"}, 7500),
    ],
    ids=["progressive", "flat", "flat, one combat"],
)
def test_who_fights_several_has_less_of_his_bonus(rules, wanted):
    """A giant of one die, and one of bonus, touches two imps of one wound that cannot hurt him."""
    table = table_of([(line("giant", strength=3), 1)], [(line("imp", close_combat=0), 2)], rules={**PLAIN, **rules})
    table.put(0, 2000, 2000)
    table.put(1, 2140, 2000, left=1)
    table.put(2, 1860, 2000, left=1)
    table.st[0, at.KIND] = at.FIGHTS
    table.regard(0)
    plans.find_close(table.w, 0)
    fates.forget_plans(table.w, 0, 0)
    line_up(table, 0)
    assert plans.worth_of_fights(table.w, 0, table.policy[0]) == wanted


@pytest.mark.rule("HVK-CC-05")
def test_who_has_fought_others_before_has_less_of_his_bonus():
    """Opponents of the period count, whoever began, each once; to meet one of them again costs what the rest cost."""
    table = table_of([(line("fist"), 3)], [(line("giant", strength=9), 1), (line("imp", strength=1), 1)])
    giant, imp = table.put("b:giant:1:1", 2140, 2000), table.put("b:imp:1:1", 4000, 4000)
    for m in range(3):
        table.put(m, 2000 - 140 * m, 2000)
    found = []
    for pairs in ([], [(0, giant)], [(0, giant), (giant, 1)], [(0, giant), (0, imp)], [(2, imp)]):
        table.meet(pairs)
        fates.forget_plans(table.w, 0, 0)
        found.append([int(fates.shrunk(table.w, m, giant, 0)) for m in range(3)])
    assert found == [[0, 0, 0], [0, 1, 1], [1, 1, 2], [0, 1, 1], [0, 0, 0]]
    table.meet([(2, imp), (0, giant)])  # of a fist and an imp the fist is the stronger
    assert [int(fates.shrunk(table.w, m, imp, 0)) for m in range(3)] == [1, 0, 0]


@pytest.mark.rule("HVK-TURN-06", "HVK-CC-02")
def test_who_fights_chooses_when_the_fire_has_been_thrown():
    """One fires at the dear mark and needs a six; the other, who touches both marks, means to fight the cheap one.

    If the shot has missed, he fights the dear one: it is worth more, though it was not likely to be.
    """
    rules = {**PLAIN, "bands": [{"open": 6, "cover": 6}], "into_contact": "allowed", "attacks_per_activation": "one"}
    chosen = {}
    for seed in range(16):
        table = table_of([(line("both"), 2)], [(line("dear", strength=1, battle_rating=10), 1),
                                               (line("cheap", strength=1, battle_rating=9), 1)],
                         rules=rules, keep=True, seed=seed)  # fmt: skip
        table.lay(
            ("building", [(1980, 1500), (2300, 1500), (2300, 1600), (1980, 1600)])
        )  # the cheap one is out of sight
        table.put(0, 1860, 1000)
        table.put(1, 2000, 2000)
        table.put("b:dear:1:1", 1860, 2000)
        table.put("b:cheap:1:1", 2140, 2000)
        table.regard(0)
        attacks.attack_unit(table.w, 0)
        (volley,), (fight,) = told(table, "volley"), told(table, "combat")
        assert volley["target"] == "b:dear:1"
        chosen.setdefault(volley["wounds"], set()).add(fight["defender"])
    assert chosen == {0: {"b:dear:1:1"}, 1: {"b:cheap:1:1"}}


@pytest.mark.rule("HVK-CC-02")
def test_fights_that_cost_more_than_they_win_are_not_begun():
    """A giant that cannot be hurt and an imp that cannot hurt, both in contact; the bold fight both."""
    for danger, whom in ((100, ["b:imp:1:1"]), (0, ["b:imp:1:1", "b:giant:1:1"])):
        table = table_of([(line("fist", close_combat=6, firepower=0), 1)],
                         [(line("giant", armour=6, close_combat=9), 1), (line("imp", close_combat=0), 1)],
                         keep=True, danger=danger)  # fmt: skip
        table.put(0, 2000, 2000)
        table.put("b:giant:1:1", 2140, 2000)
        table.put("b:imp:1:1", 1860, 2000, left=1)
        table.regard(0)
        attacks.attack_unit(table.w, 0)
        assert [one["defender"] for one in told(table, "combat")] == whom
