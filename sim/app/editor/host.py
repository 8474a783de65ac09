"""What the editor needs of a window; it is known without the editor, which is read once it is wanted."""

from __future__ import annotations

from typing import Any, Protocol

from sim.app.hud.theme import Fonts
from sim.app.render.screen import Screen, Size

__all__ = ["RoomHost"]


class RoomHost(Protocol):
    """What the editor needs of a window. `ui`: its ImGui, whose library has no types."""

    screen: Screen
    ui: Any
    fonts: Fonts
    threaded: bool

    def size(self) -> Size: ...
