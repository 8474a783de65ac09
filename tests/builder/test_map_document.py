"""A map's text is changed by edits, each of which can be taken back and made again, byte for byte."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import Canal, PiecePlacement, parse_map
from sim.board.model.errors import MapError
from sim.builder.document import MapDocument, new_map_text
from sim.builder.edits import (
    AddFlat,
    Edit,
    Mirror,
    Move,
    PiecePose,
    PlacePieces,
    Poses,
    Recolour,
    Remove,
    Rename,
    SetBoard,
    SetFlat,
    Together,
    Turn,
)
from sim.builder.errors import EditRefused
from sim.builder.symmetry import SYMMETRIES, Symmetry, images_of

HOME = Path("map.toml")
TEXT = """# Two squares and a canal
format = 1
name = "X" # a name
size = [24, 24]

[[canals]]
id = "rio" # from edge to edge
outline = [
    [9.0, 0], [9.0, 1.4], # the south
    [9.0, 24], [15.0, 24.0], [15, 0],
]

# Bridges

[[pieces]]
piece = "ponte-di-legno"
at = [12, 12] # the middle

# Houses

[[pieces]] # the first
piece = "casa-rosa"
# its front looks at the canal
at = [3, 4]
turn = 180
colour = "#c9876a"

[[pieces]]
piece = "casse"
at = [1, 1]

[[pieces]]
piece = "casse"
at = [2, 20]

# The end
"""
OTHER_WAYS = '''format = 1
name = """
[[pieces]]
# is no table here
"""
size = [24.0, 24]
[[pieces]]
piece = 'casse'
at = [1.50,
  # halfway
  3]
  [[canals]]
  id = "b"
  outline = [[0,0],[6,0],[6,24]]
[[pieces]]
piece = "botte"
at = [2, 4]'''
TEXTS = (TEXT, OTHER_WAYS, TEXT.replace("\n", "\r\n"), (maps_dir() / "san-canciano.toml").read_text("utf-8"))

numbers = st.floats(-3, 27).map(lambda x: round(x, 2))
points = st.tuples(numbers, numbers)
pieces = st.sampled_from(["casse", "botte", "casa-rosa", "ponte-di-pietra"])
colours = st.none() | st.sampled_from(["#aa5500", "#ffffff"])
placements = st.builds(PiecePlacement, pieces, points, z=numbers, turn=st.floats(-400, 400), colour=colours)
canals = st.builds(
    Canal, st.sampled_from(["rio", "canale"]), st.lists(points, min_size=3, max_size=9).map(tuple)
) | st.builds(
    lambda id, line, width: Canal(id, line=tuple(line), width=width),
    st.just("rio-novo"),
    st.lists(points, min_size=2, max_size=4),
    st.floats(1, 7).map(lambda x: round(x, 1)),
)


@st.composite
def edits(draw: st.DrawFn, document: MapDocument) -> Edit:
    ids = [p.id for p in document.map.pieces] + [c.id for c in document.map.canals] + ["nobody"]
    some = st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True).map(tuple)
    by = st.tuples(numbers, numbers, numbers)
    kinds = [
        st.builds(PlacePieces, st.lists(placements, min_size=1, max_size=3).map(tuple)),
        st.builds(Remove, some),
        st.builds(Move, some, by),
        st.builds(Turn, some, st.floats(-180, 180), st.none() | points),
        st.builds(Mirror, some, st.sampled_from(["x", "y"]), numbers),
        st.builds(Recolour, some, colours),
        st.builds(Rename, st.sampled_from(ids), st.sampled_from(["a", "casse", "Not an id", ""])),
        st.builds(AddFlat, canals),
        st.builds(SetFlat, canals),
        st.builds(SetBoard, st.sampled_from(["A", "", 'Q"uote']), st.tuples(st.floats(0, 130), numbers), st.text()),
        st.builds(
            lambda id, at, z, turn: Poses((PiecePose(id, at, z, turn),)), st.sampled_from(ids), points, numbers, numbers
        ),
        st.builds(lambda a, b: Together((Move(a, b), Recolour(a, None))), some, by),
    ]
    return draw(st.one_of(kinds))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_undone_leaves_the_same_bytes_and_what_is_redone_brings_them_back(data: st.DataObject) -> None:
    document = MapDocument(data.draw(st.sampled_from(TEXTS)), HOME)
    texts = [document.text]
    for _ in range(data.draw(st.integers(1, 8))):
        edit = data.draw(edits(document))
        symmetry = data.draw(st.none() | st.sampled_from(SYMMETRIES))
        before = document.map
        with suppress(EditRefused):
            document.apply(edit, symmetry)
            if symmetry is None:
                wanted = [p.id for p in edit.applied(before).pieces]
                assert all(id in ("", p.id) for id, p in zip(wanted, document.map.pieces, strict=True))
        assert parse_map(document.text) == document.map
        if document.text != texts[-1]:
            texts.append(document.text)
    for text in reversed(texts[:-1]):
        assert document.undo() is not None
        assert document.text == text
    assert document.undo() is None
    for text in texts[1:]:
        assert document.redo() is not None
        assert document.text == text
        assert parse_map(text) == document.map
    assert document.redo() is None


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_comments_outside_of_what_is_removed_survive(data: st.DataObject) -> None:
    document = MapDocument(data.draw(st.sampled_from(TEXTS[:1] + TEXTS[2:])), HOME)
    kept = {p.id: p for p in document.map.pieces}
    lines = [line for line in document.text.splitlines() if line.startswith("#")]
    for _ in range(3):
        try:
            document.apply(data.draw(edits(document)))
        except EditRefused:
            continue
        kept = {id: p for id, p in kept.items() if p in document.map.pieces}
    left = document.text.splitlines()
    assert [line for line in left if line in lines and not line.startswith("# its front")] == [
        line for line in lines if not line.startswith("# its front")
    ]


def test_a_move_changes_one_number_of_one_table() -> None:
    document = MapDocument(TEXT, HOME)
    document.apply(Move(("casa-rosa",), (1.5, 0, 0)))
    assert document.text == TEXT.replace("at = [3, 4]", "at = [4.5, 4]")


def test_a_new_piece_stands_at_the_end_and_a_new_canal_before_the_pieces() -> None:
    document = MapDocument(TEXT, HOME)
    document.apply(PlacePieces((PiecePlacement("botte", (5.0, 6.25), turn=370.0),)))
    new = '\n[[pieces]]\npiece = "botte"\nid = "botte"\nat = [5, 6.25]\nturn = 10\n'
    assert document.text == TEXT + new
    document.apply(AddFlat(Canal("rio", line=((0, 2), (24, 2)), width=5)))
    cut = '[[canals]]\nid = "rio-2"\nline = [[0, 2], [24, 2]]\nwidth = 5\n'
    assert f"{cut}\n# Bridges" in document.text


def test_removing_keeps_the_heading_of_what_follows() -> None:
    document = MapDocument(TEXT, HOME)
    document.apply(Remove(("ponte-di-legno",)))
    assert "# Bridges\n\n# Houses\n\n[[pieces]] # the first" in document.text


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_is_left_keeps_the_ids_that_went_by_order_and_the_file_all_else(newline: str) -> None:
    text = TEXT.replace("\n", newline)
    document = MapDocument(text, HOME)
    gone = newline.join(["[[pieces]]", 'piece = "casse"', "at = [1, 1]", "", ""])
    last = newline.join(["[[pieces]]", 'piece = "casse"', ""])
    assert document.apply(Remove(("casse",)))
    assert [p.id for p in document.map.pieces] == ["ponte-di-legno", "casa-rosa", "casse-2"]
    assert document.text == text.replace(gone, "").replace(last, f'{last}id = "casse-2"{newline}')


@pytest.mark.parametrize(
    "table",
    [
        "[[pieces]] # a heap\n  # of crates\n  piece = 'casse' # old ones\n{id}  at = [2,\n 20]\n",
        "[[pieces]]\nat = [2, 20]\npiece = { kind = 'house', outline = [[0, 0], [4, 0],\n [4, 4]] }\n{id}turn = 90",
        "[[pieces]]\npiece.kind = 'house'\n{id}piece.floors = 3\nat = [2, 20]\n",
        "[[pieces]]\n{id}at = [2, 20]\n\n[pieces.piece]\nkind = 'house'\n",
        "[[pieces]]\n{id}at = [2, 20]\npiece = 'casse'",
    ],
)
def test_an_id_is_written_beside_the_piece_in_whatever_way_a_table_is(table: str) -> None:
    other = "[[pieces]]\npiece = 'casse'\nid = '{id}'\nat = [3, 3]\n"
    head = "format = 1\nname = 'X'\nsize = [24, 24]\n\n"
    kind = "house" if "house" in table else "casse"
    before = f"{head}{other.format(id=kind)}{table.replace('{id}', '')}"
    document = MapDocument(before, HOME)
    assert document.apply(Remove((kind,)))
    indent = "  " if "  at" in table else ""
    assert document.text == head + table.replace("{id}", f'{indent}id = "{kind}-2"\n')


@pytest.mark.parametrize("name", ["san-canciano", "calle-lunga"])
def test_nothing_takes_the_id_of_what_is_removed(name: str) -> None:
    document = MapDocument((maps_dir() / f"{name}.toml").read_text("utf-8"), HOME)
    before, text = document.map.pieces, document.text
    for placed in before[::5]:
        document.apply(Remove((placed.id,)))
        assert document.map.pieces == tuple(p for p in before if p != placed)
        document.undo()
        assert document.text == text


@pytest.mark.parametrize("symmetry", [None, "half turn"])
def test_a_new_name_stands_where_the_old_one_stood(symmetry: Symmetry | None) -> None:
    document = MapDocument(TEXT, HOME)
    document.apply(Rename("rio", "rio-novo"), symmetry)
    document.apply(Rename("casa-rosa", "ca-rossa"), symmetry)
    document.apply(Rename("casse", "crates"), symmetry)
    wanted = TEXT.replace('id = "rio"', 'id = "rio-novo"')
    wanted = wanted.replace('piece = "casa-rosa"\n', 'piece = "casa-rosa"\nid = "ca-rossa"\n')
    wanted = wanted.replace('"casse"\nat = [1, 1]', '"casse"\nid = "crates"\nat = [1, 1]')
    wanted = wanted.replace('"casse"\nat = [2, 20]', '"casse"\nid = "casse-2"\nat = [2, 20]')
    assert document.text == wanted
    document.apply(Rename("ca-rossa", ""), symmetry)
    assert document.map.pieces[1].id == "casa-rosa"


def test_a_corner_is_moved_in_its_line() -> None:
    document = MapDocument(TEXT, HOME)
    rio = document.map.canals[0]
    outline = (*rio.outline[:2], (9.5, 24.0), *rio.outline[3:])
    document.apply(SetFlat(Canal("rio", outline)))
    assert document.text == TEXT.replace("[9.0, 24]", "[9.5, 24]")
    document.apply(SetFlat(Canal("rio", (*outline[:2], (9.0, 12.0), *outline[2:]))))
    assert "# the south" in document.text
    assert len(document.map.canals[0].outline) == 6


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (SetFlat(Canal("rio", ((0, 0), (9, 9), (9, 0), (0, 9)))), "crosses itself"),
        (PlacePieces((PiecePlacement("no-such-thing", (1, 1)),)), "no piece 'no-such-thing'"),
        (SetBoard("X", (0, 24)), "size"),
        (Rename("casse", "casse-2"), "the id of another"),
        (Rename("casse", "A house"), "pieces"),
        (Remove(("nobody",)), "no 'nobody'"),
    ],
)
def test_what_would_leave_no_map_is_refused_with_its_reason(edit: Edit, why: str) -> None:
    document = MapDocument(TEXT, HOME)
    with pytest.raises(EditRefused, match=re.escape(why)):
        document.apply(edit)
    assert document.text == TEXT
    assert not document.undo_words


def test_pieces_written_in_one_line_are_refused() -> None:
    text = 'format = 1\nname = "X"\nsize = [24, 24]\npieces = [{piece = "casse", at = [1, 1]}]\n'
    document = MapDocument(text, HOME)
    with pytest.raises(EditRefused, match=re.escape("[[pieces]]")):
        document.apply(Move(("casse",), (1, 1, 0)))
    assert document.text == text


def test_a_new_map_is_one() -> None:
    assert parse_map(new_map_text("Ca' \"d'Oro\"", (24, 36.5))).size == (24, 36.5)
    with pytest.raises(MapError, match=r"^a new board: size\[1\] is 300: give a number from 1 to 120$"):
        new_map_text("Long", (17, 300))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_is_built_in_symmetry_stays_so(data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(SYMMETRIES))
    document = MapDocument(new_map_text("X", (24, 24)), HOME)
    for _ in range(4):
        id = st.sampled_from([p.id for p in document.map.pieces] or ["nobody"])
        edit = data.draw(
            st.one_of(
                st.builds(lambda p: PlacePieces((p,)), placements),
                st.builds(lambda i, by: Move((i,), (*by, 0.0)), id, points),
                st.builds(lambda i, by: Turn((i,), by), id, st.floats(1, 180)),
                st.builds(lambda i: Remove((i,)), id),
            )
        )
        try:
            document.apply(edit, symmetry)
        except EditRefused:
            continue
    for image in images_of(symmetry, (24, 24)):
        for placed in document.map.pieces:
            want = image.of(placed)
            assert any(
                other.piece == want.piece
                and other.at == pytest.approx(want.at, abs=0.05)
                and abs((other.turn - want.turn + 180) % 360 - 180) < 0.5
                for other in document.map.pieces
            )


def test_a_corner_of_a_canal_that_is_its_own_image_moves_with_its_image() -> None:
    document = MapDocument('format = 1\nname = "X"\nsize = [24, 24]\n', HOME)
    document.apply(AddFlat(Canal("rio", ((9, 0), (15, 0), (15, 24), (9, 24)))), "half turn")
    assert len(document.map.canals) == 1
    document.apply(SetFlat(Canal("rio", ((8, 0), (15, 0), (15, 24), (9, 24)))), "half turn")
    assert document.map.canals[0].outline == ((8, 0), (15, 0), (16, 24), (9, 24))
