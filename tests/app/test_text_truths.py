"""What is told in words is so: why nobody can be attacked, what waiting costs, how near a way comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.games import NewGame, new_game
from sim.app.table.model import TableModel
from sim.app.text import lore
from sim.board.board import Board
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.characters import Weapon
from tests.app.table_games import free_fight, member
from tests.app.text_games import told
from tests.carnevale.fighters import TOUCH
from tests.carnevale.tables import canal, gondola, street

SLOW_BOW = Weapon("Slow bow", range=12, abilities=("Reload (1)",))


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def swimmers(folder: Path) -> TableModel:
    north, south = [member("a", (12, 6, -0.75), ap=3)], [member("b", (12, 6 + TOUCH, -0.75))]
    return free_fight(canal(), folder, north, south, dice=[8] * 80)


def on_the_street(folder: Path, apart: float, **profile: object) -> TableModel:
    north = [member("a", (6, 6, 0), ap=3, **profile)]
    return free_fight(street(), folder, north, [member("b", (6 + apart, 6, 0))], dice=[8] * 80)


@pytest.mark.rule("WATER-04")
def test_a_swimmer_is_told_that_it_swims_and_not_that_nobody_is_near(tmp_path: Path) -> None:
    said = told(swimmers(tmp_path), "a")
    assert "Not now, Attack: A is swimming, and Unarmed is not Aquatic (WATER-04)" in said


@pytest.mark.rule("WEAP-Reload")
def test_what_is_not_loaded_is_named_where_its_target_stands_in_sight(tmp_path: Path) -> None:
    model = on_the_street(tmp_path, 8.0, weapons=(SLOW_BOW,))
    said = told(model, "a", "attack b", "again")
    assert "no enemy in sight and in range" not in said
    assert "Not now, Attack: Slow bow has been used this round, and is loaded again in the next (WEAP-Reload)" in said


@pytest.mark.rule("WATER-05", "DICE-13")
def test_what_holding_somebody_under_water_takes_and_risks_is_told(tmp_path: Path) -> None:
    said = told(swimmers(tmp_path), "a", "try drown b")
    assert "succeeds 75%; takes 2.8 of 10 LP on average; fumbles 4%, and loses 2 LP" in said


def test_trying_the_end_of_a_turn_tells_what_may_happen_there(tmp_path: Path) -> None:
    model = swimmers(tmp_path)
    said = told(model, "a", "try end", "try hide")
    assert "End turn: 3 AP unspent" in said
    assert "B sees it there at 0 inches and drowns it next turn: takes" in said
    assert said.count("Standing there costs about") == 1
    assert model.session.state["a"].ap == 3


def test_how_likely_an_enemy_comes_is_told_where_that_is_not_sure(tmp_path: Path) -> None:
    """All that stands there costs is what each would take by how likely it does."""
    north = [member("a", (6, 6, 0), ap=3), member("f", (6, 12, 0))]
    model = free_fight(street(), tmp_path, north, [member("b", (6, 9, 0))], dice=[8] * 80)
    assert " next turn with Unarmed (about " in told(model, "a", "try end")
    alone = on_the_street(tmp_path / "alone", 3.0)
    assert " next turn with Unarmed: takes" in told(alone, "a", "try end")


@pytest.mark.rule("MOVE-10")
def test_a_charge_that_is_short_by_little_is_short_by_that(tmp_path: Path) -> None:
    model = on_the_street(tmp_path, 6.4)
    assert "B is not within reach; 'go towards B' ends 0.3 inches short of it." in told(model, "a", "charge b")


@pytest.mark.rule("MOVE-10", "DICE-13")
def test_what_the_attack_of_a_charge_takes_is_told_and_no_death_that_cannot_be(tmp_path: Path) -> None:
    said = told(on_the_street(tmp_path, 5.9), "a", "try charge b", "try go 1 east")
    assert "charges B: attack of opportunity; its attack hits 99%, takes" in said
    assert "of 10 LP on average; the charge and 2 more kill" in said
    assert "0%" not in said


@pytest.mark.rule("TERR-13")
def test_whoever_rows_is_not_warned_of_the_water(tmp_path: Path) -> None:
    board, north = canal(gondola(13, 6)), [member("a", (9, 6, 0), ap=3)]
    model = free_fight(board, tmp_path, north, [member("b", (2, 20, 0))], dice=[8] * 80)
    said = told(model, "a", "go to the gondola", "yes", "row north", "no")
    assert "Row here? Yes or no?" in said
    assert "That ends in the water" not in said


def test_trying_to_row_from_the_shore_tells_why_not(tmp_path: Path) -> None:
    assert "Not now, Row: A is aboard no gondola." in told(on_the_street(tmp_path, 8.0), "a", "try row 3 north")


def test_a_square_of_the_map_tells_how_far_each_thing_in_it_reaches(tmp_path: Path) -> None:
    board = Board.load("campiello-dei-remi")
    model = free_fight(board, tmp_path, [member("a", (8.3, 18.4, 0))], [member("b", (20, 22, 0))])
    said = told(model, "map B3", "look at the boat")
    assert "  Ponte dei Remi (stone bridge): from 7.8, 10.8 to 16.2, 13.2, 2 inches high." in said
    assert said.count("The boat: from 9.9, 13.6 to 11.3, 17.8, 0.8 inches high.") == 2


def test_a_bridge_is_where_an_objective_is_laid_that_is_said_to_lie_on_it() -> None:
    said = told(acquisition(), "Ponte dei Remi", "look at chest 1")
    assert "Lay chest 1 here: Ponte dei Remi." in said
    looked = said.partition("> look at chest 1")[2]
    assert "  Chest 1: at 12.0, 12.0, on Ponte dei Remi." in looked
    assert "At 12.0, 12.0: Ponte dei Remi, over the water of Rio dei Remi." in looked


def test_a_wind_alone_is_no_place_though_it_is_in_the_words_of_one() -> None:
    """ "north-west" laid a chest into the water "1.5 inches north-west of pots 4"."""
    said = told(acquisition("corte-nova"), "north-west", "5")
    listed, _, after = said.partition("> north-west")
    assert listed.count("north-west of pots 4") == 1
    assert "From where?" in after.partition("> 5")[0]
    assert after.count("Placed: chest 1.") == 1


def acquisition(board: str = "campiello-dei-remi") -> TableModel:
    people = {"north": "human", "south": "human"}
    return new_game(NewGame(board, "acquisition", people, seed=3), Board.load(board))


def test_what_is_said_several_times_over_is_one_sentence() -> None:
    people = {"north": "human", "south": "random"}
    model = new_game(NewGame("campiello-dei-remi", "acquisition", people, seed=3), Board.load("campiello-dei-remi"))
    drawn = [AgendaDrawn(seat="south", agenda=id, faces=(1, 1), secret=True) for id in ("A1", "A2", "A3")]
    gang = model.names("south")
    assert list(lore.chronicle(model, drawn)) == [f"A secret agenda is drawn for {gang}. (3 times)"]


def aboard(folder: Path) -> TableModel:
    """A on a gondola in a canal of 6 inches from south to north, at its stern; B far off on the western quay."""
    board, north = canal(gondola(13, 6)), [member("a", (9, 3.5, 0), ap=3)]
    model = free_fight(board, folder, north, [member("b", (4, 20, 0))], dice=[8] * 80)
    told(model, "a", "go 13, 3.5!")
    return model


@pytest.mark.rule("TERR-13")
def test_rowing_along_a_wind_goes_as_far_as_nothing_is_in_the_way(tmp_path: Path) -> None:
    said = told(aboard(tmp_path), "try row east")
    assert "Row here: 2 inches east" in said
    assert "No farther: the way is barred by the street (TERR-13)." in said


@pytest.mark.rule("TERR-13")
def test_rowing_towards_somebody_follows_the_canal(tmp_path: Path) -> None:
    said = told(aboard(tmp_path), "try row towards b")
    assert "Row here: 13.9 inches north; " in said
    assert "6.8 inches of the way left" in said  # along the bank that b stands on


@pytest.mark.rule("TERR-13")
def test_inches_to_row_are_counted_from_where_the_vessel_lies(tmp_path: Path) -> None:
    """Not from whoever rows, at its stern."""
    model = aboard(tmp_path)
    told(model, "row 3 north!", "", "", "")
    assert model.session.state.vessels[0].at[:2] == pytest.approx((13.0, 9.0))


@pytest.mark.rule("TERR-13")
def test_rowing_lists_the_farthest_stroke_in_each_wind(tmp_path: Path) -> None:
    said = told(aboard(tmp_path), "row", "try row 1")
    assert "row 1. 2 inches east: 5 dice: arrives 99%; all aboard go overboard 1%" in said
    assert "Row here: 2 inches east" in said


def test_what_lies_under_a_bridge_is_told_of_the_bridge_and_of_ways_that_cross_it() -> None:
    said = told(acquisition(), "look at ponte dei remi")
    assert "  Under it: the water of Rio dei Remi.\n" in said
    assert "  East: Ponte dei Remi over the water of Rio dei Remi for 4.5 inches, " in said


def test_what_is_under_a_bridge_is_told_to_be() -> None:
    said = told(acquisition(), "look 12, 12", "look 12, 12, 2")
    assert "At 12.0, 12.0: the water of Rio dei Remi under Ponte dei Remi." in said
    assert "At 12.0, 12.0: Ponte dei Remi, over the water of Rio dei Remi." in said


def corte_nova() -> TableModel:
    people = {"north": "human", "south": "human"}
    return new_game(NewGame("corte-nova", "acquisition", people, seed=3), Board.load("corte-nova"))


def test_one_stands_on_the_deck_of_a_bridge_beside_its_parapets() -> None:
    said = told(corte_nova(), "look at ponte mandola")
    assert "  One stands on: Ponte Mandola, 1.2 inches over the street, the south parapet" in said


def test_whoever_stands_on_the_end_of_a_parapet_stands_on_the_bridge() -> None:
    """The middle of its base is over the street beside it."""
    assert "At 19.8, 17.2: Ponte Mandola." in told(corte_nova(), "look 19.8, 17.2, 0.7")


def test_a_boat_that_lies_fast_is_told_to() -> None:
    said = told(acquisition(), "look at the boat")
    assert "  It lies fast: nobody rows it.\n" in said


@pytest.mark.rule("SCEN-05")
def test_how_a_gondola_would_lie_is_told_before_it_is_moored_and_it_can_be_turned() -> None:
    people = {"north": "human", "south": "human"}
    board = Board.load("isole-di-san-marcuola")
    model = new_game(NewGame("isole-di-san-marcuola", "gang-war", people, seed=11), board)
    said = told(model, "try 4", "try 4 turned 180")
    moor = "Moor here: 1.7 inches west of Ponte Vin, 7.6 inches long, its ends point"
    assert f"{moor} east and west (turned 0).\n" in said
    assert f"{moor} west and east (turned 180).\n" in said
