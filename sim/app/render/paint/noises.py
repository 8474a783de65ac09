"""Noise in space, for grain, folds and weathering: the same for a place every time."""

from __future__ import annotations

from functools import cache

import numpy as np

from sim.app.render.surface import Floats

__all__ = ["cells", "clouds", "smooth", "streaks"]

SIDE = 32  # of the lattice, which repeats


@cache
def _lattice(seed: int) -> Floats:
    return np.random.default_rng(seed).random(SIDE**3)


def _noise(at: Floats, seed: int) -> Floats:
    """From 0 to 1, smooth, about one hill a unit."""
    low = np.floor(at)
    part = at - low
    part = part * part * (3 - 2 * part)
    cell = low.astype(np.int64) % SIDE
    after = (cell + 1) % SIDE
    x, y, z = ((cell[:, k], after[:, k]) for k in range(3))
    held, total = _lattice(seed), np.zeros(len(at))
    for i in range(2):
        for j in range(2):
            for k in range(2):
                weight = np.ones(len(at))
                for axis, far in enumerate((i, j, k)):
                    weight = weight * (part[:, axis] if far else 1 - part[:, axis])
                total += weight * held[(x[i] * SIDE + y[j]) * SIDE + z[k]]
    return total


def clouds(at: Floats, grain: float, seed: int = 1, octaves: int = 2) -> Floats:
    """From 0 to 1, in lumps of `grain` inches and finer ones."""
    total, weight, share = np.zeros(len(at)), 0.0, 1.0
    for octave in range(octaves):
        total += share * _noise(at * (2.03**octave / grain), seed + octave)
        weight, share = weight + share, share * 0.5
    return total / weight


def streaks(at: Floats, grain: float, long: float, seed: int = 3) -> Floats:
    """Like ridges that run upright, `long` times as long as they are wide: 0 in the valley, 1 on the ridge."""
    drawn = at * np.array([1.0, 1.0, 1.0 / long])
    return np.asarray(1.0 - np.abs(2.0 * clouds(drawn, grain, seed) - 1.0) * 1.6).clip(0.0, 1.0)


def cells(across: Floats, up: Floats) -> Floats:
    """Scales that lie over each other like tiles: 1 at the middle of one, 0 at its rim. One a unit across and up."""
    row = np.floor(up)
    best = np.full(len(across), -1.0)
    for above in (0, 1):
        level = row + above
        shift = 0.5 * (level % 2)
        dx = (across - shift + 0.5) % 1.0 - 0.5
        dy = up - level
        far = np.hypot(dx * 1.15, np.where(dy > 0, dy * 1.4, dy * 0.85))
        best = np.maximum(best, 1.0 - far * 1.25)
    return best.clip(0.0, 1.0)


def smooth(low: float, high: float, x: Floats) -> Floats:
    """0 up to `low`, 1 from `high` on."""
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3 - 2 * t))
