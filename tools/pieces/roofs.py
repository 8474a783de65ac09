"""Roofs that can be walked on, the tiles drawn over them, and chimneys."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pieces import paint
from pieces.model import Model
from pieces.paint import Paint, linear
from pieces.solid import Solid, box, hull, lathe
from shapely import contains_xy
from shapely.geometry import Polygon

Floats = NDArray[np.float64]
PLUG = 0.1  # how far a roof reaches down into its house
_ACROSS, _ROW = 0.28, 0.45  # of a tile


def pitched(
    model: Model,
    width: float,
    depth: float,
    eaves: float,
    pitch: float,
    wall: str,
    hip: bool,
    tone: str = paint.TILE,
    name: str = "roof",
    at: tuple[float, float] = (0, 0),
) -> float:
    """A gable or hipped roof over a house about `at`; its ridge runs along the longer side. Its height is returned."""
    long, short = max(width, depth), min(width, depth)
    rise = short / 2 * pitch
    back = short / 2 * 0.9 if hip else 0.0
    corners = [(x, y, 0.0) for x in (-long / 2, long / 2) for y in (-short / 2, short / 2)]
    ridge = [(-long / 2 + back, 0.0, rise), (long / 2 - back, 0.0, rise)]
    tiles = Paint("tile", tone)
    body = hull([*corners, *ridge], Paint("stucco", wall, up=tiles))
    plug = box(
        (-long / 2 + 0.05, -short / 2 + 0.05, -PLUG), (long / 2 - 0.05, short / 2 - 0.05, 0.02), Paint("stucco", wall)
    )
    turn = 0.0 if width >= depth else 90.0
    model.part(name, (body + plug).turned(turn).at(*at, eaves), material="tile")
    for plane in _planes(long, short, rise, back):
        _draw_tiles(model, plane, turn, (*at, eaves), tone)
    lines = [ridge]
    if hip:
        lines += [[c, ridge[0 if c[0] < 0 else 1]] for c in corners]
    for line in lines:
        _draw_ridge(model, np.array(line), turn, (*at, eaves), tone)
    return eaves + rise


def _planes(long: float, short: float, rise: float, back: float) -> list[tuple[Floats, Floats, Floats, Polygon]]:
    """The slopes as (eaves corner, along, up the slope, outline in those two)."""
    slope = float(np.hypot(short / 2, rise))
    over = 0.12  # tiles hang over the eaves
    found = []
    for side in (-1, 1):
        origin = np.array([long / 2 * side, short / 2 * side, 0.0])
        along = np.array([-side, 0.0, 0.0])
        up = np.array([0.0, -side * short / 2, rise]) / slope
        found.append(
            (
                origin,
                along,
                up,
                Polygon([(-over * 0.3, -over), (long + over * 0.3, -over), (long - back, slope), (back, slope)]),
            )
        )
        if back:
            end = float(np.hypot(back, rise))
            origin = np.array([long / 2 * side, -short / 2 * side, 0.0])
            along = np.array([0.0, side * 1.0, 0.0])
            up = np.array([-side * back, 0.0, rise]) / end
            found.append(
                (origin, along, up, Polygon([(-over * 0.3, -over), (short + over * 0.3, -over), (short / 2, end)]))
            )
    return found


def _draw_tiles(
    model: Model, plane: tuple[Floats, Floats, Floats, Polygon], turn: float, at: tuple[float, float, float], tone: str
) -> None:
    origin, along, up, outline = plane
    u0, v0, u1, v1 = outline.bounds
    columns = max(1, round((u1 - u0) / _ACROSS))
    rows = max(1, int(np.ceil((v1 - v0) / _ROW)))
    u = np.linspace(u0, u1, columns * 3 + 1)
    v = np.sort(np.concatenate([np.arange(rows) * _ROW, np.arange(rows) * _ROW + _ROW * 0.96])) + v0
    uu, vv = np.meshgrid(u, np.append(v, rows * _ROW + v0))
    tile_u = np.floor((uu - u0) / (u1 - u0) * columns + 0.5).astype(int)
    tile_v = np.floor((vv - v0 + 1e-6) / _ROW).astype(int)
    chance = model.random.random((tile_v.max() + 1, tile_u.max() + 1))[tile_v, tile_u]
    wave = np.abs(np.cos(np.pi * (uu - u0) / (u1 - u0) * columns)) ** 0.8
    within = ((vv - v0 + 1e-6) / _ROW) % 1.0
    lift = 0.045 * wave + 0.04 * (1 - within) + 0.01 * (chance - 0.5) - 0.03
    normal = np.cross(along, up)
    normal *= np.sign(normal[2])
    points = origin + uu[..., None] * along + vv[..., None] * up + lift[..., None] * normal
    shade = np.asarray(linear(tone)) * (0.7 + 0.6 * chance[..., None]) * (0.72 + 0.28 * wave[..., None])
    shade = np.where(chance[..., None] > 0.9, shade * [1.15, 1.1, 0.9] + 0.02, shade)
    rows_n, columns_n = uu.shape
    index = np.arange(uu.size).reshape(uu.shape)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    faces = np.stack([np.stack([a, b, c], -1), np.stack([a, c, d], -1)], axis=2).reshape(-1, 3)
    flat = np.stack([uu, vv], 2).reshape(-1, 2)
    middle = flat[faces].mean(1)
    faces = faces[contains_xy(outline.buffer(0.03), middle[:, 0], middle[:, 1])]
    across = np.gradient(points, axis=1)
    normals = np.cross(across, np.gradient(points, axis=0))
    normals *= np.sign(normals[..., 2:])
    normals /= np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-9)
    world, facing = _turned(points.reshape(-1, 3), turn) + np.asarray(at), _turned(normals.reshape(-1, 3), turn)
    corners = world[faces]
    upside = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] < 0
    faces[upside] = faces[upside][:, ::-1]
    used, faces = np.unique(faces, return_inverse=True)
    model.sketch._put(
        "tile", world[used], faces.reshape(-1, 3), np.clip(shade.reshape(-1, 3)[used], 0, 1), facing[used]
    )


def _turned(points: Floats, degrees: float) -> Floats:
    return points if degrees == 0 else np.stack([-points[:, 1], points[:, 0], points[:, 2]], axis=1)


def _draw_ridge(model: Model, line: Floats, turn: float, at: tuple[float, float, float], tone: str) -> None:
    a, b = _turned(line, turn) + np.asarray(at)
    length = float(np.linalg.norm(b - a))
    if length < 0.3:
        return
    for start in np.arange(0, length, 0.42):
        p, q = a + (b - a) * start / length, a + (b - a) * min(1.0, (start + 0.45) / length)
        shade = np.clip(np.asarray(linear(tone)) * model.random.uniform(0.7, 1.3), 0, 1)
        model.sketch.tube([p + [0, 0, 0.0], q + [0, 0, 0.02]], [0.11, 0.09], "tile", shade, sides=7)


def terrace(model: Model, width: float, depth: float, top: float, wall: str, gaps: tuple[str, ...] = ()) -> None:
    """A parapet round a flat roof; `gaps` names sides left open."""
    cap = Paint("stone", paint.STONE)
    x, y = width / 2, depth / 2
    strips = {
        "s": ((-x, -y), (x, -y + 0.14)),
        "n": ((-x, y - 0.14), (x, y)),
        "w": ((-x, -y), (-x + 0.14, y)),
        "e": ((x - 0.14, -y), (x, y)),
    }
    solid: Solid | None = None
    for side, (low, high) in strips.items():
        if side in gaps:
            continue
        wall_part = box((*low, top), (*high, top + 0.36), Paint("stucco", wall)) + box(
            (low[0], low[1], top + 0.36), (high[0], high[1], top + 0.45), cap
        )
        solid = wall_part if solid is None else solid + wall_part
    if solid is not None:
        model.part("parapet", solid, material="stucco")


def chimney(model: Model, name: str, x: float, y: float, base: float, height: float, wall: str) -> None:
    """A Venetian chimney: a square shaft under a wide bell that catches sparks."""
    shaft = box((-0.15, -0.15, -0.6), (0.15, 0.15, height * 0.6), Paint("stucco", wall))
    bell = lathe(
        [(0.12, height * 0.55), (0.17, height * 0.6), (0.3, height * 0.9), (0.33, height * 0.95), (0.1, height)],
        Paint("tile", paint.TILE),
        10,
    )
    model.part(name, (shaft + bell).at(x, y, base), obstacle="small", material="stucco")
