"""Drawing the board and the minis: a small renderer of our own on Panda3D, with light baked once a map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.app.render.picture import evidence_picture, render_picture

__all__ = ["evidence_picture", "render_picture"]


def __getattr__(name: str) -> Any:
    """The two functions are imported when they are asked for: importing the package stays cheap."""
    if name in __all__:
        from sim.app.render import picture

        return getattr(picture, name)
    raise AttributeError(name)
