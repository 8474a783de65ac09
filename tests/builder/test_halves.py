"""One half of a board made the image of the other: pieces and their groups, water, streets, zones, objectives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.board.board import Board
from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, Street
from sim.board.map_checks.survey import plans_of_pieces, water_of
from sim.builder.document import MapDocument, new_map_text
from sim.builder.edits import AddFlat, Edit, PlacePieces
from sim.builder.errors import EditRefused
from sim.builder.halves import HALVES, Half, MirrorHalf, across_middle
from sim.builder.likeness import likenesses
from sim.builder.symmetry import Symmetry

SIZE = (24.0, 24.0)


def document(*things: Any, pieces: tuple[PiecePlacement, ...] = ()) -> MapDocument:
    made = MapDocument(new_map_text("Halves", SIZE), Path("halves.toml"))
    edits: list[Edit] = [AddFlat(thing) for thing in things]
    for edit in (*edits, PlacePieces(pieces)):
        made.apply(edit)
    return made


def mirrored(made: MapDocument, keep: Half, symmetry: Symmetry = "half turn") -> MapFile:
    assert made.apply(MirrorHalf(keep, symmetry))
    return made.map


def test_the_half_that_is_kept_has_its_image_and_the_rest_of_the_other_goes() -> None:
    made = document(pieces=(PiecePlacement("casa-rosa", (6, 5), turn=30), PiecePlacement("pozzo", (6, 20))))
    pieces = mirrored(made, "south").pieces
    assert [(p.id, p.piece, p.at, p.turn) for p in pieces] == [
        ("casa-rosa", "casa-rosa", (6, 5), 30),
        ("casa-rosa-2", "casa-rosa", (18, 19), 210),
    ]


def test_what_has_its_image_stays_as_it_is_and_to_do_it_again_changes_nothing() -> None:
    made = document(
        pieces=(PiecePlacement("pozzo", (6, 5), id="mine"), PiecePlacement("pozzo", (18, 19), "yours", turn=180))
    )
    before = made.text
    assert not made.apply(MirrorHalf("south", "half turn"))
    assert made.text == before
    made.apply(PlacePieces((PiecePlacement("botti", (12, 12)), PiecePlacement("casse", (3, 3)))))
    assert [p.id for p in mirrored(made, "north").pieces] == ["mine", "yours", "botti"], (
        "what stands in the middle stays"
    )


@pytest.mark.parametrize(("symmetry", "at", "turn"), [("east-west", (18, 5), 330), ("half turn", (18, 19), 210)])
def test_a_group_has_a_group_of_images(symmetry: Symmetry, at: tuple[float, float], turn: float) -> None:
    own = (PiecePlacement("casa-rosa", (6, 5), turn=30, group="yard"), PiecePlacement("pozzo", (2, 5), group="yard"))
    pieces = mirrored(document(pieces=own), "west", symmetry).pieces
    assert (pieces[2].at, pieces[2].turn, pieces[2].mirror) == (at, turn, symmetry == "east-west")
    assert [p.group for p in pieces] == ["yard", "yard", "yard-image", "yard-image"]


def test_zones_and_objectives_have_images_and_notes_of_the_other_half_go() -> None:
    marks = (
        MapZone("fish-market", ((0, 0), (8, 0), (8, 8))), MapZone("garden", ((0, 24), (8, 24), (8, 16))),
        MapObjective("well", (12, 4)), MapObjective("middle", (12, 12)), MapObjective("far", (10, 20)),
        MapNote("here", "Here.", (4, 4)), MapNote("there", "There.", (4, 20)),
    )  # fmt: skip
    made = mirrored(document(*marks), "south")
    assert [(zone.id, zone.outline) for zone in made.zones] == [
        ("fish-market", ((0, 0), (8, 0), (8, 8))),
        ("fish-market-2", ((24, 24), (16, 24), (16, 16))),
    ]
    assert [(o.id, o.at) for o in made.objectives] == [("well", (12, 4)), ("middle", (12, 12)), ("well-2", (12, 20))]
    assert [note.id for note in made.notes] == ["here"]


def test_water_over_the_middle_is_led_on_by_its_image() -> None:
    made = document(Canal("rio", line=((6, 0), (7, 12), (8, 24)), width=4))
    assert mirrored(made, "south").canals[0].line == ((6, 0), (7, 12), (17, 12), (18, 24))
    made = document(Canal("rio", line=((6, 0), (7, 12), (8, 24)), width=4))
    assert mirrored(made, "south", "north-south").canals[0].line == ((6, 0), (7, 12), (6, 24))


def test_two_canals_over_the_middle_lead_on_each_other() -> None:
    made = document(Canal("one", line=((4, 0), (6, 24)), width=3), Canal("two", line=((20, 0), (19, 24)), width=3))
    one, two = mirrored(made, "south").canals
    assert (one.id, one.line) == ("one", ((4, 0), (5, 12), (4.5, 12), (4, 24)))
    assert (two.id, two.line) == ("two", ((20, 0), (19.5, 12), (19, 12), (20, 24)))


def test_water_that_goes_and_comes_back_over_the_middle_runs_round() -> None:
    made = document(Canal("rio", line=((6, 24), (6, 4), (18, 4), (18, 24)), width=3))
    line = mirrored(made, "south").canals[0].line
    assert line == ((6, 12), (6, 4), (18, 4), (18, 12), (18, 20), (6, 20), (6, 12))


def test_water_along_the_middle_keeps_the_bank_of_the_half_that_is_kept() -> None:
    made = document(Canal("rio", line=((0, 13), (24, 13)), width=4))
    mirrored(made, "south")
    x0, y0, x1, y1 = water_of(Board.of_map(made.text, made.source)).bounds
    assert (x0, x1) == (0, 24)
    assert (y0, y1) == pytest.approx((11, 13))


@pytest.mark.parametrize(("symmetry", "keep"), [(how, half) for how, halves in HALVES.items() for half in halves])
def test_the_whole_board_is_its_own_image_then(symmetry: Symmetry, keep: Half) -> None:
    things = (
        Canal("rio", line=((0, 9), (11, 9), (14, 24)), width=4, steps=0.4, steps_at=((3, 7), (20, 8))),
        Canal("bacino", outline=((15, 2), (22, 3), (20, 9))),
        Street("campo", outline=((3, 14), (9, 14), (9, 20), (3, 20)), level=1.0),
    )
    houses = tuple(PiecePlacement("casa-rosa", at, turn=20) for at in ((4, 4), (19, 15), (6, 21), (20, 20)))
    made = document(*things, pieces=houses)
    mirrored(made, keep, symmetry)
    found = {each.symmetry: each for each in likenesses(Board.of_map(made.text, made.source))}
    assert found[symmetry].whole


def test_a_half_that_is_not_the_image_is_refused() -> None:
    with pytest.raises(EditRefused, match="no half is the image of the south one"):
        MirrorHalf("south", "east-west").applied(document().map)


def test_pieces_across_the_middle_are_named() -> None:
    made = document(pieces=(PiecePlacement("casa-rosa", (6, 11)), PiecePlacement("casa-rosa", (18, 5))))
    edit = MirrorHalf("south", "half turn")
    made.apply(edit)
    plans = plans_of_pieces(Board.of_map(made.text, made.source))
    assert across_middle(edit, made.map, plans) == ["casa-rosa"]
