"""A base that jumps (JUMP-02): the corners of its way, and how far it gets along them. Inches, z up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.discs import DISC_HEIGHT, DISC_RADIUS, DISC_X, DISC_Y, DISC_Z
from sim.geometry.ground.plan_distances import Heading, leaves
from sim.geometry.ground.surface import GroundPoint, surface
from sim.geometry.ground.sweep import sweep
from sim.geometry.ground.terrain_mesh import WATER, Floats, Scene
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

__all__ = ["JumpArc", "jump_arc", "way_off"]

CHORDS = (0.0, 0.5, -0.5, 0.98, -0.98)  # of the radius: the ground is followed along these lines beside the way
_PACE = 0.5  # inches: the highest ground is looked for again after so much of a line
_CRACK = 0.01  # no gap between two grounds
_EVEN = 0.3  # ground so little higher or lower beside the middle of a base needs no looking at what lies between
_FLUSH = 0.1  # ground of another part is of one piece with this one if it is no higher or lower
_BACK = SLACK  # a jump stops this far before it would enter a base
_ASIDE = 0.1  # inches: ground beside a base is followed in steps of this length


class JumpArc(NamedTuple):
    """A jump of a base: the share (0 to 1) of the straight line to its point that it carries, and how much the base is
    lifted over its way."""

    share: float
    radius: float
    lift: float


@njit_noref
def _last_over(tri: Floats, heading: Heading, r: float) -> float:
    """How far a disc has to go in a direction until no part of it is over a triangle; -inf where none ever was."""
    x, y, dx, dy = heading
    best = -np.inf
    for i in range(3):
        j = (i + 1) % 3
        a = (tri[3 * i] - x) * dx + (tri[3 * i + 1] - y) * dy
        w = (tri[3 * i + 1] - y) * dx - (tri[3 * i] - x) * dy
        ua = (tri[3 * j] - x) * dx + (tri[3 * j + 1] - y) * dy - a
        uw = (tri[3 * j + 1] - y) * dx - (tri[3 * j] - x) * dy - w
        low = 0.0
        high = 1.0
        if abs(uw) > 1e-12:  # the part of the edge that the disc goes over
            s = (-r - w) / uw
            t = (r - w) / uw
            low = max(low, min(s, t))
            high = min(high, max(s, t))
        elif abs(w) > r:
            continue
        if low > high:
            continue
        for k in range(3):
            t = low if k == 0 else high
            if k == 2:
                if abs(uw) <= 1e-12:
                    continue
                t = (r * ua * (1.0 if uw > 0.0 else -1.0) / (ua * ua + uw * uw) ** 0.5 - w) / uw
                if t < low or t > high:
                    continue
            side = w + t * uw
            best = max(best, a + t * ua + max(0.0, r * r - side * side) ** 0.5)
    return best


@njit_noref
def _of_one_piece(scene: Scene, x: float, y: float, h: float, part: int) -> GroundPoint:
    """The ground at a point, if it is of one piece with ground of this part at this height beside it: the same part a
    step higher or lower, or another flush with it. Its terrain and triangle are -1 where it is not.
    """
    top = h + STEP + STEP_SLACK
    for _ in range(2):
        found = surface(scene, x, y, top)
        height, which, t = found
        if which < 0 or height < h - STEP - STEP_SLACK or scene.terrains[which].flag[t] & WATER:
            return GroundPoint(height, -1, -1)
        if scene.terrains[which].part[t] == part or abs(height - h) <= _FLUSH:
            return found
        if height < h:
            return GroundPoint(height, -1, -1)
        top = h + _FLUSH  # under what stands on it
    return GroundPoint(h, -1, -1)


@njit_noref
def _beside(scene: Scene, heading: Heading, h: float, part: int, far: float) -> float:
    """The ground so far from a point, if it is of one piece with the ground there; else NaN."""
    x, y, dx, dy = heading
    height, which, _ = _of_one_piece(scene, x + far * dx, y + far * dy, h, part)
    if which >= 0 and abs(height - h) <= _EVEN:
        return height
    steps = int(far / _ASIDE) + 1
    for k in range(1, steps + 1):
        t = far * k / steps
        h, which, index = _of_one_piece(scene, x + t * dx, y + t * dy, h, part)
        if which < 0:
            return np.nan
        part = scene.terrains[which].part[index]
    return h


@njit_noref
def way_off(scene: Scene, heading: Heading, z: float, far: float, r: float) -> float:
    """How far, up to `far`, a base at this height goes level until the whole of it has left what it stood on.

    That is the solid ground under it, and along its way all that is of one piece with it.
    """
    x, y, dx, dy = heading
    ground = surface(scene, x, y, z + STEP + STEP_SLACK)
    if ground.terrain < 0 or ground.height < z - STEP - 2.0 * r:
        return 0.0  # it stood on nothing
    gone = 0.0
    for c in range(len(CHORDS)):
        side = r * abs(CHORDS[c])
        turn = 1.0 if CHORDS[c] > 0.0 else -1.0
        h = ground.height
        if side != 0.0:
            part = scene.terrains[ground.terrain].part[ground.triangle]
            h = _beside(scene, Heading(x, y, -turn * dy, turn * dx), h, part, side)
        if h == h:
            beside = Heading(x - turn * side * dy, y + turn * side * dx, dx, dy)
            gone = max(gone, _left(scene, heading, beside, GroundPoint(h, ground.terrain, ground.triangle), far, r))
        if gone >= far:
            return far
    return gone


@njit_noref
def _left(scene: Scene, heading: Heading, beside: Heading, ground: GroundPoint, far: float, r: float) -> float:
    """How far, up to `far`, a base goes until it has left what is of one piece with ground of this height and of this
    face's part, along a line beside its way."""
    gone = 0.0
    h = ground.height
    part = scene.terrains[ground.terrain].part[ground.triangle]
    s = 0.0
    while s <= far:
        x = beside.x + s * beside.dx
        y = beside.y + s * beside.dy
        found = _of_one_piece(scene, x, y, h, part)
        if found.terrain < 0:
            break
        terrain = scene.terrains[found.terrain]
        tri = terrain.corners[found.triangle]
        gone = max(gone, _last_over(tri, heading, r))
        if gone >= far:
            return far
        step = min(max(0.0, leaves(tri, x, y, beside.dx, beside.dy)), _PACE) + _CRACK
        s += step
        slope = terrain.slope[found.triangle]
        h = found.height + step * (slope[0] * beside.dx + slope[1] * beside.dy)
        part = terrain.part[found.triangle]
    return gone


@njit_noref
def _met(discs: Floats, a: Floats, b: Floats, r: float, lift: float) -> tuple[float, int]:
    """How far (0 to 1) a base, lifted over its straight way, gets until it meets another one's body, and whose."""
    best = 1.0
    who = -1
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    dz = b[2] - a[2]
    flat = dx * dx + dy * dy
    for k in range(len(discs)):
        px = a[0] - discs[k, DISC_X]
        py = a[1] - discs[k, DISC_Y]
        apart = r + discs[k, DISC_RADIUS] - 2 * SLACK
        gap = px * px + py * py - apart * apart
        toward = px * dx + py * dy
        first = 0.0
        last = 1.0
        if flat > 1e-12:
            root = toward * toward - flat * gap
            if root <= 0.0 or (gap <= 0.0 and toward >= 0.0):
                continue  # it passes by, or goes away from one that it touched
            first = (-toward - root**0.5) / flat
            last = (-toward + root**0.5) / flat
        elif gap >= 0.0:
            continue
        up = a[2] + lift - discs[k, DISC_Z]
        beside = first  # where they come together seen from above
        if abs(dz) > 1e-12:
            s = -up / dz
            t = (discs[k, DISC_HEIGHT] - up) / dz
            if flat <= 1e-12 and min(s, t) < 0.0:
                continue  # beside it from the beginning
            first = max(first, min(s, t))
            last = min(last, max(s, t))
        elif up <= 0.0 or up >= discs[k, DISC_HEIGHT]:
            continue
        first = max(first, 0.0)
        if first >= min(last, 1.0) or first >= best:
            continue
        best = first
        who = k
        if flat <= 1e-12:
            continue
        # a little before it, lest rounding puts the one into the other
        if first > beside:  # it comes down on the head
            best = max(0.0, first - _BACK / (flat + dz * dz) ** 0.5)
        else:
            apart += _BACK
            root = toward * toward - flat * (px * px + py * py - apart * apart)
            best = max(0.0, min(first, (-toward - root**0.5) / flat))
    return best, who


@njit_noref
def _corners(scene: Scene, start: Floats, to: Floats, share: float, r: float, way: Floats) -> int:
    """The way of a jump that carries this share of the straight line to its point, as `way[:k]`; returns k."""
    dx = to[0] - start[0]
    dy = to[1] - start[1]
    flat = (dx * dx + dy * dy) ** 0.5
    for k in range(4):
        for c in range(3):
            way[k, c] = start[c]
    if flat < 1e-6:  # straight up or down
        way[1, 2] += share * (to[2] - start[2])
        return 2
    count = 1
    level = start[2]
    if to[2] > start[2]:
        level = to[2]
        way[1, 2] = level
        count = 2
    way[count, 0] = start[0] + share * dx
    way[count, 1] = start[1] + share * dy
    way[count, 2] = level
    if to[2] >= start[2]:
        return count + 1
    gone = way_off(scene, Heading(start[0], start[1], dx / flat, dy / flat), start[2], share * flat, r)
    if gone >= share * flat and share < 1.0:
        return 2
    gone = min(gone, flat)
    way[1, 0] = start[0] + gone * dx / flat
    way[1, 1] = start[1] + gone * dy / flat
    down = (share * flat - gone) / (flat - gone) if flat - gone > 1e-6 else 1.0
    way[2, 0] = start[0] + share * dx
    way[2, 1] = start[1] + share * dy
    way[2, 2] = start[2] + down * (to[2] - start[2])
    return 3


@njit(cache=True, nogil=True)
def jump_arc(
    scene: Scene, discs: Floats, start: Floats, to: Floats, jump: JumpArc, buf: Floats
) -> tuple[Floats, int, int, int]:
    """The corners of the way of a jump towards a point, to its end.

    Upward it rises to the height of the point, and then goes level; downward it goes level until the whole base has
    left what it stood on, and then straight to the point. What the base, lifted over its way, meets ends it: the
    terrain and triangle, or -1, -1, and the number of the base, or -1.
    """
    r, lift = jump.radius, jump.lift
    way = np.empty((4, 3))
    count = _corners(scene, start, to, jump.share, r, way)
    nobody = discs[:0]
    for k in range(1, count):
        found = sweep(scene, nobody, way[k - 1], way[k], r, lift, buf)
        near, base = _met(discs, way[k - 1], way[k], r, lift)
        if near < found.free:
            way[k] = way[k - 1] + near * (way[k] - way[k - 1])
            return way[: k + 1].copy(), -1, -1, base
        if found.terrain >= 0:
            way[k] = way[k - 1] + found.free * (way[k] - way[k - 1])
            return way[: k + 1].copy(), found.terrain, found.triangle, -1
    return way[:count].copy(), -1, -1, -1
