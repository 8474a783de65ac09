"""Map files: what is read, and the one clear line for what is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shapely.geometry import Point

from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import find_map, parse_map, read_map
from sim.board.model.errors import MapError

HEAD = 'format = 1\nname = "Test"\nsize = [12, 12]\n'
WELL = '[[pieces]]\npiece = "pozzo"\nat = [3, 3]\n'


def test_a_map_of_the_program_is_found_by_name_and_by_path() -> None:
    assert find_map("san-canciano") == maps_dir() / "san-canciano.toml"
    assert read_map(find_map("san-canciano")).name == "San Canciano"


def test_pieces_without_an_id_are_numbered() -> None:
    made = parse_map(HEAD + WELL + WELL + '[[pieces]]\npiece = "pozzo"\nid = "pozzo-2"\nat = [6, 6]\n')
    assert [p.id for p in made.pieces] == ["pozzo", "pozzo-3", "pozzo-2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "Test"\nsize = [12, 12]', "no format"),
        ('format = 7\nname = "Test"\nsize = [12, 12]', "format = 7: this program reads maps with format = 1"),
        ('format = 1\nname = "Test"\nsize = 12 12', "not valid TOML.*line 3"),
        ('format = 1\nname = "Test"', "missing required field `size`"),
        ('format = 1\nname = "Test"\nsize = [12, -1]', "size"),
        (HEAD + '[[pieces]]\npiece = "pozzo"\nat = [3, "x"]\n', r"pieces\[0\] \(pozzo\) key at.*float"),
        (HEAD + WELL + "colour = 'red'\n", r"pieces\[0\] \(pozzo\) key colour"),
        (HEAD + WELL + "angle = 3\n", r"pieces\[0\] \(pozzo\).*unknown field `angle`"),
        (HEAD + WELL + 'id = "a"\n' + WELL + 'id = "a"\n', "two pieces have the id 'a'"),
        (HEAD + '[[canals]]\nid = "rio"\noutline = [[0, 0], [1, 1]]\n', "canals.*at least 3 corners"),
        (HEAD + '[[canals]]\nid = "rio"\nline = [[0, 0], [1, 1]]\n', "canals.*a `width` over 0"),
        (
            HEAD + '[[canals]]\nid = "rio"\nline = [[0, 0], [1, 1]]\nwidth = 2\noutline = [[0, 0], [1, 1], [2, 0]]\n',
            "both",
        ),
    ],
)
def test_a_wrong_map_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(MapError) as caught:
        parse_map(text, "test.toml")
    line = str(caught.value)
    assert line.startswith("test.toml: ")
    assert "\n" not in line
    assert re.search(said, line), line


def test_an_unknown_name_lists_the_maps_there_are() -> None:
    with pytest.raises(MapError, match="san-canciano"):
        find_map("atlantis")


def test_an_unknown_piece_is_named_with_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HEAD + '[[pieces]]\npiece = "pozo"\nat = [3, 3]\n')
    with pytest.raises(MapError, match=r"wrong\.toml: piece 'pozo': no piece 'pozo'.*pozzo"):
        Board.load(path)


def test_a_canal_that_crosses_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "knot.toml"
    path.write_text(HEAD + '[[canals]]\nid = "rio"\noutline = [[0, 4], [12, 8], [12, 4], [0, 8]]\n')
    with pytest.raises(MapError, match="canal 'rio': its outline crosses itself"):
        Board.load(path)


def test_a_canal_along_a_line_goes_on_over_the_edge_that_it_ends_at() -> None:
    made = parse_map(HEAD + '[[canals]]\nid = "rio"\nline = [[0, 2], [6, 6], [6, 9]]\nwidth = 4\n')
    water = canal_shape(made.canals[0], made)
    assert water.contains(Point(0.01, 2))
    assert water.contains(Point(0.01, 0.5)), "no wedge of ground is left at the edge"
    assert not water.contains(Point(6, 9.1)), "within the board it ends where the line does"
    assert water.contains(Point(7.9, 8.9))
    assert not water.contains(Point(8.1, 8.9))
