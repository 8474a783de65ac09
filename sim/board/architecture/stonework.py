"""What masons build besides houses: quays, steps, free walls."""

from __future__ import annotations

import numpy as np
from shapely.affinity import scale
from shapely.geometry import Polygon
from shapely.geometry import box as rect

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening
from sim.board.architecture.paint import Paint
from sim.board.architecture.plans import QuayPlan, StairsPlan, Stuff, WallPlan
from sim.board.architecture.ruins import bite, rubble_in
from sim.board.architecture.solid import PaintedSolid, box, join, panel

__all__ = ["garden_wall", "quay", "stairs", "water_steps"]

_STONE = Paint("stone", paint.STONE)
_ASHLAR = Paint("ashlar")
_RISER = 0.15  # inches, at most
_BOLLARD = [(0.12, 0.0), (0.09, 0.06), (0.08, 0.3), (0.13, 0.36), (0.08, 0.44), (0.0, 0.46)]


def water_steps(model: Model, width: float = 2.2, out: float = 0.0) -> None:
    """Add stone steps from the street into the water; the quay lies north of y = `-out`."""
    half = width / 2
    steps = join(box((-half, -0.32 * (k + 1), -2.0), (half, 0.0, -0.2 - 0.2 * k), _STONE) for k in range(4))
    sides = (-half - 0.12, half + 0.12)
    walls = [box((x - 0.12, -1.4, -2.0), (x + 0.12, 0.0, 0.08), _ASHLAR) for x in sides]
    model.part("steps", steps.at(0.0, -out) if out else steps, access=True)
    model.part("cheeks", join(walls).at(0.0, -out) if out else join(walls))
    for x in sides:
        model.sketch.box((x - 0.15, -1.44 - out, 0.02), (x + 0.15, 0.02 - out, 0.1), "stone", paint.STONE)
        model.sketch.lathe(
            [(0.07, 0.0), (0.06, 0.2), (0.1, 0.26), (0.06, 0.34), (0.0, 0.36)],
            (x, -1.25 - out, 0.1),
            "iron",
            paint.IRON,
            sides=8,
        )


def quay(model: Model, plan: QuayPlan) -> None:
    """Add a stone quay that juts into the water at street level."""
    half, deep = plan.width / 2, plan.depth
    model.part(
        "quay",
        box((-half, -deep, -2.0), (half, 0.02, 0.0), Paint("ashlar", "#ffffff", up=Paint("paving"))),
        climbable=False,
        material="ashlar",
    )
    for x in np.arange(-half, half - 0.1, 0.75):
        shade = np.clip(np.asarray(paint.linear(paint.STONE)) * model.random.uniform(0.85, 1.05), 0, 1)
        end = min(x + 0.74, half - 0.01)
        model.sketch.box((x + 0.01, -deep - 0.05, -0.14), (end, -deep + 0.3, 0.02), "stone", shade)
    for x in np.linspace(0.4 - half, half - 0.4, plan.bollards) if plan.bollards > 1 else [0.0] * plan.bollards:
        model.sketch.lathe(_BOLLARD, (x, -deep + 0.5, 0.0), "iron", paint.IRON, sides=10)
    if plan.steps:
        water_steps(model, max(1.3, min(plan.steps, plan.width - 0.6)), deep)


def stairs(model: Model, plan: StairsPlan) -> None:
    """Add stone steps: up to a landing whose far edge is on the origin, or down into the water."""
    if plan.water:
        water_steps(model, plan.width)
        return
    half, high = plan.width / 2, plan.height
    count = int(np.ceil(high / _RISER - 1e-9))
    run = high / plan.steep
    foot = -plan.landing - run
    line = [(foot, 0.0)]
    for k in range(count):
        line += [
            (foot + run * k / count, high * (k + 1) / count),
            (foot + run * (k + 1) / count, high * (k + 1) / count),
        ]
    if plan.landing:
        line.append((0.0, high))
    outline = Polygon([*line, (line[-1][0], 0.0)])
    side = Frame((-half, 0, 0), (0, 1, 0), (1, 0, 0))
    model.part("steps", panel(outline, side, 0.0, plan.width, Paint("ashlar", "#e4dccb", up=_STONE)), material="ashlar")
    if not plan.parapet:
        return
    top = [(foot, 0.0), (-plan.landing, high), *([(0.0, high)] if plan.landing else [])]
    wall = Polygon([(top[0][0], 0.0), (top[-1][0], 0.0), *((y, z + 0.45) for y, z in reversed(top))])
    cap = Polygon([*((y, z + 0.45) for y, z in top), *((y, z + 0.53) for y, z in reversed(top))])
    inner = scale(cap, -1.0, 1.0, origin=(0.0, 0.0))  # as it is seen from the other side
    for name, x in (("west", -half - 0.18), ("east", half)):
        own = Frame((x, 0, 0), (0, 1, 0), (1, 0, 0))
        model.part(f"parapet-{name}", panel(wall, own, 0.0, 0.18, _ASHLAR), material="ashlar")
        model.sketch.panel(cap, own, -0.04, 0.22, "stone", paint.STONE)
        model.sketch.panel(inner, Frame((x, 0, 0), (0, -1, 0), (-1, 0, 0)), -0.22, 0.04, "stone", paint.STONE)
        model.sketch.box((x - 0.06, foot - 0.12, 0.0), (x + 0.24, foot + 0.18, 0.85), "stone", paint.STONE)


def garden_wall(model: Model, plan: WallPlan) -> None:
    """Add a free wall with a broad top: vertical terrain."""
    half, thick, high = plan.length / 2, plan.thick / 2, plan.height
    skin = {
        Stuff.BRICK: Paint("brick", "#f0e4d6"),
        Stuff.STONE: Paint("ashlar", "#e4dccb"),
        Stuff.WOOD: Paint("wood", "#86643e"),
    }[plan.stuff]
    cap = Paint("wood", "#6b4f33") if plan.stuff is Stuff.WOOD else _STONE
    wall = box((-half, -thick, 0.0), (half, thick, high - 0.1), skin) + box(
        (-half - 0.05, -thick - 0.07, high - 0.12), (half + 0.05, thick + 0.07, high), cap
    )
    random = np.random.default_rng([plan.seed, 11])
    if plan.gate and high > 2.0 and plan.length >= 2.4:
        wall = wall - _gateway(model, plan)
    fallen = None
    if plan.ruin:
        plot = rect(-half, -thick, half, thick)
        taken, fallen = bite(plot, high, plan.ruin, random)
        wall = wall - taken
    meaning = {"ruin": True} if plan.ruin else {}
    model.part("wall", wall, material=skin.material, **meaning)
    if fallen is not None:
        heap = rubble_in(fallen.intersection(rect(-half, -thick - 0.7, half, thick + 0.7)), plan.ruin, random)
        if heap is not None:
            model.part("rubble", heap, kind="difficult", ruin=True, material="rubble")
    for k in range(int((plan.length - 0.05) / 0.28) if not plan.ruin else 0):
        x, z = 0.2 - half + 0.28 * k, high - 0.55 + 0.3 * np.sin(k * 1.3)
        if (plan.ivy < 1.0 and random.random() > plan.ivy) or (plan.gate and abs(x) < 1.0):
            continue
        model.sketch.leaves((x, -thick, z), (0.22, 0.09, 0.4), 24, paint.LEAF, 0.075)


def _gateway(model: Model, plan: WallPlan) -> PaintedSolid:
    """What is cut out for a gate; its stone arch is drawn."""
    thick = plan.thick / 2 + 0.2
    gate = Opening(0.0, -0.05, 1.35, min(plan.height - 0.25, 2.0), "round")
    for own in (
        Frame((0, -plan.thick / 2, 0), (1, 0, 0), (0, -1, 0)),
        Frame((0, plan.thick / 2, 0), (-1, 0, 0), (0, 1, 0)),
    ):
        ring = gate.outline().buffer(0.14, quad_segs=2).difference(gate.outline()).intersection(rect(-2, 0, 2, 9))
        model.sketch.panel(ring, own, -0.06, 0.06, "stone", paint.STONE)
    own = Frame((0, 0, 0), (1, 0, 0), (0, -1, 0))
    return panel(gate.outline(4), own, -thick, thick, _STONE)
