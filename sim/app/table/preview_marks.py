"""Previews as marks on the board; what was measured for an event is drawn by `evidence_marks`."""

from __future__ import annotations

from functools import singledispatch
from math import cos, radians, sin
from typing import Any

import numpy as np
from shapely import LineString, Polygon, box, union_all
from shapely import Point as Point2

from sim.app.render.jump_arc import arc
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import AMBER, CALM, FALLS, FREE, GOLD, HIDDEN, SEEN, WHITE, Colour, faint
from sim.app.table.evidence_marks import draw_under
from sim.app.table.previews import (
    AimPreview,
    AttackPreview,
    DeploymentPreview,
    JumpPreview,
    ObjectivePreview,
    PathPreview,
    Preview,
    PushPreview,
    TapePreview,
    VesselPreview,
)
from sim.app.table.previews.from_there import FromThere, Perils
from sim.app.table.previews.who_sees import Glances, unseen
from sim.board.files.canals import flat
from sim.board.files.map_marks import MapNote
from sim.board.model.tableau import MM, Point
from sim.board.model.verdicts import Under
from sim.board.movement.nav_scene import body_height
from sim.carnevale.evidence import said
from sim.carnevale.names import names_of
from sim.carnevale.objective import RADIUS
from sim.carnevale.objectives.placing import APART, WhereObjectiveLies
from sim.carnevale.scenario import zones
from sim.carnevale.state import State
from sim.engine.requests import Choice
from sim.percent import hidden_share, percent
from sim.words import capital, joined, say, term

__all__ = [
    "PERILS",
    "draw",
    "draw_from_there",
    "draw_looks",
    "draw_notes",
    "draw_perils",
    "draw_room_for",
    "draw_zones",
    "head",
    "places",
]

LITTLE = 0.05  # inches: so little of a fall is not spoken of
RARE = 0.01  # what is less likely has no label
PERILS: tuple[tuple[float, float, Colour, float], ...] = (  # shares of the Life Points that are left, from and to
    (0.0, 0.03, (0.55, 0.86, 0.98, 0.9), 4.0),
    (0.03, 0.2, (0.99, 0.93, 0.60, 0.9), 4.5),
    (0.2, 0.5, (0.98, 0.62, 0.20, 0.95), 5.5),
    (0.5, 2.0, (0.86, 0.13, 0.16, 1.0), 6.5),
)
THINNED = 0.4  # inches between dots
RAISED = 0.06  # inches over the ground
COVERED = 0.5  # inches: the dashes of a beam to somebody in cover
CLOSE = 1.0  # inches: sight of whoever is so near is not drawn
LOA, BEAM = 7.0, 1.3  # of a gondola, inches
BOW = 1.4  # inches that the arrow at a bow is long
AFLOAT = 0.15  # inches over the water that marks on it lie


def head(state: State, who: str) -> Point:
    """About the middle of a mini's head."""
    c = state[who]
    x, y, z = c.here
    return (x, y, z + 0.9 * body_height(c.profile.size))


def _radius(state: State, who: str) -> float:
    return state[who].profile.size * MM / 2


def places(preview: Preview, state: State) -> list[Point]:
    """Points along what a preview shows, so that nothing is laid over it; the first is what it aims at."""
    match preview:
        case JumpPreview():
            made = [preview.to, preview.start]
            for landing in preview.landings:
                x, y, z = landing.sweep.rest
                made += [*arc(landing.sweep.path), (x, y, z), (x, y, z + 1.75)]
            return made
        case AimPreview(target=""):
            return [head(state, preview.who)] if preview.who else []
        case AttackPreview() | AimPreview():
            start, end = head(state, preview.target), head(state, preview.who)
            line = [
                (
                    start[0] + (end[0] - start[0]) * t,
                    start[1] + (end[1] - start[1]) * t,
                    start[2] + (end[2] - start[2]) * t,
                )
                for t in np.linspace(0.0, 1.0, 9)
            ]
            return [*line, *(preview.under.outline if preview.under is not None else ())]
        case PathPreview() if preview.path is not None:
            ends = (preview.path.points[0], preview.path.points[-1])  # a mini stands at either
            return [*reversed(preview.path.points), *preview.others, *((x, y, z + 1.5) for x, y, z in ends)]
        case TapePreview(under=Under() as under):
            return [preview.end, *under.outline]
    return []


def draw_from_there(found: FromThere, marks: Overlay, state: State) -> None:
    """Over each enemy what it could take from there; a thin line to those that would see the mini."""
    x, y, z = found.at
    own = (x, y, z + 0.9 * body_height(state[found.who].profile.size))
    for each in found.facing:
        top = head(state, each.enemy)
        threat = each.threat
        if each.sees and each.apart > CLOSE:
            marks.line((top, own), faint(FALLS, 0.5) if threat is not None else faint(WHITE, 0.3), 1.5, dashed=0.3)
        if threat is not None:
            kills = say("kills {chance}", chance=percent(threat.kills)) if threat.kills > RARE else ""
            words = joined(", ", (say("-{lost:.1f}", lost=threat.lost), kills))
            marks.label((top[0], top[1], top[2] + 0.5), words, FALLS, 13)


def draw_looks(found: Glances, marks: Overlay, state: State) -> None:
    """A beam to each enemy that is seen, broken where it has cover; over it, what is seen of it, and what it sees."""
    own = head(state, found.who)
    for enemy, look, back in found.each:
        top = head(state, enemy)
        covered = look.ruled is not None and look.ruled.in_cover
        if look.sees:
            marks.line(
                list(look.beam or (own, top)), AMBER if covered else SEEN, 3.0, dashed=COVERED if covered else 0.0
            )
        else:
            marks.line([own, top], faint(HIDDEN, 0.45), 1.5, dashed=0.25)
        if look.sees or back.sees:
            colour = AMBER if covered else SEEN if look.sees else FALLS
            words = say("seen: {there}; sees: {back}", there=look.words, back=back.words)
            marks.label((top[0], top[1], top[2] + 0.6), words, colour, 13)


def draw_perils(found: Perils, marks: Overlay) -> None:
    """Dots on the places that one can go to: the more it costs to stand there, the larger and the redder."""
    cell = np.unique(np.round(found.at / THINNED).astype(np.int64), axis=0, return_index=True)[1]
    at, share = found.at[cell], found.lost[cell] / max(found.life, 1.0)
    for least, most, colour, size in PERILS:
        chosen = at[(share >= least) & (share < most)]
        if len(chosen):
            marks.dots([(float(x), float(y), float(z) + RAISED) for x, y, z in chosen], colour, size)


@singledispatch
def draw(preview: Preview, marks: Overlay, state: State) -> None:
    """Draw a preview; nothing for those that are words only."""


@draw.register
def _(preview: PathPreview, marks: Overlay, state: State) -> None:
    if preview.path is None:
        return
    marks.path(preview.path, GOLD)
    end = preview.path.ends.at if preview.refusal is None else preview.aimed
    marks.ghost(end, _radius(state, preview.who), HIDDEN if preview.refusal is not None else GOLD)
    for contact in preview.path.contacts:
        marks.ring(state[contact.id].here, _radius(state, contact.id) + 0.12, AMBER, 0.12)
    for place in preview.others:
        marks.ring(place, 0.22, faint(AMBER, 0.75), 0.07)
        marks.disc(place, 0.1, faint(AMBER, 0.75))
    for leg in preview.path.legs:
        if leg.roll and leg.points:
            marks.label(_middle(leg.points), say('roll: {cost:.1f}"', cost=leg.cost), AMBER, 13)


def _middle(points: tuple[Point, ...]) -> Point:
    a, b = points[0], points[-1]
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 + 0.3)


@draw.register
def _(preview: JumpPreview, marks: Overlay, state: State) -> None:
    if preview.refusal is not None:
        marks.line([preview.start, preview.to], HIDDEN, 2.5, dashed=0.2)
        marks.ring(preview.to, 0.4, HIDDEN)
        return
    marks.ring(preview.to, 0.25, WHITE)
    for landing in preview.landings:
        colour = FALLS if landing.sweep.falls else CALM if "critical" in landing.outcome else GOLD
        strength = 0.35 + 0.6 * min(1.0, landing.chance * 2)
        paint = (*colour[:3], strength)
        end = landing.sweep.end
        marks.arc(arc(landing.sweep.path), paint, 1.5 + 3.5 * min(1.0, landing.chance * 1.6))
        marks.ghost(landing.sweep.rest, 0.59, paint)
        if landing.sweep.falls:
            marks.drop(end, landing.sweep.rest)
        if landing.chance >= RARE:
            x, y, z = landing.sweep.rest
            chance = percent(landing.chance)
            words = say("{chance} lands", chance=chance)
            if landing.sweep.falls and landing.sweep.fall_height < LITTLE:
                words = say("{chance} does not land", chance=chance)
            elif landing.sweep.falls:
                words = say('{chance} falls {height:.1f}"', chance=chance, height=landing.sweep.fall_height)
            marks.label((x, y, z + 1.75), words, (*colour[:3], 1.0), 14)


@draw.register
def _(preview: AimPreview, marks: Overlay, state: State) -> None:
    whom = preview.target or preview.who
    if whom not in ("", preview.who):
        marks.line([head(state, preview.who), head(state, whom)], SEEN, 3.5)
    if whom:
        marks.ring(state[whom].here, _radius(state, whom) + 0.14, SEEN, 0.14)
    if preview.under is not None:
        draw_under(preview.under, state, marks)


@draw.register
def _(preview: AttackPreview, marks: Overlay, state: State) -> None:
    start, end = head(state, preview.who), head(state, preview.target)
    colour = HIDDEN if preview.refusal is not None else AMBER if preview.cover and preview.cover.in_cover else SEEN
    if preview.sight is not None and preview.sight.witness is not None:
        broken = preview.cover is not None and preview.cover.in_cover
        marks.line(list(preview.sight.witness), colour, 3.5, dashed=COVERED if broken else 0.0)
        marks.dots(list(preview.sight.witness), colour, 8.0)
    else:
        marks.line([start, end], HIDDEN, 3.5, dashed=0.25)
    marks.ring(state[preview.target].here, _radius(state, preview.target) + 0.14, colour, 0.14)
    if preview.distance is not None:
        marks.line(list(preview.distance.closest), faint(WHITE, 0.5), 1.5)
        touching, apart = preview.distance.base_contact, preview.distance.distance
        parts = [say("base contact") if touching else say('{distance:.1f}"', distance=apart)]
        if preview.sight is not None and not preview.sight.visible:
            parts.append(said(preview.sight, names_of(state)))
        if preview.cover is not None and not touching:
            seen = preview.sight is not None and preview.sight.visible
            share = hidden_share(preview.cover.hidden) if seen else percent(preview.cover.hidden)
            parts.append(say("{share} hidden", share=share))
        if preview.loss is not None:
            life = state[preview.target].lp
            kill, lost = preview.loss.kill(life), preview.loss.taken(life)
            parts.append(say("kills {chance}", chance=percent(kill)) if kill > RARE else say("-{lost:.1f}", lost=lost))
        marks.label((end[0], end[1], end[2] + 0.75), joined(", ", parts), colour, 14)
    if preview.under is not None:
        draw_under(preview.under, state, marks)


@draw.register
def _(preview: PushPreview, marks: Overlay, state: State) -> None:
    if preview.push is None:
        return
    colour = HIDDEN if preview.refusal is not None else AMBER
    marks.arrow(state[preview.who].here, preview.push.end, colour)
    rest = preview.drop.rest if preview.drop is not None else None
    marks.ghost(rest or preview.push.end, _radius(state, preview.who), colour)
    if preview.drop is not None and rest is not None:
        fell = preview.drop.height >= LITTLE
        marks.drop(preview.push.end, rest, say('{distance:.1f}"', distance=preview.drop.height) if fell else "")


@draw.register
def _(preview: DeploymentPreview, marks: Overlay, state: State) -> None:
    if preview.at is not None:
        size = state[preview.who].profile.size
        marks.ghost(preview.at, size * MM / 2, HIDDEN if preview.refusal is not None else GOLD, body_height(size))


@draw.register
def _(preview: ObjectivePreview, marks: Overlay, state: State) -> None:
    if preview.at is not None:
        marks.ghost(preview.at, RADIUS, HIDDEN if preview.refusal is not None else GOLD, 0.1)


@draw.register
def _(preview: VesselPreview, marks: Overlay, state: State) -> None:
    if preview.at is not None:
        colour = HIDDEN if preview.refusal is not None else GOLD
        x, y, z = preview.at
        hull = [(u, v, w + AFLOAT) for u, v, w in preview.hull or _gondola_at(preview.at, preview.turn)]
        marks.fill(flat(Polygon([corner[:2] for corner in hull]), z + AFLOAT), faint(colour, 0.3))
        marks.line([*hull, hull[0]], colour, 3.5)
        east, north = cos(radians(preview.turn)), sin(radians(preview.turn))
        bow = max((u - x) * east + (v - y) * north for u, v, _ in hull)
        stem, tip = ((x + far * east, y + far * north, z + AFLOAT) for far in (bow - BOW, bow - 0.1))
        marks.arrow(stem, tip, colour)
        here = preview.start or next((v.at for v in state.vessels if v.piece == preview.piece), None)
        if here is not None and preview.refusal is None:
            way = [here, *(preview.way or (preview.at,))]
            marks.line([(u, v, w + AFLOAT) for u, v, w in way], colour, 4.0)


def _gondola_at(at: Point, turn: float) -> list[Point]:
    """About the outline of a gondola that is laid."""
    bow, side = LOA / 2, BEAM / 2
    hull = [(bow, 0.0), (bow / 2, side), (-bow / 2, side), (-bow, 0.0), (-bow / 2, -side), (bow / 2, -side)]
    c, s = cos(radians(turn)), sin(radians(turn))
    return [(at[0] + c * u - s * v, at[1] + s * u + c * v, at[2]) for u, v in hull]


@draw.register
def _(preview: TapePreview, marks: Overlay, state: State) -> None:
    marks.tape(preview.start, preview.end, preview.words[0])
    if preview.under is not None:
        draw_under(preview.under, state, marks)
    if preview.stands is not None:
        marks.ghost(preview.stands[1], _radius(state, preview.stands[0]), GOLD)
    if preview.sight is not None:
        if preview.sight.visible and preview.sight.witness is not None:
            marks.line(list(preview.sight.witness), SEEN, 2.0)
        elif preview.sight.blocker:
            words = unseen(preview.sight, names_of(state))
            marks.label(_middle((preview.start, preview.end)), words, HIDDEN, 13)


def draw_zones(state: State, marks: Overlay, mine: str | None = None) -> None:
    """Deployment zones as outlines on the ground, with the gangs that have taken them; `mine` is filled, and has
    no name, which would stand over the minis that are set up in it."""
    name = names_of(state)
    holders = {seat.zone: name(seat.id) for seat in state.seats.values() if seat.zone is not None}
    for zone in zones(state):
        z = 0.06
        corners = [(x, y, z) for x, y in zone.outline]
        if mine is None or zone.name == mine:
            marks.fill(flat(Polygon(zone.outline), z), (0.98, 0.82, 0.42, 0.13))
        marks.line([*corners, corners[0]], GOLD, 3.0)
        if zone.name == mine:
            continue
        middle = Polygon(zone.outline).representative_point()
        words = term(zone.name)
        if zone.name in holders:
            words = say("{zone}: {seat}", zone=words, seat=holders[zone.name])
        marks.label((middle.x, middle.y, 2.5), capital(words), GOLD, 16)


def draw_room_for(choice: Choice | None, state: State, marks: Overlay) -> None:
    """Where what is laid may lie, as far as a plan of the board tells: parts of its line, or an outline (SCEN-03)."""
    if not isinstance(choice, WhereObjectiveLies):
        return
    width, depth = state.size
    laid = [Point2(o.at[:2]).buffer(APART + 2 * RADIUS) for o in state.objectives.values() if o.at is not None]
    kept = [Polygon(zone.outline).buffer(APART + RADIUS) for zone in zones(state)]
    room: Any = box(RADIUS, RADIUS, width - RADIUS, depth - RADIUS).difference(union_all([*laid, *kept]))
    if choice.line is not None:
        marks.line([(x, y, RAISED) for x, y in choice.line], faint(GOLD, 0.5), 1.5, dashed=COVERED)
        room = LineString(choice.line).intersection(room)
    for part in getattr(room, "geoms", [room]):
        rims = [part] if choice.line is not None else [part.exterior, *part.interiors]
        for rim in rims:
            marks.line([(x, y, RAISED) for x, y in rim.coords], FREE, 2.5)


def draw_notes(notes: tuple[MapNote, ...], marks: Overlay) -> None:
    """What the map's maker remarks, each where it stands."""
    for note in notes:
        foot, top = (*note.at, note.z + 0.06), (*note.at, note.z + 1.6)
        marks.line([foot, top], WHITE, 2.0)
        marks.disc(foot, 0.2, WHITE)
        marks.label(top, note.text, WHITE, 13)
