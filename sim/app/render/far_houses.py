"""Houses, churches, bell towers and posts that stand beyond a board: few triangles, seen and nothing else."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from shapely import affinity
from shapely.geometry import Polygon, box

from sim.app.render.surface import Floats, Patch

__all__ = ["Built", "FarHouse", "bricola", "campanile", "church", "house"]

Place = tuple[float, float]

STOREY, GROUND = 1.85, -0.03  # inches
EAVES = 0.22
WINDOW, SILL = (0.46, 0.82), 0.62  # inches wide and high; over the floor
BAY = 1.35
LIT = 0.2  # share of the windows with a lamp behind them
PROUD = 0.012
STONE, TILE, GLASS, LAMP = "stone", "tile", "glass", "lit_glass"


class FarHouse(msgspec.Struct, frozen=True):
    """`half` its width and depth, its front (to -y before it is turned) towards the board. `detail`: 2 with shutters,
    1 with windows, 0 bare. `ends`: which of its sides no neighbour hides."""

    centre: Place
    half: Place
    turn: float
    floors: int
    hip: bool = True
    colour: str = "#dfa85a"
    shutters: str = "#3b6a52"
    detail: int = 0
    ends: tuple[bool, bool] = (True, True)
    seed: int = 0

    @property
    def plot(self) -> Polygon:
        (x, y), (a, b) = self.centre, self.half
        return affinity.rotate(box(x - a, y - b, x + a, y + b), self.turn, origin=(x, y))


class Built:
    """Triangles by their material."""

    def __init__(self) -> None:
        self._kept: dict[str, list[Floats]] = {}
        self._tops: list[Floats] = []

    def __bool__(self) -> bool:
        return bool(self._kept)

    def add(self, material: str, triangles: Floats, centre: Place, turn: float) -> None:
        """Triangles about an origin of their own, turned and moved."""
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        placed = triangles @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        self._kept.setdefault(material, []).append(placed + np.array([*centre, 0.0]))

    def top(self, plot: Polygon, height: float) -> None:
        """Remember how high something stands, and where."""
        ring = np.array(plot.exterior.coords)[:4]
        self._tops.append(np.column_stack([ring, np.full(len(ring), height)]))

    def patches(self) -> Iterator[Patch]:
        for material, kept in self._kept.items():
            yield Patch(np.concatenate(kept), material)

    def corners(self) -> Floats:
        return np.concatenate(self._tops) if self._tops else np.zeros((0, 3))


def house(built: Built, made: FarHouse) -> None:
    """A house with its roof, chimney and windows."""
    (a, b), turn = made.half, made.turn
    eaves = made.floors * STOREY + 0.25
    built.add(f"stucco:{made.colour}", _walls(a, b, GROUND, eaves), made.centre, turn)
    built.add(STONE, _walls(a + 0.05, b + 0.05, eaves - 0.16, eaves), made.centre, turn)
    rise = 0.42 * min(a, b)
    built.add(TILE, _roof(a + EAVES, b + EAVES, eaves - 0.05, rise, made.hip), made.centre, turn)
    if not made.hip:
        built.add(f"stucco:{made.colour}", _gables(a, b, eaves - 0.1, rise), made.centre, turn)
    chance = np.random.default_rng(made.seed)
    x, y = float(chance.uniform(-0.6, 0.6) * a), float(chance.uniform(-0.5, 0.5) * b)
    stack = _box((x, y), 0.2, 0.2, eaves, eaves + rise + 0.9)
    built.add("terracotta", stack, made.centre, turn)
    built.top(made.plot, eaves + rise * 0.5)
    if made.detail:
        _windows(built, made, chance)


def _windows(built: Built, made: FarHouse, chance: np.random.Generator) -> None:
    """On the front and the back, and on the ends that stand free."""
    a, b = made.half
    sides = [(0.0, a, b), (180.0, a, b)]
    sides += [(90.0, b, a)] if made.ends[1] else []
    sides += [(270.0, b, a)] if made.ends[0] else []
    for way, half, off in sides:
        count = max(1, int(2 * half / BAY))
        for floor in range(made.floors):
            for k in range(count):
                x = (2 * k + 1 - count) * half / count
                door = floor == 0 and k == count // 2 and way == 0.0
                wide, tall = (0.72, 1.25) if door else WINDOW
                low = GROUND if door else floor * STOREY + SILL
                frame = _panel(x, wide / 2 + 0.08, low - 0.07, low + tall + 0.09, off + PROUD)
                pane = _panel(x, wide / 2, low, low + tall, off + 2 * PROUD)
                lit = LAMP if not door and chance.random() < LIT else GLASS
                turn = made.turn + way
                built.add(STONE, frame, made.centre, turn)
                built.add("dark_wood" if door else lit, pane, made.centre, turn)
                if made.detail > 1 and not door and way == 0.0:
                    for hand in (-1, 1):
                        leaf = _panel(x + hand * (wide / 2 + 0.2), 0.12, low, low + tall, off + 3 * PROUD)
                        built.add(f"shutter:{made.shutters}", leaf, made.centre, turn)


def campanile(built: Built, at: Place, turn: float, low: float, height: float, half: float) -> None:
    """A bell tower: brick, a white belfry with dark openings, a pointed roof."""
    belfry = low + height + 2.6 * half
    built.add("brick", _walls(half, half, low, low + height), at, turn)
    built.add(STONE, _walls(half + 0.12, half + 0.12, low + height - 0.3, low + height), at, turn)
    built.add(STONE, _walls(half * 0.92, half * 0.92, low + height, belfry), at, turn)
    for way in range(4):
        for x in (-0.42, 0.42):
            arch = _panel(x * half, 0.26 * half, low + height + 0.4, belfry - 0.5, half * 0.92 + PROUD)
            built.add("lacquer", arch, at, turn + 90 * way)
    built.add("lead:#6f8f7d", _roof(half + 0.1, half + 0.1, belfry, 3.6 * half, True), at, turn)
    built.top(box(at[0] - half, at[1] - half, at[0] + half, at[1] + half), belfry)


def church(built: Built, at: Place, turn: float, low: float, scale: float) -> None:
    """A nave with a white front, and a dome on a drum."""
    a, b, tall = 2.2 * scale, 2.4 * scale, 5.0 * scale
    built.add("stucco:#e2d3b0", _walls(a, b, low, low + tall), at, turn)
    built.add(STONE, _panel(0.0, a, low, low + tall * 1.25, b + 0.05), at, turn)
    built.add("dark_wood", _panel(0.0, 0.5 * scale, low, low + 1.7 * scale, b + 0.07), at, turn)
    built.add(TILE, _roof(b + EAVES, a + EAVES, low + tall, 0.4 * a, False), at, turn + 90)
    ring = 1.5 * scale
    built.add(STONE, _turned([(ring, low + tall), (ring, low + tall + 1.9 * scale)]), at, turn)
    dome = [(ring * 1.08 * math.cos(t), low + tall + 1.9 * scale + ring * 1.25 * math.sin(t)) for t in _QUARTER]
    built.add("lead:#7f9c90", _turned([*dome, (0.2 * scale, dome[-1][1] + 0.1), (0.2 * scale, dome[-1][1] + 0.8)]),
              at, turn)  # fmt: skip
    built.top(box(at[0] - a, at[1] - b, at[0] + a, at[1] + b), low + tall * 1.3)


_QUARTER = np.linspace(0.0, 1.35, 5).tolist()


def bricola(built: Built, at: Place, three: bool) -> None:
    """A striped post to moor at, or three of oak that mark a channel."""
    if not three:
        built.add("dark_wood", _box((0.0, 0.0), 0.13, 0.13, -1.6, 1.5), at, 0.0)
        return
    for k in range(3):
        angle = 2 * math.pi * k / 3
        built.add("dark_wood", _box((0.2 * math.cos(angle), 0.2 * math.sin(angle)), 0.12, 0.12, -1.6, 1.1 + 0.2 * k),
                  at, 0.0)  # fmt: skip


# -- shapes about an origin ---------------------------------------------------------------------------------------


def _quads(*corners: Sequence[Sequence[float]]) -> Floats:
    quads = np.array(corners, dtype=np.float64)
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def _walls(a: float, b: float, low: float, high: float) -> Floats:
    ring = ((-a, -b), (a, -b), (a, b), (-a, b))
    return _quads(
        *(((*p, low), (*q, low), (*q, high), (*p, high)) for p, q in zip(ring, ring[1:] + ring[:1], strict=True))
    )


def _box(at: Place, a: float, b: float, low: float, high: float) -> Floats:
    sides = _walls(a, b, low, high)
    lid = _quads(((-a, -b, high), (a, -b, high), (a, b, high), (-a, b, high)))
    return np.asarray(np.concatenate([sides, lid]) + np.array([*at, 0.0]))


def _panel(x: float, half: float, low: float, high: float, off: float) -> Floats:
    """An upright rectangle that looks to -y."""
    return _quads(((x - half, -off, low), (x + half, -off, low), (x + half, -off, high), (x - half, -off, high)))


def _roof(a: float, b: float, low: float, rise: float, hip: bool) -> Floats:
    """Hipped or gabled, its ridge along the longer side."""
    if b > a:
        return _across(_roof(b, a, low, rise, hip))
    ridge = max(a - b, 0.0) if hip else a
    top = low + rise
    e, w = (ridge, 0.0, top), (-ridge, 0.0, top)
    sw, se, ne, nw = (-a, -b, low), (a, -b, low), (a, b, low), (-a, b, low)
    slopes = _quads((sw, se, e, w), (ne, nw, w, e))
    under = _quads((nw, ne, se, sw))
    ends = np.array([(se, ne, e), (nw, sw, w)], dtype=np.float64)
    return np.concatenate([slopes, ends, under] if hip else [slopes, under])


def _gables(a: float, b: float, low: float, rise: float) -> Floats:
    if b > a:
        return _across(_gables(b, a, low, rise))
    top = low + rise * 0.98
    return np.array([((a, -b, low), (a, b, low), (a, 0, top)), ((-a, b, low), (-a, -b, low), (-a, 0, top))], float)


def _across(triangles: Floats) -> Floats:
    """After a quarter turn."""
    return np.asarray(triangles[..., [1, 0, 2]] * np.array([-1.0, 1.0, 1.0]))


def _turned(profile: Sequence[tuple[float, float]], sides: int = 10) -> Floats:
    """A profile of (radius, height), lowest first, turned about the upright axis."""
    around = np.linspace(0.0, 2 * math.pi, sides + 1)
    made = []
    for (r0, z0), (r1, z1) in itertools.pairwise(profile):
        for s, t in itertools.pairwise(around):
            p, q = (math.cos(s), math.sin(s)), (math.cos(t), math.sin(t))
            made.append(((r0 * p[0], r0 * p[1], z0), (r0 * q[0], r0 * q[1], z0),
                         (r1 * q[0], r1 * q[1], z1), (r1 * p[0], r1 * p[1], z1)))  # fmt: skip
    return _quads(*made)
