"""Where stone meets water: steps, jetty, mooring poles, boats."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from sim.board.architecture import paint, stonework
from sim.board.architecture.carpentry import awning_onto, draw_planks
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import QuayPlan, StairsPlan
from sim.board.architecture.solid import PaintedSolid, beam, box, hull, join, lathe

_STONE = Paint("stone", paint.STONE)
_WOOD = Paint("wood", "#86694a")


def water_steps() -> Model:
    """Stone steps from the street into the water; the quay lies north of the origin."""
    model = Model("water-steps")
    stonework.stairs(model, StairsPlan(water=True))
    return model


def jetty() -> Model:
    """A landing stage on posts, a little below the street; water access (MOVE-09)."""
    model = Model("jetty")
    model.part("deck", box((-2.2, -2.2, -0.4), (2.2, 0.0, -0.25), Paint("plain", "#5a4632")), access=True)
    posts = join(
        beam((x, y, -2.0), (x, y, top), 0.13, _WOOD, 8)
        for x in (-2.05, 0.0, 2.05)
        for y, top in ((-2.1, 0.35), (-0.15, -0.3))
    )
    model.part("posts", posts, obstacle="small")
    draw_planks(model, (-2.2, -2.2), (2.2, 0.0), -0.25, 0.3, "#86694a")
    for x in (-2.05, 0.0, 2.05):
        model.sketch.lathe([(0.14, 0.0), (0.12, 0.06), (0.0, 0.09)], (x, -2.1, 0.35), "plain", "#e6ddc8", sides=8)
        for k in range(3):
            model.sketch.lathe(
                [(0.145, 0.0), (0.165, 0.03), (0.145, 0.06)], (x, -2.1, 0.02 + 0.06 * k), "rope", paint.ROPE, sides=8
            )
    return model


def quay_ladder() -> Model:
    """An iron ladder down a quay wall to the water; the wall lies north of it."""
    model = Model("quay-ladder")
    iron = Paint("iron", "#3a352e")
    sides = [beam((x, -0.08, -1.6), (x, -0.08, 0.12), 0.045, iron) for x in (-0.3, 0.3)]
    rungs = [beam((-0.3, -0.08, z), (0.3, -0.08, z), 0.03, iron) for z in np.arange(-1.4, 0.1, 0.28)]
    model.part("ladder", join(sides + rungs), kind="ladder", access=True)
    return model


def fondamenta() -> Model:
    """A stone quay that juts into the water at street level."""
    model = Model("fondamenta")
    stonework.quay(model, QuayPlan())
    return model


def palo() -> Model:
    """A striped mooring pole with a gilt knob."""
    model = Model("palo")
    model.part(
        "pole",
        lathe([(0.12, -2.0), (0.12, 2.2), (0.1, 2.5), (0.0, 2.62)], Paint("plain", "#b0282a"), 10),
        obstacle="small",
        material="none",
    )
    model.sketch.lathe([(0.12, -2.0), (0.12, 2.2)], (0, 0, 0), "stripes", "#ffffff", sides=12)
    model.sketch.lathe(
        [(0.125, 2.2), (0.15, 2.24), (0.09, 2.3), (0.135, 2.38), (0.12, 2.48), (0.05, 2.56), (0.0, 2.68)],
        (0, 0, 0),
        "gold",
        paint.GILT,
        sides=10,
    )
    return model


def bricole() -> Model:
    """Three rough oak piles bound together."""
    model = Model("bricola")
    oak = Paint("wood", "#5e5142")
    piles = join(
        beam(
            (0.32 * np.cos(a), 0.32 * np.sin(a), -2.0),
            (0.13 * np.cos(a), 0.13 * np.sin(a), 1.5 + 0.25 * k),
            0.15,
            oak,
            8,
        )
        for k, a in enumerate((0.3, 2.4, 4.5))
    )
    model.part("piles", piles, obstacle="small")
    for z in (0.75, 0.85, 0.95):
        model.sketch.lathe([(0.33, z), (0.36, z + 0.04), (0.33, z + 0.08)], (0, 0, 0), "iron", paint.IRON, sides=10)
    return model


def _hull_rings(length: float, beam_width: float, floor: float) -> list[tuple[float, float, float, float]]:
    """Stations of a gondola: (x, half width, keel, gunwale), stern first; symmetric, with raised ends."""
    stations = []
    for s in np.linspace(-1, 1, 17):
        half = beam_width / 2 * max(0.03, (1 - abs(s) ** 2.6) ** 0.75)
        keel = -0.28 + 0.5 * abs(s) ** 3.2
        rail = 0.5 + 1.0 * abs(s) ** 3.0
        stations.append((float(length / 2 * s), float(half), float(keel), float(rail)))
    return stations


def gondola() -> Model:
    """A gondola with a flat floor for two 30 mm bases or one 40 mm. Its origin is amidships on the water line."""
    model = Model("gondola")
    length, width, floor = 7.6, 2.1, 0.26
    black, wood = Paint("lacquer", "#141416"), Paint("wood", "#6a4c34")
    stations = _hull_rings(length, width, floor)
    body = None
    for (x0, h0, k0, r0), (x1, h1, k1, r1) in pairwise(stations):
        points = []
        for x, h, k, r in ((x0, h0, k0, r0), (x1, h1, k1, r1)):
            points += [(x, -h * 0.6, k), (x, h * 0.6, k), (x, -h, r), (x, h, r)]
        section = hull(points, black)
        body = section if body is None else body + section
    assert body is not None
    well = []
    for number, pair in enumerate(pairwise(stations[1:-1]), 1):
        decked = not 3 <= number < len(stations) - 4  # towards the ends it is decked, a hand under the gunwale
        inner = []
        for x, h, keel, rail in pair:
            low = rail - 0.14 if decked else floor
            side = h * (0.6 + 0.4 * (low - keel) / (rail - keel)) - 0.07  # the hull leans out
            for half, z in ((side, low), (h - 0.08, rail), (h - 0.08, 3.0)):
                inner += [(x, s * max(half, 0.02), z) for s in (-1, 1)]
        well.append(hull(inner, Paint("lacquer", "#1a1a1c", up=Paint("lacquer", "#232326") if decked else wood)))
    body = body - join(well)
    model.part("hull", body, vessel="gondola", unstable=True, obstacle="large", material="lacquer")
    draw_planks(model, (-1.9, -0.72), (1.9, 0.72), floor, 0.24, "#7a583c")
    sketch = model.sketch
    for side in (-1, 1):
        line = [(x, side * (h - 0.03), r + 0.02) for x, h, _, r in stations[1:-1]]
        sketch.tube(line, 0.05, "lacquer", "#1d1d20", sides=6)
        sketch.tube([(x, y, z - 0.16) for x, y, z in line[1:-1]], 0.02, "gold", paint.GILT, sides=5)
    # the iron comb of the prow
    from shapely.geometry import Polygon
    from shapely.geometry import box as rect
    from shapely.ops import unary_union

    from sim.board.architecture.frame import Frame

    end = length / 2
    blade = Polygon(
        [
            (end - 0.22, 1.2),
            (end + 0.02, 1.05),
            (end + 0.14, 1.4),
            (end + 0.1, 1.95),
            (end - 0.08, 2.22),
            (end - 0.34, 2.18),
            (end - 0.4, 2.02),
            (end - 0.18, 2.0),
            (end - 0.06, 1.85),
            (end - 0.03, 1.5),
        ]
    )
    comb = unary_union(
        [
            blade,
            *(rect(end + 0.0, 1.2 + 0.105 * k, end + 0.3, 1.25 + 0.105 * k) for k in range(6)),
            rect(end - 0.3, 1.55, end, 1.6),
        ]
    )
    front = Frame((0, -0.0, 0), (1, 0, 0), (0, -1, 0))
    sketch.panel(comb, front, -0.025, 0.025, "iron", "#b9bcc2")
    sketch.panel(comb, Frame((0, 0.0, 0), (1, 0, 0), (0, 1, 0)), 0.0249, 0.025, "iron", "#b9bcc2")
    sketch.tube(
        [(-end + 0.1, 0, 1.3), (-end - 0.1, 0, 1.6), (-end - 0.08, 0, 1.85), (-end + 0.08, 0, 1.95)],
        [0.07, 0.06, 0.05, 0.03],
        "lacquer",
        "#1d1d20",
    )
    sketch.tube([(-2.3, 0.62, 0.6), (-2.3, 0.68, 0.85), (-2.2, 0.64, 1.05)], 0.05, "plain", "#8a6038")
    sketch.tube([(-2.9, 0.66, 0.95), (-0.4, 0.98, 0.72), (0.8, 1.04, 0.62)], 0.035, "plain", "#9a7044")
    sketch.box((0.8, 0.9, 0.58), (1.5, 1.18, 0.64), "plain", "#9a7044")
    sketch.box((-2.35, -0.4, floor), (-1.95, 0.4, floor + 0.2), "cloth", "#7a1420")
    sketch.box((1.95, -0.36, floor), (2.3, 0.36, floor + 0.18), "cloth", "#7a1420")
    for x in (-2.15, 2.12):
        sketch.box((x - 0.17, -0.34, floor + 0.18), (x + 0.17, 0.34, floor + 0.27), "cloth", "#a01e2c")
    return model


def peata() -> Model:
    """A broad cargo barge with room for a gang: a boat, to be cast off. Its origin is amidships on the water line."""
    model = Model("peata")
    length, width, floor = 10.0, 3.3, 0.3
    tarred, wood = Paint("wood", "#3d352c"), Paint("wood", "#7a6144")
    decked = Paint("wood", "#4a4034", up=Paint("wood", "#86694a"))
    stations = [
        (
            float(length / 2 * s),
            float(width / 2 * max(0.2, (1 - abs(s) ** 4) ** 0.6)),
            float(-0.3 + 0.5 * abs(s) ** 4),
            float(0.5 + 0.35 * abs(s) ** 3),
        )
        for s in np.linspace(-1, 1, 13)
    ]
    body = None
    for pair in pairwise(stations):
        points = [p for x, h, k, r in pair for p in ((x, -h * 0.75, k), (x, h * 0.75, k), (x, -h, r), (x, h, r))]
        section = hull(points, tarred)
        body = section if body is None else body + section
    assert body is not None
    well = []
    for number, pair in enumerate(pairwise(stations)):
        ends = not 2 <= number < len(stations) - 3  # decks at both ends, a hand under the gunwale
        inner = []
        for x, h, keel, rail in pair:
            low = rail - 0.1 if ends else floor
            side = h * (0.75 + 0.25 * (low - keel) / (rail - keel)) - 0.08
            inner += [
                (x, s * max(half, 0.05), z)
                for half, z in ((side, low), (h - 0.09, rail), (h - 0.09, 3.0))
                for s in (-1, 1)
            ]
        well.append(hull(inner, decked if ends else Paint("wood", "#3a322a", up=wood)))
    body = body - join(well)
    model.part("hull", body, vessel="boat", obstacle="large", material="wood")
    draw_planks(model, (-3.2, -1.3), (3.2, 1.3), floor, 0.3, "#7a6144")
    sketch = model.sketch
    for side in (-1, 1):
        line = [(x, side * (h - 0.04), r + 0.03) for x, h, _, r in stations]
        sketch.tube(line, 0.07, "wood", "#6e2f26", sides=6)
        sketch.tube([(x, y, z - 0.2) for x, y, z in line[1:-1]], 0.035, "plain", "#c9a24a", sides=5)
    for end in (-1, 1):  # the beams that close the decks, and what ropes are made fast to
        x, h = end * 3.33, 1.3
        sketch.box((x - 0.06, -h, floor), (x + 0.06, h, 0.5), "wood", "#6e2f26")
        for y in (-0.55, 0.55):
            sketch.lathe(
                [(0.1, 0.0), (0.08, 0.24), (0.11, 0.28), (0.0, 0.32)], (end * 4.3, y, 0.62), "wood", "#4a3a2c", sides=8
            )
        sketch.lathe(
            [(0.0, 0.0), (0.3, 0.0), (0.3, 0.1), (0.12, 0.14), (0.12, 0.02)],
            (end * 3.85, 0.0, 0.55),
            "rope",
            paint.ROPE,
            sides=14,
        )
    for side, x in ((-1, -0.6), (1, 0.5)):  # sweeps along the sides
        y = side * 1.08
        sketch.tube([(x - 3.0, y, floor + 0.12), (x + 2.6, y, floor + 0.12)], 0.05, "wood", "#b08a58", sides=6)
        sketch.box((x + 2.2, y - 0.12, floor + 0.08), (x + 3.0, y + 0.12, floor + 0.13), "wood", "#b08a58")
    sketch.tube([(-4.75, 0.0, 0.6), (-4.75, 0.0, 1.75)], 0.05, "iron", paint.IRON, sides=6)  # a lantern at the stern
    sketch.lathe(
        [(0.1, 0.0), (0.17, 0.05), (0.17, 0.3), (0.05, 0.42), (0.0, 0.45)],
        (-4.75, 0.0, 1.75),
        "gold",
        paint.GILT,
        sides=8,
    )
    return model


def _rowing_boat() -> PaintedSolid:
    """The hull of a small boat, hollow."""
    points = []
    for x, h, k, r in (
        (-2.0, 0.45, -0.1, 0.42),
        (-0.8, 0.72, -0.28, 0.3),
        (0.8, 0.72, -0.28, 0.3),
        (2.2, 0.08, 0.1, 0.55),
    ):
        points += [(x, -h * 0.6, k), (x, h * 0.6, k), (x, -h, r), (x, h, r)]
    body = hull(points, Paint("wood", "#5a4a38"))
    well = hull(
        [
            (x, s * h, z)
            for x, h in ((-1.8, 0.36), (-0.8, 0.6), (0.8, 0.6), (1.7, 0.2))
            for s in (-1, 1)
            for z in (0.14, 2.0)
        ],
        Paint("wood", "#5a4a38", up=Paint("wood", "#7a6248")),
    )
    return body - well


def sandolo() -> Model:
    """A plain rowing boat, moored for good and full of nets: debris in the water (TERR-10)."""
    model = Model("sandolo")
    model.part("hull", _rowing_boat(), obstacle="debris", material="wood")
    model.part(
        "nets",
        hull(
            [
                (0.4 + 0.5 * np.cos(a) * r, 0.42 * np.sin(a) * r, z)
                for a in np.linspace(0, 6, 8)
                for r, z in ((1.0, 0.1), (0.8, 0.3), (0.3, 0.45))
            ],
            Paint("rope", "#6a7a5a"),
        ),
        obstacle="debris",
        material="rope",
    )
    model.sketch.box((-1.2, -0.6, 0.26), (-0.95, 0.6, 0.31), "wood", "#7a6248")
    model.sketch.tube([(-1.6, 0.3, 0.45), (1.2, -0.2, 0.5)], 0.03, "wood", "#9a7a50")
    return model


def market_boat() -> Model:
    """A rowing boat that is a stall, moored for good: baskets under a soft roof of cloth; debris in the water."""
    model = Model("barca-del-mercato")
    model.part("hull", _rowing_boat(), obstacle="debris", material="wood")
    baskets = join(
        box((x - 0.3, y - 0.24, 0.1), (x + 0.3, y + 0.24, 0.5), Paint("straw", "#b08a4a"))
        for x in (-0.75, 0.0, 0.75)
        for y in (-0.27, 0.27)
    )
    model.part("baskets", baskets, obstacle="debris", material="straw")
    pole = Paint("wood", "#6a4c34")
    posts = join(
        beam((x, y, 0.0), (x, y, top), 0.05, pole) for x in (-1.1, 1.1) for y, top in ((-0.5, 1.5), (0.5, 1.85))
    )
    model.part("posts", posts, obstacle="debris", material="wood")
    frame = Frame((0.0, 0.58, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
    awning_onto(model, "cloth", frame, 0.0, 1.9, 2.4, "#2f5f8a", 1.2)
    goods = ("#d9dfe4", "#8fb0c0", "#e8902a", "#c9302a", "#7a9a3a", "#e8c23a")
    for number, x in enumerate((-0.75, 0.0, 0.75)):
        for y in (-0.27, 0.27):
            for _ in range(7):
                at = (x + model.random.uniform(-0.22, 0.22), y + model.random.uniform(-0.17, 0.17), 0.54)
                tone = goods[(2 * number + (y > 0)) % len(goods)]
                model.sketch.lathe([(0.0, -0.05), (0.06, 0.0), (0.0, 0.06)], at, "flower", tone, sides=6)
    return model


def stage() -> Model:
    """Floating crates and planks: debris to swim through or climb on."""
    model = Model("relitto")
    wood = Paint("wood", "#7a6248")
    raft = box((-0.9, -0.6, -0.15), (0.9, 0.6, 0.08), wood) + box((-0.7, -0.35, 0.0), (-0.1, 0.25, 0.5), wood)
    model.part("raft", raft.turned(8), obstacle="debris")
    draw_planks(model, (-0.9, -0.6), (0.9, 0.6), 0.08, 0.3, "#6a5640")
    return model
