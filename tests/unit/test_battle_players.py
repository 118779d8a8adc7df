"""What players expect and fear, on tables set by hand: without extra dice and armour every chance is a half.

Warriors have strength 2 and are worth 10 BR, so that a wound is worth 5; a die that needs 4 hits once in two times.
"""

import pytest

from havoksim.battle.kernels import fates, gains, judging, orders
from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.eyes import sketch
from havoksim.battle.kernels.loop import begin_unit
from tests.reference.players_at_table import PLAIN, line, table_of

# ---------------------------------------------------------------------- what fire is worth


def fire_at(left, *, dice=3, followed=0, price=100, **weights):
    """What dice that need 4 are worth against a unit of which so much is left of each."""
    table = table_of([(line(), 1)], [(line("mark"), len(left))], **weights)
    table.put(0, 2000, 1000)
    for m, strength in enumerate(left, 1):
        table.put(m, 2000 + 200 * m, 2000, left=strength)
    table.regard(0)
    table.g[at.G_FOLLOWED] = followed
    table.plan[1, at.N_PRICE] = price
    return int(gains.harm(table.w, 0, 4, dice, table.policy[0]))


def test_only_the_dead_count_and_the_wounded_fall_first():
    """Of three dice 1, 2 and 3 wound with 7/8, 1/2 and 1/8."""
    assert fire_at([2, 2]) == 5000
    assert fire_at([1, 2]) == 8750 + 1250  # dead at one wound, and at three
    assert fire_at([2, 1]) == 8750 + 1250
    assert fire_at([1]) == 8750
    assert fire_at([2], dice=1) == 0


def test_wounds_count_as_far_as_wear_says_and_somebody_can_follow():
    """Three dice deal 1.5 wounds, 7.5 BR; the dead alone are worth 5."""
    assert fire_at([2, 2], followed=1) == 5000
    assert fire_at([2, 2], followed=1, wear=100) == 7500
    assert fire_at([2, 2], followed=1, wear=40) == 6000
    assert fire_at([2, 2], followed=0, wear=100) == 5000


def test_prices_and_finishing():
    assert fire_at([1, 2], price=250) == 25_000
    assert fire_at([1, 2], finish=100) == 12_500
    assert fire_at([2, 2], finish=100) == 5000


def test_who_cannot_be_hurt_counts_nothing():
    """Two marks, one behind a building: with three dice at the other one he is dead in one of two cases."""
    table = table_of([(line(firepower=3), 1)], [(line("mark"), 2)])
    table.lay(("building", (2700, 1500), 200))
    table.put(0, 2000, 1000)
    table.put(1, 2000, 1700, left=2)
    table.put(2, 3400, 2000, left=1)  # the wounded one is out of sight
    table.aim(0)
    assert gains.harm(table.w, 0, 4, 3, table.policy[0]) == 5000


def test_what_fire_leaves_of_each():
    """Three dice at two marks of two wounds: the nearer in the list falls first."""
    table = table_of([(line(firepower=3), 1)], [(line("mark"), 2)])
    table.put(0, 2000, 1000)
    table.put(1, 2000, 1700)
    table.put(2, 2150, 1700)
    table.aim(0)
    table.plan[1, [at.N_MEAN, at.N_FACE]] = 1_500_000, 4
    fates.forget_plans(table.w, 0, 0)
    assert fates.fate_of(table.w, 1)[:3].tolist() == [500_000, 375_000, 125_000]
    assert fates.fate_of(table.w, 2)[:3].tolist() == [0, 125_000, 875_000]
    fates.cease_fire(table.w)
    fates.forget_plans(table.w, 0, 0)
    assert fates.fate_of(table.w, 1)[:3].tolist() == [0, 0, fates.WHOLE]


# ---------------------------------------------------------------------- threats, prices, order


def threatened(*, turn=1, acted=0, firepower=2, units=1, **weights):
    """A gun 14 inches from some lines: once it has moved it needs 4. What the player of the lines makes of it."""
    table = table_of([(line(speed=0), 1)] * units, [(line("gun", firepower=firepower), 1)], turn=turn, **weights)
    for u in range(units):
        table.put(u, 2000 + 150 * u, 2000)
    table.put(units, 2000, 3400)
    table.tstate[1, 0] = acted
    table.weigh(0)
    return table


def test_what_a_unit_could_do_to_others():
    """Two dice, 1 wound on average, 5 BR; nine dice could do no more than kill him."""
    assert threatened().plan[1, at.N_SUM] == 5000
    assert threatened(units=2).plan[2, at.N_SUM] == 10_000
    assert threatened(firepower=9).plan[1, at.N_SUM] == 10_000
    assert threatened(units=2).plan[:2, at.N_PERIL].tolist() == [5000, 5000]
    assert threatened(acted=1).plan[0, at.N_PERIL] == 0


def test_who_threatens_most_is_dearest():
    """He could destroy half of what he is worth himself; less counts what only comes in the next turn."""
    assert threatened().plan[1, at.N_PRICE] == 100
    assert threatened(disarm=50).plan[1, at.N_PRICE] == 100 + 25
    assert threatened(disarm=50, acted=1).plan[1, at.N_PRICE] == 100 + 12
    assert threatened(disarm=50, acted=1, turn=4).plan[1, at.N_PRICE] == 100
    assert threatened(disarm=50, turn=4).plan[1, at.N_PRICE] == 100 + 25
    assert threatened(disarm=1000).plan[1, at.N_PRICE] == 400


def test_who_might_not_live_to_act_acts_first():
    """Two types with the same prey; only the second has an enemy near it who could fire."""
    far = {**PLAIN, "max_range": 24.0}
    mine = [(line("calm"), 1), (line("wary"), 1)]
    theirs = [(line("sheep", firepower=0, close_combat=0), 1), (line("wolf", close_combat=0), 1)]
    for order, first in ((0, 0), (100, 1)):
        table = table_of(mine, theirs, rules=far, order=order)
        table.put("a:calm:1:1", 300, 300)
        table.put("b:sheep:1:1", 300, 1500)
        table.put("a:wary:1:1", 4500, 4500)
        table.put("b:wolf:1:1", 4500, 3300)
        table.look_round()
        assert orders.choose_type(table.w, 0) == first


@pytest.mark.parametrize(("enemies", "most"), [(6, 4), (10, 5), (30, 8)])
def test_half_of_the_enemies_are_in_mind_and_the_nearest_however_little_he_matters(enemies, most):
    guns = [(line(f"gun_{i}", firepower=9), 1) for i in range(enemies - 1)]
    table = table_of([(line(), 1)], [*guns, (line("sheep", firepower=0, close_combat=0, battle_rating=1), 1)])
    table.put(0, 2000, 1000)
    for i in range(enemies - 1):
        table.put(f"b:gun_{i}:1:1", 1400 + 200 * (i % 10), 2000 + 200 * (i // 10))
    table.put("b:sheep:1:1", 2000, 1700)
    sheep = table.unit("b:sheep:1")
    assert table.regard(0) == sheep
    in_mind = table.short[: table.g[at.G_SHORT]].tolist()
    assert len(in_mind) == most + 1
    assert in_mind[-1] == sheep


# ---------------------------------------------------------------------- danger


def danger_of(*, units=1, turn=1, lost=(0, 0), acted=0, **weights):
    """How many thousandths of BR a line with nothing to do fears where it stands, 14 inches from a gun of two dice."""
    table = table_of([(line(speed=0, firepower=0, close_combat=0), 1)] * units, [(line("gun", firepower=2), 1)],
                     turn=turn, **{"damage": 0, "danger": 100, **weights}, forbid=["move"])  # fmt: skip
    for u in range(units):
        table.put(u, 2000 + 150 * u, 2000)
    table.put(units, 2000, 3400)
    table.tstate[1, 0] = acted
    table.g[[at.G_LOST_A, at.G_LOST_B]] = lost
    table.weigh(0)
    assert judging.choose_place(table.w, 0, True) == 0
    return -int(table.choices[0, 3]) // 100


def test_a_reply_is_feared_as_much_as_it_is_likely():
    assert danger_of() == 5000
    assert danger_of(acted=1) == 2500
    assert danger_of(acted=1, turn=4) == 0
    assert danger_of(danger=30) == 1500


def test_danger_is_shared_with_others_whom_the_enemy_could_hurt_as_well():
    assert danger_of(units=2) == 5000
    assert danger_of(units=2, share=100) == 2500
    assert danger_of(units=2, share=50) == 3333
    assert danger_of(share=100) == 5000


def test_who_is_ahead_is_careful_and_who_is_behind_is_not():
    """Ahead by half of his force (10 of 20 BR): three times as careful in the last turn, twice as in the second."""
    assert danger_of(units=2, lost=(0, 10), lead=40, turn=4) == 15_000
    assert danger_of(units=2, lost=(0, 10), lead=40, turn=2) == 10_000
    assert danger_of(units=2, lost=(10, 0), lead=20, turn=2) == 2500
    assert danger_of(units=2, lost=(10, 0), lead=1000, turn=4) == 0
    assert danger_of(units=2, lost=(0, 10), lead=1000, turn=4) == 20_000
    assert danger_of(units=2, lost=(5, 5), lead=1000, turn=4) == 5000


@pytest.mark.rule("HVK-FIRE-02")
def test_who_touches_an_enemy_need_not_fear_fire():
    """Of two lines one touches an imp: half of the gun's reply."""
    table = table_of([(line(speed=0, firepower=0, close_combat=0), 2)],
                     [(line("gun", firepower=2), 1), (line("imp", firepower=0, close_combat=0), 1)],
                     danger=100, damage=0)  # fmt: skip
    table.put(0, 2000, 2000)
    table.put(1, 2150, 2000)
    table.put("b:gun:1:1", 2000, 3400)
    fears = []
    for x in (1860, 1000):
        table.put("b:imp:1:1", x, 2000)
        nearest = table.regard(0)
        assert judging.choose_place(table.w, 0, True) == 0
        fears.append(-int(judging.try_place(table.w, 0, 0, nearest, 0, 2)) // 100)
    assert fears == [2500, 5000]


def test_whether_anybody_can_follow_up():
    """Nobody can after the last unit of the last type in the last turn."""
    table = table_of([(line(), 1), (line(), 1), (line("gun"), 1)], [(line("mark"), 1)])
    first, second, gun = (table.unit(name) for name in ("a:line:1", "a:line:2", "a:gun:1"))

    def followed(unit, turn, *, gun_waits):
        table.g[at.G_TURN] = turn
        table.tstate[:2, 0] = 1, 1 - gun_waits
        begin_unit(table.w, unit, 0)
        return int(table.g[at.G_FOLLOWED])

    assert followed(second, 4, gun_waits=False) == 0
    assert followed(first, 4, gun_waits=False) == 1
    assert followed(second, 4, gun_waits=True) == 1
    assert followed(second, 3, gun_waits=False) == 1
    assert followed(gun, 4, gun_waits=False) == 0


def test_where_each_unit_stands_is_noted_by_its_first_living_model():
    table = table_of([(line(), 3)], [(line("mark"), 1)])
    table.put(1, 2000, 2000)
    table.put(2, 2300, 2000, left=1)
    sketch(table.w)
    assert table.plan[0, [at.N_LEAD_X, at.N_LEAD_Y, at.N_ALIVE, at.N_WHOLE]].tolist() == [2000, 2000, 2, 15_000]
