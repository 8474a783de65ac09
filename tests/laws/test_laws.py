"""The laws of the game, after every event of a handful of bot games: all scenarios, seats and factions.

Many more are played by `python tools/laws.py`.
"""

from __future__ import annotations

import msgspec
import pytest

from sim.board.model.queries import NearestSpot
from sim.board.model.verdicts import Spot
from sim.carnevale import events as e
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.referee import Referee
from sim.carnevale.setup import Setup
from sim.carnevale.state import State
from tests.laws.book import Book, copy_of
from tests.laws.broken import Broken
from tests.laws.games import FACTIONS, GAME, MAPS, board_of, play, setup_of
from tests.laws.secrets import Veil
from tests.laws.table import Table

MEMBERS = 2  # of each gang: short games
SEEDS = (11, 20, 22, 28, 39)
BOTS = {22: ("greedy", "random"), 28: ("seasoned", "novice")}


def games() -> list[Setup]:
    return [setup_of(seed, members=MEMBERS) for seed in SEEDS]


@pytest.mark.rule("TURN-01", "TURN-03", "TURN-04", "TURN-05", "TURN-10", "DICE-01", "MOVE-02", "FALL-01", "SCEN-10")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_between_bots_keeps_every_law(seed: int) -> None:
    played = play(setup_of(seed, members=MEMBERS), BOTS.get(seed, ("random",)))
    assert played.events > 100
    assert sum(played.score) >= 0


@pytest.mark.rule("MOVE-10")
def test_who_is_met_over_the_rim_of_a_step_is_charged() -> None:
    """A way ended on a step, and its contact was measured a hair beside it, on the step below."""
    setup = setup_of(195151, scenario="gang-war", members=3)
    assert play(setup, ("greedy",)).events > 100


@pytest.mark.rule("TERR-11")
@pytest.mark.parametrize(("seed", "bot"), [(20173, "random"), (23040, "greedy")])
def test_who_stops_short_of_a_defended_barricade_stands_on_the_ground_there(seed: int, bot: str) -> None:
    """Between two points of the way to it the ground was lower than the line from one to the other, or than both."""
    assert play(setup_of(seed), (bot,)).rounds > 1


def test_these_games_have_every_scenario_and_faction_and_two_to_four_seats() -> None:
    made = games()
    assert {setup.scenario for setup in made} == set(MAPS)
    assert {len(setup.gangs) for setup in made} == {2, 3, 4}
    assert {gang.faction for setup in made for gang in setup.gangs} == set(FACTIONS)


def book() -> Book:
    begun = GAME.begin(msgspec.to_builtins(setup_of(1, members=1)))
    begun.emit(e.RoundBegan(round=1))
    seats = tuple(begun.seats)
    begun.emit(e.InitiativeTaken(seat=seats[0], order=seats))
    for number, who in enumerate(begun.characters):
        begun.emit(e.Deployed(who=who, at=(5.0 + 9 * number, 5.0, 0.0)))
    return Book("a game", copy_of(begun))


@pytest.mark.parametrize(
    ("law", "events"),
    [
        ("TURN-04", [e.PointsSpent(who="A", what="ap", points=4, on="run")]),
        ("TURN-05", [e.PointsSpent(who="A", what="cp", points=9, on="order")]),
        ("TURN-05", [e.Killed(who="A", by=None, why="fall", where=(5.0, 5.0, 0.0))]),
        ("TURN-01", [e.TurnBegan(who="B")]),
        ("TURN-01", [e.TurnBegan(who="A"), e.TurnEnded(who="A"), e.TurnBegan(who="A")]),
        ("TURN-01", [e.RoundEnded(round=1)]),
        ("TURN-10", [e.Used(who="A", what="order", each="round"), e.Used(who="A", what="order", each="round")]),
        ("DICE-01", [e.DiceThrown(who="A", purpose="jump", faces=(11,))]),
        ("TURN-03", [e.GameEnded(winners=(), scores={"north": 7, "east": 0})]),
    ],
)
def test_the_books_know_a_broken_law(law: str, events: list[e.Event]) -> None:
    """In the books `A` is the first seat's character and `B` the second's."""
    books = book()
    first, second = books.state.characters
    changed = copy_of(books.state)
    for event in events:
        who = {"A": first, "B": second}.get(getattr(event, "who", ""))
        changed.emit(event if who is None else msgspec.structs.replace(event, who=who))
    with pytest.raises(Broken) as broken:
        books.catch_up(changed)
    assert broken.value.law == law


def test_the_books_know_a_change_that_no_event_told() -> None:
    books = book()
    changed = copy_of(books.state)
    changed.set(next(iter(changed.characters)), lp=1)
    with pytest.raises(Broken, match="events alone change a state"):
        books.catch_up(changed)


def table() -> tuple[State, Table]:
    """A gang war in its first round: everybody stands on the open street, and was seen there."""
    state = GAME.begin(msgspec.to_builtins(setup_of(2, members=1)))
    referee = Referee(board_of("gang-war"))
    state.emit(e.RoundBegan(round=1))
    for number, who in enumerate(state.characters):
        state.emit(e.Deployed(who=who, at=(9.0 + 9 * number, 9.0, 0.0)))
        spot: Spot = referee(state, NearestSpot(who, state[who].here, 12.0, "ground"))
        assert spot.at is not None
        state.emit(e.Deployed(who=who, at=spot.at))
    watched = Table("a game", referee)
    watched.look(state, None)
    return state, watched


@pytest.mark.parametrize("law", ["MOVE-02", "FALL-01", "SCEN-02"])
def test_the_table_knows_where_nobody_can_stand(law: str) -> None:
    state, watched = table()
    first, second = list(state.characters)[:2]
    x, y, z = state[first].here
    at = {"MOVE-02": (x, y, z), "FALL-01": (x, y, z + 30.0), "SCEN-02": (0.1, y, z)}[law]
    state.emit(e.Deployed(who=second, at=at))
    with pytest.raises(Broken) as broken:
        watched.look(state, None)
    assert broken.value.law in (law, "TERR-05")  # who stands in another is told as either


@pytest.mark.rule("SCEN-10")
def test_the_veil_knows_a_secret_that_another_seat_can_see() -> None:
    state = GAME.begin(msgspec.to_builtins(setup_of(5, "acquisition", members=1)))
    north, east = list(state.seats)[:2]
    state.emit(AgendaDrawn(seat=north, agenda="A4", faces=(1, 4), secret=True))
    veil = Veil("a game")
    veil.look(state)
    state.emit(e.InitiativeTaken(seat=east, order=(north, "A4")))
    with pytest.raises(Broken, match="can see that another holds A4"):
        veil.look(state)
