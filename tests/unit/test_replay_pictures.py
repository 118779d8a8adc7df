"""A battle as a picture and as a moving picture."""

import io

import pytest
from PIL import Image

from havoksim.foundation.errors import InputError
from havoksim.report.replay_page import frames_of
from havoksim.report.replay_picture import GIF_WIDTH, PNG_WIDTH, UNSEEN, replay_gif, replay_png
from havoksim.report.style import SIDE_A, SIDE_B
from tests.reference import hand_battles


def colours_of(picture):
    """Return how many pixels have exactly the colour of each side."""
    counted = {colour: n for n, colour in picture.convert("RGB").getcolors(1 << 24)}
    return [counted.get(tuple(bytes.fromhex(side[1:])), 0) for side in (SIDE_A, SIDE_B)]


def moment(lines, event=None):
    return Image.open(io.BytesIO(replay_png(lines, event=event)))


def test_a_picture_has_the_tables_shape_and_both_sides():
    lines = hand_battles.shooting()
    picture = moment(lines)
    assert picture.width == PNG_WIDTH
    assert picture.height > PNG_WIDTH
    assert min(colours_of(picture)) > 100


def test_before_deployment_nobody_is_there():
    lines = hand_battles.shooting()
    assert colours_of(moment(lines, 1)) == [0, 0]


def test_moments_differ_and_the_same_moment_does_not():
    lines = hand_battles.melee()
    assert replay_png(lines, event=5) == replay_png(lines, event=5)
    assert replay_png(lines, event=5) != replay_png(lines)


@pytest.mark.parametrize("event", [0, -1, 10_000])
def test_an_event_that_is_not_there(event):
    with pytest.raises(InputError, match="this battle has events 1 to"):
        replay_png(hand_battles.shooting(), event=event)


@pytest.mark.parametrize("battle", hand_battles.ALL, ids=lambda one: one.__name__)
def test_a_moving_picture_shows_every_step_with_something_to_see(battle):
    lines = battle()
    film = Image.open(io.BytesIO(replay_gif(lines)))
    frames = [frame for frame in frames_of(lines)[1] if frame.what not in UNSEEN]
    assert film.width == GIF_WIDTH
    assert 1 < film.n_frames <= len(frames)  # pictures that do not differ are joined by the writer
    stays = 0
    for number in range(film.n_frames):
        film.seek(number)
        stays += film.info["duration"]
    assert stays >= 600 * len(frames)
