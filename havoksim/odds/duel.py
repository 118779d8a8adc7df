"""Fights to the end between two sides: ``havoksim.duel``.

Two sides stand at a fixed distance, in the open or in cover, and do the same thing turn after turn: they fire, or
fight hand to hand, or attack with psyke, until one of them is gone. Fire duels and duels between two warriors are
exact; hand-to-hand fights between many models, and duels with too many states, are sampled, and ``method`` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from havoksim.combat.exact import firing as exact_firing
from havoksim.combat.exact.explosion import with_blasts
from havoksim.combat.exact.units import Units
from havoksim.combat.pools import fire_die
from havoksim.dice.pmf import JointPmf, Pmf
from havoksim.foundation.errors import InputError, Problem, unknown_name, wrong_count
from havoksim.odds.arguments import as_ruleset, as_side, refuse, too_many_dice
from havoksim.odds.close_combat import blasts_of, dice_of_both, melee_exchange, psyke_exchange
from havoksim.odds.duel_result import DuelResult, from_final
from havoksim.odds.sizing import DEFAULT_CAP, equal_sizes

if TYPE_CHECKING:
    from havoksim.combat.exact.duel import Ending
    from havoksim.model.ruleset import Ruleset
    from havoksim.model.side import Side
    from havoksim.model.warrior import Warrior
    from havoksim.odds.arguments import RulesetLike, SideLike

Mode = Literal["fire", "melee", "psyke"]
Order = Literal["roll_off", "alternate", "simultaneous"]
Engine = Literal["auto", "exact", "sampled"]
Cover = bool | Literal["a", "b", "both", "none"]

MODES = ("fire", "melee", "psyke")
ORDERS = ("roll_off", "alternate", "simultaneous")
ENGINES = ("auto", "exact", "sampled")
COVERS = {False: (False, False), "none": (False, False), True: (True, True), "both": (True, True),
          "a": (True, False), "b": (False, True)}  # fmt: skip

#: Work up to which a fire duel is answered exactly: some three seconds, and 300 MB.
EXACT_WORK = 150_000_000
#: Most battle turns of a limit: longer than any fight that is worth watching.
MOST_TURNS = 10_000

WHO_IS_FIRST = {
    "roll_off": "who acts first is rolled off in every battle turn",
    "alternate": "a acts first in every battle turn",
    "simultaneous": "both sides act at the same time in every battle turn",
}


def duel(
    a: SideLike,
    b: SideLike,
    *,
    mode: Mode = "fire",
    range: float = 12.0,
    cover: Cover = False,
    order: Order = "roll_off",
    turns: int | None = None,
    equal_br: bool | int = False,
    ruleset: RulesetLike = None,
    engine: Engine = "auto",
    n: int = 100_000,
    seed: int | None = None,
    threads: int = 1,
    lengths: bool = True,
) -> DuelResult:
    """Fight a duel out and return who wins, how long it takes, and what is left.

    Parameters
    ----------
    a, b : str, Warrior or Side
        The two sides, such as ``"5xkarn_trooper"`` (one unit of five; vehicles are units of one).
    mode : {"fire", "melee", "psyke"}
        What they do. Psyke is between two warriors, of which one at least may start psyke attacks.
    range : float
        Distance in inches, for fire.
    cover : bool or {"a", "b", "both", "none"}
        Who stands in cover, for fire; True is both.
    order : {"roll_off", "alternate", "simultaneous"}
        Who acts first in each battle turn: a roll-off decides (HVK-TURN-02), a always, or both act at once (fire only).
    turns : int, optional
        Stop after so many battle turns and compare the BR destroyed, equal being a draw (HVK-WIN-01, -02); by default
        the fight goes on to the end, and a draw is mutual destruction.
    equal_br : bool or int
        Size both sides to equal battle rating, up to 200 BR or the given cap; the number of models of a and b is
        then not read.
    ruleset : str, path or Ruleset, optional
        Rules to play by; Havok 2.0 by default.
    engine : {"auto", "exact", "sampled"}
        Automatic is exact wherever there is an exact answer that takes no more than `EXACT_WORK`.
    n, seed, threads : int
        Number of sampled duels, their seed, and threads; read by the sampled engine.
    lengths : bool
        False leaves out the law of the number of turns (the mean stays).

    Returns
    -------
    DuelResult
        With ``p_win_a + p_win_b + p_draw + p_undecided = 1``; undecided are stalemates, in which neither side can
        ever hurt the other again.

    Raises
    ------
    InputError
        If a name or option is unknown, or the sides cannot fight in this way.

    Examples
    --------
    >>> result = duel("5xkarn_trooper", "5xkarn_trooper", range=6)
    >>> result.method, round(result.p_win_a, 9), result.p_undecided
    ('exact', 0.5, 0.0)
    """
    rules = as_ruleset(ruleset)
    _check_options(mode, range, cover, order, turns, engine)
    side_a, side_b = as_side(a), as_side(b)
    if equal_br is not False:
        side_a, side_b = sides_of_equal_rating(side_a, side_b, DEFAULT_CAP if equal_br is True else int(equal_br))
    single = side_a.models == 1 and side_b.models == 1
    _check_sides(mode, side_a, side_b, order, single)
    question: dict[str, Any] = {"a": side_a.label, "b": side_b.label, "mode": mode}
    if mode == "fire":
        question |= {"range": float(range), "cover_a": COVERS[cover][0], "cover_b": COVERS[cover][1]}
    question |= {"order": order, "turns": turns}

    has_exact = single or mode == "fire"
    work = exact_work(side_a, side_b) if mode == "fire" else 0
    if engine == "exact" and not has_exact:
        raise InputError(
            "a hand-to-hand fight between many models has no exact answer here; leave it to the engine",
            key="engine",
        )
    if engine == "sampled" or (engine == "auto" and not (has_exact and work <= EXACT_WORK)):
        from havoksim.odds.sampled import sampled_duel

        said = assumptions(side_a, side_b, question)
        return sampled_duel(rules, side_a, side_b, question, said, n=n, seed=seed, threads=threads)
    if work > EXACT_WORK:
        raise InputError(
            f"sides of this size take the exact engine {work / EXACT_WORK:.0f} times as long as it may; leave it to the"
            " engine, or ask for a sampled answer",
            key="engine",
        )
    if mode == "fire":
        ending = _fire(rules, side_a, side_b, question, lengths)
    else:
        ending = _blows(rules, side_a.warrior, side_b.warrior, mode, order, turns)
    return from_final(ending, side_a, side_b, rules, question, assumptions(side_a, side_b, question))


def exact_work(side_a: Side, side_b: Side) -> int:
    """Return how many numbers an exact fire duel has to handle: it counts, and never guesses from sizes.

    With A and B states of strength left on the two sides, the tables of what fire does hold A B (A + B) numbers, and
    the sweep over all pairs of states looks at a quarter of (A B) squared.
    """
    states_a = side_a.models * side_a.warrior.strength + 1
    states_b = side_b.models * side_b.warrior.strength + 1
    pairs = states_a * states_b
    return 5 * pairs * (states_a + states_b) + pairs * pairs // 4


def sides_of_equal_rating(side_a: Side, side_b: Side, cap: int) -> tuple[Side, Side]:
    """Return sides of the same types whose battle ratings match as nearly as the cap allows."""
    from havoksim.model.side import Side

    n_a, n_b = equal_sizes(side_a.warrior.battle_rating, side_b.warrior.battle_rating, cap)
    return Side(side_a.warrior, n_a), Side(side_b.warrior, n_b)


def fire_needs(rules: Ruleset, question: dict[str, Any]) -> tuple[int | None, int | None]:
    """Return the lowest face with which a's dice hit, and b's; None where nothing can hit."""
    distance = question["range"]
    return rules.needs(distance, cover=question["cover_b"]), rules.needs(distance, cover=question["cover_a"])


def assumptions(side_a: Side, side_b: Side, question: dict[str, Any]) -> tuple[str, ...]:
    """Return what the duel takes for granted, as sentences."""
    mode, said = question["mode"], [WHO_IS_FIRST[question["order"]]]
    if mode == "fire":
        said.append("every unit fires once a battle turn, with all its models, and nobody moves")
        if max(len(side_a.units), len(side_b.units)) > 1:
            said.append(
                "vehicles are units of one: each volley falls on a single one, the wounded first, and what is beyond it"
                " is lost; fire is not split"
            )
    elif mode == "melee":
        said.append(
            "each side attacks in its own activation if it has dice to roll, so a battle turn may see two combats"
        )
        if side_a.warrior.explodes or side_b.warrior.explodes:
            said.append(
                "who destroys an exploding warrior hand to hand touches it and suffers the explosion (HVK-VEH-01)"
            )
    else:
        said.append("only psyke attackers attack, each in its own activation; the two do not touch")
    if question["turns"] is not None:
        said.append(f"stopped after {question['turns']} battle turns: more BR destroyed wins, equal is a draw")
    return tuple(said)


def _fire(rules: Ruleset, side_a: Side, side_b: Side, question: dict[str, Any], lengths: bool) -> Ending:
    """Return the exact end of a fire duel."""
    from havoksim.combat.exact.duel import fire_to_the_end, volleys

    units_a = Units(side_a.units, side_a.warrior.strength)
    units_b = Units(side_b.units, side_b.warrior.strength)
    needs_a, needs_b = fire_needs(rules, question)
    on_b = volleys(units_a, units_b, _volley(rules, side_a.warrior, needs_a, side_b.warrior))
    on_a = volleys(units_b, units_a, _volley(rules, side_b.warrior, needs_b, side_a.warrior))
    return fire_to_the_end(on_b, on_a, order=question["order"], turns=question["turns"], lengths=lengths)


def _volley(rules: Ruleset, shooter: Warrior, needs: int | None, target: Warrior) -> Callable[[int], Pmf]:
    """Return the law of the wounds of a volley by the number of models that fire."""
    p_wound = rules.p_wound(target.armour)

    def wounds(models: int) -> Pmf:
        dice = models * shooter.firepower
        return exact_firing.wounds([] if needs is None else [(dice, fire_die(rules, needs))], p_wound)

    return wounds


def _blows(rules: Ruleset, a: Warrior, b: Warrior, mode: Mode, order: Order, turns: int | None) -> Ending:
    """Return the exact end of a duel between two warriors, hand to hand or with psyke."""
    from havoksim.combat.exact.duel import combats_to_the_end

    nothing, blasts = JointPmf(((1.0,),)), blasts_of(rules, a, b)
    exchanges: dict[tuple[int, int], JointPmf] = {}

    def melee(i: int, j: int, attacker: int) -> JointPmf:
        dice = dice_of_both(rules, a, b, left_a=i, left_b=j)
        if not dice[attacker]:
            return nothing
        if dice not in exchanges:
            exchanges[dice] = melee_exchange(rules, a, b, *dice)
        return with_blasts(exchanges[dice].clamp(i, j), i, j, blasts)

    if mode == "melee":

        def a_attacks(i: int, j: int) -> JointPmf:
            return melee(i, j, 0)

        def b_attacks(i: int, j: int) -> JointPmf:
            return melee(i, j, 1)

    else:
        by_a = psyke_exchange(rules, a.psyke, b.psyke) if a.psyke_attack else nothing
        by_b = psyke_exchange(rules, b.psyke, a.psyke).swapped if b.psyke_attack else nothing

        def a_attacks(i: int, j: int) -> JointPmf:
            return by_a

        def b_attacks(i: int, j: int) -> JointPmf:
            return by_b

    ways: list[tuple[float, list[Callable[[int, int], JointPmf]]]]
    if order == "alternate":
        ways = [(1.0, [a_attacks, b_attacks])]
    else:
        ways = [(0.5, [a_attacks, b_attacks]), (0.5, [b_attacks, a_attacks])]
    return combats_to_the_end(a.strength, b.strength, ways, turns=turns)


def _check_options(mode: str, distance: float, cover: object, order: str, turns: int | None, engine: str) -> None:
    """Refuse options that do not exist, all at once."""
    problems = [
        unknown_name(kind, str(value), known, key=kind)
        for kind, value, known in (
            ("mode", mode, MODES),
            ("order", order, ORDERS),
            ("engine", engine, ENGINES),
        )
        if value not in known
    ]
    if not isinstance(cover, (bool, str)) or cover not in COVERS:
        problems.append(Problem(f"must be true, false, a, b, both or none, found {cover!r}", key="cover"))
    if not isinstance(distance, (int, float)) or not 0 <= distance < float("inf"):
        problems.append(Problem(f"must be a distance of 0 inches or more, found {distance!r}", key="range"))
    if turns is not None:
        problems += wrong_count(turns, "turns", most=MOST_TURNS)
    refuse(problems)


def _check_sides(mode: str, side_a: Side, side_b: Side, order: str, single: bool) -> None:
    """Refuse sides that cannot fight in this way."""
    problems = []
    if mode == "fire":
        problems += too_many_dice(side_a, "a") + too_many_dice(side_b, "b")
    if mode == "melee":
        problems += [
            Problem(f"close combat never involves {side.warrior.name} (HVK-LIST-07)", key=key)
            for key, side in (("a", side_a), ("b", side_b))
            if not side.warrior.fights_close
        ]
    if mode == "psyke":
        if not single:
            problems.append(
                Problem("a psyke duel is between two warriors (HVK-PSY-01); name one model a side", key="mode")
            )
        if not (side_a.warrior.psyke_attack or side_b.warrior.psyke_attack):
            problems.append(
                Problem(
                    f"neither {side_a.warrior.name} nor {side_b.warrior.name} may start psyke attacks (HVK-PROF-03)",
                    key="mode",
                )
            )
    if order == "simultaneous" and mode != "fire":
        problems.append(
            Problem("only fire can be simultaneous: both sides strike in every combat already", key="order")
        )
    refuse(problems)
