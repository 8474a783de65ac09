"""The surfaces of the backdrop of a board, in their light."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene, plain_light
from sim.app.render.hours import Hour
from sim.app.render.quarters_beyond import HouseBlock, Quarters, quarters_beyond
from sim.app.render.surface import Patch, Surface, join, surface
from sim.board.files.mapfile import MapFile

__all__ = ["BeyondLook", "beyond_look"]

GRAIN = 3.6  # inches between the corners of the streets, which carry the shadows of houses
SHADED = 0.52  # of its colour, where the sun does not come
LOW, TALL = 0.62, 4.0  # light at the foot of a wall, and the inches to where it is whole
MUTED, DUSTY = 0.3, (0.78, 0.75, 0.71)  # colours are drawn together, so that the board stands out


class BeyondLook(msgspec.Struct, frozen=True, eq=False):
    """What lies round a board of this size: the surface of ground and islands, then one for each block of houses."""

    size: tuple[float, float] = (0.0, 0.0)
    blocks: tuple[HouseBlock, ...] = ()
    surfaces: tuple[tuple[Surface, Baked], ...] = ()


def beyond_look(made: MapFile | None, mean: NDArray[np.float64], hour: Hour) -> BeyondLook:
    """Round a map; of a board without a map nothing is known. `mean`: linear mean colours of the textures."""
    if made is None:
        return BeyondLook()
    quarters = quarters_beyond(made)
    surfaces = _surfaces(quarters)
    whole, light = _lit(join(surfaces), mean, hour)
    looks = list[tuple[Surface, Baked]]()
    for low, high in pairwise(np.cumsum([0, *(len(each.points) for each in surfaces)])):
        rows = np.arange(low, high)
        own = Surface(whole.points[rows], whole.normals[rows], whole.uv[rows], whole.tint[rows])
        looks.append((own, light.at(rows)))
    return BeyondLook(made.size, quarters.blocks, tuple(looks))


def _lit(whole: Surface, mean: NDArray[np.float64], hour: Hour) -> tuple[Surface, Baked]:
    """The surfaces with the shadows of the houses in their colours, and an even light."""
    light = plain_light(whole, LightScene(whole, mean, hour=hour))
    sunny = whole.normals @ np.array(hour.sun) > 0.05
    shade = np.where(sunny & (light.sun < 0.5), SHADED, 1.0)
    foot = LOW + (1.0 - LOW) * np.clip(whole.points[:, 2] / TALL, 0.0, 1.0)
    foot = np.where(np.abs(whole.normals[:, 2]) > 0.7, 1.0, foot)
    tint = whole.tint.copy()
    tint[:, :3] = (tint[:, :3] * (1.0 - MUTED) + MUTED * np.array(DUSTY)) * shade[:, None]
    return msgspec.structs.replace(whole, tint=tint), msgspec.structs.replace(light, gi=light.gi * foot[:, None])


def _surfaces(quarters: Quarters) -> list[Surface]:
    """That of the ground and the islands, then one for each block."""
    made = [join([*(surface(patch, grain=GRAIN) for patch in quarters.ground), *_coarse(quarters.islands)])]
    return made + [join(_coarse(block.patches)) for block in quarters.blocks]


def _coarse(patches: tuple[Patch, ...]) -> list[Surface]:
    return [surface(patch, fine=False) for patch in patches]
