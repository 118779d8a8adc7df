"""The sampled answers of the odds functions: the same questions, the same types of result, by rolling dice.

Loaded only when an answer has to be, or is asked to be, sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_duel import duel_side, sample_duel
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.dice.pmf import JointPmf, Pmf
from havoksim.foundation.codes import Winner
from havoksim.foundation.errors import InputError, wrong_count
from havoksim.foundation.seeds import derived_seed, resolve_seed
from havoksim.odds.duel_result import DuelResult
from havoksim.odds.results import ExchangeOdds, FireOdds

if TYPE_CHECKING:
    from havoksim.combat.exact.units import Units
    from havoksim.dice.pool import Die
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.side import Side

Groups = Sequence[tuple[int, "Die"]]
Counts = NDArray[np.int32]

#: Most samples of one answer: what they add beyond it no eye can see, and memory is short.
MOST_SAMPLES = 20_000_000

PAIRING = (
    "the models of the larger side stand spread evenly round those of the smaller, as many as bases fit, and pair anew"
    " in every combat round; each active model fights all enemies that it touches, one after another"
)


def sampled_fire(
    rules: Ruleset,
    volleys: Sequence[Groups],
    p_wound: float,
    units: Units | None,
    question: dict[str, Any],
    assumptions: tuple[str, ...],
    *,
    n: int,
    seed: int | None,
) -> FireOdds:
    """Return a volley's laws from `n` samples; units that fire one after another each have dice of their own."""
    _need_samples(n)
    seed = resolve_seed(seed)
    parts = [
        sample_volley(
            groups=list(groups), p_wound=p_wound, n=n, seed=derived_seed(seed, "volley", str(number)), ruleset=rules
        )
        for number, groups in enumerate(volleys)
    ]
    hits = np.sum([part.hits for part in parts], axis=0)
    wounds = np.sum([part.wounds for part in parts], axis=0)
    kills = suffered = None
    if units is not None:
        room = np.array([units.room(left) for left in range(units.total + 1)])
        left = np.full(n, units.total)
        for part in parts:
            left -= np.minimum(part.wounds, room[left])
        alive = np.array([units.models_left(strength) for strength in range(units.total + 1)])
        suffered, kills = _law(units.total - left), _law(sum(units.models) - alive[left])
    return FireOdds(
        method="sampled",
        ruleset=rules.id,
        n=n,
        seed=seed,
        assumptions=assumptions,
        question=question,
        hits=_law(hits),
        wounds=_law(wounds),
        kills=kills,
        wounds_suffered=suffered,
    )


def sampled_exchange(
    rules: Ruleset,
    kind: Literal["melee", "psyke"],
    dice_a: int,
    dice_b: int,
    p_wounds: tuple[float, float],
    strengths: tuple[int | None, int | None],
    question: dict[str, Any],
    assumptions: tuple[str, ...],
    *,
    n: int,
    seed: int | None,
) -> ExchangeOdds:
    """Return the joint law of the wounds of one exchange from `n` samples."""
    _need_samples(n)
    seed = resolve_seed(seed)
    if kind == "melee":
        sample = sample_melee(
            dice_a=dice_a,
            dice_b=dice_b,
            p_wound_a=p_wounds[0],
            p_wound_b=p_wounds[1],
            ruleset=rules,
            n=n,
            seed=seed,
        )
    else:
        sample = sample_psyke(dice_a=dice_a, dice_b=dice_b, ruleset=rules, n=n, seed=seed)
    on_a, on_b = sample.wounds_on_a, sample.wounds_on_b
    columns = int(on_b.max()) + 1
    counts = np.bincount(on_a.astype(np.int64) * columns + on_b, minlength=(int(on_a.max()) + 1) * columns)
    matrix = counts.reshape(-1, columns) / n
    return ExchangeOdds(
        method="sampled",
        ruleset=rules.id,
        n=n,
        seed=seed,
        assumptions=assumptions,
        question=question,
        dice_a=dice_a,
        dice_b=dice_b,
        joint=JointPmf(tuple(map(tuple, matrix.tolist())), 0.0, n),
        strength_a=strengths[0],
        strength_b=strengths[1],
    )


def sampled_duel(
    rules: Ruleset,
    side_a: Side,
    side_b: Side,
    question: dict[str, Any],
    assumptions: tuple[str, ...],
    *,
    n: int,
    seed: int | None,
    threads: int,
) -> DuelResult:
    """Return how a duel ends from `n` fights."""
    _need_samples(n)
    mode, turns = question["mode"], question["turns"]
    covers = question.get("cover_a", False), question.get("cover_b", False)
    a, b = (
        duel_side(
            side.warrior, side.units, mode=mode, range=question.get("range", 0.0), enemy_in_cover=cover, ruleset=rules
        )
        for side, cover in ((side_a, covers[1]), (side_b, covers[0]))
    )
    sample = sample_duel(
        a, b, mode=mode, order=question["order"], turns=turns, ruleset=rules, n=n, seed=seed, threads=threads
    )
    if turns is None:
        p_win_a, p_win_b, p_draw, p_undecided = (
            float(np.count_nonzero(sample.winner == code)) / n
            for code in (Winner.A, Winner.B, Winner.DRAW, Winner.UNDECIDED)
        )
    else:
        done_a = (side_b.models - sample.models_b) * side_b.warrior.battle_rating
        done_b = (side_a.models - sample.models_a) * side_a.warrior.battle_rating
        p_win_a, p_win_b = (float(np.count_nonzero(x)) / n for x in (done_a > done_b, done_a < done_b))
        p_draw, p_undecided = float(np.count_nonzero(done_a == done_b)) / n, 0.0
    rounds = _law(sample.turns)
    return DuelResult(
        method="sampled",
        ruleset=rules.id,
        n=n,
        seed=sample.seed,
        assumptions=(*assumptions, PAIRING) if mode == "melee" else assumptions,
        question=question,
        side_a=side_a,
        side_b=side_b,
        p_win_a=p_win_a,
        p_win_b=p_win_b,
        p_draw=p_draw,
        p_undecided=p_undecided,
        rounds_mean=rounds.mean,
        rounds=rounds,
        models_a=_law(sample.models_a),
        models_b=_law(sample.models_b),
    )


def _law(values: Counts) -> Pmf:
    """Return the sampled law of whole numbers."""
    return Pmf.from_counts(np.bincount(values).tolist())


def _need_samples(n: int) -> None:
    """Refuse a sampled answer without samples."""
    problems = wrong_count(n, "n", least=1, most=MOST_SAMPLES)
    if problems:
        raise InputError(problems)
