"""Agendas D: falls and dives."""

from __future__ import annotations

from collections import Counter, defaultdict

from sim.carnevale.agendas.base import agenda
from sim.carnevale.agendas.tale import Tale
from sim.carnevale.events import ActionBegan, Fell, Killed, Moved, PointsSpent, TurnEnded

FAR_DOWN = 6.0  # inches


@agenda("D1", "Like Cats", "Your characters make three controlled landings in one round.")
def d1(tale: Tale, seat: str, since: int) -> bool:
    landings = Counter(
        scene.round
        for scene in tale.since(since)
        if isinstance(scene.event, PointsSpent)
        and scene.event.on == "controlled landing"
        and tale.own(scene.event.who, seat)
    )
    return any(times >= 3 for times in landings.values())


@agenda("D2", "Cheating Death", "One of your characters survives a fall of six inches or more.")
def d2(tale: Tale, seat: str, since: int) -> bool:
    for scene in tale.since(since):
        event = scene.event
        if not isinstance(event, Fell) or not tale.own(event.who, seat) or event.fallen < FAR_DOWN:
            continue
        if not _killed_by(tale, scene.number, event):
            return True
    return False


def _killed_by(tale: Tale, number: int, fall: Fell) -> bool:
    """Did the character die of this fall? It costs life for the same reason, before anything else befalls it."""
    for later in tale.scenes[number + 1 :]:
        event = later.event
        if isinstance(event, Killed) and event.who == fall.who:
            return event.why == fall.why
        if getattr(event, "who", None) == fall.who and isinstance(event, Fell | Moved | TurnEnded):
            return False
    return False


@agenda("D3", "A Taste for Salt", "Your characters fall into water three times.")
def d3(tale: Tale, seat: str, since: int) -> bool:
    falls = [s for s in tale.since(since) if isinstance(s.event, Fell) and tale.own(s.event.who, seat)]
    return sum(s.event.landing == "water" for s in falls if isinstance(s.event, Fell)) >= 3


def _dives(tale: Tale, seat: str, since: int) -> list[tuple[int, str]]:
    return [
        (scene.round, scene.event.who)
        for scene in tale.since(since)
        if isinstance(scene.event, ActionBegan) and scene.event.action == "dive" and tale.own(scene.event.who, seat)
    ]


@agenda("D4", "Pearl Fishing", "Your characters make three Dive actions in one round.")
def d4(tale: Tale, seat: str, since: int) -> bool:
    return any(times >= 3 for times in Counter(round_ for round_, _ in _dives(tale, seat, since)).values())


@agenda("D5", "Hold Your Breath", "One of your characters Dives in two rounds running.")
def d5(tale: Tale, seat: str, since: int) -> bool:
    rounds: defaultdict[str, set[int]] = defaultdict(set)
    for round_, who in _dives(tale, seat, since):
        rounds[who].add(round_)
    return any(n + 1 in dived for dived in rounds.values() for n in dived)
