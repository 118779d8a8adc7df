"""Small legal battles for every chapter of the rules, told by hand. Each function returns the lines of a record."""

from tests.reference.hand_records import Game


def shooting(**numbers):
    """Three troopers split their fire between a guard and three troopers; a trooper dies."""
    g = Game([("trooper", 3), ("guard", 1)], [("trooper", 3), ("guard", 1)], **numbers)
    g.deploy(
        a_trooper_1=[(1000, 1000), (1120, 1000), (1240, 1000)],
        a_guard_1=[(300, 200)],
        b_trooper_1=[(1000, 1300), (1120, 1300), (1240, 1300)],
        b_guard_1=[(1800, 1900)],
    )
    g.turn().activate("a:trooper").unit("a:trooper:1")
    g.fire(
        "a:trooper:1",
        b_guard_1=([(1, 1105, False, 4, 1)], [1]),
        b_trooper_1=([(2, 200, False, 2, 1), (3, 200, False, 2, 1)], [1, 2, 3]),
    )
    g.volley("a:trooper:1", "b:guard:1", [(4, 1, [6, 2])], [5], 2).wound("b:guard:1:1", 1)
    g.volley("a:trooper:1", "b:trooper:1", [(2, 2, [5, 3])], [4, 3], 2)
    g.wound("b:trooper:1:2", 2).death("b:trooper:1:2")
    return g.end()


def wounded_first():
    """The wounded model comes before nearer ones that are unhurt, and what is left goes on to the next."""
    g = Game([("guard", 1), ("trooper", 2)], [("trooper", 3)])
    g.deploy(
        a_guard_1=[(1240, 1000)], a_trooper_1=[(1000, 1000), (880, 1000)],
        b_trooper_1=[(1000, 1300), (1120, 1300), (1240, 1300)],
    )  # fmt: skip
    g.turn().activate("a:guard").unit("a:guard:1")
    g.fire("a:guard:1", b_trooper_1=([(1, 200, False, 2, 2)], [1, 2, 3]))
    g.volley("a:guard:1", "b:trooper:1", [(2, 2, [3, 1])], [3], 2).wound("b:trooper:1:3", 1)
    g.activate("a:trooper").unit("a:trooper:1")
    g.fire("a:trooper:1", b_trooper_1=([(1, 200, False, 2, 1), (2, 224, False, 2, 1)], [1, 2, 3]))
    g.volley("a:trooper:1", "b:trooper:1", [(2, 2, [6, 4, 2])], [4, 3, 6], 2)
    g.wound("b:trooper:1:3", 1).death("b:trooper:1:3").wound("b:trooper:1:1", 2).death("b:trooper:1:1")
    return g.end()


def melee(**numbers):
    """A giant walks into three enemies and fights them one after another; then the guard strikes back."""
    g = Game([("giant", 1)], [("guard", 1), ("trooper", 2)], **numbers)
    g.deploy(a_giant_1=[(1200, 900)], b_guard_1=[(1200, 1400)], b_trooper_1=[(1330, 1325), (1070, 1325)])
    g.turn().activate("a:giant").unit("a:giant:1").move("a:giant:1:1", (1200, 1250))
    g.combat("a:giant:1:1", "b:guard:1:1", [[4, 4, 6, 2, 1, 3], [6, 5, 1, 2]], [[5], [3, 2]], (5, 3), (4, 2))
    g.wound("a:giant:1:1", 1).wound("b:guard:1:1", 1)
    g.combat("a:giant:1:1", "b:trooper:1:1", [[1, 1, 1, 4, 5, 2], [6, 6, 3]], [[1, 6], []], (6, 1), (4, 2))
    g.wound("a:giant:1:1", 1)
    g.combat("a:giant:1:1", "b:trooper:1:2", [[4, 5, 4, 1, 1], [2]], [[], [6, 5, 3]], (5, 1), (4, 2))
    g.wound("b:trooper:1:2", 2).death("b:trooper:1:2")
    g.activate("b:guard").unit("b:guard:1")
    g.combat("b:guard:1:1", "a:giant:1:1", [[1, 1, 1], [1, 2, 3, 4, 1]], [[2], []], (3, 5), (2, 4))
    return g.end()


def both_die():
    """Two troopers kill each other: wounds count at the same time, and nobody is left."""
    g = Game([("trooper", 1)], [("trooper", 1)])
    g.deploy(a_trooper_1=[(1000, 1150)], b_trooper_1=[(1000, 1250)])
    g.turn().activate("b:trooper").unit("b:trooper:1")
    faces = [[6, 6, 4], [6, 6, 6, 4]]
    told = g.exchange(faces)
    assert told["net"] == [0, 2]
    g.combat("b:trooper:1:1", "a:trooper:1:1", faces, [[3, 3], []], (1, 1))
    g.wound("b:trooper:1:1", 2).death("b:trooper:1:1")
    return g.end()


def psyke(**numbers):
    """A mind picks one trooper out of a unit."""
    g = Game([("mind", 1), ("trooper", 1)], [("trooper", 2)], **numbers)
    g.deploy(a_mind_1=[(1000, 1100)], a_trooper_1=[(2000, 300)], b_trooper_1=[(1000, 1500), (1100, 1500)])
    g.turn().activate("a:mind").unit("a:mind:1").move("a:mind:1:1", (1000, 1200))
    g.psyke("a:mind:1:1", "b:trooper:1:1", 200, [[6, 4, 1, 2], [5]], [[], [1, 2]], (3, 1)).wound("b:trooper:1:1", 1)
    return g.end()


def chain():
    """A tank explodes, and the tank beside it, wave after wave."""
    g = Game([("guard", 1)], [("tank", 1), ("tank", 1), ("trooper", 1), ("trooper", 1)])
    g.deploy(
        a_guard_1=[(1200, 900)], b_tank_1=[(1200, 1500)], b_tank_2=[(1400, 1500)],
        b_trooper_1=[(1200, 1650)], b_trooper_2=[(1550, 1500)],
    )  # fmt: skip
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_tank_1=([(1, 450, False, 2, 2)], [1]))
    g.volley("a:guard:1", "b:tank:1", [(2, 2, [3, 1])], [4], 3).wound("b:tank:1:1", 1).death("b:tank:1:1")
    g.explosion(1, "b:tank:1:1", b_trooper_1_1=[5], b_tank_2_1=[6])
    g.wound("b:trooper:1:1", 1).wound("b:tank:2:1", 1).death("b:tank:2:1")
    g.explosion(2, "b:tank:2:1", b_trooper_2_1=[1])
    return g.end()


def wreck():
    """A wagon is shot to pieces; its passengers climb out of the wreck."""
    g = Game([("guard", 1)], [("wagon", 1), ("trooper", 2)])
    g.deploy(a_guard_1=[(1200, 900)], b_wagon_1=[(1200, 1500)], b_trooper_1=["b:wagon:1:1", "b:wagon:1:1"])
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_wagon_1=([(1, 400, False, 2, 2)], [1]))
    g.volley("a:guard:1", "b:wagon:1", [(2, 2, [6, 3, 4])], [2, 1, 6], 1).wound("b:wagon:1:1", 2).death("b:wagon:1:1")
    g.explosion(1, "b:wagon:1:1", b_trooper_1_1=[1], b_trooper_1_2=[6]).wound("b:trooper:1:2", 1)
    g.add("passenger", "HVK-VEH-03", model="b:trooper:1:1", at=[1200, 1500])
    g.add("passenger", "HVK-VEH-03", model="b:trooper:1:2", at=[1310, 1500])
    return g.end()


def transports():
    """Out of a wagon and into it, fire from inside, off a cart, and a wagon that splits its move."""
    g = Game([("wagon", 1), ("cart", 1), ("trooper", 2), ("trooper", 1), ("guard", 1)], [("trooper", 1), ("mind", 1)])
    g.deploy(
        a_wagon_1=[(600, 400)], a_cart_1=[(1500, 400)], a_trooper_1=["a:wagon:1:1", "a:wagon:1:1"],
        a_trooper_2=[(600, 100)], a_guard_1=["a:cart:1:1"],
        b_trooper_1=[(600, 1300)], b_mind_1=[(2000, 1900)],
    )  # fmt: skip
    g.turn().activate("a:trooper").unit("a:trooper:1")
    g.move("a:trooper:1:1", (700, 150), start=(600, 250), **{"from": "a:wagon:1:1"})
    # from inside: 900 between the centres, less the wagon's 150 and the target's 50
    g.fire("a:trooper:1", b_trooper_1=([(2, 700, False, 4, 1)], [1]))
    g.volley("a:trooper:1", "b:trooper:1", [(4, 1, [3])], [], 2)
    g.unit("a:trooper:2").move("a:trooper:2:1", (600, 200), into="a:wagon:1:1")
    g.activate("a:guard").unit("a:guard:1")
    g.move("a:guard:1:1", (1500, 600), start=(1500, 550), **{"from": "a:cart:1:1"})
    g.activate("a:wagon").unit("a:wagon:1").move("a:wagon:1:1", (600, 900))
    g.fire("a:wagon:1", b_trooper_1=([(1, 200, False, 2, 1)], [1]))
    g.volley("a:wagon:1", "b:trooper:1", [(2, 1, [1])], [], 2)
    g.move("a:wagon:1:1", (1300, 900), part=2)
    g.activate("b:mind").unit("b:mind:1").move("b:mind:1:1", (1800, 1400))
    g.psyke("b:mind:1:1", "a:trooper:2:1", 508, [[1, 2, 3], [4]], [[5], []], (3, 1)).wound("b:mind:1:1", 1)
    return g.end()


def mounting():
    """A guard climbs on a cart, rides with it, and is fought on it."""
    g = Game([("cart", 1), ("guard", 1)], [("trooper", 1)], battle_turns=2)
    g.deploy(a_cart_1=[(1000, 700)], a_guard_1=[(800, 500)], b_trooper_1=[(1000, 1600)])
    g.turn().activate("a:guard").unit("a:guard:1").move("a:guard:1:1", (858, 558), into="a:cart:1:1")
    g.activate("a:cart").unit("a:cart:1").move("a:cart:1:1", (1000, 1400))
    g.rest().turn().activate("b:trooper").unit("b:trooper:1")
    g.combat("b:trooper:1:1", "a:guard:1:1", [[1], [1, 2, 3, 3, 1]], [[], []], (1, 5))
    return g.end()


def terrain_by_hand(**numbers):
    """Three pieces of random terrain; a guard fires through the wood, a giant walks round it."""
    g = Game([("guard", 1), ("trooper", 1), ("giant", 1)], [("trooper", 1), ("trooper", 1)], terrain="random",
             table=[48, 24], terrain_count=3, **numbers)  # fmt: skip
    square = [[-300, -300], [300, -300], [300, 300], [-300, 300]]
    g.add("piece", "HVK-TABLE-02", id=0, kind="hill", shape="circle", radius=300)
    g.add("piece", "HVK-TABLE-02", id=1, kind="wood", shape="circle", radius=300)
    g.add("piece", "HVK-TABLE-02", id=2, kind="building", shape="polygon", corners=square)
    g.roll_off("terrain", "a")
    g.add("deal", "HVK-TABLE-03", pieces={"a": [0, 2], "b": [1]})
    g.add("place", "HVK-TABLE-03", side="a", piece=0, at=[800, 1200])
    g.add("place", "HVK-TABLE-03", side="b", piece=1, at=[2400, 1200])
    g.add("place", "HVK-TABLE-03", side="a", piece=2, at=[4000, 1200])
    g.deploy(
        a_guard_1=[(2400, 600)], a_trooper_1=[(800, 600)], a_giant_1=[(2000, 700)],
        b_trooper_1=[(2400, 1800)], b_trooper_2=[(800, 1800)],
    )  # fmt: skip
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_trooper_1=([(1, 1100, True, 5, 2)], [1]))
    g.volley("a:guard:1", "b:trooper:1", [(5, 2, [4, 5])], [1], 2)
    g.activate("a:giant").unit("a:giant:1").move("a:giant:1:1", (2000, 1000), (2000, 1200))
    return g.end()


def moving(**numbers):
    """Paths that bend, that pass friends, that fly over everybody, and a move in two parts."""
    g = Game([("trooper", 2), ("jet", 1), ("bomb", 1), ("runner", 1)], [("trooper", 3)], **numbers)
    g.deploy(
        a_trooper_1=[(1000, 600), (1000, 720)], a_jet_1=[(300, 1000)], a_bomb_1=[(1500, 1100)],
        a_runner_1=[(2000, 300)],
        b_trooper_1=[(1380, 1400), (1500, 1400), (1620, 1400)],
    )  # fmt: skip
    g.turn().activate("a:trooper").unit("a:trooper:1")
    g.move("a:trooper:1:1", (1000, 840), (1100, 960)).move("a:trooper:1:2", (1000, 900))
    g.activate("a:bomb").unit("a:bomb:1").move("a:bomb:1:1", (1500, 1700))
    g.activate("a:jet").unit("a:jet:1").move("a:jet:1:1", (1200, 2200))
    g.fire("a:jet:1", b_trooper_1=([(1, 670, False, 4, 3)], [1, 2, 3]))
    g.volley("a:jet:1", "b:trooper:1", [(4, 3, [1, 2, 3])], [], 2)
    g.move("a:jet:1:1", (300, 1200), part=2)
    g.activate("a:runner", surge=True).unit("a:runner:1").move("a:runner:1:1", (2000, 2200))
    return g.end()


def contact(**numbers):
    """Whoever touches the firer's side may not be fired at; those beside him may."""
    g = Game([("trooper", 2), ("guard", 1)], [("trooper", 3)], **numbers)
    g.deploy(
        a_trooper_1=[(1000, 1150), (880, 1150)], a_guard_1=[(1000, 900)],
        b_trooper_1=[(1000, 1250), (1120, 1250), (1240, 1250)],
    )  # fmt: skip
    g.turn().activate("a:guard").unit("a:guard:1")
    # the nearest that is not in contact is the second: (120, 350) away
    g.fire("a:guard:1", b_trooper_1=([(1, 270, False, 2, 2)], [2, 3]))
    g.volley("a:guard:1", "b:trooper:1", [(2, 2, [4, 4])], [6, 1], 2).wound("b:trooper:1:2", 1)
    return g.end()


def turns(**numbers):
    """Two battle turns with several types a side, in which nothing happens."""
    g = Game([("trooper", 1), ("guard", 1)], [("trooper", 1), ("mind", 2)], battle_turns=2, **numbers)
    g.deploy(
        a_trooper_1=[(300, 300)], a_guard_1=[(600, 300)],
        b_trooper_1=[(300, 2000)], b_mind_1=[(600, 2000), (720, 2000)],
    )  # fmt: skip
    g.turn().activate("b:mind").unit("b:mind:1").move("b:mind:1:1", (600, 1900))
    g.rest().turn()
    return g.end()


def wiped_out():
    """The last enemy dies, and the battle ends at once."""
    g = Game([("guard", 1), ("trooper", 1)], [("trooper", 1)], battle_turns=4)
    g.deploy(a_guard_1=[(1000, 1000)], a_trooper_1=[(400, 400)], b_trooper_1=[(1000, 1300)])
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_trooper_1=([(1, 200, False, 2, 2)], [1]))
    g.volley("a:guard:1", "b:trooper:1", [(2, 2, [4, 4])], [6, 3], 2).wound("b:trooper:1:1", 2).death("b:trooper:1:1")
    return g.end()


def own_goal():
    """A bomb blows up and takes a friend with it: a casualty like any other."""
    g = Game([("guard", 1)], [("bomb", 1), ("trooper", 1)], cards={"trooper": {"strength": 1}})
    g.deploy(a_guard_1=[(1200, 900)], b_bomb_1=[(1200, 1400)], b_trooper_1=[(1300, 1400)])
    g.turn().activate("a:guard").unit("a:guard:1").fire("a:guard:1", b_bomb_1=([(1, 400, False, 2, 2)], [1]))
    g.volley("a:guard:1", "b:bomb:1", [(2, 2, [3, 1])], [4], 1).wound("b:bomb:1:1", 1).death("b:bomb:1:1")
    g.explosion(1, "b:bomb:1:1", b_trooper_1_1=[5]).wound("b:trooper:1:1", 1).death("b:trooper:1:1")
    return g.end()


def hoist():
    """A guard destroys a tank with his own hands, and its explosion kills him: a casualty that counts for the enemy."""
    g = Game([("tank", 1)], [("guard", 1)], cards={"guard": {"strength": 1}})
    g.deploy(a_tank_1=[(1000, 1100)], b_guard_1=[(1000, 1250)])
    g.turn().activate("b:guard").unit("b:guard:1")
    g.combat("b:guard:1:1", "a:tank:1:1", [[4, 1, 1], [1]], [[], [4]], (3, 1), (2, 3))
    g.wound("a:tank:1:1", 1).death("a:tank:1:1")
    g.explosion(1, "a:tank:1:1", b_guard_1_1=[5]).wound("b:guard:1:1", 1).death("b:guard:1:1", by="b")
    return g.end()


def seeded(seed=7, battle=3):
    """Two guards fire at each other with the dice of a seed, until one is dead."""
    g = Game([("guard", 1)], [("guard", 1)], seed=seed, battle=battle, battle_turns=3)
    g.deploy(a_guard_1=[(1000, 1000)], b_guard_1=[(1000, 1600)])
    while g.turns < 3 and not g.dead:
        g.turn()
        while (g.ready("a") or g.ready("b")) and not g.dead:
            both = g.ready("a") and g.ready("b")
            side = g.roll_off("activate") if both else ("a" if g.ready("a") else "b")
            other = "b" if side == "a" else "a"
            g.waiting.remove(f"{side}:guard")
            unit, target = f"{side}:guard:1", f"{other}:guard:1"
            g.add("activate", "HVK-TURN-02", side=side, type=f"{side}:guard", surge=False).unit(unit)
            g.fire(unit, **{target.replace(":", "_"): ([(1, 500, False, 2, 2)], [1])})
            dice, faces, thrown = g.dice("fire", unit, 0), [], 2
            while thrown:
                wave = [dice.roll() for _ in range(thrown)]
                faces += wave
                thrown = wave.count(6)
            dice = g.dice("armour", unit, 0)
            armour = [dice.roll() for face in faces if face >= 2]
            g.volley(unit, target, [(2, 2, faces)], armour, 2)
            wounds = min(sum(face > 2 for face in armour), g.left[f"{target}:1"])
            if wounds:
                g.wound(f"{target}:1", wounds)
                if g.left[f"{target}:1"] == 0:
                    g.death(f"{target}:1")
    return g.end()


ALL = (
    shooting, wounded_first, melee, both_die, psyke, chain, wreck, transports, mounting, terrain_by_hand, moving,
    contact, turns, wiped_out, own_goal, hoist, seeded,
)  # fmt: skip
