"""Known right answers: numbers worked out by hand, which both engines must give again on this machine.

Each case states what is asked, the right value as a fraction that a reader can check, and the clause it comes from.
The exact engine must hit it to rounding; the sampled engine's interval must contain it. The seed is fixed and the
intervals are so wide that all of them together raise a false alarm once in a million seeds (`FALSE_ALARM`), so a
failure means a fault.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from havoksim.foundation.intervals import share_interval, z_value

#: Chance that any of the sampled comparisons fails although both engines are right, over all seeds.
FALSE_ALARM = 1e-6
#: Largest difference that rounding may leave between the exact engine and the right value.
ROUNDING = 1e-12

Right = Fraction | int


@dataclass(frozen=True, slots=True)
class Sample:
    """A sampled estimate: mean of n equal draws with their variance."""

    mean: float
    variance: float
    n: int

    def interval(self, level: float) -> tuple[float, float]:
        """Return the interval that misses the true mean with a chance of `level`, in Wilson's form for proportions."""
        if 0.0 <= self.mean <= 1.0 and abs(self.variance - self.mean * (1.0 - self.mean)) < 1e-9:
            return share_interval(self.mean, self.n, confidence=1.0 - level)
        half = z_value(1.0 - level) * math.sqrt(self.variance / self.n)
        return self.mean - half, self.mean + half


@dataclass(frozen=True, slots=True)
class Case:
    """One known right answer."""

    #: What is asked, in a few words.
    name: str
    #: The right value.
    right: Right
    #: Clause or report that it comes from.
    source: str
    #: The exact engine's answer.
    exact: Callable[[], float]
    #: The sampled engine's answer from a seed; None where nothing is rolled.
    sampled: Callable[[int], Sample] | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A case recomputed here."""

    case: Case
    exact: float
    sample: Sample | None
    lo: float | None
    hi: float | None

    @property
    def exact_ok(self) -> bool:
        """Whether the exact engine is right."""
        return abs(self.exact - float(self.case.right)) <= ROUNDING * max(1.0, abs(float(self.case.right)))

    @property
    def sampled_ok(self) -> bool:
        """Whether the sampled engine's interval contains the right value."""
        if self.lo is None or self.hi is None:
            return True
        return self.lo - ROUNDING <= float(self.case.right) <= self.hi + ROUNDING

    @property
    def ok(self) -> bool:
        """Whether both engines are right."""
        return self.exact_ok and self.sampled_ok


def check(cases: list[Case], *, seed: int) -> list[Verdict]:
    """Recompute known right answers with both engines.

    Parameters
    ----------
    cases : list of Case
        What to recompute.
    seed : int
        Seed of the sampled engine; case i uses seed + i.
    """
    level = FALSE_ALARM / max(sum(case.sampled is not None for case in cases), 1)
    verdicts = []
    for number, case in enumerate(cases):
        sample = case.sampled(seed + number) if case.sampled else None
        lo, hi = sample.interval(level) if sample else (None, None)
        verdicts.append(Verdict(case, float(case.exact()), sample, lo, hi))
    return verdicts
