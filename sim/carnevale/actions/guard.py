"""Guard (ACT-02)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.carnevale import opportunity, rulings
from sim.carnevale.actions.base import Action, How
from sim.carnevale.actions.hide import unwatched
from sim.carnevale.events import CounterGained, CounterLost, TurnCutShort
from sim.carnevale.names import names_of
from sim.carnevale.questions import Question
from sim.carnevale.sighting import look
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Option, Refusal, Rule, subroutine


class Guard(Action, frozen=True, tag="guard"):
    """Gain a Guard counter, for 1 AP, and end the turn; out of base contact and out of water (ACT-02)."""

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return (yield from unwatched(game, who, "ACT-02"))

    def perform(self, game: State, who: str) -> Rule[None]:
        ground = yield from rulings.shown_ground(who)
        game.emit(CounterGained(who=who, counter="guarding", ground=ground))
        game.emit(TurnCutShort(who=who, why="Guard"))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return (cls(),)
        yield


class LeaveGuard(Question, frozen=True, kw_only=True, tag="guard"):
    """Whether a guard gives up its counter for an attack of opportunity (ACT-02)."""

    gesture = Gesture.YES_NO

    who: str
    against: str

    @property
    def options(self) -> tuple[Option, ...]:
        return (True, False)

    @property
    def default(self) -> bool:
        return False

    def asks(self, state: State) -> str:
        return f"{names_of(state)(self.who)} is on guard"

    def detail(self, state: State) -> str:
        return f"{names_of(state)(self.against)} moves in sight: it may leave its guard to attack."

    def label(self, state: State, answer: object) -> Label:
        return Label("Attack of opportunity" if answer else "Stay on guard")


@subroutine
def answer_guards(game: State, mover: str) -> Rule[None]:
    """An enemy has run, climbed or jumped: each guard that sees it may spend its counter on an attack."""
    seats = game.clockwise_from(game[mover].seat)
    for guard in sorted(game.enemies(mover), key=lambda c: seats.index(c.seat)):
        if not game[mover].on_board:
            return
        if not guard.guarding or not game[guard.id].on_board:
            continue
        sight = yield from look(game, guard.id, mover)
        if isinstance(sight, Refusal):
            continue
        if not (yield from opportunity.possible(game, guard.id, mover, How(opportunity=True))):
            continue
        spend = yield LeaveGuard(seat=guard.seat, who=guard.id, against=mover)
        if spend:
            game.emit(CounterLost(who=guard.id, counter="guarding", why="attack of opportunity", sight=sight))
            yield from opportunity.attack_of_opportunity(game, guard.id, [mover], why="guard")
