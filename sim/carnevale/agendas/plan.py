"""PLAN (TURN-06): at the start of a round, a Command Point changes an agenda for another."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from sim.carnevale.agendas import base
from sim.carnevale.agendas.draw import draw, is_secret
from sim.carnevale.events import Event, PointsSpent, Used
from sim.carnevale.names import names_of
from sim.carnevale.questions import Declinable
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Gesture, Label, Measure, Refusal, Rule
from sim.words import joined, say, term

__all__ = ["AgendaDiscarded", "DropAgenda", "Plan", "PlanAgendas", "Plans"]

PLAN = "plan"  # once a round by each character


class AgendaDiscarded(Event, frozen=True, omit_defaults=True, tag="agenda_discarded"):
    seat: str
    agenda: str
    secret: bool = False  # only its seat sees which (SCEN-10)

    def seen_by(self, seat: str) -> bool:
        return not self.secret or seat == self.seat

    @property
    def may_hide(self) -> bool:
        return self.secret

    def apply(self, state: State) -> None:
        old = state.seats[self.seat]
        state.set_seat(
            self.seat,
            agendas=tuple(a for a in old.agendas if a != self.agenda),
            doubled=tuple(a for a in old.doubled if a != self.agenda),
        )


class Plan(msgspec.Struct, frozen=True):
    """Who spends the point, and which agenda goes."""

    who: str
    agenda: str


class Plans(msgspec.Struct, frozen=True, tag="plans"):
    """What `DropAgenda` takes."""

    answers: ClassVar[Any] = Plan

    seat: str

    def refusal(self, state: State, measure: Measure, answer: Plan) -> Refusal | None:
        if answer.who not in planners(state, self.seat):
            return Refusal(
                "TURN-06", say("'{who}' has no Command Point for a plan, or has planned this round", who=answer.who)
            )
        if answer.agenda not in state.seats[self.seat].agendas:
            seat = names_of(state)(self.seat)
            return Refusal("TURN-06", say("No agenda {agenda} is held by {seat}", seat=seat, agenda=answer.agenda))
        return None


class DropAgenda(Declinable, frozen=True, kw_only=True, tag="plan"):
    """Whether to drop an agenda for another, and which."""

    gesture = Gesture.LIST
    declines = say("Keep the agendas")

    agendas: tuple[str, ...]
    planners: tuple[str, ...]  # who could spend the point

    @property
    def region(self) -> Plans:
        return Plans(self.seat)

    def asks(self, state: State) -> str:
        return say("Plan: drop an agenda and draw another?")

    def detail(self, state: State) -> str:
        return say("For 1 Command Point.")

    def offers(self, state: State, measure: Measure) -> list[Plan]:
        return [Plan(who, id) for who in self.planners[:1] for id in self.agendas]

    def label(self, state: State, answer: object) -> Label:
        if not isinstance(answer, Plan):
            return super().label(state, answer)
        card = base.find(answer.agenda)
        hint = joined(". ", (say("1 CP"), term(card.text) if card is not None else ""))
        return Label(
            say("{who} drops {title}", who=names_of(state)(answer.who), title=base.quoted(answer.agenda)), hint
        )


class PlanAgendas(Step, frozen=True, tag="plan_agendas"):
    """Each seat may plan, with as many characters as it likes."""

    def run(self, game: State) -> Rule[None]:
        for seat in game.seats:
            while planners(game, seat) and game.seats[seat].agendas:
                plan: Plan | None = yield DropAgenda(
                    seat=seat, agendas=game.seats[seat].agendas, planners=tuple(planners(game, seat))
                )
                if plan is None:
                    break
                game.emit(PointsSpent(who=plan.who, what="cp", points=1, on=PLAN))
                game.emit(Used(who=plan.who, what=PLAN, each="round"))
                secret = is_secret(game) and plan.agenda not in game.seats[seat].doubled
                game.emit(AgendaDiscarded(seat=seat, agenda=plan.agenda, secret=secret))
                yield from draw(game, seat)


def planners(game: State, seat: str) -> list[str]:
    """Who could still plan this round."""
    return [c.id for c in game.on_board() if c.seat == seat and c.cp and PLAN not in c.used]
