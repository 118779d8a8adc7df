"""The columns of a run of battles: names, types and units, in one place."""

from __future__ import annotations

from havoksim.store.schema import Columns, estimate, real, text, whole

#: A part of a run: the sums of one matchup over one block of battles, one row a sum.
BATTLE_CELL: Columns = (
    text("whose", "empty for the battle as a whole, else side and type: a:list/type"),
    text("sum", "what is added up, in the words of havoksim.battle.tally"),
    whole("value", "the sum"),
)

_WHO = (
    text("ruleset", "id of the ruleset"),
    text("force_a", "id of the force of side a"),
    text("force_b", "id of the force of side b"),
    text("policy_a", "id of the player of side a"),
    text("policy_b", "id of the player of side b"),
)

#: One row for each ruleset and matchup.
BATTLE_MATCHUPS: Columns = (
    *_WHO,
    text("name_a", "name of the force of side a"),
    text("name_b", "name of the force of side b"),
    whole("points", "agreed points"),
    text("terrain", "random, none, or the id of a layout"),
    whole("br_a", "battle rating that a fields"),
    whole("br_b", "battle rating that b fields"),
    whole("n_battles", "battles fought, half of them with seats swapped"),
    whole("wins_a", "battles that a won"),
    whole("draws", "battles that nobody won"),
    whole("wins_b", "battles that b won"),
    *estimate("score_a", "share of battles that a wins, draws count half"),
    real("win_rate_a", "share of battles that a wins"),
    real("br_destroyed_a", "mean BR of b's casualties"),
    real("br_destroyed_a_se", "standard error of br_destroyed_a"),
    real("br_destroyed_b", "mean BR of a's casualties"),
    real("br_destroyed_b_se", "standard error of br_destroyed_b"),
    real("margin_mean", "mean of br_destroyed_a - br_destroyed_b"),
    real("margin_mean_se", "standard error of margin_mean"),
    real("margin_sd", "standard deviation of the margin of one battle"),
    real("turns_mean", "mean number of battle turns begun"),
    real("turns_mean_se", "standard error of turns_mean"),
    real("ended_by_turn_limit", "share of battles that the turn limit ended"),
    real("ended_by_wiped_out", "share of battles that ended when a side was gone"),
    text("method", "sampled"),
    text("seed", "seed of the matchup's battles, for havoksim replay"),
)

_WORTH = (
    real("br_destroyed", "mean BR of the enemy that it destroys in a battle, shared out by wounds"),
    real("br_destroyed_se", "standard error of br_destroyed"),
    real("br_lost", "mean BR that it loses in a battle"),
    real("br_lost_se", "standard error of br_lost"),
)

#: One row for each ruleset, matchup, side and type.
BATTLE_WARRIORS: Columns = (
    *_WHO,
    text("side", "a or b"),
    text("warrior", "the type, list/type"),
    text("name", "name of the type"),
    whole("n_fielded", "models fielded"),
    whole("br_fielded", "BR fielded"),
    *_WORTH,
    *estimate("survival", "share of its models that live at the end"),
    real("efficiency", "BR destroyed per BR fielded"),
    real("efficiency_se", "standard error of efficiency"),
    real("trade", "BR destroyed per BR lost; empty if nothing was lost", optional=True),
    real("trade_se", "standard error of trade", optional=True),
    whole("n_battles", "battles fought"),
)

_FIELD = (
    *estimate("efficiency", "BR destroyed per BR fielded"),
    real("trade", "total BR destroyed per total BR lost; empty if nothing was lost", optional=True),
    real("trade_se", "standard error of trade", optional=True),
    text("method", "sampled"),
    whole("n", "battles fought"),
)

#: One row for each ruleset and type: all matchups against other factions together, each counted once.
TYPES: Columns = (
    text("ruleset", "id of the ruleset"),
    text("warrior", "the type, list/type"),
    text("name", "name of the type"),
    text("faction", "id of its army list"),
    text("provenance", "published, partial or estimate: where its figures come from"),
    whole("battle_rating", "BR of one model as stated"),
    real("formula_br", "BR of one model by the ruleset's formula"),
    text("setting", "all: the mean over its matchups"),
    whole("n_matchups", "matchups that it was fielded in, against other factions"),
    real("br_fielded", "mean BR fielded"),
    *_WORTH,
    *_FIELD,
)

#: One row for each ruleset and faction: its forces against the forces of the other factions.
BATTLE_FACTIONS: Columns = (
    text("ruleset", "id of the ruleset"),
    text("faction", "id of the army list"),
    text("name", "name of the army list"),
    whole("n_matchups", "matchups against other factions"),
    *estimate("score", "mean score of its forces against those of the others, each matchup counted once"),
    *_FIELD,
)

#: The tables of a finished run of battles, by file name without its ending.
BATTLE_TABLES: dict[str, Columns] = {
    "matchups": BATTLE_MATCHUPS,
    "warriors": BATTLE_WARRIORS,
    "types": TYPES,
    "factions": BATTLE_FACTIONS,
}
