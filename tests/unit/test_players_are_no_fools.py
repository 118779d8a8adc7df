"""Players in a few small battles: gross faults only, such as a sign turned round. The long check is `make verify`.

A pair of battles scores from 0 to 1, so the mean of N pairs lies farther than d below its true value with a chance of
at most exp(-2 N d^2) (Hoeffding), one in a million here. Seeds are fixed: what passes once passes always.
"""

from dataclasses import replace
from math import log, sqrt

import pytest

from havoksim.analysis.cross_table import cross_table
from havoksim.model.force import Force, UnitEntry
from havoksim.model.loading import load_army_list
from havoksim.model.policy import ACTIONS, PRESETS, load_policy
from havoksim.model.ruleset import havok_2_0

#: Pairs of battles, and how far their mean is off once in a million times.
PAIRS = 60
OFF = sqrt(log(1e6) / (2 * PAIRS))
SMALL = [
    ("karn_empire", {"form_warrior": 2, "karn_trooper": 3, "borkian_mercenary": 3}),
    ("nexus_rebellion", {"hundred_warrior": 1, "storm_trooper": 3, "mauler": 1}),
    ("pteravore", {"razor": 3, "screamer": 3, "pteramite": 4}),
]


def forces():
    """A small force of each faction, of about 140 points."""
    found = []
    for name, units in SMALL:
        army = load_army_list(name)
        cards = {card.id: card for card in army.warriors}
        found.append(Force(name, army, 160, tuple(UnitEntry(cards[one], n) for one, n in units.items()), id=name))
    return found


def score(player, other):
    """What a player scores against another, in PAIRS pairs of battles or a few more."""
    table = cross_table([player, other], forces(), budget=2 * (PAIRS + 8), seed=7, ruleset=havok_2_0())
    assert table.battles >= 2 * PAIRS
    return table.cell(player.id, other.id)[0]


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "random"])
def test_every_preset_beats_the_one_who_does_anything(preset):
    """Who truly scores 85 % and more fails once in a million times."""
    assert score(load_policy(preset), load_policy("random")) > 0.85 - OFF


@pytest.mark.parametrize("action", ACTIONS)
def test_to_be_forbidden_something_helps_nobody_much(action):
    """Who truly scores no more than one half without it fails once in a million times."""
    tactician = load_policy("tactician")
    assert score(replace(tactician, forbid=[action], id="without"), tactician) < 0.5 + OFF
