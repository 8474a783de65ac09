"""Morale, where the table plays with it (CAMP-04): who flees to fight another day, and what it is worth that a Leader
falls, after whom those of its gang take tests."""

from __future__ import annotations

from sim.bots.danger import Outlook
from sim.bots.worth import AVERAGE
from sim.carnevale.characters import Character
from sim.carnevale.objectives.carrying import carried_by

__all__ = ["flees"]

OUTNUMBERED = 4.0  # times as strong is an enemy against whom nothing is to be won any more
DOOMED = 0.5  # of what it is worth: so much danger lets nobody hope


def flees(outlook: Outlook, who: str) -> bool:
    """Does it leave rather than take its test? Where its gang is beaten and behind, it would hardly live, and it holds
    nothing. After the last round there is nothing more to fear."""
    view, c = outlook.view, outlook.view[who]
    if outlook.last or carried_by(view, who) is not None or outlook.aims.there(who):
        return False
    others = [seat for seat in view.seats.values() if seat.id != c.seat]
    if view.seats[c.seat].vp > max((seat.vp for seat in others), default=0):
        return False
    ours = sum(_strength(each) for each in (c, *view.friends(who)))
    theirs = sum(_strength(each) for each in view.enemies(who))
    if theirs < OUTNUMBERED * ours:
        return False
    danger = sum(outlook.from_here(enemy.id, who) for enemy in view.enemies(who))
    return danger >= DOOMED * outlook.worth.whole(who)


def _strength(c: Character) -> float:
    """Ducats, as far as it is unhurt."""
    return (c.profile.cost or AVERAGE) * c.lp / c.profile.lp if c.on_board else 0.0
