"""The rule ledger: every clause of the rules as package data, its reader, and which test shows which."""

from __future__ import annotations

from havoksim.ledger.implemented import IMPLEMENTED, PARTLY
from havoksim.ledger.reader import Clause, Option, clause, clauses, find_clauses, option_keys

__all__ = ["IMPLEMENTED", "PARTLY", "Clause", "Option", "clause", "clauses", "find_clauses", "option_keys"]
