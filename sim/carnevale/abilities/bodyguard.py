"""Bodyguard: a charge against its ward is met by one of its own."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from sim.carnevale import effects, legality, rulings, ways
from sim.carnevale.abilities.spirit import is_called
from sim.carnevale.acting import act
from sim.carnevale.actions.run import Run
from sim.carnevale.characters import Character, Trait
from sim.carnevale.hooks import Ability, ability
from sim.carnevale.names import names_of
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule, measured
from sim.words import say

__all__ = ["Intercept", "StepIn"]

PASS = "pass"


@ability
class Bodyguard(Ability):
    """When an enemy charges its ward and nobody is in contact with it, it may Run into contact with that enemy.

    Its attack of opportunity comes before the charger's.
    """

    name = "Bodyguard"
    of_somebody = True

    def enemy_charges(
        self, game: State, bearer: Character, trait: Trait, charger: str, targets: tuple[str, ...]
    ) -> Rule[None]:
        wards = [game[t] for t in targets if t != bearer.id and game[t].seat == bearer.seat]
        called = tuple(ward.id for ward in wards if is_called(ward, trait.of))
        if not called:
            return
        if not game[charger].on_board or (yield from rulings.in_contact(game, bearer.id)):
            return
        yield from effects.auras(game)
        in_water = yield from rulings.in_water(bearer.id)
        move = ways.allowance(game, bearer.id, in_water=in_water, spared=True).total
        if _far(game, bearer.id, charger) > move + 1:
            return
        answer = yield StepIn(seat=bearer.seat, who=bearer.id, against=charger, wards=called)
        if answer != PASS:
            yield from act(game, bearer.id, answer, free=True)


def _far(game: State, who: str, charger: str) -> float:
    """Inches at least that it must go to the charger: what it falls, from a roof say, is no part of its move."""
    higher = game[who].here[2] - game[charger].here[2]
    apart = rulings.apart(game, who, charger)
    return apart if higher <= 0.0 else apart - higher


class StepIn(Question, frozen=True, kw_only=True, tag="bodyguard"):
    """Whether a bodyguard runs into the way of a charge, and how."""

    gesture = Gesture.PATH
    window = say("stepping in")

    who: str
    against: str  # charges its ward
    wards: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        return (PASS,)

    @property
    def region(self) -> Intercept:
        return Intercept(self.who, self.against)

    @property
    def default(self) -> str:
        return PASS

    def asks(self, state: State) -> str:
        return say("Does {who} step in?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say(
            "{against} charges its ward. A Run into contact with it comes before the charge.",
            against=names_of(state)(self.against),
        )

    def label(self, state: State, answer: object) -> Label:
        return Label(say("Stay")) if answer == PASS else super().label(state, answer)


class Intercept(msgspec.Struct, frozen=True, tag="intercept"):
    """What `StepIn` takes: a Run that ends in contact with the charger."""

    answers: ClassVar[Any] = Run

    who: str
    charger: str

    def refusal(self, state: State, measure: Measure, answer: Run) -> Refusal | None:
        refusal = measured(legality.refusal(state, self.who, answer, out_of_sequence=True, free=True), state, measure)
        if refusal is not None:
            return refusal
        path, _ = measured(ways.path_of_run(state, self.who, answer.way, fly=answer.fly), state, measure)
        path = measured(ways.foreseen(state, self.who, path), state, measure)
        if any(contact.id == self.charger for contact in path.contacts):
            return None
        return Refusal(
            "ABIL-Bodyguard", say("this way does not charge {charger}", charger=names_of(state)(self.charger)), path
        )
