"""The history of a game: each event of its log with what was so when it happened (SCEN-11).

Agendas are read from the log alone. A history folds the log once, keeping who stands where and whose turn it
is, so that an agenda is a condition over its moments.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from operator import attrgetter
from typing import TypeVar, assert_never, cast, get_args

import msgspec

from sim.board.model.tableau import Figure
from sim.carnevale import scenario
from sim.carnevale.characters import Character, Point
from sim.carnevale.event import BaseEvent
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Attacked,
    CommandGranted,
    Deployed,
    Entered,
    Escaped,
    Event,
    Fell,
    Fled,
    Jumped,
    Killed,
    Moved,
    Overruled,
    Pushed,
    RoundBegan,
    Rowed,
    Swayed,
    TurnBegan,
    TurnEnded,
)
from sim.carnevale.state import State
from sim.carnevale.zones import Zone

__all__ = ["Characters", "History", "Moment"]

CRITICAL = "critical"  # the Life Point that a Critical of a Combat action costs (ACT-03)
CHEERS = "Fiery Rhetoric"  # the spell that gives Command Points back
POISON = "poison"  # those that a Poisoned weapon costs more

# the events after which something else is so
Turning = (
    ActionBegan
    | Deployed
    | Entered
    | Escaped
    | Fell
    | Fled
    | Jumped
    | Killed
    | Moved
    | Overruled
    | Pushed
    | RoundBegan
    | Rowed
    | Swayed
    | TurnBegan
    | TurnEnded
)
E = TypeVar("E", bound=BaseEvent[State])

_number = attrgetter("number")
_TURNING = frozenset(get_args(Turning))  # looked up: to match an event against each of them takes far longer


class Moment(msgspec.Struct, frozen=True):
    """One event, and what was so just before it."""

    event: Event
    number: int  # its place in the log
    round: int
    turn: str | None  # whose turn it is
    action: ActionBegan | None  # the innermost action under way
    places: Mapping[str, Point]  # who stands where, after the event
    in_water: frozenset[str] = frozenset()  # who swims, after the event
    swayed: Mapping[str, str] = {}  # who fights for another seat than its gang's, and for which (SPELL-Madness)


class Characters:
    """Who is who in a game: its characters as they began."""

    def __init__(self, game: State) -> None:
        self.game = game
        self.by_id: dict[str, Character] = {}
        for event in game.log:
            _enter(self.by_id, event)

    def left(self) -> Characters:
        """Those of them who are neither dead nor gone from the board, with the Command Points that they have left: none
        comes back, unless a friend knows Fiery Rhetoric."""
        left = copy(self)
        here = [c for who, c in self.by_id.items() if self.game[who].alive and not self.game[who].escaped]
        cheered = {c.seat for c in here if CHEERS in c.profile.spells}
        left.by_id = {c.id: c if c.seat in cheered else self._spent(c) for c in here}
        return left

    def _spent(self, c: Character) -> Character:
        profile = msgspec.structs.replace(c.profile, cp=self.game[c.id].cp)
        return msgspec.structs.replace(c, profile=profile)

    def own(self, who: str | None, seat: str) -> bool:
        return who in self.by_id and self.by_id[who].seat == seat

    def enemy(self, who: str | None, seat: str) -> bool:
        return who in self.by_id and self.by_id[who].seat != seat

    def ranked(self, who: str | None, *ranks: str) -> bool:
        """Is it a Leader, Hero, Henchman, ...?"""
        return who in self.by_id and any(map(self.by_id[who].has_keyword, ranks))

    def has_trait(self, who: str, name: str) -> bool:
        return any(trait.name == name for trait in self.by_id[who].profile.traits)

    def zone(self, seat: str) -> Zone | None:
        """The seat's deployment zone; None in a free fight."""
        return next((z for z in scenario.zones(self.game) if z.name == self.game.seats[seat].zone), None)

    def members(self, seat: str) -> list[Character]:
        return [c for c in self.by_id.values() if c.seat == seat]


def _enter(by_id: dict[str, Character], event: object) -> None:
    """Whoever enters is added; and a character that is given Command Points began with them."""
    if type(event) is Entered:
        by_id[event.character.id] = event.character
    elif type(event) is CommandGranted:
        c = by_id[event.who]
        profile = msgspec.structs.replace(c.profile, cp=c.profile.cp + event.points)
        by_id[c.id] = msgspec.structs.replace(c, profile=profile)


class _Chapters:
    """A log, as far as it was read."""

    def __init__(self, events: Iterable[BaseEvent[State]] = ()) -> None:
        self.by_id: dict[str, Character] = {}
        self.moments: list[Moment] = []
        self.of_kind: defaultdict[type, list[Moment]] = defaultdict(list)
        self._round = 0
        self._turn: str | None = None
        self._actions: list[ActionBegan] = []
        self._places: dict[str, Point] = {}
        self._wet: frozenset[str] = frozenset()
        self._swayed: Mapping[str, str] = {}
        self._read(events)

    def with_more(self, events: Iterable[BaseEvent[State]]) -> _Chapters:
        """The same, read on; these stay as they are."""
        longer = copy(self)
        longer.by_id, longer.moments, longer._actions = dict(self.by_id), list(self.moments), list(self._actions)
        longer.of_kind = defaultdict(list, {kind: list(found) for kind, found in self.of_kind.items()})
        longer._read(events)
        return longer

    def _read(self, events: Iterable[BaseEvent[State]]) -> None:
        for number, event in enumerate(events, len(self.moments)):
            kind = type(event)
            _enter(self.by_id, event)
            if kind in _TURNING:
                self._follow(cast(Turning, event))
            action = self._actions[-1] if self._actions else None
            moment = Moment(event, number, self._round, self._turn, action, self._places, self._wet, self._swayed)
            self.moments.append(moment)
            self.of_kind[kind].append(moment)
            if kind is ActionEnded and self._actions:
                self._actions.pop()

    def _follow(self, event: Turning) -> None:
        """Whose turn it is, who is there and who stands where, from this event on."""
        places, wet = self._places, self._wet
        match event:
            case ActionBegan():
                self._actions.append(event)
            case TurnBegan():
                self._turn = event.who
            case TurnEnded():
                self._turn = None
            case RoundBegan():
                self._round = event.round
            case Entered(character=c):
                if c.at is not None:
                    self._places = {**places, c.id: c.at}
            case Deployed():
                self._places = {**places, event.who: event.at}
                self._wet = wet | {event.who} if event.ground is not None and event.ground.water else wet
            case Moved() | Pushed():
                self._places = {**places, event.who: event.path[-1]}
                self._wet = wet | {event.who} if event.in_water else wet - {event.who}
            case Jumped():
                self._places, self._wet = {**places, event.who: event.to}, wet - {event.who}
            case Fell():
                self._places = {**places, event.who: event.rest}
                self._wet = wet | {event.who} if event.landing == "water" else wet - {event.who}
            case Overruled():
                if event.change.at is not None:
                    self._places = {**places, event.who: event.change.at}
                    self._wet = wet | {event.who} if event.in_water else wet - {event.who}
            case Rowed():
                self._places = {**places, **dict(event.riders)}
            case Swayed():
                others = {who: seat for who, seat in self._swayed.items() if who != event.who}
                own = self.by_id[event.who].seat == event.seat
                self._swayed = others if own else {**others, event.who: event.seat}
            case Killed() | Escaped() | Fled():
                self._places = {who: at for who, at in places.items() if who != event.who}
            case _:
                assert_never(event)


class History(Characters):
    """The whole log of a game, moment by moment."""

    def __init__(self, game: State) -> None:
        self.game = game
        begun, since = game.log.beginning(_Chapters)
        chapters = begun.with_more(since)
        self.by_id, self.moments, self._of_kind = chapters.by_id, chapters.moments, chapters.of_kind

    def side(self, who: str, moment: Moment | None = None) -> str:
        """The seat that a character fights for at this moment: whom Madness has is a friend of its caster's."""
        return moment.swayed.get(who, self.by_id[who].seat) if moment is not None else self.by_id[who].seat

    def own(self, who: str | None, seat: str, moment: Moment | None = None) -> bool:
        return who in self.by_id and self.side(who, moment) == seat

    def enemy(self, who: str | None, seat: str, moment: Moment | None = None) -> bool:
        return who in self.by_id and self.side(who, moment) != seat

    def until(self, number: int) -> History:
        """The same history as it was after so many events."""
        earlier = copy(self)
        earlier.moments = self.moments[:number]
        return earlier

    def since(self, number: int) -> Iterator[Moment]:
        return iter(self.moments[number:])

    def of(self, kind: type[E], since: int = 0) -> Iterator[tuple[Moment, E]]:
        """The events of one kind, and when they happened."""
        found = self._of_kind.get(kind, ())
        first, last = (bisect_left(found, number, key=_number) for number in (since, len(self.moments)))
        return ((moment, cast(E, moment.event)) for moment in found[first:last])

    def arrangements(self, number: int) -> Iterator[Moment]:
        """Those of them at which somebody stands or swims where nobody did before, and the first of all."""
        before: Moment | None = None
        for moment in self.since(number):
            if before is None or moment.places is not before.places or moment.in_water is not before.in_water:
                yield moment
            before = moment

    def kills(self, seat: str, since: int) -> Iterator[tuple[Moment, Killed]]:
        """Enemies killed by those who fought for the seat."""
        for moment, event in self.of(Killed, since):
            if self.own(event.by, seat, moment) and self.enemy(event.who, seat, moment):
                yield moment, event

    def attack_of(self, moment: Moment, kill: Killed) -> Attacked | None:
        """The Combat action that a casualty fell to, or None if it was no Combat action."""
        for earlier in reversed(self.moments[: moment.number]):
            event = earlier.event
            if isinstance(event, Attacked) and (event.who, event.target) == (kill.by, kill.who):
                return event if kill.why in (event.weapon, CRITICAL, POISON) else None
            if isinstance(event, TurnBegan):
                return None
        return None

    def touching(self, moment: Moment, who: str) -> list[str]:
        """The enemies in base contact with a character at that moment (GEO-04)."""
        if who not in moment.places:
            return []
        own = self._figure(moment, who)
        seat = self.side(who, moment)
        others = [other for other in moment.places if self.side(other, moment) != seat]
        return [other for other in others if own.touches(self._figure(moment, other))]

    def _figure(self, moment: Moment, who: str) -> Figure:
        return Figure(who, moment.places[who], self.by_id[who].profile.size)
