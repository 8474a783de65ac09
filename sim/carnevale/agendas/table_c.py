"""Agendas C: feats of arms."""

from __future__ import annotations

from collections import Counter, defaultdict

from sim.carnevale.agendas.base import agenda
from sim.carnevale.agendas.table_b import leaps
from sim.carnevale.agendas.tale import Cast, Tale
from sim.carnevale.events import CounterGained, DispelTried, Fell, LostLife, Pushed, Rerolled, SpellCast
from sim.carnevale.magic.spells import mage_level

FAR = 6.0  # inches


@agenda("C1", "No Quarter", "One enemy loses eight or more Life Points to you in one character's turn.")
def c1(tale: Tale, seat: str, since: int) -> bool:
    lost: Counter[tuple[int, str | None, str]] = Counter()
    for scene in tale.since(since):
        event = scene.event
        if isinstance(event, LostLife) and tale.own(event.by, seat) and tale.enemy(event.who, seat):
            lost[scene.round, scene.turn, event.who] += event.lost
    return any(points >= 8 for points in lost.values())


@agenda("C2", "A Shot in the Dark", "Kill an enemy with a Combat action from six inches away or more.")
def c2(tale: Tale, seat: str, since: int) -> bool:
    return any(
        attack is not None and attack.distance >= FAR
        for attack in (tale.attack_of(scene, event) for scene, event in tale.kills(seat, since))
    )


@agenda("C3", "Into the Rio", "Throw two enemies into a canal.")
def c3(tale: Tale, seat: str, since: int) -> bool:
    thrown: set[int] = set()
    for scene in tale.since(since):
        event = scene.event
        if not isinstance(event, Pushed) or event.why != "grapple":
            continue
        if not (tale.own(event.by, seat) and tale.enemy(event.who, seat)):
            continue
        for later in tale.scenes[scene.number + 1 :]:
            if isinstance(later.event, Fell) and later.event.who == event.who:
                if later.event.landing == "water":
                    thrown.add(scene.number)
                break
            if later.action is not scene.action:
                break
        if event.who in scene.in_water and event.who not in tale.scenes[scene.number - 1].in_water:
            thrown.add(scene.number)
    return len(thrown) >= 2


def _mages(gangs: Cast, seat: str) -> bool:
    """Has the seat a mage?"""
    return any(mage_level(c) is not None for c in gangs.members(seat))


def _mages_on_both_sides(gangs: Cast, seat: str) -> bool:
    return _mages(gangs, seat) and any(_mages(gangs, other) for other in gangs.game.seats if other != seat)


@agenda("C4", "Three Tongues of Flame", "Cast three spells with success in one character's turn.", _mages)
def c4(tale: Tale, seat: str, since: int) -> bool:
    spells: Counter[tuple[int, str | None, str]] = Counter()
    for scene in tale.since(since):
        event = scene.event
        if isinstance(event, SpellCast) and event.outcome in ("success", "critical") and tale.own(event.who, seat):
            spells[scene.round, scene.turn, event.who] += 1
    return any(cast >= 3 for cast in spells.values())


@agenda("C5", "Every Door Watched", "Three of your characters take Guard in one round.")
def c5(tale: Tale, seat: str, since: int) -> bool:
    guards: defaultdict[int, set[str]] = defaultdict(set)
    for scene in tale.since(since):
        event = scene.event
        if isinstance(event, CounterGained) and event.counter == "guarding" and tale.own(event.who, seat):
            guards[scene.round].add(event.who)
    return any(len(who) >= 3 for who in guards.values())


@agenda("C6", "Hush", "Try to dispel three enemy spells.", _mages_on_both_sides)
def c6(tale: Tale, seat: str, since: int) -> bool:
    tries = [s for s in tale.since(since) if isinstance(s.event, DispelTried) and tale.own(s.event.who, seat)]
    return len(tries) >= 3


@agenda("C7", "Tempting Fate", "Re-roll six dice in one round.", spending=True)
def c7(tale: Tale, seat: str, since: int) -> bool:
    dice: Counter[int] = Counter()
    for scene in tale.since(since):
        event = scene.event
        if isinstance(event, Rerolled) and event.seat == seat:
            dice[scene.round] += len(event.dice)
    return any(n >= 6 for n in dice.values())


@agenda("C8", "Across the Roofs", "Your characters make four successful jumps of four inches or more in one round.")
def c8(tale: Tale, seat: str, since: int) -> bool:
    return any(times >= 4 for times in Counter(s.round for s in leaps(tale, seat, since)).values())


@agenda(
    "C9",
    "The Bigger They Are",
    "Kill an enemy on a larger base than the killer's.",
    lambda gangs, seat: (
        max((c.profile.size for c in gangs.cast.values() if c.seat != seat), default=0)
        > min((c.profile.size for c in gangs.members(seat)), default=0)
    ),
)
def c9(tale: Tale, seat: str, since: int) -> bool:
    return any(
        tale.cast[event.who].profile.size > tale.cast[event.by].profile.size
        for _, event in tale.kills(seat, since)
        if event.by is not None
    )


@agenda("C10", "Nowhere to Hide", "Kill an enemy that is in cover.")
def c10(tale: Tale, seat: str, since: int) -> bool:
    return any(
        attack is not None and attack.in_cover
        for attack in (tale.attack_of(scene, event) for scene, event in tale.kills(seat, since))
    )
