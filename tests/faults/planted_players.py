"""Faults in what players expect, fear and try, each with the tests that must notice."""

from tests.faults.planted import Fault
from tests.faults.planted_battle import battle

EXPECTS = "unit/test_battle_players.py"
SHARES = "unit/test_players_sharing.py"
MINDS = "unit/test_players_psyke.py"
BLOWS = "unit/test_players_blows.py"
TRIES = "property/test_battle_trials.py"
DONE = "agreement/test_battle_what_is_tried_is_done.py"

#: What attacks are worth, and who is fired at or fought.
GAINS = (
    battle(
        "the hurt are as hard to kill as the unhurt",
        "gains.py",
        "w.law[st[t, LEFT]] += 1",
        "w.law[strength] += 1",
        EXPECTS,
    ),
    battle(
        "all after the first die at once",
        "gains.py",
        "            enough += left\n",
        "            enough += left if n == 0 else 0\n",
        EXPECTS,
    ),
    battle("nobody looks who may be hurt", "plans.py", "        count_lives(w, i, ANYBODY)\n", "", EXPECTS),
    battle(
        "wounds count though nobody follows them up",
        "gains.py",
        "return player[W_WEAR] if w.g[G_FOLLOWED] else int64(0)",
        "return player[W_WEAR]",
        EXPECTS,
    ),
    battle(
        "all enemies are equally dear", "gains.py", "return value * w.plan[e, N_PRICE] // 100", "return value", EXPECTS
    ),
    battle(
        "fresh enemies are finished first",
        "gains.py",
        "    if w.plan[e, N_HURT]:",
        "    if not w.plan[e, N_HURT]:",
        EXPECTS,
    ),
    battle(
        "one blow kills whoever has one wound left or all",
        "fates.py",
        "value = kills[kind, other, left]",
        "value = kills[kind, other, 1]",
        BLOWS,
    ),
    battle(
        "blows and psyke cost nothing", "fates.py", "return back * player[W_DANGER] // 100", "return int64(0)", BLOWS
    ),
    battle(
        "what a fight costs counts as won",
        "fates.py",
        "kind, t, left, wear), player) - loss\n        later",
        "kind, t, left, wear), player) + loss\n        later",
        BLOWS,
    ),
    battle(
        "he survives all his fights",
        "plans.py",
        "        alive = alive * (whole - fall) // whole\n",
        "",
        BLOWS,
    ),
    battle("everybody kills the same enemy", "fates.py", "        fate[left] -= struck - none\n", "", BLOWS),
    battle(
        "the next one finds whom the first has wounded whole",
        "fates.py",
        "            fate[left - j] += moved\n",
        "            fate[left] += moved\n",
        BLOWS,
    ),
    battle(
        "nobody takes a risk for the next one",
        "fates.py",
        "later += exactly(w, kills, kind, other, j) * w.ahead[0, left - j] // WHOLE",
        "later += 0",
        BLOWS,
    ),
    battle(
        "all models of a target fall at once",
        "fates.py",
        "            before += st[k, LEFT]\n",
        "            pass\n",
        EXPECTS,
    ),
    battle(
        "fire that wounds more wounds less as well",
        "fates.py",
        "            chance -= wounded(w, e, before + k + 1)\n",
        "            pass\n",
        EXPECTS,
    ),
    battle("fire that has missed is still expected", "attacks.py", "    cease_fire(w)\n", "", BLOWS),
    battle(
        "nobody chooses at whom he thinks",
        "attacks.py",
        "            choose_mind(w, m, side)  # once more, since others may have come first\n",
        "",
        MINDS,
    ),
    battle(
        "every fight in reach is fought",
        "attacks.py",
        "pays = w.ahead[2, min(st[t, LEFT], MOST_LEFT)] >= 0 or",
        "pays = True or",
        BLOWS,
    ),
    battle("nobody aims again", "allocation.py", "    if aimed > 1:\n", "    if False:\n", SHARES),
    battle(
        "nobody fires together",
        "allocation.py",
        "    if total >= most or only < 0:\n",
        "    if True:\n",
        SHARES,
    ),
    battle(
        "targets are fired at in the order of the list",
        "allocation.py",
        "while i > 0 and plan[plan[i - 1, N_TARGET], N_VALUE] < plan[e, N_VALUE]:",
        "while False:",
        SHARES,
    ),
    battle(
        "somebody always follows", "loop.py", "w.g[G_FOLLOWED] = int64(more)", "w.g[G_FOLLOWED] = int64(1)", EXPECTS
    ),
)

#: Few who fire, think or fight together.
TOGETHER = (
    battle(
        "the last gun does not share the fire",
        "sharing.py",
        "    n = number_shares(w, u, firing, power // chunk)\n",
        "    firing = max(firing - 1, 1)\n    n = number_shares(w, u, firing, power // chunk)\n",
        SHARES,
    ),
    battle(
        "guns fire at what they do not see",
        "sharing.py",
        "            able &= w.shots[m, e, 1] > 0\n",
        "",
        SHARES,
    ),
    battle(
        "dice of one face count for all",
        "gains.py",
        "    if rest < 128:\n        return harm(w, i, one, rest, player)\n",
        "    if True:\n        return harm(w, i, one, rest & 127, player)\n",
        SHARES,
    ),
    battle(
        "each gun sees what the others see",
        "gains.py",
        "counts = w.able[t, 0] & eyes if eyes else",
        "counts = w.able[t, 0] if eyes else",
        SHARES,
    ),
    battle(
        "the eyes of a second gun open no other models",
        "sharing.py",
        "            if not alike:\n                count_lives(",
        "            if False:\n                count_lives(",
        SHARES,
    ),
    battle(
        "a gun fires at two marks at once",
        "sharing.py",
        " and is_part(w, t, s, firing):",
        ":",
        SHARES,
    ),
    battle(
        "the next thinker meets his enemy alive",
        "minds.py",
        "dead * w.outlook[k + 1, s - left * w.minds[1, i]]",
        "dead * w.outlook[k + 1, s]",
        MINDS,
    ),
    battle(
        "the next thinker meets his enemy unhurt",
        "minds.py",
        "chance * w.outlook[k + 1, s - j * w.minds[1, i]]",
        "chance * w.outlook[k + 1, s]",
        MINDS,
    ),
    battle(
        "thinkers fear no answer while others think",
        "minds.py",
        "+ w.struck[0, i, left] - w.minds[2, i]",
        "+ w.struck[0, i, left]",
        MINDS,
    ),
    battle(
        "thinkers reckon with enemies whom fire has killed",
        "minds.py",
        "            odds[s] = odds[s] * fate[left] // WHOLE\n",
        "            odds[s] = odds[s] if left == most else int64(0)\n",
        MINDS,
    ),
    battle(
        "more thinkers than reckon with each other count once",
        "minds.py",
        "                value += think_through(w, n, side)\n",
        "                think_through(w, n, side)\n",
        MINDS,
    ),
    battle(
        "who has most choice thinks first",
        "plans.py",
        "* MOST_MODELS - choices_of(",
        "* MOST_MODELS + choices_of(",
        MINDS,
    ),
    battle(
        "nobody lets another think first",
        "plans.py",
        "            if better > value:\n                value = better\n            else:",
        "            if False:\n                value = better\n            else:",
        MINDS,
    ),
    battle("the bonus never shrinks in plans", "fates.py", "return min(had, MOST_LESS)", "return int64(0)", BLOWS),
    battle(
        "fights that are planned cost no die of the bonus",
        "fates.py",
        "        had += w.st[m, FOUGHT] if mine > theirs else w.st[t, FOUGHT] + before\n",
        "        pass\n",
        BLOWS,
    ),
    battle(
        "who comes later meets the whole bonus",
        "fates.py",
        "look_ahead(w, w.st[m, RANK], t, 1, player)",
        "look_ahead(w, w.st[m, RANK], t, 0, player)",
        BLOWS,
    ),
    Fault(
        "battle: the strong keep their bonus in the tables",
        "battle/worths.py",
        "mine = card.close_combat + max(rules.strength_bonus(card.strength, other.strength) - less, 0)",
        "mine = card.close_combat + rules.strength_bonus(card.strength, other.strength)",
        "agreement/test_battle_worths.py",
    ),
)

#: What is threatened, and by whom.
EYES = (
    battle("who threatens is cheap", "eyes.py", "min(100 + dearer, DEAREST)", "max(100 - dearer, 0)", EXPECTS),
    battle("there is no dearest", "eyes.py", "min(100 + dearer, DEAREST)", "100 + dearer", EXPECTS),
    battle(
        "those who have acted are feared in this turn",
        "eyes.py",
        "            if fresh:\n",
        "            if True:\n",
        EXPECTS,
    ),
    battle(
        "the enemy replies after the last turn",
        "eyes.py",
        "return int64(1) if w.g[G_TURN] < w.rules[R_TURNS]",
        "return int64(1) if w.g[G_TURN] <= w.rules[R_TURNS]",
        EXPECTS,
    ),
    battle(
        "only the last of his targets is threatened",
        "eyes.py",
        "plan[e, N_SUM] += value",
        "plan[e, N_SUM] = value",
        EXPECTS,
    ),
    battle(
        "more is threatened than there is", "eyes.py", "return min(value, plan[u, N_WHOLE])", "return value", EXPECTS
    ),
    battle(
        "the nearest enemy is forgotten",
        "eyes.py",
        "    if nearest >= 0:\n        have_in_mind(w, nearest)\n",
        "",
        EXPECTS,
    ),
    battle(
        "whether those inside a transport are hurt is not looked at",
        "eyes.py",
        "plan[e, N_MODELS], plan[e, N_HURT] = count, hurt",
        "plan[e, N_MODELS] = count",
        MINDS,
    ),
    battle("those in peril wait", "orders.py", "total += player[W_ORDER] *", "total -= player[W_ORDER] *", EXPECTS),
    battle(
        "others share no danger",
        "judging.py",
        "threat * threat // max(threat + plan[e, N_OTHERS], 1)",
        "threat",
        EXPECTS,
    ),
    battle(
        "a unit shares danger with itself",
        "judging.py",
        "max(w.plan[e, N_SUM] - w.menaces[e, u], 0)",
        "w.plan[e, N_SUM]",
        EXPECTS,
    ),
    battle(
        "who is behind is careful",
        "judging.py",
        "factor = 100 + player[W_LEAD]",
        "factor = 100 - player[W_LEAD]",
        EXPECTS,
    ),
    battle("care knows no bounds", "judging.py", "min(max(factor, 0), MOST_CAREFUL)", "max(factor, 0)", EXPECTS),
    battle(
        "contact protects nobody in the player's eyes",
        "judging.py",
        "open_to_fire = open_to_fire * (models - touching_models) // models",
        "pass",
        EXPECTS,
    ),
    battle(
        "stops lie a hair beyond the edge",
        "choices.py",
        "distance = gap - w.bands[stop, 0] + HAIR",
        "distance = gap - w.bands[stop, 0]",
        TRIES,
    ),
    battle(
        "a stop beside another place is left out", "choices.py", "ALIKE, SAME = 80, 4", "ALIKE, SAME = 80, 80", TRIES
    ),
)

#: Trials on the table.
TRIALS = (
    battle("who tries a place stays there", "judging.py", "                take_back(w, m)\n", "", TRIES),
    battle(
        "trials tire",
        "judging.py",
        "                    st[m, USED] -= st[m, LENGTH]\n",
        "                    pass\n",
        TRIES,
    ),
    battle("trials rest", "judging.py", "                if st[m, POINTS] > 0:\n", "                if True:\n", TRIES),
    battle("trials are told", "judging.py", "        w.rules[R_KEEP] = 0\n", "", TRIES),
    battle("after a trial nothing is told", "judging.py", "        w.rules[R_KEEP] = keep\n", "", TRIES),
    battle(
        "after a trial the circles are wrong",
        "judging.py",
        "        surround_moved(w, u)\n    return judge(",
        "    return judge(",
        TRIES,
    ),
    battle(
        "whoever rode before a trial walks after it",
        "moves.py",
        "    st[m, PLACE] = st[m, OLD_PLACE]\n    st[m, CARRIER] = st[m, OLD_CARRIER]\n    settle",
        "    settle",
        TRIES,
    ),
    battle(
        "a charge that falls short counts as one",
        "judging.py",
        "    if target >= 0 and not touching(st, leader, target):  # he does not get there\n",
        "    if False:\n",
        TRIES,
    ),
    battle("all tries are always spent", "judging.py", "if number > 0 and tries < n and", "if False and", TRIES),
    battle(
        "what stays best is tried all the same",
        "judging.py",
        "(tries < n and stays_best(w, n, best))",
        "False",
        TRIES,
    ),
    battle(
        "every charge gets there as it looks",
        "judging.py",
        "        w.g[G_DAMAGE] += player[W_CHARGE] * (damage // 2)\n",
        "",
        TRIES,
    ),
    battle(
        "every attack comes off as it looks",
        "judging.py",
        "w.choices[i, 3] > w.choices[best, 3] - w.choices[best, 5]",
        "w.choices[i, 3] > w.choices[best, 3]",
        TRIES,
    ),
    battle(
        "who is disappointed tries no other place",
        "judging.py",
        "and w.choices[best, 3] <= most:  # what is left promises less than has been found",
        "and True:",
        TRIES,
    ),
    battle(
        "of equal places the last tried is taken",
        "judging.py",
        "(worth == most and best < chosen)",
        "worth == most",
        TRIES,
    ),
    battle(
        "what was tried is judged at a glance",
        "judging.py",
        "models, True, known, covered, touched)",
        "models, True, int64(-1), covered, touched)",
        TRIES,
    ),
)

#: What is not worked out twice.
SHORT_WAYS = (
    battle(
        "menaces are kept of units that have moved",
        "eyes.py",
        "x != plan[u, N_LEAD_X] or y != plan[u, N_LEAD_Y] or count",
        "count",
        DONE,
    ),
    battle(
        "menaces are kept of units that have been hurt",
        "eyes.py",
        " or whole != plan[u, N_WHOLE]\n",
        "\n",
        DONE,
    ),
    battle(
        "only who looks has changed",
        "eyes.py",
        "if plan[e, N_CHANGED] or plan[u, N_CHANGED]:",
        "if plan[u, N_CHANGED]:",
        DONE,
    ),
    battle(
        "what was tried last is done whatever was chosen",
        "judging.py",
        "u + 1 if chosen == latest else 0",
        "u + 1",
        DONE,
    ),
    battle(
        "a move that is made as it was tried is not counted",
        "moves.py",
        "            report_move(w, m, part)\n    surround_moved(w, u)\n",
        "            report_move(w, m, part)\n            st[m, USED] -= st[m, LENGTH]\n    surround_moved(w, u)\n",
        DONE,
    ),
    battle(
        "a move that is made as it was tried leaves the circles behind",
        "moves.py",
        "            report_move(w, m, part)\n    surround_moved(w, u)\n",
        "            report_move(w, m, part)\n",
        TRIES,
    ),
)

PLAYERS = (*GAINS, *TOGETHER, *EYES, *TRIALS, *SHORT_WAYS)
