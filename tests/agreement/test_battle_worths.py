"""What players expect of an attack, against the exact laws: both are worked out in ways of their own."""

import numpy as np
import pytest

from havoksim.battle.kernels.layout import MOST_DICE, MOST_WOUNDS
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


@pytest.mark.rule("HVK-CC-04", "HVK-CC-08", "HVK-PSY-03")
def test_what_blows_and_psyke_are_worth():
    """On average, and the dead alone by what is left of the victim: from the exact laws of one exchange."""
    rules = havok_2_0()
    giant, imp = (find_warrior(name) for name in ("hundred_battle_form", "karn_trooper"))
    tables = tables_of_worth([giant, imp], rules)
    dice = [card.close_combat + rules.strength_bonus(card.strength, other.strength)
            for card, other in ((giant, imp), (imp, giant))]  # fmt: skip
    for i, j in ((0, 1), (1, 0)):
        victim = (giant, imp)[j]
        pools = {"bold": (dice[i], dice[j], Die(4, block_on=6), rules.p_wound(victim.armour)),
                 "mind": ((giant, imp)[i].psyke, victim.psyke, Die(4, block_on=6), rules.p_wound_psyke)}  # fmt: skip
        for name, (mine, theirs, die, through) in pools.items():
            law = np.asarray(exchange(mine, theirs, die, p_wound_a=0.0, p_wound_b=through).second.p)
            wounds = np.minimum(np.arange(len(law)), victim.strength)
            mean = 1000 * victim.battle_rating * float(wounds @ law) / victim.strength
            assert abs(tables[name][i, j] - mean) <= 0.5 + 1e-6, (name, i, j)
            for left in range(1, victim.strength + 1):
                dead = 1000 * victim.battle_rating * float(law[left:].sum())
                assert abs(tables[f"{name}_kills"][i, j, left] - dead) <= 0.5 + 1e-6, (name, i, j, left)
            assert not tables[f"{name}_kills"][i, j, victim.strength + 1 :].any()


@pytest.mark.parametrize("needs", [2, 4, 6])
@pytest.mark.parametrize("faces", [1, 4, 6])
@pytest.mark.rule("HVK-FIRE-05", "HVK-ARM-01")
def test_wounds_of_a_volley_up_to_what_the_target_can_take(needs, faces):
    table = _capped(fire_die(havok_2_0(), needs), faces)
    for dice in (0, 1, 5, 17, MOST_DICE):
        law = np.asarray(pool(dice, fire_die(havok_2_0(), needs), keep=faces / 6).p)
        for most in (0, 1, 3, MOST_WOUNDS):
            assert abs(table[dice, most] - 1000 * float(np.minimum(np.arange(len(law)), most) @ law)) <= 0.5 + 1e-6


def test_an_odd_die_takes_no_longer_to_judge():
    """With sixes and fives that explode the joint law of both sides is large; here it is never needed."""
    cards = [find_warrior(name) for name in ("karn_trooper", "razor", "hundred_battle_form")]
    tables = tables_of_worth(cards, havok_2_0().changed(explode_on=5))
    assert (tables["bold"] > 0).all()
    assert tables["bold"][2, 1] > tables_of_worth(cards, havok_2_0())["bold"][2, 1]
