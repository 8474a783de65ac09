"""The scene at full size as it is drawn while it moves: shown as soon as it stands still, before the fine one is there.

In software a moving scene is drawn at a share of the full size. All of it takes as many times longer, so it is drawn in
as many pieces, each of which takes about as long as a frame did.
"""

from __future__ import annotations

from typing import Any

from sim.app.render.passes import SEEN, clamped, clear_by_region, depth_texture, make_buffer, mask
from sim.app.render.screen import Screen, Size
from sim.app.render.tiles import WHOLE, Tile, part_of, tiles_of
from sim.app.render.water import Water

__all__ = ["SharpPicture"]

MIRRORED = 0.5  # of the sides of what the water mirrors


class SharpPicture:
    """Draws what a `camera` sees. Its buffer and `depth` are its own, so that what was shown before stays until all of
    it is there. `owed`: it is not there yet, and what is shown instead is smaller."""

    def __init__(self, screen: Screen, camera: Any, size: Size) -> None:
        from panda3d.core import Camera, GraphicsOutput

        self.owed = False
        self._size, self._within = size, WHOLE
        self._left: list[Tile] = []
        self._mirrors = False
        self._camera = camera
        self.texture = clamped("sharp scene")
        self.buffer = make_buffer(screen, "sharp scene", size, -10, self.texture)
        self.depth = depth_texture("sharp depth")
        self.buffer.add_render_texture(self.depth, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        self._eye = Camera("sharp eye")
        self._eye.set_camera_mask(mask(SEEN))
        self._region = self.buffer.make_display_region()
        self._region.set_camera(camera.attach_new_node(self._eye))
        clear_by_region(self.buffer, self._region)

    def start_anew(self, share: float) -> None:
        """What is seen has changed, and is shown at this share of its sides: all of it is to be drawn."""
        self.owed = share < 1.0
        self._mirrors = True
        self._left = tiles_of(self._size, 1, max(round(1.0 / share**2), 1), self._within)

    def go_on(self, lens: Any, water: Water) -> bool:
        """Draw a piece of what a lens shows in the next frame, and with the first what the water mirrors of it.

        True: it is the last, and then the picture can be shown.
        """
        tile = self._left.pop()
        left, right, bottom, top = tile
        self._region.set_dimensions(left, right, bottom, top)
        self._eye.set_lens(part_of(lens, tile))
        if self._mirrors:
            water.look(self._camera)
            water.run(True, MIRRORED, self._within)
            self._mirrors = False
        water.take(tile)
        self.buffer.set_active(True)
        self.owed = bool(self._left)
        return not self.owed

    def show_within(self, part: Tile) -> None:
        """Only this part of the picture is seen, and drawn."""
        self._within = part

    def resize(self, size: Size) -> None:
        self._size = size
        self.buffer.set_size(*size)
