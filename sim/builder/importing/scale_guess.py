"""How large a mesh is meant to be: guessed from its doors, its storeys and its size, against minis of 28 to 32 mm."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.words import say

__all__ = ["LARGEST", "LEAST", "UNITS", "ScaleOption", "guessed_scales", "jambs", "offered_units", "storeys"]

Floats = NDArray[np.float64]

LEAST, LARGEST = 0.05, 400.0  # inches of the longest side: what is beyond was scaled wrongly
MINIS = 56.0  # times that people are larger than minis of 28 to 32 mm
UNITS = {
    "mm": (1 / 25.4, say("a millimetre of the table")),
    "in": (1.0, say("an inch of the table")),
    "m": (1000 / 25.4 / MINIS, say("a metre of Venice, at 1:{scale:g}", scale=MINIS)),
    "cm": (1 / 2.54, say("a centimetre of the table")),
    "ft": (304.8 / 25.4 / MINIS, say("a foot of Venice, at 1:{scale:g}", scale=MINIS)),
    "table-m": (1000 / 25.4, say("a metre of the table, as scans have it")),
}
"""Units that files are made in: inches of the table in one of them, and what it is."""

DOOR = (1.1, 2.0)  # inches of a door's height, as minis need it
FLOOR = (1.9, 3.2)  # inches from floor to floor
TYPICAL, SPREAD = 6.0, 0.8  # inches of a piece's longest side, and how far most are from that, as a logarithm
MADE_FOR = {".stl": ("mm", 3.0), ".glb": ("m", 2.0), ".gltf": ("m", 2.0)}  # and how much that counts
RARE = {"cm": 0.5, "ft": 0.5}
SAMPLE = 200_000  # triangles that are looked at


class ScaleOption(msgspec.Struct, frozen=True):
    """A unit that the file may be in: inches in one of it, the sizes that follow, and what speaks for it."""

    unit: str
    inches: float
    sizes: tuple[float, float, float]
    why: tuple[str, ...]
    weight: float


def guessed_scales(triangles: Floats, suffix: str) -> list[ScaleOption]:
    """The units that a mesh may be in, the likeliest first. `triangles` (n, 3, 3) z-up, `suffix` of its file."""
    size = np.ptp(triangles.reshape(-1, 3), axis=0)
    doors, floors = jambs(triangles), storeys(triangles)
    found = []
    for unit, (inches, _) in UNITS.items():
        longest = max(float(size.max()) * inches, 1e-12)
        off = math.log(longest / TYPICAL) / SPREAD
        weight, why = -0.5 * off * off, []
        if 1.0 <= longest <= 24.0:
            why.append(say("a size that pieces have"))
        weight -= RARE.get(unit, 0.0)
        mostly, counts = MADE_FOR.get(suffix, ("", 0.0))
        if mostly == unit:
            weight += counts
            why.append(say("{kind} files are mostly made so", kind=suffix[1:].upper()))
        fitting = [jamb * inches for jamb in doors if DOOR[0] <= jamb * inches <= DOOR[1]]
        if fitting:
            weight += 1.5
            why.append(say('a door of {inches:.1f}"', inches=fitting[0]))
        level = [floor * inches for floor in floors if FLOOR[0] <= floor * inches <= FLOOR[1]]
        if level:
            weight += 1.0
            why.append(say('storeys of {inches:.1f}"', inches=level[0]))
        x, y, z = (float(side) * inches for side in size)
        found.append(ScaleOption(unit, inches, (x, y, z), tuple(why), weight))
    return sorted(found, key=lambda option: -option.weight)


def offered_units(options: Sequence[ScaleOption]) -> list[str]:
    """The units that something speaks for, the likeliest first; the likeliest alone where nothing does for any."""
    return [option.unit for option in options if option.why] or [option.unit for option in options[:1]]


def jambs(triangles: Floats) -> list[float]:
    """Heights of upright edges that begin near the foot and end below the top, as those of doors do; the commonest
    first, in the units of the mesh."""
    triangles = triangles[:: max(1, len(triangles) // SAMPLE)]
    low, high = float(triangles[..., 2].min()), float(triangles[..., 2].max())
    tall = high - low
    a, b = triangles.reshape(-1, 3), np.roll(triangles, -1, axis=1).reshape(-1, 3)
    way = b - a
    length = np.linalg.norm(way, axis=1)
    foot = np.minimum(a[:, 2], b[:, 2]) - low
    upright = np.abs(way[:, 2]) > 0.995 * np.maximum(length, 1e-30)
    fits = upright & (foot < 0.12 * tall) & (length > 0.08 * tall) & (length < 0.7 * tall)
    return _common(length[fits], 0.02 * tall, 4)


def storeys(triangles: Floats) -> list[float]:
    """Steps between level surfaces one over the other, the commonest first, in the units of the mesh."""
    triangles = triangles[:: max(1, len(triangles) // SAMPLE)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    level = normals[:, 2] > 0.98 * np.maximum(areas, 1e-30)
    if not level.any():
        return []
    heights, areas = triangles[level][..., 2].mean(axis=1), areas[level]
    tall = float(np.ptp(triangles[..., 2]))
    bins = np.round(heights / max(0.02 * tall, 1e-30)).astype(np.int64)
    there, index = np.unique(bins, return_inverse=True)
    share = np.bincount(index, areas) / areas.sum()
    floors = np.sort(there[share > 0.08]) * 0.02 * tall
    return _common(np.diff(floors), 0.02 * tall, 1)


def _common(lengths: Floats, grain: float, least: int) -> list[float]:
    """Lengths that come at least so often, the commonest first."""
    if not len(lengths):
        return []
    _, index, counts = np.unique(np.round(lengths / max(grain, 1e-30)), return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    means: Sequence[float] = [float(lengths[index == k].mean()) for k in order if counts[k] >= least]
    return list(means)
