"""What always holds for exact answers, whatever the options: hypothesis looks for a counterexample."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import havoksim as hs
from havoksim.combat.exact.close_combat import exchange
from havoksim.combat.exact.units import Units, fire_in_turn
from havoksim.dice.pmf import Pmf
from havoksim.dice.pool import Die, pool, pool_with_blocks
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from tests.unit.test_exact_firing import warrior

faces = st.integers(2, 6)
probabilities = st.sampled_from([0.0, 1 / 6, 1 / 3, 0.5, 2 / 3, 5 / 6, 1.0])
dice_rules = st.builds(
    Die,
    needs=faces,
    explode_on=st.none() | st.integers(3, 6),
    max_explosions=st.none() | st.integers(0, 3),
    block_on=st.sampled_from([None, 1, 6]),
)
laws = st.lists(st.floats(0.01, 1.0), min_size=1, max_size=6).map(
    lambda weights: Pmf(tuple(w / math.fsum(weights) for w in weights))
)


def whole(law):
    return math.fsum(law.p) + law.truncation


@given(dice=st.integers(0, 25), die=dice_rules, keep=probabilities)
def test_a_pool_is_a_distribution_with_the_mean_of_its_dice(dice, die, keep):
    law = pool(dice, die, keep=keep)
    assert min(law.p) >= 0.0
    assert whole(law) == pytest.approx(1.0, abs=1e-12)
    assert law.truncation < 1e-15
    assert law.mean == pytest.approx(dice * die.mean_hits * keep, abs=1e-9)


@given(dice=st.integers(0, 5), die=dice_rules)
@settings(max_examples=40)
def test_hits_and_blocks_have_the_pools_hits_as_marginal(dice, die):
    together, alone = pool_with_blocks(dice, die).first, pool(dice, die)
    for k in range(max(len(together), len(alone))):
        assert together[k] == pytest.approx(alone[k], abs=1e-13)


@given(a=laws, b=laws, c=laws)
def test_addition_is_commutative_and_associative(a, b, c):
    assert (a + b).p == pytest.approx((b + a).p, abs=1e-15)
    assert ((a + b) + c).p == pytest.approx((a + (b + c)).p, abs=1e-15)
    assert (a + b).mean == pytest.approx(a.mean + b.mean)
    assert (a + b).variance == pytest.approx(a.variance + b.variance, abs=1e-12)


@given(law=laws, keep=probabilities, most=st.integers(0, 8), fewer=st.integers(0, 8))
def test_thinning_clamping_and_dropping_keep_all_mass(law, keep, most, fewer):
    assert whole(law.thin(keep)) == pytest.approx(1.0)
    assert law.thin(keep).mean == pytest.approx(law.mean * keep)
    assert whole(law.clamp(most)) == pytest.approx(1.0)
    assert law.clamp(most).mean + law.drop(most).mean == pytest.approx(law.mean), "min(x, k) + max(x - k, 0) = x"
    assert whole(law.drop(fewer)) == pytest.approx(1.0)


@given(a=st.integers(0, 4), b=st.integers(0, 4), die=dice_rules, p_a=probabilities, p_b=probabilities)
@settings(max_examples=40, deadline=None)
def test_swapping_the_sides_of_an_exchange_swaps_its_law(a, b, die, p_a, p_b):
    one = exchange(a, b, die, p_wound_a=p_a, p_wound_b=p_b)
    two = exchange(b, a, die, p_wound_a=p_b, p_wound_b=p_a).swapped
    assert math.fsum(map(math.fsum, one.p)) == pytest.approx(1.0, abs=1e-12)
    for i in range(min(len(one.p), len(two.p))):
        for j in range(min(len(one.p[0]), len(two.p[0]))):
            assert one.p[i][j] == pytest.approx(two.p[i][j], abs=1e-13)


@given(a=st.integers(0, 8), b=st.integers(0, 8))
def test_one_die_more_never_helps_the_other_side(a, b):
    die = Die(4, block_on=6)
    few = exchange(a, b, die, p_wound_a=0.5, p_wound_b=0.5)
    many = exchange(a + 1, b, die, p_wound_a=0.5, p_wound_b=0.5)
    for k in range(1, 6):
        assert many.second.p_at_least(k) >= few.second.p_at_least(k) - 1e-14
        assert many.first.p_at_least(k) <= few.first.p_at_least(k) + 1e-14


@given(
    models=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    strength=st.integers(1, 4),
    volleys=st.lists(laws, min_size=1, max_size=3),
)
def test_fire_never_takes_more_than_there_is_and_one_volley_no_more_than_a_unit(models, strength, volleys):
    target = Units(tuple(models), strength)
    lost = fire_in_turn(volleys, target)
    assert len(lost) == target.total + 1
    assert whole(lost) == pytest.approx(1.0)
    assert lost.mean <= math.fsum(law.mean for law in volleys) + 1e-12
    once = fire_in_turn(volleys[:1], target)
    assert once.p_at_least(models[0] * strength + 1) == 0.0


@given(models=st.lists(st.integers(1, 5), min_size=1, max_size=4), strength=st.integers(1, 4))
def test_who_stands_is_told_by_the_strength_left(models, strength):
    side = Units(tuple(models), strength)
    counts = [side.models_left(left) for left in range(side.total + 1)]
    assert counts[0] == 0
    assert counts[-1] == sum(models)
    assert counts == sorted(counts)
    for left in range(1, side.total + 1):
        alive = side.alive(left)
        first = next(index for index, standing in enumerate(alive) if standing)
        assert alive[first + 1 :] == side.models[first + 1 :], "units suffer one after another"
        assert 1 <= side.room(left) <= side.models[first] * strength


cards = st.builds(
    warrior,
    firepower=st.integers(0, 3),
    close_combat=st.integers(0, 3),
    strength=st.integers(1, 3),
    armour=st.integers(0, 6),
    battle_rating=st.integers(1, 40),
)


@given(
    a=cards,
    b=cards,
    n_a=st.integers(1, 4),
    n_b=st.integers(1, 4),
    order=st.sampled_from(["roll_off", "alternate", "simultaneous"]),
    turns=st.none() | st.integers(0, 6),
    distance=st.sampled_from([6.0, 12.0, 24.0, 30.0]),
)
@settings(max_examples=60, deadline=None)
def test_a_fire_duel_shares_out_all_probability_and_all_battle_rating(a, b, n_a, n_b, order, turns, distance):
    result = hs.duel(Side(a, n_a), Side(b, n_b), order=order, turns=turns, range=distance)
    shares = (result.p_win_a, result.p_win_b, result.p_draw, result.p_undecided)
    assert math.fsum(shares) == pytest.approx(1.0, abs=1e-12)
    assert min(shares) >= 0.0
    assert result.br_left_a + result.br_destroyed_b == pytest.approx(result.br_a)
    assert 0.0 <= result.br_destroyed_a <= result.br_b + 1e-9
    if turns is None:
        assert (result.p_undecided > 0.5) == (result.p_undecided == 1.0), "a fire duel is stuck from the start or never"
    else:
        assert result.p_undecided == 0.0
        assert result.rounds_mean <= turns


@given(a=cards, b=cards)
@settings(max_examples=40, deadline=None)
def test_a_melee_of_two_is_told_the_same_from_either_side(a, b):
    one, two = hs.duel(a, b, mode="melee"), hs.duel(b, a, mode="melee")
    assert one.p_win_a == pytest.approx(two.p_win_b, abs=1e-12)
    assert one.p_draw == pytest.approx(two.p_draw, abs=1e-12)
    assert one.p_undecided == pytest.approx(two.p_undecided, abs=1e-12)


@given(
    dice=st.integers(0, 10), needs=faces, armour=st.integers(0, 7), strength=st.integers(1, 4), models=st.integers(1, 5)
)
def test_wounds_that_count_are_kills_times_strength_and_what_the_last_carries(dice, needs, armour, strength, models):
    volley = hs.odds.fire(dice=dice, needs=needs, armour=armour, strength=strength, models=models)
    carried = math.fsum((k % strength) * p for k, p in enumerate(volley.wounds_suffered.p) if k < strength * models)
    assert volley.wounds_suffered.mean == pytest.approx(strength * volley.kills.mean + carried, abs=1e-12)
    assert volley.wounds_suffered.mean <= volley.wounds.mean + 1e-12


@pytest.mark.parametrize("change", [{}, {"exploding": False}, {"block_on": 1}, {"strength_bonus_from": "remaining"}])
def test_odds_answer_under_any_ruleset_option(change):
    rules = havok_2_0().changed(**change)
    assert hs.odds.melee("form_warrior", "razor", ruleset=rules).method == "exact"
