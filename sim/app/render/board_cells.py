"""All that stands still on a board, in cells: each drawn fine, or in fewer triangles from afar, in its light."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked
from sim.app.render.board_looks import BoardLooks, keep
from sim.app.render.cell_shapes import (
    CellLook,
    CellSurface,
    Shape,
    coarse_shapes,
    coarse_surfaces,
    near_shapes,
    shape_of,
)
from sim.app.render.hours import AFTERNOON, Hour
from sim.app.render.lod_selection import hide_far, tell_box
from sim.app.render.surface import Surface
from sim.app.render.vertex_buffers import geom_node

__all__ = ["BoardCells", "surface_node"]

LOTS = 4  # of cells, in which a board is first drawn
Task = tuple[Callable[[], list[Shape]], Callable[[list[Shape]], None]]
"""What makes shapes, on any thread, and what draws them from then on."""


class _Cell:
    """A cell, and the nodes of its shapes."""

    def __init__(self, look: CellLook, node: Any) -> None:
        self.look, self.node = look, node
        self.near_node = node.attach_new_node("near")
        self.coarse: dict[str, Surface] = {}
        self.far: list[Shape] = []
        self.far_nodes: dict[str, Any] = {}

    @property
    def made(self) -> CellSurface:
        """What its shapes are made from."""
        assert self.look.made is not None
        return self.look.made


class BoardCells:
    """Draws a board in a renderer. What can wait is done a piece at a time by `go_on`: coarse shapes, another light."""

    def __init__(
        self,
        renderer: Any,
        looks: BoardLooks,
        mean: NDArray[np.float64] | None,
        hurried: bool,
        pool: Executor | None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """`mean`: of the textures, where there are no shaders. `hurried`: each cell in fewer triangles, too.

        `pool`: where pieces are made, so that only the drawn ones take time of a frame. `pause`: called between a few
        lots of cells, all of which take a busy machine longer than a frame may.
        """
        self._renderer, self._mean, self._hour = renderer, mean, looks.surfaces.hour
        self._cells = [_Cell(look, renderer.groups[look.group].attach_new_node(look.where)) for look in looks.cells]
        self._baked = looks.baked
        self._kept: BoardLooks | None = looks if looks.key and looks.lit else None  # is it to be kept?
        self._pool = pool
        self._job: tuple[Future[list[Shape]], Callable[[list[Shape]], None]] | None = None
        lot = len(self._cells) // LOTS + 1
        for number, cell in enumerate(self._cells, 1):
            self._draw_near(cell, cell.look.near)
            self._draw_far(cell, cell.look.far)
            tell_box(cell.node, [shape.rows["vertex"] for shape in cell.look.near if len(shape.rows)])
            if number % lot == 0:
                pause()
        self._later = deque[Task]([self._coarsened(cell) for cell in self._cells if hurried and not cell.look.far])
        if self._kept is None:
            self._let_go()

    @property
    def waiting(self) -> bool:
        """Is something left to do?"""
        return bool(self._later) or self._job is not None

    def go_on(self) -> None:
        """Do a piece of what is left, or draw what was made of one."""
        if self._job is not None:
            job, draw = self._job
            if not job.done():
                return
            self._job = None
            draw(job.result())
            self._keep()
        elif self._later:
            make, draw = self._later.popleft()
            if self._pool is None:
                draw(make())
                self._keep()
            else:
                self._job = (self._pool.submit(make), draw)

    def _keep(self) -> None:
        """Once all is made, in its own light, keep it for the next time."""
        if self._kept is None or self._later:
            return
        cells = [msgspec.structs.replace(cell.look, far=cell.far) for cell in self._cells]
        made, self._kept = msgspec.structs.replace(self._kept, cells=cells), None
        self._let_go()
        if self._pool is None:
            keep(made)
        else:
            self._pool.submit(keep, made)

    def _let_go(self) -> None:
        """Shapes that are drawn are held by what draws them."""
        for cell in self._cells:
            cell.look, cell.far = msgspec.structs.replace(cell.look, near=[], far=[]), []

    def relight(self, baked: Baked) -> None:
        """Another light: cell by cell, so that the window does not stand still."""
        self._baked = baked
        for cell in self._cells:
            self._later.append(self._lit(cell))
            if cell.coarse:
                self._later.append(self._coarsened(cell))

    def close(self) -> None:
        """Nothing more is made."""
        self._later.clear()

    def _lit(self, cell: _Cell) -> Task:
        return (
            lambda: near_shapes(cell.made, self._baked, self._mean, self._hour),
            lambda shapes: self._draw_near(cell, shapes),
        )

    def _coarsened(self, cell: _Cell) -> Task:
        def make() -> list[Shape]:
            cell.coarse = cell.coarse or coarse_surfaces(cell.made)
            return coarse_shapes(cell.made, cell.coarse, self._baked, self._mean, self._hour)

        return make, lambda shapes: self._draw_far(cell, shapes)

    def _draw_near(self, cell: _Cell, shapes: list[Shape]) -> None:
        self._renderer.touch()
        _clear(cell.near_node)
        for shape in shapes:
            cell.near_node.attach_new_node(_node(shape))

    def _draw_far(self, cell: _Cell, shapes: list[Shape]) -> None:
        cell.far = shapes
        for shape in shapes:
            node = cell.far_nodes.get(shape.name)
            if node is None:
                node = cell.far_nodes[shape.name] = cell.node.attach_new_node(shape.name)
                hide_far(node)
            _clear(node)
            node.attach_new_node(_node(shape))


def surface_node(
    surface: Surface, baked: Baked, name: str, mean: NDArray[np.float64] | None = None, hour: Hour = AFTERNOON
) -> Any:
    """A surface in its light; with the mean colours of its textures in its own where there are no shaders."""
    return _node(shape_of(surface, baked, name, mean, hour))


def _node(shape: Shape) -> Any:
    return geom_node(shape.rows, shape.index, shape.name)


def _clear(node: Any) -> None:
    for child in node.get_children():
        child.remove_node()
