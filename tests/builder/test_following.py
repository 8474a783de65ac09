"""What stands on a street is raised and lowered with it, in the same step."""

from __future__ import annotations

import msgspec
import pytest
from shapely.geometry import box

from sim.board.files.map_marks import MapNote, MapObjective
from sim.board.files.mapfile import MapFile, PiecePlacement, Street
from sim.builder.edits import AddFlat, Edit, Move, Remove, SetFlat, Together
from sim.builder.following import following

CAMPO = Street("campo", ((0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0)), level=1.0)
WELL = PiecePlacement("pozzo", (6.0, 6.0), id="pozzo", z=1.0)
POT = PiecePlacement("vaso", (6.0, 6.0), id="vaso", z=2.2)  # on the well
FAR = PiecePlacement("pozzo", (18.0, 6.0), id="far")
HALF = PiecePlacement("casa-rosa", (12.5, 3.0), id="half")  # less than half of it on the street
SQUARE = MapFile(1, "m", (24.0, 24.0), streets=(CAMPO,), pieces=(WELL, POT, FAR, HALF))


def heights(before: MapFile, edit: Edit) -> dict[str, float]:
    plots = {p.id: box(p.at[0] - 1, p.at[1] - 1, p.at[0] + 1, p.at[1] + 1) for p in before.pieces}
    made = following(before, edit, edit.applied(before), plots)
    assert made.words == edit.words
    return {placed.id: placed.z for placed in made.applied(before).pieces}


def at(level: float) -> SetFlat:
    return SetFlat(msgspec.structs.replace(CAMPO, level=level))


@pytest.mark.parametrize("level", [2.5, 0.25, -1.0])
def test_what_stands_on_a_street_goes_with_it_and_what_stands_on_that_too(level: float) -> None:
    assert heights(SQUARE, at(level)) == {"pozzo": level, "vaso": pytest.approx(level + 1.2), "far": 0.0, "half": 0.0}


def test_what_was_raised_by_hand_over_it_or_sunk_into_it_stays() -> None:
    odd = msgspec.structs.replace(SQUARE, pieces=(msgspec.structs.replace(WELL, z=0.0), POT))
    assert heights(odd, at(2.0)) == {"pozzo": 0.0, "vaso": 2.2}


def test_a_street_that_is_laid_under_pieces_takes_them_up_and_one_that_is_taken_away_lets_them_down() -> None:
    plain = msgspec.structs.replace(SQUARE, streets=(), pieces=(msgspec.structs.replace(WELL, z=0.0), FAR))
    assert heights(plain, AddFlat(CAMPO)) == {"pozzo": 1.0, "far": 0.0}
    assert heights(SQUARE, Remove(("campo",))) == {"pozzo": 0.0, "vaso": pytest.approx(1.2), "far": 0.0, "half": 0.0}


def test_a_street_that_is_moved_takes_up_what_it_comes_under() -> None:
    assert heights(SQUARE, Move(("campo",), (12.0, 0.0, 0.0)))["far"] == 1.0
    assert heights(SQUARE, Move(("campo",), (12.0, 0.0, 0.0)))["pozzo"] == 0.0


def test_what_the_edit_itself_put_elsewhere_stays_where_it_put_it() -> None:
    assert heights(SQUARE, Together((at(2.0), Move(("pozzo",), (0.0, 0.0, 3.0)))))["pozzo"] == 4.0


def test_objectives_and_notes_go_with_their_street() -> None:
    lie = msgspec.structs.replace(
        SQUARE,
        objectives=(MapObjective("chest", (6.0, 6.0), 1.0), MapObjective("roof", (6.0, 6.0), 4.0)),
        notes=(MapNote("note", "Here", (3.0, 3.0), 1.0),),
    )
    after = following(lie, at(2.0), at(2.0).applied(lie), {}).applied(lie)
    assert [mark.z for mark in (*after.objectives, *after.notes)] == [2.0, 4.0, 2.0]


def test_an_edit_of_anything_else_is_left_as_it_is() -> None:
    edit = Move(("pozzo",), (1.0, 0.0, 0.0))
    assert following(SQUARE, edit, edit.applied(SQUARE), {}) is edit
