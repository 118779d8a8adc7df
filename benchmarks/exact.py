"""Exact laws against icepool, a general library of exact dice, at the same precision."""

from benchmarks.timing import Row, faster, in_turns
from havoksim.combat.exact.close_combat import exchange
from havoksim.dice.pool import Die, pool

#: Extra dice of a chain that icepool follows: 6**-20 is 3e-16.
DEPTH = 20
#: For close combat a smaller depth, which errs by 1e-5; more takes icepool minutes.
MELEE_DEPTH = 6

VOLLEY_PHRASE = f"icepool folded: wound inside the die, depth {DEPTH}, then 12 @ die"
MELEE_PHRASE = f"icepool: (hits, sixes) dice of depth {MELEE_DEPTH}, 4 @ and 6 @, landed pair first, then armour"


def icepool_volley(icepool):
    """Return icepool's law of the wounds of 12 dice that need a 4 against armour 3."""
    wound = icepool.Die({0: 3, 1: 3})
    one = icepool.d6.map({1: 0, 2: 0, 3: 0, 4: wound, 5: wound, 6: wound})
    for _ in range(DEPTH):
        one = icepool.d6.map({1: 0, 2: 0, 3: 0, 4: wound, 5: wound, 6: wound + one})
    return 12 @ one


def icepool_melee(icepool):
    """Return icepool's joint law of the wounds of 4 dice against 6, armour 2 and 3."""

    def side(dice):
        miss, hit, six = icepool.Vector((0, 0)), icepool.Vector((1, 0)), icepool.Vector((1, 1))
        one = icepool.Die([miss, miss, miss, hit, hit, six])
        for _ in range(MELEE_DEPTH):
            one = icepool.Die([miss, miss, miss, hit, hit, one + six])
        return dice @ one

    def landed(a, b):
        return max(b[0] - a[1], 0), max(a[0] - b[1], 0)

    def wounds(on_a, on_b):
        return icepool.tupleize(on_a @ icepool.coin(4, 6), on_b @ icepool.coin(3, 6))

    return icepool.map(landed, side(4), side(6)).map(wounds)


def rows() -> list[Row]:
    """Measure and return the rows of the table; check first that both come to the same."""
    import icepool

    volley, melee = icepool_volley(icepool), icepool_melee(icepool)
    ours = pool(12, Die(4), keep=3 / 6)
    assert max(abs(float(volley.probability(k)) - p) for k, p in enumerate(ours.p)) < 1e-13
    joint = exchange(4, 6, Die(4, block_on=6), p_wound_a=4 / 6, p_wound_b=3 / 6).p
    error = max(abs(float(melee.probability((i, j))) - p) for i, row in enumerate(joint) for j, p in enumerate(row))
    assert error < 1e-3, error

    fire = in_turns(
        {
            "ours": (lambda: pool(12, Die(4), keep=3 / 6), 1),
            "icepool": (lambda: icepool_volley(icepool), 1),
        }
    )
    combat = in_turns(
        {
            "ours": (lambda: exchange(4, 6, Die(4, block_on=6), p_wound_a=4 / 6, p_wound_b=3 / 6), 1),
            "icepool": (lambda: icepool_melee(icepool), 1),
        },
        rounds=5,
    )
    return [
        faster("exact 12-dice volley / icepool, same precision", fire, "ours", "icepool", 300, VOLLEY_PHRASE),
        faster("exact 4 v 6 melee joint / icepool, depth 6", combat, "ours", "icepool", 100, MELEE_PHRASE),
    ]
