"""The second opinion on chance: keyed dice and pools, from the description in the documentation, in plain Python.

Shares no line with the package.
"""

TWO64 = 2**64

# What dice are rolled for, and the number that stands for it in an address.
FIRE_HIT, ARMOUR, CLOSE_COMBAT, PSYKE, ROLL_OFF, EXPLOSION, POOL = 1, 2, 3, 4, 5, 6, 7


def scramble(z):
    z = ((z ^ (z // 2**30)) * 13787848793156543929) % TWO64
    z = ((z ^ (z // 2**27)) * 10723151780598845931) % TWO64
    return z ^ (z // 2**31)


def address(seed, *words):
    """Follow an address from the root: the seed's halves first, then each word."""
    place = int.from_bytes("havoksim".encode("ascii"), "big")
    for word in [seed % TWO64, seed // TWO64, *words]:
        place = scramble((place + (word + 1) * 15074714826142052245) % TWO64)
    return place


class Dice:
    """The dice of one address, rolled one after another."""

    def __init__(self, seed, *words):
        self.place = address(seed, *words)
        self.rolled = 0

    def roll(self):
        self.rolled += 1
        word = scramble((self.place + self.rolled * 11400714819323198485) % TWO64)
        return (word // 2**32) * 6 // 2**32 + 1


def throw_pool(dice, count, *, needs, explode_on=6, max_explosions=None, block_on=None):
    """Throw a pool on the table: returns hits, blocks and every face rolled, wave by wave."""
    faces = []
    hits = blocks = 0
    to_roll = count
    extra_dice_so_far = 0  # of the chains that are still going
    while to_roll:
        wave = [dice.roll() for _ in range(to_roll)]
        faces.append(wave)
        # A die that shows the face needed, or more, hits.
        hits += len([face for face in wave if face >= needs])
        # The face that blocks does so on first and extra dice alike.
        blocks += len([face for face in wave if face == block_on])
        # A die that hits and shows the exploding face gives one extra die, without end unless there is a cap.
        if explode_on is None or (max_explosions is not None and extra_dice_so_far >= max_explosions):
            to_roll = 0
        else:
            to_roll = len([face for face in wave if face >= needs and face >= explode_on])
        extra_dice_so_far += 1
    return hits, blocks, faces


def beat_armour(dice, hits, faces_that_wound):
    """Roll one die for each hit; the highest faces wound. No roll is made where it cannot matter."""
    if faces_that_wound == 6:
        return hits
    if faces_that_wound == 0:
        return 0
    return len([1 for _ in range(hits) if dice.roll() > 6 - faces_that_wound])
