"""``havoksim.plot``: any result in, a picture out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from havoksim.analysis.battle_course import BattleCourse
    from havoksim.battle.results import BattleResult

#: What is counted, for the axis of a distribution.
COUNTED = {
    "hits": "hits",
    "wounds": "wounds",
    "kills": "models killed",
    "wounds_suffered": "wounds that count",
    "rounds": "battle turns",
    "models_a": "models of a left",
    "models_b": "models of b left",
    "wounds_on_a": "wounds on a",
    "wounds_on_b": "wounds on b",
}


def plot(result: Any, **how: Any) -> Figure:
    """Draw a result: a distribution, the odds of an exchange, a duel, or a run of a sweep.

    Parameters
    ----------
    result
        What ``havoksim.odds``, ``havoksim.duel``, ``havoksim.sweep`` or ``havoksim.open_results`` returned, or a `Pmf`.
    **how
        For odds and duels: ``what="wounds"`` chooses one distribution by name. For a run: ``kind="heatmap"`` (with
        ``setting``, one or several) or ``kind="efficiency"`` (with ``measure`` and ``setting``), and ``ruleset``.
        For a `Pmf`: ``counted``, ``finding``. For many battles: ``kind="margins"`` (they must have been kept, with
        ``each=True``) or ``kind="types"``. For the course of battles: ``kind="attrition"`` or ``kind="kills"``. A cross
        table of players has one picture.

    Returns
    -------
    Figure
        A Matplotlib figure: ``.savefig("odds.png")`` writes it.

    Raises
    ------
    InputError
        If there is no picture of such a result, or an option does not exist.

    Examples
    --------
    >>> import havoksim as hs
    >>> figure = plot(hs.odds.fire(dice=6, needs=4, armour=2))
    >>> figure.get_suptitle().replace(chr(10), " ")
    '6 dice needing 4+ against armour 2 make 3.6 hits and 2.4 wounds on average'
    """
    from havoksim.dice.pmf import JointPmf, Pmf
    from havoksim.foundation.errors import InputError
    from havoksim.odds.results import Odds

    if isinstance(result, Pmf):
        from havoksim.report.distribution import distribution

        return distribution(result, **_allowed(how, "counted", "finding", "footnote"))
    if isinstance(result, Odds):
        return _odds(result, _allowed(how, "what").get("what"))
    from havoksim.analysis.battle_course import BattleCourse
    from havoksim.battle.results import BattleResult

    if isinstance(result, (BattleResult, BattleCourse)):
        return _battles(result, how)
    from havoksim.analysis.cross_table import CrossTable

    if isinstance(result, CrossTable):
        from havoksim.report.cross_table import preset_matrix

        return preset_matrix(result, **_allowed(how))
    if hasattr(result, "matchups") and hasattr(result, "warriors"):
        return _run(result, how)
    joint = "; draw its .first or .second" if isinstance(result, JointPmf) else ""
    raise InputError(f"there is no picture of a {type(result).__name__}{joint}", key="result")


def save_run_plots(run: Any, folder: str | Path) -> list[Path]:
    """Draw a run's heatmap and efficiency into ``scores.png`` and ``efficiency.png``.

    Of a run with several rulesets the first has these names, and the others carry theirs: ``scores_no_blocks.png``.

    Parameters
    ----------
    run : Run
        What ``havoksim.sweep`` or ``havoksim.open_results`` returned.
    folder : path
        Where the pictures go; made if it is not there.

    Returns
    -------
    list of Path
        The pictures written, each whole or not at all.
    """
    from havoksim.report.style import as_bytes

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    written = []
    for index, ruleset in enumerate(dict.fromkeys(map(str, run.matchups()["ruleset"]))):
        for name, kind in (("scores", "heatmap"), ("efficiency", "efficiency")):
            path = place / f"{name}{f'_{ruleset}' if index else ''}.png"
            _write_whole(path, as_bytes(plot(run, kind=kind, ruleset=ruleset)))
            written.append(path)
    return written


def save_battle_plots(result: BattleResult, course: BattleCourse, folder: str | Path) -> list[Path]:
    """Draw many battles into ``margins.png``, ``types.png``, ``attrition.png`` and ``kills.png``.

    Parameters
    ----------
    result : BattleResult
        What ``havoksim.battle.simulate(..., each=True)`` returned.
    course : BattleCourse
        The course of the same battles.
    folder : path
        Where the pictures go; made if it is not there.

    Returns
    -------
    list of Path
        The pictures written, each whole or not at all.
    """
    from havoksim.report.style import as_bytes

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    written = []
    for drawn, kind in ((result, "margins"), (result, "types"), (course, "attrition"), (course, "kills")):
        path = place / f"{kind}.png"
        _write_whole(path, as_bytes(plot(drawn, kind=kind)))
        written.append(path)
    return written


def _odds(result: Any, what: str | None) -> Figure:
    """Draw the picture that suits the kind of answer, or one distribution that was asked for."""
    from havoksim.odds.duel_result import DuelResult
    from havoksim.odds.results import ExchangeOdds, FireOdds, SeveralOdds
    from havoksim.report import words
    from havoksim.report.distribution import distribution

    laws = result.laws()
    footnote = words.how_found(result)
    if what is not None and what not in laws:
        from havoksim.foundation.errors import InputError, unknown_name

        raise InputError(unknown_name("distribution", what, tuple(laws), key="what"))
    if isinstance(result, FireOdds):
        shown = what or ("kills" if result.kills is not None else None)
        if shown is None:
            picked = {name: laws[name] for name in ("hits", "wounds")}
            finding = words.fire_finding(result, "hits")
            finding = f"{finding.split(';')[0]} and {words.number(laws['wounds'])} wounds"
            return distribution(picked, counted="hits, wounds", finding=_ends_well(finding), footnote=footnote)
        ceiling = len(laws[shown].p) - 1 if shown == "kills" else None
        finding = words.fire_finding(result, shown)
        return distribution(laws[shown], counted=COUNTED[shown], finding=finding, footnote=footnote, ceiling=ceiling)
    if what is None and isinstance(result, DuelResult):
        from havoksim.report.duel import duel

        return duel(result)
    if what is None and isinstance(result, ExchangeOdds):
        from havoksim.report.joint import joint

        return joint(result)
    if what is None and isinstance(result, SeveralOdds):
        return distribution(laws, counted="wounds", finding=words.several_finding(result), footnote=footnote)
    if what is None:
        what = "kills"
        finding = words.kills_finding(result, laws[what])
        return distribution(laws[what], counted=COUNTED[what], finding=finding, footnote=footnote)
    return distribution(laws[what], counted=COUNTED.get(what, what.replace("_", " ")), footnote=footnote)


def _run(run: Any, how: dict[str, Any]) -> Figure:
    """Draw a run: who scores against whom, or what each type gives for its points."""
    from havoksim.foundation.errors import InputError, unknown_name

    how = dict(how)
    kind = how.pop("kind", "heatmap")
    battles = hasattr(run, "types") and run.manifest.mode == "battles"
    if kind == "heatmap" and battles:
        from havoksim.report.battles import battle_matrix

        return battle_matrix(run.matchups(), **_allowed(how, "ruleset"))
    if kind == "efficiency" and battles:
        from havoksim.report.efficiency import efficiency

        return efficiency(run.types(), **_allowed(how, "measure", "ruleset"), fought="battles")
    if kind == "heatmap":
        from havoksim.report.heatmap import heatmap

        return heatmap(run.matchups(), **_allowed(how, "setting", "ruleset"))
    if kind == "efficiency":
        from havoksim.report.efficiency import efficiency

        return efficiency(run.warriors(), **_allowed(how, "measure", "setting", "ruleset"))
    raise InputError(unknown_name("kind of picture", str(kind), ("heatmap", "efficiency"), key="kind"))


def _battles(result: BattleResult | BattleCourse, how: dict[str, Any]) -> Figure:
    """Draw many battles: margins and types of an answer, attrition and kills of a course."""
    from havoksim.foundation.errors import InputError, unknown_name
    from havoksim.report import battle_course, battle_result

    pictures: dict[str, Any]
    if hasattr(result, "left_after"):
        pictures = {"attrition": battle_course.attrition, "kills": battle_course.who_kills_whom}
    else:
        pictures = {"margins": battle_result.margins, "types": battle_result.types}
    usual = "types" if "types" in pictures else "attrition"
    kind = str(_allowed(how, "kind").get("kind", usual))
    if kind not in pictures:
        raise InputError(unknown_name("kind of picture", kind, tuple(pictures), key="kind"))
    drawn: Figure = pictures[kind](result)
    return drawn


def _allowed(how: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the options, or raise for those that this picture does not have."""
    from havoksim.foundation.errors import InputError, unknown_name

    strangers = [unknown_name("option", name, names, key=name) for name in how if name not in names]
    if strangers:
        raise InputError(strangers)
    return how


def _ends_well(text: str) -> str:
    """Return a finding in which the words "on average" come last."""
    return text.replace(" on average", "") + " on average" if " on average" in text else text


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    import os

    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_bytes(content)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
