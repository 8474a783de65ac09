"""How a heightfield is measured, column by column, where it is first wanted. Inches, z up.

A column is followed down through the terrain, from ground to ground, as Recast rasterises spans; what a base of one
size has room for there is measured on the mesh itself.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit_noref
from sim.geometry.ground.discs import Base
from sim.geometry.ground.flatness import Square, flatness_of
from sim.geometry.ground.ledge_distance import ledge_distance
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at, inside, rest_height, surface
from sim.geometry.ground.terrain_mesh import Floats, Scene
from sim.geometry.ground.walls import wall_distance
from sim.geometry.paths.heightfield import LEVELS, SPACING, Heightfield, Window
from sim.geometry.tolerance import STEP, STEP_SLACK

CLEARANCE_RANGE = 0.3  # how far beyond the base room is measured
CLOSE = 0.25  # places where a base lacks more room than this are left out
RIM = 0.14  # places that have less room than this have one beside them that touches what is in the way
RIM_CLEARANCE = 0.006
_BELOW = 0.02  # inches: the next level of a column is looked for so far under the last
_LOOKS = 24  # at a column: buildings have floors and cellars, but no more
_PROBE = 0.004  # inches: so far aside it is felt which way the clearance grows


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


@njit_noref
def measure(scene: Scene, field: Heightfield, window: Window, base: Base, buf: Floats) -> None:
    """Measure the columns of a window that are not yet known."""
    for j in range(window.j, window.j + window.rows):
        for i in range(window.i, window.i + window.columns):
            c = j * field.columns + i
            if field.count[c] < 0:
                field.count[c] = _measure_column(scene, field, i, j, base, buf)


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
        field.rest_z[c, used] = rest_height(scene, x, y, ground, base.radius)
        field.stay_clearance[c, used] = _stay_clearance(scene, field, c, used, x, y, base, buf)
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
def _stay_clearance(
    scene: Scene, field: Heightfield, c: int, k: int, x: float, y: float, base: Base, buf: Floats
) -> float:
    """The clearance of a base that stays on a level of a column, whose ground, rest and clearance are known."""
    ground = field.ground[c, k]
    rest_z = field.rest_z[c, k]
    stand = field.clearance[c, k]
    if surface(scene, x, y, ground + STEP + STEP_SLACK).height > ground + 1e-6:
        stand = -CLOSE  # what lies beneath a crate or a low jetty is no place
    elif rest_z > ground and stand >= 0.0:
        stand = min(stand, _clearance(scene, base, x, y, ground, rest_z + base.height, buf))
    at = Segment(x, y, x, y)
    shore: float = ledge_distance(scene, at, ground, base.radius + CLEARANCE_RANGE, True) - base.radius
    return min(float(stand), shore)
