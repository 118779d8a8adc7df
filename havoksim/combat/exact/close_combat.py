"""Exact close combats and psyke attacks: two pools that block each other's hits.

Each side's hits beyond the other's blocks are net hits; each net hit then wounds with its own probability; both
sides' wounds fall at the same time (HVK-CC-06 to -08, HVK-PSY-02, -03).

Where only exploding sixes block, the joint law has a short form. Let S be a side's sixes and B its other hits; S and
B are independent, and so are the sides. The net hits ``max(0, S_a + B_a - S_b)`` and ``max(0, S_b + B_b - S_a)``
depend on the sixes only through ``D = S_a - S_b``, so given D the two sides are independent:

    P[wounds on a][wounds on b] = sum over D of P(D) U_D[wounds on a] V_D[wounds on b]

with ``V_D`` the law of the wounds from ``max(0, B_a + D)`` hits and ``U_D`` of those from ``max(0, B_b - D)``.
Any other option (blocks on 1, none, capped chains) goes the long way over hits and blocks face by face.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from havoksim.combat.exact.explosion import Blasts, with_blasts
from havoksim.dice.pmf import (
    NEGLIGIBLE,
    JointPmf,
    Pmf,
    binomial_terms,
    convolve,
    negative_binomial_terms,
    thin_terms,
)
from havoksim.dice.pool import Die, pool, pool_with_blocks
from havoksim.foundation.errors import InputError, wrong_count

#: Most dice of a side in one exchange: about ten seconds of work, and far beyond any card.
MOST_DICE = 400
#: The same where the long way has to be gone.
MOST_DICE_THE_LONG_WAY = 40

#: Pairs of blocks less likely than this are left out of the long way, and accounted for.
_RARE = NEGLIGIBLE * 1e-3


def exchange(dice_a: int, dice_b: int, die: Die, *, p_wound_a: float, p_wound_b: float) -> JointPmf:
    """Return the joint law of the wounds on a (rows) and on b (columns) of one exchange.

    Parameters
    ----------
    dice_a, dice_b : int
        First dice of each side, strength bonus included.
    die : Die
        The die that both sides throw, with the face that blocks.
    p_wound_a, p_wound_b : float
        Chance that a net hit on a, and on b, wounds.

    Examples
    --------
    >>> both = exchange(1, 1, Die(needs=4, block_on=6), p_wound_a=1.0, p_wound_b=1.0)
    >>> round(both.second.mean * 35, 12), round(both.second[0] * 7, 12)
    (18.0, 4.0)
    """
    only_sixes = die.block_on == 6 and die.explode_on == 6 and die.max_explosions is None
    most = MOST_DICE if only_sixes or die.block_on is None else MOST_DICE_THE_LONG_WAY
    problems = wrong_count(dice_a, "dice_a", most=most) + wrong_count(dice_b, "dice_b", most=most)
    if problems:
        raise InputError(problems)
    if die.block_on is None:
        return pool(dice_b, die, keep=p_wound_a).joint(pool(dice_a, die, keep=p_wound_b))
    if only_sixes:
        return _by_difference_of_sixes(dice_a, dice_b, die, p_wound_a, p_wound_b)
    return exchange_by_blocks(dice_a, dice_b, die, p_wound_a=p_wound_a, p_wound_b=p_wound_b)


def exchange_by_blocks(dice_a: int, dice_b: int, die: Die, *, p_wound_a: float, p_wound_b: float) -> JointPmf:
    """Return the same as :func:`exchange`, from the joint law of hits and blocks of each side: the long way."""
    side_a, side_b = pool_with_blocks(dice_a, die), pool_with_blocks(dice_b, die)
    hits_a, hits_b = _hits_given_blocks(side_a), _hits_given_blocks(side_b)
    rows, columns = len(side_b.p), len(side_a.p)
    out = [[0.0] * columns for _ in range(rows)]
    # what b's hits become after k blocks of a, and the other way round
    on_a = {k: [thin_terms(_dropped(hits, k), p_wound_a) for hits in hits_b] for k in range(len(hits_a))}
    on_b = {k: [thin_terms(_dropped(hits, k), p_wound_b) for hits in hits_a] for k in range(len(hits_b))}
    weight_a, weight_b = [sum(hits) for hits in hits_a], [sum(hits) for hits in hits_b]
    lost = 0.0
    for blocks_a, p_a in enumerate(weight_a):
        for blocks_b, p_b in enumerate(weight_b):
            if p_a * p_b < _RARE:
                lost += p_a * p_b
                continue
            _add_product(out, on_a[blocks_a][blocks_b], on_b[blocks_b][blocks_a])
    return _trimmed(out, side_a.truncation + side_b.truncation + lost)


def _by_difference_of_sixes(dice_a: int, dice_b: int, die: Die, p_wound_a: float, p_wound_b: float) -> JointPmf:
    """Return the law of an exchange in which sixes, and only they, explode and block."""
    sixes_a, tail_a = negative_binomial_terms(dice_a, die.p_explode)
    sixes_b, tail_b = negative_binomial_terms(dice_b, die.p_explode)
    p_other = min(die.p_plain / (1.0 - die.p_explode), 1.0)
    others_a, others_b = binomial_terms(dice_a, p_other), binomial_terms(dice_b, p_other)
    on_b = _wounds_by_lead(others_a, p_wound_b, len(sixes_a), len(sixes_b))
    on_a = _wounds_by_lead(others_b, p_wound_a, len(sixes_b), len(sixes_a))
    out = [[0.0] * (dice_a + len(sixes_a)) for _ in range(dice_b + len(sixes_b))]
    leads = convolve(sixes_a, sixes_b[::-1])  # index 0 stands for D = -(len(sixes_b) - 1)
    for index, p in enumerate(leads):
        lead = index - (len(sixes_b) - 1)
        _add_product(out, [p * x for x in on_a[-lead]], on_b[lead])
    return _trimmed(out, tail_a + tail_b)


def _trimmed(p: list[list[float]], truncation: float) -> JointPmf:
    """Cut off the last rows and columns that weigh nothing, and account for them."""
    tail = 0.0
    while len(p) > 1 and tail + sum(p[-1]) < NEGLIGIBLE:
        tail += sum(p.pop())
    while len(p[0]) > 1 and tail + sum(row[-1] for row in p) < NEGLIGIBLE:
        tail += sum(row.pop() for row in p)
    return JointPmf(tuple(map(tuple, p)), truncation + tail)


def _wounds_by_lead(others: list[float], p_wound: float, own: int, other: int) -> dict[int, list[float]]:
    """Return, for each lead in sixes, the law of the wounds from ``max(0, others + lead)`` hits."""
    by_lead = {}
    ahead = thin_terms(others, p_wound)
    by_lead[0] = ahead
    for lead in range(1, own):
        ahead = [x * (1.0 - p_wound) for x in ahead] + [0.0]
        for k, x in enumerate(by_lead[lead - 1], 1):
            ahead[k] += x * p_wound
        by_lead[lead] = ahead
    for behind in range(1, other):
        by_lead[-behind] = thin_terms(_dropped(others, behind), p_wound)
    return by_lead


def _dropped(p: Sequence[float], fewer: int) -> list[float]:
    """Return the law of max(0, value - fewer)."""
    if fewer >= len(p):
        return [sum(p)]
    return [sum(p[: fewer + 1]), *p[fewer + 1 :]]


def _hits_given_blocks(side: JointPmf) -> list[list[float]]:
    """Return P(hits, blocks) as one list of hits for each number of blocks."""
    return [list(column) for column in zip(*side.p, strict=True)]


def _add_product(out: list[list[float]], rows: Sequence[float], columns: Sequence[float]) -> None:
    """Add the outer product of two laws to a matrix. Modified in place: out."""
    for row, x in zip(out, rows, strict=False):
        if x:
            for j, y in enumerate(columns):
                row[j] += x * y


def several_opponents(
    combat: Callable[[int, int], JointPmf], strength_a: int, strengths_b: Sequence[int], blasts: Blasts
) -> tuple[Pmf, list[Pmf]]:
    """Return the wounds of a warrior that fights several opponents in a row, and those of each opponent.

    The opponents are fought one after another, with the losses of earlier combats already removed: once a is
    dead it fights no more, and its wounds add up over the combats (HVK-CC-02). All of them touch a the whole time: an
    opponent that is destroyed may explode at a, and a, when it is destroyed, at every opponent that still stands
    (HVK-VEH-01, -02). The opponents do not touch each other.

    Parameters
    ----------
    combat : callable
        ``combat(i, left)`` is the exchange with opponent i (0 for the first) when a has `left` strength left, wounds
        on a in rows; the strength bonus that is left for this opponent (HVK-CC-05) is already in it.
    strength_a : int
        Strength left of a before the first.
    strengths_b : sequence of int
        Strength left of each opponent.
    blasts : Blasts
        Who explodes when destroyed.

    Returns
    -------
    on_a : Pmf
        Wounds on a at the end, at most `strength_a`.
    on_b : list of Pmf
        Wounds on each opponent, at most its strength.
    """
    each = replace(blasts, hits_of_a=0)  # a's own explosion strikes all opponents at once, below
    steps: dict[tuple[int, int], JointPmf] = {}

    def step(index: int, left: int) -> JointPmf:
        if (index, left) not in steps:
            strength_b = strengths_b[index]
            steps[index, left] = with_blasts(combat(index, left).clamp(left, strength_b), left, strength_b, each)
        return steps[index, left]

    # the opponents depend on each other only through a, so each is followed beside a alone
    pairs = [_beside(step, strength_a, strengths_b, number, blasts) for number in range(len(strengths_b))]
    truncation = sum(joint.truncation for joint in steps.values())
    on_a = Pmf(pairs[0].first.p, truncation)
    return on_a, [Pmf(pair.second.p, truncation) for pair in pairs]


def _beside(
    step: Callable[[int, int], JointPmf], strength_a: int, strengths_b: Sequence[int], number: int, blasts: Blasts
) -> JointPmf:
    """Return the joint law of the wounds of a and of one opponent, after a has fought all of them."""
    strength_b = strengths_b[number]
    now = [[0.0] * (strength_b + 1) for _ in range(strength_a + 1)]
    now[0][0] = 1.0
    for index in range(len(strengths_b)):
        following = [[0.0] * (strength_b + 1) for _ in range(strength_a)] + [now[strength_a]]
        for x in range(strength_a):
            fought = step(index, strength_a - x)
            for y, p in enumerate(now[x]):
                if not p:
                    continue
                for more_x, row in enumerate(fought.p):
                    for more_y, q in enumerate(row if index == number else [sum(row)]):
                        _strike(following, x + more_x, y + more_y, p * q, strength_a, strength_b, blasts)
        now = following
    return JointPmf(tuple(map(tuple, now)))


def _strike(
    following: list[list[float]], x: int, y: int, p: float, strength_a: int, strength_b: int, blasts: Blasts
) -> None:
    """Add a state that was reached in a combat of a; if a has just died it explodes. Modified in place: following."""
    if x < strength_a or y == strength_b or not blasts.hits_of_a:
        following[x][y] += p
        return
    for more, chance in enumerate(blasts.on_b(strength_b - y).p):
        following[x][y + more] += p * chance
