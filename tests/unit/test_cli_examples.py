"""Every example that help or an error message shows can be typed as it stands."""

import re
import shlex

import click
import pytest
from click.testing import CliRunner

from havoksim.cli import odds
from havoksim.cli.main import cli

#: Verbs whose examples need no file of the reader's own.
VERBS = (
    ("odds", "fire"),
    ("odds", "melee"),
    ("odds", "psyke"),
    ("odds", "explosion"),
    ("duel",),
    ("warriors",),
    ("rules",),
)


def shown(*path):
    """Return the example calls in the help of a verb."""
    command, context = cli, click.Context(cli)
    for name in path:
        command = command.get_command(context, name)
        context = click.Context(command, info_name=name, parent=context)
    text = command.get_help(context)
    return [line.strip() for line in text.splitlines() if line.strip().startswith("havoksim ")]


CALLS = [call for path in VERBS for call in shown(*path)]
IN_ERRORS = [*odds.FIRE_EXAMPLES, odds.SPLIT_EXAMPLE, *odds.MELEE_EXAMPLES, *odds.PSYKE_EXAMPLES]


def test_each_of_these_verbs_shows_an_example():
    assert all(shown(*path) for path in VERBS)


@pytest.mark.parametrize("call", sorted({*CALLS, *IN_ERRORS}))
def test_an_example_works(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, shlex.split(call)[1:])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("verb", ["battle", "replay"])
def test_examples_with_files_work_one_after_another(verb, tmp_path, monkeypatch):
    """Later ones may read what earlier ones wrote. Fewer battles than shown will do."""
    monkeypatch.chdir(tmp_path)
    calls = shown(verb)
    assert len(calls) > 3
    for call in calls:
        result = CliRunner().invoke(cli, shlex.split(re.sub(r"-n \d+", "-n 8", call))[1:])
        assert result.exit_code == 0, f"{call}\n{result.output}"
