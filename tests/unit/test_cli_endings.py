"""Files that commands write: endings that tell the truth, no file twice, and errors that name them before the work."""

import errno
import os

import pytest
from click.testing import CliRunner

from havoksim.cli import output
from havoksim.cli.answers import counted
from havoksim.cli.main import cli
from havoksim.foundation.errors import InputError

BATTLE = ("battle", "karn_500", "nexus_500", "-n", "2", "--seed", "1")


@pytest.fixture
def refused(tmp_path, monkeypatch):
    """Run a command in an empty folder that must refuse before it plays; return what it says."""
    monkeypatch.chdir(tmp_path)

    def no_battle(*_, **__):
        raise AssertionError("a battle was played")

    monkeypatch.setattr("havoksim.battle.many_battles.simulate", no_battle)
    monkeypatch.setattr("havoksim.battle.replay.replay", no_battle)

    def run(*arguments):
        shown = CliRunner().invoke(cli, arguments)
        assert shown.exit_code == 2, shown.output
        assert list(tmp_path.iterdir()) == []
        return shown.stderr

    return run


@pytest.mark.parametrize(
    ("option", "path", "allowed"),
    [
        ("--png", "x.gif", ".png"),
        ("--gif", "x.png", ".gif"),
        ("--html", "x.png", ".html or .htm"),
        ("--each", "x.json", ".csv"),
    ],
)
def test_an_ending_that_promises_another_form_is_refused(refused, option, path, allowed):
    assert refused(*BATTLE, option, path) == f"error: {option}: must end in {allowed}, found '{path}'\n"


def test_one_file_for_two_outputs_is_refused(refused):
    assert "--each: names the same file as -o: ./same.csv" in refused(*BATTLE, "--each", "./same.csv", "-o", "same.csv")
    replay = ("replay", "karn_500", "nexus_500", "--seed", "1")
    assert "--html: names the same file as --record" in refused(*replay, "--html", "r.html", "--record", "r.html")


def test_a_device_may_be_named_twice_and_ends_as_it_likes():
    output.check_different({"--each": os.devnull, "-o": os.devnull})
    output.check_ending(os.devnull, "--each", (".csv",))


def test_a_path_that_cannot_be_written_is_named_before_the_work(refused, tmp_path):
    long = "x" * 300 + ".csv"
    assert refused(*BATTLE, "-o", long) == f"error: {long}: cannot be written: file name too long\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")  # noqa: PTH110
def test_a_full_device_is_named():
    with pytest.raises(OSError, match="No space left") as caught:
        output.write_file("/dev/full", "text")
    assert caught.value.filename == "/dev/full"


def test_a_disk_that_fills_up_is_told_with_the_name_that_was_given(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device", "x.part")

    monkeypatch.setattr(output.os, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        output.write_file(str(tmp_path / "a.csv"), "text")
    assert caught.value.filename == str(tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []


def test_trying_a_path_leaves_what_is_there(tmp_path):
    (tmp_path / "a.csv").write_text("old")
    output.check_writable(str(tmp_path / "a.csv"))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.csv", "old")]
    with pytest.raises(InputError, match="is a folder"):
        output.check_writable(str(tmp_path))


def test_one_is_not_many():
    assert [counted(n, "loss", "losses") for n in (0, 1, 2000)] == ["0 losses", "1 loss", "2000 losses"]
    assert counted(2000, "battle", form=",") == "2,000 battles"
