"""How a heightfield is measured, column by column, where it is first wanted. Inches, z up.

A column is followed down through the terrain, from ground to ground, as Recast rasterises spans; what a base of one
size has room for there is measured on the mesh itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.flatness import Square, flatness_of
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.side_by_side import in_threads
from sim.geometry.ground.surface import bits_at, inside, rest_height, surface
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walls import wall_distance
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window
from sim.geometry.tolerance import STEP, STEP_SLACK

__all__ = ["CLEARANCE_RANGE", "CLOSE", "LEAST", "RIM_CLEARANCE", "SAME", "measure", "room_at", "touching"]

CLEARANCE_RANGE = 0.3  # how far beyond the base room is measured
CLOSE = 0.25  # places where a base lacks more room than this are left out
RIM = 0.14  # places that have less room than this have one beside them that touches what is in the way
RIM_CLEARANCE = 0.006
LEAST = 0.0  # a strip of ground on which a base has no room to either side is left out
SAME = 0.2  # places whose ground differs by less lie on one
_BELOW = 0.02  # inches: the next level of a column is looked for so far under the last
_LOOKS = 24  # at a column: buildings have floors and cellars, but no more
_MANY = 300  # columns: so many are worth a thread of their own
_PROBE = 0.004  # inches: so far aside it is felt which way the clearance grows


Longs = NDArray[np.int64]


class Rest(NamedTuple):
    """A place on the ground, and the height where a base rests there."""

    x: float
    y: float
    ground: float
    rest_z: float


@njit_noref
def _clearance(scene: Scene, base: Base, x: float, y: float, ground: float, head: float, buf: Floats) -> float:
    """How much further than the rim of the base the nearest ledge is, or the nearest wall up to `head`."""
    at = Segment(x, y, x, y)
    edge = ledge_distance(scene, at, ground, base.radius + CLEARANCE_RANGE, False)
    return min(edge, wall_distance(scene, at, ground, head, edge, buf).distance) - base.radius


@njit_noref
def touching(
    scene: Scene, base: Base, x: float, y: float, ground: float, clearance: float, buf: Floats
) -> tuple[float, float]:
    """The place beside this one where the base all but touches what is in its way; NaN where there is none.

    Found along the gradient of the clearance field, by Newton's method.
    """
    px = x
    py = y
    head = ground + base.height
    gx = _clearance(scene, base, px + _PROBE, py, ground, head, buf) - clearance
    gy = _clearance(scene, base, px, py + _PROBE, ground, head, buf) - clearance
    size = (gx * gx + gy * gy) ** 0.5
    if size < _PROBE * 0.5:
        return np.nan, np.nan
    for _ in range(3):
        px += (RIM_CLEARANCE - clearance) * gx / size
        py += (RIM_CLEARANCE - clearance) * gy / size
        clearance = _clearance(scene, base, px, py, ground, head, buf)
        if RIM_CLEARANCE / 3 <= clearance <= 2 * RIM_CLEARANCE:
            break
    if abs(px - x) > 2 * RIM or abs(py - y) > 2 * RIM or not 0.0 <= clearance <= 4 * RIM_CLEARANCE:
        return np.nan, np.nan
    if abs(surface(scene, px, py, ground + 0.01).height - ground) > 1e-6:
        return np.nan, np.nan
    return px, py


def measure(scene: Scene, field: Heightfield, window: Window, base: Base, buf: Floats) -> None:
    """Measure the columns of a window that are not yet known."""
    i, j, columns, rows = window
    own = field.count.reshape(field.rows, field.columns)[j : j + rows, i : i + columns]
    fresh = np.zeros(len(field.count), np.bool_)
    fresh.reshape(field.rows, field.columns)[j : j + rows, i : i + columns] = own < 0
    some = np.flatnonzero(fresh)

    def columns_of(scene: Scene, room: Floats, first: int, end: int) -> None:
        _measure_columns(scene, field, some[first:end], base, room)

    try:
        in_threads(scene, buf, len(some), _MANY, columns_of)
        _look_round(scene, field, some, fresh, base, buf)
    except BaseException:
        field.count[some] = -1  # who is called away leaves nothing half measured
        raise


@njit_noref
def _measure_columns(scene: Scene, field: Heightfield, some: Longs, base: Base, buf: Floats) -> None:
    for c in some:
        field.count[c] = _measure_column(scene, field, c % field.columns, c // field.columns, base, buf)


@njit_noref
def _look_round(
    scene: Scene, field: Heightfield, some: Longs, fresh: NDArray[np.bool_], base: Base, buf: Floats
) -> None:
    """Look between each of some columns in a row, which are marked as `fresh`, and those that were measured before
    it."""
    for c in some:
        i, j = c % field.columns, c // field.columns
        for side in range(4):
            u, v = i + (1 if side == 0 else -1 if side == 1 else 0), j + (1 if side == 2 else -1 if side == 3 else 0)
            if 0 <= u < field.columns and 0 <= v < field.rows:
                n = v * field.columns + u
                if n < c or not fresh[n]:
                    _look_between(scene, field, i, j, side, base, buf)


@njit_noref
def _look_between(scene: Scene, field: Heightfield, i: int, j: int, side: int, base: Base, buf: Floats) -> None:
    """Find the strips of ground between a column and the next one to a side, where both are measured and neither has
    room. Strips become the rims of places that have none: ways lead along them."""
    u, v = i + (1 if side == 0 else -1 if side == 1 else 0), j + (1 if side == 2 else -1 if side == 3 else 0)
    c, n = j * field.columns + i, v * field.columns + u
    for k in range(field.count[c]):
        for q in range(field.count[n]):
            one, two = field.clearance[c, k], field.clearance[n, q]
            ground = max(field.ground[c, k], field.ground[n, q])
            level = abs(field.ground[c, k] - field.ground[n, q]) <= SAME
            if max(one, two) > 0.0 or one + two + SPACING < 2 * LEAST or not level:
                continue
            d, m = (c, k) if np.isnan(field.rim[c, k, 0]) else (n, q)
            if not np.isnan(field.rim[d, m, 0]):
                continue
            on = 0.5 * (1 + (two - one) / SPACING)
            x = field.x + (i + (u - i) * on) * SPACING
            y = field.y + (j + (v - j) * on) * SPACING
            under = surface(scene, x, y, ground + SAME).height
            if abs(under - field.ground[d, m]) > 1e-6:
                continue
            if _clearance(scene, base, x, y, under, under + base.height, buf) >= LEAST:
                field.rim[d, m, 0] = x
                field.rim[d, m, 1] = y


@njit_noref
def _measure_column(scene: Scene, field: Heightfield, i: int, j: int, base: Base, buf: Floats) -> int:
    """Measure the levels of a column, from the highest on; how many there are."""
    x = field.x + i * SPACING
    y = field.y + j * SPACING
    c = j * field.columns + i
    top = 1e8
    used = 0
    for _ in range(_LOOKS):
        under = surface(scene, x, y, top)
        if under.terrain < 0 or used == LEVELS:
            break
        ground = under.height
        top = ground - _BELOW
        if inside(scene, x, y, ground + 0.01):
            continue
        clearance = _clearance(scene, base, x, y, ground, ground + base.height, buf)
        if clearance < -CLOSE:
            continue
        slope = scene.terrains[under.terrain].slope[under.triangle]
        field.ground[c, used] = ground
        field.clearance[c, used] = clearance
        rest_z = rest_height(scene, x, y, ground, base.radius)
        field.rest_z[c, used] = rest_z
        field.stay_clearance[c, used] = _stay_clearance(scene, base, Rest(x, y, ground, rest_z), clearance, buf)
        field.flatness[c, used] = flatness_of(scene, Square(x, y, SPACING), under, base.radius, base.height, buf)
        field.bits[c, used] = bits_at(scene, under.terrain, under.triangle)
        field.slope[c, used, 0] = slope[0]
        field.slope[c, used, 1] = slope[1]
        field.rim[c, used, 0] = np.nan
        if -0.02 < clearance < RIM:
            px, py = touching(scene, base, x, y, ground, clearance, buf)
            field.rim[c, used, 0] = px
            field.rim[c, used, 1] = py
        used += 1
    return used


@njit_noref
def _stay_clearance(scene: Scene, base: Base, at: Rest, clearance: float, buf: Floats) -> float:
    """The clearance of a base that stays at a place, where it is known for one that goes over it."""
    stand = clearance
    if surface(scene, at.x, at.y, at.ground + STEP + STEP_SLACK).height > at.ground + 1e-6:
        stand = -CLOSE  # what lies beneath a crate or a low jetty is no place
    elif at.rest_z > at.ground and stand >= 0.0:
        stand = min(stand, _clearance(scene, base, at.x, at.y, at.ground, at.rest_z + base.height, buf))
    line = Segment(at.x, at.y, at.x, at.y)
    shore: float = ledge_distance(scene, line, at.ground, base.radius + CLEARANCE_RANGE, True) - base.radius
    return min(float(stand), shore)


@njit_noref
def room_at(scene: Scene, base: Base, x: float, y: float, ground: float, buf: Floats) -> tuple[float, float]:
    """The room of a base that stays anywhere on some ground, as a heightfield has it of its places, and the height
    where it rests."""
    clearance = _clearance(scene, base, x, y, ground, ground + base.height, buf)
    if clearance < 0.0:
        return clearance, ground
    at = Rest(x, y, ground, rest_height(scene, x, y, ground, base.radius))
    return _stay_clearance(scene, base, at, clearance, buf), at.rest_z
