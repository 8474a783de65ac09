"""Compiled kernels: a plane cut by surfaces, and whether a rectangle of it is closed. Inches.

A place of the plane is inside solids by its winding number, known at one place and counted from there over the lines
that are crossed (for polygons: Sunday, Inclusion of a point in a polygon, 2001). The rectangle is halved until its
parts are clear of lines, as in branch and bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.compile.structs import KernelStruct
from sim.geometry.ray.ray_kernels import Floats, Longs
from sim.geometry.tolerance import FINEST_PART, LEVEL_LINE, ROUNDING

__all__ = [
    "HEAD_U",
    "LINES",
    "NORMAL_U",
    "NORMAL_V",
    "SHIFTS",
    "SOUND",
    "TAIL_U",
    "Cut",
    "PlaneRect",
    "Section",
    "crosses_part",
    "is_all_narrow",
    "is_all_near",
    "is_all_solid",
    "make_section",
    "nearest_line",
    "winding_number",
]

LINES = 160  # on one plane
PARTS = 600  # of a rectangle that are looked at
HELD = 64  # parts of a rectangle at once
LINES_A_PRICE = 24  # that are looked at for one unit of work
TAIL_U, TAIL_V, HEAD_U, HEAD_V, NORMAL_U, NORMAL_V, SOUND = range(7)
"""Columns of a line on a plane: from where to where it runs, which way its surface looks, and 1 where that is a closed
surface wound one way."""
INSIDE, OPEN = -1, -2  # a place of a plane; 0 and above: the number of the shift that leads inside
SHIFTS = 8


@dataclass(frozen=True, eq=False)
class Section(KernelStruct):
    """A plane across a shaft, the rectangle that the shaft meets it in, and room for what is cut by it."""

    normal: Floats  # (3,) of length 1
    at: Floats  # (3,) where 0, 0 of the plane is
    base: Floats  # (2, 3) the directions of its axes
    low: Floats  # (2,) the rectangle
    high: Floats  # (2,)
    lines: Floats  # (LINES, 7), as the columns above
    parts: Floats  # (HELD, 4) as `PlaneRect` has them: parts of the rectangle that are still to be looked at
    shifts: Floats  # (SHIFTS, 2) from a place, where else it may be inside


class Cut(NamedTuple):
    """What surfaces leave on a plane."""

    lines: Floats  # (n, 7)
    depth: int  # the winding number at 0, 0


class PlaneRect(NamedTuple):
    """A rectangle on a plane."""

    u0: float
    v0: float
    u1: float
    v1: float


def make_section() -> Section:
    """Room for one section at a time."""
    corner = np.empty(2), np.empty(2)
    rows = np.empty((LINES, 7)), np.empty((HELD, 4)), np.empty((SHIFTS, 2))
    return Section(np.empty(3), np.empty(3), np.zeros((2, 3)), *corner, *rows)


@njit_noref
def _side(au: float, av: float, bu: float, bv: float, u: float, v: float) -> float:
    """Twice the area of a triangle: above 0 where the last corner is to the left of the way from a to b."""
    return (bu - au) * (v - av) - (bv - av) * (u - au)


@njit_noref
def winding_number(cut: Cut, u: float, v: float) -> int:
    """The winding number at a place, by the lines crossed on the way from 0, 0. 0 in doubt."""
    lines, depth = cut.lines, cut.depth
    for i in range(lines.shape[0]):
        if lines[i, SOUND] == 0:
            continue
        au, av, bu, bv = lines[i, TAIL_U], lines[i, TAIL_V], lines[i, HEAD_U], lines[i, HEAD_V]
        tail = _side(0.0, 0.0, u, v, au, av)
        head = _side(0.0, 0.0, u, v, bu, bv)
        if (tail > 0 and head > 0) or (tail < 0 and head < 0):
            continue
        here = _side(au, av, bu, bv, 0.0, 0.0)
        there = _side(au, av, bu, bv, u, v)
        if (here > 0 and there > 0) or (here < 0 and there < 0):
            continue
        if tail == 0 or head == 0 or here == 0 or there == 0:
            if au == bu and av == bv:
                continue
            return 0
        depth += 1 if lines[i, NORMAL_U] * u + lines[i, NORMAL_V] * v < 0 else -1
    return depth


@njit_noref
def crosses_part(cut: Cut, part: PlaneRect) -> bool:
    """Whether a line of a closed surface runs through a part of the plane."""
    lines = cut.lines
    u0, v0, u1, v1 = part
    for i in range(lines.shape[0]):
        if lines[i, SOUND] == 0:
            continue
        au, av, bu, bv = lines[i, TAIL_U], lines[i, TAIL_V], lines[i, HEAD_U], lines[i, HEAD_V]
        if max(au, bu) <= u0 or min(au, bu) >= u1 or max(av, bv) <= v0 or min(av, bv) >= v1:
            continue
        # the line's own direction parts them, or they meet
        p = _side(au, av, bu, bv, u0, v0)
        q = _side(au, av, bu, bv, u1, v0)
        r = _side(au, av, bu, bv, u0, v1)
        s = _side(au, av, bu, bv, u1, v1)
        if not (min(p, q, r, s) >= 0 or max(p, q, r, s) <= 0):
            return True
    return False


@njit_noref
def nearest_line(cut: Cut, u: float, v: float) -> float:
    """How far the nearest line is from a place, of surfaces closed or not."""
    lines = cut.lines
    best = np.inf
    for i in range(lines.shape[0]):
        au, av = lines[i, TAIL_U], lines[i, TAIL_V]
        du, dv = lines[i, HEAD_U] - au, lines[i, HEAD_V] - av
        squared = du * du + dv * dv
        s = 0.0
        if squared > 0:
            s = min(1.0, max(0.0, ((u - au) * du + (v - av) * dv) / squared))
        best = min(best, (au + du * s - u) ** 2 + (av + dv * s - v) ** 2)
    return float(best**0.5)


@njit_noref
def _where_to_halve(cut: Cut, part: PlaneRect, shift_u: float, shift_v: float, doubt: float) -> tuple[int, float]:
    """Where a part of the plane is best cut in two: the axis, and at which place. Where a line along an axis meets it,
    moved by a shift; else in the middle of the longer side."""
    lines = cut.lines
    u0, v0, u1, v1 = part
    best = -1.0
    axis, at = 0, 0.0
    for i in range(lines.shape[0]):
        if lines[i, SOUND] == 0:
            continue
        for k in range(2):
            one, two = lines[i, TAIL_U + k], lines[i, HEAD_U + k]
            if abs(one - two) > LEVEL_LINE:
                continue
            low, high, by = (u0, u1, shift_u) if k == 0 else (v0, v1, shift_v)
            least, most, beside = (v0, v1, shift_v) if k == 0 else (u0, u1, shift_u)
            place = 0.5 * (one + two) - by
            place += -doubt if place > 0.5 * (low + high) else doubt
            if place <= low + LEVEL_LINE or place >= high - LEVEL_LINE:
                continue
            tail, head = lines[i, TAIL_V - k], lines[i, HEAD_V - k]  # along the other axis
            if min(tail, head) >= most + beside or max(tail, head) <= least + beside:
                continue
            good = min(place - low, high - place) * (most - least)
            if good > best:
                best, axis, at = good, k, place
    if best > 0:
        return axis, at
    return (0, 0.5 * (u0 + u1)) if u1 - u0 >= v1 - v0 else (1, 0.5 * (v0 + v1))


@njit_noref
def _halve(parts: Floats, left: int, part: PlaneRect, axis: int, at: float) -> int:
    """Add the two halves of a part to those that are to be looked at: how many there are then."""
    for k in range(4):
        parts[left, k] = parts[left + 1, k] = part[k]
    parts[left, 2 + axis] = at
    parts[left + 1, axis] = at
    return left + 2


@njit_noref
def _is_beside_a_line(lines: Floats, u: float, v: float, apart: float) -> bool:
    """Whether the box round a line of a closed surface comes so near to a place; else all places so near are alike."""
    for i in range(lines.shape[0]):
        if lines[i, SOUND] == 0:
            continue
        au, av, bu, bv = lines[i, TAIL_U], lines[i, TAIL_V], lines[i, HEAD_U], lines[i, HEAD_V]
        if max(au, bu) < u - apart or min(au, bu) > u + apart or max(av, bv) < v - apart or min(av, bv) > v + apart:
            continue
        return True
    return False


@njit_noref
def _place(cut: Cut, u: float, v: float, shifts: Floats, spent: Longs) -> int:
    """INSIDE where a place of the plane is inside a solid; else the first of `shifts` that leads into one, or OPEN."""
    price = 1 + cut.lines.shape[0] // LINES_A_PRICE
    spent[0] += price
    if winding_number(cut, u, v) != 0:
        return INSIDE
    furthest = 0.0
    for k in range(shifts.shape[0]):
        furthest = max(furthest, abs(shifts[k, 0]), abs(shifts[k, 1]))
    if not _is_beside_a_line(cut.lines, u, v, furthest + ROUNDING):
        return OPEN
    for k in range(shifts.shape[0]):
        spent[0] += price
        if winding_number(cut, u + shifts[k, 0], v + shifts[k, 1]) != 0:
            return k
    return OPEN


@njit_noref
def _is_open_at_a_corner(section: Section, cut: Cut, spent: Longs) -> bool:
    """Whether a corner of the rectangle is open: most rectangles that are open are open there."""
    low, high = section.low, section.high
    for c in range(4):
        u = low[0] if c & 1 == 0 else high[0]
        v = low[1] if c & 2 == 0 else high[1]
        if _place(cut, u, v, section.shifts, spent) == OPEN:
            return True
    return False


@njit_noref
def _is_solid_beside(cut: Cut, part: PlaneRect, shifts: Floats, doubt: float, spent: Longs) -> bool:
    """Whether a part of the plane is inside solids wholly where one of `shifts` takes it, give or take `doubt`."""
    u0, v0, u1, v1 = part
    for k in range(shifts.shape[0]):
        u, v = shifts[k, 0], shifts[k, 1]
        spent[0] += 2 * cut.lines.shape[0] // LINES_A_PRICE
        if winding_number(cut, 0.5 * (u0 + u1) + u, 0.5 * (v0 + v1) + v) != 0 and not crosses_part(
            cut, PlaneRect(u0 + u - doubt, v0 + v - doubt, u1 + u + doubt, v1 + v + doubt)
        ):
            return True
    return False


@njit_noref
def is_all_solid(section: Section, cut: Cut, doubt: float, spent: Longs) -> bool:
    """Whether every place of the section's rectangle is inside a solid, or one of those is that lie so much beside it
    (its `shifts`, give or take `doubt`)."""
    shifts, parts = section.shifts, section.parts
    furthest = 0.0
    for k in range(shifts.shape[0]):
        furthest = max(furthest, abs(shifts[k, 0]), abs(shifts[k, 1]))
    if _is_open_at_a_corner(section, cut, spent):
        return False
    parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3] = (
        section.low[0],
        section.low[1],
        section.high[0],
        section.high[1],
    )
    left = 1
    for _ in range(PARTS):
        if left == 0:
            return True
        left -= 1
        part = PlaneRect(parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3])
        wide, high = part.u1 - part.u0, part.v1 - part.v0
        spent[0] += cut.lines.shape[0] // LINES_A_PRICE
        which = _place(cut, 0.5 * (part.u0 + part.u1), 0.5 * (part.v0 + part.v1), shifts, spent)
        if which == OPEN:
            return False
        if which == INSIDE and not crosses_part(cut, part):
            continue
        if min(wide, high) < 4 * furthest and _is_solid_beside(cut, part, shifts, doubt, spent):
            continue
        if max(wide, high) <= FINEST_PART:
            continue
        if left + 2 > parts.shape[0]:
            return False
        if which == INSIDE:
            axis, at = _where_to_halve(cut, part, 0.0, 0.0, 0.0)
        else:
            axis, at = _where_to_halve(cut, part, shifts[which, 0], shifts[which, 1], doubt)
        left = _halve(parts, left, part, axis, at)
    return False


@njit_noref
def is_all_narrow(section: Section, cut: Cut, radius: float, spent: Longs) -> bool:
    """Whether every place of the section's rectangle is inside a solid, or nearer than a radius to a surface."""
    parts = section.parts
    parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3] = (
        section.low[0],
        section.low[1],
        section.high[0],
        section.high[1],
    )
    left = 1
    for _ in range(PARTS):
        if left == 0:
            return True
        left -= 1
        part = PlaneRect(parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3])
        wide, high = part.u1 - part.u0, part.v1 - part.v0
        u, v = 0.5 * (part.u0 + part.u1), 0.5 * (part.v0 + part.v1)
        reach = 0.5 * (wide**2 + high**2) ** 0.5
        spent[0] += 1 + cut.lines.shape[0] // 16
        near = nearest_line(cut, u, v)
        if near + reach <= radius:
            continue
        within = winding_number(cut, u, v) != 0
        if within and (near >= reach or not crosses_part(cut, part)):
            continue
        if (near > radius and not within) or left + 2 > parts.shape[0]:
            return False
        left = _halve(parts, left, part, 0, u) if wide >= high else _halve(parts, left, part, 1, v)
    return False


@njit_noref
def _lies_beside_a_line(cut: Cut, part: PlaneRect, radius: float) -> bool:
    """Whether a part of the plane is nearer than a radius to one line, all of it: its corners are, and such places are
    a convex set."""
    lines, squared = cut.lines, radius * radius
    for i in range(lines.shape[0]):
        au, av, bu, bv = lines[i, TAIL_U], lines[i, TAIL_V], lines[i, HEAD_U], lines[i, HEAD_V]
        if min(au, bu) > part.u0 + radius or max(au, bu) < part.u1 - radius:
            continue
        if min(av, bv) > part.v0 + radius or max(av, bv) < part.v1 - radius:
            continue
        du, dv = bu - au, bv - av
        length = max(du * du + dv * dv, 1e-18)
        within = True
        for c in range(4):
            u = part.u0 if c & 1 == 0 else part.u1
            v = part.v0 if c & 2 == 0 else part.v1
            s = min(1.0, max(0.0, ((u - au) * du + (v - av) * dv) / length))
            if (au + du * s - u) ** 2 + (av + dv * s - v) ** 2 > squared:
                within = False
                break
        if within:
            return True
    return False


@njit_noref
def is_all_near(section: Section, cut: Cut, radius: float, spent: Longs) -> bool:
    """Whether every place of the section's rectangle is nearer than a radius to a surface, inside a solid or not."""
    parts = section.parts
    parts[0, 0], parts[0, 1], parts[0, 2], parts[0, 3] = (
        section.low[0],
        section.low[1],
        section.high[0],
        section.high[1],
    )
    left = 1
    for _ in range(PARTS):
        if left == 0:
            return True
        left -= 1
        part = PlaneRect(parts[left, 0], parts[left, 1], parts[left, 2], parts[left, 3])
        spent[0] += 1 + cut.lines.shape[0] // 8
        if _lies_beside_a_line(cut, part, radius):
            continue
        u, v = 0.5 * (part.u0 + part.u1), 0.5 * (part.v0 + part.v1)
        if nearest_line(cut, u, v) > radius or left + 2 > parts.shape[0]:
            return False
        left = _halve(parts, left, part, *_across(cut, part, u, v))
    return False


@njit_noref
def _across(cut: Cut, part: PlaneRect, u: float, v: float) -> tuple[int, float]:
    """Where to halve a part: across the line that is nearest to its middle u, v, into strips along bars."""
    lines = cut.lines
    best, along_u, along_v = np.inf, 0.0, 0.0
    for i in range(lines.shape[0]):
        au, av = lines[i, TAIL_U], lines[i, TAIL_V]
        du, dv = lines[i, HEAD_U] - au, lines[i, HEAD_V] - av
        s = min(1.0, max(0.0, ((u - au) * du + (v - av) * dv) / max(du * du + dv * dv, 1e-18)))
        away = (au + du * s - u) ** 2 + (av + dv * s - v) ** 2
        if away < best:
            best, along_u, along_v = away, abs(du), abs(dv)
    length = max((along_u * along_u + along_v * along_v) ** 0.5, 1e-12)
    wide, high = (part.u1 - part.u0) * (along_v / length + 0.05), (part.v1 - part.v0) * (along_u / length + 0.05)
    return (0, u) if wide >= high else (1, v)
