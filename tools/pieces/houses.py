"""The houses of the quarter."""

from __future__ import annotations

import numpy as np

from sim.board.architecture import paint
from sim.board.architecture.balcony import balcony, balustrade
from sim.board.architecture.carpentry import altana, awning_onto
from sim.board.architecture.frame import walls_of
from sim.board.architecture.house import House, Storey, build
from sim.board.architecture.model import Model
from sim.board.architecture.paint import Paint
from sim.board.architecture.roofs import chimney, stair_head
from sim.board.architecture.solid import beam, box, join
from sim.board.architecture.storeys import ATTIC, GROUND, MIDDLE, NOBILE, ROUND_GROUND, UPPER


def palazzo() -> Model:
    """A gothic palace: water gate below, loggia and a long balcony on the piano nobile."""
    model = Model("palazzo")
    tall = frozenset({("s", 1, 2), ("s", 1, 3), ("n", 1, 2)})
    plan = House(
        8,
        6,
        (GROUND, NOBILE, UPPER, ATTIC),
        paint.RED,
        paint.GREEN_SHUTTER,
        doors=(("s", 4.0, "#5a3320"), ("n", 4.0, "#3a5a48")),
        tall_at=tall,
        flowers=0.15,
        door_width=1.2,
    )
    build(model, plan)
    walls = walls_of(plan.width, plan.depth)
    balcony(model, "balcony", walls["s"], 4.0, plan.floor(1) + 0.02, 3.4)
    balcony(model, "back-balcony", walls["n"], float(plan.places("n")[2]), plan.floor(1) + 0.02, 2.0)
    for x, y in ((-2.4, 1.2), (2.2, 1.4), (0.4, -1.6)):
        chimney(model, f"chimney-{int(x * 10 + 30)}", x, y, plan.height + 0.5, 1.6, paint.ROSE)
    return model


def casa_ocra() -> Model:
    """A three-storey house with a wooden terrace on its roof."""
    model = Model("casa-ocra")
    plan = House(
        6,
        5,
        (GROUND, MIDDLE, UPPER),
        paint.OCHRE,
        paint.BROWN_SHUTTER,
        "gable",
        0.5,
        doors=(("s", 1.5, "#6b2f22"),),
        tall_at=frozenset({("s", 1, 2)}),
        flowers=0.45,
    )
    build(model, plan)
    balcony(model, "balcony", walls_of(6, 5)["s"], float(plan.places("s")[2]), plan.floor(1) + 0.02, 1.9)
    chimney(model, "chimney", -1.9, 0.9, plan.height + 0.6, 1.5, paint.OCHRE)
    altana(model, 1.0, 0.0, plan.height + 1.42, 2.6, 2.4, plan.height)
    return model


def casa_rosa() -> Model:
    """A small house of two storeys."""
    model = Model("casa-rosa")
    plan = House(
        5, 5, (GROUND, UPPER), paint.ROSE, paint.BLUE_SHUTTER, "hip", 0.42, doors=(("s", 2.5, "#2f4f3f"),), flowers=0.6
    )
    build(model, plan)
    chimney(model, "chimney", 1.0, 0.8, plan.height + 0.35, 1.4, paint.ROSE)
    return model


def casa_alta() -> Model:
    """A tall house with a flat roof and a balcony half way on two sides."""
    model = Model("casa-alta")
    storeys = (ROUND_GROUND, Storey(1.9, "round", 0.54, 1.2, 0.4), UPPER, UPPER)
    tall = frozenset({("s", 2, 1), ("e", 2, 1)})
    plan = House(
        5,
        5,
        storeys,
        paint.CREAM,
        paint.RED_SHUTTER,
        "flat",
        doors=(("s", 2.5, "#4a2a20"),),
        tall_at=tall,
        flowers=0.35,
    )
    build(model, plan)
    for side in "se":
        balcony(model, f"balcony-{side}", walls_of(5, 5)[side], 2.5, plan.floor(2) + 0.02, 2.3)
    model.part("stair-head", stair_head(paint.CREAM).at(0.0, 1.3, plan.height), material="stucco")
    return model


def locanda() -> Model:
    """An inn with a long balcony, an awning over its door and a sign."""
    model = Model("locanda")
    plan = House(
        7,
        5,
        (Storey(1.9, "round", 0.7, 1.1, 0.5, shutters=False), MIDDLE, ATTIC),
        paint.MUSTARD,
        paint.GREEN_SHUTTER,
        "gable",
        0.45,
        doors=(("s", 3.5, "#6a2a1e"),),
        tall_at=frozenset({("s", 1, 1), ("s", 1, 3)}),
        flowers=0.5,
        lit=0.35,
    )
    build(model, plan)
    front = walls_of(7, 5)["s"]
    balcony(model, "balcony", front, 3.5, plan.floor(1) + 0.02, 5.0)
    chimney(model, "chimney-1", -2.2, 0.8, plan.height + 0.5, 1.5, paint.MUSTARD)
    chimney(model, "chimney-2", 2.3, -0.7, plan.height + 0.5, 1.3, paint.MUSTARD)
    sketch = model.sketch
    arm = front.point(6.45, 1.75, 0.0)
    sketch.tube([arm, arm + np.array([0, -0.75, 0.0])], 0.025, "iron", paint.IRON)
    sketch.box(arm + np.array([-0.03, -0.72, -0.62]), arm + np.array([0.03, -0.16, -0.06]), "wood", "#7a2f28")
    sketch.box(arm + np.array([-0.035, -0.6, -0.5]), arm + np.array([0.035, -0.28, -0.18]), "gold", paint.GILT, turn=0)
    return model


def magazzino() -> Model:
    """A warehouse of brick with wide doors to the water and a low roof."""
    model = Model("magazzino")
    low = Storey(2.1, "round", 0.6, 0.7, 1.1, shutters=False, grille=True)
    plan = House(
        8,
        5,
        (low, Storey(1.7, "round", 0.6, 0.9, 0.4, shutters=False, grille=True)),
        paint.SIENNA,
        roof="gable",
        pitch=0.44,
        brick=True,
        doors=(("s", 2.0, "#54402c"), ("s", 6.0, "#54402c"), ("n", 4.0, "#54402c")),
        quoins=False,
        flowers=0.0,
        lit=0.05,
        door_width=1.5,
        door_height=1.75,
        spacing=1.6,
    )
    build(model, plan)
    front = walls_of(8, 5)["s"]
    jib = beam(
        tuple(front.point(4.0, 3.45, -0.2)), tuple(front.point(4.0, 3.45, 1.1)), 0.08, Paint("wood", paint.DARK_WOOD)
    )
    model.part("hoist", jib, material="wood")
    end = front.point(4.0, 3.4, 0.95)
    model.sketch.tube([end, end - np.array([0, 0, 1.1])], 0.018, "rope", paint.ROPE)
    model.sketch.lathe(
        [(0.0, 0.0), (0.14, 0.05), (0.16, 0.25), (0.05, 0.36), (0.0, 0.38)],
        end - np.array([0, 0, 1.45]),
        "cloth",
        "#c9b48a",
        sides=8,
    )
    return model


def bottega() -> Model:
    """A shop under a roof terrace, with striped awnings to land on."""
    model = Model("bottega")
    plan = House(
        4.5,
        4.5,
        (Storey(1.9, "rect", 0.8, 1.0, 0.45, shutters=False), Storey(1.6, "rect", 0.5, 0.9, 0.35)),
        paint.PEACH,
        paint.GREEN_SHUTTER,
        "flat",
        doors=(("s", 2.25, "#2f5a4a"),),
        flowers=0.7,
        lit=0.3,
        gaps=("n",),
    )
    build(model, plan)
    front = walls_of(4.5, 4.5)["s"]
    awning_onto(model, "awning-left", front, 0.75, 2.3, 1.3, "#a8322a")
    awning_onto(model, "awning-right", front, 3.75, 2.3, 1.3, "#a8322a")
    for x, y in ((-1.5, 1.4), (1.3, -1.2)):
        model.sketch.lathe(
            [(0.14, 0.0), (0.2, 0.28), (0.23, 0.3), (0.23, 0.36), (0.19, 0.36), (0.0, 0.33)],
            (x, y, plan.height),
            "tile",
            paint.TILE,
        )
        model.sketch.leaves((x, y, plan.height + 0.6), (0.24, 0.24, 0.28), 60, paint.LEAF, 0.075)
        model.sketch.leaves((x, y, plan.height + 0.68), (0.22, 0.22, 0.24), 14, "#e8902a", 0.055, "flower")
    return model


def casa_stretta() -> Model:
    """A narrow house with a steep gable, for the ends of rows."""
    model = Model("casa-stretta")
    plan = House(
        3.6,
        5,
        (ROUND_GROUND, UPPER, ATTIC),
        paint.WHITE,
        paint.BLUE_SHUTTER,
        "gable",
        0.7,
        doors=(("s", 1.8, "#35586e"),),
        flowers=0.4,
        spacing=1.2,
    )
    build(model, plan)
    chimney(model, "chimney", 0.7, 1.4, plan.height + 0.8, 1.4, paint.WHITE)
    return model


def scuola() -> Model:
    """The hall of a brotherhood: marble front, tall round windows, a low hipped roof with a stone terrace in front."""
    model = Model("scuola")
    high = Storey(2.5, "round", 0.72, 1.8, 0.35)
    plan = House(
        7,
        6,
        (Storey(2.0, "round", 0.6, 1.05, 0.55, shutters=False, grille=True), high),
        paint.WHITE,
        roof="hip",
        pitch=0.38,
        doors=(("s", 3.5, "#5a2a20"),),
        tall_at=frozenset(),
        flowers=0.0,
        lit=0.25,
        spacing=1.4,
        door_width=1.3,
        door_height=1.75,
    )
    build(model, plan)
    steps = join(
        box(
            (-1.2 - 0.3 * k, -3.0 - 0.3 * (3 - k), 0),
            (1.2 + 0.3 * k, -2.9, 0.36 - 0.12 * k),
            Paint("stone", paint.STONE),
        )
        for k in range(3)
    )
    model.part("steps", steps)
    front = walls_of(7, 6)["s"]
    balustrade(
        model, "parapet", [front.point(0.1, plan.height, -0.08), front.point(6.9, plan.height, -0.08)], 0.42, 0.24
    )
    for x in (-3.3, -1.1, 1.1, 3.3):
        model.sketch.lathe(
            [(0.13, 0), (0.13, 0.1), (0.07, 0.16), (0.09, 0.5), (0.07, 0.75), (0.03, 0.8), (0.07, 0.88), (0.0, 1.0)],
            (x, -2.92, plan.height + 0.4),
            "stone",
            paint.STONE,
            sides=8,
        )
    return model
