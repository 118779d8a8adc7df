"""How far a sweep has got, and how long it will take: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any, Protocol, TextIO


class Progress(Protocol):
    """What a sweep tells while it runs."""

    def start(self, total: int, done: int) -> None:
        """There are so many parts, and so many of them were there before."""

    def advance(self, parts: int = 1) -> None:
        """So many more parts are done."""

    def say(self, text: str) -> None:
        """Something worth a line has happened."""

    def close(self) -> None:
        """Nothing more will come."""


class Silent:
    """Tells nothing, except what went wrong and was put right."""

    def start(self, total: int, done: int) -> None:
        """Tell nothing."""

    def advance(self, parts: int = 1) -> None:
        """Tell nothing."""

    def say(self, text: str) -> None:
        """Print the line on stderr."""
        print(text, file=sys.stderr)

    def close(self) -> None:
        """Tell nothing."""


class Lines:
    """A line for every tenth of the way, for logs and pipes."""

    def __init__(self, stream: TextIO | None = None, parts: str = "pairs of types") -> None:
        self._stream, self._parts = stream, parts
        self._total = self._done = self._before = self._tenth = 0
        self._began = 0.0

    def start(self, total: int, done: int) -> None:
        """Say how much there is to do."""
        self._total, self._done, self._before = total, done, done
        self._tenth = 10 * done // max(total, 1)
        self._began = time.monotonic()
        there = f", {done} of them done before" if done else ""
        self.say(f"{total} {self._parts}{there}")

    def advance(self, parts: int = 1) -> None:
        """Say so when another tenth is done."""
        self._done += parts
        tenth = 10 * self._done // self._total
        if tenth > self._tenth:
            self._tenth = tenth
            each = (time.monotonic() - self._began) / (self._done - self._before)
            left = each * (self._total - self._done)
            ahead = f", {left:.0f} s left" if self._done < self._total else ""
            self.say(f"{100 * self._done // self._total:3d} %  {self._done} of {self._total}{ahead}")

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=self._stream or sys.stderr, flush=True)

    def close(self) -> None:
        """Tell nothing more."""


class Bar:
    """A bar with the time left, for terminals."""

    def __init__(self, parts: str = "pairs of types") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self._bar: Any = RichProgress(
            TextColumn(parts),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task: Any = None

    def start(self, total: int, done: int) -> None:
        """Show the bar."""
        self._bar.start()
        self._task = self._bar.add_task("", total=total, completed=done)

    def advance(self, parts: int = 1) -> None:
        """Move the bar."""
        self._bar.advance(self._task, parts)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._bar.console.print(text, highlight=False, markup=False)

    def close(self) -> None:
        """Take the bar away."""
        self._bar.stop()


def progress_for(shown: bool, parts: str = "pairs of types") -> Progress:
    """Return what suits the place where stderr goes, or the silent one."""
    if not shown:
        return Silent()
    return Bar(parts) if sys.stderr.isatty() else Lines(parts=parts)
