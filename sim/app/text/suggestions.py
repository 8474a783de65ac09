"""Places that are worth naming, each with what comes of it: where one could run, jump, be set up, or aim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import cos, dist, hypot, pi, sin
from random import Random
from typing import NamedTuple

import numpy as np

from sim.app.table import previews
from sim.app.table.preview_requests import PlaceRequest, preview_job
from sim.app.table.previews import JumpPreview, Lookout, PathPreview, Preview
from sim.app.table.previews.walls import mover_of
from sim.app.table.tools import Tool
from sim.app.text.running import reached_toward
from sim.app.text.seat_view import SeatView
from sim.app.text.surroundings import gap_between, sees
from sim.app.text.ways_on import hangs, off_the_wall, toward
from sim.app.text.wording import EVEN, WINDS, bearing, inches, rise, towards
from sim.board.model.queries import Mover, ProspectOf
from sim.board.model.tableau import VesselAt
from sim.board.model.verdicts import Prospect
from sim.bots.candidate_places import as_point
from sim.carnevale.characters import Point
from sim.carnevale.narration import STIRRED
from sim.carnevale.questions import OfOne, Question
from sim.carnevale.scenarios.deployment import SetUpMini, standing, zone_of
from sim.words import joined, listed, say

__all__ = ["Suggestion", "arrives", "ends_at", "is_vain", "place_of", "previewed", "suggested"]

LONGEST_JUMP, SHORTEST_JUMP, OVER_HEAD = 8.0, 1.0, 3.0  # inches
SOUNDED = 90  # places of other levels whose ground is looked up
MOST_JUMPS, MOST_PLACES = 8, 8
MOST_CLIMBS = 6  # that are looked at over walls
MOST_ENEMIES = 3  # that ways are told to
FINE = 0.1  # inches between two soundings of a gap that is told
LEAST_STEP = 1.0  # inches: nearer places are not worth a line
RINGS = (2.0, 4.0, 6.0)  # inches round about, for what is aimed anywhere
TRIED = 160  # places of a board that are tried for a question about the whole of it
ASIDE, UNLIKELY = 1.0, 0.02  # inches from where a jump is aimed, and how seldom it comes there, not to be listed
LITTLE = 0.05  # Life Points that are not spoken of
APART = 2.5  # inches between two suggestions


class Suggestion(NamedTuple):
    """A place with what it is called and what comes of it, and the answer that takes it."""

    name: str
    more: str
    preview: Preview

    @property
    def words(self) -> str:
        return say("{place}: {more}", place=self.name, more=self.more) if self.more else self.name


def previewed(
    view: SeatView,
    choice: Question,
    tool: Tool,
    at: Point,
    *,
    controlled: bool = False,
    turn: float | None = None,
    who: str | None = None,
) -> Preview | None:
    """What an answer at a place comes to; None where there is no answer there."""
    at = (round(at[0], 3), round(at[1], 3), round(at[2], 3))
    request = PlaceRequest(tool, at, (), controlled, turn or 0.0, turn is not None, who, None)
    return preview_job(request, choice, view.state, view.measure)()


def ends_at(preview: Preview) -> Point | None:
    """Where somebody would stand after it."""
    match preview:
        case PathPreview(path=path) if path is not None:
            return path.points[-1]
        case JumpPreview(landings=(likeliest, *_)):
            return likeliest.sweep.rest
        case previews.DeploymentPreview() | previews.ObjectivePreview() | previews.VesselPreview():
            return preview.at
        case previews.PushPreview(push=push) if push is not None:
            return preview.drop.rest if preview.drop is not None and preview.drop.rest is not None else push.end
        case previews.TapePreview():
            return preview.end
    return None


def is_vain(preview: Preview) -> bool:
    """A way that leads nowhere, or a jump that cannot land."""
    if isinstance(preview, PathPreview):
        return preview.path is not None and preview.path.cost < STIRRED
    return isinstance(preview, JumpPreview) and all(each.sweep.falls for each in preview.landings)


def arrives(preview: JumpPreview) -> tuple[float, float]:
    """How likely a jump ends near where it is aimed, and how likely it lands at all."""
    near = sum(each.chance for each in preview.landings if dist(each.sweep.rest, preview.to) < ASIDE)
    return near, sum(each.chance for each in preview.landings if not each.sweep.falls)


def place_of(view: SeatView, preview: Preview, end: Point) -> str:
    """What one stands on at the end of it, or hangs on; of a vessel what it lies near, and how, where that is new."""
    if isinstance(preview, previews.VesselPreview):
        before = {vessel.piece: vessel.turn for vessel in view.land.afloat(view.state.vessels)}
        turned = before.get(preview.piece) != preview.turn
        lies = view.land.lies(VesselAt(preview.piece, end, preview.turn)) if turned else ""
        return joined(", ", (view.land.near((*end[:2], 0.0)), lies))
    return view.wall(end) if hangs(preview) else view.ground(end)


def suggested(view: SeatView, choice: Question, tool: Tool, who: str | None = None) -> list[Suggestion]:
    """What is worth naming for this question with this tool."""
    region = choice.region
    if tool is Tool.RUN and isinstance(region, OfOne):
        return list(_runs(view, choice, region))
    if tool is Tool.JUMP and isinstance(region, OfOne):
        return _jumps(view, choice, region.who)
    if isinstance(choice, SetUpMini) and who is not None:
        return _set_up(view, choice, who)
    return _anywhere(view, choice, tool)


# --- runs ---------------------------------------------------------------------------------------------------


def _runs(view: SeatView, choice: Question, region: OfOne) -> Iterator[Suggestion]:
    """Enemies to charge, objectives, the safest place, the farthest in each wind, and each other level."""
    state, who = view.state, region.who
    here, by = state[who].here, mover_of(state, view.measure, region)[0]
    for enemy in sorted(state.enemies(who), key=lambda e: dist(e.here, here)):
        if by.charge and dist(enemy.here, here) <= by.move + 3.0:
            charge = previews.preview_charge(state, view.measure, region, enemy.id)
            if charge.refusal is None and charge.path is not None and charge.path.contacts:
                name = say("charge {enemy}", enemy=view.name(enemy.id))
                yield Suggestion(name, joined("; ", charge.words), charge)
    if state[who].on_wall:
        yield from _along_wall(view, region)
        return
    now, later = reached_toward(view, region, farther=True)
    taken: list[Point] = [here]
    found: Iterator[tuple[str, Point | PathPreview]] = chain[tuple[str, Point | PathPreview]](
        _to_objectives(view, now),
        _toward(view, region),
        _safest(view, who),
        _winds(now, here),
        _levels(view, now, here),
        _over_walls(view, region, now, later),
    )
    for label, way in found:
        at = ends_at(way) if isinstance(way, PathPreview) else way
        if at is None or any(dist(at, other) < LEAST_STEP for other in taken):
            continue
        preview = way if isinstance(way, PathPreview) else previewed(view, choice, Tool.RUN, at)
        if isinstance(preview, PathPreview) and preview.refusal is None:
            taken.append(at)
            yield _way(view, who, here, preview, label)


def _along_wall(view: SeatView, region: OfOne) -> Iterator[Suggestion]:
    """Up, and down, for somebody who hangs on a wall."""
    who = region.who
    for level, preview, _ in off_the_wall(view, region):
        yield _way(view, who, view.state[who].here, preview, say("up") if level == "up" else say("down"))


def _way(view: SeatView, who: str, here: Point, preview: PathPreview, label: str) -> Suggestion:
    end = ends_at(preview) or here
    what = joined(", ", (label, towards(here, end), place_of(view, preview, end)))
    return Suggestion(what, joined("; ", (*preview.words, _seen_there(view, who, end))), preview)


def _seen_there(view: SeatView, who: str, at: Point) -> str:
    """Who of the enemies would see a mini at a place."""
    there = view._replace(state=standing(view.state, view.state[who], at))
    enemies = view.state.enemies(who)
    by = [view.name(e.id) for e in enemies if sees(there, e.id, who) is None]
    if len(by) == len(enemies) > 2:
        return say("seen there by all {n} enemies", n=len(by))
    return say("seen there by {names}", names=listed(by)) if by else say("seen there by nobody")


def _to_objectives(view: SeatView, found: Prospect) -> Iterator[tuple[str, Point]]:
    for o in view.state.objectives.values():
        if o.at is None or not len(found.at):  # whoever is hemmed in has nowhere to go
            continue
        gaps = np.linalg.norm(found.at - np.array(o.at), axis=1)
        nearest = int(np.argmin(gaps))
        if gaps[nearest] < EVEN + 1.0:
            yield say("to {what}", what=view.objective(o.id)), as_point(found.at[nearest])


def _toward(view: SeatView, region: OfOne) -> Iterator[tuple[str, PathPreview]]:
    """On the way to objectives, and to the enemies that are nearest."""
    state, here = view.state, view.state[region.who].here
    lying = {view.objective(o.id): o.at for o in state.objectives.values() if o.at is not None}
    enemies = sorted(state.enemies(region.who), key=lambda e: dist(e.here, here))[:MOST_ENEMIES]
    goals = lying | {view.name(e.id): e.here for e in enemies}
    for name, goal in goals.items():
        found = toward(view, region, (goal,))
        if found is not None and found.left > LEAST_STEP:
            yield say("towards {name}, {left} of the way left", name=name, left=inches(found.left)), found.preview


def _safest(view: SeatView, who: str) -> Iterator[tuple[str, Point]]:
    """Where a turn that ends there costs the least, as far as that can be told."""
    perils = Lookout(view.state, view.measure).perils(who)
    if len(perils.at) and perils.lost.max() > 0.0:
        least = int(np.argmin(perils.lost))
        lost = float(perils.lost[least])
        yield (
            say("the safest place (costs about {lost:.1f} LP until its next turn)", lost=lost)
            if lost >= LITTLE
            else say("the safest place"),
            as_point(perils.at[least]),
        )


def _winds(found: Prospect, here: Point) -> Iterator[tuple[str, Point]]:
    """The farthest on the same level and dry, in each wind."""
    level = np.abs(found.at[:, 2] - here[2]) < EVEN + 0.25
    at = found.at[level & ~found.wet]
    if not len(at):
        return
    out = at[:, :2] - np.array(here[:2])
    far = np.linalg.norm(out, axis=1)
    winds = np.round(np.arctan2(out[:, 1], out[:, 0]) / (pi / 4)).astype(int) % 8
    for wind in range(len(WINDS)):
        there = np.flatnonzero(winds == wind)
        if len(there) and far[farthest := there[np.argmax(far[there])]] > LEAST_STEP:
            yield "", as_point(at[farthest])


def _levels(view: SeatView, found: Prospect, here: Point) -> Iterator[tuple[str, Point]]:
    """Of each roof, balcony, bridge or canal on another level, the place that is reached first."""
    other = (np.abs(found.at[:, 2] - here[2]) >= EVEN) | found.wet
    at = found.at[other][np.argsort(found.cost[other], kind="stable")]
    named: set[str | None] = set()
    for row in at[:: max(1, len(at) // SOUNDED)]:
        place = as_point(row)
        part = view.under(place[0], place[1], place[2] + 0.3).part
        if part not in named:
            named.add(part)
            yield "", place


def _over_walls(view: SeatView, region: OfOne, now: Prospect, later: Prospect) -> Iterator[tuple[str, PathPreview]]:
    """On to a wall, or a ladder, that leads to another level by several actions: towards the nearest places there."""
    here = view.state[region.who].here
    far = later.cost > now.cost.max(initial=0.0)
    other = far & (np.abs(later.at[:, 2] - here[2]) >= EVEN) & ~later.wet
    at = later.at[other][np.argsort(later.cost[other], kind="stable")]
    named: set[str] = set()
    for row in at[:: max(1, len(at) // SOUNDED)]:
        place = as_point(row)
        ground = view.ground(place)
        if ground not in named and len(named) < MOST_CLIMBS:
            named.add(ground)
            preview = previews.preview_path(view.state, view.measure, region, place)
            if hangs(preview):
                yield say("on the way to {place}", place=ground), preview


# --- jumps --------------------------------------------------------------------------------------------------


def _jumps(view: SeatView, choice: Question, who: str) -> list[Suggestion]:
    """To each roof, street or boat within a jump, with the gap that is jumped and its odds; the surest first."""
    state = view.state
    here = state[who].here
    found: Prospect = view.measure(state, ProspectOf(Mover(who, LONGEST_JUMP, ethereal=True)))
    far = np.linalg.norm(found.at[:, :2] - np.array(here[:2]), axis=1)
    fits = (far > SHORTEST_JUMP) & (found.at[:, 2] <= here[2] + OVER_HEAD)
    order = np.argsort(far[fits], kind="stable")
    at = found.at[fits][order]
    tried: dict[tuple[str | None, str], int] = {}
    made: list[tuple[float, JumpPreview]] = []
    for row in at[:: max(1, len(at) // SOUNDED)]:
        place = as_point(row)
        key = (view.under(place[0], place[1], place[2] + 0.3).part, bearing(here, place))
        if tried.get(key, 0) >= 2:
            continue
        tried[key] = tried.get(key, 0) + 1
        gap = gap_between(view, here, place)
        if gap < 0.5 and abs(place[2] - here[2]) < EVEN:
            continue  # one walks there
        preview = previewed(view, choice, Tool.JUMP, place)
        if isinstance(preview, JumpPreview) and preview.refusal is None:
            arrives = sum(each.chance for each in preview.landings if dist(each.sweep.rest, place) < ASIDE)
            if arrives > UNLIKELY:
                made.append((arrives, preview))
    made.sort(key=lambda each: -each[0])
    best: list[JumpPreview] = []
    for _, each in made:
        if all(dist(each.to, other.to) > APART for other in best):
            best.append(each)
    return [_leap(view, here, each) for each in best[:MOST_JUMPS]]


def _leap(view: SeatView, here: Point, preview: JumpPreview) -> Suggestion:
    gap = gap_between(view, here, preview.to, FINE)
    over = say("over a gap of {length}", length=inches(gap)) if gap >= 0.5 else ""
    name = joined(", ", (view.ground(preview.to), towards(here, preview.to), over))
    return Suggestion(name, joined("; ", preview.words), preview)


# --- anything else -------------------------------------------------------------------------------------------


def _set_up(view: SeatView, choice: SetUpMini, who: str) -> list[Suggestion]:
    """Places in the zone, well apart from each other and from friends."""
    zone = zone_of(view.state, choice.seat)
    rng = Random(f"{who} {view.state.thrown}")
    spots = [(rng.uniform(*zone.x), rng.uniform(*zone.y)) for _ in range(TRIED)]
    friends = [c.here for c in view.state.on_board() if c.seat == choice.seat]
    spots.sort(key=lambda at: -min((hypot(at[0] - f[0], at[1] - f[1]) for f in friends), default=0.0))
    return _spread(view, choice, Tool.DEPLOY, ((x, y, view.under(x, y).at[2]) for x, y in spots), who)


def _anywhere(view: SeatView, choice: Question, tool: Tool) -> list[Suggestion]:
    """Places round about whom the question is about, at other minis, else all over the board."""
    who = choice.about
    if who is None or view.state[who].at is None:
        rng = Random(choice.prompt)
        wide, deep = view.state.size
        grid = ((rng.uniform(0, wide), rng.uniform(0, deep)) for _ in range(TRIED))
        return _spread(view, choice, tool, ((x, y, view.under(x, y).at[2]) for x, y in grid))
    x, y, z = view.state[who].here
    around = [
        (x + far * cos(turn * pi / 4), y + far * sin(turn * pi / 4)) for far in RINGS for turn in range(len(WINDS))
    ]
    minis = [c.here for c in view.state.on_board() if c.id != who]

    def height(a: float, b: float) -> float:
        return min((place.at[2] for place in view.levels(a, b)), key=lambda high: abs(high - z), default=z)

    spots = ((a, b, height(a, b)) for a, b in around)
    return _spread(view, choice, tool, chain(spots, minis), start=(x, y, z))


def _spread(
    view: SeatView,
    choice: Question,
    tool: Tool,
    spots: Iterable[Point],
    who: str | None = None,
    start: Point | None = None,
) -> list[Suggestion]:
    """The first of these places that the rules allow, well apart."""
    found: list[Suggestion] = []
    ends: list[Point] = []
    for spot in spots:
        if len(found) == MOST_PLACES:
            break
        if any(dist(spot, other) < APART for other in ends):
            continue
        preview = previewed(view, choice, tool, spot, who=who)
        if preview is None or preview.refusal is not None:
            continue
        end = ends_at(preview) or spot
        if any(dist(end, other) < APART for other in ends):
            continue
        ends.append(end)
        ground, (x, y, high) = view.ground(end), end
        place = say("{ground}, at {x:.1f}, {y:.1f}", ground=ground, x=x, y=y)
        up = rise(high) if start is None else ""
        name = joined(", ", (towards(start, end) if start is not None else "", place, up))
        found.append(Suggestion(name, joined("; ", preview.words) if tool is not Tool.DEPLOY else "", preview))
    return found
