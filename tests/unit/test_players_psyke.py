"""Whom those of a unit attack with psyke one after another, and what players expect of it."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import attacks, fates, minds, plans
from havoksim.battle.kernels import layout as at
from havoksim.battle.record import lines
from havoksim.combat.exact.close_combat import exchange
from havoksim.dice.pool import Die
from havoksim.model.policy import Policy
from havoksim.model.ruleset import havok_2_0
from tests.reference.battle_worlds import WAGON, Table, card, packed
from tests.reference.players_at_table import PLAIN, line, line_up, table_of, told

#: Every hit of a psyke attack wounds, so that one die kills whoever has one wound in one of two cases.
OPEN = {**PLAIN, "psyke_save_on": 0}
MIND = line("mind", psyke_attack=True, firepower=0, close_combat=0)


def mark(name, rating):
    """Somebody of one wound who cannot strike back."""
    return line(name, strength=1, battle_rating=rating, psyke=0, firepower=0, close_combat=0)


def dear_and_cheap(*places, keep=False, seed=1, mind=MIND, rules=OPEN):
    """Minds at these places, a dear mark between two cheaper ones: 20, 18 and 2 BR."""
    table = table_of([(mind, len(places))], [(mark("dear", 20), 1), (mark("left", 18), 1), (mark("right", 2), 1)],
                     rules=rules, keep=keep, seed=seed)  # fmt: skip
    for m, spot in enumerate(places):
        table.put(m, *spot)
    table.put("b:dear:1:1", 2150, 1400)
    table.put("b:left:1:1", 1500, 1200)
    table.put("b:right:1:1", 2800, 1200)
    table.regard(0)
    return table


#: From here the dear mark and the left one are in reach, or the dear and the right one, or the dear one alone.
TO_LEFT, TO_RIGHT, BETWEEN = (2000, 1000), (2300, 1000), (2150, 800)


def planned(table):
    """What the unit's attack is worth by plan, and in which order those think who do."""
    worth, _ = plans.plan_attack(table.w, 0)
    return int(worth), table.line[: table.g[at.G_LINE]].tolist()


@pytest.mark.rule("HVK-PSY-01", "HVK-TURN-06")
def test_who_thinks_turns_to_another_when_his_enemy_is_dead_by_then():
    """Both at the dear one would be worth 15 BR, one at each 19; first at the dear, then as it turns out: 19.5."""
    assert planned(dear_and_cheap(TO_LEFT, TO_LEFT)) == (19_500, [0, 1])
    chosen = {}
    for seed in range(12):
        table = dear_and_cheap(TO_LEFT, TO_LEFT, keep=True, seed=seed)
        attacks.attack_unit(table.w, 0)
        events = [one for one in lines(table.made, table.ev[: table.g[at.G_EVENTS]])
                  if one["event"] in ("psyke", "death")]  # fmt: skip
        assert events[0]["defender"] == "b:dear:1:1"
        dead = events[1]["event"] == "death"
        chosen.setdefault(dead, set()).add(events[1 + dead]["defender"])
    assert chosen == {False: {"b:dear:1:1"}, True: {"b:left:1:1"}}


@pytest.mark.rule("HVK-TURN-06")
def test_who_has_least_choice_thinks_first():
    """The other then takes what is left: 10 + 9 / 2 + 10 / 2. The other way round each could count on his own: 19."""
    for places, order in (([TO_LEFT, BETWEEN], [1, 0]), ([BETWEEN, TO_LEFT], [0, 1])):
        assert planned(dear_and_cheap(*places)) == (19_500, order)


@pytest.mark.rule("HVK-TURN-06")
def test_of_those_with_as_much_choice_he_thinks_first_who_leaves_more_to_the_other():
    """One may turn to the left, the other only to the right, where there is little to win."""
    armed = line("mind", psyke_attack=True, close_combat=0)
    rules = {**OPEN, "bands": [{"open": 6, "cover": 6}]}  # who may fire as well thinks again about the order
    for places, order in (([TO_LEFT, TO_RIGHT], [1, 0]), ([TO_RIGHT, TO_LEFT], [0, 1])):
        assert planned(dear_and_cheap(*places, mind=armed, rules=rules)) == (19_500, order)


def test_the_wounded_think_last():
    """Two of four have one wound left; of those alike he comes first who has the least choice."""
    table = dear_and_cheap(TO_LEFT, TO_LEFT, BETWEEN, BETWEEN)
    table.st[[1, 3], at.LEFT] = 1
    assert planned(table)[1] == [2, 0, 3, 1]


def test_more_thinkers_than_reckon_with_each_other_meet_what_the_first_have_left():
    """Four at the right one of 2 BR alone: he lives to see the last in one of eight cases."""
    table = dear_and_cheap(*[(2900, 800)] * 4)
    table.st[:4, at.KIND] = at.THINKS
    line_up(table, 0, 1, 2, 3)
    fates.forget_plans(table.w, 0, 0)
    assert minds.worth_of_minds(table.w, 0) == 1000 + 500 + 250 + 125
    assert table.fate[table.model("b:right:1:1"), :2].tolist() == [937_500, 62_500]


# ---------------------------------------------------------------------- backward induction

THINKERS, LEFTS = 3, (2, 3, 1)


@cache
def spirits():
    """A table with three minds and three enemies, of whom some strike back hard."""
    theirs = [(card(f"spirit_{i}", strength=strength, psyke=i, battle_rating=9 + 8 * i), 1)
              for i, strength in enumerate(LEFTS)]  # fmt: skip
    mine = [(card("mind", psyke=3, strength=2, battle_rating=14, psyke_attack=True), THINKERS)]
    return Table(packed(mine, theirs, players=(Policy(damage=100), Policy(damage=1))))


@cache
def laws(i):
    """The laws of the wounds on a mind and on an enemy of one attack, from the exact engine."""
    both = exchange(3, i, Die(4, block_on=6), p_wound_a=havok_2_0().p_wound_psyke, p_wound_b=havok_2_0().p_wound_psyke)
    return np.asarray(both.first.p), np.asarray(both.second.p)


def by_recursion(reach, own, states, danger):
    """What the minds win on average, less what they fear, if each chooses for the best when his step comes."""

    @cache
    def best(k, left):
        if k == len(own):
            return 0.0
        values = [best(k + 1, left)]
        for i in reach[k]:
            if left[i] == 0:
                continue
            back, law = laws(i)
            value = -danger * 14 * back[own[k] :].sum()
            for wounds, p in enumerate(law):
                after = tuple(max(n - wounds, 0) if j == i else n for j, n in enumerate(left))
                value += p * (best(k + 1, after) + (0 if after[i] else 9 + 8 * i))
            values.append(value)
        return max(values)

    return sum(p * best(0, left) for left, p in states.items())


@given(st.integers(0, 2**32))
@settings(max_examples=80)
@pytest.mark.rule("HVK-PSY-01", "HVK-PSY-02", "HVK-TURN-06")
def test_each_thinks_as_if_all_after_him_do_their_best(seed):
    """Some fear much and some nothing, some enemies are wounded or may be dead by the unit's fire, or out of reach."""
    random, table = Random(seed), spirits()
    danger = random.choice([0, 60, 100])
    table.policy[0, at.W_DANGER] = danger
    table.clear()
    n = random.randint(1, THINKERS)
    own = [random.randint(1, 2) for _ in range(n)]
    for m in range(n):
        table.put(m, 2000 + 400 * m, 1000, left=own[m])
    for i, strength in enumerate(LEFTS):
        table.put(
            THINKERS + i, random.randint(1500, 3300), random.randint(1200, 1600), left=random.randint(1, strength)
        )
    table.regard(0)
    fates.forget_plans(table.w, 0, 0)
    table.g[at.G_LINE] = 0
    table.queue[1, :n] = range(n)
    fire = []  # what the unit's fire leaves of each: the chance of 0, 1, 2... wounds left
    for t in range(THINKERS, THINKERS + 3):
        left = int(table.st[t, at.LEFT])
        chances = [random.choice([0, 1, 3]) for _ in range(left)] + [4]
        table.st[t, at.LIFE] = 1
        table.fate[t] = 0
        table.fate[t, : left + 1] = [fates.WHOLE * chance // sum(chances) for chance in chances]
        fire.append([chance / sum(chances) for chance in chances])
    states = {left: np.prod([law[k] for law, k in zip(fire, left, strict=True)])
              for left in product(*(range(len(law)) for law in fire))}  # fmt: skip
    reach = [[i for i in range(3) if minds.in_mind(table.w, m, THINKERS + i)] for m in range(n)]
    wanted = by_recursion(reach, own, states, danger / 100)
    assert minds.think_through(table.w, n, 0) == pytest.approx(1000 * wanted, abs=20)  # 0.02 BR of rounding


# ---------------------------------------------------------------------- whom, and whether


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
        (volley,), (psyke,) = told(table, "volley"), told(table, "psyke")
        assert volley["target"] == "b:dear:1"
        chosen.setdefault(volley["wounds"], set()).add(psyke["defender"])
    assert chosen == {0: {"b:dear:1:1"}, 1: {"b:cheap:1:1"}}


@pytest.mark.rule("HVK-PSY-01", "HVK-PSY-02")
def test_a_psyke_attack_that_costs_more_than_it_wins_is_not_made():
    """One die against the strong mind's six; the careless attack, the careful do not."""
    for danger, aims in ((100, -1), (0, 1)):
        table = table_of([(line("mind", psyke_attack=True), 1)], [(line("seer", psyke=6), 1)], danger=danger)
        mind, seer = table.put(0, 2000, 2000, left=1), table.put(1, 2400, 2000, left=1)
        table.regard(0)
        fates.forget_plans(table.w, 0, 0)
        assert (minds.choose_mind(table.w, mind, 0) > 0) == (aims == seer)
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
        found.add(int(minds.choose_mind(table.w, mind, 0)))
    assert len(found) == 1


@pytest.mark.rule("HVK-FIRE-09")
def test_the_eyes_of_a_thinker_open_nobody_to_the_fire_of_another():
    """A wall between two minds: one fires at the whole model of a mark, only the other, who thinks, sees the wounded.

    He thinks at a ghost whom nobody sees: 30 BR in one of two cases. The shot alone can kill nobody.
    """
    armed = line("mind", psyke_attack=True, close_combat=0)
    table = table_of([(armed, 2)], [(line("mark"), 2), (mark("ghost", 30), 1)], rules=OPEN)
    table.lay(("building", [(1950, 900), (2050, 900), (2050, 1600), (1950, 1600)]),
              ("building", [(2700, 1000), (2800, 1000), (2800, 1500), (2700, 1500)]))  # fmt: skip
    table.put(0, 1500, 1000)
    table.put(1, 2500, 1000)
    table.put("b:mark:1:1", 1500, 1800)
    table.put("b:mark:1:2", 2500, 1800, left=1)
    table.put("b:ghost:1:1", 3000, 1200)
    table.regard(0)
    assert planned(table)[0] == 15_000


@pytest.mark.rule("HVK-PSY-02")
@pytest.mark.parametrize("strikes_back", [True, False])
def test_only_who_strikes_back_is_feared(strikes_back):
    """A careful mind leaves a far stronger seer alone, unless the ruleset spares him the answer."""
    rules = {**PLAIN, "psyke_strikes_back": strikes_back}
    table = table_of([(line("mind", psyke_attack=True), 1)], [(line("seer", psyke=6), 1)], danger=100, rules=rules)
    table.put(0, 2000, 2000, left=1)
    table.put(1, 2400, 2000, left=1)
    table.regard(0)
    fates.forget_plans(table.w, 0, 0)
    minds.choose_mind(table.w, 0, 0)
    assert table.st[0, at.AIM] == (-1 if strikes_back else 1)
