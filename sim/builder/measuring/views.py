"""How much of a board each place sees, and how well who stands there is covered: by beams between places, more and
more of them. A picture of the board, no ruling."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.model.tableau import Point
from sim.builder.measuring.land import Land
from sim.geometry.paths.heightfield import LEVELS, SPACING

__all__ = ["STEPS", "PlaceView", "outlooks"]

Floats = NDArray[np.float64]

STEPS = (3.0, 1.5, 1.0)  # inches between places, coarse first
EYE = 1.1  # inches over the ground
BODY = ((0.0, 1.15), (-0.25, 0.9), (0.25, 0.9), (-0.2, 0.5), (0.2, 0.5), (0.0, 0.7))  # looked at: across, up
HIDDEN = 0.25  # GEO-09: of a body hidden is cover
RAYS = 150_000  # at once


class PlaceView(msgspec.Struct, frozen=True):
    """Of a place `at`: the share of all places that see it and that it sees, and of those, how many see it in cover."""

    at: Point
    sees: float
    covered: float


def outlooks(land: Land, apart: float) -> Iterator[list[PlaceView]]:
    """The places of a board so many inches apart, each seen from all: rows of them, as they are measured."""
    at = _places(land, apart)
    if len(at) < 2:
        return
    eyes = at + np.array([0.0, 0.0, EYE])
    for rows in np.array_split(np.arange(len(at)), max(len(at) * len(at) * len(BODY) // RAYS, 1)):
        yield _rows(land, at, eyes, rows)


def _places(land: Land, apart: float) -> Floats:
    """Where a base can stand, about so far apart: the place nearest to the middle of each square, on each level."""
    nodes = np.flatnonzero(land.stays)
    column = nodes // LEVELS
    i, j = column % land.field.columns, column // land.field.columns
    cells = round(apart / SPACING)
    off = np.hypot(i % cells - cells / 2, j % cells - cells / 2)
    height = np.rint(land.field.rest_z.ravel()[nodes] / 1.5)
    order = np.lexsort((off, height, j // cells, i // cells))
    keys = np.column_stack([i // cells, j // cells, height])[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    return land.at(nodes[order[first]])


def _rows(land: Land, at: Floats, eyes: Floats, rows: NDArray[np.int64]) -> list[PlaceView]:
    """Each of some places, looked at from all others."""
    way = at[rows][:, None, :2] - at[None, :, :2]  # from each eye to each place
    far = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1e-9)
    side = np.stack([-way[..., 1] / far, way[..., 0] / far], axis=-1)
    hidden = np.zeros((len(rows), len(at)), np.int64)
    for across, up in BODY:
        ends = np.concatenate(
            [at[rows][:, None, :2] + side * across, np.broadcast_to(at[rows][:, None, 2:] + up, (*far.shape, 1))],
            axis=2,
        )
        starts = np.broadcast_to(eyes[None, :, :], ends.shape)
        hidden += land.hidden(starts.reshape(-1, 3), ends.reshape(-1, 3)).reshape(far.shape)
    seen, others = hidden < len(BODY), np.arange(len(at))[None, :] != rows[:, None]
    seen &= others
    covered = seen & (hidden >= HIDDEN * len(BODY))
    sees = seen.sum(axis=1) / max(len(at) - 1, 1)
    share = covered.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    return [
        PlaceView((float(x), float(y), float(z)), round(float(a), 4), round(float(b), 4))
        for (x, y, z), a, b in zip(at[rows], sees, share, strict=True)
    ]
