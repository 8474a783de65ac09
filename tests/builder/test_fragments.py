"""A part of a board goes to another one as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.files.finding import find_map
from sim.board.files.map_marks import MapObjective
from sim.board.files.mapfile import MapFile, read_map
from sim.board.model.errors import MapError
from sim.builder.document import MapDocument, new_map_text
from sim.builder.errors import EditRefused
from sim.builder.fragments import copied, pasted, read_fragment


@pytest.fixture
def board() -> MapDocument:
    return MapDocument(new_map_text("New", (36, 36)), Path("new.toml"))


def test_what_was_copied_stands_as_it_did_about_its_corner(board: MapDocument) -> None:
    made = read_map(find_map("san-canciano"))
    ids = {p.id for p in made.pieces[:6]} | {made.canals[0].id}
    board.apply(pasted(read_fragment(copied(made, ids)), (3.0, 4.0)))
    old = {p.id: p for p in made.pieces if p.id in ids}
    shift = {
        (round(new.at[0] - old[new.id].at[0], 3), round(new.at[1] - old[new.id].at[1], 3)) for new in board.map.pieces
    }
    assert len(shift) == 1
    assert {p.id for p in board.map.pieces} | {c.id for c in board.map.canals} == ids
    assert [(p.piece, p.turn, p.z, p.colour) for p in board.map.pieces] == [
        (p.piece, p.turn, p.z, p.colour) for p in made.pieces[:6]
    ]


def test_a_chat_may_quote_and_fence_it(board: MapDocument) -> None:
    text = copied(read_map(find_map("campiello-dei-remi")), {read_map(find_map("campiello-dei-remi")).pieces[0].id})
    assert read_fragment("```toml\n" + text + "```\n") == read_fragment(text)
    assert read_fragment("".join(f"> {line}\n" for line in text.splitlines())) == read_fragment(text)


def test_it_is_turned_about_its_corner_and_given_new_names_where_they_are_taken(board: MapDocument) -> None:
    text = 'format = 1\n[[pieces]]\npiece = "cassa"\nid = "a"\nat = [0, 0]\n[[pieces]]\npiece = "cassa"\nat = [2, 0]\n'
    for _ in range(2):
        taken = {p.id for p in board.map.pieces}
        board.apply(pasted(read_fragment(text), (10.0, 10.0), 90.0, taken))
    assert [(p.id, p.at, p.turn) for p in board.map.pieces] == [
        ("a", (10, 10), 90),
        ("cassa", (10, 12), 90),
        ("a-2", (10, 10), 90),
        ("cassa-2", (10, 12), 90),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "not valid TOML"),
        ("format = 1", "neither"),
        ("format = 2\n[[pieces]]", "format"),
        ('format = 1\n[[pieces]]\npiece = "cassa"\nat = [nan, 0]', r"at\[0\] is nan"),
        ('format = 1\nname = "x"\n[[pieces]]\npiece = "cassa"\nat = [0, 0]', "name is unknown here"),
        ("x" * 1_000_001, "longer than"),
    ],
)
def test_a_text_that_is_no_part_of_a_board_is_refused(text: str, says: str) -> None:
    with pytest.raises(MapError, match=says):
        read_fragment(text)


def test_what_cannot_be_copied_or_pasted_is_said(board: MapDocument) -> None:
    made = read_map(find_map("san-canciano"))
    with pytest.raises(EditRefused, match="no 'nobody'"):
        copied(made, {"nobody"})
    with pytest.raises(EditRefused, match="nothing is chosen"):
        copied(made, set())
    with pytest.raises(EditRefused, match="no piece 'unheard-of'"):
        board.apply(pasted(read_fragment('format = 1\n[[pieces]]\npiece = "unheard-of"\nat = [0, 0]'), (0, 0)))


def test_canals_and_objectives_are_turned_with_the_pieces_beside_them() -> None:
    text = """format = 1
[[canals]]
id = "rio"
line = [[0, 0], [6, 0]]
width = 3
[[objectives]]
id = "relic"
at = [2, 4]
[[pieces]]
piece = "palo"
at = [4, 1]
"""
    here = MapFile(1, "m", (24.0, 24.0), objectives=(MapObjective("relic", (1.0, 1.0)),))
    made = pasted(read_fragment(text), (10.0, 10.0), 90.0, {"relic"}).applied(here)
    assert made.canals[0].line == ((10, 10), (10, 16))
    assert {o.id: o.at for o in made.objectives} == {"relic": (1, 1), "relic-2": (6, 12)}
    assert [(p.at, p.turn) for p in made.pieces] == [((9, 14), 90)]
