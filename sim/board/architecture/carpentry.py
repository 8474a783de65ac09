"""What carpenters make: awnings, ladders, scaffolding, planks."""

from __future__ import annotations

import numpy as np

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import PaintedSolid, beam, box, gather, hull, join

_WOOD = Paint("wood", "#9a7650")
_POLE = Paint("plain", "#8a6844")  # thin timber: the grain of planks would run across it


def draw_planks(
    model: Model,
    low: tuple[float, float],
    high: tuple[float, float],
    z: float,
    wide: float = 0.27,
    tone: str = "#9a7650",
) -> None:
    """Boards laid over a deck, along its longer side, each a little off its neighbours."""
    (x0, y0), (x1, y1) = low, high
    lengthwise = x1 - x0 >= y1 - y0
    span = (y1 - y0) if lengthwise else (x1 - x0)
    count = max(1, round(span / wide))
    for k in range(count):
        middle = (k + 0.5) * span / count
        top = z + 0.006 + 0.014 * model.random.random()
        e0, e1 = model.random.uniform(-0.03, 0.05, 2)
        if lengthwise:
            start, end, side = (x0 - e0, y0 + middle, top), (x1 + e1, y0 + middle, top), (0, 1, 0)
        else:
            start, end, side = (x0 + middle, y0 - e0, top), (x0 + middle, y1 + e1, top), (1, 0, 0)
        model.sketch.board(start, end, side, span / count - 0.024, top - z + 0.05, tone)


def awning_onto(
    model: Model, name: str, frame: Frame, along: float, up: float, width: float, colour: str, deep: float = 1.3
) -> None:
    """A striped cloth on two struts: a soft place to land (FALL-03)."""
    w = width / 2
    corners = []
    for a in (-w, w):
        for out, z in ((-0.02, up), (deep, up - 0.5)):
            corners += [frame.point(along + a, z, out), frame.point(along + a, z - 0.05, out)]
    model.part(name, hull(np.array(corners), Paint("cloth", colour)), landing="soft", material="none")
    sketch = model.sketch
    rows, columns = np.linspace(0, 1, 5), np.linspace(-w, w, 13)
    sag = 0.07 * np.sin(np.pi * rows)
    points = np.array(
        [
            [frame.point(along + c, up + 0.01 - 0.5 * r - s, deep * r) for c in columns]
            for r, s in zip(rows, sag, strict=True)
        ]
    )
    hem = np.array([frame.point(along + c, up - 0.68 - 0.05 * abs(np.sin(6 * c)), deep + 0.02) for c in columns])
    points = np.concatenate([points, hem[None]])
    uv = np.stack(np.broadcast_arrays(columns[None, :] * 1.0, np.linspace(0, deep, 6)[:, None]), axis=2)
    sketch.grid(points, "awning", colour, uv=uv, flip=True)
    sketch.grid(points - np.array([0, 0, 0.012]), "awning", colour, uv=uv)
    for a in (-w + 0.05, w - 0.05):
        sketch.tube(
            [frame.point(along + a, up - 1.0, 0.0), frame.point(along + a, up - 0.5, deep)],
            0.02,
            "iron",
            paint.IRON,
            sides=5,
        )


def awning() -> Model:
    """A market stall: a soft roof of striped cloth over a table."""
    model = Model("stall")
    table = box((-1.0, -0.45, 0.55), (1.0, 0.45, 0.66), _WOOD) + join(
        box((x - 0.06, y - 0.06, 0), (x + 0.06, y + 0.06, 0.6), _WOOD) for x in (-0.9, 0.9) for y in (-0.38, 0.38)
    )
    model.part("table", table, obstacle="small")
    posts = join(
        beam((x, y, 0.0), (x, y, top), 0.055, _POLE) for x in (-1.15, 1.15) for y, top in ((-0.8, 1.62), (0.8, 2.1))
    )
    model.part("posts", posts, obstacle="small")
    frame = Frame((0.0, 0.85, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
    awning_onto(model, "cloth", frame, 0.0, 2.15, 2.6, "#a8322a", 1.75)
    fruit = ("#e8902a", "#c9302a", "#e8c23a", "#7a9a3a")
    for _ in range(44):
        x, y = model.random.uniform(-0.92, 0.92), model.random.uniform(-0.38, 0.38)
        model.sketch.lathe(
            [(0.0, -0.06), (0.055, -0.02), (0.06, 0.02), (0.0, 0.065)],
            (x, y, 0.71),
            "flower",
            fruit[int((x + 1) * 2) % 4],
            sides=6,
        )
    return model


def _ladder(height: float, width: float = 0.8) -> PaintedSolid:
    sides = [beam((x, 0.0, 0.0), (x, 0.0, height), 0.06, _POLE) for x in (-width / 2, width / 2)]
    rungs = [beam((-width / 2, 0, z), (width / 2, 0, z), 0.035, _POLE) for z in np.arange(0.3, height - 0.1, 0.34)]
    return gather([*sides, *rungs])


def ladder(height: float, name: str) -> Model:
    """A ladder against a wall that lies just north of it."""
    model = Model(name)
    model.part("ladder", _ladder(height), kind="ladder")
    return model


def scaffold() -> Model:
    """A builders' scaffold: decks at 2.2" and 4.4", with ladders between."""
    model = Model("scaffold")
    pole = Paint("plain", "#9a7c50")
    xs, ys = (-1.9, 0.0, 1.9), (-0.85, 0.85)
    frame = [beam((x, y, 0.0), (x + 0.03, y, 5.2), 0.06, pole) for x in xs for y in ys]
    for z in (2.0, 4.2):
        frame += [beam((-2.0, y, z), (2.0, y, z), 0.055, pole) for y in ys]
        frame += [beam((x, -0.95, z + 0.02), (x, 0.95, z + 0.02), 0.05, pole) for x in xs]
    frame += [
        beam((-1.9, -0.85, 0.1), (0.0, -0.85, 2.0), 0.045, pole),
        beam((1.9, -0.85, 2.1), (0.0, -0.85, 4.2), 0.045, pole),
    ]
    frame += [beam((-1.95, -0.87, z), (1.95, -0.87, z), 0.04, pole) for z in (2.62, 4.85)]
    model.part("poles", gather(frame), obstacle="small")
    lower = box((-1.95, -0.8, 2.06), (1.95, 0.8, 2.2), _POLE)
    upper = box((-1.95, -0.8, 4.26), (1.95, 0.8, 4.4), _POLE)
    model.part("deck-low", lower)
    model.part("deck-high", upper)
    for z in (2.2, 4.4):
        draw_planks(model, (-1.95, -0.8), (1.95, 0.8), z)
    model.part("ladder-low", _ladder(2.9, 0.7).at(1.0, -0.95), kind="ladder")
    model.part("ladder-high", _ladder(2.9, 0.7).at(-1.0, -0.95, 2.2), kind="ladder")
    model.sketch.lathe(
        [(0.0, 0.0), (0.15, 0.0), (0.18, 0.26), (0.16, 0.26), (0.14, 0.05), (0.0, 0.05)],
        (-0.5, 0.4, 2.22),
        "wood",
        paint.WOOD,
    )
    for k in range(9):
        model.sketch.box(
            (0.5 + 0.22 * (k % 3), 0.3, 4.42 + 0.11 * (k // 3)),
            (0.7 + 0.22 * (k % 3), 0.6, 4.52 + 0.11 * (k // 3)),
            "plain",
            "#9a4a34",
            turn=float(model.random.uniform(-6, 6)),
        )
    return model
