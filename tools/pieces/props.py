"""What stands in streets: the well, crates, barrels, carts, lamps, barricades."""

from __future__ import annotations

import numpy as np

from pieces.flesh import cloak, head, limb, loft, ring
from sim.board.architecture import paint, stonework
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import WallPlan
from sim.board.architecture.solid import PaintedSolid, ball, beam, box, gather, hull, join, lathe

_STONE = Paint("stone", paint.STONE)
_WOOD = Paint("wood", "#96744c")
_BARREL = [(0.18, 0.0), (0.235, 0.18), (0.25, 0.32), (0.235, 0.46), (0.18, 0.64)]


def well() -> Model:
    """A well head on a round step, closed by a lid: scenery that can be stood on."""
    model = Model("pozzo")
    model.part("step", lathe([(1.05, 0.0), (1.05, 0.14), (0.85, 0.14), (0.85, 0.28)], _STONE, 8))
    model.part(
        "head",
        lathe([(0.55, 0.2), (0.5, 0.36), (0.45, 0.5), (0.46, 0.75), (0.6, 0.88), (0.6, 1.0)], _STONE, 16),
        obstacle="large",
    )
    model.sketch.lathe([(0.5, 1.0), (0.5, 1.03), (0.0, 1.05)], (0, 0, 0), "wood", paint.DARK_WOOD, sides=14)
    for k in range(4):
        a = k * np.pi / 2 + 0.4
        model.sketch.lathe(
            [(0.0, -0.1), (0.09, -0.05), (0.1, 0.05), (0.0, 0.1)],
            (0.47 * np.cos(a), 0.47 * np.sin(a), 0.62),
            "stone",
            paint.STONE,
            sides=7,
        )
    model.sketch.lathe(
        [(0.13, 0), (0.17, 0.22), (0.15, 0.22), (0.12, 0.04), (0.0, 0.04)],
        (0.62, -0.5, 0.28),
        "wood",
        paint.WOOD,
        sides=9,
    )
    return model


def _crate(size: float, tall: float, turn: float, x: float, y: float, z: float = 0.0) -> PaintedSolid:
    return box((-size, -size, 0), (size, size, tall), _WOOD).turned(turn).at(x, y, z)


def _draw_crate(model: Model, size: float, tall: float, turn: float, x: float, y: float, z: float = 0.0) -> None:
    for low in (0.0, tall - 0.09):
        model.sketch.box(
            (x - size - 0.02, y - size - 0.02, z + low),
            (x + size + 0.02, y + size + 0.02, z + low + 0.09),
            "wood",
            "#7a5a38",
            turn=turn,
        )


def crates() -> Model:
    """A stack of crates, 1.1" high: something to hide behind or jump from."""
    model = Model("casse")
    stack = [
        (0.42, 0.75, 4.0, -0.45, 0.0, 0.0),
        (0.38, 0.68, -9.0, 0.5, 0.12, 0.0),
        (0.36, 0.6, 14.0, -0.35, 0.05, 0.74),
    ]
    model.part("crates", join(_crate(*c) for c in stack), obstacle="large")
    for c in stack:
        _draw_crate(model, *c)
    return model


def crate() -> Model:
    """One crate, low enough to step over."""
    model = Model("cassa")
    model.part("crate", _crate(0.4, 0.72, 0.0, 0.0, 0.0), obstacle="small")
    _draw_crate(model, 0.4, 0.72, 0.0, 0.0, 0.0)
    return model


def _draw_barrel(model: Model, x: float, y: float, z: float = 0.0) -> None:
    model.sketch.lathe([*_BARREL, (0.16, 0.62), (0.0, 0.62)], (x, y, z), "wood", "#8a6038", sides=12)
    for low in (0.1, 0.48):
        model.sketch.lathe(
            [(0.225, low), (0.25, low + 0.03), (0.24, low + 0.06)], (x, y, z), "iron", paint.IRON, sides=12
        )


def barrels() -> Model:
    """Four barrels, one on the others."""
    model = Model("botti")
    places = [(-0.3, -0.2, 0.0), (0.28, -0.16, 0.0), (0.02, 0.32, 0.0), (0.0, 0.0, 0.62)]
    model.part("barrels", join(lathe(_BARREL, _WOOD, 10).at(*p) for p in places), obstacle="large", material="none")
    for p in places:
        _draw_barrel(model, *p)
    return model


def barrel() -> Model:
    """One barrel."""
    model = Model("botte")
    model.part("barrel", lathe(_BARREL, _WOOD, 10), obstacle="small", material="none")
    _draw_barrel(model, 0, 0)
    return model


def cart() -> Model:
    """A hand cart full of hay: a soft landing (FALL-03)."""
    model = Model("carretto")
    bed = (
        box((-1.0, -0.6, 0.42), (1.0, 0.6, 0.52), _WOOD)
        + box((-1.0, -0.6, 0.5), (-0.92, 0.6, 0.8), _WOOD)
        + box((0.92, -0.6, 0.5), (1.0, 0.6, 0.8), _WOOD)
    )
    bed = (
        bed
        + join(beam((0.9, y, 0.46), (2.0, y, 0.55), 0.05, _WOOD) for y in (-0.42, 0.42))
        + box((-0.08, -0.75, 0.34), (0.08, 0.75, 0.44), _WOOD)
    )
    model.part("cart", bed, obstacle="small")
    wheels = [lathe([(0.44, -0.05), (0.44, 0.05)], _WOOD, 14).turned(90, "x").at(0.0, y, 0.44) for y in (-0.7, 0.7)]
    model.part("wheels", join(wheels), obstacle="small", material="none")
    hay = hull(
        [
            (x, y, z)
            for x, y, z in (
                (-0.9, -0.55, 0.5),
                (0.9, -0.55, 0.5),
                (-0.9, 0.55, 0.5),
                (0.9, 0.55, 0.5),
                (-0.85, -0.5, 0.85),
                (0.85, -0.5, 0.85),
                (-0.85, 0.5, 0.85),
                (0.85, 0.5, 0.85),
                (-0.6, -0.3, 1.02),
                (0.6, -0.3, 1.02),
                (-0.6, 0.3, 1.02),
                (0.6, 0.3, 1.02),
            )
        ],
        Paint("straw", "#c9a84e"),
    )
    model.part("hay", hay, landing="soft")
    for y in (-0.7, 0.7):
        around = np.linspace(0, 2 * np.pi, 19)
        ring = np.stack([0.42 * np.cos(around), np.full(19, y), 0.44 + 0.42 * np.sin(around)], 1)
        model.sketch.tube(ring, 0.045, "wood", "#6a4a2c", sides=6)
        for a in around[:-1:3]:
            model.sketch.tube(
                [(0, y, 0.44), (0.42 * np.cos(a), y, 0.44 + 0.42 * np.sin(a))], 0.028, "wood", "#7a5a38", sides=5
            )
        model.sketch.lathe(
            [(0.0, -0.08), (0.08, -0.08), (0.08, 0.08), (0.0, 0.08)], (0, y, 0.44), "wood", "#6a4a2c", sides=8
        )
    model.sketch.leaves((0, 0, 0.88), (0.85, 0.52, 0.2), 170, "#c9a84e", 0.085, "straw")
    return model


def lamp() -> Model:
    """A street lamp."""
    model = Model("lampione")
    model.part(
        "post",
        lathe(
            [(0.16, 0.0), (0.16, 0.1), (0.06, 0.3), (0.05, 2.2), (0.12, 2.3), (0.14, 2.62), (0.03, 2.85)],
            Paint("iron", paint.IRON),
            8,
        ),
        obstacle="small",
        material="none",
    )
    model.sketch.lathe(
        [
            (0.2, 0),
            (0.2, 0.08),
            (0.12, 0.16),
            (0.06, 0.3),
            (0.045, 1.6),
            (0.08, 1.66),
            (0.04, 1.72),
            (0.035, 2.22),
            (0.1, 2.26),
        ],
        (0, 0, 0),
        "iron",
        paint.IRON,
        sides=10,
    )
    model.sketch.lathe([(0.07, 2.26), (0.12, 2.3), (0.15, 2.62)], (0, 0, 0), "lantern", "#ffd58a", sides=6)
    model.sketch.lathe(
        [(0.19, 2.6), (0.06, 2.75), (0.025, 2.82), (0.04, 2.87), (0.0, 2.92)], (0, 0, 0), "iron", paint.IRON, sides=6
    )
    model.sketch.tube([(-0.22, 0, 1.78), (0.22, 0, 1.78)], 0.02, "iron", paint.IRON, sides=5)
    return model


def statue() -> Model:
    """A saint on a pedestal."""
    model = Model("statua")
    base = (
        box((-0.75, -0.75, 0), (0.75, 0.75, 0.2), _STONE)
        + box((-0.5, -0.5, 0.2), (0.5, 0.5, 1.3), _STONE)
        + box((-0.6, -0.6, 1.25), (0.6, 0.6, 1.42), _STONE)
    )
    model.part("pedestal", base, obstacle="large")
    marble = Paint("stone", "#e3dccb")
    saint = lathe([(0.34, 1.4), (0.3, 1.7), (0.2, 2.3), (0.24, 2.55), (0.2, 2.72), (0.08, 2.8)], marble, 12) + ball(
        (0, 0, 2.92), (0.12, 0.12, 0.15), marble, 10
    )
    robe = [
        (0.36, 1.4, 0.1),
        (0.32, 1.7, 0.12),
        (0.25, 2.1, 0.1),
        (0.19, 2.4, 0.05),
        (0.22, 2.6, 0.0),
        (0.06, 2.8, 0.0),
    ]
    saint = loft([ring(r, z, 16, 1.12, folds, 7) for r, z, folds in robe], marble)
    saint = saint + cloak(2.76, 1.42, marble, 0.42, 85, 0.05) + head(2.92, marble, marble)
    saint = saint + limb([(0.0, 0.22, 2.62), (0.16, 0.3, 2.45), (0.36, 0.2, 2.72)], [0.08, 0.065, 0.05], marble)
    saint = saint + limb([(0.0, -0.22, 2.62), (0.18, -0.34, 2.42), (0.36, -0.32, 2.44)], [0.08, 0.065, 0.05], marble)
    saint = saint + beam((0.38, -0.33, 1.42), (0.38, -0.33, 3.35), 0.03, marble, 6)
    saint = saint + box((0.36, -0.5, 3.1), (0.4, -0.16, 3.15), marble)
    model.part("saint", saint, obstacle="small")
    return model


def barricade_light() -> Model:
    """Planks, a table and a chair thrown together."""
    model = Model("barricata-leggera")
    wood = Paint("wood", "#86643e")
    made = box((-1.3, -0.06, 0.1), (1.3, 0.04, 0.34), wood).turned(3, "y") + box(
        (-1.2, -0.12, 0.42), (1.25, -0.02, 0.64), wood
    ).turned(-4, "y")
    made = made + join(
        beam((x, -0.35, 0.0), (x + 0.1, 0.12, 0.85), 0.06, wood)
        + beam((x, 0.35, 0.0), (x + 0.06, -0.1, 0.85), 0.06, wood)
        for x in (-1.0, 0.0, 0.95)
    )
    made = made + box((-0.5, -0.5, 0.0), (0.5, -0.42, 0.78), wood).turned(-8, "x")
    model.part("barricade", made, barricade="light")
    return model


def barricade_heavy() -> Model:
    """Sandbags and stone blocks two deep."""
    model = Model("barricata-pesante")
    sack = Paint("cloth", "#b49a6c")
    solids: list[PaintedSolid] = [box((-1.35, -0.3, 0.0), (1.35, 0.3, 0.34), Paint("ashlar", "#cfc4ae"))]
    for row, (z, count) in enumerate(((0.3, 5), (0.52, 4), (0.74, 3))):
        for k in range(count):
            x = (k - (count - 1) / 2) * 0.52 + float(model.random.uniform(-0.04, 0.04))
            turn = float(model.random.uniform(-14, 14))
            solids.append(
                box((-0.26, -0.21, -0.1), (0.26, 0.21, 0.11), sack).turned(turn).at(x, 0.04 * (row - 1), z + 0.12)
            )
            _draw_sack(model, (x, 0.04 * (row - 1), z + 0.12), turn)
    model.sketch.box((-1.35, -0.3, 0.0), (1.35, 0.3, 0.34), "ashlar", "#cfc4ae")
    model.part("barricade", gather(solids), barricade="heavy", material="none")
    return model


def _draw_sack(model: Model, centre: tuple[float, float, float], turn: float) -> None:
    around, over = np.linspace(0, 2 * np.pi, 13), np.linspace(-np.pi / 2, np.pi / 2, 7)
    fat = np.cos(over)[:, None] ** 0.6
    points = np.stack(
        [0.31 * fat * np.cos(around), 0.25 * fat * np.sin(around), 0.14 * np.sin(over)[:, None] + 0 * around], axis=2
    )
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    points = points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + np.asarray(centre)
    shade = np.clip(np.asarray(paint.linear("#b49a6c")) * model.random.uniform(0.8, 1.15), 0, 1)
    model.sketch.grid(points, "cloth", shade, closed=True)


def pots() -> Model:
    """Potted oleanders."""
    model = Model("vasi")
    model.part(
        "pots",
        join(
            lathe([(0.15, 0.0), (0.22, 0.34), (0.18, 0.36)], Paint("terracotta", "#b4623e"), 10).at(x, y)
            for x, y in ((-0.3, 0.0), (0.3, 0.06))
        ),
        obstacle="small",
    )
    for x, y, bloom in ((-0.3, 0.0, "#e86a8a"), (0.3, 0.06, "#f2e6ea")):
        model.sketch.leaves((x, y, 0.62), (0.22, 0.22, 0.3), 70, paint.LEAF, 0.075)
        model.sketch.leaves((x, y, 0.72), (0.21, 0.21, 0.24), 18, bloom, 0.06, "flower")
    return model


def garden_wall() -> Model:
    """A brick garden wall with ivy, 4" long: vertical terrain with a broad top."""
    model = Model("muro")
    stonework.garden_wall(model, WallPlan())
    return model


def cypress() -> Model:
    """A cypress in a stone ring."""
    model = Model("cipresso")
    model.part("ring", lathe([(0.7, 0.0), (0.7, 0.3), (0.55, 0.34)], _STONE, 8))
    model.part(
        "tree",
        lathe(
            [(0.14, 0.3), (0.12, 0.7), (0.42, 1.0), (0.5, 1.6), (0.4, 2.8), (0.2, 4.0), (0.05, 4.7)],
            Paint("foliage", "#2f4a2a"),
            9,
        ),
        obstacle="small",
        climbable=False,
    )
    for z, r in zip(
        np.linspace(0.9, 4.5, 19),
        np.interp(np.linspace(0.9, 4.5, 19), (0.9, 1.6, 2.8, 4.0, 4.7), (0.4, 0.52, 0.42, 0.24, 0.06)),
        strict=True,
    ):
        model.sketch.leaves((0, 0, z), (r * 1.05, r * 1.05, 0.24), int(80 * r + 12), "#33522c", 0.085)
    return model
