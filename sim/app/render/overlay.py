"""Evidence drawn on the board: reach, paths, lines of sight, rings, ghosts, labels.

An `Overlay` is a layer of marks over the finished picture, with the scene's own depth: what lies behind the
board stays visible at the share `through`. Marks are added and the layer cleared as a whole; drawing them
anew leaves the scene alone, so it costs little. Lengths are inches, widths pixels, colours RGBA from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render import glsl_overlay
from sim.app.render.surface import halve
from sim.app.render.vertex_buffers import PLAIN, WIDE, geom_node
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Cover, Level, Path, Reach, Sight
from sim.percent import percent

__all__ = ["HIDDEN", "ROLLED", "SEEN", "WHITE", "Colour", "Overlay", "ring_node"]

Colour = tuple[float, float, float, float]
Floats = NDArray[np.float64]

FREE: Colour = (0.20, 0.78, 0.62, 0.34)
ROLLED: Colour = (0.98, 0.72, 0.18, 0.30)
SEEN: Colour = (0.30, 0.92, 0.60, 0.95)
HIDDEN: Colour = (0.96, 0.30, 0.22, 0.95)
WHITE: Colour = (1.0, 0.98, 0.92, 0.95)
LIFT = 0.035  # how far marks lie above the ground


class PlacedLabel(msgspec.Struct, frozen=True, eq=False):
    """A label as it is drawn: its node, the point that it is about, and how many pixels it takes."""

    node: Any
    at: Point
    text: str
    size: tuple[float, float]

    def shift(self, down: float) -> None:
        """Draw it so many pixels farther down."""
        from panda3d.core import LVector2

        self.node.set_shader_input("nudge", LVector2(0.0, -down))


class Overlay:
    """One layer of marks. `renderer` is `BoardView.renderer`; the layers over one renderer are independent."""

    def __init__(self, renderer: Any, through: float = 0.16, name: str = "overlay") -> None:
        self.node = renderer.drawn.attach_new_node(name)
        self.labels: list[PlacedLabel] = []
        self.renderer = renderer
        self.shaders = bool(renderer.screen.shaders)
        if self.shaders:
            self.node.set_shader_input("through", through)
            self._line_shader = _shader("LINE")
            self._label_shader = _shader("LABEL")

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

    def _add(self, node: Any) -> Any:
        self.renderer.drawn_changed()
        return self.node.attach_new_node(node)

    # -- marks ----------------------------------------------------------------------------------------------

    def line(self, points: Sequence[Point], colour: Colour = WHITE, width: float = 3.0, dashed: float = 0.0) -> None:
        """A line through points. `dashed`: the length of a dash and of a gap."""
        self.lines([points] if dashed <= 0 else _dashes(points, dashed), colour, width)

    def lines(self, ways: Sequence[Sequence[Point]], colour: Colour = WHITE, width: float = 3.0) -> None:
        """Several lines at once."""
        rows, index = _ribbon(ways, colour, width)
        if not len(rows):
            return
        if self.shaders:
            self._add(geom_node(rows, index, "line")).set_shader(self._line_shader)
        else:
            self._add(_plain_lines(ways, colour, width))

    def fill(self, triangles: Floats, colour: Colour) -> None:
        """Flat triangles (n, 3, 3)."""
        if len(triangles):
            rows = np.zeros(len(triangles) * 3, PLAIN)
            rows["vertex"] = triangles.reshape(-1, 3)
            rows["color"] = np.clip(np.array(colour) * 255, 0, 255)
            self._add(geom_node(rows, np.arange(len(rows), dtype=np.uint32), "fill"))

    def ring(self, at: Point, radius: float, colour: Colour = WHITE, width: float = 0.08) -> None:
        """A flat ring on the ground; `width` in inches."""
        self._add(ring_node(radius - width / 2, radius + width / 2, colour)).set_pos(at[0], at[1], at[2] + LIFT)

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        self._add(ring_node(0.0, radius, colour)).set_pos(at[0], at[1], at[2] + LIFT)

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
        self.line([start, _point(neck)], colour, width)
        self.fill(np.array([[end, neck + side * head * 0.45, neck - side * head * 0.45]]), colour)

    def arc(self, points: Sequence[Point], colour: Colour = WHITE, width: float = 3.0) -> None:
        """A jump: the curve, and small feet that drop to the level line between its ends."""
        self.line(points, colour, width)

    def dots(self, points: Iterable[Point], colour: Colour, size: float = 5.0) -> None:
        """Small squares of so many pixels."""
        ways = [[p, (p[0], p[1], p[2] + 0.001)] for p in points]
        rows, index = _dots([w[0] for w in ways], colour, size)
        if not len(rows):
            return
        if self.shaders:
            self._add(geom_node(rows, index, "dots")).set_shader(self._line_shader)
        else:
            self._add(_plain_lines(ways, colour, size))

    def label(self, at: Point, text: str, colour: Colour = WHITE, size: int = 15) -> None:
        """Text that faces the camera, always over the board, its middle at the point."""
        if not self.shaders:
            return  # the tiny renderer cannot size text in pixels; the table's panels say the same in words
        node, texture, across = _label_node(text, colour, size)
        made = self._add(node)
        self.labels.append(PlacedLabel(made, at, text, across))
        made.set_pos(*at)
        made.set_shader(self._label_shader)
        made.set_shader_input("picture", texture)
        made.set_bin("unsorted", 10)

    # -- evidence -------------------------------------------------------------------------------------------

    def reach(self, reach: Reach, free: Colour = FREE, rolled: Colour = ROLLED) -> None:
        """The area that a move can end on, a tone for each need of a roll, outlined; each level at its height."""
        for level in reach.levels:
            colour = rolled if level.needs_roll else free
            self.area(level, colour)

    def area(self, level: Level, colour: Colour) -> None:
        """One storey of a reach, laid on the ground that is there between its lowest and highest."""
        from shapely.geometry import Polygon

        low, high = level.z
        edge = (*colour[:3], min(colour[3] * 2.6, 0.95))
        for rings in level.polygons:
            triangles = _triangles(Polygon(rings[0], rings[1:]), high)
            if high - low > 0.05:
                triangles, _, _ = halve(triangles, np.ones_like(triangles), np.zeros((len(triangles), 3)), 0.4)
            self.fill(self._draped(triangles, low, high), colour)
            for ring in rings:
                line = np.array(_even([(x, y, high) for x, y in ring], 0.3 if high - low > 0.05 else 9.0))
                self.line([_point(p) for p in self._draped(line, low, high)], edge, 2.0)

    def _draped(self, points: Floats, low: float, high: float) -> Floats:
        """Points (..., 3) put on the drawn ground under them, between two heights."""
        made = np.array(points, dtype=np.float64)
        if high - low > 0.05 and self.renderer.ground is not None:
            made[..., 2] = np.clip(self.renderer.ground(made.reshape(-1, 3)).reshape(made.shape[:-1]), low, high)
        made[..., 2] += LIFT
        return made

    def path(self, path: Path, colour: Colour = WHITE, refused: Colour = HIDDEN) -> None:
        """A way with its legs: stretches that need a roll are amber, climbs dashed; the end is ringed."""
        paint = refused if path.refusal is not None else colour
        for leg in path.legs:
            points = [(x, y, z + LIFT) for x, y, z in leg.points]
            tone = (*ROLLED[:3], 0.95) if leg.roll and path.refusal is None else paint
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
        colour = (*ROLLED[:3], 0.95) if cover.in_cover else SEEN
        self.line([cover.eye, target], colour, 2.5)
        words = f"{percent(cover.hidden)} hidden" + (", in cover" if cover.in_cover else "")
        self.label((target[0], target[1], target[2] + 1.0), words, colour)

    def tape(
        self, start: Point, end: Point, words: str | None = None, colour: Colour = (1.0, 0.86, 0.35, 0.95)
    ) -> None:
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
                self.line([_point(middle - side * long), _point(middle + side * long)], colour, 2.0)
        middle = (np.array(start) + np.array(end)) / 2
        self.label(_point(middle + np.array([0, 0, 0.35])), words if words is not None else f'{length:.2f}"', colour)

    def drop(self, start: Point, rest: Point, words: str = "") -> None:
        """A fall: straight down, with rings where it begins and ends."""
        self.line([start, rest], HIDDEN, 3.0, dashed=0.2)
        self.ring(rest, 0.5, HIDDEN)
        if words:
            self.label((rest[0], rest[1], (start[2] + rest[2]) / 2), words, HIDDEN)


def ring_node(inner: float, outer: float, colour: Colour, segments: int = 48) -> Any:
    """A flat ring (a disc where `inner` is 0) about its own origin."""
    angle = np.linspace(0, 2 * np.pi, segments + 1)
    circle = np.stack([np.cos(angle), np.sin(angle), np.zeros(segments + 1)], 1)
    rows = np.zeros(2 * (segments + 1), PLAIN)
    rows["vertex"][: segments + 1] = circle * inner
    rows["vertex"][segments + 1 :] = circle * outer
    rows["color"] = np.clip(np.array(colour) * 255, 0, 255)
    a = np.arange(segments)
    b = a + segments + 1
    return geom_node(rows, np.stack([a, b, b + 1, a, b + 1, a + 1], 1).astype(np.uint32), "ring")


def _shader(name: str) -> Any:
    from sim.app.render.passes import shader

    return shader(getattr(glsl_overlay, f"{name}_VERTEX"), getattr(glsl_overlay, f"{name}_FRAGMENT"))


def _point(values: Floats) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))


def _dashes(points: Sequence[Point], dash: float) -> list[list[Point]]:
    """A line cut into dashes, each as long as the gap after it."""
    made: list[list[Point]] = []
    far = 0.0
    for a, b in pairwise(points):
        length = math.dist(a, b)
        at = 0.0
        while at < length - 1e-9:
            phase = (far + at) % (2 * dash)
            step = min((dash if phase < dash else 2 * dash) - phase, length - at)
            if phase < dash and step > 1e-9:
                made.append([_between(a, b, at / length), _between(a, b, (at + step) / length)])
            at += max(step, 1e-6)
        far += length
    return made


def _even(points: Sequence[Point], longest: float) -> list[Point]:
    """A line with more points, so that no stretch is longer than `longest`."""
    made = [points[0]]
    for a, b in pairwise(points):
        count = max(math.ceil(math.dist(a, b) / longest), 1)
        made.extend(_between(a, b, k / count) for k in range(1, count + 1))
    return made


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


def _ribbon(ways: Sequence[Sequence[Point]], colour: Colour, width: float) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Quads that the line shader widens on the screen: each vertex knows the other end and its side."""
    starts = np.array([p for way in ways for p in way[:-1]], dtype=np.float64).reshape(-1, 3)
    ends = np.array([p for way in ways for p in way[1:]], dtype=np.float64).reshape(-1, 3)
    count = len(starts)
    rows = np.zeros((count, 4), WIDE)
    for k, (own, other, side, sense) in enumerate(
        ((starts, ends, -1, 1), (starts, ends, 1, 1), (ends, starts, 1, -1), (ends, starts, -1, -1))
    ):
        rows["vertex"][:, k], rows["toward"][:, k] = own, other
        rows["side"][:, k] = (side, width, sense)
    rows["color"] = np.clip(np.array(colour) * 255, 0, 255)
    index = np.arange(count)[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3])
    return rows.reshape(-1), index.astype(np.uint32)


def _dots(points: Sequence[Point], colour: Colour, size: float) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Squares as short lines: their ends are moved apart along the view's right, in the shader, by their length."""
    ends = [[(x - size * 0.004, y, z), (x + size * 0.004, y, z)] for x, y, z in points]
    return _ribbon(ends, colour, size)


def _plain_lines(ways: Sequence[Sequence[Point]], colour: Colour, width: float) -> Any:
    from panda3d.core import LineSegs

    pen = LineSegs("line")
    pen.set_thickness(max(width * 0.6, 1.0))
    pen.set_color(*colour)
    for way in ways:
        pen.move_to(*way[0])
        for point in way[1:]:
            pen.draw_to(*point)
    return pen.create()


def _triangles(shape: Any, z: float) -> Floats:
    """A polygon with holes as triangles at height z."""
    import mapbox_earcut

    if shape.is_empty or shape.area < 1e-9:
        return np.zeros((0, 3, 3))
    rings = [np.asarray(r.coords)[:-1, :2] for r in (shape.exterior, *shape.interiors)]
    points = np.vstack(rings)
    ends = np.cumsum([len(r) for r in rings]).astype(np.uint32)
    faces = mapbox_earcut.triangulate_float64(points, ends).reshape(-1, 3)
    return np.asarray(np.column_stack([points, np.full(len(points), z)])[faces])


@lru_cache(maxsize=256)
def _label_picture(text: str, colour: Colour, size: int) -> Any:
    """The text on a dark rounded plate, as a texture, and its size in pixels."""
    from panda3d.core import SamplerState, Texture
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(size * 2)
    box = ImageDraw.Draw(Image.new("L", (4, 4))).textbbox((0, 0), text, font=font)
    wide, tall = int(box[2]) + 24, int(size * 2 * 1.25) + 12
    picture = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, wide - 1, tall - 1), radius=10, fill=(18, 16, 14, 205))
    pen.text((12, 5), text, font=font, fill=tuple(int(c * 255) for c in (*colour[:3], 1.0)))
    texture = Texture("label")
    texture.setup_2d_texture(wide, tall, Texture.T_unsigned_byte, Texture.F_rgba)
    texture.set_ram_image_as(picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes(), "RGBA")
    texture.set_minfilter(SamplerState.FT_linear)
    texture.set_wrap_u(SamplerState.WM_clamp)
    texture.set_wrap_v(SamplerState.WM_clamp)
    return texture, wide / 2, tall / 2


def _label_node(text: str, colour: Colour, size: int) -> tuple[Any, Any, tuple[float, float]]:
    from panda3d.core import OmniBoundingVolume

    texture, wide, tall = _label_picture(text, colour, size)
    rows = np.zeros(4, PLAIN)
    rows["vertex"] = [
        (-wide / 2, 0, -tall / 2),
        (wide / 2, 0, -tall / 2),
        (wide / 2, 0, tall / 2),
        (-wide / 2, 0, tall / 2),
    ]
    rows["color"] = [(0, 0, 0, 255), (255, 0, 0, 255), (255, 255, 0, 255), (0, 255, 0, 255)]
    node = geom_node(rows, np.array([0, 1, 2, 0, 2, 3], np.uint32), "label")
    node.set_bounds(OmniBoundingVolume())
    return node, texture, (wide, tall)
