"""Faults in the kernels of the battle on the table, each with the tests that must notice.

First what decides where everybody is (`TABLE`): distances, terrain, ways, moves, setting up. Then what the dice do
(`DICE`): fire, wounds, blows, wrecks, the order of play.
"""

from tests.faults.planted import Fault

GEOMETRY = "unit/test_battle_geometry.py"
SIGHT = "unit/test_battle_sight.py"
WAYS = "unit/test_battle_ways.py"
MOVES = "unit/test_battle_moves.py"
SETUP = "unit/test_battle_setup.py"
ATTACKS = "unit/test_battle_attacks.py"
OPTIONS = "unit/test_battle_options.py"
TWIN = "agreement/test_battle_dice_twin.py"
SAME = "agreement/test_battle_same_battles.py"
LAWS = "statistical/test_battle_exchanges_follow_exact_laws.py"


def battle(name, file, right, wrong, tests):
    return Fault(f"battle: {name}", f"battle/kernels/{file}", right, wrong, tests)


TABLE = (
    battle("legs are rounded down", "geometry.py", "return r if r * r == n else r + 1", "return r", GEOMETRY),
    battle(
        "gaps go below nothing",
        "geometry.py",
        "return max(root_up(d2) - radii, 0)",
        "return root_up(d2) - radii",
        GEOMETRY,
    ),
    battle(
        "touching a base stops a leg",
        "geometry.py",
        "return cross * cross < r2 * length2",
        "return cross * cross <= r2 * length2",
        GEOMETRY,
    ),
    battle(
        "the end of a leg is not looked at",
        "geometry.py",
        "return qx * qx + qy * qy < r2",
        "return False",
        GEOMETRY,
    ),
    battle(
        "the edge of a piece is outside",
        "geometry.py",
        "(x - corners[i, 0]) < 0:",
        "(x - corners[i, 0]) <= 0:",
        GEOMETRY,
    ),
    battle(
        "a line along an edge crosses", "geometry.py", "            if at <= 0:", "            if at < 0:", GEOMETRY
    ),
    battle("pieces behind the back are in the way", "geometry.py", " and high_n > 0", "", GEOMETRY),
    battle(
        "bases overlap the corners of pieces",
        "geometry.py",
        "if leg_hits_circle(x0, y0, x1, y1, ax, ay, reach):",
        "if False:",
        GEOMETRY,
    ),
    battle(
        "a share of a length has no direction",
        "geometry.py",
        "return q if part >= 0 else -q",
        "return q",
        GEOMETRY,
    ),
    battle(
        "who stands in a building sees nothing outside",
        "terrain.py",
        "if passes and w.near[row, i, 4] and not from_in and not to_in:",
        "if passes and w.near[row, i, 4] and not to_in:",
        SIGHT,
    ),
    battle(
        "the wood in which the firer stands covers his target",
        "terrain.py",
        "(to_in or (passes and not from_in)):",
        "(to_in or passes):",
        SIGHT,
    ),
    battle(
        "who stands in a wood has no cover from one beside it",
        "terrain.py",
        "(to_in or (passes and not from_in)):",
        "(passes and not from_in):",
        SIGHT,
    ),
    battle(
        "a line that touches a wood is in its cover",
        "terrain.py",
        "cross * cross < reach2 * length2)",
        "cross * cross <= reach2 * length2)",
        SIGHT,
    ),
    battle(
        "vehicles drive where only those on foot may go",
        "terrain.py",
        "return w.kinds[kind, K_VEHICLE] if vehicle else w.kinds[kind, K_FOOT]",
        "return w.kinds[kind, K_FOOT]",
        SIGHT,
    ),
    battle(
        "bases hang over the edge of the table",
        "terrain.py",
        "if x < r or y < r or x >",
        "if x < 0 or y < 0 or x >",
        SIGHT,
    ),
    battle("the target hides itself", "terrain.py", "            and k != b\n", "", SIGHT),
    battle("contact reaches a hundredth too far", "terrain.py", "st[b, AT_R] + 5\n", "st[b, AT_R] + 6\n", SIGHT),
    battle(
        "aircraft are fought hand to hand", "terrain.py", "        and w.types[st[b, TYPE], T_FIGHTS] == 1\n", "", SIGHT
    ),
    battle(
        "friends always block the way",
        "paths.py",
        "if w.types[i, T_SIDE] == side and not w.rules[R_FRIENDS]:",
        "if False:",
        WAYS,
    ),
    battle("nobody flies", "paths.py", "if w.types[st[m, TYPE], T_FLIES]:", "if False:", WAYS),
    battle(
        "detours cost nothing",
        "paths.py",
        "if length > budget or obstacle(w, m, sx, sy, x, y) >= 0:",
        "if obstacle(w, m, sx, sy, x, y) >= 0:",
        WAYS,
    ),
    battle(
        "the second leg of a detour goes through enemies",
        "paths.py",
        "second = obstacle(w, m, x, y, tx, ty)",
        "second = -1",
        WAYS,
    ),
    battle(
        "the doors are in front", "paths.py", "return st[v, X] - rounded_part(", "return st[v, X] + rounded_part(", WAYS
    ),
    battle(
        "a model looks along its first leg", "paths.py", "for i in range(n - 1, 0, -1):", "for i in range(1, n):", WAYS
    ),
    battle(
        "both parts of a split move have the whole length",
        "moves.py",
        "return whole - w.st[m, USED]",
        "return whole",
        MOVES,
    ),
    battle(
        "only the last gap of a unit counts",
        "moves.py",
        "worst = max(worst, w.queue[2, here])",
        "worst = w.queue[2, here]",
        MOVES,
    ),
    battle("nobody is locked in combat", "moves.py", "if not w.rules[R_LOCK]:", "if True:", MOVES),
    battle(
        "units drift apart",
        "moves.py",
        "if after > w.rules[R_COHERENCY] and after >= spread_before(w, u):",
        "if False:",
        MOVES,
    ),
    battle("a move taken back turns the model", "moves.py", "    st[m, FACE_Y] = fy\n", "", MOVES),
    battle(
        "chargers stop short of contact",
        "moves.py",
        "px, py = rounded_part(reach + 2, dx, d2), rounded_part(reach + 2, dy, d2)",
        "px, py = rounded_part(reach + 7, dx, d2), rounded_part(reach + 7, dy, d2)",
        MOVES,
    ),
    battle(
        "a transport takes one too many",
        "moves.py",
        "riders(w, v) + size <= w.types[carrier, T_CAPACITY]",
        "riders(w, v) + size <= w.types[carrier, T_CAPACITY] + 1",
        MOVES,
    ),
    battle(
        "whoever boards stays in the way", "moves.py", "        st[m, X] = OFF\n        st[m, Y] = OFF\n", "", MOVES
    ),
    battle(
        "passengers stay behind",
        "terrain.py",
        "            stand_on(w, k, m)\n",
        "            pass\n",
        f"{MOVES}::test_passengers_go_with_their_transport",
    ),
    battle(
        "the circle round a unit is too small",
        "terrain.py",
        "int64(sqrt(wide * wide + deep * deep)) // 2 + 2",
        "int64(sqrt(wide * wide + deep * deep)) // 4",
        MOVES,
    ),
    battle(
        "a unit overlooks its own models",
        "terrain.py",
        "w.plan[u, N_MID_R] = 0, 0, FAR",
        "w.plan[u, N_MID_R] = OFF, OFF, 0",
        MOVES,
    ),
    battle("circles of an earlier move are believed", "moves.py", "    w.g[G_CIRCLES] = 0\n", "", MOVES),
    battle("pieces lie too close", "scenery.py", "APART = 300", "APART = 150", SETUP),
    battle("pieces lie wholly in a zone", "scenery.py", "    if edges & 3 and (", "    if False and (", SETUP),
    battle("the first piece is always a hill", "scenery.py", "(start + p) % 3", "p % 3", SETUP),
    battle("one player is dealt all pieces", "scenery.py", "starter if i % 2 == 0 else 1 - starter", "starter", SETUP),
    battle(
        "diameters are taken for radii",
        "scenery.py",
        "(least + draw(key, 0, most - least + 1)) // 2",
        "(least + draw(key, 0, most - least + 1))",
        SETUP,
    ),
    battle(
        "the battles of a pair have different terrain",
        "loop.py",
        "battle // 2 if i == KEY_TERRAIN else battle",
        "battle",
        SETUP,
    ),
    battle(
        "the northern zone is a hundredth too deep",
        "deploy.py",
        "return along, w.rules[R_DEPTH] - deep",
        "return along, w.rules[R_DEPTH] - deep - 1",
        SETUP,
    ),
    battle(
        "both players start from one edge",
        "deploy.py",
        "w.g[G_EDGE_A + 1 - winner] = best ^ 1",
        "w.g[G_EDGE_A + 1 - winner] = best",
        SETUP,
    ),
    battle("the armies turn their backs", "deploy.py", "st[m, FACE_Y] = fy - gy", "st[m, FACE_Y] = gy - fy", SETUP),
)

DICE = (
    battle(
        "an edge belongs to the farther band",
        "fire.py",
        "if distance <= w.bands[i, 0]:",
        "if distance < w.bands[i, 0]:",
        ATTACKS,
    ),
    battle("close range ignores cover everywhere", "fire.py", "not (i == 0 and w.rules", "not (w.rules", ATTACKS),
    battle("there is no farthest range", "fire.py", "if distance > w.rules[R_MAX_RANGE]:", "if False:", ATTACKS),
    battle(
        "half of a unit in cover is not enough", "fire.py", "2 * covered >= eligible", "2 * covered > eligible", ATTACKS
    ),
    battle(
        "contact with the firer's side protects nobody",
        "fire.py",
        "return w.st[t, LEFT] > 0 and w.able[t, 3] == 0 and",
        "return w.st[t, LEFT] > 0 and",
        ATTACKS,
    ),
    battle(
        "a large base is nearer than it is",
        "fire.py",
        "rest = a2 - b2 - k * k",
        "rest = a2 - b2 + k * k",
        GEOMETRY,
    ),
    battle(
        "a unit need not look for what is beside the line",
        "fire.py",
        "wide = max(plan[u, N_MID_R], plan[e, N_MID_R])",
        "wide = 2",
        ATTACKS,
    ),
    battle(
        "dice that need a six are forgotten", "fire.py", "for needs in range(2, 7):", "for needs in range(2, 6):", LAWS
    ),
    battle("all bands of a volley throw the same dice", "fire.py", "        rolled += thrown\n", "", TWIN),
    battle(
        "every target meets the same dice",
        "fire.py",
        "branch(hits_key, p), branch",
        "branch(hits_key, 0), branch",
        TWIN,
    ),
    battle(
        "overkill is taken from the next model",
        "fire.py",
        "now = min(wounds, w.st[m, LEFT])",
        "now = wounds",
        f"{LAWS}::test_hits_wounds_and_kills_of_a_volley",
    ),
    battle(
        "the unhurt suffer first",
        "fire.py",
        "if best < 0 or st[m, LEFT] < st[best, LEFT]:",
        "if best < 0 or st[m, LEFT] > st[best, LEFT]:",
        ATTACKS,
    ),
    battle(
        "the owner gives up the nearest",
        "fire.py",
        "if order == OWNER and st[m, LEFT] == strength:",
        "if False:",
        ATTACKS,
    ),
    battle(
        "a random casualty is always the first",
        "fire.py",
        "% uint64(unhurt))",
        "% uint64(1))",
        f"{LAWS}::test_random_casualties_fall_on_all_alike",
    ),
    battle("who was out of sight suffers too", "fire.py", "(clear or sees(w, m, t)):", "True:", ATTACKS),
    battle(
        "the bonus never shrinks",
        "blows.py",
        "int64((a == m and b != opponent) or (b == m and a != opponent))",
        "int64(0)",
        ATTACKS,
    ),
    battle(
        "meeting the same enemy again costs a die",
        "blows.py",
        "int64((a == m and b != opponent) or (b == m and a != opponent))",
        "int64(a == m or b == m)",
        ATTACKS,
    ),
    battle(
        "opponents who began the fight themselves do not count",
        "blows.py",
        "int64((a == m and b != opponent) or (b == m and a != opponent))",
        "int64(a == m and b != opponent)",
        ATTACKS,
    ),
    battle("the period of the bonus never ends", "blows.py", "        w.met[b, a] = 0\n", "", ATTACKS),
    battle("wounds weaken the strength bonus", "blows.py", "if w.rules[R_BONUS_LEFT]:", "if True:", TWIN),
    battle("own sixes block own hits", "blows.py", "max(hits_a - blocks_d, 0)", "max(hits_a - blocks_a, 0)", LAWS),
    battle(
        "psyke is always answered",
        "blows.py",
        "back = net_d if code == E_COMBAT or w.rules[R_STRIKES_BACK] else 0",
        "back = net_d",
        f"{LAWS}::test_both_sides_wounds_of_a_psyke_attack",
    ),
    battle(
        "armour of the two is swapped",
        "blows.py",
        "types[active, T_FACES], types[st[d, TYPE], T_FACES], 0,",
        "types[st[d, TYPE], T_FACES], types[active, T_FACES], 0,",
        f"{LAWS}::test_both_sides_wounds_of_a_close_combat",
    ),
    battle(
        "saves against psyke roll the dice of armour",
        "blows.py",
        "side = 2 if code == E_PSYKE else 0",
        "side = 0",
        TWIN,
    ),
    battle(
        "a combat of the whole unit is a combat of its first",
        "blows.py",
        "w.model_words[a]), w.model_words[d])",
        "w.model_words[d]), w.model_words[a])",
        TWIN,
    ),
    battle("wounds go below nothing", "wounds.py", "    wounds = min(wounds, st[m, LEFT])\n", "", ATTACKS),
    battle(
        "casualties count for their own side",
        "wounds.py",
        "w.g[G_LOST_A + side] += types[kind, T_RATING]",
        "w.g[G_LOST_B - side] += types[kind, T_RATING]",
        ATTACKS,
    ),
    battle(
        "explosions reach those in other transports",
        "wounds.py",
        "        if st[t, HIDDEN]:\n            return False\n",
        "",
        ATTACKS,
    ),
    battle(
        "explosions spare those inside",
        "wounds.py",
        "        if st[t, CARRIER] == v:\n            return True\n",
        "",
        ATTACKS,
    ),
    battle("chains end after one wave", "wounds.py", "    while more:\n", "    while more and wave == 0:\n", ATTACKS),
    battle(
        "credit for a chain is lost",
        "wounds.py",
        "st[t, KILLER] = st[v, KILLER]",
        "st[t, KILLER] = st[v, TYPE]",
        ATTACKS,
    ),
    battle(
        "all who are touched meet the same die", "wounds.py", "branch(key, w.model_words[t])", "branch(key, 0)", TWIN
    ),
    battle("sixes do not explode", "dicebox.py", "extra += int64(face >= explodes_from)", "extra += 0", LAWS),
    battle(
        "the cap on extra dice is one too high",
        "dicebox.py",
        "if wave == most_waves:",
        "if most_waves >= 0 and wave > most_waves:",
        LAWS,
    ),
    battle("ties go to b", "dicebox.py", "        if a != b:\n", "        if True:\n", LAWS),
    battle("roll-offs are turned round", "dicebox.py", "return 0 if a > b else 1", "return 0 if a < b else 1", LAWS),
    battle("all roll-offs of a turn are the same", "dicebox.py", "w.g[G_TURN]), ordinal)", "w.g[G_TURN]), 0)", TWIN),
    battle(
        "types that have activated stay so",
        "loop.py",
        "    for i in range(w.rules[R_TYPES]):\n        w.tstate[i, 0] = 0\n    if",
        "    if",
        f"{TWIN} {OPTIONS}",
    ),
    battle(
        "the wounds of an earlier battle earn credit",
        "loop.py",
        "            w.dealt[i, m] = 0\n",
        "            pass\n",
        SAME,
    ),
    battle(
        "the number of the first battle of a block is lost",
        "loop.py",
        "play(w, first + i, out, i)",
        "play(w, i, out, i)",
        f"{SAME}::test_a_battle_is_the_same_alone_in_a_block_and_in_another",
    ),
    battle(
        "a margin of the limit is a win",
        "loop.py",
        "if abs(score_a - score_b) > w.rules[R_MARGIN]:",
        "if abs(score_a - score_b) >= w.rules[R_MARGIN]:",
        f"{SAME}::test_two_forces_that_cannot_hurt_each_other_draw_at_the_limit_of_turns",
    ),
    battle(
        "players alternate only once",
        "loop.py",
        "                side = 1 - side\n",
        "                pass\n",
        f"{OPTIONS}::test_who_activates_next",
    ),
    battle(
        "a type surges in every turn",
        "loop.py",
        "w.g[G_SURGED] |= int64(1) << kind",
        "w.g[G_SURGED] |= int64(0)",
        f"{OPTIONS}::test_a_surge_happens_once_and_carries_the_type_farther",
    ),
    battle(
        "a warrior fights on after one combat",
        "attacks.py",
        "        combat(w, m, best)\n        if w.rules[R_ONE_COMBAT]:",
        "        combat(w, m, best)\n        if False:",
        f"{OPTIONS}::test_one_combat_or_as_many_as_there_are_contacts",
    ),
    battle(
        "fire is always split by dice",
        "allocation.py",
        "chunk = int64(1) if w.rules[R_SPLIT_DICE] else power",
        "chunk = int64(1)",
        f"{OPTIONS}::test_split_by_warriors_or_by_dice",
    ),
    battle(
        "psyke reaches one hundredth too far",
        "minds.py",
        "gap_up(d2, radii) <= w.rules[R_PSYKE_RANGE]",
        "gap_up(d2, radii) <= w.rules[R_PSYKE_RANGE] + 1",
        ATTACKS,
    ),
)

BATTLE = (*TABLE, *DICE)
