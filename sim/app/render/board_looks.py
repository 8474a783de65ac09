"""All that a board needs to be shown, but for graphics: made on any thread, while a window goes on drawing."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene, Progress
from sim.app.render.board_surfaces import BoardSurfaces
from sim.app.render.cell_shapes import CellLook, Shape, cut_cells, near_shapes, shape_of
from sim.app.render.hours import Hour
from sim.app.render.kept_looks import BeyondShapes, KeptLooks, kept_looks, kept_whole, key_of_looks, write_looks
from sim.app.render.later import Later
from sim.app.render.passes import texture_arrays
from sim.app.render.screen import Screen
from sim.app.render.textures import make_textures
from sim.app.render.vertex_buffers import plain_rows, weld
from sim.board.board import Board
from sim.words import say

__all__ = ["BUILT", "BoardLooks", "board_looks", "is_hurried", "keep", "mean_of", "proxy_shape"]

BUILT, LIT, SHAPED = 0.3, 0.7, 0.85  # of what a board's looks take: its textures, pieces and light are there


class BoardLooks(msgspec.Struct, frozen=True, eq=False):
    """`light`: what light falls on, once that is wanted. `lit`: is `baked` its own light, or a plain one until that is
    worked out? `cells`: with their shapes. `proxy`: what the water mirrors while the view moves, where that is wanted
    and lit. `beyond`: what lies round the board. `tall`: its highest point. `key`: what it is to be kept under, once
    all of it is made."""

    surfaces: BoardSurfaces
    light: Later[LightScene]
    baked: Baked
    lit: bool
    cells: list[CellLook]
    proxy: Shape | None
    beyond: BeyondShapes
    triangles: int
    tall: float
    key: str = ""


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

    def tell(share: float, words: str) -> None:
        if progress is not None:
            progress(share, words)

    mixed = say("stone, tiles and stucco are mixed")
    tell(0.0, mixed)
    surfaces = BoardSurfaces(
        board, hour, lambda share: tell(BUILT + (LIT - BUILT) * share, say("houses and bridges are built"))
    )
    mean, hurried = mean_of(screen), is_hurried(screen)
    if screen.shaders:
        texture_arrays(
            screen, lambda share: tell(BUILT * share, mixed)
        )  # here, on whatever thread this is: the one that draws has no time for it
    key = key_of_looks(board, surfaces, levels=True) if hurried else ""
    if key and (kept := kept_looks(key)) is not None:
        return _read(kept, surfaces, key)
    baked = surfaces.kept_light()
    tell(LIT, say("light falls on it"))
    later = baked is None and light_later and board.map is not None  # of a mesh nobody else knows the scale
    if baked is None:
        baked = surfaces.plain_light() if later else surfaces.baked(_part(tell, LIT, SHAPED))
    beyond_it = say("the quarters beyond are laid out")
    tell(SHAPED, beyond_it)
    cells = [
        CellLook(cell.group, cell.where, near_shapes(cell, baked, mean, surfaces.hour), [], cell)
        for cell in cut_cells(surfaces)
    ]
    proxy = proxy_shape(surfaces, _part(tell, SHAPED, 1.0)) if hurried and not later else None
    beyond = _beyond(surfaces, mean, surfaces.hour)
    tall = float(surfaces.whole.points[:, 2].max()) if surfaces.whole.count else 1.0
    tell(1.0, beyond_it)
    light = Later(lambda: surfaces.light)
    return BoardLooks(surfaces, light, baked, not later, cells, proxy, beyond, surfaces.whole.count, tall, key)


def _part(progress: Progress, begin: float, end: float) -> Progress:
    """Of what is told of one part of it, from 0 to 1."""
    return lambda share, words: progress(begin + (end - begin) * share, words)


def _read(kept: KeptLooks, surfaces: BoardSurfaces, key: str) -> BoardLooks:
    light = Later(lambda: _kept_light(surfaces, key))
    told = (kept.cells, kept.proxy, kept.beyond, kept.triangles, kept.tall)
    return BoardLooks(surfaces, light, Baked.none(0), True, *told)


def _kept_light(surfaces: BoardSurfaces, key: str) -> LightScene:
    """What light falls on, of shapes that were kept."""
    whole = kept_whole(key)
    return surfaces.light if whole is None else surfaces.light_on(whole)


def keep(looks: BoardLooks) -> None:
    """Keep shapes, all of which are made, for the next time."""
    shapes = KeptLooks(looks.triangles, looks.tall, looks.cells, looks.proxy, looks.beyond)
    write_looks(looks.key, shapes, looks.surfaces.whole)


def _beyond(surfaces: BoardSurfaces, mean: NDArray[np.float64] | None, hour: Hour) -> BeyondShapes:
    made = surfaces.beyond
    shapes = [shape_of(*own, f"beyond {number}", mean, hour) for number, own in enumerate(made.surfaces)]
    return BeyondShapes(made.size, made.blocks, tuple(shapes))


def proxy_shape(surfaces: BoardSurfaces, progress: Progress | None = None) -> Shape:
    """What the water mirrors while the view moves in software, light in its colours."""
    made, baked = surfaces.proxy, surfaces.baked_proxy(progress)
    return Shape("proxy", *weld(plain_rows(made, baked, make_textures().mean, surfaces.hour)))
