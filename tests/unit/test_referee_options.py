"""Every option of the rules that a record can show: legal with the option, illegal without it, and named."""

import copy

import pytest

from havoksim.referee import judge
from tests.reference import hand_battles as hand
from tests.reference.hand_records import Game


def judged(lines, **numbers):
    """Judge a record as if it had been played under other numbers."""
    changed = copy.deepcopy(lines)
    changed[0]["ruleset"]["numbers"].update(numbers)
    return [violation.clause for violation in judge(changed).violations]


@pytest.mark.parametrize("battle", hand.ALL, ids=lambda battle: battle.__name__)
def test_legal_battles_are_legal(battle):
    verdict = judge(battle())
    assert [str(violation) for violation in verdict.violations] == []
    result = verdict.result
    assert result.fielded == result.deployed
    assert [a + d for a, d in zip(result.alive, result.dead, strict=True)] == list(result.fielded)


def pair(a, b, gap=500, **numbers):
    """Two lone warriors face to face with a gap between their bases; a's activation has begun."""
    radius = {"giant": 100, "tank": 100}
    g = Game([(a, 1)], [(b, 1)], **numbers)
    middle = 1000 + radius.get(a, 50) + gap + radius.get(b, 50)
    g.deploy(**{f"a_{a}_1": [(1000, 1000)], f"b_{b}_1": [(1000, middle)]})
    return g.turn().activate(f"a:{a}").unit(f"a:{a}:1")


def shot(faces, armour, *, needs=2, gap=500, target="trooper", **numbers):
    """A guard fires two dice at a lone target."""
    g = pair("guard", target, gap, **numbers)
    g.fire("a:guard:1", **{f"b_{target}_1": ([(1, gap, False, needs, 2)], [1])})
    return g.volley("a:guard:1", f"b:{target}:1", [(needs, 2, faces)], armour, 2)


def fight(faces, dice, armour=([], []), **numbers):
    """A guard fights a trooper."""
    g = pair("guard", "trooper", 200, **numbers).move("a:guard:1:1", (1000, 1200))
    return g.combat("a:guard:1:1", "b:trooper:1:1", faces, armour, dice)


@pytest.mark.rule("HVK-FIRE-04", "HVK-FIRE-09")
def test_max_range():
    lines = shot([1, 1], [], gap=700, needs=4).end()
    assert judged(lines) == []
    assert judged(lines, max_range=7) == []
    assert judged(lines, max_range=6.99)[0] == "HVK-FIRE-09"


@pytest.mark.rule("HVK-FIRE-04", "HVK-FIRE-06")
def test_bands():
    lines = shot([2, 1], [1], gap=600).end()
    assert judged(lines) == []
    assert judged(lines, bands=[{"to": 5.99, "open": 2, "cover": 3}, {"open": 3, "cover": 3}])[0] == "HVK-FIRE-04"
    assert judged(lines, bands=[{"to": 6, "open": 3, "cover": 3}])[0] == "HVK-FIRE-06"


@pytest.mark.rule("HVK-FIRE-05")
@pytest.mark.parametrize("option", [{"exploding": False}, {"explode_on": "none"}, {"max_explosions": 0}], ids=str)
def test_no_extra_dice(option):
    lines = shot([6, 1], [1], **option).end()
    assert judged(lines) == []
    assert judged(lines, exploding=True, explode_on=6, max_explosions="none")[0] == "HVK-FIRE-05"


@pytest.mark.rule("HVK-FIRE-05")
def test_extra_dice_on_five_and_their_cap():
    assert judged(shot([5, 1, 2], [1, 2], explode_on=5).end()) == []
    assert judged(shot([6, 1, 6], [1, 2], max_explosions=1).end()) == []
    assert judged(shot([6, 1, 6], [1, 2], max_explosions=2).end())[0] == "HVK-FIRE-05"


@pytest.mark.rule("HVK-ARM-01", "HVK-WOUND-03")
def test_armour_rolls():
    g = shot([2, 1], [2], armour_roll="greater_or_equal")
    g.lines[-1]["wounds"] = 1
    lines = g.wound("b:trooper:1:1", 1).end()
    assert judged(lines) == []
    assert judged(lines, armour_roll="greater")[0] == "HVK-ARM-01"


@pytest.mark.rule("HVK-ARM-01")
def test_armour_of_six_and_the_six_that_always_wounds():
    g = shot([2, 1], [6], cards={"trooper": {"armour": 6}})
    g.lines[-1]["wounds"] = 0
    lines = g.end()
    assert judged(lines) == []
    assert judged(lines, natural_six_always_wounds=True)[0] == "HVK-ARM-01"


@pytest.mark.rule("HVK-FIRE-07")
def test_fire_split_by_dice():
    g = Game([("guard", 1)], [("trooper", 1), ("trooper", 1)], split_by="die")
    g.deploy(a_guard_1=[(1000, 1000)], b_trooper_1=[(1000, 1600)], b_trooper_2=[(1200, 1600)])
    g.turn().activate("a:guard").unit("a:guard:1")
    g.fire("a:guard:1", b_trooper_1=([(1, 500, False, 2, 1)], [1]), b_trooper_2=([(1, 533, False, 2, 1)], [1]))
    g.volley("a:guard:1", "b:trooper:1", [(2, 1, [1])], [], 2).volley("a:guard:1", "b:trooper:2", [(2, 1, [1])], [], 2)
    lines = g.end()
    assert judged(lines) == []
    assert judged(lines, split_by="warrior")[0] == "HVK-FIRE-07"


@pytest.mark.rule("HVK-FIRE-06", "HVK-FIRE-08", "HVK-TABLE-04")
def test_cover_at_close_range():
    g = Game([("guard", 1)], [("trooper", 1)], terrain="copse", close_range_ignores_cover=True)
    g.add("piece", "HVK-TABLE-02", id=0, kind="wood", shape="circle", radius=200)
    g.add("place", "HVK-TABLE-03", side=None, piece=0, at=[1000, 1600])
    g.deploy(a_guard_1=[(1000, 1000)], b_trooper_1=[(1000, 1500)])
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_trooper_1=([(1, 400, True, 2, 2)], [1]))
    lines = g.volley("a:guard:1", "b:trooper:1", [(2, 2, [1, 1])], [], 2).end()
    assert judged(lines) == []
    assert judged(lines, close_range_ignores_cover=False)[0] == "HVK-FIRE-06"
    bare = {"cover": False, "blocks_sight": False, "blocks_foot": False, "blocks_vehicle": False}
    assert judged(lines, terrain_kinds={"wood": bare})[0] == "HVK-FIRE-08"


@pytest.mark.rule("HVK-FIRE-08")
def test_cover_by_the_majority_or_the_nearest():
    g = Game([("guard", 1)], [("trooper", 3)], terrain="copse")
    g.add("piece", "HVK-TABLE-02", id=0, kind="wood", shape="circle", radius=200)
    g.add("place", "HVK-TABLE-03", side=None, piece=0, at=[1240, 1700])
    g.deploy(a_guard_1=[(1000, 1000)], b_trooper_1=[(1000, 1500), (1120, 1600), (1240, 1700)])
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_trooper_1=([(1, 400, True, 3, 2)], [1, 2, 3]))
    lines = g.volley("a:guard:1", "b:trooper:1", [(3, 2, [1, 1])], [], 2).end()
    assert judged(lines) == []
    assert judged(lines, cover_by="nearest")[0] == "HVK-FIRE-08"


@pytest.mark.rule("HVK-FIRE-08")
@pytest.mark.parametrize(("wood", "cover"), [([1340, 1800], False), ([1200, 1680], True)])
def test_one_of_three_in_cover_is_not_enough_and_two_are(wood, cover):
    g = Game([("guard", 1)], [("trooper", 3)], terrain="copse")
    g.add("piece", "HVK-TABLE-02", id=0, kind="wood", shape="circle", radius=200)
    g.add("place", "HVK-TABLE-03", side=None, piece=0, at=wood)
    g.deploy(a_guard_1=[(1000, 1000)], b_trooper_1=[(1000, 1500), (1120, 1600), (1240, 1700)])
    needs = 3 if cover else 2
    g.turn().activate("a:guard").unit("a:guard:1")
    g.fire("a:guard:1", b_trooper_1=([(1, 400, cover, needs, 2)], [1, 2, 3]))
    lines = g.volley("a:guard:1", "b:trooper:1", [(needs, 2, [1, 1])], [], 2).end()
    assert judged(lines) == []


@pytest.mark.rule("HVK-FIRE-01")
def test_models_that_block_sight():
    g = Game([("guard", 1)], [("trooper", 1), ("trooper", 1)])
    g.deploy(a_guard_1=[(1000, 1000)], b_trooper_1=[(1000, 1700)], b_trooper_2=[(1049, 1500)])
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_trooper_1=([(1, 600, False, 2, 2)], [1]))
    lines = g.volley("a:guard:1", "b:trooper:1", [(2, 2, [1, 1])], [], 2).end()
    assert judged(lines) == []
    assert judged(lines, models_block_sight=True)[0] == "HVK-FIRE-01"


@pytest.mark.rule("HVK-FIRE-02", "HVK-TABLE-05")
def test_fire_into_contact():
    lines = hand.contact()
    assert judged(lines, into_contact="unit")[0] == "HVK-FIRE-02"
    assert judged(lines, into_contact="allowed")[0] == "HVK-FIRE-04"  # the nearest is the one in contact


@pytest.mark.rule("HVK-TABLE-05", "HVK-CC-01")
def test_contact_reaches_five_hundredths():
    lines = fight([[1, 1, 1, 1, 1], [1]], (5, 1)).end()
    for gap, expected in ((5, []), (6, ["HVK-CC-01"])):
        move = next(line for line in lines if line.get("event") == "move")
        move["path"][1], move["length"] = [1000, 1200 - gap], 200 - gap
        assert judged(lines) == expected


@pytest.mark.rule("HVK-WOUND-02")
def test_casualties_by_the_owner_and_at_random():
    lines = hand.shooting()
    assert judged(lines, casualty_order="owner") == []
    other = copy.deepcopy(lines)
    for line in other:
        if line.get("event") in ("wound", "death") and line["model"] == "b:trooper:1:2":
            line["model"] = "b:trooper:1:1"
    assert judged(other)[0] == "HVK-WOUND-02"
    assert judged(other, casualty_order="owner") == []
    assert judged(other, casualty_order="random") == []  # a game by hand may roll any of them
    wounded = hand.wounded_first()
    assert judged(wounded, casualty_order="owner") == []


@pytest.mark.rule("HVK-VEH-01", "HVK-VEH-03")
def test_explosions_of_two_hits_and_of_none():
    lines = hand.wreck()
    assert judged(lines, vehicle_explosion_hits=2)[0] == "HVK-VEH-01"
    hurt = [line for line in lines if line.get("event") == "wound"][-1]
    silent = [line for line in lines if line.get("event") != "explosion" and line is not hurt]
    assert judged(silent, vehicle_explosion=False) == []
    assert judged(silent)[0] == "HVK-VEH-01"


@pytest.mark.rule("HVK-CC-02")
def test_one_close_combat_an_activation():
    assert judged(fight([[1] * 5, [1]], (5, 1), attacks_per_activation="one").end()) == []
    assert judged(hand.melee(), attacks_per_activation="one")[0] == "HVK-CC-02"


@pytest.mark.rule("HVK-CC-04")
@pytest.mark.parametrize(
    ("option", "dice"),
    [({"strength_bonus_per_point": 2}, 7), ({"strength_bonus_cap": 1}, 4), ({"strength_bonus_per_point": 0}, 3)],
    ids=str,
)
def test_strength_bonus(option, dice):
    lines = fight([[1] * dice, [1]], (dice, 1), **option).end()
    assert judged(lines) == []
    assert judged(lines, strength_bonus_per_point=1, strength_bonus_cap="none")[0] in ("HVK-CC-03", "HVK-CC-04")


@pytest.mark.rule("HVK-CC-04")
def test_strength_that_is_left():
    lines = hand.melee()
    assert judged(lines, strength_bonus_from="remaining")[0] == "HVK-CC-05"  # the giant has lost one already


@pytest.mark.rule("HVK-CC-05")
def test_flat_reduction_and_the_count_over_a_turn():
    lines = hand.melee()
    assert judged(lines, bonus_reduction="flat")[0] == "HVK-CC-04"  # three opponents: no bonus in the first combat
    assert judged(lines, bonus_count_resets="battle_turn")[0] == "HVK-CC-05"  # in the guard's round two others count
    flat = copy.deepcopy(lines)
    combats = [line for line in flat if line.get("event") == "combat"]
    combats[0].update(dice=[3, 3], faces=[[4, 4, 6, 3], [6, 5, 1, 2]])
    combats[1].update(dice=[5, 1], faces=[[1, 1, 1, 4, 5], [6, 6, 3]])
    assert judged(flat, bonus_reduction="flat") == []


@pytest.mark.rule("HVK-CC-06")
def test_close_combat_hits_on_five():
    lines = fight([[5, 4, 1, 1, 1], [1]], (5, 1), ([], [1])).end()
    combat = next(line for line in lines if line.get("event") == "combat")
    combat.update(hits=[1, 0], net=[1, 0])
    assert judged(lines, close_combat_hits_on=5) == []
    assert judged(lines)[0] == "HVK-CC-06"


@pytest.mark.rule("HVK-CC-07")
@pytest.mark.parametrize(("block_on", "blocks", "net"), [(6, 1, 0), (1, 0, 1), ("none", 0, 1)])
def test_what_blocks(block_on, blocks, net):
    lines = fight([[4, 3, 2, 2, 2], [6, 2]], (5, 1), ([], [])).end()
    combat = next(line for line in lines if line.get("event") == "combat")
    combat.update(blocks=[0, blocks], net=[net, 1], armour=[[1], [1] * net], wounds=[0, 0])
    assert judged(lines, block_on=block_on) == []
    assert judged(lines, block_on=1 if block_on == 6 else 6)[0] == "HVK-CC-07"


@pytest.mark.rule("HVK-PSY-02", "HVK-PSY-03")
def test_psyke_numbers():
    lines = hand.psyke()
    assert judged(lines, psyke_hits_on=5)[0] == "HVK-PSY-02"
    assert judged(lines, psyke_save_on=2)[0] == "HVK-PSY-03"
    assert judged(lines, psyke_range=2) == []
    assert judged(lines, psyke_range=1.99)[0] == "HVK-PSY-01"


@pytest.mark.rule("HVK-PSY-02")
def test_psyke_without_striking_back():
    g = Game([("mind", 1)], [("trooper", 1)], psyke_strikes_back=False)
    g.deploy(a_mind_1=[(1000, 1100)], b_trooper_1=[(1000, 1500)])
    g.turn().activate("a:mind").unit("a:mind:1")
    lines = g.psyke("a:mind:1:1", "b:trooper:1:1", 300, [[1, 2, 3], [5]], [[], []], (3, 1)).end()
    assert judged(lines) == []
    assert judged(lines, psyke_strikes_back=True)[0] == "HVK-PSY-03"


@pytest.mark.rule("HVK-PSY-01", "HVK-TURN-04")
def test_psyke_beside_fire():
    g = Game([("mind", 1)], [("trooper", 1)], psyke_in_addition=True)
    g.deploy(a_mind_1=[(1000, 1100)], b_trooper_1=[(1000, 1500)])
    g.turn().activate("a:mind").unit("a:mind:1")
    g.psyke("a:mind:1:1", "b:trooper:1:1", 300, [[1, 2, 3], [1]], [[], []], (3, 1))
    g.fire("a:mind:1", b_trooper_1=([(1, 300, False, 2, 1)], [1]))
    lines = g.volley("a:mind:1", "b:trooper:1", [(2, 1, [1])], [], 2).end()
    assert judged(lines) == []
    assert judged(lines, psyke_in_addition=False)[0] == "HVK-TURN-04"


@pytest.mark.rule("HVK-MOVE-01", "HVK-MOVE-02")
def test_moves_of_other_lengths_and_friends_in_the_way():
    assert judged(hand.turns(), inches_per_speed=1) == []
    assert judged(hand.turns(), inches_per_speed=0.99)[0] == "HVK-MOVE-01"
    lines = hand.moving()
    assert judged(lines) == []
    assert judged(lines, friends_block=True)[0] == "HVK-MOVE-02"


@pytest.mark.rule("HVK-FORCE-06")
def test_coherency():
    assert judged(hand.moving(), coherency=0.1)[0] == "HVK-FORCE-06"
    assert judged(hand.moving(), coherency=0) == []


@pytest.mark.rule("HVK-MOVE-04")
def test_fighters_that_are_locked():
    g = Game([("trooper", 1)], [("trooper", 1)])
    g.deploy(a_trooper_1=[(1000, 1150)], b_trooper_1=[(1000, 1250)])
    lines = g.turn().activate("a:trooper").unit("a:trooper:1").move("a:trooper:1:1", (1000, 1000)).end()
    assert judged(lines) == []
    assert judged(lines, lock_in_combat=True) == ["HVK-MOVE-04"]


@pytest.mark.rule("HVK-TABLE-01", "HVK-DEPLOY-03")
def test_edges_and_depth():
    lines = hand.turns()
    assert judged(lines, deploy_edges="any") == []
    assert judged(lines, deploy_depth=4) == ["HVK-DEPLOY-03", "HVK-DEPLOY-03", "HVK-DEPLOY-03"]
    for edges, allowed in (("long", False), ("short", True), ("any", True)):
        game = Game([("trooper", 1)], [("trooper", 1)], table=[36, 24], deploy_edges=edges)
        game.deploy(a_trooper_1=[(300, 300)], b_trooper_1=[(3300, 300)]).turn().end()
        next(line for line in game.lines if line.get("event") == "edge")["edge"] = "west"
        assert judged(game.lines) == ([] if allowed else ["HVK-TABLE-01"])


def two_types(order, **numbers):
    """A turn of two types a side, activated in the given order, with a roll-off before those marked with *."""
    g = Game([("trooper", 1), ("guard", 1)], [("trooper", 1), ("mind", 1)], **numbers)
    g.deploy(
        a_trooper_1=[(300, 300)], a_guard_1=[(600, 300)], b_trooper_1=[(300, 2000)], b_mind_1=[(600, 2000)],
    )  # fmt: skip
    g.turn()
    for name in order:
        if name.startswith("*"):
            g.roll_off("activate", name[1])
        name = name.lstrip("*")
        g.waiting.remove(name)
        g.add("activate", "HVK-TURN-02", side=name[0], type=name, surge=False)
    return g.end()


@pytest.mark.rule("HVK-TURN-02")
@pytest.mark.parametrize(
    ("activation", "order"),
    [
        ("roll_off", ["*a:trooper", "*a:guard", "b:trooper", "b:mind"]),
        ("alternate", ["*a:trooper", "b:trooper", "a:guard", "b:mind"]),
        ("igougo", ["*a:trooper", "a:guard", "b:trooper", "b:mind"]),
    ],
)
def test_who_activates(activation, order):
    assert judged(two_types(order, activation=activation)) == []
    others = {"roll_off", "alternate", "igougo"} - {activation}
    assert all(judged(two_types(order), activation=other)[0] == "HVK-TURN-02" for other in others)


@pytest.mark.rule("HVK-TURN-04", "HVK-TURN-06")
def test_all_move_before_any_attack():
    g = Game([("trooper", 1), ("trooper", 1)], [("trooper", 1)], activation_order="all_move_then_attack")
    g.deploy(a_trooper_1=[(1000, 900)], a_trooper_2=[(1200, 900)], b_trooper_1=[(1000, 1500)])
    g.turn().activate("a:trooper")
    g.unit("a:trooper:1", part="move").move("a:trooper:1:1", (1000, 1000))
    g.unit("a:trooper:2", part="move").move("a:trooper:2:1", (1200, 1000))
    g.unit("a:trooper:1", part="attack").fire("a:trooper:1", b_trooper_1=([(1, 400, False, 2, 1)], [1]))
    g.volley("a:trooper:1", "b:trooper:1", [(2, 1, [1])], [], 2)
    lines = g.end()
    assert judged(lines) == []
    assert judged(lines, activation_order="unit_by_unit")[0] == "HVK-TURN-04"
    late = copy.deepcopy(lines)
    second = [i for i, line in enumerate(late) if line.get("event") == "unit"][1]
    attack = [i for i, line in enumerate(late) if line.get("event") == "unit"][2]
    late[second:attack + 3] = late[attack:attack + 3] + late[second:attack]  # fmt: skip
    assert judged(late)[0] == "HVK-TURN-06"


@pytest.mark.rule("HVK-WIN-01", "HVK-WIN-02")
def test_a_margin_that_is_still_a_draw():
    lines = hand.shooting()
    assert judged(lines, draw_margin=9) == []
    assert judged(lines, draw_margin=10) == ["HVK-WIN-02"]


@pytest.mark.rule("HVK-FORCE-03", "HVK-FORCE-04", "HVK-FORCE-05")
def test_forces_beyond_the_limits():
    lines = hand.turns()
    lines[0]["types"]["b"]["mind"].update(limits={"brigade": 1}, list="elsewhere")
    assert judged(lines) == ["HVK-FORCE-04", "HVK-FORCE-03"]
    assert judged(lines, allow_allies=True, limits="ignore") == []
    assert judged(lines, allow_allies=True, limits="ignore", max_unit_size=1) == ["HVK-FORCE-05"]
