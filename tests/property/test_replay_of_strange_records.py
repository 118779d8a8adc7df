"""Whatever stands in a record: it is shown, or refused with words; the page's data never become markup."""

import contextlib
import copy
import json
import random

import pytest

from havoksim.foundation.errors import InputError
from havoksim.report.replay_page import replay_page
from havoksim.report.replay_picture import replay_png
from tests.reference import hand_battles

STRANGE = (
    None,
    "x",
    "</script>",
    -1,
    0,
    7,
    10**9,
    10**400,
    1.5,
    float("nan"),
    True,
    [],
    [1],
    {},
    {"a": 1},
    "a:trooper:1:1",
)


def places(value, path=()):
    """Yield the path of every value inside a JSON value."""
    yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*path, key))
    elif isinstance(value, list):
        for key, one in enumerate(value):
            yield from places(one, (*path, key))


def changed(lines, path, value):
    lines = copy.deepcopy(lines)
    at = lines
    for key in path[:-1]:
        at = at[key]
    if value == "gone":
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return lines


@pytest.mark.parametrize("battle", hand_battles.ALL, ids=lambda one: one.__name__)
def test_a_strange_value_anywhere_is_shown_or_refused(battle):
    lines = battle()
    every = [path for path in places(lines) if len(path) > 1]
    chance = random.Random(battle.__name__)
    refused = 0
    for path in chance.sample(every, min(len(every), 120)):
        broken = changed(lines, path, chance.choice([*STRANGE, "gone"]))
        try:
            page = replay_page(broken)
        except InputError:
            refused += 1
            continue
        text = page.partition('id="data">')[2].partition("</script>")[0]
        json.loads(text)
        assert page.count("<script") == 2
    assert refused


@pytest.mark.parametrize("battle", [hand_battles.transports, hand_battles.terrain_by_hand, hand_battles.chain])
def test_pictures_of_strange_records(battle):
    lines = battle()
    every = [path for path in places(lines) if len(path) > 1]
    chance = random.Random(battle.__name__)
    for path in chance.sample(every, 25):
        with contextlib.suppress(InputError):
            assert replay_png(changed(lines, path, chance.choice(STRANGE)))[:4] == b"\x89PNG"
