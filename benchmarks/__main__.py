"""Print the table of ratios; leaves with 0 and says which aims are missed."""

import os
import subprocess
import sys
from collections.abc import Callable

from benchmarks.timing import ROUNDS, Row


def seconds(value: float) -> str:
    """Write a time with three digits and a fitting unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def show(rows: list[Row]) -> None:
    """Print some rows."""
    for row in rows:
        aim = f"{'<=' if row.at_most else '>='} {row.aim:g}"
        print(
            f"{row.name:62s} {seconds(row.ours):>9s} {seconds(row.reference):>9s} {row.ratio:9.3g}  {aim:8s}"
            f" {'ok' if row.ok else 'MISSED':7s} {row.note}",
            flush=True,
        )


def main() -> None:
    """Run every benchmark."""
    from benchmarks import battles, exact, startup, threads, volleys

    parts: list[Callable[[], list[Row]]] = [volleys.rows, exact.rows, battles.rows, threads.rows, startup.rows]
    print(
        f"Ratios, measured in turns in one process; median of {ROUNDS} rounds; processor time unless a note says wall."
    )
    print(f"{'what':62s} {'ours':>9s} {'other':>9s} {'ratio':>9s}  {'aim':8s} {'':7s} note")
    missed, failed = [], []
    for part in parts:
        try:
            rows = part()
        except (ImportError, AssertionError, OSError, subprocess.CalledProcessError) as error:
            failed.append(f"{part.__module__}: {error!r}")
            continue
        show(rows)
        missed += [row.name for row in rows if not row.ok]
    for name in missed:
        print(f"aim missed: {name}")
    for reason in failed:
        print(f"not measured: {reason}")
    if not missed and not failed:
        print("all aims met")
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if missed and busy > 1.5:
        print(f"(the machine was busy: load {busy:.1f}; wall times suffer from it)", file=sys.stderr)


if __name__ == "__main__":
    main()
