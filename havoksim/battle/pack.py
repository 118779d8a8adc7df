"""A matchup as flat arrays: forces, rules, players and terrain compiled once, for any number of battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, isqrt, pi, sin
from typing import Any

import numpy as np

from havoksim.battle.kernels import layout as at
from havoksim.battle.policy import numbers as policy_numbers
from havoksim.battle.worths import tables_of_worth
from havoksim.foundation.errors import InputError, Problem
from havoksim.foundation.seeds import text_word
from havoksim.model.force import Force, check_force, force_size
from havoksim.model.policy import Policy
from havoksim.model.ruleset import Ruleset
from havoksim.model.terrain import Layout
from havoksim.model.warrior import Warrior

#: Beyond every distance, number of dice and number of wounds of a battle.
ENDLESS = 1 << 40
#: Kinds of terrain, by number.
TERRAIN_KINDS = ("hill", "wood", "building")
#: Tables of the force sizes in inches (HVK-TABLE-01).
TABLES = {"brigade": (48, 48), "division": (48, 48), "corps": (72, 48), "army": (72, 48)}
#: Share of a zone that bases may fill before models are packed from one end.
LOOSE = 0.5
#: Share of a zone beyond which a force is refused at once.
FULL = 0.9
#: Largest force that the arrays take.
MOST_MODELS = at.MOST_MODELS // 2

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class TypeOf:
    """All models of one warrior type on one side."""

    #: 0 for side a, 1 for side b.
    side: int
    warrior: Warrior
    #: Name in records: ``a:karn_trooper``.
    name: str
    #: Models of each of its units.
    units: tuple[int, ...]

    @property
    def fielded(self) -> int:
        """How many models there are."""
        return sum(self.units)


@dataclass(frozen=True)
class Pack:
    """Everything that a battle depends on besides seed and number, as the kernels want it.

    Types, units and models are numbered through: those of side a first, in the order of the force files.
    """

    forces: tuple[Force, Force]
    ruleset: Ruleset
    policies: tuple[Policy, Policy]
    points: int
    terrain: str | Layout
    #: Width and depth of the table in hundredths of an inch.
    table: tuple[int, int]
    types: tuple[TypeOf, ...]

    @property
    def kinds(self) -> tuple[tuple[str, Warrior, int], ...]:
        """Side, type and number of models of each type."""
        return tuple(("ab"[one.side], one.warrior, one.fielded) for one in self.types)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Names of the units in records."""
        return tuple(f"{one.name}:{i}" for one in self.types for i in range(1, len(one.units) + 1))

    @cached_property
    def models(self) -> tuple[str, ...]:
        """Names of the models in records."""
        sizes = [size for one in self.types for size in one.units]
        return tuple(f"{unit}:{i}" for unit, size in zip(self.units, sizes, strict=True) for i in range(1, size + 1))

    @cached_property
    def worlds(self) -> list[Array]:
        """Records of this pack in which nobody plays just now (`havoksim.battle.play.world_of`)."""
        return []

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """The arrays that no battle changes, by their names in `havoksim.battle.kernels.layout.World`."""
        types, fixed, units = _forces(self.types, self.ruleset)
        kinds = [
            [does.cover, does.blocks_sight, does.blocks_foot, does.blocks_vehicle]
            for does in (getattr(self.ruleset.terrain_kinds, kind) for kind in TERRAIN_KINDS)
        ]
        takes = [[_takes(carrier, rider) for rider in self.types] for carrier in self.types]
        laid, corners = _layout(self.terrain)
        return {
            "rules": _rules(self),
            "bands": _bands(self.ruleset),
            "kinds": np.array(kinds, np.int64),
            "types": types,
            "units": units,
            "policy": np.array([policy_numbers(policy) for policy in self.policies], np.int64),
            "fixed": fixed,
            "takes": np.array(takes, np.int64),
            **tables_of_worth([one.warrior for one in self.types], self.ruleset),
            "layout": laid,
            "layout_corners": corners,
            "unit_words": np.array([text_word(name) for name in self.units], np.uint64),
            "model_words": np.array([text_word(name) for name in self.models], np.uint64),
            "compass": np.array(
                [
                    [round(10_000 * cos(k * 2 * pi / at.DIRECTIONS)), round(10_000 * sin(k * 2 * pi / at.DIRECTIONS))]
                    for k in range(at.DIRECTIONS)
                ],
                np.int64,
            ),
        }


def pack(
    force_a: Force,
    force_b: Force,
    ruleset: Ruleset,
    policy_a: Policy,
    policy_b: Policy,
    *,
    points: int | None = None,
    terrain: str | Layout = "random",
) -> Pack:
    """Compile a matchup.

    Parameters
    ----------
    force_a, force_b : Force
        The two forces (HVK-FORCE-01 to -05).
    ruleset : Ruleset
        The rules.
    policy_a, policy_b : Policy
        The players.
    points : int, optional
        Agreed points; by default those of the larger force. They decide sizes and table (HVK-FORCE-02, HVK-TABLE-01).
    terrain : {"random", "none"} or Layout
        What lies on the table.

    Raises
    ------
    InputError
        If a force is illegal, cannot stand in its zone, or the terrain does not fit the table.

    Examples
    --------
    >>> from havoksim.model.loading import load_force
    >>> from havoksim.model.policy import load_policy
    >>> from havoksim.model.ruleset import havok_2_0
    >>> a, player = load_force("forces/karn_500"), load_policy("tactician")
    >>> packed = pack(a, a, havok_2_0(), player, player)
    >>> packed.table, packed.models[0]
    ((4800, 4800), 'a:banshee:1:1')
    """
    agreed = points if points is not None else max(force_a.points, force_b.points)
    problems: list[Problem] = []
    for side, force in (("a", force_a), ("b", force_b)):
        found = check_force(replace(force, points=agreed), ruleset).problems
        problems += [replace(problem, where=f"force {side} ({force.name})") for problem in found]
    inches = TABLES[force_size(agreed)] if ruleset.table == "none" else tuple(ruleset.table)
    table = (_hundredths(float(inches[0])), _hundredths(float(inches[1])))
    if isinstance(terrain, Layout):
        problems += terrain.problems(*table)
    elif terrain not in ("random", "none"):
        problems.append(Problem(f'must be "random", "none" or a layout, found {terrain!r}', key="terrain"))
    if problems:
        raise InputError(problems)
    made = Pack(
        (force_a, force_b),
        ruleset,
        (policy_a, policy_b),
        agreed,
        terrain,
        table,
        (*_types(0, force_a), *_types(1, force_b)),
    )
    problems = _too_crowded(made)
    if problems:
        raise InputError(problems)
    return made


def _types(side: int, force: Force) -> list[TypeOf]:
    """Return the types of a force in the order of its file, each with its units."""
    found: dict[str, list[int]] = {}
    cards: dict[str, Warrior] = {}
    for entry in force.units:
        found.setdefault(entry.warrior.full_id, []).extend([entry.size] * entry.count)
        cards[entry.warrior.full_id] = entry.warrior
    short = [card.id for card in cards.values()]
    return [
        TypeOf(
            side,
            cards[name],
            f"{'ab'[side]}:{cards[name].id if short.count(cards[name].id) == 1 else name}",
            tuple(sizes),
        )
        for name, sizes in found.items()
    ]


def _hundredths(inches: float) -> int:
    return round(100 * inches)


def radius_of(warrior: Warrior) -> int:
    """Return the radius of a base in hundredths of an inch (HVK-TABLE-05).

    Examples
    --------
    >>> from havoksim.model.names import find_warrior
    >>> radius_of(find_warrior("karn_trooper")), radius_of(find_warrior("hammer"))
    (69, 150)
    """
    return max(_hundredths(warrior.radius), 1)


def _forces(types: Sequence[TypeOf], ruleset: Ruleset) -> tuple[Array, Array, Array]:
    """Return the arrays of types, of models at the start, and of units."""
    step = _hundredths(ruleset.inches_per_speed)
    rows = np.zeros((at.TYPE_FIELDS, len(types)), np.int64)
    models: list[tuple[int, int]] = []
    units: list[tuple[int, int, int]] = []
    for i, one in enumerate(types):
        card = one.warrior
        rows[at.T_SIDE, i] = one.side
        rows[at.T_MOVE, i] = card.speed * step
        rows[at.T_SURGE_MOVE, i] = max(card.speed, 4) * step
        rows[at.T_FIRE, i] = card.firepower
        rows[at.T_CLOSE, i] = card.close_combat
        rows[at.T_PSYKE, i] = card.psyke
        rows[at.T_ATTACKS, i] = card.psyke_attack
        rows[at.T_STRENGTH, i] = card.strength
        rows[at.T_RATING, i] = card.battle_rating
        rows[at.T_WOUND_WORTH, i] = 1000 * card.battle_rating // card.strength
        rows[at.T_RADIUS, i] = radius_of(card)
        rows[at.T_VEHICLE, i] = card.vehicle
        rows[at.T_FLIES, i] = "fly_over" in card.abilities
        rows[at.T_EXPLODES, i] = card.explodes
        rows[at.T_SPLITS, i] = "split_move" in card.abilities
        rows[at.T_FIGHTS, i] = card.fights_close
        rows[at.T_SURGES, i] = "surge" in card.abilities
        rows[at.T_CAPACITY, i] = card.carries.capacity if card.carries else 0
        rows[at.T_INSIDE, i] = bool(card.carries and card.carries.inside)
        rows[at.T_FACES, i] = round(6 * ruleset.p_wound(card.armour))
        rows[at.T_FIRST_UNIT, i] = len(units)
        rows[at.T_FIRST_MODEL, i] = len(models)
        for size in one.units:
            units.append((i, len(models), len(models) + size))
            models += [(i, len(units) - 1)] * size
        rows[at.T_LAST_UNIT, i] = len(units)
        rows[at.T_LAST_MODEL, i] = len(models)
    fixed = np.zeros((at.STATE_FIELDS, len(models)), np.int64)
    kinds = np.array([kind for kind, _ in models])
    fixed[at.TYPE] = kinds
    fixed[at.UNIT] = [unit for _, unit in models]
    for row in (at.X, at.Y, at.AT_X, at.AT_Y, at.LAST_X, at.LAST_Y):
        fixed[row] = at.OFF
    fixed[at.RADIUS] = fixed[at.AT_R] = rows[at.T_RADIUS, kinds]
    fixed[at.LEFT] = rows[at.T_STRENGTH, kinds]
    for row in (at.CARRIER, at.INTO, at.AIM):
        fixed[row] = -1
    return rows.T, fixed.T, np.array(units, np.int64)


def _takes(carrier: TypeOf, rider: TypeOf) -> bool:
    """Say whether a type of transport takes a type of warrior (HVK-LIST-08, -09)."""
    carries = carrier.warrior.carries
    if carries is None or carrier.side != rider.side or rider.warrior.vehicle:
        return False
    if carries.types == "any":
        return carrier.warrior.army_list == rider.warrior.army_list
    return rider.warrior.id in carries.types


def edges_of(ruleset: Ruleset, table: tuple[int, int]) -> int:
    """Return the edges from which players may start, as bits: south 1, north 2, west 4, east 8 (HVK-TABLE-01)."""
    if ruleset.deploy_edges == "any":
        return 15
    width, depth = table
    return 3 if width == depth or (width > depth) == (ruleset.deploy_edges == "long") else 12


def _rules(made: Pack) -> Array:
    """Return the numbers of the ruleset as the kernels read them."""
    rules, (width, depth) = made.ruleset, made.table
    explodes = rules.exploding and rules.explode_on != "none"
    count = rules.terrain_count
    pieces = (width * depth + 2_880_000) // 5_760_000 if count == "by_area" else int(count)
    drawn = pieces if made.terrain == "random" else 0
    values: dict[int, int] = {
        at.R_WIDTH: width,
        at.R_DEPTH: depth,
        at.R_ZONE: _hundredths(rules.deploy_depth),
        at.R_EDGES: edges_of(rules, made.table),
        at.R_COHERENCY: _hundredths(rules.coherency),
        at.R_TURNS: rules.battle_turns,
        at.R_ACTIVATION: ("roll_off", "alternate", "igougo").index(rules.activation),
        at.R_ALL_MOVE: rules.activation_order == "all_move_then_attack",
        at.R_FRIENDS: rules.friends_block,
        at.R_LOCK: rules.lock_in_combat,
        at.R_MODEL_SIGHT: rules.models_block_sight,
        at.R_CONTACT: ("model", "unit", "allowed").index(rules.into_contact),
        at.R_COVER_NEAREST: rules.cover_by == "nearest",
        at.R_CASUALTY: ("nearest", "owner", "random").index(rules.casualty_order),
        at.R_ONE_COMBAT: rules.attacks_per_activation == "one",
        at.R_PSYKE_RANGE: _hundredths(rules.psyke_range),
        at.R_PSYKE_EXTRA: rules.psyke_in_addition,
        at.R_MARGIN: rules.draw_margin,
        at.R_MAX_RANGE: _reach(rules),
        at.R_EXPLODE: int(rules.explode_on) if explodes else 7,
        at.R_WAVES: -1 if rules.max_explosions == "none" else int(rules.max_explosions),
        at.R_CLOSE_OPEN: rules.close_range_ignores_cover,
        at.R_SPLIT_DICE: rules.split_by == "die",
        at.R_BLASTS: rules.vehicle_explosion,
        at.R_BLAST_HITS: rules.vehicle_explosion_hits,
        at.R_BONUS: rules.strength_bonus_per_point,
        at.R_BONUS_CAP: ENDLESS if rules.strength_bonus_cap == "none" else int(rules.strength_bonus_cap),
        at.R_BONUS_LEFT: rules.strength_bonus_from == "remaining",
        at.R_BONUS_TURN: rules.bonus_count_resets == "battle_turn",
        at.R_FLAT: rules.bonus_reduction == "flat",
        at.R_CLOSE_NEEDS: rules.close_combat_hits_on,
        at.R_BLOCK: 0 if rules.block_on == "none" else int(rules.block_on),
        at.R_PSYKE_NEEDS: rules.psyke_hits_on,
        at.R_STRIKES_BACK: rules.psyke_strikes_back,
        at.R_PSYKE_FACES: 6 - rules.psyke_save_on,
        at.R_PIECES: drawn,
        at.R_PLACING: rules.terrain_placement == "policy",
        at.R_SIZE_LEAST: _hundredths(rules.terrain_sizes[0]),
        at.R_SIZE_MOST: _hundredths(rules.terrain_sizes[1]),
        at.R_LAYOUT: isinstance(made.terrain, Layout),
        at.R_TYPES: len(made.types),
        at.R_UNITS: len(made.units),
        at.R_MODELS: len(made.models),
        at.R_ON_TABLE: len(made.terrain.pieces) if isinstance(made.terrain, Layout) else drawn,
        at.R_BANDS: len(rules.bands),
        at.R_TIGHT: max(_filled(made, side) for side in (0, 1)) > LOOSE,
    }
    row = np.zeros(at.RULES, np.int64)
    for place, value in values.items():
        row[place] = int(value)
    return row


def _reach(rules: Ruleset) -> int:
    """Return the farthest distance at which fire can hit: the maximum range, or the end of the last band."""
    last = rules.bands[-1].to
    ends = [] if last is None else [_hundredths(last)]
    if rules.max_range != "none":
        ends.append(_hundredths(float(rules.max_range)))
    return min(ends, default=ENDLESS)


def _bands(rules: Ruleset) -> Array:
    rows = [[ENDLESS if band.to is None else _hundredths(band.to), band.open, band.cover] for band in rules.bands]
    return np.array(rows, np.int64)


def _layout(terrain: str | Layout) -> tuple[Array, Array]:
    """Return the pieces of a layout where they stand, and their corners."""
    pieces = terrain.pieces if isinstance(terrain, Layout) else ()
    rows = np.zeros((at.PIECE_FIELDS, len(pieces)), np.int64)
    corners = np.zeros((len(pieces), at.MOST_CORNERS, 2), np.int64)
    for p, piece in enumerate(pieces):
        round_it = max((isqrt(x * x + y * y) + 1 for x, y in piece.corners), default=piece.radius)
        rows[:, p] = (TERRAIN_KINDS.index(piece.kind), len(piece.corners), *piece.at, round_it, 1, -1)
        for i, (x, y) in enumerate(piece.on_table):
            corners[p, i] = x, y
    return rows.T, corners


def _zone(made: Pack) -> tuple[int, int]:
    """Return length and depth of the smaller deployment zone, in hundredths."""
    width, depth = made.table
    edges = edges_of(made.ruleset, made.table)
    length = min(side for side, bits in ((width, 3), (depth, 12)) if edges & bits)
    return length, _hundredths(made.ruleset.deploy_depth)


def _filled(made: Pack, side: int) -> float:
    """Return which share of its zone a side's bases fill, each as the square round it."""
    length, depth = _zone(made)
    area = sum(one.fielded * (2 * radius_of(one.warrior) + 10) ** 2 for one in made.types if one.side == side)
    return area / (length * depth)


def _too_crowded(made: Pack) -> list[Problem]:
    """Return why a force cannot stand in its zone (HVK-DEPLOY-03); what terrain takes away shows on the table only."""
    length, deep = _zone(made)
    width, depth = made.table
    edges = edges_of(made.ruleset, made.table)
    across = min(side for side, bits in ((depth, 3), (width, 12)) if edges & bits)
    problems = []
    if 2 * deep > across:
        message = f"two zones of {deep / 100:g} inches do not fit between edges {across / 100:g} inches apart"
        problems.append(Problem(f"{message} (HVK-DEPLOY-03)", key="deploy_depth"))
    for side, force in enumerate(made.forces):
        where = f"force {'ab'[side]} ({force.name})"
        if force.models > MOST_MODELS:
            problems.append(Problem(f"a side may field {MOST_MODELS} models, found {force.models}", where, "unit"))
        mine = [one.warrior for one in made.types if one.side == side]
        big = [warrior.name for warrior in mine if 2 * radius_of(warrior) > min(deep, length)]
        if big or _filled(made, side) > FULL:
            what = f"{big[0]} does not" if big else f"its {force.models} models do not"
            message = f"{what} fit into a zone of {length / 100:g} x {deep / 100:g} inches (HVK-DEPLOY-03)"
            problems.append(Problem(message, where, "deploy_depth"))
    return problems
