"""Sounds played by Panda3D, each where it is on the board."""

from __future__ import annotations

import io
import wave
from typing import Any, Protocol

import numpy as np

from sim.app.sound.synthesis import RATE, Samples, ambience, made
from sim.board.model.tableau import Point

__all__ = ["Player", "Silence", "Speakers", "wav"]

FOLDER = "/bauta-sounds"  # in the memory of the program
NEAR = 14.0  # inches: what is no farther from the eye is as loud as it can be
VOICES = 3  # of one kind at a time


class Player(Protocol):
    """Who plays sounds."""

    def play(self, kind: str, at: Point | None, volume: float) -> None: ...

    def surround(self, volume: float) -> None:
        """The quiet sound of the quarter, from now on so loud."""

    def listen(self, eye: Point, forward: Point) -> None:
        """Hear from here on, looking there."""

    def stop(self) -> None: ...


class Silence:
    """Plays nothing: where there is nothing to hear it by, and in tests."""

    def play(self, kind: str, at: Point | None, volume: float) -> None:
        return

    def surround(self, volume: float) -> None:
        return

    def listen(self, eye: Point, forward: Point) -> None:
        return

    def stop(self) -> None:
        return


class Speakers:
    """Plays through an audio manager of Panda3D. A sound is made when it is first wanted."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self._voices: dict[str, list[Any]] = {}
        self._next: dict[str, int] = {}
        self._ambience: Any = None
        self._mounted = False
        manager.audio_3d_set_distance_factor(1.0)

    def play(self, kind: str, at: Point | None, volume: float) -> None:
        voices = self._voices.get(kind)
        if voices is None:
            path = self._written(kind, made(kind))
            voices = self._voices[kind] = [self._manager.get_sound(path, True) for _ in range(VOICES)]
        turn = self._next[kind] = (self._next.get(kind, -1) + 1) % VOICES
        voice = voices[turn]
        voice.set_3d_min_distance(NEAR if at is not None else 1e6)
        voice.set_3d_attributes(*(at or self._eye), 0.0, 0.0, 0.0)
        voice.set_volume(volume)
        voice.play()

    _eye: Point = (0.0, 0.0, 0.0)

    def surround(self, volume: float) -> None:
        if self._ambience is None:
            if volume <= 0:
                return
            self._ambience = self._manager.get_sound(self._written("ambience", ambience()), False)
            self._ambience.set_loop(True)
            self._ambience.play()
        self._ambience.set_volume(volume)

    def listen(self, eye: Point, forward: Point) -> None:
        self._eye = eye
        self._manager.audio_3d_set_listener_attributes(*eye, 0.0, 0.0, 0.0, *forward, 0.0, 0.0, 1.0)
        self._manager.update()

    def stop(self) -> None:
        self._manager.stop_all_sounds()
        self._ambience = None

    def _written(self, name: str, samples: Samples) -> Any:
        """A file of samples in memory, as Panda3D reads sounds."""
        from panda3d.core import Filename, VirtualFileMountRamdisk, VirtualFileSystem

        files = VirtualFileSystem.get_global_ptr()
        if not self._mounted:
            files.mount(VirtualFileMountRamdisk(), FOLDER, 0)
            self._mounted = True
        path = Filename(f"{FOLDER}/{name.replace(' ', '-')}.wav")
        files.write_file(path, wav(samples), False)
        return path


def wav(samples: Samples) -> bytes:
    """Samples from -1 to 1 as a WAV file of one channel."""
    held = io.BytesIO()
    with wave.open(held, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return held.getvalue()
