"""The sun's two shadow maps: of the board, drawn when the board changes, and of what moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.app.render import glsl
from sim.app.render.hours import Hour
from sim.app.render.passes import SHADE, SHADE_FAST, SHADE_MOVING, make_buffer, mask, shader
from sim.app.render.screen import Screen
from sim.app.render.stale_part import Box3, around
from sim.app.render.tiles import WHOLE, Tile, part_of

__all__ = ["ShadowMaps"]

MOVING_SIZE, SMALL_SIZE = 2048, 1536


class ShadowMaps:
    """Shadow maps of a board of this size and height, and the inputs that shaders under `root` read them by."""

    def __init__(
        self, screen: Screen, root: Any, map_size: int, board_size: tuple[float, float], tall: float, hour: Hour
    ) -> None:
        from panda3d.core import Camera, LMatrix4, NodePath, OrthographicLens, SamplerState, Texture

        width, depth = board_size
        centre = np.array([width / 2, depth / 2, tall / 2 - 1.0])
        reach = float(np.linalg.norm([width / 2, depth / 2, tall / 2 + 1.0])) + 0.5
        lens = OrthographicLens()
        lens.set_film_size(2 * reach, 2 * reach)
        lens.set_near_far(1.0, 2 * reach + 2)
        holder = root.attach_new_node("sun")
        holder.set_pos(*(centre + np.array(hour.sun) * (reach + 1)))
        holder.look_at(*centre)
        state = NodePath("state")
        state.set_shader(shader(glsl.SHADOW_VERTEX, glsl.SHADOW_FRAGMENT), 100)
        state.set_two_sided(True, 100)
        hard = SamplerState()
        hard.set_minfilter(SamplerState.FT_nearest)
        hard.set_magfilter(SamplerState.FT_nearest)
        hard.set_wrap_u(SamplerState.WM_border_color)
        hard.set_wrap_v(SamplerState.WM_border_color)
        hard.set_border_color((1, 1, 1, 1))
        maps = [("sun_map", SHADE, map_size), ("moving_map", SHADE_MOVING, MOVING_SIZE)]
        if screen.software:  # far faster to read at random
            maps.append(("small_map", SHADE_FAST, SMALL_SIZE))
        self._maps: dict[str, Any] = {}  # their buffers
        for name, bit, size in maps:
            texture = Texture(name)
            texture.set_format(Texture.F_depth_component)
            texture.set_minfilter(SamplerState.FT_shadow)
            texture.set_magfilter(SamplerState.FT_shadow)
            texture.set_wrap_u(SamplerState.WM_border_color)
            texture.set_wrap_v(SamplerState.WM_border_color)
            texture.set_border_color((1, 1, 1, 1))
            buffer = make_buffer(screen, name, (size, size), -30, texture, depth=True)
            camera = Camera(name, lens)
            camera.set_initial_state(state.get_state())
            camera.set_camera_mask(mask(bit))
            region = buffer.make_display_region()
            region.set_camera(holder.attach_new_node(camera))
            region.set_clear_depth_active(True)
            buffer.set_clear_depth_active(False)
            root.set_shader_input(name, texture)
            root.set_shader_input(name.replace("map", "depth"), texture, hard)
            self._maps[name] = buffer
            if name == "moving_map":
                self._moving = (region, camera)
        to_sun = LMatrix4(holder.get_mat(root))
        to_sun.invert_in_place()
        self._lens, self._matrix = lens, to_sun * lens.get_projection_mat()
        root.set_shader_input("sun_matrix", self._matrix)
        self._texel = 1.0 / map_size
        per_inch = 1.0 / (2 * reach + 1)
        self._bias = (0.03 * per_inch, 0.06 * per_inch)
        self._due = set(self._maps)
        self._boxes: list[Box3] | None = None  # that hold all that moved; None: it may be anywhere

    @property
    def buffers(self) -> list[Any]:
        return list(self._maps.values())

    def touch(self, fixed: bool, moving: bool, where: Sequence[Box3] | None = None) -> None:
        """The board or what moves on it changed: its map is due; of what moves only `where` it did."""
        if moving and "moving_map" not in self._due:
            self._boxes = []
        if moving:
            self._boxes = None if where is None or self._boxes is None else [*self._boxes, *where]
        self._due |= {name for name in self._maps if (moving if name == "moving_map" else fixed)}

    def run(self, fast: bool = False) -> None:
        """Draw the maps that are due with the next frame, and no others. `fast`: what only a still view reads waits."""
        now = self._due - {"sun_map"} if fast and "small_map" in self._maps else self._due
        for name, buffer in self._maps.items():
            buffer.set_active(name in now)
        if "moving_map" in now:
            region, camera = self._moving
            part = self._seen(self._boxes)
            region.set_dimensions(*part)
            camera.set_lens(self._lens if part == WHOLE else part_of(self._lens, part))
        self._due = self._due - now

    def _seen(self, boxes: Sequence[Box3] | None) -> Tile:
        """Where the sun sees boxes, in whole texels of the map of what moves."""
        from panda3d.core import LPoint3

        if boxes is None:
            return WHOLE
        seen = [self._matrix.xform_point(LPoint3(*corner)) for box in boxes for corner in around(box)]
        low, high = ([n * (0.5 * MOVING_SIZE) for n in (pick(p[0] for p in seen) + 1, pick(p[1] for p in seen) + 1)]
                     for pick in (min, max))  # fmt: skip
        x0, y0 = (min(max(math.floor(n) - 1, 0), MOVING_SIZE - 1) / MOVING_SIZE for n in low)
        x1, y1 = (min(max(math.ceil(n) + 1, 1), MOVING_SIZE) / MOVING_SIZE for n in high)
        return (x0, max(x1, x0 + 1 / MOVING_SIZE), y0, max(y1, y0 + 1 / MOVING_SIZE))

    def jitter(self, number: int) -> tuple[float, float, float, float]:
        """Where frame `number` of a sum reads the maps, beside the place itself, and the two maps' bias."""
        if number == 0:
            return (0.0, 0.0, *self._bias)
        reach, angle = 1.7 * self._texel * math.sqrt((number % 8 + 0.5) / 8), number * 2.399963
        return (reach * math.cos(angle), reach * math.sin(angle), *self._bias)
