"""Attacks as the kernel carries them out, on tables set by hand: who may be hit, who suffers, what explodes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import attacks, blows, fire, minds, wounds
from havoksim.battle.kernels import layout as at
from havoksim.battle.record import lines
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import havok_2_0
from tests.reference import plain_geometry as plain
from tests.reference.battle_worlds import CART, WAGON, Table, card, packed


def told(table, event):
    """The lines of one event since the world was reset."""
    return [line for line in lines(table.made, table.ev[: table.g[at.G_EVENTS]]) if line["event"] == event]


# ---------------------------------------------------------------------- fire


BANDS = [{"to": 3.5, "open": 2, "cover": 6}, {"to": 24.0, "open": 4, "cover": 4}]


@pytest.mark.parametrize(
    "rules", [{}, {"max_range": 20.0}, {"close_range_ignores_cover": True}, {"bands": BANDS}], ids=str
)
@pytest.mark.rule("HVK-FIRE-04", "HVK-FIRE-06")
def test_the_face_that_hits(rules):
    """Each edge belongs to the nearer band; beyond the farthest range nothing hits."""
    table = Table(packed([(card(), 1)], [(card(), 1)], **rules))
    ruleset = havok_2_0().changed(**rules) if rules else havok_2_0()
    for distance in (0, 1, 349, 350, 351, 599, 600, 601, 1200, 1201, 1999, 2000, 2001, 2400, 2401, 6000):
        for cover in (False, True):
            wanted = ruleset.needs(distance / 100, cover=cover) or 0
            assert fire.face_needed(table.w, distance, int(cover)) == wanted, (distance, cover)


SPOTS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 20)), min_size=7, max_size=7, unique=True).map(
    lambda found: [(1000 + 100 * x, 1000 + 100 * y) for x, y in found]
)
WOOD, HILL = ((2500, 1900), 400), ((1700, 2200), 300)


@pytest.fixture(scope="module")
def field():
    return Table(packed([(card(), 3)], [(card(), 3), (card("jet", abilities=["no_close_combat"], vehicle=True), 1)]))


def seen_by_hand(a, b):
    """0 blocked by the hill, 1 free, 2 in the cover of the wood."""
    hill, wood = plain.Disc(*HILL), plain.Disc(*WOOD)
    if hill.crossed(a, b) and not hill.holds(a) and not hill.holds(b):
        return 0
    return 2 if wood.holds(b) or (wood.crossed(a, b) and not wood.holds(a)) else 1


@given(SPOTS, st.sampled_from(["model", "unit", "allowed"]), st.booleans(), st.sampled_from([1500, 1 << 40]))
@settings(max_examples=150)
@pytest.mark.rule("HVK-FIRE-02", "HVK-FIRE-08", "HVK-FIRE-09")
def test_whom_a_warrior_may_hit(field, spots, into_contact, nearest, reach):
    """Seen, in range, not in contact with the firer's side; distance and cover look at those alone."""
    field.clear().lay(("wood", *WOOD), ("hill", *HILL))
    field.rules[at.R_CONTACT] = ("model", "unit", "allowed").index(into_contact)
    field.rules[at.R_COVER_NEAREST], field.rules[at.R_MAX_RANGE] = nearest, reach
    for m, spot in enumerate(spots):
        field.put(m, *spot)
    mine, theirs, jet = spots[:3], spots[3:6], spots[6]
    touched = [any(plain.square(p, q) <= 143**2 for q in mine) for p in theirs]
    if into_contact == "allowed" or (into_contact == "unit" and not any(touched)):
        safe = [False] * 3
    else:
        safe = [True] * 3 if into_contact == "unit" else touched
    field.aim(0)
    eligible = []
    for m, (spot, is_safe) in enumerate(zip(theirs, safe, strict=True), 3):
        gap = max(plain.whole_root_up(plain.square(mine[0], spot)) - 138, 0)
        sight = seen_by_hand(mine[0], spot)
        if not is_safe and sight and gap <= reach:
            eligible.append((gap, plain.square(mine[0], spot), m, sight == 2))
    needs, distance, cover = (int(v) for v in field.shots[0, 1, 1:])
    if not eligible:
        assert needs == 0
        return
    closest = min(eligible)
    covered = closest[3] if nearest else 2 * sum(one[3] for one in eligible) >= len(eligible)
    assert distance == closest[0]
    if nearest and any(one[1] == closest[1] and one[3] != closest[3] for one in eligible):
        return  # equally near: the order of the force list decides
    assert bool(cover) == covered
    assert needs == field.made.ruleset.needs(distance / 100, cover=covered)
    # an aircraft in contact is neither shielded nor shields
    needs, distance, _ = (int(v) for v in field.shots[0, 2, 1:])
    gap = max(plain.whole_root_up(plain.square(mine[0], jet)) - 219, 0)
    assert (needs > 0) == (seen_by_hand(mine[0], jet) > 0 and gap <= reach)


@given(SPOTS)
@settings(max_examples=150)
def test_no_need_to_look_where_nothing_is_near(field, spots):
    """If the way between two units is called clear, every pair of them sees each other in the open."""
    field.clear().lay(("wood", *WOOD), ("hill", *HILL))
    for m, spot in enumerate(spots):
        field.put(m, *spot)
    if field.clear_way(0, 1):
        assert all(seen_by_hand(a, b) == 1 for a in spots[:3] for b in spots[3:6])


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 3), st.sampled_from([0, 100, 400])), min_size=4, max_size=4),
    st.sampled_from(["nearest", "owner"]),
)
@settings(max_examples=150)
@pytest.mark.rule("HVK-WOUND-02")
def test_who_suffers_next(models, order):
    """The wounded before the unhurt, with the least left first; then the nearest, or whom the owner gives up."""
    table = lined_up(order)
    for m, (eligible, left, beyond) in enumerate(models, 1):
        table.put(m, 2000, 2000, left=left)
        table.able[m, :3] = eligible and left > 0, (1000 + beyond) ** 2, 138
    found = int(fire.casualty(table.w, 1, table.keys[at.KEY_CASUALTY]))
    alive = [(left, beyond, m) for m, (eligible, left, beyond) in enumerate(models, 1) if eligible and left]
    if not alive:
        assert found == -1
        return
    least = min(left for left, _, _ in alive)
    far = order == "owner" and least == 3
    assert found == min((-beyond if far else beyond, m) for left, beyond, m in alive if left == least)[1]


_LINES = {}


def lined_up(order):
    if order not in _LINES:
        _LINES[order] = Table(packed([(card("gun"), 1)], [(card("mark", strength=3), 4)], casualty_order=order))
    return _LINES[order].clear()


@pytest.mark.rule("HVK-FIRE-10", "HVK-WOUND-02")
def test_what_is_left_over_is_lost_and_dice_at_the_gone_are_wasted():
    """Fifty dice at one model that has one wound left; then at a unit that is gone."""
    table = Table(packed([(card("gun", firepower=50), 1)], [(card("mark", armour=0), 2), (card("rest"), 1)]), keep=True)
    table.put("a:gun:1:1", 2000, 1000)
    table.put("b:mark:1:1", 2000, 1400, left=1)
    table.put("b:mark:1:2", 2000, 4000)
    table.lay(("building", (2000, 3000), 300))  # the second model cannot be seen
    table.put("b:rest:1:1", 4000, 4000)
    table.aim(0)
    table.plan[0, [at.N_TARGET, at.N_FIRING]] = 1, 1
    table.shots[0, 1] = 50, 2, 262, 0
    fire.resolve_fire(table.w, 0, 1)
    assert [line["left"] for line in told(table, "wound")] == [0]
    assert [line["model"] for line in told(table, "death")] == ["b:mark:1:1"]
    assert table.st[table.model("b:mark:1:2"), at.LEFT] == 2
    (declared,) = told(table, "fire")
    assert declared["targets"][0]["eligible"] == ["b:mark:1:1"]
    fire.resolve_fire(table.w, 0, 1)
    assert told(table, "volley")[1]["hits"] > 30
    assert len(told(table, "wound")) == 1


# ---------------------------------------------------------------------- close combat


@pytest.mark.rule("HVK-CC-04", "HVK-CC-05")
def test_each_further_opponent_costs_one_die_of_the_bonus():
    """Bonus 3: 3, 2, 1, 0, 0 extra dice; meeting the first one again costs what the others cost."""
    table = Table(packed([(card("giant", strength=13, close_combat=2), 1)], [(card("imp", strength=10), 6)]), keep=True)
    table.put(0, 2000, 2000)
    for m, (x, y) in enumerate([(2138, 2000), (1862, 2000), (2000, 2138), (2000, 1862), (2100, 2100), (1900, 1900)], 1):
        table.put(m, x, y)
    for m in (1, 2, 3, 4, 5):
        blows.combat(table.w, 0, m)
    assert [line["dice"] for line in told(table, "combat")] == [[5, 1], [4, 1], [3, 1], [2, 1], [2, 1]]
    blows.forget(table.w)
    blows.combat(table.w, 6, 0)
    blows.combat(table.w, 5, 0)
    blows.combat(table.w, 0, 6)
    assert [line["dice"] for line in told(table, "combat")][5:] == [[1, 5], [1, 4], [4, 1]]


@pytest.mark.rule("HVK-CC-08", "HVK-WOUND-04")
def test_both_may_die_and_wounds_beyond_the_strength_are_lost():
    table = Table(packed([(card("fist", close_combat=40, armour=0), 2)], [(card("fist", close_combat=40, armour=0), 2)],
                         block_on="none"), keep=True)  # fmt: skip
    mine, theirs = table.put(0, 2000, 2000), table.put(2, 2138, 2000)
    blows.combat(table.w, mine, theirs)
    assert {line["model"]: line["wounds"] for line in told(table, "wound")} == {"a:fist:1:1": 2, "b:fist:1:1": 2}
    assert [int(v) for v in table.g[[at.G_LOST_A, at.G_LOST_B, at.G_ALIVE_A, at.G_ALIVE_B]]] == [10, 10, 1, 1]
    assert [int(v) for v in table.st[[1, 3], at.LEFT]] == [2, 2]


@pytest.mark.rule("HVK-CC-02", "HVK-LIST-07", "HVK-LIST-13")
def test_whom_a_warrior_fights():
    """All whom it touches, each once, and nobody inside a transport, in the air, or a hundredth too far."""
    mine = [(card("giant", strength=30, close_combat=9, armour=6, firepower=0), 1)]
    theirs = [
        (card(), 3),
        (card("jet", abilities=["no_close_combat"], vehicle=True), 1),
        (card("wagon", **WAGON, strength=90), 1),
    ]
    table = Table(packed(mine, theirs), keep=True)
    table.put(0, 2000, 2000)
    table.put("b:line:1:1", 2143, 2000)
    table.put("b:line:1:2", 1856, 2000)
    table.put("b:jet:1:1", 2000, 2219)
    wagon = table.put("b:wagon:1:1", 2000, 1781)
    table.load("b:line:1:3", wagon)
    table.weigh(0)
    attacks.attack_unit(table.w, 0)
    assert sorted(line["defender"] for line in told(table, "combat")) == ["b:line:1:1", "b:wagon:1:1"]


@pytest.mark.rule("HVK-PSY-01", "HVK-PSY-04")
def test_whom_psyke_reaches():
    """Six inches from base to base, through hills and transports, and not one hundredth more."""
    theirs = [(card(), 3), (card("wagon", **WAGON), 1)]
    table = Table(packed([(card("mind", psyke_attack=True), 1)], theirs))
    table.lay(("hill", (2000, 2350), 100))
    mind = table.put(0, 2000, 2000)
    near, far, inside = (table.model(f"b:line:1:{i}") for i in (1, 2, 3))
    table.put(near, 2000, 2738)
    table.put(far, 2000, 1261)
    wagon = table.put("b:wagon:1:1", 2819, 2000)
    table.load(inside, wagon)
    assert [bool(minds.in_mind(table.w, mind, m)) for m in (near, far, inside, wagon)] == [True, False, True, True]


# ---------------------------------------------------------------------- wrecks


@pytest.mark.rule("HVK-VEH-01", "HVK-VEH-02", "HVK-WIN-03")
def test_a_chain_of_explosions_wave_by_wave():
    """Tank, bomb and tank in a row: each explodes once, in its wave; all touched suffer together; own goals count."""
    tank = card("tank", vehicle=True, strength=1, armour=0, battle_rating=40)
    bomb = card("bomb", abilities=["explodes"], strength=1, armour=0, battle_rating=12)
    table = Table(
        packed([(card("gun"), 1)], [(tank, 1), (bomb, 1), (tank, 1), (card(armour=0, strength=3), 2)]), keep=True
    )
    table.put("a:gun:1:1", 100, 100)
    first = table.put("b:tank:1:1", 1000, 1000)
    table.put("b:bomb:1:1", 1219, 1000)
    table.put("b:tank:2:1", 1438, 1000)
    table.put("b:line:1:1", 1438, 1219)
    table.put("b:line:1:2", 1438, 1230)  # 0.11 inch too far for contact
    wounds.wound(table.w, first, 1, 0)
    wounds.clear_wrecks(table.w)
    blown = told(table, "explosion")
    assert [(line["wave"], line["model"]) for line in blown] == [
        (1, "b:tank:1:1"), (2, "b:bomb:1:1"), (3, "b:tank:2:1")
    ]  # fmt: skip
    assert [[one["model"] for one in line["touched"]] for line in blown] == [
        ["b:bomb:1:1"],
        ["b:tank:2:1"],
        ["b:line:1:1"],
    ]
    assert table.g[at.G_LOST_B] == 40 + 12 + 40
    assert {line["by"] for line in told(table, "death")} == {"a"}
    # all kills are credited to the type that destroyed the first vehicle
    assert table.kills[0].sum() == 3
    assert table.kills[1:].sum() == 0
    wounds.clear_wrecks(table.w)
    assert len(told(table, "explosion")) == 3


@pytest.mark.rule("HVK-VEH-01", "HVK-LIST-13", "HVK-LIST-08")
def test_whom_an_explosion_touches_in_and_on_transports():
    """Those inside or on it, and riders of another transport in contact; not those inside another."""
    carriers = [
        (card("wagon", **WAGON, strength=1), 1),
        (card("wagon", **WAGON, strength=1), 1),
        (card("cart", **CART), 1),
    ]
    table = Table(
        packed([(card("gun"), 1)], [*carriers, (card(strength=9), 4), (card("other", strength=9), 1)]), keep=True
    )
    table.put(0, 100, 100)
    wagon, second, cart = (table.put(name, x, 2000) for name, x in
                           (("b:wagon:1:1", 2000), ("b:wagon:2:1", 2305), ("b:cart:1:1", 1700)))  # fmt: skip
    table.load("b:line:1:1", wagon)
    table.load("b:line:1:2", second)
    table.load("b:other:1:1", cart)
    table.put("b:line:1:3", 2000, 2219)
    table.put("b:line:1:4", 2000, 1775)  # 0.06 inch away
    wounds.wound(table.w, wagon, 1, 0)
    wounds.clear_wrecks(table.w)
    (blown, *_) = told(table, "explosion")
    touched = {one["model"] for one in blown["touched"]}
    assert touched == {"b:line:1:1", "b:line:1:3", "b:wagon:2:1", "b:cart:1:1", "b:other:1:1"}
    # the survivor stands where the wreck was, or as near as may be
    (out,) = [line for line in told(table, "passenger") if line["model"] == "b:line:1:1"]
    assert plain.square(out["at"], (2000, 2000)) <= (150 + 69) ** 2
    bases = [(*table.spot(m), int(table.st[m, at.RADIUS])) for m in range(9) if table.st[m, at.PLACE] == at.STANDING]
    for i, one in enumerate(bases):
        assert all(plain.square(one, other) >= (one[2] + other[2]) ** 2 for other in bases[:i])


@pytest.mark.rule("HVK-VEH-03")
def test_who_finds_no_room_on_the_wreck_goes_to_the_nearest_spot():
    table = Table(
        packed([(card("wagon", **WAGON, strength=1), 1), (card(strength=9), 6)], [(card("gun"), 1)]), keep=True
    )
    wagon = table.put("a:wagon:1:1", 2000, 2000)
    for i in range(1, 7):
        table.load(f"a:line:1:{i}", wagon)
    wounds.wound(table.w, wagon, 5, 2)
    wounds.clear_wrecks(table.w)
    spots = [tuple(line["at"]) for line in told(table, "passenger")]
    assert len(spots) == 6
    assert all(plain.square(one, other) >= 138**2 for i, one in enumerate(spots) for other in spots[:i])
    assert all(plain.square(spot, (2000, 2000)) <= 400**2 for spot in spots)
    assert table.g[at.G_FAILED] == 0


def test_two_zones_that_do_not_fit_and_forces_that_do_not_either():
    with pytest.raises(InputError, match="two zones"):
        packed([(card(), 1)], [(card(), 1)], deploy_depth=25.0)
    with pytest.raises(InputError, match="do not fit"):
        packed([(card(), 50)], [(card(), 1)], deploy_depth=1.4)
