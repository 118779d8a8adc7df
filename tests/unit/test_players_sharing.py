"""How players share a unit's fire: guns and marks set by hand, and volleys reckoned once more in plain Python."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import gains
from havoksim.battle.kernels import layout as at
from tests.reference.players_at_table import PLAIN, guns_at, line, shared, table_of


def dealt(needs, marks, **how):
    """What the shared fire is worth, the dice of each gun at each mark, and the marks in order."""
    return shared(guns_at(needs, marks, **how))


@pytest.mark.rule("HVK-FIRE-07", "HVK-FIRE-10")
def test_dice_go_where_they_add_most():
    """Three guns at marks of one wound, worth 6 and 8: two at the dearer. More is expected of two at the cheap one."""
    worth, shots, order = dealt([[4, 4]] * 3, [(1, 6), (1, 8)])
    assert (worth, sorted(shots), order) == (3000 + 6000, [[0, 1], [0, 1], [1, 0]], [2, 1])
    assert dealt([[4, 4], [4, 0], [4, 0]], [(1, 6), (1, 8)]) == (4500 + 4000, [[0, 1], [1, 0], [1, 0]], [1, 2])


@pytest.mark.rule("HVK-FIRE-07")
def test_one_die_alone_does_nothing_but_all_together_do():
    """A mark of two wounds worth 10 and one of one wound worth 1: die by die the cheap one looks better."""
    assert dealt([[4, 4]] * 2, [(2, 10), (1, 1)]) == (2500, [[1, 0], [1, 0]], [1])
    assert dealt([[4, 4]] * 2, [(2, 10), (1, 4)]) == (3000, [[0, 1], [0, 1]], [2])
    assert dealt([[4, 4]] * 4, [(2, 10), (1, 1)]) == (6875, [[1, 0]] * 4, [1])  # two of four hit in 11 of 16 cases


@pytest.mark.rule("HVK-FIRE-07")
def test_who_aims_first_aims_again_when_he_knows_what_the_others_do():
    """The first gun alone sees the cheap mark too; with the next two it adds more at the strong one. One is apart."""
    needs = [[4, 4, 0], [4, 0, 0], [4, 0, 0], [0, 0, 4]]
    worth, shots, _ = dealt(needs, [(2, 10), (1, 3), (1, 6)])
    assert shots == [[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 1]]
    assert worth == 5000 + 3000


@pytest.mark.rule("HVK-FIRE-07")
def test_who_may_not_split_his_fire_takes_the_best_target():
    assert dealt([[4, 4]] * 2, [(1, 8), (1, 6)], forbid=["split_fire"]) == (6000, [[1, 0], [1, 0]], [1])
    assert sorted(dealt([[4, 4]] * 2, [(1, 8), (1, 6)])[1]) == [[0, 1], [1, 0]]


@pytest.mark.rule("HVK-FIRE-07")
@pytest.mark.parametrize(
    ("needs", "wanted", "worth"),
    [
        ([[2, 4], [3, 6]], [[0, 1], [1, 0]], 6666 + 5000),
        ([[3, 6], [2, 4]], [[1, 0], [0, 1]], 6666 + 5000),
        # in a ring of three: each gun alone is best at the mark at which another is needed
        ([[2, 3, 0], [0, 2, 3], [3, 0, 6]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]], 3 * 6666),
    ],
)
def test_two_guns_change_places_if_both_together_do_better(needs, wanted, worth):
    """Marks of one wound worth 10: the better gun leaves the mark that it hits best to the other."""
    assert dealt(needs, [(1, 10)] * len(needs[0])) == (worth, wanted, sorted(range(1, len(needs[0]) + 1)))


@pytest.mark.rule("HVK-FIRE-07")
def test_every_gun_fires_once_however_many_marks_it_would_like_to_hit():
    """One gun is far better than the others at all three marks of 10 BR."""
    for poor in (1, 2):
        worth, shots, _ = dealt([[2] * 3, *[[6] * 3] * poor], [(1, 10)] * 3)
        assert worth == 8333 + poor * 1666
        assert [sum(row) for row in shots] == [1] * (1 + poor)


@pytest.mark.rule("HVK-FIRE-07")
def test_the_dice_of_one_gun_are_shared_as_well():
    """Two guns of two dice each, split by the die, at a mark of three wounds worth 24 and one of one worth 4.

    All four at the strong one kill it in 5 of 16 cases; three in 2 of 16, and the fourth the weak one in 8.
    """
    rules = {**PLAIN, "split_by": "die"}
    assert dealt([[4, 4]] * 2, [(3, 24), (1, 4)], power=2, rules=rules) == (7500, [[2, 0], [2, 0]], [1])
    worth, shots, order = dealt([[4, 4]] * 2, [(3, 10), (1, 5)], power=2, rules=rules)
    assert (worth, order) == (4687, [2])  # 15 of 16
    assert shots == [[0, 2], [0, 2]]
    worth, shots, order = dealt([[4, 4]] * 2, [(2, 20), (1, 11)], power=2, rules=rules)
    assert (worth, order) == (10_000 + 5500, [1, 2])  # three at the strong one kill it in one of two cases
    assert [sum(column) for column in zip(*shots, strict=True)] == [3, 1]


@pytest.mark.parametrize("power", [43, 64, 128, 1000])
def test_no_number_of_dice_is_too_large(power):
    """Any of the guns alone is sure to kill a mark of two wounds, and so are all together."""
    for guns in (1, 2, 3, 4):
        assert dealt([[4]] * guns, [(2, 10)], power=power)[0] == 10_000, guns


@pytest.mark.rule("HVK-FIRE-09", "HVK-WOUND-02")
def test_guns_that_see_different_models_of_one_mark():
    """A wall between two guns: the left one sees the whole model of a mark, the right one the wounded, both a sheep.

    The left gun alone can kill nobody of the mark; if there is no wall it does, with two dice of three.
    """
    for wall, wanted in ((True, (5000 + 3500, [[0, 1], [1, 0]])), (False, (6666 + 3500, [[1, 0], [0, 1]]))):
        table = table_of([(line("gun"), 2)], [(line("mark"), 2), (line("sheep", strength=1, battle_rating=7), 1)])
        if wall:
            table.lay(("building", [(1950, 900), (2050, 900), (2050, 1600), (1950, 1600)]))
        table.put(0, 1500, 1000)
        table.put(1, 2500, 1000)
        table.put("b:mark:1:1", 1500, 1500)
        table.put("b:mark:1:2", 2500, 1500, left=1)
        table.put("b:sheep:1:1", 2000, 2500)
        table.aim(0)
        assert table.able[2:5, 0].tolist() == ([1, 2, 3] if wall else [3, 3, 3])
        table.shots[:2, 1:3, 1] = [[3, 4], [4, 4]]
        table.st[:2, at.KIND] = at.FIRES
        assert shared(table)[:2] == wanted


def test_what_both_guns_see_together_falls_to_both():
    """Two models of one wound, 10 BR each, one seen by each gun: two hits kill both. If both see one alone, only it."""
    for eyes, wanted in (([1, 2], (10_000, [[1, 0], [1, 0]])), ([3, 0], (5000 + 4500, [[0, 1], [1, 0]]))):
        table = guns_at([[4, 4]] * 2, [(1, 10, 2), (1, 9)])
        table.able[2:4, 0] = eyes
        gains.count_lives(table.w, table.short.tolist().index(1), gains.ANYBODY)
        worth, shots, _ = shared(table)
        assert (worth, sorted(shots)) == wanted


# ---------------------------------------------------------------------- dice of different faces

RATING, STRENGTH, MOST = 10, 3, 24


@cache
def wounds_of_a_die(needs, p_wound):
    """Chances of 0, 1, 2... wounds of one die: a six hits and brings another die, and so on."""
    law = [1.0] + [0.0] * MOST
    for _ in range(MOST + 1):
        law = [(needs - 1) / 6 * (k == 0) + (6 - needs) / 6 * (p_wound * (k == 1) + (1 - p_wound) * (k == 0))
               + (p_wound * (law[k - 1] if k else 0.0) + (1 - p_wound) * law[k]) / 6
               for k in range(MOST + 1)]  # fmt: skip
    return law


def wounds_of_a_volley(dice, p_wound):
    """The same of dice of several faces: {face: dice}."""
    law = [1.0]
    for needs, number in dice.items():
        for _ in range(number):
            one = wounds_of_a_die(needs, p_wound)
            law = [sum(law[j] * one[k - j] for j in range(max(k - MOST, 0), min(k + 1, len(law))))
                   for k in range(MOST + 1)]  # fmt: skip
    return law


@cache
def targets(models):
    """A table with one gun and one unit of marks of armour 2."""
    return table_of([(line("gun"), 1)], [(line("mark", strength=STRENGTH, armour=2), models)], rules={}, wear=100)


@given(
    st.dictionaries(st.integers(2, 6), st.integers(1, 7), min_size=2, max_size=4),
    st.lists(st.integers(1, STRENGTH), min_size=1, max_size=5),
    st.booleans(),
)
@settings(max_examples=80)
@pytest.mark.rule("HVK-FIRE-05", "HVK-FIRE-10", "HVK-WOUND-02")
def test_dice_of_different_faces_in_one_volley(dice, left, follows):
    """What they are worth is the sum over the models of the chance that one more dies, the wounded first."""
    table = targets(len(left))
    for m, strength in enumerate(left, 1):
        table.put(m, 2000 + 150 * m, 2000, left=strength)
    table.put(0, 2000, 1000)
    table.regard(0)
    table.g[at.G_FOLLOWED] = follows
    law = wounds_of_a_volley(dice, 4 / 6)
    wanted = sum(RATING * (1 - sum(law[: sum(sorted(left)[: k + 1])])) for k in range(len(left)))
    if follows:  # all that is wounded and not dead counts as well
        most = sum(left)
        mean = most - sum((most - k) * p for k, p in enumerate(law[:most]))
        wanted = max(wanted, mean * RATING / STRENGTH)
    packed = sum(number << 7 * (needs - 2) for needs, number in dice.items())
    # the laws are kept in millionths
    assert gains.harm_together(table.w, 0, packed, table.policy[0]) == pytest.approx(1000 * wanted, abs=5)
