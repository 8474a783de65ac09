"""Breaking away for the sake of an agenda: twice by the same mini (B10), a run out of base contact and back being half
of it."""

from __future__ import annotations

from sim.bots.agenda_wishes import THREE, AgendaWishes
from sim.bots.worth import rounds_left
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.events import Disengaged

__all__ = ["slip_wish"]

SLIPPED = ("success", "critical")
SECOND = 2.0  # as many times the first


def slip_wish(wishes: AgendaWishes, who: str, first: float) -> float:
    """What it is worth that a mini breaks away now. `first`: of the agenda's points, the first time."""
    if not first or "B10" not in wishes.held:
        return 0.0
    view, done = wishes.view, 0
    for event in view.log:
        if isinstance(event, AgendaDrawn) and event.seat == wishes.seat and event.agenda == "B10":
            done = 0
        elif isinstance(event, Disengaged) and event.who == who:
            done += event.outcome in SLIPPED
    if not done and not rounds_left(view) and view[who].ap < THREE:  # out, back and out again
        return 0.0
    return wishes.vp * first * (SECOND if done else 1.0)
