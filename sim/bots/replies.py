"""What a game is worth to a seat once one of its minis has had a turn, and the enemy its best reply.

The reply is the plan of one enemy that is worth most, by exact odds; nobody's dice decide about it. Danger from all
the others is counted as the seasoned bot counts it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from sim.bots.danger import Outlook
from sim.bots.plan_reasons import PlanReason
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.carnevale import scenario
from sim.carnevale.agendas.check import achieved
from sim.carnevale.characters import Character
from sim.carnevale.events import Event, Killed, Rolled
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.playout import Playout

__all__ = ["Reply", "Valued", "best_reply", "brought", "valued"]

PLACED = frozenset(("A4", "A5", "B4", "B5", "B10", "C5", "D4", "D5"))  # agendas
THEIRS = 0.5  # of where the enemy stands: what it threatens is counted with those who are threatened, too
LATER = 0.8  # of what a mini may still do this round, after the reply
ATTACKS = ("combat", "drown")  # what is rolled for them
HAIR = 1e-9  # Victory Points: sums may be off by less
NOT_NEXT = 0.5  # of a reply that does not come next


class Reply(msgspec.Struct, frozen=True):
    """What an enemy could do next that serves it best."""

    who: str
    worth: float
    why: PlanReason


class Valued(msgspec.Struct, frozen=True):
    """What a game is worth to a seat, and the reply that this takes into account."""

    worth: float
    reply: Reply | None


def valued(game: Playout[State], outlook: Outlook, seat: str, near: Collection[str]) -> Valued:
    """Of a game between two turns, for a seat that has just had one. `near`: who is looked at."""
    state, request = game.state, game.request
    theirs = [c for c in state.on_board() if c.seat != seat and c.id in near]
    reply = best_reply(outlook, [c for c in theirs if not c.had_turn])
    worth = _points(state, seat) + _agendas(state, seat)
    if reply is not None:
        comes = isinstance(request, WhoseTurn) and request.seat != seat
        worth -= reply.worth * (1.0 if comes else NOT_NEXT)
    worth -= THEIRS * sum(_stays(outlook, c) for c in theirs)
    met = frozenset([reply.who]) if reply is not None else frozenset()
    rest = outlook.where(state, met)
    for c in state.characters.values():
        if c.seat == seat and c.alive:
            worth += rest.worth.whole(c.id)
        if c.seat == seat and c.on_board and c.id in near:
            worth += _stands(rest, c)
    return Valued(worth, reply)


def best_reply(outlook: Outlook, among: list[Character]) -> Reply | None:
    """The plan of one of these that gains most; None: there is none that gains anything."""
    best: Reply | None = None
    for c in among:
        points = outlook.ap_of(c)
        plans = TurnPlans(outlook, c.id, leaping=False, most=points)
        stays = float(plans.ending()[0])
        plan = plans.best(points, least=stays - HAIR + (best.worth if best is not None else 0.0))
        if plan.worth > stays and (best is None or plan.worth - stays > best.worth):
            best = Reply(c.id, plan.worth - stays, plan.why)
    return best


def brought(plan: TurnPlan, who: str, events: Sequence[Event]) -> float:
    """What the attacks of a plan bring by exact odds, as far as they came about: what the dice of one imagined game
    made of them is luck."""
    if not plan.times:
        return plan.gain
    if any(isinstance(e, Killed) and e.by == who for e in events):
        return plan.gain
    attacks = sum(isinstance(e, Rolled) and e.who == who and e.purpose in ATTACKS for e in events)
    return plan.gain * min(1.0, attacks / plan.times)


def _stands(outlook: Outlook, c: Character) -> float:
    """What it is worth that an own mini stands there, and may still act."""
    if c.had_turn:
        return _stays(outlook, c)
    points = outlook.ap_of(c)
    plans = TurnPlans(outlook, c.id, leaping=False, most=points)
    stays = float(plans.ending()[0])
    return stays + LATER * max(0.0, plans.best(points, least=stays).worth - stays)


def _stays(outlook: Outlook, c: Character) -> float:
    """What it is worth that it is where it is."""
    return float(TurnPlans(outlook, c.id, leaping=False, most=0).ending()[0])


def _agendas(state: State, seat: str) -> float:
    """What the seat's agendas would score if the round ended now: of those that come of where minis went, as attacks
    are not left to dice."""
    page = scenario.of(state)
    if page is None:
        return 0.0
    met = achieved(state, seat, PLACED)
    return float(page.agenda_vp * len(met))


def _points(state: State, seat: str) -> float:
    """Victory Points that a seat is ahead."""
    return float(2 * state.seats[seat].vp - sum(each.vp for each in state.seats.values()))
