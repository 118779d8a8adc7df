"""The spread of battles that `havoksim verify --battles` goes through: forces, players, ground, changes of the rules.

Each of them is dealt like cards: everything once, in an order that hangs on the seed, before anything comes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from havoksim.foundation.seeds import derived_seed

if TYPE_CHECKING:
    from havoksim.battle.matchup import Matchup

T = TypeVar("T")

#: Battles of one matchup; whole pairs.
PER_CASE = 4
#: Every how many cases the game is played as published, and every how many a force meets one of another size.
PLAIN, UNEQUAL = 4, 5

_OPEN = {"cover": False, "blocks_sight": False, "blocks_foot": False, "blocks_vehicle": False}
#: Changes of rules that the cases go through; the last ones change several keys at once.
OPTIONS: tuple[dict[str, Any], ...] = (
    {"coherency": 0.0},
    {"coherency": 4.0},
    {"table": [60.0, 48.0]},
    {"table": [48.0, 72.0], "deploy_edges": "short"},
    {"deploy_edges": "any"},
    {"terrain_count": 8},
    {"terrain_sizes": [2.0, 5.0]},
    {"terrain_placement": "policy"},
    {"terrain_kinds": {"wood": {**_OPEN, "cover": True, "blocks_sight": True, "blocks_foot": True}}},
    {"terrain_kinds": {"hill": {**_OPEN, "blocks_foot": True, "blocks_vehicle": True}, "building": _OPEN}},
    {"deploy_depth": 15.0},
    {"battle_turns": 1},
    {"battle_turns": 7},
    {"activation": "alternate"},
    {"activation": "igougo"},
    {"activation_order": "all_move_then_attack"},
    {"inches_per_speed": 4.0},
    {"inches_per_speed": 9.5},
    {"friends_block": True},
    {"lock_in_combat": True},
    {"models_block_sight": True},
    {"into_contact": "unit"},
    {"into_contact": "allowed"},
    {"cover_by": "nearest"},
    {"casualty_order": "owner"},
    {"casualty_order": "random"},
    {"attacks_per_activation": "one"},
    {"psyke_range": 12.0},
    {"psyke_in_addition": True},
    {"draw_margin": 40},
    {"max_range": 30.0},
    {"exploding": False},
    {"explode_on": 5},
    {"explode_on": "none"},
    {"max_explosions": 1},
    {"close_range_ignores_cover": True},
    {"split_by": "die"},
    {"armour_roll": "greater_or_equal"},
    {"natural_six_always_wounds": True},
    {"vehicle_explosion": False},
    {"vehicle_explosion_hits": 3},
    {"strength_bonus_per_point": 2},
    {"strength_bonus_cap": 1},
    {"strength_bonus_from": "remaining"},
    {"bonus_count_resets": "battle_turn"},
    {"bonus_reduction": "flat"},
    {"close_combat_hits_on": 3},
    {"block_on": 1},
    {"block_on": "none"},
    {"psyke_hits_on": 3},
    {"psyke_strikes_back": False},
    {"psyke_save_on": 3},
    {"limits": "ignore", "allow_allies": True, "min_unit_size": 1},
    {"max_unit_size": 60},
    {"bands": [{"to": 9, "open": 3, "cover": 4}, {"open": 5, "cover": 5}]},
    {"activation": "igougo", "activation_order": "all_move_then_attack", "casualty_order": "owner"},
    {"attacks_per_activation": "one", "bonus_reduction": "flat", "bonus_count_resets": "battle_turn"},
    {"models_block_sight": True, "friends_block": True, "lock_in_combat": True, "into_contact": "unit"},
)

#: Players that meet, side a against side b.
PLAYERS = ("tactician", "rush", "gunline", "skirmish", "random")


@dataclass(frozen=True, slots=True)
class Case:
    """One matchup under one set of rules, and its battles."""

    force_a: str
    force_b: str
    policy_a: str
    policy_b: str
    terrain: str
    #: Keys of the ruleset that differ from the game as published.
    changes: dict[str, Any]
    #: Seed of its battles, and how many are played.
    seed: int
    battles: int

    @property
    def title(self) -> str:
        """Name for messages."""
        changed = "; ".join(self.rules) or "as published"
        return (
            f"{self.force_a} ({self.policy_a}) against {self.force_b} ({self.policy_b}), terrain {self.terrain},"
            f" {changed}, seed {self.seed}"
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """What is changed, line by line as it stands under ``[ruleset]`` in a ruleset file."""
        from havoksim.model.toml_text import text_value

        return tuple(f"{key} = {text_value(value)}" for key, value in self.changes.items())

    def again(self, battle: int) -> str:
        """Return the command that writes the record of one of its battles."""
        ruleset = " --ruleset rules.toml" if self.changes else ""
        return (
            f"havoksim replay {self.force_a} {self.force_b} --policy-a {self.policy_a} --policy-b {self.policy_b}"
            f" --terrain {self.terrain}{ruleset} --seed {self.seed} --battle {battle} --record r.jsonl"
        )

    def matchup(self) -> Matchup:
        """Return what is fought."""
        from havoksim.battle.matchup import matchup
        from havoksim.model.ruleset import havok_2_0

        return matchup(
            self.force_a,
            self.force_b,
            ruleset=havok_2_0().changed(**self.changes),
            policy_a=self.policy_a,
            policy_b=self.policy_b,
            terrain=self.terrain,
        )


def cases(battles: int, *, seed: int) -> Iterator[Case]:
    """Return a spread of cases that comes to so many battles; the first of them are the same for any number.

    Every force is side a once before any is again, mostly against a force of its own size; players, ground and
    options come round on their own.

    Examples
    --------
    >>> some = list(cases(400, seed=2))
    >>> sum(case.battles for case in some), len({case.force_a for case in some}) > 40
    (400, True)
    """
    from havoksim.model.force_file import load_force
    from havoksim.model.places import known_names

    points = {name: load_force(name).points for name in known_names("force")}
    first = _dealt(sorted(points), seed, "force a")
    second = {
        size: _dealt([name for name in sorted(points) if points[name] == size], seed, f"force b of {size}")
        for size in sorted(set(points.values()))
    }
    anybody = _dealt(sorted(points), seed, "force b")
    players = _dealt([(a, b) for a in PLAYERS for b in PLAYERS], seed, "players")
    option = _dealt(OPTIONS, seed, "options")
    ground = _dealt(["random", "random", "random", "none", "layout"], seed, "terrain")
    names = known_names("terrain")
    layouts = _dealt(names, seed, "layouts")
    for number, start in enumerate(range(0, battles, PER_CASE)):
        a = next(first)
        b = next(anybody) if number % UNEQUAL == UNEQUAL - 1 else next(second[points[a]])
        changes = {} if number % PLAIN == 0 else next(option)
        terrain = next(ground)
        if terrain == "layout":
            terrain = next(
                (name for name, _ in zip(layouts, points, strict=False) if _fits(name, a, b, changes)), "none"
            )
        policy_a, policy_b = next(players)
        case_seed = derived_seed(seed, "verify", number)
        yield Case(a, b, policy_a, policy_b, terrain, changes, case_seed, min(PER_CASE, battles - start))


def _dealt(cards: Sequence[T], seed: int, what: str) -> Iterator[T]:
    """Return cards for ever: each once in an order of its own, then all again in another."""
    deal = 0
    while True:
        order = list(cards)
        Random(derived_seed(seed, "verify", what, deal)).shuffle(order)
        yield from order
        deal += 1


def _fits(layout: str, force_a: str, force_b: str, changes: dict[str, Any]) -> bool:
    """Say whether a layout is for the table of a game between two forces."""
    from havoksim.battle.pack import TABLES
    from havoksim.model.force import force_size
    from havoksim.model.force_file import load_force
    from havoksim.model.terrain import load_terrain

    points = max(load_force(name).points for name in (force_a, force_b))
    width, depth = changes.get("table", TABLES[force_size(points)])
    return not load_terrain(layout).problems(round(100 * width), round(100 * depth))
