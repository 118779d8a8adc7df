"""Seeds and addresses."""

import itertools

import pytest

from havoksim.foundation import seeds
from havoksim.foundation.codes import Order, Purpose, Winner
from havoksim.foundation.errors import InputError


@pytest.mark.parametrize("seed", [0, 1, 2**128 - 1])
def test_a_good_seed_is_kept(seed):
    assert seeds.resolve_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, 2**128, 1.0, "1", True])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(InputError, match="seed must be a whole number from 0"):
        seeds.resolve_seed(seed)


def test_no_seed_draws_one_each_time():
    drawn = {seeds.resolve_seed(None) for _ in range(20)}
    assert len(drawn) == 20
    assert max(drawn) > 2**100


def test_mix_is_the_finaliser_of_splitmix64():
    # the first three outputs of SplitMix64 started at 1234567, as published with the generator
    assert [seeds.word_at(1234567, j) for j in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_every_word_of_an_address_counts():
    words = (7, 3, 1, 4)
    key = seeds.key_of(5, *words)
    for position, word in enumerate(words):
        other = [*words[:position], word + 1, *words[position + 1 :]]
        assert seeds.key_of(5, *other) != key
    assert seeds.key_of(5 + 2**64, *words) != key
    assert seeds.key_of(5, 3, 7, 1, 4) != key
    assert seeds.key_of(5, *words, 0) != key


def test_streams_of_neighbouring_addresses_share_no_word():
    keys = [
        seeds.key_of(seed, purpose, i)
        for seed, purpose, i in itertools.product(range(4), Purpose, [*range(12), 2**32, 2**40])
    ]
    words = [seeds.word_at(key, j) for key in keys for j in range(24)]
    assert len(set(words)) == len(words)
    assert not set(words) & set(keys)


def test_words_beyond_64_bits_are_refused():
    with pytest.raises(InputError):
        seeds.key_of(1, 2**64)
    with pytest.raises(InputError):
        seeds.key_of(1, -1)


def test_derived_seeds_depend_on_names_and_not_on_places():
    parts = {name: seeds.derived_seed(1, "duel", name) for name in ("a", "b", "c")}
    assert len(set(parts.values())) == 3
    assert parts["b"] == seeds.derived_seed(1, "duel", "b")
    assert seeds.derived_seed(1, "a", "b") != seeds.derived_seed(1, "b", "a")


def test_codes_keep_their_numbers():
    # they are part of what a seed means: a change here changes every published result
    assert {purpose.name: int(purpose) for purpose in Purpose} == {
        "FIRE_HIT": 1, "ARMOUR": 2, "CLOSE_COMBAT": 3, "PSYKE": 4, "ROLL_OFF": 5, "EXPLOSION": 6, "POOL": 7,
        "POOL_TABLE": 101, "VOLLEY_TABLE": 102, "CLOSE_COMBAT_TABLE": 103, "PSYKE_TABLE": 104,
        "ROLL_OFF_TERRAIN": 201, "ROLL_OFF_EDGE": 202, "ROLL_OFF_DEPLOY": 203, "ROLL_OFF_ACTIVATE": 204,
        "CASUALTY": 205, "TERRAIN": 206, "CHOICE": 207,
    }  # fmt: skip
    assert [int(code) for code in Winner] == [0, 1, 2, 3, 4]
    assert [int(code) for code in Order] == [0, 1, 2]
