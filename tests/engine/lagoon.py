"""A second game: sail to the island on a card of a hidden hand, a point a canal; draw; trade hands with boats there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from sim.engine.bots import Bots, RandomBot
from sim.engine.events import GameEvent
from sim.engine.kit import GameKit
from sim.engine.requests import Choice, GameError, Gesture, Measure, Refusal, Rule, Ruling, subroutine
from sim.engine.script import Questions, ScriptedMove, WrongScript
from sim.engine.state import GameState, GameStep
from sim.engine.stepwise import StepwiseGame

ISLANDS, HAND, PASS = "abcdef", 3, "pass"
CANALS = {frozenset(ends): 1.5 + 0.1 * i for i, ends in enumerate(("ab", "ac", "bc", "bd", "ce", "de", "df", "ef"))}
BOTS: Bots[Lagoon] = Bots()


class Along(msgspec.Struct, frozen=True):  # how long is a way? Below 0: a canal is missing
    verdict: ClassVar[type[float]] = float
    stops: tuple[str, ...]


def measure(state: Lagoon, query: Along) -> float:
    return sum(CANALS.get(frozenset(ends), -99.0) for ends in zip(query.stops, query.stops[1:], strict=False))


class Event(GameEvent["Lagoon"], frozen=True, kw_only=True):
    seat: str


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    card: str
    reveals = True

    def apply(self, state: Lagoon) -> None:
        state.deck = state.deck[1:]
        state.hands[self.seat] += (self.card,)

    def seen_by(self, seat: str) -> bool:
        return seat == self.seat


class Sailed(Event, frozen=True, tag="sailed"):
    way: tuple[str, ...]
    length: float

    def apply(self, state: Lagoon) -> None:
        before, _, after = "".join(state.hands[self.seat]).partition(self.way[-1])
        state.hands[self.seat], state.boats[self.seat] = (*before, *after), self.way[-1]
        state.points[self.seat] += len(self.way)


class HandsTraded(Event, frozen=True, tag="hands_traded"):
    other: str
    reveals = True

    def apply(self, state: Lagoon) -> None:
        state.hands |= {self.seat: state.hands[self.other], self.other: state.hands[self.seat]}


class Sail(Choice, frozen=True):
    gesture, options, default, answers = Gesture.PATH, (PASS,), PASS, tuple[str, ...]
    region = property(lambda self: self)

    def asks(self, state: Lagoon) -> str:
        return "Along which canals?"

    def offers(self, state: Lagoon, measure: Measure) -> Sequence[tuple[str, ...]]:
        return [(*via, card) for card in state.hands[self.seat] for via in ((), *zip(ISLANDS, strict=True))]

    def refusal(self, state: Lagoon, measure: Measure, way: tuple[str, ...]) -> Refusal | None:
        there = way in self.offers(state, measure) and measure(state, Along((state.boats[self.seat], *way))) > 0
        return None if there else Refusal("WAY", f"{way} is no way, of one canal or two, to an island in hand")


class Trade(Choice, frozen=True, kw_only=True):
    gesture, options = Gesture.YES_NO, (False, True)
    other: str

    def asks(self, state: Lagoon) -> str:
        return f"Trade hands with {self.other}?"


class Turn(GameStep["Lagoon"], frozen=True, tag="turn"):
    seat: str

    def run(self, game: Lagoon) -> Rule[None]:
        if (way := (yield Sail(seat=self.seat))) != PASS:
            yield from sail(game, self.seat, way)


@subroutine
def sail(game: Lagoon, seat: str, way: tuple[str, ...]) -> Rule[None]:
    length = yield Ruling(Along((game.boats[seat], *way)))
    game.emit(Sailed(seat=seat, way=way, length=length))
    for card in game.deck[:1]:
        game.emit(CardDrawn(seat=seat, card=card))
    for other in [other for other, at in game.boats.items() if other != seat and at == way[-1]]:
        if (yield Trade(seat=seat, other=other)):
            game.emit(HandsTraded(seat=seat, other=other))


class Lagoon(GameState[Event, Turn]):
    boats: dict[str, str]
    hands: dict[str, tuple[str, ...]]
    points: dict[str, int]
    deck: tuple[str, ...]


class Boats(StepwiseGame[Lagoon]):
    name, state_type, event_type, step_type = "lagoon", Lagoon, Event, Turn

    def begin(self, setup: dict[str, Any]) -> Lagoon:
        seats, deck = setup["seats"], Random(setup["seed"]).sample(ISLANDS * 4, 24)
        if not 2 <= len(seats) <= 4:
            raise GameError(f"2 to 4 seats can play, not {len(seats)}")
        boats, points = dict(zip(seats, ISLANDS, strict=False)), dict.fromkeys(seats, 0)
        state = Lagoon(boats, dict.fromkeys(seats, ()), points, tuple(deck), setup=setup)
        for seat in [*seats] * HAND:
            state.emit(CardDrawn(seat=seat, card=state.deck[0]))
        state.then(*(Turn(seat) for seat in [*seats] * setup["turns"]))
        return state

    def seats(self, state: Lagoon) -> Sequence[str]:
        return tuple(state.hands)

    def view(self, state: Lagoon, seat: str) -> Lagoon:
        seen = super().view(state, seat)
        seen.deck = ("?",) * len(seen.deck)
        seen.hands |= {other: ("?",) * len(hand) for other, hand in seen.hands.items() if other != seat}
        return seen


class Entries:
    between: Questions = (Sail,)

    def move(self, entry: dict[str, Any]) -> ScriptedMove:
        if [*entry] != ["sail"]:
            raise WrongScript('an entry is {"sail": [islands]} or {"sail": "pass"}')
        return ScriptedMove(self.between, entry["sail"], str(entry))


BOTS.register("random")(RandomBot)
KIT: GameKit[Lagoon] = GameKit(Boats(), lambda _: measure)
