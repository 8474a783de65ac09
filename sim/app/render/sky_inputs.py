"""What the shaders are told of an hour, and what no frame changes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.app.render.hours import Hour
from sim.app.render.passes import texture_arrays
from sim.app.render.screen import Screen
from sim.app.render.water_sheets import WATER_LEVEL

__all__ = ["set_haze", "set_unchanging"]

DIMMED = 0.92  # what haze shows of the sky behind it


def set_unchanging(screen: Screen, root: Any, hour: Hour) -> None:
    """What all shaders read and no frame changes, for whatever stands under `root`."""
    from panda3d.core import LVector4

    _set_hour(root, hour)
    root.set_shader_input("water_z", WATER_LEVEL)
    root.set_shader_input("floor_z", -99.0)
    root.set_shader_input("time", 3.0)
    root.set_shader_input("wash", LVector4(0, 0, 0, 0))
    root.set_shader_input("pictured", 0.0)
    for name, array in zip(("colours", "normals"), texture_arrays(screen), strict=True):
        root.set_shader_input(name, array)


def _set_hour(root: Any, hour: Hour) -> None:
    """Whatever stands under `root` is lit and hazed by this hour."""
    from panda3d.core import LVector3, LVector4

    root.set_shader_input("sun", LVector3(*hour.sun))
    root.set_shader_input("sun_colour", LVector3(*hour.sun_colour))
    root.set_shader_input("zenith", LVector3(*hour.zenith))
    root.set_shader_input("horizon", LVector3(*hour.horizon))
    root.set_shader_input("sky_glow", LVector3(*hour.glow))
    root.set_shader_input("cloud", LVector4(*hour.cloud, hour.cloudy))
    root.set_shader_input("depths", LVector3(*hour.water))
    root.set_shader_input("look", LVector4(hour.exposure, hour.shine, hour.stars, 0.0))


def set_haze(root: Any, hour: Hour, thick: float, height: float, forward: tuple[float, float, float]) -> None:
    """For an eye at this height that looks this way, and how thick haze is on the ground (none: no haze at all).

    Its colour, of which shaders are told the square root, is that of the sky behind: as the full ones have it of each
    place, but for all of them at once.
    """
    from panda3d.core import LVector3

    mist = hour.mist if thick else 0.0
    root.set_shader_input("haze", thick * hour.haze / (1.0 + (height / 9.0) ** 1.5) + mist)
    x, y, _ = forward
    near = max((x * hour.sun[0] + y * hour.sun[1]) / max(math.hypot(x, y), 0.1), 0.0) ** 6 * 0.35
    colour = (np.array(hour.horizon) + near * np.array(hour.glow)) * DIMMED
    root.set_shader_input("haze_root", LVector3(*np.sqrt(colour * hour.exposure)))
