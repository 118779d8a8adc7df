"""Exchanges inside battles against the exact laws: whole distributions of hits, net hits, wounds, kills and choices.

All seeds are fixed. Each comparison lets a right engine fail with a chance of one in ten thousand (`LEAST_P`), were the
seeds drawn anew.
"""

import collections

import numpy as np
import pytest

from havoksim.battle.kernels import blows, dicebox, fire, scenery, wounds
from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.loop import reset
from havoksim.battle.play import record
from havoksim.battle.record import lines
from havoksim.combat.exact import firing
from havoksim.combat.exact.close_combat import exchange
from havoksim.dice.pmf import binomial_terms
from havoksim.dice.pool import Die
from tests.reference.battle_twin import Twin
from tests.reference.battle_worlds import Table, card, ground, packed
from tests.statistical.goodness import joint_counts, p_value, padded

LEAST_P = 1e-4
N = 4000
SEED = 2**90 + 3


def assert_law(counts, law):
    found = p_value(counts, law)
    assert found > LEAST_P, f"p = {found:.3g} for counts {np.asarray(counts).ravel()[:12]}"


def events(table):
    """What was written since the world was reset."""
    return list(lines(table.made, table.ev[: table.g[at.G_EVENTS]]))


# ---------------------------------------------------------------------- fire

SHOOTING = [
    ({}, {}),
    ({"explode_on": 5, "max_explosions": 1}, {}),
    ({"exploding": False, "armour_roll": "greater_or_equal"}, {}),
    ({"max_explosions": 0, "close_range_ignores_cover": True}, {"cover": True}),
    ({"explode_on": 4, "bands": [{"to": 7.0, "open": 3, "cover": 4}, {"open": 5, "cover": 6}]}, {"cover": True}),
]


@pytest.mark.parametrize(("rules", "scene"), SHOOTING, ids=str)
@pytest.mark.rule("HVK-FIRE-05", "HVK-ARM-01", "HVK-WOUND-02")
def test_hits_wounds_and_kills_of_a_volley(rules, scene):
    """Three warriors in three bands fire at a unit of three of which one is hurt."""
    shooters, targets = card("gun", firepower=2), card("mark", strength=2, armour=3)
    wood = ground(("wood", (2000, 3300), 600)) if scene else "none"
    made = packed([(shooters, 3)], [(targets, 3)], terrain=wood, coherency=0.0, **rules)
    table = Table(made, seed=SEED, keep=True)
    table.lay(*[("wood", (2000, 3300), 600)] * bool(scene))
    ruleset = made.ruleset
    groups = collections.Counter()
    counts = {"hits": [], "wounds": [], "kills": []}
    for battle in range(N):
        reset(table.w, battle)
        for m, y in enumerate((2500, 2000, 1000)):  # gaps of 362, 862 and 1862
            table.put(m, 2000, y)
        for m, x in ((3, 2000), (4, 2138), (5, 2276)):
            table.put(m, x, 3000, left=1 if m == 5 else None)
        table.aim(0)
        groups.clear()
        for m in range(3):
            needs, distance, cover = (int(v) for v in table.shots[m, 1, 1:])
            assert distance == (362, 862, 1862)[m]
            assert needs == ruleset.needs(distance / 100, cover=bool(cover))
            assert bool(cover) == bool(scene)
            table.shots[m, 1, 0] = 2
            groups[needs] += 2
        table.plan[0, [at.N_TARGET, at.N_FIRING]] = 1, 3
        fire.resolve_fire(table.w, 0, 1)
        volley = next(line for line in events(table) if line["event"] == "volley")
        counts["hits"].append(volley["hits"])
        counts["wounds"].append(volley["wounds"])
        counts["kills"].append(int(sum(table.st[3:6, at.LEFT] == 0)))
    on = "none" if not ruleset.exploding else ruleset.explode_on
    cap = None if ruleset.max_explosions == "none" else ruleset.max_explosions
    dice = [(n, Die(needs, explode_on=None if on == "none" else on, max_explosions=cap)) for needs, n in groups.items()]
    dealt = firing.wounds(dice, 4 / 6 if ruleset.armour_roll == "greater_or_equal" else 3 / 6)
    assert_law(np.bincount(counts["hits"]), firing.hits(dice).p)
    assert_law(np.bincount(counts["wounds"]), dealt.p)
    assert_law(np.bincount(counts["kills"]), firing.kills(dealt, [1, 2, 2]).p)


@pytest.mark.rule("HVK-WOUND-02")
def test_random_casualties_fall_on_all_alike():
    """Four unhurt models, one wound: each suffers as often, whatever its distance."""
    made = packed([(card("gun"), 1)], [(card("mark", strength=5), 4)], casualty_order="random")
    table = Table(made, seed=SEED)
    hurt = np.zeros(4, np.int64)
    for battle in range(N):
        reset(table.w, battle)
        for m in range(4):
            table.put(1 + m, 1000 + 140 * m, 1000)
            table.able[1 + m, :3] = 1, 1000 + m, 138
        key = table.keys[at.KEY_CASUALTY]
        hurt[fire.casualty(table.w, 1, key) - 1] += 1
    assert_law(hurt, [0.25] * 4)


# ---------------------------------------------------------------------- blows

FIGHTS = [
    ({}, (3, 6, 2), (3, 3, 4)),  # close combat, strength, armour of both
    ({}, (1, 2, 0), (1, 2, 3)),
    ({"block_on": 1}, (2, 4, 2), (4, 2, 1)),
    ({"block_on": "none", "explode_on": 5}, (3, 2, 2), (2, 4, 2)),
    ({"strength_bonus_per_point": 2, "strength_bonus_cap": 3, "close_combat_hits_on": 3}, (2, 5, 3), (3, 2, 2)),
    ({"max_explosions": 1, "natural_six_always_wounds": True}, (4, 2, 6), (2, 2, 2)),
]


@pytest.mark.parametrize(("rules", "one", "other"), FIGHTS, ids=str)
@pytest.mark.rule("HVK-CC-06", "HVK-CC-07", "HVK-CC-08")
def test_both_sides_wounds_of_a_close_combat(rules, one, other):
    """The joint law, since both throw at the same time and block each other."""
    names = ("close_combat", "strength", "armour")
    cards = [card("fist", **dict(zip(names, numbers, strict=True))) for numbers in (one, other)]
    made = packed([(cards[0], 1)], [(cards[1], 1)], **rules)
    table = Table(made, seed=SEED, keep=True)
    ruleset = made.ruleset
    bonus = [ruleset.strength_bonus(one[1], other[1]), ruleset.strength_bonus(other[1], one[1])]
    dice = [one[0] + bonus[0], other[0] + bonus[1]]
    on = []
    for battle in range(N):
        reset(table.w, battle)
        table.put(0, 1000, 1000)
        table.put(1, 1000, 1140)
        blows.combat(table.w, 0, 1)
        told = next(line for line in events(table) if line["event"] == "combat")
        assert told["dice"] == dice
        on.append(told["wounds"])
        left = [max(strength - lost, 0) for strength, lost in zip((one[1], other[1]), told["wounds"], strict=True)]
        assert [int(v) for v in table.st[:2, at.LEFT]] == left
    through = [ruleset.p_wound(armour) for armour in (one[2], other[2])]
    assert_joint(on, dice, blow(ruleset, ruleset.close_combat_hits_on), through)


def blow(ruleset, needs):
    cap = None if ruleset.max_explosions == "none" else ruleset.max_explosions
    block = None if ruleset.block_on == "none" else ruleset.block_on
    return Die(needs, explode_on=ruleset.explode_on, max_explosions=cap, block_on=block)


def assert_joint(on, dice, die, through):
    on_a, on_b = np.array(on).T
    law = np.array(exchange(*dice, die, p_wound_a=through[0], p_wound_b=through[1]).p)
    counts = joint_counts(on_a, on_b, law.shape)
    assert_law(counts, padded(law, counts.shape))


@pytest.mark.parametrize(
    "rules", [{}, {"psyke_save_on": 3, "psyke_hits_on": 3}, {"psyke_strikes_back": False}], ids=str
)
@pytest.mark.rule("HVK-PSY-02", "HVK-PSY-03")
def test_both_sides_wounds_of_a_psyke_attack(rules):
    """Armour counts for nothing, and strength gives no bonus."""
    mind = card("mind", psyke=4, psyke_attack=True, strength=9, armour=6)
    mark = card("mark", psyke=2, strength=3, armour=5)
    made = packed([(mind, 1)], [(mark, 1)], **rules)
    table = Table(made, seed=SEED, keep=True)
    on = []
    for battle in range(N):
        reset(table.w, battle)
        table.put(0, 1000, 1000)
        table.put(1, 1000, 1500)
        blows.psyke(table.w, 0, 1)
        told = next(line for line in events(table) if line["event"] == "psyke")
        assert (told["dice"], told["distance"]) == ([4, 2], 362)
        on.append(told["wounds"])
    ruleset = made.ruleset
    p = ruleset.p_wound_psyke
    assert_joint(on, [4, 2], blow(ruleset, ruleset.psyke_hits_on), [p if ruleset.psyke_strikes_back else 0.0, p])


# ---------------------------------------------------------------------- explosions, roll-offs, terrain


@pytest.mark.parametrize("hits", [1, 4])
@pytest.mark.rule("HVK-VEH-01", "HVK-ARM-01")
def test_wounds_of_an_explosion(hits):
    """Each who touches takes as many hits as the ruleset says, against his own armour."""
    tank, line = card("tank", vehicle=True, strength=1), card(strength=9, armour=2)
    guard = card("guard", strength=9, armour=4)
    made = packed([(tank, 1), (line, 1)], [(guard, 1)], vehicle_explosion_hits=hits)
    table = Table(made, seed=SEED)
    lost = []
    for battle in range(N):
        reset(table.w, battle)
        table.put(0, 2000, 2000)
        table.put(1, 2000, 2219)
        table.put(2, 2000, 1776)  # 0.05 inch away
        wounds.wound(table.w, 0, 3, 2)
        wounds.clear_wrecks(table.w)
        lost.append([9 - int(table.st[m, at.LEFT]) for m in (1, 2)])
    on_line, on_guard = np.array(lost).T
    law = np.outer(binomial_terms(hits, 4 / 6), binomial_terms(hits, 2 / 6))
    counts = joint_counts(on_line, on_guard, law.shape)
    assert_law(counts, padded(law, counts.shape))


@pytest.mark.rule("HVK-DEPLOY-01", "HVK-TURN-02")
def test_roll_offs_are_fair_and_their_ties_are_rolled_again():
    table = Table(packed([(card(), 1)], [(card(), 1)]), seed=SEED, keep=True)
    won, attempts = [], []
    for battle in range(N):
        reset(table.w, battle)
        won.append(int(dicebox.roll_off(table.w, 3, 5)))
        (told,) = events(table)
        attempts.append(len(told["dice"]))
        assert told["winner"] == "ab"[won[-1]]
    assert_law(np.bincount(won), [0.5, 0.5])
    assert_law(np.bincount(attempts)[1:], [5 / 6 * (1 / 6) ** k for k in range(8)])


@pytest.mark.rule("HVK-TABLE-02")
def test_random_pieces_have_the_sizes_and_directions_that_they_should():
    """Diameters and sides uniform in 4 to 8 inches; buildings turned to every side alike."""
    table = Table(packed([(card(), 1)], [(card(), 1)], terrain="random"), seed=SEED)
    diameters, sides, turned = [], [], []
    for battle in range(0, 2 * N, 2):
        reset(table.w, battle)
        scenery.shape_piece(table.w, 0, 1)
        diameters.append(2 * int(table.pieces[0, at.P_RADIUS]))
        scenery.shape_piece(table.w, 1, 2)
        a, b, c, _ = table.corners[1, :4].astype(float)
        sides += [np.hypot(*(b - a)), np.hypot(*(c - b))]
        turned.append(np.arctan2(*(b - a)[::-1]) % (2 * np.pi))
    # radii are whole: 200 to 400, the last only for a diameter of 8 inches exactly
    assert min(diameters) >= 400
    assert max(diameters) <= 800
    assert_law(np.histogram(diameters, 8, (400, 800))[0], [1 / 8] * 8)
    assert_law(np.histogram(np.clip(sides, 400, 800), 8, (400, 800))[0], [1 / 8] * 8)
    assert_law(np.histogram(turned, 12, (0, 2 * np.pi))[0], [1 / 12] * 12)
    kinds = []
    for battle in range(0, 1200, 2):
        reset(table.w, battle)
        scenery.set_table(table.w)
        kinds.append(int(table.pieces[0, at.P_KIND]))
    assert_law(np.bincount(kinds, minlength=3), [1 / 3] * 3)


# ---------------------------------------------------------------------- inside whole battles


@pytest.fixture(scope="module")
def fought():
    """All volleys and blows of some hundred small battles, as a twin counted them."""
    mine = [(card("gun", firepower=2), 2), (card("fist", close_combat=3, strength=3, speed=3), 2)]
    theirs = [(card("gun", firepower=2, armour=3), 2), (card("mind", psyke=3, psyke_attack=True, speed=2), 1)]
    made = packed(mine, theirs, players=("rush", "tactician"), table=[24.0, 30.0], deploy_edges="short")
    twins = [Twin(record(made, SEED, battle)).follow() for battle in range(400)]
    return [v for twin in twins for v in twin.volleys], [e for twin in twins for e in twin.exchanges]


@pytest.mark.rule("HVK-FIRE-03", "HVK-FIRE-05", "HVK-ARM-01")
def test_volleys_of_whole_battles(fought):
    """Given what was declared, hits and wounds follow the exact law, for every declaration that came up often."""
    by_dice = collections.defaultdict(list)
    for groups, hits, faces, lost in fought[0]:
        by_dice[tuple(groups), faces].append((hits, lost))
    often = {key: found for key, found in by_dice.items() if len(found) >= 150}
    assert len(often) >= 3
    for (groups, faces), found in often.items():
        dice = [(n, Die(needs)) for n, needs in groups]
        hits, lost = zip(*found, strict=True)
        assert_law(np.bincount(hits), firing.hits(dice).p)
        assert_law(np.bincount(lost), firing.wounds(dice, faces / 6).p)


@pytest.mark.rule("HVK-CC-07", "HVK-PSY-02")
def test_blows_of_whole_battles(fought):
    by_dice = collections.defaultdict(list)
    for kind, dice, faces, _, on in fought[1]:
        by_dice[kind, dice, faces].append(on)
    often = {key: found for key, found in by_dice.items() if len(found) >= 150}
    assert {kind for kind, _, _ in often} == {"combat", "psyke"}
    for (_, dice, faces), found in often.items():
        assert_joint(found, dice, Die(4, block_on=6), [n / 6 for n in faces])
