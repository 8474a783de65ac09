"""Pictures of boards and gangs on the start screen.

Those of what comes with the program come with it. One's own boards are drawn by a process of its own when they are
chosen, and kept in the cache, with the light that a game on them wants.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from subprocess import Popen
from typing import Any

from sim.app.companion import begun
from sim.app.hud.pictures import Pictures
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir, cache_dir
from sim.board.model.errors import BoardError

__all__ = ["BOARD", "GANG", "MapPictures"]

BOARD, GANG = (480, 300), (640, 88)  # pixels


class MapPictures:
    """`ui`: the ImGui backend, with the pictures that it holds; without one there are none."""

    def __init__(self, ui: Any) -> None:
        self.ui = ui
        self._own: dict[str, tuple[Path, Path]] = {}  # boards of one's own, and where their pictures are kept
        self._drawn: set[Path] = set()  # those that were drawn to the end, or cannot be
        self._making: tuple[Popen[bytes], Path] | None = None

    @property
    def held(self) -> Pictures | None:
        """What holds them; None where nothing does."""
        return None if self.ui is None else self.ui.pictures

    def board(self, name: str, *, chosen: bool = False) -> Any:
        """A board's picture; None while there is none. One's own are drawn one after the other, but the one that is
        `chosen` at once."""
        found = self._texture(assets_dir() / "pictures" / "boards" / f"{name}.jpg")
        if found is not None or self.ui is None:
            return found
        if name not in self._own:
            with suppress(OSError, BoardError):
                source = find_map(name)
                content = hashlib.blake2b(source.read_bytes(), digest_size=12).hexdigest()
                self._own[name] = source, cache_dir() / "pictures" / f"{content}.jpg"
        self._look()
        if name not in self._own:
            return None
        source, kept = self._own[name]
        free = self._making is None or (chosen and not self.draws(name))
        if free and kept not in self._drawn and not kept.exists():
            self._make(source, kept)
        return self._texture(kept)

    def draws(self, name: str) -> bool:
        """Is the board's picture being drawn?"""
        return self._making is not None and name in self._own and self._making[1] == self._own[name][1]

    def lesson(self, name: str) -> Any:
        """The picture of a lesson or puzzle; None where there is none."""
        return self._texture(assets_dir() / "pictures" / "lessons" / f"{name}.jpg")

    def gang(self, name: str, number: int) -> Any:
        """A gang's picture in the colours of a seat, by its number from 0; None where there is none."""
        return self._texture(assets_dir() / "pictures" / "gangs" / f"{name}.{number + 1}.jpg")

    def picture(self, path: Path) -> Any:
        """Any picture in a file; None where there is none."""
        return self._texture(path)

    def _texture(self, path: Path) -> Any:
        return None if self.held is None else self.held.of_file(path)

    def _make(self, source: Path, kept: Path) -> None:
        self.close()
        self._drawn.add(kept)
        with suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            size = f"{BOARD[0]}x{BOARD[1]}"
            words = ["map", "render", str(source), "--size", size, "--out", str(_part(kept))]
            self._making = begun("sim", words), kept
            self._drawn.discard(kept)

    def _look(self) -> None:
        """Take up what is drawn by now."""
        if self._making is not None and self._making[0].poll() is not None:
            (_, kept), self._making = self._making, None
            self._drawn.add(kept)
            with suppress(OSError):
                _part(kept).replace(kept)

    def close(self) -> None:
        """Stop what is still being drawn."""
        if self._making is not None and self._making[0].poll() is None:
            self._making[0].terminate()
            self._making[0].wait()
        self._making = None


def _part(kept: Path) -> Path:
    return kept.with_name(f"{kept.stem}.{os.getpid()}.part.jpg")
