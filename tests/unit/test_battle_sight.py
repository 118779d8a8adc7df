"""What terrain does in the kernel: sight, cover, where one may stand, against school geometry and the referee."""

from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels import terrain
from havoksim.referee import geometry as shapes
from havoksim.referee import sight
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import KINDS, Table, card, packed

#: A piece each of: kind, and a circle or corners, on a coarse grid so that lines touch edges often.
SPOT = st.tuples(st.integers(4, 20), st.integers(4, 20)).map(lambda p: (100 * p[0], 100 * p[1]))
ROUND = st.tuples(SPOT, st.sampled_from([100, 200, 300]))
CORNERED = st.lists(SPOT, min_size=3, max_size=6).map(plain.hull).filter(bool).map(lambda corners: (corners,))
PIECES = st.lists(st.tuples(st.sampled_from(KINDS), st.one_of(ROUND, CORNERED)), max_size=4).map(
    lambda found: [(kind, *shape) for kind, shape in found]
)
#: What a kind does: cover, blocks sight, blocks those on foot, blocks vehicles.
DOES = st.lists(st.tuples(*[st.booleans()] * 4), min_size=3, max_size=3)
PLAIN = [(False, True, False, False), (True, False, False, True), (True, True, False, True)]


@pytest.fixture(scope="module")
def table():
    """Two lines of three and a tank a side."""
    units = [(card(), 3), (card("tank", vehicle=True), 1)]
    return Table(packed(units, units))


def shape_of(piece):
    return plain.Disc(*piece[1:]) if len(piece) == 3 else plain.Block(piece[1])


def referees(piece, does):
    shape = shapes.Circle(*piece[1:]) if len(piece) == 3 else shapes.Polygon(tuple(piece[1]))
    kind = SimpleNamespace(**dict(zip(("cover", "blocks_sight"), does[KINDS.index(piece[0])], strict=False)))
    return SimpleNamespace(shape=shape, kind=kind)


def lay(table, pieces, does):
    table.clear().lay(*pieces)
    table.kinds[:] = does


def seen_by_hand(pieces, does, a, b):
    """0 blocked, 1 free, 2 in cover, as the sentences of HVK-TABLE-04 say."""
    seen = 1
    for piece in pieces:
        cover, blocks, _, _ = does[KINDS.index(piece[0])]
        shape = shape_of(piece)
        crossed = shape.crossed(a, b)
        if blocks and crossed and not shape.holds(a) and not shape.holds(b):
            return 0
        if cover and (shape.holds(b) or (crossed and not shape.holds(a))):
            seen = 2
    return seen


HOUSE = ("building", [(800, 800), (1200, 800), (1200, 1200), (800, 1200)])


@given(pieces=PIECES, does=DOES, a=SPOT, b=SPOT)
@settings(max_examples=120)
@example(pieces=[("wood", (1000, 1000), 200)], does=PLAIN, a=(500, 1200), b=(1500, 1200))  # lines that only touch
@example(pieces=[("hill", (1000, 1000), 200)], does=PLAIN, a=(1200, 500), b=(1200, 1500))
@example(pieces=[HOUSE], does=PLAIN, a=(500, 800), b=(1500, 800))
@example(pieces=[HOUSE], does=PLAIN, a=(400, 800), b=(800, 400))
@example(pieces=[("wood", (1000, 1000), 200)], does=PLAIN, a=(1000, 1200), b=(1000, 2000))  # from or to the edge
@example(pieces=[("wood", (1000, 1000), 200)], does=PLAIN, a=(1000, 2000), b=(1000, 1200))
@pytest.mark.rule("HVK-TABLE-04", "HVK-FIRE-01")
def test_looking_from_point_to_point(table, pieces, does, a, b):
    lay(table, pieces, does)
    found = table.look(a, b)
    assert found == seen_by_hand(pieces, does, a, b)
    firer, target = (SimpleNamespace(at=p, carrier=None) for p in (a, b))
    battle = SimpleNamespace(
        terrain=[referees(piece, does) for piece in pieces], numbers=SimpleNamespace(models_block_sight=False)
    )
    assert (found > 0) == sight.sees(battle, firer, target)
    if found:
        assert (found == 2) == sight.covered(battle, firer, target)


@given(PIECES, SPOT, SPOT, st.sampled_from([1, 69, 100, 150]))
@settings(max_examples=80)
@pytest.mark.rule("HVK-TABLE-04", "HVK-MOVE-02")
def test_pieces_and_points_lines_bases(table, pieces, a, b, reach):
    lay(table, pieces, PLAIN)
    for p, piece in enumerate(pieces):
        shape = shape_of(piece)
        assert bool(terrain.stands_in(table.w, p, *a)) == shape.holds(a)
        assert bool(terrain.hits_piece(table.w, p, *a, *b, reach)) == shape.swept(a, b, reach)


@given(PIECES, DOES, SPOT, SPOT, st.booleans())
@pytest.mark.rule("HVK-MOVE-02", "HVK-TABLE-04")
def test_which_piece_stops_whom(table, pieces, does, a, b, vehicle):
    """The first piece that may not be entered, on foot or as a vehicle."""
    lay(table, pieces, does)
    wanted = [
        p for p, piece in enumerate(pieces)
        if does[KINDS.index(piece[0])][3 if vehicle else 2] and shape_of(piece).swept(a, b, 80)
    ]  # fmt: skip
    assert terrain.piece_in_way(table.w, int(vehicle), 80, *a, *b) == min(wanted, default=-1)


@given(PIECES, st.lists(SPOT, min_size=3, max_size=3, unique=True), SPOT, st.integers(0, 1))
@pytest.mark.rule("HVK-MOVE-02", "HVK-TABLE-05")
def test_where_a_model_may_stand(table, pieces, others, spot, vehicle):
    """On the table, on nobody's base, friend or enemy, in nothing forbidden; its own base is not in its way."""
    lay(table, pieces, PLAIN)
    names = ["a:line:1:2", "b:line:1:1", "b:tank:1:1"]
    for name, where in zip(names, others, strict=True):
        table.put(name, *where)
    mover = table.put("a:tank:1:1" if vehicle else "a:line:1:1", 4000, 4000)
    radius = 150 if vehicle else 69
    for x, y in (spot, (radius, spot[1]), (radius - 1, spot[1]), (4800 - radius, 4800 - radius), (4801 - radius, 2500)):
        free = all(
            plain.square((x, y), where) >= (radius + (150 if "tank" in name else 69)) ** 2
            for name, where in zip(names, others, strict=True)
        )
        allowed = not vehicle or not any(shape_of(p).swept((x, y), (x, y), radius) for p in pieces if p[0] != "hill")
        on = radius <= x <= 4800 - radius and radius <= y <= 4800 - radius
        assert bool(terrain.can_stand(table.w, mover, x, y)) == (free and allowed and on)


@given(st.lists(SPOT, min_size=5, max_size=5, unique=True))
@pytest.mark.rule("HVK-FIRE-01")
def test_bases_in_the_line(table, spots):
    """With models_block_sight a third base that the line crosses hides the target, friend or enemy."""
    lay(table, [], PLAIN)
    table.rules[at.R_MODEL_SIGHT] = 1
    names = ["a:line:1:1", "b:line:1:1", "a:line:1:2", "b:line:1:2", "b:tank:1:1"]
    one, other, *_ = [table.put(name, *where) for name, where in zip(names, spots, strict=True)]
    bodies = [plain.Disc(spots[2], 69), plain.Disc(spots[3], 69), plain.Disc(spots[4], 150)]
    table.look_round()
    hidden = any(body.crossed(spots[0], spots[1]) for body in bodies)
    assert int(terrain.sees(table.w, one, other)) == (0 if hidden else 1)
    table.rules[at.R_MODEL_SIGHT] = 0
    assert int(terrain.sees(table.w, one, other)) == 1


@pytest.mark.rule("HVK-TABLE-05", "HVK-CC-01", "HVK-LIST-07")
def test_who_touches_and_who_fights():
    jet = card("jet", abilities=["no_close_combat"], vehicle=True)
    table = Table(packed([(card(), 2), (jet, 1)], [(card(), 2), (jet, 1)]))
    mine = table.put("a:line:1:1", 1000, 1000)
    for gap, touches in ((0, True), (5, True), (6, False)):
        theirs = table.put("b:line:1:1", 1000, 1138 + gap)
        assert bool(terrain.touching(table.st, mine, theirs)) == touches == bool(terrain.fights(table.w, mine, theirs))
    # 3-4-5: the centres are 143 apart exactly, the gap is 5
    for x, touches in ((1000 + 55, True), (1000 + 56, False)):
        theirs = table.put("b:line:1:1", x, 1000 + 132)
        assert bool(terrain.touching(table.st, mine, theirs)) == touches
    aircraft = table.put("b:jet:1:1", 1000, 1219)
    assert terrain.touching(table.st, mine, aircraft)
    assert not terrain.fights(table.w, mine, aircraft)
    assert not terrain.fights(table.w, aircraft, mine)
    theirs = table.put("b:line:1:1", 1000, 862)
    table.st[theirs, at.LEFT] = 0
    assert not terrain.fights(table.w, mine, theirs)


@pytest.mark.rule("HVK-TABLE-06")
def test_who_is_not_on_the_table_is_not_in_contact():
    """Two models off the table stand on the same far spot, and yet do not touch."""
    table = Table(packed([(card(), 2)], [(card(), 2)]))
    for one, other in product(("a:line:1:1", "a:line:1:2"), ("b:line:1:1", "b:line:1:2")):
        assert not terrain.touching(table.st, table.model(one), table.model(other))
