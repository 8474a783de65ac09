"""Who sees the places of an empty board, and in what cover: dear to measure, so that it is shared out among workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import dist

import msgspec

from sim.board.board import Board
from sim.board.model.queries import CoverOf, SightOf
from sim.board.model.tableau import MM, Figure, Point, Tableau
from sim.board.model.verdicts import Cover, Sight
from sim.engine.jobs import Crew, results
from sim.playtest.games import Asked
from sim.playtest.playing import board_of
from sim.words import in_english

__all__ = [
    "BASE",
    "COVERED",
    "HERE",
    "OPEN",
    "UNSEEN",
    "BoardLook",
    "PlaceSeen",
    "figure_at",
    "look",
    "look_together",
    "look_work",
]

BASE = 30.0  # mm
UNSEEN, COVERED, OPEN, HERE = range(4)
"""How a mini is seen from a place: not; in cover; without; or it stands so near that the two could not both."""
PARTS = 24  # jobs that a look is shared out in: so many that no worker waits long for another


class BoardLook(msgspec.Struct, frozen=True):
    """Places of a board, all of which are looked at from the same: from all over the board, and from each zone."""

    places: tuple[Point, ...]
    watchers: tuple[Point, ...]
    zones: tuple[tuple[Point, ...], ...]


class PlaceSeen(msgspec.Struct, frozen=True):
    """How a mini at one of these places is seen by each watcher, and from each zone's places: `UNSEEN` to `HERE`."""

    watched: tuple[int, ...]
    zones: tuple[tuple[int, ...], ...]


class _LookJob(msgspec.Struct, frozen=True):
    """A look as it is handed to a worker."""

    map: str
    board: str  # its key
    look: BoardLook


def look(board: Board, asked: BoardLook, told: Callable[[float], None] | None = None) -> list[PlaceSeen]:
    """Measure it, place by place; `told`, which share of it is done, from 0 to 1."""
    found = []
    for number, place in enumerate(asked.places):
        if told is not None:
            told(number / len(asked.places))
        watched, *zones = (
            tuple(_seen_from(board, w, place) for w in those) for those in (asked.watchers, *asked.zones)
        )
        found.append(PlaceSeen(watched, tuple(zones)))
    return found


def look_together(asked: Asked, crew: Crew, whole: BoardLook) -> list[PlaceSeen]:
    """The same by a crew, on the board of a play-test; the outcome does not depend on the crew.

    Raises WorkerLost, ChangedBoard.
    """
    jobs = (msgspec.json.encode(_LookJob(asked.map, asked.board, part), enc_hook=in_english) for part in _parts(whole))
    parts = results(jobs, look_work, crew)
    return list(chain.from_iterable(msgspec.json.decode(part, type=list[PlaceSeen]) for part in parts))


def look_work(job: bytes) -> bytes:
    """A part of a look as it is handed to a worker, and what was seen, both as JSON. Raises ChangedBoard."""
    asked = msgspec.json.decode(job, type=_LookJob)
    return msgspec.json.encode(look(board_of(asked.map, asked.board), asked.look), enc_hook=in_english)


def figure_at(id: str, at: Sequence[float]) -> Figure:
    """A mini at a place."""
    x, y, z = (round(float(v), 3) for v in at)
    return Figure(id, (x, y, z), BASE)


def _parts(whole: BoardLook) -> Iterator[BoardLook]:
    each = max(1, -(-len(whole.places) // PARTS))
    for begin in range(0, len(whole.places), each):
        yield msgspec.structs.replace(whole, places=whole.places[begin : begin + each])


def _seen_from(board: Board, watcher: Point, place: Point) -> int:
    """How a mini is seen from a place."""
    if dist(watcher, place) <= 2 * BASE * MM:
        return HERE
    both = _both(watcher, place)
    sight = board.answer(SightOf("watcher", "walker"), both)
    if not (isinstance(sight, Sight) and sight.visible):
        return UNSEEN
    cover = board.answer(CoverOf("watcher", "walker"), both)
    return COVERED if isinstance(cover, Cover) and cover.in_cover else OPEN


def _both(watcher: Point, place: Point) -> Tableau:
    return Tableau((figure_at("watcher", watcher), figure_at("walker", place)))
