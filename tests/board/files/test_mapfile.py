"""Map files: what is read, and the one clear line for what is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shapely.geometry import Point

from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.files.finding import find_map
from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import parse_map, read_map
from sim.board.files.pieces import library_dir, piece_path
from sim.board.model.errors import MapError

HEAD = 'format = 1\nname = "Test"\nsize = [12, 12]\n'
WELL = '[[pieces]]\npiece = "pozzo"\nat = [3, 3]\n'


def test_a_map_of_the_program_is_found_by_name_and_by_path() -> None:
    assert find_map("san-canciano") == maps_dir() / "san-canciano.toml"
    assert read_map(find_map("san-canciano")).name == "San Canciano"


def test_pieces_without_an_id_are_numbered() -> None:
    made = parse_map(HEAD + WELL + WELL + '[[pieces]]\npiece = "pozzo"\nid = "pozzo-2"\nat = [6, 6]\n')
    assert [p.id for p in made.pieces] == ["pozzo", "pozzo-3", "pozzo-2"]


CANAL = '[[canals]]\nid = "rio"\noutline = [[0, 4], [12, 4], [12, 8], [0, 8]]\n'
WRONG = {
    'name = "Test"\nsize = [12, 12]': ": it has no format: this program reads files with format = 1",
    'format = 7\nname = "Test"\nsize = [12, 12]': ": format is 7: this program reads files with format = 1",
    "format = true": ": format is true: this program reads files with format = 1",
    'format = 1\nname = "Test"\nsize = 12 12': ": not valid TOML: .*line 3",
    "a = " + "[" * 9999: ": its lists lie too deep in one another",
    "a = " + "1" * 5000: ": holds a number of thousands of digits",
    'format = 1\nname = "Test"': ": the file has no 'size': give it a list of 2, each a number from 1 to 120, as",
    'format = 1\nname = "Test"\nsize = [12, -1]': r", line 3: size\[1\] is -1: give a number from 1 to 120",
    'format = 1\nname = "Test"\nsize = [0, 12]': r", line 3: size\[0\] is 0: give a number from 1 to 120",
    'format = 1\nname = "Test"\nsize = [121, 12]': r", line 3: size\[0\] is 121: give a number from 1 to 120",
    'format = 1\nname = "Test"\nsize = [nan, 12]': r", line 3: size\[0\] is nan: give a number from 1 to 120",
    'format = 1\nname = ""\nsize = [9, 12]': ", line 2: name is '': give text",
    HEAD + "sise = 3": ", line 4: sise is unknown here: is it 'size'",
    HEAD + "pieces = 3": ", line 4: pieces is 3: give a list of at most 10000, each a table with piece, at",
    HEAD + "pieces = [3]": r", line 4: pieces\[0\] is 3: give a table with piece, at",
    HEAD + "[[pieces]]\nat = [3, 3]\n": r", line 4: pieces\[0\] has no 'piece': give it a name of small letters",
    HEAD + '[[pieces]]\npiece = "pozzo"\n\nat = [3, "x"]\n': r', line 7: pieces\[0\] "pozzo": at\[1\] is .x.: give',
    HEAD + '[[pieces]]\npiece = "pozzo"\nat = 3\n': r', line 6: pieces\[0\] "pozzo": at is 3: give .* as \[8, 24\]',
    HEAD + '[[pieces]]\npiece = "pozzo"\nat = [3, 4, 5]\n': r"at is \[3, 4, 5\]: give a list of 2, each a number from",
    HEAD + '[[pieces]]\npiece = "pozzo"\nat = [\n  3, # east\n  inf, # north\n]\n': r", line 6: .*at\[1\] is inf: give",
    HEAD + '[[pieces]]\npiece = "pozzo"\nat = [1e9, 4]\n': r"at\[0\] is 1000000000.0: give a number from -1000 to 1000",
    HEAD + '[[pieces]]\npiece = "pozzo"\nat = [1' + "0" * 400 + ", 4]\n": r"at\[0\] is 10+….*: give a number",
    HEAD + 2 * WELL + WELL + "turn = nan\n" + WELL: r', line 13: pieces\[2\] "pozzo": turn is nan: give a number',
    HEAD + WELL + "turn = 361\n": r"turn is 361: give a number from -360 to 360",
    HEAD + WELL + "z = -inf\n": r"z is -inf: give a number from -100 to 100",
    HEAD + WELL + "colour = 'red'\n": r', line 7: pieces\[0\] "pozzo": colour is .red.: give a colour .*, as .#b4573f.',
    HEAD + WELL + "id = 'Ca Rossa'\n": r"id is .Ca Rossa.: give a name of small letters.* as .ca-rossa.",
    HEAD + WELL + "angle = 3\n": r"angle is unknown here: there are: piece, at, id, z, turn, mirror, colour",
    HEAD + WELL + "trun = 3\n": r"trun is unknown here: is it 'turn'",
    HEAD + WELL + 'id = "a"\n' + WELL + 'id = "a"\n': r', line 11: pieces\[1\] "a": id is .a., as is pieces\[0\]: give',
    HEAD + WELL + 'id = "rio"\n' + CANAL: r"id is 'rio', as is canals\[0\]: give it another",
    HEAD + CANAL + CANAL: r", line 8: canals\[1\] .rio.: id is 'rio', as is canals\[0\]: give it another",
    HEAD + WELL + 'id = "ground"\n': "id is 'ground', as is the street: give it another",
    HEAD + '[[canals]]\nid = "rio"\noutline = [[0, 0], [1, 1]]\n': r"outline is .*: give a list of at least 3",
    HEAD + '[[canals]]\nid = "rio"\noutline = [[0, 0], [1, 1], [nan, 3]]\n': r"outline\[2\]\[0\] is nan: give a number",
    HEAD + CANAL + "bed = -0.5": ", line 7: .* bed is -0.5, and its water is at -0.75: set the bed lower",
    HEAD + CANAL + "surface = 0.5": "surface is 0.5: give a number at least -20 and under 0",
    HEAD + CANAL + "surface = -0.0": "surface is -0.0: give a number at least -20 and under 0",
    HEAD + CANAL + "bed = -inf": "bed is -inf: give a number at least -20 and under 0",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items(), ids=range(len(WRONG)))
def test_what_is_wrong_is_told_with_file_line_place_and_mend(text: str, said: str) -> None:
    with pytest.raises(MapError) as caught:
        parse_map(text, "test.toml")
    line = str(caught.value)
    assert line.startswith("test.toml")
    assert "\n" not in line
    assert re.search(said, line), line


def test_the_line_is_found_in_a_long_file() -> None:
    """Also where lists run over many lines, whose beginnings are no TOML."""
    outline = ",\n".join(f"  [{n / 100}, {1 + n % 2}]" for n in range(500))
    text = HEAD + f'[[canals]]\nid = "rio"\noutline = [\n{outline},\n]\n# here\n\n' + 2000 * WELL + WELL + "z = nan\n"
    with pytest.raises(MapError) as caught:
        parse_map(text, "test.toml")
    assert str(caught.value).startswith(f'test.toml, line {text.count(chr(10))}: pieces[2000] "pozzo": z is nan')


def test_a_map_that_an_editor_began_with_a_mark_is_read() -> None:
    assert parse_map("\ufeff" + HEAD).name == "Test"


@pytest.mark.parametrize(
    ("outline", "said"),
    [
        ("[[0, 4], [12, 8], [12, 4], [0, 8]]", "outline crosses itself near 6,6: list its corners in order"),
        ("[[0, 4], [6, 4], [12, 4]]", "outline has no area: list corners that are not in a row"),
        ("[[0, 4], [12, 4], [12, 4], [0, 8]]", "outline has corner 2 where corner 1 is: leave one out"),
        ("[[0, 4], [12, 4], [0, 8], [0, 4]]", "outline has corner 0 where corner 3 is: leave one out"),
        ("[[20, 4], [32, 4], [20, 8]]", "outline lies off the board, which is 12 x 12: move it in"),
    ],
)
def test_a_canal_that_is_no_shape_on_the_board_is_refused(tmp_path: Path, outline: str, said: str) -> None:
    path = tmp_path / "knot.toml"
    path.write_text(HEAD + f'[[canals]]\nid = "rio"\noutline = {outline}\n')
    with pytest.raises(MapError, match=rf'knot\.toml, line 6: canals\[0\] "rio": {said}'):
        Board.load(path)


@pytest.mark.parametrize("piece", ["pozzo", "gondola"])
def test_a_piece_no_part_of_which_is_on_the_board_is_refused(tmp_path: Path, piece: str) -> None:
    path = tmp_path / "stray.toml"
    path.write_text(HEAD + f'[[pieces]]\npiece = "{piece}"\nat = [40, 6]\n')
    with pytest.raises(MapError, match=r"stray\.toml, line 6: pieces\[0\] .*: at puts all of it off the board"):
        Board.load(path)


def test_more_triangles_than_can_be_held_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "city.toml"
    path.write_text(HEAD + 4000 * '[[pieces]]\npiece = "palazzo"\nat = [6, 6]\n')
    with pytest.raises(MapError, match=r"its pieces have over 3,000,000 triangles: place fewer"):
        Board.load(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", ", line 1: is not a text file in UTF-8"),
        ('format = 1\nname = "Là"\n'.encode("latin-1"), ", line 2: is not a text file in UTF-8"),
        (b"#" * 8_000_001, ": is larger than 8 MB"),
    ],
    ids=["binary", "latin-1", "large"],
)
def test_what_is_no_map_is_told_as_such(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "no.toml"
    path.write_bytes(content)
    with pytest.raises(MapError, match=rf"no\.toml{said}"):
        read_map(path)


def test_an_unknown_name_lists_the_maps_there_are() -> None:
    with pytest.raises(MapError, match="san-canciano"):
        find_map("atlantis")


def test_an_unknown_piece_is_named_with_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HEAD + '[[pieces]]\npiece = "pozo"\nat = [3, 3]\n')
    with pytest.raises(MapError, match=r'wrong\.toml, line 5: pieces\[0\] "pozo": piece .* is it .pozzo.\?'):
        Board.load(path)


def test_a_canal_along_a_line_goes_on_over_the_edge_that_it_ends_at() -> None:
    canal = '[[canals]]\nid = "rio"\nline = [[0, 2], [6, 6], [6, 9]]\nwidth = 4\n'
    made = parse_map(f'format = 1\nname = "X"\nsize = [12, 12]\n{canal}')
    water = canal_shape(made.canals[0], made)
    assert water.contains(Point(0.01, 2))
    assert water.contains(Point(0.01, 0.5)), "no wedge of ground is left at the edge"
    assert not water.contains(Point(6, 9.1)), "within the board it ends where the line does"
    assert water.contains(Point(7.9, 8.9))
    assert not water.contains(Point(8.1, 8.9))


@pytest.mark.parametrize("shape", ["", "line = [[0, 0], [1, 1]]", "width = 3\noutline = [[0, 0], [1, 1], [2, 0]]"])
def test_a_canal_has_an_outline_or_a_line_with_its_width(shape: str) -> None:
    with pytest.raises(MapError, match="an `outline`, or a `line` and its `width`"):
        parse_map(f'format = 1\nname = "X"\nsize = [12, 12]\n[[canals]]\nid = "rio"\n{shape}\n')


def test_a_mesh_beside_the_map_that_hides_an_imported_piece_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever imports a mesh from the map's own folder was told that a piece was unknown, which lay in the library."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    mine = library_dir() / "kiosk.glb"
    mine.parent.mkdir(parents=True)
    mine.write_bytes(piece_path("pozzo").read_bytes())
    (tmp_path / "kiosk.glb").write_bytes(b"a mesh of another program")
    path = tmp_path / "campo.toml"
    path.write_text(HEAD + WELL.replace("pozzo", "kiosk"))
    with pytest.raises(MapError) as refused:
        Board.load(path)
    assert str(refused.value).startswith(f'{path}, line 5: pieces[0] "kiosk": piece cannot be used: ')
    assert f"it is taken before {mine}: move it away if that is meant" in str(refused.value)
