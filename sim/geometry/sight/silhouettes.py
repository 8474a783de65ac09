"""Compiled kernels: how much of a body's silhouette is hidden from an eye, counted on a raster (`raster`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ray.ray_kernels import BvhArena, Floats, Ints, Soup, aimed, bounds
from sim.geometry.sight.raster import FREE, Raster, View, draw_body, draw_obstacles
from sim.geometry.tolerance import NO_LENGTH

__all__ = ["BODY", "COUNTS", "HEAVIEST", "HIDDEN", "HIDDEN_RIM", "PARTED", "SEEN_RIM", "Tally", "look", "window"]

# What is counted: the weight of the body's samples, of those that are hidden, and the squared weights of neighbours
# that differ: one hidden and one seen, one hidden and one beside the body, one seen and one beside it. Last the weight
# of the heaviest sample.
BODY, HIDDEN, PARTED, HIDDEN_RIM, SEEN_RIM, HEAVIEST = range(6)
COUNTS = 6

NOTHING, SEEN, COVERED = 0, 1, 2  # a sample


class Tally(NamedTuple):
    """What `look` has counted, through one window or several."""

    counts: Floats  # (COUNTS,)
    blockers: Ints  # (pixels,) triangles of the arena that hide samples
    weights: Floats  # (pixels,) the weight of what they hide


@njit(cache=True, nogil=True)
def window(corners: Floats, pose: Floats, beside: float, view: View) -> bool:
    """Fit the smallest window round a body, from the corners (n, 3) of the body in its own frame.

    Writes `frame`, `low` and `high` of the view. False where part of the body is nearer to the plane of the eye than
    `beside` of the way to it.
    """
    least, most = np.empty(3), np.empty(3)
    bounds(corners, pose, least, most)
    frame, low, high = view.frame, view.low, view.high
    for k in range(3):
        frame[0, k] = 0.5 * (least[k] + most[k]) - view.eye[k]
    length = (frame[0, 0] ** 2 + frame[0, 1] ** 2 + frame[0, 2] ** 2) ** 0.5
    if length < NO_LENGTH:
        return False
    aimed(frame)
    low[:] = np.inf
    high[:] = -np.inf
    for i in range(corners.shape[0]):
        x = pose[0] * corners[i, 0] - pose[1] * corners[i, 1] + pose[2] - view.eye[0]
        y = pose[1] * corners[i, 0] + pose[0] * corners[i, 1] + pose[3] - view.eye[1]
        z = corners[i, 2] + pose[4] - view.eye[2]
        away = frame[0, 0] * x + frame[0, 1] * y + frame[0, 2] * z
        if away <= beside * length:
            return False
        for k in range(2):
            v = (frame[k + 1, 0] * x + frame[k + 1, 1] * y + frame[k + 1, 2] * z) / away
            low[k] = min(low[k], v)
            high[k] = max(high[k], v)
    return True


@njit_noref
def _state(page: Raster, j: int, i: int) -> int:
    if page.inverse[j, i] == 0.0:
        return NOTHING
    return COVERED if page.hider[j, i] != FREE else SEEN


@njit_noref
def _compare(one: int, other: int, weight: float, counts: Floats) -> None:
    """Count two neighbours, where they differ."""
    if one == other:
        return
    if one + other == SEEN + COVERED:
        counts[PARTED] += weight * weight
    elif one == COVERED or other == COVERED:
        counts[HIDDEN_RIM] += weight * weight
    else:
        counts[SEEN_RIM] += weight * weight


@njit_noref
def _count(view: View, by_angle: bool, page: Raster, tally: Tally) -> int:
    """Add up the samples of a raster and the neighbours that differ; and what hides them, run by run: how many."""
    counts = tally.counts
    runs = 0
    size = page.hider.shape[0]
    wide, tall = (view.high[0] - view.low[0]) / size, (view.high[1] - view.low[1]) / size
    weight = wide * tall
    for j in range(size):
        for i in range(size):
            state = _state(page, j, i)
            right = _state(page, j, i + 1) if i + 1 < size else NOTHING
            above = _state(page, j + 1, i) if j + 1 < size else NOTHING
            if state == NOTHING and right == NOTHING and above == NOTHING:
                continue
            if by_angle:
                s, t = view.low[0] + (i + 0.5) * wide, view.low[1] + (j + 0.5) * tall
                weight = wide * tall * (1 + s * s + t * t) ** -1.5
            _compare(state, right, weight, counts)
            _compare(state, above, weight, counts)
            counts[HEAVIEST] = max(counts[HEAVIEST], weight)
            if state != NOTHING:
                counts[BODY] += weight
            if state != COVERED:
                continue
            counts[HIDDEN] += weight
            if runs == 0 or tally.blockers[runs - 1] != page.hider[j, i]:
                tally.blockers[runs], tally.weights[runs] = page.hider[j, i], 0.0
                runs += 1
            tally.weights[runs - 1] += weight
    return runs


@njit_noref
def look(arena: BvhArena, walls: Ints, body: Ints, view: View, by_angle: bool, page: Raster, tally: Tally) -> int:
    """Draw a body and what stands before it through one window, and add up.

    Args:
        walls, body: where their trees begin in the arena (by themselves: numba knows no type of a `Soup` at a glance).
        by_angle: weigh samples by the part of the sphere that they stand for, not by their area on the window's plane.
        tally: `counts` are added to, `blockers` and `weights` written anew; returns how many.
    """
    samples, far = draw_body(Soup(arena, body), view, page)
    if samples == 0:
        return 0
    draw_obstacles(Soup(arena, walls), samples, far, view, page)
    return _count(view, by_angle, page, tally)
