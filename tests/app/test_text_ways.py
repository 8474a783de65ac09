"""Ways in words: towards what takes several actions, over walls and ladders, and why there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.model import TableModel
from sim.board.board import Board
from sim.carnevale.moving import MoveOn
from tests.app.table_games import free_fight, member
from tests.app.text_games import told
from tests.carnevale.tables import house, street

CANCIANO = "san-canciano"
BRIDGE, LADDER_HEAD, ROOF = (12.9, 6.3, 1.5), (18.9, 7.8, 4.37), (20.0, 10.0, 4.8)  # of San Canciano


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def alone(folder: Path, at: tuple[float, float, float], board: Board | None = None, **friends: object) -> TableModel:
    """A, at its first action, with an enemy far off."""
    north = [member("a", at, ap=3, move=5, dexterity=5)]
    north += [member(id, place) for id, place in friends.items()]  # type: ignore[arg-type]
    far = (20.0, 34.0, 0.0) if board is None else (23.0, 23.0, 0.0)
    return free_fight(board or Board.load(CANCIANO), folder, north, [member("b", far)], dice=[8] * 80)


def test_one_goes_towards_a_roof_that_takes_several_actions(tmp_path: Path) -> None:
    model = alone(tmp_path, BRIDGE)
    said = told(model, "a", "try go towards the roof of Ca Alta")
    assert "Go here: " in said
    assert "of the way left" in said
    assert "No path" not in said


def test_a_roof_that_is_named_and_too_far_is_refused_with_the_way_on(tmp_path: Path) -> None:
    model = alone(tmp_path, BRIDGE)
    said = told(model, "a", "climb to the roof of Ca Alta", "go to the roof of Ca Alta")
    assert said.count("The roof of Ca Alta is not within reach; 'go towards the roof of Ca Alta' leaves") == 2
    assert model.session.state["a"].here == BRIDGE


def test_the_street_beside_a_house_is_no_bridge_beside_it(tmp_path: Path) -> None:
    model = alone(tmp_path, BRIDGE)
    told(model, "a", "go to the street beside Ca Alta")
    assert model.session.state["a"].here == BRIDGE


def test_a_ladder_that_takes_several_actions_is_listed_and_gone_down(tmp_path: Path) -> None:
    model = alone(tmp_path, LADDER_HEAD)
    said = told(model, "a", "go", "go down the ladder", "no")
    assert "on the way to the street beside Scala Magazzino" in said
    assert "3.7 inches down (two floors), Scala Magazzino; 5.0 inches of 5 inches; ladder 4.9 inches" in said
    assert "climbs 3.7 inches down the ladder and stays on it until the next action" in said
    assert "That is not quite the place that was said. Climb this far?" in said
    assert model.session.state["a"].ap == 3


def test_a_little_way_over_the_street_one_climbs_down_off_a_ladder(tmp_path: Path) -> None:
    model = alone(tmp_path, LADDER_HEAD)
    told(model, "a", "go down the ladder", "yes")
    said = told(model, "go", "try go down", "try go towards the well")
    assert "on Scala Magazzino over the street, at 18.9, 6.5" in said
    assert "go 2. down, " in said
    assert said.count("Go here: ") == 2
    assert "No path" not in said


def test_nobody_is_led_along_a_roof_who_wants_to_go_down_from_it(tmp_path: Path) -> None:
    model = alone(tmp_path, (24.0, 9.8, 4.8))
    said = told(model, "a", "go down the ladder")
    assert "Scala Magazzino is not within reach; 'go towards Scala Magazzino' leaves" in said
    assert model.session.state["a"].ap == 3


def test_a_move_of_nothing_is_not_made(tmp_path: Path) -> None:
    model = alone(tmp_path, (6, 6, 0), street())
    assert "It is there already." in told(model, "a", "go to 6, 6")
    assert model.session.state["a"].ap == 3


def test_who_is_in_the_way_is_named(tmp_path: Path) -> None:
    lane = street(house((0, 0), (22, 5.4), 20, "south"), house((0, 6.6), (22, 24), 20, "north"))
    model = alone(tmp_path, (6, 6, 0), lane, c=(7.5, 6, 0))
    said = told(model, "a", "go towards 20, 6")
    assert "C is in the way there" in said
    assert model.session.state["a"].ap == 3


def test_little_way_on_is_asked_about_first(tmp_path: Path) -> None:
    lane = street(house((0, 0), (22, 5.4), 20, "south"), house((0, 6.6), (22, 24), 20, "north"))
    model = alone(tmp_path, (6, 6, 0), lane, c=(8.2, 6, 0))
    said = told(model, "a", "go towards 20, 6", "no")
    assert "That is not quite the place that was said. Go here? Yes or no?" in said
    assert model.session.state["a"].ap == 3


def test_a_balcony_is_a_place_that_one_can_say(tmp_path: Path) -> None:
    model = alone(tmp_path, (6.3, 5.5, 0))
    said = told(
        model, "a", "look", "try climb to the south balcony of Ca Alta", "try go towards the stair head of Ca Alta"
    )
    assert "the south balcony of Ca Alta" in said.partition("try climb")[0]
    assert "Do you mean" not in said
    assert "No place is called" not in said
    assert "Climb this far: " in said.partition("try climb")[2]


def test_who_halts_under_eaves_is_told_to_hang_on_the_wall_and_climbs_on(tmp_path: Path) -> None:
    model = alone(tmp_path, (22, 6.4, 0))
    said = told(model, "a", "climb to the roof of Magazzino del Sale", "yes")
    assert "the wall of Magazzino del Sale; 3.7 inches of 5 inches" in said
    assert "AP; on the wall of Magazzino del Sale over the street" in said
    assert "Go here: " in told(model, "try go up")


def test_a_verb_that_says_nothing_now_is_told_what_it_lacks(tmp_path: Path) -> None:
    """`row` spoke of attacks alone, and `go` before a turn was only no answer."""
    model = alone(tmp_path, (12.0, 12.0, 0.0), street(), c=(3.0, 3.0, 0.0))
    said = told(model, "go 3 east", "a", "row 3 north")
    assert "'go 3 east' is no answer here. First begin a turn: say whose." in said
    assert "Not now, Row: A is aboard no gondola." in said


def test_a_boat_and_a_bridge_that_are_named_are_gone_onto_and_not_into_the_water_beside_them(tmp_path: Path) -> None:
    model = alone(tmp_path, (8.3, 18.4, 0.0), Board.load("campiello-dei-remi"))
    said = told(model, "a", "try go to the boat", "try go to Ponte di Sopra", "try go beside the boat")
    assert "2.4 inches south-east, the boat;" in said
    assert "1 inch north, 0.8 inches up, Ponte di Sopra;" in said
    assert "the water of Rio dei Remi beside the boat" in said


def test_what_a_place_comes_to_does_not_name_it(tmp_path: Path) -> None:
    """`end`, where it may go on after a Critical, is no wall on which it would fall if the turn ends there."""
    north, south = [member("a", (6, 6, 0), ap=3, dexterity=5)], [member("b", (7.18, 6, 0))]
    board = street(house((5.6, 6.7), (8, 9), 5.0))
    model = free_fight(board, tmp_path, north, south, dice=[*[2] * 5, 10, *[9] * 30])
    said = told(model, "a", "go 1 west", "yes", "end")
    assert "stays on it until the next action" in said
    assert "A may go 6 inches further" in said.splitlines()
    assert "No place is called 'end'." in said
    assert isinstance(model.session.request, MoveOn)


@pytest.mark.rule("TERR-01")
def test_a_gap_that_is_too_narrow_for_a_base_tells_how_wide_it_is(tmp_path: Path) -> None:
    houses = street(house((4, 8), (9, 14), 6.0), house((10.3, 8), (16, 14), 6.0))
    model = free_fight(houses, tmp_path, [member("a", (9.6, 6, 0), ap=3, size=40)], [member("b", (20, 22, 0))])
    said = told(model, "a", "go 9.65, 9")
    assert "The base cannot stand there (TERR-01)\nIt is too narrow: about 1.3 inches wide, and the base is 1.6" in said


@pytest.mark.rule("TERR-01")
def test_a_place_within_a_wall_is_not_told_to_be_narrow(tmp_path: Path) -> None:
    model = free_fight(
        street(house((4, 8), (9, 14), 6.0)), tmp_path, [member("a", (9.6, 6, 0), ap=3)], [member("b", (20, 22, 0))]
    )
    assert "too narrow" not in told(model, "a", "go 6.5, 11, 1")


@pytest.mark.rule("TERR-01")
def test_a_place_where_others_stand_is_not_told_to_be_narrow(tmp_path: Path) -> None:
    lane = street(house((9, 3), (11, 5.2), 6.0), house((9, 6.8), (11, 9), 6.0))
    north = [member("a", (6, 6, 0), ap=3), member("c", (9.6, 6, 0)), member("d", (10.9, 6, 0))]
    said = told(free_fight(lane, tmp_path, north, [member("b", (20, 22, 0))]), "a", "go 10.2, 6")
    assert "C and D are in the way (TERR-01)\n" in said
    assert "too narrow" not in said


@pytest.mark.parametrize("words", ["go west", "go 3 west"])
def test_a_wind_that_others_bar_is_no_climb_up_the_wall_beside(words: str, tmp_path: Path) -> None:
    wall = street(house((2, 6.62), (10, 12), 8.0))
    around = [member("c", (4.79, 6, 0)), member("d", (7.21, 6, 0)), member("e", (6, 4.79, 0))]
    model = free_fight(wall, tmp_path, [member("a", (6, 6, 0), ap=3), *around], [member("b", (20, 22, 0))])
    said = told(model, "a", words)
    assert "C and E are in the way there. No place within reach is nearer.\n" in said
    assert "Climb this far" not in said


def test_who_keeps_a_run_from_its_whole_length_is_told(tmp_path: Path) -> None:
    lane = street(house((2, 2), (5.3, 20), 6.0), house((6.7, 2), (10, 20), 6.0))
    north = [member("a", (6, 4, 0), ap=3), member("c", (6, 7.5, 0))]
    model = free_fight(lane, tmp_path, north, [member("b", (6, 16, 0))])
    said = told(model, "a", "try go towards b")
    assert "2.2 inches of 5 inches; 8.1 inches of the way left.\nC is in the way there.\n" in said


def test_towards_leads_through_a_lane_that_is_hardly_wider_than_the_base(tmp_path: Path) -> None:
    """Between Casa del Traghetto and San Basso nobody would stop; the way to the water leads through there."""
    board, north = Board.load("bacino-orseolo"), [member("a", (24.9, 33, 0), ap=3)]
    model = free_fight(board, tmp_path, north, [member("b", (3, 3, 0))])
    said = told(model, "a", *["go towards 11.1, 19.3"] * 3)
    assert said.count("A runs ") == 3
    assert "inches of 5 inches; 10.8 inches of the way left." in said
