"""`havoksim verify`: the table of known right answers, and that a wrong engine would be caught."""

import json
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner

from havoksim.cli.main import cli
from havoksim.testing import oracle
from havoksim.testing.known_answers import Case, Sample, check


def test_both_engines_give_every_known_right_answer():
    result = CliRunner().invoke(cli, ["verify", "--format", "json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert len(rows) > 50
    assert all(row["ok"] for row in rows)
    assert sum(row["n"] is not None for row in rows) > 40
    assert {"case", "exact", "sampled", "right", "source"} <= set(rows[0])


@pytest.mark.parametrize(
    "case",
    [
        Case("exact off", Fraction(1, 3), "test", lambda: 0.3333),
        Case("sampled off", Fraction(1, 2), "test", lambda: 0.5, lambda seed: Sample(0.52, 0.52 * 0.48, 1_000_000)),
        Case("mean off", 6, "test", lambda: 6.0, lambda seed: Sample(5.9, 4.8, 1_000_000)),
    ],
)
def test_an_engine_that_is_off_is_found(case, monkeypatch):
    assert not check([case], seed=1)[0].ok
    monkeypatch.setattr(oracle, "all_cases", lambda: [case])
    result = CliRunner().invoke(cli, ["verify"])
    assert result.exit_code == 1
    assert "OFF" in result.stdout


def test_the_interval_of_a_proportion_holds_at_its_ends():
    lo, hi = Sample(1.0, 0.0, 1000).interval(1e-6)
    assert hi == pytest.approx(1.0)
    assert 0.97 < lo < 1.0
    zeros = np.zeros(1000)
    assert Sample(float(zeros.mean()), float(zeros.var()), 1000).interval(1e-6)[1] > 0.0


def test_sources_name_clauses_or_reports():
    cases = oracle.all_cases()
    assert all(case.source for case in cases)
    assert len({case.name for case in cases}) == len(cases)
