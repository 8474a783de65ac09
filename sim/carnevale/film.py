"""The film of a game: what happened, event by event, as it is shown; for the table, for players of films, for others.

A film holds no rule and no seed: who stands where, the paths that minis take, dice, words, what was measured, how long
each is shown, and who may see it. What a seat may not see is not in its film. The format is told in
`tools/docs/formats/films.md`.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from math import dist
from pathlib import Path, PureWindowsPath
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.model.tableau import Figure, Marker, Point, Tableau, VesselAt
from sim.carnevale import events
from sim.carnevale.events import Event
from sim.carnevale.evidence import words as evidence_words
from sim.carnevale.names import Names, names_of
from sim.carnevale.narration import narrate, narrate_hidden
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.scenarios.gondolas import VesselSetUp
from sim.carnevale.setup import begin, setup_of
from sim.carnevale.state import State
from sim.errors import BautaError
from sim.schemas import read_json
from sim.whole_files import open_file

__all__ = [
    "READ",
    "TUMBLE",
    "Film",
    "FilmMini",
    "FilmMoment",
    "FilmPose",
    "FilmSeat",
    "FilmStill",
    "WrongFilm",
    "duration_of",
    "film_of",
    "is_redundant",
    "packed",
    "poses_of",
    "read_film",
    "still_at",
    "tableau_of",
]

PACE = 6.0  # inches a second of a walking mini
TUMBLE = 0.8  # seconds
READ = 0.9  # seconds for what was measured to be taken in
SPACING = 64  # events between two stills: from one of them any moment is near
MOST = 1 << 28  # bytes of a film, unpacked

Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Face = Annotated[int, Meta(ge=0, le=100)]
Poses = dict[str, "FilmPose | None"]


class WrongFilm(BautaError):
    """A file that is no film."""


class FilmPose(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where something stands: a mini, a vessel or a marker."""

    at: Point
    turn: float = 0.0
    kind: Literal["mini", "vessel", "marker"] = "mini"
    marker: str = ""
    radius: float = 0.0
    height: float = 0.0


class FilmSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays."""

    id: str
    gang: str = ""


class FilmMini(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character, as it is drawn."""

    id: str
    name: str
    seat: str
    size: float = 30.0
    body: str = "human"


class FilmMoment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An event, and what stands elsewhere after it."""

    number: Number
    kind: str
    seconds: float = 0.0
    round: Number = 0
    active: str | None = None
    who: str | None = None
    words: str = ""
    evidence: str = ""
    path: tuple[Point, ...] = ()
    dice: tuple[Face, ...] = ()
    seen_by: tuple[str, ...] | None = None
    poses: dict[str, FilmPose | None] = {}


class FilmStill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that stands on the board after an event."""

    number: Number
    poses: dict[str, FilmPose] = {}


class Film(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game, or as much of it as was played."""

    board: str
    seats: tuple[FilmSeat, ...]
    minis: tuple[FilmMini, ...]
    moments: tuple[FilmMoment, ...]
    stills: tuple[FilmStill, ...]
    size: tuple[float, float] = (36.0, 36.0)
    scenario: str = "free"
    over: bool = False
    veiled_for: tuple[str, ...] = ()
    format: Literal[1] = 1


# --- how long ------------------------------------------------------------------------------------------------------


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
            return 0.9
        case events.DiceThrown():
            return TUMBLE
        case events.Rolled():
            return 0.7
        case events.Rerolled():
            return 0.8
        case events.Killed():
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
        case events.Deployed() | VesselSetUp() | ZoneTaken():
            return 0.25
        case _:
            return 0.0


def _length(path: tuple[Point, ...]) -> float:
    return sum(map(dist, path, path[1:]))


# --- from a game to its film ----------------------------------------------------------------------------------------


def film_of(state: State, log: Sequence[Event], seats: Iterable[str] = ()) -> Film:
    """The film of the game that a state is of, from its beginning. Of an event that one of `seats` may not see, only
    what is told of it to all is in it.
    """
    veiled, setup, now = tuple(seats), setup_of(state.setup), begin(state.setup)
    name, before = names_of(state), poses_of(now.tableau())
    moments: list[FilmMoment] = []
    stills = [FilmStill(0, before)]
    for number, event in enumerate(log, start=1):
        now.apply(event)
        after = poses_of(now.tableau())
        moments.append(_moment(number, event, now, name, veiled, _changed(before, after)))
        before = after
        if number % SPACING == 0:
            stills.append(FilmStill(number, after))
    minis = (FilmMini(c.id, name(c.id), c.seat, c.profile.size, c.profile.body) for c in state.characters.values())
    return Film(
        PureWindowsPath(setup.board).name,  # no folder of whoever wrote it
        tuple(FilmSeat(gang.seat, gang.name) for gang in setup.gangs),
        tuple(minis),
        tuple(moments),
        tuple(stills),
        setup.size,
        setup.scenario,
        state.over,
        veiled,
    )


def _moment(number: int, event: Event, state: State, name: Names, veiled: Sequence[str], poses: Poses) -> FilmMoment:
    """An event as all of the seats that it is veiled for may see it, in the state that it has led to."""
    if not all(event.seen_by(seat) for seat in veiled):
        told = narrate_hidden(event, name)
        return FilmMoment(number, "hidden", round=state.round, active=state.active, words=told, poses=poses)
    sees = tuple(seat for seat in state.seats if event.seen_by(seat))
    who = getattr(event, "who", None)
    return FilmMoment(
        number,
        str(event.__struct_config__.tag),
        duration_of(event),
        state.round,
        state.active,
        who if isinstance(who, str) else None,
        "" if is_redundant(event) else narrate(event, name),
        evidence_words(event, name),
        getattr(event, "path", ()),
        getattr(event, "faces", ()),
        None if len(sees) == len(state.seats) else sees,
        poses,
    )


def poses_of(tableau: Tableau) -> dict[str, FilmPose]:
    """All that stands on a board, by id."""
    return {
        **{
            marker.id: FilmPose(marker.at, 0.0, "marker", marker.kind, marker.radius, marker.height)
            for marker in tableau.markers
        },
        **{vessel.piece: FilmPose(vessel.at, vessel.turn, "vessel") for vessel in tableau.vessels},
        **{figure.id: FilmPose(figure.at, figure.facing) for figure in tableau.figures},
    }


def _changed(before: dict[str, FilmPose], after: dict[str, FilmPose]) -> Poses:
    moved: Poses = {id: pose for id, pose in after.items() if before.get(id) != pose}
    return {**moved, **dict.fromkeys(before.keys() - after.keys())}


# --- a film that is looked at ---------------------------------------------------------------------------------------


def still_at(film: Film, number: int) -> dict[str, FilmPose]:
    """All that stands on the board after so many events: of the nearest still before, and what changed since."""
    number = max(0, min(number, len(film.moments)))
    still = max((each for each in film.stills if each.number <= number), key=lambda each: each.number)
    poses: Poses = dict(still.poses)
    for moment in film.moments[still.number : number]:
        poses.update(moment.poses)
    return {id: pose for id, pose in poses.items() if pose is not None}


def tableau_of(film: Film, poses: dict[str, FilmPose]) -> Tableau:
    """What is to be drawn of a moment."""
    return Tableau(
        tuple(Figure(m.id, poses[m.id].at, m.size, m.body, poses[m.id].turn) for m in film.minis if m.id in poses),
        tuple(VesselAt(id, pose.at, pose.turn) for id, pose in poses.items() if pose.kind == "vessel"),
        tuple(
            Marker(id, pose.marker, pose.at, pose.radius, pose.height)
            for id, pose in poses.items()
            if pose.kind == "marker"
        ),
    )


def packed(film: Film) -> bytes:
    """A film as a file holds it: the same film, the same bytes."""
    return gzip.compress(msgspec.json.encode(film), mtime=0)


def read_film(path: Path) -> Film:
    """A film from its file, packed or not. Raises WrongFilm."""
    try:
        with open_file(path) as file:
            content = file.read(MOST + 1)
        if content[:2] == b"\x1f\x8b":
            content = gzip.GzipFile(fileobj=BytesIO(content)).read(MOST + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise WrongFilm(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MOST:
        raise WrongFilm(f"{path}: over {MOST >> 20} MB; this is no film")
    film = read_json(content, Film, str(path), WrongFilm)
    if not film.stills or film.stills[0].number != 0:
        raise WrongFilm(f"{path}: has no still of its beginning")
    return film
