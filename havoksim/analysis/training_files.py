"""A training on disk: its state after each iteration, and the preset that comes out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from havoksim.analysis.player_points import TUNED
from havoksim.analysis.training import CONFIDENCE, State, Trained, Training, state_of, state_rows
from havoksim.foundation.errors import InputError, Problem
from havoksim.model.fingerprint import fingerprint
from havoksim.model.policy import Origin, Policy, to_toml
from havoksim.store.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable

#: Version of the state file.
SCHEMA = 1


def state_path(out: Path) -> Path:
    """Return where the state of a training lies: beside the preset that it will write.

    Examples
    --------
    >>> state_path(Path("players/mine.toml")).name
    'mine.toml.state.json'
    """
    return out.with_name(f"{out.name}.state.json")


def inputs_of(task: Training) -> dict[str, Any]:
    """Return what a training depends on, by the names of the command line."""
    from havoksim import __version__

    ground = task.ground
    return {
        "havoksim": __version__,
        "seed": str(ground.seed),
        "budget": task.budget,
        "start": fingerprint(task.start),
        "against": [fingerprint(policy) for policy in task.opponents],
        "points": list(ground.points),
        "forces": [fingerprint(force) for force in ground.named],
        "ruleset": fingerprint(ground.ruleset),
        "army lists": [fingerprint(army) for army in ground.armies],
        "terrain": [fingerprint(layout) for layout in ground.layouts],
    }


def keeper(out: Path, task: Training) -> Callable[[State], None]:
    """Return what writes the state down, whole or not at all."""
    path, inputs = state_path(out), inputs_of(task)

    def keep(state: State) -> None:
        rows = {"schema": SCHEMA, "kind": "training", "inputs": inputs, "state": state_rows(state)}
        write_whole(path, (json.dumps(rows, indent=1) + "\n").encode())

    return keep


def kept_seed(out: Path) -> int:
    """Return the seed of a training that was begun.

    Raises
    ------
    InputError
        If there is none, or its file cannot be read.
    """
    return int(_read(state_path(out))["inputs"]["seed"])


def kept_state(out: Path, task: Training) -> State:
    """Return how far a training has got.

    Raises
    ------
    InputError
        If there is none, its file cannot be read, or it was begun with something else.
    """
    path = state_path(out)
    rows = _read(path)
    before, now = rows["inputs"], inputs_of(task)
    other = [name for name in now if before.get(name) != now[name]]
    if other:
        message = (
            f"was begun with another {', another '.join(other)}; give the same command, or begin anew without --resume"
        )
        raise InputError(message, where=str(path))
    try:
        state = state_of(rows["state"])
    except (KeyError, TypeError, ValueError):
        raise InputError(_broken(path)) from None
    if len(state.here) != len(TUNED) or not state.checks or not 0 <= state.done <= task.iterations:
        raise InputError(_broken(path))
    return state


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise InputError("there is no such training to go on with; leave out --resume to begin one", where=str(path))
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        if rows["schema"] != SCHEMA:
            message = f"is the training of another version (schema {rows['schema']!r}, this one reads {SCHEMA})"
            raise InputError(message, where=str(path))
        int(rows["inputs"]["seed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(_broken(path)) from None
    return dict(rows)


def _broken(path: Path) -> Problem:
    return Problem("is no training that can be read; begin anew without --resume", where=str(path))


def write_preset(out: Path, task: Training, trained: Trained, command: str) -> Policy:
    """Write the trained player with his provenance, remove the state, and return him."""
    from havoksim import __version__

    ruleset = task.ground.ruleset
    policy = replace(trained.policy, id=out.stem, name=out.stem.replace("_", " ").capitalize())
    trial = trained.trial
    origin = Origin(
        command=command,
        havoksim=__version__,
        seed=str(task.ground.seed),
        budget=task.budget,
        start=task.start.id or "unnamed",
        opponents=[one.id or "unnamed" for one in task.opponents],
        ruleset=f"{ruleset.id} {fingerprint(ruleset)}",
        score=round(trial.score, 4),
        score_lo=round(trial.lo, 4),
        score_hi=round(trial.hi, 4),
        confidence=CONFIDENCE,
        battles=trial.battles,
        start_score=round(trained.start_trial.score, 4),
        iteration=trained.iteration,
        iterations=trained.iterations,
    )
    whom = ", ".join(origin.opponents)
    comment = f"Trained by havoksim from {origin.start} against {whom}; [provenance] says how to make it again."
    write_whole(out, to_toml(policy, comment=comment, origin=origin).encode())
    state_path(out).unlink(missing_ok=True)
    return policy
