"""Battles in which what has been tried last and is chosen is done as it was tried, or planned and moved once more.

Run with the compiler off: the loop is watched from outside.
"""

import hashlib

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels import loop
from havoksim.battle.play import play_one
from tests.agreement.battle_same_bytes import KARN, NEXUS, SEED
from tests.reference.battle_worlds import packed

#: With types that split their move, ride, fly, think, fight and explode on both sides.
CASES = {
    "unit by unit": {"players": ("tactician", "tactician"), "terrain": "random"},
    "all move first": {"players": ("rush", "tactician"), "activation_order": "all_move_then_attack", "split_by": "die"},
    "in contact": {"players": ("rush", "rush"), "terrain": "random", "lock_in_combat": True, "psyke_in_addition": True},
}


def digests(n, *, anew):
    """The events and ends of n battles of each case; and how often something tried last was chosen, moved or not."""
    planned = {"stand": 0, "move": 0}
    choose = loop.choose_place

    def choose_and_count(w, u, attack):
        best = choose(w, u, attack)
        if best >= 0 and w.g[at.G_PLANNED] == u + 1:
            planned["move" if best else "stand"] += 1
            if anew:
                w.g[at.G_PLANNED] = 0
        return best

    loop.choose_place = choose_and_count
    found = {}
    try:
        for name, rules in CASES.items():
            told = hashlib.sha256()
            for sides in ((NEXUS, KARN), (KARN, NEXUS)):
                made = packed(*sides, **rules)
                for battle in range(n):
                    row, events, *_ = play_one(made, SEED, battle)
                    told.update(row.astype("int64").tobytes() + events.astype("int64").tobytes())
            found[name] = told.hexdigest()
    finally:
        loop.choose_place = choose
    return found, planned


if __name__ == "__main__":
    import json

    print(json.dumps([digests(8, anew=anew) for anew in (False, True)]))
