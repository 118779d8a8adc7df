"""The answer of many battles between two forces: who wins, what is destroyed, what each type was worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from havoksim.battle.figures import Row, battle_figures, warrior_figures
from havoksim.battle.tally import ENDED_BY, Kind, Tally

if TYPE_CHECKING:
    import pandas as pd

#: Columns of `BattleResult.battles`, one row a battle.
EACH = ("battle", "seat_a", "br_destroyed_a", "br_destroyed_b", "winner", "turns", "ended_by")
SEATS = ("first", "second")
WINNERS = ("draw", "a", "b")


@dataclass(frozen=True, slots=True)
class EachBattle:
    """How single battles ended, as columns; battle i of the seed is at place i - first."""

    first: int
    winner: Any
    destroyed: Any
    turns: Any
    ended_by: Any

    def rows(self) -> list[tuple[int, str, int, int, str, int, str]]:
        """Return one row a battle, with the columns of `EACH`."""
        return [
            (self.first + i, SEATS[(self.first + i) % 2], int(self.destroyed[i][0]), int(self.destroyed[i][1]),
             WINNERS[int(self.winner[i])], int(self.turns[i]), ENDED_BY[int(self.ended_by[i])])
            for i in range(len(self.winner))
        ]  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class BattleResult:
    """How so many battles between two forces ended. Get one from ``hs.battle.simulate``.

    Every figure of the tables on disk is there as an attribute of `figures`; the most used have names of their own.
    """

    #: The question: forces, policies, points, table, terrain.
    question: dict[str, Any]
    #: Id of the ruleset that was played.
    ruleset: str
    #: Number of battles, half of them with seats swapped.
    n: int
    #: Seed of all dice and of the terrain.
    seed: int
    #: Sums over all battles.
    tally: Tally
    #: The types of both sides.
    kinds: tuple[Kind, ...]
    #: What was assumed, as sentences.
    assumptions: tuple[str, ...] = ()
    #: Level of the intervals.
    confidence: float = 0.95
    #: Everything that is needed to have the answer again.
    provenance: dict[str, Any] = field(default_factory=dict)
    #: How each battle ended, by block; empty unless asked for.
    each: tuple[EachBattle, ...] = ()

    method = "sampled"

    @property
    def figures(self) -> Row:
        """The matchup's figures by the names of the matchups table."""
        return battle_figures(self.tally, confidence=self.confidence)

    @property
    def score(self) -> float:
        """Score of side a: share of wins, and half the share of draws."""
        return float(self.figures["score_a"])

    @property
    def interval(self) -> tuple[float, float]:
        """Interval of the score of side a, in Wilson's form on pairs of battles."""
        figures = self.figures
        return figures["score_a_lo"], figures["score_a_hi"]

    def warrior_rows(self) -> list[Row]:
        """Return what each type of each side did, as a list of rows."""
        return warrior_figures(self.tally, self.kinds, confidence=self.confidence)

    def frame(self) -> pd.DataFrame:
        """Return the matchup as a tidy table of one row, with the columns of the matchups table."""
        import pandas as pd

        figures = self.figures
        ended = figures.pop("ended_by")
        row = {"ruleset": self.ruleset, **self.question, **figures}
        row |= {f"ended_by_{name}": share for name, share in ended.items()}
        row |= {"method": self.method, "seed": str(self.seed)}
        return pd.DataFrame([row])

    def warriors(self) -> pd.DataFrame:
        """Return one row for each type of each side: BR destroyed and lost, survival, efficiency, trade."""
        import pandas as pd

        return pd.DataFrame(self.warrior_rows())

    def battles(self) -> pd.DataFrame:
        """Return one row a battle.

        Raises
        ------
        InputError
            If they were not kept: ask with ``simulate(..., each=True)``.
        """
        import pandas as pd

        return pd.DataFrame(self.battle_rows(), columns=list(EACH))

    def battle_rows(self) -> list[tuple[int, str, int, int, str, int, str]]:
        """Return one row a battle, with the columns of `EACH`; see :meth:`battles`."""
        if not self.each:
            from havoksim.foundation.errors import InputError

            raise InputError("single battles were not kept: ask for them with each=True", key="each")
        return [row for block in self.each for row in block.rows()]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "method": self.method,
            "ruleset": self.ruleset,
            **self.question,
            "seed": self.seed,
            **self.figures,
            "confidence": self.confidence,
            "warriors": self.warrior_rows(),
            "assumptions": list(self.assumptions),
        }

    def summary(self) -> str:
        """Return the finding in a few lines."""
        figures = self.figures
        asked = self.question
        lo, hi = self.interval
        sides = f"{asked['name_a']} ({asked['policy_a']}) against {asked['name_b']} ({asked['policy_b']})"
        return "\n".join(
            [
                f"{sides}: {self.n:,} battles, seed {self.seed}, {self.ruleset}",
                f"score of a {self.score:.1%} ({self.confidence:.0%} interval {lo:.1%} to {hi:.1%}):"
                f" {figures['wins_a']} wins, {figures['draws']} draws, {figures['wins_b']} losses",
                f"BR destroyed {_with_error(figures, 'br_destroyed_a')} against"
                f" {_with_error(figures, 'br_destroyed_b')}; {figures['turns_mean']:.2f} battle turns",
            ]
        )

    def __repr__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        from html import escape

        columns = ("side", "name", "n_fielded", "br_destroyed", "br_lost", "survival", "efficiency", "trade")
        head = "".join(f"<th>{escape(column.replace('_', ' '))}</th>" for column in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(row[column]))}</td>" for column in columns) + "</tr>"
            for row in self.warrior_rows()
        )
        said = "<br>".join(escape(line) for line in self.summary().splitlines())
        return f"<p>{said}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    """Return a value as a notebook shows it."""
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _with_error(figures: Row, name: str) -> str:
    """Return a mean and half its 95 % interval."""
    half = 1.96 * figures[f"{name}_se"]
    return f"{figures[name]:.1f}" if math.isnan(half) else f"{figures[name]:.1f} ± {half:.1f}"


def each_battle(blocks: Sequence[EachBattle]) -> tuple[EachBattle, ...]:
    """Return blocks in the order of their battles."""
    return tuple(sorted(blocks, key=lambda block: block.first))
