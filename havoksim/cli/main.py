"""``havoksim``: the list of verbs, and what happens when something goes wrong.

A verb's module is imported when the verb runs or when its own help is shown, so that `havoksim --help` and
quick answers start at once. Exit codes: 0 fine; 1 a check said no; 2 the input or the call is wrong;
130 interrupted; 141 the reader of a pipe left before everything was written.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Sequence
from typing import IO, Any

import click

from havoksim.foundation.errors import InputError, Problem, nearest

#: Every verb: its module below ``havoksim.cli`` (whose `command` it is), and its line in the list.
VERBS: dict[str, tuple[str, str]] = {
    "odds": ("odds", "Exact odds of one exchange: fire, melee, psyke, explosion."),
    "duel": ("duel", "A fight to the end between two units: who wins, what is left."),
    "battle": ("battle", "Many battles between two forces: score with interval, what each type is worth."),
    "replay": ("replay", "One battle again, blow by blow; its record in a file."),
    "referee": ("referee", "Is the battle of a record legal, rolled right and counted right?"),
    "warriors": ("warriors", "Profiles, stated BR, formula BR and where the figures come from."),
    "validate": ("validate", "Are these army lists, forces, proposals, sweeps, policies, layouts right?"),
    "import": ("import_", "Turn a spreadsheet of cards (CSV) into an army list."),
    "generate": ("generate", "Legal forces of an army list at a points limit."),
    "sweep": ("sweep", "Many matchups at once, on disk; resumes by itself."),
    "train": ("train", "Make a player stronger by self-play; which players beat which."),
    "rules": ("rules", "A clause of the rules, its reading, options and tests."),
    "verify": ("verify", "The table of known right answers, recomputed by both engines."),
}

INTERRUPTED = 130
#: What a shell says of a program that SIGPIPE ended.
CUT_OFF = 141
WRONG = 2


class Verbs(click.Group):
    """A group whose verbs are loaded one by one, and whose failures are short messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one verb's module and return its command."""
        if cmd_name not in VERBS:
            return None
        from importlib import import_module

        command = import_module(f"havoksim.cli.{VERBS[cmd_name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or say which one was probably meant."""
        if args[0] not in VERBS and not args[0].startswith("-"):
            near = nearest(args[0], list(VERBS))
            hint = f"; did you mean {near!r}?" if near else ""
            raise click.UsageError(f"no command {args[0]!r} (known: {', '.join(VERBS)}){hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(verb, line) for verb, (_, line) in VERBS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb; say in a line or a few what is wrong, if anything is."""
        try:
            code = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except InputError as error:
            lines = [f"error: {_told(problem)}" for problem in error.problems]
            raise Failure(lines + [f"right: {call}" for call in getattr(error, "examples", ())]) from error
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.ClickException as error:
            where = getattr(error, "ctx", None) or ctx
            raise Failure(
                [f"error: {error.format_message()}{_meant(error)}", f"see: {where.command_path} --help"]
            ) from error
        except BrokenPipeError as error:  # the reader of a pipe has seen enough: quiet, but not done
            _silence(sys.stdout)
            _silence(sys.stderr)
            raise click.exceptions.Exit(CUT_OFF) from error
        except OSError as error:  # disk full, no permission, not a folder, ...
            _silence(sys.stdout)
            place = f"{error.filename}: " if error.filename else ""
            raise Failure([f"error: {place}{(error.strerror or str(error)).lower()}"]) from error
        except MemoryError as error:
            raise Failure(["error: not enough memory for this: ask for less at once"]) from error
        except (KeyboardInterrupt, click.Abort) as error:
            click.echo("interrupted", err=True)  # verbs that keep what is done say so themselves
            raise click.exceptions.Exit(INTERRUPTED) from error
        if isinstance(code, int) and code:
            raise click.exceptions.Exit(code)
        return code


class Failure(click.ClickException):
    """The input or the call is wrong: lines for stderr, and exit code 2."""

    exit_code = WRONG

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the lines as they are."""
        click.echo(self.message, file=file, err=file is None)


def _told(problem: Problem) -> str:
    """Return a problem as a line; the name that was meant stands before a list of all that there are."""
    told = str(problem)
    before, known, after = told.partition(" (known: ")
    names, hint, meant = after.rpartition("; did you mean ")
    return f"{before}{hint}{meant}{known}{names}" if problem.suggestion and known and hint else told


def _meant(error: click.ClickException) -> str:
    """Return the choice that was probably meant by a wrong one."""
    choices = getattr(getattr(error, "param", None), "type", None)
    given = re.match(r"'(.*)' is not one of ", error.message)
    if not (isinstance(choices, click.Choice) and given):
        return ""
    near = nearest(given[1], [str(choice) for choice in choices.choices])
    return f" Did you mean {near!r}?" if near else ""


def _silence(stream: Any) -> None:
    """Keep Python from trying to write once more, and complaining, when it leaves."""
    # a stream without a file behind it has nothing to flush
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and leave."""
    if not wanted or ctx.resilient_parsing:
        return
    import havoksim

    click.echo(f"havoksim {havoksim.__version__}")
    ctx.exit()


EXAMPLES = """\b
Examples:
  havoksim odds fire --dice 6 --needs 4 --armour 2
  havoksim odds fire 5xkarn_trooper 5x47th_line --range 12 --cover
  havoksim duel 5xkarn_trooper 5xnexus_trooper --range 6
  havoksim battle karn_500 nexus_500 -n 2000 --seed 1
  havoksim warriors karn_empire
"""


@click.group(
    cls=Verbs,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def cli() -> None:
    """Is this wargame fair? Exact odds and balance figures for Havok 2.0.

    Names are list/type, such as karn_empire/karn_trooper, or karn_trooper alone where it is unique;
    5xkarn_trooper is five of them. Every answer can be had as csv, json or markdown (--format), and
    in a file (-o).
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    Examples
    --------
    >>> main(["rules", "HVK-ARM-01", "--format", "json", "-o", "/no/such/folder/clause.json"])
    2
    """
    if sys.stderr is None:  # closed by `2>&-`: progress and notes have nowhere to go
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    try:
        cli(args=args, prog_name="havoksim")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    return 0
