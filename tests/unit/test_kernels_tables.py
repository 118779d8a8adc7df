"""Tables that turn a word into an outcome: small enough, and right at every edge."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from havoksim.dice.guide import MOST_BYTES, guide_table
from havoksim.dice.kernels.tables import draw
from havoksim.dice.pool import Die, pool
from havoksim.foundation.chunks import in_chunks

LAWS = {
    "coin": [0.5, 0.5],
    "certain": [1.0],
    "never the first": [0.0, 0.25, 0.75],
    "never the last": [0.25, 0.75, 0.0],
    "a hole": [0.5, 0.0, 0.0, 0.5],
    "twelve dice": list(pool(12, Die(needs=4)).p),
    "sixty dice": list(pool(60, Die(needs=2), keep=5 / 6).p),
    "many alike": [1 / 3000] * 3000,
}


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_each_outcome_has_its_share_of_all_words(law):
    table = guide_table(law, np.arange(len(law), dtype=np.int32)[None, :])
    assert table is not None
    edges = [0, *(word + 1 for word in table.last.tolist())]
    assert edges[-1] == 2**64
    shares = np.zeros(len(law))
    for k, (low, high) in enumerate(pairwise(edges)):
        shares[table.values[0, k]] += float(Fraction(high - low, 2**64))
    assert np.abs(shares - law).max() < 1e-13


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_words_on_both_sides_of_every_edge(law):
    table = guide_table(law, np.arange(len(law), dtype=np.int32)[None, :])
    assert table is not None
    for k, word in enumerate(table.last.tolist()[:-1]):
        assert draw(np.uint64(word), table.last, table.guide, table.shift) == k
        assert draw(np.uint64(word + 1), table.last, table.guide, table.shift) == k + 1
    assert draw(np.uint64(0), table.last, table.guide, table.shift) == 0


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_the_largest_word_draws_the_last_outcome(law):
    table = guide_table(law, np.arange(len(law), dtype=np.int32)[None, :])
    assert table is not None
    assert draw(np.uint64(2**64 - 1), table.last, table.guide, table.shift) == len(table.last) - 1


def test_a_law_that_is_too_large_gets_no_table():
    assert guide_table([1 / 70_000] * 70_000, np.zeros((1, 70_000), dtype=np.int32)) is None
    assert guide_table([1 / 60_000] * 60_000, np.zeros((4, 60_000), dtype=np.int32)) is None
    largest = guide_table([1 / 50_000] * 50_000, np.zeros((2, 50_000), dtype=np.int32))
    assert largest is not None
    assert largest.nbytes <= MOST_BYTES


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_chunks_keep_their_order(threads):
    spans = in_chunks(lambda start, stop: (start, stop), 1000, chunk=37, threads=threads)
    assert spans[0] == (0, 2)
    assert [stop for _, stop in spans[:-1]] == [start for start, _ in spans[1:]]
    assert spans[-1][1] == 1000


def test_no_work_is_no_chunk():
    assert in_chunks(lambda start, stop: 1, 0, chunk=5) == []


def test_an_error_in_a_chunk_comes_out():
    def run(start, stop):
        if start > 15:
            raise KeyboardInterrupt
        return start

    with pytest.raises(KeyboardInterrupt):
        in_chunks(run, 1000, chunk=10, threads=2)
