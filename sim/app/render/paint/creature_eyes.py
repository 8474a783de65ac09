"""Eyes that a body has as balls of its own, and the glow of what burns on what is beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.app.render.paint.canvas import Canvas
from sim.app.render.paint.noises import smooth
from sim.app.render.surface import Floats

__all__ = ["paint_eyeballs", "paint_glow"]

EYEBALLS = ("#e8c23a", "#f4f4e8", "#ffffff", "#ff5a3c", "#b8e04a")  # as bodies have them
NEAR = 0.16  # inches: so far a light colours what is beside it
APART = 0.03  # inches between the spots of one thing


def _things(at: Floats) -> list[NDArray[np.int64]]:
    """The spots of each thing that lies apart from others."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    cell = np.floor(at / APART).astype(np.int64)
    names, which = np.unique(cell, axis=0, return_inverse=True)
    which = which.ravel()
    gap = np.abs(names[:, None] - names[None]).max(2) <= 1
    label = connected_components(coo_matrix(gap), directed=False)[1][which]
    return [np.flatnonzero(label == number) for number in range(int(label.max()) + 1)]


def paint_eyeballs(canvas: Canvas) -> None:
    """Pupils that look ahead, a bright iris round them and a dark rim."""
    for colour in EYEBALLS:
        mine = np.flatnonzero(canvas.on("head", "gold lantern bone", colour))
        if not len(mine):
            continue
        fiery = colour == "#ff5a3c"
        for thing in _things(canvas.spots.at[mine]):
            spots = mine[thing]
            normal = canvas.spots.normal[spots]
            side = np.sign(canvas.spots.at[spots, 1].mean())
            ahead = np.array([0.88, 0.42 * side if colour == "#e8c23a" else 0.16 * side, 0.10])
            look = normal @ (ahead / np.linalg.norm(ahead))
            whole = np.zeros(len(canvas.z))
            if fiery or colour == "#b8e04a":
                whole[spots] = 1.0
                canvas.lay(whole, "#8a1608" if fiery else "#4a6a10")
                whole[spots] = smooth(0.55, 0.98, look)
                canvas.lay(whole, "#ff8a2a" if fiery else "#d8f060")
            else:
                slit = smooth(0.70, 0.80, look) * smooth(0.34, 0.22, np.abs(normal[:, 1] - ahead[1] * 1.05))
                round_ = smooth(0.86, 0.92, look)
                whole[spots] = np.maximum(slit, round_) if colour == "#e8c23a" else round_
                canvas.lay(whole, "#0c0a08")
            rim = np.zeros(len(canvas.z))
            rim[spots] = smooth(0.45, 0.10, look)
            canvas.lay(rim * 0.85, "#5a1a10" if fiery else "#3a2410")
            spark = np.zeros(len(canvas.z))
            spark[spots] = smooth(0.93, 0.96, normal @ np.array([0.74, 0.20, 0.64]))
            canvas.lay(spark, "#ffffff")
            canvas.value[spots] = 0.0
            canvas.shine(np.isin(np.arange(len(canvas.z)), spots), 0.95)


def paint_glow(canvas: Canvas) -> None:
    """Flames, lamps and burning eyes light up what faces them."""
    lit = np.flatnonzero(canvas.on(word="lantern"))
    others = ~canvas.on(word="lantern")
    if not len(lit):
        return
    for thing in _things(canvas.spots.at[lit])[:24]:
        spots = lit[thing]
        at = canvas.spots.at[spots]
        middle, size = at.mean(0), float(np.ptp(at, axis=0).max())
        way = middle - canvas.spots.at
        far = np.linalg.norm(way, axis=1)
        reach = NEAR * min(1.0, size / 0.12) + size
        near = others & (far < reach + size)
        facing = np.einsum("ij,ij->i", way, canvas.spots.normal) / np.maximum(far, 1e-6)
        much = np.where(near, smooth(reach, size * 0.5, far) * smooth(-0.35, 0.6, facing), 0.0)
        colour = canvas.pieces[int(canvas.spots.piece[spots[0]])].colour
        canvas.lay(0.36 * much, colour)
        canvas.shade(much, 0.22)
