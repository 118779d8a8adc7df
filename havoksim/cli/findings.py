"""What came out of one exchange, in a sentence or two, as a colleague would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from havoksim.cli.answers import count
from havoksim.cli.charts import share

if TYPE_CHECKING:
    from havoksim.odds.results import ExchangeOdds, ExplosionOdds, FireOdds, SeveralOdds, SplitFireOdds


def fire_finding(answer: FireOdds | SplitFireOdds) -> list[str]:
    """Say what a volley does."""
    asked, laws = answer.question, answer.laws()
    means = [count(laws[name], one, f"{one}s") for name, one in (("hits", "hit"), ("wounds", "wound")) if name in laws]
    chance = ""
    if answer.kills is not None:
        means.append(f"{count(answer.kills, 'model', 'models')} killed")
        chance = f"; chance of at least one kill {share(answer.kills.p_at_least(1), answer.kills.n_samples)}"
    mean = f"On average {_listed(means)}{chance}."
    targets = getattr(answer, "targets", None)
    if targets is not None:
        shots = [
            f"{_dice(part.question['dice'])} at {part.question['target']} ({_face(part.question['needs'])})"
            for part in targets
        ]
        return [f"{asked['attacker']}, fire split: {_listed(shots)}.", mean]
    roll = f"{_dice(asked['dice'])}, {_face(asked['needs'])}, against armour {asked['armour']}"
    if "attacker" not in asked:
        return [f"{roll[0].upper()}{roll[1:]}.", mean]
    reach = asked["range"]
    far = f"{reach:g}" if isinstance(reach, float | int) else ", ".join(f"{one:g}" for one in reach)
    where = f"{far} inches, {'in cover' if asked['cover'] else 'in the open'}"
    return [f"{asked['attacker']} at {asked['target']}, {where}: {roll}.", mean]


def fire_names(answer: FireOdds | SplitFireOdds) -> dict[str, str]:
    """Say of each distribution of a split fire which target it belongs to."""
    targets = getattr(answer, "targets", ())
    return {
        f"{name}_{number}": f"{number}: {part.question['target']}, {name.replace('_', ' ')}"
        for number, part in enumerate(targets, 1)
        for name in part.laws()
    }


def fire_charts(answer: FireOdds | SplitFireOdds) -> tuple[str, ...]:
    """Choose the distributions that are worth bars."""
    laws = answer.laws()
    if "hits" not in laws:
        return ("kills",)
    return ("wounds", "kills") if "kills" in laws else ("hits", "wounds")


def exchange_finding(answer: ExchangeOdds | SeveralOdds, kind: str) -> list[str]:
    """Say what a close combat or a psyke attack does to both."""
    a, b = answer.question.get("a", "a"), answer.question.get("b", "b")
    dice_a, dice_b = answer.dice_a, answer.dice_b
    out = [f"{a} ({_dice(dice_a)}) against {b} ({_dice(dice_b)}) in {kind}."]
    laws = answer.laws()
    n = answer.n or None
    on_b = [law for name, law in laws.items() if name != "wounds_on_a"]
    suffers = f"a suffers {count(laws['wounds_on_a'], 'wound', 'wounds')}"
    deals = _listed([f"{law.mean:.3g}" for law in on_b])
    out.append(f"On average {suffers}, b {deals}.")
    p_a = answer.p_a_dies
    if isinstance(dice_a, tuple):
        out.append(f"Chance that a dies: {share(p_a or 0.0, n)}.")
        return out
    p_b, both = getattr(answer, "p_b_dies", None), getattr(answer, "p_both_die", None)
    deaths = [f"{who} {share(p, n)}" for who, p in (("a", p_a), ("b", p_b), ("both", both)) if p is not None]
    if deaths:
        out.append(f"Chance to die: {', '.join(deaths)}.")
    return out


def explosion_finding(answer: ExplosionOdds) -> list[str]:
    """Say who dies in an explosion."""
    n = len(answer.deaths)
    chances: dict[str, tuple[int, float]] = {}
    for name, p in answer.deaths:
        chances[name] = (chances.get(name, (0, p))[0] + 1, p)
    each = ", ".join(f"{name} {share(p, None)}" for name, (_, p) in chances.items())
    some = share(answer.kills.p_at_least(1), None)
    return [
        f"{n} {'warrior' if n == 1 else 'warriors'} touched: {answer.kills.mean:.3g} killed on average; chance of"
        f" at least one kill {some}.",
        f"Chance to die: {each}.",
    ]


def _listed(parts: list[str]) -> str:
    """Return parts in a row: one, two and three."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _dice(dice: int | tuple[int, ...]) -> str:
    """Return how many dice a side rolls."""
    if isinstance(dice, tuple):
        return f"{', '.join(map(str, dice))} dice"
    return "1 die" if dice == 1 else f"{dice} dice"


def _face(needs: Any) -> str:
    """Return what the dice need."""
    if isinstance(needs, list):
        return "needing " + ", ".join("-" if face is None else f"{face}+" for face in needs)
    return "out of range" if needs is None else f"needing {needs}+"
