"""The shapes of what moves: minis, vessels, markers. Those that are expected are made on another thread beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor, Future
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene
from sim.app.render.cell_shapes import Shape, shape_of
from sim.app.render.figures import FigureLook, painted_mini
from sim.app.render.hours import Hour
from sim.app.render.later import Later
from sim.app.render.lod_meshes import simplified
from sim.app.render.lod_selection import hide_far
from sim.app.render.materials import Colour
from sim.app.render.passes import texture_array
from sim.app.render.screen import Screen
from sim.app.render.surface import Surface
from sim.app.render.textures import Levels, layer, levels_of
from sim.app.render.vertex_buffers import geom_node

__all__ = ["LET_DRAW", "ThingShapes"]

FAR_TRIANGLES, FAR_GRIDS = 600, (0.11, 0.18)  # things of more triangles are drawn on these grids (inches) from afar

LET_DRAW = 12  # frames of a board that are drawn before minis are made that nobody waits for

Key = tuple[str, float, Colour, Colour]


class MiniShapes(msgspec.Struct, frozen=True, eq=False):
    """The finest first, then those from afar; and the picture that is laid round the finest, with all smaller ones."""

    shapes: list[Shape]
    levels: Levels | None = None


class ThingShapes:
    """Makes nodes of them for one screen, each kind of mini once."""

    def __init__(
        self,
        screen: Screen,
        mean: NDArray[np.float64] | None,
        hour: Hour,
        light: Later[LightScene],
        pool: Executor | None,
    ) -> None:
        """`mean`: of the textures, where there are no shaders. `light`: what they will stand in. `pool`: where what is
        expected is made, and that."""
        self._screen, self._mean, self._hour, self._light, self._pool = screen, mean, hour, light, pool
        self._nodes: dict[Key, Any] = {}
        self._made: dict[Key, Future[MiniShapes]] = {}
        self._expected: dict[Key, tuple[str, float, FigureLook]] = {}  # not begun yet
        self._frames = 0

    def expect(self, minis: Iterable[tuple[str, float, FigureLook]]) -> None:
        """Minis that will be shown: bodies, millimetres of their bases, looks."""
        for body, base_mm, look in minis:
            key = _key(body, base_mm, look)
            if self._pool is not None and key not in self._nodes and key not in self._made:
                self._expected[key] = (body, base_mm, look)

    def go_on(self) -> None:
        """A frame is drawn: what is expected is begun, once the board has been seen."""
        self._frames += 1
        if self._expected and self._frames > LET_DRAW:
            self._begin()

    def _begin(self) -> None:
        assert self._pool is not None
        self._light.begin(self._pool)
        self._made |= {key: self._pool.submit(self._mini, *mini) for key, mini in self._expected.items()}
        self._expected = {}

    def share_made(self) -> float:
        """The share that is made of everything that was expected, and of its light; 1 is all. Whoever asks waits for
        it: it is begun at once."""
        if self._expected:
            self._begin()
        done = [job.done() for job in self._made.values()] + [not self._light.awaited]
        return sum(done) / len(done)

    def mini(self, body: str, base_mm: float, look: FigureLook) -> Any:
        """A mini, to be copied to where it stands."""
        key = _key(body, base_mm, look)
        if key not in self._nodes:
            self._expected.pop(key, None)
            made = self._made.pop(key, None)
            shapes = made.result() if made is not None else self._mini(body, base_mm, look)
            self._nodes[key] = _node(shapes.shapes, body)
            if shapes.levels is not None:
                near = self._nodes[key].get_child(0)
                near.set_shader_input("colours", texture_array(body, shapes.levels, self._screen.software))
                near.set_shader_input("pictured", 1.0)
        return self._nodes[key]

    def far(self, body: str, base_mm: float, look: FigureLook) -> Any:
        """The finer of a mini's shapes from afar, alone; None where it has none."""
        from panda3d.core import GeomNode

        found = self.mini(body, base_mm, look).find("far")
        if found.is_empty():
            return None
        node = GeomNode(body)
        node.add_geoms_from(found.node())
        return node

    def thing(self, surface: Surface, shade: Baked, name: str) -> Any:
        """Anything else that moves."""
        return _node(self._shapes(surface, shade), name)

    def _mini(self, body: str, base_mm: float, look: FigureLook) -> MiniShapes:
        mini = painted_mini(body, base_mm, look)
        shapes = self._shapes(mini.surface, mini.shade)
        if not self._screen.shaders:
            return MiniShapes(shapes)
        plain = np.full((len(mini.uv), 1), float(layer("plain")))  # of the normals that all surfaces share
        near = msgspec.structs.replace(mini.surface, uv=np.hstack([mini.uv, plain]), tint=mini.tint)
        shapes[0] = shape_of(near, mini.shade, "near")
        return MiniShapes(shapes, levels_of(mini.picture[None]))

    def _shapes(self, surface: Surface, shade: Baked) -> list[Shape]:
        """The finest first, then those from afar."""
        screen = self._screen
        if not screen.shaders:  # no light of the place: an even one, shaded by the thing itself
            shade = Baked(0.55 * shade.open[:, None] * np.ones((1, 3)), shade.open, 0.6 * shade.sun)
        made = [shape_of(surface, shade, "near", self._mean, self._hour)]
        if screen.shaders and screen.software and surface.count > FAR_TRIANGLES:
            made += [shape_of(*simplified(surface, shade, grid), "far") for grid in FAR_GRIDS]
        return made


def _key(body: str, base_mm: float, look: FigureLook) -> Key:
    return (body, base_mm, look.rim, look.clothes)


def _node(shapes: list[Shape], name: str) -> Any:
    from panda3d.core import NodePath

    thing = NodePath(name)
    for shape in shapes:
        node = thing.attach_new_node(geom_node(shape.rows, shape.index, shape.name))
        if shape.name == "far":
            hide_far(node)
    return thing
