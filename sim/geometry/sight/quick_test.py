"""Compiled kernel: a quick test between two bodies, which settles most pairs.

A handful of beams between points spread over both bodies, then the proof of `visibility` for the two bodies as one
cell, then the other points. What that leaves open is for `visibility.search`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.ray_kernels import (
    BvhArena,
    Floats,
    Ints,
    Longs,
    Soup,
    aimed,
    bounds,
    clear,
    clear_beam,
    hits,
    near,
    nearest,
    point,
    renew_marks,
)
from sim.geometry.sight.shaft_proofs import certify_blocked
from sim.geometry.sight.visibility import BLOCKED, UNDECIDED, VISIBLE
from sim.geometry.sight.workspace import PairFrame, Workspace
from sim.geometry.tolerance import BEAM, PULL, SAME_PLACE

__all__ = ["BodySamples", "Posed", "frame_pair", "quick_test"]

FIRST = 12  # rays before the proof is tried
TRIED = 6  # clear rays that are checked as beams; more of them are for the search


@dataclass(frozen=True, eq=False)
class BodySamples(KernelStruct):
    """What a first look needs of a body, in its own frame."""

    corners: Floats  # (n, 3)
    points: Floats  # (m, 3) spread over its surface, in an order whose every beginning is spread too
    normals: Floats  # (m, 3)


class Posed(NamedTuple):
    """A body that stands somewhere."""

    samples: BodySamples
    pose: Floats  # (5,) cosine, sine, x, y, z


@njit_noref
def _framed(corners: Floats, pose: Floats, frame: Floats, box: Floats) -> None:
    """The box round a body in the frame of the pair."""
    for k in range(3):
        ax = frame[k, 0] * pose[0] + frame[k, 1] * pose[1]
        ay = frame[k, 1] * pose[0] - frame[k, 0] * pose[1]
        az = frame[k, 2]
        at = frame[k, 0] * pose[2] + frame[k, 1] * pose[3] + frame[k, 2] * pose[4]
        low = np.inf
        high = -np.inf
        for i in range(corners.shape[0]):
            v = ax * corners[i, 0] + ay * corners[i, 1] + az * corners[i, 2]
            low = min(low, v)
            high = max(high, v)
        box[k] = low + at
        box[3 + k] = high + at


@njit_noref
def _out(point: Floats, pose: Floats, out: Floats) -> None:
    out[0] = pose[0] * point[0] - pose[1] * point[1] + pose[2]
    out[1] = pose[1] * point[0] + pose[0] * point[1] + pose[3]
    out[2] = point[2] + pose[4]


@njit(cache=True, nogil=True)
def _facing(body: Posed, middle: Floats) -> Longs:
    """Numbers of a body's points that look towards a place; all of them where none do."""
    samples, pose = body.samples, body.pose
    x, y, z = middle[0] - pose[2], middle[1] - pose[3], middle[2] - pose[4]
    x, y = pose[0] * x + pose[1] * y, pose[0] * y - pose[1] * x
    keep = np.empty(samples.points.shape[0], np.int64)
    count = 0
    for i in range(keep.shape[0]):
        p, n = samples.points[i], samples.normals[i]
        if n[0] * (x - p[0]) + n[1] * (y - p[1]) + n[2] * (z - p[2]) > 0:
            keep[count] = i
            count += 1
    if count == 0:
        for i in range(keep.shape[0]):
            keep[i] = i
        count = keep.shape[0]
    return keep[:count]


@njit(cache=True, nogil=True)
def _stride(count: int) -> int:
    """A step near the golden section of `count` and prime to it."""
    step = max(1, int(count * 0.6180339887 + 0.5))
    while True:
        a, b = step, count
        while b:
            a, b = b, a % b
        if a == 1:
            return step
        step += 1


@njit(cache=True, nogil=True)
def frame_pair(pair: PairFrame, one: Posed, two: Posed) -> bool:
    """Write how two bodies stand to each other; False where one is in the other's place, and there is no way between
    them."""
    bounds(one.samples.corners, one.pose, pair.low_a, pair.high_a)
    bounds(two.samples.corners, two.pose, pair.low_b, pair.high_b)
    axes = pair.axes
    apart = 0.0
    for k in range(3):
        way = pair.low_b[k] + pair.high_b[k] - pair.low_a[k] - pair.high_a[k]
        apart = max(apart, abs(way))
        axes[0, k] = 0.5 * way
    if apart < 2 * SAME_PLACE:
        return False
    aimed(axes)
    return True


@njit(cache=True, nogil=True)
def quick_test(
    arena: BvhArena, roots: Ints, work: Workspace, a: BodySamples, b: BodySamples, pose_a: Floats, pose_b: Floats
) -> tuple[int, int]:
    """BLOCKED, VISIBLE or UNDECIDED, and a triangle that blocks or -1.

    Args:
        roots: of the trees that count.
        work: gets the frame of the pair, and the witness.
        pose_a, pose_b: as `Posed` has them, which takes long to make from Python.
    """
    one, two = Posed(a, pose_a), Posed(b, pose_b)
    pair = work.pair
    start, end = work.witness[:3], work.witness[3:]
    if not frame_pair(pair, one, two):
        start[:] = 0.5 * (pair.low_a + pair.high_a)
        end[:] = start
        return VISIBLE, -1
    low, high = np.minimum(pair.low_a, pair.low_b) - BEAM, np.maximum(pair.high_a, pair.high_b) + BEAM
    soup = near(Soup(arena, roots), low, high)
    renew_marks(soup)
    work.efforts[:] = 0
    seen_one = _facing(one, 0.5 * (pair.low_b + pair.high_b))
    seen_two = _facing(two, 0.5 * (pair.low_a + pair.high_a))
    count = min(seen_one.shape[0], seen_two.shape[0])
    stride = _stride(count)
    one_hit = np.empty(1, np.int32)
    tried = 0
    for i in range(count):
        if i == FIRST and tried == 0:
            blocker = _certified_blocker(soup, work, one, two)
            if blocker >= 0:
                return BLOCKED, blocker
        # Stride through one of the lists, so that every beginning pairs high with low and left with right.
        _out(one.samples.points[seen_one[i]], one.pose, start)
        _out(two.samples.points[seen_two[(i * stride) % count]], two.pose, end)
        if clear(soup, start, end, PULL, one_hit):
            if clear_beam(soup, start, end, BEAM, one_hit):
                return VISIBLE, -1
            tried += 1
            if tried == TRIED:
                break
    return UNDECIDED, -1


@njit(cache=True, nogil=True)
def _certified_blocker(soup: Soup, work: Workspace, one: Posed, two: Posed) -> int:
    """A triangle between two bodies if it is proven that nothing passes, else -1."""
    shaft, axes = work.shaft, work.pair.axes
    _framed(one.samples.corners, one.pose, axes, shaft.box_a)
    _framed(two.samples.corners, two.pose, axes, shaft.box_b)
    a, b = shaft.a, shaft.b
    a[:] = 0.0
    b[:] = 0.0
    for i in range(3):
        for k in range(3):
            a[k] += axes[i, k] * 0.5 * (shaft.box_a[i] + shaft.box_a[3 + i])
            b[k] += axes[i, k] * 0.5 * (shaft.box_b[i] + shaft.box_b[3 + i])
    number = hits(soup, point(a), point(b), PULL, work.found)
    if number == 0:
        return -1
    blocker = nearest(soup, a, b, work.found, number)
    return blocker if certify_blocked(soup, work, number) else -1
