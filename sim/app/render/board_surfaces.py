"""The surfaces of all that stands still on a board, and their light, baked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import msgspec
import numpy as np

from sim.app.render.baked_light import Baked, LightScene, Progress, bake, kept_bake, plain_light
from sim.app.render.beyond_surfaces import BeyondLook, beyond_look
from sim.app.render.hours import hour_of
from sim.app.render.lod_meshes import is_big
from sim.app.render.patches import board_patches, grouped
from sim.app.render.surface import Patch, Surface, join, surface
from sim.app.render.textures import make_textures
from sim.app.render.water_sheets import WaterSheets, water_sheets
from sim.board.board import Board

__all__ = ["BoardSurfaces"]

PROXY_GRAIN = 2.6  # inches: the finest triangle edge of what is mirrored while the view moves
PROXY_RAYS = 16
TABLE = 100.0  # inches from corner to corner: larger ones are cut no finer


class BoardSurfaces:
    """What a board looks like in triangles. `groups` of patches by name."""

    def __init__(self, board: Board, hour: str | None = None, built: Callable[[float], None] | None = None) -> None:
        """`hour`: in place of the board's own. `built` is told what share of its pieces is there."""
        self.hour = hour_of(hour or board.hour)
        self._board, self._map, self._built = board, board.map, built

    @cached_property
    def patches(self) -> list[Patch]:
        """The patches of all that does not move."""
        return board_patches(self._board, self._built)

    @cached_property
    def groups(self) -> dict[str, list[Patch]]:
        """The patches by the group that they are drawn in."""
        return grouped(self.patches)

    @cached_property
    def fine(self) -> dict[str, list[Surface]]:
        """The surfaces of each group's patches."""
        coarser = self._coarser
        return {name: [surface(patch, coarser=coarser) for patch in own] for name, own in self.groups.items()}

    @cached_property
    def _coarser(self) -> float:
        """Than those of a table the triangles of a mesh are that is larger: as many of them lie on it."""
        shapes = [patch.triangles for patch in self.patches if len(patch.triangles)]
        if self._map is not None or not shapes:
            return 1.0
        low, high = np.min([s.min((0, 1)) for s in shapes], axis=0), np.max([s.max((0, 1)) for s in shapes], axis=0)
        return max(1.0, float(np.linalg.norm(high - low)) / TABLE)

    @cached_property
    def whole(self) -> Surface:
        """All of them."""
        return join([made for own in self.fine.values() for made in own])

    @cached_property
    def beyond(self) -> BeyondLook:
        """What lies round it."""
        return beyond_look(self._map, make_textures().mean, self.hour)

    @cached_property
    def water(self) -> WaterSheets:
        """Its water, and the lagoon round it."""
        return water_sheets(self._board.parts, self._board.size)

    def light_on(self, whole: Surface) -> LightScene:
        """What light falls on, of a surface of all that stands still on it."""
        return LightScene(whole, make_textures().mean, hour=self.hour, water=self.water)

    @cached_property
    def light(self) -> LightScene:
        """What light falls on and bounces off."""
        return self.light_on(self.whole)

    @cached_property
    def proxy(self) -> Surface:
        """The board without detail: what the water mirrors while the view moves in software."""
        plain = [
            msgspec.structs.replace(patch, normals=None)
            for patch in self.patches
            if not patch.fine and patch.shades is None and is_big(patch)
        ]
        return join([surface(patch, grain=PROXY_GRAIN, coarser=self._coarser) for patch in plain])

    def kept_light(self) -> Baked | None:
        """The light of each corner of the whole, if it was baked before."""
        return kept_bake(self.whole, hour=self.hour, water=self.water)

    def plain_light(self) -> Baked:
        """The light of each corner as under an open sky, with the shadows of the sun."""
        return plain_light(self.whole, self.light)

    def baked(self, progress: Progress | None = None) -> Baked:
        """The light of each corner of the whole."""
        return bake(self.whole, self.light, progress=progress)

    def baked_proxy(self, progress: Progress | None = None) -> Baked:
        """The light of each corner of the proxy."""
        return bake(self.proxy, self.light, rays=PROXY_RAYS, progress=progress)
