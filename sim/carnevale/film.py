"""The film of a game: what happened, event by event, as it is shown; for the table, for players of films, for others.

A film holds no rule and no seed: who stands where, the paths that minis take, dice, words, what was measured, how long
each is shown, and who may see it. What a seat may not see is not in its film. The format is told in
`tools/docs/formats/films.md`.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.board.model.tableau import Figure, Marker, Point, Tableau, VesselAt
from sim.board.model.verdicts import VesselPlace
from sim.errors import BautaError
from sim.schemas import read_json
from sim.whole_files import open_file
from sim.words import in_english
from sim.words.sayings import Saying, as_messages, sayings_of

__all__ = [
    "Film",
    "FilmLine",
    "FilmMini",
    "FilmMoment",
    "FilmPose",
    "FilmSeat",
    "FilmStill",
    "Poses",
    "WrongFilm",
    "packed",
    "places_of",
    "poses_of",
    "read_film",
    "still_at",
    "tableau_of",
]

MOST = 1 << 28  # bytes of a film, unpacked

Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
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
    life: Number = 0


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
    rises: str = ""
    tone: Literal["life", "action", "alert"] = "life"
    path: tuple[Point, ...] = ()
    dice: tuple[Face, ...] = ()
    needed: Face = 0
    outcome: str = ""
    life: dict[str, Number] = {}
    points: dict[str, Points] = {}
    chances: dict[str, Share] = {}
    seen_by: tuple[str, ...] | None = None
    poses: dict[str, FilmPose | None] = {}
    course: tuple[VesselPlace, ...] = ()


class FilmLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the chronicle: an action with all that it came to."""

    first: Number
    last: Number
    number: Number
    kind: str
    words: str
    round: Number = 0
    turn: str | None = None
    concerns: tuple[str, ...] = ()
    within: bool = False
    why: tuple[str, ...] = ()


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
    lines: tuple[FilmLine, ...] = ()
    size: tuple[float, float] = (36.0, 36.0)
    scenario: str = "free"
    over: bool = False
    veiled_for: tuple[str, ...] = ()
    sayings: dict[str, Saying] = {}
    format: Literal[1] = 1


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


def still_at(film: Film, number: int) -> dict[str, FilmPose]:
    """All that stands on the board after so many events: of the nearest still before, and what changed since."""
    number = max(0, min(number, len(film.moments)))
    still = max((each for each in film.stills if each.number <= number), key=lambda each: each.number)
    poses: Poses = dict(still.poses)
    for moment in film.moments[still.number : number]:
        poses.update(moment.poses)
    return {id: pose for id, pose in poses.items() if pose is not None}


def places_of(film: Film, first: int, last: int) -> tuple[Point, ...]:
    """Where it took place what happened after `first` events, until after `last`: paths, and all whom it concerned."""
    moments = film.moments[first:last]
    concerned = {who for line in film.lines if line.first <= last and line.last > first for who in line.concerns}
    concerned |= {moment.who for moment in moments if moment.who is not None}
    stood = [poses[who].at for poses in (still_at(film, first), still_at(film, last)) for who in concerned & set(poses)]
    return (*(at for moment in moments for at in moment.path), *stood)


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
    whole = msgspec.structs.replace(film, sayings=sayings_of(_texts(film)))
    return gzip.compress(msgspec.json.encode(whole, enc_hook=in_english), mtime=0)


def _texts(film: Film) -> Iterator[str]:
    """All that is read in a film."""
    for moment in film.moments:
        yield from (moment.words, moment.evidence, moment.rises)
    for line in film.lines:
        yield from (line.words, *line.why)


def _with_messages(film: Film) -> Film:
    """A film whose words can be told in other languages, as far as its file says how they were said."""
    made = as_messages(_texts(film), film.sayings)
    change = msgspec.structs.replace
    return change(
        film,
        moments=tuple(
            change(each, words=made[each.words], evidence=made[each.evidence], rises=made[each.rises])
            for each in film.moments
        ),
        lines=tuple(
            change(each, words=made[each.words], why=tuple(made[why] for why in each.why)) for each in film.lines
        ),
        sayings={},
    )


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
    return _with_messages(film)
