"""Where everything stands in the flat arrays of a battle: places in rows, codes of events, and the world itself.

Lengths are whole hundredths of an inch. Types, units and models are numbered through: side a's first, then side b's;
the models of a unit and the units of a type are neighbours.
"""

from collections import namedtuple

import numpy as np

#: Where a base stands that is not on the table: far from everything.
OFF = -1_000_000

# ---- fields of `types`, one row a type
(T_SIDE, T_MOVE, T_SURGE_MOVE, T_FIRE, T_CLOSE, T_PSYKE, T_ATTACKS, T_STRENGTH, T_RATING, T_RADIUS, T_VEHICLE, T_FLIES,
 T_EXPLODES, T_SPLITS, T_FIGHTS, T_SURGES, T_CAPACITY, T_INSIDE, T_FACES, T_FIRST_UNIT, T_LAST_UNIT,
 T_FIRST_MODEL, T_LAST_MODEL, T_WOUND_WORTH, TYPE_FIELDS) = range(25)  # fmt: skip

# ---- fields of `units`, one row a unit
U_TYPE, U_FIRST, U_LAST, UNIT_FIELDS = range(4)

# ---- fields of `st`, one row a model: its state
(AT_X, AT_Y, AT_R, HIDDEN, LEFT, TYPE, X, Y, RADIUS, PLACE, CARRIER, UNIT, KIND, AIM, USED, SUFFERED, BLAST, KILLER,
 FACE_X, FACE_Y, LAST_X, LAST_Y, LAST_RADIUS, POINTS, LENGTH, START_X, START_Y, OLD_PLACE, OLD_CARRIER, OLD_FACE, INTO,
 LIFE, BEST_KIND, MAY, FOUGHT, RANK, TRIED) = range(37)  # fmt: skip
STATE_FIELDS = 40  # five cache lines a model, what is asked most in the first
# AT_X, AT_Y, AT_R: the base on which a model stands, its own or its transport's; HIDDEN: inside one.
#: Values of PLACE: not yet deployed, on the table, on or in a transport, dead, thrown out of a wreck.
WAITING, STANDING, CARRIED, DEAD, LIMBO = range(5)
# ---- fields of `plan`, one row a unit: fire in the order of resolution, and what a player sees of each enemy unit
(N_TARGET, N_FIRING, N_X, N_Y, N_RADIUS, N_MODELS, N_WORTH, N_GAP, N_MODEL, N_MEAN, N_VALUE, N_HURT,
 N_RANK, N_LEAD_X, N_LEAD_Y, N_ALIVE, N_WHOLE, N_MID_X, N_MID_Y, N_MID_R,
 N_PRICE, N_SUM, N_OTHERS, N_PERIL, N_PROMISE, N_GAIN, N_WOUNDS, N_FACE,
 N_ASKED, N_NEXT, N_TOUCHED, N_CHANGED, PLAN_FIELDS) = range(33)  # fmt: skip
#: What a model does in its activation.
NOTHING, FIRES, THINKS, FIGHTS = range(4)

#: Beyond every distance on a table, and its square.
FAR = 20_000
FAR2 = 1 << 40
#: Gap up to which models touch (HVK-TABLE-05).
TOUCH = 5

# ---- room: the most there may be of each thing, both sides together
MOST_MODELS, MOST_UNITS, MOST_TYPES = 1000, 1000, 60
MOST_PIECES, MOST_CORNERS = 24, 8
MOST_BANDS = 20
#: Fights of one period of the strength bonus.
MOST_PAIRS = 16 * MOST_MODELS
#: Enemy units that a player has in mind for one of his: half of them, but not fewer or more than so many; and the
#: nearest. The more, the slower.
LEAST_SHORT, MOST_SHORT = 4, 8
#: Thinkers of a unit who reckon with each other, targets among which they choose, and states of these.
MOST_THINKERS, MOST_MINDED, MOST_STATES = 3, 3, 256
#: Dice of bonus that a warrior may lose to several opponents before a player reckons with no less (HVK-CC-05).
MOST_LESS = 3
#: Ways to arm at most so many firers that a player tells apart before he shares their fire.
FEW, MOST_SHARES = 3, 64
#: Lists of pieces that may lie in the way: of the line of the moment, and of all that have to do with sight.
THE_LINE, ALL_ROUND, NEAR_ROWS = 0, 1, 2
#: Candidates of a unit's move.
MOST_CHOICES = 16
#: Points of a path: start, two waypoints, end.
MOST_POINTS = 4
#: Dice and wounds up to which the table of a pool's wounds goes.
MOST_DICE, MOST_WOUNDS = 40, 24
#: Strength up to which the chance to kill with one attack is known.
MOST_LEFT = 12
#: Directions of the compass.
DIRECTIONS = 24
#: Numbers of events that are kept at once; a longer record is taken part by part.
MOST_EVENTS = 1 << 15

# ---- places in `rules`
(R_WIDTH, R_DEPTH, R_ZONE, R_EDGES, R_COHERENCY, R_TURNS, R_ACTIVATION, R_ALL_MOVE, R_FRIENDS, R_LOCK, R_MODEL_SIGHT,
 R_CONTACT, R_COVER_NEAREST, R_CASUALTY, R_ONE_COMBAT, R_PSYKE_RANGE, R_PSYKE_EXTRA, R_MARGIN, R_MAX_RANGE, R_EXPLODE,
 R_WAVES, R_CLOSE_OPEN, R_SPLIT_DICE, R_BLASTS, R_BLAST_HITS, R_BONUS, R_BONUS_CAP, R_BONUS_LEFT, R_BONUS_TURN, R_FLAT,
 R_CLOSE_NEEDS, R_BLOCK, R_PSYKE_NEEDS, R_STRIKES_BACK, R_PSYKE_FACES, R_PIECES, R_PLACING, R_SIZE_LEAST,
 R_SIZE_MOST, R_LAYOUT, R_TIGHT, R_TYPES, R_UNITS, R_MODELS, R_ON_TABLE, R_BANDS, R_KEEP, R_EVENTS_FROM,
 RULES) = range(49)  # fmt: skip
BY_ROLL_OFF, BY_TURNS, BY_SIDES = range(3)
PROTECT_MODEL, PROTECT_UNIT, PROTECT_NONE = range(3)
NEAREST, OWNER, RANDOM = range(3)

# ---- fields of `kinds`: what a kind of terrain does
K_COVER, K_SIGHT, K_FOOT, K_VEHICLE = range(4)

# ---- fields of `pieces`: kind, corners (0: a circle), middle, radius (of the circle round it), on the table, owner
P_KIND, P_CORNERS, P_X, P_Y, P_RADIUS, P_PLACED, P_SIDE, PIECE_FIELDS = range(8)

# ---- places in `policy`, one row a side
(W_DAMAGE, W_DANGER, W_ADVANCE, W_COVER, W_FINISH, W_PROTECT, W_CLOSE, W_CHARGE, W_WEAR, W_SHARE, W_DISARM, W_ORDER,
 W_LEAD, W_REACH, W_TRIES, W_RANDOM, NO_FIRE, NO_MELEE, NO_PSYKE, NO_SPLIT, NO_RETREAT, NO_COVER,
 NO_MOVE, POLICY) = range(24)  # fmt: skip

# ---- places in `g`, the state of the battle
(G_BATTLE, G_TURN, G_OVER, G_ALIVE_A, G_ALIVE_B, G_EDGE_A, G_EDGE_B, G_FIRST, G_RANDOMS, G_SURGED, G_PAIRS, G_FAILED,
 G_CHOICES, G_LOST_A, G_LOST_B, G_WRECK, G_ACTIVE, G_EVENTS, G_SHORT, G_WIDEST, G_CLOSE,
 G_FULL_A, G_FULL_B, G_CIRCLES, G_MINDFUL, G_PLANNED, G_TARGETS, G_FOLLOWED,
 G_WORTH_A, G_WORTH_B, G_CAREFUL, G_MORE, G_TORN, G_DAMAGE, G_LINE, G_FORCED, G_WENT, G_IN_MIND,
 GLOBALS) = range(39)  # fmt: skip
SOUTH, NORTH, WEST, EAST = range(4)

# ---- places in `keys`: the streams of this battle
(KEY_TERRAIN_ROLL, KEY_EDGE_ROLL, KEY_DEPLOY_ROLL, KEY_ACTIVATE_ROLL, KEY_FIRE, KEY_ARMOUR, KEY_CLOSE, KEY_PSYKE,
 KEY_BLAST, KEY_CASUALTY, KEY_TERRAIN, KEY_CHOICE, KEYS) = range(13)  # fmt: skip

# ---- events: code, number of values, values
(E_PIECE, E_DEAL, E_ROLL_OFF, E_PLACE, E_LEFT_OUT, E_EDGE, E_DEPLOY_TYPE, E_DEPLOY, E_TURN, E_ACTIVATE, E_UNIT, E_MOVE,
 E_FIRE, E_VOLLEY, E_COMBAT, E_PSYKE, E_WOUND, E_DEATH, E_BLAST, E_PASSENGER, E_END) = range(21)  # fmt: skip


#: Everything of a battle: what never changes, what does, and room to work in. One record, so that the compiled
#: functions hand on one address. Its places: name, type, shape.
_FIELDS = (
    # what never changes
    ("rules", np.int64, (RULES,)),
    ("bands", np.int64, (MOST_BANDS, 3)),  # end, face in the open, face in cover
    ("kinds", np.int64, (3, 4)),
    ("types", np.int64, (MOST_TYPES, TYPE_FIELDS)),
    ("units", np.int64, (MOST_UNITS, UNIT_FIELDS)),
    ("policy", np.int64, (2, POLICY)),
    ("fixed", np.int64, (MOST_MODELS, STATE_FIELDS)),  # the state at the start
    ("takes", np.int64, (MOST_TYPES, MOST_TYPES)),  # whether a row's type carries a column's
    ("worth", np.int64, (MOST_TYPES, 7)),  # thousandths of BR that a die wounds, by the face that it needs
    # thousandths of BR that a row's model destroys of a column's by blows, by how much the stronger one's bonus shrinks
    ("bold", np.int64, (MOST_LESS + 1, MOST_TYPES, MOST_TYPES)),
    ("mind", np.int64, (MOST_TYPES, MOST_TYPES)),  # the same of a psyke attack
    # the same of the dead alone, by what is left of the one who is attacked
    ("bold_kills", np.int64, (MOST_LESS + 1, MOST_TYPES, MOST_TYPES, MOST_LEFT + 1)),
    ("mind_kills", np.int64, (MOST_TYPES, MOST_TYPES, MOST_LEFT + 1)),
    (
        "capped",
        np.int64,
        (7, 7, MOST_DICE + 1, MOST_WOUNDS + 1),
    ),  # millionths of wounds: face, wounding faces, dice, most
    ("layout", np.int64, (MOST_PIECES, PIECE_FIELDS)),
    ("layout_corners", np.int64, (MOST_PIECES, MOST_CORNERS, 2)),
    ("unit_words", np.uint64, (MOST_UNITS,)),
    ("model_words", np.uint64, (MOST_MODELS,)),
    ("roots", np.uint64, (KEYS,)),  # keys of (seed, purpose)
    ("compass", np.int64, (DIRECTIONS, 2)),  # directions, as ten-thousandths
    # the state of a battle
    ("st", np.int64, (MOST_MODELS, STATE_FIELDS)),
    ("paths", np.int64, (MOST_MODELS, MOST_POINTS, 2)),
    ("g", np.int64, (GLOBALS,)),
    ("keys", np.uint64, (KEYS,)),
    ("pieces", np.int64, (MOST_PIECES, PIECE_FIELDS)),
    ("corners", np.int64, (MOST_PIECES, MOST_CORNERS, 2)),
    ("tstate", np.int64, (MOST_TYPES, 4)),  # activated in this turn, living models, deployed, surged in this activation
    ("dealt", np.int64, (MOST_TYPES, MOST_MODELS)),  # wounds by type of the attacker
    ("met", np.int8, (MOST_MODELS, MOST_MODELS)),  # who has fought whom in the period of the bonus
    ("pairs", np.int64, (MOST_PAIRS, 2)),  # the same as a list
    ("lost", np.int64, (MOST_TYPES,)),
    ("kills", np.int64, (MOST_TYPES, MOST_TYPES)),
    # room to work in
    ("plan", np.int64, (MOST_UNITS, PLAN_FIELDS)),  # a unit's choice
    ("menaces", np.int64, (MOST_UNITS, MOST_UNITS)),  # what a row's unit, once it has moved, could do to a column's
    ("short", np.int64, (MOST_SHORT + 1,)),  # the enemy units in mind, those that matter most first
    ("glances", np.int64, (MOST_SHORT + 1, 7)),  # what fire is worth against those in mind, by face; -1 not known yet
    # wounds from which on one, two... models of each in mind are dead, the wounded first; and of how many that is known
    ("lives", np.int64, (MOST_SHORT + 1, MOST_WOUNDS)),
    ("open", np.int64, (MOST_SHORT + 1,)),
    (
        "law",
        np.int64,
        (MOST_WOUNDS + 1,),
    ),  # how many wounds a volley deals (millionths), or how many models have so many
    # shares of a unit's fire: what each is worth against each in mind, what it is worth with those before, and whose
    ("shares", np.int64, (3, MOST_SHORT + 1, MOST_SHARES)),
    ("parts", np.int64, (FEW, MOST_SHARES)),  # what each firer gives to a share
    ("dice", np.int64, (2, MOST_SHARES)),  # the dice of a share by face, and who sees what they may hurt
    # pieces that may lie in the way, a list for each row: number, middle, radius squared, sight, cover
    ("near", np.int64, (NEAR_ROWS, MOST_PIECES, 6)),
    ("how_near", np.int64, (NEAR_ROWS,)),  # how many
    ("close", np.int64, (MOST_UNITS,)),  # the enemy units that may be in contact with a unit
    ("choices", np.int64, (MOST_CHOICES, 6)),  # x, y, model to be charged or -1, score, tried, what its attack adds
    ("fate", np.int64, (MOST_MODELS, MOST_LEFT + 1)),  # millionths: what an enemy has left once a plan is carried out
    ("ahead", np.int64, (4, MOST_LEFT + 1)),  # what later attacks make of an enemy, by what is left of him
    ("went", np.int64, (MOST_MODELS,)),  # models of a unit in the order in which they have moved
    ("line", np.int64, (MOST_MODELS,)),  # models of a unit in the order in which they think and fight
    ("said", np.int64, (2,)),
    # psyke: the best targets, what their digits are worth in the number of a state, what is feared of them
    ("minds", np.int64, (3, MOST_MINDED)),
    # what an attack on each is worth by what he has left, the chance of so many wounds, what later fights make of him
    ("struck", np.int64, (3, MOST_MINDED, MOST_LEFT + 1)),
    ("outlook", np.int64, (MOST_THINKERS + 1, MOST_STATES)),  # what is still to win in a state, thinker by thinker
    ("whom", np.int64, (MOST_THINKERS, MOST_STATES)),  # whom each attacks in a state, -1: nobody
    ("left_in", np.int64, (MOST_MINDED, MOST_STATES)),  # what each target has left in a state
    ("odds", np.int64, (MOST_STATES,)),  # millionths: how likely a state is
    ("shots", np.int64, (MOST_MODELS, MOST_UNITS, 4)),  # fire: dice, needs, distance, cover
    ("able", np.int64, (MOST_MODELS, 4)),  # fire: eligible, square of the nearest distance, radii in it; protected
    ("queue", np.int64, (4, MOST_MODELS)),  # orders of models
    ("ev", np.int64, (MOST_EVENTS,)),  # events
)
WORLD = np.dtype([(name, kind, shape) for name, kind, shape in _FIELDS])
#: The same as plain arrays, for kernels that are not compiled.
World = namedtuple("World", [name for name, _, _ in _FIELDS])
