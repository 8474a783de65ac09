"""Pieces and parts by names that one can say, in three languages; their ids stay in verdicts."""

from __future__ import annotations

import pytest

from sim.board.board import Board
from sim.board.files.folders import maps_dir
from sim.board.model.part_names import base_of, bearer_of, kind_of, on, part_called, piece_called, vessel_called
from sim.words import say
from sim.words.tongues import load


@pytest.mark.parametrize(
    ("part", "high", "english", "french", "italian"),
    [
        ("ground/street-2", 0.0, "the street", "la rue", "la strada"),
        ("casa-bruciata/chimney-1", 0.0, "the chimney of Casa Bruciata", "la cheminée de Casa Bruciata",
         "il camino di Casa Bruciata"),
        ("ponte-nuovo/rail-north", 0.0, "the north rail of Ponte Nuovo", "la balustrade nord de Ponte Nuovo",
         "la ringhiera nord di Ponte Nuovo"),
        ("ponte-di-pietra/parapet-south", 0.0, "the south parapet of the stone bridge",
         "le parapet sud du pont de pierre", "il parapetto sud del ponte di pietra"),
        ("ca-rosa/house", 0.0, "Ca Rosa", "Ca Rosa", "Ca Rosa"),
        ("ca-rosa/house", 4.0, "the roof of Ca Rosa", "le toit de Ca Rosa", "il tetto di Ca Rosa"),
        ("rio-dei-remi/water", 0.0, "the water of Rio dei Remi", "l'eau de Rio dei Remi", "l'acqua di Rio dei Remi"),
        ("the edge of the board", 0.0, "the edge of the board", "le bord du plateau", "il bordo del tavolo"),
        ("pozzo/step", 0.0, "the well", "le puits", "il pozzo"),
        ("barricata-leggera-2/barricade", 0.0, "light barricade 2", "la barricade légère 2", "la barricata leggera 2"),
        ("gradini-ovest/cheeks", 0.0, "Gradini Ovest", "Gradini Ovest", "Gradini Ovest"),
        ("my-tower/battlement", 0.0, "the battlement of My Tower", "battlement de My Tower", "battlement di My Tower"),
    ],
)  # fmt: skip
def test_a_part_is_called_as_a_player_would(part: str, high: float, english: str, french: str, italian: str) -> None:
    said = part_called(part, high=high)
    assert (said, load("fr").told(said), load("it").told(said)) == (english, french, italian)


def test_the_base_of_a_mini_is_a_part_of_it() -> None:
    assert part_called(base_of("capo")) == "the base of Capo"
    assert [bearer_of(part) for part in (base_of("capo"), "capo", "ca-rosa/house")] == ["capo", "", ""]


def test_a_name_runs_into_the_word_before_it() -> None:
    behind = say("behind {part}", part=part_called("ponte-nuovo/rail-north"))
    stopped = say("stopped by {what}", what=part_called("lampione/post"))
    assert load("it").told(stopped) == "fermato dal lampione"
    assert load("fr").told(behind) == "derrière la balustrade nord de Ponte Nuovo"


def test_one_stands_in_a_street_and_on_a_roof() -> None:
    assert load("it").told(on(part_called("ground/street-1"))) == "nella strada"
    assert load("it").told(on(part_called("ca-rosa/house", high=3.0))) == "sul tetto di Ca Rosa"


def test_a_piece_is_what_it_is_or_has_a_name_of_its_own() -> None:
    assert kind_of("scaletta-tron") == kind_of("ladder-6") == "ladder"
    assert [piece_called(id) for id in ("campanile", "casse-3", "ca-del-ponte", "casa-dello-squerarol-2")] == [
        "the bell tower", "crates 3", "Ca del Ponte", "Casa dello Squerarol 2"
    ]  # fmt: skip
    assert vessel_called("gondola", "North") == "North's gondola"


def test_a_boat_that_was_brought_has_the_name_that_it_was_given() -> None:
    assert part_called("gondola#ours/hull") == "Ours"
    assert part_called("gondola#gondola/hull") == "the gondola"
    assert part_called("peata#big-one/mast") == "Big One"


def test_no_part_of_a_shipped_board_is_called_by_its_id() -> None:
    parts = {part.name for path in maps_dir().glob("*.toml") for part in Board.load(path.stem).parts}
    assert len(parts) > 700
    assert [name for name in parts if "/" in part_called(name) or "-" in part_called(name)] == []
