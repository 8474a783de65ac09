"""What a window shows: a single frame of the scene, or the sum of several."""

from __future__ import annotations

from typing import Any

from sim.app.render import glsl
from sim.app.render.passes import FULL, make_buffer, quad
from sim.app.render.screen import Screen, Size
from sim.app.render.tiles import WHOLE, Tile

__all__ = ["FrameAccumulator"]


class FrameAccumulator:
    """Two quads: one adds the scene's picture to the sum of frames, the other shows a picture in the window."""

    def __init__(self, screen: Screen, size: Size, picture: Any) -> None:
        from panda3d.core import ColorBlendAttrib, OrthographicLens, Texture

        self.sum_texture = Texture("sum")
        self.sum_buffer = make_buffer(screen, "sum", size, -5, self.sum_texture, wide=True)
        lens = OrthographicLens()
        lens.set_film_size(2, 2)
        lens.set_near_far(-1, 1)
        self._regions: list[tuple[Any, Any]] = []
        program = screen.shader(glsl.QUAD_VERTEX, glsl.QUAD_FRAGMENT)
        self._adding = self._quad("sum", self.sum_buffer, 0, lens, picture, program)
        self._adding.set_attrib(
            ColorBlendAttrib.make(
                ColorBlendAttrib.M_add, ColorBlendAttrib.O_incoming_alpha, ColorBlendAttrib.O_one_minus_incoming_alpha
            )
        )
        self._showing = self._quad("shown", screen.host, -50, lens, picture, program)
        self._within: Tile = WHOLE

    def _quad(self, name: str, output: Any, sort: int, lens: Any, picture: Any, program: Any) -> Any:
        from panda3d.core import Camera, LVector4, NodePath, OmniBoundingVolume

        place = NodePath(name)
        node = place.attach_new_node(quad(name, FULL))
        node.set_shader(program)
        node.set_depth_test(False)
        node.set_depth_write(False)
        node.set_two_sided(True)
        node.set_shader_input("used", LVector4(1, 1, 0, 0))
        node.set_shader_input("share", LVector4(1, 0, 0, 0))
        node.set_shader_input("picture", picture)
        node.node().set_bounds(OmniBoundingVolume())
        node.node().set_final(True)
        region = output.make_display_region()
        region.set_sort(sort)
        region.set_camera(place.attach_new_node(Camera(name, lens)))
        self._regions.append((place, region))
        return node

    def add(self, share: float, tile: Tile) -> None:
        """A tile of the picture counts so much in the sum, from 0 to 1, with the next frame."""
        from panda3d.core import LVector4

        left, right, bottom, top = tile
        self._adding.set_shader_input("share", LVector4(share, 0, 0, 0))
        self._adding.set_shader_input("used", LVector4(right - left, top - bottom, left, bottom))
        self._regions[0][1].set_dimensions(*tile)
        self.sum_buffer.set_active(True)

    def show_within(self, part: Tile) -> None:
        """Show only this part of each picture, where it lies in the window."""
        self._within = part
        self._regions[1][1].set_dimensions(*part)

    def show(self, picture: Any, share: float) -> None:
        """Show the lower left part of a picture, this share of its sides."""
        from panda3d.core import LVector4

        left, right, bottom, top = self._within
        used = LVector4(right - left, top - bottom, left, bottom) * share
        self._showing.set_shader_input("picture", picture)
        self._showing.set_shader_input("used", used)

    def close(self) -> None:
        """Take the quads away; the sum's buffer is the renderer's to remove."""
        for place, region in self._regions:
            region.get_window().remove_display_region(region)
            place.remove_node()
