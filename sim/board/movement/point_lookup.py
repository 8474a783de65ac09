"""What lies at a point of the board: where markers are laid, and which piece of terrain is meant (MAGIC-10)."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist
from shapely import get_coordinates, linestrings

from sim.board.board import Board
from sim.board.model.part_names import piece_of
from sim.board.model.queries import PlaceAt
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import PointInfo
from sim.board.movement.nav_scene import nav_scene_of
from sim.board.movement.standing import ON, point
from sim.geometry.ground.distance import between
from sim.geometry.ground.surface import part_at, surface

__all__ = ["answer_place_at"]


def answer_place_at(board: Board, query: PlaceAt, tableau: Tableau) -> PointInfo:
    """The highest ground no higher than the point, what it is of, and its distance from the figure's base (GEO-02)."""
    figure = tableau.figure(query.figure)
    nav = nav_scene_of(board, tableau)
    x, y, z = query.at
    height, which, index = surface(nav.scene, x, y, z + ON)
    at = point(x, y, height) if which >= 0 else query.at
    far = round(between(figure.at, figure.radius, at, 0.0).distance, 6)
    if which < 0:
        return PointInfo(at, distance=far)
    part = part_at(nav.scene, which, index)
    piece = piece_of(nav.names[part])
    kind = nav.meanings[part].kind.value
    long = board.derived(f"length of {piece}", lambda: _length(board, tableau, piece))
    return PointInfo(at, kind, nav.names[part], piece, kind == "water", long, far)


def _length(board: Board, tableau: Tableau, piece: str) -> float:
    """How long a piece is, end to end, seen from above; 0 for a marker."""
    loaned = [v.piece for v in board.vessels_at(tableau) if v.piece == piece]
    parts = board.vessel(piece).parts if loaned else [p for p in board.parts if piece_of(p.name) == piece]
    if not parts:
        return 0.0
    flat = np.concatenate([p.triangles.reshape(-1, 3)[:, :2] for p in parts])
    hull = get_coordinates(
        linestrings(flat).convex_hull
    )  # of one shape: a point for each corner takes ten times as long
    return round(float(pdist(hull).max()), 3)
