"""Portraits in the window: taken from the cache as they are made, and drawn beside names."""

from __future__ import annotations

import time
from collections.abc import Iterable
from subprocess import Popen
from typing import Any

from imgui_bundle import imgui

from sim.app.gang_builder.portraits import PORTRAIT, Sitter, make_portraits, portrait_of
from sim.app.hud import theme
from sim.app.hud.theme import ink
from sim.app.hud.widgets import V
from sim.carnevale.characters import Profile

__all__ = ["Gallery"]

LOOKED_EVERY = 0.5  # seconds: so often it is looked for pictures that are not there yet


class Gallery:
    """`ui`: the ImGui backend, with the pictures that it holds."""

    def __init__(self, ui: Any) -> None:
        self.ui = ui
        self._hung: dict[Sitter, Any] = {}
        self._wanted: list[Sitter] = []
        self._looked = 0.0
        self._maker: Popen[bytes] | None = None

    @property
    def complete(self) -> bool:
        """Are all there, as far as they can be made?"""
        return not self._wanted

    def want(self, profiles: Iterable[Profile]) -> None:
        """These are going to be shown."""
        sitters = list(dict.fromkeys(Sitter(profile.body, profile.size) for profile in profiles))
        self.close()
        self._maker = None
        self._wanted = [sitter for sitter in sitters if sitter not in self._hung]
        self._look()
        if self._wanted:
            self._maker = make_portraits(self._wanted)

    def tick(self) -> None:
        """Once a frame."""
        if not self._wanted:
            return
        over = self._maker is None or self._maker.poll() is not None
        now = time.monotonic()
        if over or now - self._looked > LOOKED_EVERY:
            self._looked = now
            self._look()
        if over:
            self._wanted.clear()

    def _look(self) -> None:
        for sitter in list(self._wanted):
            pixels = portrait_of(sitter)
            if pixels is not None:
                self._hung[sitter] = self.ui.pictures.of_pixels(sitter, pixels)
                self._wanted.remove(sitter)

    def draw(self, profile: Profile, x: float, y: float, wide: float) -> float:
        """A portrait at a place of the window, or an empty frame; how tall it is."""
        draw = imgui.get_window_draw_list()
        tall = round(wide * PORTRAIT[1] / PORTRAIT[0])
        corner = V(x + wide, y + tall)
        picture = self._hung.get(Sitter(profile.body, profile.size))
        if picture is not None:
            draw.add_image(picture, V(x, y), corner)
        else:
            draw.add_rect_filled(V(x, y), corner, ink((0.16, 0.12, 0.11, 1)), 2.0)
        draw.add_rect(V(x, y), corner, ink(theme.GOLD_DIM), 2.0)
        return float(tall)

    def close(self) -> None:
        if self._maker is not None and self._maker.poll() is None:
            self._maker.terminate()
