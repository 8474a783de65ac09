"""The rules for agendas that scenarios choose among: Cycle, Secret, Secondary, Total (SCEN-10)."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from sim.app.table.model import HUMAN, TableModel
from sim.carnevale import scenarios
from sim.carnevale.agendas.draw import AgendaDrawn, DrawAgendas
from sim.carnevale.agendas.plan import AgendaDiscarded, PlanAgendas
from sim.carnevale.event import BaseEvent
from sim.carnevale.events import DiceThrown, Forfeited, Killed, Scored
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate, narrate_hidden
from sim.carnevale.scenario import AgendaRule
from sim.carnevale.state import State
from sim.carnevale.turn import EndGame, EndRound
from sim.engine.events import GameEvent
from tests.carnevale.stages import asked, board_for, played, scores, staged
from tests.carnevale.tables import GAME, of, only

MINIS = (("nl", "north", (4.0, 4.0, 0.0)), ("nk", "north", (6.0, 4.0, 0.0)), ("sl", "south", (20.0, 20.0, 0.0)))
RANKS = {"nl": {"keywords": ("Leader",), "cp": 2}, "nk": {"keywords": ("Henchman",)}, "sl": {"keywords": ("Leader",)}}


def killed(by: str) -> Killed:
    """South's Leader dies: a Leader achieves A1 by that, a Henchman A3."""
    return Killed(who="sl", by=by, why="combat", where=(20, 20, 0))


def held(scenario: str, *agendas: str) -> State:
    """A scenario in which north holds these agendas."""
    return staged(scenario, *MINIS, agendas={"north": agendas}, profiles=RANKS)


@pytest.fixture
def total(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gang War with Total in place of Double, which no scenario of the book has."""
    page = scenarios.find("gang-war")
    assert page is not None
    rules: frozenset[AgendaRule] = frozenset({"total"})
    monkeypatch.setattr(type(page), "agenda_rules", rules)


# --- Cycle --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-10")
def test_with_cycle_another_agenda_is_drawn_for_each_that_scores_and_counts_from_then_on() -> None:
    game = held("take-what-is-theirs", "A1")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game, [1, 1, 1, 2])  # A1, which it has had, then A2
    assert table.state.seats["north"].vp == 1
    assert table.state.seats["north"].agendas == ("A2",)
    assert [e.agenda for e in of(table.events, AgendaDrawn)] == ["A1", "A2"]


@pytest.mark.rule("SCEN-10")
def test_with_cycle_an_agenda_that_is_kept_for_double_brings_no_other_yet() -> None:
    game = held("acquisition", "A1")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game)
    assert asked(table).prompt == "double"
    table.answer("keep")
    assert table.state.seats["north"].agendas == ("A1",)


# --- Secret -------------------------------------------------------------------------------------------------


def drawn() -> Any:
    """Acquisition; north has drawn A1 and A3."""
    game = staged("acquisition", *MINIS, profiles=RANKS)
    game.then(DrawAgendas("north", 2))
    return played(game, [1, 1, 1, 3])


@pytest.mark.rule("SCEN-10")
def test_secret_agendas_are_hidden_from_the_views_of_other_seats() -> None:
    table = drawn()
    own, other = GAME.view(table.state, "north"), GAME.view(table.state, "south")
    assert own.seats["north"].agendas == ("A1", "A3")
    assert other.seats["north"].agendas == ("?", "?")
    assert len(of(own.log, AgendaDrawn)) == 2
    assert not of(other.log, AgendaDrawn)
    assert not of(other.log, DiceThrown)  # the faces would tell
    assert b"A3" not in GAME.encode(other)


@pytest.mark.rule("SCEN-10")
def test_a_secret_is_out_when_the_agenda_is_achieved_even_if_it_is_kept() -> None:
    game = held("acquisition", "A1", "A3")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game)
    table.answer("keep")
    assert GAME.view(table.state, "south").seats["north"].agendas == ("A1", "?")
    assert table.undoable("north") is None


@pytest.mark.rule("SCEN-10")
def test_a_secret_that_is_achieved_and_waits_to_score_is_hidden_yet() -> None:
    game = held("acquisition", "A1", "A3")
    game.emit(killed("nl"))
    game.emit(killed("nk"))
    game.then(EndRound())
    table = played(game)
    assert getattr(asked(table), "agenda", None) == "A1"
    assert b"A3" in GAME.encode(table.state)
    assert not re.search(rb"A[13]", GAME.encode(GAME.view(table.state, "south")))


@pytest.mark.rule("SCEN-10", "TURN-06")
def test_nobody_else_learns_which_secret_agenda_a_plan_gives_up() -> None:
    game = held("acquisition", "A1")
    game.then(PlanAgendas())
    table = played(game, [1, 3])
    table.answer({"who": "nl", "agenda": "A1"})
    assert not of(GAME.view(table.state, "south").log, AgendaDiscarded)
    names = names_of(table.state)
    assert [narrate_hidden(event, names) for event in of(table.events, AgendaDrawn)][
        -1
    ] == "North draws a secret agenda."
    assert (
        narrate(only(table.events, AgendaDiscarded), names) == "North plans anew, and gives up “A Meeting of Captains”."
    )


@pytest.mark.rule("SCEN-10")
def test_the_table_shows_secret_agendas_to_their_own_player_only() -> None:
    table = drawn()
    board = board_for("acquisition")
    alone = TableModel(board, table, {"north": "random", "south": HUMAN})
    assert alone.agendas("north") == ("?", "?")
    assert alone.sentence(of(table.events, AgendaDrawn)[0]) == "North draws a secret agenda."
    own = TableModel(board, table, {"north": HUMAN, "south": "random"})
    assert own.agendas("north") == ("A1", "A3")
    both = TableModel(board, table, {"north": HUMAN, "south": HUMAN})
    assert both.agendas("north") == ("?", "?")


# --- Secondary and Total ------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-10", "SCEN-06")
def test_with_secondary_nothing_scores_for_a_gang_without_an_achieved_agenda() -> None:
    game = held("secure-arms", "A3")
    game.emit(Scored(seat="north", vp=4, why="caches"))
    game.then(EndGame())
    table = played(game)
    assert only(table.events, Forfeited).vp == 4
    assert scores(table.state) == {"north": 0, "south": 0}


@pytest.mark.rule("SCEN-10", "SCEN-06")
def test_with_secondary_one_achieved_agenda_is_enough() -> None:
    game = held("secure-arms", "A1", "A2")
    game.emit(killed("nl"))
    game.emit(Scored(seat="north", vp=4, why="caches"))
    game.round = 5
    game.then(EndRound())
    assert scores(played(game).state) == {"north": 5, "south": 0}


@pytest.mark.rule("SCEN-10")
@pytest.mark.usefixtures("total")
def test_with_total_agendas_score_together_when_the_last_is_achieved() -> None:
    game = held("gang-war", "A1", "A3")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game)
    assert (table.state.seats["north"].vp, table.state.seats["north"].scored) == (0, ("A1",))
    later = table.state
    later.todo = []
    later.emit(killed("nk"))
    later.then(EndRound())
    assert played(later).state.seats["north"].vp == 2


def test_a_secret_survives_saving() -> None:
    table = drawn()
    again = GAME.decode(GAME.encode(table.state))
    assert msgspec.to_builtins(GAME.view(again, "south").seats) == msgspec.to_builtins(
        GAME.view(table.state, "south").seats
    )


def test_four_kinds_of_events_hide_something() -> None:
    kinds: list[type[Any]] = [BaseEvent]
    for kind in kinds:
        kinds += kind.__subclasses__()
    hiding = {kind.__name__ for kind in kinds if kind.seen_by is not GameEvent.seen_by}
    assert hiding == {"AgendaDrawn", "AgendaDiscarded", "DiceThrown", "ObjectiveMarked"}
