"""What players expect and fear, on tables set by hand: without extra dice and armour every chance is a half.

Warriors have strength 2 and are worth 10 BR, so that a wound is worth 5; a die that needs 4 hits once in two times.
"""

import pytest

from havoksim.battle.kernels import allocation, attacks, fates, gains, judging, orders, plans
from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.eyes import sketch
from havoksim.battle.kernels.loop import begin_unit
from havoksim.battle.record import lines
from havoksim.model.policy import Policy
from tests.reference.battle_worlds import WAGON, Table, card, packed

PLAIN = {"exploding": False, "block_on": "none"}


def line(name="line", **changes):
    """A warrior whom every hit wounds."""
    return card(name, **{"armour": 0, **changes})


def table_of(a, b, *, keep=False, seed=1, turn=1, rules=PLAIN, **weights):
    """A table at a turn; the player of side a has these weights beside a damage of 100."""
    me = Policy(**{"damage": 100, **weights})
    table = Table(packed(a, b, players=(me, Policy(damage=1)), **rules), keep=keep, seed=seed)
    table.g[at.G_TURN] = turn
    return table


def fought(table):
    """Who has been fought hand to hand, in order."""
    told = lines(table.made, table.ev[: table.g[at.G_EVENTS]])
    return [one["defender"] for one in told if one["event"] == "combat"]


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
    return int(gains.harm(table.w, 1, 4, dice, table.policy[0]))


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
    assert gains.harm(table.w, 1, 4, 3, table.policy[0]) == 5000


# ---------------------------------------------------------------------- what blows are worth


def close(mine, theirs, **weights):
    """A fist of 2 dice against one of 1, both in contact; `mine`, `theirs`: strength left."""
    table = table_of([(line("fist", close_combat=2), 1)], [(line("mark"), 1)], **weights)
    table.put(0, 2000, 2000, left=mine)
    table.put(1, 2140, 2000, left=theirs)
    table.regard(0)
    return table


def worth(table, m, t, *, by="bold"):
    """What one attack of a model is worth: now, and with what it opens to those after it."""
    unit, tables = int(table.st[m, at.UNIT]), (getattr(table, by), getattr(table, f"{by}_kills"))
    fates.attack_worth(table.w, *tables, unit, m, t, by == "mind", table.policy[0])
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
        assert plans.worth_of_fights(table.w, 0, 0, table.policy[0]) == both


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
    return table


def test_two_who_fight_one_kill_him_once():
    """The second meets what the first has left: of one wound in 3 of 12, of two wounds one in two of four cases."""
    for left, wanted, fate in ((1, [7500, 1875], 62_500), (2, [2500, 4375], 312_500)):
        table = two_fists(left)
        assert [int(plans.worth_of_fights(table.w, 0, m, table.policy[0])) for m in (0, 1)] == wanted
        assert table.fate[2, 1:].sum() == fate  # that he lives
        assert table.fate[2].sum() == fates.WHOLE


def test_who_wounds_for_the_next_one_takes_a_risk_for_it():
    """Alone he would win 2.5 BR for 4; that the other then finds one wound in two of four cases is worth 1.875 more."""
    assert worth(two_fists(2, mine=1, danger=80), 0, 2) == [-1500, 375]
    assert worth(two_fists(2, mine=1, danger=80, fists=1), 0, 2) == [0, 0]


def test_what_fire_leaves_of_each():
    """Three dice at two marks of two wounds: the nearer in the list falls first."""
    table = table_of([(line(firepower=3), 1)], [(line("mark"), 2)])
    table.put(0, 2000, 1000)
    table.put(1, 2000, 1700)
    table.put(2, 2150, 1700)
    table.aim(0)
    table.plan[1, [at.N_MEAN, at.N_FACE]] = 1500, 4
    fates.forget_plans(table.w, 0, 0)
    assert fates.fate_of(table.w, 1)[:3].tolist() == [500_000, 375_000, 125_000]
    assert fates.fate_of(table.w, 2)[:3].tolist() == [0, 125_000, 875_000]
    fates.cease_fire(table.w)
    fates.forget_plans(table.w, 0, 0)
    assert fates.fate_of(table.w, 1)[:3].tolist() == [0, 0, fates.WHOLE]


@pytest.mark.rule("HVK-PSY-01", "HVK-TURN-06")
def test_who_thinks_chooses_when_his_step_comes():
    """One fires at the dear mark and needs a six, the other means to think at the cheap one and looks again."""
    chosen = {}
    for seed in range(16):
        table = table_of([(line("mind", psyke_attack=True), 2)],
                         [(line("dear", strength=1, battle_rating=10, psyke=0), 1),
                          (line("cheap", strength=1, battle_rating=9, psyke=0), 1)],
                         rules={**PLAIN, "bands": [{"open": 6, "cover": 6}]}, keep=True, seed=seed)  # fmt: skip
        table.put(0, 2000, 800)
        table.put(1, 2000, 950)
        table.put("b:dear:1:1", 2000, 1600)
        table.put("b:cheap:1:1", 2150, 1600)
        table.regard(0)
        attacks.attack_unit(table.w, 0)
        told = list(lines(table.made, table.ev[: table.g[at.G_EVENTS]]))
        (volley,) = [one for one in told if one["event"] == "volley"]
        (psyke,) = [one for one in told if one["event"] == "psyke"]
        assert volley["target"] == "b:dear:1"
        chosen.setdefault(volley["wounds"], set()).add(psyke["defender"])
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
        assert fought(table) == whom


@pytest.mark.rule("HVK-PSY-01", "HVK-PSY-02")
def test_a_psyke_attack_that_costs_more_than_it_wins_is_not_made():
    """One die against the strong mind's six; the careless attack, the careful do not."""
    for danger, aims in ((100, -1), (0, 1)):
        table = table_of([(line("mind", psyke_attack=True), 1)], [(line("seer", psyke=6), 1)], danger=danger)
        mind, seer = table.put(0, 2000, 2000, left=1), table.put(1, 2400, 2000, left=1)
        table.regard(0)
        fates.forget_plans(table.w, 0, 0)
        assert (plans.choose_mind(table.w, 0, mind, 0) > 0) == (aims == seer)
        assert table.st[mind, at.AIM] == aims


def test_the_wounded_inside_a_transport_are_seen_as_they_are():
    """Psyke reaches those whom nobody can measure to: what they count hangs on them alone, not on an earlier look."""
    found = set()
    for before in (0, 1):
        table = table_of([(line("mind", psyke_attack=True, psyke=2), 1)], [(line("wagon", **WAGON), 1), (line(), 1)],
                         finish=400)  # fmt: skip
        mind, wagon = table.put(0, 2000, 2000), table.put("b:wagon:1:1", 2300, 2000)
        table.plan[:, at.N_HURT] = before
        table.load("b:line:1:1", wagon)
        table.regard(0)
        fates.forget_plans(table.w, 0, 0)
        found.add(int(plans.choose_mind(table.w, 0, mind, 0)))
    assert len(found) == 1


# ---------------------------------------------------------------------- sharing the fire


def dealt(needs, marks, *, power=1, rules=PLAIN, **weights):
    """Dice of each gun at each mark; `needs`: by gun the face it needs, 0 for out of sight; marks: (strength, BR)."""
    guns = [(line("gun", firepower=power), len(needs))]
    theirs = [(line(f"mark_{i}", strength=s, battle_rating=br), 1) for i, (s, br) in enumerate(marks)]
    table = table_of(guns, theirs, rules=rules, **weights)
    for m in range(len(needs)):
        table.put(m, 1000 + 150 * m, 1000)
    for i in range(len(marks)):
        table.put(len(needs) + i, 1000 + 300 * i, 1500)
    table.regard(0)
    for m, faces in enumerate(needs):
        table.st[m, at.KIND] = at.FIRES
        for e, face in enumerate(faces, 1):
            table.shots[m, e, :2] = 0, face
    worth = int(allocation.allocate(table.w, 0, 0, len(needs)))
    n = int(allocation.order_targets(table.w, 0, len(needs)))
    shots = [[int(table.shots[m, e, 0]) for e in range(1, len(marks) + 1)] for m in range(len(needs))]
    return worth, shots, [int(table.plan[p, at.N_TARGET]) for p in range(n)]


@pytest.mark.rule("HVK-FIRE-07", "HVK-FIRE-10")
def test_dice_go_where_they_add_most():
    """Three guns at marks of one wound, worth 6 and 8: two at the dearer. More is expected of two at the cheap one."""
    assert dealt([[4, 4]] * 3, [(1, 6), (1, 8)]) == (3000 + 6000, [[0, 1], [1, 0], [0, 1]], [2, 1])
    assert dealt([[4, 4], [4, 0], [4, 0]], [(1, 6), (1, 8)]) == (4500 + 4000, [[0, 1], [1, 0], [1, 0]], [1, 2])


@pytest.mark.rule("HVK-FIRE-07")
def test_one_die_alone_does_nothing_but_all_together_do():
    """A mark of two wounds worth 10 and one of one wound worth 1: die by die the cheap one looks better."""
    assert dealt([[4, 4]] * 2, [(2, 10), (1, 1)]) == (2500, [[1, 0], [1, 0]], [1])
    assert dealt([[4, 4]] * 2, [(2, 10), (1, 4)]) == (3000, [[0, 1], [0, 1]], [2])


@pytest.mark.rule("HVK-FIRE-07")
def test_who_aims_first_aims_again_when_he_knows_what_the_others_do():
    """The first gun alone sees the cheap mark too; with the next two it adds more at the strong one. One is apart."""
    needs = [[4, 4, 0], [4, 0, 0], [4, 0, 0], [0, 0, 4]]
    worth, shots, _ = dealt(needs, [(2, 10), (1, 3), (1, 6)])
    assert shots == [[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 1]]
    assert worth == 5000 + 3000


@pytest.mark.rule("HVK-FIRE-07")
def test_who_may_not_split_his_fire_takes_the_best_target():
    assert dealt([[4, 4]] * 2, [(1, 8), (1, 6)], forbid=["split_fire"]) == (6000, [[1, 0], [1, 0]], [1])
    assert dealt([[4, 4]] * 2, [(1, 8), (1, 6)])[1] == [[1, 0], [0, 1]]


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


def test_the_nearest_enemy_is_in_mind_however_little_he_matters():
    most = at.MOST_SHORT
    guns = [(line(f"gun_{i}", firepower=9), 1) for i in range(most + 1)]
    table = table_of([(line(), 1)], [*guns, (line("sheep", firepower=0, close_combat=0, battle_rating=1), 1)])
    table.put(0, 2000, 1000)
    for i in range(most + 1):
        table.put(f"b:gun_{i}:1:1", 1400 + 200 * i, 2000)
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
