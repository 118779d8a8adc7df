"""How many of each make a fair fight: sides of equal battle rating."""

from __future__ import annotations

from havoksim.foundation.errors import InputError
from havoksim.model.side import MOST_MODELS

#: Most battle rating of a side when sides of equal battle rating are sought, unless another cap is stated.
DEFAULT_CAP = 200


def equal_sizes(rating_a: int, rating_b: int, cap: int = DEFAULT_CAP) -> tuple[int, int]:
    """Return how many models of each type make sides whose battle ratings match as nearly as the cap allows.

    Of all sizes that use at least half of the cap and not more than it, the pair with the smallest gap (in relation
    to the larger side), and of equal gaps the largest. A type whose single model costs more than the cap lifts the
    cap to its own cost.

    Examples
    --------
    >>> equal_sizes(10, 12)
    (18, 15)
    >>> equal_sizes(45, 10)
    (4, 18)
    """
    if cap < 1:
        raise InputError(f"must be at least 1 battle rating, found {cap}", key="equal_br")
    cap = max(cap, rating_a, rating_b)
    best = (1.0, 0.0, 1, 1)
    for n_a in range(1, min(cap // rating_a, MOST_MODELS) + 1):
        worth_a = n_a * rating_a
        for n_b in {max(worth_a // rating_b, 1), worth_a // rating_b + 1}:
            worth_b = n_b * rating_b
            if worth_b > cap or n_b > MOST_MODELS:
                continue
            larger, smaller = max(worth_a, worth_b), min(worth_a, worth_b)
            gap = (larger - smaller) / larger + (1.0 if 2 * larger < cap else 0.0)
            best = min(best, (round(gap, 12), -float(worth_a + worth_b), n_a, n_b))
    return best[2], best[3]
