"""What carpenters make: awnings, ladders, scaffolding, planks."""

from __future__ import annotations

import numpy as np

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.sketch import turned
from sim.board.architecture.solid import PaintedSolid, beam, box, gather, hull, join

__all__ = ["altana", "awning", "awning_onto", "draw_planks", "ladder", "scaffold"]

_WOOD = Paint("wood", "#9a7650")
_SCAFFOLD_BAY = 1.9  # inches
_POLE = Paint("plain", "#8a6844")  # thin timber: the grain of planks would run across it


def draw_planks(
    model: Model,
    low: tuple[float, float],
    high: tuple[float, float],
    z: float,
    wide: float = 0.27,
    tone: str = "#9a7650",
    turn: float = 0.0,
) -> None:
    """Boards laid over a deck, along its longer side, each a little off its neighbours; all turned about its middle."""
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
        ends = turned(np.array([start, end], float), turn, ((x0 + x1) / 2, (y0 + y1) / 2, 0.0))
        across = turned(np.array([side], float), turn)[0]
        model.sketch.board(ends[0], ends[1], across, span / count - 0.024, top - z + 0.05, tone)


def altana(
    model: Model, x: float, y: float, top: float, width: float, depth: float, foot: float, turn: float = 0.0
) -> None:
    """A roof terrace of planks on brick posts, with a low wooden rail."""
    wood, brick = Paint("wood", "#a07a52"), Paint("brick")
    w, d = width / 2, depth / 2
    deck = box((-w, -d, top - 0.12), (w, d, top), wood)
    for px in (-w + 0.15, w - 0.15):
        for py in (-d + 0.15, d - 0.15):
            deck = deck + box((px - 0.11, py - 0.11, foot), (px + 0.11, py + 0.11, top - 0.05), brick)
    model.part("altana", _at(deck, x, y, turn), material="wood")
    rails, pole = [], Paint("plain", "#8a6844")
    for a, b in (((-w, -d), (w, -d)), ((w, -d), (w, d)), ((w, d), (-w, d)), ((-w, d), (-w, -d))):
        ends = [(p[0] * 0.96, p[1] * 0.96) for p in (a, b)]
        rails += [beam((*ends[0], z), (*ends[1], z), 0.04, pole) for z in (top + 0.22, top + 0.42)]
        rails.append(
            box(
                (a[0] * 0.96 - 0.05, a[1] * 0.96 - 0.05, top - 0.02),
                (a[0] * 0.96 + 0.05, a[1] * 0.96 + 0.05, top + 0.47),
                pole,
            )
        )
    model.part("altana-rail", _at(gather(rails), x, y, turn), material="plain")
    draw_planks(model, (x - w, y - d), (x + w, y + d), top, turn=turn)


def _at(solid: PaintedSolid, x: float, y: float, turn: float) -> PaintedSolid:
    return (solid.turned(turn) if turn else solid).at(x, y)


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


def scaffold(model: Model, bays: int = 2, decks: int = 2, storey: float = 2.2, ladders: bool = True) -> None:
    """Add a builders' scaffold to a model: decks one over the other, with ladders between."""
    pole = Paint("plain", "#9a7c50")
    end = _SCAFFOLD_BAY * bays / 2
    xs, ys = [_SCAFFOLD_BAY * k - end for k in range(bays + 1)], (-0.85, 0.85)
    levels = [storey * k for k in range(1, decks + 1)]
    frame = [beam((x, y, 0.0), (x + 0.03, y, levels[-1] + 0.8), 0.06, pole) for x in xs for y in ys]
    for z in (level - 0.2 for level in levels):
        frame += [beam((-end - 0.1, y, z), (end + 0.1, y, z), 0.055, pole) for y in ys]
        frame += [beam((x, -0.95, z + 0.02), (x, 0.95, z + 0.02), 0.05, pole) for x in xs]
    for k, level in enumerate(levels):
        left, right = xs[k % bays], xs[k % bays + 1]
        foot, head = (left, right) if k % 2 == 0 else (right, left)
        low = level - storey - 0.1 if k else 0.1
        frame.append(beam((foot, -0.85, low), (head, -0.85, level - 0.2), 0.045, pole))
    heights = [level + 0.42 for level in levels[:-1]] + [levels[-1] + 0.45]
    frame += [beam((-end - 0.05, -0.87, z), (end + 0.05, -0.87, z), 0.04, pole) for z in heights]
    model.part("poles", gather(frame), obstacle="small")
    names = _level_names(decks)
    for name, z in zip(names, levels, strict=True):
        model.part(f"deck-{name}", box((-end - 0.05, -0.8, z - 0.14), (end + 0.05, 0.8, z), _POLE))
    for z in levels:
        draw_planks(model, (-end - 0.05, -0.8), (end + 0.05, 0.8), z)
    for k, (name, z) in enumerate(zip(names, levels, strict=True)):
        if ladders:
            x = (end - 0.9) * (1 if k % 2 == 0 else -1)
            model.part(f"ladder-{name}", _ladder(storey + 0.7, 0.7).at(x, -0.95, z - storey), kind="ladder")
    _draw_tools(model, levels)


def _level_names(decks: int) -> list[str]:
    return ["low", "high"] if decks == 2 else [str(k) for k in range(1, decks + 1)]


def _draw_tools(model: Model, levels: list[float]) -> None:
    """A bucket on the first deck, and bricks on the last."""
    model.sketch.lathe(
        [(0.0, 0.0), (0.15, 0.0), (0.18, 0.26), (0.16, 0.26), (0.14, 0.05), (0.0, 0.05)],
        (-0.5, 0.4, levels[0] + 0.02),
        "wood",
        paint.WOOD,
    )
    for k in range(9):
        low = levels[-1] + 0.02 + 0.11 * (k // 3)
        model.sketch.box(
            (0.5 + 0.22 * (k % 3), 0.3, low),
            (0.7 + 0.22 * (k % 3), 0.6, low + 0.1),
            "plain",
            "#9a4a34",
            turn=float(model.random.uniform(-6, 6)),
        )
