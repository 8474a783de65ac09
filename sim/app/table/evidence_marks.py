"""Evidence as marks on the board: of an event exactly what was measured for it, and nothing that was not (GEO-12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from itertools import pairwise
from math import cos, dist, radians, sin

from sim.app.render.overlay import Overlay
from sim.app.render.palettes import AMBER, FALLS, GOLD, HIDDEN, PALE, ROLLED, SEEN, Colour, faint
from sim.board.model.tableau import IGNORED, MM, Point
from sim.board.model.verdicts import (
    Cover,
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Leg,
    PointInfo,
    Push,
    Shelter,
    Sight,
    Spot,
    Under,
    VesselMove,
)
from sim.board.movement.nav_scene import body_height
from sim.carnevale import events
from sim.carnevale.event import Evidence
from sim.carnevale.evidence import hiders, said, share, words
from sim.carnevale.names import Names, names_of
from sim.carnevale.state import State
from sim.words import joined, say

__all__ = ["About", "draw_evidence", "draw_under", "mark", "places_of"]

LITTLE = 0.05  # inches: so little of a fall, or between two bases, has no line
OVER = 0.02  # inches over the ground at which ways are drawn
LIFTED = IGNORED + 0.02  # inches over its way at which the base of whoever jumps is swept
CLIMBS = ("climb", "ladder", "ruin")


def draw_evidence(event: events.Event, before: State, marks: Overlay) -> None:
    """What an event was about, and what was measured for it, on the board as it was."""
    for who, tone in _concerned(event).items():
        c = before.characters.get(who)
        if c is not None and c.at is not None:
            marks.ring(c.here, c.profile.size * MM / 2 + 0.12, tone, 0.1)
    if isinstance(event, events.Killed):
        x, y, z = event.where
        marks.ring(event.where, 0.7, HIDDEN, 0.15)
        marks.label((x, y, z + 1.5), say("{name} fell here", name=before[event.who].name), HIDDEN)
    about = About(event, before)
    for verdict in event.evidence:
        mark(verdict, about, marks)
    if (isinstance(event, events.Moved) and event.leg is None) or not event.evidence:
        _mark_own_places(event, about, marks)


def places_of(event: events.Event, before: State) -> list[Point]:
    """Where that was: whoever did it and whom it was done to, and where they came to."""
    minis = (before.characters.get(str(getattr(event, field, ""))) for field in ("who", "against", "target"))
    found = [c.here for c in minis if c is not None and c.at is not None]
    if isinstance(event, (events.Moved, events.Pushed, events.Jumped)):
        found.append(event.path[-1])
    elif isinstance(event, events.Killed):
        found.append(event.where)
    return found


class About:
    """What a verdict is drawn for: its event, and the board as it was."""

    def __init__(self, event: events.Event, before: State) -> None:
        self.event, self.before = event, before
        self.names: Names = names_of(before)

    def radius(self) -> float:
        """Of the base that the event is about."""
        who = getattr(self.event, "who", None)
        c = self.before.characters.get(who) if isinstance(who, str) else None
        return c.profile.size * MM / 2 if c is not None else 0.59


def _concerned(event: events.Event) -> dict[str, Colour]:
    """Who is ringed: whom it is done to, and who does it."""
    if isinstance(event, (events.Moved, events.Jumped, events.Fell, events.Pushed, events.Killed)):
        return {}  # these have gone elsewhere
    found: dict[str, Colour] = {}
    for field, tone in (("against", AMBER), ("target", AMBER), ("who", GOLD)):
        who = getattr(event, field, None)
        if isinstance(who, str):
            found[who] = tone
    return found


def _mark_own_places(event: events.Event, about: About, marks: Overlay) -> None:
    """The places that an event names itself, where it carries no measured way: of old journals, or put by hand."""
    match event:
        case events.Moved() | events.Pushed() | events.Jumped():
            marks.ring(event.path[0], about.radius(), PALE, 0.05)
            marks.ghost(event.path[-1], about.radius(), GOLD)
        case events.Fell():
            marks.ghost(event.rest, about.radius(), GOLD)
        case events.Deployed():
            marks.ghost(event.at, about.radius(), GOLD)


# --- verdict by verdict -----------------------------------------------------------------------------------


@singledispatch
def mark(verdict: Evidence, about: About, marks: Overlay) -> None:
    """Draw one verdict, or leg of a path; nothing of what has no place on the board."""


@mark.register
def _(verdict: Sight, about: About, marks: Overlay) -> None:
    """The clear beam, from body to body or to the place; of a sight that is none, what is in the way."""
    if verdict.witness is None or not verdict.visible:
        return
    cover = getattr(about.event, "in_cover", False)
    colour = AMBER if cover else SEEN
    marks.line(list(verdict.witness), colour, 3.5)
    marks.dots(list(verdict.witness), colour, 9.0)
    if not isinstance(about.event, events.Attacked):  # its target's label says more
        marks.label(_above(_middle(*verdict.witness), 0.3), said(verdict, about.names), colour, 13)


@mark.register
def _(verdict: Cover, about: About, marks: Overlay) -> None:
    """The eye that it is measured from, and the share that is hidden, its bound and its parts over the target."""
    colour = AMBER if verdict.in_cover else SEEN
    marks.dots([verdict.eye], colour, 6.0)
    _over_target(share(verdict), about, marks, colour, hiders(verdict, about.names))


@mark.register
def _(verdict: Shelter, about: About, marks: Overlay) -> None:
    _over_target(said(verdict, about.names), about, marks, AMBER)


def _over_target(words: str, about: About, marks: Overlay, colour: Colour, by: Sequence[str] = ()) -> None:
    """Over the target of an attack: how far it is, what covers it, and by what, a line each."""
    event = about.event
    if isinstance(event, events.Attacked):
        c = about.before[event.target]
        top = _above(c.here, body_height(c.profile.size) + 0.7)
        far = say('{distance:.1f}"', distance=event.distance)
        marks.label(top, joined(", ", (far, words)), colour, 14)
        for part in by:
            marks.label(top, part, PALE, 11)


@mark.register
def _(verdict: Distance, about: About, marks: Overlay) -> None:
    """Between the closest points of two bases."""
    a, b = (_above(point, OVER) for point in verdict.closest)
    if dist(a, b) < LITTLE or verdict.base_contact:
        marks.dots([a, b], PALE, 7.0)
        return
    marks.line([a, b], PALE, 2.0, dashed=0.15)
    marks.dots([a, b], PALE, 6.0)
    if not isinstance(about.event, events.Attacked):
        marks.label(_above(_middle(a, b), 0.25), said(verdict, about.names), PALE, 12)


@mark.register
def _(verdict: Drop, about: About, marks: Overlay) -> None:
    """Straight down, from over the place where it comes to rest; aside to that first, where it was moved aside."""
    if verdict.rest is None:
        return
    over = (verdict.rest[0], verdict.rest[1], max(verdict.start[2], verdict.rest[2]))
    marks.ring(verdict.start, about.radius(), faint(FALLS, 0.5), 0.05)
    if dist(over, verdict.start) >= LITTLE:
        marks.arrow(verdict.start, over, FALLS, 2.5, 0.2)
    if dist(over, verdict.rest) >= LITTLE:
        marks.line([over, _above(verdict.rest, OVER)], FALLS, 3.5, dashed=0.2)
    marks.ghost(verdict.rest, about.radius(), FALLS)
    middle = (over[0], over[1], (over[2] + verdict.rest[2]) / 2 + 0.2)
    marks.label(middle, words(about.event, about.names), FALLS, 13)


@mark.register
def _(verdict: JumpSweep, about: About, marks: Overlay) -> None:
    """The way of the base, lifted as it was swept (JUMP-02); where it leaves it, a fall is an event of its own."""
    marks.ring(verdict.path[0], about.radius(), PALE, 0.05)
    swept = [_above(point, LIFTED) for point in verdict.path]
    down = [] if verdict.falls else [_above(verdict.path[-1], OVER)]
    marks.line([_above(verdict.path[0], OVER), *swept, *down], GOLD, 4.0)
    marks.ghost(verdict.end, about.radius(), FALLS if verdict.falls else GOLD)
    aimed = getattr(about.event, "aimed_at", None)
    if aimed is not None:
        marks.ring(aimed, 0.2, PALE, 0.06)
    marks.label(_above(verdict.end, 1.8), said(verdict, about.names), GOLD, 13)


@mark.register
def _(verdict: Leg, about: About, marks: Overlay) -> None:
    """A stretch of a path: amber where it takes a roll, dashed where it climbs."""
    tone = ROLLED if verdict.roll else GOLD
    points = [_above(point, OVER) for point in verdict.points]
    marks.ring(points[0], about.radius(), PALE, 0.05)
    marks.line(points, tone, 4.0, dashed=0.18 if verdict.kind in CLIMBS else 0.0)
    if isinstance(about.event, events.Moved):
        marks.ghost(points[-1], about.radius(), GOLD)
    words = said(verdict, about.names)
    if words:
        marks.label(_above(_middle(points[0], points[-1]), 0.4), words, tone, 12)


@mark.register
def _(verdict: Push, about: About, marks: Overlay) -> None:
    """The way that it was moved by force."""
    points = [_above(point, OVER) for point in verdict.path]
    marks.ring(points[0], about.radius(), PALE, 0.05)
    marks.line(points[:-1], AMBER, 4.0)
    for a, b in list(pairwise(points))[-1:]:
        marks.arrow(a, b, AMBER)
    marks.ghost(verdict.end, about.radius(), FALLS if verdict.falls else AMBER)
    marks.label(_above(verdict.end, 1.8), said(verdict, about.names), AMBER, 13)


@mark.register
def _(verdict: Spot, about: About, marks: Overlay) -> None:
    """Where it was put."""
    if verdict.at is not None:
        marks.ghost(verdict.at, about.radius(), PALE)
        if words := said(verdict, about.names):
            marks.label(_above(verdict.at, 1.8), words, PALE, 12)


@mark.register
def _(verdict: Ground, about: About, marks: Overlay) -> None:
    """What it stands on: named where the event is about that."""
    match about.event:
        case events.Moved() | events.Pushed() | events.Jumped():
            return
        case events.Attacked():
            _over_target(said(verdict, about.names), about, marks, AMBER)
        case _:
            marks.ring(verdict.at, about.radius(), GOLD, 0.06)
            marks.label(_above(verdict.at, 1.8), said(verdict, about.names), GOLD, 12)


@mark.register
def _(verdict: PointInfo, about: About, marks: Overlay) -> None:
    marks.ring(verdict.at, 0.2, GOLD, 0.06)
    marks.label(_above(verdict.at, 0.8), said(verdict, about.names), GOLD, 12)


@mark.register
def _(verdict: VesselMove, about: About, marks: Overlay) -> None:
    """From where the vessel lay to where it lies, its bow, and where its riders come to stand."""
    start = getattr(about.event, "start", None)
    end = _above(verdict.at, 0.15)
    if start is not None and verdict.way:
        z = start.at[2]
        marks.line([_above(at, 0.15) for at in (start.at, *((x, y, z) for x, y, _ in verdict.way))], GOLD, 3.0)
    elif start is not None:
        marks.arrow(_above(start.at, 0.15), end, GOLD)
    bow = (end[0] + 2.0 * cos(radians(verdict.turn)), end[1] + 2.0 * sin(radians(verdict.turn)), end[2])
    marks.line([end, bow], GOLD, 3.0)
    for rider, at in verdict.riders:
        c = about.before.characters.get(rider)
        marks.ring(at, c.profile.size * MM / 2 if c is not None else 0.59, GOLD, 0.06)


@mark.register
def _(verdict: Under, about: About, marks: Overlay) -> None:
    draw_under(verdict, about.before, marks)


def draw_under(verdict: Under, state: State, marks: Overlay) -> None:
    """The outline of the marker or template, whom it touches, and who is cut off from it by what."""
    if verdict.outline:
        marks.line([*verdict.outline, verdict.outline[0]], AMBER, 3.0)
    for beam in verdict.beams:
        marks.line([beam.start, beam.end], AMBER, 2.0)
        marks.dots([beam.start, beam.end], AMBER, 6.0)
    for who in verdict.hit:
        c = state.characters.get(who)
        if c is not None and c.at is not None:
            marks.ring(c.at, c.profile.size * MM / 2 + 0.1, HIDDEN, 0.12)
    for who, part in verdict.shielded:
        c = state.characters.get(who)
        if c is not None and c.at is not None:
            marks.ring(c.at, c.profile.size * MM / 2 + 0.1, SEEN, 0.08)
            marks.label(_above(c.at, body_height(c.profile.size) + 0.5), say("behind {part}", part=part), SEEN, 12)


def _above(point: Point, up: float) -> Point:
    return (point[0], point[1], point[2] + up)


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)
