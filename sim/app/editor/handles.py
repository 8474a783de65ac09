"""The handles by which a canal, street or zone is shaped: its corners, and the middles of its edges."""

from __future__ import annotations

from sim.app.editor.model import EditorModel
from sim.app.editor.tools import Eyes, Pixel
from sim.board.files.mapfile import Canal, Street
from sim.board.model.tableau import Point
from sim.builder.flat_things import FlatThing, is_ring, points_of

__all__ = ["handle_under", "handles", "is_shaped"]

HANDLE = 11.0  # pixels round a handle that take hold of it


def is_shaped(thing: FlatThing | None) -> bool:
    """Is it a canal, street or zone, which is shaped by its corners?"""
    return thing is not None and (is_ring(thing) or isinstance(thing, Canal | Street))


def handles(thing: FlatThing) -> list[tuple[int, bool, Point]]:
    """Those of a canal, street or zone: each corner, and the middle of each edge."""
    if not is_shaped(thing):
        return []
    corners = points_of(thing)
    z = getattr(thing, "level", 0.0)
    made = [(i, False, (*corner, z)) for i, corner in enumerate(corners)]
    last = len(corners) if is_ring(thing) else len(corners) - 1
    for i in range(last):
        (x0, y0), (x1, y1) = corners[i], corners[(i + 1) % len(corners)]
        made.append((i, True, ((x0 + x1) / 2, (y0 + y1) / 2, z)))
    return made


def handle_under(model: EditorModel, eyes: Eyes, mouse: Pixel) -> tuple[str, int, bool] | None:
    """Under the mouse, of what is chosen: whose it is, its corner, and whether it lies between that and the next."""
    found: list[tuple[float, tuple[str, int, bool]]] = []
    for thing in model.chosen_flat():
        for index, between, at in handles(thing):
            pixel = eyes.pixel(at)
            if pixel is not None:
                away = max(abs(a - b) for a, b in zip(pixel, mouse, strict=True))
                if away <= HANDLE:
                    found.append((away + 3 * between, (thing.id, index, between)))
    return min(found)[1] if found else None
