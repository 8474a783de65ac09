"""COUNTER (TURN-08): a friend's action in the middle of an enemy's turn."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from sim.carnevale import effects
from sim.carnevale.acting import act
from sim.carnevale.actions.order import COST, pay, unable
from sim.carnevale.characters import MOST_AP
from sim.carnevale.events import PointsGained
from sim.carnevale.legality import Acts, WhichAction
from sim.carnevale.names import Names, names_of
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Gesture, Measure, Option, Refusal, Rule, measured
from sim.words import listed, say

__all__ = ["Counter", "CounterAction", "Counters", "OfferCounter", "WhoCounters"]

PASS = "pass"


class Counter(msgspec.Struct, frozen=True, tag_field="act", tag="counter"):
    """One spends 1 CP, and another friend in its sight makes one action of 1 AP.

    `by`: who spends it. `who`: that friend.
    """

    by: str
    who: str

    def label(self, name: Names) -> str:
        return say("{by} commands {who}", by=name(self.by), who=name(self.who))


class WhoCounters(Question, frozen=True, kw_only=True, tag="counter"):
    """Whether an opponent counters an enemy's action, with whom, and who commands it (TURN-08)."""

    gesture = Gesture.LIST
    window = say("counters")

    after: str  # who has acted
    by: tuple[str, ...]  # who could command
    ready: tuple[str, ...]  # who could act

    @property
    def options(self) -> tuple[Option, ...]:
        return (PASS,)

    @property
    def region(self) -> Counters:
        return Counters(self.seat)

    @property
    def default(self) -> str:
        return PASS

    def asks(self, state: State) -> str:
        return say("{after} has acted: counter it?", after=names_of(state)(self.after))

    def detail(self, state: State) -> str:
        name = names_of(state)
        after, left = name(self.after), state[self.after].usable_ap
        able = listed([say("{by} ({n} CP)", by=name(by), n=state[by].cp) for by in self.by], last="or")
        if state.turn_over and state.active == self.after:
            return say(
                "{able} may spend 1 CP: a friend in sight makes one action of 1 AP. Then the turn of {after} is over.",
                able=able,
                after=after,
            )
        if not left:
            return say(
                "{able} may spend 1 CP: a friend in sight makes one action of 1 AP. {after} has no AP left.",
                able=able,
                after=after,
            )
        return say(
            "{able} may spend 1 CP: a friend in sight makes one action of 1 AP. If not, {after} goes on with {n} AP.",
            able=able,
            after=after,
            n=left,
        )

    def offers(self, state: State, measure: Measure) -> list[Counter]:
        return self.region.offers(state, measure)


class CounterAction(WhichAction, frozen=True, kw_only=True, tag="act"):
    """What whoever counters does: one action of 1 AP (TURN-08)."""

    @property
    def options(self) -> tuple[Option, ...]:
        return (PASS,)

    @property
    def region(self) -> Acts:
        return Acts(self.who, out_of_sequence=True)

    @property
    def default(self) -> str:
        return PASS

    def detail(self, state: State) -> str:
        return say("A counter: one action of 1 AP")


class OfferCounter(Step, frozen=True, tag="offer_counter"):
    """An enemy's action is over, with its attacks of opportunity: an opponent may counter it, and again after that."""

    seat: str
    actor: str

    def run(self, game: State) -> Rule[None]:
        seat = self.seat
        by = able(game, seat)
        if not by:
            return
        answer = yield WhoCounters(seat=seat, after=self.actor, by=tuple(by), ready=tuple(ready(game, seat)))
        if answer == PASS:
            return
        game.then(self)
        yield from pay(game, answer.by, "counter", answer.who)
        yield from effects.auras_anew(game)
        action = yield CounterAction(seat=seat, who=answer.who)
        if action != PASS:
            if game[answer.who].ap < MOST_AP:  # one with all its AP uses one of them: it counts for the round's 3
                game.emit(PointsGained(who=answer.who, what="ap", points=1, why="counter"))
            yield from act(game, answer.who, action)


def able(game: State, seat: str) -> list[str]:
    """Who of a seat could spend a CP on a counter, with another friend ready for it."""
    paying = [c.id for c in game.on_board() if c.seat == seat and c.cp >= COST and "counter" not in c.used]
    others = ready(game, seat) if paying else []
    return [who for who in paying if any(other != who for other in others)]


def ready(game: State, seat: str) -> list[str]:
    """Who of a seat has used fewer than 3 AP this round."""
    return [c.id for c in game.on_board() if c.seat == seat and c.used_ap < MOST_AP]


class Counters(msgspec.Struct, frozen=True, tag="counters"):
    """What `WhoCounters` takes: who commands, and who acts."""

    answers: ClassVar[Any] = Counter

    seat: str

    def refusal(self, state: State, measure: Measure, answer: Counter) -> Refusal | None:
        if answer.who not in ready(state, self.seat):
            return Refusal(
                "TURN-08", say("'{who}' is none of yours on the board with AP left for this round", who=answer.who)
            )
        return measured(unable(state, "counter", answer.by, answer.who), state, measure)

    def offers(self, state: State, measure: Measure) -> list[Counter]:
        """Every counter that may be made now."""
        pairs = [Counter(by, who) for by in able(state, self.seat) for who in ready(state, self.seat) if by != who]
        return [pair for pair in pairs if self.refusal(state, measure, pair) is None]
