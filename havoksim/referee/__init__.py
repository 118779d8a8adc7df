"""The referee: is the battle of a record legal, rolled right and counted right?

Plain Python, written from the rule ledger and from the description of records in the documentation. It shares no code
with whatever played the battle: the keyed dice and the geometry of the table are written again here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from havoksim.referee.judging import judge, judge_file
    from havoksim.referee.reader import read_record
    from havoksim.referee.verdict import Result, Verdict, Violation

__all__ = ["Result", "Verdict", "Violation", "judge", "judge_file", "read_record"]

_HOMES = {
    "judge": "judging",
    "judge_file": "judging",
    "read_record": "reader",
    "Result": "verdict",
    "Verdict": "verdict",
    "Violation": "verdict",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
