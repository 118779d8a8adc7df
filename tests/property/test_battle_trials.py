"""Players who try places on the table: the trial leaves no trace, and shows what no glance shows."""

import math
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import judging, moves, plans
from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.terrain import can_stand, settle
from havoksim.battle.policy import numbers
from havoksim.model.policy import WEIGHTS, Policy
from tests.reference.battle_worlds import CART, KINDS, WAGON, Table, card, packed

#: What a unit's plan is written down in, and what a move remembers to be taken back by: nobody reads it afterwards.
SCRATCH = [at.KIND, at.AIM, at.LIFE, at.BEST_KIND, at.MAY, at.FOUGHT, at.RANK, at.TRIED, at.POINTS, at.LENGTH, at.INTO,
           at.START_X, at.START_Y, at.OLD_PLACE, at.OLD_CARRIER, at.OLD_FACE]  # fmt: skip
OF_THE_EYE = [at.G_SHORT, at.G_CLOSE, at.G_MINDFUL, at.G_CAREFUL, at.G_MORE, at.G_TORN, at.G_DAMAGE, at.G_PLANNED,
              at.G_TARGETS, at.G_LINE, at.G_FORCED, at.G_WENT]  # fmt: skip
KEPT = [at.N_MID_X, at.N_MID_Y, at.N_MID_R, at.N_LEAD_X, at.N_LEAD_Y, at.N_ALIVE, at.N_WHOLE, at.N_PRICE, at.N_SUM,
        at.N_PERIL, at.N_PROMISE]  # fmt: skip
WHOLE = ["rules", "types", "units", "policy", "keys", "pieces", "corners", "tstate", "dealt", "met", "pairs", "lost",
         "kills", "ev", "fixed"]  # fmt: skip

JET = card("jet", speed=5, firepower=3, vehicle=True, abilities=["fly_over", "split_move", "no_close_combat"])
MINE = [
    (card("wagon", **WAGON, speed=3, firepower=2), 1), (card("cart", **CART, speed=3), 1), (card(firepower=2), 4),
    (card("scout", speed=2), 1), (JET, 1), (card("mind", psyke=4, psyke_attack=True), 2),
    (card("fist", close_combat=3, speed=2), 3), (card("bird", abilities=["fly_over", "explodes"], speed=4), 2),
]  # fmt: skip
THEIRS = [(card("gun", firepower=3), 3), (card("wagon", **WAGON), 1), (card(), 3), (JET, 1),
          (card("giant", close_combat=4, strength=5, vehicle=True, base_radius=1.5), 1)]  # fmt: skip


@pytest.fixture(scope="module")
def table():
    return Table(packed(MINE, THEIRS), keep=True)


def scatter(table, seed):
    """Put everybody somewhere: units together, some aboard, some hurt, some dead, some in contact with an enemy."""
    rng = Random(seed)
    table.clear()
    table.g[:] = 0
    table.g[at.G_TURN], table.g[at.G_FOLLOWED], table.rules[at.R_KEEP] = rng.randint(1, 4), rng.randint(0, 1), 1
    table.g[at.G_WIDEST] = 300
    table.rules[at.R_LOCK], table.rules[at.R_FRIENDS] = rng.random() < 0.2, rng.random() < 0.2
    table.lay(
        *[
            (rng.choice(KINDS), (rng.randint(500, 3500), rng.randint(500, 3500)), rng.randint(150, 400))
            for _ in range(rng.randint(0, 5))
        ]
    )
    aboard = {name: carrier for name, carrier in
              (("a:line:1", "a:wagon:1:1"), ("a:scout:1", "a:cart:1:1"), ("b:line:1", "b:wagon:1:1"))
              if rng.random() < 0.5}  # fmt: skip
    placed = []
    for unit, (_, first, last) in enumerate(table.units[: len(table.made.units)].tolist()):
        carrier = aboard.get(table.made.units[unit])
        x, y = rng.randint(300, 3700), rng.randint(300, 3700)
        for m in range(first, last):
            strength = int(table.types[table.st[m, at.TYPE], at.T_STRENGTH])
            table.st[m, at.LEFT] = rng.choice([strength, strength, rng.randint(1, strength)])
            table.st[m, at.USED] = rng.choice([0, 0, 0, 200])
            table.st[m, [at.FACE_X, at.FACE_Y]] = rng.randint(-900, 900), rng.randint(-900, 900)
            if carrier is not None and table.st[table.model(carrier), at.LEFT] > 0:
                table.load(m, carrier)
            elif rng.random() < 0.1 or not find_room(table, m, x, y, placed, rng):
                table.st[m, [at.LEFT, at.PLACE, at.X, at.Y]] = 0, at.DEAD, at.OFF, at.OFF
                settle(table.w, m)
            else:
                placed.append(m)
    for kind, (first, last) in enumerate(table.types[: len(table.made.types), [at.T_FIRST_MODEL, at.T_LAST_MODEL]]):
        living = int((table.st[first:last, at.LEFT] > 0).sum())
        table.tstate[kind] = rng.randint(0, 1), living, 1, 0
        table.g[at.G_ALIVE_A + table.types[kind, at.T_SIDE]] += living
        table.g[at.G_WORTH_A + table.types[kind, at.T_SIDE]] += 10 * (last - first)
    table.g[[at.G_LOST_A, at.G_LOST_B]] = rng.randint(0, 60), rng.randint(0, 60)
    for side in (0, 1):
        weights = {name: rng.choice([0, 20, 100, 400]) for name in WEIGHTS}
        table.policy[side] = numbers(Policy(**{**weights, "damage": 100}, reach=rng.choice([0.0, 12.0]), tries=16))
        table.weigh(side)
    return rng


def find_room(table, m, x, y, placed, rng):
    """Put a model near a point, or beside an enemy; say whether there is room for it."""
    radius, side = int(table.st[m, at.RADIUS]), int(table.types[table.st[m, at.TYPE], at.T_SIDE])
    enemies = [t for t in placed if table.types[table.st[t, at.TYPE], at.T_SIDE] != side]
    for attempt in range(30):
        spot = x + rng.randint(-350, 350), y + rng.randint(-350, 350)
        if enemies and attempt < 10 and rng.random() < 0.3:
            other, turn = rng.choice(enemies), rng.random() * math.tau
            reach = radius + int(table.st[other, at.RADIUS]) + 3
            spot = (table.spot(other)[0] + round(reach * math.cos(turn)),
                    table.spot(other)[1] + round(reach * math.sin(turn)))  # fmt: skip
        if can_stand(table.w, m, *spot):
            table.put(m, *spot)
            return True
    return False


def trace(table):
    """Everything that lasts: all but what players note for themselves while they choose."""
    found = {name: getattr(table, name).copy() for name in WHOLE}
    found["st"] = np.delete(table.st[: len(table.made.models)], SCRATCH, axis=1)
    found["g"] = np.delete(table.g, OF_THE_EYE)
    found["plan"] = table.plan[: len(table.made.units)][:, KEPT].copy()
    return found


def changed(before, after):
    return [name for name in before if not np.array_equal(before[name], after[name])]


SEEDS = st.integers(0, 2**32)


@given(SEEDS)
@settings(max_examples=60)
def test_a_trial_leaves_no_trace(table, seed):
    """Transports with riders, flyers, warriors in combat, broken units: after every choice all is as before."""
    scatter(table, seed)
    for unit in range(table.unit("a:bird:1") + 1):
        table.weigh(0)
        before = trace(table)
        judging.choose_place(table.w, unit, True)
        assert changed(before, trace(table)) == [], table.made.units[unit]


@given(SEEDS)
@settings(max_examples=30)
def test_who_has_tried_moves_as_if_he_had_not(table, seed):
    """Three tables alike: at two all places are tried before the move, at the last nobody tries.

    At the first the move is made as it was tried, if the place was tried last.
    """
    for unit in Random(seed).sample(range(table.unit("a:bird:1") + 1), 2):
        ends = []
        for tries, as_tried in ((16, True), (16, False), (0, False)):
            scatter(table, seed)
            table.policy[0, at.W_TRIES] = tries
            table.weigh(0)
            best = judging.choose_place(table.w, unit, True)
            if tries:
                chosen = best
                there = table.choices[max(best, 0), :3].tolist()
            if chosen > 0:
                assert table.choices[chosen, :3].tolist() == there
                if as_tried and table.g[at.G_PLANNED] == unit + 1:
                    moves.move_again(table.w, unit, 1)
                else:
                    moves.move_unit(table.w, unit, *there, 1)
            ends.append(trace(table))
        assert changed(ends[0], ends[1]) == []
        assert changed(ends[1], ends[2]) == ["policy"]  # the one in which they differ


def test_positions_are_as_various_as_the_property_claims(table):
    """Else the two above could not fail: many trials move, some of riders, transports, flyers and those in combat."""
    seen = {"moved": 0, "as tried": 0, "aboard": 0, "carriers": 0, "flyers": 0, "in contact": 0, "together": 0}
    for seed in range(25):
        scatter(table, seed)
        for unit in range(table.unit("a:bird:1") + 1):
            table.weigh(0)
            chosen = judging.choose_place(table.w, unit, True)
            if chosen < 0:
                continue
            seen["as tried"] += chosen > 0 and table.g[at.G_PLANNED] == unit + 1
            kind, first, last = (int(v) for v in table.units[unit])
            best = int(table.choices[:16, 3].argmax())
            where = [table.spot(m) for m in range(first, last)]
            aboard = table.st[first, at.PLACE] == at.CARRIED
            touched = judging.in_contact(table.w, unit)
            if not moves.move_unit(table.w, unit, *table.choices[best, :3].tolist(), 1):
                continue
            seen["moved"] += 1
            seen["aboard"] += aboard
            seen["carriers"] += table.types[kind, at.T_CAPACITY] > 0
            seen["flyers"] += table.types[kind, at.T_FLIES]
            seen["in contact"] += touched > 0
            seen["together"] += (
                sum(table.spot(m) != spot for m, spot in zip(range(first, last), where, strict=True)) > 1
            )
    assert all(count > 3 for count in seen.values()), seen


@given(st.floats(0, math.tau), st.integers(1210, 1780))
@pytest.mark.rule("HVK-FIRE-04")
def test_who_goes_into_range_gets_there(turn, gap):
    """A gun with up to six inches to go to 12 inches of a mark: wherever that lies, it needs a 4 where it stops."""
    gun, mark = card("gun", close_combat=0), card("mark", armour=0, close_combat=0, strength=1)
    there = 2400 + round((gap + 138) * math.cos(turn)), 2400 + round((gap + 138) * math.sin(turn))
    table = stand([(gun, 1)], [(mark, 1)], [(2400, 2400), there], close=1, reach=24.0)
    best = judging.choose_place(table.w, 0, True)
    moves.move_unit(table.w, 0, *table.choices[best, :3].tolist(), 1)
    plans.plan_attack(table.w, 0)
    assert table.shots[0, 1, 1] == 4
    assert table.shots[0, 1, 2] > 1190  # and no farther than he must


# ---------------------------------------------------------------------- what a trial shows

PLAIN = {"exploding": False, "block_on": "none"}


def stand(mine, theirs, places, *, pieces=(), rules=PLAIN, **weights):
    """A table with everybody in his place, and the player of side a with these weights, at his first unit."""
    made = packed(mine, theirs, players=(Policy(**{"damage": 100, **weights}), Policy(damage=1)), **rules)
    table = Table(made)
    table.g[[at.G_TURN, at.G_FOLLOWED]] = 1
    table.lay(*pieces)
    for m, spot in enumerate(places):
        table.put(m, *spot)
    table.weigh(0)
    return table


def tried(table):
    """How many candidates have been tried."""
    return int(table.choices[:, 4].sum())


TANK = card("tank", vehicle=True, base_radius=1.5, close_combat=4, firepower=1, strength=6)
WALL = ("building", [(800, 1250), (3200, 1250), (3200, 1330), (800, 1330)])


def before_a_wall(*, wall=True, imp=False, **weights):
    """A tank that would charge a mark four inches away, behind a wall that it cannot pass; an imp is in its range."""
    theirs = [(card("mark", armour=0, close_combat=0), 1)]
    places = [(2000, 1000), (2000, 1600)]
    if imp:
        theirs.append((card("imp", armour=0, close_combat=0, strength=1), 1))
        places.append((2000, 100))
    return stand([(TANK, 1)], theirs, places, pieces=[WALL] if wall else [], **weights)


def test_who_tries_does_not_charge_into_a_wall():
    cases = ((True, 0, True), (True, 3, False), (False, 0, True), (False, 3, True))
    for (wall, tries, charges), charge in product(cases, (0, 200)):
        table = before_a_wall(wall=wall, tries=tries, charge=charge, close=10)
        best = judging.choose_place(table.w, 0, True)
        assert (table.choices[best, 2] >= 0) == charges, (wall, tries)


def test_a_charge_that_does_not_get_there_is_no_charge():
    """It earns nothing for having been one; the tank fires at the imp."""
    worth = {}
    for wall in (True, False):
        for charge in (0, 1000):
            table = before_a_wall(wall=wall, imp=True, charge=charge)
            judging.choose_place(table.w, 0, True)
            nearest = table.regard(0)
            (number,) = np.flatnonzero(table.choices[:8, 2] == 1)
            worth[wall, charge] = int(judging.try_place(table.w, 0, 0, nearest, number, 1))
    assert worth[True, 0] == worth[True, 1000] == 100 * 5000  # what it fires instead
    damage = worth[False, 0] // 100
    assert worth[False, 1000] == 100 * damage + 1000 * (damage // 2)


def test_nobody_tries_on_once_he_has_what_the_next_place_promises():
    """A gun that finds at once what it was promised tries one place of three; one that is disappointed tries more."""
    gun, mark = card("gun", close_combat=0), card("mark", armour=0, close_combat=0)
    for tries, wanted in ((0, 0), (1, 0), (3, 1)):
        table = stand([(gun, 1)], [(mark, 1)], [(2000, 1000), (2000, 2600)], tries=tries, wear=100)
        best = judging.choose_place(table.w, 0, True)
        assert tried(table) == wanted
        assert table.choices[best, 3] > 0
    table = before_a_wall(tries=2, close=10)
    judging.choose_place(table.w, 0, True)
    assert tried(table) == 2


def test_nobody_tries_what_he_would_do_in_any_case():
    """Who wants nothing more than to get near goes there, whatever he may hit from there."""
    gun, mark = card("gun", close_combat=0), card("mark", armour=0, close_combat=0, strength=1)
    for advance, wanted in ((1000, 0), (0, 1)):
        table = stand([(gun, 1)], [(mark, 1)], [(2000, 1000), (2000, 2600)], tries=3, advance=advance)
        best = judging.choose_place(table.w, 0, True)
        assert tried(table) == wanted
        assert table.choices[best, 3] > 0


def test_who_has_tries_for_all_places_tries_all():
    gun, mark = card("gun", close_combat=0), card("mark", armour=0, close_combat=0)
    table = stand([(gun, 1)], [(mark, 1)], [(2000, 1000), (2000, 2600)], tries=16)
    table.choices[:, 3] = -1
    judging.choose_place(table.w, 0, True)
    listed = int((table.choices[:, 3] >= 0).sum())
    assert 3 < listed == tried(table)


def test_of_places_worth_the_same_the_first_listed_is_taken():
    """Nothing can be won, lost or feared anywhere: he stands."""
    idle = card("idle", firepower=0, close_combat=0)
    for tries in (0, 16):
        table = stand([(idle, 1)], [(idle, 1)], [(2000, 1000), (2000, 2600)], tries=tries)
        assert judging.choose_place(table.w, 0, True) == 0
        assert (tried(table) > 3) == (tries == 16)


@pytest.mark.rule("HVK-FIRE-04")
def test_a_trial_counts_who_is_in_range_and_not_only_the_first():
    """Two guns in a column, 13.6 and 15.1 inches away: at a glance it is enough that the first stops at 12 inches."""
    gun, mark = card("gun", close_combat=0), card("mark", armour=0, close_combat=0, strength=1)
    for tries, faces in ((0, [4, 5]), (16, [4, 4])):
        table = stand([(gun, 2)], [(mark, 2)], [(2000, 1000), (2000, 850), (2000, 2500), (2150, 2500)], tries=tries)
        best = judging.choose_place(table.w, 0, True)
        assert moves.move_unit(table.w, 0, *table.choices[best, :3].tolist(), 1)
        plans.plan_attack(table.w, 0)
        assert table.shots[:2, 1, 1].tolist() == faces
