"""Close combat and psyke: the ledger's fractions, rational enumeration, every option, both ways of computing."""

from fractions import Fraction

import pytest

import havoksim as hs
from havoksim.combat.exact.close_combat import exchange, exchange_by_blocks
from havoksim.dice.pool import Die
from havoksim.foundation.errors import InputError
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from tests.reference import series
from tests.unit.test_exact_firing import warrior

RULES = havok_2_0()
DIE = Die(4, block_on=6)


@pytest.mark.rule("HVK-CC-07", "HVK-CC-06")
def test_one_die_each():
    one = hs.odds.melee(dice_a=1, dice_b=1, armour_a=0, armour_b=0)
    assert one.wounds_on_b.mean == pytest.approx(18 / 35, abs=1e-14)
    assert one.wounds_on_b[0] == pytest.approx(4 / 7, abs=1e-14)
    assert one.wounds_on_a.p == pytest.approx(one.wounds_on_b.p, abs=1e-15)


@pytest.mark.parametrize(("dice_a", "dice_b"), [(0, 2), (1, 1), (2, 1), (2, 2)])
@pytest.mark.parametrize("block_on", [6, 1, None])
def test_the_joint_law_against_rational_enumeration(dice_a, dice_b, block_on):
    p_a, p_b = Fraction(1, 2), Fraction(2, 3)
    law_a = series.dice(dice_a, 4, 6, block_on, None, depth=6)
    law_b = series.dice(dice_b, 4, 6, block_on, None, depth=6)
    expected = series.exchange(law_a, law_b, p_a, p_b)
    joint = exchange(dice_a, dice_b, Die(4, block_on=block_on), p_wound_a=float(p_a), p_wound_b=float(p_b))
    for (i, j), p in expected.items():
        if i < len(joint.p) and j < len(joint.p[0]):
            assert joint.p[i][j] == pytest.approx(float(p), abs=4 * 6.0**-6)
    assert sum(map(sum, joint.p)) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("dice_a", "dice_b"), [(0, 0), (0, 3), (1, 4), (4, 6), (8, 3)])
def test_the_short_and_the_long_way_agree(dice_a, dice_b):
    short = exchange(dice_a, dice_b, DIE, p_wound_a=0.5, p_wound_b=2 / 3)
    long = exchange_by_blocks(dice_a, dice_b, DIE, p_wound_a=0.5, p_wound_b=2 / 3)
    for i in range(max(len(short.p), len(long.p))):
        for j in range(max(len(short.p[0]), len(long.p[0]))):
            a = short.p[i][j] if i < len(short.p) and j < len(short.p[0]) else 0.0
            b = long.p[i][j] if i < len(long.p) and j < len(long.p[0]) else 0.0
            assert a == pytest.approx(b, abs=1e-14)


@pytest.mark.rule("HVK-CC-07")
def test_blocks_off_leaves_the_plain_pools_and_blocks_on_one_differ():
    numbers = {"dice_a": 2, "dice_b": 3, "armour_a": 0, "armour_b": 0}
    none = hs.odds.melee(**numbers, ruleset=RULES.changed(block_on="none"))
    assert none.wounds_on_b.mean == pytest.approx(6 / 5)
    assert none.wounds_on_a.mean == pytest.approx(9 / 5)
    six, one = hs.odds.melee(**numbers), hs.odds.melee(**numbers, ruleset=RULES.changed(block_on=1))
    assert none.wounds_on_b.mean > six.wounds_on_b.mean
    assert one.wounds_on_b.mean != pytest.approx(six.wounds_on_b.mean, abs=1e-3)


@pytest.mark.rule("HVK-CC-06")
def test_the_face_that_hits_is_a_ruleset_number():
    easy = RULES.changed(close_combat_hits_on=3, block_on="none")
    assert hs.odds.melee(dice_a=1, dice_b=0, armour_a=0, armour_b=0, ruleset=easy).wounds_on_b.mean == pytest.approx(
        0.8
    )


@pytest.mark.rule("HVK-CC-03", "HVK-CC-04")
def test_the_rule_books_example_six_dice_against_three():
    combat = hs.odds.melee("hundred_battle_form", "razor")
    assert (combat.dice_a, combat.dice_b) == (6, 3)
    other = hs.odds.melee("razor", "hundred_battle_form")
    assert (other.dice_a, other.dice_b) == (3, 6)
    for row, mirrored in zip(other.joint.p, combat.joint.swapped.p, strict=True):
        assert row == pytest.approx(mirrored, abs=1e-15)


@pytest.mark.rule("HVK-CC-04")
def test_options_of_the_strength_bonus():
    big, small = warrior(strength=6, close_combat=2), warrior(strength=2, close_combat=2)

    def dice(**changes):
        combat = hs.odds.melee(big, small, ruleset=RULES.changed(**changes))
        return combat.dice_a, combat.dice_b

    assert dice() == (6, 2)
    assert dice(strength_bonus_per_point=2) == (10, 2)
    assert dice(strength_bonus_per_point=0) == (2, 2)
    assert dice(strength_bonus_cap=3) == (5, 2)
    assert dice(strength_bonus_cap="none") == (6, 2)


@pytest.mark.rule("HVK-CC-04")
def test_the_bonus_may_be_taken_from_what_remains():
    """Strength 3 against 1, both with one die: with the profile's bonus a keeps its three dice although it is hurt."""
    big, small = warrior(strength=3, close_combat=1, armour=0), warrior(strength=1, close_combat=3, armour=0)
    profile = hs.duel(big, small, mode="melee")
    remaining = hs.duel(big, small, mode="melee", ruleset=RULES.changed(strength_bonus_from="remaining"))
    assert remaining.p_win_a < profile.p_win_a - 0.001


@pytest.mark.rule("HVK-CC-05")
def test_each_further_opponent_finds_one_die_less_but_never_below_the_profile():
    form = warrior(strength=6, close_combat=2, armour=6)
    five = Side(warrior(strength=3), 5)
    assert hs.odds.melee(form, five).dice_a == (5, 4, 3, 2, 2)
    assert RULES.strength_bonus(6, 3, opponent=9) == 0
    flat = RULES.changed(bonus_reduction="flat")
    assert hs.odds.melee(form, Side(warrior(strength=3), 3), ruleset=flat).dice_a == (3, 3, 3)
    assert hs.odds.melee(form, Side(warrior(strength=3), 1), ruleset=flat).dice_a == 5


@pytest.mark.rule("HVK-CC-05")
def test_the_count_of_opponents_starts_anew_with_the_round_or_with_the_turn():
    form, pair = warrior(strength=6, close_combat=2, armour=6), Side(warrior(strength=3), 2)
    assert hs.odds.melee(form, pair, fought_before=2).dice_a == (5, 4)
    whole_turn = RULES.changed(bonus_count_resets="battle_turn")
    assert hs.odds.melee(form, pair, fought_before=2, ruleset=whole_turn).dice_a == (3, 2)


def test_a_warrior_that_dies_early_fights_no_more():
    """a dies for certain in its first combat (no armour, many dice): the second opponent is unhurt."""
    frail = warrior(strength=1, armour=0, close_combat=5)
    killers = Side(warrior(strength=1, close_combat=400, armour=0), 2)
    odds = hs.odds.melee(frail, killers)
    assert odds.p_a_dies == pytest.approx(1.0)
    assert odds.wounds_on_b[1][0] == pytest.approx(1.0)


@pytest.mark.rule("HVK-VEH-01", "HVK-CC-02")
def test_an_opponent_that_explodes_hits_the_warrior_before_its_next_combat():
    """a kills the first for certain, dies of its explosion for certain, and never reaches the second."""
    frail = warrior(strength=1, armour=0, close_combat=300)
    bombs = Side(warrior(strength=1, armour=0, close_combat=0, abilities=["explodes"]), 2)
    odds = hs.odds.melee(frail, bombs)
    assert odds.p_a_dies == pytest.approx(1.0)
    assert [law[1] for law in odds.wounds_on_b] == pytest.approx([1.0, 0.0])
    assert any("HVK-VEH-01" in sentence for sentence in odds.assumptions)
    calm = hs.odds.melee(frail, bombs, ruleset=RULES.changed(vehicle_explosion=False))
    assert calm.p_a_dies == 0.0
    assert [law[1] for law in calm.wounds_on_b] == pytest.approx([1.0, 1.0])
    armoured = hs.odds.melee(warrior(strength=1, armour=3, close_combat=300), bombs)
    assert armoured.p_a_dies == pytest.approx(1 / 2 + 1 / 4), "either blast wounds with one half"


@pytest.mark.rule("HVK-VEH-02")
def test_a_chain_of_explosions_strikes_everybody_who_touches():
    """The first bomb kills the vehicle, which explodes in turn at the second opponent: it dies without a combat."""
    tank = warrior(strength=1, armour=0, close_combat=300, vehicle=True)
    bombs = Side(warrior(strength=1, armour=0, close_combat=0, abilities=["explodes"]), 2)
    odds = hs.odds.melee(tank, bombs)
    assert [law[1] for law in odds.wounds_on_b] == pytest.approx([1.0, 1.0])
    assert odds.p_a_dies == pytest.approx(1.0)


@pytest.mark.rule("HVK-VEH-02")
def test_a_chain_of_explosions_in_a_sampled_fight():
    """b destroys one of two tanks; its explosion destroys b, and b's explosion the second tank: nobody is left."""
    tanks = Side(warrior(strength=1, armour=0, close_combat=0, vehicle=True), 2)
    slayer = warrior(strength=1, armour=0, close_combat=300, vehicle=True)
    assert hs.duel(tanks, slayer, mode="melee", n=200, seed=1).p_draw == 1.0
    calm = RULES.changed(vehicle_explosion=False)
    assert hs.duel(tanks, slayer, mode="melee", n=200, seed=1, ruleset=calm).p_win_b == 1.0


def test_a_single_combat_says_that_the_explosion_comes_after_it():
    assert "HVK-VEH-01" in hs.odds.melee("form_warrior", "glaive_rider").assumptions[0]
    assert hs.odds.melee("form_warrior", "razor").assumptions == ()


@pytest.mark.rule("HVK-CC-08")
def test_both_may_die_in_the_same_combat():
    glass = warrior(strength=1, armour=0, close_combat=3)
    combat = hs.odds.melee(glass, glass)
    assert combat.p_both_die > 0.1
    assert combat.p_both_die == pytest.approx(sum(sum(row[1:]) for row in combat.joint.p[1:]))
    assert combat.p_a_dies == pytest.approx(combat.p_b_dies)


@pytest.mark.rule("HVK-CC-08", "HVK-ARM-01")
def test_net_hits_roll_against_armour_as_in_shooting():
    hard = hs.odds.melee(dice_a=3, dice_b=0, armour_a=0, armour_b=4)
    soft = hs.odds.melee(dice_a=3, dice_b=0, armour_a=0, armour_b=0)
    assert hard.wounds_on_b.mean == pytest.approx(soft.wounds_on_b.mean * 2 / 6)


@pytest.mark.rule("HVK-PSY-02")
def test_psyke_dice_hit_explode_and_block_like_close_combat_without_a_strength_bonus():
    mind, brute = warrior(psyke=3, psyke_attack=True, strength=1), warrior(psyke=2, strength=9)
    attack = hs.odds.psyke(mind, brute)
    assert (attack.dice_a, attack.dice_b) == (3, 2)
    melee = hs.odds.melee(dice_a=3, dice_b=2, armour_a=1, armour_b=1)
    assert attack.wounds_on_b.mean == pytest.approx(melee.wounds_on_b.mean)
    assert attack.wounds_on_a.mean == pytest.approx(melee.wounds_on_a.mean), "the defender strikes back"
    hard = RULES.changed(psyke_hits_on=6)
    assert hs.odds.psyke(dice_a=1, dice_b=0, ruleset=hard).wounds_on_b.mean == pytest.approx(0.2 * 5 / 6)


@pytest.mark.rule("HVK-PSY-02")
def test_without_striking_back_only_the_defender_suffers():
    meek = RULES.changed(psyke_strikes_back=False)
    attack = hs.odds.psyke(dice_a=3, dice_b=2, ruleset=meek)
    assert attack.wounds_on_a[0] == pytest.approx(1.0)
    assert attack.wounds_on_b.mean == pytest.approx(hs.odds.psyke(dice_a=3, dice_b=2).wounds_on_b.mean)


@pytest.mark.rule("HVK-PSY-03")
@pytest.mark.parametrize("armour", [0, 2, 6])
def test_whatever_the_armour_only_a_one_saves(armour):
    attack = hs.odds.psyke(warrior(psyke=1, psyke_attack=True), warrior(psyke=0, armour=armour))
    assert attack.wounds_on_b.mean == pytest.approx(3 / 5 * 5 / 6)


@pytest.mark.rule("HVK-PSY-03")
def test_the_psyke_save_is_its_own_number_whatever_armour_roll_says():
    odd = RULES.changed(psyke_save_on=3, armour_roll="greater_or_equal", natural_six_always_wounds=True)
    assert hs.odds.psyke(dice_a=1, dice_b=0, ruleset=odd).wounds_on_b.mean == pytest.approx(3 / 5 / 2)
    never = RULES.changed(psyke_save_on=0)
    assert hs.odds.psyke(dice_a=1, dice_b=0, ruleset=never).wounds_on_b.mean == pytest.approx(3 / 5)


@pytest.mark.rule("HVK-PROF-03")
def test_only_psyke_attackers_may_attack_but_everybody_defends():
    with pytest.raises(InputError, match="HVK-PROF-03"):
        hs.odds.psyke(warrior(psyke=5), warrior())
    assert hs.odds.psyke(warrior(psyke_attack=True), warrior(psyke=5)).dice_b == 5


@pytest.mark.rule("HVK-LIST-07")
def test_close_combat_never_involves_a_banshee():
    with pytest.raises(InputError, match="HVK-LIST-07"):
        hs.odds.melee("banshee", "razor")
    with pytest.raises(InputError, match="HVK-LIST-07"):
        hs.duel("razor", "banshee", mode="melee")


@pytest.mark.rule("HVK-VEH-01")
def test_everybody_who_touches_a_destroyed_vehicle_is_hit():
    touched = [Side(warrior(strength=1, armour=2), 2), warrior(strength=1, armour=5), warrior(strength=2, armour=0)]
    odds = hs.odds.explosion(touched)
    assert [p for _, p in odds.deaths] == pytest.approx([4 / 6, 4 / 6, 1 / 6, 0.0])
    assert odds.kills.mean == pytest.approx(9 / 6)
    two = hs.odds.explosion(touched, ruleset=RULES.changed(vehicle_explosion_hits=2))
    assert [p for _, p in two.deaths] == pytest.approx([8 / 9, 8 / 9, 11 / 36, 1.0])
    off = hs.odds.explosion(touched, ruleset=RULES.changed(vehicle_explosion=False))
    assert off.kills.p_at_least(1) == 0.0


@pytest.mark.rule("HVK-WOUND-04")
def test_wounds_beyond_the_strength_of_the_one_who_fought_are_lost():
    many = Side(warrior(strength=2, armour=0, close_combat=0), 2)
    giant = warrior(strength=2, close_combat=300, armour=6)
    odds = hs.odds.melee(giant, many)
    assert [law.mean for law in odds.wounds_on_b] == pytest.approx([2.0, 2.0])


def test_more_dice_than_can_be_reckoned_are_refused_at_once():
    for numbers, rules in (((401, 1), RULES), ((1, 41), RULES.changed(block_on=1))):
        with pytest.raises(InputError, match="from 0 to"):
            hs.odds.melee(dice_a=numbers[0], dice_b=numbers[1], armour_a=0, armour_b=0, ruleset=rules)


@pytest.mark.parametrize(
    ("call", "keys"),
    [
        (lambda: hs.odds.melee(dice_a=-1, dice_b=2, armour_a=-1, armour_b=0), ["dice_a", "armour_a"]),
        (lambda: hs.odds.melee(dice_a=1), ["dice_b", "armour_a", "armour_b"]),
        (lambda: hs.odds.melee("razor", "razor", dice_a=3), ["dice_a"]),
        (lambda: hs.odds.melee("5xrazor", "razor"), ["a"]),
        (lambda: hs.odds.psyke(dice_a=1, dice_b=1, strength_b=0), ["strength_b"]),
        (lambda: hs.odds.melee("razor"), ["b"]),
        (lambda: hs.odds.melee("razor", "2xrazor", engine="sampled"), ["engine"]),
        (lambda: hs.odds.melee("razor", "razor", engine="samplde"), ["engine"]),
        (lambda: hs.odds.psyke("form_warrior", "razor", engine="samplde"), ["engine"]),
        (lambda: hs.odds.fire("razor", "razor", engine="samplde"), ["engine"]),
        (lambda: hs.odds.fire("1000xheavy_weapon", "razor"), ["attacker"]),
        (lambda: hs.duel("1000xheavy_weapon", "razor"), ["a"]),
        (lambda: hs.odds.fire("razor", "razor", engine="sampled", n=10**9), ["n"]),
    ],
)
def test_wrong_calls_name_every_key(call, keys):
    with pytest.raises(InputError) as caught:
        call()
    assert [problem.key for problem in caught.value.problems] == keys
