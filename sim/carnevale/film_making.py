"""From a game to its film, event by event: the one module that writes films, and says how long an event is shown.

`FilmMaker` makes a moment of each event as it comes; the table plays its game from those moments, and `film_of` puts
all of them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from pathlib import PureWindowsPath
from typing import Literal

import msgspec

from sim.carnevale import events
from sim.carnevale.characters import Point
from sim.carnevale.chronicle import Chronicle, ChronicleEntry
from sim.carnevale.events import Event
from sim.carnevale.evidence import words as evidence_words
from sim.carnevale.film import Film, FilmLine, FilmMini, FilmMoment, FilmPose, FilmSeat, FilmStill, Poses, poses_of
from sim.carnevale.names import Names, names_of
from sim.carnevale.narration import narrate, narrate_hidden
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.scenarios.gondolas import VesselSetUp
from sim.carnevale.setup import begin, setup_of
from sim.carnevale.state import State
from sim.carnevale.summary import standings_of
from sim.engine.reasons import GivenReason
from sim.words import say, term

__all__ = ["READ", "TUMBLE", "FilmMaker", "duration_of", "film_of", "is_redundant"]

PACE = 6.0  # inches a second of a walking mini
TUMBLE = 0.8  # seconds
READ = 0.9  # seconds for what was measured to be taken in
SPACING = 64  # events between two stills: from one of them any moment is near

Tone = Literal["life", "action", "alert"]


# --- how long events are shown --------------------------------------------------------------------------------------


def is_redundant(event: Event) -> bool:
    """Is it an action whose own events tell it better?"""
    return isinstance(event, events.ActionBegan) and event.action in ("run", "jump") and not event.opportunity


def duration_of(event: Event) -> float:
    """How long an event is shown at speed 1."""
    match event:
        case events.Moved() | events.Pushed():
            return max(0.3, min(1.6, _length(event.path) / PACE))
        case events.Jumped():
            return max(0.4, min(1.2, _length(event.path) / PACE))
        case events.Fell():
            return 0.35 + min(0.5, event.fallen / 12)
        case events.Rowed():
            return max(0.9, min(2.4, event.length / PACE))
        case events.DiceThrown(purpose="agenda"):
            return 0.0  # what is drawn by it stands on the table all game long
        case events.DiceThrown(purpose="deployment" | "initiative") | events.Rolled(purpose="deployment"):
            return 0.4  # a die for each gang, one after the other
        case events.DiceThrown():
            return TUMBLE
        case events.Rolled():
            return 0.7
        case events.Rerolled():
            return 0.8
        case events.Killed() | events.Fled() | events.Escaped():
            return 1.0
        case events.LostLife() | events.Stunned() | events.Charged() | events.PointsGained():
            return 0.5
        case events.Attacked() | events.TemplateTouched():
            return READ if event.evidence else 0.35
        case events.SpellCast() | events.SpellReached() if event.evidence:
            return READ
        case events.TurnBegan() | events.ActionBegan():
            return 0.35
        case events.RoundBegan() | events.InitiativeTaken():
            return 0.8
        case events.Deployed() | events.LeftOut() | VesselSetUp() | ZoneTaken():
            return 0.12
        case _:
            return 0.0


def _length(path: tuple[Point, ...]) -> float:
    return sum(map(dist, path, path[1:]))


# --- from a game to its film ----------------------------------------------------------------------------------------


class FilmMaker:
    """Makes moments of the events of a game. `now`: its state, which becomes the maker's own. `veiled`: the seats from
    whom its secrets are kept; of an event that one of them may not see, only what is told of it to all is shown.
    """

    def __init__(self, now: State, name: Names, veiled: Sequence[str] = (), number: int = 0) -> None:
        self.number = number  # of the last event
        self.poses = poses_of(now.tableau())
        self._now, self._name, self._veiled = now, name, veiled
        self._life, self._points = _life(now), _points(now)

    def show(self, event: Event) -> FilmMoment:
        """The moment of the next event."""
        self._now.apply(event)
        self.number += 1
        before, self.poses = self.poses, poses_of(self._now.tableau())
        life, self._life = self._life, _life(self._now)
        points, self._points = self._points, _points(self._now)
        moment = _moment(self.number, event, self._now, self._name, self._veiled)
        return msgspec.structs.replace(
            moment,
            life={who: lp for who, lp in self._life.items() if life.get(who) != lp},
            points={seat: vp for seat, vp in self._points.items() if points.get(seat) != vp},
            poses=_changed(before, self.poses),
        )


def film_of(state: State, log: Sequence[Event], seats: Iterable[str] = (), reasons: Sequence[GivenReason] = ()) -> Film:
    """The film of the game that a state is of, from its beginning. Of an event that one of `seats` may not see, only
    what is told of it to all is in it; so it is with `reasons`, which bots gave.
    """
    veiled, setup, first = tuple(seats), setup_of(state.setup), begin(state.setup)
    name = names_of(state, gangs=True)
    life = _life(first)
    maker = FilmMaker(first, name, veiled)
    likely = {standing.number: standing.chances for standing in standings_of(state.setup, log)}
    moments: list[FilmMoment] = []
    stills = [FilmStill(0, maker.poses)]
    for event in log:
        moment = maker.show(event)
        chances = {seat: round(chance, 4) for seat, chance in likely.get(maker.number, {}).items()}
        moments.append(msgspec.structs.replace(moment, chances=chances) if chances else moment)
        if maker.number % SPACING == 0:
            stills.append(FilmStill(maker.number, maker.poses))
    minis = (
        FilmMini(c.id, name(c.id), c.seat, c.profile.size, c.profile.body, life.get(c.id, c.lp))
        for c in state.characters.values()
    )
    return Film(
        PureWindowsPath(setup.board).name,  # no folder of whoever wrote it
        tuple(FilmSeat(gang.seat, first.seats[gang.seat].gang) for gang in setup.gangs),
        tuple(minis),
        tuple(moments),
        tuple(stills),
        _lines(log, name, veiled, reasons),
        setup.size,
        setup.scenario,
        state.over,
        veiled,
    )


def _lines(
    log: Sequence[Event], name: Names, veiled: Sequence[str], reasons: Sequence[GivenReason]
) -> tuple[FilmLine, ...]:
    """The chronicle, as all of the seats that it is veiled for may read it."""
    chronicle = Chronicle(lambda event: all(event.seen_by(seat) for seat in veiled)).read(log)
    lines = []
    for entry in chronicle.entries:
        words = chronicle.line(entry, name)
        if words:
            seen = all(log[number].seen_by(seat) for number in entry.numbers for seat in veiled)
            lines.append(
                FilmLine(
                    entry.numbers[0] + 1,
                    entry.numbers[-1] + 1,
                    entry.telling + 1,
                    entry.kind,
                    words,
                    entry.round,
                    entry.turn,
                    tuple(sorted(entry.concerns)) if seen else (),
                    entry.within,
                    _reasons_of(entry, veiled, reasons),
                )
            )
    return tuple(lines)


def _reasons_of(entry: ChronicleEntry, veiled: Sequence[str], reasons: Sequence[GivenReason]) -> tuple[str, ...]:
    """Why bots did what an entry tells: the whole of it for their own seat alone, and where nothing is veiled."""
    first, last = entry.numbers[0], entry.numbers[-1]
    given = (each for each in reasons if first <= each.events <= last)
    told = (each.words(whole=all(seat == each.seat for seat in veiled)) for each in given)
    return tuple(words for words in told if words)


def _moment(number: int, event: Event, state: State, name: Names, veiled: Sequence[str]) -> FilmMoment:
    """An event as all of the seats that it is veiled for may see it, in the state that it has led to."""
    if not all(event.seen_by(seat) for seat in veiled):
        told = narrate_hidden(event, name)
        return FilmMoment(number, "hidden", round=state.round, active=state.active, words=told)
    sees = tuple(seat for seat in state.seats if event.seen_by(seat))
    who = getattr(event, "who", None)
    rises, tone = _rising(event)
    return FilmMoment(
        number,
        str(event.__struct_config__.tag),
        duration_of(event),
        state.round,
        state.active,
        who if isinstance(who, str) else None,
        "" if is_redundant(event) else narrate(event, name),
        evidence_words(event, name),
        rises,
        tone,
        getattr(event, "path", ()),
        getattr(event, "faces", ()),
        getattr(event, "needed", 0),
        getattr(event, "outcome", ""),
        course=event.row.way if isinstance(event, events.Rowed) and event.row is not None else (),
        seen_by=None if len(sees) == len(state.seats) else sees,
    )


def _rising(event: Event) -> tuple[str, Tone]:
    """The word that rises over whom an event happens to, and its tone."""
    match event:
        case events.LostLife():
            return say("-{lost} LP", lost=event.taken), "life"
        case events.PointsGained():
            return say("+{points} {what}", points=event.points, what=term(event.what.upper())), "action"
        case events.Stunned():
            return say("Stunned"), "alert"
        case events.Killed():
            return say("Falls!"), "life"
        case events.Fled():
            return say("Flees!"), "alert"
        case events.Escaped():
            return say("Away!"), "action"
    return "", "life"


def _life(state: State) -> dict[str, int]:
    return {c.id: c.lp if c.alive else 0 for c in state.characters.values()}


def _points(state: State) -> dict[str, int]:
    return {seat.id: seat.vp for seat in state.seats.values()}


def _changed(before: dict[str, FilmPose], after: dict[str, FilmPose]) -> Poses:
    moved: Poses = {id: pose for id, pose in after.items() if before.get(id) != pose}
    return {**moved, **dict.fromkeys(before.keys() - after.keys())}
