"""A camera that never keeps a mini behind a wall: it goes round it until nothing stands before it."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from sim.app.render.camera import OrbitCamera
from sim.board.model.tableau import Point

NEAR = 30.0  # inches: from no farther away a mini is looked at
TURNS = (0, 25, -25, 50, -50, 80, -80, 110, -110, 145, -145, 180)  # degrees, the smallest first
STEEPER = (58.0, 74.0)  # degrees: tried where no turn alone is enough
LEAST = 24.0  # degrees: not looked at from lower


def turn_clear(orbit: OrbitCamera, at: Point, sees: Callable[[Point, Point], bool]) -> None:
    """Turn a camera as little as may be until a place is seen, and as near as need be.

    `sees(at, eye)` tells whether a mini at a place is seen by an eye. Where nothing is clear, it stays as it is.
    """
    near = min(orbit.distance, NEAR)
    for steep in (orbit.steep, *STEEPER):
        lift = radians(max(steep, LEAST))
        level = near * cos(lift)
        for turn in TURNS:
            angle = radians(orbit.turn + turn)
            eye = (at[0] + level * cos(angle), at[1] + level * sin(angle), at[2] + near * sin(lift))
            if sees(at, eye):
                orbit.orbit(turn, max(steep, LEAST) - orbit.steep)
                orbit.distance = near
                return
