"""Whom markers and templates hit (GEO-13, GEO-14).

What stands in the way is terrain, in its sight sense: vessels included, low parts (GEO-03), figures and smoke not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.bodies import load_body
from sim.board.model.queries import UnderBlast, UnderTeardrop
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Beam, Under
from sim.board.sight.lines_of_sight import sight_scene_of
from sim.geometry.ray.blockers import PlacedSolid
from sim.geometry.sight.template_shapes import PlaneShape, circle, cut_off, on_body, over_column, teardrop
from sim.geometry.tolerance import LOW

if TYPE_CHECKING:
    from sim.board.board import Board

__all__ = ["answer_under_blast", "answer_under_teardrop"]

Floats = NDArray[np.float64]

OVER = LOW + 1e-3  # a line this high over the bases meets what is over 1" high, and nothing else
EAST, NORTH, UP = np.eye(3)


def answer_under_blast(board: Board, query: UnderBlast, tableau: Tableau) -> Under:
    """GEO-13: bases at least partly inside the circle, at most 1" higher or lower, not behind terrain over 1" high."""
    if query.at is not None:
        centre = query.at
    elif query.target is not None:
        centre = tableau.figure(query.target).at
    else:
        raise ValueError("a blast marker needs a target or a place")
    middle = np.array(centre)
    marker = PlaneShape(circle(query.across / 2), middle, EAST, NORTH)
    touched = []
    for figure in tableau.figures:
        level = abs(figure.at[2] - centre[2]) <= LOW + 1e-9
        if level and _flat(figure.at, centre) < figure.radius + query.across / 2:
            foot = np.array([figure.at[0], figure.at[1], centre[2]])
            points = over_column(marker, foot, figure.radius, 1.0)
            if not len(points):  # a touch too thin for the outline's polygon
                points = _nearest(figure, centre)[None]
            points[:, 2] = figure.at[2] + OVER
            touched.append((figure, points))
    return _under(board, tableau, middle + OVER * UP, touched, marker)


def answer_under_teardrop(board: Board, query: UnderTeardrop, tableau: Tableau) -> Under:
    """GEO-14: laid from half the attacker's height towards half the target's, from `start` off the attacker's base;
    towards a place, as if the attacker stood there.

    It hits whoever's body, or column over the base up to the body's height, it touches, unless terrain cuts all
    that it touches off from its narrow end. The attacker itself is not hit.
    """
    attacker = tableau.figure(query.attacker)
    if query.at is not None:
        target = msgspec.structs.replace(attacker, at=query.at)
    elif query.target is not None:
        target = tableau.figure(query.target)
    else:
        raise ValueError("a teardrop template needs a target or a place")
    here, there = _half_up(attacker), _half_up(target)
    way = there - here
    length = float(np.sqrt(way @ way))
    forward = way / length if length > 1e-9 else EAST
    level = float(np.hypot(forward[0], forward[1]))
    # Out of the attacker's column: through its side, or, where the line is steep, through its top or bottom.
    height = load_body(attacker.body).height / 2
    leave = min(attacker.radius / max(level, 1e-9), height / max(abs(float(forward[2])), 1e-9))
    origin = here + forward * (leave + query.start)
    plane_shape = teardrop(origin, origin + forward, query.length, query.wide, query.narrow)
    touched = []
    for figure in tableau.figures:
        if figure.id == attacker.id:
            continue
        body = load_body(figure.body)
        points = np.concatenate(
            [
                over_column(plane_shape, np.array(figure.at), figure.radius, body.height),
                on_body(plane_shape, sight_scene_of(board).figure(figure).triangles),
            ]
        )
        if len(points):
            touched.append((figure, points))
    return _under(board, tableau, origin, touched, plane_shape)


def _half_up(figure: Figure) -> Floats:
    return np.asarray(figure.at + load_body(figure.body).height / 2 * UP)


def _flat(a: Point, b: Point) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _nearest(figure: Figure, centre: Point) -> Floats:
    """The point of a base nearest to a place, seen from above."""
    way = np.array(centre) - np.array(figure.at)
    way[2] = 0.0
    share = min(1.0, figure.radius / max(float(np.hypot(way[0], way[1])), 1e-9))
    return np.asarray(figure.at + way * share)


def _under(
    board: Board, tableau: Tableau, start: Floats, touched: list[tuple[Figure, Floats]], plane_shape: PlaneShape
) -> Under:
    lines = sight_scene_of(board)
    terrain: list[PlacedSolid] = [lines.fixed[0], *(tall for tall, _ in lines.vessels(board, tableau))]
    hit, shielded = [], []
    for figure, points in touched:
        between = cut_off(start, points, terrain)
        if between is None:
            hit.append(Beam(figure.id, _rounded(start), _rounded(_nearest_clear(start, points, terrain))))
        else:
            shielded.append((figure.id, between))
    outline = tuple(_rounded(point) for point in plane_shape.out(plane_shape.outline))
    return Under(tuple(beam.id for beam in hit), tuple(shielded), outline, tuple(hit))


def _nearest_clear(start: Floats, points: Floats, terrain: list[PlacedSolid]) -> Floats:
    """Of some places, the nearest that has a clear line from `start`; there is one."""
    starts = np.broadcast_to(start, points.shape)
    clear = ~np.any([thing.occluded(starts, points) for thing in terrain], axis=0)
    seen = points[clear]
    return np.asarray(seen[np.argmin(((seen - start) ** 2).sum(axis=1))])


def _rounded(point: Floats) -> Point:
    x, y, z = (round(float(value), 4) for value in point)
    return (x, y, z)
