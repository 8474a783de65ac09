"""Agendas A: who kills and who stands against whom."""

from __future__ import annotations

from sim.carnevale.agendas.base import AgendaProgress, Possible, agenda, all_of, tally
from sim.carnevale.agendas.history import Characters, History, Moment
from sim.carnevale.events import Fell, Overruled, PointsGained, PointsLost, PointsSpent, Pushed

__all__ = ["spent_out"]


def _killers(
    history: History, seat: str, since: int, ranks: tuple[str, ...], victims: tuple[str, ...] = (), least: int = 1
) -> AgendaProgress:
    """Those of these ranks who have killed, where they have killed so many between them."""
    kills = (
        (None, event.by, 1)
        for _, event in history.kills(seat, since)
        if history.ranked(event.by, *ranks) and (not victims or history.ranked(event.who, *victims))
    )
    return tally(kills, least)


def _surrounded(history: History, seat: str, since: int, ranks: tuple[str, ...], enemies: int) -> AgendaProgress:
    """The own characters of these ranks that touched so many enemies at once."""
    ranked = [who for who in history.by_id if history.ranked(who, *ranks)]
    touched = [
        (who, len(history.touching(moment, who)))
        for moment in history.arrangements(since)
        for who in ranked
        if history.own(who, seat, moment)
    ]
    amid = frozenset(who for who, many in touched if many >= enemies)
    return AgendaProgress(amid, max((many for _, many in touched), default=0), enemies)


def _with(*own: str, enemies: int = 1, of: tuple[str, ...] = ()) -> Possible:
    """Has a gang one of these ranks, and are there so many enemies, of those other ranks?"""

    def possible(gangs: Characters, seat: str) -> bool:
        against = [id for id in gangs.by_id if gangs.enemy(id, seat) and (not of or gangs.ranked(id, *of))]
        return len(against) >= enemies and any(gangs.ranked(c.id, *own) for c in gangs.members(seat))

    return possible


@agenda("A1", "A Meeting of Captains", "Your Leader kills an enemy Leader.", _with("Leader", of=("Leader",)))
def a1(history: History, seat: str, since: int) -> AgendaProgress:
    return _killers(history, seat, since, ("Leader",), ("Leader",))


@agenda("A2", "Change of Management", "One of your Heroes kills an enemy Leader.", _with("Hero", of=("Leader",)))
def a2(history: History, seat: str, since: int) -> AgendaProgress:
    return _killers(history, seat, since, ("Hero",), ("Leader",))


@agenda(
    "A3",
    "Climbing the Ladder",
    "One of your Henchmen kills an enemy Leader or Hero.",
    _with("Henchman", of=("Leader", "Hero")),
)
def a3(history: History, seat: str, since: int) -> AgendaProgress:
    return _killers(history, seat, since, ("Henchman",), ("Leader", "Hero"))


@agenda(
    "A4",
    "From the Front",
    "Your Leader is in base contact with two or more enemies at once.",
    _with("Leader", enemies=2),
)
def a4(history: History, seat: str, since: int) -> AgendaProgress:
    return _surrounded(history, seat, since, ("Leader",), 2)


@agenda(
    "A5",
    "The Bait",
    "One of your Heroes or Henchmen is in base contact with three or more enemies at once.",
    _with("Hero", "Henchman", enemies=3),
)
def a5(history: History, seat: str, since: int) -> AgendaProgress:
    return _surrounded(history, seat, since, ("Hero", "Henchman"), 3)


@agenda("A6", "Pass Him Here", "Throw an enemy with a Grapple into base contact with one of your own.")
def a6(history: History, seat: str, since: int) -> AgendaProgress:
    """A ruling on who does it: whoever throws, and those that the enemy is thrown to."""
    doers: set[str] = set()
    for moment, event in history.of(Pushed, since):
        if event.why != "grapple" or not history.own(event.by, seat, moment):
            continue
        before = set(history.touching(history.moments[moment.number - 1], event.who))
        fall = _fall_of(history, moment)
        for there in (moment, fall) if fall is not None else (moment,):
            met = {who for who in history.touching(there, event.who) if history.own(who, seat, there)} - before
            if met and event.by is not None:
                doers |= {event.by, *met}
    return all_of(doers)


def _fall_of(history: History, push: Moment) -> Moment | None:
    """The fall that a push ended in, if it did (FALL-04)."""
    assert isinstance(push.event, Pushed)
    for later in history.moments[push.number + 1 :]:
        if later.action is not push.action:
            return None
        if isinstance(later.event, Fell) and later.event.who == push.event.who:
            return later
    return None


@agenda("A7", "Lead by Example", "Your Leader kills three enemies.", _with("Leader", enemies=3))
def a7(history: History, seat: str, since: int) -> AgendaProgress:
    return _killers(history, seat, since, ("Leader",), least=3)


@agenda("A8", "Names for the Ballads", "Your Heroes kill three enemies between them.", _with("Hero", enemies=3))
def a8(history: History, seat: str, since: int) -> AgendaProgress:
    return _killers(history, seat, since, ("Hero",), least=3)


@agenda("A9", "The Long Knives", "Your Henchmen kill three enemies between them.", _with("Henchman", enemies=3))
def a9(history: History, seat: str, since: int) -> AgendaProgress:
    return _killers(history, seat, since, ("Henchman",), least=3)


@agenda(
    "A10",
    "Down to the Last Prayer",
    "Three of your characters that began with Will Points have spent all of them.",
    lambda gangs, seat: sum(c.profile.wp > 0 for c in gangs.members(seat)) >= 3,
    spending="will",
)
def a10(history: History, seat: str, since: int) -> AgendaProgress:
    return all_of(spent_out(history, seat, since, "wp"), 3)


def spent_out(history: History, seat: str, since: int, what: str) -> set[str]:
    """The seat's characters that spent their last point of a kind."""
    left = {c.id: getattr(c.profile, what) for c in history.members(seat)}
    out: set[str] = set()
    for moment in history.moments:
        event = moment.event
        if isinstance(event, Overruled) and event.who in left:
            agreed = getattr(event.change, what)
            left[event.who] = left[event.who] if agreed is None else agreed
        elif not isinstance(event, PointsSpent | PointsLost | PointsGained) or event.what != what:
            continue
        elif event.who in left and isinstance(event, PointsGained):
            left[event.who] = min(getattr(history.by_id[event.who].profile, what), left[event.who] + event.points)
        elif event.who in left:
            left[event.who] = max(0, left[event.who] - event.points)
            if isinstance(event, PointsSpent) and not left[event.who] and moment.number >= since:
                out.add(event.who)
    return out
