"""A base that jumps (JUMP-02): the corners of its way, and how far it gets along them. Inches, z up."""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.footing import surface
from sim.geometry.ground.plan_distances import leaves
from sim.geometry.ground.sweep import sweep
from sim.geometry.ground.terrain_mesh import SLACK, STEP, STEP_SLACK, WATER, Floats, Scene

CHORDS = (0.0, 0.5, -0.5, 0.98, -0.98)  # of the radius: the ground is followed along these lines beside the way
_PACE = 0.5  # inches: the highest ground is looked for again after so much of a line
_CRACK = 0.01  # no gap between two grounds
_EVEN = 0.3  # ground so little higher or lower beside the middle of a base needs no looking at what lies between
_FLUSH = 0.1  # ground of another part is of one piece with this one if it is no higher or lower
_BACK = SLACK  # a jump stops this far before it would enter a base


@njit_noref
def _last_over(tri: Floats, x: float, y: float, dx: float, dy: float, r: float) -> float:
    """How far a disc has to go in a direction until no part of it is over a triangle; -inf where none ever was."""
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
def _on(scene: Scene, x: float, y: float, h: float, part: int) -> tuple[float, int, int]:
    """The ground at a point, if it is of one piece with ground of this part at this height beside it: the same part a
    step higher or lower, or another flush with it. Its height, terrain and triangle; -1, -1 where it is not.
    """
    top = h + STEP + STEP_SLACK
    for _ in range(2):
        height, which, t = surface(scene, x, y, top)
        if which < 0 or height < h - STEP - STEP_SLACK or scene.terrains[which].flag[t] & WATER:
            return height, -1, -1
        if scene.terrains[which].part[t] == part or abs(height - h) <= _FLUSH:
            return height, which, t
        if height < h:
            return height, -1, -1
        top = h + _FLUSH  # under what stands on it
    return h, -1, -1


@njit_noref
def _beside(scene: Scene, x: float, y: float, h: float, part: int, dx: float, dy: float, far: float) -> float:
    """The ground so far from a point, if it is of one piece with the ground there; else NaN."""
    height, which, _ = _on(scene, x + far * dx, y + far * dy, h, part)
    if which >= 0 and abs(height - h) <= _EVEN:
        return height
    steps = int(far / 0.1) + 1
    for k in range(1, steps + 1):
        t = far * k / steps
        h, which, index = _on(scene, x + t * dx, y + t * dy, h, part)
        if which < 0:
            return np.nan
        part = scene.terrains[which].part[index]
    return h


@njit_noref
def way_off(scene: Scene, x: float, y: float, z: float, dx: float, dy: float, far: float, r: float) -> float:
    """How far, up to `far`, a base goes level until the whole of it has left what it stood on.

    That is the solid ground under it, and along its way all that is of one piece with it.
    """
    ground, own, index = surface(scene, x, y, z + STEP + STEP_SLACK)
    if own < 0 or ground < z - STEP - 2.0 * r:
        return 0.0  # it stood on nothing
    first = scene.terrains[own].part[index]
    gone = 0.0
    for c in range(len(CHORDS)):
        side = r * abs(CHORDS[c])
        turn = 1.0 if CHORDS[c] > 0.0 else -1.0
        h = ground if side == 0.0 else _beside(scene, x, y, ground, first, -turn * dy, turn * dx, side)
        px = x - turn * side * dy
        py = y + turn * side * dx
        part = first
        s = 0.0
        while s <= far and h == h:
            height, which, t = _on(scene, px + s * dx, py + s * dy, h, part)
            if which < 0:
                break
            tri = scene.terrains[which].corners[t]
            gone = max(gone, _last_over(tri, x, y, dx, dy, r))
            if gone >= far:
                return far
            step = min(max(0.0, leaves(tri, px + s * dx, py + s * dy, dx, dy)), _PACE) + _CRACK
            s += step
            slope = scene.terrains[which].slope[t]
            h = height + step * (slope[0] * dx + slope[1] * dy)
            part = scene.terrains[which].part[t]
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
        px = a[0] - discs[k, 0]
        py = a[1] - discs[k, 1]
        apart = r + discs[k, 3] - 2 * SLACK
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
        up = a[2] + lift - discs[k, 2]
        if abs(dz) > 1e-12:
            s = -up / dz
            t = (discs[k, 4] - up) / dz
            if flat <= 1e-12 and min(s, t) < 0.0:
                continue  # beside it from the beginning
            first = max(first, min(s, t))
            last = min(last, max(s, t))
        elif up <= 0.0 or up >= discs[k, 4]:
            continue
        first = max(first, 0.0)
        if first >= min(last, 1.0) or first >= best:
            continue
        best = first
        who = k
        if flat > 1e-12:  # a little before it, lest rounding puts the one into the other
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
    gone = way_off(scene, start[0], start[1], start[2], dx / flat, dy / flat, share * flat, r)
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
    scene: Scene, discs: Floats, start: Floats, to: Floats, share: float, r: float, lift: float, buf: Floats
) -> tuple[Floats, int, int, int]:
    """A jump that carries this share (0 to 1) of the straight line to its point: the corners of its way, to its end.

    Upward it rises to the height of the point, and then goes level; downward it goes level until the whole base has
    left what it stood on, and then straight to the point. What the base, lifted over its way, meets ends it: the
    terrain and triangle, or -1, -1, and the number of the base, or -1.
    """
    way = np.empty((4, 3))
    count = _corners(scene, start, to, share, r, way)
    nobody = discs[:0]
    for k in range(1, count):
        free, which, index, _ = sweep(scene, nobody, way[k - 1], way[k], r, lift, buf)
        near, base = _met(discs, way[k - 1], way[k], r, lift)
        if near < free:
            free = near
            which = -1
            index = -1
        else:
            base = -1
        if which >= 0 or base >= 0:
            way[k] = way[k - 1] + free * (way[k] - way[k - 1])
            return way[: k + 1].copy(), which, index, base
    return way[:count].copy(), -1, -1, -1
