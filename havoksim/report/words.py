"""Findings in words: what came out, as a colleague would say it in a title, and how it was found, for the footnote."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from havoksim.foundation.intervals import Z95, share_interval

if TYPE_CHECKING:
    from havoksim.dice.pmf import Pmf
    from havoksim.odds.duel_result import DuelResult
    from havoksim.odds.results import ExchangeOdds, FireOdds, Odds, SeveralOdds


def percent(p: float, n: int = 0) -> str:
    """Return a share for a title: whole percent, finer near the ends, with its interval if it was sampled.

    Examples
    --------
    >>> percent(0.612), percent(0.0004), percent(0.004), percent(0.99999), percent(0.0), percent(1.0)
    ('61 %', '< 0.1 %', '0.4 %', '> 99.9 %', '0 %', '100 %')
    >>> percent(0.612, 1000), percent(0.0, 1000)
    ('61 % (58 to 64 %)', '0 % (0 to 0.38 %)')
    """
    if n:
        low, high = share_interval(p, n)
        digits = _digits(high - low)
        ends = f"({_trim(100 * low, digits)} to {_trim(100 * high, digits)} %)"
        return f"{_trim(100 * p, digits)} % {ends}"
    if p <= 0.0 or p >= 1.0 - 1e-12:
        return "0 %" if p <= 0.0 else "100 %"
    if p < 0.001 or p > 0.999:
        return "< 0.1 %" if p < 0.001 else "> 99.9 %"
    digits = 1 if p < 0.00995 or p > 0.99005 else 0
    return f"{100 * p:.{digits}f} %"


def number(law: Pmf) -> str:
    """Return the mean of a law for a title, with its error if it was sampled.

    Examples
    --------
    >>> from havoksim.dice.pmf import Pmf
    >>> number(Pmf((0.8, 0.0, 0.2))), number(Pmf((0.8, 0.0, 0.2), 0.0, 1000))
    ('0.40', '0.40 ± 0.05')
    >>> number(Pmf((1.0,), 0.0, 1000))
    '0 (in each of 1,000 samples)'
    """
    mean = law.mean
    if law.n_samples:
        half = Z95 * law.mean_se
        if half == 0.0:  # all samples were the same, which is not the same as certain
            return f"{mean:g} (in each of {law.n_samples:,} samples)"
        digits = max(0, -math.floor(math.log10(half)))
        return f"{mean:.{digits}f} ± {half:.{digits}f}"
    return f"{mean:.2f}" if mean < 1 else f"{mean:.1f}" if mean < 100 else f"{mean:.0f}"


def middle_step(law: Pmf) -> int:
    """Return the count whose "at least" chance says most: the mean rounded up, and at least 1."""
    return max(1, math.ceil(law.mean - 1e-9))


def how_found(result: Odds) -> str:
    """Return how an answer was found: exact, or sampled with number and seed; and the ruleset."""
    origin = "exact" if not result.n else f"sampled: n = {result.n:,}, seed {result.seed}, 95 % intervals"
    return f"{origin} · ruleset {result.ruleset or 'without a name'}"


def fire_finding(answer: FireOdds, what: str) -> str:
    """Say what a volley does, in hits, wounds or kills."""
    asked, law = answer.question, answer.laws()[what]
    k = middle_step(law)
    n = law.n_samples or 0
    chance = f"{k} or more in {percent(law.p_at_least(k), n)}"
    if "attacker" in asked:
        side, aim, where = asked["attacker"], asked["target"], place(asked)
        if what == "kills":
            of = f"kill {number(law)} of {aim}" if " x " in aim else f"kill {aim} {number(law)} times"
            if " x " not in aim:
                return f"{side} {where} kill {aim} in {percent(law.p_at_least(1), n)}"
            return f"{side} {where} {of} on average; {chance}"
        noun = {"hits": "hits on", "wounds": "wounds on", "wounds_suffered": "wounds that count on"}.get(what, what)
        return f"{side} {where} make {number(law)} {noun} {aim} on average; {chance}"
    dice = f"{asked['dice']} {'die' if asked['dice'] == 1 else 'dice'} needing {asked['needs']}+"
    target = f"against armour {asked['armour']}"
    if what == "kills":
        aim = f"{asked['models']} of strength {asked['strength']}"
        return f"{dice} {target} kill {number(law)} of {aim} on average; {chance}"
    return f"{dice} {target} make {number(law)} {what.replace('_', ' ')} on average; {chance}"


def exchange_finding(answer: ExchangeOdds) -> str:
    """Say what a close combat or a psyke attack does to both."""
    a, b = answer.question.get("a", "a"), answer.question.get("b", "b")
    n = answer.n
    if answer.p_a_dies is not None and answer.p_b_dies is not None:
        return (
            f"{a} ({answer.dice_a} dice) kills {b} ({answer.dice_b} dice) in {percent(answer.p_b_dies, n)}"
            f" and dies itself in {percent(answer.p_a_dies, n)}"
        )
    return (
        f"{answer.dice_a} dice against {answer.dice_b}: b suffers {number(answer.wounds_on_b)} wounds on average,"
        f" a {number(answer.wounds_on_a)}"
    )


def several_finding(answer: SeveralOdds) -> str:
    """Say what one warrior against several does and suffers."""
    a, b = str(answer.question.get("a", "a")).removeprefix("1 x "), answer.question.get("b", "several")
    dead = [law.p_at_least(s) for law, s in zip(answer.wounds_on_b, answer.strengths_b, strict=True)]
    return (
        f"{a} against {b}, one after another: it dies in {percent(answer.p_a_dies, answer.n)}"
        f" and kills {sum(dead):.2f} of {len(dead)} on average"
    )


def kills_finding(answer: Odds, kills: Pmf) -> str:
    """Say how many split fire, or an explosion, kills."""
    k = middle_step(kills)
    asked = answer.question
    if "touched" in asked:
        where = f"A vehicle explodes beside {', '.join(asked['touched'])}"
    else:
        where = f"{asked['attacker']}, fire split {' and '.join(map(str, asked['split']))}"
    chance = percent(kills.p_at_least(k), kills.n_samples or 0)
    return f"{where}: {number(kills)} killed on average, {k} or more in {chance}"


def duel_finding(result: DuelResult) -> str:
    """Say who wins a duel, and how often."""
    a, b, where = result.side_a.label, result.side_b.label, place(result.question)
    if result.p_undecided > 0.5:
        return f"{a} and {b} {where}: stalemate in {percent(result.p_undecided, result.n)}"
    ahead = result.p_win_a - result.p_win_b
    if result.is_even:
        return f"{a} and {b} {where}: an even fight, {percent(result.p_win_a, result.n)} each"
    winner, loser, p = (a, b, result.p_win_a) if ahead > 0 else (b, a, result.p_win_b)
    beats = "beat" if " x " in winner else "beats"
    return f"{winner} {beats} {loser} {where} in {percent(p, result.n)}"


def place(asked: dict[str, Any]) -> str:
    """Return where it happens: at 12 inches in cover, hand to hand, by psyke.

    Examples
    --------
    >>> place({"range": 12.0, "cover": True}), place({"mode": "melee"})
    ('at 12 inches in cover', 'hand to hand')
    """
    mode = asked.get("mode", "fire")
    if mode != "fire":
        return {"melee": "hand to hand", "psyke": "by psyke"}.get(mode, str(mode))
    reach = asked["range"]
    far = f"{reach:g}" if isinstance(reach, (int, float)) else ", ".join(f"{one:g}" for one in reach)
    shielded = asked.get("cover"), asked.get("cover_a"), asked.get("cover_b")
    if shielded[0] or (shielded[1] and shielded[2]):
        cover = " in cover"
    elif shielded[1] or shielded[2]:
        cover = f" with {'a' if shielded[1] else 'b'} in cover"
    else:
        cover = ""
    return f"at {far} inches{cover}"


def _digits(width: float) -> int:
    """Return how many decimals of a percentage an interval of this width leaves meaningful."""
    return min(max(-math.floor(math.log10(max(100 * width / 4, 1e-9))), 0), 2)


def _trim(value: float, digits: int) -> str:
    """Return a number with so many decimals, and a plain 0 or 100."""
    return f"{value:.0f}" if value in (0.0, 100.0) else f"{value:.{digits}f}"
