"""The passes of a frame: sun shadows, the mirror of the water, the scene, and what is shown.

A frame is drawn anew only when something moved (`touch`). While nothing moves, frames that differ by a part
of a pixel are added up, so that edges, shadows and (in still pictures) depth of field become smooth; when
they have been added, drawing stops. While something moves in software, the scene is drawn at the share of the
full size that keeps its time within bounds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render import glsl
from sim.app.render.camera import CameraView
from sim.app.render.cutaway import Cutaway, set_opening
from sim.app.render.fine_picture import FinePicture
from sim.app.render.hours import AFTERNOON, Hour
from sim.app.render.lod_selection import LodSelection
from sim.app.render.pacing import Pace
from sim.app.render.passes import (
    MIRROR,
    SEEN,
    SHADE,
    SHADE_FAST,
    SHADE_MOVING,
    add_sky,
    clamped,
    clear_by_region,
    depth_texture,
    give_back,
    halton,
    lay_over,
    make_buffer,
    mask,
    programs,
    read_texture,
    set_shown,
)
from sim.app.render.quality import Quality
from sim.app.render.screen import Screen, Size
from sim.app.render.shadow_maps import ShadowMaps
from sim.app.render.sky_inputs import set_haze, set_unchanging
from sim.app.render.stale_part import Box3, StalePart
from sim.app.render.tiles import WHOLE, Tile, part_of, shrunk
from sim.app.render.water import Water
from sim.app.render.water_sheets import WaterSheets

__all__ = ["PAUSED", "Renderer"]

PAUSED = 1  # frames for which nothing has moved before, in software, all of it is drawn at full size
STILL = 6  # frames for which nothing has moved before, in software, fine ones are drawn, tile by tile, and added up
MIRRORED = 3  # while the view moves in software, the water mirrors anew every so many frames


class Renderer:
    """Where the scene stands: `root` for everything, with the groups of `fixed` and `moving` under it.

    `carried` has the same groups for parts of the board while a hand moves them: drawn alike, shading as what moves.

    `drawn` holds what is drawn over the finished picture (overlays): it may change without drawing the scene.
    """

    def __init__(
        self,
        screen: Screen,
        size: Size,
        quality: Quality,
        board_size: tuple[float, float],
        tall: float,
        hour: Hour = AFTERNOON,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """`pause`: called between its pieces, each of which takes less than a tenth of a second to make."""
        from panda3d.core import NodePath

        self.screen = screen
        self.size = size
        self.quality = quality
        self.hour = hour
        self.shown = screen.base is not None
        self.root = NodePath("stage")
        self.fixed = self.root.attach_new_node("fixed")
        self.groups = {name: self.fixed.attach_new_node(name) for name in ("stucco", "other", "detail")}
        self.carried = {name: self.root.attach_new_node(f"carried {name}") for name in self.groups}
        self.moving = self.root.attach_new_node("moving")
        self.proxy = self.root.attach_new_node("proxy")
        self.drawn = NodePath("drawn")
        self.view = CameraView((0.0, -10.0, 10.0), (0.0, 0.0, 0.0))
        self.ground: Callable[[NDArray[np.float64]], NDArray[np.float64]] | None = None  # height under points
        self.lod = LodSelection([*self.groups.values(), *self.carried.values()], self.moving)
        self._touched, self._still = True, 0
        self._stale = StalePart(hour.sun)
        self.within: Tile = WHOLE  # the part of the window that the scene is shown in
        self.pace = Pace(screen.software, quality.seconds)
        self._moves = 0  # frames drawn in a row while the view moves
        self._fast: bool | None = None
        self._opening: Cutaway | None = None
        self._plain = False  # the coarse proxy in the water?
        self.sun = ShadowMaps(screen, self.root, quality.shadow, board_size, tall, hour, pause)
        self._outputs: list[Any] = [*self.sun.buffers]
        pause()
        set_unchanging(screen, self.root, hour)
        self._programs = programs(screen)
        self._scene()
        self.water = Water(screen, self.root, self.lens, size, quality.mirror, board_size)
        self._outputs.append(self.water.buffer)
        add_sky(screen, self.root)
        self._overlays()
        self.fine: FinePicture | None = None
        if self.shown:
            self.fine = FinePicture(screen, self.camera, size, quality.frames)
            self._outputs += self.fine.buffers
        self._use(fast=False)
        self.fixed.hide(mask(SHADE_MOVING))
        for group in (self.moving, *self.carried.values()):
            group.hide(mask(SHADE, SHADE_FAST))
        self.groups["detail"].set_two_sided(True)
        self.carried["detail"].set_two_sided(True)
        self.moving.set_two_sided(True)
        self.proxy.set_two_sided(True)
        self.proxy.set_shader(screen.shader(glsl.PLAIN_VERTEX, glsl.PLAIN_FRAGMENT))
        self.proxy.hide(mask(SEEN, SHADE, SHADE_FAST, SHADE_MOVING, MIRROR))

    # -- making ---------------------------------------------------------------------------------------------

    def _buffer(self, name: str, size: Size, sort: int, texture: Any, wide: bool = False) -> Any:
        made = make_buffer(self.screen, name, size, sort, texture, wide=wide)
        self._outputs.append(made)
        return made

    def _scene(self) -> None:
        from panda3d.core import Camera, CullBinManager, GraphicsOutput, OrthographicLens, PerspectiveLens

        bins = CullBinManager.get_global_ptr()
        if bins.find_bin("near-first") < 0:
            bins.add_bin("near-first", CullBinManager.BT_front_to_back, 15)
        self.fixed.set_bin("near-first", 0)
        self.texture = clamped("scene")
        self.buffer = self._buffer("scene", self.size, -10, self.texture)
        self.depth = depth_texture("depth")
        self.buffer.add_render_texture(self.depth, GraphicsOutput.RTM_bind_or_copy, GraphicsOutput.RTP_depth)
        self.lens, self.flat_lens = PerspectiveLens(), OrthographicLens()
        self.camera = self.root.attach_new_node(Camera("eye", self.lens))
        self.region = self.buffer.make_display_region()
        clear_by_region(self.buffer, self.region)
        self._seen = Camera("eye of what is shown")
        self._seen.set_camera_mask(mask(SEEN))
        self.region.set_camera(self.camera.attach_new_node(self._seen))

    def _overlays(self) -> None:
        """A region of the window, or for stills a buffer of its own, that draws `drawn` with the scene's depth."""
        from panda3d.core import Camera, OrthographicLens, PerspectiveLens, Texture

        self.drawn_lens, self.drawn_flat_lens = PerspectiveLens(), OrthographicLens()
        camera = Camera("drawn", self.drawn_lens)
        self.drawn_camera = self.drawn.attach_new_node(camera)
        if self.shown:
            output = self.screen.host
        else:
            self.drawn_texture = Texture("drawn")
            output = self._buffer("drawn", self.size, -4, self.drawn_texture)
            output.set_clear_color((0, 0, 0, 0))
        self.drawn_region = output.make_display_region()
        self.drawn_region.set_sort(-40)
        self.drawn_region.set_camera(self.drawn_camera)
        lay_over(self.screen, self.drawn, self.depth, self.size)

    def _use(self, fast: bool) -> None:
        """Draw with the full shaders, or with the fast ones that keep up with movement in software."""
        if fast != self._fast:
            self._fast = fast
            boards = (*self.groups.items(), *self.carried.items())
            waters = (("water", self.water.surface), ("apart", self.water.apart))
            for name, group in (*boards, ("moving", self.moving), *waters):
                group.set_shader(self._programs[fast, name])
        if (plain := fast and self.proxy.get_num_children() > 0) != self._plain:
            self._plain = plain
            set_shown(self.fixed, not plain, MIRROR)
            set_shown(self.moving, not plain, MIRROR)
            set_shown(self.proxy, plain, MIRROR)
        self.lod.choose(self.view, self.pace.effort if fast else None)

    # -- drawing --------------------------------------------------------------------------------------------

    def touch(self, moving: bool = False, fixed: bool = False, where: Sequence[Box3] | None = None) -> None:
        """Something changed: draw again. `moving`: figures or vessels; `fixed`: the board itself. `where`: boxes that
        hold all of it, as it was and as it is."""
        self._touched = True
        self._stale.touch(where)
        self.sun.touch(fixed, moving, where)
        self.lod.touch(fixed)

    def lay_water(self, sheets: WaterSheets) -> None:
        """Draw this water from now on, in place of the lagoon alone."""
        self.water.lay(sheets)
        self._stale.lowest = sheets.lowest
        self.touch()

    def open(self, opening: Cutaway | None) -> None:
        """Leave out of the board what an opening says, from now on."""
        if opening == self._opening:
            return
        if opening is not None:
            set_opening(self.root, opening)
        if (opening is None) != (self._opening is None):
            self._programs, self._fast = programs(self.screen, with_openings=opening is not None), None
            self.fixed.set_two_sided(opening is not None)  # what is open shows its inside
        self._opening = opening
        self.touch()

    def show_within(self, part: Tile) -> None:
        """Show the scene in this part of the window alone, as if the rest were hidden by something."""
        from panda3d.core import RenderState, ScissorAttrib

        if part != self.within and self.fine is not None:
            self.within = part
            self.fine.show_within(part, self.size)
            self.drawn_camera.node().set_initial_state(RenderState.make(ScissorAttrib.make(*part)))
            self.touch()

    def drawn_changed(self) -> None:
        """An overlay changed: the window draws overlays every frame."""

    def look(self, view: CameraView) -> None:
        """Look from here from now on."""
        if view != self.view:
            self.view = view
            self._touched = True

    def _aim(self, number: int, frames: int, part: Tile = WHOLE) -> None:
        """Set the cameras for one of the frames that are added up, of which a part is drawn."""
        from panda3d.core import LVector3, LVector4

        aspect = self.size[0] / self.size[1]
        lens = self.flat_lens if self.view.height is not None else self.lens
        if self.camera.node().get_lens() != lens:
            self.camera.node().set_lens(lens)
        self.view.apply(self.camera, lens, aspect)
        film, (wide, tall) = lens.get_film_size(), self.size
        dx, dy = (halton(number, 2) - 0.5, halton(number, 3) - 0.5) if number else (0.0, 0.0)
        shift_x, shift_y = dx * film[0] / wide, dy * film[1] / tall
        if self.view.aperture and frames > 1 and self.view.height is None:
            radius = self.view.aperture * math.sqrt((number + 0.5) / frames)
            angle = number * 2.399963
            a, b = radius * math.cos(angle), radius * math.sin(angle)
            focus = self.view.focus if self.view.focus is not None else self.view.distance
            self.camera.set_pos(self.camera, a, 0, b)
            half = focus * math.tan(math.radians(self.view.fov) / 2)
            shift_x, shift_y = shift_x - a / (2 * half) * film[0], shift_y - b / (2 * half / aspect) * film[1]
        lens.set_film_offset(shift_x, shift_y)
        self._seen.set_lens(lens if part == WHOLE else part_of(lens, part))
        self.water.look(self.camera)
        root = self.root
        root.set_shader_input("eye", LVector3(self.camera.get_pos()))
        flat = self.view.height is not None
        set_haze(root, self.hour, 0.0 if flat else self.quality.haze, max(self.view.eye[2], 0.0), self.view.forward)
        root.set_shader_input("sun_jitter", LVector4(*self.sun.jitter(number)))
        self.drawn_camera.node().set_lens(self.drawn_flat_lens if flat else self.drawn_lens)
        self.view.apply(self.drawn_camera, self.drawn_flat_lens if flat else self.drawn_lens, aspect)

    def picture(self, frames: int | None = None) -> NDArray[np.float64]:
        """Draw and add up a still, (height, width, 3) screen values from 0 to 1. Where there is no window."""
        assert not self.shown
        count = frames if frames is not None else self.quality.frames
        total = np.zeros((self.size[1], self.size[0], 3))
        self._use(fast=False)
        self.sun.run()
        for number in range(count):
            self._aim(number, count)
            self.screen.engine.render_frame()
            self.sun.run()
            total += read_texture(self.texture)[..., :3]
        made = total / count
        if self.drawn.find("**/+GeomNode").is_empty():
            return made
        over = read_texture(self.drawn_texture)
        return np.asarray(made * (1 - over[..., 3:]) + over[..., :3])

    def frame(self) -> None:
        """Prepare the next frame of a window: decide which passes run. Called once before each `render_frame`."""
        fine = self.fine
        assert fine is not None
        self._still += 1
        if self._touched:
            self.sun.run(fast=True)
            little = self._stale.is_little(self.view, self.size, self.share, self.within)
            self.pace.rest() if little else self.pace.frame(time.perf_counter())
            part = self._stale.take(self.view, self.size, self.share, self.within)
            self._touched, self._still = False, 0
            fine.start_anew(self.share)
            self._use(fast=self.screen.software)
            self._aim(0, 1, part)
            self.water.take(part)
            self._run(part, little)
            self._present(self.texture, self.depth, self.share)
            return
        self.pace.rest()
        sharpens, refines = fine.sharp.owed, self._still > STILL or not self.screen.software
        refines = refines and not sharpens and not fine.whole
        if refines and fine.begins:
            self._use(fast=False)
            self._aim(fine.added, fine.frames)
        shadows = self.sun.run(coarse=bool(self._fast))
        self._run(None)
        fine.rest()
        if shadows and self.screen.software:
            return  # the picture waits for the next frame: both in one would be felt
        lens = self.camera.node().get_lens()
        if fine.primes:
            self._use(fast=False)
            fine.prime(lens, self.water)
        elif sharpens and self._still > PAUSED and fine.sharp.go_on(lens, self.water):
            self._present(fine.sharp.texture, fine.sharp.depth, 1.0)
        elif refines and fine.go_on(lens, self.water):
            self._present(fine.sum.sum_texture, fine.depth, 1.0)

    def wait(self) -> None:
        """In place of `frame`: show once more what was drawn last."""
        assert self.fine is not None
        self.sun.run(fast=True)
        self._run(None)
        self.fine.rest()

    @property
    def touched(self) -> bool:
        """Has anything changed since the last frame?"""
        return self._touched

    @property
    def share(self) -> float:
        """Of the full size on each side, that a moving scene is drawn at."""
        return self.pace.share

    def _run(self, part: Tile | None, little: bool = False) -> None:
        """Which part of the scene is drawn in the next frame, at its share, and with it what the water mirrors: now and
        then, or with each `little` part."""
        self._moves = self._moves + 1 if part is not None and self.share < 1.0 and not little else 0
        self.buffer.set_active(part is not None)
        sharp = self.share * (0.5 if self.share < 1.0 else 1.0)
        mirrored = self._moves == 0 or self._moves % MIRRORED == 1
        self.water.run(part is not None and mirrored, sharp, part or WHOLE)
        if part is not None:
            self.region.set_dimensions(*shrunk(part, self.share))

    def _present(self, texture: Any, depth: Any, share: float) -> None:
        """Show this texture, of which the lower left share is used; its depth hides what is drawn over."""
        from panda3d.core import LVector4

        assert self.fine is not None
        self.fine.sum.show(texture, share)
        self.drawn.set_shader_input("depth", depth)
        self.drawn.set_shader_input("depth_part", LVector4(share, share, 1 / self.size[0], 1 / self.size[1]))

    def resize(self, size: Size) -> None:
        """Draw at this size from now on: the window's pixels."""
        from panda3d.core import LVector4

        if size == self.size or min(size) < 1:
            return
        self.size = size
        self.buffer.set_size(*size)
        self.water.resize(size)
        if self.fine is not None:
            self.fine.resize(size)
        self.drawn.set_shader_input("view_size", LVector4(*size, 1.0, 0.0))
        self.touch()

    @property
    def took(self) -> float | None:
        """How many seconds a fine frame took, where one was followed by another."""
        return self.fine.took if self.fine is not None else None

    @property
    def is_sharp(self) -> bool:
        """Is it shown at full size?"""
        return not self._touched and self.fine is not None and not self.fine.sharp.owed

    @property
    def settled(self) -> bool:
        """Nothing is left to draw."""
        return not self._touched and self.fine is not None and self.fine.whole

    def close(self) -> None:
        if self.fine is not None:
            self.fine.close()
        give_back(self.screen, self._outputs)
        self.root.remove_node()
