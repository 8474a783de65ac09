"""Which parts are low: ignored for measuring, moving and sight, yet hiding for cover (GEO-03)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LOW = 1.0  # inches
_SAMPLES = 24
_SLACK = 1e-4  # a part 1" high to within rounding is 1" high


def low_parts(parts: Sequence[Floats], ground: Sequence[bool]) -> list[bool]:
    """For each part, is its top at most 1" above the ground that it stands on?

    The ground of a part is what lies straight below its underside, looked for at points of its lowest faces,
    low parts left out (a crate on a crate stands on the street). `ground` marks the parts that are the street
    or the water themselves, which are never low.
    """
    lows = [False] * len(parts)
    order = sorted(range(len(parts)), key=lambda i: float(parts[i][..., 2].min()))
    flats = [_level(t) for t in parts]
    for index in order:
        part = parts[index]
        bottom, top = float(part[..., 2].min()), float(part[..., 2].max())
        if ground[index] or top - bottom > LOW + _SLACK:
            continue
        others = [flats[i] for i in range(len(parts)) if i != index and not lows[i] and _under(flats[i], part)]
        below = _ground_below(_feet(part, bottom), bottom, others)
        lows[index] = below is not None and top - below <= LOW + _SLACK
    return lows


def _level(triangles: Floats) -> Floats:
    """The upward faces, up to 45 degrees steep."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(triangles[normals[:, 2] >= 0.7 * np.maximum(np.linalg.norm(normals, axis=1), 1e-12)])


def _under(level: Floats, part: Floats) -> bool:
    if not len(level):
        return False
    mine, theirs = part[..., :2], level[..., :2]
    apart = (theirs.min((0, 1)) > mine.max((0, 1))) | (theirs.max((0, 1)) < mine.min((0, 1)))
    return not bool(apart.any()) and float(level[..., 2].min()) <= float(part[..., 2].min()) + 0.3


def _feet(part: Floats, bottom: float) -> Floats:
    """Points of the underside, seen from above."""
    centres = part.mean(axis=1)
    lowest = centres[centres[:, 2] <= bottom + 0.05]
    if not len(lowest):
        lowest = part.reshape(-1, 3)
        lowest = lowest[lowest[:, 2] <= bottom + 0.05]
    step = max(1, len(lowest) // _SAMPLES)
    return np.asarray(lowest[::step, :2])


def _ground_below(feet: Floats, bottom: float, others: list[Floats]) -> float | None:
    """The middle one of the ground heights straight below the feet, or None where most stand on nothing."""
    heights = np.full(len(feet), -np.inf)
    for level in others:
        x0, x1, x2 = level[:, 0], level[:, 1], level[:, 2]
        e1, e2 = x1 - x0, x2 - x0
        area = e1[:, 0] * e2[:, 1] - e1[:, 1] * e2[:, 0]
        for number, foot in enumerate(feet):
            d = foot - x0[:, :2]
            u = (d[:, 0] * e2[:, 1] - d[:, 1] * e2[:, 0]) / area
            v = (e1[:, 0] * d[:, 1] - e1[:, 1] * d[:, 0]) / area
            z = x0[:, 2] + u * e1[:, 2] + v * e2[:, 2]
            # a part may stand a little sunk into its ground
            hit = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (z <= bottom + 0.3)
            if hit.any():
                heights[number] = max(heights[number], float(z[hit].max()))
    middle = float(np.median(heights))
    return None if not np.isfinite(middle) else min(middle, bottom)
