"""Climbing a hill in the fog: SPSA, simultaneous perturbation stochastic approximation.

Each iteration tries two points, a little to either side of where it stands, in a direction in which every coordinate
goes up or down by the toss of a coin; the difference of their two noisy values says which way to step. Two values an
iteration suffice, however many coordinates there are. Points lie in the unit cube. Gains decay as Spall recommends
(exponents 0.602 and 0.101); a step is held to `LONGEST` in each coordinate, so that one lucky iteration ruins nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from havoksim.foundation.seeds import derived_seed

Point = tuple[float, ...]

#: Decay of the steps, and of the width of what is tried.
STEP_DECAY, WIDTH_DECAY = 0.602, 0.101
#: Share of the iterations that the steps' decay is delayed by.
DELAY = 0.1
#: Longest step in one coordinate.
LONGEST = 0.1


@dataclass(frozen=True, slots=True)
class Climb:
    """How a climb goes: everything but where it stands.

    Examples
    --------
    The top of a dome over (0.3, 0.8), from a corner:

    >>> climb, here = Climb(iterations=200, seed=1), (1.0, 0.0)
    >>> for k in range(climb.iterations):
    ...     up, down = climb.tries(k, here)
    ...     high, low = (1 - (x - 0.3) ** 2 - (y - 0.8) ** 2 for x, y in (up, down))
    ...     here = climb.stepped(k, here, high - low)
    >>> [round(x, 2) for x in here]
    [0.3, 0.8]
    """

    #: How many iterations there will be.
    iterations: int
    #: Seed of the coins.
    seed: int
    #: Length of the first steps, for a slope of one.
    step: float = 0.1
    #: How far to either side is tried at first.
    width: float = 0.1

    def tries(self, k: int, here: Point) -> tuple[Point, Point]:
        """Return the two points to try in iteration k, of 0, 1, ...; both lie in the cube."""
        width = self._width(k)
        signs = self._signs(k, len(here))
        middle = [min(max(x, width), 1.0 - width) for x in here]
        up = tuple(x + width * sign for x, sign in zip(middle, signs, strict=True))
        down = tuple(x - width * sign for x, sign in zip(middle, signs, strict=True))
        return up, down

    def stepped(self, k: int, here: Point, difference: float) -> Point:
        """Return where to stand after iteration k.

        Parameters
        ----------
        k : int
            The iteration.
        here : tuple of float
            Where it began.
        difference : float
            Value at the first of its two points, less the value at the second.
        """
        gain = self.step * ((1 + DELAY * self.iterations) / (k + 1 + DELAY * self.iterations)) ** STEP_DECAY
        slope = difference / (2.0 * self._width(k))
        length = min(max(gain * slope, -LONGEST), LONGEST)
        signs = self._signs(k, len(here))
        return tuple(min(max(x + length * sign, 0.0), 1.0) for x, sign in zip(here, signs, strict=True))

    def _width(self, k: int) -> float:
        return self.width / math.pow(k + 1, WIDTH_DECAY)

    def _signs(self, k: int, count: int) -> list[int]:
        """Return the tosses of an iteration, +1 or -1 for each coordinate."""
        bits = derived_seed(self.seed, "signs", k)
        return [1 if bits >> i & 1 else -1 for i in range(count)]


def mean_of(points: Sequence[Point]) -> Point:
    """Return the point in the middle of some points: steadier than any of them.

    Examples
    --------
    >>> mean_of([(0.0, 1.0), (0.5, 0.5)])
    (0.25, 0.75)
    """
    return tuple(sum(values) / len(points) for values in zip(*points, strict=True))
