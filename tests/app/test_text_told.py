"""What is told in a terminal: what counts at objectives, landmarks, what actions do, menus before a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.table.games import NewGame
from sim.app.table.model import TableModel
from sim.app.text.landmarks import Landmarks
from sim.app.text.seat_view import SeatView
from sim.app.text.start import play_text
from sim.board.board import Board
from sim.bots.candidate_places import leads_away
from sim.carnevale import rulebook
from sim.carnevale.agendas.plan import DropAgenda, Plan
from sim.carnevale.characters import Command
from sim.carnevale.events import ActionBegan, Damaged, RoundBegan
from sim.carnevale.events.objectives import ObjectiveDropped, ObjectivePlaced, ObjectiveTaken
from sim.carnevale.narration import narrate
from sim.carnevale.objective import Objective
from sim.carnevale.scenarios.deployment import Place
from tests.app.table_games import free_fight, member
from tests.app.test_new_questions import HowOften, Ring
from tests.app.text_games import terminal, told
from tests.carnevale.stages import board_for, played, staged
from tests.carnevale.tables import canal, house, street


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def by_a_cache(at: tuple[float, float, float]) -> TableModel:
    """A near a cache, or as far from it as `at` is; B far off."""
    game = staged("secure-arms", ("a", "north", at), ("b", "south", (6.0, 30.0, 0.0)))
    game.objectives["cache-1"] = Objective("cache-1", 2, at=(6.0, 12.0, 0.0))
    game.then(Ring(HowOften(seat="north"), {}))
    model = TableModel(board_for("secure-arms"), played(game), {})
    model.session.state.round = 1
    return model


@pytest.mark.rule("SCEN-03")
def test_an_objective_is_as_far_as_its_marker_is_from_the_base(tmp_path: Path) -> None:
    near, far = (told(by_a_cache((6.0, y, 0.0)), "measure a to cache 1", "score") for y in (8.0, 7.0))
    assert "2.82 inches from the base to the marker\nwithin 3 inches: it counts there" in near
    assert "Cache 1: held by North." in near
    assert "3.82 inches from the base to the marker\nnot within 3 inches: it does not count there" in far
    assert "Cache 1: nobody within 3 inches." in far


def test_what_was_laid_is_told_with_its_place_and_found_by_its_name(tmp_path: Path) -> None:
    typed, out = terminal(["roof", "1!", "where cache 1", "where", "zone", "undo"])
    play_text(NewGame("san-canciano", "secure-arms", {"north": "human", "south": "random"}, seed=11), None, typed)
    said = out.getvalue()
    assert "That fits several places of the list. Which one: " in said
    assert "Placed: cache 1.\n  Cache 1: at " in said
    assert said.partition("> where cache 1\n")[2].startswith("  Cache 1: at ")
    assert "Objectives:\n  Cache 1: at " in said


def test_an_agenda_that_is_given_up_is_told_with_its_condition() -> None:
    asked = DropAgenda(seat="north", agendas=("A1",), planners=("a",))
    game = staged("secure-arms", ("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 30.0, 0.0)))
    hint = asked.label(game, Plan("a", "A1")).hint
    assert rulebook.explained("A1") in hint
    assert hint.startswith("1 CP. ")


def test_a_command_ability_is_told_on_the_card_and_in_the_book(tmp_path: Path) -> None:
    commands = (Command("Guild Training", "aura", grants=("Slippery",), text="Friends slip out of any fight."),)
    north = [member("a", (6, 6, 0), ap=3, cp=2, commands=commands)]
    model = free_fight(street(), tmp_path, north, [member("b", (6, 20, 0))])
    said = told(model, "a", "card a", "rules guild training")
    assert "  Guild Training: 1 CP. Friends slip out of any fight. Slippery: Wins every roll to disengage" in said
    assert "Guild Training (command ability, 1 CP): " in said


def test_what_an_action_does_is_told_once_and_again_when_it_is_asked_for(tmp_path: Path) -> None:
    heal = Command("Stitch", "pulse", on="friend", gains={"lp": 3}, text="A friend regains 3 Life Points.")
    north = [member("a", (6, 6, 0), ap=3, cp=2, commands=(heal,)), member("c", (7, 6, 0)), member("d", (8, 6, 0))]
    model = free_fight(street(), tmp_path, north, [member("b", (6, 20, 0))])
    said = told(model, "a", "", "again")
    first, second, third = said.split(" acts. ")[1:]
    assert "Stitch: A, C or D: 1 CP; it lacks no Life Points" in first
    assert [each.count("regains 3 Life Points") for each in (first, second, third)] == [1, 0, 1]
    assert [each.count("Enemies far off lose sight") for each in (first, second, third)] == [1, 0, 1]


def test_a_dive_tells_its_odds(tmp_path: Path) -> None:
    model = free_fight(canal(), tmp_path, [member("a", (12, 6, -0.75), ap=3)], [member("b", (2, 20, 0))])
    assert "each counter adds 2 dice to PROTECTION until its next action: one " in told(model, "a")


def test_a_landmark_is_described_with_what_one_stands_on_and_where_a_ladder_leads(tmp_path: Path) -> None:
    model = free_fight(Board.load("san-canciano"), tmp_path, [member("a", (22, 6.4, 0))], [member("b", (20, 34, 0))])
    said = told(model, "a", "look at Ca Alta", "look at scala magazzino")
    assert "Ca Alta (house): from 3.8, 7.0 to 10.4, 13.5, 9.5 inches high." in said
    assert "the south balcony of Ca Alta, 3.8 inches over the street" in said
    assert "At 7.1, 10.2: the street" not in said
    assert "Scala Magazzino (ladder): at 18.9, 7.0, from the street up 4.4 inches to the roof of Magazzino" in said


def test_a_base_that_hangs_on_a_wall_is_told_on_which(tmp_path: Path) -> None:
    board = Board.load("san-canciano")
    model = free_fight(board, tmp_path, [member("a", (18.9, 6.5, 2.0))], [member("b", (20, 34, 0))])
    view = SeatView(model.session.state, model.session.measure, Landmarks(board), "north")
    assert view.wall((18.9, 6.5, 2.0)) == "Scala Magazzino"
    assert view.wall((22.1, 6.5, 2.0)) == "the wall of Magazzino del Sale"


def test_from_a_place_it_is_told_how_much_of_an_enemy_is_hidden(tmp_path: Path) -> None:
    board = street(house((4, 9), (8, 10), 0.7))
    model = free_fight(board, tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (6, 11, 0))])
    assert "is itself " in told(model, "a", "try go 6, 7")


def test_before_a_game_help_is_understood_and_one_goes_back() -> None:
    typed, out = terminal(["back", "a new game", "help", "acquisition", "undo", "gang war", "quit"])
    play_text(None, None, typed)
    said = out.getvalue()
    assert "This is the first question." in said
    assert "back: the question before; quit: no game." in said
    assert said.count("Which scenario?") == 2
    assert said.count("Which board?") == 2


def test_nobody_is_set_up_by_chance_where_its_base_cannot_leave(tmp_path: Path) -> None:
    board = Board.load("san-canciano")
    north = [member("a", (20, 6, 0), size=40), member("c", (25, 6, 0), size=30)]
    model = free_fight(board, tmp_path, north, [member("b", (20, 34, 0))])
    state, measure, floor = model.session.state, model.session.measure, (15.4, 2.5, 2.1)
    assert not leads_away(state, measure, Place("a", floor))
    assert leads_away(state, measure, Place("c", floor))
    assert leads_away(state, measure, Place("a", (16.0, 6.0, 0.0)))


def test_a_no_is_answered(tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (6, 10.2, 0))])
    assert "Yes or no?\n> no\nNothing is done." in told(model, "a", "charge b", "no")


def test_what_is_looked_up_before_a_yes_leaves_the_question(tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (6, 10.2, 0))])
    said = told(model, "a", "charge b", "where b", "yes")
    asked = next(line for line in said.splitlines() if line.endswith("Yes or no?"))
    assert said.count(asked) == 2
    assert "> where b\nB, enemy: 10 of 10 LP, 3 AP; on the street, at 6.0, 10.2, on street level.\n" in said
    assert "A charges B!" in said


def test_where_am_i_tells_the_place_of_the_mini_in_hand_alone(tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (6, 10.2, 0))])
    said = told(model, "a", "where am I").rpartition("> where am I\n")[2]
    assert said == "A, yours: 10 of 10 LP, 3 AP; on the street, at 6.0, 6.0, on street level.\n"


def test_what_is_said_in_place_of_a_yes_is_done_instead(tmp_path: Path) -> None:
    model = free_fight(street(), tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (6, 10.2, 0))])
    told(model, "a", "charge b", "go 3 east")
    assert model.session.state["a"].here == pytest.approx((9.0, 6.0, 0.0), abs=0.1)


def test_damage_that_protection_made_worse_is_not_told_as_a_part() -> None:
    hurt = Damaged(who="a", damage=5, before_protection=4)
    assert narrate(hurt, str) == "a takes 5 Damage instead of 4."


@pytest.mark.rule("SCEN-11")
def test_agendas_are_told_with_how_far_they_have_come(tmp_path: Path) -> None:
    model = by_a_cache((6.0, 8.0, 0.0))
    state = model.session.state
    state.set_seat("north", agendas=("D3", "D5", "A1"))
    for event in (RoundBegan(round=1), dive("a"), RoundBegan(round=2), dive("a")):
        state.emit(event)
    said = told(model, "agendas")
    assert "A Taste for Salt: Your characters fall into water three times. At best so far: 0 of 3.\n" in said
    assert "in two rounds running. It is achieved, and counts at the end of the round.\n" in said
    assert "A Meeting of Captains: Your Leader kills an enemy Leader.\n" in said


def dive(who: str) -> ActionBegan:
    return ActionBegan(who=who, action="dive", ap=2)


@pytest.mark.rule("FALL-02")
def test_what_comes_of_every_answer_alike_is_told_once(tmp_path: Path) -> None:
    north = [member("a", (9.4, 6, 0), ap=3, wp=2)]
    model = free_fight(canal(), tmp_path, north, [member("b", (2, 20, 0))], dice=[8] * 20)
    assert "\nFalls unharmed, whatever is chosen.\n" in told(model, "a", "jump 13, 6, -0.75!")


@pytest.mark.rule("SCEN-04")
def test_what_is_dropped_is_told_with_its_place(tmp_path: Path) -> None:
    model = by_a_cache((6.0, 8.0, 0.0))
    state = model.session.state
    chest = Objective("chest-1", 2, ("mobile",), at=(6.0, 8.0, 0.0))
    for event in (
        ObjectivePlaced(objective=chest),
        ObjectiveTaken(objective="chest-1", who="a"),
        ObjectiveDropped(objective="chest-1", who="a", at=(6.0, 9.0, 0.0), why="put down"),
    ):
        state.emit(event)
    assert "A drops chest 1 (put down).\n  Chest 1: at 6.0, 9.0, on the street" in told(model, "score")
