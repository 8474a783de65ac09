"""The master throws enemies off roofs, into the water, and into the arms of friends."""

from __future__ import annotations

import pytest

from sim.bots import make
from sim.bots.danger import Outlook
from sim.bots.throws import Throws
from sim.bots.weights import weights_of
from sim.carnevale.action import How
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.events import Event, Fell, Pushed, RoundBegan
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.session import Session
from tests.carnevale.stages import Who, board_for, staged
from tests.carnevale.tables import GAME

BESIDE = 1.182  # inches between the middles of two touching bases of 30 mm
ON_THE_ROOF: tuple[Who, ...] = (("n1", "north", (14.2, 12.0, 8.0)), ("s1", "south", (14.2 + BESIDE, 12.0, 8.0)))
BY_THE_POOL: tuple[Who, ...] = (
    ("n1", "north", (7.0, 12.3 - BESIDE, 0.0)),
    ("s1", "south", (7.0, 12.3, 0.0)),
    ("n2", "north", (7.0, 17.7 + BESIDE, 0.0)),
    ("s2", "south", (7.0, 17.7, 0.0)),
)
BETWEEN_FRIENDS: tuple[Who, ...] = (
    ("n1", "north", (20.0, 20.0, 0.0)),
    ("s1", "south", (20.0 + BESIDE, 20.0, 0.0)),
    ("n2", "north", (20.0 + 2 * BESIDE + 1.5, 20.0, 0.0)),
)
ON_THE_STREET: tuple[Who, ...] = (("n1", "north", (20.0, 20.0, 0.0)), ("s1", "south", (20.0 + BESIDE, 20.0, 0.0)))


def stage(minis: tuple[Who, ...], *agendas: str) -> State:
    """A Gang War in which the north holds agendas. Its minis wrestle better than they fight; the south lasts long."""
    strong, tough = {"attack": 8, "lp": 12}, {"attack": 2, "dexterity": 2, "protection": 10, "lp": 18}
    profiles = {id: strong if seat == "north" else tough for id, seat, _ in minis}
    return staged("gang-war", *minis, agendas={"north": agendas}, profiles=profiles)


def a_round(state: State, bot: str = "master", till: type[Event] = RoundBegan) -> State:
    """The north goes first with these dice."""
    state.then(BeginRound(1))
    first = len(state.log) + 1
    session = Session(GAME, state, SeededDice(8), Referee(board_for("gang-war")))

    def over() -> bool:
        done = session.state.log[first:]
        return any(isinstance(event, till) for event in done)

    play(session, {"north": make(bot, 1), "south": make("novice", 2)}, until=over)
    return session.state


def throws(state: State) -> Throws:
    measure = Session(GAME, state, SeededDice(1), Referee(board_for("gang-war"))).measure
    return Throws(Outlook(state, measure, weights_of("master")), "n1")


def came_about(state: State, agenda: str) -> bool:
    return any(isinstance(event, AgendaAchieved | AgendaKept) and event.agenda == agenda for event in state.log)


@pytest.mark.rule("ACT-06", "ACT-07", "FALL-02")
def test_it_throws_an_enemy_off_a_roof() -> None:
    state = a_round(stage(ON_THE_ROOF))
    falls = [event for event in state.log if isinstance(event, Fell) and event.who == "s1"]
    assert falls
    assert falls[0].fallen == 8.0
    assert falls[0].by == "n1"


@pytest.mark.rule("AGENDA-A6")
def test_it_throws_an_enemy_into_contact_with_a_friend() -> None:
    assert came_about(a_round(stage(BETWEEN_FRIENDS, "A6")), "A6")
    assert not came_about(a_round(stage(BETWEEN_FRIENDS, "A6"), "seasoned"), "A6")


@pytest.mark.rule("AGENDA-C3")
def test_it_throws_two_enemies_into_a_canal() -> None:
    state = a_round(stage(BY_THE_POOL, "C3"))
    assert came_about(state, "C3")


@pytest.mark.rule("AGENDA-C3")
def test_who_was_thrown_into_a_canal_is_no_second_enemy() -> None:
    """It climbed out again: the next throw that counts is of somebody else."""
    state = stage(BY_THE_POOL, "C3")
    first = throws(state).gain("s1", How()).worth
    at = state["s1"].here
    state.emit(Pushed(who="s1", by="n1", path=(at, (7.0, 14.5, -0.5)), why="grapple", in_water=True))
    state.set("s1", at=at)
    again = throws(state).gain("s1", How()).worth
    assert again < first - 0.1
    state.set("s2", at=at)
    state.set("s1", at=(2.0, 2.0, 0.0))
    assert throws(state).gain("s2", How()).worth > first + 0.1


def test_a_throw_is_worth_nothing_where_it_leads_from_street_to_street() -> None:
    assert throws(stage(ON_THE_STREET)).gain("s1", How()).worth == 0.0
    assert not any(isinstance(event, Pushed) for event in a_round(stage(ON_THE_STREET)).log)


def test_the_best_throw_off_a_roof_leads_over_its_edge() -> None:
    worth, to = throws(stage(ON_THE_ROOF)).best("s1", 2.0)
    assert worth > 0.0
    assert to is not None
    assert to[0] > 16.0


def test_a_throw_that_met_its_agenda_is_not_wished_for_again() -> None:
    state = stage(BETWEEN_FRIENDS, "A6")
    assert throws(state).gain("s1", How()).worth > 0.2
    state = a_round(state, till=Pushed)
    for id, _, at in BETWEEN_FRIENDS:
        state.set(id, at=at)
    assert state.seats["north"].agendas == ("A6",)
    assert throws(state).gain("s1", How()).worth == 0.0


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(("round_", "worth"), [(4, 0.0), (5, 2.0)])
def test_in_the_last_round_an_enemy_is_thrown_away_from_what_it_keeps_from_scoring(round_: int, worth: float) -> None:
    """A cache is worth two points to whoever is near it alone; Secure Arms has five rounds."""
    state = staged("secure-arms", *ON_THE_STREET, profiles={"n1": {"attack": 8}, "s1": {"attack": 2}})
    state.objectives["cache-1"] = Objective("cache-1", 2, at=(18.5, 20.0, 0.0))
    state.round = round_
    state.set("s1", had_turn=True)
    measure = Session(GAME, state, SeededDice(1), Referee(board_for("secure-arms"))).measure
    assert Throws(Outlook(state, measure, weights_of("master")), "n1").best("s1", 2.0)[0] == worth
