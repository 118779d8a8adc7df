"""Duels to the end: published right answers, hand-worked chains, stalemates, symmetry, and a naive second opinion."""

import math

import numpy as np
import pytest

import havoksim as hs
from havoksim.combat.exact.duel import combats_to_the_end, fire_to_the_end, volleys
from havoksim.combat.exact.units import Units
from havoksim.dice.pmf import JointPmf, Pmf
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from havoksim.odds.sizing import equal_sizes
from tests.unit.test_exact_firing import warrior

RULES = havok_2_0()
PLAIN = RULES.changed(exploding=False)
#: One certain armour roll: a hit is a wound.
GLASS = warrior(strength=1, armour=0)


def total(result):
    return result.p_win_a + result.p_win_b + result.p_draw + result.p_undecided


def test_three_against_two_each_kills_one_with_a_sixth_simultaneously():
    """Known fault 11, as fractions over 3123941821."""
    result = hs.duel(Side(GLASS, 3), Side(GLASS, 2), range=30, order="simultaneous", ruleset=PLAIN)
    whole = 3123941821
    assert result.p_win_a == pytest.approx(2478426121 / whole, abs=1e-13)
    assert result.p_win_b == pytest.approx(592147375 / whole, abs=1e-13)
    assert result.p_draw == pytest.approx(53368325 / whole, abs=1e-13)
    assert result.models_a[0] == pytest.approx(1 - result.p_win_a, abs=1e-13), "survivors are counted"
    assert 0 < result.models_a.mean < 3


def test_sequential_strikes_of_the_known_fault():
    """Known fault 15: one wound each, two strikes each in turn, 60 % to hit, a first: 0.2784, 0.6960, 0.0256."""
    one = Units((1,), 1)
    strike = volleys(one, one, lambda models: Pmf.bernoulli(0.6) if models else Pmf.certain(0))
    after = fire_to_the_end(strike, strike, order="alternate", turns=2).final
    assert after[0, 1] == pytest.approx(0.2784)
    assert after[1, 0] == pytest.approx(0.6960)
    assert after[1, 1] == pytest.approx(0.0256)


def test_the_turn_limit_is_kept():
    """Known fault 19: six against six, each hits on 1/2, simultaneous, one round."""
    result = hs.duel(Side(GLASS, 6), Side(GLASS, 6), range=12, order="simultaneous", ruleset=PLAIN, turns=1)
    assert result.rounds_mean == 1.0
    assert 6 - result.models_a.mean == pytest.approx(3.0)
    assert result.models_a[0] == pytest.approx(1 / 64)
    assert total(result) == pytest.approx(1.0, abs=1e-12)
    six = Units((6,), 1)
    halves = volleys(six, six, lambda models: Pmf.binomial(models, 0.5))
    assert fire_to_the_end(halves, halves, order="simultaneous", turns=1).final[0, 0] == pytest.approx(1 / 4096)
    nothing = hs.duel(Side(GLASS, 6), Side(GLASS, 6), turns=0)
    assert (nothing.p_draw, nothing.rounds_mean) == (1.0, 0.0)


def test_one_shot_each_by_hand():
    """a first with chance p, then b with p: a wins p / (1 - (1-p)^2), worked by hand."""
    p = 0.5
    result = hs.duel(GLASS, GLASS, range=12, order="alternate", ruleset=PLAIN)
    assert result.p_win_a == pytest.approx(p / (1 - (1 - p) ** 2))
    assert result.rounds_mean == pytest.approx(1 / (1 - (1 - p) ** 2))
    fair = hs.duel(GLASS, GLASS, range=12, ruleset=PLAIN)
    assert fair.p_win_a == pytest.approx(0.5)


def test_long_fights_are_followed_to_their_end():
    """Needing sixes against armour five: a fight of a hundred turns still has probability one."""
    tough = warrior(armour=5, strength=3)
    result = hs.duel(tough, tough, range=30, ruleset=PLAIN)
    assert total(result) == pytest.approx(1.0, abs=1e-12)
    assert result.rounds_mean == pytest.approx(math.fsum(k * p for k, p in enumerate(result.rounds.p)), rel=0.01)
    assert result.rounds_mean > 50
    assert result.p_undecided == 0.0


@pytest.mark.parametrize("mode", ["fire", "melee"])
def test_two_that_cannot_hurt_each_other_are_a_stalemate_not_a_draw(mode):
    """Known fault 16."""
    wall = warrior(armour=6)
    result = hs.duel(wall, wall, mode=mode)
    assert (result.p_undecided, result.p_draw, result.rounds_mean) == (1.0, 0.0, 0.0)
    assert result.score_a == 0.5
    limited = hs.duel(wall, wall, mode=mode, turns=4)
    assert (limited.p_draw, limited.p_undecided, limited.rounds_mean) == (1.0, 0.0, 4.0)


def test_one_who_can_hurt_and_one_who_cannot():
    result = hs.duel(warrior(), warrior(firepower=0), range=12)
    assert (result.p_win_a, result.p_undecided) == (pytest.approx(1.0), 0.0)


def test_out_of_range_is_a_stalemate():
    assert hs.duel(warrior(), warrior(), range=40, ruleset=RULES.changed(max_range=24.0)).p_undecided == 1.0


def test_swapping_the_sides_swaps_every_statistic():
    """Known fault 21."""
    x, y = Side(warrior(firepower=2), 3), Side(warrior(strength=3, battle_rating=17), 2)
    one, two = hs.duel(x, y, range=12, cover="a"), hs.duel(y, x, range=12, cover="b")
    assert one.p_win_a == pytest.approx(two.p_win_b, abs=1e-14)
    assert one.br_destroyed_a == pytest.approx(two.br_destroyed_b, abs=1e-12)
    assert one.rounds_mean == pytest.approx(two.rounds_mean, abs=1e-12)
    assert one.models_a.p == pytest.approx(two.models_b.p, abs=1e-14)


def test_who_is_in_cover_is_hit_less():
    five = Side(warrior(), 5)
    open_, a, b, both = (hs.duel(five, five, range=12, cover=c).p_win_a for c in (False, "a", "b", True))
    assert b < open_ == pytest.approx(0.5) == pytest.approx(both)
    assert a == pytest.approx(1 - b)


def test_a_turn_limit_compares_br_destroyed():
    cheap, dear = warrior(battle_rating=1), warrior(battle_rating=100)
    result = hs.duel(Side(cheap, 3), Side(dear, 1), range=6, turns=1, order="simultaneous")
    assert result.p_win_a == pytest.approx(1 - result.models_b[1], abs=1e-12), "one dear model outweighs all cheap ones"


def test_equal_br_finds_the_smallest_gap_near_the_cap():
    assert equal_sizes(10, 12) == (18, 15)
    assert equal_sizes(45, 10) == (4, 18)
    assert equal_sizes(7, 7) == (28, 28)
    assert equal_sizes(300, 10) == (1, 30), "a model beyond the cap lifts it to its own cost"
    assert equal_sizes(10, 10, cap=5) == (1, 1)
    sized = hs.duel("7xkarn_trooper", "banshee", equal_br=True)
    assert (sized.br_a, sized.br_b) == (180, 180)


def test_units_of_one_waste_what_a_unit_would_suffer():
    """The same models as vehicles lose fewer to the same fire: each volley kills one at most."""
    shooters = Side(warrior(firepower=4, battle_rating=50), 3)
    as_unit = hs.duel(shooters, Side(warrior(strength=1), 6), range=6)
    as_tanks = hs.duel(shooters, Side(warrior(strength=1, vehicle=True), 6), range=6)
    assert as_tanks.p_win_b > as_unit.p_win_b


@pytest.mark.rule("HVK-VEH-01", "HVK-LIST-02")
def test_who_destroys_a_vehicle_hand_to_hand_suffers_its_explosion():
    slayer = warrior(strength=1, armour=0, close_combat=300)
    tank = warrior(strength=1, armour=0, close_combat=0, vehicle=True)
    assert hs.duel(slayer, tank, mode="melee").p_draw == pytest.approx(1.0)
    calm = hs.duel(slayer, tank, mode="melee", ruleset=RULES.changed(vehicle_explosion=False))
    assert calm.p_win_a == pytest.approx(1.0)
    armoured = warrior(strength=1, armour=3, close_combat=300)
    assert hs.duel(armoured, tank, mode="melee").p_draw == pytest.approx(0.5)
    glaive = warrior(strength=1, armour=0, close_combat=0, abilities=["explodes"])
    assert hs.duel(slayer, glaive, mode="melee").p_draw == pytest.approx(1.0)


@pytest.mark.rule("HVK-VEH-01")
def test_the_explosion_of_side_a_beats_armour_too():
    tank, slayer = (
        warrior(strength=1, armour=0, close_combat=0, vehicle=True),
        warrior(strength=1, armour=3, close_combat=300),
    )
    result = hs.duel(tank, slayer, mode="melee")
    assert result.p_draw == pytest.approx(0.5)
    assert result.p_win_b == pytest.approx(0.5)


def test_a_fight_that_is_too_large_for_the_exact_engine_is_sampled_and_says_so():
    result = hs.duel("200xkarn_trooper", "200xkarn_trooper", range=6, n=100, seed=1)
    assert result.method == "sampled"
    with pytest.raises(InputError, match="as long as it may"):
        hs.duel("200xkarn_trooper", "200xkarn_trooper", engine="exact")


def test_a_sampled_certainty_is_not_zero_wide():
    result = hs.duel("2xbattle_form", "karn_trooper", mode="melee", n=1000, seed=1)
    lo, hi = result.interval(result.p_win_a)
    assert lo < 1.0 or result.p_win_a < 1.0
    out = result.to_dict()
    assert out["p_win_a_lo"] < out["p_win_a_hi"]
    assert "± 0.00" not in result.summary()
    assert hi <= 1.0


def test_a_very_long_limit_ends_when_the_fight_does():
    result = hs.duel("razor", "karn_trooper", range=36, turns=10_000)
    assert result.rounds_mean < 200


def test_a_melee_of_two_by_hand():
    """Strength 1, one die each, no armour, no explosions, no blocks: each combat kills either with 1/2."""
    rules = RULES.changed(exploding=False, block_on="none")
    result = hs.duel(GLASS, GLASS, mode="melee", ruleset=rules)
    assert result.p_draw == pytest.approx(1 / 3)
    assert result.p_win_a == pytest.approx(1 / 3)
    # a combat ends it with 3/4; a turn has up to two combats
    assert result.rounds_mean == pytest.approx(1 / (1 - 1 / 16))


def test_psyke_by_hand_and_who_may_attack():
    mind = warrior(psyke=1, psyke_attack=True, strength=1)
    blank = warrior(psyke=0, strength=1)
    rules = RULES.changed(exploding=False, block_on="none")
    assert hs.duel(mind, blank, mode="psyke", ruleset=rules).rounds_mean == pytest.approx(1 / (5 / 12))
    with pytest.raises(InputError, match="HVK-PROF-03"):
        hs.duel(blank, blank, mode="psyke")
    with pytest.raises(InputError, match="between two warriors"):
        hs.duel(Side(mind, 2), blank, mode="psyke")


def test_the_sweep_over_states_agrees_with_plain_iteration():
    """The exact sweep against powers of the whole transition matrix, built without it."""
    a, b = Units((2, 1), 2), Units((1, 1, 1), 1)
    on_b = volleys(a, b, lambda models: Pmf.binomial(models, 0.3))
    on_a = volleys(b, a, lambda models: Pmf.binomial(2 * models, 0.2))
    ending = fire_to_the_end(on_b, on_a, order="roll_off")
    states = [(i, j) for i in range(a.total + 1) for j in range(b.total + 1)]
    step = np.zeros((len(states), len(states)))
    for s, (i, j) in enumerate(states):
        for t, (k, m) in enumerate(states):
            a_first = on_b[i, j, m] * on_a[m, i, k]
            b_first = on_a[j, i, k] * on_b[k, j, m]
            step[s, t] = 0.5 * (a_first + b_first)
    law = np.linalg.matrix_power(step, 4096)[-1].reshape(a.total + 1, b.total + 1)
    assert np.abs(law - ending.final).max() < 1e-12
    transient = [s for s, (i, j) in enumerate(states) if i and j]
    visits = np.linalg.inv(np.eye(len(transient)) - step[np.ix_(transient, transient)])
    assert ending.turns_mean == pytest.approx(visits[-1].sum(), rel=1e-12)


def test_exchanges_one_after_another_stop_when_one_is_dead():
    sure = JointPmf(((0.0, 1.0),))  # b loses one strength for certain
    ending = combats_to_the_end(1, 3, [(1.0, [lambda i, j: sure, lambda i, j: sure])])
    assert ending.final[1, 0] == 1.0
    assert ending.turns_mean == 2.0


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        ({"mode": "fires", "order": "x", "engine": "magic"}, ["mode", "order", "engine"]),
        ({"range": -1}, ["range"]),
        ({"range": float("nan")}, ["range"]),
        ({"cover": "all"}, ["cover"]),
        ({"turns": -1}, ["turns"]),
        ({"turns": 1.5}, ["turns"]),
        ({"turns": 10_001}, ["turns"]),
        ({"mode": "melee", "order": "simultaneous"}, ["order"]),
        ({"mode": "melee", "engine": "exact"}, ["engine"]),
        ({"equal_br": 0.5}, ["equal_br"]),
    ],
)
def test_wrong_options_are_refused_by_name(arguments, keys):
    with pytest.raises(InputError) as caught:
        hs.duel("2xrazor", "razor", **arguments)
    assert [problem.key for problem in caught.value.problems] == keys
