"""A sample of everything that rolls dice, as one digest: run with the compiler on and off, it must be the same."""

import hashlib

from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, sample_duel
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.dice.pool import Die
from havoksim.dice.sampling import sample_pool

SEED = 2**100 + 12345


def digest(threads: int = 1) -> str:
    """Return the digest of the bytes of one small sample of each kind."""
    found = hashlib.sha256()
    for method in ("table", "dice"):
        found.update(sample_pool(7, needs=3, keep=0.5, n=40, seed=SEED, method=method, threads=threads))
        found.update(sample_pool(7, needs=3, n=40, seed=SEED, method=method, count=True))
        shot = sample_volley(
            groups=[(4, 2), (3, Die(5, max_explosions=1))], armour=2, strength=2, models=3, wounded=1, n=30, seed=SEED,
            method=method,
        )  # fmt: skip
        assert shot.kills is not None
        for column in (shot.hits, shot.wounds, shot.kills):
            found.update(column)
        combat = sample_melee(dice_a=4, dice_b=3, armour_a=1, armour_b=2, strength_b=3, n=30, seed=SEED, method=method)
        found.update(combat.wounds_on_a)
        found.update(combat.wounds_on_b)
        found.update(sample_psyke(dice_a=4, dice_b=3, n=30, seed=SEED, method=method).wounds_on_b)
    blow = Die(needs=4, block_on=6)
    trooper = DuelSide(models=(3,), strength=2, dice=1, die=blow, p_wound=4 / 6)
    walker = DuelSide(models=(1, 1), strength=3, dice=2, die=blow, p_wound=3 / 6, explodes=True, radius=1.5)
    for mode in ("fire", "melee", "psyke"):
        duel = sample_duel(trooper, walker, mode=mode, n=4, seed=SEED, threads=threads)
        for column in (duel.winner, duel.turns, duel.models_a, duel.strength_b):
            found.update(column.tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    import sys

    print(digest(), "numba" in sys.modules)
