"""What is drawn over the board while it is built: what is chosen, handles, guides, the grid, lengths and gaps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.app.editor.controller import EditorController
from sim.app.editor.handles import cornered, handles
from sim.app.editor.model import EditorModel
from sim.app.editor.tools import DRAWN, CornerDrag, EditorTool, MoveDrag
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import GOLD, WHITE, Colour, faint
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.tableau import Point
from sim.builder.corners import corners_of, foot_of, goes_round
from sim.words import joined, say

__all__ = ["EditorMarks"]

Floats = NDArray[np.float64]

PALE: Colour = (1.0, 0.98, 0.92, 0.55)
GUIDE: Colour = (0.45, 0.95, 0.90, 0.95)
AXIS: Colour = (0.70, 0.62, 1.0, 0.75)
GRID: Colour = (1.0, 1.0, 1.0, 0.22)
GRID_FOOT: Colour = (1.0, 1.0, 1.0, 0.5)
ERROR: Colour = (0.98, 0.36, 0.28, 0.95)
WARNING: Colour = (0.98, 0.72, 0.25, 0.95)
LIFT = 0.04
HANDLE = 0.03  # inches over what they shape
GAPS = 8.0  # inches: wider gaps are not told
NEIGHBOURS = 2
TALL = 2.4  # inches: as houses are
STANDS_IN = 1.0  # square inches


class EditorMarks:
    """Layers of marks, each drawn anew only when what it shows has changed."""

    def __init__(self, renderer: Any, model: EditorModel) -> None:
        self.model = model
        self.floor = Overlay(renderer, through=0.0, name="floor")
        self.chosen = Overlay(renderer, through=0.45, name="chosen")
        self.hand = Overlay(renderer, through=0.55, name="hand")
        self.places = Overlay(renderer, through=0.8, name="findings")
        self._drawn: dict[str, object] = {}

    def close(self) -> None:
        for layer in (self.floor, self.chosen, self.hand, self.places):
            layer.remove()

    def sync(self, hand: EditorController) -> None:
        model = self.model
        busy = hand.tool is not EditorTool.SELECT or hand.drag is not None
        if self._changed("floor", (model.map.size, model.grid, busy, model.symmetry)):
            self._floor(busy)
        hovered = hand.hovered.id if hand.hovered is not None and hand.drag is None else None
        if self._changed("chosen", (model.shown, model.selected, hovered, hand.lit, hand.tool)):
            self._chosen(hand, hovered)
        held = (model.shown, hand.guides.tobytes(), hand.points, model.tape, hand.tool, hand.remaker.ring)
        pointed = hand.hovered.at if hand.hovered is not None and hand.tool is EditorTool.MEASURE else None
        if self._changed("hand", (*held, pointed, hand.drag is None)):
            self._in_hand(hand, pointed)

    def show_place(self, at: Point | None, error: bool) -> None:
        """Where a finding is."""
        if self._changed("place", (at, error)):
            self.places.clear()
            if at is not None:
                colour = ERROR if error else WARNING
                self.places.ring(at, 1.2, colour, 0.14)
                self.places.line([at, (at[0], at[1], at[2] + 5.0)], colour, 3.0)

    def _changed(self, name: str, value: object) -> bool:
        if name in self._drawn and self._drawn[name] == value:
            return False
        self._drawn[name] = value
        return True

    # -- layers -----------------------------------------------------------------------------------------------

    def _floor(self, busy: bool) -> None:
        """The board's edge, its grid while something is in hand, and the lines of the symmetry."""
        floor, model = self.floor, self.model
        floor.clear()
        w, d = model.map.size
        ring: list[Point] = [(0, 0, LIFT), (w, 0, LIFT), (w, d, LIFT), (0, d, LIFT), (0, 0, LIFT)]
        floor.line(ring, faint(GOLD, 0.6), 2.0)
        if busy and model.grid:
            step = max(model.grid, 1.0)
            for every, colour in ((step, GRID), (6.0, GRID_FOOT)):
                xs, ys = np.arange(every, w - 0.01, every), np.arange(every, d - 0.01, every)
                ways: list[list[Point]] = [[(float(x), 0.0, LIFT), (float(x), d, LIFT)] for x in xs]
                ways += [[(0.0, float(y), LIFT), (w, float(y), LIFT)] for y in ys]
                floor.lines(ways, colour, 1.2)
        across, along = [(w / 2, 0, LIFT), (w / 2, d, LIFT)], [(0, d / 2, LIFT), (w, d / 2, LIFT)]
        lines = {"east-west": [across], "north-south": [along], "quarter turns": [across, along]}
        for line in lines.get(model.symmetry or "", []):
            floor.line([(float(x), float(y), z) for x, y, z in line], AXIS, 3.0, dashed=0.5)
        if model.symmetry in ("half turn", "quarter turns"):
            floor.ring((w / 2, d / 2, 0.0), 0.8, AXIS, 0.12)

    def _chosen(self, hand: EditorController, hovered: str | None) -> None:
        layer, model = self.chosen, self.model
        layer.clear()
        if hovered is not None and hovered not in model.selected and hand.tool is EditorTool.SELECT:
            self._outline(hovered, PALE, 2.0)
        for id in model.selected:
            self._outline(id, GOLD, 3.0)
        for id in model.carried() - set(model.selected):
            self._outline(id, GOLD if hand.tool is EditorTool.PLACE else AXIS, 2.0)
        if hand.tool is not EditorTool.SELECT:
            return
        for thing in cornered(model, shown=True):
            for handle, (x, y, z) in handles(thing):
                lit, place = hand.lit == handle, (x, y, z + HANDLE)
                if handle.between:
                    layer.disc(place, 0.28 if lit else 0.18, (*GUIDE[:3], 0.95 if lit else 0.55))
                else:
                    layer.disc(place, 0.40 if lit else 0.32, WHITE if lit else GOLD)

    def _outline(self, id: str, colour: Colour, width: float) -> None:
        """Round a piece at its foot and its top, or round a canal."""
        model = self.model
        placed = model.piece(id, shown=True)
        plot = corners_of(placed)  # stands before its house is built
        ring = np.array(plot) if plot else model.outline(id)
        if not len(ring):
            return
        if placed is None:
            thing = model.flat(id, shown=True)
            self.chosen.line(_closed(ring, LIFT + getattr(thing, "z", getattr(thing, "level", 0.0))), colour, width)
            return
        low, high = model.shapes.heights(placed)
        foot = max(low, placed.z if placed.z < 0 else 0.0)
        self.chosen.line(_closed(ring, foot + LIFT), colour, width)
        faint = (*colour[:3], colour[3] * 0.45)
        self.chosen.line(_closed(ring, high), faint, 1.5)
        step = max(len(ring) // 4, 1)
        self.chosen.lines([[(*_flat(c), foot), (*_flat(c), high)] for c in ring[::step]], faint, 1.2)

    def _in_hand(self, hand: EditorController, pointed: Point | None) -> None:
        layer, model = self.hand, self.model
        layer.clear()
        for (x0, y0), (x1, y1) in hand.guides:
            layer.line([(float(x0), float(y0), LIFT), (float(x1), float(y1), LIFT)], GUIDE, 4.0)
        if hand.tool in DRAWN:
            self._drawn_canal(hand)
        if hand.tool is EditorTool.MEASURE:
            self._tape(pointed)
        if hand.tool is EditorTool.PLACE or isinstance(hand.drag, MoveDrag):
            old = {p.id for p in model.map.pieces}
            carried = model.carried_pieces()
            leading = [p for p in carried if p.id not in old] or [p for p in carried if p.id in model.selected]
            if leading:
                self._gaps(leading[0], model.carried())
        if isinstance(hand.drag, CornerDrag):
            self._sides(hand.drag)

    def _drawn_canal(self, hand: EditorController) -> None:
        layer = self.hand
        at = hand.hovered.at if hand.hovered is not None else None
        points = [(x, y, LIFT) for x, y in hand.points] + ([(at[0], at[1], LIFT)] if at is not None else [])
        for point in points:
            layer.disc(point, 0.25, GOLD)
        marked = hand.remaker.ring if hand.tool is EditorTool.REMAKE and not hand.points else ()
        if marked:
            layer.line(_closed(np.array(marked), LIFT), GUIDE, 2.5)
        if len(points) > 1:
            layer.line(points, GOLD, 2.5)
            a, b = points[-2], points[-1]
            far, turned = say('{distance:.1f}"', distance=math.dist(a, b)), f"{_bearing(a, b):.0f}°"
            layer.label(_between(a, b, 0.7), joined("  ", (far, turned)), GOLD)

    def _tape(self, pointed: Point | None) -> None:
        ends = list(self.model.tape)
        if len(ends) == 1 and pointed is not None:
            ends.append(pointed)
        if not ends and pointed is not None:
            self.hand.ring(pointed, 0.25, GOLD)
        if len(ends) == 2 and math.dist(*ends) > 0.01:
            (x0, y0, z0), (x1, y1, z1) = ends
            level = math.hypot(x1 - x0, y1 - y0)
            words = [say('{distance:.2f}"', distance=math.dist(*ends))]
            if abs(z1 - z0) > 0.05:
                words.append(say('level {level:.2f}", up {rise:+.2f}"', level=level, rise=z1 - z0))
            self.hand.tape(ends[0], ends[1], joined("  ", (*words, f"{_bearing(*ends):.0f}°")))

    def _gaps(self, held: PiecePlacement, carried: set[str]) -> None:
        """The gaps from what is in hand to what is nearest, and to the board's edge; and how it is turned."""
        model, layer = self.model, self.hand
        own = shapely.polygons(model.shapes.outline(held))
        low, high = model.shapes.heights(held)
        others = model.shapes.polygons(model.map)
        free = np.array([id not in carried for id in others])
        all_ = np.array(list(others.values()), dtype=object)[free] if others else np.array([], dtype=object)
        apart = shapely.distance(all_, own)
        near = all_[(apart > 0.01) & (apart <= GAPS)]
        rings = [ring for canal in model.shown.canals if len(ring := model.outline(canal.id)) > 2]
        lines = [shapely.shortest_line(own, shape) for shape in (*near, *map(shapely.linearrings, rings))]
        found = [(float(line.length), line) for line in lines]
        told = sorted((gap for gap in found if 0.01 < gap[0] <= GAPS), key=lambda gap: gap[0])[:NEIGHBOURS]
        z = max(low, 0.0) + LIFT
        if high - low > TALL:
            ids = np.array(list(others), dtype=object)[free] if others else np.array([], dtype=object)
            self._inside(held, own, [(id, shape) for id, shape in zip(ids, all_, strict=True)], high)
        for gap, line in told:
            (x0, y0), (x1, y1) = line.coords
            layer.line([(x0, y0, z), (x1, y1, z)], WHITE, 3.0)
            layer.label(((x0 + x1) / 2, (y0 + y1) / 2, z + 0.5), f'{gap:.2f}"')
        words = f"{held.turn:g}°" + (f'  {held.z:+g}"' if abs(held.z) > 0.001 else "")
        layer.label((*held.at, high + 0.7), words, GOLD)

    def _inside(self, held: PiecePlacement, own: Any, others: list[tuple[str, Any]], high: float) -> None:
        """Which house or other tall thing the tall one in hand stands in."""
        standing = {placed.id: placed for placed in self.model.map.pieces}
        found = [(float(shapely.intersection(shape, own).area), id) for id, shape in others]
        for area, id in sorted(found, reverse=True):
            low, top = self.model.shapes.heights(standing[id])
            if area > STANDS_IN and top - low > TALL:
                self.hand.label((*held.at, high + 2.0), say("stands in {other}", other=id), ERROR, 17)
                return

    def _sides(self, drag: CornerDrag) -> None:
        """How long the two sides of a dragged corner are."""
        thing = next((each for each in cornered(self.model, shown=True) if each.id == drag.thing.id), None)
        corners, z = corners_of(thing), foot_of(drag.thing) + LIFT
        count = len(corners)
        for other in (drag.index - 1, drag.index + 1):
            if drag.index >= count or (not goes_round(drag.thing) and not 0 <= other < count):
                continue
            a, b = (*corners[drag.index], z), (*corners[other % count], z)
            self.hand.label(_between(a, b, 0.5), say('{distance:.1f}"', distance=math.dist(a, b)), GOLD)


def _flat(corner: Floats) -> tuple[float, float]:
    return (float(corner[0]), float(corner[1]))


def _closed(ring: Floats, z: float) -> list[Point]:
    points = [(*_flat(corner), z) for corner in ring]
    return [*points, points[0]]


def _between(a: Point, b: Point, up: float) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 + up)


def _bearing(a: Point, b: Point) -> float:
    """Degrees counter-clockwise from east."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0
