"""All that stands still on a board, in cells: each drawn fine, or in fewer triangles from afar, in its light."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked
from sim.app.render.board_surfaces import BoardSurfaces
from sim.app.render.hours import AFTERNOON, Hour
from sim.app.render.lod_meshes import LEVELS, coarse_surface, light_of
from sim.app.render.lod_selection import WIDE, hide_far
from sim.app.render.row_sets import row_sets
from sim.app.render.surface import Patch, Surface, join
from sim.app.render.vertex_buffers import geom_node, lit_rows, plain_rows, weld

__all__ = ["BoardCells", "surface_node"]

CELL = 9.0  # side of the squares that the board is cut into, so that what is out of sight is not drawn


class _Cell:
    """What is drawn coarse or fine together."""

    def __init__(self, node: Any, near: Surface, corners: NDArray[np.int64], patches: list[Patch]) -> None:
        self.near, self.corners, self.patches = near, corners, patches
        self.node = node
        self.near_node = node.attach_new_node("near")
        self.far: dict[str, tuple[Any, Surface]] = {}


class BoardCells:
    """Draws a board in a renderer. What can wait is done a piece at a time by `go_on`: coarse shapes, another light."""

    def __init__(
        self, renderer: Any, surfaces: BoardSurfaces, baked: Baked, mean: NDArray[np.float64] | None, hurried: bool
    ) -> None:
        """`mean`: of the textures, where there are no shaders. `hurried`: each cell in fewer triangles, too."""
        self._renderer, self._mean, self._hour = renderer, mean, surfaces.hour
        self._cells: list[_Cell] = []
        self._later: deque[Callable[[], None]] = deque()
        self._baked = baked
        start = 0
        for name, patches in surfaces.groups.items():
            fine = surfaces.fine[name]
            cells: dict[str, list[int]] = {}
            for number, patch in enumerate(patches):
                if fine[number].count:
                    cells.setdefault(_cell_of(patch), []).append(number)
            ends = start + np.cumsum([0, *(len(made.points) for made in fine)])
            start = int(ends[-1])
            for where, numbers in cells.items():
                corners = np.concatenate([np.arange(ends[n], ends[n + 1]) for n in numbers])
                near = join([fine[n] for n in numbers])
                node = renderer.groups[name].attach_new_node(where)
                cell = _Cell(node, near, corners, [patches[n] for n in numbers])
                self._cells.append(cell)
                self._light(cell)
                if hurried:
                    self._later.append(lambda cell=cell: self._coarsen(cell))  # type: ignore[misc]

    @property
    def waiting(self) -> bool:
        """Is something left to do?"""
        return bool(self._later)

    def go_on(self) -> None:
        """Do a piece of what is left."""
        if self._later:
            self._later.popleft()()

    def relight(self, baked: Baked) -> None:
        """Another light: cell by cell, so that the window does not stand still."""
        self._baked = baked
        self._later.extend([lambda cell=cell: self._light(cell) for cell in self._cells])  # type: ignore[misc]

    def _light(self, cell: _Cell) -> None:
        light = self._baked.at(cell.corners)
        self._renderer.touch()
        _clear(cell.near_node)
        self._cut(cell.near_node, cell.near, light)
        for level, (node, far) in cell.far.items():
            _clear(node)
            node.attach_new_node(surface_node(far, light_of(far, cell.near, light), level, self._mean, self._hour))

    def _coarsen(self, cell: _Cell) -> None:
        light = self._baked.at(cell.corners)
        for level, how in LEVELS.items():
            far = join([coarse_surface(patch, how) for patch in cell.patches])
            node = cell.node.attach_new_node(level)
            node.attach_new_node(surface_node(far, light_of(far, cell.near, light), level, self._mean, self._hour))
            hide_far(node)
            cell.far[level] = (node, far)

    def _cut(self, holder: Any, surface: Surface, light: Baked) -> None:
        """In squares, so that what is out of sight is not drawn."""
        middle = surface.points.reshape(-1, 3, 3).mean(1)
        squares = np.floor(middle[:, :2] / CELL).astype(int)
        first, which = row_sets(squares)
        for number, (x, y) in enumerate(squares[first]):
            mine = which == number
            holder.attach_new_node(
                surface_node(surface.part(mine), light.part(mine), f"{x} {y}", self._mean, self._hour)
            )


def surface_node(
    surface: Surface, baked: Baked, name: str, mean: NDArray[np.float64] | None = None, hour: Hour = AFTERNOON
) -> Any:
    """A surface in its light; with the mean colours of its textures in its own where there are no shaders."""
    rows, index = weld(lit_rows(surface, baked) if mean is None else plain_rows(surface, baked, mean, hour))
    return geom_node(rows, index, name)


def _clear(node: Any) -> None:
    for child in node.get_children():
        child.remove_node()


def _cell_of(patch: Patch) -> str:
    """The cell whose patches are drawn coarse or fine together: a square of the board, or what is too wide for one."""
    low, high = patch.triangles.min((0, 1)), patch.triangles.max((0, 1))
    if max(high[0] - low[0], high[1] - low[1]) > 1.6 * CELL:
        return WIDE
    x, y = np.floor((low + high)[:2] / 2 / CELL).astype(int)
    return f"{x} {y}"
