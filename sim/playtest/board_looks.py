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

__all__ = ["BASE", "BoardLook", "PlaceSeen", "figure_at", "look", "look_together", "look_work"]

BASE = 30.0  # mm
PARTS = 24  # jobs that a look is shared out in: so many that no worker waits long for another


class BoardLook(msgspec.Struct, frozen=True):
    """Places of a board, all of which are looked at from the same: from all over the board, and from each zone."""

    places: tuple[Point, ...]
    watchers: tuple[Point, ...]
    zones: tuple[tuple[Point, ...], ...]


class PlaceSeen(msgspec.Struct, frozen=True):
    """One of these places: the share of watchers who see a mini there, of these the share from whom it is in cover
    (None where none sees it), and the share of each zone's places that see it."""

    seen: float
    cover: float | None
    seen_from: tuple[float, ...]


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
        seen, cover = _watched(board, place, asked.watchers)
        found.append(
            PlaceSeen(seen, cover, tuple(_share([_sees(board, w, place) for w in zone]) for zone in asked.zones))
        )
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


def _watched(board: Board, place: Point, watchers: Sequence[Point]) -> tuple[float, float | None]:
    """The share of watchers who see a mini there, and the share of these from whom it is in cover."""
    others = [w for w in watchers if dist(w, place) > 2 * BASE * MM]
    seeing = [w for w in others if _sees(board, w, place)]
    if not seeing:
        return 0.0, None
    covers = [board.answer(CoverOf("watcher", "walker"), _both(w, place)) for w in seeing]
    return len(seeing) / len(others), _share([isinstance(c, Cover) and c.in_cover for c in covers])


def _sees(board: Board, watcher: Point, place: Point) -> bool:
    if dist(watcher, place) <= 2 * BASE * MM:
        return True
    sight = board.answer(SightOf("watcher", "walker"), _both(watcher, place))
    return isinstance(sight, Sight) and sight.visible


def _both(watcher: Point, place: Point) -> Tableau:
    return Tableau((figure_at("watcher", watcher), figure_at("walker", place)))


def _share(those: Sequence[bool]) -> float:
    return sum(those) / len(those) if those else 0.0
