"""The end of the battle and its score (HVK-WIN-01 to -03, HVK-TURN-01)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.state import Battle


def winner_of(b: Battle) -> str | None:
    """Return who has destroyed more battle rating, None for a draw."""
    more = b.score["a"] - b.score["b"]
    if abs(more) <= b.numbers.draw_margin:
        return None
    return "a" if more > 0 else "b"


def ended_by(b: Battle) -> str:
    """Return what ends the battle as it stands."""
    return "turn_limit" if b.living("a") and b.living("b") else "wiped_out"


def end(b: Battle, waiting: list[str], event: dict[str, Any]) -> None:
    """Check that the battle may end here, and its score."""
    why = ended_by(b)
    if why == "turn_limit":
        if b.turn < b.numbers.battle_turns:
            b.fault("HVK-TURN-01", f"{b.numbers.battle_turns} turns, with both sides standing", f"the end in {b.turn}")
        elif waiting:
            b.fault("HVK-TURN-02", f"every type to activate: {', '.join(waiting)}", "the end")
    b.want("HVK-TURN-01", "ended_by", why, event["ended_by"])
    b.want("HVK-TURN-01", "turns:", b.turn, event["turns"])
    score = {side: event["score"][side] for side in ("a", "b")}
    b.want("HVK-WIN-01", "score", b.score, score)
    winner = winner_of(b)
    b.want("HVK-WIN-02" if winner is None else "HVK-WIN-01", "winner", winner, event["winner"])
