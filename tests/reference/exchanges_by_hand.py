"""Volleys, close combats and psyke attacks as two players would resolve them, in plain Python."""

from tests.reference.dice_by_address import ARMOUR, FIRE_HIT, Dice, beat_armour, throw_pool


def volley(seed, i, groups, faces_that_wound, *, strength=None, models=1, wounded=0):
    """Resolve volley i of a seed; groups are dicts of dice and their options. Returns hits, wounds, kills."""
    hits = 0
    for number, group in enumerate(groups):
        options = dict(group)
        count = options.pop("dice")
        hits += throw_pool(Dice(seed, FIRE_HIT, i, number), count, **options)[0]
    # One die for each hit against the armour of the unit.
    wounds = beat_armour(Dice(seed, ARMOUR, i), hits, faces_that_wound)
    kills = 0
    if strength is not None:
        # All wounds fall on one model until it dies, then on the next; what is left when nobody is left is lost.
        unit = [strength - wounded] + [strength] * (models - 1)
        for _ in range(wounds):
            for model, left in enumerate(unit):
                if left > 0:
                    unit[model] -= 1
                    kills += unit[model] == 0
                    break
    return hits, wounds, kills


def exchange(seed, purpose, address, dice_a, dice_b, options, faces_a, faces_b, *, left_a=None, left_b=None):
    """Resolve one close combat or psyke attack at an address. Returns wounds on a, wounds on b."""
    # Both throw their pools.
    hits_a, blocks_a, _ = throw_pool(Dice(seed, purpose, *address, 0), dice_a, **options)
    hits_b, blocks_b, _ = throw_pool(Dice(seed, purpose, *address, 1), dice_b, **options)
    # Each block cancels one hit of the opponent, never below none.
    net_on_a = hits_b - blocks_a if hits_b > blocks_a else 0
    net_on_b = hits_a - blocks_b if hits_a > blocks_b else 0
    # Net hits roll against armour; both sides' wounds fall at the same time.
    on_a = beat_armour(Dice(seed, ARMOUR, *address, 0), net_on_a, faces_a)
    on_b = beat_armour(Dice(seed, ARMOUR, *address, 1), net_on_b, faces_b)
    # Wounds beyond the strength left are lost.
    if left_a is not None:
        on_a = min(on_a, left_a)
    if left_b is not None:
        on_b = min(on_b, left_b)
    return on_a, on_b
