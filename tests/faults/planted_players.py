"""Faults in what players expect, fear and try, each with the tests that must notice."""

from tests.faults.planted_battle import battle

EXPECTS = "unit/test_battle_players.py"
TRIES = "property/test_battle_trials.py"

#: What attacks are worth, and who is fired at or fought.
GAINS = (
    battle(
        "the hurt are as hard to kill as the unhurt",
        "gains.py",
        "least, models = w.plan[e, N_LEAST],",
        "least, models = strength,",
        EXPECTS,
    ),
    battle(
        "all after the first die at once",
        "gains.py",
        "enough = least + k * step // 1000",
        "enough = least + k",
        EXPECTS,
    ),
    battle("nobody looks who may be hurt", "plans.py", "        count_open(w, e)\n", "", EXPECTS),
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
        EXPECTS,
    ),
    battle(
        "blows and psyke cost nothing", "fates.py", "return back * player[W_DANGER] // 100", "return int64(0)", EXPECTS
    ),
    battle(
        "what a fight costs counts as won",
        "fates.py",
        "kind, t, left, wear), player) - loss\n        later",
        "kind, t, left, wear), player) + loss\n        later",
        EXPECTS,
    ),
    battle(
        "he survives all his fights",
        "plans.py",
        "        alive = alive * (whole - fall) // whole\n",
        "",
        EXPECTS,
    ),
    battle("everybody kills the same enemy", "fates.py", "        fate[left] -= struck - none\n", "", EXPECTS),
    battle(
        "the next one finds whom the first has wounded whole",
        "fates.py",
        "            fate[left - j] += moved\n",
        "            fate[left] += moved\n",
        EXPECTS,
    ),
    battle(
        "nobody takes a risk for the next one",
        "fates.py",
        "later += exactly(w, kills, kind, other, j) * w.ahead[0, left - j] // WHOLE",
        "later += 0",
        EXPECTS,
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
    battle("fire that has missed is still expected", "attacks.py", "    cease_fire(w)\n", "", EXPECTS),
    battle(
        "whoever thinks sticks to his plan",
        "attacks.py",
        "            choose_mind(w, u, m, side)  # once more, since others may have come first\n",
        "",
        EXPECTS,
    ),
    battle(
        "every fight in reach is fought",
        "attacks.py",
        "pays = w.ahead[2, min(st[t, LEFT], MOST_LEFT)] >= 0 or",
        "pays = True or",
        EXPECTS,
    ),
    battle("nobody aims again", "allocation.py", "        if aimed > 1 and splits:\n", "        if False:\n", EXPECTS),
    battle(
        "nobody fires together",
        "allocation.py",
        "        if total > most or (total == most and not w.rules[R_SPLIT_DICE]) or only < 0:\n",
        "        if True:\n",
        EXPECTS,
    ),
    battle(
        "targets are fired at in the order of the list",
        "allocation.py",
        "while i > 0 and plan[plan[i - 1, N_TARGET], N_VALUE] < plan[e, N_VALUE]:",
        "while False:",
        EXPECTS,
    ),
    battle(
        "somebody always follows", "loop.py", "w.g[G_FOLLOWED] = int64(more)", "w.g[G_FOLLOWED] = int64(1)", EXPECTS
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
        EXPECTS,
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
        "max(w.plan[e, N_SUM] - menace(",
        "max(w.plan[e, N_SUM] - 0 * menace(",
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
        "        surround_moved(w, u)\n    watch_all(w)\n",
        "    watch_all(w)\n",
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

PLAYERS = (*GAINS, *EYES, *TRIALS)
