"""Labels over the board: text on a dark plate, as a picture that always faces the camera."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from sim.app.render.palettes import Colour
from sim.app.render.vertex_buffers import PLAIN, geom_node
from sim.board.files.folders import assets_dir

__all__ = ["label_node", "letters"]

LETTERS = "Tuffy-Bold.ttf"  # which has the accented letters of all languages that are told


@lru_cache
def letters(size: int) -> Any:
    """The letters of labels in a size. Those that are asked for first take a fifth of a frame to be found."""
    from PIL import ImageFont

    return ImageFont.truetype(str(assets_dir() / "fonts" / LETTERS), size * 2)


@lru_cache(maxsize=256)
def _label_picture(text: str, colour: Colour, size: int) -> Any:
    """The text on a dark rounded plate, as a texture, and its size in pixels."""
    from panda3d.core import SamplerState, Texture
    from PIL import Image, ImageDraw

    font = letters(size)
    box = ImageDraw.Draw(Image.new("L", (4, 4))).textbbox((0, 0), text, font=font)
    wide, tall = int(box[2]) + 24, int(size * 2 * 1.25) + 12
    picture = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, wide - 1, tall - 1), radius=10, fill=(18, 16, 14, 205))
    pen.text((12, tall / 2), text, font=font, anchor="lm", fill=tuple(int(c * 255) for c in (*colour[:3], 1.0)))
    texture = Texture("label")
    texture.setup_2d_texture(wide, tall, Texture.T_unsigned_byte, Texture.F_rgba)
    texture.set_ram_image_as(picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes(), "RGBA")
    texture.set_minfilter(SamplerState.FT_linear)
    texture.set_wrap_u(SamplerState.WM_clamp)
    texture.set_wrap_v(SamplerState.WM_clamp)
    return texture, wide / 2, tall / 2


def label_node(text: str, colour: Colour, size: int) -> tuple[Any, Any, tuple[float, float]]:
    from panda3d.core import OmniBoundingVolume

    texture, wide, tall = _label_picture(text, colour, size)
    rows = np.zeros(4, PLAIN)
    rows["vertex"] = [
        (-wide / 2, 0, -tall / 2),
        (wide / 2, 0, -tall / 2),
        (wide / 2, 0, tall / 2),
        (-wide / 2, 0, tall / 2),
    ]
    rows["color"] = [(0, 0, 0, 255), (255, 0, 0, 255), (255, 255, 0, 255), (0, 255, 0, 255)]
    node = geom_node(rows, np.array([0, 1, 2, 0, 2, 3], np.uint32), "label")
    node.set_bounds(OmniBoundingVolume())
    return node, texture, (wide, tall)
