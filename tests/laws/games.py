"""The games that the laws are tried on: seeded bot games over all scenarios and factions, 2 to 4 seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import msgspec

from sim.board.board import Board
from sim.bots.base import make
from sim.carnevale import gangs, scenarios
from sim.carnevale.game import Carnevale
from sim.carnevale.referee import Referee
from sim.carnevale.setup import GangSetup, Setup
from sim.carnevale.state import State
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice, Roll
from sim.engine.session import Session
from tests.laws.book import Book, copy_of
from tests.laws.broken import Broken
from tests.laws.promises import Promises
from tests.laws.reckoning import Reckoning
from tests.laws.secrets import Veil
from tests.laws.table import Table

GAME = Carnevale()
SEATS = ("north", "east", "south", "west")
FACTIONS = ("doctors", "gifted", "guild", "patricians", "rashaar", "strigoi", "vatican")
MAPS = {
    "acquisition": "campiello-dei-remi",
    "gang-war": "san-canciano",
    "secure-arms": "san-canciano",
    "street-fight": "calle-lunga",
    "take-what-is-theirs": "san-canciano",
}
DUCATS = 75
NOW_AND_THEN = 40  # answers between two looks at what is hidden


class Played(msgspec.Struct, frozen=True):
    """A game that was played to its end, and kept the laws."""

    seed: int
    scenario: str
    gangs: tuple[str, ...]
    score: tuple[int, ...]
    rounds: int
    answers: int
    events: int
    dice: int
    ways: int = 0  # that were gone
    lost: tuple[str, ...] = ()  # of these, those that cannot be gone again as they were told


class CountedDice(SeededDice):
    """Dice that keep count of themselves."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.count = 0

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        faces = super().throw(roll, thrown)
        self.count += len(faces)
        return faces


@cache
def _board(name: str) -> Board:
    return Board.load(name)


def board_of(scenario: str) -> Board:
    """The map that comes with the game for a scenario: loaded once, and shared by all games on it."""
    return _board(MAPS[scenario])


def setup_of(seed: int, scenario: str = "", members: int | None = None) -> Setup:
    """The game of a seed: one scenario after the other, the seats and factions by chance; gangs of 75 ducats.

    `members`: only so many of each gang play.
    """
    rng = Random(seed)
    page = scenarios.find(scenario or tuple(MAPS)[seed % len(MAPS)])
    assert page is not None
    seats = SEATS[: rng.randint(2, 4)]
    factions = [rng.choice(FACTIONS) for _ in seats]
    fielded = tuple(_field(seat, faction, members) for seat, faction in zip(seats, factions, strict=True))
    return Setup(board=MAPS[page.id], gangs=fielded, size=board_of(page.id).size, scenario=page.id, seed=seed)


@cache
def _field(seat: str, faction: str, members: int | None) -> GangSetup:
    gang, roster = gangs.read_gang(f"{faction}-{DUCATS}")
    fielded = gangs.muster(gang, roster, seat, DUCATS, leader=False)
    return msgspec.structs.replace(fielded, faction=faction, members=fielded.members[:members])


def play(setup: Setup, bots: Sequence[str] = ("random",)) -> Played:
    """A game between bots with every law checked after every event. Raises Broken, or whatever stopped the game."""
    assert setup.seed is not None
    called = f"seed {setup.seed} ({setup.scenario})"
    plain = msgspec.to_builtins(setup)
    dice = CountedDice(setup.seed)
    begun = GAME.begin(plain)
    promises = Promises(called, Referee(board_of(setup.scenario)), begun)
    book, session = Book(called, copy_of(begun)), Session(GAME, begun, dice, promises.measure)
    table, veil, reckoning = Table(called, session.measure), Veil(called), Reckoning(called, copy_of(begun))
    seats = {gang.seat: i for i, gang in enumerate(setup.gangs)}
    players = {seat: make(bots[i % len(bots)], setup.seed * 1000 + i) for seat, i in seats.items()}
    while True:
        state: State = session.state
        book.catch_up(state)
        reckoning.catch_up(state)
        book.must(dice.count == state.thrown, "DICE-01", f"{dice.count} dice thrown, {state.thrown} accounted for")
        table.look(state, session.request)
        promises.look(state, session.request)
        if session.over or session.count % NOW_AND_THEN == 0:
            veil.look(state)
        request = session.request
        if not isinstance(request, Choice):
            break
        view = GAME.view(state, request.seat)
        answer = players[request.seat].choose(view, request, session.measure)
        promises.accept(state, request, answer)
        session.answer(answer)
    if not session.state.over:
        raise Broken(called, len(session.events), "no game is endless", "nobody is asked, and it is not over")
    state = session.state
    return Played(
        seed=setup.seed,
        scenario=setup.scenario,
        gangs=tuple(gang.faction for gang in setup.gangs),
        score=tuple(seat.vp for seat in state.seats.values()),
        rounds=state.round,
        answers=session.count,
        events=len(state.log),
        dice=state.thrown,
        ways=promises.seen["ways"],
        lost=tuple(promises.lost),
    )
