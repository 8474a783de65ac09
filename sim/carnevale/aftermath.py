"""What a finished game gives a campaign: points by their kind, kills, and what became of everybody (CAMP-02).

All of it is read from the state and its log, so that the journal of a game is enough.

Rulings on what is whose. A kill is whose doing the event says (`Killed.by`): of whoever struck, cast, drowned, poisoned
or threw, also where the throw ended in a fall, or shook others off a rope bridge; of whoever cast a spell that lasts.
It falls to nobody where a character dies of its own doing or its own turn (a jump that fails, a dive, a fumble, a wall
that it hung on, water while it is Stunned), or by a friend. An agenda is the doing of all who had a part in it by the
time it scored, of each time where it was kept for double; where nobody in particular did it (dice of an enemy's roll
thrown again) or an enemy under Madness did it all, of everyone of the gang still on the board. Of agendas that score
all at once, each brought what it is worth by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from sim.carnevale.agendas import base
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.agendas.history import History
from sim.carnevale.characters import Character
from sim.carnevale.events import Scored
from sim.carnevale.names import names_of
from sim.carnevale.state import State

__all__ = ["AgendaDeed", "GameOutcome", "SeatOutcome", "outcome"]


class AgendaDeed(msgspec.Struct, frozen=True):
    """An agenda that scored, the Victory Points that it brought, and the characters who took part in it, by id."""

    agenda: str
    title: str
    vp: int
    by: tuple[str, ...]


class SeatOutcome(msgspec.Struct, frozen=True):
    """What the game came to for a seat; characters by id, in the order of the roster.

    `primary` are the Victory Points of the primary objective, and with `deeds` all that there are. `kills` counts the
    enemies that each removed as casualties, of those who removed any. `away` left the board otherwise.
    """

    seat: str
    name: str
    faction: str
    vp: int
    primary: int
    deeds: tuple[AgendaDeed, ...]
    kills: Mapping[str, int]
    casualties: tuple[str, ...]
    away: tuple[str, ...]
    standing: tuple[str, ...]


class GameOutcome(msgspec.Struct, frozen=True):
    """What a finished game gives a campaign. `scenario` is `free` in a free fight, `winner` None in a draw."""

    scenario: str
    rounds: int
    winner: str | None
    seats: tuple[SeatOutcome, ...]


def outcome(state: State) -> GameOutcome:
    """What the game came to; ValueError where it is not over."""
    if not state.over:
        raise ValueError("the game is not over")
    history = History(state)
    deeds: dict[str, list[AgendaDeed]] = {seat: [] for seat in state.seats}
    for seat, deed in _deeds(state, history):
        deeds[seat].append(deed)
    return GameOutcome(
        scenario=state.scenario,
        rounds=state.round,
        winner=state.winners[0] if len(state.winners) == 1 else None,
        seats=tuple(_of_seat(state, history, seat, tuple(deeds[seat])) for seat in state.seats),
    )


def _of_seat(state: State, history: History, seat: str, deeds: tuple[AgendaDeed, ...]) -> SeatOutcome:
    own = [state[c.id] for c in history.members(seat)]  # whoever is swayed at the end is still of its gang
    gang = {c.id for c in own}
    kills = Counter(kill.by for _, kill in history.kills(seat, 0) if kill.by in gang and kill.who not in gang)
    return SeatOutcome(
        seat=seat,
        name=names_of(state)(seat),
        faction=state.seats[seat].faction,
        vp=state.seats[seat].vp,
        primary=state.seats[seat].vp - sum(deed.vp for deed in deeds),
        deeds=deeds,
        kills={c.id: kills[c.id] for c in own if c.id in kills},
        casualties=_ids(c for c in own if not c.alive),
        away=_ids(c for c in own if c.alive and not c.on_board),
        standing=_ids(c for c in own if c.on_board),
    )


def _ids(characters: Iterator[Character]) -> tuple[str, ...]:
    return tuple(c.id for c in characters)


# --- agendas ------------------------------------------------------------------------------------------------


class _Achievement(msgspec.Struct, frozen=True):
    """An agenda that was achieved for good: who did it, and how many times it counts."""

    agenda: str
    by: frozenset[str]
    times: int


def _deeds(state: State, history: History) -> Iterator[tuple[str, AgendaDeed]]:
    """Each agenda that scored, with its seat, as they came. Points follow what was achieved: each its own, or with
    the last all together (SCEN-10, Total)."""
    begun: dict[tuple[str, str], int] = {}  # where in the log the condition of a seat's agenda starts to count
    kept: dict[tuple[str, str], frozenset[str]] = {}
    unpaid: dict[str, list[_Achievement]] = {seat: [] for seat in state.seats}
    for number, event in enumerate(state.log):
        match event:
            case AgendaDrawn(seat=seat, agenda=id):
                begun[seat, id] = number
            case AgendaKept(seat=seat, agenda=id):
                kept[seat, id] = _doers(history.until(number), seat, id, begun[seat, id])
                begun[seat, id] = number
            case AgendaAchieved(seat=seat, agenda=id):
                by = _doers(history.until(number), seat, id, begun[seat, id])
                times = 2 if (seat, id) in kept else 1
                unpaid[seat].append(_Achievement(id, by | kept.get((seat, id), frozenset()), times))
            case Scored(seat=seat, vp=vp) if unpaid[seat] and type(state.log[number - 1]) is AgendaAchieved:
                shares = sum(each.times for each in unpaid[seat])
                for each in unpaid[seat]:
                    yield seat, _deed(state, each, vp * each.times // shares)
                unpaid[seat] = []


def _deed(state: State, achieved: _Achievement, vp: int) -> AgendaDeed:
    card = base.find(achieved.agenda)
    by = tuple(c for c in state.characters if c in achieved.by)
    return AgendaDeed(achieved.agenda, card.title if card is not None else achieved.agenda, vp, by)


def _doers(history: History, seat: str, id: str, since: int) -> frozenset[str]:
    """Who took part in an agenda that was achieved at the end of this history."""
    card = base.find(id)
    doers = card.progress(history, seat, since).who if card is not None else ()
    if own := frozenset(who for who in doers if history.own(who, seat)):
        return own
    there = history.moments[-1].places if history.moments else {}
    return frozenset(who for who in there if history.own(who, seat))
