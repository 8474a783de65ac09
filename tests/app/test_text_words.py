"""The words of a game in a terminal: how they are matched, how lengths and directions are said, how places are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.games import NewGame
from sim.app.table.model import HUMAN
from sim.app.text.aims import NotUnderstood, SaidPlace, aim_of
from sim.app.text.landmarks import Landmarks
from sim.app.text.matching import fitting, hint, numbers_in
from sim.app.text.seat_view import SeatView
from sim.app.text.start import play_text
from sim.app.text.surroundings import gap_between, stretches
from sim.app.text.wording import inches, read_aloud, rise, towards
from sim.board.board import Board
from sim.carnevale.referee import Referee
from tests.app.table_games import free_fight, member
from tests.app.text_games import terminal, told
from tests.carnevale.tables import canal, fight, gondola, house, mini, roof_street, street


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def view_of(board: Board, *minis: dict[str, object]) -> SeatView:
    table = fight(board, *(minis or (mini("a", "north", (6, 6, 0)), mini("b", "south", (20, 20, 0)))))
    return SeatView(table.state, Referee(board), Landmarks(board), "north")


# --- saying ---------------------------------------------------------------------------------------------------


def test_lengths_winds_and_floors_are_said_in_words() -> None:
    assert inches(1.04) == "1 inch"
    assert inches(7.4) == "7.4 inches"
    assert towards((0, 0, 0), (3, 3, 4)) == "4.2 inches north-east, 4 inches up (two floors)"
    assert towards((0, 0, 0), (0, -2, 0.3)) == "2 inches south"
    assert rise(-2.2) == "2.2 inches down (one floor)"


def test_signs_that_are_not_read_aloud_are_said() -> None:
    assert read_aloud('runs 2.0", 1" up, 40% hidden ±1%') == "runs 2.0 inches, 1 inch up, 40% hidden, give or take 1%"


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("pozzo", "the well"),
        ("lampione-3", "street lamp 3"),
        ("ponte-nuovo", "Ponte Nuovo (wooden bridge)"),
        ("ca-rosa", "Ca Rosa (house)"),
    ],
)
def test_pieces_have_names_that_one_can_say(id: str, said: str) -> None:
    assert Landmarks(Board.load("san-canciano")).all[id].full == said


def test_one_stands_on_roofs_parapets_and_in_the_water_of_canals() -> None:
    land = Landmarks(Board.load("san-canciano"))
    assert land.part("ca-alta/house", 7.4) == "the roof of Ca Alta"
    assert land.part("ca-alta/balcony-e", 3.8) == "the east balcony of Ca Alta"
    assert land.part("rio-dei-miracoli/water", -0.75) == "the water of Rio dei Miracoli"
    assert land.part("cassa-2/crate", 0.7) == "crate 2"
    assert land.part("ground/street-2") == "the street"


def test_a_house_is_no_street_though_its_name_begins_like_one() -> None:
    view = view_of(street(house((8, 8), (12, 12), 6.0, "ground-house")))
    assert view.wall((7.5, 10.0, 3.0)) == "the wall of the ground house"


def test_what_bears_a_base_up_beside_its_middle_is_named_and_how_deep_it_is_in_water() -> None:
    board = Board.load("corte-nova")
    view = view_of(board, mini("a", "north", (2.5, 3.6, 0.708)), mini("b", "south", (11.8, 12.0, -0.392)))
    assert view.stands("a").startswith("on the north parapet of Ponte Specchieri, at 2.5, 3.6, 0.7 inches over")
    assert view.stands("b").endswith(", at 11.8, 12.0, 0.4 inches under the street")


@pytest.mark.rule("ABIL-Ethereal")
def test_whoever_is_inside_a_house_is_said_to_be() -> None:
    table = fight(Board.load("san-canciano"), mini("a", "north", (6, 6, 0)), mini("b", "south", (20, 20, 0)))
    land = Landmarks(Board.load("san-canciano"))
    x, y, _ = land.all["ca-rosa"].middle
    table.state.set("a", at=(x, y, 2.0), inside=True)
    told = SeatView(table.state, table.measure, land, "north").stands("a")
    assert told.startswith("inside Ca Rosa, at ")


# --- measuring along a line --------------------------------------------------------------------------------------


def test_a_gap_between_roofs_is_as_wide_as_the_board_has_it() -> None:
    assert gap_between(view_of(roof_street()), (9.3, 12, 8), (14.6, 12, 8), 0.1) == pytest.approx(4.0, abs=0.15)


def test_a_canal_is_told_with_its_width() -> None:
    water = next(each for each in stretches(view_of(canal()), (6, 6, 0), EAST, 12.0) if each.water)
    assert (water.start, water.length) == (pytest.approx(4.0, abs=0.5), pytest.approx(6.0, abs=0.5))


# --- matching -----------------------------------------------------------------------------------------------------

EAST = 0  # of the winds

ANSWERS = ("Musket against Gatto Rosso", "Musket against Facchino", "Hide", "End turn", "Order from Zorzi")


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("hide", [2]),
        ("End", [3]),
        ("musket", [0, 1]),
        ("facch with the musket", [1]),
        ("gatto", [0]),
        ("h", []),
        ("no", []),
        ("hide now", []),
    ],
)
def test_an_answer_is_taken_by_the_beginnings_of_its_words(words: str, fits: list[int]) -> None:
    assert fitting(words, ANSWERS) == fits


def test_accents_and_capitals_do_not_matter() -> None:
    assert fitting("GHERARDO", ["Gherardo", "Ghirardò"]) == [0]
    assert fitting("ghirardo", ["Gherardo", "Ghirardò"]) == [1]


def test_what_is_written_almost_so_is_named() -> None:
    assert hint("fachino", ANSWERS) == "Do you mean: Musket against Facchino?"
    assert hint("xyz", ANSWERS) == ""


def test_numbers_of_a_line_are_read_if_there_is_nothing_else() -> None:
    assert numbers_in("3, 1 and 2") == [3, 1, 2]
    assert numbers_in("3 dice") == []


# --- places -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("4 east", (10.0, 6.0)),
        ("2 inches north, 1 inch west", (5.0, 8.0)),
        ("south 3", (6.0, 3.0)),
        ("12, 3.5", (12.0, 3.5)),
        ("b 2 south", (20.0, 18.0)),
        ("to b", (20.0, 20.0)),
    ],
)
def test_places_are_read_from_words(words: str, at: tuple[float, float]) -> None:
    assert aim_of(view_of(street()), words, (6, 6, 0)).points[0] == pytest.approx(at)


def test_a_minus_turns_a_way_round() -> None:
    view = view_of(street())
    assert aim_of(view, "-2 west", (6, 6, 0)).points == aim_of(view, "2 east", (6, 6, 0)).points


def test_a_number_with_a_minus_is_no_other_number() -> None:
    assert numbers_in("-1") == []
    with pytest.raises(NotUnderstood, match="'-1'"):
        aim_of(view_of(street()), "-1", (6, 6, 0))


def test_a_level_alone_is_looked_for_round_about() -> None:
    aim = aim_of(view_of(street()), "down to the street", (6, 6, 8))
    assert (aim.level, aim.only) == ("street", True)


def test_my_gondola_is_the_one_that_my_gang_brought() -> None:
    view = view_of(canal(gondola(12, 4), gondola(13, 12, id="gondola#north")))
    assert aim_of(view, "the gondola", (2, 2, 0)).points[0] == pytest.approx((12, 4))
    assert aim_of(view, "my gondola", (2, 2, 0)).points[0] == pytest.approx((13, 12))


def test_the_nearest_of_several_landmarks_is_meant() -> None:
    board = Board.load("san-canciano")
    aim = aim_of(view_of(board), "the street lamp", (20, 30, 0))
    assert isinstance(aim, SaidPlace)
    assert aim.mark is not None
    assert aim.mark.gap((20, 30, 0)) == min(
        mark.gap((20, 30, 0)) for mark in Landmarks(board).all.values() if mark.kind == "street lamp"
    )


@pytest.mark.parametrize("words", ["", "somewhere", "to the Doge"])
def test_words_that_name_no_place_are_not_understood(words: str) -> None:
    with pytest.raises(NotUnderstood):
        aim_of(view_of(street()), words, (6, 6, 0))


def test_names_that_fit_several_minis_are_asked_about() -> None:
    with pytest.raises(NotUnderstood, match="Which one: Bravo 1 or Bravo 2"):
        aim_of(
            view_of(
                street(),
                mini("bravo-1", "north", (6, 6, 0), name="Bravo"),
                mini("bravo-2", "south", (20, 20, 0), name="Bravo"),
            ),
            "bravo",
            (6, 6, 0),
        )


# --- the start, and real dice ----------------------------------------------------------------------------------------


def test_without_a_plan_it_asks_in_words() -> None:
    words = ["a new game", "acquisition", "nowhere", "corte", "2", "person", "", "random", "", "sealed", "no", "quit"]
    typed, out = terminal(words)
    play_text(None, None, typed)
    said = out.getvalue()
    assert "'nowhere' is none of them." in said
    assert "Corte Nova: The Five of Rialto (a person) and The Lion in Haste (random bot)." in said
    assert "Go on with: bauta play --text --resume" in said
    typed, out = terminal(["quit"])
    play_text(None, None, typed)
    assert "Go on: The Five of Rialto against The Lion in Haste, Acquisition on Corte Nova, setting up" in (
        out.getvalue()
    )


def test_real_dice_are_typed_in() -> None:
    plan = NewGame("corte-nova", "acquisition", {"north": HUMAN, "south": HUMAN}, seed=1, typed_dice=True)
    typed, out = terminal(["1", "1", "eleven", "11 1", "5 3"])
    play_text(plan, None, typed)
    said = out.getvalue()
    assert "Throw 2 dice: the table's first, then the number's." in said
    assert "Say 2 numbers from 1 to 10" in said
    assert "2 faces from 1 to 10 are wanted" in said


def test_whoever_hangs_on_a_wall_is_told_what_ending_the_turn_does(tmp_path: Path) -> None:
    model = free_fight(
        roof_street(), tmp_path, [member("a", (3, 6, 0), ap=3)], [member("b", (22, 22, 0))], dice=[8] * 60
    )
    said = told(model, "a", "climb up!", "", "go")
    assert "End turn: it hangs on a wall, and falls" in said
    assert "go 1. up" in said
