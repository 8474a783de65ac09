"""Zones, objectives and notes on the board in the editor: how they are drawn, and which lies under the mouse."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import shapely

from sim.app.editor.model import EditorModel, Picked
from sim.app.editor.tools import EditorTool, Eyes, Pixel
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import Colour
from sim.board.files.canals import flat
from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.model.tableau import Point
from sim.carnevale.objective_lines import objective_lines
from sim.carnevale.objectives.placing import Segment
from sim.words import listed, say, term

__all__ = ["GameMarks", "mark_under"]

ZONE: Colour = (0.55, 0.85, 1.0, 0.85)
ATTACKER: Colour = (1.0, 0.62, 0.42, 0.9)
DEFENDER: Colour = (0.72, 0.80, 1.0, 0.9)
OBJECTIVE: Colour = (0.98, 0.82, 0.42, 0.95)
CENTRE: Colour = (0.98, 0.82, 0.42, 0.9)
NOTE: Colour = (1.0, 0.98, 0.92, 0.95)
ACROSS = 0.59  # inches: the radius of a marker of 30 mm
LIFT = 0.05
NEAR = 12.0  # pixels round an objective or note that take hold of it
RIM = 7.0  # pixels beside the rim of a zone
BESIDE = 0.12  # of a centre line: there it is named
LONGEST = 42  # letters of a note that stand on the board


class GameMarks:
    """A layer of all of them, drawn anew where they change."""

    def __init__(self, renderer: Any, model: EditorModel) -> None:
        self.model = model
        self.layer = Overlay(renderer, through=0.35, name="game marks")
        self._drawn: object = None

    def close(self) -> None:
        self.layer.remove()

    def sync(self, tool: EditorTool) -> None:
        shown = self.model.shown
        lines = self._lines(tool)
        now = (shown.zones, shown.objectives, shown.notes, self.model.selected, lines)
        if now == self._drawn:
            return
        self._drawn = now
        self.layer.clear()
        for (x0, y0), (x1, y1) in lines:
            self.layer.line([(x0, y0, LIFT), (x1, y1, LIFT)], CENTRE, 2.5, dashed=0.6)
            where = (x0 + (x1 - x0) * BESIDE, y0 + (y1 - y0) * BESIDE, 0.3)
            words = say("Centre line ({scenarios})", scenarios=listed(term(each) for each in lines[(x0, y0), (x1, y1)]))
            self.layer.label(where, words, CENTRE, 12)
        for zone in shown.zones:
            self._zone(zone)
        for objective in shown.objectives:
            at = (*objective.at, objective.z + LIFT)
            self.layer.disc(at, ACROSS, (*OBJECTIVE[:3], 0.45))
            self.layer.ring(at, ACROSS, OBJECTIVE, 0.1)
            self.layer.label((*objective.at, objective.z + 1.0), _called(objective.id), OBJECTIVE, 13)
        for note in shown.notes:
            foot, top = (*note.at, note.z + LIFT), (*note.at, note.z + 1.6)
            self.layer.line([foot, top], NOTE, 2.0)
            self.layer.disc(foot, 0.2, NOTE)
            words = note.text if len(note.text) <= LONGEST else f"{note.text[: LONGEST - 1]}…"
            self.layer.label(top, words, NOTE, 13)

    def _lines(self, tool: EditorTool) -> dict[Segment, tuple[str, ...]]:
        """The centre lines on which scenarios want their objectives, while somebody sees to what games find."""
        ids = [zone.id for zone in self.model.shown.zones] + [each.id for each in self.model.shown.objectives]
        if tool not in (EditorTool.ZONE, EditorTool.OBJECTIVE) and not set(ids).intersection(self.model.selected):
            return {}
        return objective_lines(self.model.shown.size)

    def _zone(self, zone: MapZone) -> None:
        colour = {"attacker": ATTACKER, "defender": DEFENDER}.get(zone.side, ZONE)
        shape = shapely.Polygon(zone.outline)
        if not shape.is_valid or shape.area < 0.01:  # while a corner is dragged over its neighbour
            return
        self.layer.fill(flat(shape, LIFT), (*colour[:3], 0.16 if zone.id in self.model.selected else 0.09))
        ring = [(x, y, LIFT) for x, y in (*zone.outline, zone.outline[0])]
        self.layer.line(ring, colour, 2.5, dashed=0.6)
        spot = shape.representative_point()
        words = _called(zone.id)
        if zone.side:
            words = say("{zone} ({side})", zone=words, side=term(zone.side))
        self.layer.label((spot.x, spot.y, 0.6), words, colour, 14)


def mark_under(model: EditorModel, eyes: Eyes, mouse: Pixel, picked: Picked | None) -> Picked | None:
    """The objective, note or zone's rim under the mouse, or else what was picked there."""
    found: list[tuple[float, str, Point]] = []
    spots: list[MapObjective | MapNote] = [*model.shown.objectives, *model.shown.notes]
    for spot in spots:
        at = (*spot.at, spot.z)
        pixel = eyes.pixel(at)
        if pixel is not None and (away := math.dist(pixel, mouse)) <= NEAR:
            found.append((away - NEAR, spot.id, at))
    if picked is not None and model.piece(picked.id or "", shown=True) is None:
        found += [(away, id, picked.at) for id, away in _rims(model, eyes, mouse) if away <= RIM]
    if not found:
        return picked
    _, id, at = min(found)
    return Picked(id, at)


def _rims(model: EditorModel, eyes: Eyes, mouse: Pixel) -> list[tuple[str, float]]:
    """How many pixels the rim of each zone is away."""
    made = []
    for zone in model.shown.zones:
        seen = [eyes.pixel((x, y, 0.0)) for x, y in (*zone.outline, zone.outline[0])]
        line = [pixel for pixel in seen if pixel is not None]
        if len(line) == len(seen):
            made.append((zone.id, min(_to_segment(mouse, a, b) for a, b in pairwise(line))))
    return made


def _to_segment(at: Pixel, a: Pixel, b: Pixel) -> float:
    (x, y), (x0, y0), (x1, y1) = at, a, b
    dx, dy = x1 - x0, y1 - y0
    share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / max(dx * dx + dy * dy, 1e-9)))
    return math.hypot(x - x0 - share * dx, y - y0 - share * dy)


def _called(id: str) -> str:
    return id.replace("-", " ").capitalize()
