"""What if: sliders for dice, needs, armour and strength, and a picture that answers at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from havoksim.odds.results import FireOdds

#: Slider -> its lowest, highest and first value, and what it says.
SLIDERS: dict[str, tuple[int, int, int, str]] = {
    "dice": (1, 30, 6, "dice"),
    "needs": (2, 6, 4, "needs, at least"),
    "armour": (0, 6, 2, "armour"),
    "strength": (1, 6, 2, "strength"),
    "models": (1, 20, 5, "models in the target"),
}


def what_if_odds(*, dice: int, needs: int, armour: int, strength: int, models: int, ruleset: Any = None) -> FireOdds:
    """Return what a volley does to a unit: the exact answer behind the sliders.

    Examples
    --------
    >>> what_if_odds(dice=6, needs=4, armour=2, strength=2, models=5).kills.mean < 1.2
    True
    """
    from havoksim import odds

    return odds.fire(dice=dice, needs=needs, armour=armour, strength=strength, models=models, ruleset=ruleset)


def what_if_sentence(answer: FireOdds) -> str:
    """Return the answer in words, with what one more and one less point of armour would change.

    Examples
    --------
    >>> what_if_sentence(what_if_odds(dice=6, needs=4, armour=5, strength=1, models=5))
    'hits 3.6, wounds 0.60, kills 0.60; with armour 4 it would be 1.2 kills, with armour 6 0.00'
    """
    from havoksim.report.words import number

    asked = dict(answer.question)
    assert answer.kills is not None
    said = f"hits {number(answer.hits)}, wounds {number(answer.wounds)}, kills {number(answer.kills)}"
    others: list[str] = []
    for armour in (asked["armour"] - 1, asked["armour"] + 1):
        if 0 <= armour <= SLIDERS["armour"][1]:
            kills = what_if_odds(**{**asked, "armour": armour}).kills
            assert kills is not None
            unit = " kills" if not others else ""
            others.append(f"with armour {armour} {'it would be ' if not others else ''}{number(kills)}{unit}")
    return f"{said}; {', '.join(others)}"


def what_if_picture(*, ruleset: Any = None, **values: int) -> Figure:
    """Return the picture for one position of the sliders."""
    from havoksim.report.plots import plot

    return plot(what_if_odds(**values, ruleset=ruleset))


def what_if(*, ruleset: Any = None, **first: int) -> Any:
    """Return sliders for a volley, and the picture that follows them (for a notebook).

    Parameters
    ----------
    ruleset : str, path or Ruleset, optional
        Rules to play by; Havok 2.0 by default.
    **first : int
        Where sliders stand at first: ``dice``, ``needs``, ``armour``, ``strength``, ``models``.

    Returns
    -------
    ipywidgets.VBox
        Show it by leaving it as the last line of a cell.

    Raises
    ------
    InputError
        If a slider does not exist, or ipywidgets is not installed.
    """
    from havoksim.foundation.errors import InputError, Problem, unknown_name, wrong_count
    from havoksim.report.style import as_bytes

    problems = [unknown_name("slider", name, tuple(SLIDERS), key=name) for name in first if name not in SLIDERS]
    for name, value in first.items():
        if name in SLIDERS:
            problems += wrong_count(value, name, least=SLIDERS[name][0], most=SLIDERS[name][1])
    if problems:
        raise InputError(problems)
    try:
        import ipywidgets as widgets
    except ImportError as error:
        raise InputError(Problem("sliders need ipywidgets: pip install 'havoksim[notebook]'")) from error

    sliders = {
        name: widgets.IntSlider(
            value=first.get(name, start),
            min=low,
            max=high,
            description=text,
            style={"description_width": "9em"},
            layout={"width": "26em", "max_width": "100%"},
        )
        for name, (low, high, start, text) in SLIDERS.items()
    }
    sentence = widgets.HTML()
    picture = widgets.Image(format="png", layout={"width": "42em", "max_width": "100%"})

    def answer(_: object = None) -> None:
        values = {name: slider.value for name, slider in sliders.items()}
        sentence.value = what_if_sentence(what_if_odds(**values, ruleset=ruleset))
        picture.value = as_bytes(what_if_picture(ruleset=ruleset, **values))

    for slider in sliders.values():
        slider.observe(answer, names="value")
    answer()
    return widgets.VBox([*sliders.values(), sentence, picture])
