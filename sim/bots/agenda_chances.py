"""How often agendas come about, and what hangs on them where a gang without one scores nothing at all (SCEN-10)."""

from __future__ import annotations

from math import dist, prod

from sim.carnevale import scenario
from sim.carnevale.agendas.check import achieved
from sim.carnevale.state import State

__all__ = ["CHANCE", "OTHERS", "counts", "hangs_on_it"]

CHANCE = {  # how often agendas come about that are kept, of those that do now and then: by 122 games of seasoned bots
    "C5": 0.9,
    "C1": 0.8,
    "D5": 0.8,
    "A10": 0.8,
    "B5": 0.7,
    "B7": 0.4,
    "B1": 0.4,
    "C9": 0.4,
    "D4": 0.4,
    "C7": 0.3,
    "A2": 0.2,
    "A4": 0.2,
    "A3": 0.12,
    "A7": 0.12,
    "B8": 0.12,
    "B10": 0.12,
    "C2": 0.12,
    "C10": 0.12,
}
OTHERS = 0.05  # of the others


def counts(view: State, seat: str) -> float:
    """How likely what a seat scores will count in the end, 0 to 1: less than 1 where that takes an agenda and it has
    none yet. In twenty games of Secure Arms an agenda came about for 0.9 of the seats in all, for 0.7 of those without
    one after two rounds and for none of those without one after four; this says 0.9, 0.5 and 0.2."""
    page, own = scenario.of(view), view.seats[seat]
    if page is None or "secondary" not in page.agenda_rules or own.scored or own.doubled:
        return 1.0
    if not any(each.agendas or each.scored for each in view.seats.values()):  # a game without them
        return 1.0
    if achieved(view, seat):  # it scores when the round ends
        return 1.0
    left = min(1.0, max(0, page.rounds + 1 - view.round) / page.rounds)
    return 1.0 - prod(1.0 - left * CHANCE.get(agenda, OTHERS) for agenda in own.agendas)


def hangs_on_it(view: State, seat: str) -> float:
    """Victory Points that a seat has, or would score if the game ended now, and loses if no agenda comes about."""
    own = [c for c in view.on_board() if c.seat == seat]
    others = [c for c in view.on_board() if c.seat != seat]
    held = 0.0
    for aim in scenario.aims(view, own[0].id) if own else ():
        if not aim.away and any(dist(c.here, aim.at) <= aim.radius for c in own):
            held += aim.vp * (not any(dist(c.here, aim.at) <= aim.radius for c in others))
    return view.seats[seat].vp + held
