"""Exact laws against icepool, an independent library that computes with exact integers."""

import icepool
import pytest

from havoksim.combat.exact.close_combat import exchange
from havoksim.dice.pool import Die, pool

DEPTH = 12


def chain(needs, depth=DEPTH):
    """Return the hits of one exploding die, cut off after `depth` extra dice."""
    return icepool.d6.map(lambda face: 1 + icepool.Again if face == 6 else int(face >= needs), again_depth=depth)


@pytest.mark.parametrize("needs", [2, 4, 6])
@pytest.mark.parametrize("dice", [1, 3, 8])
def test_hits_of_a_pool(needs, dice):
    theirs, ours = dice @ chain(needs), pool(dice, Die(needs))
    for k in range(dice + 5):
        assert ours[k] == pytest.approx(float(theirs.probability(k)), abs=1e-9)


@pytest.mark.parametrize("armour", [1, 4])
def test_wounds_of_a_pool(armour):
    wound = icepool.d6.map(lambda face: int(face > armour))
    per_die = chain(4).map(lambda hits: hits @ wound)
    theirs, ours = 5 @ per_die, pool(5, Die(4), keep=(6 - armour) / 6)
    for k in range(10):
        assert ours[k] == pytest.approx(float(theirs.probability(k)), abs=1e-9)


def test_the_joint_law_of_a_close_combat():
    """Hits and sixes of each side as a pair, then net hits of both: two dice against three."""

    nothing, hit, six = icepool.Vector((0, 0)), icepool.Vector((1, 0)), icepool.Vector((1, 1))
    one = icepool.d6.map(
        lambda face: six + icepool.Again if face == 6 else (hit if face >= 4 else nothing), again_depth=6
    )
    a, b = 2 @ one, 3 @ one
    net = icepool.map(lambda x, y: (max(y[0] - x[1], 0), max(x[0] - y[1], 0)), a, b)
    ours = exchange(2, 3, Die(4, block_on=6), p_wound_a=1.0, p_wound_b=1.0)
    for i in range(5):
        for j in range(5):
            assert ours.p[i][j] == pytest.approx(float(net.probability((i, j))), abs=6 * 6.0**-7)
