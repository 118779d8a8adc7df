"""Can everybody read the pictures: colours under colour blindness, sizes on a phone, no global state?"""

from __future__ import annotations

import itertools
import sys

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import havoksim as hs
from havoksim.report import style

# Machado, Oliveira and Fernandes (2009): what the whole absence of one kind of cone leaves of linear RGB.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def linear(colour):
    rgb = np.array(to_rgb(colour))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(colour, blindness):
    """CIE L*a*b* of a colour as it is seen (D65)."""
    seen = np.clip(BLINDNESS[blindness] @ linear(colour), 0.0, 1.0)
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    x, y, z = (to_xyz @ seen) / np.array([0.95047, 1.0, 1.08883])

    def f(t):
        return np.cbrt(t) if t > 0.008856 else 7.787 * t + 16 / 116

    return np.array([116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))])


def distance(one, other, blindness):
    return float(np.linalg.norm(lab(one, blindness) - lab(other, blindness)))


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_palette_colours_stay_apart(blindness):
    # 2.3 is a just noticeable difference; 12 can be told apart in small marks.
    # Factions take the first four colours; a picture never has more lines than the palette.
    for one, other in itertools.combinations(style.PALETTE, 2):
        assert distance(one, other, blindness) > 12, (one, other)


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_sides_and_nobody_stay_apart(blindness):
    for one, other in itertools.combinations((style.SIDE_A, style.SIDE_B, style.NOBODY), 2):
        assert distance(one, other, blindness) > 20, (one, other)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("half", [np.linspace(0.5, 0.0, 21), np.linspace(0.5, 1.0, 21)])
def test_fairness_gets_darker_away_from_one_half(blindness, half):
    lightness = [lab(style.fairness_map()(float(score)), blindness)[0] for score in half]
    assert all(a > b for a, b in itertools.pairwise(lightness))


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_winning_and_losing_never_look_alike(blindness):
    colours = style.fairness_map()
    for off in (0.15, 0.25, 0.35, 0.5):
        assert distance(colours(0.5 - off), colours(0.5 + off), blindness) > 12


@pytest.mark.parametrize("colours", [style.fairness_map(), style.chance_map()])
def test_numbers_in_cells_can_be_read(colours):
    for value in np.linspace(0, 1, 101):
        back, ink = style.luminance(colours(value)), style.luminance(style.ink_on(colours(value)))
        light, dark = max(back, ink) + 0.05, min(back, ink) + 0.05
        assert light / dark >= 3.9


def test_fairness_is_white_at_one_half():
    assert style.luminance(style.fairness_map()(0.5)) > 0.97


def test_no_text_is_too_small_for_a_phone():
    for result in (
        hs.odds.fire("5xkarn_trooper", "5x47th_line"),
        hs.odds.melee("hundred_battle_form", "razor"),
        hs.duel("5xkarn_trooper", "5xnexus_trooper", range=6),
    ):
        check_sizes(hs.plot(result))


def check_sizes(figure):
    assert figure.get_figwidth() == 6.0
    small = [t.get_text() for t in figure.findobj(Text) if t.get_text() and t.get_visible() and t.get_fontsize() < 9]
    assert not small


def test_titles_stay_inside_the_picture():
    figure = style.new_picture(2.0)
    style.headline(figure, "Wounded WARRIORS MOVE home " * 8, "footnote " * 40)
    figure.canvas.draw()
    for text in (figure._suptitle, figure._supxlabel):
        assert text.get_window_extent().x1 <= figure.bbox.x1


def test_percentages_are_not_torn_apart():
    figure = style.new_picture(2.0)
    for filler in range(30, 60):
        style.headline(figure, "y" * filler + " 5 x Karn 34 % of them")
        assert "\n%" not in figure.get_suptitle()
        assert "\nx " not in figure.get_suptitle()


def test_the_readers_own_settings_are_left_alone():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    hs.plot(hs.odds.fire(dice=3, needs=4, armour=1)).savefig("/dev/null", format="png")
    assert dict(mpl.rcParams) == before
    assert not [name for name in sys.modules if name.startswith("havoksim") and "pyplot" in vars(sys.modules[name])]


def test_a_notebook_shows_a_picture_at_reading_size():
    picture, size = hs.plot(hs.odds.fire(dice=3, needs=4, armour=1))._repr_png_()
    assert picture.startswith(b"\x89PNG")
    assert size["width"] == 600
    assert size["alt"].startswith("3 dice")


def test_the_same_picture_has_the_same_bytes():
    answer = hs.odds.fire(dice=3, needs=4, armour=1)
    for file_format in ("png", "pdf"):
        assert style.as_bytes(hs.plot(answer), file_format) == style.as_bytes(hs.plot(answer), file_format)
