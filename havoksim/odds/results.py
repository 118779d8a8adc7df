"""The answers of the odds functions: frozen records that know how they were found.

Exact and sampled answers are of the same types: ``method`` says which, and an exact answer has standard error 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from havoksim.dice.pmf import JointPmf, Pmf
from havoksim.foundation.intervals import Z95

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Odds:
    """What all answers share."""

    #: "exact", or "sampled" with the number of samples in `n`.
    method: str
    #: Id of the ruleset that was played.
    ruleset: str
    #: What was assumed where the question left something open, as sentences.
    assumptions: tuple[str, ...] = ()
    #: Number of samples; 0 for an exact answer.
    n: int = 0
    #: Seed of the samples; None for an exact answer.
    seed: int | None = None
    #: The question, as it was understood.
    question: dict[str, Any] = field(default_factory=dict)

    def laws(self) -> dict[str, Pmf]:
        """Return the distributions of this answer by name."""
        raise TypeError("an answer names its own distributions")

    @property
    def provenance(self) -> dict[str, Any]:
        """Everything that is needed to have this answer again."""
        from havoksim import __version__

        return {
            "havoksim": __version__,
            "ruleset": self.ruleset,
            "method": self.method,
            "n": self.n,
            "seed": self.seed,
            "question": self.question,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        out: dict[str, Any] = {"method": self.method, "ruleset": self.ruleset, **self.question}
        if self.n:
            out |= {"n": self.n, "seed": self.seed}
        out |= {name: law.to_dict() for name, law in self.laws().items()}
        if self.assumptions:
            out["assumptions"] = list(self.assumptions)
        return out

    def frame(self) -> pd.DataFrame:
        """Return a tidy table: one row for each distribution and value, with P(value) and P(at least value)."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "what": name,
                    "value": k,
                    "probability": p,
                    "at_least": law.p_at_least(k),
                    "method": self.method,
                }
                for name, law in self.laws().items()
                for k, p in enumerate(law.p)
            ]
        )

    def summary(self) -> str:
        """Return one line for each distribution: mean, standard deviation, chance of none."""
        lines = []
        for name, law in self.laws().items():
            error = f" ± {Z95 * law.mean_se:.2g}" if law.n_samples else ""
            lines.append(f"{name.replace('_', ' ')}: mean {law.mean:.4g}{error}, sd {law.sd:.3g}, none {law[0]:.1%}")
        origin = "exact" if not self.n else f"sampled, n = {self.n:,}, seed {self.seed}"
        return "\n".join([f"{type(self).__name__} ({origin}, {self.ruleset})", *lines])

    def __repr__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{escape(name.replace('_', ' '))}</td><td>{law.mean:.4g}</td><td>{law.sd:.3g}</td>"
            f"<td>{law[0]:.1%}</td><td>{law.p_at_least(1):.1%}</td></tr>"
            for name, law in self.laws().items()
        )
        return (
            f"<table><caption>{escape(self.summary().splitlines()[0])}</caption><thead><tr><th></th><th>mean</th>"
            f"<th>sd</th><th>none</th><th>at least one</th></tr></thead><tbody>{rows}</tbody></table>"
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class FireOdds(Odds):
    """One volley of one unit (or several units one after another) at one target."""

    #: Shots on target (HVK-FIRE-03 to -06).
    hits: Pmf
    #: Hits that beat the armour (HVK-ARM-01), before any of them is wasted.
    wounds: Pmf
    #: Models of the target killed; None if the target's strength and number are not known.
    kills: Pmf | None = None
    #: Wounds that count: those beyond the target's strength are lost (HVK-WOUND-02). None like `kills`.
    wounds_suffered: Pmf | None = None

    def laws(self) -> dict[str, Pmf]:
        """Return hits, wounds and, where known, kills and the wounds that count."""
        laws = {"hits": self.hits, "wounds": self.wounds}
        if self.kills is not None and self.wounds_suffered is not None:
            laws |= {"kills": self.kills, "wounds_suffered": self.wounds_suffered}
        return laws


@dataclass(frozen=True, kw_only=True, repr=False)
class SplitFireOdds(Odds):
    """The fire of one unit, split among several targets before any die is rolled (HVK-FIRE-07)."""

    #: What it does to each target, in order. Given the split, the targets are independent.
    targets: tuple[FireOdds, ...]
    #: Models killed in all.
    kills: Pmf

    def laws(self) -> dict[str, Pmf]:
        """Return the models killed in all, then the laws of each target."""
        laws = {"kills": self.kills}
        for number, target in enumerate(self.targets, 1):
            laws |= {f"{name}_{number}": law for name, law in target.laws().items()}
        return laws


@dataclass(frozen=True, kw_only=True, repr=False)
class ExchangeOdds(Odds):
    """One exchange between two warriors: close combat or psyke."""

    #: First dice of a, strength bonus included.
    dice_a: int
    #: First dice of b, strength bonus included.
    dice_b: int
    #: ``joint.p[i][j]``: chance of i wounds on a and j on b, before any of them is wasted.
    joint: JointPmf
    #: Strength left of a, if known.
    strength_a: int | None = None
    #: Strength left of b, if known.
    strength_b: int | None = None

    @property
    def wounds_on_a(self) -> Pmf:
        """Law of the wounds on a."""
        return self.joint.first

    @property
    def wounds_on_b(self) -> Pmf:
        """Law of the wounds on b."""
        return self.joint.second

    @property
    def p_a_dies(self) -> float | None:
        """Chance that a dies; None if its strength is not known."""
        return None if self.strength_a is None else self.wounds_on_a.p_at_least(self.strength_a)

    @property
    def p_b_dies(self) -> float | None:
        """Chance that b dies; None if its strength is not known."""
        return None if self.strength_b is None else self.wounds_on_b.p_at_least(self.strength_b)

    @property
    def p_both_die(self) -> float | None:
        """Chance that both die; None if a strength is not known."""
        if self.strength_a is None or self.strength_b is None:
            return None
        return sum(sum(row[self.strength_b :]) for row in self.joint.p[self.strength_a :])

    def laws(self) -> dict[str, Pmf]:
        """Return the wounds on either side."""
        return {"wounds_on_a": self.wounds_on_a, "wounds_on_b": self.wounds_on_b}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        out = super().to_dict()
        assumptions = out.pop("assumptions", None)
        out |= {"dice_a": self.dice_a, "dice_b": self.dice_b, "joint": [list(row) for row in self.joint.p]}
        deaths = {"p_a_dies": self.p_a_dies, "p_b_dies": self.p_b_dies, "p_both_die": self.p_both_die}
        out |= {name: value for name, value in deaths.items() if value is not None}
        if assumptions:
            out["assumptions"] = assumptions
        return out

    def summary(self) -> str:
        """Return a few lines: the wounds on either side, and who dies."""
        lines = [super().summary()]
        if self.p_a_dies is not None and self.p_b_dies is not None:
            lines.append(f"a dies {self.p_a_dies:.1%}, b dies {self.p_b_dies:.1%}, both {self.p_both_die:.1%}")
        return "\n".join(lines)


@dataclass(frozen=True, kw_only=True, repr=False)
class SeveralOdds(Odds):
    """One warrior against several opponents, one after another in one combat round (HVK-CC-02, -05)."""

    #: Dice of a against each opponent: its strength bonus shrinks.
    dice_a: tuple[int, ...]
    #: Dice of each opponent.
    dice_b: tuple[int, ...]
    #: Wounds that a suffers in all, at most its strength.
    wounds_on_a: Pmf
    #: Wounds of each opponent, at most its strength.
    wounds_on_b: tuple[Pmf, ...]
    #: Strength of a.
    strength_a: int
    #: Strength of each opponent.
    strengths_b: tuple[int, ...]

    @property
    def p_a_dies(self) -> float:
        """Chance that a dies in one of its combats."""
        return self.wounds_on_a.p_at_least(self.strength_a)

    def laws(self) -> dict[str, Pmf]:
        """Return the wounds on a and on each opponent."""
        laws = {"wounds_on_a": self.wounds_on_a}
        return laws | {f"wounds_on_b_{number}": law for number, law in enumerate(self.wounds_on_b, 1)}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        deaths = [law.p_at_least(s) for law, s in zip(self.wounds_on_b, self.strengths_b, strict=True)]
        return super().to_dict() | {
            "dice_a": list(self.dice_a),
            "dice_b": list(self.dice_b),
            "p_a_dies": self.p_a_dies,
            "p_b_dies": deaths,
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class ExplosionOdds(Odds):
    """A destroyed vehicle and everybody whom it touches (HVK-VEH-01)."""

    #: Warriors killed by the first wave.
    kills: Pmf
    #: Name and chance to die of each warrior touched, in order.
    deaths: tuple[tuple[str, float], ...]

    def laws(self) -> dict[str, Pmf]:
        """Return the number of warriors killed."""
        return {"kills": self.kills}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return super().to_dict() | {"p_dies": [{"warrior": name, "p": p} for name, p in self.deaths]}
