"""Rowing in words: from where a vessel lies, as far as nothing is in its way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import ceil, dist
from typing import NamedTuple

from sim.app.table import previews
from sim.app.table.previews import Preview, VesselPreview
from sim.app.table.tools import Tool
from sim.app.text.matching import plain, typed
from sim.app.text.seat_view import SeatView
from sim.app.text.suggestions import Suggestion, ends_at, place_of, previewed
from sim.app.text.wording import WINDS, towards, way_of
from sim.board.model.queries import BerthOf, GroundOf
from sim.board.model.verdicts import Berth, Ground
from sim.carnevale.characters import Point
from sim.carnevale.questions import OfOne, Question
from sim.words import joined, sense

__all__ = ["RowingStroke", "lies_at", "stroke_to", "stroke_toward", "strokes", "turned"]

TURNED = sense("words to type", "turned, turn")
FARTHEST = 12.0  # inches that are looked along a wind
STEP = 0.25  # inches by which a stroke may be shorter than it could be
FURTHER = (0.45, 0.3, 0.15)  # inches beyond a pose that are tried
TRIES = 4  # poses near a goal that are tried
LEAST = 1.0  # inches: a shorter stroke is not worth a line


class RowingStroke(NamedTuple):
    """As far towards a goal as nothing is in the way: about how many inches are left from there, and what bars them."""

    preview: Preview
    left: float
    why: str


def lies_at(view: SeatView, who: str | None) -> Point | None:
    """Where the vessel lies that somebody is aboard of; None where that is none."""
    if who is None or who not in view.state.characters or not view.state[who].on_board:
        return None
    place: Ground = view.measure(view.state, GroundOf(who))
    if place.vessel is None:
        return None
    lies: Berth = view.measure(view.state, BerthOf(place.vessel))
    return lies.at


def stroke_to(
    view: SeatView, choice: Question, goal: tuple[float, float], turn: float | None = None
) -> RowingStroke | None:
    """Straight towards a goal. What bars a shorter stroke bars a longer one, too. None where nobody is aboard."""
    start = lies_at(view, choice.about)
    if start is None:
        return None
    way = dist(start[:2], goal)
    steps = max(1, ceil(way / STEP))

    def after(step: int) -> Preview | None:
        x, y = (a + (b - a) * step / steps for a, b in zip(start, goal, strict=False))
        return previewed(view, choice, Tool.ROW, (x, y, start[2]), turn=turn)

    whole = after(steps)
    if whole is None or whole.refusal is None:
        return None if whole is None else RowingStroke(whole, 0.0, "")
    best, free, barred = whole, 0, steps
    while barred - free > 1:
        half = (free + barred) // 2
        found = after(half)
        if found is not None and found.refusal is None:
            best, free = found, half
        else:
            barred = half
    return RowingStroke(best, way * (1.0 - free / steps), whole.refusal.words)


def stroke_toward(
    view: SeatView, choice: Question, goal: tuple[float, float], turn: float | None = None
) -> RowingStroke | None:
    """Straight to a goal, or round bends to where the vessel can lie nearest to it."""
    start, region = lies_at(view, choice.about), choice.region
    straight = stroke_to(view, choice, goal, turn)
    if start is None or straight is None or not straight.why or not isinstance(region, OfOne):
        return straight
    for at, lies in islice(previews.berths_near(view.state, view.measure, region, goal, turn), TRIES):
        found = previewed(view, choice, Tool.ROW, at, turn=lies if turn is None else turn)
        if found is None or found.refusal is not None:
            continue
        stroke = RowingStroke(found, dist(at[:2], goal), straight.why)
        return min(straight, _nearer(view, choice, stroke, goal), key=lambda each: each.left)
    return straight


def _nearer(view: SeatView, choice: Question, stroke: RowingStroke, goal: tuple[float, float]) -> RowingStroke:
    """A little further on, where that is nearer to the goal: poses that are looked for are half an inch apart."""
    end, best = ends_at(stroke.preview), stroke
    if end is None or not isinstance(stroke.preview, VesselPreview):
        return stroke
    for x, y in map(way_of, range(len(WINDS))):
        for far in FURTHER:
            at = (end[0] + far * x, end[1] + far * y, end[2])
            if dist(at[:2], goal) < best.left:
                found = previewed(view, choice, Tool.ROW, at, turn=stroke.preview.turn)
                if found is not None and found.refusal is None:
                    best = RowingStroke(found, dist(at[:2], goal), stroke.why)
    return best


def strokes(view: SeatView, choice: Question) -> Iterator[Suggestion]:
    """The farthest stroke in each wind."""
    start = lies_at(view, choice.about)
    if start is None:
        return
    for wind in range(len(WINDS)):
        x, y = (a + FARTHEST * b for a, b in zip(start, way_of(wind), strict=False))
        found = stroke_to(view, choice, (x, y))
        end = ends_at(found.preview) if found is not None and found.preview.refusal is None else None
        if found is not None and end is not None and dist(start, end) >= LEAST:
            name = joined(", ", (towards(start, end), place_of(view, found.preview, end)))
            yield Suggestion(name, joined("; ", found.preview.words[1:]), found.preview)


def turned(line: str) -> tuple[str, float | None]:
    """A line without the degrees that a vessel is to be turned to, and these."""
    pattern = rf"\b(?:{'|'.join(map(re.escape, typed(TURNED)))})\s+(-?\d+(?:[.,]\d+)?)"
    found = re.search(pattern, plain(line))
    return (re.sub(pattern, " ", plain(line)), float(found[1].replace(",", "."))) if found else (line, None)
