"""Two threads against one, on whole calls of the public functions."""

from time import perf_counter

from benchmarks.timing import Row, at_best, in_turns
from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, sample_duel
from havoksim.dice.pool import Die

VOLLEYS = 1 << 21
DUELS = 40_000
SIDE = DuelSide(models=(5,), strength=2, dice=1, die=Die(4, block_on=6), p_wound=4 / 6)


def rows() -> list[Row]:
    """Measure and return the rows of the table."""

    def volleys(threads):
        sample_volley(
            groups=[(12, 4)], armour=3, strength=2, models=5, n=VOLLEYS, seed=1, method="dice", threads=threads
        )

    def duels(threads):
        sample_duel(SIDE, SIDE, mode="melee", n=DUELS, seed=1, threads=threads)

    found = in_turns(
        {
            "one": (lambda: volleys(1), VOLLEYS),
            "two": (lambda: volleys(2), VOLLEYS),
            "one duel": (lambda: duels(1), DUELS),
            "two duels": (lambda: duels(2), DUELS),
        },
        clock=perf_counter,
        rounds=15,
    )
    return [
        at_best(
            "volleys, two threads / one", found, "two", "one", 1.8, "wall time, best of 15 rounds; needs two idle cores"
        ),
        at_best("5 v 5 melee duels, two threads / one", found, "two duels", "one duel", 1.8, "likewise"),
    ]
