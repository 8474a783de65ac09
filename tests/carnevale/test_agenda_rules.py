"""The rules for agendas that scenarios choose among: Cycle, Secret, Secondary, Total (SCEN-10)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest

from sim.app.table.model import HUMAN, TableModel
from sim.carnevale import scenarios
from sim.carnevale.agendas import base
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.agendas.draw import AgendaDrawn, DrawAgendas
from sim.carnevale.agendas.history import Characters
from sim.carnevale.agendas.plan import AgendaDiscarded, DropAgenda, PlanAgendas
from sim.carnevale.event import BaseEvent
from sim.carnevale.events import DiceThrown, Forfeited, Killed, Scored
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate, narrate_hidden
from sim.carnevale.scenario import AgendaRule
from sim.carnevale.state import State
from sim.carnevale.turn import EndGame, EndRound, EndTurn, NextTurn
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
    table = played(game, [1, 1, 4, 4])  # A1, which it has had, then B4
    assert table.state.seats["north"].vp == 1
    assert table.state.seats["north"].agendas == ("B4",)
    assert [e.agenda for e in of(table.events, AgendaDrawn)] == ["A1", "B4"]


@pytest.mark.rule("SCEN-10")
@pytest.mark.parametrize(("round", "is_last"), [(4, False), (5, True)])
def test_after_the_last_round_it_is_said_that_what_is_kept_scores_nothing(round: int, is_last: bool) -> None:
    """It was told as a choice as in any other round, and was a point lost."""
    game = held("acquisition", "A1")
    game.round = round
    game.emit(killed("nl"))
    game.then(EndRound())
    question = asked(played(game))
    assert ("what is kept scores nothing" in question.detail(game)) == is_last


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
def test_agendas_that_are_no_secrets_are_seen_by_all() -> None:
    for scenario, seen in (("gang-war", ("A1", "A3")), ("acquisition", ("?", "?"))):
        assert GAME.view(held(scenario, "A1", "A3"), "south").seats["north"].agendas == seen


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


@pytest.mark.rule("SCEN-10")
@pytest.mark.parametrize(
    ("steps", "known"),
    [
        ((EndRound(),), True),
        ((NextTurn("north"), EndTurn("nl")), True),
        ((EndRound(), DrawAgendas("south", 1)), False),
        ((DrawAgendas("south", 1),), False),
    ],
)
def test_a_seat_knows_how_it_goes_on_where_only_turns_are_to_come(steps: tuple[Any, ...], known: bool) -> None:
    state = drawn().state
    state.then(*steps)
    seen = GAME.known(state, "south")
    assert (seen is not None) is known
    if seen is not None:
        assert (seen.todo, seen.seats["north"].agendas) == (state.todo, ("?", "?"))
        assert seen.todo is not state.todo


@pytest.mark.rule("SCEN-10", "SCEN-11")
def test_what_others_hold_secretly_is_imagined_among_what_they_could_hold() -> None:
    """Neither what is open or scored already, nor what their gangs cannot do; and one's own stays."""
    state = drawn().state
    state.set_seat("north", scored=("A2",), agendas=("A1", "A3", "B1"), doubled=("B1",))
    known = GAME.known(state, "south")
    assert known is not None
    assert known.seats["north"].agendas == ("?", "?", "B1")
    imagined = [GAME.sampled(known, "south", Random(seed)).seats["north"].agendas for seed in range(40)]
    assert {each[2] for each in imagined} == {"B1"}
    found = {agenda for each in imagined for agenda in each[:2]}
    gangs, every = Characters(known), [id for table in "ABCD" for id in base.in_table(table)]
    possible = {id for id in every if (card := base.find(id)) and card.possible(gangs, "north")}
    assert found <= possible - {"A2", "B1"}
    assert len(found) > len(possible) / 2
    assert len(set(imagined)) > 20
    assert all(len(set(each)) == 3 for each in imagined)
    assert known.seats["north"].agendas == ("?", "?", "B1")  # what is imagined is a state of its own
    own = GAME.known(state, "north")
    assert own is not None
    assert GAME.sampled(own, "north", Random(1)).seats == own.seats


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
    ] == "A secret agenda is drawn for North."
    assert (
        narrate(only(table.events, AgendaDiscarded), names)
        == "A change of plan for North: “A Meeting of Captains” is given up."
    )


@pytest.mark.rule("SCEN-10")
def test_the_table_shows_secret_agendas_to_their_own_player_only() -> None:
    table = drawn()
    board = board_for("acquisition")
    alone = TableModel(board, table, {"north": "random", "south": HUMAN})
    assert alone.agendas("north") == ("?", "?")
    assert alone.sentence(of(table.events, AgendaDrawn)[0]) == "A secret agenda is drawn for North."
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


# --- what exactly scores, and who learns of it --------------------------------------------------------------


def ruled(monkeypatch: pytest.MonkeyPatch, *rules: AgendaRule) -> None:
    """Gang War with these rules for agendas."""
    page = scenarios.find("gang-war")
    assert page is not None
    monkeypatch.setattr(type(page), "agenda_rules", frozenset(rules))


@pytest.mark.rule("SCEN-10")
def test_with_total_a_doubled_agenda_counts_twice_and_only_for_its_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, "total", "double")
    game = staged("gang-war", *MINIS, agendas={"north": ("A1", "A3"), "south": ("A1", "A3")}, profiles=RANKS)
    game.emit(AgendaKept(seat="north", agenda="A1"))
    game.emit(AgendaKept(seat="south", agenda="A3"))
    game.emit(killed("nl"))
    game.emit(killed("nk"))
    game.then(EndRound())
    table = played(game)
    assert (asked(table).seat, getattr(asked(table), "agenda", "")) == ("north", "A3")
    table.answer("score")
    assert only(table.events, Scored).vp == 3
    assert scores(table.state) == {"north": 3, "south": 0}


@pytest.mark.rule("SCEN-10")
def test_without_double_an_achieved_agenda_scores_unasked_and_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch)
    game = held("gang-war", "A1", "A2")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game)
    north = table.state.seats["north"]
    assert (north.vp, north.agendas, north.doubled, north.scored) == (1, ("A2",), (), ("A1",))


@pytest.mark.rule("SCEN-10")
def test_with_double_it_is_asked_once_and_scores_if_nothing_is_said() -> None:
    game = held("gang-war", "A1", "A3")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game)
    question = asked(table)
    assert (question.options, question.default, getattr(question, "vp", 0)) == (("score", "keep"), "score", 1)
    table.answer("keep")
    assert table.state.seats["north"].doubled == ("A1",)
    later = table.state
    later.todo = []
    later.emit(AgendaKept(seat="north", agenda="A3"))
    later.emit(killed("nl"))
    later.then(EndRound())
    north = played(later).state.seats["north"]
    assert (north.vp, north.agendas, north.doubled, north.scored) == (2, ("A3",), ("A3",), ("A1",))


@pytest.mark.rule("SCEN-10", "TURN-03")
def test_agendas_of_several_seats_are_asked_for_in_initiative_order() -> None:
    game = staged("gang-war", *MINIS, agendas={"north": ("A1",), "south": ("A1",)}, profiles=RANKS)
    game.emit(killed("nl"))
    game.emit(Killed(who="nl", by="sl", why="combat", where=(0, 0, 0)))
    game.initiative = ("south", "north")
    game.then(EndRound())
    table = played(game)
    assert asked(table).seat == "south"
    table.answer("score")
    assert asked(table).seat == "north"


@pytest.mark.rule("SCEN-10")
@pytest.mark.parametrize(("rules", "secret"), [(("secret",), True), ((), False)])
def test_an_achieved_agenda_reveals_what_was_secret(
    monkeypatch: pytest.MonkeyPatch, rules: tuple[AgendaRule, ...], secret: bool
) -> None:
    ruled(monkeypatch, *rules)
    game = held("gang-war", "A1")
    game.emit(killed("nl"))
    game.then(EndRound())
    event = only(played(game).events, AgendaAchieved)
    assert (event.secret, event.reveals) == (secret, secret)


@pytest.mark.rule("SCEN-10")
@pytest.mark.parametrize(("rules", "secret"), [(("secret", "double"), True), (("double",), False)])
def test_a_kept_agenda_reveals_what_was_secret(
    monkeypatch: pytest.MonkeyPatch, rules: tuple[AgendaRule, ...], secret: bool
) -> None:
    ruled(monkeypatch, *rules)
    game = held("gang-war", "A1")
    game.emit(killed("nl"))
    game.then(EndRound())
    table = played(game)
    table.answer("keep")
    event = only(table.events, AgendaKept)
    assert (event.secret, event.reveals) == (secret, secret)


@pytest.mark.rule("SCEN-10")
def test_a_drawn_agenda_that_is_secret_is_told_to_its_own_seat() -> None:
    drawn_ = of(drawn().events, AgendaDrawn)[0]
    assert (drawn_.secret, drawn_.reveals, drawn_.seen_by("north"), drawn_.seen_by("south")) == (
        True,
        True,
        True,
        False,
    )
    game = staged("gang-war", *MINIS, profiles=RANKS)
    game.then(DrawAgendas("north", 1))
    table = played(game, [1, 1])
    open_ = only(table.events, AgendaDrawn)
    assert (open_.secret, open_.reveals, open_.seen_by("south")) == (False, False, True)
    thrown = of(GAME.view(table.state, "south").log, DiceThrown)[0]
    assert (thrown.who, thrown.purpose, thrown.faces) == ("north", "agenda", (1, 1))


@pytest.mark.rule("SCEN-11")
def test_another_seats_draw_may_be_drawn_too_and_what_was_given_up_may_not() -> None:
    game = staged("gang-war", *MINIS, agendas={"south": ("A1",), "north": ("A3",)}, profiles=RANKS)
    game.emit(AgendaDiscarded(seat="north", agenda="A3"))
    game.then(DrawAgendas("north", 1))
    assert played(game, [1, 3, 1, 1]).state.seats["north"].agendas == ("A1",)


# --- Secondary ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-10")
def test_an_agenda_kept_for_double_is_an_achieved_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled(monkeypatch, "secondary", "double")
    game = held("gang-war", "A1")
    game.emit(AgendaKept(seat="north", agenda="A1"))
    game.emit(Scored(seat="north", vp=4, why="caches"))
    game.then(EndGame())
    assert [event.seat for event in of(played(game).events, Forfeited)] == ["south"]


@pytest.mark.rule("SCEN-10", "SCEN-06")
def test_nothing_is_forfeited_where_nothing_was_scored_or_the_rule_is_not_in_play() -> None:
    game = held("secure-arms", "A3")
    game.then(EndGame())
    assert not of(played(game).events, Forfeited)
    game = held("gang-war", "A3")
    game.emit(Scored(seat="north", vp=4, why="caches"))
    game.then(EndGame())
    assert not of(played(game).events, Forfeited)


# --- PLAN ---------------------------------------------------------------------------------------------------


def plans(scenario: str, *agendas: str, dice: tuple[int, ...] = (1, 3), **profiles: Any) -> Any:
    game = staged(scenario, *MINIS, agendas={"north": agendas}, profiles={**RANKS, **profiles})
    game.then(PlanAgendas())
    return played(game, dice)


@pytest.mark.rule("TURN-06")
def test_a_plan_costs_a_command_point_and_each_character_plans_once_a_round() -> None:
    table = plans("gang-war", "A1", "A2", dice=(1, 3, 4, 4), nk={**RANKS["nk"], "cp": 1})
    assert getattr(asked(table), "planners", ()) == ("nl", "nk")
    table.answer({"who": "nl", "agenda": "A1"})
    assert (table.state["nl"].cp, table.state.seats["north"].agendas) == (1, ("A2", "A3"))
    for bad in ({"who": "nl", "agenda": "A2"}, {"who": "sl", "agenda": "A2"}, {"who": "nk", "agenda": "A1"}):
        refusal = table.refusal(bad)
        assert refusal is not None
        assert refusal.rule == "TURN-06"
    table.answer({"who": "nk", "agenda": "A2"})
    assert (table.state["nk"].cp, table.state.seats["north"].agendas) == (0, ("A3", "B4"))
    assert not of([table.request], DropAgenda)  # nobody is left to plan


@pytest.mark.rule("TURN-06")
def test_no_plan_without_a_point_or_an_agenda_and_the_next_seat_is_asked_after_a_pass() -> None:
    assert not of([plans("gang-war", "A1", nl={"cp": 0}).request], DropAgenda)
    assert not of([plans("gang-war").request], DropAgenda)
    game = staged("gang-war", *MINIS, agendas={"north": ("A1",), "south": ("A1",)}, profiles={**RANKS, "sl": {"cp": 1}})
    game.then(PlanAgendas())
    table = played(game)
    table.answer(None)
    assert (asked(table).seat, getattr(asked(table), "planners", ())) == ("south", ("sl",))
    assert table.state["nl"].cp == 2


@pytest.mark.rule("TURN-06", "SCEN-10")
@pytest.mark.parametrize("doubled", [False, True])
def test_a_plan_that_gives_up_a_doubled_agenda_hides_nothing(doubled: bool) -> None:
    game = staged("acquisition", *MINIS, agendas={"north": ("A1", "A2")}, profiles=RANKS)
    if doubled:
        game.emit(AgendaKept(seat="north", agenda="A1", secret=True))
    game.then(PlanAgendas())
    table = played(game, [1, 3])
    table.answer({"who": "nl", "agenda": "A1"})
    assert bool(of(GAME.view(table.state, "south").log, AgendaDiscarded)) is doubled
    assert of(GAME.view(table.state, "north").log, AgendaDiscarded)
    assert (table.state.seats["north"].agendas, table.state.seats["north"].doubled) == (("A2", "A3"), ())


@pytest.mark.rule("TURN-06")
def test_a_plan_gives_up_only_the_double_of_its_own_agenda() -> None:
    game = staged("gang-war", *MINIS, agendas={"north": ("A1", "A2")}, profiles=RANKS)
    game.emit(AgendaKept(seat="north", agenda="A1"))
    game.emit(AgendaKept(seat="north", agenda="A2"))
    game.then(PlanAgendas())
    table = played(game, [1, 3])
    table.answer({"who": "nl", "agenda": "A1"})
    north = table.state.seats["north"]
    assert (north.agendas, north.doubled) == (("A2", "A3"), ("A2",))
    assert of(GAME.view(table.state, "south").log, AgendaDiscarded)  # no secret in this scenario
