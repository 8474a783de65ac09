"""What was measured, drawn over a picture: beams, ways, areas, rings, and a line of words for each verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, singledispatch
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sim.board.files.folders import assets_dir
from sim.board.model.journeys import Journey
from sim.board.model.part_names import bearer_of
from sim.board.model.tableau import Figure, Marker, Point
from sim.board.model.verdicts import Cover, Distance, Drop, Ground, JumpSweep, Path, Push, Reach, Sight, Under, Verdict
from sim.percent import percent

__all__ = ["SEEN", "PlotCanvas", "caption", "captions", "draw"]

Floats = NDArray[np.float64]
Colour = tuple[int, int, int, int]

SEEN: Colour = (34, 139, 74, 255)
HIDDEN: Colour = (196, 58, 44, 255)
WAY: Colour = (32, 84, 164, 255)
ROLLED: Colour = (204, 126, 22, 255)
AREA: Colour = (32, 84, 164, 70)
AREA_ROLLED: Colour = (204, 126, 22, 70)
SWUM: Colour = (20, 130, 150, 255)
MEASURE: Colour = (60, 40, 110, 255)
SMOKE: Colour = (110, 106, 112, 255)
TEXT: Colour = (40, 34, 30, 255)
PAPER = (240, 236, 226)
HALO: Colour = (250, 247, 240, 255)
WATERY = ("swim", "enter_water", "leave_water")
TURNS = np.linspace(0, 2 * np.pi, 49)


class PlotCanvas:
    """A picture that is drawn on, several pixels to each of those that will be left."""

    def __init__(self, image: Image.Image, seen: Callable[[Floats], Floats], finer: int) -> None:
        self._image = image
        self._seen = seen
        self._finer = finer
        self._thick = max(2, round(max(image.size) / 420))

    def line(self, points: Sequence[Point], colour: Colour, thick: float = 1.0, dashed: bool = False) -> None:
        """A line through points of the board, with a light rim so that it stands out."""
        pixels = self._pixels(points)
        width = round(self._thick * thick)
        pen = ImageDraw.Draw(self._image)
        strokes = _dashes(pixels, 5.0 * width) if dashed else [pixels]
        for rim, paint in ((2, HALO), (0, colour)):
            for stroke in strokes:
                pen.line(stroke, fill=paint, width=width + rim, joint="curve")

    def dot(self, at: Point, colour: Colour, size: float = 2.0) -> None:
        ((x, y),) = self._pixels([at])
        r = self._thick * size
        ImageDraw.Draw(self._image).ellipse((x - r, y - r, x + r, y + r), fill=colour, outline=HALO)

    def ring(self, at: Point, radius: float, colour: Colour, filled: Colour | None = None) -> None:
        """A level circle round a point of the board."""
        points = [(at[0] + radius * float(np.cos(t)), at[1] + radius * float(np.sin(t)), at[2]) for t in TURNS]
        if filled is not None:
            self.area([points], filled)
        self.line(points, colour, 0.7)

    def area(self, rings: Sequence[Sequence[Point]], colour: Colour) -> None:
        """A filled area: its outline, then its holes."""
        mask = Image.new("L", self._image.size, 0)
        pen = ImageDraw.Draw(mask)
        for number, ring in enumerate(rings):
            if len(ring) >= 3:
                pen.polygon(self._pixels(ring), fill=0 if number else colour[3])
        self._image.paste(Image.new("RGBA", self._image.size, (*colour[:3], 255)), (0, 0), mask)

    def base(self, figure: Figure, colour: tuple[float, float, float]) -> None:
        r, g, b = (round(255 * each) for each in colour)
        self.ring((figure.at[0], figure.at[1], figure.at[2] + 0.13), figure.radius, (r, g, b, 255))

    def marker(self, marker: Marker) -> None:
        """A round marker, over what it lies on, with its id."""
        x, y, z = marker.at
        self.ring((x, y, z + 0.1), marker.radius, SMOKE, (*SMOKE[:3], 130))
        self.mark(marker.at, marker.id)

    def mark(self, at: Point, words: str) -> None:
        """A few words beside a point of the board."""
        ((u, v),) = self._pixels([(at[0], at[1], at[2] + 0.1)])
        self._write((u + 3.5 * self._thick, v - 3.5 * self._thick), words)

    def name(self, figure: Figure) -> None:
        """A mini's id, beside its base."""
        x, y, z = figure.at
        ((u, v),) = self._pixels([(x, y, z + 0.1)])
        ((edge, _),) = self._pixels([(x + figure.radius, y, z + 0.1)])
        away = max(abs(edge - u), 3.0 * self._thick) + 2 * self._thick
        self._write((u + away, v), figure.id)

    def _write(self, at: tuple[float, float], words: str) -> None:
        font = _font(max(round(max(self._image.size) / 46), 12 * self._finer))
        ImageDraw.Draw(self._image).text(
            at, words, font=font, anchor="lm", fill=TEXT, stroke_width=2 * self._finer, stroke_fill=HALO
        )

    def finished(self, lines: Sequence[str]) -> Image.Image:
        """The picture at its final size, with lines of words below it."""
        image = self._image.convert("RGB").reduce(self._finer)
        if not lines:
            return image
        font = _font(max(round(image.width / 55), 12))
        wrapped = [part for line in lines for part in _wrapped(line, font, image.width - 20)]
        tall = round(font.size * 1.45)
        made = Image.new("RGB", (image.width, image.height + tall * len(wrapped) + 12), PAPER)
        made.paste(image, (0, 0))
        pen = ImageDraw.Draw(made)
        for number, line in enumerate(wrapped):
            pen.text((10, image.height + 6 + number * tall), line, font=font, fill=TEXT[:3])
        return made

    def _pixels(self, points: Sequence[Point]) -> list[tuple[float, float]]:
        return [(float(x), float(y)) for x, y in self._seen(np.asarray(points, np.float64).reshape(-1, 3))]


@singledispatch
def draw(verdict: Verdict, on: PlotCanvas) -> None:
    """Draw what a verdict rests on; verdicts that are words alone draw nothing."""


@draw.register
def _(verdict: Sight, on: PlotCanvas) -> None:
    if verdict.witness is not None:
        on.line(verdict.witness, SEEN)
        for end in verdict.witness:
            on.dot(end, SEEN, 1.6)


@draw.register
def _(verdict: Cover, on: PlotCanvas) -> None:
    on.dot(verdict.eye, HIDDEN if verdict.in_cover else SEEN)


@draw.register
def _(verdict: Distance, on: PlotCanvas) -> None:
    on.line(verdict.closest, MEASURE, 0.8)
    for end in verdict.closest:
        on.dot(end, MEASURE, 1.2)


@draw.register
def _(verdict: Drop, on: PlotCanvas) -> None:
    on.dot(verdict.start, WAY, 1.2)
    if verdict.rest is not None:
        on.line([verdict.start, verdict.rest], WAY, dashed=True)
        on.dot(verdict.rest, WAY)


@draw.register
def _(verdict: JumpSweep, on: PlotCanvas) -> None:
    on.line(verdict.path, WAY)
    on.dot(verdict.end, WAY)
    if verdict.falls:
        on.line([verdict.end, verdict.rest], HIDDEN, dashed=True)
        on.dot(verdict.rest, HIDDEN)


@draw.register
def _(verdict: Push, on: PlotCanvas) -> None:
    on.line(verdict.path, WAY)
    on.dot(verdict.end, HIDDEN if verdict.falls else WAY)


@draw.register
def _(verdict: Path, on: PlotCanvas) -> None:
    for leg in verdict.legs:
        on.line(leg.points, HIDDEN if verdict.refusal else ROLLED if leg.roll else WAY)
    if verdict.points:
        on.dot(verdict.points[-1], HIDDEN if verdict.refusal else WAY)


@draw.register
def _(verdict: Journey, on: PlotCanvas) -> None:
    """Each leg, and where each action ends: larger where the turn ends there too."""
    for stage in verdict.stages:
        if stage.kind == "jump":
            on.line(stage.points, ROLLED, dashed=True)
        for leg in stage.legs:
            on.line(leg.points, ROLLED if leg.roll else SWUM if leg.kind in WATERY else WAY)
    for stage, following in zip(verdict.stages, (*verdict.stages[1:], None), strict=False):
        ends_turn = following is None or following.turn > stage.turn
        on.dot(stage.points[-1], WAY, 2.4 if ends_turn else 1.4)
        if ends_turn:
            on.mark(stage.points[-1], str(stage.turn))
    if not verdict.arrives:
        on.dot(verdict.goal, HIDDEN, 2.4)
        for bar in verdict.bars:
            on.dot(bar.at, HIDDEN, 1.6)


@draw.register
def _(verdict: Reach, on: PlotCanvas) -> None:
    for level in verdict.levels:
        z = level.z[1] + 0.05
        for polygon in level.polygons:
            rings = [[(x, y, z) for x, y in ring] for ring in polygon]
            on.area(rings, AREA_ROLLED if level.needs_roll else AREA)
            for ring in rings:
                on.line([*ring, ring[0]], ROLLED if level.needs_roll else WAY, 0.5)


@draw.register
def _(verdict: Under, on: PlotCanvas) -> None:
    if verdict.outline:
        on.area([verdict.outline], (*ROLLED[:3], 90))
        on.line([*verdict.outline, verdict.outline[0]], ROLLED, 0.7)


def captions(verdicts: Sequence[Verdict]) -> list[str]:
    """A line of words for each verdict that has any; one that several say stands there once."""
    return list(dict.fromkeys(line for line in map(caption, verdicts) if line))


def _named(part: str) -> str:
    """A mini or part in the way, by its id."""
    bearer = bearer_of(part)
    return f"the base of {bearer}" if bearer else part


@singledispatch
def caption(verdict: Verdict) -> str:
    """A verdict in a line of words; empty where there are none for its kind."""
    return ""


@caption.register
def _(verdict: Sight) -> str:
    if verdict.visible:
        return "visible: the green beam is clear"
    by = f", blocked by {_named(verdict.blocker)}" if verdict.blocker else ""
    sure = "proven" if verdict.gap_bound == 0 else f'an opening under {verdict.gap_bound:.3f}" could have been missed'
    return f"not visible{by} ({sure})"


@caption.register
def _(verdict: Cover) -> str:
    by = ", ".join(f"{_named(share.part)} {percent(share.hidden)}" for share in verdict.by[:3])
    word = "in cover" if verdict.in_cover else "no cover"
    return f"{percent(verdict.hidden)} hidden (±{verdict.error:.1%}), {word}" + (f"; by {by}" if by else "")


@caption.register
def _(verdict: Distance) -> str:
    if verdict.base_contact:
        return "in base contact"
    return f'{verdict.distance:.2f}" apart'


@caption.register
def _(verdict: Ground) -> str:
    return f"stands on {verdict.part or 'nothing'} ({verdict.kind}){'' if verdict.whole else ', not wholly'}"


@caption.register
def _(verdict: Drop) -> str:
    if verdict.rest is None:
        return "nothing below carries the base"
    x, y, z = verdict.rest
    return f'drops {verdict.height:.2f}" to ({x:.2f}, {y:.2f}, {z:.2f}) on {verdict.part}'


@caption.register
def _(verdict: JumpSweep) -> str:
    x, y, z = verdict.end
    line = f'jumps {verdict.length:.2f}" to ({x:.2f}, {y:.2f}, {z:.2f})'
    if verdict.stopped_by:
        line += f", stopped by {verdict.stopped_by}"
    return line + (f', falls {verdict.fall_height:.2f}"' if verdict.falls else "")


@caption.register
def _(verdict: Push) -> str:
    line = f'pushed {verdict.moved:.2f}"'
    if verdict.stopped_by:
        line += f", stopped by {verdict.stopped_by}"
    return line + (", falls" if verdict.falls else "")


@caption.register
def _(verdict: Path) -> str:
    if verdict.refusal is not None:
        rule, why = verdict.refusal
        return f"no way: {why} ({rule})"
    rolls = f", {verdict.rolls} roll{'s' if verdict.rolls > 1 else ''}" if verdict.rolls else ""
    return f'a way of {verdict.cost:.2f}"{rolls}: ' + ", ".join(_kinds(verdict))


def _kinds(path: Path) -> list[str]:
    """The kinds of its legs in order, each stretch of a kind once."""
    kinds = [leg.kind.replace("_", " ") for leg in path.legs]
    return [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]


@caption.register
def _(verdict: Journey) -> str:
    rolls = (
        f", {verdict.rolls} roll{'s' if verdict.rolls > 1 else ''} ({percent(verdict.chance)})" if verdict.rolls else ""
    )
    turns = f"{verdict.turns} turn{'s' if verdict.turns != 1 else ''}"
    actions = f"{verdict.actions} action{'s' if verdict.actions != 1 else ''}"
    whole = f'{turns}, {actions}, {verdict.inches:.1f}"{rolls}'
    if verdict.arrives:
        return f"a way of {whole}; each number is a turn's end"
    return f'no way: {verdict.left:.1f}" are left after {whole}' + "".join(f"; {bar.words}" for bar in verdict.bars)


@caption.register
def _(verdict: Reach) -> str:
    rolled = sum(level.area for level in verdict.levels if level.needs_roll)
    return f"reaches {verdict.area:.1f} square inches" + (f", {rolled:.1f} of them by a roll" if rolled else "")


@caption.register
def _(verdict: Under) -> str:
    line = f"hits {', '.join(verdict.hit) or 'nobody'}"
    return line + "".join(f"; {who} is shielded by {part}" for who, part in verdict.shielded)


def _number(n: int, word: str) -> str:
    return f"{n} {word}{'s' if n != 1 else ''}"


@cache
def _font(size: int) -> Any:
    return ImageFont.truetype(str(assets_dir() / "fonts" / "Tuffy-Bold.ttf"), size)


def _wrapped(line: str, font: Any, width: int) -> list[str]:
    lines, current = [], ""
    for word in line.split():
        longer = f"{current} {word}".strip()
        if current and font.getlength(longer) > width:
            lines.append(current)
            current = word
        else:
            current = longer
    return [*lines, current]


def _dashes(pixels: list[tuple[float, float]], length: float) -> list[list[tuple[float, float]]]:
    """The strokes of a dashed line."""
    strokes = []
    for a, b in pairwise(pixels):
        far = float(np.hypot(b[0] - a[0], b[1] - a[1]))
        count = max(1, round(far / (2 * length)))
        for k in range(count):
            s, e = k / count, (k + 0.5) / count
            strokes.append([(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (s, e)])
    return strokes
