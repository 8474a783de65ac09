"""Whether ladders lean against the wall that they lead up, and steps, jetties and quays meet the ground that they lead
to. All of them have it north of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, hypot, radians, sin

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely import affinity, get_coordinates
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from sim.board.architecture.plans import QuayPlan, StairsPlan
from sim.board.board import Board
from sim.board.files.mapfile import PiecePlacement
from sim.board.map_checks.survey import bounds, places, seen_from_above
from sim.board.model.plans import common, union
from sim.board.model.terrain import Kind
from sim.board.parts import Part

__all__ = ["LEANS", "Ladder", "Short", "alone", "deck_ladders", "ladders", "off_walls", "short_steps"]

LEANS = 1.2  # inches between a ladder and the wall that it leads up: who is up it steps across
SHORT = 1.0  # inches that the wall may be lower than the ladder
OFF = 0.4  # inches: a ladder further from its wall is seen to stand free, even from under its eaves
CLOSE = 0.03  # inches from its wall to which it is moved
ASHORE = ("water-steps", "jetty")  # pieces that lead to the street, beside those that are made by a plan
END = 0.2  # inches of a landing that are its end
MEETS = 0.06  # inches between an end and what it meets
STEP = 1.0  # inches that this may lie higher or lower (MOVE-01)
NEAR = 2.0  # inches: what lies further from the landing of a stair is not where it leads
FAR = 3.0  # inches to the street beyond which the way there is not looked for
TURNED = 0.5  # inches that a turn counts for, beside the move that is left
HEAD = 0.3  # inches over a landing: what rises higher beside it is a wall that it leans against

Way = tuple[float, float]


class Ladder(msgspec.Struct, frozen=True, eq=False):
    """A piece that is nothing but ladders: where it stands, seen from above, and its lowest and highest point."""

    id: str
    plan: BaseGeometry
    low: float
    high: float
    access: bool  # is it a way out of the water?


class Short(msgspec.Struct, frozen=True):
    """A piece so many inches short of what it leads to; `by`: the move that mends it, where it is known, and `turn` the
    degrees that it is turned by with it."""

    id: str
    inches: float
    by: Way | None = None
    turn: float = 0.0


def ladders(board: Board) -> Iterator[Ladder]:
    """The ladders of a board; scaffolds have decks as well, and are none."""
    parts: dict[str, list[int]] = {}
    for number, part in enumerate(board.parts):
        parts.setdefault(part.piece, []).append(number)
    boxes = bounds(board)
    for id, own in parts.items():
        meanings = [board.parts[n].meaning for n in own]
        if all(meaning.kind is Kind.LADDER for meaning in meanings):
            plan = union([seen_from_above(board, board.parts[n]) for n in own])
            low, high = float(boxes[own, 0, 2].min()), float(boxes[own, 1, 2].max())
            yield Ladder(id, plan, low, high, any(meaning.access for meaning in meanings))


def deck_ladders(board: Board) -> Iterator[Ladder]:
    """The ladders of pieces that have decks as well, of scaffolds, one after the other from the bottom."""
    boxes, alone_ = bounds(board), {ladder.id for ladder in ladders(board)}
    rungs = [n for n, part in enumerate(board.parts) if part.meaning.kind is Kind.LADDER]
    for n in sorted(rungs, key=lambda n: (board.parts[n].piece, float(boxes[n, 0, 2]))):
        part, id = board.parts[n], board.parts[n].piece
        if id not in alone_:
            low, high = float(boxes[n, 0, 2]), float(boxes[n, 1, 2])
            yield Ladder(id, union([seen_from_above(board, part)]), low, high, part.meaning.access)


def alone(board: Board) -> Iterator[str]:
    """Ladders that lead up no wall."""
    yield from (ladder.id for ladder in ladders(board) if not any(_walls(board, ladder)))


def off_walls(board: Board) -> Iterator[Short]:
    """Ladders that stand free of the wall that they lead up, but near enough to step across."""
    placed = {p.id: p for p in board.map.pieces} if board.map is not None else {}
    for ladder in ladders(board):
        walls = list(_walls(board, ladder))
        off = min((wall.distance(ladder.plan) for wall in walls), default=0.0)
        if off <= OFF:
            continue
        to = _north(placed[ladder.id]) if ladder.id in placed else (0.0, 0.0)
        ahead = _ahead(ladder.plan, to, LEANS, walls) if any(to) else None
        if ahead is None:
            yield Short(ladder.id, round(off, 3))
        else:
            inches = hypot(*ahead)
            yield Short(ladder.id, round(inches, 3), _times(to, inches - CLOSE))


def _walls(board: Board, ladder: Ladder) -> Iterator[BaseGeometry]:
    """What is high enough to lead a ladder up to and near enough to it, seen from above."""
    boxes: NDArray[np.float64] = bounds(board)
    west, south, east, north = ladder.plan.buffer(LEANS).bounds
    tall = boxes[:, 1, 2] >= ladder.high - SHORT
    tall &= (boxes[:, 0, :2] <= (east, north)).all(axis=1) & (boxes[:, 1, :2] >= (west, south)).all(axis=1)
    for part in (board.parts[n] for n in np.flatnonzero(tall).tolist()):
        wall = part.meaning.kind is not Kind.WATER and part.meaning.obstacle is None  # a boat is none
        if wall and part.piece != ladder.id:
            plan = seen_from_above(board, part)
            if plan.distance(ladder.plan) <= LEANS:
                yield plan


def short_steps(board: Board) -> Iterator[Short]:
    """Steps, jetties and quays whose end does not meet the street, and stairs that end just before a landing."""
    for placed in board.map.pieces if board.map is not None else ():
        plan = placed.piece
        dry = isinstance(plan, StairsPlan) and not plan.water
        if not dry and plan not in ASHORE and not isinstance(plan, QuayPlan | StairsPlan):
            continue
        own = _own(board, placed)
        end = _end(own, placed)
        level = placed.z + (plan.height if isinstance(plan, StairsPlan) and dry else 0.0)
        met = [*_ground_at(board, placed.id, level), *(_landings_at(board, placed.id, level) if dry else ())]
        short = min((there.distance(end) for there in met), default=np.inf)
        if short <= MEETS or (dry and (short > NEAR or _leans(board, placed.id, level, end))):
            continue
        by, turn = _ahead(end, _north(placed), FAR, met), 0.0
        if not dry:
            by, turn = _least_move(board, placed, own, by)
        if by is None and not np.isfinite(short):
            continue
        yield Short(placed.id, round(short, 3), by, turn)


def _least_move(board: Board, placed: PiecePlacement, own: BaseGeometry, on: Way | None) -> tuple[Way | None, float]:
    """The shorter move by which the end of a piece meets a street, straight on or turned round, and that turn.

    One that lies the wrong way round beside its own bank is not moved across the water to the other one.
    """
    (x0, y0, x1, y1), (x, y) = own.bounds, placed.at
    there = (x0 + x1 - x, y0 + y1 - y)
    after = msgspec.structs.replace(placed, at=there, turn=placed.turn + 180.0)
    end, streets = _end(own, after), [seen_from_above(board, part) for part in _streets(board, placed.z)]
    meets = any(street.distance(end) <= MEETS for street in streets)
    back = (0.0, 0.0) if meets else _ahead(end, _north(after), FAR, streets)
    if back is None or (on is not None and hypot(*on) <= hypot(*back) + TURNED):
        return on, 0.0
    return (there[0] - x + back[0], there[1] - y + back[1]), 180.0


def _own(board: Board, placed: PiecePlacement) -> BaseGeometry:
    return union([seen_from_above(board, part) for part in board.parts if part.name.startswith(f"{placed.id}/")])


def _end(own: BaseGeometry, placed: PiecePlacement) -> BaseGeometry:
    """The end of a piece at which it leads to something: its north, on its origin."""
    x0, _, x1, _ = affinity.rotate(own, -placed.turn, origin=placed.at).bounds
    y = placed.at[1]
    return affinity.rotate(box(x0, y - END, x1, y), placed.turn, origin=placed.at)


def _streets(board: Board, level: float) -> Iterator[Part]:
    return (part for part in _floors(board, level) if part.is_street)


def _ground_at(board: Board, id: str, level: float) -> Iterator[BaseGeometry]:
    """The streets at a height, and other pieces whose highest point is there."""
    for part in _floors(board, level):
        if part.piece != id:
            yield seen_from_above(board, part)


def _floors(board: Board, level: float) -> Iterator[Part]:
    """The dry floors at a height, of streets and of pieces."""
    near = np.abs(bounds(board)[:, 1, 2] - level) <= STEP
    for part, there in zip(board.parts, near.tolist(), strict=True):
        if there and part.meaning.is_floor and part.meaning.kind is not Kind.WATER and not part.low:
            yield part


def _landings_at(board: Board, id: str, level: float) -> Iterator[BaseGeometry]:
    """What is stood on at a height: roofs, balconies, decks."""
    for place in places(board):
        if place.low - STEP <= level <= place.high + STEP and place.part.partition("/")[0] != id:
            yield place.shape


def _leans(board: Board, id: str, level: float, end: BaseGeometry) -> bool:
    """Does a wall rise over the end of a stair?"""
    boxes: NDArray[np.float64] = bounds(board)
    over = (boxes[:, 1, 2] > level + HEAD) & (boxes[:, 0, 2] < level)
    return any(
        seen_from_above(board, board.parts[n]).distance(end) <= MEETS
        for n in np.flatnonzero(over).tolist()
        if board.parts[n].piece != id
    )


def _north(placed: PiecePlacement) -> Way:
    turn = radians(placed.turn)
    return (-sin(turn), cos(turn))


def _times(way: Way, inches: float) -> Way:
    return (way[0] * inches, way[1] * inches)


def _ahead(shape: BaseGeometry, to: Way, far: float, others: Iterable[BaseGeometry]) -> Way | None:
    """The move of the front of a shape straight on to the first of others; None where none lies within reach."""
    swept = unary_union([shape, affinity.translate(shape, *_times(to, far))]).convex_hull
    front = _along(shape, to).max()
    met = [common(other, swept) for other in others]
    near = [float(_along(place, to).min() - front) for place in met if not place.is_empty]
    inches = min((inches for inches in near if inches > 0.0), default=None)
    return None if inches is None else _times(to, inches)


def _along(shape: BaseGeometry, to: Way) -> NDArray[np.float64]:
    return np.asarray(get_coordinates(shape) @ np.array(to))
