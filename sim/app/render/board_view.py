"""The board and what stands on it, as the table and the pictures show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.animations import Animations, Pose
from sim.app.render.baked_light import Baked, LightScene, Progress
from sim.app.render.beyond import Beyond
from sim.app.render.board_cells import BoardCells
from sim.app.render.board_looks import BoardLooks, board_looks, is_hurried, mean_of, proxy_shape
from sim.app.render.camera import CameraView, bird
from sim.app.render.cell_shapes import Shape
from sim.app.render.figures import FigureLook, marker_patches, own_shade
from sim.app.render.jump_arc import arc
from sim.app.render.light_bake import LightBake
from sim.app.render.mini_light import MiniLight
from sim.app.render.patches import vessel_patches
from sim.app.render.quality import PRESETS
from sim.app.render.renderer import Renderer
from sim.app.render.screen import Screen, Size
from sim.app.render.surface import build
from sim.app.render.thing_shapes import ThingShapes
from sim.app.render.vertex_buffers import geom_node
from sim.board.board import Board
from sim.board.model.tableau import Figure, Marker, Point, Tableau, VesselAt

__all__ = ["BoardView"]


class BoardView:
    """Draws one board and the tableau on it.

    `hour`: in place of the board's own. `light_later`: where its light was never worked out, the board is shown in a
    plain one until that is done elsewhere. `prepared`: its looks, where they were made before. `threaded`: what can
    wait is made on a thread of its own. `pause`: called between pieces of what takes long, while it is made.
    `update` moves what changed. `look` sets the camera; `frame` is called before each rendered frame of a
    window (`attach` installs it as a task); `picture` makes a still on a screen without a window.
    """

    def __init__(
        self,
        screen: Screen,
        board: Board,
        tableau: Tableau | None = None,
        preset: str = "play",
        size: Size | None = None,
        looks: Mapping[str, FigureLook] | None = None,
        progress: Progress | None = None,
        *,
        light_later: bool = False,
        hour: str | None = None,
        prepared: BoardLooks | None = None,
        threaded: bool = False,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        self.screen, self.board, self.preset = screen, board, preset
        looks_made = prepared or board_looks(screen, board, hour, progress, light_later=light_later)
        self._surfaces = looks_made.surfaces
        self.hour = self._surfaces.hour
        self._light = light = looks_made.light
        self._bake: LightBake[tuple[Baked | None, Shape | None]] | None = None
        self.hold_back = False  # is what was left for later left while something more urgent needs the processor?
        self._pool = ThreadPoolExecutor(1, "shapes") if threaded else None
        if not looks_made.lit:
            assert board.source is not None
            self._bake = LightBake(board.source.resolve(), self.hour.name, self._own_light, self._pool)
        tall, self.triangles = looks_made.tall, looks_made.triangles
        self.size = size or screen.size
        self.renderer: Any
        if screen.shaders:
            self.renderer = Renderer(screen, self.size, PRESETS[preset], board.size, tall, self.hour, pause)
        else:
            from sim.app.render.plain_renderer import PlainRenderer

            self.renderer = PlainRenderer(screen, self.size, board.size)
        if not self._surfaces.water.is_usual:
            self.renderer.lay_water(self._surfaces.water)
        self._hurried, self._mean = is_hurried(screen), mean_of(screen)
        pause()
        self._cells = BoardCells(self.renderer, looks_made, self._mean, self._hurried, self._pool, pause)
        pause()
        self._things = ThingShapes(screen, self._mean, self.hour, self._light, self._pool)
        self.renderer.ground = lambda points: light().height_under(points)
        self._beyond = Beyond(self.renderer.groups["other"], looks_made.beyond)
        if looks_made.proxy is not None:
            self._proxy(looks_made.proxy)
        self.tableau = Tableau()
        self.looks: dict[str, FigureLook] = dict(looks or {})
        self._figures: dict[str, tuple[Figure, FigureLook, Any]] = {}
        self._vessels: dict[str, tuple[VesselAt, Any]] = {}
        self._markers: dict[str, tuple[Marker, Any]] = {}
        self._near = MiniLight(self._light, self.hour)
        self._rings: dict[str, Any] = {}
        self._animations = Animations()
        self.look(bird(board.size))
        self.update(tableau or Tableau())

    # -- the board ------------------------------------------------------------------------------------------

    @property
    def light(self) -> LightScene:
        """What light falls on; of a board that was kept whoever asks first waits for it."""
        return self._light()

    @property
    def awaits_light(self) -> bool:
        """Is its light still being worked out?"""
        return self._bake is not None

    @property
    def complete(self) -> bool:
        """Is nothing left for later, neither light nor shapes?"""
        return self._bake is None and not self._cells.waiting

    def go_on(self) -> None:
        """Do a piece of what was left for later; once the board's own light is there, it is shown in it."""
        if self._bake is not None and (arrived := self._bake.arrived()) is not None:
            self._bake, (baked, proxy) = None, arrived
            if baked is not None:
                self._cells.relight(baked)
            if proxy is not None:
                self._proxy(proxy)
        self._cells.go_on()

    def _own_light(self) -> tuple[Baked | None, Shape | None]:
        """What was worked out of the board's light, and what mirrors show in it."""
        baked = self._surfaces.kept_light()
        return baked, proxy_shape(self._surfaces) if baked is not None and self._hurried else None

    def _proxy(self, shape: Shape) -> None:
        """What the water mirrors while the view moves in software."""
        self.renderer.proxy.attach_new_node(geom_node(shape.rows, shape.index, shape.name))

    # -- what moves -----------------------------------------------------------------------------------------

    def update(self, tableau: Tableau, looks: Mapping[str, FigureLook] | None = None) -> None:
        """Show this tableau (and these looks, where given). Only what changed is touched."""
        if looks is not None:
            self.looks = dict(looks)
        self.tableau = tableau
        changed = self._update_figures(tableau)
        changed |= self._update_vessels(tableau)
        changed |= self._update_markers(tableau)
        if changed:
            self.renderer.touch(moving=True)

    def _update_figures(self, tableau: Tableau) -> bool:
        changed = False
        here = {figure.id: figure for figure in tableau.figures}
        for gone in [id for id in self._figures if id not in here]:
            self._figures.pop(gone)[2].remove_node()
            self._animations.forget(gone)
            if gone in self._rings:
                self._rings.pop(gone).remove_node()
            changed = True
        if self.screen.shaders:
            self._near.expect(f.at for id, f in here.items() if id not in self._figures or self._figures[id][0] != f)
        for id, figure in here.items():
            look = self.looks.get(id, FigureLook())
            shown = self._figures.get(id)
            if shown is not None and shown[0] == figure and shown[1] == look:
                continue
            changed = True
            if shown is not None and _same_paint(shown, figure, look):
                node = shown[2]
            else:
                if shown is not None:
                    shown[2].remove_node()
                node = self.renderer.moving.attach_new_node(f"figure {id}")
                self._things.mini(figure.body, figure.base_mm, look).copy_to(node)
            self._dress_mini(id, figure, node, look)
            self._figures[id] = (figure, look, node)
            if id not in self._animations:
                self._place(id, node, figure.at, figure.facing)
        return changed

    def expect(self, minis: Iterable[tuple[str, float, FigureLook]]) -> None:
        """Minis that will be shown: bodies, millimetres of their bases, looks; made ready where there is time."""
        self._things.expect(minis)

    def far_shape(self, figure: Figure, look: FigureLook) -> Any:
        """The shape that a mini has from afar; None where it has none of its own."""
        return self._things.far(figure.body, figure.base_mm, look)

    @property
    def minis_made(self) -> float:
        """The share of the minis that are made of those that were expected; 1 is all. Whoever asks waits for them."""
        return self._things.share_made()

    def _dress_mini(self, id: str, figure: Figure, node: Any, look: FigureLook) -> None:
        from panda3d.core import LVector4

        if look.shown:
            node.show()
        else:
            node.hide()
        if self.screen.shaders:
            node.set_shader_input("wash", LVector4(*look.tint_over))
        else:
            keep = 1.0 - look.tint_over[3]
            node.set_color_scale(*(keep + look.tint_over[3] * c for c in look.tint_over[:3]), 1.0)
        shown = self._rings.pop(id, None)
        if shown is not None:
            shown.remove_node()
        if look.ring is not None and look.shown:
            from sim.app.render.mark_shapes import ring_node

            radius = figure.radius
            ring = self.renderer.drawn.attach_new_node(ring_node(radius + 0.03, radius + 0.13, (*look.ring, 0.95)))
            ring.set_shader_input("through", 0.35)
            self._rings[id] = ring

    def _place(self, id: str, node: Any, at: Point, turn: float) -> None:
        node.set_pos(*at)
        node.set_h(turn)
        if id in self._rings:
            self._rings[id].set_pos(at[0], at[1], at[2] + 0.03)
        if self.screen.shaders:
            self._near.dress(node, at)

    def _update_vessels(self, tableau: Tableau) -> bool:
        poses = {vessel.piece: vessel for vessel in self.board.vessels_at(tableau)}
        gone = self._vessels.keys() - poses.keys()
        for id in gone:
            self._vessels.pop(id)[1].remove_node()
            self._animations.forget(id)
        changed = bool(gone)
        for id, pose in poses.items():
            shown = self._vessels.get(id)
            if shown is not None and shown[0] == pose:
                continue
            changed = True
            if shown is None:
                surface = build(vessel_patches(self.board, self.board.vessel(id)), fine=False)
                node = self.renderer.moving.attach_new_node(f"vessel {id}")
                self._things.thing(surface, own_shade(surface), id).copy_to(node)
            else:
                node = shown[1]
            if id not in self._animations:
                self._place(id, node, pose.at, pose.turn)
            self._vessels[id] = (pose, node)
        return changed

    def _update_markers(self, tableau: Tableau) -> bool:
        here = {marker.id: marker for marker in tableau.markers}
        stale = [id for id, (marker, _) in self._markers.items() if here.get(id) != marker]
        for id in stale:
            self._markers.pop(id)[1].remove_node()
        for marker in (fresh := [marker for id, marker in here.items() if id not in self._markers]):
            surface = build(marker_patches(marker.kind, marker.radius, marker.height, marker.id), fine=False)
            node = self.renderer.moving.attach_new_node(f"marker {marker.id}")
            self._things.thing(surface, own_shade(surface), marker.kind).copy_to(node)
            self._place(marker.id, node, marker.at, 0.0)
            self._markers[marker.id] = (marker, node)
        return bool(stale or fresh)

    def figure(self, id: str) -> tuple[Figure, FigureLook, Any] | None:
        """A mini that is shown, how it looks, and the node of it as it is drawn now."""
        return self._figures.get(id)

    # -- movement over time ---------------------------------------------------------------------------------

    def animate_move(self, id: str, points: Sequence[Point], seconds: float) -> None:
        """Walk a figure or vessel along a path; it faces where it goes. Its place in the tableau is the end."""
        if self.screen.shaders:
            self._near.expect_way(points)
        self._animations.walk(id, points, self._turn_of(id), seconds)

    def animate_course(self, id: str, poses: Sequence[Pose], seconds: float) -> None:
        """A vessel, or a rider, goes from pose to pose."""
        self._animations.sail(id, poses, seconds)

    def animate_jump(self, id: str, way: Sequence[Point], seconds: float) -> None:
        """A leap along its way."""
        self.animate_move(id, arc(way), seconds)

    @property
    def animating(self) -> bool:
        return bool(self._animations)

    def finish(self) -> None:
        """End all movement at once."""
        for id in self._animations.end_all():
            self._settle(id)
        self.renderer.touch(moving=True)

    def _turn_of(self, id: str) -> float:
        if id in self._figures:
            return self._figures[id][0].facing
        return self._vessels[id][0].turn if id in self._vessels else 0.0

    def _settle(self, id: str) -> None:
        """Put a figure or vessel where the tableau has it."""
        if id in self._figures:
            figure, _, node = self._figures[id]
            self._place(id, node, figure.at, figure.facing)
        elif id in self._vessels:
            pose, node = self._vessels[id]
            self._place(id, node, pose.at, pose.turn)

    def _step(self, seconds: float) -> None:
        for id, pose in self._animations.step(seconds).items():
            node = self._figures[id][2] if id in self._figures else self._vessels[id][1]
            before = node.get_tight_bounds()
            if pose is None:
                self._settle(id)
            else:
                self._place(id, node, *pose)
            boxes = [tuple(tuple(corner) for corner in box) for box in (before, node.get_tight_bounds()) if box]
            self.renderer.touch(moving=True, where=boxes)

    # -- looking --------------------------------------------------------------------------------------------

    @property
    def view(self) -> CameraView:
        view: CameraView = self.renderer.view
        return view

    @property
    def aspect(self) -> float:
        return self.size[0] / self.size[1]

    def look(self, view: CameraView) -> None:
        """Look from here from the next frame on."""
        self.renderer.look(view)
        self._beyond.choose(view)

    @property
    def settled(self) -> bool:
        """Nothing is left to draw until something changes."""
        return bool(self.renderer.settled) and (self.hold_back or not self._cells.waiting)

    def resize(self, size: Size) -> None:
        """The window has another size: so many pixels."""
        self.size = size
        self.renderer.resize(size)

    def pass_time(self, seconds: float) -> None:
        """So much later: what moves has moved on. For screens without a window, where no frame comes by itself."""
        self._step(seconds)

    def frame(self, seconds: float) -> None:
        """Before each rendered frame of a window: moves what moves and decides what has to be drawn."""
        self._step(seconds)
        self._things.go_on()
        if not self._animations and not self.hold_back:
            self.go_on()
        self.renderer.frame()

    def attach(self, sort: int = 45) -> None:
        """Call `frame` from the table's task manager, before it draws."""
        from direct.task.Task import Task

        base = self.screen.base
        last = [base.task_mgr.globalClock.get_frame_time()]

        def run(task: Task) -> int:
            now = base.task_mgr.globalClock.get_frame_time()
            self.frame(now - last[0])
            last[0] = now
            return int(Task.cont)

        base.task_mgr.add(run, "board view", sort=sort)

    def ray(self, x: float, y: float) -> tuple[Point, tuple[float, float, float]]:
        """The line of sight through a pixel (from the top left): its start and unit vector."""
        return self.view.ray_through(x, y, self.size)

    def to_screen(self, point: Point) -> tuple[float, float] | None:
        """The pixel where a point is seen, or None behind the camera."""
        return self.view.pixel(point, self.size)

    def picture(self, frames: int | None = None) -> NDArray[np.float64]:
        """A still, (height, width, 3) from 0 to 1. For screens without a window."""
        made: NDArray[np.float64] = self.renderer.picture(frames)
        return made

    def close(self) -> None:
        if self._bake is not None:
            self._bake.close()
        self._cells.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self.renderer.close()


def _same_paint(shown: tuple[Figure, FigureLook, Any], figure: Figure, look: FigureLook) -> bool:
    before, worn, _ = shown
    return (before.body, before.base_mm, worn.rim, worn.clothes) == (
        figure.body,
        figure.base_mm,
        look.rim,
        look.clothes,
    )
