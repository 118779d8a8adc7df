"""Ways across the table: never longer than allowed, never through an enemy, straight where nothing is in the way."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels import paths
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import CART, WAGON, Table, card, packed

NAMES = ["a:line:1:2", "b:line:1:1", "b:line:1:2", "b:tank:1:1"]
SPOT = st.tuples(st.integers(8, 28), st.integers(8, 28)).map(lambda p: (60 * p[0], 60 * p[1]))
SPOTS = st.lists(SPOT, min_size=4, max_size=4, unique=True)
WOOD = [(900, 900), (1300, 950), (1200, 1300), (950, 1250)]
RADIUS = {"line": 69, "tank": 150, "flyer": 69}


@pytest.fixture(scope="module")
def table():
    mine = [(card(), 2), (card("tank", vehicle=True), 1), (card("flyer", abilities=["fly_over"]), 1)]
    return Table(packed(mine, [(card(), 2), (card("tank", vehicle=True), 1)]))


def radius(name):
    return RADIUS[name.split(":")[1]]


def stage(table, kind, spots, start, *, friends_block=False):
    """One mover, a friend, three enemies, a wood closed to vehicles; whoever would overlap another is left out."""
    table.clear().lay(("wood", WOOD))
    table.rules[at.R_FRIENDS] = friends_block
    mover = table.put(f"a:{kind}:1:1", *start)
    placed = {f"a:{kind}:1:1": start}
    for name, spot in zip(NAMES, spots, strict=True):
        if all(plain.square(spot, p) >= (radius(name) + radius(other)) ** 2 for other, p in placed.items()):
            table.put(name, *spot)
            placed[name] = spot
    del placed[f"a:{kind}:1:1"]
    return mover, placed


def blocked(kind, placed, a, b, *, friends_block=False):
    """Whether a base carried along a leg overlaps an enemy, a friend that blocks, or terrain forbidden to it."""
    r = RADIUS[kind]
    if any(
        plain.square_to_leg(spot, a, b) < (r + radius(name)) ** 2
        for name, spot in placed.items()
        if name[0] == "b" or friends_block
    ):
        return True
    return kind == "tank" and plain.square_to_polygon(a, b, WOOD) < r * r


def may_stand(kind, placed, spot):
    r = RADIUS[kind]
    free = all(plain.square(spot, p) >= (r + radius(name)) ** 2 for name, p in placed.items())
    return free and not (kind == "tank" and plain.square_to_polygon(spot, spot, WOOD) < r * r)


@given(st.sampled_from(["line", "tank", "flyer"]), SPOTS, SPOT, SPOT, st.integers(0, 2400), st.booleans())
@settings(max_examples=150)
@pytest.mark.rule("HVK-MOVE-01", "HVK-MOVE-02", "HVK-LIST-03")
def test_every_way_is_legal_and_the_straight_one_is_found(table, kind, spots, start, goal, budget, friends_block):
    mover, placed = stage(table, kind, spots, start, friends_block=friends_block)
    moved = bool(paths.try_move(table.w, mover, *goal, budget))
    assert table.spot(mover) == (goal if moved else start)
    direct = plain.length([start, goal])
    if moved and goal != start:
        path = table.path(mover)
        assert (path[0], path[-1]) == (start, goal)
        assert plain.length(path) == table.st[mover, at.LENGTH] <= budget
        assert may_stand(kind, placed, goal)
        legs = pairwise(path)
        assert kind == "flyer" or not any(blocked(kind, placed, p, q, friends_block=friends_block) for p, q in legs)
        dx, dy = path[-1][0] - path[-2][0], path[-1][1] - path[-2][1]
        assert (table.st[mover, at.FACE_X], table.st[mover, at.FACE_Y]) == (dx, dy)
    free = kind == "flyer" or not blocked(kind, placed, start, goal, friends_block=friends_block)
    if free and direct <= budget and may_stand(kind, placed, goal):
        assert moved
        assert goal == start or table.path(mover) == [start, goal]
    if direct > budget or not may_stand(kind, placed, goal):
        assert not moved or goal == start


@given(st.sampled_from(["line", "tank"]), SPOTS, SPOT, SPOT, st.integers(1, 1200))
@pytest.mark.rule("HVK-MOVE-01", "HVK-MOVE-02")
def test_part_of_the_way_is_as_legal_as_the_whole(table, kind, spots, start, goal, budget):
    mover, placed = stage(table, kind, spots, start)
    moved = bool(paths.try_towards(table.w, mover, *goal, budget))
    here = table.spot(mover)
    if not moved:
        assert here == start
    if here != start:
        path = table.path(mover)
        assert plain.length(path) <= budget
        assert may_stand(kind, placed, here)
        assert not any(blocked(kind, placed, p, q) for p, q in pairwise(path))
    direct = plain.length([start, goal])
    whole = min(direct, budget - 1)  # as far as he gets, unless a friend stands there
    if whole > 0 and not blocked(kind, placed, start, goal):
        far = (
            goal if direct <= budget else tuple(a + (b - a) * whole // direct for a, b in zip(start, goal, strict=True))
        )
        assert moved or not may_stand(kind, placed, far)


@pytest.mark.rule("HVK-MOVE-02")
def test_round_an_enemy_in_the_way(table):
    """The detour passes him on one side; with too little left to go there is none."""
    for budget, goes in ((1200, False), (1400, True)):
        mover, placed = stage(table, "line", [(3000, 3000), (2000, 1600), (3300, 3000), (3600, 3000)], (2000, 1000))
        assert bool(paths.try_move(table.w, mover, 2000, 2200, budget)) == goes
        assert (len(table.path(mover)) == 3) == goes
    assert not blocked("line", placed, *table.path(mover)[:2])


@pytest.mark.rule("HVK-MOVE-02")
def test_through_a_friend_or_round_him(table):
    """Friends do not block, unless the ruleset says so: then the way goes round them."""
    for friends_block, points in ((False, 2), (True, 3)):
        spots = [(2000, 1600), (3000, 3000), (3300, 3000), (3600, 3000)]
        mover, _ = stage(table, "line", spots, (2000, 1000), friends_block=friends_block)
        assert paths.try_move(table.w, mover, 2000, 2200, 1400)
        assert len(table.path(mover)) == points


@given(st.integers(-3000, 3000), st.integers(-3000, 3000))
@pytest.mark.rule("HVK-LIST-10")
def test_the_rear_doors(fx, fy):
    """The centre less radius times facing, each coordinate rounded to the nearest hundredth, halves away from zero."""
    table = wagons()
    wagon = table.put("a:wagon:1:1", 2000, 1500)
    table.st[wagon, [at.FACE_X, at.FACE_Y]] = fx, fy
    whole = fx * fx + fy * fy
    wanted = (2000, 1500)
    if whole:
        wanted = (2000 - plain.rounded(150 * fx, whole), 1500 - plain.rounded(150 * fy, whole))
    assert tuple(map(int, paths.door(table.w, wagon))) == wanted
    rider = table.load("a:line:1:1", wagon)
    assert tuple(map(int, paths.start_of(table.w, rider, 100, 100))) == wanted


@given(st.integers(0, 4000), st.integers(0, 3000))
@pytest.mark.rule("HVK-LIST-08")
def test_a_rider_starts_at_the_edge_of_what_he_rides(x, y):
    table = wagons()
    cart = table.put("a:cart:1:1", 2000, 1500)
    rider = table.load("a:line:2:1", cart)
    start = tuple(map(int, paths.start_of(table.w, rider, x, y)))
    assert abs(plain.length([(2000, 1500), start]) - 150) <= 1
    # towards where he wants to go
    assert (start[0] - 2000) * (x - 2000) >= 0
    assert (start[1] - 1500) * (y - 1500) >= 0


_WAGONS = []


def wagons():
    """A wagon with room inside, a cart with room on top, and who may go along."""
    if not _WAGONS:
        mine = [(card("wagon", **WAGON), 1), (card("cart", **CART), 1), (card(), 4), (card(), 1), (card("other"), 2)]
        _WAGONS.append(Table(packed(mine, [(card(), 2)])))
    return _WAGONS[0]


@pytest.mark.rule("HVK-LIST-10", "HVK-LIST-08")
def test_the_own_transport_is_not_in_the_way_of_who_leaves_it():
    table = wagons()
    wagon = table.put("a:wagon:1:1", 2000, 1500)
    table.st[wagon, [at.FACE_X, at.FACE_Y]] = 0, 1
    rider = table.load("a:line:1:2", wagon)
    assert paths.try_move(table.w, rider, 2300, 1300, 600)
    assert table.path(rider)[0] == (2000, 1350)
    assert table.st[rider, at.PLACE] == at.STANDING
    # an enemy that overlaps his base at the doors keeps him in
    rider = table.load("a:line:1:2", wagon)
    table.put("b:line:1:1", 2050, 1250)
    assert not paths.try_move(table.w, rider, 2300, 1300, 600)
    assert table.st[rider, at.PLACE] == at.CARRIED
