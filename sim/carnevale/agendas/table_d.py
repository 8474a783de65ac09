"""Agendas D: falls and dives."""

from __future__ import annotations

from collections import Counter, defaultdict

from sim.carnevale.agendas.base import agenda
from sim.carnevale.agendas.history import History
from sim.carnevale.events import ActionBegan, Fell, Killed, Moved, PointsSpent, TurnEnded

__all__ = ["d1", "d2", "d3", "d4", "d5"]

FAR_DOWN = 6.0  # inches


@agenda("D1", "Like Cats", "Your characters make three controlled landings in one round.")
def d1(history: History, seat: str, since: int) -> bool:
    landings = Counter(
        moment.round
        for moment in history.since(since)
        if isinstance(moment.event, PointsSpent)
        and moment.event.on == "controlled landing"
        and history.own(moment.event.who, seat)
    )
    return any(times >= 3 for times in landings.values())


@agenda("D2", "Cheating Death", "One of your characters survives a fall of six inches or more.")
def d2(history: History, seat: str, since: int) -> bool:
    for moment in history.since(since):
        event = moment.event
        if not isinstance(event, Fell) or not history.own(event.who, seat) or event.fallen < FAR_DOWN:
            continue
        if not _killed_by(history, moment.number, event):
            return True
    return False


def _killed_by(history: History, number: int, fall: Fell) -> bool:
    """Did the character die of this fall? It costs life for the same reason, before anything else befalls it."""
    for later in history.moments[number + 1 :]:
        event = later.event
        if isinstance(event, Killed) and event.who == fall.who:
            return event.why == fall.why
        if getattr(event, "who", None) == fall.who and isinstance(event, Fell | Moved | TurnEnded):
            return False
    return False


@agenda("D3", "A Taste for Salt", "Your characters fall into water three times.")
def d3(history: History, seat: str, since: int) -> bool:
    falls = [s for s in history.since(since) if isinstance(s.event, Fell) and history.own(s.event.who, seat)]
    return sum(s.event.landing == "water" for s in falls if isinstance(s.event, Fell)) >= 3


def _dives(history: History, seat: str, since: int) -> list[tuple[int, str]]:
    return [
        (moment.round, moment.event.who)
        for moment in history.since(since)
        if isinstance(moment.event, ActionBegan)
        and moment.event.action == "dive"
        and history.own(moment.event.who, seat)
    ]


@agenda("D4", "Pearl Fishing", "Your characters make three Dive actions in one round.")
def d4(history: History, seat: str, since: int) -> bool:
    return any(times >= 3 for times in Counter(round_ for round_, _ in _dives(history, seat, since)).values())


@agenda("D5", "Hold Your Breath", "One of your characters Dives in two rounds running.")
def d5(history: History, seat: str, since: int) -> bool:
    rounds: defaultdict[str, set[int]] = defaultdict(set)
    for round_, who in _dives(history, seat, since):
        rounds[who].add(round_)
    return any(n + 1 in dived for dived in rounds.values() for n in dived)
