"""All that a board needs to be shown, but for graphics: made on any thread, while a window goes on drawing."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene, Progress
from sim.app.render.beyond_surfaces import BeyondLook
from sim.app.render.board_surfaces import BoardSurfaces
from sim.app.render.cell_shapes import CellSurface, Shape, cut_cells, near_shapes
from sim.app.render.screen import Screen
from sim.app.render.textures import make_textures
from sim.app.render.vertex_buffers import plain_rows, weld
from sim.board.board import Board

__all__ = ["BoardLooks", "board_looks", "is_hurried", "mean_of", "proxy_shape"]


class BoardLooks(msgspec.Struct, frozen=True, eq=False):
    """`light`: what light falls on. `lit`: is `baked` its own light, or a plain one until that
    is worked out? `shapes`: of each cell. `proxy`: what the water mirrors while the view moves, where that is wanted
    and lit. `beyond`: what lies round the board."""

    surfaces: BoardSurfaces
    light: LightScene
    baked: Baked
    lit: bool
    cells: list[CellSurface]
    shapes: list[list[Shape]]
    proxy: Shape | None
    beyond: BeyondLook


def is_hurried(screen: Screen) -> bool:
    """Does it keep up with a moving view by drawing less of it?"""
    return screen.shaders and screen.software and screen.base is not None


def mean_of(screen: Screen) -> NDArray[np.float64] | None:
    """The mean colours of textures, where there are no shaders."""
    return None if screen.shaders else make_textures().mean


def board_looks(
    screen: Screen,
    board: Board,
    hour: str | None = None,
    progress: Progress | None = None,
    *,
    light_later: bool = False,
) -> BoardLooks:
    """For this kind of screen; nothing is drawn on it. `hour`: in place of the board's own.

    `light_later`: where its light was never worked out, a plain one will do.
    """
    surfaces, mean = BoardSurfaces(board, hour), mean_of(screen)
    baked = surfaces.kept_light()
    later = baked is None and light_later and board.source is not None
    if baked is None:
        baked = surfaces.plain_light() if later else surfaces.baked(progress)
    cells = cut_cells(surfaces)
    shapes = [near_shapes(cell, baked, mean, surfaces.hour) for cell in cells]
    proxy = proxy_shape(surfaces, progress) if is_hurried(screen) and not later else None
    return BoardLooks(surfaces, surfaces.light, baked, not later, cells, shapes, proxy, surfaces.beyond)


def proxy_shape(surfaces: BoardSurfaces, progress: Progress | None = None) -> Shape:
    """What the water mirrors while the view moves in software, light in its colours."""
    made, baked = surfaces.proxy, surfaces.baked_proxy(progress)
    return Shape("proxy", *weld(plain_rows(made, baked, make_textures().mean, surfaces.hour)))
