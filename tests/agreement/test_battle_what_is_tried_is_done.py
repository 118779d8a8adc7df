"""A short way must lead where the long one does: what has been tried is done, what has not changed is not weighed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from havoksim.battle.kernels import layout as at
from havoksim.battle.kernels.eyes import forget_sketch, sketch, weigh_threats
from havoksim.battle.kernels.terrain import settle
from havoksim.model.policy import Policy
from tests.reference.battle_worlds import Table, card, packed

ROOT = Path(__file__).parent.parent.parent


def test_what_is_tried_last_and_chosen_is_done_as_it_was_tried():
    """Whole battles are the same to the byte if the unit plans and moves once more, as if it had not tried."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore:overflow encountered",
         "-m", "tests.agreement.battle_planned_anew"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    (as_tried, planned), (anew, as_often) = json.loads(run.stdout)
    assert as_tried == anew
    assert planned == as_often
    assert min(planned.values()) > 30, planned  # else nothing would have been shown


# ---------------------------------------------------------------------- what one unit could do to another

MINE = [(card("gun", firepower=3), 2), (card("mind", psyke=4, psyke_attack=True), 1), (card("fist", close_combat=4), 3)]
THEIRS = [(card(firepower=2), 3), (card(firepower=2), 1), (card("giant", close_combat=3, strength=5, speed=2), 1)]


@pytest.fixture(scope="module")
def table():
    """A table whose players care for all that is weighed."""
    player = Policy(damage=100, disarm=100, share=100, order=100)
    return Table(packed(MINE, THEIRS, players=(player, player)))


def change(table, random):
    """Somebody moves, is wounded or dies, or nobody."""
    for m in random.sample(range(len(table.made.models)), random.choice([0, 1, 1, 3])):
        left = int(table.st[m, at.LEFT])
        if left == 0:
            continue
        if random.random() < 0.5:
            table.put(m, random.randint(1000, 3800), random.randint(1000, 3800))
        else:
            table.st[m, at.LEFT] = random.randrange(left)
            if table.st[m, at.LEFT] == 0:
                table.st[m, [at.PLACE, at.X, at.Y]] = at.DEAD, at.OFF, at.OFF
                settle(table.w, m)
                table.tstate[table.st[m, at.TYPE], 1] -= 1


def weighed(table, side, *, anew):
    """What a side makes of its enemies, in all that lasts; between living units."""
    if anew:
        forget_sketch(table.w)
    sketch(table.w)
    changed = table.plan[: len(table.made.units), at.N_CHANGED].copy()
    weigh_threats(table.w, side)
    units = range(len(table.made.units))
    living = [u for u in units if table.plan[u, at.N_ALIVE] > 0]
    pairs = [(e, u) for e in living for u in living if table.types[table.units[e, at.U_TYPE], at.T_SIDE]
             != table.types[table.units[u, at.U_TYPE], at.T_SIDE]]  # fmt: skip
    columns = [at.N_SUM, at.N_PRICE, at.N_PERIL, at.N_PROMISE, at.N_WHOLE, at.N_LEAD_X, at.N_LEAD_Y]
    return [int(table.menaces[pair]) for pair in pairs], table.plan[living][:, columns].copy(), changed


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_menaces_that_are_kept_are_those_that_would_be_weighed(table, seed):
    """Both players look in turn while models move, are hurt and die; each look is repeated as if it were the first."""
    random = Random(seed)
    table.clear()
    table.g[at.G_TURN] = 1
    table.tstate[: len(table.made.types), 1] = table.types[: len(table.made.types), at.T_LAST_MODEL]
    table.tstate[: len(table.made.types), 1] -= table.types[: len(table.made.types), at.T_FIRST_MODEL]
    for m in range(len(table.made.models)):
        table.put(m, random.randint(1000, 3800), random.randint(1000, 3800))
    forget_sketch(table.w)
    kept = 0
    for _ in range(8):
        change(table, random)
        table.tstate[: len(table.made.types), 0] = random.randint(0, 1)
        side = random.randint(0, 1)
        menaces, plans, changed = weighed(table, side, anew=False)
        kept += int((changed == 0).sum())
        before = table.menaces.copy(), table.plan.copy()
        again, plans_again, _ = weighed(table, side, anew=True)
        assert menaces == again
        assert np.array_equal(plans, plans_again)
        table.menaces[:], table.plan[:] = before
    assert kept > 5
