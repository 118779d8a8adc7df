"""Both engines under every ruleset option: the sampled one must give the exact one's answers, by table and by dice.

Seeds are fixed. Every comparison is one of at most 2,000 at a level of 5e-10 each, so the whole file raises a false
alarm for one choice of seeds in a million.
"""

import math

import numpy as np
import pytest

import havoksim as hs
from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from tests.unit.test_exact_firing import warrior

RULES = havok_2_0()
#: Two-sided normal quantile of 5e-10.
Z = 6.22
N = 40_000

OPTIONS = [
    {},
    {"exploding": False},
    {"explode_on": 5},
    {"explode_on": "none"},
    {"max_explosions": 1},
    {"close_range_ignores_cover": True},
    {"bands": [{"to": 8, "open": 3, "cover": 3}, {"open": 5, "cover": 6}]},
    {"max_range": 10.0},
    {"armour_roll": "greater_or_equal"},
    {"natural_six_always_wounds": True},
    {"block_on": 1},
    {"block_on": "none"},
    {"close_combat_hits_on": 3},
    {"psyke_hits_on": 5},
    {"psyke_strikes_back": False},
    {"psyke_save_on": 3},
    {"strength_bonus_per_point": 2},
    {"strength_bonus_cap": 1},
    {"strength_bonus_from": "remaining"},
    {"vehicle_explosion": False},
    {"vehicle_explosion_hits": 2},
]


def same_law(values, law, what):
    for k in range(min(len(law), 6)):
        p = law[k]
        error = math.sqrt(max(p * (1 - p), 1e-4) / len(values))
        assert abs(float(np.mean(values == k)) - p) <= Z * error, (what, k)


@pytest.mark.parametrize("method", ["table", "dice"])
@pytest.mark.parametrize("change", OPTIONS, ids=str)
def test_exchanges(change, method):
    rules = RULES.changed(**change)
    a, b = warrior(firepower=2, strength=3, armour=3, close_combat=2, psyke=3, psyke_attack=True), warrior(psyke=2)
    for distance, cover in ((6.0, True), (12.0, False), (30.0, False)):
        exact = hs.odds.fire(Side(a, 3), Side(b, 4), range=distance, cover=cover, ruleset=rules)
        drawn = sample_volley(
            a, b, attackers=3, models=4, range=distance, cover=cover, ruleset=rules, n=N, seed=7, method=method
        )
        same_law(drawn.hits, exact.hits, "hits")
        same_law(drawn.wounds, exact.wounds, "wounds")
        same_law(drawn.kills, exact.kills, "kills")
    exact = hs.odds.melee(a, b, ruleset=rules)
    drawn = sample_melee(a, b, ruleset=rules, n=N, seed=8, method=method)
    same_law(drawn.wounds_on_a, exact.wounds_on_a.clamp(3), "melee on a")
    same_law(drawn.wounds_on_b, exact.wounds_on_b.clamp(2), "melee on b")
    both = np.mean((drawn.wounds_on_a > 0) & (drawn.wounds_on_b > 0))
    joint = sum(sum(row[1:]) for row in exact.joint.p[1:])
    assert abs(both - joint) <= Z * math.sqrt(max(joint * (1 - joint), 1e-4) / N), "both sides' wounds belong together"
    exact = hs.odds.psyke(a, b, ruleset=rules)
    drawn = sample_psyke(a, b, ruleset=rules, n=N, seed=9, method=method)
    same_law(drawn.wounds_on_a, exact.wounds_on_a.clamp(3), "psyke on a")
    same_law(drawn.wounds_on_b, exact.wounds_on_b.clamp(2), "psyke on b")


@pytest.mark.parametrize("order", ["roll_off", "alternate", "simultaneous"])
@pytest.mark.parametrize("turns", [None, 3])
@pytest.mark.parametrize("change", OPTIONS, ids=str)
def test_fire_duels(change, turns, order):
    if set(change) & {"block_on", "psyke_hits_on", "psyke_strikes_back", "psyke_save_on", "close_combat_hits_on"}:
        change = {"explode_on": 4}  # fire does not read these: look at one more explosion instead
    rules = RULES.changed(**change)
    a, b = (
        Side(warrior(firepower=2, strength=2, battle_rating=15), 3),
        Side(warrior(strength=1, vehicle=True, armour=1), 4),
    )
    how = {"range": 9.0, "cover": "a", "order": order, "turns": turns, "ruleset": rules}
    exact, drawn = hs.duel(a, b, **how), hs.duel(a, b, engine="sampled", n=20_000, seed=11, **how)
    agree(exact, drawn)


@pytest.mark.parametrize("mode", ["melee", "psyke"])
@pytest.mark.parametrize("turns", [None, 2])
@pytest.mark.parametrize("change", OPTIONS, ids=str)
def test_duels_between_two(change, turns, mode):
    rules = RULES.changed(**change)
    a = warrior(strength=4, close_combat=2, armour=3, psyke=3, psyke_attack=True, battle_rating=30)
    b = warrior(strength=2, close_combat=3, armour=1, psyke=2, vehicle=True, battle_rating=20)
    how = {"mode": mode, "turns": turns, "ruleset": rules}
    agree(hs.duel(a, b, **how), hs.duel(a, b, engine="sampled", n=20_000, seed=12, **how))


def agree(exact, drawn):
    assert (exact.method, drawn.method) == ("exact", "sampled")
    for name in ("p_win_a", "p_win_b", "p_draw", "p_undecided"):
        p = getattr(exact, name)
        assert abs(getattr(drawn, name) - p) <= Z * math.sqrt(max(p * (1 - p), 1e-4) / drawn.n), name
    for name in ("models_a", "models_b"):
        law = getattr(exact, name)
        error = math.sqrt(max(law.variance, 1e-4) / drawn.n)
        assert abs(getattr(drawn, name).mean - law.mean) <= Z * error, name
    if exact.rounds.truncation < 1e-6:
        error = math.sqrt(max(exact.rounds.variance, 1e-4) / drawn.n)
        assert abs(drawn.rounds_mean - exact.rounds_mean) <= Z * error, "rounds"
