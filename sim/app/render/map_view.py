"""A map while it is built: each piece a node of its own, so that moving one leaves all others alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.camera import CameraView, bird
from sim.app.render.lod_selection import WIDE, hide_far
from sim.app.render.materials import Colour
from sim.app.render.passes import SHADE_FAST, set_shown
from sim.app.render.patches import ground_patches, grouped
from sim.app.render.piece_models import Mesh, PieceModel, open_light
from sim.app.render.quality import PRESETS
from sim.app.render.renderer import Renderer
from sim.app.render.screen import Screen, Size
from sim.app.render.stale_part import Box3, box_round
from sim.app.render.surface import join, surface
from sim.app.render.textures import Textures, make_textures
from sim.app.render.vertex_buffers import geom_node, lit_rows, plain_rows, weld
from sim.app.render.water_sheets import water_sheets
from sim.board.files.canals import ground_parts
from sim.board.files.mapfile import MapFile
from sim.board.model.tableau import Point

__all__ = ["MapView", "StandingPiece", "ground_meshes"]

Floats = NDArray[np.float64]

TALL = 20.0  # inches: what stands higher throws a shadow that is cut off
PATIENCE = 0.6  # seconds after which a view that nobody stirs is drawn with full care
GROUND_GRAIN = 6.0  # inches: the light of the street is even
MIRRORED = "mirrored"  # what the water shows of a thing


class StandingPiece(msgspec.Struct, frozen=True):
    """A piece as it is drawn: which model, where, its stucco's colour, and whether as its mirror image."""

    model: str
    at: Point
    turn: float
    colour: Colour | None = None
    mirror: bool = False

    @property
    def shape(self) -> tuple[str, Colour | None, bool]:
        """What of it is not where it stands."""
        return (self.model, self.colour, self.mirror)


class MapView:
    """Draws a map's ground and pieces. `models` are given by `know`; a piece without one is not drawn."""

    def __init__(
        self,
        screen: Screen,
        board_size: tuple[float, float],
        size: Size,
        preset: str = "build",
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """`pause`: called between pieces of what takes long, while it is made."""
        self.screen = screen
        self.size = size
        self.board_size = board_size
        self.textures: Textures = make_textures()
        self.renderer = Renderer(screen, size, PRESETS[preset], board_size, TALL, pause=pause)
        self.models: dict[str, PieceModel] = {}
        self._shapes: dict[tuple[str, str, Colour | None, bool], list[Any]] = {}
        self._nodes: dict[str, tuple[StandingPiece, dict[str, Any]]] = {}
        self._carried: set[str] = set()
        self._stirred = -PATIENCE  # when something last changed, or a hand last moved
        self._ground: tuple[object, list[Any]] = (None, [])
        self.look(bird(board_size))

    def know(self, key: str, model: PieceModel) -> None:
        """A model of that key may be drawn from now on; what is drawn by an older one is drawn anew by `show`."""
        self.unknow(key)
        self.models[key] = model

    def unknow(self, key: str) -> None:
        """A model of that key is not drawn any more; another may take its place."""
        if self.models.pop(key, None) is not None:
            self._shapes = {own: nodes for own, nodes in self._shapes.items() if own[0] != key}
            for id in [id for id, (where, _) in self._nodes.items() if where.model == key]:
                self._drop(id)
            self.renderer.touch(moving=True)

    # -- what stands --------------------------------------------------------------------------------------

    def show(self, standing: dict[str, StandingPiece], carried: Collection[str] = ()) -> None:
        """Show these pieces, by their ids; only what changed is touched. `carried`: a hand moves them.

        What is carried shades as what moves does, so that the board's own shadows are left as they are.
        """
        fixed = moving = False
        places = list[Box3]()  # of what a hand moves: as it was, and as it is
        for id in [id for id in self._nodes if id not in standing]:
            fixed |= id not in self._carried
            if id in self._carried:
                moving = True
                places.append(self._box(self._nodes[id][0]))
            self._drop(id)
        for id, stands in standing.items():
            if stands.model not in self.models:
                continue
            held = id in carried
            shown = self._nodes.get(id)
            if shown is not None and shown[0] == stands and held == (id in self._carried):
                continue
            fixed |= not held or (shown is not None and id not in self._carried)
            moving |= held or id in self._carried
            places += [] if shown is None else [self._box(shown[0])]
            places.append(self._box(stands))
            self._put(id, stands, held)
        if fixed or moving:
            self.renderer.touch(moving=moving, fixed=fixed, where=None if fixed else places)

    def _box(self, stands: StandingPiece) -> Box3:
        """The box round a piece."""
        model = self.models[stands.model]
        return box_round((model.low, model.high), stands.at, stands.turn, mirror=stands.mirror)

    def _put(self, id: str, where: StandingPiece, held: bool) -> None:
        shown = self._nodes.get(id)
        if shown is None or shown[0].shape != where.shape:
            if shown is not None:
                self._drop(id)
            nodes = {name: self._copies(where, name, id) for name in self.models[where.model].groups}
            nodes[MIRRORED] = self.renderer.proxy.attach_new_node(self._shape(where, MIRRORED)[0])
        else:
            nodes = shown[1]
        for name, node in nodes.items():
            if name != MIRRORED:
                node.reparent_to((self.renderer.carried if held else self.renderer.groups)[name])
            node.set_pos(*where.at)
            node.set_h(where.turn)
            before = shown[0].at if shown is not None and shown[0].turn == where.turn else None
            self.renderer.lod.moved(node, before, where.at)
        self._nodes[id] = (where, nodes)
        if held:
            self._carried.add(id)
        else:
            self._carried.discard(id)

    def _copies(self, where: StandingPiece, group: str, id: str) -> Any:
        """The shapes of one group of a piece, under a node of the piece's own."""
        from panda3d.core import NodePath

        holder = NodePath(id)
        for number, node in enumerate(self._shape(where, group)):
            child = holder.attach_new_node(node)
            if number:
                hide_far(child)
        children = list(holder.get_children())
        if len(children) > 1:  # the shadows of a moving view are those of a coarse shape
            set_shown(children[0], False, SHADE_FAST)
            set_shown(children[-1], True, SHADE_FAST)
        return holder

    def _shape(self, where: StandingPiece, group: str) -> list[Any]:
        """The GeomNodes of a model's group in a colour, made once."""
        colour = where.colour if group == "stucco" else None
        key = (where.model, group, colour, where.mirror)
        if key not in self._shapes:
            model = self.models[where.model]
            if group == MIRRORED:
                meshes = [model.mirrored]
            else:
                meshes = [model.painted(group, level, colour) for level in range(len(model.groups[group]))]
            meshes = [mesh.mirror_image for mesh in meshes] if where.mirror else meshes
            self._shapes[key] = [geom_node(mesh.rows, mesh.index, group) for mesh in meshes]
        return self._shapes[key]

    def _drop(self, id: str) -> None:
        for node in self._nodes.pop(id)[1].values():
            node.remove_node()
        self.renderer.lod.touch()
        self._carried.discard(id)

    # -- the ground ---------------------------------------------------------------------------------------

    def show_ground(self, made: MapFile, meshes: Mapping[str, Mesh] | None = None) -> None:
        """The streets and quays of a map; nothing is done where its canals and size are those that are shown.

        `meshes`: of them, where they were made before. Raises MapError where a canal's outline is none.
        """
        wanted = made.ground
        if self._ground[0] == wanted:
            return
        nodes = []
        for name, mesh in (meshes or ground_meshes(made, self.textures.mean)).items():
            node = geom_node(mesh.rows, mesh.index, "ground")
            if name == MIRRORED:
                nodes.append(self.renderer.proxy.attach_new_node(node))
            else:
                nodes.append(self.renderer.groups[name].attach_new_node(WIDE))
                nodes[-1].attach_new_node(node)
        for node in self._ground[1]:
            node.remove_node()
        self._ground = (wanted, nodes)
        self.renderer.lay_water(water_sheets(ground_parts(made), made.size))
        self.renderer.touch(fixed=True)

    # -- looking ------------------------------------------------------------------------------------------

    @property
    def view(self) -> CameraView:
        return self.renderer.view

    @property
    def aspect(self) -> float:
        return self.size[0] / self.size[1]

    def look(self, view: CameraView) -> None:
        self.renderer.look(view)

    @property
    def settled(self) -> bool:
        """Nothing is left to draw until something changes."""
        return self.renderer.settled

    def resize(self, size: Size) -> None:
        self.size = size
        self.renderer.resize(size)

    def ray(self, x: float, y: float) -> tuple[Point, tuple[float, float, float]]:
        """The line of sight through a pixel (from the top left): its start and unit vector."""
        return self.view.ray_through(x, y, self.size)

    def to_screen(self, point: Point) -> tuple[float, float] | None:
        """The pixel where a point is seen, or None behind the camera."""
        return self.view.pixel(point, self.size)

    def stir(self) -> None:
        """A hand moves: what takes long to draw waits until it rests."""
        self._stirred = self.screen.base.task_mgr.globalClock.get_frame_time()

    def attach(self, sort: int = 45) -> None:
        """Prepare each frame from the table's task manager, before it draws."""
        from direct.task.Task import Task

        def run(_: Task) -> int:
            now = base.task_mgr.globalClock.get_frame_time()
            if self.renderer.touched:
                self._stirred = now
            if self.renderer.touched or now - self._stirred > PATIENCE:
                self.renderer.frame()
            else:
                self.renderer.wait()
            return int(Task.cont)

        base = self.screen.base
        base.task_mgr.add(run, "map view", sort=sort)

    def close(self) -> None:
        if self.screen.base is not None:
            self.screen.base.task_mgr.remove("map view")
        self.renderer.close()


def ground_meshes(made: MapFile, mean: Floats) -> dict[str, Mesh]:
    """The streets and quays of a map, for each of the renderer's groups that has some; and what the water mirrors of
    them. `mean`: linear mean colour of each texture layer. Raises MapError where a canal's outline is none."""
    groups = grouped(ground_patches(made))
    meshes = dict[str, Mesh]()
    for name, patches in groups.items():
        whole = join([surface(patch, grain=GROUND_GRAIN) for patch in patches])
        if whole.count:
            meshes[name] = Mesh(*weld(lit_rows(whole, open_light(whole, mean))))
    plain = join([surface(patch, fine=False) for own in groups.values() for patch in own])
    return meshes | {MIRRORED: Mesh(*weld(plain_rows(plain, open_light(plain, mean), mean)))}
