"""Every option of the ruleset that a battle reads: recorded battles show it, and battles as published do not.

The twin recounts each of these battles on the way, so that an option which only bends a number is held to it as well.
"""

from itertools import pairwise

import pytest

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels import moves
from havoksim.battle.kernels.attacks import attack_unit
from havoksim.battle.play import record
from havoksim.battle.record import header
from havoksim.battle.record import lines as told_by
from havoksim.foundation.errors import InputError
from tests.reference import plain_geometry as plain
from tests.reference.battle_watcher import Watcher, battles, seen, told, values, watched
from tests.reference.battle_worlds import Table, card, ground, packed

BLOCKED = {"cover": False, "blocks_sight": False, "blocks_foot": True, "blocks_vehicle": True}


# ---------------------------------------------------------------------- table and deployment


@pytest.mark.rule("HVK-TABLE-01", "HVK-DEPLOY-01")
def test_table_and_edges():
    assert {lines[0]["table"][0] for lines in battles(table=[40.0, 30.0])} == {4000}
    assert {line["edge"] for line in told("edge")} == {"south", "north"}
    assert {line["edge"] for line in told("edge", deploy_edges="long")} == {"west", "east"}
    assert {line["edge"] for line in told("edge", deploy_edges="any", players=("random", "random"))} >= {
        "west",
        "south",
    }


@pytest.mark.rule("HVK-TABLE-02")
def test_number_and_size_of_pieces():
    assert len(told("piece")) == 6 * 2  # 30 x 36 inches are 1.9 times 2 x 2 feet
    assert len(told("piece", terrain_count=5)) == 6 * 5
    small = told("piece", terrain_count=5, terrain_sizes=[1.0, 2.0])
    assert all(line["radius"] <= 100 for line in small if "radius" in line)
    assert all(abs(x) <= 142 for line in small for corner in line.get("corners", ()) for x in corner)


@pytest.mark.rule("HVK-TABLE-03")
def test_players_may_place_the_terrain():
    """Whoever fights close wants cover in the middle, whoever fires from afar a free field."""

    def from_the_middle(**rules):
        spots = told("place", n=16, players=("rush", "gunline"), table=[48.0, 48.0], battle_turns=1, **rules)
        far = {side: [abs(x - 2400) + abs(y - 2400) for x, y in (line["at"] for line in spots if line["side"] == side)]
               for side in "ab"}  # fmt: skip
        return {side: sum(found) / len(found) for side, found in far.items()}

    chosen, random = from_the_middle(terrain_placement="policy"), from_the_middle()
    assert chosen["a"] < random["a"] - 300
    assert chosen["b"] > random["b"] + 300


@pytest.mark.rule("HVK-TABLE-04")
def test_what_a_kind_of_terrain_does_is_a_matter_of_the_ruleset():
    """Woods closed to everybody: no path enters one. As published some do."""

    def paths_through_woods(**rules):
        found = 0
        for lines in battles(n=8, terrain_count=5, **rules):
            radii = {
                line["id"]: line["radius"] for line in lines[1:] if line["event"] == "piece" and line["kind"] == "wood"
            }
            woods = [(line["at"], radii[line["piece"]]) for line in lines[1:]
                     if line["event"] == "place" and line["piece"] in radii]  # fmt: skip
            for line in lines[1:]:
                if line["event"] == "move" and line["model"].split(":")[1] in ("line", "gun", "fist", "runner", "mind"):
                    legs = list(pairwise(line["path"]))
                    found += any(plain.square_to_leg(at, a, b) < (r + 69) ** 2 for at, r in woods for a, b in legs)
        return found

    assert paths_through_woods() > 0
    assert paths_through_woods(terrain_kinds={"wood": BLOCKED}) == 0


@pytest.mark.rule("HVK-DEPLOY-03")
def test_depth_of_the_zones():
    def deepest(**rules):
        return max(min(y, 3600 - y) for _, y in (line["at"] for line in told("deploy", **rules) if "at" in line))

    assert 1000 < deepest() <= 1200 - 69
    assert 500 < deepest(deploy_depth=7.0) <= 700 - 69


@pytest.mark.rule("HVK-FORCE-06")
def test_coherency():
    assert 0 < max(values("spread")) <= 200
    assert max(values("spread", coherency=0.1)) <= 10
    assert max(values("spread", n=12, players=("random", "random"))) <= 200
    assert [left_behind(inches) for inches in (2.0, 4.0, 0.0)] == [0, 400, 600]


def left_behind(inches):
    """How far one of two goes from the other, who has no move left, in three tries: 3, 4 and 6 inches away."""
    table = Table(packed([(card(), 2)], [(card(), 1)], coherency=inches))
    table.put("b:line:1:1", 4000, 4000)
    farthest = 0
    for away in (300, 400, 600):
        for i, x in ((1, 2000), (2, 2138)):
            table.put(f"a:line:1:{i}", x, 2000)
        table.st[:2, at.USED] = 0, 600
        table.look_round()
        if moves.move_unit(table.w, 0, 2000 - away, 2000, -1, 1):
            farthest = max(farthest, 2000 - table.spot(0)[0])
    return farthest


# ---------------------------------------------------------------------- turns


@pytest.mark.rule("HVK-TURN-01")
def test_number_of_turns():
    assert {line["turns"] for line in told("end", battle_turns=2)} == {2}
    assert max(line["turns"] for line in told("end")) == 4


@pytest.mark.rule("HVK-TURN-02")
def test_who_activates_next():
    rolls = values("roll-offs of a turn")
    assert max(rolls) > 2
    for watcher in watched(activation="alternate"):
        for sides in watcher.sides:
            both = min(sides.count("a"), sides.count("b"))
            assert all(one != other for one, other in pairwise(sides[: 2 * both]))
    assert max(values("roll-offs of a turn", activation="alternate")) == 1
    for watcher in watched(activation="igougo"):
        assert all(sides == sorted(sides) or sides == sorted(sides)[::-1] for sides in watcher.sides)
    assert max(values("roll-offs of a turn", activation="igougo")) == 1


@pytest.mark.rule("HVK-TURN-04", "HVK-TURN-06")
def test_all_move_and_then_attack():
    assert values("parts") == {None}
    assert values("parts", activation_order="all_move_then_attack") == {"move", "attack"}
    for lines in battles(activation_order="all_move_then_attack"):
        part = ""
        for line in lines[1:]:
            if line["event"] == "activate":
                part = ""
            elif line["event"] == "unit":
                assert (part, line["part"]) != ("attack", "move")
                part = line["part"]
            elif line["event"] in ("fire", "combat", "psyke"):
                assert part == "attack"


# ---------------------------------------------------------------------- moving


@pytest.mark.rule("HVK-MOVE-01")
def test_how_far_a_step_of_speed_goes():
    def farthest(**rules):
        return max(length / speed for speed, length in values("lengths", **rules) if speed > 1)

    assert 500 < farthest() <= 600
    assert 700 < farthest(inches_per_speed=8.5) <= 850
    assert farthest(inches_per_speed=3.0) <= 300


@pytest.mark.rule("HVK-LIST-06", "HVK-MOVE-03")
def test_both_parts_of_a_split_move_together():
    """A jet of speed 5 goes at most 30 inches in both parts; nobody else has a second part."""
    second = 0
    for lines in battles(n=8, players=("random", "random")):
        gone = {}
        for line in lines[1:]:
            if line["event"] == "activate":
                gone = {}
            elif line["event"] == "move":
                gone[line["model"]] = gone.get(line["model"], 0) + line["length"]
                if line.get("part") == 2:
                    second += 1
                    assert line["model"] == "b:jet:1:1"
                    assert gone[line["model"]] <= 3000
    assert second > 0


@pytest.mark.rule("HVK-LIST-01")
def test_a_surge_happens_once_and_carries_the_type_farther():
    surged = 0
    wide = {"n": 8, "table": [48.0, 48.0]}
    for lines in (*battles(players=("rush", "rush"), **wide), *battles(players=("random", "random"), **wide)):
        fast, declared = False, 0
        for line in lines[1:]:
            if line["event"] == "activate":
                assert not line["surge"] or line["type"] == "b:runner"
                fast = line["surge"]
                declared += fast
            elif line["event"] == "move" and line["model"].startswith("b:runner"):
                assert line["length"] <= (2400 if fast else 600)
                surged += fast and line["length"] > 600
        assert declared <= 1
    assert surged > 0


@pytest.mark.rule("HVK-MOVE-02")
def test_friends_in_the_way():
    assert seen("through a friend") > 0
    assert seen("through a friend", friends_block=True) == 0


@pytest.mark.rule("HVK-MOVE-04")
def test_locked_in_combat():
    assert seen("out of contact") > 0
    assert seen("out of contact", lock_in_combat=True) == 0


# ---------------------------------------------------------------------- firing


@pytest.mark.rule("HVK-FIRE-01")
def test_models_in_the_line_of_sight():
    assert seen("past bodies") > 0
    assert seen("past bodies", models_block_sight=True) == 0


@pytest.mark.rule("HVK-FIRE-02")
def test_fire_into_contact():
    assert seen("into contact") == 0
    assert seen("at a unit in contact", n=12) > 0
    assert seen("at a unit in contact", into_contact="unit", n=12) == 0
    assert seen("into contact", into_contact="allowed") > 0


@pytest.mark.rule("HVK-FIRE-04")
def test_bands_and_the_farthest_range():
    bands = [{"to": 9.0, "open": 3, "cover": 4}, {"open": 5, "cover": 5}]
    assert {needs for _, _, needs in values("shots", bands=bands)} <= {3, 4, 5}
    for distance, cover, needs in values("shots", bands=bands):
        assert needs == ((4 if cover else 3) if distance <= 900 else 5)
    assert max(distance for distance, _, _ in values("shots")) > 1500
    assert max(distance for distance, _, _ in values("shots", max_range=10.0)) <= 1000


@pytest.mark.rule("HVK-FIRE-06")
def test_cover_at_close_range():
    woods = {"terrain": "random", "terrain_count": 6, "n": 12}
    assert {needs for distance, cover, needs in values("shots", **woods) if cover and distance <= 600} == {3}
    rules = {"close_range_ignores_cover": True}
    shots = values("shots", **woods, **rules)
    assert {needs for distance, cover, needs in shots if cover and distance <= 600} == {2}
    assert {needs for distance, cover, needs in shots if cover and 600 < distance <= 1200} == {5}


@pytest.mark.rule("HVK-FIRE-05")
def test_exploding_dice():
    def extra(**rules):
        groups = [group for line in told("volley", **rules) for group in line["groups"]]
        return [(len(group["faces"]) - group["dice"], group) for group in groups]

    assert any(more for more, _ in extra())
    assert not any(more for more, _ in extra(exploding=False))
    assert not any(more for more, _ in extra(explode_on="none"))
    assert not any(more for more, _ in extra(max_explosions=0))
    for rules, face in (({"explode_on": 5}, 5), ({}, 6)):
        for more, group in extra(**rules):
            assert more == sum(shown >= max(face, group["needs"]) for shown in group["faces"])
    capped = [(more, g) for more, g in extra(max_explosions=1) if more]
    assert capped
    assert all(more == g["faces"][: g["dice"]].count(6) for more, g in capped)


@pytest.mark.rule("HVK-FIRE-07")
def test_split_by_warriors_or_by_dice():
    assert any(len(line["targets"]) > 1 for line in told("fire"))
    assert seen("dice of one model at two targets") == 0
    assert seen("dice of one model at two targets", split_by="die", n=12, players=("random", "random")) > 0


@pytest.mark.rule("HVK-FIRE-08")
def test_cover_by_the_nearest_model():
    """Two of three targets stand in a wood, the nearest does not: cover by the majority, none by the nearest."""
    wood = ground(("wood", (1380, 1500), 150))
    for mode, covered in (("majority", True), ("nearest", False)):
        shots = [shot for lines in standing(wood, cover_by=mode) for line in lines[1:] if line["event"] == "fire"
                 for target in line["targets"] for shot in target["shots"] if shot["model"][0] == "a"]  # fmt: skip
        assert shots
        assert {shot["cover"] for shot in shots} == {covered}


def standing(terrain, **rules):
    """One gun against three marks that cannot move, where a wood lies over two of them."""
    made = packed([(card("gun", firepower=3), 1)], [(card("mark", firepower=0), 3)], terrain=terrain, **rules)
    table = Table(made, keep=True)
    table.lay(*[(piece.kind, piece.at, piece.radius) for piece in terrain.pieces])
    table.put("a:gun:1:1", 1200, 1000)
    for i, x in enumerate((1180, 1320, 1460), 1):
        table.put(f"b:mark:1:{i}", x, 1500)
    table.weigh(0)
    attack_unit(table.w, 0)
    return [[header(made, 1, 0), *told_by(made, table.ev[: table.g[at.G_EVENTS]])]]


# ---------------------------------------------------------------------- armour, wounds, wrecks


@pytest.mark.rule("HVK-ARM-01")
def test_which_dice_beat_the_armour():
    """Against armour 2 a 3 wounds as published, and a 2 by the other reading."""
    for rules, least in (({}, 3), ({"armour_roll": "greater_or_equal"}, 2)):
        volleys = [
            line for line in told("volley", **rules) if line["target"].split(":")[1] in ("line", "runner", "fist")
        ]
        assert any(2 in line["armour"] for line in volleys)
        assert all(line["wounds"] == sum(face >= least for face in line["armour"]) for line in volleys)


@pytest.mark.rule("HVK-ARM-01")
def test_a_natural_six_against_the_best_armour():
    hard, guns = [(card("hard", armour=6, strength=9), 1)], [(card("gun", firepower=9), 2)]
    for rules, hurt in (({}, False), ({"natural_six_always_wounds": True}, True)):
        made = packed(guns, hard, players=("gunline", "gunline"), table=[24.0, 24.0], **rules)
        volleys = [line for line in record(made, 5, 0) if line.get("event") == "volley"]
        shot = [line for line in volleys if line["target"] == "b:hard:1"]
        assert any(line["wounds"] for line in shot) == hurt
        assert all(line["wounds"] == (line["armour"].count(6) if hurt else 0) for line in shot)


@pytest.mark.rule("HVK-WOUND-02")
def test_who_suffers_first():
    """The twin checks the order die for die; here it is another one than as published, at least once."""

    def first_to_suffer(order):
        made = packed([(card("gun", firepower=6), 3)], [(card("mark", strength=2), 5)],
                      players=("gunline", "rush"), casualty_order=order, table=[24.0, 24.0])  # fmt: skip
        return [next(line["model"] for line in record(made, seed, 0) if line.get("event") == "wound" and
                     line["model"][0] == "b") for seed in range(8)]  # fmt: skip

    nearest, owner, random = (first_to_suffer(order) for order in ("nearest", "owner", "random"))
    assert nearest != owner
    assert nearest != random
    assert owner != random


@pytest.mark.rule("HVK-VEH-01")
def test_explosions_of_vehicles():
    assert {len(one["faces"]) for line in told("explosion", n=12) for one in line["touched"]} == {1}
    assert {len(one["faces"]) for line in told("explosion", n=12, vehicle_explosion_hits=3)
            for one in line["touched"]} == {3}  # fmt: skip
    assert told("explosion", n=12, vehicle_explosion=False) == []
    assert any(line["model"].split(":")[1] == "giant" for line in told("death", n=12, vehicle_explosion=False))


# ---------------------------------------------------------------------- close combat and psyke


@pytest.mark.rule("HVK-CC-02")
def test_one_combat_or_as_many_as_there_are_contacts():
    close = {"players": ("rush", "rush"), "terrain": "none", "n": 12}
    assert seen("several combats", **close) > 0
    assert seen("several combats", attacks_per_activation="one", **close) == 0


@pytest.mark.rule("HVK-CC-04")
def test_strength_bonus():
    """A giant of strength 5 against warriors of strength 2: three dice more in its first combat of a round."""

    def of_the_giant(**rules):
        lines = told("combat", players=("rush", "rush"), terrain="none", n=12, **rules)
        return {line["dice"][0] for line in lines if line["attacker"] == "b:giant:1:1" and ":gun:" in line["defender"]}

    assert max(of_the_giant()) == 4 + 3
    assert max(of_the_giant(strength_bonus_per_point=2)) == 4 + 6
    assert max(of_the_giant(strength_bonus_cap=1)) == 4 + 1
    assert of_the_giant(strength_bonus_per_point=0) == {4}


@pytest.mark.rule("HVK-CC-04", "HVK-CC-05")
def test_how_the_bonus_is_counted():
    """Each reading is recounted by the twin, and gives other numbers of dice somewhere."""
    close = {"players": ("rush", "rush"), "terrain": "none", "n": 12}

    def dice(**rules):
        return [tuple(dice) for watcher in watched(**close, **rules) for _, dice, *_ in watcher.exchanges]

    published = dice()
    for rules in (
        {"strength_bonus_from": "remaining"},
        {"bonus_count_resets": "battle_turn"},
        {"bonus_reduction": "flat"},
    ):
        assert dice(**rules) != published, rules


@pytest.mark.rule("HVK-CC-06", "HVK-CC-07")
def test_faces_that_hit_and_block():
    def faces(**rules):
        found = told("combat", players=("rush", "rush"), n=8, **rules)
        assert found
        return [(line["faces"][i], line["hits"][i], line["blocks"][i]) for line in found for i in (0, 1)]

    for rules, hit, block in (
        ({}, 4, 6), ({"close_combat_hits_on": 3}, 3, 6), ({"block_on": 1}, 4, 1), ({"block_on": "none"}, 4, None),
    ):  # fmt: skip
        for shown, hits, blocks in faces(**rules):
            assert (hits, blocks) == (sum(face >= hit for face in shown), shown.count(block))


@pytest.mark.rule("HVK-PSY-01")
def test_range_of_psyke():
    minds = {"players": ("gunline", "rush"), "n": 12}
    assert 0 < max(values("psyke distances", **minds)) <= 600
    assert 600 < max(values("psyke distances", psyke_range=12.0, **minds)) <= 1200


@pytest.mark.rule("HVK-PSY-01", "HVK-TURN-06")
def test_psyke_instead_of_fire_or_beside_it():
    """A mind with strong guns and a weak psyke: it fires, and attacks with psyke too only if the ruleset lets it.

    The marks cannot strike back, so that a psyke attack which costs nothing is always worth while.
    """
    minds, marks = [(card("mind", firepower=6, psyke_attack=True), 2)], [(card("mark", strength=4, psyke=0), 2)]
    for rules, both in (({}, False), ({"psyke_in_addition": True}, True)):
        made = packed(minds, marks, players=("gunline", "rush"), psyke_range=30.0, **rules)
        twins = [Watcher(record(made, 5, battle)).follow() for battle in range(4)]
        assert (sum(twin.seen["fire and psyke"] for twin in twins) > 0) == both


@pytest.mark.rule("HVK-PSY-02", "HVK-PSY-03")
def test_hits_and_saves_of_psyke():
    minds = {"players": ("gunline", "rush"), "n": 12, "psyke_range": 12.0}

    def attacks(**rules):
        found = told("psyke", **minds, **rules)
        assert found
        return found

    for rules, hit, saved in (({}, 4, 1), ({"psyke_hits_on": 2}, 2, 1), ({"psyke_save_on": 4}, 4, 4)):
        for line in attacks(**rules):
            assert line["hits"] == [sum(face >= hit for face in shown) for shown in line["faces"]]
            assert line["wounds"] == [sum(face > saved for face in shown) for shown in line["saves"]]
    assert any(line["saves"][0] for line in attacks())
    assert not any(line["saves"][0] or line["wounds"][0] for line in attacks(psyke_strikes_back=False))


# ---------------------------------------------------------------------- forces and the end


@pytest.mark.rule("HVK-WIN-01", "HVK-WIN-02")
def test_a_margin_that_counts_as_a_draw():
    for line in told("end", n=16, draw_margin=60):
        margin = line["score"]["a"] - line["score"]["b"]
        assert line["winner"] == (None if abs(margin) <= 60 else "a" if margin > 0 else "b")
    margins = [line["score"]["a"] - line["score"]["b"] for line in told("end", n=16, draw_margin=60)]
    assert any(0 < abs(margin) <= 60 for margin in margins)


@pytest.mark.rule("HVK-FORCE-03", "HVK-FORCE-04", "HVK-FORCE-05")
def test_forces_that_no_ruleset_or_only_another_lets_on_the_table():
    few = card(limits=dict.fromkeys(("brigade", "division", "corps", "army"), 2))
    ally = card("ally", army_list="elsewhere")
    for mine, message, rules in (
        ([(few, 3)], "may have 2", {"limits": "ignore"}),
        ([(card(), 1), (ally, 1)], "elsewhere", {"allow_allies": True}),
    ):
        with pytest.raises(InputError, match=message):
            packed(mine, [(card(), 1)])
        assert record(packed(mine, [(card(), 1)], **rules), 1, 0)
    for rules in ({"min_unit_size": 2}, {"max_unit_size": 3}):
        with pytest.raises(InputError, match="unit"):
            packed([(card(), 1), (card("other"), 4)], [(card(), 2)], **rules)
