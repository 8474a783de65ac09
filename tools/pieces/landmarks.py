"""The campanile, the bridges and the ruin."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as rect

from sim.board.architecture import paint
from sim.board.architecture.balcony import balcony
from sim.board.architecture.carpentry import draw_planks
from sim.board.architecture.frame import Frame, walls_of
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening, cutter, draw
from sim.board.architecture.paint import Paint
from sim.board.architecture.solid import PaintedSolid, beam, box, gather, hull, join, panel, prism

_STONE, _BRICK, _PAVING = Paint("stone", paint.STONE), Paint("brick"), Paint("paving")


def campanile() -> Model:
    """A bell tower with a gallery half way and an open belfry; its spire is too steep to stand on."""
    model = Model("campanile")
    tower = (
        box((-1.6, -1.6, 0), (1.6, 1.6, 12.2), _BRICK)
        + box((-1.75, -1.75, 0), (1.75, 1.75, 0.6), _STONE)
        + box((-1.9, -1.9, 12.2), (1.9, 1.9, 12.45), _STONE)
    )
    walls = walls_of(3.2, 3.2)
    for side, frame in walls.items():
        openings = [Opening(1.6, z, 0.42, 0.9, "round") for z in (3.2, 9.6)]
        openings.append(Opening(1.6, 6.42, 0.7, 1.5, "round") if side == "s" else Opening(1.6, 6.6, 0.42, 0.9, "round"))
        if side == "s":
            openings.append(Opening(1.6, 0.0, 1.15, 1.62, "round", door="#4a3626"))
        for opening in openings:
            tower = tower - cutter(opening, frame, "#b07a5a")
            draw(opening, frame, model.sketch)
        for along in (0.16, 3.04):
            model.sketch.panel(rect(along - 0.16, 0.6, along + 0.16, 11.9), frame, 0.0, 0.07, "brick", "#ffffff")
        model.sketch.panel(
            rect(1.0, 8.3, 2.2, 9.1).union(rect(0.3, 5.9, 2.9, 6.02)), frame, 0.0, 0.05, "stone", paint.STONE
        )
    model.part("tower", tower, material="brick")
    balcony(model, "gallery", walls["s"], 1.6, 6.4, 2.8, 1.4)
    posts = join(
        box((x - 0.22, y - 0.22, 12.4), (x + 0.22, y + 0.22, 14.7), _STONE) for x in (-1.5, 1.5) for y in (-1.5, 1.5)
    )
    posts = posts + box((-1.75, -1.75, 14.5), (1.75, 1.75, 14.9), _STONE)
    model.part("belfry", posts)
    spire = hull(
        [
            (-1.7, -1.7, 14.85),
            (1.7, -1.7, 14.85),
            (-1.7, 1.7, 14.85),
            (1.7, 1.7, 14.85),
            (-1.7, -1.7, 15.2),
            (1.7, -1.7, 15.2),
            (-1.7, 1.7, 15.2),
            (1.7, 1.7, 15.2),
            (0, 0, 19.6),
        ],
        Paint("lead", paint.LEAD),
    )
    model.part("spire", spire)
    model.sketch.lathe(
        [(0.0, 0.0), (0.3, 0.0), (0.34, -0.06), (0.28, 0.06), (0.22, 0.4), (0.12, 0.55), (0.0, 0.58)][2:],
        (0, 0, 13.7),
        "gold",
        "#9a6a2a",
        sides=14,
    )
    model.sketch.tube([(0, 0, 14.2), (0, 0, 14.6)], 0.04, "iron", paint.IRON)
    model.sketch.lathe(
        [(0.02, 0.0), (0.02, 0.3), (0.1, 0.36), (0.13, 0.45), (0.1, 0.54), (0.02, 0.6), (0.02, 0.85), (0.0, 0.9)],
        (0, 0, 19.5),
        "gold",
        paint.GILT,
        sides=10,
    )
    for z, out in ((12.0, 0.12), (12.2, 0.3), (14.6, 0.12)):
        w = 1.6 + (0.14 if z > 13 else 0.0)
        model.sketch.box((-w - out, -w - out, z - 0.14), (w + out, w + out, z), "stone", paint.STONE)
    return model


def _arc(span: float, foot: float, crown: float, steps: int) -> list[tuple[float, float]]:
    x = np.linspace(-span / 2, span / 2, steps)
    return [(float(a), float(foot + (crown - foot) * np.sqrt(max(0.0, 1 - (2 * a / span) ** 2)))) for a in x]


def _parapets(model: Model, top: list[tuple[float, float]], half: float, height: float, colour: Paint) -> None:
    """Walls along both edges of a deck whose profile is `top`: low parts of their own."""
    for side, y in (("south", -half), ("north", half - 0.2)):
        outline = Polygon([*((x, z - 0.08) for x, z in top), *((x, z + height) for x, z in reversed(top))])
        frame = Frame((0, y + 0.2, 0), (1, 0, 0), (0, -1, 0))
        model.part(f"parapet-{side}", panel(outline, frame, 0.0, 0.2, colour), material=colour.material)
        cap = Polygon([*((x, z + height) for x, z in top), *((x, z + height + 0.07) for x, z in reversed(top))])
        model.sketch.panel(cap, frame, -0.05, 0.25, "stone", paint.STONE)
        model.sketch.panel(cap, Frame((0, y, 0), (-1, 0, 0), (0, 1, 0)), -0.05, 0.05, "stone", paint.STONE)
        for x, z in (top[0], top[-1]):
            model.sketch.box(
                (x - 0.15, y - 0.03, z - 0.2), (x + 0.15, y + 0.23, z + height + 0.18), "stone", paint.STONE
            )
            model.sketch.lathe(
                [(0.0, 0.0), (0.1, 0.0), (0.14, 0.1), (0.1, 0.2), (0.0, 0.24)][1:],
                (x, y + 0.1, z + height + 0.18),
                "stone",
                paint.STONE,
                sides=10,
            )


def ponte_di_pietra() -> Model:
    """The stepped bridge: stone stairs over a brick arch, for a canal of 5" to 6"."""
    model = Model("ponte-di-pietra")
    length, half, rise = 8.4, 1.2, 1.5
    steps = 11
    run = 3.4 / steps
    tread = [(-length / 2, 0.0)]
    for k in range(steps):
        x = -length / 2 + run * k + 0.1
        tread += [(x, rise * k / steps), (x, rise * (k + 1) / steps)]
    tread += [(-p[0], p[1]) for p in reversed(tread)]
    arch_line = _arc(5.3, -1.2, 1.15, 19)
    body = Polygon(
        [
            *tread,
            (length / 2, -0.3),
            (2.85, -0.3),
            (2.85, -2.0),
            (2.65, -2.0),
            *reversed(arch_line),
            (-2.65, -2.0),
            (-2.85, -2.0),
            (-2.85, -0.3),
            (-length / 2, -0.3),
        ]
    ).buffer(0)
    frame = Frame((0, half, 0), (1, 0, 0), (0, -1, 0))
    model.part(
        "bridge",
        panel(body, frame, 0.0, 2 * half, Paint("brick", "#ffffff", up=_STONE)),
        climbable=True,
        material="brick",
    )
    slope = [
        (-length / 2 + 0.1, 0.0),
        (-length / 2 + 0.1 + 3.4, rise),
        (length / 2 - 3.5, rise),
        (length / 2 - 0.1, 0.0),
    ]
    _parapets(model, slope, half, 0.5, _BRICK)
    ring = Polygon([*arch_line, *((x * 1.09, z + 0.22) for x, z in reversed(arch_line))]).buffer(0)
    for own in (Frame((0, -half, 0), (1, 0, 0), (0, -1, 0)), Frame((0, half, 0), (-1, 0, 0), (0, 1, 0))):
        model.sketch.panel(ring, own, -0.02, 0.05, "stone", paint.STONE)
    return model


def ponte_di_legno() -> Model:
    """A bridge of planks on timber trusses, gently arched, walked without a step."""
    model = Model("ponte-di-legno")
    length, half = 8.0, 1.15
    x = np.linspace(-length / 2, length / 2, 17)
    top = [(float(a), float(1.15 * np.cos(np.pi * a / length) ** 1.3) if abs(a) < length / 2 else 0.0) for a in x]
    deck = Polygon([*top, *((a, z - 0.16) for a, z in reversed(top))])
    frame = Frame((0, half, 0), (1, 0, 0), (0, -1, 0))
    wood = Paint("wood", "#8a6a46")
    model.part("deck", panel(deck, frame, 0.0, 2 * half, wood))
    timber: list[PaintedSolid] = []
    for y in (-half + 0.12, half - 0.12):
        line = [(a, z - 0.22) for a, z in top[2:-2:2]]
        timber += [beam((a[0], y, a[1]), (b[0], y, b[1]), 0.12, wood) for a, b in pairwise(line)]
        timber += [beam((s * 2.4, y, -2.0), (s * 2.4, y, 0.55), 0.14, wood) for s in (-1, 1)]
        timber += [beam((s * 2.4, y, -0.5), (s * 1.0, y, 0.72), 0.09, wood) for s in (-1, 1)]
    model.part("timber", gather(timber), material="wood")
    for side, y in (("south", -half + 0.06), ("north", half - 0.06)):
        rails: list[PaintedSolid] = []
        pole = Paint("plain", "#86664a")
        for a, b in zip(top[:-1:2], top[2::2], strict=True):
            rails += [beam((a[0], y, a[1] + up), (b[0], y, b[1] + up), 0.04, pole) for up in (0.26, 0.5)]
            rails.append(box((a[0] - 0.045, y - 0.045, a[1] - 0.05), (a[0] + 0.045, y + 0.045, a[1] + 0.54), pole))
        rails.append(box((top[-1][0] - 0.045, y - 0.045, -0.05), (top[-1][0] + 0.045, y + 0.045, 0.54), pole))
        model.part(f"rail-{side}", gather(rails), material="plain")
    for a, b in pairwise(top):
        for k in range(2):
            share = (k + 0.5) / 2
            x, z = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share + 0.02
            step = np.array([b[0] - a[0], 0.0, b[1] - a[1]])
            wide = float(np.linalg.norm(step)) / 2 - 0.02
            model.sketch.board(
                (x, -half - 0.05, z), (x, half + 0.05, z), step / np.linalg.norm(step), wide, 0.06, "#8a6a46"
            )
    return model


def ruin() -> Model:
    """A burnt-out house: four walls with empty windows, a floor half gone, rubble; gone through freely (TERR-08)."""
    model = Model("rovina")
    w, d, thick = 6.0, 5.0, 0.22
    wall = Paint("brick", "#e8dccb")
    jagged = {
        "s": [(0, 3.6), (0.9, 3.4), (1.3, 2.9), (2.2, 3.1), (2.9, 2.5), (3.6, 2.7), (4.4, 3.9), (5.2, 4.2), (6, 4.3)],
        "e": [(0, 4.3), (1.2, 4.1), (2.0, 3.2), (2.9, 2.6), (4.0, 2.2), (5, 2.0)],
        "n": [(0, 2.0), (1.0, 1.6), (1.7, 0.9), (2.8, 0.6), (3.6, 1.2), (4.5, 2.4), (6, 3.4)],
        "w": [(0, 3.4), (1.2, 3.8), (2.4, 3.5), (3.7, 3.9), (5, 3.6)],
    }
    holes = {
        "s": ((1.5, 0.0, 1.2, 1.62), (3.3, 0.7, 0.7, 1.1), (4.9, 0.7, 0.7, 1.1), (4.9, 2.55, 0.65, 1.0)),
        "e": ((1.2, 0.7, 0.7, 1.1), (1.1, 2.55, 0.65, 1.0), (3.4, 0.0, 1.3, 1.62)),
        "n": ((5.0, 0.7, 0.65, 1.0),),
        "w": ((1.3, 0.7, 0.7, 1.1), (3.6, 0.7, 0.7, 1.1), (2.4, 2.4, 0.65, 0.9)),
    }
    shell: PaintedSolid | None = None
    for side, frame in walls_of(w, d).items():
        outline = Polygon([(0, -0.02), (frame.width, -0.02), *reversed(jagged[side])])
        for along, up, wide, tall in holes[side]:
            opening = Opening(along, up - (0.05 if up == 0 else 0), wide, tall, "round")
            outline = outline.difference(opening.outline(4))
            ring = (
                opening.outline()
                .buffer(0.08, quad_segs=2)
                .difference(opening.outline())
                .intersection(rect(0, up, 9, 9))
            )
            model.sketch.panel(ring.intersection(outline.buffer(0.01)), frame, 0.0, 0.04, "stone", "#b8b0a0")
        piece = panel(outline, frame, -thick, 0.0, wall)
        shell = piece if shell is None else shell + piece
    assert shell is not None
    model.part("walls", shell, ruin=True, material="brick")
    floor_shape = Polygon(
        [
            (-2.8, -2.3),
            (2.8, -2.3),
            (2.8, -0.2),
            (1.6, 0.1),
            (1.1, 0.9),
            (0.2, 0.7),
            (-0.6, 1.4),
            (-1.3, 1.3),
            (-1.9, 2.3),
            (-2.8, 2.3),
        ]
    )
    model.part("floor", prism(floor_shape, 1.95, 2.1, Paint("plain", "#4a3828")), ruin=True)
    for k in range(13):
        y = -2.2 + 0.36 * k
        strip = floor_shape.intersection(rect(-3, y - 0.16, 3, y + 0.16))
        for part in getattr(strip, "geoms", [strip]):
            if not part.is_empty:
                x0, y0, x1, y1 = part.bounds
                if x1 - x0 > 0.4 and part.area > 0.8 * (x1 - x0) * (y1 - y0):
                    draw_planks(model, (x0, y0), (x1, y1), 2.1, 0.4, "#7a5c3e")
    rubble = []
    for _ in range(26):
        x, y = model.random.uniform(0.3, 2.5), model.random.uniform(0.6, 2.1)
        size = model.random.uniform(0.12, 0.34)
        stone = box((-size, -size * 0.7, -0.1), (size, size * 0.7, size * 0.9), Paint("plain", "#8a5a44"))
        rubble.append(
            stone.turned(float(model.random.uniform(0, 180))).turned(float(model.random.uniform(-20, 20)), "x").at(x, y)
        )
    pile = join(rubble) & box((-2.75, -2.25, 0.0), (2.75, 2.25, 2.0), Paint("plain", "#8a5a44"))
    model.part("rubble", pile, kind="difficult", ruin=True, material="plain")
    beams = join(
        [
            beam((-2.6, 1.9, 2.05), (1.7, 1.4, 0.1), 0.1, Paint("plain", "#3a2c22")),
            beam((0.4, -2.2, 2.2), (1.6, -2.2, 4.0), 0.09, Paint("plain", "#3a2c22")),
        ]
    )
    model.part("beams", beams, ruin=True, material="plain", obstacle="small")
    for x, y, z in ((-2.95, 1.6, 0.9), (-2.9, 0.4, 2.0), (2.95, -1.9, 1.2)):
        model.sketch.leaves((x, y, z), (0.25, 0.45, 0.7), 70, paint.LEAF, 0.08)
    return model


def church() -> Model:
    """The church of San Canciano: a tall nave, lower aisles as steps up to its roof, and a white front."""
    model = Model("chiesa")
    wall = Paint("stucco", "#d8c3a0")
    marble = Paint("plaster", "#efe8da")
    nave = box((-1.9, -3.6, 0), (1.9, 4.0, 6.0), wall) + hull(
        [(-1.9, -3.6, 5.95), (1.9, -3.6, 5.95), (0, -3.6, 6.95), (-1.9, 4.0, 5.95), (1.9, 4.0, 5.95), (0, 4.0, 6.95)],
        Paint("stucco", "#d8c3a0", up=Paint("tile", paint.TILE)),
    )
    aisles = []
    for s in (-1, 1):
        a, b = sorted((s * 1.8, s * 3.4))
        inner, outer = s * 1.8, s * 3.4
        aisles.append(
            box((a, -3.2, 0), (b, 3.6, 3.2), wall)
            + hull(
                [
                    (inner, -3.2, 3.15),
                    (outer, -3.2, 3.15),
                    (inner, 3.6, 3.15),
                    (outer, 3.6, 3.15),
                    (inner, -3.2, 3.75),
                    (inner, 3.6, 3.75),
                ],
                Paint("stucco", "#d8c3a0", up=Paint("tile", paint.TILE)),
            )
        )
    front = Polygon(
        [
            (0.0, 0),
            (6.8, 0),
            (6.8, 3.4),
            (6.2, 3.9),
            (5.3, 4.3),
            (5.3, 6.1),
            (3.4, 7.3),
            (1.5, 6.1),
            (1.5, 4.3),
            (0.6, 3.9),
            (0, 3.4),
        ]
    )
    south = Frame((-3.4, -3.7, 0), (1, 0, 0), (0, -1, 0), 6.8)
    body = nave + aisles[0] + aisles[1] + panel(front, south, -0.3, 0.05, marble)
    at_front = Frame((-3.4, -3.75, 0), (1, 0, 0), (0, -1, 0), 6.8)
    openings = [
        Opening(3.4, 0.0, 1.4, 2.1, "round", door="#5a2a20"),
        Opening(3.4, 4.3, 1.15, 1.15, "disc"),
        Opening(0.95, 1.0, 0.5, 1.4, "gothic"),
        Opening(5.85, 1.0, 0.5, 1.4, "gothic"),
    ]
    for opening in openings:
        body = body - cutter(opening, at_front, "#efe8da")
        draw(opening, at_front, model.sketch)
    for side in "ew":
        frame = walls_of(6.8, 7.2)[side]
        for along in (1.3, 3.6, 5.9):
            opening = Opening(along, 1.0, 0.5, 1.5, "gothic")
            body = body - cutter(opening, frame, "#cfc2a8")
            draw(opening, frame, model.sketch)
        high = Frame((1.9 if side == "e" else -1.9, -3.6 if side == "e" else 3.6, 0), frame.along, frame.out, 7.2)
        for along in (1.4, 3.6, 5.8):
            opening = Opening(along, 4.5, 0.8, 0.8, "disc")
            body = body - cutter(opening, high, "#cfc2a8")
            draw(opening, high, model.sketch)
    model.part("church", body, material="stucco")
    put = model.sketch.panel
    for along in (0.15, 1.5, 5.3, 6.65):
        top = 3.4 if along in (0.15, 6.65) else 5.9
        put(rect(along - 0.15, 0, along + 0.15, top), at_front, 0.0, 0.07, "stone", paint.STONE)
        put(rect(along - 0.2, top - 0.2, along + 0.2, top), at_front, 0.0, 0.11, "stone", paint.STONE)
    put(rect(0, 2.95, 6.8, 3.1).union(rect(1.4, 5.75, 5.4, 5.95)), at_front, 0.0, 0.09, "stone", paint.STONE)
    put(
        LineString([(1.5, 6.1), (3.4, 7.3), (5.3, 6.1)]).buffer(0.08, cap_style="flat"),
        at_front,
        -0.3,
        0.1,
        "stone",
        paint.STONE,
    )
    put(
        LineString([(0, 3.4), (0.6, 3.9), (1.5, 4.3)])
        .buffer(0.07, cap_style="flat")
        .union(LineString([(6.8, 3.4), (6.2, 3.9), (5.3, 4.3)]).buffer(0.07, cap_style="flat")),
        at_front,
        -0.3,
        0.1,
        "stone",
        paint.STONE,
    )
    petals = Polygon(
        [
            (
                3.4 + (0.5 if k % 2 else 0.18) * np.cos(k * np.pi / 8),
                4.875 + (0.5 if k % 2 else 0.18) * np.sin(k * np.pi / 8),
            )
            for k in range(16)
        ]
    )
    put(petals.exterior.buffer(0.03), at_front, -0.17, -0.06, "stone", paint.STONE)
    model.sketch.lathe(
        [(0.1, 0), (0.1, 0.1), (0.05, 0.15), (0.09, 0.5), (0.05, 0.75), (0.08, 0.85), (0.0, 0.95)],
        (0, -3.6, 7.3),
        "stone",
        paint.STONE,
        sides=8,
    )
    model.sketch.tube([(0, -3.6, 8.2), (0, -3.6, 8.75)], 0.025, "gold", paint.GILT)
    model.sketch.tube([(-0.15, -3.6, 8.55), (0.15, -3.6, 8.55)], 0.025, "gold", paint.GILT)
    steps = join(
        box((-1.4 - 0.25 * k, -3.75 - 0.28 * (3 - k), 0), (1.4 + 0.25 * k, -3.6, 0.3 - 0.1 * k), _STONE)
        for k in range(3)
    )
    model.part("steps", steps)
    return model
