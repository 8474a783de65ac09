"""Photos: the board without panels, through a lens of one's own choice, kept as PNG in the data folder."""

from __future__ import annotations

from datetime import datetime
from math import atan, degrees, radians, tan
from pathlib import Path
from threading import Thread
from typing import Any

from imgui_bundle import imgui

from sim.app.film.camera import FOV, FilmCamera
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import colour, font
from sim.board.files.folders import data_dir
from sim.errors import BautaError
from sim.words import say
from sim.words.tongues import told

__all__ = ["KEYS_OF_PHOTOS", "PhotoMode", "fov_of", "millimetres_of", "photo_path"]

FILM_WIDTH = 36.0  # millimetres: lenses are told as on a camera with such a frame
SHORTEST, LONGEST = 16.0, 135.0  # millimetres
WIDEST = 0.6  # inches of aperture
KEYS_OF_PHOTOS = {  # besides those that move the camera: what else a film does would not be seen
    "enter": "take photo", "return": "take photo", "escape": "photo", "p": "photo", "home": "home", "t": "top",
}  # fmt: skip
LENS, BLUR = say("lens {value} mm", value="%.0f"), say("blur {value}", value="%.0f%%")  # as ImGui takes numbers


def millimetres_of(fov: float) -> float:
    """The lens that sees so many degrees across."""
    return FILM_WIDTH / 2 / tan(radians(fov) / 2)


def fov_of(millimetres: float) -> float:
    """How many degrees a lens sees across."""
    return degrees(2 * atan(FILM_WIDTH / 2 / millimetres))


def photo_path(film: Path, number: int, now: datetime) -> Path:
    """Where a photo of a moment is kept: a file that is not there yet."""
    folder = data_dir() / "photos"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{film.name.partition('.')[0]}-{number}-{now:%H%M%S}"
    path, again = folder / f"{stem}.png", 1
    while path.exists():
        again += 1
        path = folder / f"{stem}-{again}.png"
    return path


class PhotoMode:
    """Hides the panels but a strip. `wanted`: a photo is taken once the picture is settled; then nothing is drawn."""

    def __init__(self, camera: FilmCamera, fonts: Fonts, commands: list[str]) -> None:
        self.camera, self.fonts, self.commands = camera, fonts, commands
        self.wanted = False
        self.bare = 0  # frames that were drawn without the strip
        self.said = ""
        self._writing: Thread | None = None
        self._lens = (camera.fov, camera.aperture)  # that photos were taken through last

    def turn(self, *, on: bool) -> None:
        """Begin, through the lens of the last time, or leave: the film has its own lens back."""
        self.said, camera = "", self.camera
        if on:
            camera.fov, camera.aperture = self._lens
        else:
            self._lens = (camera.fov, camera.aperture)
            camera.fov, camera.aperture = FOV, 0.0

    def draw(self, width: float, height: float) -> None:
        """The strip at the foot, unless a photo is being taken."""
        if self.wanted:
            return
        f = self.fonts
        wide, tall = min(width - f.px(16), f.px(860)), f.px(86 if self.said else 62)
        rect = Rect((width - wide) / 2, height - tall - f.px(10), wide, tall)
        with widgets.panel("photo", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.85):
            imgui.align_text_to_frame_padding()
            widgets.title(f, say("Photo"), 20)
            imgui.same_line(0, f.px(14))
            imgui.set_next_item_width(f.px(190))
            lens = millimetres_of(self.camera.fov)
            changed, lens = imgui.slider_float("##lens", lens, SHORTEST, LONGEST, told(LENS))
            f.stops.here()
            if changed:
                self.camera.fov = fov_of(min(max(lens, SHORTEST), LONGEST))
            imgui.same_line(0, f.px(10))
            imgui.set_next_item_width(f.px(190))
            blur = 100 * self.camera.aperture / WIDEST
            changed, blur = imgui.slider_float("##aperture", blur, 0.0, 100.0, told(BLUR))
            f.stops.here()
            if changed:
                self.camera.aperture = min(max(blur, 0.0), 100.0) / 100 * WIDEST
            imgui.same_line(0, f.px(12))
            if key_button(f, say("Take it"), "Enter", lit=True, width=f.px(130)):
                self.commands.append("take photo")
            imgui.same_line(0, f.px(8))
            if key_button(f, say("Back"), "Esc", width=f.px(90)):
                self.commands.append("photo")
            if self.said:
                with font(f, "text", 12.5):
                    colour(widgets.fitted(self.said, rect.w - f.px(30)), theme.FADED)

    @property
    def is_busy(self) -> bool:
        """Is a photo taken, or still written?"""
        return self.wanted or (self._writing is not None and self._writing.is_alive())

    def take(self, window: Any, path: Path) -> None:
        """Keep what the window shows: it is written beside the frames, which takes a second. Raises BautaError."""
        self.wanted = False
        shot = window.get_screenshot()
        if shot is None:
            raise BautaError("the window gives no picture here")
        size = (shot.get_x_size(), shot.get_y_size())
        self._writing = Thread(target=self._write, args=(bytes(shot.get_ram_image_as("RGB")), size, path))
        self._writing.start()

    def _write(self, pixels: bytes, size: tuple[int, int], path: Path) -> None:
        """Write a picture whose rows begin at the foot, and say so."""
        from PIL import Image

        try:
            Image.frombytes("RGB", size, pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(path)
            self.said = say("Kept: {path}", path=path)
        except OSError as error:
            self.said = str(error)
