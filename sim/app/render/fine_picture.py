"""The scene at full size and with the full shaders, in tiles: in software each tile is a frame, so that a window at
rest becomes fine without standing still for half a second at a time."""

from __future__ import annotations

import time
from typing import Any

from sim.app.render.frame_accumulation import FrameAccumulator
from sim.app.render.pacing import HARDLY
from sim.app.render.passes import SEEN, clamped, clear_by_region, depth_texture, make_buffer, mask
from sim.app.render.screen import Screen, Size
from sim.app.render.sharp_picture import SharpPicture
from sim.app.render.tiles import WHOLE, Tile, part_of, shrunk, tiles_of
from sim.app.render.water import Water

__all__ = ["PRIMES", "FinePicture"]

TILES = (3, 3)  # across and upwards, in software: about a twentieth of a second each at 1280x800 on two processors
MIRRORED = (2, 1)  # the same, of what the water mirrors
PRIMES = 2  # frames in which the driver compiles the full shaders: of what the water mirrors, and of the picture


class FinePicture:
    """Draws what a `camera` sees, `frames` times, and adds these up in `sum`. Its buffer and `depth` are its own, so
    that what was shown before stays until all of it is there. `added`: how many are. `sharp`: what is shown until then,
    as soon as nothing moves."""

    def __init__(self, screen: Screen, camera: Any, size: Size, frames: int) -> None:
        from panda3d.core import Camera, GraphicsOutput

        self.frames = frames
        self.added = self._next = 0
        self.primes = PRIMES if screen.software else 0  # frames that are drawn at hardly any size before all others
        self.took: float | None = None  # seconds that the last whole frame took, from its first piece to the next's
        self._began: float | None = None
        self._grids = (MIRRORED, TILES) if screen.software else ((1, 1), (1, 1))
        self._in_pieces = screen.software
        self._within: Tile = WHOLE
        self._cut(size)
        self.texture = clamped("fine scene")
        self.buffer = make_buffer(screen, "fine scene", size, -10, self.texture)
        self.depth = depth_texture("fine depth")
        self.buffer.add_render_texture(self.depth, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        eye = Camera("fine eye")
        eye.set_camera_mask(mask(SEEN))
        self._eye = eye
        self._region = self.buffer.make_display_region()
        self._region.set_camera(camera.attach_new_node(eye))
        clear_by_region(self.buffer, self._region)
        self.sum = FrameAccumulator(screen, size, self.texture)
        self.sharp = SharpPicture(screen, camera, size)
        self.buffers = [self.buffer, self.sum.sum_buffer, self.sharp.buffer]
        self.rest()

    @property
    def begins(self) -> bool:
        """Is the next piece to be drawn the first of a frame?"""
        return self._next == 0

    @property
    def whole(self) -> bool:
        """Have all been added up?"""
        return self.added >= self.frames

    def start_anew(self, share: float) -> None:
        """What is seen has changed, and is shown at this share of its sides: draw nothing in the next frame, and all of
        it again when there is time."""
        self.added = self._next = 0
        self._began = None
        self.sharp.start_anew(share)
        self.rest()

    def rest(self) -> None:
        """Draw nothing in the next frame."""
        for buffer in self.buffers:
            buffer.set_active(False)

    def prime(self, lens: Any, water: Water) -> None:
        """Draw all that a lens shows at hardly any size in the next frame: the first of a board would wait for what the
        driver compiles, the first time on a machine for a second."""
        self.primes -= 1
        if self.primes > 0:
            water.run(True, HARDLY)
            return
        self._region.set_dimensions(*shrunk(WHOLE, HARDLY))
        self._eye.set_lens(lens)
        water.take()
        self.buffer.set_active(True)

    def go_on(self, lens: Any, water: Water) -> bool:
        """Draw a piece of what a lens shows in the next frame: first what the water mirrors, then the picture.

        True: it is the last, and then the sum can be shown.
        """
        number, mirrors = self._next, len(self._mirrors)
        if number == 0:
            now = time.perf_counter()
            self.took, self._began = self.took if self._began is None else now - self._began, now
        water.run(False, 1.0)
        if number < mirrors:
            water.mirror(lens, self._mirrors[number])
        if number >= mirrors or not self._in_pieces:
            self._tile(lens, self._tiles[max(number - mirrors, 0)], water)
        self._next = (number + 1) % (mirrors + len(self._tiles) if self._in_pieces else 1)
        self.added += self.begins
        return self.begins

    def _tile(self, lens: Any, tile: Tile, water: Water) -> None:
        left, right, bottom, top = tile
        self._region.set_dimensions(left, right, bottom, top)
        self._eye.set_lens(part_of(lens, tile))
        water.take(tile)
        self.buffer.set_active(True)
        self.sum.add(1.0 / (self.added + 1), tile)

    def show_within(self, part: Tile, size: Size) -> None:
        """Only this part of the picture is seen, and drawn."""
        self._within = part
        self.sharp.show_within(part)
        self.sum.show_within(part)
        self._cut(size)

    def resize(self, size: Size) -> None:
        self.buffer.set_size(*size)
        self.sum.sum_buffer.set_size(*size)
        self.sharp.resize(size)
        self._cut(size)

    def _cut(self, size: Size) -> None:
        self._mirrors, self._tiles = (tiles_of(size, *grid, self._within) for grid in self._grids)

    def close(self) -> None:
        """Take away what shows it; the buffers are the renderer's to remove."""
        self.sum.close()
