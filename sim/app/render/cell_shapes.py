"""A board cut into cells, and the shapes of each as arrays: what of drawing it needs no graphics, for any thread."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked
from sim.app.render.board_surfaces import BoardSurfaces
from sim.app.render.hours import AFTERNOON, Hour
from sim.app.render.lod_meshes import LEVELS, coarse_surface, light_of
from sim.app.render.lod_selection import WIDE
from sim.app.render.row_sets import row_sets
from sim.app.render.surface import Patch, Surface, join
from sim.app.render.vertex_buffers import lit_rows, plain_rows, weld

__all__ = [
    "CellLook",
    "CellSurface",
    "Shape",
    "coarse_shapes",
    "coarse_surfaces",
    "cut_cells",
    "near_shapes",
    "shape_of",
]

CELL = 9.0  # side of the squares that the board is cut into, so that what is out of sight is not drawn


class Shape(msgspec.Struct, frozen=True, eq=False):
    """Vertices, each once, and the triangles between them."""

    name: str
    rows: NDArray[Any]
    index: NDArray[np.uint32]


class CellSurface(msgspec.Struct, frozen=True, eq=False):
    """What is drawn coarse or fine together: of a group, at a place. `corners`: its own, among those of the board."""

    group: str
    where: str
    near: Surface
    corners: NDArray[np.int64]
    patches: tuple[Patch, ...]


class CellLook(msgspec.Struct, frozen=True, eq=False):
    """A cell's shapes: the finest, in squares, and `far` ones, the finer first, where there are. `made`: what they are
    made from, where they were not kept."""

    group: str
    where: str
    near: list[Shape]
    far: list[Shape]
    made: CellSurface | None = None


def cut_cells(surfaces: BoardSurfaces) -> list[CellSurface]:
    """All that stands still on a board, in cells."""
    made, start = list[CellSurface](), 0
    for group, patches in surfaces.groups.items():
        fine = surfaces.fine[group]
        cells: dict[str, list[int]] = {}
        for number, patch in enumerate(patches):
            if fine[number].count:
                cells.setdefault(_cell_of(patch), []).append(number)
        ends = start + np.cumsum([0, *(len(each.points) for each in fine)])
        start = int(ends[-1])
        for where, numbers in cells.items():
            corners = np.concatenate([np.arange(ends[n], ends[n + 1]) for n in numbers])
            near = join([fine[n] for n in numbers])
            made.append(CellSurface(group, where, near, corners, tuple(patches[n] for n in numbers)))
    return made


def near_shapes(cell: CellSurface, baked: Baked, mean: NDArray[np.float64] | None, hour: Hour) -> list[Shape]:
    """The finest of a cell, in squares, so that what is out of sight is not drawn. `baked`: of the whole board."""
    surface, light = cell.near, baked.at(cell.corners)
    middle = surface.points.reshape(-1, 3, 3).mean(1)
    squares = np.floor(middle[:, :2] / CELL).astype(int)
    first, which = row_sets(squares)
    made = list[Shape]()
    for number, (x, y) in enumerate(squares[first]):
        mine = which == number
        made.append(shape_of(surface.part(mine), light.part(mine), f"{x} {y}", mean, hour))
    return made


def coarse_surfaces(cell: CellSurface) -> dict[str, Surface]:
    """The cell in fewer triangles, level by level."""
    return {level: join([coarse_surface(patch, how) for patch in cell.patches]) for level, how in LEVELS.items()}


def coarse_shapes(
    cell: CellSurface,
    coarse: dict[str, Surface],
    baked: Baked,
    mean: NDArray[np.float64] | None,
    hour: Hour,
) -> list[Shape]:
    """These, in the light of the fine one."""
    light = baked.at(cell.corners)
    return [shape_of(far, light_of(far, cell.near, light), level, mean, hour) for level, far in coarse.items()]


def shape_of(
    surface: Surface, baked: Baked, name: str, mean: NDArray[np.float64] | None = None, hour: Hour = AFTERNOON
) -> Shape:
    """A surface in its light; with the mean colours of its textures in its own where there are no shaders."""
    return Shape(name, *weld(lit_rows(surface, baked) if mean is None else plain_rows(surface, baked, mean, hour)))


def _cell_of(patch: Patch) -> str:
    """The cell whose patches are drawn coarse or fine together: a square of the board, or what is too wide for one."""
    low, high = patch.triangles.min((0, 1)), patch.triangles.max((0, 1))
    if max(high[0] - low[0], high[1] - low[1]) > 1.6 * CELL:
        return WIDE
    x, y = np.floor((low + high)[:2] / 2 / CELL).astype(int)
    return f"{x} {y}"
