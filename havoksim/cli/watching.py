"""Options of `replay` and `battle` that show one battle: a page, a picture, a moving picture."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from havoksim.cli.output import check_different, check_ending, check_writable, write_file

Command = TypeVar("Command", bound=Callable[..., Any])


#: What the name of a file may end in.
_ENDINGS = {"--html": (".html", ".htm"), "--png": (".png",), "--gif": (".gif",)}


def _other_outputs() -> dict[str, str | None]:
    """Return what else the running command writes, by option."""
    context = click.get_current_context(silent=True)
    given = context.params if context is not None else {}
    output = given.get("output")
    return {"-o": output and output.path, "--each": given.get("each"), "--record": given.get("record")}


@dataclass(frozen=True, slots=True)
class Watched:
    """The files that one battle is to be shown in."""

    html: str | None
    png: str | None
    gif: str | None
    event: int | None

    def __bool__(self) -> bool:
        return any((self.html, self.png, self.gif))

    def check(self) -> None:
        """Refuse what cannot be written, before anything is played."""
        from havoksim.foundation.errors import InputError

        files = {"--html": self.html, "--png": self.png, "--gif": self.gif}
        for option, path in files.items():
            if path is not None:
                check_ending(path, option, _ENDINGS[option])
                check_writable(path)
        check_different(_other_outputs() | files)
        if self.event is not None and self.png is None:
            raise InputError("chooses the moment of a picture: it needs --png FILE", key="--event")

    def write(self, lines: Sequence[Mapping[str, Any]], *, again: str = "", where: str = "") -> None:
        """Write the files."""
        from havoksim.foundation.errors import InputError, Problem

        try:
            if self.html is not None:
                from havoksim.report.replay_page import replay_page

                self._wrote(self.html, replay_page(lines, again=again, where=where))
            if self.png is not None:
                from havoksim.report.replay_picture import replay_png

                self._wrote(self.png, replay_png(lines, event=self.event, where=where))
            if self.gif is not None:
                from havoksim.report.replay_picture import replay_gif

                self._wrote(self.gif, replay_gif(lines, where=where))
        except InputError as error:
            told = [
                Problem(p.message, p.where, "--event", p.suggestion) if p.key == "event" else p for p in error.problems
            ]
            raise InputError(told) from None

    @staticmethod
    def _wrote(path: str, content: str | bytes) -> None:
        write_file(path, content)
        click.echo(f"wrote {path}", err=True)


def watch_options(command: Command) -> Command:
    """Give a command the files that one battle is shown in; it gets them as ``html``, ``png``, ``gif``, ``event``."""
    for option in (
        click.option("--event", type=int, metavar="N", help="Moment of --png, as the page counts; by default the end."),
        click.option("--gif", metavar="FILE", help="Write the battle as a moving picture."),
        click.option("--png", metavar="FILE", help="Write one moment of the battle as a picture."),
        click.option("--html", metavar="FILE", help="Write a page to watch the battle on, step by step."),
    ):
        command = option(command)
    return command


def again(force_a: str, force_b: str, seed: int, battle: int, options: Mapping[str, Any]) -> str:
    """Return the command that shows a battle again.

    Examples
    --------
    >>> again("karn_500", "nexus_500", 1, 17, {"policy": "tactician", "policy_b": "rush", "terrain": "random"})
    'havoksim replay karn_500 nexus_500 --seed 1 --battle 17 --policy-b rush'
    """
    words = ["havoksim", "replay", force_a, force_b, "--seed", str(seed), "--battle", str(battle)]
    usual = {"policy": "tactician", "terrain": "random"}
    for name in ("ruleset", "policy", "policy_a", "policy_b", "terrain", "points"):
        value = options.get(name)
        if value is not None and value != usual.get(name):
            words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
