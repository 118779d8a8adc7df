"""`havoksim referee`: what it says of a legal record, of a tampered one, and of one that is not whole."""

import json

import pytest
from click.testing import CliRunner

from havoksim.cli.main import cli
from tests.reference import hand_battles as hand


def run(path, *options):
    return CliRunner().invoke(cli, ["referee", str(path), *options])


def written(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("battle", hand.ALL, ids=lambda battle: battle.__name__)
def test_a_legal_battle_told_by_hand(battle, tmp_path):
    result = run(written(tmp_path / "r.jsonl", battle()))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Legal.")


def test_one_die_changed_is_found_with_its_line_and_clause(tmp_path):
    lines = hand.shooting()
    number, volley = next((i, line) for i, line in enumerate(lines, 1) if line.get("event") == "volley")
    volley["wounds"] += 1
    result = run(written(tmp_path / "r.jsonl", lines), "--format", "json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)["violations"]
    assert any(one["line"] == number and one["clause"] == "HVK-ARM-01" for one in found)
    assert "HVK-ARM-01" in run(tmp_path / "r.jsonl").stdout


@pytest.mark.parametrize(
    "spoil", [lambda text: text[:-40], lambda text: text.replace('"havoksim_record": 1', '"havoksim_record": 9')]
)
def test_a_truncated_record_or_one_of_another_version_is_refused(spoil, tmp_path):
    path = written(tmp_path / "r.jsonl", hand.melee())
    path.write_text(spoil(path.read_text()))
    result = run(path)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_no_file_is_refused(tmp_path):
    assert run(tmp_path / "none.jsonl").exit_code == 2
