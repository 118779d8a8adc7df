"""Some battles of every kind as one digest: run with the compiler on and off, it must be the same."""

import hashlib

from havoksim.battle.play import play_block, play_one
from tests.reference.battle_worlds import CART, WAGON, card, packed

SEED = 2**100 + 777

NEXUS = [
    (card("wagon", **WAGON, speed=3), 1), (card("cart", **CART, speed=3, firepower=2), 1), (card(), 4),
    (card("gun", firepower=3, armour=3), 2), (card("mind", psyke=4, psyke_attack=True), 1),
]  # fmt: skip
KARN = [
    (card("jet", speed=5, firepower=3, vehicle=True, abilities=["fly_over", "split_move", "no_close_combat"]), 1),
    (card("giant", close_combat=4, strength=5, vehicle=True, speed=3), 1),
    (card("bomb", speed=3, abilities=["fly_over", "explodes"], strength=1), 3),
    (card("runner", abilities=["surge"]), 3), (card("fist", close_combat=3, speed=2), 2),
]  # fmt: skip

#: Matchups in which every kernel has something to do.
CASES = {
    "plain": {},
    "rush": {"players": ("rush", "rush"), "terrain": "random", "table": [30.0, 36.0], "deploy_edges": "short"},
    "chance": {"players": ("random", "random"), "terrain": "random", "casualty_order": "random", "split_by": "die"},
    "other rules": {
        "players": ("gunline", "rush"), "activation": "alternate", "activation_order": "all_move_then_attack",
        "models_block_sight": True, "lock_in_combat": True, "bonus_reduction": "flat", "vehicle_explosion_hits": 4,
    },
}  # fmt: skip


def matchup(name):
    return packed(NEXUS, KARN, **CASES[name])


def block(made, first, n, **how):
    """Everything that a block of battles tells, as bytes by battle."""
    end = play_block(made, SEED, first, n, **how)
    columns = [getattr(end, name) for name in ("winner", "br_destroyed", "turns", "ended_by", "lost", "kills", "alive")]
    return [b"".join(column[i].astype("int64").tobytes() for column in columns) for i in range(n)]


def digest():
    """The digest of four battles of each case, and of all events of one."""
    found = hashlib.sha256()
    for name in CASES:
        made = matchup(name)
        for row in block(made, 0, 4):
            found.update(row)
        found.update(play_one(made, SEED, 1)[1].astype("int64").tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    import sys

    print(digest(), "numba" in sys.modules)
