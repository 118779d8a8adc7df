"""No value of a record is idle: change any one of them, and the referee objects.

Exceptions are dice of games played by hand, which may have fallen otherwise, and places where a model or a piece might
as well stand. In a record with a seed every die is held too.
"""

import copy

import pytest

from havoksim.foundation.errors import InputError
from havoksim.referee import judge
from tests.reference import hand_battles as hand

#: Where a game by hand may differ and stay legal.
FREE = {
    "combat.armour", "combat.faces", "deploy.at", "explosion.touched.faces", "move.path", "passenger.at",
    "piece.corners", "piece.radius", "place.at", "psyke.faces", "psyke.saves", "roll_off.dice", "volley.armour",
    "volley.groups.faces",
}  # fmt: skip


def leaves(value, path=()):
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def others(value):
    """Other values of the same kind: the flag turned, the number next to it, the other side, the neighbour."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    if value is None:
        return ["a"]
    if value in ("a", "b"):
        return ["ba"["ab".index(value)]]
    side, *rest = value.split(":")
    if side not in ("a", "b"):
        return []
    enemy = ":".join(["ba"["ab".index(side)], *rest])
    return [enemy] if len(rest) < 2 else [enemy, ":".join([side, *rest[:-1], str(int(rest[-1]) + 1)])]


def unnoticed(lines):
    """Return the fields of which a change goes unnoticed."""
    found = set()
    for number, line in enumerate(lines[1:], 1):
        for path, value in leaves({key: value for key, value in line.items() if key not in ("event", "clauses")}):
            for other in others(value):
                changed = copy.deepcopy(lines)
                place = changed[number]
                for key in path[:-1]:
                    place = place[key]
                place[path[-1]] = other
                try:
                    legal = judge(changed).legal
                except InputError:
                    legal = False
                if legal:
                    found.add(".".join([line["event"], *(key for key in path if isinstance(key, str))]))
    return found


@pytest.mark.parametrize("battle", [b for b in hand.ALL if b is not hand.seeded], ids=lambda battle: battle.__name__)
def test_every_value_counts(battle):
    assert unnoticed(battle()) <= FREE


def test_with_a_seed_every_die_counts():
    assert unnoticed(hand.seeded()) <= {"deploy.at"}
