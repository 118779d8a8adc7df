"""Faults that a hurried hand could make, each with the tests that must notice.

A fault replaces one piece of text in one file of the package. `test_planted_faults.py` copies the package, plants the
fault, and runs the tests named beside it with the compiler off: at least one must fail. A fault whose text is not found
exactly once is an error, so that the list cannot rot.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One piece of wrong text."""

    #: What goes wrong, in words of the game.
    name: str
    #: File below havoksim/.
    file: str
    #: The right text, which stands there exactly once.
    right: str
    #: What is planted in its place.
    wrong: str
    #: Tests that must notice: files or node ids below tests/, with an optional `-k` expression after a blank.
    tests: str


POOL = "unit/test_pool.py"
FIRING = "unit/test_exact_firing.py"
CLOSE = "unit/test_exact_close_combat.py"
DUEL = "unit/test_exact_duel.py"

EXACT = (
    Fault(
        "explosions are lost",
        "dice/pool.py",
        "return 0.0 if self.explode_on is None else",
        "return 0.0 if True else",
        POOL,
    ),
    Fault(
        "a threshold is one too high",
        "dice/pool.py",
        "return (7 - self.needs) / 6 - self.p_explode",
        "return (6 - self.needs) / 6 - self.p_explode",
        POOL,
    ),
    Fault(
        "wounds of extra dice are not carried on",
        "dice/pool.py",
        "q * keep / (1.0 - q * (1.0 - keep))",
        "q * keep",
        POOL,
    ),
    Fault(
        "the cap on extra dice is one too high",
        "dice/pool.py",
        "die.max_explosions is not None and k == die.max_explosions",
        "die.max_explosions is not None and k == die.max_explosions + 1",
        POOL,
    ),
    Fault(
        "a die that misses may explode",
        "dice/pool.py",
        "face >= max(self.explode_on, self.needs)",
        "face >= self.explode_on",
        POOL,
    ),
    Fault(
        "blocks of extra dice are lost",
        "dice/pool.py",
        "share = sum(face == die.block_on",
        "share = sum(face == 5",
        POOL,
    ),
    Fault("an explosion on every face is accepted", "dice/pool.py", "if self.explode_on == 1:", "if False:", POOL),
    Fault(
        "a volley of mixed bands forgets its last group",
        "combat/exact/firing.py",
        "return total([pool(dice, die, keep=p_wound) for dice, die in groups])",
        "return total([pool(dice, die, keep=p_wound) for dice, die in groups[:1]])",
        FIRING,
    ),
    Fault(
        "one wound more is needed to kill",
        "combat/exact/firing.py",
        "[index] * (strength - 1) + [index + 1]",
        "[index] * strength + [index + 1]",
        FIRING,
    ),
    Fault(
        "an edge belongs to the farther band",
        "model/ruleset.py",
        "band.to is None or distance <= band.to",
        "band.to is None or distance < band.to",
        FIRING,
    ),
    Fault("cover is forgotten", "model/ruleset.py", "band.cover if shielded else band.open", "band.open", FIRING),
    Fault(
        "close range always ignores cover",
        "model/ruleset.py",
        "not (index == 0 and self.close_range_ignores_cover)",
        "not (index == 0)",
        FIRING,
    ),
    Fault(
        "a hit equal to the armour wounds",
        "model/ruleset.py",
        "6 - min(armour, 6)",
        "7 - max(min(armour, 6), 1)",
        FIRING,
    ),
    Fault("armour of six leaks", "model/ruleset.py", "6 - min(armour, 6)", "6 - min(armour, 5)", FIRING),
    Fault("a psyke save is never made", "model/ruleset.py", "(6 - self.psyke_save_on) / 6", "1.0", CLOSE),
    Fault(
        "the strength bonus goes below nothing",
        "model/ruleset.py",
        "return max(bonus - fewer, 0)",
        "return bonus - fewer",
        CLOSE,
    ),
    Fault(
        "the first opponent already costs a die",
        "model/ruleset.py",
        'fewer = opponent - 1 if self.bonus_reduction == "progressive"',
        'fewer = opponent if self.bonus_reduction == "progressive"',
        CLOSE,
    ),
    Fault(
        "the weaker gets a bonus too",
        "model/ruleset.py",
        "self.strength_bonus_per_point * max(own - other, 0)",
        "self.strength_bonus_per_point * abs(own - other)",
        CLOSE,
    ),
    Fault(
        "one block more than rolled",
        "combat/exact/close_combat.py",
        "by_lead[-behind] = thin_terms(_dropped(others, behind), p_wound)",
        "by_lead[-behind] = thin_terms(_dropped(others, behind + 1), p_wound)",
        CLOSE,
    ),
    Fault(
        "armour of the two is swapped",
        "combat/exact/close_combat.py",
        "return _by_difference_of_sixes(dice_a, dice_b, die, p_wound_a, p_wound_b)",
        "return _by_difference_of_sixes(dice_a, dice_b, die, p_wound_b, p_wound_a)",
        CLOSE,
    ),
    Fault(
        "the dead go on fighting",
        "combat/exact/close_combat.py",
        "for x in range(strength_a):\n            fought",
        "for x in range(strength_a + 1):\n            fought",
        CLOSE,
    ),
    Fault(
        "overkill runs over into the next unit",
        "combat/exact/units.py",
        "return left - behind",
        "return left",
        f"{FIRING} {DUEL}",
    ),
    Fault(
        "a always acts first",
        "combat/exact/duel.py",
        "a_first += b_first",
        "a_first += a_first",
        DUEL,
    ),
    Fault("turns of waiting are not counted", "combat/exact/duel.py", "visits = mass / p_leave", "visits = mass", DUEL),
    Fault(
        "draws go to b",
        "odds/duel_result.py",
        "            p_draw += p\n    return",
        "            p_win_b += p\n    return",
        DUEL,
    ),
    Fault(
        "draws count nothing",
        "odds/duel_result.py",
        "min(self.p_win_a + 0.5 * (self.p_draw + self.p_undecided), 1.0)",
        "self.p_win_a",
        DUEL,
    ),
    Fault(
        "an explosion does not care about armour",
        "combat/exact/explosion.py",
        "Pmf.binomial(self.hits_of_b, self.p_wound_a)",
        "Pmf.binomial(self.hits_of_b, 1.0)",
        DUEL,
    ),
    Fault(
        "the explosion of side a does not care about armour",
        "combat/exact/explosion.py",
        "Pmf.binomial(self.hits_of_a, self.p_wound_b)",
        "Pmf.binomial(self.hits_of_a, 1.0)",
        DUEL,
    ),
    Fault(
        "a warrior that dies among several opponents does not explode",
        "combat/exact/close_combat.py",
        "if x < strength_a or y == strength_b or not blasts.hits_of_a:",
        "if True:",
        CLOSE,
    ),
    Fault(
        "explosions hit once whatever the ruleset says",
        "odds/explosion.py",
        "rules.vehicle_explosion_hits if rules.vehicle_explosion else 0",
        "1",
        CLOSE,
    ),
    Fault(
        "anybody may start a psyke attack",
        "odds/close_combat.py",
        "if not side_a.warrior.psyke_attack:",
        "if False:",
        CLOSE,
    ),
    Fault(
        "the defender never strikes back",
        "odds/close_combat.py",
        "return exact.exchange(dice_a, dice_b, psyke_die(rules), p_wound_a=p_wound_a,",
        "return exact.exchange(dice_a, dice_b, psyke_die(rules), p_wound_a=0.0,",
        CLOSE,
    ),
    Fault(
        "split fire goes by dice although it goes by warriors",
        "odds/firing.py",
        "thrown = share if of_dice else share * side.warrior.firepower",
        "thrown = share",
        FIRING,
    ),
)

TWINS = "agreement/test_kernels_match_twins.py"

KERNELS = (
    Fault(
        "kernel: a threshold is one too high",
        "dice/kernels/rolls.py",
        "int64(face >= needs)",
        "int64(face > needs)",
        TWINS,
    ),
    Fault(
        "kernel: sixes do not explode",
        "dice/kernels/rolls.py",
        "int64(face >= explodes_from)",
        "int64(face > explodes_from)",
        TWINS,
    ),
    Fault(
        "kernel: blocks are counted on the wrong face",
        "dice/kernels/rolls.py",
        "int64(face == block_on)",
        "int64(face >= block_on)",
        TWINS,
    ),
    Fault(
        "kernel: the cap on extra dice is one too high",
        "dice/kernels/rolls.py",
        "if wave == most_waves",
        "if wave > most_waves and most_waves >= 0",
        TWINS,
    ),
    Fault("kernel: explosions are lost", "dice/kernels/rolls.py", "        dice = extra", "        dice = 0", TWINS),
    Fault(
        "kernel: one face more beats the armour",
        "dice/kernels/rolls.py",
        "above = 6 - faces",
        "above = 5 - faces",
        TWINS,
    ),
    Fault(
        "kernel: a roll equal to the armour wounds",
        "dice/kernels/rolls.py",
        "int64(die_at(key, j) > above)",
        "int64(die_at(key, j) >= above)",
        TWINS,
    ),
    Fault(
        "kernel: wounds already suffered are forgotten",
        "combat/kernels/exchange.py",
        "+ wounded) // strength",
        ") // strength",
        TWINS,
    ),
    Fault(
        "kernel: a's blocks are forgotten", "combat/kernels/exchange.py", "max(hits_b - blocks_a, 0)", "hits_b", TWINS
    ),
    Fault(
        "kernel: one block more than rolled",
        "combat/kernels/exchange.py",
        "max(hits_b - blocks_a, 0)",
        "max(hits_b - blocks_a - 1, 0)",
        TWINS,
    ),
    Fault(
        "kernel: armour of the two is swapped",
        "combat/kernels/exchange.py",
        "max(hits_a - blocks_b, 0), faces_b",
        "max(hits_a - blocks_b, 0), faces_a",
        TWINS,
    ),
    Fault("kernel: overkill counts", "combat/kernels/exchange.py", "min(on_a, most_a)", "on_a", TWINS),
    Fault(
        "kernel: all groups of a volley throw the same dice",
        "combat/kernels/exchange.py",
        "branch(volley, g)",
        "branch(volley, 0)",
        TWINS,
    ),
    Fault(
        "kernel: mutual destruction is a win of b",
        "combat/kernels/duel.py",
        "left_b > 0 else DRAW",
        "left_b > 0 else B",
        TWINS,
    ),
    Fault(
        "kernel: the firing side's own armour counts",
        "combat/kernels/duel.py",
        "faces[other]), target[other, aim])",
        "faces[side]), target[other, aim])",
        TWINS,
    ),
    Fault(
        "kernel: simultaneous fire is not simultaneous",
        "combat/kernels/duel.py",
        "if half == 0 or order != SIMULTANEOUS:",
        "if half == 0:",
        TWINS,
    ),
    Fault(
        "kernel: only one model of a unit fires", "combat/kernels/duel.py", "models * dice[side]", "dice[side]", TWINS
    ),
    Fault(
        "kernel: roll-offs are turned round",
        "combat/kernels/duel.py",
        "return 0 if die_at(key, j) > die_at(key, j + 1) else 1",
        "return 0 if die_at(key, j) < die_at(key, j + 1) else 1",
        TWINS,
    ),
    Fault("kernel: anybody may start a psyke attack", "combat/kernels/duel.py", "if not attacks[side] or", "if", TWINS),
    Fault(
        "kernel: the attacker is struck back whatever the ruleset says",
        "combat/kernels/duel.py",
        "faces_a = faces[0] if side == 1 or strikes_back else int64(0)",
        "faces_a = faces[0]",
        TWINS,
    ),
    Fault(
        "kernel: more touch a model than there is room",
        "combat/kernels/duel_melee.py",
        "a % living_b == b and a < living_b * slots[1]",
        "a % living_b == b",
        TWINS,
    ),
    Fault(
        "kernel: the wrong side's bases decide how many fit",
        "combat/kernels/duel_melee.py",
        "a < living_b * slots[1]",
        "a < living_b * slots[0]",
        TWINS,
    ),
    Fault(
        "kernel: meeting the same opponent again shrinks the bonus",
        "combat/kernels/duel_melee.py",
        "count[0, i] - int64(met[i, j])",
        "count[0, i]",
        TWINS,
    ),
    Fault(
        "kernel: with flat reduction one opponent too many counts",
        "combat/kernels/duel_melee.py",
        "others_a = planned[0, i] - 1 if flat",
        "others_a = planned[0, i] if flat",
        TWINS,
    ),
    Fault(
        "kernel: the bonus never shrinks",
        "combat/kernels/duel_melee.py",
        "bonus[0, left[0, i], left[1, j]] - others_a",
        "bonus[0, left[0, i], left[1, j]]",
        TWINS,
    ),
    Fault(
        "kernel: the count of opponents starts anew every round",
        "combat/kernels/duel_melee.py",
        "if half == 0 or not per_turn:",
        "if half == 0:",
        TWINS,
    ),
    Fault(
        "kernel: the dead go on fighting",
        "combat/kernels/duel_melee.py",
        "if left[0, i] == 0 or left[1, j] == 0 or not",
        "if not",
        TWINS,
    ),
    Fault(
        "kernel: vehicles never explode",
        "combat/kernels/duel_melee.py",
        "if left[side, m] == 0 and explodes[side]:",
        "if False:",
        TWINS,
    ),
    Fault(
        "kernel: who has no dice attacks all the same",
        "combat/kernels/duel_melee.py",
        "(dice_a if active == 0 else dice_b) == 0",
        "False",
        TWINS,
    ),
    Fault(
        "kernel: streams overlap",
        "dice/kernels/stream.py",
        "+ ONE) * GOLDEN",
        "+ ONE) * BRANCH",
        "unit/test_kernels_seeds.py agreement/test_kernels_match_twins.py",
    ),
    Fault("kernel: dice show 0 to 5", "dice/kernels/stream.py", "* SIX) >> S32) + 1", "* SIX) >> S32)", TWINS),
    Fault(
        "kernel: a table is off by one word",
        "dice/kernels/tables.py",
        "while word > last[k]",
        "while word >= last[k]",
        "unit/test_kernels_tables.py",
    ),
    Fault(
        "kernel: the number of the first exchange is not part of the address",
        "dice/kernels/tables.py",
        "first + start + i), 0)\n        for i in range(size):\n            outcomes",
        "start + i), 0)\n        for i in range(size):\n            outcomes",
        "agreement/test_kernels_same_bytes.py",
    ),
    Fault(
        "kernel: rounding loses a base",
        "combat/sampling_duel.py",
        "int(math.pi / math.asin(other / (radius + other)) + 1e-9)",
        "int(math.pi / math.asin(other / (radius + other)) - 1e-9)",
        "unit/test_kernels_sampling.py",
    ),
    Fault(
        "kernel: long duels are cut short",
        "combat/sampling_duel.py",
        "AT_MOST = 100_000",
        "AT_MOST = 5",
        "unit/test_kernels_sampling.py",
    ),
)

ALL = (*EXACT, *KERNELS)
