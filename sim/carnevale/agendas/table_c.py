"""Agendas C: feats of arms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sim.carnevale.agendas.base import AgendaProgress, agenda, all_of, tally, together
from sim.carnevale.agendas.history import Characters, History
from sim.carnevale.agendas.table_b import leaps
from sim.carnevale.events import Attacked, CounterGained, DispelTried, Fell, LostLife, Pushed, Rerolled, SpellCast
from sim.carnevale.magic.spells import known, mage_level

__all__ = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "thrown_into_canals"]

FAR = 6.0  # inches


@agenda("C1", "No Quarter", "One enemy loses eight or more Life Points to you in one character's turn.")
def c1(history: History, seat: str, since: int) -> AgendaProgress:
    lost = (
        ((moment.round, moment.turn, hurt.who), hurt.by, hurt.lost)
        for moment, hurt in history.of(LostLife, since)
        if history.own(hurt.by, seat, moment) and history.enemy(hurt.who, seat, moment)
    )
    return tally(lost, 8)


@agenda("C2", "A Shot in the Dark", "Kill an enemy with a Combat action from six inches away or more.")
def c2(history: History, seat: str, since: int) -> AgendaProgress:
    return all_of(attack.who for attack in _deadly(history, seat, since) if attack.distance >= FAR)


def _deadly(history: History, seat: str, since: int) -> Iterator[Attacked]:
    """The Combat actions that killed an enemy."""
    attacks = (history.attack_of(moment, event) for moment, event in history.kills(seat, since))
    return (attack for attack in attacks if attack is not None)


@agenda("C3", "Into the Rio", "Throw two enemies into a canal.")
def c3(history: History, seat: str, since: int) -> AgendaProgress:
    thrown = thrown_into_canals(history, seat, since)
    return AgendaProgress(frozenset[str]().union(*thrown.values()), len(thrown), 2)


def thrown_into_canals(history: History, seat: str, since: int) -> dict[str, set[str]]:
    """The enemies that the seat has thrown into a canal, and who threw each: one that is thrown twice is one."""
    thrown: defaultdict[str, set[str]] = defaultdict(set)
    for moment, event in history.of(Pushed, since):
        if event.why != "grapple" or event.by is None:
            continue
        if not (history.own(event.by, seat, moment) and history.enemy(event.who, seat, moment)):
            continue
        for later in history.moments[moment.number + 1 :]:
            if isinstance(later.event, Fell) and later.event.who == event.who:
                if later.event.landing == "water":
                    thrown[event.who].add(event.by)
                break
            if later.action is not moment.action:
                break
        if event.who in moment.in_water and event.who not in history.moments[moment.number - 1].in_water:
            thrown[event.who].add(event.by)
    return thrown


def _mages(gangs: Characters, seat: str) -> bool:
    """Has the seat a mage?"""
    return any(mage_level(c) is not None for c in gangs.members(seat))


def _three_spells(gangs: Characters, seat: str) -> bool:
    """Has the seat a mage who knows three spells, each of which can be cast once a round?"""
    return any(mage_level(c) is not None and len(known(c)) >= 3 for c in gangs.members(seat))


def _mages_on_both_sides(gangs: Characters, seat: str) -> bool:
    return _mages(gangs, seat) and any(_mages(gangs, other) for other in gangs.game.seats if other != seat)


@agenda("C4", "Three Tongues of Flame", "Cast three spells with success in one character's turn.", _three_spells)
def c4(history: History, seat: str, since: int) -> AgendaProgress:
    spells = (
        ((moment.round, moment.turn, spell.who), spell.who, 1)
        for moment, spell in history.of(SpellCast, since)
        if spell.outcome in ("success", "critical") and history.own(spell.who, seat, moment)
    )
    return tally(spells, 3)


@agenda("C5", "Every Door Watched", "Three of your characters take Guard in one round.")
def c5(history: History, seat: str, since: int) -> AgendaProgress:
    guards: defaultdict[int, set[str]] = defaultdict(set)
    for moment, gained in history.of(CounterGained, since):
        if gained.counter == "guarding" and history.own(gained.who, seat, moment):
            guards[moment.round].add(gained.who)
    return together(guards.values(), 3)


@agenda("C6", "Hush", "Try to dispel three enemy spells.", _mages_on_both_sides)
def c6(history: History, seat: str, since: int) -> AgendaProgress:
    tries = (
        (None, attempt.who, 1)
        for moment, attempt in history.of(DispelTried, since)
        if history.own(attempt.who, seat, moment)
    )
    return tally(tries, 3)


@agenda("C7", "Tempting Fate", "Re-roll six dice in one round.", spending="reroll")
def c7(history: History, seat: str, since: int) -> AgendaProgress:
    """A ruling on who does it: whose roll it is; dice of an enemy's roll count, but nobody in particular throws them
    again."""
    dice = (
        (moment.round, again.who if history.own(again.who, seat, moment) else None, len(again.dice))
        for moment, again in history.of(Rerolled, since)
        if again.seat == seat
    )
    return tally(dice, 6)


@agenda("C8", "Across the Roofs", "Your characters make four successful jumps of four inches or more in one round.")
def c8(history: History, seat: str, since: int) -> AgendaProgress:
    return tally(((moment.round, jump.who, 1) for moment, jump in leaps(history, seat, since)), 4)


@agenda(
    "C9",
    "The Bigger They Are",
    "Kill an enemy on a larger base than the killer's.",
    lambda gangs, seat: (
        max((c.profile.size for c in gangs.by_id.values() if c.seat != seat), default=0)
        > min((c.profile.size for c in gangs.members(seat)), default=0)
    ),
)
def c9(history: History, seat: str, since: int) -> AgendaProgress:
    return all_of(
        event.by
        for _, event in history.kills(seat, since)
        if event.by is not None and history.by_id[event.who].profile.size > history.by_id[event.by].profile.size
    )


@agenda("C10", "Nowhere to Hide", "Kill an enemy that is in cover, with a Combat action.")
def c10(history: History, seat: str, since: int) -> AgendaProgress:
    """A ruling: cover is cover from an attack (GEO-10), and neither a spell nor a fall is one."""
    return all_of(attack.who for attack in _deadly(history, seat, since) if attack.in_cover)
