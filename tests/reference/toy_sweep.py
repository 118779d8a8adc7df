"""A small sweep of three made-up types in two factions, quick to fight out."""

from dataclasses import replace

from havoksim.model.army_list import ArmyList
from havoksim.model.ruleset import havok_2_0
from havoksim.model.sweep import Sweep
from havoksim.model.warrior import Warrior

_CARD = {"speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1, "strength": 1, "armour": 2}


def card(army_list, name, battle_rating, **figures):
    values = {**_CARD, **figures}
    return Warrior(id=name, name=name.title(), battle_rating=battle_rating, army_list=army_list, **values)


AXE = card("reds", "axe", 10, known=["strength", "armour"])
BOW = card("reds", "bow", 15, firepower=2, strength=2)
CAT = card("blues", "cat", 12, armour=4, close_combat=2)


def toy_sweep(**changes):
    """Return the sweep: fire at two distances and melee, at most 30 BR a side."""
    sweep = Sweep(
        id="toy",
        name="Toy",
        mode="duels",
        army_lists=(ArmyList("reds", "The Reds", (AXE, BOW)), ArmyList("blues", "The Blues", (CAT,))),
        warriors=(AXE, BOW, CAT),
        rulesets=(havok_2_0(),),
        ranges=(6.0, 36.0),
        cover=(False,),
        modes=("fire",),
        max_br=30,
        order="roll_off",
        duels=400,
        confidence=0.95,
        seed=7,
    )
    return replace(sweep, **changes)


TOY_FILE = """
schema = 1
kind = "sweep"
mode = "duels"
name = "Small"
army_lists = ["karn_empire", "pteravore"]
warriors = ["karn_trooper", "banshee", "razor", "pteramite"]
ranges = [6, 36]
cover = [false]
modes = ["fire", "melee"]
max_br = 60
duels = 400
seed = 3
"""
