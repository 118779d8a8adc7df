"""A player: what he weighs when he chooses, and what he never does. A record of numbers, not code."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Literal

from annotated_types import Ge, Le, MinLen

from havoksim.foundation.errors import InputError, Problem
from havoksim.model.catalogue import bad_id
from havoksim.model.checking import check
from havoksim.model.places import resolve_file
from havoksim.model.reading import Document, read_document

#: What one point of battle rating, seen in one way, counts: 100 is "at its worth", 0 is "not at all".
Weight = Annotated[int, Ge(0), Le(1000)]
#: Kinds of action that a player may be forbidden, to measure what they are worth.
Action = Literal["fire", "melee", "psyke", "split_fire", "retreat", "cover", "move"]

ACTIONS: tuple[Action, ...] = ("fire", "melee", "psyke", "split_fire", "retreat", "cover", "move")
WEIGHTS = (
    "damage",
    "danger",
    "advance",
    "cover",
    "finish",
    "protect",
    "close",
    "charge",
    "wear",
    "share",
    "disarm",
    "order",
    "lead",
)
#: How much thought he spends: it costs time, so training leaves it alone.
COUNTS = ("tries",)
#: Without any of these a player can do nothing.
NEEDED: frozenset[Action] = frozenset({"fire", "melee", "psyke", "move"})
#: Players that come with havoksim.
PRESETS = ("tactician", "rush", "gunline", "skirmish", "random")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a player chooses: the candidate with the highest sum of weighted terms, in order of listing if equal.

    Examples
    --------
    >>> load_policy("rush").charge > load_policy("gunline").charge
    True
    """

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    #: Battle rating of the enemy that an attack is expected to destroy now.
    damage: Weight = 0
    #: Own battle rating that the enemy's reply is expected to destroy at the new place.
    danger: Weight = 0
    #: Inches by which the nearest enemy comes nearer.
    advance: Weight = 0
    #: Standing in cover from the nearest enemy.
    cover: Weight = 0
    #: Killing models that are wounded already, rather than wounding fresh ones.
    finish: Weight = 0
    #: Own battle rating exposed to the enemy: costly models stand further back.
    protect: Weight = 0
    #: Keeping to the distance `reach`.
    close: Weight = 0
    #: Getting into base contact with enemies that can be fought.
    charge: Weight = 0
    #: Wounds that kill nobody yet, as a share of the rating that they take a part of.
    wear: Weight = 0
    #: Danger shared with others: how far he counts on the enemy to have other targets.
    share: Weight = 0
    #: What the destroyed could have destroyed in turn: those who threaten most are hit first.
    disarm: Weight = 0
    #: Activating first those who might not live to act.
    order: Weight = 0
    #: Danger counts more when he is ahead, and less when he is behind.
    lead: Weight = 0
    #: How many of the best places he tries on the table before he chooses; below 2 he judges at a glance.
    tries: Annotated[int, Ge(0), Le(16)] = 0
    #: Distance in inches that the player likes to keep from his target.
    reach: Annotated[float, Ge(0), Le(200)] = 12.0
    #: Kinds of action that he never takes.
    forbid: list[Action] = field(default_factory=list)
    #: True: he weighs nothing and takes any candidate, each as likely as the others.
    random: bool = False
    #: Short name, such as ``tactician``.
    id: str = ""
    #: Name for titles.
    name: str = field(default="", compare=False)

    def problems(self) -> list[Problem]:
        """Return what is wrong with the values taken together."""
        twice = sorted({action for action in self.forbid if self.forbid.count(action) > 1})
        found = [Problem(f"{', '.join(twice)} stands there twice", key="forbid")] if twice else []
        if set(self.forbid) >= NEEDED:
            message = f"forbids everything: leave him at least one of {', '.join(sorted(NEEDED))}"
            found.append(Problem(message, key="forbid"))
        given = [name for name in WEIGHTS if getattr(self, name)]
        if self.random and given:
            message = f"a random player weighs nothing: leave out {', '.join(given)}, or set random = false"
            found.append(Problem(message, key="random"))
        if not self.random and not given:
            message = f"a player needs at least one weight ({', '.join(WEIGHTS)}), or random = true"
            found.append(Problem(message, key="damage"))
        return found


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a trained player comes from: the table ``[provenance]`` of his file. Players play the same without it."""

    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012

    #: The call that makes the file again.
    command: str
    #: Version of havoksim that trained him.
    havoksim: str
    #: Seed of the training, as text: it may have 128 bits.
    seed: str
    #: Battles that were fought.
    budget: Annotated[int, Ge(1)]
    #: Id of the player that he was made from.
    start: str
    #: Whom he was trained against.
    opponents: list[str]
    #: Ruleset that was played, its id and the hash of its content.
    ruleset: str
    #: Mean pair score against the opponents, on forces and seeds that played no part in the training, and its interval.
    score: Annotated[float, Ge(0), Le(1)]
    score_lo: Annotated[float, Ge(0), Le(1)]
    score_hi: Annotated[float, Ge(0), Le(1)]
    #: Level of the interval.
    confidence: Annotated[float, Ge(0), Le(1)]
    #: Battles behind the score.
    battles: Annotated[int, Ge(1)]
    #: What the player that he was made from scored in the same battles.
    start_score: Annotated[float, Ge(0), Le(1)]
    #: Iteration that he was taken from, and how many there were.
    iteration: Annotated[int, Ge(0)]
    iterations: Annotated[int, Ge(1)]


@dataclass(frozen=True, slots=True)
class _Head:
    __pydantic_config__ = {"extra": "forbid", "strict": True}  # noqa: RUF012
    name: Annotated[str, MinLen(1)] = "unnamed"
    id: Annotated[str, MinLen(1)] = "unnamed"
    provenance: dict[str, object] = field(default_factory=dict)


_HEAD = tuple(f.name for f in fields(_Head))


def load_policy(name: str | Path, *, near: Path | None = None) -> Policy:
    """Return a player from its file.

    Parameters
    ----------
    name : str or Path
        ``tactician``, ``rush``, ``gunline``, ``skirmish``, ``random``, or the path of a file.
    near : Path, optional
        Folder of the file that names it.

    Raises
    ------
    InputError
        With everything that is wrong with the file.

    Examples
    --------
    >>> load_policy("gunline").reach, load_policy("random").random
    (24.0, True)
    """
    return policy_of(read_document(resolve_file(name, "policy", near=near), kind="policy"))


def policy_of(document: Document) -> Policy:
    """Build the player that a file describes, or raise everything that is wrong with it."""
    table = document.table
    head = check({key: table[key] for key in _HEAD if key in table}, _Head, stand_in={"name": "unnamed"})
    given_id = str(table["id"]) if "id" in table and "id" not in head.wrong else document.path.stem
    title = str(table["name"]) if "name" in table and "name" not in head.wrong else given_id
    problems = [*document.problems, *head.problems]
    problems += bad_id(given_id, "id") if "id" in table and "id" not in head.wrong else []
    if "provenance" in table and "provenance" not in head.wrong and head.value is not None:
        problems += check(head.value.provenance, Origin, prefix="provenance.").problems
    numbers = {key: item for key, item in table.items() if key not in _HEAD}
    checked = check(numbers, Policy)
    problems += checked.problems
    if checked.value is not None:
        problems += checked.trusted(checked.value.problems(), "")
    document.fail(problems)
    if checked.value is None:
        raise InputError("the policy cannot be read", where=str(document.path))
    from dataclasses import replace

    return replace(checked.value, id=given_id, name=title)


def to_toml(policy: Policy, *, comment: str = "", origin: Origin | None = None) -> str:
    """Write a player as the text of his file; reading it gives an equal one.

    Examples
    --------
    >>> print(to_toml(load_policy("random")), end="")
    schema = 1
    kind = "policy"
    id = "random"
    name = "Random"
    <BLANKLINE>
    random = true
    """
    from havoksim.model.toml_text import text_value

    lines = [f"# {line}" for line in comment.splitlines()]
    lines += ["schema = 1", 'kind = "policy"', f"id = {text_value(policy.id)}", f"name = {text_value(policy.name)}", ""]
    if policy.random:
        lines.append("random = true")
    else:
        lines += [f"{name} = {text_value(getattr(policy, name))}" for name in (*WEIGHTS, "reach", *COUNTS)]
    if policy.forbid:
        lines.append(f"forbid = {text_value(policy.forbid)}")
    if origin is not None:
        lines += ["", "[provenance]"]
        lines += [f"{one.name} = {text_value(getattr(origin, one.name))}" for one in fields(origin)]
    return "\n".join(lines) + "\n"


def as_policy(policy: str | Path | Policy) -> Policy:
    """Return the player that was meant: itself, or the one of that name or file."""
    if isinstance(policy, Policy):
        wrong = policy.problems()
        if wrong:
            raise InputError(wrong)
        return policy
    if not isinstance(policy, (str, Path)):
        raise InputError(f"expected the name of a policy or a Policy, found {policy!r}", key="policy")
    return load_policy(policy)
