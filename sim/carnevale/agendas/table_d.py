"""Agendas D: falls and dives."""

from __future__ import annotations

from collections import defaultdict

from sim.carnevale.agendas.base import AgendaProgress, agenda, all_of, tally
from sim.carnevale.agendas.history import History
from sim.carnevale.events import ActionBegan, Fell, Killed, Moved, PointsSpent, TurnEnded

__all__ = ["d1", "d2", "d3", "d4", "d5"]

FAR_DOWN = 6.0  # inches


@agenda("D1", "Like Cats", "Your characters make three controlled landings in one round.")
def d1(history: History, seat: str, since: int) -> AgendaProgress:
    landings = (
        (moment.round, spending.who, 1)
        for moment, spending in history.of(PointsSpent, since)
        if spending.on == "controlled landing" and history.own(spending.who, seat, moment)
    )
    return tally(landings, 3)


@agenda("D2", "Cheating Death", "One of your characters survives a fall of six inches or more.")
def d2(history: History, seat: str, since: int) -> AgendaProgress:
    falls = (
        (moment.number, fall)
        for moment, fall in history.of(Fell, since)
        if history.own(fall.who, seat, moment) and fall.fallen >= FAR_DOWN
    )
    return all_of(fall.who for number, fall in falls if not _killed_by(history, number, fall))


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
def d3(history: History, seat: str, since: int) -> AgendaProgress:
    falls = (
        (None, fall.who, 1)
        for moment, fall in history.of(Fell, since)
        if fall.landing == "water" and history.own(fall.who, seat, moment)
    )
    return tally(falls, 3)


def _dives(history: History, seat: str, since: int) -> list[tuple[int, str]]:
    return [
        (moment.round, action.who)
        for moment, action in history.of(ActionBegan, since)
        if action.action == "dive" and history.own(action.who, seat, moment)
    ]


@agenda("D4", "Pearl Fishing", "Your characters make three Dive actions in one round.")
def d4(history: History, seat: str, since: int) -> AgendaProgress:
    return tally(((round_, who, 1) for round_, who in _dives(history, seat, since)), 3)


@agenda("D5", "Hold Your Breath", "One of your characters Dives in two rounds running.")
def d5(history: History, seat: str, since: int) -> AgendaProgress:
    rounds: defaultdict[str, set[int]] = defaultdict(set)
    for round_, who in _dives(history, seat, since):
        rounds[who].add(round_)
    running = frozenset(who for who, dived in rounds.items() if any(n + 1 in dived for n in dived))
    return AgendaProgress(running, 2 if running else min(1, len(rounds)), 2)
