"""Layouts of terrain: pieces in hundredths, and everything that a table does not allow."""

import pytest

from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_file, load_terrain, validate_paths
from havoksim.model.terrain import Layout, Piece, overlap

HEAD = 'schema = 1\nkind = "terrain"\nname = "Mine"\n'


@pytest.fixture
def write(tmp_path):
    def make(*pieces, head=""):
        path = tmp_path / "mine.toml"
        path.write_text(HEAD + head + "".join(f"[[piece]]\n{piece}\n" for piece in pieces))
        return path

    return make


def problems(path):
    with pytest.raises(InputError) as caught:
        load_terrain(path)
    return {problem.key: problem.message for problem in caught.value.problems}


@pytest.mark.rule("HVK-TABLE-02", "HVK-TABLE-06")
def test_pieces_are_in_hundredths_of_an_inch(write):
    layout = load_file(
        write(
            'kind = "wood"\nat = [10.25, 24]\nradius = 3.5',
            'kind = "building"\ncorners = [[30, 20], [30, 26], [36, 26], [36, 20]]',
        )
    )
    assert layout == Layout(
        "mine",
        "Mine",
        (
            Piece("wood", (1025, 2400), 350),
            Piece("building", (3300, 2300), 0, ((300, -300), (300, 300), (-300, 300), (-300, -300))),
        ),
    )
    assert layout.pieces[1].on_table == ((3600, 2000), (3600, 2600), (3000, 2600), (3000, 2000))
    assert layout.pieces[1].extent == (3000, 3600, 2000, 2600)


def test_the_packaged_layouts_are_right():
    assert load_terrain("crossroads").problems(4800, 4800) == []
    assert load_terrain("open_ridge").problems(7200, 4800) == []
    found = load_terrain("open_ridge").problems(4800, 4800)
    assert {problem.key for problem in found} == {"table", "piece[1]", "piece[3]"}


@pytest.mark.rule("HVK-TABLE-01")
def test_a_layout_is_for_the_table_that_it_names(write):
    piece = 'kind = "hill"\nat = [10, 10]\nradius = 3'
    layout = load_terrain(write(piece, head="table = [36, 48]\n"))
    assert layout.problems(3600, 4800) == []
    told = [str(problem) for problem in layout.problems(4800, 4800)]
    assert told == ["terrain mine: table: must be [48, 48], the table of the battle, found [36, 48]"]
    assert load_terrain(write(piece)).problems(7200, 4800) == []


def test_pieces_may_touch_and_not_overlap(write):
    touching = ('kind = "hill"\nat = [10, 10]\nradius = 3', 'kind = "wood"\nat = [16, 10]\nradius = 3')
    assert len(load_terrain(write(*touching)).pieces) == 2
    found = problems(write(touching[0], 'kind = "wood"\nat = [15.99, 10]\nradius = 3'))
    assert found == {"piece[2]": "the wood overlaps the hill of piece[1]"}


def test_a_piece_off_the_table_is_refused(write):
    found = problems(
        write('kind = "hill"\nat = [2, 10]\nradius = 3', 'kind = "wood"\ncorners = [[40, 40], [50, 40], [45, 45]]')
    )
    assert found == {
        "piece[1]": "the hill lies partly off the table of 48 x 48 inches",
        "piece[2]": "the wood lies partly off the table of 48 x 48 inches",
    }
    assert load_terrain(write('kind = "wood"\ncorners = [[40, 40], [50, 40], [45, 45]]', head="table = [72, 48]\n"))


@pytest.mark.parametrize(
    "corners",
    [
        "[[10, 10], [20, 10], [12, 12], [10, 20]]",  # a dent
        "[[10, 10], [20, 10], [30, 10]]",  # no area
        "[[10, 10], [20, 10], [20, 15], [20, 20], [10, 20]]",  # three in a row
        "[[10, 10], [20, 20], [20, 10], [10, 20]]",  # crossed
        "[[20, 14], [14, 18.5], [16.5, 11], [19, 18.5], [13, 14]]",  # a star
    ],
)
def test_a_polygon_is_convex(write, corners):
    assert "convex" in problems(write(f'kind = "hill"\ncorners = {corners}'))["piece[1].corners"]


def test_everything_that_is_wrong_is_said_at_once(write):
    found = problems(
        write(
            'kind = "river"\nat = [10, 10]\nradius = 3',
            'kind = "hill"\nat = [10, 10]\nradius = 3\ncorners = [[1, 1], [2, 1], [1, 2]]',
            'kind = "hill"\nat = [10.001, 10]\nradius = 3',
            'kind = "hill"\nat = [10, 10]',
            'kind = "hill"\nradius = 0\nat = [1, 1]\nheight = 3',
        )
    )
    assert found["piece[1].kind"] == 'must be "hill", "wood" or "building", found "river"'
    assert "one of the two" in found["piece[2]"]
    assert "whole hundredths" in found["piece[3].at"]
    assert "is missing" in found["piece[4].radius"]
    assert set(found) >= {"piece[5].radius", "piece[5].height"}


def test_circles_and_polygons_meet_exactly():
    square = Piece("building", (0, 0), 0, ((-100, -100), (100, -100), (100, 100), (-100, 100)))
    assert not overlap(square, Piece("wood", (200, 0), 100))
    assert overlap(square, Piece("wood", (199, 0), 100))
    assert overlap(Piece("wood", (0, 0), 10), square)  # wholly inside
    corner = Piece("wood", (160, 180), 100)  # 60, 80 from the corner: exactly 100
    assert not overlap(square, corner)
    assert overlap(square, Piece("wood", (160, 179), 100))
    assert not overlap(square, Piece("hill", (200, 0), 0, ((-100, -100), (100, -100), (100, 100), (-100, 100))))
    assert overlap(square, Piece("hill", (199, 0), 0, ((-100, -100), (100, -100), (100, 100), (-100, 100))))


def test_validate_reads_layouts(write):
    reports = validate_paths([write('kind = "hill"\nat = [2, 10]\nradius = 3')])
    assert [(report.kind, report.ok) for report in reports] == [("terrain", False)]
