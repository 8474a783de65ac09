"""A picture of a board, of the minis on it and of what was measured: rays from above or aslant, and lines over them.

Drawn by the processor alone; the table's own pictures (`bauta map render`) are finer and need its libraries.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sim.api.overlays import PlotCanvas, captions, draw
from sim.board.board import Board, placed
from sim.board.files.bodies import load_on_base
from sim.board.model.given import whole
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Kind, Meaning
from sim.board.model.verdicts import Verdict
from sim.errors import BautaError, meant
from sim.geometry.ray.ray_scene import RayScene

__all__ = ["as_png", "plot"]

Floats = NDArray[np.float64]

VIEWS = {"top": (0.0, 90.0), "bird": (0.0, 40.0), "south": (0.0, 0.0), "east": (90.0, 0.0), "north": (180.0, 0.0)} | {
    "west": (270.0, 0.0)
}
"""View -> from where: degrees counter-clockwise from south, and up."""
FINER = 2  # rays a pixel along each side
SUN = np.array([-0.55, -0.45, 0.70]) / math.sqrt(0.55**2 + 0.45**2 + 0.70**2)
FAR = 1000.0  # inches: beyond every board
BAND = 1 << 17  # rays that are cast at a time
INK = 0.3  # inches: a step in depth that a line is drawn at
PAPER = np.array([0.93, 0.91, 0.86])
SEATS = ((0.72, 0.16, 0.16), (0.16, 0.33, 0.62), (0.20, 0.48, 0.25), (0.62, 0.45, 0.12), (0.45, 0.22, 0.55))

WALL = (0.86, 0.75, 0.60)
ROUGH = (0.52, 0.55, 0.36)
TIMBER = (0.50, 0.38, 0.27)
KINDS = {Kind.WATER: (0.28, 0.47, 0.48), Kind.IMPASSABLE: (0.45, 0.43, 0.42), Kind.LADDER: TIMBER}
MATERIALS = {
    "ashlar": (0.78, 0.74, 0.67),
    "brick": (0.68, 0.46, 0.37),
    "earth": (0.56, 0.47, 0.36),
    "foliage": (0.36, 0.46, 0.28),
    "iron": (0.24, 0.24, 0.25),
    "lead": (0.56, 0.65, 0.62),
    "paving": (0.80, 0.76, 0.68),
    "rubble": (0.66, 0.62, 0.56),
    "rope": (0.78, 0.70, 0.54),
    "stone": (0.86, 0.83, 0.77),
    "straw": (0.80, 0.70, 0.44),
    "terracotta": (0.70, 0.42, 0.30),
    "tile": (0.74, 0.43, 0.31),
    "timber": TIMBER,
    "wood": (0.58, 0.44, 0.31),
}
LIMB = (0.88, 0.85, 0.80)  # a body without its base's colour


class _Surface(NamedTuple):
    """All that is drawn as triangles (n, 3, 3), with a colour (n, 3) and the number of its part (n,) for each."""

    triangles: Floats
    colours: Floats
    parts: NDArray[np.int32]


class _Frame(NamedTuple):
    """Where the picture is taken from: unit vectors to its right, up and away from whoever looks, and its window."""

    right: Floats
    up: Floats
    away: Floats
    low: Floats  # (2,) inches along right and up: the lower left corner of the picture
    across: Floats  # (2,) inches of the picture
    pixels: tuple[int, int]

    def seen(self, points: Floats) -> Floats:
        """Points (n, 3) as pixels (n, 2) from the upper left corner."""
        flat = np.stack([points @ self.right, points @ self.up], axis=-1)
        share = (flat - self.low) / self.across
        return np.stack([share[..., 0] * self.pixels[0], (1 - share[..., 1]) * self.pixels[1]], axis=-1)


def plot(
    board: Board,
    tableau: Tableau,
    verdicts: Sequence[Verdict] = (),
    to: str | FilePath | None = None,
    view: str = "top",
    size: int = 1000,
    around: Sequence[float] | None = None,
    sides: Mapping[str, str] | None = None,
) -> Image.Image:
    """See `Tabletop.plot`. `sides`: whose minis are, by which they have their colours; else each has its own."""
    if not isinstance(view, str) or view not in VIEWS:
        raise BautaError(f"view {view!r}: there is no such view; {meant(view, VIEWS)}")
    whole("size", size, 64, 8192, "pixels")
    for verdict in verdicts:
        if not isinstance(verdict, Verdict):
            raise BautaError(f"{verdict!r} is no verdict: give what the questions to a tabletop answered")
    paints = _paints(tableau, sides)
    surface = _surface(board, tableau, paints)
    frame = _frame(surface, board, view, size * FINER, around)
    image = Image.fromarray(_shaded(surface, frame)).convert("RGBA")
    overlay = PlotCanvas(image, frame.seen, FINER)
    for marker in tableau.markers:
        overlay.marker(marker)
    for figure, paint in zip(tableau.figures, paints, strict=True):
        overlay.base(figure, paint)
    for verdict in verdicts:
        draw(verdict, overlay)
    for figure in tableau.figures:
        overlay.name(figure)
    made = overlay.finished(captions(verdicts))
    if to is not None:
        try:
            made.save(to)
        except (OSError, ValueError) as error:
            raise BautaError(
                f"{to}: the picture cannot be written ({error}): give a .png or .jpg in a folder"
            ) from error
    return made


def as_png(image: Image.Image) -> bytes:
    """A picture as the bytes of a PNG file."""
    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


def _paints(tableau: Tableau, sides: Mapping[str, str] | None) -> list[tuple[float, float, float]]:
    """The colour of each mini."""
    of = [figure.id if sides is None else sides.get(figure.id, "") for figure in tableau.figures]
    order = list(dict.fromkeys(of))
    return [SEATS[order.index(each) % len(SEATS)] for each in of]


def _surface(board: Board, tableau: Tableau, paints: Sequence[tuple[float, float, float]]) -> _Surface:
    """The board with vessels and minis where the tableau has them."""
    paint = {p.id: _of_hex(p.colour) for p in (board.map.pieces if board.map else ()) if p.colour}
    shown = [(p.triangles, _colours(p.name, p.meaning, p.triangles, paint)) for p in board.parts]
    for where in board.vessels_at(tableau):
        for part in board.vessel(where.piece).parts:
            moved = placed(part.triangles, where.at, where.turn)
            shown.append((moved, np.tile(TIMBER, (len(moved), 1))))
    for figure, colour in zip(tableau.figures, paints, strict=True):
        shown.extend(_mini(figure, colour))
    counts = [len(t) for t, _ in shown]
    return _Surface(
        np.concatenate([t for t, _ in shown]),
        np.concatenate([c for _, c in shown]),
        np.repeat(np.arange(len(shown), dtype=np.int32), counts),
    )


def _mini(figure: Figure, colour: tuple[float, float, float]) -> list[tuple[Floats, Floats]]:
    mini = load_on_base(figure.body, figure.base_mm)
    triangles, part_of = placed(mini.rays.triangles, figure.at, figure.facing), np.asarray(mini.part_of)
    tints = (0.45 * np.array(LIMB) + 0.55 * np.array(colour), np.array(colour))  # in the order of `ON_BASE`
    own = [(triangles[part_of == part], tint) for part, tint in enumerate(tints)]
    return [(part, np.tile(tint, (len(part), 1))) for part, tint in own]


def _colours(name: str, meaning: Meaning, triangles: Floats, paint: dict[str, Floats]) -> Floats:
    """A colour for each face: its material's; else by what it is to the rules, and whether it is level or steep."""
    material, _, own = (meaning.material or meaning.kind.nature.material).partition(":")
    wall = paint.get(name.partition("/")[0], np.array(WALL))
    if meaning.kind in KINDS:
        return np.tile(KINDS[meaning.kind], (len(triangles), 1))
    if own or material in MATERIALS:
        return np.tile(_of_hex(own) if own else MATERIALS[material], (len(triangles), 1))
    if material == "stucco":
        return np.tile(wall, (len(triangles), 1))
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    rise = np.abs(normal[:, 2]) / np.maximum(np.sqrt(np.einsum("ij,ij->i", normal, normal)), 1e-12)
    plain = MATERIALS["paving"] if name.startswith("ground/") else MATERIALS["stone"]
    level = ROUGH if meaning.kind.nature.rolled_for else plain
    return np.where((rise > 0.98)[:, None], level, np.where((rise > 0.3)[:, None], MATERIALS["tile"], wall))


def _of_hex(colour: str) -> Floats:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def _frame(surface: _Surface, board: Board, view: str, size: int, around: Sequence[float] | None) -> _Frame:
    """The window of the view on all that is drawn, or on what lies within `around`."""
    turn, rise = (math.radians(each) for each in VIEWS[view])
    away = np.array([math.sin(turn) * -math.cos(rise), math.cos(turn) * math.cos(rise), -math.sin(rise)])
    right = np.array([math.cos(turn), math.sin(turn), 0.0])
    up = np.cross(right, away)
    corners = surface.triangles.reshape(-1, 3)
    low, high = corners.min(axis=0), corners.max(axis=0)
    if around is not None:
        west, south, east, north = _window(around)
        low[:2], high[:2] = (west, south), (east, north)
        near = ((corners[:, :2] >= low[:2]) & (corners[:, :2] <= high[:2])).all(axis=1)
        low[2], high[2] = (corners[near, 2].min(), corners[near, 2].max()) if near.any() else (low[2], low[2] + 1.0)
    elif board.map is not None:
        low[:2], high[:2] = 0.0, board.size
    box = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    flat = np.stack([box @ right, box @ up], axis=1)
    margin = 0.02 * float((flat.max(axis=0) - flat.min(axis=0)).max()) if view != "top" or board.map is None else 0.0
    start, across = flat.min(axis=0) - margin, np.maximum(flat.max(axis=0) - flat.min(axis=0) + 2 * margin, 1e-3)
    wide, tall = np.maximum(np.round(across / across.max() * size), 2 * FINER).astype(int)
    pixels = (int(wide) // FINER * FINER, int(tall) // FINER * FINER)
    return _Frame(right, up, away, start, across, pixels)


def _window(around: Sequence[float]) -> tuple[float, float, float, float]:
    try:
        west, south, east, north = (float(each) for each in around)
    except (TypeError, ValueError):
        west = south = east = north = math.nan
    if not (west < east and south < north and math.isfinite(west + south + east + north)):
        raise BautaError(f"around {around!r}: give (west, south, east, north) in inches, the lesser first")
    return west, south, east, north


def _shaded(surface: _Surface, frame: _Frame) -> NDArray[np.uint8]:
    """What rays through the pixels meet, in the light of sun and sky, as (tall, wide, 3) bytes."""
    wide, tall = frame.pixels
    scene = RayScene(surface.triangles)
    low, high = scene.box
    back = float(np.linalg.norm(high - low)) + 1.0
    corner = frame.away * ((low + high) / 2 @ frame.away - back)
    x = frame.low[0] + (np.arange(wide) + 0.5) / wide * frame.across[0]
    y = frame.low[1] + (tall - np.arange(tall) - 0.5) / tall * frame.across[1]
    colours, depth, part = np.empty((tall, wide, 3)), np.empty((tall, wide)), np.empty((tall, wide), np.int32)
    deep = max(1, BAND // wide)
    for start in range(0, tall, deep):
        rows = slice(start, start + deep)
        origins = corner + x[None, :, None] * frame.right + y[rows, None, None] * frame.up
        which, along = scene.first_hits(origins.reshape(-1, 3), np.broadcast_to(frame.away, (origins.size // 3, 3)))
        lit = _lit(
            surface, scene, origins.reshape(-1, 3) + frame.away * np.where(which < 0, 0, along)[:, None], which, frame
        )
        colours[rows] = lit.reshape(-1, wide, 3)
        depth[rows] = np.where(which < 0, 3 * back, along).reshape(-1, wide)
        part[rows] = np.where(which < 0, -1, surface.parts[which]).reshape(-1, wide)
    colours *= 1.0 - 0.45 * _edges(depth, part)[..., None]
    return np.asarray(np.clip(colours, 0, 1) * 255, np.uint8)


def _lit(surface: _Surface, scene: RayScene, places: Floats, which: NDArray[np.int32], frame: _Frame) -> Floats:
    """The colours of places (n, 3) on triangles, or of the paper where `which` is -1."""
    colours = np.tile(PAPER, (len(places), 1))
    met = np.flatnonzero(which >= 0)
    face = surface.triangles[which[met]]
    normal = np.cross(face[:, 1] - face[:, 0], face[:, 2] - face[:, 0])
    normal /= np.maximum(np.sqrt(np.einsum("ij,ij->i", normal, normal)), 1e-12)[:, None]
    normal *= np.where(normal @ frame.away > 0, -1.0, 1.0)[:, None]
    above = places[met] + normal * 0.01
    sunny = np.maximum(normal @ SUN, 0.0)
    sunny[sunny > 0] *= ~scene.occluded(above[sunny > 0], above[sunny > 0] + SUN * FAR)
    low, high = scene.box
    height = np.clip((above[:, 2] - low[2]) / max(float(high[2] - low[2]), 1e-6), 0, 1)
    light = 0.56 + 0.08 * normal[:, 2] + 0.46 * sunny + 0.06 * height
    colours[met] = surface.colours[which[met]] * light[:, None]
    return colours


def _edges(depth: Floats, part: NDArray[np.int32]) -> Floats:
    """1 where a line belongs: where another part begins, with a step in depth. All (tall, wide)."""
    line = np.zeros(depth.shape)
    for axis in (0, 1):
        step = np.abs(np.diff(depth, axis=axis))
        found = ((step > INK) & (np.diff(part, axis=axis) != 0)) | (step > 4 * INK)
        before = (slice(0, -1), slice(None)) if axis == 0 else (slice(None), slice(0, -1))
        line[before] = np.maximum(line[before], found)
    return line
