"""Secrets of several people at one screen: the curtain before them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.hud import action_panel, agenda_panel, dialogs, story_page
from sim.app.hud import curtain as curtain_page
from sim.app.table.controller import TableController
from sim.app.table.games import start
from sim.app.table.glossary import agenda_words
from sim.app.table.key_actions import throw_unseen, throws_unseen
from sim.app.table.model import TableModel
from sim.board.board import Board
from sim.bots.duel import setup_of
from sim.carnevale.agendas.check import ScoreOrKeep
from sim.carnevale.agendas.draw import DrawAgendas
from sim.carnevale.agendas.plan import Plan, PlanAgendas
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.dice import SeededDice, TypedDice
from sim.engine.requests import Roll, Rule
from sim.engine.session import Session
from tests.app.table_games import ready
from tests.app.test_new_questions import Ring
from tests.app.test_table import answer, deploying
from tests.app.test_table_window import click, key, steps, until
from tests.carnevale.stages import board_for, played, staged
from tests.carnevale.tables import GAME

pytestmark = pytest.mark.rule("SCEN-10")

MAP = "campiello-dei-remi"


def key_buttons_of(page: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[float, float]]:
    """Where the middle of each button with a key is that a page draws from now on."""
    seen: dict[str, tuple[float, float]] = {}
    real = page.key_button

    def key_button(f: Any, label: str, *args: Any, **named: Any) -> bool:
        pressed = real(f, label, *args, **named)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        seen[label] = ((low.x + high.x) / 2, (low.y + high.y) / 2)
        return bool(pressed)

    monkeypatch.setattr(page, "key_button", key_button)
    return seen


def test_agendas_are_hidden_until_their_player_is_alone(tmp_path: Path) -> None:
    table = deploying(tmp_path)
    seat = table.curtain.whose
    assert seat is not None
    other = next(each for each in table.model.humans if each != seat)
    assert set(table.model.agendas(seat)) == {"?"}
    table.curtain.ask(seat)
    assert (table.curtain.before, set(table.model.agendas(seat))) == (seat, {"?"})
    table.curtain.lift()
    assert "?" not in table.model.agendas(seat)
    assert set(table.model.agendas(other)) == {"?"}
    table.give(answer(table))
    ready(table)
    assert set(table.model.agendas(seat)) == {"?"}, "the next question hides them"


def test_what_follows_an_answer_is_shown_without_the_secrets_of_who_gave_it(tmp_path: Path) -> None:
    """They stayed beside the dice that all look at, until somebody was asked again."""
    table = deploying(tmp_path)
    seat = table.curtain.whose
    table.curtain.ask(seat)
    table.curtain.lift()
    table.give(answer(table))
    while table.busy:
        table.tick(0.0)
    assert table.plays
    assert set(table.model.agendas(seat)) == {"?"}


def test_what_a_round_begins_with_waits_behind_the_curtain(tmp_path: Path) -> None:
    """It lay over it, and was gone when the curtain was lifted."""
    table = deploying(tmp_path)
    table.curtain.ask(table.curtain.whose)
    table.banner = ("Round 2", "", 2.0)
    table.tick(1.5)
    assert table.banner[2] == 2.0
    table.curtain.lift()
    table.tick(1.5)
    assert table.banner[2] == 0.5


def test_the_curtain_falls_again_by_the_same_button(tmp_path: Path) -> None:
    table = deploying(tmp_path)
    seat = table.curtain.whose
    assert seat is not None
    table.curtain.ask(seat)
    table.curtain.lift()
    table.curtain.ask(seat)
    assert (table.curtain.before, table.model.alone) == (None, None)


def test_who_only_wished_to_look_may_leave_the_curtain(tmp_path: Path) -> None:
    table = deploying(tmp_path)
    assert table.curtain.whose is not None
    table.curtain.ask(table.curtain.whose)
    assert table.curtain.may_leave
    table.curtain.leave()
    assert (table.curtain.before, table.model.alone) == (None, None)


def test_a_question_that_names_a_secret_waits_behind_the_curtain() -> None:
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": ["A2"]})
    game.then(Ring(ScoreOrKeep(seat="south", agenda="A2", title="Two", vp=1), {}))
    table = TableController(TableModel(board_for("acquisition"), played(game), {}))
    for _ in range(200):
        table.tick(0.1)
    assert (table.curtain.before, table.menu) == ("south", None)
    table.curtain.leave()
    assert table.curtain.before == "south", "it is not there by a wish"
    table.curtain.lift()
    ready(table)
    assert table.menu is not None
    assert "Two" in table.menu.question


class Throw(Step, frozen=True):
    """Somebody throws a die."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        yield Roll(seat=self.seat, who=self.seat, purpose="initiative", dice=1, sides=10)


def test_what_one_looks_at_is_hidden_when_the_other_types_in_dice() -> None:
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": ["A2"]})
    game.then(Throw("south"), Throw("north"), Throw("north"))
    model = TableModel(
        board_for("acquisition"), Session(GAME, game, TypedDice(), Referee(board_for("acquisition"))), {}
    )
    table = ready(TableController(model))

    def look(seat: str) -> None:
        table.curtain.ask(seat)
        table.curtain.lift()
        assert "?" not in model.agendas(seat)

    def throw() -> None:
        table.type_die(5)
        table.confirm()
        ready(table)

    look("south")
    assert "?" not in ready(table).model.agendas("south"), "who throws may look"
    throw()
    assert model.agendas("south") == ("?",)
    look("north")
    throw()
    assert "?" not in model.agendas("north"), "it is still the same who throws"


def drawing(*seats: str, players: dict[str, str]) -> TableController:
    """A game with real dice in which these seats draw an agenda each, one after the other, and then one throws."""
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis)
    game.then(*(DrawAgendas(seat, 1) for seat in seats), Throw(seats[-1]))
    board = board_for("acquisition")
    return TableController(TableModel(board, Session(GAME, game, TypedDice(), Referee(board)), players))


def test_secret_dice_are_typed_in_behind_the_curtain() -> None:
    """The two faces of an agenda are the agenda."""
    table = drawing("south", "north", players={})
    for seat, other in (("south", "north"), ("north", "south")):
        for _ in range(60):
            table.tick(0.1)
        assert (table.curtain.before, table.curtain.may_leave) == (seat, False)
        assert table.model.agendas(other) in ((), ("?",)), "the other one's are hidden"
        table.curtain.lift()
        for number in range(1, 11):  # what is not in play is drawn again
            if table.roll is not None and table.roll.purpose == "agenda" and table.roll.seat == seat:
                for face in (1, number):
                    table.type_die(face)
                table.confirm()
                for _ in range(60):
                    table.tick(0.1)
    assert table.curtain.before is None
    assert {table.model.agendas(seat) for seat in ("north", "south")} == {("?",)}, "who throws next shows nothing"


def test_secret_dice_of_a_bot_can_be_thrown_unseen() -> None:
    table = ready(drawing("south", players={"south": "random"}))
    assert table.curtain.before is None
    roll = table.roll
    assert roll is not None
    assert throws_unseen(table)
    while table.roll is not None and throws_unseen(table):
        throw_unseen(table)
        ready(table)
    assert len(table.model.session.state.seats["south"].agendas) == 1
    assert table.tray is None
    count = table.model.session.count
    throw_unseen(table)
    ready(table)
    assert table.model.session.count == count, "dice that everybody may see are typed in"


def planning() -> TableModel:
    """North and then South may drop their only agenda for another."""
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": ["A2"]})
    game.set("a", cp=1)
    game.set("b", cp=1)
    game.then(PlanAgendas())
    board = board_for("acquisition")
    return TableModel(board, Session(GAME, game, SeededDice(1), Referee(board)), {})


def draw_another(table: TableController, tick: Callable[[], None]) -> None:
    """North, alone with the screen, draws another."""
    for _ in range(60):
        tick()
    table.curtain.lift()
    while table.menu is None:
        tick()
    table.give(Plan("a", "A1"))
    for _ in range(60):
        tick()


def test_the_game_waits_until_an_agenda_that_was_just_drawn_is_read() -> None:
    """The curtain fell for the next player at once, and who had planned did not know for what."""
    table = TableController(planning())
    draw_another(table, lambda: table.tick(0.1))
    (drawn,) = table.model.session.state.seats["north"].agendas
    assert drawn != "A1"
    assert (table.curtain.before, table.model.agendas("north")) == (None, (drawn,))
    table.curtain.hide()
    for _ in range(60):
        table.tick(0.1)
    assert (table.curtain.before, table.model.agendas("north")) == ("south", ("?",))


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_an_agenda_that_was_read_is_hidden_by_a_button(window: Any, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    window.play(planning())
    table = window.table
    seen = key_buttons_of(action_panel, monkeypatch)
    draw_another(table, window.step)
    if by == "keys":
        key(window, "enter")
    else:
        click(window, seen["Hide the agendas"])
    until(window, lambda: table.curtain.before == "south")


def test_one_person_against_a_bot_has_no_curtain() -> None:
    game = staged(
        "acquisition",
        ("a", "north", (6.0, 3.0, 0.0)),
        ("b", "south", (6.0, 20.0, 0.0)),
        agendas={"north": ["A1"], "south": ["A2"]},
    )
    model = TableModel(board_for("acquisition"), played(game), {"south": "random"})
    table = TableController(model)
    table.curtain.ask("north")
    assert (model.agendas("north"), model.agendas("south")) == (("A1",), ("?",))
    assert table.curtain.before is None


def test_the_story_tells_ones_own_agendas_in_full_and_nothing_of_others(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the board they were cut at 200%, and no key scrolled to the rest."""
    said: list[str] = []
    monkeypatch.setattr(story_page.widgets, "wrapped", lambda words, *_, **__: said.append(str(words)))
    window.play(deploying(tmp_path).model)
    table = ready(window.table)
    whose = table.curtain.whose
    assert whose is not None
    table.curtain.ask(whose)
    table.curtain.lift()
    key(window, "f4")
    said.clear()
    steps(window, 2)
    seats = table.model.shown.seats
    every = {id for seat in seats.values() for id in seat.agendas}
    told = {id for id in every if "{}: {}".format(*agenda_words(id)) in said}
    assert told == set(seats[whose].agendas) != every


def test_who_is_alone_reads_their_own_agendas_in_full_and_nothing_of_others(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(agenda_panel.widgets, "wrapped", lambda words, *_, **__: said.append(str(words)))
    monkeypatch.setattr(agenda_panel.widgets, "headline", lambda _, words, *__, **___: said.append(str(words)))
    window.play(deploying(tmp_path).model)
    table = ready(window.table)
    seats = table.model.shown.seats
    steps(window, 2)
    said.clear()
    steps(window, 1)
    assert said.count("3 secret") == len(seats)
    assert {f"Agendas: {seat.gang}" for seat in seats.values()} <= set(said)
    whose = table.curtain.whose
    assert whose is not None
    table.curtain.ask(whose)
    table.curtain.lift()
    steps(window, 2)
    said.clear()
    steps(window, 1)
    own = [words for agenda in table.model.agendas(whose) for words in agenda_words(agenda)]
    assert {f"Agendas: {seats[whose].gang}", *own} <= set(said), (
        "whose they are, is said: the question may be another's"
    )
    assert "3 secret" not in said


def test_a_title_gives_way_to_a_look_only_where_there_is_a_secret(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before agendas are dealt there is equipment alone, which everybody may see."""
    wide: dict[str, float] = {}

    def headline(_: object, words: str, size: float, width: float) -> None:
        wide[words.partition(":")[0]] = width

    monkeypatch.setattr(agenda_panel.widgets, "headline", headline)
    setup = setup_of(Board.load(MAP), MAP, "acquisition", ("north", "south"), [], 1)
    window.play(start(setup, Board.load(MAP), {}, tmp_path / "game.jsonl", SeededDice(1)))
    until(window, lambda: window.table.menu is not None)
    window.play(deploying(tmp_path / "later").model)
    until(window, lambda: "Agendas" in wide)
    assert wide["Equipment"] > wide["Agendas"]


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_who_must_stop_need_not_lift_the_curtain_of_another(
    window: Any, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": ["A2"]})
    game.then(Ring(ScoreOrKeep(seat="south", agenda="A2", title="Two", vp=1), {}))
    window.play(TableModel(board_for("acquisition"), played(game), {}))
    until(window, lambda: window.table.curtain.before == "south")
    seen = key_buttons_of(curtain_page, monkeypatch)
    steps(window, 2)
    if by == "keys":
        key(window, "s")
    else:
        click(window, seen["Save and go to the start"])
    until(window, lambda: window.start is not None)


def test_everybody_who_has_to_agree_is_named(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs.widgets, "wrapped", lambda words, *_, **__: said.append(str(words)))
    corners = {"north": (3.0, 3.0, 0.0), "south": (20.0, 20.0, 0.0), "east": (3.0, 20.0, 0.0), "west": (20.0, 3.0, 0.0)}
    for many in (2, 3):
        minis = [(seat[0], seat, place) for seat, place in [*corners.items()][:many]]
        game = staged("acquisition", *minis)
        model = TableModel(board_for("acquisition"), played(game), {})
        monkeypatch.setattr(type(model), "undo_seat", "south")
        window.play(model)
        window.dialog = "consent"
        said.clear()
        steps(window, 1)
        (words,) = [each for each in said if "taken back" in each]
        assert ("Does the other player agree?" in words) == (many == 2)
        others = {model.names(seat) for seat in model.humans if seat != "south"}
        assert many == 2 or all(name in words.rpartition("back.")[2] for name in others)
        window.dialog = ""
