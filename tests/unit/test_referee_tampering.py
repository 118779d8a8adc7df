"""Every kind of cheating and every slip of the pen is found, and named by its clause."""

import copy

import pytest

from havoksim.referee import judge
from tests.reference import hand_battles as hand

RECORDS = {battle.__name__: battle() for battle in hand.ALL}


# ---------------------------------------------------------------- how a record is tampered with


def put(event, nth=0, /, **fields):
    """Write other values into the nth event of a name; "a.0.b" reaches into it."""

    def tamper(lines):
        line = find(lines, event, nth)
        for path, value in fields.items():
            *way, last = path.split("__")
            place = line
            for key in way:
                place = place[int(key) if key.isdigit() else key]
            place[int(last) if last.isdigit() else last] = value

    return tamper


def find(lines, event, nth=0):
    return lines[0] if event == "header" else [line for line in lines if line.get("event") == event][nth]


def place_of(lines, event, nth=0):
    return next(i for i, line in enumerate(lines) if line is find(lines, event, nth))


def drop(event, nth=0, count=1):
    def tamper(lines):
        at = place_of(lines, event, nth)
        del lines[at : at + count]

    return tamper


def again(event, nth=0, count=1):
    """Write the nth event of a name, and those after it, a second time."""

    def tamper(lines):
        at = place_of(lines, event, nth)
        lines[at + count : at + count] = copy.deepcopy(lines[at : at + count])

    return tamper


def swap(one, other):
    def tamper(lines):
        i, j = place_of(lines, *one), place_of(lines, *other)
        lines[i], lines[j] = lines[j], lines[i]

    return tamper


def before(event, nth=0, /, **line):
    def tamper(lines):
        lines.insert(place_of(lines, event, nth), {"clauses": ["HVK-TURN-05"], **line})

    return tamper


def after(event, nth=0, /, **line):
    def tamper(lines):
        lines.insert(place_of(lines, event, nth) + 1, {"clauses": ["HVK-TURN-05"], **line})

    return tamper


def both(*tampers):
    def tamper(lines):
        for one in tampers:
            one(lines)

    return tamper


def number(**numbers):
    def tamper(lines):
        lines[0]["ruleset"]["numbers"].update(numbers)

    return tamper


def card(side, name, **fields):
    def tamper(lines):
        lines[0]["types"][side][name].update(fields)

    return tamper


def roll(winner, kind="activate"):
    return {"event": "roll_off", "for": kind, "dice": [[6, 1] if winner == "a" else [1, 6]], "winner": winner}


LAST = -1
mark = pytest.mark

TAMPERINGS = [
    # cards and forces
    ("strength zero", "turns", card("a", "guard", strength=0), mark.rule("HVK-PROF-01")),
    ("vehicles in a unit of two", "turns", card("b", "mind", vehicle=True), mark.rule("HVK-PROF-02")),
    ("a psyke attack by a type that may not", "psyke", card("a", "mind", psyke_attack=False), mark.rule("HVK-PROF-03")),
    ("an ability that nobody knows", "turns", card("a", "guard", abilities=["teleport"]), mark.rule("HVK-PROF-04")),
    ("more points than agreed", "turns", card("a", "guard", battle_rating=600), mark.rule("HVK-FORCE-01")),
    ("the wrong size", "turns", put("header", size="corps"), mark.rule("HVK-FORCE-02")),
    ("more of a type than its limit", "turns", card("b", "mind", limits={"brigade": 1}), mark.rule("HVK-FORCE-03")),
    ("allies", "turns", card("b", "mind", list="elsewhere"), mark.rule("HVK-FORCE-04")),
    ("a unit above the largest size", "turns", number(max_unit_size=1), mark.rule("HVK-FORCE-05")),
    ("a unit below the smallest size", "turns", number(min_unit_size=2), mark.rule("HVK-FORCE-05")),
    # table and terrain
    ("a table of another size", "turns", put("header", table=[4800, 2400]), mark.rule("HVK-TABLE-01")),
    ("a piece beyond the edge", "terrain_by_hand", put("place", at=[250, 1200]), mark.rule("HVK-TABLE-02")),
    ("a piece too near to another", "terrain_by_hand", put("place", 1, at=[1600, 1200]), mark.rule("HVK-TABLE-02")),
    ("a piece wholly in a zone", "terrain_by_hand", put("place", 1, at=[2400, 900]), mark.rule("HVK-TABLE-02")),
    ("kinds out of turn", "terrain_by_hand", put("piece", 0, kind="wood"), mark.rule("HVK-TABLE-02")),
    ("a hill too large", "terrain_by_hand", put("piece", 0, radius=401), mark.rule("HVK-TABLE-02")),
    ("a building too narrow", "terrain_by_hand",
     put("piece", 2, corners=[[-300, -100], [300, -100], [300, 100], [-300, 100]]), mark.rule("HVK-TABLE-02")),
    ("a piece too many", "terrain_by_hand", number(terrain_count=2), mark.rule("HVK-TABLE-02")),
    ("terrain where there is none", "terrain_by_hand", put("header", terrain="none"), mark.rule("HVK-TABLE-02")),
    ("an unequal deal", "terrain_by_hand", put("deal", pieces={"a": [0], "b": [1, 2]}), mark.rule("HVK-TABLE-03")),
    ("all pieces to one player", "terrain_by_hand",
     both(put("deal", pieces={"a": [0, 1, 2], "b": []}), put("place", 1, side="a")), mark.rule("HVK-TABLE-03")),
    ("a piece that is not dealt", "terrain_by_hand", put("deal", pieces={"a": [0], "b": [1]}),
     mark.rule("HVK-TABLE-03")),
    ("a piece of the other player", "terrain_by_hand", put("place", 0, piece=1), mark.rule("HVK-TABLE-03")),
    ("placing out of turn", "terrain_by_hand", put("place", 1, side="a"), mark.rule("HVK-TABLE-03")),
    ("a piece that is never placed", "terrain_by_hand", drop("place", 2), mark.rule("HVK-TABLE-03")),
    ("a piece that fits is left out", "terrain_by_hand", put("place", 2, event="left_out"), mark.rule("HVK-TABLE-03")),
    ("the loser starts to place", "terrain_by_hand", put("roll_off", 0, winner="b"), mark.rule("HVK-TABLE-03")),
    ("a vehicle through a wood", "terrain_by_hand",
     put("move", path=[[2000, 700], [2020, 1200]], length=501), mark.rule("HVK-TABLE-04")),
    ("a vehicle that stays in a building", "terrain_by_hand",
     both(put("place", 2, at=[3300, 1200]), put("deploy", 2, at=[2950, 1000])), mark.rule("HVK-DEPLOY-03")),
    ("a path whose legs are rounded down", "moving", put("move", 0, length=276), mark.rule("HVK-TABLE-06")),
    # edges and deployment
    ("the loser chooses the edge", "turns", put("edge", side="b"), mark.rule("HVK-DEPLOY-01")),
    ("an edge that is not allowed", "turns", put("edge", edge="west"), mark.rule("HVK-TABLE-01")),
    ("a tie that is not rolled again", "turns", put("roll_off", 0, dice=[[3, 3]]), mark.rule("HVK-DEPLOY-01")),
    ("a roll after a decision", "turns", put("roll_off", 0, dice=[[5, 3], [5, 3]]), mark.rule("HVK-DEPLOY-01")),
    ("the loser deploys first", "turns", put("deploy_type", 0, side="b", type="b:trooper"), mark.rule("HVK-DEPLOY-02")),
    ("a warrior is left out", "turns", drop("deploy", 0), mark.rule("HVK-DEPLOY-02")),
    ("a warrior of another type", "turns", put("deploy", 0, model="a:guard:1:1"), mark.rule("HVK-DEPLOY-02")),
    ("deployed outside the zone", "turns", put("deploy", 0, at=[300, 1151]), mark.rule("HVK-DEPLOY-03")),
    ("deployed off the table", "turns", put("deploy", 0, at=[49, 300]), mark.rule("HVK-DEPLOY-03")),
    ("deployed on another base", "turns", put("deploy", 1, at=[399, 300]), mark.rule("HVK-DEPLOY-03")),
    ("deployed out of coherency", "turns", put("deploy", 4, at=[901, 2000]), mark.rule("HVK-FORCE-06")),
    ("a transport that takes no such type", "wreck",
     card("b", "wagon", carries={"capacity": 6, "types": ["guard"], "inside": True}), mark.rule("HVK-LIST-09")),
    ("a full transport", "wreck", card("b", "wagon", carries={"capacity": 1, "types": "any", "inside": True}),
     mark.rule("HVK-LIST-09")),
    ("a roll-off when one player is done", "turns", before("deploy_type", 2, **roll("b", "deploy")),
     mark.rule("HVK-DEPLOY-04")),
    ("play before all are deployed", "turns", drop("deploy_type", 3, 3), mark.rule("HVK-DEPLOY-04")),
    ("deployment before the edges", "turns", drop("edge"), mark.rule("HVK-TURN-05")),
    ("terrain after the edges", "terrain_by_hand", swap(("roll_off", 1), ("roll_off", 0)), mark.rule("HVK-TABLE-03")),
    # sequence of play
    ("the wrong number of the turn", "turns", put("turn", 1, turn=3), mark.rule("HVK-TURN-01")),
    ("a turn too many", "turns", number(battle_turns=1), mark.rule("HVK-TURN-01")),
    ("an end before the last turn", "turns", number(battle_turns=3), mark.rule("HVK-TURN-01")),
    ("a type that never activates", "turns", drop("activate", LAST), mark.rule("HVK-TURN-02")),
    ("a type left idle in the first turn", "turns", drop("activate", 3), mark.rule("HVK-TURN-02")),
    ("the loser activates", "turns", put("activate", 0, side="a", type="a:trooper"), mark.rule("HVK-TURN-02")),
    ("an activation without a roll-off", "turns", drop("roll_off", 3), mark.rule("HVK-TURN-02")),
    ("a wrong winner of a roll-off", "turns", put("roll_off", 4, winner="b"), mark.rule("HVK-TURN-02")),
    ("a type activates twice", "turns", put("activate", 3, type="b:mind"), mark.rule("HVK-TURN-03")),
    ("a unit of another type acts", "turns", put("unit", unit="b:trooper:1"), mark.rule("HVK-TURN-04")),
    ("a dead type activates", "chain", put("activate", 1, type="b:tank"), mark.rule("HVK-TURN-02")),
    ("a model of another unit moves", "turns",
     put("move", model="b:trooper:1:1", path=[[300, 2000], [300, 1900]]), mark.rule("HVK-TURN-06")),
    ("a unit acts twice", "turns", again("unit"), mark.rule("HVK-TURN-06")),
    ("a model moves twice", "moving", again("move", 0), mark.rule("HVK-TURN-06")),
    ("a second step of fire", "shooting", again("fire", 0, 6), mark.rule("HVK-TURN-06")),
    ("play goes on after the last enemy died", "wiped_out",
     before("end", event="activate", side="a", type="a:trooper", surge=False), mark.rule("HVK-TURN-01")),
    # moving
    ("a move that is too long", "turns", put("move", path=[[600, 2000], [600, 1399]], length=601),
     mark.rule("HVK-MOVE-01")),
    ("a move from elsewhere", "turns", put("move", path=[[600, 1999], [600, 1900]], length=99),
     mark.rule("HVK-MOVE-01")),
    ("a move through an enemy", "moving",
     both(card("a", "bomb", abilities=["explodes"]), put("activate", 0)), mark.rule("HVK-MOVE-02")),
    ("a move onto a friend", "moving", put("move", 1, path=[[1000, 720], [1050, 900]], length=187),
     mark.rule("HVK-MOVE-02")),
    ("a move off the table", "moving", put("move", 3, path=[[300, 1000], [300, 2301]], length=1301),
     mark.rule("HVK-LIST-05")),
    ("a flyer on foot comes down on an enemy", "moving",
     put("move", 2, path=[[1500, 1100], [1500, 1499]], length=399), mark.rule("HVK-LIST-03")),
    ("a flying vehicle comes down on an enemy", "moving",
     put("move", 3, path=[[300, 1000], [1300, 1500]], length=1119), mark.rule("HVK-LIST-05")),
    ("a move after the attack", "melee",
     before("activate", 1, event="move", model="a:giant:1:1", path=[[1200, 1250], [1200, 1200]], length=50),
     mark.rule("HVK-MOVE-03")),
    ("a second part without the ability", "moving", card("a", "jet", abilities=["fly_over"]), mark.rule("HVK-MOVE-03")),
    ("two parts longer than the move", "moving", card("a", "jet", speed=4), mark.rule("HVK-LIST-06")),
    ("an attack after the second part of a move", "moving",
     lambda lines: lines.insert(place_of(lines, "fire"), lines.pop(place_of(lines, "move", 4))),
     mark.rule("HVK-LIST-06")),
    ("out of contact where fighters are locked", "contact",
     both(number(lock_in_combat=True), put("activate", 0, type="a:trooper"), put("unit", unit="a:trooper:1"),
          drop("fire", 0, 3), after("unit", event="move", model="a:trooper:1:1",
                                     path=[[1000, 1150], [1000, 1050]], length=100)), mark.rule("HVK-MOVE-04")),
    ("out of coherency after a move", "moving", put("move", 0, path=[[1000, 600], [1000, 300]], length=300),
     mark.rule("HVK-FORCE-06")),
    ("a second surge", "moving",
     both(number(battle_turns=2), before("end", event="turn", turn=2),
          before("end", **roll("a")),
          before("end", event="activate", side="a", type="a:runner", surge=True)), mark.rule("HVK-LIST-01")),
    ("a surge of a type without it", "moving", put("activate", 0, surge=True), mark.rule("HVK-LIST-01")),
    ("a surge that is not declared", "moving", put("activate", 3, surge=False), mark.rule("HVK-LIST-01")),
    # firing
    ("fire at friends", "shooting", put("fire", targets__0__target="a:guard:1"), mark.rule("HVK-FIRE-01")),
    ("a warrior of another unit fires", "shooting", put("fire", targets__0__shots__0__model="a:guard:1:1"),
     mark.rule("HVK-FIRE-01")),
    ("fire through a hill", "terrain_by_hand",
     both(put("activate", 0, type="a:trooper"), put("unit", unit="a:trooper:1"),
          put("fire", unit="a:trooper:1", targets__0__target="b:trooper:2",
              targets__0__shots__0__model="a:trooper:1:1")), mark.rule("HVK-FIRE-01")),
    ("fire into contact", "contact", put("fire", targets__0__eligible=["b:trooper:1:1", "b:trooper:1:2"]),
     mark.rule("HVK-FIRE-09")),
    ("fire at a unit all in contact", "contact", number(into_contact="unit"), mark.rule("HVK-FIRE-02")),
    ("more dice than firepower", "shooting", put("fire", targets__0__shots__0__dice=2), mark.rule("HVK-FIRE-03")),
    ("fire without firepower", "shooting", card("a", "trooper", firepower=0), mark.rule("HVK-FIRE-03")),
    ("a face that no die has", "shooting", put("volley", 0, groups__0__faces__1=7), mark.rule("HVK-FIRE-03")),
    ("a die that the seed did not roll", "seeded",
     lambda lines: put("volley", 0, groups__0__faces__0=7 - find(lines, "volley")["groups"][0]["faces"][0])(lines),
     mark.rule("HVK-FIRE-03")),
    ("an armour die that the seed did not roll", "seeded",
     lambda lines: put("volley", 0, armour__0=7 - find(lines, "volley")["armour"][0])(lines), mark.rule("HVK-ARM-01")),
    ("a roll-off that the seed did not roll", "seeded",
     lambda lines: put("roll_off", 2, dice=[[1, 5], *find(lines, "roll_off", 2)["dice"]])(lines),
     mark.rule("HVK-TURN-02")),
    ("the wrong distance", "shooting", put("fire", targets__0__shots__0__distance=1104), mark.rule("HVK-FIRE-04")),
    ("the wrong face at a distance", "shooting", put("fire", targets__0__shots__0__needs=3), mark.rule("HVK-FIRE-04")),
    ("hits miscounted", "shooting", put("volley", 1, hits=1), mark.rule("HVK-FIRE-04")),
    ("a six without its extra die", "shooting", put("volley", 0, groups__0__faces=[6]), mark.rule("HVK-FIRE-05")),
    ("an extra die without a six", "shooting", put("volley", 1, groups__0__faces=[5, 3, 2]), mark.rule("HVK-FIRE-05")),
    ("the wrong face at close range", "shooting", put("fire", targets__1__shots__0__needs=3), mark.rule("HVK-FIRE-06")),
    ("one warrior at two targets", "shooting", put("fire", targets__1__shots__0__model="a:trooper:1:1"),
     mark.rule("HVK-FIRE-07")),
    ("dice before the declaration", "shooting", swap(("fire", 0), ("volley", 0)), mark.rule("HVK-FIRE-07")),
    ("cover in the open", "shooting", put("fire", targets__0__shots__0__cover=True), mark.rule("HVK-FIRE-08")),
    ("no cover behind a wood", "terrain_by_hand", put("fire", targets__0__shots__0__cover=False),
     mark.rule("HVK-FIRE-08")),
    ("an eligible model is left out", "shooting", put("fire", targets__1__eligible=["b:trooper:1:2"]),
     mark.rule("HVK-FIRE-09")),
    ("targets resolved in another order", "shooting", swap(("volley", 0), ("volley", 1)), mark.rule("HVK-FIRE-10")),
    ("a declared target without dice", "shooting", drop("volley", 1, 3), mark.rule("HVK-FIRE-10")),
    ("dice added after the declaration", "shooting",
     put("volley", 1, groups__0__dice=3, groups__0__faces=[5, 3, 1]), mark.rule("HVK-FIRE-10")),
    # armour and wounds
    ("an armour die too few", "shooting", put("volley", 1, armour=[4]), mark.rule("HVK-ARM-01")),
    ("an armour die too many", "shooting", put("volley", 0, armour=[5, 1]), mark.rule("HVK-ARM-01")),
    ("a save that is none", "shooting", put("volley", 1, wounds=1), mark.rule("HVK-ARM-01")),
    ("the wrong strength left", "shooting", put("wound", 0, left=2), mark.rule("HVK-WOUND-01")),
    ("a death that does not come", "shooting", drop("death"), mark.rule("HVK-WOUND-01")),
    ("a death without wounds enough", "shooting", put("death", model="b:trooper:1:1"), mark.rule("HVK-WOUND-01")),
    ("wounds on a model that is not the nearest", "shooting",
     both(put("wound", 1, model="b:trooper:1:1"), put("death", model="b:trooper:1:1")), mark.rule("HVK-WOUND-02")),
    ("wounds on an unhurt model before a wounded one", "wounded_first",
     put("wound", 1, model="b:trooper:1:2"), mark.rule("HVK-WOUND-02")),
    ("wounds that are forgotten", "wounded_first", drop("wound", 2, 2), mark.rule("HVK-WOUND-02")),
    ("wounds beyond the strength", "melee", put("wound", 3, wounds=3), mark.rule("HVK-WOUND-04")),
    ("wounds of a combat on another model", "melee", put("wound", 3, model="b:trooper:1:1"), mark.rule("HVK-WOUND-04")),
    # destroyed vehicles
    ("a vehicle that does not explode", "chain", drop("explosion", 0, 4), mark.rule("HVK-VEH-01")),
    ("an explosion that spares one who touches", "chain",
     lambda lines: find(lines, "explosion")["touched"].pop(0), mark.rule("HVK-VEH-01")),
    ("an explosion on one who does not touch", "chain",
     put("explosion", 1, touched=[{"model": "b:trooper:1:1", "faces": [1], "wounds": 0}]), mark.rule("HVK-VEH-01")),
    ("two hits of an explosion", "chain", put("explosion", 1, touched__0__faces=[1, 1]), mark.rule("HVK-VEH-01")),
    ("an explosion before the death", "chain", swap(("death", 0), ("explosion", 0)), mark.rule("HVK-VEH-01")),
    ("a chain that breaks off", "chain", drop("explosion", 1), mark.rule("HVK-VEH-02")),
    ("the wrong wave", "chain", put("explosion", 1, wave=1), mark.rule("HVK-VEH-02")),
    ("a survivor set down far away", "wreck", put("passenger", 1, at=[1200, 1900]), mark.rule("HVK-VEH-03")),
    ("a survivor set down on another", "wreck", put("passenger", 1, at=[1299, 1500]), mark.rule("HVK-VEH-03")),
    ("a survivor who disappears", "wreck", drop("passenger", 1), mark.rule("HVK-VEH-03")),
    ("a rider on foot who does not explode", "own_goal", drop("explosion", 0, 3), mark.rule("HVK-LIST-02")),
    # close combat
    ("a close combat without contact", "melee", put("move", path=[[1200, 900], [1200, 1244]], length=344),
     mark.rule("HVK-CC-01")),
    ("a pair that fights twice", "melee", again("combat", 1, 2), mark.rule("HVK-CC-02")),
    ("several combats where one is allowed", "melee", number(attacks_per_activation="one"), mark.rule("HVK-CC-02")),
    ("a die too few in close combat", "melee", put("combat", 0, dice=[5, 2], faces__1=[5, 1]), mark.rule("HVK-CC-03")),
    ("a bonus for the weaker", "melee", put("combat", 0, dice=[5, 5]), mark.rule("HVK-CC-04")),
    ("a bonus above its cap", "melee", number(strength_bonus_cap=1), mark.rule("HVK-CC-04")),
    ("a bonus that does not shrink", "melee", put("combat", 1, dice=[7, 1]), mark.rule("HVK-CC-05")),
    ("a six in close combat without its extra die", "melee", put("combat", 0, faces__0=[4, 4, 6, 2, 1]),
     mark.rule("HVK-CC-06")),
    ("hits of a close combat miscounted", "melee", put("combat", 0, hits=[4, 2]), mark.rule("HVK-CC-06")),
    ("a block that is not counted", "melee", put("combat", 0, blocks=[0, 1]), mark.rule("HVK-CC-07")),
    ("net hits without the blocks", "melee", put("combat", 0, net=[3, 2]), mark.rule("HVK-CC-07")),
    ("blocks on 1 played as blocks on 6", "melee", number(block_on=1), mark.rule("HVK-CC-07")),
    ("wounds on one side only", "melee", drop("wound", 0), mark.rule("HVK-CC-08")),
    ("wounds of a close combat miscounted", "melee", put("combat", 0, wounds=[1, 0]), mark.rule("HVK-CC-08")),
    ("close combat of an aircraft", "melee", card("a", "giant", abilities=["no_close_combat"]),
     mark.rule("HVK-LIST-07")),
    ("close combat after fire", "contact",
     after("wound", event="combat", attacker="a:guard:1:1", defender="b:trooper:1:1", dice=[5, 1],
            faces=[[1, 1, 1, 1, 1], [1]], hits=[0, 0], blocks=[0, 0], net=[0, 0], armour=[[], []], wounds=[0, 0]),
     mark.rule("HVK-CC-01")),
    # psyke
    ("psyke beyond its range", "psyke", number(psyke_range=1), mark.rule("HVK-PSY-01")),
    ("a wrong psyke distance", "psyke", put("psyke", distance=250), mark.rule("HVK-PSY-01")),
    ("psyke on a friend", "psyke", put("psyke", defender="a:trooper:1:1"), mark.rule("HVK-PSY-01")),
    ("a second psyke attack", "psyke", again("psyke", 0, 2), mark.rule("HVK-PSY-01")),
    ("strength bonus in psyke", "psyke", put("psyke", dice=[4, 1]), mark.rule("HVK-PSY-02")),
    ("a block in psyke that is not counted", "psyke", put("psyke", blocks=[0, 0]), mark.rule("HVK-PSY-02")),
    ("a save against psyke on a 2", "psyke", put("psyke", wounds=[0, 0]), mark.rule("HVK-PSY-03")),
    ("a save against psyke too few", "psyke", put("psyke", saves=[[], [2]]), mark.rule("HVK-PSY-03")),
    ("psyke on a passenger from the wrong place", "transports", put("psyke", distance=600), mark.rule("HVK-PSY-04")),
    ("fire after psyke", "psyke",
     after("wound", event="fire", unit="a:mind:1", targets=[
         {"target": "b:trooper:1", "eligible": ["b:trooper:1:1", "b:trooper:1:2"],
          "shots": [{"model": "a:mind:1:1", "distance": 200, "cover": False, "needs": 2, "dice": 1}]}]),
     mark.rule("HVK-TURN-04")),
    # winning
    ("a wrong score", "shooting", put("end", score={"a": 20, "b": 0}), mark.rule("HVK-WIN-01")),
    ("a wrong winner", "shooting", put("end", winner="b"), mark.rule("HVK-WIN-01")),
    ("a winner of a draw", "turns", put("end", winner="a"), mark.rule("HVK-WIN-02")),
    ("a margin that makes it a draw", "shooting", number(draw_margin=10), mark.rule("HVK-WIN-02")),
    ("an own goal that does not count", "own_goal", put("end", score={"a": 12, "b": 0}), mark.rule("HVK-WIN-01")),
    ("an own goal counted for its own side", "hoist", put("end", score={"a": 0, "b": 60}), mark.rule("HVK-WIN-01")),
    ("an explosion laid to the wrong side", "own_goal", put("death", 1, by="b"), mark.rule("HVK-WIN-03")),
    ("a wrong reason of the end", "shooting", put("end", ended_by="wiped_out"), mark.rule("HVK-TURN-01")),
    ("a wrong number of turns", "shooting", put("end", turns=2), mark.rule("HVK-TURN-01")),
    # transports
    ("a rider who starts elsewhere", "transports",
     put("move", 2, path=[[1500, 560], [1500, 600]], length=40), mark.rule("HVK-LIST-08")),
    ("a rider whose cart is not named", "transports", put("move", 2, **{"from": None}), mark.rule("HVK-LIST-08")),
    ("mounting from afar", "mounting", put("move", 0, path=[[800, 500], [850, 545]], length=68),
     mark.rule("HVK-LIST-08")),
    ("mounting an enemy", "mounting", put("move", 0, into="b:trooper:1:1"), mark.rule("HVK-LIST-08")),
    ("boarding away from the doors", "transports",
     put("move", 1, path=[[600, 100], [560, 185]], length=94), mark.rule("HVK-LIST-09")),
    ("out of a transport elsewhere", "transports",
     put("move", 0, path=[[700, 250], [700, 150]], length=100), mark.rule("HVK-LIST-10")),
    ("fire from inside measured from elsewhere", "transports",
     put("fire", 0, targets__0__shots__0__distance=650), mark.rule("HVK-LIST-11")),
    ("close combat from inside", "transports",
     before("psyke", 0, event="combat", attacker="b:mind:1:1", defender="a:trooper:1:2", dice=[1, 1], faces=[[1], [1]],
            hits=[0, 0], blocks=[0, 0], net=[0, 0], armour=[[], []], wounds=[0, 0]), mark.rule("HVK-LIST-13")),
    ("an explosion that reaches into a transport", "transports",
     before("end", event="explosion", wave=1, model="a:cart:1:1", touched=[]), mark.rule("HVK-VEH-01")),
]  # fmt: skip


@pytest.mark.parametrize(("battle", "tamper", "rule"), [t[1:] for t in TAMPERINGS], ids=[t[0] for t in TAMPERINGS])
def test_tampering_is_caught_with_its_clause(battle, tamper, rule):
    (clause,) = rule.args
    lines = copy.deepcopy(RECORDS[battle])
    tamper(lines)
    verdict = judge(lines)
    assert not verdict.legal
    assert verdict.violations[0].clause == clause, [str(v) for v in verdict.violations]


def test_there_are_enough_kinds():
    assert len({tampering[0] for tampering in TAMPERINGS}) == len(TAMPERINGS) >= 60
