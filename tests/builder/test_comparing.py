"""Two versions of a map: what is told of pieces that were added, moved, numbered anew, and of what else is on it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from sim.board.files.finding import find_map
from sim.board.files.mapfile import MapFile, parse_map, read_map
from sim.builder.comparing import MapComparison, PieceDifference, compare_maps

BASE = """format = 1
name = "Quay"
size = [24, 24]

[[canals]]
id = "rio"
line = [[0, 12], [24, 12]]
width = 4

[[pieces]]
piece = "casse"
id = "crates"
at = [4, 3]

[[pieces]]
piece = "palo"
at = [2, 8]

[[pieces]]
piece = "palo"
at = [8, 8]

[[pieces]]
piece = "palo"
at = [14, 8]

[[pieces]]
piece = { kind = "house", floors = 2, width = 5, depth = 5 }
id = "casa"
at = [12, 20]
turn = 90

[[zones]]
id = "market"
outline = [[0, 0], [6, 0], [6, 6], [0, 6]]

[[objectives]]
id = "well"
at = [18, 18]

[[notes]]
id = "tide"
text = "Mind the steps."
at = [3, 9]
"""


def changed(*words: tuple[str, str]) -> MapComparison:
    text = BASE
    for old, new in words:
        assert old in text
        text = text.replace(old, new, 1)
    return compare_maps(parse_map(BASE), parse_map(text))


def only(found: MapComparison) -> PieceDifference:
    assert (found.board, found.things) == ({}, ())
    (piece,) = found.pieces
    return piece


def test_a_map_is_like_itself() -> None:
    found = changed()
    assert found.alike
    assert found == MapComparison({}, (), ())


def test_a_piece_is_moved_raised_and_turned() -> None:
    moved = only(changed(("at = [4, 3]", "at = [7, 7]\nz = 12\nturn = 350")))
    assert (moved.how, moved.id, moved.was, moved.piece) == ("moved", "crates", "crates", "casse")
    assert (moved.start, moved.end) == ((4, 3, 0), (7, 7, 12))
    assert (moved.moved, moved.turned, moved.keys) == (13.0, -10.0, {})


def test_the_parameters_of_a_made_piece_are_told_by_their_keys() -> None:
    found = only(
        changed(("floors = 2, width = 5", 'floors = 3, width = 5, roof = "gable"'), ("at = [12, 20]", "at = [12, 21]"))
    )
    assert (found.how, found.id, found.moved) == ("changed", "casa", 1.0)
    assert found.keys == {"floors": (2, 3), "roof": ("hip", "gable")}


def test_a_piece_of_the_same_id_and_another_kind_is_changed() -> None:
    found = only(changed(('piece = "casse"', 'piece = "botte"')))
    assert (found.how, found.id, found.keys) == ("changed", "crates", {"piece": ("casse", "botte")})


def test_pieces_that_are_only_numbered_anew_are_the_same() -> None:
    """Where the first of three piles goes, the others have the numbers before theirs, and stand as they did."""
    gone = only(changed(('[[pieces]]\npiece = "palo"\nat = [2, 8]\n', "")))
    assert (gone.how, gone.piece, gone.start) == ("removed", "palo", (2, 8, 0))
    come = only(
        changed(
            ('[[pieces]]\npiece = "palo"', '[[pieces]]\npiece = "palo"\nat = [20, 8]\n\n[[pieces]]\npiece = "palo"')
        )
    )
    assert (come.how, come.piece, come.end) == ("added", "palo", (20, 8, 0))


def test_of_a_kind_the_nearest_is_the_one_that_was_moved() -> None:
    """One of several without an id of its own is moved, and another taken away."""
    found = changed(('[[pieces]]\npiece = "palo"\nat = [2, 8]\n', ""), ("at = [14, 8]", "at = [15, 8]")).pieces
    assert [(each.how, each.start, each.end) for each in found] == [
        ("removed", (2, 8, 0), None),
        ("moved", (14, 8, 0), (15, 8, 0)),
    ]


def test_a_piece_with_another_id_is_the_same_where_it_is_near() -> None:
    found = only(changed(('id = "crates"', 'id = "boxes"')))
    assert (found.how, found.was, found.id, found.keys) == ("changed", "crates", "boxes", {"id": ("crates", "boxes")})
    far = changed(('id = "crates"\nat = [4, 3]', 'id = "boxes"\nat = [20, 3]')).pieces
    assert {(each.how, each.id) for each in far} == {("removed", "crates"), ("added", "boxes")}


def test_water_zones_objectives_and_notes_are_told() -> None:
    found = changed(
        ("width = 4", "width = 5\nsurface = -1.5"),
        ('id = "market"', 'id = "fish"'),
        ("at = [18, 18]", "at = [18, 17]"),
        ('\n[[notes]]\nid = "tide"\ntext = "Mind the steps."\nat = [3, 9]\n', ""),
        ('name = "Quay"', 'name = "Riva"'),
    )
    assert found.board == {"name": ("Quay", "Riva")}
    assert found.pieces == ()
    assert [(each.how, each.kind, each.id, each.keys) for each in found.things] == [
        ("changed", "canal", "rio", {"width": (4.0, 5.0), "surface": (-0.75, -1.5)}),
        ("changed", "zone", "fish", {"id": ("market", "fish")}),
        ("changed", "objective", "well", {"at": ((18.0, 18.0), (18.0, 17.0))}),
        ("removed", "note", "tide", {}),
    ]


def placed_otherwise(made: MapFile, rng: Random) -> tuple[MapFile, dict[str, str]]:
    """Some pieces with ids of their own taken away, moved, and copied; and what was done, by id."""
    done: dict[str, str] = {}
    pieces = []
    for piece in made.pieces:
        own = not piece.id.startswith(piece.called)
        what = rng.choice(("", "", "removed", "moved")) if own else ""
        if what:
            done[piece.id] = what
        if what == "moved":
            x, y = piece.at
            piece = msgspec.structs.replace(piece, at=(x, y + 0.25))
        if what != "removed":
            pieces.append(piece)
    return msgspec.structs.replace(made, pieces=tuple(pieces)), done


@pytest.mark.parametrize("name", ["san-canciano", "le-do-rive", "corte-nova"])
@pytest.mark.parametrize("seed", range(3))
def test_what_was_done_is_what_is_told_there_and_back(name: str, seed: int) -> None:
    made = read_map(find_map(name))
    other, done = placed_otherwise(made, Random(seed))
    assert done
    told = compare_maps(made, other)
    assert {piece.was or piece.id: piece.how for piece in told.pieces} == done
    back = compare_maps(other, made)
    undone = {"removed": "added"}
    assert {piece.id: piece.how for piece in back.pieces} == {id: undone.get(how, how) for id, how in done.items()}
    assert compare_maps(made, made).alike
