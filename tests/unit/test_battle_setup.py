"""Terrain and deployment as the kernel lays them out: everything where the rules allow it, in every battle."""

from itertools import combinations, pairwise

import pytest

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.loop import prepare
from havoksim.battle.pack import edges_of
from havoksim.battle.play import play_block, record
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import havok_2_0
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import CART, KINDS, WAGON, Table, card, ground, packed

MIXED = [(card("wagon", **WAGON), 1), (card("cart", **CART), 1), (card(), 4), (card(), 3), (card("other"), 1),
         (card("tank", vehicle=True), 1), (card("tank", vehicle=True), 1)]  # fmt: skip


def pieces_of(table):
    """The pieces that lie on the table: number, kind and plain shape."""
    found = []
    for p in range(table.rules[at.R_ON_TABLE]):
        x, y, radius, n = (int(v) for v in table.pieces[p, [at.P_X, at.P_Y, at.P_RADIUS, at.P_CORNERS]])
        if table.pieces[p, at.P_PLACED]:
            corners = [tuple(map(int, corner)) for corner in table.corners[p, :n]]
            shape = plain.Block(corners) if n else plain.Disc((x, y), radius)
            found.append((p, KINDS[table.pieces[p, at.P_KIND]], shape))
    return found


def bounds(shape):
    if isinstance(shape, plain.Disc):
        (x, y), r = shape.middle, shape.radius
        return x - r, x + r, y - r, y + r
    xs, ys = zip(*shape.corners, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def nearer_than(one, other, distance):
    if isinstance(one, plain.Disc):
        return other.swept(one.middle, one.middle, one.radius + distance)
    if isinstance(other, plain.Disc):
        return nearer_than(other, one, distance)
    return any(other.swept(a, b, distance) for a, b in plain.edges(one.corners))


def in_zone(shape, width, depth, deep, edges):
    low_x, high_x, low_y, high_y = bounds(shape)
    within = {0: high_y <= deep, 1: low_y >= depth - deep, 2: high_x <= deep, 3: low_x >= width - deep}
    return any(within[edge] for edge in edges)


GROUNDS = [
    ({}, (4800, 4800), (0, 1), 4),
    ({"deploy_edges": "any"}, (4800, 4800), (0, 1, 2, 3), 4),
    ({"table": [72.0, 48.0], "deploy_edges": "short"}, (7200, 4800), (2, 3), 6),
    ({"table": [48.0, 72.0]}, (4800, 7200), (2, 3), 6),
    ({"terrain_count": 9, "terrain_sizes": [2.0, 6.5]}, (4800, 4800), (0, 1), 9),
    ({"terrain_placement": "policy", "terrain_count": 7}, (4800, 4800), (0, 1), 7),
    ({"table": [36.0, 24.0], "terrain_count": 12, "deploy_depth": 8.0}, (3600, 2400), (0, 1), 12),
]


@pytest.mark.parametrize(("rules", "size", "edges", "count"), GROUNDS, ids=lambda value: str(value)[:40])
@pytest.mark.rule("HVK-TABLE-02", "HVK-TABLE-03", "HVK-TABLE-01")
def test_random_terrain(rules, size, edges, count):
    made = packed([(card(), 1)], [(card(), 1)], terrain="random", **rules)
    least, most = (round(100 * inches) for inches in made.ruleset.terrain_sizes)
    deep = round(100 * made.ruleset.deploy_depth)
    table = Table(made)
    assert made.table == size
    starts, left_out = set(), 0
    for battle in range(0, 12, 2):
        prepare(table.w, battle)
        assert table.rules[at.R_ON_TABLE] == count
        kinds = [int(kind) for kind in table.pieces[:count, at.P_KIND]]
        assert all((after - before) % 3 == 1 for before, after in pairwise(kinds))
        starts.add(kinds[0])
        found = pieces_of(table)
        left_out += count - len(found)
        for _, kind, shape in found:
            low_x, high_x, low_y, high_y = bounds(shape)
            assert 0 <= low_x <= high_x <= size[0]
            assert 0 <= low_y <= high_y <= size[1]
            assert not in_zone(shape, *size, deep, edges)
            if kind == "building":
                assert len(shape.corners) == 4
                for (a, b), (_, c) in zip(*[iter(plain.edges(shape.corners) * 2)] * 2, strict=True):
                    # corners are rounded to the grid, so sides may be off by a hundredth or two, and angles a little
                    assert least - 2 <= plain.whole_root_up(plain.square(a, b)) <= most + 2
                    across = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
                    assert abs(across) <= 2 * (plain.whole_root_up(plain.square(a, b)) + most)
            else:
                assert least // 2 <= shape.radius <= most // 2
        for (_, _, one), (_, _, other) in combinations(found, 2):
            assert not nearer_than(one, other, 300)
        hands = [int(side) for side in table.pieces[:count, at.P_SIDE]]
        assert abs(hands.count(0) - hands.count(1)) == count % 2
    assert len(starts) > 1
    assert (left_out > 0) == (size == (3600, 2400))


@pytest.mark.rule("HVK-TABLE-03")
def test_what_is_left_out_fits_nowhere():
    """At no point of the table, an inch apart: judged by the pieces themselves, not by circles round them."""
    small = {"table": [36.0, 24.0], "terrain_count": 12, "deploy_depth": 8.0}
    table = Table(packed([(card(), 1)], [(card(), 1)], terrain="random", **small))
    prepare(table.w, 0)
    on_table = pieces_of(table)
    out = sorted(set(range(12)) - {p for p, _, _ in on_table})
    assert out
    for p in out:
        r, n = int(table.pieces[p, at.P_RADIUS]), int(table.pieces[p, at.P_CORNERS])
        corners = [tuple(map(int, corner)) for corner in table.corners[p, :n]]
        for x in range(0, 3601, 100):
            for y in range(0, 2401, 100):
                shape = plain.Block([(x + cx, y + cy) for cx, cy in corners]) if n else plain.Disc((x, y), r)
                low_x, high_x, low_y, high_y = bounds(shape)
                on = min(low_x, low_y) >= 0 and high_x <= 3600 and high_y <= 2400
                if on and not in_zone(shape, 3600, 2400, 800, (0, 1)):
                    assert any(nearer_than(other, shape, 300) for _, _, other in on_table), (p, x, y)


@pytest.mark.rule("HVK-TABLE-02")
def test_a_pair_of_battles_has_the_same_terrain_and_no_other_pair_has():
    table = Table(packed([(card(), 1)], [(card(), 1)], terrain="random"))

    def laid(battle):
        prepare(table.w, battle)
        return [(kind, vars(shape)) for _, kind, shape in pieces_of(table)]

    assert laid(4) == laid(5)
    assert laid(4) != laid(6)


@pytest.mark.rule("HVK-TABLE-02")
def test_a_layout_lies_as_it_is_drawn():
    square = ((-300, -200), (300, -200), (300, 200), (-300, 200))
    layout = ground(("wood", (2000, 2200), 350), ("building", (3500, 2300), square))
    table = Table(packed([(card(), 1)], [(card(), 1)], terrain=layout))
    prepare(table.w, 3)
    (_, one, wood), (_, other, house) = pieces_of(table)
    assert (one, wood.middle, wood.radius) == ("wood", (2000, 2200), 350)
    assert (other, house.corners) == ("building", [(3500 + x, 2300 + y) for x, y in square])


@pytest.mark.rule("HVK-TABLE-01", "HVK-DEPLOY-01")
def test_the_edges_from_which_one_may_start():
    """Long edges on an oblong table, south and north on a square one, unless the ruleset says otherwise."""
    rules = {name: havok_2_0().changed(deploy_edges=name) for name in ("long", "short", "any")}
    wanted = {("long", 72, 48): 3, ("long", 48, 72): 12, ("short", 72, 48): 12, ("short", 48, 72): 3,
              ("long", 48, 48): 3, ("short", 48, 48): 3, ("any", 48, 48): 15, ("any", 72, 48): 15}  # fmt: skip
    assert {key: edges_of(rules[key[0]], (100 * key[1], 100 * key[2])) for key in wanted} == wanted


def check_deployed(table, made, size):
    """Everybody is on the table, wholly in his zone, apart from others, in nothing forbidden, each unit together."""
    deep = round(100 * made.ruleset.deploy_depth)
    edge = [int(table.g[at.G_EDGE_A + side]) for side in (0, 1)]
    assert edge[0] == edge[1] ^ 1
    ground_now = pieces_of(table)
    standing = []
    for m, name in enumerate(made.models):
        kind = made.types[table.st[m, at.TYPE]]
        place = table.st[m, at.PLACE]
        assert place in (at.STANDING, at.CARRIED), name
        if place == at.CARRIED:
            continue
        (x, y), r = table.spot(m), int(table.st[m, at.RADIUS])
        assert r <= x <= size[0] - r
        assert r <= y <= size[1] - r
        inward = (y, size[1] - y, x, size[0] - x)[edge[kind.side]]
        assert inward + r <= deep, name
        facing = ((0, 1), (0, -1), (1, 0), (-1, 0))[edge[kind.side]]
        assert (table.st[m, at.FACE_X], table.st[m, at.FACE_Y]) == facing
        does = [getattr(made.ruleset.terrain_kinds, piece) for _, piece, _ in ground_now]
        for (_, _, shape), terrain in zip(ground_now, does, strict=True):
            if terrain.blocks_vehicle if kind.warrior.vehicle else terrain.blocks_foot:
                assert not shape.swept((x, y), (x, y), r)
        standing.append((x, y, r))
    for one, other in combinations(standing, 2):
        assert plain.square(one, other) >= (one[2] + other[2]) ** 2
    if made.ruleset.coherency:
        for _, first, last in table.units[: len(made.units)]:
            bases = [tuple(int(v) for v in table.st[m, [at.AT_X, at.AT_Y, at.AT_R]]) for m in range(first, last)]
            if len(set(bases)) > 1:
                assert plain.worst_gap(bases) <= round(100 * made.ruleset.coherency)


@pytest.mark.parametrize("player", ["tactician", "gunline", "random"])
@pytest.mark.parametrize(
    "rules",
    [{}, {"deploy_edges": "any", "terrain_count": 9}, {"coherency": 0.0, "deploy_depth": 6.0}, {"coherency": 0.1},
     {"table": [24.0, 48.0], "deploy_edges": "short"}],
    ids=str,
)  # fmt: skip
@pytest.mark.rule("HVK-DEPLOY-03", "HVK-FORCE-06", "HVK-DEPLOY-02")
def test_everybody_stands_in_his_zone(player, rules):
    made = packed(MIXED, MIXED, players=(player, player), terrain="random", **rules)
    table = Table(made)
    for battle in range(4):
        prepare(table.w, battle)
        assert table.g[at.G_FAILED] == 0
        check_deployed(table, made, made.table)


@pytest.mark.rule("HVK-DEPLOY-03")
def test_a_crowd_finds_room_in_a_narrow_zone():
    """Forty bases and four tanks fill most of a zone of 18 x 12 inches, and all the same nobody is left out."""
    crowd = [(card(), 40), *[(card("tank", vehicle=True), 1)] * 4]
    made = packed(crowd, [(card(), 1)], table=[18.0, 36.0], deploy_edges="short", points=1000)
    table = Table(made)
    prepare(table.w, 0)
    check_deployed(table, made, made.table)


@pytest.mark.rule("HVK-DEPLOY-03")
def test_terrain_that_leaves_too_little_room_refuses_the_battle():
    """A wood over most of the zone: the tanks cannot stand in it, and the whole block is refused."""
    wood = ground(("wood", (1200, 600), ((-1200, -600), (1200, -600), (1200, 700), (-1200, 700))))
    narrow = {"table": [24.0, 48.0], "deploy_edges": "short"}
    made = packed([(card("tank", vehicle=True), 1)], [(card(), 1)], terrain=wood, **narrow)
    with pytest.raises(InputError, match="too little room"):
        play_block(made, 1, 0, 4)


@pytest.mark.rule("HVK-LIST-08", "HVK-LIST-09", "HVK-DEPLOY-03")
def test_passengers_may_start_in_their_transport():
    """Only in one that is deployed already, never more than it holds, only whom it carries."""
    mine = [(card("wagon", **WAGON, speed=3), 1), (card(), 4), (card(), 3), (card("other"), 1)]
    made = packed(mine, [(card(), 1)])
    lines = record(made, 1, 0)
    deployed = [line["model"] for line in lines if line.get("event") == "deploy"]
    inside = [line["model"] for line in lines if line.get("transport")]
    assert inside == [f"a:line:1:{i}" for i in range(1, 5)]
    assert deployed.index("a:wagon:1:1") < deployed.index("a:line:1:1")
    assert sorted(deployed) == sorted(made.models)
