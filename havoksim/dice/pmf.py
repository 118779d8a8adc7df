"""Exact distributions as values.

A :class:`Pmf` is the law of a whole number >= 0 (hits, wounds, models killed): an immutable tuple of
probabilities with the algebra that dice need. A :class:`JointPmf` is the law of two such numbers at once
(wounds on a, wounds on b). Exploding dice have no largest result, so a distribution is cut off where less
than 1e-17 is left; the bound on what was cut is kept in ``truncation`` and grows honestly with every operation.

Plain Python on purpose: an exact answer costs less than ``import numpy``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from havoksim.foundation.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Tails lighter than this are cut off; a chain of a few dozen operations stays below 1e-15.
NEGLIGIBLE = 1e-17


@dataclass(frozen=True, slots=True)
class Pmf:
    """The distribution of a whole number >= 0.

    Examples
    --------
    >>> coin = Pmf((0.5, 0.5))
    >>> two = coin + coin
    >>> two.p
    (0.25, 0.5, 0.25)
    >>> two.mean, two.variance, two.p_at_least(1)
    (1.0, 0.5, 0.75)
    """

    #: ``p[k]`` is the probability of k.
    p: tuple[float, ...]
    #: Upper bound on the probability that was cut off above the last entry; 0 for a finite distribution.
    truncation: float = 0.0
    #: How many samples stand behind a sampled distribution; None says that this one is exact.
    n_samples: int | None = None

    # ------------------------------------------------------------------ making one

    @staticmethod
    def certain(k: int) -> Pmf:
        """Return the distribution that is always `k`."""
        return Pmf((0.0,) * k + (1.0,))

    @staticmethod
    def bernoulli(p: float) -> Pmf:
        """Return 1 with probability `p`, else 0."""
        return Pmf((1.0 - p, p))

    @staticmethod
    def binomial(n: int, p: float) -> Pmf:
        """Return the number of successes in `n` independent trials of probability `p`."""
        return Pmf(tuple(binomial_terms(n, p)))

    @staticmethod
    def negative_binomial(n: int, q: float) -> Pmf:
        """Return how many extra dice `n` chains give when each die gives one with probability `q`."""
        terms, tail = negative_binomial_terms(n, q)
        return Pmf(tuple(terms), tail)

    @staticmethod
    def mixture(weights: Sequence[float], parts: Sequence[Pmf]) -> Pmf:
        """Return the law of a number drawn from ``parts[i]`` with probability ``weights[i]``."""
        if len(weights) != len(parts) or abs(math.fsum(weights) - 1.0) > 1e-9 or min(weights) < 0.0:
            raise InputError("a mixture needs one weight >= 0 for each part, and weights that sum to 1", key="weights")
        _need_exact(*parts)
        p = [0.0] * max(len(part.p) for part in parts)
        for weight, part in zip(weights, parts, strict=True):
            for k, value in enumerate(part.p):
                p[k] += weight * value
        return Pmf(tuple(p), math.fsum(w * part.truncation for w, part in zip(weights, parts, strict=True)))

    @staticmethod
    def from_counts(counts: Iterable[int]) -> Pmf:
        """Return the sampled distribution of which ``counts[k]`` samples were k."""
        counts = [int(count) for count in counts]
        total = sum(counts)
        if total <= 0:
            raise InputError("a sampled distribution needs at least one sample, found none", key="n")
        return Pmf(tuple(count / total for count in counts), 0.0, total)

    # ------------------------------------------------------------------ asking it

    @property
    def mean(self) -> float:
        """Expected value."""
        return math.fsum(k * p for k, p in enumerate(self.p))

    @property
    def variance(self) -> float:
        """Variance."""
        mean = self.mean
        return math.fsum((k - mean) ** 2 * p for k, p in enumerate(self.p))

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    @property
    def mean_se(self) -> float:
        """Standard error of the mean: 0 for an exact distribution."""
        if self.n_samples is None:
            return 0.0
        return math.sqrt(self.variance / max(self.n_samples - 1, 1))

    def __getitem__(self, k: int) -> float:
        """Return P(k), also beyond the last entry."""
        return self.p[k] if 0 <= k < len(self.p) else 0.0

    def __len__(self) -> int:
        return len(self.p)

    def __iter__(self) -> Iterator[float]:
        return iter(self.p)

    def p_at_least(self, k: int) -> float:
        """Return P(value >= k)."""
        return math.fsum(self.p[max(k, 0) :]) if k > 0 else 1.0

    def p_at_most(self, k: int) -> float:
        """Return P(value <= k)."""
        return math.fsum(self.p[: k + 1]) if k >= 0 else 0.0

    def quantile(self, level: float) -> int:
        """Return the smallest k with P(value <= k) >= level."""
        if not 0.0 <= level <= 1.0:
            raise InputError(f"must be between 0 and 1, found {level}", key="level")
        below = 0.0
        for k, p in enumerate(self.p):
            below += p
            if below >= level - 1e-15:
                return k
        return len(self.p) - 1

    def array(self) -> NDArray[np.float64]:
        """Return the probabilities as a NumPy array."""
        import numpy as np

        return np.asarray(self.p, dtype=np.float64)

    # ------------------------------------------------------------------ algebra

    def __add__(self, other: Pmf) -> Pmf:
        """Return the law of the sum of two independent numbers."""
        if not isinstance(other, Pmf):
            return NotImplemented
        _need_exact(self, other)
        return _trimmed(convolve(self.p, other.p), self.truncation + other.truncation)

    def times(self, n: int) -> Pmf:
        """Return the law of the sum of `n` independent copies (n-fold convolution)."""
        if n < 0:
            raise InputError(f"must be at least 0, found {n}", key="n")
        result, power = Pmf((1.0,)), self
        while n:
            if n & 1:
                result = result + power
            n >>= 1
            if n:
                power = power + power
        return result

    def thin(self, keep: float) -> Pmf:
        """Return the law of what is left when each unit is kept with probability `keep` (hits into wounds)."""
        if not 0.0 <= keep <= 1.0:
            raise InputError(f"must be a probability, found {keep}", key="keep")
        return Pmf(tuple(thin_terms(self.p, keep)), self.truncation, self.n_samples)

    def clamp(self, most: int) -> Pmf:
        """Return min(value, most): overkill is wasted."""
        if most < 0:
            raise InputError(f"must be at least 0, found {most}", key="most")
        if len(self.p) <= most + 1:
            return self
        return Pmf((*self.p[:most], math.fsum(self.p[most:])), self.truncation, self.n_samples)

    def drop(self, fewer: int) -> Pmf:
        """Return max(value - fewer, 0): so many are blocked."""
        if fewer < 0:
            raise InputError(f"must be at least 0, found {fewer}", key="fewer")
        if fewer >= len(self.p):
            return Pmf((math.fsum(self.p),), self.truncation, self.n_samples)
        return Pmf((math.fsum(self.p[: fewer + 1]), *self.p[fewer + 1 :]), self.truncation, self.n_samples)

    def joint(self, other: Pmf) -> JointPmf:
        """Return the law of the pair (self, other) when the two are independent."""
        _need_exact(self, other)
        return JointPmf(tuple(tuple(a * b for b in other.p) for a in self.p), self.truncation + other.truncation)

    def map(self, function: Sequence[int]) -> Pmf:
        """Return the law of ``function[value]``; values beyond the last entry use the last entry."""
        p = [0.0] * (max(function) + 1)
        last = len(function) - 1
        for k, value in enumerate(self.p):
            p[function[min(k, last)]] += value
        return Pmf(tuple(p), self.truncation, self.n_samples)

    def to_dict(self) -> dict[str, object]:
        """Return mean, variance and probabilities, with the number of samples where it was sampled."""
        out: dict[str, object] = {"mean": self.mean, "variance": self.variance, "pmf": list(self.p)}
        if self.n_samples is not None:
            out |= {"mean_se": self.mean_se, "n": self.n_samples}
        return out

    def __repr__(self) -> str:
        origin = "exact" if self.n_samples is None else f"n = {self.n_samples:,}"
        return f"Pmf(mean {self.mean:.4g}, sd {self.sd:.4g}, 0 to {len(self.p) - 1}, {origin})"


@dataclass(frozen=True, slots=True)
class JointPmf:
    """The distribution of two whole numbers >= 0: ``p[i][j]`` is the probability of the pair (i, j).

    Examples
    --------
    >>> both = Pmf((0.5, 0.5)).joint(Pmf((0.25, 0.75)))
    >>> both.p[1][1], both.first.p, both.second.p
    (0.375, (0.5, 0.5), (0.25, 0.75))
    """

    #: Rows belong to the first number, columns to the second; all rows are equally long.
    p: tuple[tuple[float, ...], ...]
    #: Upper bound on the probability that was cut off.
    truncation: float = 0.0
    #: How many samples stand behind a sampled distribution; None says that this one is exact.
    n_samples: int | None = None

    @property
    def first(self) -> Pmf:
        """Marginal law of the first number."""
        return Pmf(tuple(math.fsum(row) for row in self.p), self.truncation, self.n_samples)

    @property
    def second(self) -> Pmf:
        """Marginal law of the second number."""
        return Pmf(tuple(math.fsum(column) for column in zip(*self.p, strict=True)), self.truncation, self.n_samples)

    @property
    def swapped(self) -> JointPmf:
        """The same pair, told from the other side."""
        return JointPmf(tuple(zip(*self.p, strict=True)), self.truncation, self.n_samples)

    def clamp(self, most_first: int, most_second: int) -> JointPmf:
        """Return the pair of minima: overkill is wasted on either side."""
        rows, columns = min(len(self.p), most_first + 1), min(len(self.p[0]), most_second + 1)
        p = [[0.0] * columns for _ in range(rows)]
        for i, row in enumerate(self.p):
            target = p[min(i, most_first)]
            for j, value in enumerate(row):
                target[min(j, most_second)] += value
        return JointPmf(tuple(map(tuple, p)), self.truncation, self.n_samples)

    def array(self) -> NDArray[np.float64]:
        """Return the matrix as a NumPy array of shape (first, second)."""
        import numpy as np

        return np.asarray(self.p, dtype=np.float64)

    def __repr__(self) -> str:
        return f"JointPmf(first {self.first!r}, second {self.second!r})"


# ---------------------------------------------------------------------- terms


def binomial_terms(n: int, p: float) -> list[float]:
    """Return the probabilities of 0..n successes in `n` trials."""
    q = 1.0 - p
    if p <= 0.0:
        return [1.0] + [0.0] * n
    if q <= 0.0:
        return [0.0] * n + [1.0]
    if n <= 200:
        return [math.comb(n, k) * p**k * q ** (n - k) for k in range(n + 1)]
    # from the likeliest number outwards, where powers of p and q would underflow
    mode = int((n + 1) * p)
    terms = [0.0] * (n + 1)
    terms[mode] = 1.0
    for k in range(mode, n):
        terms[k + 1] = terms[k] * (n - k) / (k + 1) * (p / q)
    for k in range(mode, 0, -1):
        terms[k - 1] = terms[k] * k / (n - k + 1) * (q / p)
    whole = math.fsum(terms)
    return [term / whole for term in terms]


def negative_binomial_terms(n: int, q: float) -> tuple[list[float], float]:
    """Return the law of the total length of `n` chains that go on with probability `q`, and a bound on its tail.

    ``P(k) = C(n+k-1, k) (1-q)^n q^k``. The ratio of neighbouring terms ``q (n+k)/(k+1)`` falls towards q, so once
    it is below 1 the tail is under a geometric series, and the cut is certain rather than hoped for.
    """
    if q <= 0.0 or n == 0:
        return [1.0], 0.0
    term = (1.0 - q) ** n
    terms = []
    k = 0
    while True:
        terms.append(term)
        ratio = q * (n + k) / (k + 1)
        following = term * ratio
        if ratio < 0.999 and following < NEGLIGIBLE * 0.01 * (1.0 - ratio):
            return terms, following / (1.0 - ratio)
        term = following
        k += 1


def convolve(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """Return the probabilities of the sum of two independent numbers."""
    if len(a) < len(b):
        a, b = b, a
    out = [0.0] * (len(a) + len(b) - 1)
    for j, q in enumerate(b):
        if q:
            for i, p in enumerate(a, j):
                out[i] += p * q
    return out


def thin_terms(p: Sequence[float], keep: float) -> list[float]:
    """Return the probabilities after each unit has been kept with probability `keep`.

    Horner's rule on the generating function at ``1 - keep + keep z``: only sums of products of positive
    numbers, so nothing cancels.
    """
    lose = 1.0 - keep
    if not lose:
        return list(p)
    out = [p[-1]]
    for value in reversed(p[:-1]):
        out.append(0.0)
        for k in range(len(out) - 1, 0, -1):
            out[k] = out[k] * lose + out[k - 1] * keep
        out[0] = out[0] * lose + value
    return out


def _need_exact(*laws: Pmf) -> None:
    """Refuse to combine sampled laws: what comes out would be neither exact nor a sample."""
    if any(law.n_samples is not None for law in laws):
        raise InputError("sampled laws cannot be combined: sample the combination, or use exact ones", key="n_samples")


def _trimmed(p: list[float], truncation: float) -> Pmf:
    """Cut off the tail that is lighter than `NEGLIGIBLE`, and account for it."""
    tail = 0.0
    while len(p) > 1 and tail + p[-1] < NEGLIGIBLE:
        tail += p.pop()
    return Pmf(tuple(p), truncation + tail)
