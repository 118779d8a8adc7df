"""Where the wounds of a battle go, read from its record: what counts, what is lost, and what lies on survivors.

Only the BR of the dead counts (HVK-WIN-01). A wound that is rolled may be one too many for its target (HVK-WOUND-02),
or it may lie on a model that lives to the end; both are worth nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

Line = Mapping[str, Any]
#: Ways to wound.
MEANS = ("fire", "melee", "psyke", "explosion")
_MEANS_OF = {"volley": "fire", "combat": "melee", "psyke": "psyke", "explosion": "explosion"}


def account(lines: Iterable[Line], side: str) -> dict[str, float]:
    """Return what a side did in a battle.

    Parameters
    ----------
    lines : iterable of mappings
        The record of the battle (``docs/reference/record.md``).
    side : {"a", "b"}
        Whose attacks.

    Returns
    -------
    dict
        In BR of the enemy, a wound being worth the model's BR by its strength: ``fire``, ``melee``, ``psyke`` and
        ``explosion`` (wounds on models that died), ``too_many`` (wounds rolled by fire beyond what its targets could
        take), ``on_survivors`` (wounds of fire on models alive at the end). As numbers: ``dice`` and ``hits`` of fire,
        ``inches`` of all dice together, ``in_cover`` (dice at targets in cover), ``volleys`` (unit and target),
        ``fires`` (units that fired), ``combats`` that it began, ``charges`` (units that fought one), ``activations``.

    Examples
    --------
    >>> from havoksim.battle.matchup import matchup
    >>> from havoksim.battle.play import record
    >>> told = account(record(matchup("karn_500", "pteravore_500").pack(), 3, 0), "a")
    >>> told["volleys"] >= told["fires"] > 0
    True
    """
    told = iter(lines)
    header = next(told)
    worth = {
        f"{s}:{kind}": card["battle_rating"] / card["strength"]
        for s in ("a", "b")
        for kind, card in header["types"][s].items()
    }
    sums: Counter[str] = Counter()
    suffered: dict[str, Counter[str]] = {}
    dead: set[str] = set()
    means, by = "", ""
    charging: set[tuple[int, str]] = set()
    turn = 0
    for line in told:
        event = line["event"]
        if event in _MEANS_OF:
            means = _MEANS_OF[event]
            by = str(line.get("unit") or line.get("attacker") or "")[:1]
        if event == "turn":
            turn = int(line["turn"])
        elif event == "activate":
            sums["activations"] += line["side"] == side
        elif event == "fire" and line["unit"][0] == side:
            sums["fires"] += 1
            sums["volleys"] += len(line["targets"])
            for shot in (shot for target in line["targets"] for shot in target["shots"]):
                sums["dice"] += shot["dice"]
                sums["inches"] += shot["dice"] * shot["distance"] / 100
                sums["in_cover"] += shot["dice"] * bool(shot["cover"])
        elif event == "volley" and by == side:
            sums["hits"] += line["hits"]
            sums["too_many"] += line["wounds"] * worth[_type(line["target"])]
        elif event == "combat" and by == side:
            sums["combats"] += 1
            charging.add((turn, _unit(line["attacker"])))
        elif event == "wound" and line["model"][0] != side:
            suffered.setdefault(line["model"], Counter())[means] += line["wounds"]
            if means == "fire":
                sums["too_many"] -= line["wounds"] * worth[_type(line["model"])]
        elif event == "death":
            dead.add(line["model"])
    for model, wounds in suffered.items():
        if model in dead:
            for name, count in wounds.items():
                sums[name] += count * worth[_type(model)]
        else:
            sums["on_survivors"] += wounds["fire"] * worth[_type(model)]
    names = (*MEANS, "too_many", "on_survivors", "dice", "hits", "inches", "in_cover", "volleys", "fires", "combats",
             "activations")  # fmt: skip
    return {**{name: float(sums[name]) for name in names}, "charges": float(len(charging))}


def _type(name: str) -> str:
    """Return the type, side included, of a unit or model: ``a:karn_trooper``."""
    return ":".join(name.split(":")[:2])


def _unit(name: str) -> str:
    return ":".join(name.split(":")[:3])
