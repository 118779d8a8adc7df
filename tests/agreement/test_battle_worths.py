"""What players expect of an attack, against the exact laws: both are worked out in ways of their own."""

import numpy as np
import pytest

from havoksim.battle.kernels.layout import MOST_DICE, MOST_LESS, MOST_WOUNDS
from havoksim.battle.worths import _capped, _net_wounds, tables_of_worth
from havoksim.combat.exact.close_combat import exchange
from havoksim.combat.pools import fire_die
from havoksim.dice.pool import Die, pool
from havoksim.model.names import find_warrior
from havoksim.model.ruleset import havok_2_0

DICE = (
    Die(4, block_on=6),
    Die(4, block_on=1),
    Die(3),
    Die(5, explode_on=5, block_on=6),
    Die(3, block_on=6, max_explosions=1),
)


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize(("mine", "theirs", "strength"), [(6, 3, 3), (1, 1, 2), (0, 4, 6), (9, 2, 6), (4, 0, 1)])
@pytest.mark.rule("HVK-CC-07", "HVK-CC-08", "HVK-WOUND-04")
def test_wounds_of_a_close_combat(die, mine, theirs, strength):
    law = exchange(mine, theirs, die, p_wound_a=0.0, p_wound_b=4 / 6).second
    expected = np.zeros(strength + 1)
    for wounds, p in enumerate(law.p):
        expected[min(wounds, strength)] += p
    assert _net_wounds(die, mine, theirs, 4 / 6, strength) == pytest.approx(expected, abs=1e-9)


def check_worth(mean_worth, kills, law, victim):
    """What one exchange is worth on average, and the dead alone by what is left of the victim, from its exact law."""
    wounds = np.minimum(np.arange(len(law)), victim.strength)
    mean = 1000 * victim.battle_rating * float(wounds @ law) / victim.strength
    assert abs(mean_worth - mean) <= 0.5 + 1e-6
    for left in range(1, victim.strength + 1):
        dead = 1000 * victim.battle_rating * float(law[left:].sum())
        assert abs(kills[left] - dead) <= 0.5 + 1e-6, left
    assert not kills[victim.strength + 1 :].any()


@pytest.mark.rule("HVK-CC-04", "HVK-CC-05", "HVK-CC-08")
def test_what_blows_are_worth_however_much_the_bonus_has_shrunk():
    """Four dice more against an imp; of these one, two and three fewer after as many other opponents."""
    rules = havok_2_0()
    cards = giant, imp = find_warrior("hundred_battle_form"), find_warrior("karn_trooper")
    tables = tables_of_worth(cards, rules)
    bonus = rules.strength_bonus(giant.strength, imp.strength)
    assert bonus >= MOST_LESS  # so that each step of the table is another pool
    for less in range(MOST_LESS + 1):
        dice = giant.close_combat + bonus - less, imp.close_combat
        for i, j in ((0, 1), (1, 0)):
            victim = cards[j]
            exact = exchange(
                dice[i], dice[j], Die(4, block_on=6), p_wound_a=0.0, p_wound_b=rules.p_wound(victim.armour)
            )
            check_worth(
                tables["bold"][less, i, j], tables["bold_kills"][less, i, j], np.asarray(exact.second.p), victim
            )


@pytest.mark.rule("HVK-CC-05")
def test_no_bonus_shrinks_below_nothing():
    """A bonus of one die is gone after one other opponent; those as strong as each other never had one."""
    rules = havok_2_0()
    fist, imp = (find_warrior(name) for name in ("razor", "karn_trooper"))
    assert rules.strength_bonus(fist.strength, imp.strength) == 1
    tables = tables_of_worth([fist, imp], rules)
    for name in ("bold", "bold_kills"):
        table = tables[name]
        assert (table[1, 0, 1] < table[0, 0, 1]).any()
        assert (table[1, 1, 0] > table[0, 1, 0]).any()
        assert all((table[less] == table[1]).all() for less in range(2, MOST_LESS + 1))
        assert all((table[:, i, i] == table[0, i, i]).all() for i in (0, 1))


@pytest.mark.rule("HVK-PSY-03")
def test_what_psyke_is_worth():
    rules = havok_2_0()
    cards = find_warrior("hundred_battle_form"), find_warrior("karn_trooper")
    tables = tables_of_worth(cards, rules)
    for i, j in ((0, 1), (1, 0)):
        exact = exchange(
            cards[i].psyke, cards[j].psyke, Die(4, block_on=6), p_wound_a=0.0, p_wound_b=rules.p_wound_psyke
        )
        check_worth(tables["mind"][i, j], tables["mind_kills"][i, j], np.asarray(exact.second.p), cards[j])


@pytest.mark.parametrize("needs", [2, 4, 6])
@pytest.mark.parametrize("faces", [1, 4, 6])
@pytest.mark.rule("HVK-FIRE-05", "HVK-ARM-01")
def test_wounds_of_a_volley_up_to_what_the_target_can_take(needs, faces):
    table = _capped(fire_die(havok_2_0(), needs), faces)
    for dice in (0, 1, 5, 17, MOST_DICE):
        law = np.asarray(pool(dice, fire_die(havok_2_0(), needs), keep=faces / 6).p)
        for most in (0, 1, 3, MOST_WOUNDS):
            assert abs(table[dice, most] - 1e6 * float(np.minimum(np.arange(len(law)), most) @ law)) <= 0.5 + 1e-3


def test_an_odd_die_takes_no_longer_to_judge():
    """With sixes and fives that explode the joint law of both sides is large; here it is never needed."""
    cards = [find_warrior(name) for name in ("karn_trooper", "razor", "hundred_battle_form")]
    tables = tables_of_worth(cards, havok_2_0().changed(explode_on=5))
    assert (tables["bold"] > 0).all()
    assert (tables["bold"][:, 2, 1] > tables_of_worth(cards, havok_2_0())["bold"][:, 2, 1]).all()
