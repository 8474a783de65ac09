"""Procedural surfaces as two texture arrays: colour, and normal with roughness.

Colours are stored as square roots (the shader squares them): mip maps stay close to right and decoding is
cheap in software. Every layer tiles. The arrays are kept in the cache folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sim.board.files.array_cache import read_arrays, write_arrays

__all__ = ["LAYERS", "Levels", "Textures", "layer", "levels_of", "make_textures", "read_or_mix"]

Floats = NDArray[np.float64]

SIZE = 512
VERSION = 9
LAYERS = (
    "stucco",
    "brick",
    "tile",
    "stone",
    "paving",
    "planks",
    "glass",
    "plain",
    "slats",
    "ashlar",
    "spiral",
    "stripes",
    "noise",
    "leaves",
    "stripes_green",
    "stripes_ochre",
)

_V, _U = np.mgrid[0:SIZE, 0:SIZE] / SIZE


def layer(name: str) -> int:
    return LAYERS.index(name)


def noise(seed: int, roughness: float = 1.2, along_u: float = 1.0, along_v: float = 1.0) -> Floats:
    """Tiling noise of mean 0 and deviation 1; its spectrum falls as frequency to the `roughness`."""
    rng = np.random.default_rng(seed)
    spectrum = np.fft.fft2(rng.normal(size=(SIZE, SIZE)))
    k = np.fft.fftfreq(SIZE) * SIZE
    distance = np.hypot(k[None, :] * along_u, k[:, None] * along_v)
    distance[0, 0] = 1e9
    field = np.fft.ifft2(spectrum / distance**roughness).real
    return np.asarray((field - field.mean()) / field.std())


def step(low: float, high: float, x: Floats) -> Floats:
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3 - 2 * t))


def _normals(height: Floats, strength: float) -> Floats:
    across = (np.roll(height, -1, 1) - np.roll(height, 1, 1)) * strength
    up = (np.roll(height, -1, 0) - np.roll(height, 1, 0)) * strength
    made = np.dstack([-across, -up, np.ones_like(height)])
    return np.asarray(made / np.linalg.norm(made, axis=2, keepdims=True))


def _grey(values: Floats, tone: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Floats:
    return np.asarray(values[..., None] * np.array(tone))


class Look:
    """One layer while it is made: colour (linear-ish sRGB 0 to 1), height in pixels, roughness."""

    def __init__(self, colour: Floats, height: Floats, relief: float, rough: Floats | float) -> None:
        self.colour = np.clip(colour, 0.0, 1.0)
        self.normal = _normals(height, relief)
        self.rough = np.broadcast_to(np.asarray(rough, dtype=np.float64), (SIZE, SIZE))


def _courses(columns: int, rows: int, seed: int) -> tuple[Floats, Floats]:
    """Running bond: a random value a block, and the distance to the joint in pixels."""
    rng = np.random.default_rng(seed)
    v = _V * rows
    row = np.floor(v).astype(int)
    u = _U * columns + np.where(row % 2 == 0, 0.0, 0.5)
    column = np.floor(u).astype(int) % columns
    fu, fv = u - np.floor(u), v - row
    value = rng.random((rows, columns))[row, column]
    edge = np.minimum(np.minimum(fu, 1 - fu) * (SIZE / columns), np.minimum(fv, 1 - fv) * (SIZE / rows))
    return value, edge


def _stucco() -> Look:
    broad, fine, streak, grit = noise(1, 1.6), noise(2, 0.9), noise(3, 1.3, 5, 0.5), noise(4, 0.5)
    grey = 0.87 + 0.045 * broad + 0.03 * fine - 0.05 * step(0.3, 1.8, streak) + 0.012 * grit
    colour = _grey(grey) * (1 + np.dstack([0.015 * broad, 0 * broad, -0.02 * broad]))
    return Look(colour, fine * 0.6 + grit * 0.25, 0.35, 0.9)


def _brick() -> Look:
    value, edge = _courses(8, 18, 5)
    face = step(1.0, 3.2, edge + 0.8 * noise(6, 0.8))[..., None]
    brick = np.array([0.60, 0.37, 0.29]) * (0.75 + 0.45 * value[..., None]) + _grey(noise(7, 0.9), (0.06, 0.03, 0.02))
    mortar = np.array([0.68, 0.62, 0.53]) * (0.9 + 0.06 * noise(8, 0.6)[..., None])
    return Look(mortar * (1 - face) + brick * face, face[..., 0] * 2.2 + noise(9, 0.6) * 0.15, 0.8, 0.9)


def _tile() -> Look:
    """Barrel tiles: 8 columns, 5 rows; u runs along the eaves, v up the slope."""
    columns, rows = 8, 5
    u, v = _U * columns, _V * rows
    over = np.cos(2 * np.pi * (u - 0.5)) * 0.5 + 0.5  # 1 on the crown, 0 in the channel
    which_u = np.floor(u).astype(int) % columns
    which_v = np.floor(v + 0.5 * (over < 0.35)).astype(int) % rows
    along = (v + 0.5 * (over < 0.35)) % 1.0
    rng = np.random.default_rng(10)
    value = rng.random((2, rows, columns))[(over < 0.35).astype(int), which_v, which_u]
    tone = np.array([0.98, 0.97, 0.96]) * (0.72 + 0.40 * value[..., None])
    odd = (value > 0.86)[..., None] * np.array([0.06, 0.11, 0.12]) - (value < 0.1)[..., None] * np.array(
        [0.16, 0.14, 0.10]
    )
    lip = step(0.0, 0.05, along) * (1 - step(0.95, 1.0, along))
    channel = 0.42 + 0.58 * step(0.05, 0.45, over)
    lichen = step(1.3, 2.4, noise(11, 1.1))[..., None] * np.array([-0.14, -0.05, -0.08])
    colour = (tone + odd + lichen + _grey(noise(12, 0.6), (0.03, 0.025, 0.02))) * (channel * (0.55 + 0.45 * lip))[
        ..., None
    ]
    height = np.sqrt(np.clip(over, 0, 1)) * 16 - along * 7 + noise(13, 0.7) * 0.3
    return Look(colour, height, 0.55, 0.85)


def _stone() -> Look:
    grey = 0.88 + 0.035 * noise(14, 1.5) + 0.02 * noise(15, 0.5)
    vein = step(1.2, 2.4, np.abs(noise(16, 1.5)))
    return Look(_grey(grey - 0.06 * vein, (1.0, 0.975, 0.93)), noise(17, 0.7) * 0.25, 0.25, 0.62)


def _paving() -> Look:
    """Masegni: grey trachyte in rows of uneven length."""
    rng = np.random.default_rng(18)
    ends = np.cumsum(rng.uniform(0.8, 1.2, 8))
    ends /= ends[-1]
    row = np.minimum(np.searchsorted(ends, _V), 7)
    starts = np.concatenate([[0.0], ends])
    value, edge = np.zeros((SIZE, SIZE)), np.full((SIZE, SIZE), 9.0)
    for k in range(8):
        count = int(rng.integers(4, 7))
        cuts = np.cumsum(rng.uniform(0.7, 1.3, count))
        cuts /= cuts[-1]
        u = (_U + rng.random()) % 1
        column = np.minimum(np.searchsorted(cuts, u), count - 1)
        left = np.concatenate([[0.0], cuts])[column]
        inside = np.minimum(np.minimum(u - left, cuts[column] - u), np.minimum(_V - starts[k], ends[k] - _V)) * SIZE
        mine = row == k
        value[mine] = rng.random(count)[column[mine]]
        edge[mine] = inside[mine]
    face = step(0.8, 3.5, edge + 0.6 * noise(19, 0.8))[..., None]
    slab = np.array([0.56, 0.545, 0.515]) * (0.80 + 0.34 * value[..., None]) + 0.035 * noise(20, 0.9)[..., None]
    colour = np.array([0.25, 0.235, 0.21]) * (1 - face) + slab * face
    rough = 0.62 + 0.2 * step(-0.5, 1.0, noise(47, 1.4))
    return Look(colour, face[..., 0] * 2.5 + noise(21, 0.7) * 0.2 + value * 0.2, 0.6, rough)


def _planks() -> Look:
    plank = np.floor(_U * 6).astype(int)
    value = np.random.default_rng(22).random(6)[plank]
    inside = _U * 6 - plank
    grain = noise(23, 1.1, 0.35, 8)
    face = step(0.02, 0.08, np.minimum(inside, 1 - inside))
    colour = np.array([0.98, 0.97, 0.95]) * (0.70 + 0.26 * value[..., None]) + _grey(grain, (0.05, 0.045, 0.04))
    return Look(colour * (0.35 + 0.65 * face[..., None]), face * 1.5 + grain * 0.3, 0.6, 0.75)


def _glass() -> Look:
    wave = noise(24, 2.2)
    return Look(np.array([0.62, 0.64, 0.66]) + _grey(wave, (0.10, 0.11, 0.12)), wave * 0.3, 0.4, 0.08)


def _plain() -> Look:
    return Look(np.full((SIZE, SIZE, 3), 0.93) + 0.018 * noise(25, 0.8)[..., None], noise(26, 0.6) * 0.1, 0.2, 0.55)


def _slats() -> Look:
    v = (_V * 26) % 1
    height = np.where(v < 0.8, v, 0.0)
    return Look(_grey(0.55 + 0.45 * height) + 0.03 * noise(27, 0.9, 1, 3)[..., None], height * 3, 0.9, 0.7)


def _ashlar() -> Look:
    value, edge = _courses(5, 8, 28)
    face = step(0.8, 4.0, edge + 0.9 * noise(29, 0.9))[..., None]
    block = np.array([0.86, 0.84, 0.79]) * (0.82 + 0.24 * value[..., None]) + 0.05 * noise(30, 1.0)[..., None]
    colour = np.array([0.36, 0.34, 0.30]) * (1 - face) + block * face
    return Look(colour, face[..., 0] * 3 + noise(31, 0.8) * 0.5, 0.7, 0.8)


def _spiral() -> Look:
    turn = ((_U + _V * 2) % 1 * 2) % 1
    red = np.clip(step(0.46, 0.54, turn) - step(0.96, 1.0, turn) + 1 - step(0.0, 0.04, turn), 0, 1)[..., None]
    colour = np.array([0.66, 0.07, 0.07]) * red + np.array([0.93, 0.9, 0.84]) * (1 - red)
    return Look(colour - 0.04 * np.abs(noise(32, 1.0))[..., None], noise(33, 0.8) * 0.2, 0.3, 0.5)


def _stripes(red: float = 0.76, green: float = 0.17, blue: float = 0.12) -> Look:
    dyed = step(0.47, 0.53, np.abs((_U * 4) % 1 - 0.5) * 2)[..., None]
    colour = np.array([red, green, blue]) * dyed + np.array([0.95, 0.91, 0.80]) * (1 - dyed)
    return Look(colour - 0.03 * np.abs(noise(34, 1.0))[..., None], noise(35, 1.0) * 0.3, 0.4, 0.9)


def _noise() -> Look:
    """Three noises for the shader to use as it likes, and waves as its normals."""
    fields = [0.5 + 0.18 * noise(40 + i, r) for i, r in enumerate((1.8, 1.3, 0.9))]
    return Look(np.dstack(fields), noise(45, 1.5), 1.2, 0.5)


def _leaves() -> Look:
    spots = noise(50, 0.55)
    clumps = noise(51, 1.0)
    grey = 0.84 + 0.10 * spots + 0.06 * clumps
    return Look(_grey(grey) * (1 + np.dstack([0.10 * clumps, 0.02 * spots, -0.10 * clumps])), spots * 1.5, 0.9, 0.8)


_MAKERS: dict[str, Callable[[], Look]] = {
    "stucco": _stucco,
    "brick": _brick,
    "tile": _tile,
    "stone": _stone,
    "paving": _paving,
    "planks": _planks,
    "glass": _glass,
    "plain": _plain,
    "slats": _slats,
    "ashlar": _ashlar,
    "spiral": _spiral,
    "stripes": _stripes,
    "noise": _noise,
    "leaves": _leaves,
    "stripes_green": lambda: _stripes(0.19, 0.40, 0.33),
    "stripes_ochre": lambda: _stripes(0.80, 0.60, 0.20),
}

Levels = tuple[NDArray[np.uint8], ...]


class Textures:
    """Colours and normals of all layers as a driver takes them, with all smaller ones."""

    def __init__(self, colours: Levels, normals: Levels) -> None:
        self.levels = colours, normals

    @cached_property
    def mean(self) -> Floats:
        """Each layer's linear colour."""
        return np.asarray(np.square(self.levels[0][0][:, ::4, ::4, ::-1].astype(np.float64) / 255).mean((1, 2)))


_MADE: list[Textures] = []


def levels_of(layers: NDArray[np.uint8]) -> Levels:
    """Layers (n, side, side, 3 or 4), blue first, then at half of each side, and so on down to a single pixel."""
    turned = np.empty_like(layers)
    for place, channel in enumerate((2, 1, 0, 3)[: layers.shape[3]]):  # six times as fast as all of them at once
        turned[..., place] = layers[..., channel]
    made = [turned]
    while made[-1].shape[1] > 1:
        across = made[-1][:, :, ::2].astype(np.uint16) + made[-1][:, :, 1::2]
        made.append(((across[:, ::2] + across[:, 1::2] + 2) >> 2).astype(np.uint8))
    return tuple(made)


def make_textures(told: Callable[[float], None] = lambda _: None) -> Textures:
    """All layers, once in a run; from the cache where they have been made before, else `told` which share is there."""
    if not _MADE:
        _MADE.append(read_or_mix(told))
    return _MADE[0]


def read_or_mix(told: Callable[[float], None] = lambda _: None) -> Textures:
    """The same, whether they are in memory or not."""
    name = f"textures-{VERSION}-{SIZE}"
    kept = read_arrays(name, ("colours", "normals"))
    if kept is not None:
        return Textures(_cut(kept["colours"], 3), _cut(kept["normals"], 4))
    roots, packed = list[NDArray[np.uint8]](), list[NDArray[np.uint8]]()
    steps = len(LAYERS) + 1  # their smaller ones take as long as a layer
    told(0.0)
    for number, each in enumerate(LAYERS, 1):
        look = _MAKERS[each]()
        root = look.colour if each == "noise" else np.sqrt(look.colour**2.2)
        roots.append((root * 255 + 0.5).astype(np.uint8))
        bumps = np.dstack([look.normal * 0.5 + 0.5, look.rough])
        packed.append((np.clip(bumps, 0, 1) * 255 + 0.5).astype(np.uint8))
        told(number / steps)
    colours, normals = levels_of(np.stack(roots)), levels_of(np.stack(packed))
    write_arrays(name, {"colours": _joined(colours), "normals": _joined(normals)})
    told(1.0)
    return Textures(colours, normals)


def _joined(levels: Levels) -> NDArray[np.uint8]:
    return np.concatenate([each.reshape(-1) for each in levels])


def _cut(joined: NDArray[np.uint8], channels: int) -> Levels:
    """The levels that were joined, the finest of `SIZE` pixels a side."""
    made, begin, side = list[NDArray[np.uint8]](), 0, SIZE
    while side:
        end = begin + len(LAYERS) * side * side * channels
        made.append(joined[begin:end].reshape(len(LAYERS), side, side, channels))
        begin, side = end, side // 2
    return tuple(made)
