"""The list of verbs, and what happens when something goes wrong."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import havoksim
from havoksim.cli import main as cli_main
from havoksim.cli.main import VERBS, cli, main
from havoksim.foundation.errors import InputError, Problem, unknown_name

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, **options):
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], **options)


def failing(error):
    """Return a command that raises `error`."""

    @click.command()
    def command():
        raise error

    return command


@pytest.fixture
def verb(monkeypatch):
    """Put a command in the place of every verb."""

    def put(command):
        monkeypatch.setattr(cli_main.Verbs, "get_command", lambda self, ctx, name: command)

    return put


def test_help_lists_every_verb_with_a_line():
    shown = run("--help")
    assert shown.exit_code == 0
    for name, (_, line) in VERBS.items():
        assert f"  {name} " in shown.output
        assert line.split(":")[0] in " ".join(shown.output.split())


def test_no_verb_shows_the_help():
    assert "Commands:" in run().output


@pytest.mark.parametrize("name", VERBS)
def test_each_verb_has_help_of_its_own(name):
    shown = run(name, "--help")
    assert shown.exit_code == 0
    assert f"Usage: havoksim {name}" in shown.output or f"Usage: cli {name}" in shown.output


def test_version():
    assert run("--version").output == f"havoksim {havoksim.__version__}\n"


@pytest.mark.parametrize("name", ["price", "campaign", "nonsense"])
def test_a_verb_that_is_not_there_is_unknown(name):
    shown = run(name)
    assert shown.exit_code == 2
    assert f"no command '{name}'" in shown.stderr


def test_the_nearest_verb_is_suggested():
    assert "did you mean 'validate'?" in run("valdate").stderr
    assert "did you mean 'warriors'?" in run("warrior").stderr


def test_a_wrong_option_is_a_message_and_exit_code_2():
    shown = run("odds", "fire", "--dise", "6")
    assert shown.exit_code == 2
    assert shown.stderr.startswith("error: ")
    assert "--dice" in shown.stderr


def test_every_problem_of_an_input_is_a_line(verb):
    verb(failing(InputError([Problem("must be 1", "a.toml", "x"), Problem("must be 2", "a.toml", "y")])))
    shown = run("rules")
    assert shown.exit_code == 2
    assert shown.stderr == "error: a.toml: x: must be 1\nerror: a.toml: y: must be 2\n"
    assert shown.stdout == ""


def test_the_name_that_was_meant_stands_before_the_list(verb):
    verb(failing(InputError(unknown_name("force", "karn500", ["karn_500", "nexus_500"], key="FORCE_A"))))
    told = "error: FORCE_A: unknown force 'karn500'; did you mean 'karn_500'? (known: karn_500, nexus_500)\n"
    assert run("rules").stderr == told


def test_the_choice_that_was_meant_is_suggested():
    told = run("battle", "karn_500", "nexus_500", "-n", "2", "--replay", "mediam").stderr
    assert told.splitlines()[0].endswith("'median', 'upset', 'closest'. Did you mean 'median'?")
    assert "Did you mean" not in run("battle", "karn_500", "nexus_500", "-n", "2", "--replay", "zzzzz").stderr


def test_an_interruption_is_130(verb):
    verb(failing(KeyboardInterrupt()))
    shown = run("rules")
    assert shown.exit_code == 130
    assert shown.stderr == "interrupted\n"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "error: no space left on device\n"),
        (PermissionError(errno.EACCES, "Permission denied", "out.csv"), "error: out.csv: permission denied\n"),
    ],
)
def test_a_full_disk_or_a_closed_door_is_2(verb, error, message):
    verb(failing(error))
    shown = run("rules")
    assert (shown.exit_code, shown.stderr) == (2, message)


def test_a_closed_pipe_is_quiet(verb):
    verb(failing(BrokenPipeError(errno.EPIPE, "Broken pipe")))
    shown = run("rules")
    assert (shown.exit_code, shown.output) == (141, "")


def test_a_number_that_a_verb_returns_is_the_exit_code(verb):
    @click.command()
    def command():
        return 1

    verb(command)
    assert run("rules").exit_code == 1


def test_main_returns_the_exit_code():
    assert main(["--version"]) == 0
    assert main(["nonsense"]) == 2


def test_a_reader_that_leaves_early_sees_no_traceback():
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        run = subprocess.run(
            [sys.executable, "-m", "havoksim", "rules", "HVK"],
            cwd=ROOT, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (run.stderr, run.returncode) == ("", 141)


def shell(line):
    """Run the program in a shell, which can close its streams."""
    return subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_reader_of_the_notes_that_leaves_early_is_no_success():
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        cut = subprocess.run(
            [sys.executable, "-m", "havoksim", "rules", "HVK", "-o", os.devnull],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=pipe, text=True, check=False,
        )  # fmt: skip
    assert (cut.stdout, cut.returncode) == ("", 141)


def test_a_closed_standard_output_is_a_line_and_no_traceback():
    run = shell(f"{sys.executable} -m havoksim rules HVK >&-")
    assert (run.returncode, run.stderr) == (2, "error: standard output is closed: name a file with -o\n")


def test_with_both_streams_closed_a_file_is_still_written(tmp_path):
    assert shell(f"{sys.executable} -m havoksim rules HVK -o {tmp_path}/r.csv >&- 2>&-").returncode == 0
    assert (tmp_path / "r.csv").read_text().startswith("id,")


def test_python_m_havoksim_is_the_same():
    run = subprocess.run(
        [sys.executable, "-m", "havoksim", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == f"havoksim {havoksim.__version__}\n"


def sections():
    """Return the reference page's text by command."""
    text = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    parts = text.split("\n## ")
    shared = parts[0] + parts[1]
    named = {part.split("`")[1]: part for part in parts[2:]}
    return shared, named


def commands():
    """Yield every command with its words, those of a group one by one."""
    context = click.Context(cli)
    for name in VERBS:
        command = cli.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", command.commands[inner]) for inner in command.commands)
        else:
            yield name, command


def test_the_reference_page_names_every_command_and_option():
    shared, named = sections()
    lacking = []
    for words, command in commands():
        text = next((part for title, part in named.items() if f"{title} ".startswith(f"havoksim {words} ")), None)
        if text is None:
            lacking.append(words)
            continue
        options = [option for param in command.params if isinstance(param, click.Option) for option in param.opts]
        lacking += [f"{words} {option}" for option in options if f"{option}" not in text + shared]
    assert lacking == []
