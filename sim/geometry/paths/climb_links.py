"""Where walls can be climbed: links between a place at the foot and one on top of a ledge. Inches, z up.

What Detour calls off-mesh connections: ways from level to level beside those over the ground.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compile.kernels import njit, njit_noref
from sim.geometry.ground.footing import footing
from sim.geometry.ground.ledges import BOTTOMLESS
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import bits_at, column_free
from sim.geometry.ground.terrain_mesh import ACCESS, CLIMB, LADDER, WATER, Floats, Scene
from sim.geometry.ground.walls import Heights, climbable, wall_distance
from sim.geometry.tolerance import SLACK, STEP, STEP_SLACK

SPACING = 0.125  # of the places along a ledge
RELIEF = 0.3  # how far a climbed face may lie behind the rim of the base: sills, doorways, the thickness of a ladder
OVER = 1.5  # how far beyond two radii the foot of a climb may lie from its top
HIGHEST = 14.0  # inches: no move climbs more

# columns of a climb link
FOOT_X, FOOT_Y, FOOT_GROUND, FOOT_REST, TOP_X, TOP_Y, TOP_GROUND, TOP_REST, COST, ROLL, SLICK = range(11)


@njit_noref
def way_over(
    scene: Scene, ax: float, ay: float, bx: float, by: float, z: float, tall: float, r: float, buf: Floats
) -> bool:
    """Is the level way over the edge of a climb free of walls?"""
    return wall_distance(scene, Segment(ax, ay, bx, by), z, z + tall, r * 0.5, buf)[1] < 0


@njit(cache=True, nogil=True)
def find_climb_links(scene: Scene, ledges: Floats, r: float, tall: float, buf: Floats) -> Floats:
    """The climbs over some ledges for one base size, as rows; `SLICK` marks those that nobody climbs out of water."""
    out = np.empty((256, 11))
    used = 0
    for ledge in ledges:
        drop = ledge[7]
        if drop <= STEP or drop >= BOTTOMLESS or drop > HIGHEST:
            continue
        dx = ledge[3] - ledge[0]
        dy = ledge[4] - ledge[1]
        length = (dx * dx + dy * dy) ** 0.5
        if length < 1e-6:
            continue
        nx = dy / length
        ny = -dx / length
        steps = max(1, int(np.ceil(length / SPACING)))
        for s in range(steps + 1):
            px = ledge[0] + dx * s / steps
            py = ledge[1] + dy * s / steps
            pz = ledge[2] + (ledge[5] - ledge[2]) * s / steps
            tx = px - nx * (r + SLACK / 2)
            ty = py - ny * (r + SLACK / 2)
            top = footing(scene, tx, ty, pz + STEP + r, r, tall, buf)
            if top[4] != 0 or abs(top[0] - pz) > STEP + r:
                continue
            found = False
            away = 0.05
            while away <= r + OVER and not found:
                fx = px + nx * away
                fy = py + ny * away
                below = pz - STEP - STEP_SLACK
                for _ in range(4):
                    foot = footing(scene, fx, fy, below, r, tall, buf)
                    if foot[4] == 1:
                        break
                    below = foot[0] - 1e-4
                    if foot[4] != 0 and foot[4] != 3:
                        continue
                    if top[1] - foot[1] <= STEP + STEP_SLACK:
                        continue
                    found = True
                    break
                if not found:
                    away += 0.05
            if not found:
                continue
            # as close to the wall as it can stand
            low = away - 0.05
            while away - low > 1e-3:
                mid = (low + away) / 2
                near = footing(scene, px + nx * mid, py + ny * mid, foot[0] + 0.01, r, tall, buf)
                if (near[4] == 0 or near[4] == 3) and abs(near[0] - foot[0]) < 0.3:
                    away = mid
                else:
                    low = mid
            away += SLACK  # a hair more, so that it stands there when its place is rounded
            fx = px + nx * away
            fy = py + ny * away
            foot = footing(scene, fx, fy, foot[0] + 0.3, r, tall, buf)
            if foot[4] != 0 and foot[4] != 3:
                continue
            if not column_free(scene, fx, fy, foot[0] + 0.05, top[1] + 0.05):
                continue
            roll = 0.0
            held = climbable(scene, fx, fy, Heights(foot[1], top[1]), r + RELIEF, LADDER, buf)
            if not held[0]:
                roll = 1.0
                held = climbable(scene, fx, fy, Heights(foot[1], top[1]), r + RELIEF, LADDER | CLIMB, buf)
                if not held[0]:
                    continue
            if not way_over(scene, fx, fy, tx, ty, top[1], tall, r, buf):
                continue
            slick = (
                roll == 1.0
                and bits_at(scene, foot[2], foot[3]) & WATER
                and not bits_at(scene, held[1], held[2]) & ACCESS
            )
            if used == len(out):
                more = np.empty((2 * len(out), 11))
                more[:used] = out
                out = more
            row = out[used]
            row[FOOT_X] = fx
            row[FOOT_Y] = fy
            row[FOOT_GROUND] = foot[0]
            row[FOOT_REST] = foot[1]
            row[TOP_X] = tx
            row[TOP_Y] = ty
            row[TOP_GROUND] = top[0]
            row[TOP_REST] = top[1]
            row[COST] = top[1] - foot[1] + ((fx - tx) ** 2 + (fy - ty) ** 2) ** 0.5
            row[ROLL] = roll
            row[SLICK] = 1.0 if slick else 0.0
            used += 1
    return out[:used].copy()
