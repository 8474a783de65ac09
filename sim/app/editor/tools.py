"""What a hand may do on the board: each tool answers the mouse, and proposes edits to the model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.editor.model import EditorModel
from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.files.mapfile import Canal, Street
from sim.board.model.tableau import Point
from sim.builder.corners import Cornered
from sim.builder.edits import AddFlat, Edit, Move, SetFlat, Together, Turn
from sim.builder.errors import EditRefused
from sim.builder.flat_things import LEVELS, flat_things, points_of
from sim.builder.shaping import building_on, row_of_houses, stretched
from sim.builder.snapping import edges_of, on_grid, snap_to_edges
from sim.builder.water_brush import dried, flooded
from sim.words import reason, say

__all__ = [
    "DRAWN",
    "SMALLEST",
    "STANDS",
    "STRETCHED",
    "BoxDrag",
    "CornerDrag",
    "Drag",
    "EditorTool",
    "Eyes",
    "Floats",
    "MoveDrag",
    "Pixel",
    "StrokeDrag",
    "Vector",
    "boxed",
    "brush_edges",
    "drawn_edit",
    "mark_edit",
    "propose_mark",
    "propose_move",
    "propose_stroke",
    "raising",
    "snapped_corner",
    "snapped_move",
    "still_edges",
    "turning",
    "widening",
    "within",
]

Floats = NDArray[np.float64]
Pixel = tuple[float, float]
Flat = tuple[float, float]
Vector = tuple[float, float, float]

PULL = 0.4  # inches: so near, edges draw a thing to them
EDGE_PULL = 0.7  # and the board's own edges draw corners
TREAD = 0.4  # inches of each step of a new street
SMALLEST = 1.0  # inch of width of a canal or street
LINE_PULL = 1.5  # and the ends of canals more, which are to run over them
STROKE = 0.15  # inches between two points of a stroke
RING = 25  # points round a brush


class EditorTool(Enum):
    """What the mouse does."""

    SELECT = "select"
    PLACE = "place"
    OUTLINE = "canal outline"
    STREET = "street"
    LINE = "canal line"
    LANE = "street line"
    MEASURE = "measure"
    MINI = "mini"
    PLOT = "plot"
    BRIDGE = "bridge"
    ROW = "row of houses"
    REMAKE = "made again"
    ZONE = "zone"
    OBJECTIVE = "objective"
    NOTE = "note"
    IMPORT = "mesh"
    WATER = "water brush"


DRAWN = (
    EditorTool.OUTLINE,
    EditorTool.STREET,
    EditorTool.LINE,
    EditorTool.LANE,
    EditorTool.PLOT,
    EditorTool.BRIDGE,
    EditorTool.ROW,
    EditorTool.REMAKE,
    EditorTool.ZONE,
)
"""Tools that draw corners."""
STRETCHED = (EditorTool.BRIDGE, EditorTool.ROW)
"""Those that are done with their second."""
STANDS = (EditorTool.OBJECTIVE, EditorTool.NOTE)
"""Tools that put a mark where one clicks."""


class Eyes(Protocol):
    """How the board is seen."""

    def ray(self, mouse: Pixel) -> tuple[Point, Vector]: ...

    def pixel(self, point: Point) -> Pixel | None: ...


class MoveDrag(msgspec.Struct):
    """Things that are dragged along the level on which they were taken hold of."""

    ids: tuple[str, ...]
    grip: Point
    others: Sequence[Floats]  # edges that they snap to
    own: Floats  # their edges where they were
    anchor: Flat  # what lies on the grid
    turned: float = 0.0
    moved: bool = False


class BoxDrag(msgspec.Struct):
    """A box drawn over what is to be chosen, in pixels."""

    start: Pixel
    now: Pixel
    kept: tuple[str, ...]  # chosen before


class CornerDrag(msgspec.Struct):
    """A corner of a thing that was taken hold of, and all of its corners, a new one among them. `others`: corners that
    it snaps to, (n, 2)."""

    thing: Cornered
    corners: tuple[Flat, ...]
    index: int
    others: Floats | None = None
    moved: bool = False


class StrokeDrag(msgspec.Struct):
    """Water that is painted, or painted away."""

    points: list[Flat]
    away: bool


Drag = MoveDrag | BoxDrag | CornerDrag | StrokeDrag


def boxed(model: EditorModel, eyes: Eyes, drag: BoxDrag) -> list[str]:
    """The pieces whose middles are seen within a box, and of all else what lies in it with each of its points."""
    (x0, x1), (y0, y1) = (sorted(pair) for pair in zip(drag.start, drag.now, strict=True))

    def within_box(at: Point) -> bool:
        pixel = eyes.pixel(at)
        return pixel is not None and x0 <= pixel[0] <= x1 and y0 <= pixel[1] <= y1

    found = []
    for placed in model.map.pieces:
        low, high = model.shapes.heights(placed)
        middle = model.outline(placed.id).mean(0)
        if within_box((float(middle[0]), float(middle[1]), (low + high) / 2)):
            found.append(placed.id)
    for thing in flat_things(model.map):
        foot = getattr(thing, "z", getattr(thing, "level", 0.0))
        if all(within_box((x, y, foot)) for x, y in points_of(thing)):
            found.append(thing.id)
    return found


def still_edges(model: EditorModel, without: Sequence[str]) -> list[Floats]:
    """The walls, quays and board's edges that things may snap to."""
    made = model.map
    w, d = made.size
    found = [edges_of([(0, 0), (w, 0), (w, d), (0, d)])]
    found += [model.shapes.edges(p) for p in made.pieces if p.id not in without]
    found += [edges_of(model.outline(c.id)) for c in made.areas if c.id not in without]
    return found


def snapped_move(model: EditorModel, drag: MoveDrag, by: Flat, *, free: bool) -> tuple[Flat, Floats]:
    """A way of dragged things as it snaps, and the edges that it snapped to."""
    none = np.zeros((0, 2, 2))
    if free:
        return by, none
    if model.snaps and drag.turned == 0.0:
        snap = snap_to_edges(drag.own + np.asarray(by), drag.others, PULL)
        if snap is not None:
            return (by[0] + snap.by[0], by[1] + snap.by[1]), snap.edges
    at = on_grid((drag.anchor[0] + by[0], drag.anchor[1] + by[1]), model.grid)
    return (at[0] - drag.anchor[0], at[1] - drag.anchor[1]), none


def propose_move(model: EditorModel, drag: MoveDrag, at: Point, *, free: bool) -> Floats:
    """Show the dragged things where the hand is; returns the edges that they snapped to."""
    by, edges = snapped_move(model, drag, (at[0] - drag.grip[0], at[1] - drag.grip[1]), free=free)
    edits: list[Edit] = [Move(drag.ids, (*by, 0.0))]
    if drag.turned:
        middle = (drag.anchor[0] + by[0], drag.anchor[1] + by[1])
        edits.append(Turn(drag.ids, drag.turned, middle))
    model.propose(edits[0] if len(edits) == 1 else Together(tuple(edits), edits[0].words))
    return edges


def snapped_corner(
    model: EditorModel, at: Flat, *, free: bool, line: bool = False, others: Floats | None = None
) -> Flat:
    """A corner as it snaps: to corners of canals and streets and to the `others`, to the board's edges, to the grid.
    `line`: of a canal or street that runs over an edge, if it comes near one."""
    if free:
        return (round(at[0], 2), round(at[1], 2))
    w, d = model.map.size
    if model.snaps:
        if others is not None and (near := _nearest(others, at)) is not None:
            return near
        for thing in model.map.areas:
            for corner in points_of(thing):
                if math.dist(corner, at) < PULL:
                    return corner
    x, y = on_grid(at, model.grid)
    pull = LINE_PULL if line else EDGE_PULL
    x = 0.0 if at[0] < pull else w if at[0] > w - pull else x
    y = 0.0 if at[1] < pull else d if at[1] > d - pull else y
    return (x, y)


def _nearest(corners: Floats, at: Flat) -> Flat | None:
    """The corner that draws a hand to it, if one is so near."""
    if not len(corners):
        return None
    away = np.hypot(*(corners - at).T)
    index = int(away.argmin())
    return (round(float(corners[index, 0]), 3), round(float(corners[index, 1]), 3)) if away[index] < PULL else None


def raising(model: EditorModel, by: float) -> Edit | None:
    """What raises the pieces that are chosen, or else the streets."""
    pieces = model.chosen_pieces()
    if pieces:
        return Move(tuple(p.id for p in pieces), (0.0, 0.0, by))
    low, high = LEVELS
    streets = [street for street in model.chosen_flat() if isinstance(street, Street)]
    levels = [msgspec.structs.replace(s, level=min(max(s.level + by, low), high)) for s in streets]
    return Together(tuple(SetFlat(street) for street in levels), say("Raise or lower")) if levels else None


def turning(model: EditorModel, by: float) -> Edit | None:
    """What turns what is chosen: a piece about itself, all else about its middle."""
    middle = model.middle(model.selected)
    if middle is None:
        return None
    alone = len(model.selected) == 1 and bool(model.chosen_pieces())
    return Turn(model.selected, by, None if alone else middle[:2])


def widening(model: EditorModel, by: float) -> Edit | None:
    """What makes the lines that are chosen wider, or narrower."""
    lines = [thing for thing in model.chosen_flat() if isinstance(thing, Canal | Street) and thing.line]
    wider = [msgspec.structs.replace(line, width=max(line.width + by, SMALLEST)) for line in lines]
    return Together(tuple(SetFlat(line) for line in wider), say("Widen")) if wider else None


def propose_stroke(model: EditorModel, drag: StrokeDrag, at: Point, width: float) -> None:
    """Show the water as it is painted so far; where that is too little, or nothing, nothing."""
    if math.dist(drag.points[-1], at[:2]) >= STROKE:
        drag.points.append((at[0], at[1]))
    paint = dried if drag.away else flooded
    try:
        model.propose(paint(model.map, drag.points, width))
    except EditRefused as error:
        model.propose(None)
        model.notify(reason(error))


def brush_edges(at: Point, width: float) -> Floats:
    """The outline of a round brush, as edges."""
    turns = np.linspace(0.0, 2 * np.pi, RING)
    return edges_of([(at[0] + width / 2 * np.cos(turn), at[1] + width / 2 * np.sin(turn)) for turn in turns[:-1]])


def within(model: EditorModel, at: Flat) -> Flat:
    """The nearest place on the board."""
    w, d = model.map.size
    return (min(max(at[0], 0.0), w), min(max(at[1], 0.0), d))


def mark_edit(model: EditorModel, tool: EditorTool, at: Point, *, free: bool) -> Edit:
    """What a click puts down: an objective or a note."""
    spot, z = _spot(model, at, free=free)
    thing = MapObjective("objective", spot, z) if tool is EditorTool.OBJECTIVE else MapNote("note", "A note", spot, z)
    return AddFlat(thing)


def propose_mark(model: EditorModel, mark: MapObjective | MapNote, at: Point, *, free: bool) -> None:
    """Show an objective or note where the hand holds it: on whatever is under the mouse."""
    spot, z = _spot(model, at, free=free)
    model.propose(SetFlat(msgspec.structs.replace(mark, at=spot, z=z)))


def _spot(model: EditorModel, at: Point, *, free: bool) -> tuple[Flat, float]:
    x, y = (at[0], at[1]) if free else on_grid((at[0], at[1]), model.grid)
    x, y = within(model, (x, y))
    return (round(x, 3), round(y, 3)), round(at[2], 3) + 0.0


def drawn_edit(tool: EditorTool, points: Sequence[Flat], width: float, size: Flat) -> Edit | None:
    """What a tool makes of the corners that were drawn on a board; None of too few. Raises EditRefused."""
    distinct = tuple(dict.fromkeys(points))
    match tool:
        case EditorTool.LINE if len(distinct) > 1:
            return AddFlat(Canal("rio", line=distinct, width=width))
        case EditorTool.ZONE if len(distinct) > 2:
            return AddFlat(MapZone("zone", distinct))
        case EditorTool.OUTLINE if len(distinct) > 2:
            return AddFlat(Canal("rio", distinct))
        case EditorTool.LANE if len(distinct) > 1:
            return AddFlat(Street("calle", line=distinct, width=width, steps=TREAD))
        case EditorTool.STREET if len(distinct) > 2:
            return AddFlat(Street("campo", distinct, steps=TREAD))
        case EditorTool.PLOT if len(distinct) > 2:
            return building_on(distinct)
        case EditorTool.BRIDGE if len(distinct) > 1:
            return stretched("bridge", distinct[0], distinct[1])
        case EditorTool.ROW if len(distinct) > 1:
            return row_of_houses(distinct[0], distinct[1], size=size)
    return None
