"""The sun's shadow maps: of the board, drawn when the board changes, and of what moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim.app.render import glsl
from sim.app.render.hours import Hour
from sim.app.render.passes import FULL, SHADE, SHADE_FAST, SHADE_MOVING, make_buffer, mask, quad
from sim.app.render.screen import Screen
from sim.app.render.stale_part import Box3, around
from sim.app.render.tiles import WHOLE, Tile, part_of

__all__ = ["ShadowMaps"]

MOVING_SIZE, SMALL_SIZE = 2048, 1536
STILL_ONLY = {"sun_map", "moving_map"}  # read by the full shaders alone
STRIPS: tuple[Tile, ...] = tuple((n / 4, (n + 1) / 4, 0.0, 1.0) for n in range(4))
LIFTED = 0.03  # inches that what moves must lie nearer to the sun than what it shades, beyond what the board must


class ShadowMaps:
    """Shadow maps of a board of this size and height, and the inputs that shaders under `root` read them by.

    In software, while the view moves, one small map is read in place of two: `all_map` is a copy of the board's
    (`small_map`) with what moves drawn over it, both only where they changed. The large map of the board is drawn in
    four frames then, as each strip takes the processor up to a twentieth of a second; that of what moves waits until it
    has its finest shapes, which only a still view shows.
    """

    def __init__(
        self,
        screen: Screen,
        root: Any,
        map_size: int,
        board_size: tuple[float, float],
        tall: float,
        hour: Hour,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        from panda3d.core import LMatrix4, OrthographicLens

        width, depth = board_size
        centre = np.array([width / 2, depth / 2, tall / 2 - 1.0])
        reach = float(np.linalg.norm([width / 2, depth / 2, tall / 2 + 1.0])) + 0.5
        lens = OrthographicLens()
        lens.set_film_size(2 * reach, 2 * reach)
        lens.set_near_far(1.0, 2 * reach + 2)
        self._holder = root.attach_new_node("sun")
        self._holder.set_pos(*(centre + np.array(hour.sun) * (reach + 1)))
        self._holder.look_at(*centre)
        self._screen, self._root, self._lens = screen, root, lens
        self._texel = 1.0 / map_size
        per_inch = 1.0 / (2 * reach + 1)
        self._bias = (0.03 * per_inch, 0.06 * per_inch)
        self._maps: dict[str, Any] = {}  # their buffers
        self._aimed: dict[str, tuple[Any, Any]] = {}  # the region and camera of each
        self._moving: dict[str, int] = {}  # the sides of those of what moves
        self._pieces = STRIPS if screen.software and screen.base is not None else (WHOLE,)  # of the large map
        self._left = [*self._pieces]  # to be drawn
        self._map("sun_map", SHADE, map_size)
        pause()  # so large a map takes a driver without a card a twelfth of a second
        self._map("moving_map", SHADE_MOVING, MOVING_SIZE)
        self._copy: tuple[Any, Any] | None = None
        if screen.software:  # far faster to read at random
            self._map("small_map", SHADE_FAST, SMALL_SIZE)
            self._map("all_map", SHADE_MOVING, SMALL_SIZE, lifted=2 * LIFTED * per_inch)
            self._copy = self._copied()
        to_sun = LMatrix4(self._holder.get_mat(root))
        to_sun.invert_in_place()
        self._matrix = to_sun * lens.get_projection_mat()
        root.set_shader_input("sun_matrix", self._matrix)
        self._due = set(self._maps)
        self._boxes: dict[str, list[Box3] | None] = dict.fromkeys(self._moving)  # None: it may be anywhere

    def _map(self, name: str, bit: int, size: int, lifted: float = 0.0) -> None:
        """A map of what this bit of camera masks shows, and the inputs that it is read by."""
        from panda3d.core import Camera, NodePath, SamplerState, Texture

        texture = Texture(name)
        texture.set_format(Texture.F_depth_component)
        texture.set_minfilter(SamplerState.FT_shadow)
        texture.set_magfilter(SamplerState.FT_shadow)
        hard = SamplerState()
        hard.set_minfilter(SamplerState.FT_nearest)
        hard.set_magfilter(SamplerState.FT_nearest)
        for each in (texture, hard):
            each.set_wrap_u(SamplerState.WM_border_color)
            each.set_wrap_v(SamplerState.WM_border_color)
            each.set_border_color((1, 1, 1, 1))
        buffer = make_buffer(
            self._screen, name, (size, size), -30 + len(self._maps), texture, depth=24 if name in STILL_ONLY else 16
        )
        state = NodePath("state")
        state.set_shader(self._screen.shader(glsl.SHADOW_VERTEX, glsl.SHADOW_FRAGMENT), 100)
        state.set_shader_input("lifted", lifted, 100)
        state.set_two_sided(True, 100)
        camera = Camera(name, self._lens)
        camera.set_initial_state(state.get_state())
        camera.set_camera_mask(mask(bit))
        region = buffer.make_display_region()
        region.set_camera(self._holder.attach_new_node(camera))
        region.set_clear_depth_active(name != "all_map")
        region.set_sort(1)
        buffer.set_clear_depth_active(False)
        self._root.set_shader_input(name, texture)
        self._root.set_shader_input(name.replace("map", "depth"), texture, hard)
        self._maps[name] = buffer
        self._aimed[name] = region, camera
        if bit == SHADE_MOVING:
            self._moving[name] = size

    def _copied(self) -> tuple[Any, Any]:
        """What draws the board's small map into the one of all, before what moves: its region, and its node."""
        from panda3d.core import Camera, DepthTestAttrib, LVector4, NodePath, OmniBoundingVolume, OrthographicLens

        place = NodePath("copy")
        node = place.attach_new_node(quad("copy", FULL))
        node.set_shader(self._screen.shader(glsl.QUAD_VERTEX, glsl.DEPTH_FRAGMENT))
        node.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
        node.set_two_sided(True)
        small = self._root.get_shader_input("small_depth")
        node.set_shader_input("picture", small.get_texture(), small.get_sampler())
        node.set_shader_input("used", LVector4(1, 1, 0, 0))
        node.node().set_bounds(OmniBoundingVolume())
        node.node().set_final(True)
        lens = OrthographicLens()
        lens.set_film_size(2, 2)
        lens.set_near_far(-1, 1)
        region = self._maps["all_map"].make_display_region()
        region.set_sort(0)
        region.set_camera(place.attach_new_node(Camera("copy", lens)))
        return region, node

    @property
    def buffers(self) -> list[Any]:
        return list(self._maps.values())

    @property
    def pieces_left(self) -> int:
        """How many pieces of the large map are to be drawn yet."""
        return len(self._left)

    def touch(self, fixed: bool, moving: bool, where: Sequence[Box3] | None = None) -> None:
        """The board or what moves on it changed: its map is due; of what moves only `where` it did."""
        for name in self._moving if moving else ():
            boxes = self._boxes[name] if name in self._due else []
            self._boxes[name] = None if where is None or boxes is None else [*boxes, *where]
        if fixed and "all_map" in self._maps:
            self._boxes["all_map"] = None
            self._due.add("all_map")
        if fixed:
            self._left = [*self._pieces]
        self._due |= {name for name in self._maps if (moving if name in self._moving else fixed)}

    def run(self, fast: bool = False, coarse: bool = False) -> bool:
        """Draw the maps that are due with the next frame, and no others. `fast`: what only a still view reads waits;
        `coarse`: of that, what moves, as long as it has not its finest shapes. True: it draws some that take long."""
        now = set(self._due)
        if self._copy is not None:
            now -= STILL_ONLY if fast else {"moving_map"} if coarse else set()
        for name, buffer in self._maps.items():
            buffer.set_active(name in now)
        for name, size in self._moving.items():
            if name in now:
                part = self._seen(self._boxes[name], size)
                self._aim(name, part)
                if name == "all_map":
                    self._copy_part(part)
        if "sun_map" in now:
            self._aim("sun_map", self._left.pop())
        self._due -= now
        if self._left:
            self._due.add("sun_map")
        return bool(now & STILL_ONLY)

    def _aim(self, name: str, part: Tile) -> None:
        """Draw this part of a map with the next frame."""
        region, camera = self._aimed[name]
        region.set_dimensions(*part)
        camera.set_lens(self._lens if part == WHOLE else part_of(self._lens, part))

    def _copy_part(self, part: Tile) -> None:
        from panda3d.core import LVector4

        assert self._copy is not None
        region, node = self._copy
        left, right, bottom, top = part
        region.set_dimensions(*part)
        node.set_shader_input("used", LVector4(right - left, top - bottom, left, bottom))

    def _seen(self, boxes: Sequence[Box3] | None, size: int) -> Tile:
        """Where the sun sees boxes, in whole texels of a map of this size of what moves."""
        from panda3d.core import LPoint3

        if boxes is None:
            return WHOLE
        seen = [self._matrix.xform_point(LPoint3(*corner)) for box in boxes for corner in around(box)]
        low, high = ([n * (0.5 * size) for n in (pick(p[0] for p in seen) + 1, pick(p[1] for p in seen) + 1)]
                     for pick in (min, max))  # fmt: skip
        x0, y0 = (min(max(math.floor(n) - 1, 0), size - 1) / size for n in low)
        x1, y1 = (min(max(math.ceil(n) + 1, 1), size) / size for n in high)
        return (x0, max(x1, x0 + 1 / size), y0, max(y1, y0 + 1 / size))

    def jitter(self, number: int) -> tuple[float, float, float, float]:
        """Where frame `number` of a sum reads the maps, beside the place itself, and the two maps' bias."""
        if number == 0:
            return (0.0, 0.0, *self._bias)
        reach, angle = 1.7 * self._texel * math.sqrt((number % 8 + 0.5) / 8), number * 2.399963
        return (reach * math.cos(angle), reach * math.sin(angle), *self._bias)
