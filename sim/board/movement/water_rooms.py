"""How far open water reaches round each place of a board, for a vessel of some height (TERR-13)."""

from __future__ import annotations

import math

import numpy as np

from sim.board.board import Board
from sim.board.model.tableau import Tableau, VesselAt
from sim.board.movement.hulls import hull_of
from sim.board.movement.nav_scene import discs_of, nav_scene_without
from sim.geometry.ground.discs import DISC_RADIUS, DISC_X, DISC_Y, is_level_with
from sim.geometry.ground.open_water import MESH, Hull, WaterRoom, keep_clear_of, measure_room, spread
from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import Scene
from sim.geometry.ground.walls import scratch

__all__ = ["water_room"]

_BESIDE = 0.5  # inches from what may move within which the water is measured anew


def water_room(board: Board, tableau: Tableau, lies: VesselAt, riders: tuple[str, ...], height: float) -> WaterRoom:
    """Round everything but the vessel that lies here and its riders. What stands fast is measured once a board."""
    nav = nav_scene_without(board, tableau, lies.piece)
    hull = Hull(float(lies.at[2]), height)
    firm = board.derived(
        f"open water {hull.level:.3f} {height:.3f}",
        lambda: _measured(board, Scene((nav.scene.terrains[0], empty_terrain())), hull),
    )
    water = firm.but(room=firm.room.copy())
    for x, y, radius in _moved(board, tableau, lies.piece):
        _measure_round(nav.scene, water, hull, x, y, radius)
    discs, _ = discs_of(tableau, riders)
    for k in range(len(discs)):
        if is_level_with(discs, k, hull.level, hull.level + height):
            keep_clear_of(water, discs[k, DISC_X], discs[k, DISC_Y], discs[k, DISC_RADIUS])
    spread(water)
    return water


def _measured(board: Board, scene: Scene, hull: Hull) -> WaterRoom:
    """The water of what stands fast."""
    x, y = board.corner
    columns, rows = (math.ceil(side / MESH) + 3 for side in board.size)
    water = WaterRoom(x - MESH, y - MESH, np.zeros((columns, rows)))  # dry all round the board
    measure_room(scene, water, hull, (0, 0), (columns, rows), scratch())
    return water


def _moved(board: Board, tableau: Tableau, but: str) -> list[tuple[float, float, float]]:
    """Where what may move lies: vessels and markers, as places and how far they reach."""
    found = [(*m.at[:2], m.radius) for m in tableau.markers if m.kind in ("ice", "chasm")]
    for vessel in board.vessels_at(tableau):
        if vessel.piece != but:
            outline, _ = hull_of(board, board.vessel(vessel.piece))
            found.append((*vessel.at[:2], float(np.hypot(outline[:, 0], outline[:, 1]).max())))
    return found


def _measure_round(scene: Scene, water: WaterRoom, hull: Hull, x: float, y: float, radius: float) -> None:
    far = radius + _BESIDE
    columns, rows = water.room.shape
    first = (max(0, int((x - far - water.x) / MESH)), max(0, int((y - far - water.y) / MESH)))
    last = (min(columns, int((x + far - water.x) / MESH) + 2), min(rows, int((y + far - water.y) / MESH) + 2))
    measure_room(scene, water, hull, first, last, scratch())
