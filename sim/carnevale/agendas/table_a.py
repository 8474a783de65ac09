"""Agendas A: who kills and who stands against whom."""

from __future__ import annotations

from sim.carnevale.agendas.base import agenda
from sim.carnevale.agendas.tale import Tale
from sim.carnevale.events import Overruled, PointsGained, PointsLost, PointsSpent, Pushed


def _killed_by(tale: Tale, seat: str, since: int, killers: tuple[str, ...], victims: tuple[str, ...] = ()) -> int:
    return sum(
        tale.ranked(event.by, *killers) and (not victims or tale.ranked(event.who, *victims))
        for _, event in tale.kills(seat, since)
    )


def _surrounded(tale: Tale, seat: str, since: int, ranks: tuple[str, ...], enemies: int) -> bool:
    """Did an own character of these ranks touch so many enemies at once?"""
    own = [c.id for c in tale.members(seat) if tale.ranked(c.id, *ranks)]
    return any(len(tale.touching(scene, who)) >= enemies for scene in tale.since(since) for who in own)


@agenda("A1", "A Meeting of Captains", "Your Leader kills an enemy Leader.")
def a1(tale: Tale, seat: str, since: int) -> bool:
    return _killed_by(tale, seat, since, ("Leader",), ("Leader",)) > 0


@agenda("A2", "Change of Management", "One of your Heroes kills an enemy Leader.")
def a2(tale: Tale, seat: str, since: int) -> bool:
    return _killed_by(tale, seat, since, ("Hero",), ("Leader",)) > 0


@agenda("A3", "Climbing the Ladder", "One of your Henchmen kills an enemy Leader or Hero.")
def a3(tale: Tale, seat: str, since: int) -> bool:
    return _killed_by(tale, seat, since, ("Henchman",), ("Leader", "Hero")) > 0


@agenda("A4", "From the Front", "Your Leader is in base contact with two or more enemies at once.")
def a4(tale: Tale, seat: str, since: int) -> bool:
    return _surrounded(tale, seat, since, ("Leader",), 2)


@agenda("A5", "The Bait", "One of your Heroes or Henchmen is in base contact with three or more enemies at once.")
def a5(tale: Tale, seat: str, since: int) -> bool:
    return _surrounded(tale, seat, since, ("Hero", "Henchman"), 3)


@agenda("A6", "Pass Him Here", "Throw an enemy with a Grapple into base contact with one of your own.")
def a6(tale: Tale, seat: str, since: int) -> bool:
    for scene in tale.since(since):
        event = scene.event
        if not isinstance(event, Pushed) or event.why != "grapple" or not tale.own(event.by, seat):
            continue
        if not tale.enemy(event.who, seat):
            continue
        before = tale.scenes[scene.number - 1] if scene.number else scene
        touched = set(tale.touching(scene, event.who)) - set(tale.touching(before, event.who))
        if any(tale.own(who, seat) for who in touched):
            return True
    return False


@agenda("A7", "Lead by Example", "Your Leader kills three enemies.")
def a7(tale: Tale, seat: str, since: int) -> bool:
    return _killed_by(tale, seat, since, ("Leader",)) >= 3


@agenda("A8", "Names for the Ballads", "Your Heroes kill three enemies between them.")
def a8(tale: Tale, seat: str, since: int) -> bool:
    return _killed_by(tale, seat, since, ("Hero",)) >= 3


@agenda("A9", "The Long Knives", "Your Henchmen kill three enemies between them.")
def a9(tale: Tale, seat: str, since: int) -> bool:
    return _killed_by(tale, seat, since, ("Henchman",)) >= 3


@agenda(
    "A10",
    "Down to the Last Prayer",
    "Three of your characters that began with Will Points have spent all of them.",
    lambda gangs, seat: sum(c.profile.wp > 0 for c in gangs.members(seat)) >= 3,
    spending=True,
)
def a10(tale: Tale, seat: str, since: int) -> bool:
    return len(spent_out(tale, seat, since, "wp")) >= 3


def spent_out(tale: Tale, seat: str, since: int, what: str) -> set[str]:
    """The seat's characters that spent their last point of a kind."""
    left = {c.id: getattr(c.profile, what) for c in tale.members(seat)}
    out: set[str] = set()
    for scene in tale.scenes:
        event = scene.event
        if isinstance(event, Overruled) and event.who in left:
            agreed = getattr(event.change, what)
            left[event.who] = left[event.who] if agreed is None else agreed
        elif not isinstance(event, PointsSpent | PointsLost | PointsGained) or event.what != what:
            continue
        elif event.who in left and isinstance(event, PointsGained):
            left[event.who] = min(getattr(tale.cast[event.who].profile, what), left[event.who] + event.points)
        elif event.who in left:
            left[event.who] = max(0, left[event.who] - event.points)
            if isinstance(event, PointsSpent) and not left[event.who] and scene.number >= since:
                out.add(event.who)
    return out
