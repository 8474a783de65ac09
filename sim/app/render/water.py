"""The water: the lagoon's surface with the mirror image that it shows, and that of canals at other heights."""

from __future__ import annotations

from typing import Any

from sim.app.render.passes import (
    MIRROR,
    SHADE,
    SHADE_FAST,
    SHADE_MOVING,
    clamped,
    clear_by_region,
    make_buffer,
    mask,
)
from sim.app.render.screen import Screen, Size
from sim.app.render.tiles import WHOLE, Tile, part_of, shrunk
from sim.app.render.vertex_buffers import sheet_node
from sim.app.render.water_sheets import USUAL_SHEETS, WATER_LEVEL, WaterSheets

__all__ = ["Water"]

FAR = 450.0  # inches from the middle of the board to the edges of the water
WHITE = (255, 255, 255, 255)


class Water:
    """The water under `root`, and the pass that draws what it mirrors.

    `share` is that of the picture's sides at which the mirror image is drawn.
    """

    def __init__(
        self, screen: Screen, root: Any, lens: Any, size: Size, share: float, board_size: tuple[float, float]
    ) -> None:
        from panda3d.core import Camera, CullFaceAttrib, LVector4, NodePath

        self._share = share
        texture = clamped("mirror")
        self.buffer = make_buffer(screen, "mirror", self._sides(size), -20, texture)
        camera = Camera("mirror", lens)
        camera.set_camera_mask(mask(MIRROR))
        state = NodePath("state")
        state.set_shader_input("floor_z", WATER_LEVEL - 0.01, 50)
        state.set_shader_input("water_z", -99.0, 50)
        state.set_attrib(CullFaceAttrib.make_reverse())
        camera.set_initial_state(state.get_state())
        self.camera = root.attach_new_node(camera)
        self._region = self.buffer.make_display_region()
        clear_by_region(self.buffer, self._region)
        self._region.set_camera(self.camera)
        x, y = board_size[0] / 2, board_size[1] / 2
        self._reach = (x - FAR, y - FAR, x + FAR, y + FAR)
        self.surface = root.attach_new_node("water")
        self.apart = self.surface.attach_new_node("at other heights")  # it mirrors the sky alone
        self._drawn: list[Any] = []
        self.lay(USUAL_SHEETS)
        self.surface.set_shader_input("mirror", texture)
        self.surface.set_shader_input("mirror_part", LVector4(1, 1, 0, 0))
        self.take()
        self.surface.set_bin("fixed", 5)
        self.surface.hide(mask(SHADE, SHADE_FAST, SHADE_MOVING, MIRROR))

    def lay(self, sheets: WaterSheets) -> None:
        """Draw this water from now on."""
        for node in self._drawn:
            node.remove_node()
        self._drawn = [self.surface.attach_new_node(sheet_node(sheets.lagoon(*self._reach), WHITE, "lagoon"))]
        if len(sheets.apart):
            self._drawn.append(self.apart.attach_new_node(sheet_node(sheets.apart, WHITE, "canals")))

    def look(self, camera: Any) -> None:
        """Mirror what is seen from this camera."""
        from panda3d.core import LPlane, LPoint3, LVector3

        flip = LPlane(LVector3(0, 0, 1), LPoint3(0, 0, WATER_LEVEL)).get_reflection_mat()
        self.camera.set_mat(camera.get_mat() * flip)
        self.camera.node().set_lens(camera.node().get_lens())

    def take(self, tile: Tile = WHOLE) -> None:
        """Which tile of the whole picture is drawn next."""
        from panda3d.core import LVector4

        left, right, bottom, top = tile
        self.surface.set_shader_input("tile", LVector4(left, bottom, right - left, top - bottom))

    def mirror(self, lens: Any, tile: Tile) -> None:
        """Draw a tile of the mirror image of what a lens shows, in the next frame."""
        from panda3d.core import LVector4

        self.camera.node().set_lens(part_of(lens, tile))
        self._region.set_dimensions(*tile)
        self.buffer.set_active(True)
        self.surface.set_shader_input("mirror_part", LVector4(1, 1, 0, 0))

    def run(self, drawn: bool, share: float, within: Tile = WHOLE) -> None:
        """Whether the mirror image is drawn in the next frame, at which share of its buffer's sides, and which part."""
        from panda3d.core import LVector4

        self.buffer.set_active(drawn)
        if drawn:
            if within != WHOLE:
                self.camera.node().set_lens(part_of(self.camera.node().get_lens(), within))
            self._region.set_dimensions(*shrunk(within, share))
            self.surface.set_shader_input("mirror_part", LVector4(share, share, 0, 0))

    def resize(self, size: Size) -> None:
        """The picture has so many pixels from now on."""
        self.buffer.set_size(*self._sides(size))

    def _sides(self, size: Size) -> Size:
        return (max(int(size[0] * self._share), 8), max(int(size[1] * self._share), 8))
