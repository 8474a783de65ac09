"""The schemes that bodies are painted by: `assets/bodies/paint.toml`, a table for each body."""

from __future__ import annotations

from functools import cache

import msgspec

from sim.app.render.paint.faces import FaceLook
from sim.board.files.folders import assets_dir

__all__ = ["BrushStroke", "Scheme", "scheme_of", "schemes"]


class BrushStroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is painted over the first coats. `kind`: see `patterns`. `part`, `on`, `was`: which parts,
    materials, and colours of the body's file it goes on; of all where nothing is said.

    `colour`: a colour, "gang" or "gang dark". `low`, `high`: heights between which it is painted, inches. `size`: of
    the pattern; `much`: how thickly, 0 to 1; `light`: how much lighter or darker, -1 to 1.
    """

    kind: str
    part: str = ""
    on: str = ""
    was: str = ""
    colour: str = ""
    low: float = -9.0
    high: float = 9.0
    size: float = 0.0
    much: float = 1.0
    light: float = 0.0
    gloss: float = -1.0
    at: tuple[float, float] = (0.0, 0.0)
    shape: str = ""
    facing: str = ""


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`scale`: how many times the body was grown, so that its schemes are in the measures that it was built in."""

    scale: float = 1.0
    faces: tuple[FaceLook, ...] = ()
    strokes: tuple[BrushStroke, ...] = ()


@cache
def schemes() -> dict[str, Scheme]:
    """All of them, by the names of bodies."""
    path = assets_dir() / "bodies" / "paint.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Scheme])


def scheme_of(body: str) -> Scheme:
    """The scheme of a body; a plain one where there is none."""
    return schemes().get(body, Scheme())
