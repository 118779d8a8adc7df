"""Players as the kernel sees them: a row of whole numbers, in the order of `NUMBERS`."""

from __future__ import annotations

from havoksim.model.policy import ACTIONS, COUNTS, WEIGHTS, Policy, as_policy, load_policy

__all__ = ["NUMBERS", "Policy", "as_policy", "load_policy", "numbers"]

#: What each place of the row means; switches are 0 or 1, `reach` is in hundredths of an inch.
NUMBERS: tuple[str, ...] = (*WEIGHTS, "reach", *COUNTS, "random", *(f"forbid_{action}" for action in ACTIONS))


def numbers(policy: Policy) -> tuple[int, ...]:
    """Return a player as the kernel's row of numbers.

    Examples
    --------
    >>> row = dict(zip(NUMBERS, numbers(load_policy("gunline")), strict=True))
    >>> row["reach"], row["random"], row["forbid_melee"]
    (2400, 0, 0)
    """
    weights = [getattr(policy, name) for name in WEIGHTS]
    counts = [getattr(policy, name) for name in COUNTS]
    switches = [int(action in policy.forbid) for action in ACTIONS]
    return (*weights, round(100 * policy.reach), *counts, int(policy.random), *switches)
