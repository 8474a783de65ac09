"""Pictures that panels show: each is a texture once, whatever room shows it and however often it is entered."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Pictures"]


class Pictures:
    """`backend`: ImGui's, which holds a texture until it is told to let go of it. So it is of a file that has changed,
    as the picture of a saved game does; all others stay, and a room that is entered again shows the same."""

    def __init__(self, backend: Any) -> None:
        self.backend = backend
        self._held: dict[Hashable, Any] = {}
        self._read_at: dict[Path, int] = {}  # when a file had last been written as it was read

    def of_pixels(self, key: Hashable, pixels: NDArray[np.uint8]) -> Any:
        """What ImGui draws as this picture, which has these pixels, (height, width, 3) from the top. The `key` tells
        one content from another."""
        if key not in self._held:
            from panda3d.core import Texture

            made = Texture(str(key))
            tall, wide, _ = pixels.shape
            made.setup_2d_texture(wide, tall, Texture.T_unsigned_byte, Texture.F_rgb)
            made.set_ram_image_as(pixels[::-1].tobytes(), "RGB")
            self._hold(key, made)
        return self._held[key]

    def of_file(self, path: Path) -> Any:
        """What ImGui draws as the picture in a file, as it is now; None where there is none."""
        try:
            written = path.stat().st_mtime_ns
        except OSError:
            return None
        if self._read_at.get(path) != written:
            from panda3d.core import Filename, Texture

            self._read_at[path] = written
            if path in self._held:
                self.backend.removeTexture(self._held.pop(path), unload=False)
            made = Texture(path.stem)
            if made.read(Filename.from_os_specific(str(path))):
                self._hold(path, made)
        return self._held.get(path)

    def _hold(self, key: Hashable, made: Any) -> None:
        from panda3d.core import SamplerState

        made.set_minfilter(SamplerState.FT_linear)
        self._held[key] = self.backend.loadTexture(made)
