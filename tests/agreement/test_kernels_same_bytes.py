"""The same bytes with the compiler on or off, on any number of threads, in any batch."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from havoksim.combat import sampling_duel
from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import DuelSide, sample_duel
from havoksim.combat.sampling_exchange import sample_melee
from havoksim.dice import batches
from havoksim.dice.pool import Die
from havoksim.dice.sampling import sample_pool
from havoksim.foundation.seeds import derived_seed
from tests.agreement.same_bytes import digest

ROOT = Path(__file__).parent.parent.parent
METHODS = pytest.mark.parametrize("method", ["table", "dice"])
TROOPER = DuelSide(models=(4,), strength=2, dice=1, die=Die(needs=4, block_on=6), p_wound=4 / 6)
RAZOR = DuelSide(models=(1, 1), strength=3, dice=3, die=Die(needs=4, block_on=6), p_wound=3 / 6)


def test_with_the_compiler_off_the_bytes_are_the_same():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.agreement.same_bytes"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [digest(), "False"]


@METHODS
def test_any_number_of_threads(method):
    n = 3 * batches.CHUNK + 17
    pool = [sample_pool(5, n=n, seed=3, method=method, threads=threads).tobytes() for threads in (1, 2, 8)]
    counts = [sample_pool(5, n=n, seed=3, method=method, threads=t, count=True).tobytes() for t in (1, 2, 8)]
    assert len(set(pool)) == len(set(counts)) == 1
    assert np.bincount(np.frombuffer(pool[0], np.int32)).tobytes() == counts[0]


@pytest.mark.parametrize("mode", ["fire", "melee", "psyke"])
def test_duels_on_any_number_of_threads(mode):
    n = 3 * sampling_duel.CHUNK + 5
    runs = [sample_duel(TROOPER, RAZOR, mode=mode, n=n, seed=3, threads=threads) for threads in (1, 2, 8)]
    assert len({run.winner.tobytes() + run.turns.tobytes() + run.models_a.tobytes() for run in runs}) == 1


@METHODS
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_any_chunk_size(method, chunk, monkeypatch):
    whole = sample_volley(groups=[(6, 4)], armour=2, strength=2, models=3, n=1500, seed=9, method=method)
    duels = sample_duel(TROOPER, RAZOR, mode="melee", n=150, seed=9)
    monkeypatch.setattr(batches.fill, "__kwdefaults__", {"chunk": chunk})
    monkeypatch.setattr(sampling_duel, "CHUNK", chunk)
    parts = sample_volley(groups=[(6, 4)], armour=2, strength=2, models=3, n=1500, seed=9, method=method, threads=2)
    assert whole.hits.tobytes() == parts.hits.tobytes()
    assert whole.kills.tobytes() == parts.kills.tobytes()
    again = sample_duel(TROOPER, RAZOR, mode="melee", n=150, seed=9, threads=2)
    assert duels.winner.tobytes() == again.winner.tobytes()


@METHODS
def test_an_exchange_is_the_same_alone_and_in_a_batch(method):
    batch = sample_melee(dice_a=5, dice_b=4, armour_a=2, armour_b=2, n=700, seed=4, method=method)
    for i in (0, 1, 511, 512, 699):
        alone = sample_melee(dice_a=5, dice_b=4, armour_a=2, armour_b=2, n=1, seed=4, method=method, first=i)
        assert (alone.wounds_on_a[0], alone.wounds_on_b[0]) == (batch.wounds_on_a[i], batch.wounds_on_b[i])


def test_a_duel_is_the_same_alone_and_in_a_batch():
    batch = sample_duel(TROOPER, RAZOR, mode="melee", n=40, seed=4)
    alone = sample_duel(TROOPER, RAZOR, mode="melee", n=3, seed=4, first=20)
    assert alone.winner.tolist() == batch.winner[20:23].tolist()
    assert alone.strength_a.tolist() == batch.strength_a[20:23].tolist()


def test_what_else_is_asked_changes_no_answer():
    # known fault of other tools: state that leaks from one item of a batch into the next
    def a():
        return sample_pool(6, n=50, seed=derived_seed(1, "a"), method="dice").tolist()

    def b():
        sample_pool(60, n=50, seed=derived_seed(1, "b"), method="dice")
        sample_duel(TROOPER, RAZOR, mode="melee", n=5, seed=derived_seed(1, "b"))

    first = a()
    b()
    assert a() == first
    assert a() == first


def test_a_second_call_compiles_nothing_new():
    from havoksim.combat.kernels.exchange import roll_volleys
    from havoksim.dice.kernels.rolls import roll_pools

    if not hasattr(roll_volleys, "signatures"):
        return  # the compiler is off
    for n in (1, 70_000):
        for groups in ([(6, 4)], [(6, 4), (2, 2)], []):
            sample_volley(groups=groups, armour=2, n=n, seed=1, method="dice", threads=2)
            sample_volley(groups=groups, p_wound=0.5, strength=2, n=n, seed=1, method="dice")
        sample_pool(5, max_explosions=2, n=n, seed=1, method="dice", count=True)
    assert len(roll_volleys.signatures) == 1
    assert len(roll_pools.signatures) == 1
