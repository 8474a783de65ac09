"""The campanile, the bridges, the church and the ruin."""

from __future__ import annotations

from shapely.geometry import Polygon
from shapely.geometry import box as rect

from sim.board.architecture import bell_towers, bridges, carpentry, churches, paint
from sim.board.architecture.carpentry import draw_planks
from sim.board.architecture.frame import walls_of
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import BridgePlan, CampanilePlan, ChurchPlan, Stuff
from sim.board.architecture.solid import PaintedSolid, beam, box, join, panel, prism

_STONE, _BRICK, _PAVING = Paint("stone", paint.STONE), Paint("brick"), Paint("paving")


def campanile() -> Model:
    """A bell tower with a gallery half way."""
    model = Model("campanile")
    bell_towers.campanile(model, CampanilePlan())
    return model


def ponte_di_pietra() -> Model:
    """The stepped bridge, for a canal of 5" to 6"."""
    model = Model("ponte-di-pietra")
    bridges.bridge(model, BridgePlan())
    return model


def ponte_di_legno() -> Model:
    """A bridge of planks."""
    model = Model("ponte-di-legno")
    bridges.bridge(model, BridgePlan(stuff=Stuff.WOOD, length=8.0, width=2.3, rise=1.15))
    return model


def scaffold() -> Model:
    """A builders' scaffold: decks at 2.2" and 4.4", with ladders between."""
    model = Model("scaffold")
    carpentry.scaffold(model)
    return model


def church() -> Model:
    """The church of San Canciano."""
    model = Model("chiesa")
    churches.church(model, ChurchPlan())
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
