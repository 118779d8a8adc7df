"""The answer of a duel: who wins, how long it takes, what is left."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from havoksim.dice.pmf import Pmf
from havoksim.foundation.intervals import score_interval, share_interval
from havoksim.odds.results import Odds

if TYPE_CHECKING:
    from havoksim.combat.exact.duel import Ending
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.side import Side


@dataclass(frozen=True, kw_only=True, repr=False)
class DuelResult(Odds):
    """How a duel between two sides ends."""

    #: The sides, as they fought.
    side_a: Side
    side_b: Side
    #: Chance that a wins: b is wiped out and a is not (or, with a turn limit, a has destroyed more BR).
    p_win_a: float
    #: Chance that b wins.
    p_win_b: float
    #: Chance of a draw: both wiped out at once (or, with a turn limit, equal BR destroyed).
    p_draw: float
    #: Chance of a stalemate: both stand and neither can ever hurt the other again.
    p_undecided: float
    #: Mean number of battle turns until it is decided (or the limit, or a stalemate, is reached).
    rounds_mean: float
    #: Law of the number of battle turns; its truncation is the chance of a longer fight than it lists.
    rounds: Pmf
    #: Models of a, and of b, that live at the end.
    models_a: Pmf
    models_b: Pmf

    @property
    def score_a(self) -> float:
        """Wins of a, and half of all that nobody wins."""
        return min(self.p_win_a + 0.5 * (self.p_draw + self.p_undecided), 1.0)

    @property
    def br_a(self) -> int:
        """BR that a fields."""
        return self.side_a.battle_rating

    @property
    def br_b(self) -> int:
        """BR that b fields."""
        return self.side_b.battle_rating

    @property
    def br_left_a(self) -> float:
        """Mean BR of a that lives at the end."""
        return self.models_a.mean * self.side_a.warrior.battle_rating

    @property
    def br_left_b(self) -> float:
        """Mean BR of b that lives at the end."""
        return self.models_b.mean * self.side_b.warrior.battle_rating

    @property
    def br_destroyed_a(self) -> float:
        """Mean BR of b that is destroyed: what a has done."""
        return max(self.br_b - self.br_left_b, 0.0)

    @property
    def br_destroyed_b(self) -> float:
        """Mean BR of a that is destroyed: what b has done."""
        return max(self.br_a - self.br_left_a, 0.0)

    def se(self, p: float) -> float:
        """Return the standard error of one of the probabilities: 0 if exact."""
        return math.sqrt(p * (1.0 - p) / self.n) if self.n else 0.0

    def interval(self, p: float) -> tuple[float, float]:
        """Return the 95 % interval of one of the probabilities, in Wilson's form; of an exact one the value itself."""
        return share_interval(p, self.n)

    @property
    def score_interval(self) -> tuple[float, float]:
        """95 % interval of `score_a`; of an exact one the value itself."""
        return score_interval(min(self.score_a, 1.0), self.n * self.score_a_se**2, self.n or None)

    @property
    def is_even(self) -> bool:
        """Whether neither side is ahead: exactly, or as far as the samples can tell."""
        lo, hi = self.score_interval
        return lo - 1e-9 <= 0.5 <= hi + 1e-9

    @property
    def score_a_se(self) -> float:
        """Standard error of `score_a`: 0 if exact."""
        half = self.p_draw + self.p_undecided
        variance = self.p_win_a + 0.25 * half - self.score_a**2
        return math.sqrt(max(variance, 0.0) / self.n) if self.n else 0.0

    def laws(self) -> dict[str, Pmf]:
        """Return the laws of the rounds and of the models left."""
        return {"rounds": self.rounds, "models_a": self.models_a, "models_b": self.models_b}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        out: dict[str, Any] = {"method": self.method, "ruleset": self.ruleset, **self.question}
        if self.n:
            out |= {"n": self.n, "seed": self.seed}
        out |= {"br_a": self.br_a, "br_b": self.br_b}
        for name in ("p_win_a", "p_win_b", "p_draw", "p_undecided"):
            value = getattr(self, name)
            out[name] = value
            if self.n:
                out[f"{name}_se"] = self.se(value)
                out[f"{name}_lo"], out[f"{name}_hi"] = self.interval(value)
        lo, hi = self.score_interval
        out |= {"score_a": self.score_a, "score_a_se": self.score_a_se, "score_a_lo": lo, "score_a_hi": hi}
        out["rounds_mean"] = self.rounds_mean
        for name, law in (("models_a", self.models_a), ("models_b", self.models_b)):
            out[f"{name}_mean"], out[f"{name}_pmf"] = law.mean, list(law.p)
        out["rounds_pmf"], out["rounds_beyond"] = list(self.rounds.p), self.rounds.truncation
        for name in ("br_left_a", "br_left_b", "br_destroyed_a", "br_destroyed_b"):
            out[name] = getattr(self, name)
        if self.n:
            for side, law, warrior in (
                ("a", self.models_a, self.side_a.warrior),
                ("b", self.models_b, self.side_b.warrior),
            ):
                out[f"br_left_{side}_se"] = law.mean_se * warrior.battle_rating
            out |= {"br_destroyed_a_se": out["br_left_b_se"], "br_destroyed_b_se": out["br_left_a_se"]}
        out["assumptions"] = list(self.assumptions)
        return out

    def summary(self) -> str:
        """Return the finding in a sentence, then the figures."""
        lo, hi = self.interval(self.p_win_a)
        error = f" ({lo:.2%} to {hi:.2%})" if self.n else ""
        origin = "exact" if not self.n else f"sampled, n = {self.n:,}, seed {self.seed}"
        sides = f"{self.side_a.label} ({self.br_a} BR) against {self.side_b.label} ({self.br_b} BR)"
        undecided = f", undecided {self.p_undecided:.1%}" if self.p_undecided else ""
        lines = [
            f"{sides}, {self.question['mode']} ({origin}, {self.ruleset})",
            f"a wins {self.p_win_a:.1%}{error}, b wins {self.p_win_b:.1%}, draw {self.p_draw:.1%}{undecided}",
            f"{self.rounds_mean:.3g} battle turns; BR left {self.br_left_a:.1f} against {self.br_left_b:.1f}",
        ]
        return "\n".join(lines)


def from_final(
    ending: Ending,
    side_a: Side,
    side_b: Side,
    rules: Ruleset,
    question: dict[str, Any],
    assumptions: tuple[str, ...],
) -> DuelResult:
    """Return the result that belongs to the exact law of the strength left on both sides."""
    models_at_a, models_at_b = models_by_strength(side_a), models_by_strength(side_b)
    limited = question["turns"] is not None
    p_win_a = p_win_b = p_draw = p_undecided = 0.0
    for (i, j), p in ((index, float(value)) for index, value in _entries(ending.final)):
        if limited:
            done_a = (side_b.models - models_at_b[j]) * side_b.warrior.battle_rating
            done_b = (side_a.models - models_at_a[i]) * side_a.warrior.battle_rating
            verdict = (done_a > done_b) - (done_a < done_b)
            p_win_a, p_win_b, p_draw = (
                p_win_a + p * (verdict > 0), p_win_b + p * (verdict < 0), p_draw + p * (verdict == 0)
            )  # fmt: skip
        elif i and j:
            p_undecided += p
        elif i:
            p_win_a += p
        elif j:
            p_win_b += p
        else:
            p_draw += p
    return DuelResult(
        method="exact",
        ruleset=rules.id,
        assumptions=assumptions,
        question=question,
        side_a=side_a,
        side_b=side_b,
        p_win_a=min(p_win_a, 1.0),
        p_win_b=min(p_win_b, 1.0),
        p_draw=min(p_draw, 1.0),
        p_undecided=min(p_undecided, 1.0),
        rounds_mean=ending.turns_mean,
        rounds=ending.turns,
        models_a=Pmf(tuple(ending.final.sum(axis=1).tolist())).map(models_at_a),
        models_b=Pmf(tuple(ending.final.sum(axis=0).tolist())).map(models_at_b),
    )


def models_by_strength(side: Side) -> list[int]:
    """Return how many models live, by the strength left on the side."""
    from havoksim.combat.exact.units import Units

    units = Units(side.units, side.warrior.strength)
    return [units.models_left(left) for left in range(units.total + 1)]


def _entries(final: Any) -> list[tuple[tuple[int, int], float]]:
    """Return the entries of the final law that are not zero."""
    return [((i, j), float(final[i, j])) for i, j in zip(*final.nonzero(), strict=True)]
