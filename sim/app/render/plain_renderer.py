"""Draws with Panda3D's software pipe: no shaders, no shadows of what moves; baked light in plain vertex colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.camera import CameraView
from sim.app.render.screen import Screen, Size
from sim.app.render.vertex_buffers import sheet_node
from sim.app.render.water_sheets import USUAL_SHEETS, WaterSheets

__all__ = ["PlainRenderer"]

SKY = (0.78, 0.82, 0.86, 1.0)
WATER = (62, 118, 122, 255)


class PlainRenderer:
    """Stands in for `Renderer` with the same public face. It draws every frame straight to the window."""

    took: float | None = None  # it has no fine frames

    def __init__(self, screen: Screen, size: Size, board_size: tuple[float, float]) -> None:
        from panda3d.core import Camera, NodePath, OrthographicLens, PerspectiveLens

        self.screen = screen
        self.size = size
        self.root = NodePath("stage")
        self.fixed = self.root.attach_new_node("fixed")
        self.groups = {name: self.fixed.attach_new_node(name) for name in ("stucco", "other", "detail")}
        self.moving = self.root.attach_new_node("moving")
        self.drawn = self.root.attach_new_node("drawn")
        self.root.set_two_sided(True)
        self.drawn.set_transparency(True)
        self.drawn.set_depth_write(False)
        self.drawn.set_bin("fixed", 50)
        self.view = CameraView((0.0, -10.0, 10.0), (0.0, 0.0, 0.0))
        self.ground: Callable[[NDArray[np.float64]], NDArray[np.float64]] | None = None  # height under points
        self.lens, self.flat_lens = PerspectiveLens(), OrthographicLens()
        self.camera = self.root.attach_new_node(Camera("eye", self.lens))
        host = screen.host
        self.region = host.make_display_region()
        self.region.set_sort(-50)
        self.region.set_clear_color_active(True)
        self.region.set_clear_color(SKY)
        self.region.set_clear_depth_active(True)
        self.region.set_camera(self.camera)
        x, y, far = board_size[0] / 2, board_size[1] / 2, 120.0
        self._reach = (x - far, y - far, x + far, y + far)
        self.water = self.root.attach_new_node("water")
        self.lay_water(USUAL_SHEETS)

    def lay_water(self, sheets: WaterSheets) -> None:
        """Draw this water from now on, in place of the lagoon alone."""
        self.water.get_children().detach()
        for triangles in (sheets.lagoon(*self._reach), sheets.apart):
            self.water.attach_new_node(sheet_node(triangles, WATER, "sheet"))

    def touch(self, moving: bool = False, fixed: bool = False, where: object = None) -> None:
        """Every frame is drawn anew."""

    def drawn_changed(self) -> None:
        """Every frame is drawn anew."""

    @property
    def settled(self) -> bool:
        return True

    def resize(self, size: Size) -> None:
        self.size = size
        self.look(self.view)

    def open(self, opening: object) -> None:
        """Nothing is left out of the board here: that takes shaders."""

    def look(self, view: CameraView) -> None:
        self.view = view
        lens = self.flat_lens if view.height is not None else self.lens
        self.camera.node().set_lens(lens)
        view.apply(self.camera, lens, self.size[0] / self.size[1])

    def frame(self) -> None:
        """Nothing to prepare."""

    def picture(self, frames: int | None = None) -> NDArray[np.float64]:
        """What the window would show, (height, width, 3) from 0 to 1."""
        from panda3d.core import PNMImage, Texture

        image = PNMImage()
        self.screen.engine.render_frame()
        self.screen.engine.render_frame()
        if not self.screen.host.get_screenshot(image):
            raise RuntimeError("the tiny renderer gave no picture")
        texture: Any = Texture("picture")
        texture.load(image)
        wide, tall = texture.get_x_size(), texture.get_y_size()
        raw = np.frombuffer(texture.get_ram_image_as("RGB"), np.uint8)
        return np.asarray(raw.reshape(tall, wide, 3)[::-1] / 255.0)

    def close(self) -> None:
        self.screen.host.remove_display_region(self.region)
        self.root.remove_node()
