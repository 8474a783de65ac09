"""Is a board its own mirror image, or its own half turn, and what of it is not?

Asked of what stands there, not of what the map says: two pieces are images of each other where their surfaces are, of
whatever names, turns and triangles. So a bridge that looks the same from both ends is its own half turn.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from sim.board.board import Board
from sim.board.map_checks.survey import water_of
from sim.builder.symmetry import SYMMETRIES, Image, Symmetry, images_of

__all__ = ["Likeness", "likenesses"]

NEAR = 0.05  # inches: surfaces that are off by less are alike
STREAK = 0.5  # square inches: of water that has no image, less are edges that are hardly off
Floats = NDArray[np.float64]

# A rule of the third degree: what it sums over a triangle is exact for cubes.
CORNERS = np.array([(1 / 3, 1 / 3, 1 / 3), (0.6, 0.2, 0.2), (0.2, 0.6, 0.2), (0.2, 0.2, 0.6)])
WEIGHTS = np.array([-27 / 48, 25 / 48, 25 / 48, 25 / 48])


class Likeness(msgspec.Struct, frozen=True):
    """How far a board is its own image."""

    symmetry: Symmetry
    pieces: int
    odd: tuple[str, ...]  # those that have no image
    water: float  # square inches whose image is dry

    @property
    def whole(self) -> bool:
        return not self.odd and not self.water


def likenesses(board: Board) -> tuple[Likeness, ...]:
    """By each symmetry that a map of this size can have; none for a mesh, which has no pieces."""
    if board.map is None:
        return ()
    pieces = _pieces(board, {placed.id for placed in board.map.pieces})
    width, depth = board.size
    return tuple(
        _likeness(symmetry, images_of(symmetry, board.size), pieces, water_of(board))
        for symmetry in SYMMETRIES
        if symmetry != "quarter turns" or width == depth
    )


def _likeness(
    symmetry: Symmetry, images: tuple[Image, ...], pieces: dict[str, Floats], water: BaseGeometry
) -> Likeness:
    there = np.array([_form(triangles) for triangles in pieces.values()])
    odd = tuple(
        name
        for name, triangles in pieces.items()
        if not all(_has(there, _form(_put(image, triangles))) for image in images)
    )
    off = max(water.difference(_turned(image, water)).area for image in images)
    return Likeness(symmetry, len(pieces), odd, round(off, 1) if off > STREAK else 0.0)


def _pieces(board: Board, ids: set[str]) -> dict[str, Floats]:
    """The surface of each piece, all its parts together."""
    parts: dict[str, list[Floats]] = {}
    for part in board.parts:
        piece = part.piece
        if piece in ids:
            parts.setdefault(piece, []).append(part.triangles)
    return {piece: np.concatenate(surfaces) for piece, surfaces in parts.items()}


def _matrix(image: Image) -> tuple[Floats, Floats]:
    """A symmetry as what it does to directions and where it puts the corner of the board."""
    corner, east, north = (np.array(image.point(at)) for at in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return np.stack([east - corner, north - corner], axis=1), corner


def _put(image: Image, triangles: Floats) -> Floats:
    """Where a symmetry puts a surface."""
    turn, corner = _matrix(image)
    made = triangles.copy()
    made[..., :2] = triangles[..., :2] @ turn.T + corner
    return made


def _turned(image: Image, shape: BaseGeometry) -> BaseGeometry:
    (a, b), (c, d) = _matrix(image)[0].tolist()
    x, y = _matrix(image)[1].tolist()
    return affinity.affine_transform(shape, [a, b, c, d, x, y])


def _form(triangles: Floats) -> Floats:
    """What tells a surface from others, however it is cut into triangles, all in inches: its box (6), its area (1), and
    the mean squares (6) and cubes (10) of how far it lies from the middle of the box."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    size = max(float(np.linalg.norm(high - low)) / 2, NEAR)
    areas = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) / 2
    at = np.einsum("kc,ncx->nkx", CORNERS, triangles) - (low + high) / 2
    share = areas[:, None] * WEIGHTS / max(float(areas.sum()), 1e-9)
    first, second = np.triu_indices(3)
    squares = (at[..., first] * at[..., second] * share[..., None]).sum(axis=(0, 1))
    cubes = (at[..., first, None] * at[..., second, None] * at[..., None, :] * share[..., None, None]).sum(axis=(0, 1))
    moments = squares / (2 * size), cubes.ravel() / (3 * size * size)
    return np.concatenate([low, high, [areas.sum() / (8 * size)], *moments])


def _has(forms: Floats, form: Floats) -> bool:
    """Is a form one of these?"""
    return bool((np.abs(forms - form) < NEAR).all(axis=1).any())
