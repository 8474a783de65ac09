"""Vessels that move on their water, with their riders (TERR-13, 14)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import MoorAt, RowTo, SailTo
from sim.board.model.tableau import Figure, Point, Tableau, VesselAt
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import VesselMove, VesselPlace
from sim.board.movement.contacts import touching
from sim.board.movement.hulls import berth_of, carried, hull_of, middle_of, posed, turned, turned_by
from sim.board.movement.nav_scene import discs_of, nav_scene_without
from sim.board.movement.standing import point
from sim.geometry.ground.surface import part_at
from sim.geometry.ground.vessel_hulls import AFLOAT, ASHORE, BASE, hull_fits, hulls_fit
from sim.words import say

__all__ = ["answer_moor_at", "answer_row_to", "fits_at_end", "hull_outline"]

Floats = NDArray[np.float64]

_PACE = 0.05  # no corner of the hull goes further between two looks
_SHOWN = 0.4  # inches of the way between two poses that are told of it


def answer_row_to(board: Board, query: RowTo, tableau: Tableau) -> VesselMove:
    """TERR-13: straight to a pose, or `by` others to it, turning evenly from each to the next, never out of water or
    through what is in the way.

    No rider may go further than `length`, its way round a turn counted. Riders duck under bridges: only the hull
    needs room. The vessel keeps its height.

    Raises:
        KeyError: no such vessel, or a rider who is no figure.
    """
    lies = berth_of(board, tableau, query.piece)
    nav = nav_scene_without(board, tableau, query.piece)
    discs, others = discs_of(tableau, query.riders)
    hull, height = hull_of(board, board.vessel(query.piece))
    seats = {rider: tableau.figure(rider).at for rider in query.riders}
    poses = list(_poses(lies, query, tuple(seats.values()), float(np.hypot(hull[:, 0], hull[:, 1]).max())))
    went = _gone([[carried(seat, lies, pose) for pose in (lies, *poses)] for seat in seats.values()], len(poses))
    if query.short:
        poses = [pose for pose, far in zip(poses, went, strict=True) if far <= query.length]
    pads = np.full(len(poses), _PACE / 2)
    if not query.short:
        pads[-1] = 1e-3
    fits, code, which, index = hulls_fit(nav.scene, discs, _along(hull, poses), lies.at[2], height, pads, nav.buf)
    refusal: tuple[str, str] | None = None
    if code != AFLOAT:
        by = others[index].id if code == BASE else nav.name(part_at(nav.scene, which, index))
        refusal = ("TERR-13", _stopped(code, by))
    barred = refusal is not None
    rider_moved = went[fits - 1] if fits else 0.0
    if refusal is None and rider_moved > query.length + 1e-3:
        refusal = ("TERR-13", _too_far(rider_moved, query.length))
    end = _end(lies, query) if not query.short else poses[-1] if poses else lies
    riders = tuple((rider, point(*carried(seat, lies, end))) for rider, seat in seats.items())
    far = sum(map(_between_origins, (lies, *poses), poses)) if query.by else math.dist(lies.at, end.at)
    return VesselMove(
        piece=query.piece,
        at=point(*end.at),
        turn=round(end.turn, 3),
        riders=riders,
        moved=round(max(far, rider_moved), 3),
        rider_moved=round(rider_moved, 3),
        refusal=refusal,
        touching=_beside(riders, others, tableau),
        barred=barred,
        by=query.by,
        way=_shown(poses) if query.by else (),
    )


def _gone(ways: list[list[Point]], poses: int) -> list[float]:
    """How far whoever goes furthest has gone at each of so many poses after the first; nobody: nowhere."""
    if not ways:
        return [0.0] * poses
    return [max(far) for far in zip(*(accumulate(map(math.dist, way, way[1:])) for way in ways), strict=True)]


def _between_origins(a: VesselAt, b: VesselAt) -> float:
    return math.dist(a.at, b.at)


def _along(hull: Floats, poses: list[VesselAt]) -> Floats:
    """The outline in each of these poses, (poses, corners, 3)."""
    turns = [math.radians(pose.turn) for pose in poses]
    cos, sin = np.array([list(map(math.cos, turns)), list(map(math.sin, turns))])[:, :, None]
    at = np.array([pose.at for pose in poses]).reshape(-1, 3)
    x, y = cos * hull[:, 0] - sin * hull[:, 1], sin * hull[:, 0] + cos * hull[:, 1]
    return np.stack([x + at[:, :1], y + at[:, 1:2], np.zeros_like(x)], axis=2)


def _shown(poses: list[VesselAt]) -> tuple[VesselPlace, ...]:
    """Some of the poses, as close together as a way is shown, and the last."""
    found: list[VesselPlace] = []
    far = 0.0
    for before, pose in pairwise(poses):
        far += _between_origins(before, pose) + math.radians(abs(turned_by(before.turn, pose.turn)))
        if far > _SHOWN or pose is poses[-1]:
            found.append((*point(*pose.at)[:2], round(pose.turn, 3)))
            far = 0.0
    return tuple(found)


def fits_at_end(board: Board, query: SailTo, tableau: Tableau) -> bool:
    """Can the vessel lie where a way is to end, whatever the way?"""
    nav = nav_scene_without(board, tableau, query.piece)
    discs, _ = discs_of(tableau, query.riders)
    hull, height = hull_of(board, board.vessel(query.piece))
    end = _end(berth_of(board, tableau, query.piece), query)
    code, _, _ = hull_fits(nav.scene, discs, posed(hull, end), float(end.at[2]), height, 1e-3, nav.buf)
    return code == AFLOAT


def _end(lies: VesselAt, query: RowTo | SailTo) -> VesselAt:
    return VesselAt(lies.piece, (query.to[0], query.to[1], lies.at[2]), query.turn % 360.0)


def _beside(
    riders: tuple[tuple[str, Point], ...], others: tuple[Figure, ...], tableau: Tableau
) -> tuple[tuple[str, str], ...]:
    """Each rider at its new seat, and each other whom it is in base contact with there."""
    pairs = ((rider, tableau.figure(rider).radius, at, other) for rider, at in riders for other in others)
    return tuple((rider, other.id) for rider, radius, at, other in pairs if touching(at, radius, other))


def _stopped(code: int, by: str | None) -> str:
    """Why a vessel goes no further; `by`: what is in its way."""
    if code == ASHORE:
        return say("the vessel would leave the water")
    return say("the way is barred by {what}", what=by or say("the board's edge"))


def _too_far(moved: float, far: float) -> str:
    return say('a rider would move {moved:.1f}", and the row carries {far:g}"', moved=moved, far=far)


def answer_moor_at(board: Board, query: MoorAt, tableau: Tableau) -> VesselMove:
    """SCEN-05: whether a vessel may be set up in a place, wholly in water and clear of everything.

    Raises:
        KeyError: no such vessel.
    """
    vessel = board.vessel(query.piece)
    level = _water_level(board, query.over)
    pose = VesselAt(query.piece, (*query.over, level if level is not None else 0.0), query.turn % 360.0)
    refusal: tuple[str, str] | None = ("SCEN-05", say("there is no water"))
    if level is not None:
        nav = nav_scene_without(board, tableau, query.piece)
        discs, others = discs_of(tableau, ())
        hull, height = hull_of(board, vessel)
        code, which, index = hull_fits(nav.scene, discs, posed(hull, pose), level, height, 1e-3, nav.buf)
        if code == AFLOAT:
            refusal = None
        elif code == BASE:
            refusal = ("SCEN-05", say("the place is taken by {what}", what=others[index].id))
        elif code != ASHORE:
            refusal = (
                "SCEN-05",
                say(
                    "the place is taken by {what}", what=nav.name(part_at(nav.scene, which, index)) or say("something")
                ),
            )
        else:
            refusal = ("SCEN-05", say("the vessel must lie wholly in water"))
    return VesselMove(query.piece, point(*pose.at), pose.turn, riders=(), moved=0.0, rider_moved=0.0, refusal=refusal)


def _water_level(board: Board, over: tuple[float, float]) -> float | None:
    """The height of the highest water surface over a point, or None."""
    none: Floats = np.zeros((0, 3, 3))
    waters = (p.triangles for p in board.parts if p.meaning.kind is Kind.WATER)
    return _level(board.derived("water surfaces", lambda: np.concatenate([none, *waters])), over)


def _level(triangles: Floats, over: tuple[float, float]) -> float | None:
    """The height of level surfaces where they lie over a point, None where none does."""
    a, b, c = (triangles[:, i, :2] - np.asarray(over) for i in range(3))
    turns = np.stack([_cross(a, b), _cross(b, c), _cross(c, a)])
    inside = (turns >= 0).all(axis=0) | (turns <= 0).all(axis=0)
    return float(triangles[inside, :, 2].max()) if inside.any() else None


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])


def hull_outline(board: Board, boat: VesselAt) -> tuple[Point, ...]:
    """The outline of a boat's hull where it lies, at the height of its water, from corner to corner."""
    hull, _ = hull_of(board, board.vessel(boat.piece))
    return tuple(point(x, y, boat.at[2]) for x, y, _ in posed(hull, boat).tolist())


def _poses(lies: VesselAt, query: RowTo, seats: tuple[Point, ...], corner: float) -> Iterator[VesselAt]:
    """The poses on the way that are looked at. `corner`: how far the hull reaches."""
    if not query.by:
        turn = turned_by(lies.turn, query.turn)
        steps = _steps(math.dist(query.to[:2], lies.at[:2]), turn, corner)
        for step in range(1, steps + 1):
            yield _between(lies, query.to, turn, step / steps)
        return
    middle = middle_of(seats, lies)
    reach = corner + math.dist(middle[:2], lies.at[:2])
    start = lies
    for end in (*(VesselAt(lies.piece, (x, y, lies.at[2]), turn) for x, y, turn in query.by), _end(lies, query)):
        a, b = carried(middle, lies, start), carried(middle, lies, end)
        turn = turned_by(start.turn, end.turn)
        steps = _steps(math.dist(a, b), turn, reach)
        for step in range(1, steps + 1):
            share = step / steps
            about = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            yield _about(lies, middle, about, start.turn + share * turn)
        start = end


def _steps(way: float, turn: float, corner: float) -> int:
    """So many, that no corner goes further between two of them than a pace."""
    return max(1, math.ceil((way + corner * math.radians(abs(turn))) / _PACE))


def _about(lies: VesselAt, middle: Point, where: tuple[float, float], turn: float) -> VesselAt:
    """The pose in which what was at `middle` is somewhere else, and the vessel turned."""
    x, y = turned(lies.at[0] - middle[0], lies.at[1] - middle[1], turn - lies.turn)
    return VesselAt(lies.piece, (float(where[0] + x), float(where[1] + y), lies.at[2]), turn % 360.0)


def _between(lies: VesselAt, to: Point, turn: float, share: float) -> VesselAt:
    x = lies.at[0] + share * (to[0] - lies.at[0])
    y = lies.at[1] + share * (to[1] - lies.at[1])
    return VesselAt(lies.piece, (x, y, lies.at[2]), (lies.turn + share * turn) % 360.0)
