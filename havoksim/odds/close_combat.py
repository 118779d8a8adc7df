"""What a close combat or a psyke attack does: ``havoksim.odds.melee`` and ``psyke``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from havoksim.combat.exact import close_combat as exact
from havoksim.combat.exact.close_combat import MOST_DICE
from havoksim.combat.exact.explosion import Blasts
from havoksim.combat.pools import close_combat_die, psyke_die
from havoksim.dice.pmf import JointPmf
from havoksim.foundation.errors import InputError, Problem, wrong_count
from havoksim.odds.arguments import as_ruleset, as_side, need_numbers, refuse, refuse_numbers, wrong_engine
from havoksim.odds.results import ExchangeOdds, SeveralOdds

if TYPE_CHECKING:
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.side import Side
    from havoksim.model.warrior import Warrior
    from havoksim.odds.arguments import RulesetLike, SideLike

Engine = Literal["exact", "sampled"]


def melee(
    a: SideLike | None = None,
    b: SideLike | None = None,
    *,
    dice_a: int | None = None,
    dice_b: int | None = None,
    armour_a: int | None = None,
    armour_b: int | None = None,
    strength_a: int | None = None,
    strength_b: int | None = None,
    fought_before: int = 0,
    ruleset: RulesetLike = None,
    engine: Engine = "exact",
    n: int = 1_000_000,
    seed: int | None = None,
) -> ExchangeOdds | SeveralOdds:
    """Return what one close combat does to both warriors (HVK-CC-03 to -08).

    Ask with warriors (``melee("hundred_battle_form", "razor")``) or with raw numbers. If b is several models
    (``"3xrazor"``), a fights them one after another in one combat round, and its strength bonus shrinks (HVK-CC-05).

    Parameters
    ----------
    a, b : str, Warrior or Side, optional
        The two warriors; b may be several.
    dice_a, dice_b, armour_a, armour_b : int, optional
        Instead of warriors: dice of each side, strength bonus included, and its armour.
    strength_a, strength_b : int, optional
        With raw numbers: strength left of each, for the chance that it dies.
    fought_before : int
        How many other opponents a has fought earlier in this battle turn: they count where the ruleset says
        ``bonus_count_resets = "battle_turn"``.
    ruleset, engine, n, seed
        As for ``fire``.

    Raises
    ------
    InputError
        If a number is out of range, a name is unknown, or a type is never in close combat (HVK-LIST-07).

    Examples
    --------
    >>> one = melee(dice_a=1, dice_b=1, armour_a=0, armour_b=0)
    >>> round(one.wounds_on_b.mean * 35, 12), round(one.wounds_on_b[0] * 7, 12)
    (18.0, 4.0)
    """
    rules = as_ruleset(ruleset)
    refuse(wrong_engine(engine))
    die = close_combat_die(rules)
    refuse(wrong_count(fought_before, "fought_before"))
    if a is None and b is None:
        need_numbers(
            "--dice-a 6 --dice-b 3 --armour-a 3 --armour-b 2",
            dice_a=dice_a, dice_b=dice_b, armour_a=armour_a, armour_b=armour_b,
        )  # fmt: skip
        assert dice_a is not None
        assert dice_b is not None
        assert armour_a is not None
        assert armour_b is not None
        refuse(_wrong_numbers({"dice_a": dice_a, "dice_b": dice_b}, armour_a=armour_a, armour_b=armour_b,
                              strength_a=strength_a, strength_b=strength_b))  # fmt: skip
        question: dict[str, Any] = {"armour_a": armour_a, "armour_b": armour_b}
        p_wounds = rules.p_wound(armour_a), rules.p_wound(armour_b)
        said: tuple[str, ...] = ()
    else:
        refuse_numbers(dice_a=dice_a, dice_b=dice_b, armour_a=armour_a, armour_b=armour_b,
                       strength_a=strength_a, strength_b=strength_b)  # fmt: skip
        side_a, side_b = _two_sides(a, b)
        banned = [side for side in (side_a, side_b) if not side.warrior.fights_close]
        if banned:
            raise InputError(
                [Problem(f"close combat never involves {side.warrior.name} (HVK-LIST-07)") for side in banned]
            )
        if side_b.models > 1:
            if engine == "sampled":
                raise InputError("several opponents in a row have an exact answer only; leave it out", key="engine")
            return _several(rules, side_a.warrior, side_b, fought_before)
        one, other = side_a.warrior, side_b.warrior
        dice_a, dice_b = dice_of_both(rules, one, other, opponent=_opponent(rules, fought_before))
        strength_a, strength_b = one.strength, other.strength
        question = {"a": side_a.label, "b": side_b.label, "armour_a": one.armour, "armour_b": other.armour}
        said = _explosion_follows(one, other)
        p_wounds = rules.p_wound(one.armour), rules.p_wound(other.armour)
    if engine == "sampled":
        from havoksim.odds.sampled import sampled_exchange

        return sampled_exchange(
            rules, "melee", dice_a, dice_b, p_wounds, (strength_a, strength_b), question, said, n=n, seed=seed
        )
    joint = exact.exchange(dice_a, dice_b, die, p_wound_a=p_wounds[0], p_wound_b=p_wounds[1])
    return ExchangeOdds(
        method="exact", ruleset=rules.id, assumptions=said, question=question, dice_a=dice_a, dice_b=dice_b,
        joint=joint, strength_a=strength_a, strength_b=strength_b,
    )  # fmt: skip


def psyke(
    a: SideLike | None = None,
    b: SideLike | None = None,
    *,
    dice_a: int | None = None,
    dice_b: int | None = None,
    strength_a: int | None = None,
    strength_b: int | None = None,
    ruleset: RulesetLike = None,
    engine: Engine = "exact",
    n: int = 1_000_000,
    seed: int | None = None,
) -> ExchangeOdds:
    """Return what one psyke attack of a on b does to both (HVK-PSY-02, -03).

    Armour does not matter: a net hit is saved only by a roll of 1. The defender's net hits hurt the attacker
    unless the ruleset says ``psyke_strikes_back = false``.

    Parameters
    ----------
    a, b : str, Warrior or Side, optional
        Attacker and defender, one model each.
    dice_a, dice_b : int, optional
        Instead of warriors: psyke dice of each.
    strength_a, strength_b : int, optional
        With raw numbers: strength left of each, for the chance that it dies.
    ruleset, engine, n, seed
        As for ``fire``.

    Raises
    ------
    InputError
        If a number is out of range, a name is unknown, or a may not start psyke attacks (HVK-PROF-03).

    Examples
    --------
    >>> round(psyke(dice_a=1, dice_b=0).wounds_on_b.mean, 12)
    0.5
    """
    rules = as_ruleset(ruleset)
    refuse(wrong_engine(engine))
    if a is None and b is None:
        need_numbers("--dice-a 3 --dice-b 2", dice_a=dice_a, dice_b=dice_b)
        assert dice_a is not None
        assert dice_b is not None
        refuse(_wrong_numbers({"dice_a": dice_a, "dice_b": dice_b}, strength_a=strength_a, strength_b=strength_b))
        question: dict[str, Any] = {}
    else:
        refuse_numbers(dice_a=dice_a, dice_b=dice_b, strength_a=strength_a, strength_b=strength_b)
        side_a, side_b = _two_sides(a, b)
        if side_b.models > 1:
            raise InputError("a psyke attack is between two warriors (HVK-PSY-01); name one defender", key="b")
        if not side_a.warrior.psyke_attack:
            raise InputError(f"{side_a.warrior.name} may not start psyke attacks (HVK-PROF-03)", key="a")
        one, other = side_a.warrior, side_b.warrior
        dice_a, dice_b = one.psyke, other.psyke
        strength_a, strength_b = one.strength, other.strength
        question = {"a": side_a.label, "b": side_b.label}
    p_wound_a = rules.p_wound_psyke if rules.psyke_strikes_back else 0.0
    p_wounds = p_wound_a, rules.p_wound_psyke
    if engine == "sampled":
        from havoksim.odds.sampled import sampled_exchange

        return sampled_exchange(
            rules, "psyke", dice_a, dice_b, p_wounds, (strength_a, strength_b), question, (), n=n, seed=seed
        )
    return ExchangeOdds(
        method="exact", ruleset=rules.id, question=question, dice_a=dice_a, dice_b=dice_b,
        joint=psyke_exchange(rules, dice_a, dice_b), strength_a=strength_a, strength_b=strength_b,
    )  # fmt: skip


def psyke_exchange(rules: Ruleset, dice_a: int, dice_b: int) -> JointPmf:
    """Return the joint law of the wounds of one psyke attack of a on b."""
    p_wound_a = rules.p_wound_psyke if rules.psyke_strikes_back else 0.0
    return exact.exchange(dice_a, dice_b, psyke_die(rules), p_wound_a=p_wound_a, p_wound_b=rules.p_wound_psyke)


def dice_of_both(
    rules: Ruleset,
    a: Warrior,
    b: Warrior,
    *,
    left_a: int | None = None,
    left_b: int | None = None,
    opponent: int = 1,
    opponents: int = 1,
) -> tuple[int, int]:
    """Return the dice of two warriors in close combat, strength bonus included (HVK-CC-03 to -05).

    Parameters
    ----------
    a, b : Warrior
        The two types.
    left_a, left_b : int, optional
        Strength left of each, read if the ruleset takes the bonus from what remains.
    opponent, opponents : int
        Which opponent b is for a in this round, and how many a fights in it.
    """
    if rules.strength_bonus_from == "remaining":
        strength_a, strength_b = left_a or a.strength, left_b or b.strength
    else:
        strength_a, strength_b = a.strength, b.strength
    bonus_a = rules.strength_bonus(strength_a, strength_b, opponent=opponent, opponents=opponents)
    return a.close_combat + bonus_a, b.close_combat + rules.strength_bonus(strength_b, strength_a)


def melee_exchange(rules: Ruleset, a: Warrior, b: Warrior, dice_a: int, dice_b: int) -> JointPmf:
    """Return the joint law of the wounds of one close combat, from the dice of both."""
    return exact.exchange(
        dice_a,
        dice_b,
        close_combat_die(rules),
        p_wound_a=rules.p_wound(a.armour),
        p_wound_b=rules.p_wound(b.armour),
    )


def blasts_of(rules: Ruleset, a: Warrior, b: Warrior) -> Blasts:
    """Return what the explosions of two warriors in contact do to each other (HVK-VEH-01, HVK-LIST-02)."""
    hits = rules.vehicle_explosion_hits if rules.vehicle_explosion else 0
    return Blasts(
        p_wound_a=rules.p_wound(a.armour),
        p_wound_b=rules.p_wound(b.armour),
        hits_of_a=hits if a.explodes else 0,
        hits_of_b=hits if b.explodes else 0,
    )


def _several(rules: Ruleset, one: Warrior, side: Side, fought_before: int) -> SeveralOdds:
    """Answer for one warrior against several of a type, one after another."""
    other = side.warrior
    blasts = one.explodes or other.explodes
    first = _opponent(rules, fought_before)
    opponents = first + side.models - 1

    def dice(index: int, left: int) -> tuple[int, int]:
        return dice_of_both(rules, one, other, left_a=left, opponent=first + index, opponents=opponents)

    cache: dict[tuple[int, int], JointPmf] = {}

    def combat(index: int, left: int) -> JointPmf:
        both = dice(index, left)
        if both not in cache:
            cache[both] = melee_exchange(rules, one, other, *both)
        return cache[both]

    strengths = [other.strength] * side.models
    on_a, on_b = exact.several_opponents(combat, one.strength, strengths, blasts_of(rules, one, other))
    unhurt = [dice(index, one.strength) for index in range(side.models)]
    return SeveralOdds(
        method="exact",
        ruleset=rules.id,
        assumptions=(
            "the opponents are fought one after another in one combat round; the dead fight no more",
            *(("all touch a, and not each other: who is destroyed explodes at once (HVK-VEH-01)",) if blasts else ()),
        ),
        question={"a": one.name, "b": side.label},
        dice_a=tuple(pair[0] for pair in unhurt),
        dice_b=tuple(pair[1] for pair in unhurt),
        wounds_on_a=on_a,
        wounds_on_b=tuple(on_b),
        strength_a=one.strength,
        strengths_b=(other.strength,) * side.models,
    )


def _opponent(rules: Ruleset, fought_before: int) -> int:
    """Return which opponent the next one is, as the ruleset counts (HVK-CC-05)."""
    return 1 + (fought_before if rules.bonus_count_resets == "battle_turn" else 0)


def _explosion_follows(a: Warrior, b: Warrior) -> tuple[str, ...]:
    """Say that an explosion is no part of the exchange itself, where there may be one."""
    names = [warrior.name for warrior in (a, b) if warrior.explodes]
    if not names:
        return ()
    return (f"the combat alone: a destroyed {' or '.join(names)} explodes after it (HVK-VEH-01), see odds explosion",)


def _two_sides(a: SideLike | None, b: SideLike | None) -> tuple[Side, Side]:
    """Return both sides of an exchange between warriors; a must be a single model."""
    if a is None or b is None:
        raise InputError("two warriors are needed, or raw numbers only", key="b" if b is None else "a")
    side_a, side_b = as_side(a), as_side(b)
    if side_a.models > 1:
        raise InputError(
            f"an exchange is between two warriors: a must be one model, found {side_a.models}"
            " (name the single warrior first; many against many is a duel in melee)",
            key="a",
        )
    return side_a, side_b


def _wrong_numbers(dice: dict[str, int], **others: int | None) -> list[Problem]:
    """Return what is wrong with raw numbers, all at once."""
    problems = [problem for name, value in dice.items() for problem in wrong_count(value, name, most=MOST_DICE)]
    for name, value in others.items():
        if value is not None:
            problems += wrong_count(value, name, least=1 if name.startswith("strength") else 0)
    return problems
