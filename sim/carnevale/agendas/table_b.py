"""Agendas B: will, command, and where the gang goes."""

from __future__ import annotations

from sim.carnevale.agendas.base import AgendaProgress, Possible, agenda, all_of, tally, together
from sim.carnevale.agendas.history import History, Moment
from sim.carnevale.agendas.table_a import spent_out
from sim.carnevale.events import ActionBegan, Charged, CommandUsed, Disengaged, Jumped, PointsSpent
from sim.carnevale.zones import Zone

__all__ = ["leaps"]

HIGH = 6.0  # inches over ground level
LEAP = 4.0  # inches of a jump that counts
WATER_CREATURE = "Water Creature"


@agenda("B1", "By Sheer Will", "Spend six Will Points in one round.", spending="will")
def b1(history: History, seat: str, since: int) -> AgendaProgress:
    """Life Points that serve as Will Points (ABIL-Frenzied) are spent as such."""
    spent = (
        (moment.round, spending.who, spending.points)
        for moment, spending in history.of(PointsSpent, since)
        if spending.is_will and history.own(spending.who, seat, moment)
    )
    return tally(spent, 6)


@agenda(
    "B2",
    "Every Order Given",
    "Two of your characters that began with Command Points have spent all of them.",
    lambda gangs, seat: sum(c.profile.cp > 0 for c in gangs.members(seat)) >= 2,
)
def b2(history: History, seat: str, since: int) -> AgendaProgress:
    return all_of(spent_out(history, seat, since, "cp"), 2)


@agenda(
    "B3",
    "Hear Me",
    "Use two command abilities in one round.",
    lambda gangs, seat: (
        sum(any(each.cost <= c.profile.cp for each in c.profile.commands) for c in gangs.members(seat)) >= 2
    ),
)
def b3(history: History, seat: str, since: int) -> AgendaProgress:
    used = (
        (moment.round, use.who, 1)
        for moment, use in history.of(CommandUsed, since)
        if history.own(use.who, seat, moment)
    )
    return tally(used, 2)


@agenda("B4", "Above the Chimneys", "Three of yours are six inches or more over ground level, outside your zone.")
def b4(history: History, seat: str, since: int) -> AgendaProgress:
    zone = history.zone(seat)
    return together((_outside(history, moment, seat, zone, HIGH) for moment in history.arrangements(since)), 3)


@agenda(
    "B5",
    "By the Back Stairs of Venice",
    "Three of yours that are no Water Creatures are in water, outside your zone.",
    lambda gangs, seat: sum(not gangs.has_trait(c.id, WATER_CREATURE) for c in gangs.members(seat)) >= 3,
)
def b5(history: History, seat: str, since: int) -> AgendaProgress:
    zone = history.zone(seat)
    swimming = (
        [
            who
            for who in _outside(history, moment, seat, zone, None)
            if who in moment.in_water and not history.has_trait(who, WATER_CREATURE)
        ]
        for moment in history.arrangements(since)
    )
    return together(swimming, 3)


def _outside(history: History, moment: Moment, seat: str, zone: Zone | None, height: float | None) -> list[str]:
    """The seat's own, outside their zone, at least so high."""
    return [
        who
        for who, at in moment.places.items()
        if (height is None or at[2] >= height)
        and history.own(who, seat, moment)
        and not (zone is not None and zone.has(at))
    ]


def leaps(history: History, seat: str, since: int) -> list[tuple[Moment, Jumped]]:
    """Successful jumps of four inches or more."""
    return [
        (moment, jump)
        for moment, jump in history.of(Jumped, since)
        if history.own(jump.who, seat, moment) and jump.succeeded and jump.length >= LEAP
    ]


@agenda("B6", "The Acrobat's Wager", "One character makes three successful jumps of four inches or more in one turn.")
def b6(history: History, seat: str, since: int) -> AgendaProgress:
    own = ((m.round, jump.who) for m, jump in leaps(history, seat, since) if m.turn == jump.who)
    return tally((((round_, who), who, 1) for round_, who in own), 3)


def _drownable(number: int) -> Possible:
    """Are there so many enemies that can be drowned?"""
    return lambda gangs, seat: (
        sum(gangs.enemy(id, seat) and not gangs.has_trait(id, WATER_CREATURE) for id in gangs.by_id) >= number
    )


@agenda("B7", "A Grave of Water", "Kill an enemy with a Drown action.", _drownable(1))
def b7(history: History, seat: str, since: int) -> AgendaProgress:
    return all_of(event.by for _, event in history.kills(seat, since) if event.why == "drown" and event.by is not None)


@agenda("B8", "The Tide Takes All", "Make a Drown action against three different enemies.", _drownable(3))
def b8(history: History, seat: str, since: int) -> AgendaProgress:
    drownings = [
        (action.who, action.target)
        for moment, action in history.of(ActionBegan, since)
        if action.action == "drown" and history.own(action.who, seat, moment)
    ]
    return AgendaProgress(frozenset(who for who, _ in drownings), len({target for _, target in drownings}), 3)


@agenda("B9", "Death from the Eaves", "One of your characters charges from above twice.")
def b9(history: History, seat: str, since: int) -> AgendaProgress:
    charges = (
        (charge.who, charge.who, 1)
        for moment, charge in history.of(Charged, since)
        if charge.from_above and history.own(charge.who, seat, moment)
    )
    return tally(charges, 2)


@agenda(
    "B10",
    "Now You See Me",
    "One of your characters disengages twice: a Success, a Critical or no roll needed, not a Fail.",
)
def b10(history: History, seat: str, since: int) -> AgendaProgress:
    times = (
        (away.who, away.who, 1)
        for moment, away in history.of(Disengaged, since)
        if away.outcome in ("success", "critical") and history.own(away.who, seat, moment)
    )
    return tally(times, 2)
