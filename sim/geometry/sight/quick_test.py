"""Compiled kernel: a quick test between two bodies, which settles most pairs.

A handful of beams between points spread over both bodies, then the proof of `visibility` for the two bodies as one
cell, then the other points. What that leaves open is for `visibility.search`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.geometry.compile.kernels import njit
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
)
from sim.geometry.sight.shaft_proofs import Workspace, certify_blocked
from sim.geometry.sight.visibility import BLOCKED, UNDECIDED, VISIBLE
from sim.geometry.tolerance import BEAM, PULL

FIRST = 12  # rays before the proof is tried
TRIED = 6  # clear rays that are checked as beams; more of them are for the search


@dataclass(frozen=True, eq=False)
class BodySamples(KernelStruct):
    """What a first look needs of a body, in its own frame."""

    corners: Floats  # (n, 3)
    points: Floats  # (m, 3) spread over its surface, in an order whose every beginning is spread too
    normals: Floats  # (m, 3)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _out(point: Floats, pose: Floats, out: Floats) -> None:
    out[0] = pose[0] * point[0] - pose[1] * point[1] + pose[2]
    out[1] = pose[1] * point[0] + pose[0] * point[1] + pose[3]
    out[2] = point[2] + pose[4]


@njit(cache=True, nogil=True)
def _facing(samples: BodySamples, pose: Floats, middle: Floats) -> Longs:
    """Numbers of a body's points that look towards a place; all of them where none do."""
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
def quick_test(
    arena: BvhArena,
    roots: Ints,
    work: Workspace,
    one: BodySamples,
    pose_one: Floats,
    two: BodySamples,
    pose_two: Floats,
    view: Floats,
    out: Floats,
) -> tuple[int, int]:
    """BLOCKED, VISIBLE or UNDECIDED, and a triangle that blocks or -1.

    Args:
        roots: of the trees that count.
        pose_one, pose_two: (5,) cosine, sine, x, y, z.
        view: (7, 3) is filled with the frame of the pair and the boxes round both bodies, low and high.
        out: (6,) the witness.
    """
    bounds(one.corners, pose_one, view[3], view[4])
    bounds(two.corners, pose_two, view[5], view[6])
    apart = 0.0
    for k in range(3):
        apart = max(apart, abs(view[5, k] + view[6, k] - view[3, k] - view[4, k]))
    if apart < 2e-6:  # one in the other's place
        for k in range(3):
            out[k] = 0.5 * (view[3, k] + view[4, k])
            out[3 + k] = out[k]
        return VISIBLE, -1
    for k in range(3):
        view[0, k] = 0.5 * (view[5, k] + view[6, k] - view[3, k] - view[4, k])
    aimed(view)
    soup = near(Soup(arena, roots), np.minimum(view[3], view[5]) - BEAM, np.maximum(view[4], view[6]) + BEAM)
    if soup.arena.mark[0] > 2_000_000_000:
        soup.arena.seen[:] = 0
        soup.arena.mark[0] = 0
    seen_one = _facing(one, pose_one, 0.5 * (view[5] + view[6]))
    seen_two = _facing(two, pose_two, 0.5 * (view[3] + view[4]))
    count = min(seen_one.shape[0], seen_two.shape[0])
    stride = _stride(count)
    a, b = out[:3], out[3:]
    one_hit = np.empty(1, np.int32)
    tried = 0
    blocker = -1
    for i in range(count):
        if i == FIRST and tried == 0:
            blocker = _certified_blocker(soup, work, one, pose_one, two, pose_two, view)
            if blocker >= 0:
                return BLOCKED, blocker
        # Stride through one of the lists, so that every beginning pairs high with low and left with right.
        _out(one.points[seen_one[i]], pose_one, a)
        _out(two.points[seen_two[(i * stride) % count]], pose_two, b)
        if clear(soup, a, b, PULL, one_hit):
            if clear_beam(soup, a, b, BEAM, one_hit):
                return VISIBLE, -1
            tried += 1
            if tried == TRIED:
                break
    return UNDECIDED, -1


@njit(cache=True, nogil=True)
def _certified_blocker(
    soup: Soup, work: Workspace, one: BodySamples, pose_one: Floats, two: BodySamples, pose_two: Floats, view: Floats
) -> int:
    """A triangle between two bodies if it is proven that nothing passes, else -1."""
    box_a, box_b = work.a.boxes[0], work.b.boxes[0]
    _framed(one.corners, pose_one, view, box_a)
    _framed(two.corners, pose_two, view, box_b)
    a, b = np.zeros(3), np.zeros(3)
    for i in range(3):
        for k in range(3):
            a[k] += view[i, k] * 0.5 * (box_a[i] + box_a[3 + i])
            b[k] += view[i, k] * 0.5 * (box_b[i] + box_b[3 + i])
    number = hits(soup, a[0], a[1], a[2], b[0], b[1], b[2], PULL, work.found)
    if number == 0:
        return -1
    blocker = nearest(soup, a, b, work.found, number)
    return blocker if certify_blocked(soup, work, 0, 0, a, b, view[:3], number) else -1
