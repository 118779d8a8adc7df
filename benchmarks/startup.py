"""How long a command takes from the shell, in multiples of an empty Python."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import perf_counter

from benchmarks.timing import Row, in_turns, slower

FIRE = ["odds", "fire"]
QUESTIONS = {
    "havoksim --help": (["--help"], 6),
    "a raw-number exact query": (
        [*FIRE, "--dice", "6", "--needs", "4", "--armour", "2", "--format", "json"],
        12,
    ),
    "a typed exact query": (
        [*FIRE, "5xkarn_trooper", "5x47th_line", "--range", "12", "--cover", "--format", "json"],
        25,
    ),
}


def command() -> list[str]:
    """Return how havoksim is started: its script beside this Python, else as a module."""
    script = Path(sys.executable).with_name("havoksim")
    return [str(script)] if script.exists() else [sys.executable, "-m", "havoksim"]


def rows() -> list[Row]:
    """Measure and return the rows of the table."""

    def start(arguments):
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    empty = [sys.executable, "-c", "pass"]
    contenders = {"python -c pass": (partial(start, empty), 1)}
    for name, (arguments, _) in QUESTIONS.items():
        line = [*command(), *arguments]
        contenders[name] = (partial(start, line), 1)
    found = in_turns(contenders, rounds=9, clock=perf_counter, aim_seconds=0.0)
    return [
        slower(f"{name} / python -c pass", found, name, "python -c pass", aim, "wall time of the process")
        for name, (_, aim) in QUESTIONS.items()
    ]
