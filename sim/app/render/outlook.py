"""A view of a board from its streets: from where one sees far, at the height of a mini's eye."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.app.render.camera import CameraView
from sim.board.board import Board
from sim.board.map_checks.survey import buildings, water_of
from sim.board.model.plans import union
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["from_street"]

Floats = NDArray[np.float64]

EYE, LIFT = 1.4, 0.6  # inches over the street, and how much higher one looks
FAR, NEAR = 16.0, 4.0  # inches: what is farther counts no more, and nothing stands so near before one
WAYS = 24  # that are tried from each place
STEP, CLEAR = 1.5, 0.7  # inches between the places that are tried, and from them to the next wall
AHEAD = 8.0
FOV = 75.0


def from_street(board: Board) -> CameraView:
    """From the place of the street, and the way, along which most is seen of the board; from its middle where it has
    no street."""
    places = _places(board)
    angles = np.arange(WAYS) * 2 * np.pi / WAYS
    ways = np.stack([np.cos(angles), np.sin(angles), np.zeros(WAYS)], axis=1)
    starts, along = np.repeat(places, WAYS, axis=0), np.tile(ways, (len(places), 1))
    scene = RayScene(np.concatenate([part.triangles for part in board.parts]))
    which, far = scene.first_hits(starts, along.copy())
    free = np.minimum(np.where(which >= 0, far, np.inf), _to_edge(starts, along, board.size)).reshape(-1, WAYS)
    wide = sum(np.roll(np.minimum(free, FAR), k, axis=1) for k in (-2, -1, 0, 1, 2))
    place, way = np.unravel_index(int(np.argmax(np.where(free > NEAR, wide, 0.0))), free.shape)
    x, y, z = (float(v) for v in places[place])
    dx, dy, _ = (float(v) * AHEAD for v in ways[way])
    return CameraView((x, y, z), (x + dx, y + dy, z + LIFT), fov=FOV)


def _places(board: Board) -> Floats:
    """Open ground, at the height of the eye."""
    width, depth = board.size
    xs, ys = (grid.ravel() for grid in np.meshgrid(np.arange(STEP, width, STEP), np.arange(STEP, depth, STEP)))
    taken = union([water_of(board), *buildings(board).values()]).buffer(CLEAR)
    free = ~shapely.contains_xy(taken, xs, ys)
    if not free.any():
        return np.array([[width / 2, depth / 2, EYE]])
    return np.column_stack([xs[free], ys[free], np.full(int(free.sum()), EYE)])


def _to_edge(starts: Floats, along: Floats, size: tuple[float, float]) -> Floats:
    """Inches to the edge of the board."""
    made = np.full(len(starts), np.inf)
    for axis in (0, 1):
        at, way = starts[:, axis], along[:, axis]
        with np.errstate(divide="ignore", invalid="ignore"):
            out = np.where(way > 1e-9, (size[axis] - at) / way, np.where(way < -1e-9, -at / way, np.inf))
        made = np.minimum(made, out)
    return made
