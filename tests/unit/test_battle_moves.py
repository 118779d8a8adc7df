"""Moves of whole units: together or not at all, into contact, and into transports."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels import moves, terrain
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import CART, WAGON, Table, card, packed

SPOT = st.tuples(st.integers(2, 18), st.integers(2, 18)).map(lambda p: (150 * p[0], 150 * p[1]))
UNIT = [f"a:line:1:{i}" for i in range(1, 5)]
ENEMIES = ["b:line:1:1", "b:line:1:2", "b:line:1:3"]


@pytest.fixture(scope="module")
def table():
    return Table(packed([(card(), 4)], [(card(), 3)]))


def stage(table, mine, theirs=()):
    table.clear()
    for name, spot in zip(UNIT, mine, strict=False):
        table.put(name, *spot)
    for name in UNIT[len(mine) :]:
        table.st[table.model(name), at.LEFT] = 0
    for name, spot in zip(ENEMIES, theirs, strict=False):
        table.put(name, *spot)
    table.look_round()


def spots(table):
    return [table.spot(table.model(name)) for name in UNIT]


@given(st.lists(SPOT, min_size=1, max_size=4, unique=True))
@pytest.mark.rule("HVK-FORCE-06")
def test_the_gap_that_links_a_unit(table, mine):
    """The dead do not count; the chain may run through anybody."""
    stage(table, mine)
    assert moves.spread(table.w, 0) == plain.worst_gap([(*spot, 69) for spot in mine])


@given(SPOT, SPOT)
@pytest.mark.rule("HVK-FORCE-06")
def test_two_models_in_coherency(table, one, other):
    stage(table, [one, other])
    gap = max(plain.whole_root_up(plain.square(one, other)) - 138, 0)
    for coherency in (200, 161, 162, 163, 0):
        table.rules[at.R_COHERENCY] = coherency
        assert bool(moves.near_enough(table.w, 0, 1)) == (coherency == 0 or gap <= coherency)
    table.rules[at.R_COHERENCY] = 200


@given(SPOT, SPOT, st.integers(0, 2500))
@pytest.mark.rule("HVK-TABLE-05", "HVK-MOVE-01")
def test_into_contact(table, start, goal, budget):
    """Between open ground and one enemy: whoever can reach him ends in contact and never on his base."""
    apart = plain.square(start, goal)
    if apart < 138 * 138:
        return
    stage(table, [start], [goal])
    touched = bool(moves.touch_enemy(table.w, 0, table.model("b:line:1:1"), budget))
    after = plain.square(table.spot(0), goal)
    if touched:
        assert 138**2 <= after <= 143**2
        assert apart <= 143**2 or plain.length(table.path(0)) <= budget
    else:
        assert table.spot(0) == start
        assert plain.whole_root_up(apart) - 138 > budget
    if plain.whole_root_up(apart) - 138 <= budget:
        assert touched


LINE = [(1000, 600), (1150, 600), (1300, 600), (1450, 600)]
PLACES = st.lists(SPOT.filter(lambda p: p[1] > 800), min_size=3, max_size=3, unique=True)


@given(PLACES, SPOT, st.sampled_from([-1, 0, 1, 2]), st.sampled_from([200, 0, 50]))
@settings(max_examples=150)
@pytest.mark.rule("HVK-FORCE-06", "HVK-MOVE-01", "HVK-MOVE-02")
def test_a_unit_moves_together_or_not_at_all(table, theirs, anchor, charged, coherency):
    stage(table, LINE, theirs)
    table.rules[at.R_COHERENCY] = coherency
    target = -1 if charged < 0 else table.model(ENEMIES[charged])
    moved = bool(moves.move_unit(table.w, 0, *(anchor if charged < 0 else theirs[charged]), target, 1))
    after = spots(table)
    assert moved == (after != LINE)
    if coherency:
        assert plain.worst_gap([(*spot, 69) for spot in after]) <= coherency
    table.rules[at.R_COHERENCY] = 200
    for m, (before, here) in enumerate(zip(LINE, after, strict=True)):
        if here != before:
            path = table.path(m)
            assert (path[0], path[-1]) == (before, here)
            assert plain.length(path) == table.st[m, at.USED] <= 600
            assert not any(plain.square_to_leg(spot, p, q) < 138**2 for p, q in pairwise(path) for spot in theirs)
        else:
            assert table.st[m, at.USED] == 0
        assert all(plain.square(here, other) >= 138**2 for other in [*theirs, *after[:m], *after[m + 1 :]])


def test_after_a_move_everybody_is_looked_for_where_he_is_now(table):
    """What the kernel noted about the units for one move is not believed afterwards."""
    stage(table, LINE, [(1000, 1500), (3000, 1500), (3000, 3000)])
    assert moves.move_unit(table.w, 0, 1200, 800, -1, 1)
    enemy = table.put(ENEMIES[0], 4000, 4000)
    assert not terrain.can_stand(table.w, 0, 4000, 4000)
    assert terrain.can_stand(table.w, enemy, 1000, 1500)


@pytest.mark.rule("HVK-FORCE-06")
def test_who_cannot_follow_keeps_the_others_back(table):
    """The others have used up their move: their leader may go as far as coherency allows, and no step more."""
    for anchor, goes in (((820, 600), True), ((800, 600), False)):
        stage(table, LINE)
        table.st[[1, 2, 3], at.USED] = 600
        assert bool(moves.move_unit(table.w, 0, *anchor, -1, 1)) == goes
        assert spots(table) == [anchor if goes else LINE[0], *LINE[1:]]


@pytest.mark.rule("HVK-FORCE-06")
def test_a_broken_unit_comes_nearer_or_stays(table):
    """Losses tore it apart: it may close up, and may not drift further apart."""
    far = [(1000, 600), (3400, 600)]
    stage(table, far)
    assert moves.move_unit(table.w, 0, 2200, 600, -1, 1)
    assert plain.worst_gap([(*spot, 69) for spot in spots(table)[:2]]) < 2400 - 138
    stage(table, far)
    moves.move_unit(table.w, 0, 200, 600, -1, 1)
    assert plain.worst_gap([(*spot, 69) for spot in spots(table)[:2]]) <= 2400 - 138


@given(SPOT, st.lists(st.integers(-600, 600), min_size=2, max_size=2))
def test_a_move_that_is_taken_back_leaves_no_trace(table, spot, facing):
    stage(table, [spot])
    table.st[0, [at.FACE_X, at.FACE_Y]] = facing
    moves.remember(table.w, 0)
    before = table.st[0].copy()
    moves.try_towards(table.w, 0, spot[0] + 300, spot[1] + 100, 600)
    assert table.spot(0) != spot
    moves.take_back(table.w, 0)
    for field in (at.X, at.Y, at.AT_X, at.AT_Y, at.PLACE, at.CARRIER, at.FACE_X, at.FACE_Y, at.HIDDEN):
        assert table.st[0, field] == before[field]


@pytest.mark.rule("HVK-MOVE-04")
def test_who_is_in_combat_stays_if_the_rules_lock_him(table):
    for locked in (0, 1):
        stage(table, [LINE[0]], [(1000, 740)])
        table.rules[at.R_LOCK] = locked
        assert bool(moves.locked(table.w, 0)) == bool(locked)
        assert bool(moves.move_unit(table.w, 0, 1400, 400, -1, 1)) != bool(locked)
    stage(table, [LINE[0]], [(1000, 744)])  # 0.06 inch apart
    assert not moves.locked(table.w, 0)
    stage(table, [LINE[0]], [(1000, 740)])
    table.st[table.model("b:line:1:1"), at.LEFT] = 0
    assert not moves.locked(table.w, 0)
    table.rules[at.R_LOCK] = 0


@pytest.mark.rule("HVK-MOVE-01", "HVK-LIST-01", "HVK-LIST-06")
def test_what_a_model_has_left_to_go():
    table = Table(packed([(card(speed=2, abilities=["surge"]), 1), (card("far", speed=5, abilities=["surge"]), 1)],
                         [(card(), 1)], inches_per_speed=6.5))  # fmt: skip
    assert [int(moves.allowance(table.w, m)) for m in (0, 1)] == [1300, 3250]
    table.tstate[:2, 3] = 1
    assert [int(moves.allowance(table.w, m)) for m in (0, 1)] == [2600, 3250]
    table.st[0, at.USED] = 700
    assert moves.allowance(table.w, 0) == 1900


# ---------------------------------------------------------------------- transports


@pytest.fixture(scope="module")
def park():
    mine = [(card("wagon", **WAGON), 1), (card("cart", **CART), 1), (card(speed=3), 4), (card("other", speed=3), 1),
            (card(speed=3), 3)]  # fmt: skip
    return Table(packed(mine, [(card(), 2)]))


@pytest.mark.rule("HVK-LIST-09", "HVK-LIST-10", "HVK-LIST-13")
def test_boarding_at_the_rear_doors(park):
    """Each ends its path with its base at the doors, leaves the table and makes room for the next."""
    park.clear()
    wagon = park.put("a:wagon:1:1", 2000, 2000)
    park.st[wagon, [at.FACE_X, at.FACE_Y]] = 0, 7
    unit = park.unit("a:line:1")
    members = [park.put(f"a:line:1:{i}", 1700 + 140 * i, 1500) for i in range(1, 5)]
    assert moves.board(park.w, unit, wagon)
    for m in members:
        assert park.st[m, at.PLACE] == at.CARRIED
        assert park.st[m, at.CARRIER] == wagon
        assert park.st[m, at.X] == at.OFF
        end = park.path(m)[-1]
        assert 0 <= plain.whole_root_up(plain.square(end, (2000, 1850))) - 69 <= 5
        assert (park.st[m, at.AT_X], park.st[m, at.AT_Y], park.st[m, at.AT_R]) == (2000, 2000, 150)
        assert park.st[m, at.HIDDEN] == 1
    assert moves.riders(park.w, wagon) == 4


@pytest.mark.rule("HVK-LIST-08", "HVK-LIST-09")
def test_who_goes_in_and_who_does_not(park):
    """Six at most, only the types that it carries; on a cart one at most, of any type on foot."""
    park.clear()
    wagon, cart = park.put("a:wagon:1:1", 2000, 2000), park.put("a:cart:1:1", 1000, 2000)
    first, second, other = (park.unit(name) for name in ("a:line:1", "a:line:2", "a:other:1"))
    assert moves.room_in(park.w, first, wagon)
    assert not moves.room_in(park.w, other, wagon)
    assert moves.room_in(park.w, other, cart)
    assert not moves.room_in(park.w, first, cart)
    for i in range(1, 5):
        park.load(f"a:line:1:{i}", wagon)
    assert not moves.room_in(park.w, second, wagon)  # four and three are seven
    park.st[park.model("a:line:1:4"), [at.LEFT, at.PLACE]] = 0, at.DEAD
    assert moves.room_in(park.w, second, wagon)
    park.load("a:other:1:1", cart)
    for m in (park.model("a:line:2:2"), park.model("a:line:2:3")):
        park.st[m, at.LEFT] = 0
    assert not moves.room_in(park.w, second, cart)  # one living model, but the cart is taken


@pytest.mark.rule("HVK-LIST-08")
def test_mounting_a_cart_in_contact(park):
    park.clear()
    cart, rider = park.put("a:cart:1:1", 1000, 2000), park.put("a:other:1:1", 1000, 1400)
    assert moves.board(park.w, park.unit("a:other:1"), cart)
    end = park.path(rider)[-1]
    assert 0 <= plain.whole_root_up(plain.square(end, (1000, 2000))) - 219 <= 5
    assert (park.st[rider, at.AT_R], park.st[rider, at.HIDDEN]) == (150, 0)


@pytest.mark.rule("HVK-LIST-09")
def test_a_unit_that_cannot_board_whole_stays_where_it_was(park):
    park.clear()
    wagon = park.put("a:wagon:1:1", 2000, 2000)
    park.st[wagon, [at.FACE_X, at.FACE_Y]] = 0, 1
    members = [park.put(f"a:line:1:{i}", 1700 + 140 * i, 1500 if i < 4 else 100) for i in range(1, 5)]
    park.st[members[3], at.USED] = 1700  # too little left for the last of them
    before = [park.spot(m) for m in members]
    assert not moves.board(park.w, park.unit("a:line:1"), wagon)
    assert [park.spot(m) for m in members] == before
    assert moves.riders(park.w, wagon) == 0


@pytest.mark.rule("HVK-LIST-09", "HVK-LIST-08")
def test_passengers_go_with_their_transport(park):
    park.clear()
    wagon = park.put("a:wagon:1:1", 2000, 2000)
    passenger = park.load("a:line:1:1", wagon)
    park.look_round()
    assert moves.move_unit(park.w, park.unit("a:wagon:1"), 2000, 2600, -1, 1)
    assert (park.st[passenger, at.AT_X], park.st[passenger, at.AT_Y]) == park.spot(wagon) != (2000, 2000)
    assert park.st[passenger, at.USED] == 0
