"""Does the climb find the top of a hill that is known?"""

from random import Random

import pytest

from havoksim.analysis.spsa import LONGEST, Climb, mean_of

TOP = (0.1, 0.9, 0.5, 0.3, 0.7, 0.25, 0.6, 0.45)


def climbed(value, start, iterations, seed=1, latest=1):
    climb, here, path = Climb(iterations, seed), start, []
    for k in range(iterations):
        up, down = climb.tries(k, here)
        here = climb.stepped(k, here, value(up) - value(down))
        path.append(here)
    return mean_of(path[-latest:])


def dome(point, top=TOP):
    return 1.0 - sum((x - t) ** 2 for x, t in zip(point, top, strict=True))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_top_of_a_dome_is_found(seed):
    found = climbed(dome, (0.5,) * len(TOP), 400, seed)
    assert found == pytest.approx(TOP, abs=0.02)


def test_a_lopsided_bowl_is_no_harder():
    stretch = (4.0, 1.0, 0.5)

    def value(point):
        return -sum(s * (x - 0.6) ** 2 for x, s in zip(point, stretch, strict=True))

    assert climbed(value, (0.0, 1.0, 0.2), 800) == pytest.approx((0.6, 0.6, 0.6), abs=0.03)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_noise_is_borne(seed):
    """The noise of a trial of about 300 battles; false alarms are below one in a thousand for each coordinate."""
    noise = Random(seed)
    found = climbed(lambda point: dome(point) + noise.gauss(0.0, 0.03), (0.5,) * len(TOP), 1500, seed, latest=150)
    assert found == pytest.approx(TOP, abs=0.1)


def test_a_top_beyond_the_edge_is_held_at_the_edge():
    found = climbed(lambda point: point[0] - point[1], (0.5, 0.5), 300)
    assert found == pytest.approx((1.0, 0.0))


def test_what_is_tried_lies_in_the_cube_and_on_either_side():
    climb = Climb(50, 9)
    for k in range(50):
        up, down = climb.tries(k, (0.0, 1.0, 0.5))
        assert all(0.0 <= x <= 1.0 for x in (*up, *down))
        assert all(x != y for x, y in zip(up, down, strict=True))
        assert mean_of([up, down])[2] == pytest.approx(0.5)


def test_one_lucky_iteration_ruins_nothing():
    here = (0.5, 0.5)
    there = Climb(50, 9).stepped(0, here, 1000.0)
    assert [abs(x - y) for x, y in zip(here, there, strict=True)] == pytest.approx([LONGEST] * 2)


def test_nothing_to_choose_means_no_step():
    assert Climb(50, 9).stepped(3, (0.2, 0.4), 0.0) == (0.2, 0.4)


def test_coins_depend_on_seed_and_iteration():
    tries = {Climb(50, seed).tries(k, (0.5,) * 20)[0] for seed in (1, 2) for k in range(5)}
    assert len(tries) == 10
    assert Climb(50, 1).tries(3, (0.5,) * 20) == Climb(50, 1).tries(3, (0.5,) * 20)
