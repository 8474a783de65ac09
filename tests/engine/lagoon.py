"""A second game on the engine: cards and boats on a graph. In its turn a seat sails along one canal or two, for a point
each, to the island on a card of its hidden hand, and draws a card; beside another boat it may trade hands; or passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from sim.engine.bots import Bots, RandomBot
from sim.engine.events import GameEvent
from sim.engine.kit import GameKit
from sim.engine.requests import Choice, GameError, Measure, Refusal, Rule, Ruling, passage
from sim.engine.script import Move, WrongScript
from sim.engine.state import GameState, GameStep
from sim.engine.stepwise import StepwiseGame

ISLANDS, HAND, PASS = "abcdef", 3, "pass"
CANALS = {frozenset(ends): 1.5 + 0.1 * i for i, ends in enumerate(("ab", "ac", "bc", "bd", "ce", "de", "df", "ef"))}
BOTS: Bots[Lagoon] = Bots()


class Along(msgspec.Struct, frozen=True):  # how long is a way? 0: a canal is missing
    verdict: ClassVar[type[float]] = float
    stops: tuple[str, ...]


def measure(state: Lagoon, query: Along) -> float:
    canals = [CANALS.get(frozenset(ends), 0.0) for ends in zip(query.stops, query.stops[1:], strict=False)]
    return sum(canals) if all(canals) else 0.0


class Event(GameEvent["Lagoon"], frozen=True, kw_only=True):
    seat: str


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    card: str

    def apply(self, state: Lagoon) -> None:
        state.deck = state.deck[1:]
        state.hands[self.seat] += (self.card,)

    def seen_by(self, seat: str) -> bool:
        return seat == self.seat

    @property
    def reveals(self) -> bool:
        return True


class Sailed(Event, frozen=True, tag="sailed"):
    way: tuple[str, ...]
    length: float

    def apply(self, state: Lagoon) -> None:
        before, _, after = "".join(state.hands[self.seat]).partition(self.way[-1])
        state.hands[self.seat], state.boats[self.seat] = (*before, *after), self.way[-1]
        state.points[self.seat] += len(self.way)


class HandsTraded(Event, frozen=True, tag="hands_traded"):
    other: str

    def apply(self, state: Lagoon) -> None:
        state.hands |= {self.seat: state.hands[self.other], self.other: state.hands[self.seat]}


class Ways(msgspec.Struct, frozen=True):
    answers: ClassVar[Any] = tuple[str, ...]
    seat: str

    def refusal(self, state: Lagoon, measure: Measure, way: tuple[str, ...]) -> Refusal | None:
        sound = 1 <= len(way) <= 2 and way[-1] in state.hands[self.seat]
        if sound and measure(state, Along((state.boats[self.seat], *way))):
            return None
        return Refusal("WAY", f"{way} is no way, of one canal or two, to an island in hand")


class Turn(GameStep["Lagoon"], frozen=True, tag="turn"):
    seat: str

    def run(self, game: Lagoon) -> Rule[None]:
        way = yield Choice(seat=self.seat, prompt="sail", options=(PASS,), region=Ways(self.seat), default=PASS)
        if way != PASS:
            yield from sail(game, self.seat, way)


@passage
def sail(game: Lagoon, seat: str, way: tuple[str, ...]) -> Rule[None]:
    length = yield Ruling(Along((game.boats[seat], *way)))
    game.tell(Sailed(seat=seat, way=way, length=length))
    for card in game.deck[:1]:
        game.tell(CardDrawn(seat=seat, card=card))
    for other in [other for other, at in game.boats.items() if other != seat and at == way[-1]]:
        if (yield Choice(seat=seat, prompt="trade", options=(False, True), facts={"with": other})):
            game.tell(HandsTraded(seat=seat, other=other))


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
            state.tell(CardDrawn(seat=seat, card=state.deck[0]))
        state.then(*(Turn(seat) for seat in [*seats] * setup["turns"]))
        return state

    def seats(self, state: Lagoon) -> Sequence[str]:
        return tuple(state.hands)

    def view(self, state: Lagoon, seat: str) -> Lagoon:
        seen = super().view(state, seat)
        seen.deck = ("?",) * len(seen.deck)
        seen.hands |= {other: ("?",) * len(hand) for other, hand in seen.hands.items() if other != seat}
        return seen


@BOTS.register("random")
class Drifter(RandomBot["Lagoon"]):
    def proposals(self, view: Lagoon, choice: Choice, measure: Measure, rng: Random) -> Iterator[Any]:
        ways = [(*via, card) for card in view.hands[choice.seat] for via in ((), *zip(ISLANDS, strict=True))]
        return (way for way in rng.sample(ways, len(ways)) if choice.region.refusal(view, measure, way) is None)


class Entries:
    between: tuple[str, ...] = ("sail",)

    def move(self, entry: dict[str, Any]) -> Move:
        if [*entry] != ["sail"]:
            raise WrongScript('an entry is {"sail": [islands]} or {"sail": "pass"}')
        return Move(self.between, entry["sail"], str(entry))


KIT: GameKit[Lagoon] = GameKit(Boats(), lambda _: measure)
