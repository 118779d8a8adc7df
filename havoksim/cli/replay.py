"""``havoksim replay``: one battle again, told on the terminal; its record, a page and pictures of it in files."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from havoksim.cli.arguments import examples
from havoksim.cli.output import Output, check_writable, write_file
from havoksim.cli.two_forces import force_arguments, meeting, told_as_options
from havoksim.cli.watching import Watched, again, watch_options

#: How lines are broken: between words only.
_KEEP: dict[str, Any] = {"break_on_hyphens": False, "break_long_words": False}


@click.command(
    epilog=examples(
        "havoksim replay karn_500 nexus_500 --seed 1 --battle 17",
        "havoksim replay karn_500 nexus_500 --seed 1 --battle 17 --record r.jsonl",
        "havoksim replay karn_500 nexus_500 --seed 1 --battle 17 --html r.html",
        "havoksim replay --from r.jsonl --html r.html --gif r.gif",
    )
)
@force_arguments(required=False)
@click.option("--seed", type=int, help="Seed of the battles.")
@click.option("--battle", type=int, help="Number of the battle under that seed, from 0.  [default: 0]")
@click.option("--record", metavar="FILE.jsonl", help="Write the record: every choice and every die.")
@click.option("--from", "source", metavar="RECORD.jsonl", help="Show a record, such as one of a game played by hand.")
@watch_options
def command(
    force_a: str | None,
    force_b: str | None,
    seed: int | None,
    battle: int | None,
    record: str | None,
    source: str | None,
    html: str | None,
    png: str | None,
    gif: str | None,
    event: int | None,
    **options: Any,
) -> None:
    """One battle between two forces, blow by blow: the same that `havoksim battle` counted under its number.

    The record can be judged by `havoksim referee`. A page or a picture takes the place of the story.
    """
    from havoksim.battle.replay import record_text, replay
    from havoksim.battle.story import story

    watched = Watched(html, png, gif, event)
    watched.check()
    if record is not None:
        check_writable(record)
    if source is not None:
        _refuse_both(force_a, seed, battle)
        lines, command_again = _recorded(source), ""
    else:
        if force_a is None or force_b is None:
            raise click.UsageError("two forces are needed, or a record: --from RECORD.jsonl")
        if seed is None:
            raise click.MissingParameter(param_hint="--seed", param_type="option")
        battle = 0 if battle is None else battle
        with told_as_options():
            lines = replay(force_a, force_b, seed=seed, battle=battle, **meeting(options))
        command_again = again(force_a, force_b, seed, battle, options)
    # Files first, so that a record which cannot be shown ends with its line and not halfway through a story.
    watched.write(lines, again=command_again, where=source or "")
    told = story(lines)
    _tell(told[-1:] if watched else told, Output())
    if record is not None:
        write_file(record, record_text(lines))
        click.echo(f"wrote {record}", err=True)


def _recorded(path: str) -> list[dict[str, Any]]:
    """Return the lines of a record that can be shown, whoever wrote it."""
    from havoksim.referee import read_record
    from havoksim.report.replay_page import frames_of

    lines = read_record(path)
    lines[0].setdefault("policies", {"a": "by hand", "b": "by hand"})
    frames_of(lines, where=path)
    return lines


def _refuse_both(force: str | None, seed: int | None, battle: int | None) -> None:
    """Refuse to play a battle and to read one."""
    if not (force is None and seed is None and battle is None):
        raise click.UsageError("--from shows the battle of a record: it takes no forces, --seed or --battle")


def _tell(lines: list[str], output: Output) -> None:
    """Write the story; on a terminal what is too long goes on below, further in."""
    if output.width is not None:
        broken = [textwrap.wrap(line, output.width, subsequent_indent=_inset(line), **_KEEP) or [""] for line in lines]
        lines = [part for parts in broken for part in parts]
    output.write("\n".join(lines))


def _inset(line: str) -> str:
    """Return the margin of the lines that a line goes on in."""
    return " " * (len(line) - len(line.lstrip()) + 6)
