"""The list of known right answers that ``havoksim verify`` recomputes.

Right values are fractions from the rule ledger, from known faults of other tools, or worked by hand beside the case.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F  # noqa: N817
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import havoksim as hs
from havoksim.combat.sampling import sample_volley
from havoksim.combat.sampling_exchange import sample_melee, sample_psyke
from havoksim.dice.pmf import Pmf
from havoksim.dice.pool import Die, pool
from havoksim.dice.sampling import sample_pool
from havoksim.model.ruleset import havok_2_0
from havoksim.model.side import Side
from havoksim.model.warrior import Warrior
from havoksim.odds.results import ExchangeOdds
from havoksim.testing.known_answers import Case, Right, Sample

if TYPE_CHECKING:
    from havoksim.odds.duel_result import DuelResult

Draws = NDArray[np.int32] | NDArray[np.int64]

#: Samples behind each estimate: pools and exchanges from tables, and duels die by die.
N, N_DUELS = 1_000_000, 100_000

PLAIN = havok_2_0().changed(exploding=False)
PLAIN_UNBLOCKED = havok_2_0().changed(exploding=False, block_on="none")


def all_cases() -> list[Case]:
    """Return every known right answer of this version, in the order of the rules."""
    return [*_ratings(), *_pools(), *_volleys(), *_close_combats(), *_psyke(), *_explosions(), *_duels()]


def _of(values: Draws | NDArray[np.bool_]) -> Sample:
    """Return mean and variance of a sample."""
    return Sample(float(np.mean(values)), float(np.var(values)), len(values))


def _warrior(**changes: int | bool | list[str]) -> Warrior:
    """Return a card with one of everything."""
    card: dict[str, object] = {
        "speed": 1, "firepower": 1, "close_combat": 1, "psyke": 1, "strength": 1, "armour": 0, "battle_rating": 10,
    }  # fmt: skip
    return Warrior(id="test", name="Test", **(card | changes))  # type: ignore[arg-type]


def _ratings() -> list[Case]:
    """Battle ratings by the formula (HVK-PROF-05)."""
    formula = havok_2_0().br_formula
    source = "HVK-PROF-05"
    return [
        Case("BR formula, Karn Trooper", 10, source, lambda: formula.of(_warrior(strength=2, armour=2))),
        Case(
            "BR formula, Banshee",
            45,
            source,
            lambda: formula.of(_warrior(speed=6, firepower=6, close_combat=0, strength=3, armour=3)),
        ),
    ]


def _pools() -> list[Case]:
    """Pools of exploding dice (HVK-FIRE-05), among them the answers that other tools have missed."""
    cases = []
    for needs in (2, 3, 4, 5, 6):
        one = pool(1, Die(needs))

        def draw(seed: int, needs: int = needs) -> Draws:
            return sample_pool(1, needs=needs, n=N, seed=seed, method="dice")

        for k in (0, 1, 2):
            right = F(needs - 1, 6) if k == 0 else F(1, 6) ** (k - 1) * (F(6 - needs, 6) + F(needs - 1, 36))
            cases.append(
                Case(
                    f"1 die at {needs}+: P({k} hits)",
                    right,
                    "HVK-FIRE-05",
                    lambda one=one, k=k: one[k],  # type: ignore[misc]
                    lambda seed, draw=draw, k=k: _of(draw(seed) == k),  # type: ignore[misc]
                )
            )
        cases.append(
            Case(
                f"1 die at {needs}+: mean hits",
                F(7 - needs, 5),
                "HVK-FIRE-05",
                lambda one=one: one.mean,  # type: ignore[misc]
                lambda seed, draw=draw: _of(draw(seed)),  # type: ignore[misc]
            )
        )
    ten, capped = pool(10, Die(4)), pool(10, Die(4, max_explosions=1))

    def ten_dice(seed: int) -> Draws:
        return sample_pool(10, needs=4, n=N, seed=seed)

    def ten_capped(seed: int) -> Draws:
        return sample_pool(10, needs=4, max_explosions=1, n=N, seed=seed)

    more = "HVK-FIRE-05; every die explodes, not only the first"
    return [
        *cases,
        Case("10 dice at 4+: mean hits", 6, "HVK-FIRE-05", lambda: ten.mean, lambda s: _of(ten_dice(s))),
        Case("10 dice at 4+: variance", F(24, 5), "HVK-FIRE-05", lambda: ten.variance),
        Case("10 dice at 4+: P(0 hits)", F(1, 1024), "HVK-FIRE-05", lambda: ten[0], lambda s: _of(ten_dice(s) == 0)),
        Case(
            "10 dice at 4+: P(8 or more)",
            1 - sum(_ten_hits(k) for k in range(8)),
            more,
            lambda: ten.p_at_least(8),
            lambda s: _of(ten_dice(s) >= 8),
        ),
        Case(
            "10 dice at 4+, 1 extra each: mean",
            F(35, 6),
            more,
            lambda: capped.mean,
            lambda s: _of(ten_capped(s)),
        ),
    ]


def _ten_hits(k: int) -> F:
    """Return P(k hits) of ten dice needing 4 as a fraction: sixes are negative binomial, the others binomial."""
    from math import comb

    return sum(
        (
            comb(9 + sixes, sixes) * F(1, 6) ** sixes * F(5, 6) ** 10
            * comb(10, k - sixes) * F(2, 5) ** (k - sixes) * F(3, 5) ** (10 - k + sixes)
            for sixes in range(max(k - 10, 0), k + 1)
        ),
        F(0),
    )  # fmt: skip


def _volleys() -> list[Case]:
    """Hits, armour, wounds and kills (HVK-ARM-01, HVK-WOUND-01 to -03)."""
    one_die = [_armour_case(armour) for armour in range(7)]
    six = hs.odds.fire(dice=6, needs=4, armour=2)

    def six_dice(seed: int) -> Draws:
        return sample_volley(groups=[(6, 4)], armour=2, n=N, seed=seed).wounds

    # four dice hit on 1/2 without explosions, armour 0: wounds are Bin(4, 1/2); two models of strength 3
    four = hs.odds.fire(dice=4, needs=4, armour=0, strength=3, models=2, ruleset=PLAIN)
    # six such dice at one model of strength 3: wounds that count are min(Bin(6, 1/2), 3)
    wasted = hs.odds.fire(dice=6, needs=4, armour=0, strength=3, models=1, ruleset=PLAIN)
    banded = hs.odds.fire(Side(_warrior(), 5), _warrior(), range=[6, 12, 24, 30, 30])

    def four_dice(seed: int) -> Draws:
        kills = sample_volley(groups=[(4, 4)], armour=0, strength=3, models=2, ruleset=PLAIN, n=N, seed=seed).kills
        assert kills is not None
        return kills

    return [
        *one_die,
        Case("6 dice at 4+: mean hits", F(18, 5), "HVK-FIRE-05", lambda: six.hits.mean),
        Case("6 dice at 4+: variance", F(72, 25), "HVK-FIRE-05", lambda: six.hits.variance),
        Case("6 dice at 4+, armour 2: mean wounds", F(12, 5), "HVK-ARM-01", lambda: six.wounds.mean,
             lambda s: _of(six_dice(s))),
        Case("12 dice at 2+, armour 6: wounds", 0, "HVK-ARM-01; a clamp leaked 1/6",
             lambda: hs.odds.fire(dice=12, needs=2, armour=6).wounds.mean,
             lambda s: _of(sample_volley(groups=[(12, 2)], armour=6, n=N, seed=s, method="dice").wounds)),
        Case("4 coins at 2 of strength 3: P(1 kill)", F(5, 16), "HVK-WOUND-02",
             lambda: _kills(four.kills)[1], lambda s: _of(four_dice(s) == 1)),
        Case("6 coins at 1 of strength 3: wounds", F(81, 32), "HVK-WOUND-02; overkill counted",
             lambda: _kills(wasted.wounds_suffered).mean),
        Case("5 at 6, 12, 24, 30, 30 in: mean hits", F(12, 5), "HVK-FIRE-04", lambda: banded.hits.mean,
             lambda s: _of(sample_volley(groups=[(1, 2), (1, 4), (1, 5), (2, 6)], armour=0, n=N, seed=s).hits)),
    ]  # fmt: skip


def _armour_case(armour: int) -> Case:
    """One die needing 2 that does not explode hits with 5/6; the hit must then beat the armour."""

    def wounds(seed: int) -> Sample:
        return _of(sample_volley(groups=[(1, 2)], armour=armour, ruleset=PLAIN, n=N, seed=seed, method="dice").wounds)

    return Case(
        f"1 plain die at 2+, armour {armour}: P(wound)",
        F(5, 6) * F(6 - armour, 6),
        "HVK-ARM-01",
        lambda: hs.odds.fire(dice=1, needs=2, armour=armour, ruleset=PLAIN).wounds[1],
        wounds,
    )


def _kills(law: Pmf | None) -> Pmf:
    """Return a law that is known to be there."""
    assert law is not None
    return law


def _close_combats() -> list[Case]:
    """Joint hits and blocks (HVK-CC-03 to -08)."""
    one = hs.odds.melee(dice_a=1, dice_b=1, armour_a=0, armour_b=0)
    assert isinstance(one, ExchangeOdds)
    rules = havok_2_0()

    def blows(seed: int) -> Draws:
        return sample_melee(dice_a=1, dice_b=1, armour_a=0, armour_b=0, n=N, seed=seed, method="dice").wounds_on_b

    def fists(seed: int) -> Draws:
        return sample_melee(
            dice_a=2, dice_b=0, armour_a=0, armour_b=3, ruleset=PLAIN_UNBLOCKED, n=N, seed=seed
        ).wounds_on_b

    bonus = [
        Case(f"bonus 3 against opponent {k}", max(4 - k, 0), "HVK-CC-05",
             lambda k=k: rules.strength_bonus(6, 3, opponent=k))  # type: ignore[misc]
        for k in range(1, 6)
    ]  # fmt: skip
    return [
        Case("1 die each: P(no net hit)", F(4, 7), "HVK-CC-07", lambda: one.wounds_on_b[0],
             lambda s: _of(blows(s) == 0)),
        Case("1 die each: mean net hits", F(18, 35), "HVK-CC-07", lambda: one.wounds_on_b.mean,
             lambda s: _of(blows(s))),
        Case(
            "2 plain dice, armour 3: P(2 wounds)",
            F(1, 16),
            "HVK-CC-08",
            lambda: hs.odds.melee(dice_a=2, dice_b=0, armour_a=0, armour_b=3, ruleset=PLAIN_UNBLOCKED)
            .laws()["wounds_on_b"][2],
            lambda s: _of(fists(s) == 2),
        ),
        *bonus,
    ]  # fmt: skip


def _psyke() -> list[Case]:
    """Psyke attacks (HVK-PSY-02, -03)."""

    def minds(seed: int) -> Draws:
        return sample_psyke(dice_a=1, dice_b=0, n=N, seed=seed, method="dice").wounds_on_b

    return [
        Case("psyke 1 v 0: mean wounds", F(1, 2), "HVK-PSY-02, -03: 3/5 of 5/6",
             lambda: hs.odds.psyke(dice_a=1, dice_b=0).wounds_on_b.mean, lambda s: _of(minds(s))),
        Case("psyke 1 v 1: mean wounds", F(18, 35) * F(5, 6), "HVK-PSY-03",
             lambda: hs.odds.psyke(dice_a=1, dice_b=1).wounds_on_b.mean,
             lambda s: _of(sample_psyke(dice_a=1, dice_b=1, n=N, seed=s).wounds_on_b)),
    ]  # fmt: skip


def _explosions() -> list[Case]:
    """Destroyed vehicles (HVK-VEH-01)."""
    return [
        Case(
            f"explosion, armour {armour}: P(dies)",
            F(6 - armour, 6),
            "HVK-VEH-01",
            lambda armour=armour: hs.odds.explosion([_warrior(armour=armour)]).kills[1],  # type: ignore[misc]
        )
        for armour in (0, 2, 5, 6)
    ]


def _duels() -> list[Case]:
    """Duels to the end, with the right answers of faults that users met elsewhere."""
    glass = _warrior()
    whole = 3123941821
    skirmish = {"range": 30.0, "order": "simultaneous", "ruleset": PLAIN}
    strikes = {"range": 12.0, "order": "alternate", "ruleset": PLAIN, "turns": 2}
    volley = {"range": 12.0, "order": "simultaneous", "ruleset": PLAIN, "turns": 1}
    melee = {"mode": "melee", "ruleset": PLAIN_UNBLOCKED}
    wall = _warrior(armour=6)
    counted = "survivors were never counted"

    def case(
        name: str, right: Right, source: str, a: Side, b: Side, value: Callable[[DuelResult], float], **how: object
    ) -> Case:
        def sampled(seed: int) -> Sample:
            result = hs.duel(a, b, engine="sampled", n=N_DUELS, seed=seed, **how)  # type: ignore[arg-type]
            p = value(result)
            return Sample(p, p * (1.0 - p), N_DUELS)

        return Case(name, right, source, lambda: value(hs.duel(a, b, **how)), sampled)  # type: ignore[arg-type]

    three, two, six, single = Side(glass, 3), Side(glass, 2), Side(glass, 6), Side(glass, 1)
    return [
        case("3 v 2 at once on 1/6: a wins", F(2478426121, whole), counted, three, two,
             lambda r: r.p_win_a, **skirmish),
        case("3 v 2 at once on 1/6: b wins", F(592147375, whole), counted, three, two,
             lambda r: r.p_win_b, **skirmish),
        case("3 v 2 at once on 1/6: draw", F(53368325, whole), counted, three, two,
             lambda r: r.p_draw, **skirmish),
        # each kills on 1/2, in turn, twice each: b dies at once or after two misses, a in between
        case("1 v 1 in turn on 1/2: b dies", F(5, 8), "strikes in turn", single, single,
             lambda r: r.p_win_a, **strikes),
        case("1 v 1 in turn on 1/2: a dies", F(5, 16), "strikes in turn", single, single,
             lambda r: r.p_win_b, **strikes),
        case("6 v 6 at once on 1/2: a wiped out", F(1, 64), "the round cap was ignored", six, six,
             lambda r: r.models_a[0], **volley),
        case("1 v 1 hand to hand on 1/2: draw", F(1, 3), "HVK-CC-08", single, single,
             lambda r: r.p_draw, **melee),
        case("armour 6 each: undecided", 1, "a battle that never ends", Side(wall, 1), Side(wall, 1),
             lambda r: r.p_undecided, range=6.0),
    ]  # fmt: skip
