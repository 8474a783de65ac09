"""Agendas C: feats of arms."""

from __future__ import annotations

from collections import Counter, defaultdict

from sim.carnevale.agendas.base import agenda
from sim.carnevale.agendas.history import Characters, History
from sim.carnevale.agendas.table_b import leaps
from sim.carnevale.events import CounterGained, DispelTried, Fell, LostLife, Pushed, Rerolled, SpellCast
from sim.carnevale.magic.spells import known, mage_level

__all__ = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "thrown_into_canals"]

FAR = 6.0  # inches


@agenda("C1", "No Quarter", "One enemy loses eight or more Life Points to you in one character's turn.")
def c1(history: History, seat: str, since: int) -> bool:
    lost: Counter[tuple[int, str | None, str]] = Counter()
    for moment in history.since(since):
        event = moment.event
        if isinstance(event, LostLife) and history.own(event.by, seat) and history.enemy(event.who, seat):
            lost[moment.round, moment.turn, event.who] += event.lost
    return any(points >= 8 for points in lost.values())


@agenda("C2", "A Shot in the Dark", "Kill an enemy with a Combat action from six inches away or more.")
def c2(history: History, seat: str, since: int) -> bool:
    return any(
        attack is not None and attack.distance >= FAR
        for attack in (history.attack_of(moment, event) for moment, event in history.kills(seat, since))
    )


@agenda("C3", "Into the Rio", "Throw two enemies into a canal.")
def c3(history: History, seat: str, since: int) -> bool:
    return len(thrown_into_canals(history, seat, since)) >= 2


def thrown_into_canals(history: History, seat: str, since: int) -> frozenset[str]:
    """The enemies that the seat has thrown into a canal: one that is thrown twice is one."""
    thrown: set[str] = set()
    for moment in history.since(since):
        event = moment.event
        if not isinstance(event, Pushed) or event.why != "grapple":
            continue
        if not (history.own(event.by, seat) and history.enemy(event.who, seat)):
            continue
        for later in history.moments[moment.number + 1 :]:
            if isinstance(later.event, Fell) and later.event.who == event.who:
                if later.event.landing == "water":
                    thrown.add(event.who)
                break
            if later.action is not moment.action:
                break
        if event.who in moment.in_water and event.who not in history.moments[moment.number - 1].in_water:
            thrown.add(event.who)
    return frozenset(thrown)


def _mages(gangs: Characters, seat: str) -> bool:
    """Has the seat a mage?"""
    return any(mage_level(c) is not None for c in gangs.members(seat))


def _three_spells(gangs: Characters, seat: str) -> bool:
    """Has the seat a mage who knows three spells, each of which can be cast once a round?"""
    return any(mage_level(c) is not None and len(known(c)) >= 3 for c in gangs.members(seat))


def _mages_on_both_sides(gangs: Characters, seat: str) -> bool:
    return _mages(gangs, seat) and any(_mages(gangs, other) for other in gangs.game.seats if other != seat)


@agenda("C4", "Three Tongues of Flame", "Cast three spells with success in one character's turn.", _three_spells)
def c4(history: History, seat: str, since: int) -> bool:
    spells: Counter[tuple[int, str | None, str]] = Counter()
    for moment in history.since(since):
        event = moment.event
        if isinstance(event, SpellCast) and event.outcome in ("success", "critical") and history.own(event.who, seat):
            spells[moment.round, moment.turn, event.who] += 1
    return any(cast >= 3 for cast in spells.values())


@agenda("C5", "Every Door Watched", "Three of your characters take Guard in one round.")
def c5(history: History, seat: str, since: int) -> bool:
    guards: defaultdict[int, set[str]] = defaultdict(set)
    for moment in history.since(since):
        event = moment.event
        if isinstance(event, CounterGained) and event.counter == "guarding" and history.own(event.who, seat):
            guards[moment.round].add(event.who)
    return any(len(who) >= 3 for who in guards.values())


@agenda("C6", "Hush", "Try to dispel three enemy spells.", _mages_on_both_sides)
def c6(history: History, seat: str, since: int) -> bool:
    tries = [s for s in history.since(since) if isinstance(s.event, DispelTried) and history.own(s.event.who, seat)]
    return len(tries) >= 3


@agenda("C7", "Tempting Fate", "Re-roll six dice in one round.", spending=True)
def c7(history: History, seat: str, since: int) -> bool:
    dice: Counter[int] = Counter()
    for moment in history.since(since):
        event = moment.event
        if isinstance(event, Rerolled) and event.seat == seat:
            dice[moment.round] += len(event.dice)
    return any(n >= 6 for n in dice.values())


@agenda("C8", "Across the Roofs", "Your characters make four successful jumps of four inches or more in one round.")
def c8(history: History, seat: str, since: int) -> bool:
    return any(times >= 4 for times in Counter(s.round for s in leaps(history, seat, since)).values())


@agenda(
    "C9",
    "The Bigger They Are",
    "Kill an enemy on a larger base than the killer's.",
    lambda gangs, seat: (
        max((c.profile.size for c in gangs.by_id.values() if c.seat != seat), default=0)
        > min((c.profile.size for c in gangs.members(seat)), default=0)
    ),
)
def c9(history: History, seat: str, since: int) -> bool:
    return any(
        history.by_id[event.who].profile.size > history.by_id[event.by].profile.size
        for _, event in history.kills(seat, since)
        if event.by is not None
    )


@agenda("C10", "Nowhere to Hide", "Kill an enemy that is in cover, with a Combat action.")
def c10(history: History, seat: str, since: int) -> bool:
    """A ruling: cover is cover from an attack (GEO-10), and neither a spell nor a fall is one."""
    return any(
        attack is not None and attack.in_cover
        for attack in (history.attack_of(moment, event) for moment, event in history.kills(seat, since))
    )
