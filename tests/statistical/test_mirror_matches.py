"""A force against itself under the same player: nobody may gain by being called a, or by being first in tie-breaks."""

import pytest

import havoksim as hs
from havoksim.foundation.seeds import derived_seed
from havoksim.model.places import known_names

DRAWS, BATTLES = 100, 4000


def draws():
    """Return forces and seeds: every force of at most 500 points in turn, each time under another seed."""
    forces = [name for name in known_names("force") if hs.load_force(name).points <= 500]
    return [(forces[i % len(forces)], derived_seed(1, "mirror", i)) for i in range(DRAWS)]


@pytest.mark.verify
def test_the_interval_of_a_mirror_match_holds_one_half():
    """Of 100 intervals of 95 % at least 88 hold the truth, but for one time in 670: P(Bin(100, 0.05) > 12) = 0.0015."""
    held = 0
    for force, seed in draws():
        result = hs.battle.simulate(force, force, n=BATTLES, seed=seed, threads=2)
        lo, hi = result.interval
        held += lo <= 0.5 <= hi
        assert result.figures["score_a_se"] > 0.001, "the battles of a pair share no dice, so that pair scores vary"
    assert held >= 88


def test_pair_scores_of_a_mirror_match_vary():
    result = hs.battle.simulate("karn_starter", "karn_starter", n=60, seed=3, each=True)
    winners = [row[4] for row in result.battle_rows()]
    scores = {"a": 2, "draw": 1, "b": 0}
    pairs = {scores[even] + scores[odd] for even, odd in zip(winners[::2], winners[1::2], strict=True)}
    assert len(pairs) >= 3
    assert result.interval[0] < 0.5 < result.interval[1]
