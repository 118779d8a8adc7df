"""Exact dice pools: how many hits do n exploding dice score?

A die hits on `needs` or more. A die that hits and shows `explode_on` or more gives one extra die, rolled with the same
number needed, which may give another (HVK-FIRE-05). So a first die is a chain that goes on with probability
``q = P(hit and explode)`` and ends with a die that does not explode, which still may hit:

    per die, hits:  f(z) = (miss + plain z) / (1 - q z)
    n dice:         hits = NegBin(n, q) + Bin(n, plain / (1 - q)), independent

If each hit then has to beat armour with probability w (HVK-ARM-01), putting ``1 - w + w z`` for z gives the same
form again: ``wounds = NegBin(n, q w / (1 - q (1 - w))) + Bin(n, plain w / (1 - q))``. With a cap on the extra dice of
a chain the closed form ends and the n-fold convolution of one capped die takes its place.

Close combat and psyke also count blocks (HVK-CC-07): :func:`pool_with_blocks` gives hits and blocks jointly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.dice.pmf import NEGLIGIBLE, JointPmf, Pmf, binomial_terms, convolve, negative_binomial_terms
from havoksim.foundation.errors import InputError, Problem, wrong_count

#: More dice than any table sees: beyond it a pool is a slip of the keyboard.
MOST_DICE = 2_000

#: Chains of extra dice are followed until less than this is left of one die.
_CHAIN_END = NEGLIGIBLE * 0.01


@dataclass(frozen=True, slots=True)
class Die:
    """What a six-sided die of a pool does.

    Examples
    --------
    >>> Die(needs=4).mean_hits
    0.6
    """

    #: Lowest face that hits, 2..6.
    needs: int
    #: Lowest face that gives an extra die if it hits, 2..6; None for no explosions.
    explode_on: int | None = 6
    #: Most extra dice that one first die may give; None for no cap.
    max_explosions: int | None = None
    #: Face that blocks a hit of the opponent (close combat and psyke); None for none.
    block_on: int | None = None

    def __post_init__(self) -> None:
        problems = wrong_count(self.needs, "needs", least=2, most=6)
        if self.explode_on == 1:
            problems.append(Problem("a die that explodes on every face never ends; lowest is 2", key="explode_on"))
        elif self.explode_on is not None:
            problems += wrong_count(self.explode_on, "explode_on", least=2, most=6)
        if self.max_explosions is not None:
            problems += wrong_count(self.max_explosions, "max_explosions")
        if self.block_on not in (None, 1, 6):
            problems.append(Problem(f'must be 6, 1 or "none", found {self.block_on!r}', key="block_on"))
        if problems:
            raise InputError(problems)

    def explodes(self, face: int) -> bool:
        """Say whether a die that shows this face hits and gives an extra die."""
        return self.explode_on is not None and face >= max(self.explode_on, self.needs)

    @property
    def p_explode(self) -> float:
        """Chance that a die hits and gives an extra die."""
        return 0.0 if self.explode_on is None else (7 - max(self.explode_on, self.needs)) / 6

    @property
    def p_plain(self) -> float:
        """Chance that a die hits and gives none."""
        return (7 - self.needs) / 6 - self.p_explode

    @property
    def mean_hits(self) -> float:
        """Expected hits of one first die with all its extra dice."""
        q, hit = self.p_explode, (7 - self.needs) / 6
        if self.max_explosions is None:
            return hit / (1 - q)
        return hit * sum(q**k for k in range(self.max_explosions + 1))


def pool(dice: int, die: Die, *, keep: float = 1.0) -> Pmf:
    """Return the exact number of hits of a pool, each kept with probability `keep`.

    Parameters
    ----------
    dice : int
        Number of first dice, >= 0.
    die : Die
        What each of them does.
    keep : float
        Chance that a hit counts: 1 for hits, the chance to beat the armour for wounds.

    Examples
    --------
    >>> hits = pool(6, Die(needs=4))
    >>> round(hits.mean, 12), round(hits.variance, 12)
    (3.6, 2.88)
    """
    _refuse(wrong_dice(dice))
    q, plain = die.p_explode, die.p_plain
    if die.max_explosions is not None and q > 0.0:
        one, tail = _capped_chain(die)
        return Pmf(tuple(one), tail).thin(keep).times(dice)
    if (1.0 - q) ** dice < 1e-290:  # so large a pool that its first term would underflow
        half = pool(dice // 2, die, keep=keep)
        return half + pool(dice - dice // 2, die, keep=keep)
    chain, tail = negative_binomial_terms(dice, q * keep / (1.0 - q * (1.0 - keep)))
    last = binomial_terms(dice, min(plain * keep / (1.0 - q), 1.0))
    return Pmf(tuple(convolve(chain, last)), tail)


def pool_by_convolution(dice: int, die: Die, *, keep: float = 1.0) -> Pmf:
    """Return the same as :func:`pool`, by convolving single dice: the second way, for tests and caps."""
    _refuse(wrong_dice(dice))
    one, tail = _capped_chain(die)
    return Pmf(tuple(one), tail).thin(keep).times(dice)


def pool_with_blocks(dice: int, die: Die) -> JointPmf:
    """Return hits (rows) and blocks (columns) of a pool jointly, for any options.

    A block is a die, first or extra, that shows the face `block_on`. Without a cap the dice that explode are
    ``S = NegBin(n, q)``, all of them hits, of which ``Bin(S, share)`` show the blocking face; the n dice that end the
    chains hit and block or not, each for itself. With a cap the chain of one die is followed face by face.

    Examples
    --------
    >>> one = pool_with_blocks(1, Die(needs=4, block_on=6))
    >>> round(one.first.mean, 12), round(one.second.mean, 12)
    (0.6, 0.2)
    """
    _refuse(wrong_dice(dice))
    if die.max_explosions is not None:
        return pool_with_blocks_by_chains(dice, die)
    exploding = [face for face in range(1, 7) if die.explodes(face)]
    ending = [face for face in range(1, 7) if not die.explodes(face)]
    last: dict[tuple[int, int], float] = {}
    for face in ending:
        pair = (int(face >= die.needs), int(face == die.block_on))
        last[pair] = last.get(pair, 0.0) + 1 / len(ending)
    ends, lost = _power(last, dice)
    chain, tail = negative_binomial_terms(dice, die.p_explode)
    share = sum(face == die.block_on for face in exploding) / max(len(exploding), 1)
    table: dict[tuple[int, int], float] = {}
    for extra, p in enumerate(chain):
        for blocks, q in enumerate(binomial_terms(extra, share) if share else [1.0]):
            for (hits, more), r in ends.items():
                pair = (extra + hits, blocks + more)
                table[pair] = table.get(pair, 0.0) + p * q * r
    return _matrix(table, tail + lost)


def pool_with_blocks_by_chains(dice: int, die: Die) -> JointPmf:
    """Return the same as :func:`pool_with_blocks`, from chains followed face by face: for caps, and the second way."""
    one, tail = _chain_with_blocks(die)
    table, lost = _power(one, dice)
    return _matrix(table, tail * dice + lost)


def wrong_dice(dice: object, key: str = "dice") -> list[Problem]:
    """Return the problem of a number of dice that is not a whole number from 0 to `MOST_DICE`."""
    return wrong_count(dice, key, most=MOST_DICE)


def _capped_chain(die: Die) -> tuple[list[float], float]:
    """Return the hits of one first die with its extra dice, followed die by die, and the mass cut off."""
    q, plain = die.p_explode, die.p_plain
    miss = 1.0 - q - plain
    p = [0.0]
    reached = 1.0  # probability of rolling the die number k of the chain
    k = 0
    while True:
        p.append(0.0)
        p[k] += reached * miss
        p[k + 1] += reached * plain
        if die.max_explosions is not None and k == die.max_explosions:
            p[k + 1] += reached * q
            return p, 0.0
        reached *= q
        if reached < _CHAIN_END:
            return p, reached
        k += 1


def _chain_with_blocks(die: Die) -> tuple[dict[tuple[int, int], float], float]:
    """Return the law of (hits, blocks) of one first die with its extra dice, and the mass cut off."""
    ends: dict[tuple[int, int], float] = {}
    reached: dict[tuple[int, int], float] = {(0, 0): 1.0}
    extra = 0
    while reached:
        following: dict[tuple[int, int], float] = {}
        for (hits, blocks), p in reached.items():
            for face in range(1, 7):
                hit = face >= die.needs
                goes_on = die.explodes(face) and (die.max_explosions is None or extra < die.max_explosions)
                pair = (hits + hit, blocks + (face == die.block_on))
                into = following if goes_on else ends
                into[pair] = into.get(pair, 0.0) + p / 6
        if sum(following.values()) < _CHAIN_END:
            return ends, sum(following.values())
        reached = following
        extra += 1
    return ends, 0.0


def _power(one: dict[tuple[int, int], float], n: int) -> tuple[dict[tuple[int, int], float], float]:
    """Return the sum of n independent pairs, and the mass that was left out."""
    table: dict[tuple[int, int], float] = {(0, 0): 1.0}
    power, lost, left = one, 0.0, n
    while left:
        if left & 1:
            table, cut = _convolve_pairs(table, power)
            lost += cut
        left >>= 1
        if left:
            power, cut = _convolve_pairs(power, power)
            lost += cut * n
    return table, lost


def _matrix(table: dict[tuple[int, int], float], truncation: float) -> JointPmf:
    """Return pairs and their probabilities as a matrix."""
    rows = 1 + max(first for first, _ in table)
    columns = 1 + max(second for _, second in table)
    matrix = [[0.0] * columns for _ in range(rows)]
    for (first, second), p in table.items():
        matrix[first][second] = p
    return JointPmf(tuple(map(tuple, matrix)), truncation)


def _convolve_pairs(
    a: dict[tuple[int, int], float], b: dict[tuple[int, int], float]
) -> tuple[dict[tuple[int, int], float], float]:
    """Return the sum of two independent pairs, without entries so small that all of them weigh nothing."""
    out: dict[tuple[int, int], float] = {}
    for (hits_a, blocks_a), p in a.items():
        for (hits_b, blocks_b), q in b.items():
            pair = (hits_a + hits_b, blocks_a + blocks_b)
            out[pair] = out.get(pair, 0.0) + p * q
    small = NEGLIGIBLE * 1e-3
    cut = sum(p for p in out.values() if p < small)
    return {pair: p for pair, p in out.items() if p >= small}, cut


def total(parts: Sequence[Pmf]) -> Pmf:
    """Return the sum of independent numbers: the range bands of one unit's fire, say."""
    result = Pmf((1.0,))
    for part in parts:
        result = result + part
    return result


def _refuse(problems: Sequence[Problem]) -> None:
    """Raise what is wrong, if anything is."""
    if problems:
        raise InputError(problems)
