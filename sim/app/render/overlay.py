"""Evidence drawn on the board: reach, paths, lines of sight, rings, ghosts, labels.

An `Overlay` is a layer of marks over the finished picture, with the scene's own depth: what lies behind the
board stays visible at the share `through`. Marks are added and the layer cleared as a whole; drawing them
anew leaves the scene alone, so it costs little. Lengths are inches, widths pixels, colours RGBA from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render import glsl_overlay
from sim.app.render.label_pictures import label_node
from sim.app.render.mark_shapes import as_point, dashes, dots, even, plain_lines, ribbon, ring_node, triangulated
from sim.app.render.palettes import (
    CASING,
    FREE,
    HIDDEN,
    ROLLED,
    SEEN,
    STANDARD,
    TAPE,
    WHITE,
    Colour,
    Inks,
    faint,
)
from sim.app.render.passes import FULL, quad
from sim.app.render.screen import Screen
from sim.app.render.surface import halve
from sim.app.render.vertex_buffers import PLAIN, geom_node
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Cover, Level, Path, Reach, Sight
from sim.percent import percent
from sim.words import say
from sim.words.tongues import told

__all__ = ["Overlay", "bore"]

Floats = NDArray[np.float64]

RIM = 0.04  # inches of a ring's dark casing, on each side
FLAT = 0.05  # inches: a level that rises less is flat
SLIVER = 0.06  # square inches: what is smaller has no outline of its own
LIFT = 0.035  # how far marks lie above the ground


class PlacedLabel(msgspec.Struct, frozen=True, eq=False):
    """A label as it is drawn: its node, the point that it is about, and how many pixels it takes."""

    node: Any
    at: Point
    text: str
    size: tuple[float, float]

    def shift(self, right: float, down: float) -> None:
        """Draw it so many pixels farther to the right and down."""
        from panda3d.core import LVector2

        self.node.set_shader_input("nudge", LVector2(right, -down))


class Overlay:
    """One layer of marks. `renderer` is `BoardView.renderer`; the layers over one renderer are independent."""

    def __init__(self, renderer: Any, through: float = 0.16, name: str = "overlay", palette: Inks = STANDARD) -> None:
        self.node = renderer.drawn.attach_new_node(name)
        self.palette = palette  # of what is drawn from now on
        self.labels: list[PlacedLabel] = []
        self.renderer = renderer
        self._screen: Screen = renderer.screen
        self.shaders = self._screen.shaders
        if self.shaders:
            self.node.set_shader_input("through", through)
            self._line_shader = _shader(self._screen, "LINE")
            self._label_shader = _shader(self._screen, "LABEL")

    def clear(self) -> None:
        """Take all marks of this layer away."""
        self.labels.clear()
        self.node.get_children().detach()
        self.renderer.drawn_changed()

    def show(self, shown: bool) -> None:
        if shown:
            self.node.show()
        else:
            self.node.hide()
        self.renderer.drawn_changed()

    def remove(self) -> None:
        self.node.remove_node()
        self.renderer.drawn_changed()

    def _add(self, node: Any, sort: int = 0) -> Any:
        self.renderer.drawn_changed()
        return self.node.attach_new_node(node, sort)

    # -- marks ----------------------------------------------------------------------------------------------

    def line(self, points: Sequence[Point], colour: Colour = WHITE, width: float = 3.0, dashed: float = 0.0) -> None:
        """A line through points. `dashed`: the length of a dash and of a gap."""
        self.lines([points] if dashed <= 0 else dashes(points, dashed), colour, width)

    def lines(self, ways: Sequence[Sequence[Point]], colour: Colour = WHITE, width: float = 3.0) -> None:
        """Several lines at once."""
        colour, width = self.palette.of(colour), width * self.palette.bold
        rows, index = ribbon(ways, colour, width)
        if not len(rows):
            return
        if self.shaders:
            self._add(geom_node(rows, index, "line")).set_shader(self._line_shader)
        else:
            self._add(plain_lines(ways, colour, width))

    def fill(self, triangles: Floats, colour: Colour) -> None:
        """Flat triangles (n, 3, 3)."""
        if len(triangles):
            self._add(_flat(triangles, self.palette.of(colour)))

    def hatch(self, triangles: Floats, colour: Colour) -> None:
        """Flat triangles (n, 3, 3), striped: told from plain ones by every eye."""
        if len(triangles):
            node = self._add(_flat(triangles, self.palette.of(colour)))
            if self.shaders:
                node.set_shader(_shader(self._screen, "HATCH"))

    def veil(self, spared: Sequence[Floats]) -> None:
        """The picture darkened, most of all near them, but for these triangles (n, 3, 3) where they are seen."""
        if not self.shaders or not spared:
            return  # the tiny renderer has no depth of the scene to spare them by
        from panda3d.core import LVector4, OmniBoundingVolume

        corners = np.concatenate([triangles.reshape(-1, 3) for triangles in spared])
        low, high = corners.min(0), corners.max(0)

        for triangles in spared:
            bore(self._screen, self._add(_flat(triangles, WHITE)), "HOLE")
        dark = self._add(quad("veil", FULL))
        dark.set_shader(_shader(self._screen, "VEIL"))
        dark.set_shader_input("veil", LVector4(*self.palette.veil))
        about = LVector4(*(float(v) for v in (low + high) / 2), max(float(np.linalg.norm((high - low)[:2])) / 2, 0.5))
        dark.set_shader_input("about", about)
        dark.set_depth_test(True)
        dark.set_bin("fixed", -10)
        dark.node().set_bounds(OmniBoundingVolume())
        dark.node().set_final(True)

    def ring(self, at: Point, radius: float, colour: Colour = WHITE, width: float = 0.08) -> None:
        """A flat ring on the ground, in a dark casing; `width` in inches."""
        half = width * self.palette.bold / 2
        casing = faint(CASING, CASING[3] * colour[3])
        for inner, outer, paint in (
            (radius - half - RIM, radius - half, casing),
            (radius + half, radius + half + RIM, casing),
            (radius - half, radius + half, self.palette.of(colour)),
        ):
            self._add(ring_node(max(inner, 0.0), outer, paint)).set_pos(at[0], at[1], at[2] + LIFT)

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        self._add(ring_node(0.0, radius, self.palette.of(colour))).set_pos(at[0], at[1], at[2] + LIFT)

    def ghost(self, at: Point, radius: float, colour: Colour = WHITE, height: float = 1.3) -> None:
        """Where a base would stand: its outline, and the shape of a mini as thin lines."""
        self.disc(at, radius, (*colour[:3], colour[3] * 0.28))
        self.ring(at, radius, colour, 0.06)
        x, y, z = at
        self.line([(x, y, z + 0.1), (x, y, z + height)], (*colour[:3], colour[3] * 0.6), 2.0)
        head = [(x + 0.16 * math.cos(a), y + 0.16 * math.sin(a), z + height) for a in np.linspace(0, 2 * math.pi, 17)]
        self.line(head, (*colour[:3], colour[3] * 0.8), 2.0)

    def arrow(self, start: Point, end: Point, colour: Colour = WHITE, width: float = 4.0, head: float = 0.35) -> None:
        """A line with a flat head at its end."""
        direction = np.subtract(end, start)
        length = float(np.linalg.norm(direction))
        if length < 1e-6:
            return
        direction = direction / length
        side = np.cross(direction, [0.0, 0.0, 1.0])
        wide = float(np.linalg.norm(side))
        side = side / wide if wide > 1e-6 else np.array([1.0, 0.0, 0.0])
        neck = np.array(end) - direction * min(head, length)
        self.line([start, as_point(neck)], colour, width)
        self.fill(np.array([[end, neck + side * head * 0.45, neck - side * head * 0.45]]), colour)

    def arc(self, points: Sequence[Point], colour: Colour = WHITE, width: float = 3.0) -> None:
        """A jump: the curve, and small feet that drop to the level line between its ends."""
        self.line(points, colour, width)

    def dots(self, points: Iterable[Point], colour: Colour, size: float = 5.0) -> None:
        """Small squares of so many pixels."""
        ways = [[p, (p[0], p[1], p[2] + 0.001)] for p in points]
        colour = self.palette.of(colour)
        rows, index = dots([w[0] for w in ways], colour, size)
        if not len(rows):
            return
        if self.shaders:
            self._add(geom_node(rows, index, "dots")).set_shader(self._line_shader)
        else:
            self._add(plain_lines(ways, colour, size))

    def label(self, at: Point, text: str, colour: Colour = WHITE, size: int = 15) -> None:
        """Text that faces the camera, always over the board, its middle at the point."""
        if not self.shaders:
            return  # the tiny renderer cannot size text in pixels; the table's panels say the same in words
        text = told(text)
        node, texture, across = label_node(text, self.palette.of(colour), round(size * self.renderer.screen.text))
        made = self._add(node, sort=1)  # after all that is no word, and so over it
        self.labels.append(PlacedLabel(made, at, text, across))
        made.set_pos(*at)
        made.set_shader(self._label_shader)
        made.set_shader_input("picture", texture)
        made.set_bin("unsorted", 10)

    # -- evidence -------------------------------------------------------------------------------------------

    def reach(self, reach: Reach, free: Colour = FREE, rolled: Colour = ROLLED) -> None:
        """The area that a move can end on: outlined, what takes a roll hatched, and all the rest darkened.

        Each level lies at its height.
        """
        spared = [piece for level in reach.levels for piece in self._laid(level)]
        self.veil(spared)
        for level in reach.levels:
            self.area(level, rolled if level.needs_roll else free)

    def area(self, level: Level, colour: Colour) -> None:
        """One storey of a reach, laid on the ground that is there between its lowest and highest."""
        if level.needs_roll or not self.shaders:
            for piece in self._laid(level):
                self.hatch(piece, faint(colour, 0.85 if self.shaders else 0.3))
        low, high = level.z
        for rings in level.polygons:
            for ring in rings:
                if _area(ring) < SLIVER:
                    continue
                line = np.array(even([(x, y, high) for x, y in ring], 0.3 if high - low > FLAT else 9.0))
                way = [as_point(p) for p in self._draped(line, low, high)]
                self.line(way, colour, 2.5, dashed=0.3 if level.needs_roll else 0.0)

    def _laid(self, level: Level) -> list[Floats]:
        """Its polygons as triangles on the ground."""
        from shapely.geometry import Polygon

        low, high = level.z
        made = []
        for rings in level.polygons:
            triangles = triangulated(Polygon(rings[0], rings[1:]), high)
            if high - low > FLAT:
                triangles, _, _ = halve(triangles, np.ones_like(triangles), np.zeros((len(triangles), 3)), 0.4)
            made.append(self._draped(triangles, low, high))
        return made

    def _draped(self, points: Floats, low: float, high: float) -> Floats:
        """Points (..., 3) put on the drawn ground under them, between two heights."""
        made = np.array(points, dtype=np.float64)
        if high - low > FLAT and self.renderer.ground is not None:
            made[..., 2] = np.clip(self.renderer.ground(made.reshape(-1, 3)).reshape(made.shape[:-1]), low, high)
        made[..., 2] += LIFT
        return made

    def path(self, path: Path, colour: Colour = WHITE, refused: Colour = HIDDEN) -> None:
        """A way with its legs: stretches that need a roll are amber, climbs dashed; the end is ringed."""
        paint = refused if path.refusal is not None else colour
        for leg in path.legs:
            points = [(x, y, z + LIFT) for x, y, z in leg.points]
            tone = ROLLED if leg.roll and path.refusal is None else paint
            self.line(points, tone, 4.0, dashed=0.18 if leg.kind in ("climb", "ladder") else 0.0)
        if not path.legs and len(path.points) > 1:
            self.line([(x, y, z + LIFT) for x, y, z in path.points], paint, 4.0)

    def sight(self, sight: Sight, start: Point, end: Point) -> None:
        """The clear beam, or the blocked line between two heads."""
        if sight.visible and sight.witness is not None:
            self.line(list(sight.witness), SEEN, 3.0)
            self.dots(list(sight.witness), SEEN, 8.0)
        else:
            self.line([start, end], HIDDEN, 3.0, dashed=0.25)

    def cover(self, cover: Cover, target: Point) -> None:
        """The line from the eye to the target, amber where it is in cover, with the hidden share in words."""
        colour = ROLLED if cover.in_cover else SEEN
        self.line([cover.eye, target], colour, 2.5)
        words = f"{percent(cover.hidden)} hidden" + (", in cover" if cover.in_cover else "")
        self.label((target[0], target[1], target[2] + 1.0), words, colour)

    def tape(self, start: Point, end: Point, words: str | None = None, colour: Colour = TAPE) -> None:
        """A measuring tape with a tick for each inch, and its length in words."""
        self.line([start, end], colour, 3.0)
        direction = np.subtract(end, start)
        length = float(np.linalg.norm(direction))
        if length > 1e-6:
            side = np.cross(direction / length, [0.0, 0.0, 1.0])
            wide = float(np.linalg.norm(side))
            side = side / wide if wide > 1e-6 else np.array([1.0, 0.0, 0.0])
            for inch in range(int(length) + 1):
                middle = np.array(start) + direction * (inch / length)
                long = 0.16 if inch % 5 == 0 else 0.09
                self.line([as_point(middle - side * long), as_point(middle + side * long)], colour, 2.0)
        middle = (np.array(start) + np.array(end)) / 2
        self.label(as_point(middle + np.array([0, 0, 0.35])), words or say('{distance:.2f}"', distance=length), colour)

    def drop(self, start: Point, rest: Point, words: str = "") -> None:
        """A fall: straight down, with rings where it begins and ends."""
        self.line([start, rest], HIDDEN, 3.0, dashed=0.2)
        self.ring(rest, 0.5, HIDDEN)
        if words:
            self.label((rest[0], rest[1], (start[2] + rest[2]) / 2), words, HIDDEN)


def _shader(screen: Screen, name: str) -> Any:
    return screen.shader(getattr(glsl_overlay, f"{name}_VERTEX"), getattr(glsl_overlay, f"{name}_FRAGMENT"))


def bore(screen: Screen, node: Any, program: str) -> None:
    """Make a node under `drawn` a hole in the veil, by one of the shaders for that: nothing of it is seen itself."""
    from panda3d.core import ColorWriteAttrib, DepthTestAttrib

    node.set_shader(_shader(screen, program))
    node.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
    node.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_always))
    node.set_depth_write(True)
    node.set_bin("fixed", -20)


def _flat(triangles: Floats, colour: Colour) -> Any:
    """Triangles (n, 3, 3) of one colour, as a node."""
    rows = np.zeros(len(triangles) * 3, PLAIN)
    rows["vertex"] = triangles.reshape(-1, 3)
    rows["color"] = np.clip(np.array(colour) * 255, 0, 255)
    return geom_node(rows, np.arange(len(rows), dtype=np.uint32), "fill")


def _area(ring: Sequence[tuple[float, float]]) -> float:
    """Of a closed ring, by the shoelace formula."""
    x, y = np.array(ring).T
    return abs(float(x[:-1] @ y[1:] - x[1:] @ y[:-1])) / 2
