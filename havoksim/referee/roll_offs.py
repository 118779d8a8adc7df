"""Roll-offs: a die each, ties again, the higher wins (HVK-TABLE-03, HVK-DEPLOY-01, -02, HVK-TURN-02)."""

from __future__ import annotations

from typing import Any

from havoksim.referee.state import Battle
from havoksim.referee.stream import ROLL_OFFS

#: The clause of each kind of roll-off.
CLAUSES = {
    "terrain": "HVK-TABLE-03",
    "edge": "HVK-DEPLOY-01",
    "deploy": "HVK-DEPLOY-02",
    "activate": "HVK-TURN-02",
}


class RollOffs:
    """How many roll-offs of each kind there have been in this turn."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def roll(self, b: Battle, event: dict[str, Any]) -> str:
        """Check the dice of a roll-off and return its winner as the dice say."""
        kind = event["for"]
        if kind not in CLAUSES:
            raise b.unreadable(f"no roll-off for {kind!r}: there are those for {', '.join(CLAUSES)}")
        clause = CLAUSES[kind]
        ordinal = self.counts.get(kind, 0)
        self.counts[kind] = ordinal + 1
        pairs = event["dice"]
        if not pairs:
            raise b.unreadable("a roll-off needs dice")
        key = b.stream.key(ROLL_OFFS[kind], b.turn, ordinal) if b.stream else None
        for r, pair in enumerate(pairs):
            for side, face in enumerate(pair):
                fallen = b.stream.die(key, 2 * r + side) if b.stream and key is not None else face
                if face != fallen or not 1 <= face <= 6:
                    b.fault(clause, f"the seed's die {2 * r + side}: {fallen}", face)
            if (pair[0] == pair[1]) != (r < len(pairs) - 1):
                told = "another roll after a tie" if pair[0] == pair[1] else "no roll after a decision"
                b.fault(clause, told, pairs)
        high_a, high_b = pairs[-1]
        if high_a == high_b:
            return str(event["winner"])
        winner = "a" if high_a > high_b else "b"
        b.want(clause, "winner", winner, event["winner"])
        return winner
