"""Pictures of panels are textures once, however often a room is entered."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.pictures import Pictures


class Backend:
    """As much of ImGui's as holds textures."""

    def __init__(self) -> None:
        self.textures: list[Any] = []

    def loadTexture(self, texture: Any) -> int:
        self.textures.append(texture)
        return len(self.textures)

    def removeTexture(self, reference: int, unload: bool) -> None:
        assert not unload
        self.textures[reference - 1] = None


def test_what_is_shown_twice_is_held_once() -> None:
    pictures = Pictures(Backend())
    pixels = np.zeros((2, 3, 3), np.uint8)
    pixels[0, 0] = 10, 20, 30
    first = pictures.of_pixels("a", pixels)
    assert pictures.of_pixels("a", pixels) == first
    assert pictures.of_pixels("b", pixels) != first
    assert [(each.x_size, each.y_size) for each in pictures.backend.textures] == [(3, 2)] * 2
    assert bytes(pictures.backend.textures[0].get_ram_image_as("RGB"))[9:12] == bytes((10, 20, 30))  # from below


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    """Who played on saw the saved game as it had been when the program began."""
    pictures, file = Pictures(Backend()), tmp_path / "game.png"
    assert pictures.of_file(file) is None
    for number, wide in enumerate((4, 8), 1):
        Image.new("RGB", (wide, 2)).save(file)
        os.utime(file, ns=(number, number))
        assert pictures.of_file(file) == pictures.of_file(file) == number
    assert [None if each is None else each.x_size for each in pictures.backend.textures] == [None, 8]


def test_a_workshop_that_is_entered_again_holds_no_more_pictures(window: Any) -> None:
    """Each time some fifty textures of pieces had stayed behind."""
    held = []
    for _ in range(3):
        window.show_start()
        window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
        for _ in range(600):
            window.step()
            if window.room.panels.palette.complete:
                break
        held.append(len(window.ui.textures))
    window.show_start()
    assert held[2] == held[1]
