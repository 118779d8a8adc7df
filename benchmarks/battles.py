"""Whole battles on one core: against the same kernel without the compiler, by size, by models and by units."""

import os
import resource
import subprocess
import sys
from dataclasses import replace
from time import perf_counter

import numpy as np

from benchmarks.timing import Row, at_best, faster, in_turns, slower
from benchmarks.volleys import DICE, FACES, NEEDS, plain_loop
from havoksim.battle.many_battles import fight
from havoksim.battle.matchup import Matchup, matchup
from havoksim.battle.pack import Pack, pack
from havoksim.battle.play import play_block
from havoksim.model.force import Force, UnitEntry
from havoksim.model.loading import load_force
from havoksim.model.names import find_warrior
from havoksim.model.policy import load_policy
from havoksim.model.ruleset import havok_2_0

#: Battles a second and core that a 500-point battle must reach, and those that it should.
MUST, SHOULD = 2000, 5000
#: What it must reach between two tacticians, who try places before they choose.
MUST_THINKING = 1000
#: Places that a player tries before he chooses: what less and more thought cost.
THOUGHT = (0, 16)
VOLLEYS = 1000
#: Matchups that are measured besides the one of all rows: name, the two forces, battles a call.
OTHERS = (
    ("250 points", "karn_500", "nexus_500", 128),
    ("1000 points", "karn_1000", "nexus_1000", 32),
    ("2000 points", "karn_2000", "nexus_2000", 8),
    ("500 points of vehicles", "karn_500_vehicles", "nexus_500_vehicles", 64),
    ("500 points that charge", "karn_500_elite", "pteravore_500_elite", 64),
)


def packed(force_a: Force, force_b: Force, points: int | None = None, tries: int | None = None) -> Pack:
    """Compile a matchup of two tacticians, who may think less or more than they usually do."""
    policy = load_policy("tactician")
    if tries is not None:
        policy = replace(policy, tries=tries)
    made = pack(force_a, force_b, havok_2_0().changed(limits="ignore"), policy, policy, points=points)
    made.arrays  # noqa: B018  worked out once, before the clock runs
    return made


def half(force: Force) -> Force:
    """Return the first units of a force that cost at most half of its points."""
    kept, left = [], force.points // 2
    for entry in force.units:
        cost = entry.size * entry.warrior.battle_rating
        count = min(entry.count, left // cost)
        if count:
            kept.append(replace(entry, count=count))
            left -= count * cost
    return replace(force, points=force.points // 2, units=tuple(kept))


def troopers(name: str, models: int, units: int) -> Force:
    """Return a force of warriors of one type, in units of one size."""
    warrior = find_warrior(name)
    entry = UnitEntry(warrior=warrior, size=models // units, count=units)
    like = load_force("karn_1000" if "karn" in name else "nexus_1000")
    return replace(like, name=f"{models} in {units}", points=1500, units=(entry,))


def exponent(found: dict[str, list[float]], sizes: dict[str, int]) -> float:
    """Return the power of the size with which the time grows: the slope between logarithms."""
    x = np.log([sizes[name] for name in sizes])
    y = np.log([min(found[name]) for name in sizes])
    return float(np.polyfit(x, y, 1)[0])


def rows() -> list[Row]:
    """Measure and return the rows of the table."""
    a, b = load_force("karn_500"), load_force("nexus_500")
    usual = packed(a, b)
    out = np.empty(VOLLEYS, np.int32)
    contenders = {
        "usual": (lambda: play_block(usual, 1, 0, 64), 64),
        "volleys": (lambda: plain_loop(VOLLEYS, DICE, NEEDS, FACES, out), 1),
    }
    for name, force_a, force_b, n in OTHERS:
        one, two = load_force(force_a), load_force(force_b)
        made = packed(half(one), half(two)) if name.startswith("250") else packed(one, two)
        contenders[name] = (lambda made=made, n=n: play_block(made, 1, 0, n), n)
    for tries in THOUGHT:
        thinking = packed(a, b, tries=tries)
        contenders[f"{tries} tries"] = (lambda made=thinking: play_block(made, 1, 0, 64), 64)
    found = in_turns(contenders, rounds=7, aim_seconds=0.05)
    a_second = 1 / min(found["usual"])
    made = [
        Row("500-point battles a second and core / aim", 1 / a_second, 1 / MUST, a_second / MUST, 1,
            note=f"{a_second:,.0f} a second; {a_second / SHOULD:.2f} of the {SHOULD:,} hoped for"),
        Row("500-point battles of tacticians a second and core / aim", 1 / a_second, 1 / MUST_THINKING,
            a_second / MUST_THINKING, 1),
        without_compiler(1 / a_second),
        slower("a 500-point battle in thousands of np.random 12-dice volleys", found, "usual", "volleys", 12),
    ]  # fmt: skip
    for name, *_ in OTHERS:
        note = f"{1 / min(found[name]):,.0f} a second"
        made.append(faster(f"a battle of {name} / the usual one of 500", found, name, "usual", 0, note))
    for tries in THOUGHT:
        note = f"{1 / min(found[f'{tries} tries']):,.0f} a second"
        made.append(
            faster(f"a battle of players with {tries} tries / the usual one", found, f"{tries} tries", "usual", 0, note)
        )
    return [*made, *growth(), two_threads(), memory()]


def without_compiler(ours: float) -> Row:
    """Compare with the same kernel as plain Python, in a process of its own."""
    program = (
        "from time import thread_time\n"
        "from benchmarks.battles import packed, load_force, play_block\n"
        "made = packed(load_force('karn_500'), load_force('nexus_500'))\n"
        "began = thread_time(); play_block(made, 1, 0, 16); print((thread_time() - began) / 16)\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = float(
        subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout
    )
    return Row("a 500-point battle / the same kernel as plain Python", ours, plain, plain / ours, 150)


def growth() -> list[Row]:
    """Measure how the time grows with the models, and with the units into which they are divided."""
    models = {f"{n} models": n for n in (20, 40, 80)}
    units = {f"{n} units": n for n in (4, 8, 20, 40)}
    contenders = {}
    for name, n in models.items():
        made = packed(troopers("karn_trooper", n, n // 10), troopers("nexus_trooper", n, n // 10), 1500)
        contenders[name] = (lambda made=made: play_block(made, 1, 0, 16), 16)
    for name, n in units.items():
        made = packed(troopers("karn_trooper", 40, n), troopers("nexus_trooper", 40, n), 1500)
        contenders[name] = (lambda made=made: play_block(made, 1, 0, 16), 16)
    found = in_turns(contenders, rounds=5, aim_seconds=0.05)
    by_models, by_units = exponent(found, models), exponent(found, units)
    return [
        Row("power of growth, 20 to 80 models a side in units of ten", min(found["80 models"]), min(found["20 models"]),
            by_models, 1.25, at_most=True, note="slope of the logarithms"),
        Row("power of growth, 40 models a side in 4 to 40 units", min(found["40 units"]), min(found["4 units"]),
            by_units, 1.25, at_most=True, note="likewise"),
    ]  # fmt: skip


def met() -> Matchup:
    """Return the matchup of the rows about whole calls."""
    return matchup("karn_500", "nexus_500", ruleset=None, policy_a="tactician", policy_b="tactician", terrain="random")


def two_threads() -> Row:
    """Compare two threads with one on whole calls."""
    one = met()
    made = one.pack()
    found = in_turns(
        {
            "one": (lambda: fight(made, one, 1, 0, 1024, threads=1), 1024),
            "two": (lambda: fight(made, one, 1, 0, 1024, threads=2), 1024),
        },
        clock=perf_counter,
        rounds=9,
    )
    return at_best("battles, two threads / one", found, "two", "one", 1.8, "wall time, best of 9; needs two idle cores")


def memory() -> Row:
    """Compare the most memory that many battles take with what few take: the same process fights on and on."""
    one = met()
    made = one.pack()
    fight(made, one, 1, 0, 1024, threads=1)
    few = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    fight(made, one, 1, 0, 16_384, threads=1)
    many = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    note = f"{few / 1024:.0f} MB, then {many / 1024:.0f} MB; compare sizes, not times"
    return Row(
        "peak memory of 16,384 battles / of 1,024", many * 1e-9, few * 1e-9, many / few, 1.05, at_most=True, note=note
    )
