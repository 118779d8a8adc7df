"""``havoksim train``: make a player stronger by self-play, or find out which players beat which."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from havoksim.cli.answers import check_picture, draw
from havoksim.cli.arguments import examples, in_options, ruleset_option
from havoksim.cli.output import Output, Table, as_json, check_writable, output_options, show

if TYPE_CHECKING:
    from havoksim.analysis.training import Trained, Training
    from havoksim.model.force import Force
    from havoksim.model.policy import Policy
    from havoksim.model.ruleset import Ruleset

#: Battles that are fought if nothing else is said.
BUDGET = 100_000
#: Agreed points if nothing else is said.
POINTS = (500, 1000)
#: Drawn forces of each faction and size that a cross table is made over.
FORCES_EACH = 2

_OPTIONS = ("budget", "seed", "threads", "points", "forces", "against", "out")


@click.command(
    epilog=examples(
        "havoksim train tactician --budget 100000 --seed 1 --threads 2 --out my_player.toml",
        "havoksim train rush --against tactician --budget 100000 --seed 1 --out answer.toml",
        "havoksim train tactician --budget 100000 --seed 1 --out my_player.toml --resume",
        "havoksim train --evaluate tactician rush gunline --budget 100000 --seed 1 --plot players.png",
        "havoksim train --evaluate my_player.toml tactician --forces forces/karn_500 --forces forces/nexus_500",
    )
)
@click.argument("presets", metavar="[PRESET]...", nargs=-1)
@click.option("--out", metavar="FILE.toml", help="File for the trained player; its name becomes his.")
@click.option("--against", metavar="PRESET", help="Train the best answer to this player, and to nobody else.")
@click.option("--evaluate", is_flag=True, help="Train nobody: let all PRESETs play each other.")
@click.option("--budget", type=int, default=BUDGET, show_default=True, help="Battles to fight, all in all.")
@click.option("--seed", type=int, help="Seed of forces, terrain and dice; drawn and shown if left out.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads; they change nothing but the time.")
@click.option("--points", type=int, multiple=True, help="Points of drawn forces, may be repeated; 500 and 1000.")
@click.option(
    "--forces",
    metavar="NAME",
    multiple=True,
    help="Force to play with, a name, file or pattern, may be repeated; by default forces are drawn.",
)
@click.option("--resume", is_flag=True, help="Go on with a training that was stopped.")
@click.option("--plot", metavar="FILE.png", help="Draw the cross table (png, svg, pdf).")
@ruleset_option
@output_options
def command(
    presets: tuple[str, ...],
    out: str | None,
    against: str | None,
    evaluate: bool,
    budget: int,
    seed: int | None,
    threads: int,
    points: tuple[int, ...],
    forces: tuple[str, ...],
    resume: bool,
    plot: str | None,
    ruleset: str | None,
    output: Output,
) -> None:
    """Tune a player's weights by self-play and write him as a preset; with --evaluate, compare players.

    Training begins at PRESET (tactician if none is named) and moves its weights and `reach`; the kinds of action that
    it is forbidden stay so. Stopped at any time, the same command with --resume goes on.
    """
    from havoksim.foundation.errors import InputError, Problem, wrong_count
    from havoksim.foundation.seeds import resolve_seed

    problems = wrong_count(threads, "threads", least=1) + wrong_count(budget, "budget", least=2)
    named = [("--out", out), ("--against", against), ("--resume", resume)]
    if evaluate:
        wrong = [name for name, given in named if given]
        problems += [Problem("is for training: leave it out, or leave out --evaluate", key=name) for name in wrong]
    else:
        if out is None:
            problems.append(Problem("--out FILE.toml is missing: where the trained player goes"))
        if plot is not None:
            problems.append(Problem("is for --evaluate: it draws the cross table", key="--plot"))
        if len(presets) > 1:
            problems.append(Problem(f"training begins at one player, found {len(presets)}; compare with --evaluate"))
    with in_options(_OPTIONS):
        try:
            resolve_seed(seed)
        except InputError as error:
            problems += error.problems
        if problems:
            raise InputError(problems)
        if evaluate:
            _evaluate(presets, budget, resolve_seed(seed), threads, points, forces, ruleset, plot, output)
        else:
            assert out is not None
            _train(presets, Path(out), against, budget, seed, threads, points, forces, ruleset, output, resume=resume)


def _train(
    presets: tuple[str, ...],
    out: Path,
    against: str | None,
    budget: int,
    seed: int | None,
    threads: int,
    points: tuple[int, ...],
    forces: tuple[str, ...],
    ruleset: str | None,
    output: Output,
    *,
    resume: bool,
) -> None:
    """Train a player and write him down."""
    from havoksim.analysis.progress import progress_for
    from havoksim.analysis.training import train
    from havoksim.analysis.training_files import keeper, kept_seed, kept_state, state_path, write_preset
    from havoksim.foundation.seeds import resolve_seed

    _check_out(out, resume=resume)
    if resume and seed is None:
        seed = kept_seed(out)
    seed = resolve_seed(seed)
    name = presets[0] if presets else "tactician"
    task = _task(name, out.stem, against, budget, seed, points, forces, ruleset)
    state = kept_state(out, task) if resume else None
    words = ["havoksim", "train", name, *(["--against", against] if against else []), "--budget", str(budget)]
    words += ["--seed", str(seed), *(word for number in points for word in ("--points", str(number)))]
    words += [word for force in forces for word in ("--forces", force)]
    words += ["--ruleset", ruleset] if ruleset else []
    call = shlex.join([*words, "--out", out.name])
    _compile(task.start)
    keep = keeper(out, task)
    try:
        trained = train(task, state=state, keep=keep, threads=threads, progress=progress_for(True, "iterations"))
    except KeyboardInterrupt:
        kept = state_path(out)
        again = shlex.join([*words, "--out", str(out), "--resume"])
        said = f"what is done is kept in {kept}; to go on: {again}" if kept.exists() else "nothing was done yet"
        click.echo(f"interrupted: {said}", err=True)
        raise click.exceptions.Exit(130) from None
    policy = write_preset(out, task, trained, call)
    click.echo(f"wrote {out}", err=True)
    _tell(task, trained, policy, output)


def _check_out(out: Path, *, resume: bool) -> None:
    """Refuse a place where no preset can go, and a training that would overwrite another."""
    from havoksim.analysis.training_files import state_path
    from havoksim.foundation.errors import InputError
    from havoksim.model.catalogue import bad_id

    if out.suffix != ".toml":
        raise InputError(f"must end in .toml, found {out.name!r}", key="out")
    check_writable(str(out))
    wrong = bad_id(out.stem, "out")
    if wrong:
        raise InputError(wrong)
    if not resume and state_path(out).exists():
        message = "a training was begun: go on with --resume, or remove the file to begin anew"
        raise InputError(message, where=str(state_path(out)))


def _task(
    name: str,
    own: str,
    against: str | None,
    budget: int,
    seed: int,
    points: tuple[int, ...],
    forces: tuple[str, ...],
    ruleset: str | None,
) -> Training:
    """Return what is to be trained, with everything that is wrong with it said at once.

    A preset of his own id is no opponent: once the trained player takes its place, nobody could train him again.
    """
    from havoksim.analysis.practice import Ground
    from havoksim.analysis.training import LEAST_BUDGET, Training
    from havoksim.foundation.errors import InputError, Problem, wrong_count
    from havoksim.model.names import all_army_lists
    from havoksim.model.places import packaged
    from havoksim.model.policy import PRESETS, load_policy
    from havoksim.model.terrain import load_terrain

    problems: list[Problem] = wrong_count(budget, "budget", least=LEAST_BUDGET)
    rules = _ruleset(ruleset, problems)
    wanted = [name, *([against] if against else [])]
    players = [_tried(partial(load_policy, one), problems) for one in wanted]
    start = players[0]
    if start is not None and (start.random or not start.damage):
        what = "weighs nothing" if start.random else "gives damage no weight, the measure of all others"
        problems.append(Problem(f"{start.id} {what}: there is nothing to tune; begin at another player"))
    found = _forces(forces, rules, problems)
    chosen = tuple(sorted({force.points for force in found})) if found else _points(points, problems)
    if found and points:
        problems.append(Problem("named forces have points of their own: leave out --points or --forces", key="points"))
    if problems or rules is None or start is None:
        raise InputError(problems)
    opponents = [load_policy(packaged("policies") / f"{one}.toml") for one in PRESETS if one != own]
    if against:
        opponents = [player for player in players[1:] if player is not None]
    layouts = tuple(load_terrain(path) for path in sorted(packaged("examples/terrain").glob("*.toml")))
    ground = Ground(all_army_lists(), rules, seed, chosen, layouts, tuple(found))
    return Training(start, tuple(opponents), ground, budget, selves=not against)


def _tried(load: Callable[[], Any], problems: list[Any]) -> Any:
    """Return what can be loaded, or keep what is wrong."""
    from havoksim.foundation.errors import InputError

    try:
        return load()
    except InputError as error:
        problems += error.problems
        return None


def _ruleset(ruleset: str | None, problems: list[Any]) -> Ruleset | None:
    from havoksim.model.ruleset import havok_2_0
    from havoksim.model.ruleset_file import load_ruleset

    found: Ruleset | None = _tried(lambda: load_ruleset(ruleset) if ruleset else havok_2_0(), problems)
    return found


def _points(points: tuple[int, ...], problems: list[Any]) -> tuple[int, ...]:
    from havoksim.foundation.errors import wrong_count
    from havoksim.model.generate import MOST_POINTS

    for number in points:
        problems += wrong_count(number, "points", least=1, most=MOST_POINTS)
    return tuple(dict.fromkeys(points)) or POINTS


def _forces(names: tuple[str, ...], rules: Ruleset | None, problems: list[Any]) -> list[Force]:
    """Return the forces that names and patterns stand for."""
    from havoksim.model.force_file import load_force
    from havoksim.model.places import resolve_files

    paths = [path for name in names for path in _tried(partial(resolve_files, name, "force"), problems) or []]
    found = [_tried(partial(load_force, path, ruleset=rules), problems) for path in dict.fromkeys(paths)]
    return [force for force in found if force is not None]


def _compile(policy: Policy) -> None:
    """Have the battle's kernel ready before anybody waits for it."""
    from havoksim.battle.compiling import compile_once
    from havoksim.battle.matchup import matchup
    from havoksim.model.places import packaged

    force = packaged("army_lists/forces") / "karn_500.toml"
    compile_once(matchup(force, force, policy_a=policy, policy_b=policy).pack())


def _evaluate(
    presets: tuple[str, ...],
    budget: int,
    seed: int,
    threads: int,
    points: tuple[int, ...],
    forces: tuple[str, ...],
    ruleset: str | None,
    plot: str | None,
    output: Output,
) -> None:
    """Let players play each other, and tell who beats whom."""
    from havoksim.analysis.cross_table import battles_each, cross_table
    from havoksim.analysis.practice import forces_to_compare
    from havoksim.analysis.progress import progress_for
    from havoksim.cli.cross_table import tell
    from havoksim.foundation.errors import InputError, Problem
    from havoksim.model.names import all_army_lists
    from havoksim.model.policy import PRESETS, load_policy

    check_picture(plot)
    problems: list[Problem] = []
    rules = _ruleset(ruleset, problems)
    players = [_tried(partial(load_policy, one), problems) for one in presets or PRESETS]
    found = _forces(forces, rules, problems)
    sizes = _points(points, problems)
    if forces and points:
        problems.append(Problem("named forces have points of their own: leave out --points or --forces", key="points"))
    if problems or rules is None:
        raise InputError(problems)
    if not forces:
        found = forces_to_compare(all_army_lists(), rules, seed, sizes, FORCES_EACH)
    if len(players) > 1 and found:
        battles_each(budget, len(players), found)
        _compile(players[0])
    table = cross_table(
        players, found, budget=budget, seed=seed, ruleset=rules, threads=threads,
        progress=progress_for(True, "pairs of players"),
    )  # fmt: skip
    tell(table, output)
    draw(table, plot)


def _tell(task: Training, trained: Trained, policy: Policy, output: Output) -> None:
    """Say what became of the weights, and what they are worth."""
    from havoksim.analysis.player_points import values_of

    before, after = values_of(task.start), values_of(policy)
    rows = [("damage", policy.damage, policy.damage), *((name, before[name], after[name]) for name in after)]
    trial, start = trained.trial, trained.start_trial
    if output.format == "json":
        output.write(
            as_json(
                {
                    "id": policy.id,
                    "start": task.start.id,
                    "opponents": [one.id for one in task.opponents],
                    "seed": str(task.ground.seed),
                    "budget": task.budget,
                    "iteration": trained.iteration,
                    "iterations": trained.iterations,
                    "weights": {name: value for name, _, value in rows},
                    "score": trial.score,
                    "score_lo": trial.lo,
                    "score_hi": trial.hi,
                    "n_battles": trial.battles,
                    "start_score": start.score,
                    "start_score_lo": start.lo,
                    "start_score_hi": start.hi,
                    "checks": [
                        {"iteration": one.iteration, "score": one.score, "score_lo": one.lo, "score_hi": one.hi}
                        for one in trained.checks
                    ],
                }
            )
        )
        return
    whom = ", ".join(one.id for one in task.opponents)
    finding = (
        f"{policy.id} scores {_span(trial.score, trial.lo, trial.hi)} against {whom};"
        f" {task.start.id} scores {_span(start.score, start.lo, start.hi)} in the same battles."
    )
    small = (
        f"{trial.battles:,} battles with forces and seeds that played no part in the training; ranges are 95 %"
        f" intervals; seed {task.ground.seed}; taken after {trained.iteration} of {trained.iterations} iterations"
    )
    table = Table(("weight", task.start.id or "before", policy.id if policy.id != task.start.id else "after"), rows)
    show(table, output, before=finding, after=small)


def _span(score: float, lo: float, hi: float) -> str:
    return f"{100 * score:.1f} % ({100 * lo:.1f} to {100 * hi:.1f})"
