"""Cover: the share of a body's silhouette that an eye does not see (GEO-08, GEO-09).

The silhouette is the body's outline on a plane square to the sight, perspective included; the body does not hide
itself. The eye looks through a window round it, at one point, chosen at random, in each of many pixels (`raster`). The
share of the hidden ones is wrong only by what happens in pixels that an edge of the body or of an obstacle runs
through, and there by chance: the error told is several deviations of that chance, and more samples are taken while the
threshold lies within it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh.stitching import outside
from sim.geometry.ray.blockers import Blockers, PlacedSolid
from sim.geometry.ray.rays import Floats, sides
from sim.geometry.tolerance import SPECK

if TYPE_CHECKING:
    from sim.geometry.sight.raster import Raster, View

__all__ = ["BESIDE", "PRECISE", "THRESHOLD", "Hidden", "hidden_share"]

THRESHOLD = 0.25  # of the silhouette hidden is cover
SIZES = (96, 160, 256)  # pixels across the window, while the threshold lies within the error or that is over `PRECISE`
PRECISE = 0.02  # players read the share
DEVIATIONS = 6.0  # of the samples by chance, in the error told
UNMET = 10.0  # samples: what covers as much is missed by all of them once in exp(10)
BESIDE = 0.05  # of the way to the body: of what lies nearer to the plane of the eye, directions are counted


class Hidden(NamedTuple):
    """`share` of the silhouette is hidden; the true share differs by `error` at most (by more than that once in many
    thousand silhouettes: it is measured by samples). `by` says how much of it each part hides, most first: where
    several stand before the same place of the body, the one that was met first, mostly the nearest to the eye."""

    share: float
    error: float
    by: tuple[tuple[str, float], ...]
    size: int = 0  # pixels across the window


def hidden_share(
    eye: Floats,
    body: PlacedSolid,
    obstacles: Blockers,
    placed: Sequence[PlacedSolid] = (),
    threshold: float = THRESHOLD,
) -> Hidden:
    """How much of a body is hidden from a point by `obstacles` and what is placed among them. From within a cloud all
    of it is.

    Args:
        eye: (3,) inches.
        body: all parts of the target; it may not stand among the obstacles.
        threshold: where the answer matters; more samples are taken until it is clearly above or below and known to
            `PRECISE`, or there are as many as may be.
    """
    from sim.geometry.sight.silhouettes import COUNTS, Tally, look

    eye = np.ascontiguousarray(eye, np.float64)
    low, high = np.minimum(eye, body.box[0]), np.maximum(eye, body.box[1])
    things = [p for p in placed if p.meets(low, high)]
    cloud = next((p for p in things if p.is_volume and _within(eye, p)), None)
    if cloud is not None:
        return Hidden(1.0, 0.0, ((cloud.name, 1.0),))
    arena, walls, target = obstacles.trees_and_target(things, body)
    views = _views(eye, body)
    around = len(views) > 1
    for size in SIZES:
        tally = Tally(np.zeros(COUNTS), *_lists(size, get_ident()))
        parts: dict[str, float] = {}
        for view in views:
            met = look(arena, walls, target, view, around, _raster(size, get_ident()), tally)
            for name, weight in obstacles.shares(tally.blockers[:met], tally.weights[:met]).items():
                parts[name] = parts.get(name, 0.0) + weight
        share, error = _estimate(tally.counts)
        if abs(share - threshold) > error and error <= PRECISE:
            break
    known = sum(parts.values())
    named = ((name, weight * share / known) for name, weight in parts.items())
    return Hidden(share, error, tuple(sorted(named, key=lambda item: (-item[1], item[0]))), size)


def _within(eye: Floats, cloud: PlacedSolid) -> bool:
    """Is an eye in a cloud?"""
    speck = eye + np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]) * SPECK
    return not len(outside(speck[None], cloud.triangles))


def _estimate(counts: Floats) -> tuple[float, float]:
    """The hidden share and its error, from what `silhouettes.look` has counted.

    About as many pairs of neighbours differ as pixels have an edge in them. The one sample of such a pixel deviates by
    half its weight at most, each by its own chance, and the share by that times how the pixel matters to it.
    """
    from sim.geometry.sight.silhouettes import BODY, HEAVIEST, HIDDEN, HIDDEN_RIM, PARTED, SEEN_RIM

    body = float(counts[BODY])
    if not body:
        return 0.0, 0.0
    share = float(counts[HIDDEN]) / body
    variance = float(counts[PARTED] + counts[HIDDEN_RIM] * (1 - share) ** 2 + counts[SEEN_RIM] * share**2) / 4
    error = (DEVIATIONS * variance**0.5 + UNMET * float(counts[HEAVIEST])) / body
    return share, min(error, max(share, 1 - share))


def _views(eye: Floats, body: PlacedSolid) -> list[View]:
    """The smallest window round a body; for an eye beside it or within it, six that look all round."""
    from sim.geometry.sight.raster import View
    from sim.geometry.sight.silhouettes import window

    one = View(eye, np.empty((3, 3)), np.empty(2), np.empty(2))
    if window(body.solid.corners, body.pose.row, BESIDE, one):
        return [one]
    ahead = np.concatenate([np.eye(3), -np.eye(3)])
    return [View(eye, np.array([way, *sides(way)]), np.full(2, -1.0), np.full(2, 1.0)) for way in ahead]


@lru_cache(maxsize=16)
def _raster(size: int, thread: int) -> Raster:
    """A raster that no other thread draws on."""
    from sim.geometry.sight.raster import raster

    return raster(size)


@lru_cache(maxsize=16)
def _lists(size: int, thread: int) -> tuple[NDArray[np.int32], Floats]:
    """Room for what hides samples, and how much of them, that no other thread writes to."""
    return np.empty(size * size, np.int32), np.empty(size * size)
