"""Events of counters and of effects that last."""

from __future__ import annotations

from sim.board.model.verdicts import Distance, Ground, Sight
from sim.carnevale.characters import Effect
from sim.carnevale.events.base import Event
from sim.carnevale.state import State

__all__ = ["CounterGained", "CounterLost", "EffectBegan", "EffectsEnded", "Remembered", "Stunned", "Used"]


class Stunned(Event, frozen=True, tag="stunned"):
    who: str
    why: str

    def apply(self, state: State) -> None:
        own_turn = state.active == self.who  # its next turn is then the one after this
        state.set(self.who, stunned=True, stunned_since=state[self.who].turns_ended + own_turn)


class CounterGained(Event, frozen=True, tag="counter_gained"):
    """`counter`: hidden, guarding, or underwater."""

    who: str
    counter: str
    number: int = 1
    ground: Ground | None = None  # where it hides or watches: out of water; where it dives: in it

    def apply(self, state: State) -> None:
        if self.counter == "underwater":
            state.set(self.who, underwater=state[self.who].underwater + self.number)
        else:
            state.set(self.who, **{self.counter: True})


class CounterLost(Event, frozen=True, tag="counter_lost"):
    """`counter`: stunned, hidden, guarding, or underwater (all of them)."""

    who: str
    counter: str
    why: str
    sight: Sight | None = None  # a guard's, of the enemy that it strikes at (ACT-02)

    def apply(self, state: State) -> None:
        state.set(self.who, **{self.counter: 0 if self.counter == "underwater" else False})


class EffectBegan(Event, frozen=True, tag="effect_began"):
    who: str
    effect: Effect
    sight: Sight | None = None  # of what gives it (SCEN-08)
    near: Distance | None = None  # to whom an aura or a command comes from, where the range decides who is under it

    def apply(self, state: State) -> None:
        state.set(self.who, effects=(*state[self.who].effects, self.effect))


class EffectsEnded(Event, frozen=True, tag="effects_ended"):
    who: str
    effects: tuple[Effect, ...]

    def apply(self, state: State) -> None:
        state.set(self.who, effects=tuple(e for e in state[self.who].effects if e not in self.effects))


class Used(Event, frozen=True, tag="used"):
    """Something that can be done so many times a round or a turn was done."""

    who: str
    what: str
    each: str  # "round" or "turn"

    def apply(self, state: State) -> None:
        c = state[self.who]
        if self.each == "round":
            state.set(self.who, used=(*c.used, self.what))
        else:
            state.set(self.who, used_turn=(*c.used_turn, self.what))


class Remembered(Event, frozen=True, tag="kept"):
    """An ability remembers a number about a character."""

    who: str
    what: str
    value: int
    ground: Ground | None = None  # where it stood, where that is what is remembered (Black Powder)

    def apply(self, state: State) -> None:
        state.set(self.who, kept={**state[self.who].kept, self.what: self.value})
