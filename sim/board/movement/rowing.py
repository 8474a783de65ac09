"""Vessels that move on their water, with their riders (TERR-13, 14)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Vessel
from sim.board.model.errors import MissingError
from sim.board.model.queries import MoorAt, RowTo
from sim.board.model.tableau import Figure, Point, Tableau, VesselAt
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import VesselMove
from sim.board.movement.contacts import touching
from sim.board.movement.nav_scene import discs_of, nav_scene_without
from sim.board.movement.standing import point
from sim.geometry.ground.surface import part_at
from sim.geometry.ground.vessel_hulls import AFLOAT, ASHORE, BASE, hull_fits, outline
from sim.words import say

__all__ = ["answer_moor_at", "answer_row_to", "hull_outline"]

Floats = NDArray[np.float64]

_PACE = 0.05  # no corner of the hull goes further between two looks


def answer_row_to(board: Board, query: RowTo, tableau: Tableau) -> VesselMove:
    """TERR-13: straight to a pose, turning evenly on the way, never out of water or through what is in the way.

    No rider may go further than `length`, its way round a turn counted. Riders duck under bridges: only the hull
    needs room. The vessel keeps its height.

    Raises:
        KeyError: no such vessel, or a rider who is no figure.
    """
    lies = next((v for v in board.vessels_at(tableau) if v.piece == query.piece), None)
    if lies is None:
        raise MissingError(f"no vessel {query.piece!r} lies on the board")
    vessel = board.vessel(query.piece)
    nav = nav_scene_without(board, tableau, query.piece)
    discs, others = discs_of(tableau, query.riders)
    turn = (query.turn - lies.turn + 180.0) % 360.0 - 180.0
    hull, height = _hull(board, vessel)
    corner = float(np.hypot(hull[:, 0], hull[:, 1]).max())
    way = math.hypot(query.to[0] - lies.at[0], query.to[1] - lies.at[1])
    steps = max(1, math.ceil((way + corner * math.radians(abs(turn))) / _PACE))
    seats = {rider: tableau.figure(rider).at for rider in query.riders}
    went = dict.fromkeys(query.riders, 0.0)
    places = dict(seats)
    refusal: tuple[str, str] | None = None
    for step in range(1, steps + 1):
        pose = _between(lies, query.to, turn, step / steps)
        code, which, index = hull_fits(
            nav.scene,
            discs,
            _posed(hull, pose),
            float(pose.at[2]),
            height,
            _PACE / 2 if step < steps else 1e-3,
            nav.buf,
        )
        if code != AFLOAT:
            by = others[index].id if code == BASE else nav.name(part_at(nav.scene, which, index))
            refusal = ("TERR-13", _stopped(code, by))
            break
        for rider, seat in seats.items():
            new = _carried(seat, lies, pose)
            went[rider] += math.dist(places[rider], new)
            places[rider] = new
    end = _between(lies, query.to, turn, 1.0)
    rider_moved = max(went.values(), default=0.0)
    if refusal is None and rider_moved > query.length + 1e-3:
        refusal = ("TERR-13", _too_far(rider_moved, query.length))
    riders = tuple((rider, point(*_carried(seat, lies, end))) for rider, seat in seats.items())
    return VesselMove(
        piece=query.piece,
        at=point(*end.at),
        turn=round(end.turn, 3),
        riders=riders,
        moved=round(max(way, rider_moved), 3),
        rider_moved=round(rider_moved, 3),
        refusal=refusal,
        touching=_beside(riders, others, tableau),
    )


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
        hull, height = _hull(board, vessel)
        code, which, index = hull_fits(nav.scene, discs, _posed(hull, pose), level, height, 1e-3, nav.buf)
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
    hull, _ = _hull(board, board.vessel(boat.piece))
    return tuple(point(x, y, boat.at[2]) for x, y, _ in _posed(hull, boat).tolist())


def _hull(board: Board, vessel: Vessel) -> tuple[Floats, float]:
    """The outline about the vessel's origin, and how high its hull stands over the water."""

    def make() -> tuple[Floats, float]:
        points = np.concatenate([p.triangles.reshape(-1, 3) for p in vessel.parts if not p.meaning.decor])
        low = points[points[:, 2] <= 1.0]  # prow irons and lanterns overhang and pass
        return outline(low[:, :2]), float(low[:, 2].max())

    return board.derived(f"hull {vessel.id}", make)


def _between(lies: VesselAt, to: Point, turn: float, share: float) -> VesselAt:
    x = lies.at[0] + share * (to[0] - lies.at[0])
    y = lies.at[1] + share * (to[1] - lies.at[1])
    return VesselAt(lies.piece, (x, y, lies.at[2]), (lies.turn + share * turn) % 360.0)


def _posed(hull: Floats, pose: VesselAt) -> Floats:
    x, y = _turned(hull[:, 0], hull[:, 1], pose.turn)
    return np.column_stack([x + pose.at[0], y + pose.at[1], np.zeros(len(hull))])


def _carried(seat: Point, lies: VesselAt, pose: VesselAt) -> Point:
    x, y = _turned(seat[0] - lies.at[0], seat[1] - lies.at[1], pose.turn - lies.turn)
    return (float(pose.at[0] + x), float(pose.at[1] + y), seat[2] + pose.at[2] - lies.at[2])


def _turned(x: Floats | float, y: Floats | float, degrees: float) -> tuple[Floats | float, Floats | float]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos * x - sin * y, sin * x + cos * y
