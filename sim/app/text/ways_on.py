"""How a run goes on towards what is too far for it: over streets and roofs, up a wall, or why it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from sim.app.table import previews
from sim.app.table.previews import PathPreview
from sim.app.table.previews.walls import CLIMBS, mover_of
from sim.app.text.aims import SaidPlace, level_aim, places
from sim.app.text.running import Goal, reached_toward
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import inches
from sim.board.model.queries import PathTo, ProspectOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Path, Prospect
from sim.bots.candidate_places import as_point, runner
from sim.carnevale.characters import Point
from sim.carnevale.questions import OfOne
from sim.carnevale.scenarios.deployment import standing
from sim.words import say

__all__ = ["WayOn", "goals_of", "hangs", "in_the_way", "off_the_wall", "saves", "strays", "too_narrow", "toward"]

HEADED = 0.7  # the cosine of 45 degrees: a way that points no farther aside leads into a wind
BESIDE = 1.6  # inches from a goal that are as good as there
ALIKE = 0.05  # inches by which ways are as good
SPARED = 0.1  # inches that a way along another may be longer than this
WELL_SPENT = 1.0  # inches: who comes so much less far than it moves may do better on a wall
NEAR, MOST = 3.0, 6  # inches beyond a move, and how many of the minis within are thought to be in the way
SMALLEST, FINER = 20, 2  # millimetres: bases by which a gap is measured, and by how much each is smaller
THROUGH = 0.6  # inches from a place: whoever comes so near has come through
OPENS = 0.5  # inches by which the way on is shorter after a run, or without one that is in the way


class WayOn(NamedTuple):
    """A run that leads on to a goal, and about how many inches are left from its end; infinite if that is unknown."""

    preview: PathPreview
    left: float


def hangs(preview: object) -> bool:
    """Does a run end on a wall?"""
    if not isinstance(preview, PathPreview) or preview.path is None or preview.refusal is not None:
        return False
    path = preview.path
    return not path.ends.whole and (not path.legs or path.legs[-1].kind in CLIMBS)


def strays(preview: object, start: Point | None, aim: SaidPlace) -> bool:
    """Does a run climb elsewhere, where only a wind or a place by its inches was said?"""
    if start is None or aim.name or aim.level or aim.rise is not None or not hangs(preview):
        return False
    assert isinstance(preview, PathPreview)
    assert preview.path is not None
    (x, y, _), (east, north) = preview.path.points[-1], aim.points[0]
    went, wanted = (x - start[0], y - start[1]), (east - start[0], north - start[1])
    return went[0] * wanted[0] + went[1] * wanted[1] < HEADED * hypot(*went) * hypot(*wanted) or hypot(*went) == 0.0


def goals_of(view: SeatView, aim: SaidPlace) -> tuple[Point, ...]:
    """Where an aim is, as goals of a way: any of them will do."""
    if aim.name and aim.mark is None and not aim.level and aim.start is not None:
        return ((*aim.points[0], aim.start[2]),)
    return tuple(places(view, aim))


def toward(view: SeatView, region: OfOne, goals: tuple[Point, ...]) -> WayOn | None:
    """Of all runs the one with the shortest way on to a goal; None where none comes nearer."""
    if not goals:
        return None
    c = view.state[region.who]
    if c.on_wall:
        return _off_the_wall_toward(view, region, goals)
    now, later = reached_toward(view, region, _set(goals))
    if not len(later.at):
        return None
    walked = _nearest(now, goals)
    start = min(float(later.now[0]), float(now.now[0]))
    left = float(now.left[0][walked]) if walked is not None else np.inf
    if not np.isfinite(min(left, start)) and not np.isfinite(later.left[0]).any():
        return None
    climbed = _climbing(view, region, later, start, left)
    if climbed is not None:
        return climbed
    if walked is None or not np.isfinite(left) or left > start - (OPENS if left > OPENS else 0.0):
        return _through(view, region, later, start)
    preview = previews.preview_path(view.state, view.measure, region, as_point(now.at[walked]))
    found = WayOn(preview, left) if preview.refusal is None else None
    through = _through(view, region, later, start) if found is not None and saves(view, region, found) else None
    return through if through is not None and through.left < left - OPENS else found


def _through(view: SeatView, region: OfOne, later: Prospect, start: float) -> WayOn | None:
    """Into a lane so narrow that no place of a prospect lies in it: along the way that leads through, as far as a move
    goes. `start`: how many inches that is from here."""
    if not np.isfinite(later.left[0]).any():
        return None
    by = mover_of(view.state, view.measure, region)[0]
    goal = as_point(later.at[int(np.argmin(later.left[0]))])
    way: Path = view.measure(view.state, PathTo(by, goal, beyond=float(later.cost.max())))
    if not way.legs or way.legs[0].kind != "run":
        return None
    end = _after(way.legs[0].points, by.move - SPARED)
    preview = previews.preview_path(view.state, view.measure, region, end)
    gone = preview.path.cost if preview.path is not None and preview.refusal is None else 0.0
    return WayOn(preview, start - gone) if gone > OPENS else None


def _after(points: Sequence[Point], far: float) -> Point:
    """The place so many inches along a way; its end, where it is no longer."""
    for one, other in pairwise(points):
        step = dist(one, other)
        if step > far:
            share = far / step
            return tuple(a + share * (b - a) for a, b in zip(one, other, strict=True))  # type: ignore[return-value]
        far -= step
    return points[-1]


def saves(view: SeatView, region: OfOne, way: WayOn) -> bool:
    """Does a run leave inches of its move, with more of the way than that to go?"""
    move = mover_of(view.state, view.measure, region)[0].move
    spared = move - way.preview.path.cost if way.preview.path is not None else 0.0
    return min(spared, way.left) > WELL_SPENT


def _set(goals: tuple[Point, ...]) -> tuple[Goal, ...]:
    return tuple((*goal, BESIDE) for goal in goals)


def _nearest(found: Prospect, goals: tuple[Point, ...]) -> int | None:
    if not len(found.at):
        return None
    ways = np.where(found.left[0] <= found.left[0].min() + ALIKE, 0.0, np.inf)
    away = np.min([np.linalg.norm(found.at - np.array(goal), axis=1) for goal in goals], axis=0)
    return int(np.argmin(ways + away))


def _climbing(view: SeatView, region: OfOne, later: Prospect, start: float, left: float) -> WayOn | None:
    """On to a wall that the shortest way goes over, if that leads farther than any place to stand."""
    move = mover_of(view.state, view.measure, region)[0].move
    if start - left >= move - WELL_SPENT:
        return None
    whole = later.left[0] + later.cost
    if not np.isfinite(whole).any():
        return None
    best = int(np.argmin(np.where(whole <= whole.min() + ALIKE, later.left[0], np.inf)))
    to = as_point(later.at[best])
    preview = previews.preview_path(view.state, view.measure, region, to)
    if not hangs(preview) or preview.path is None:
        return None
    rest = float(whole[best]) - preview.path.cost
    return WayOn(preview, max(rest, 0.0)) if rest < left - OPENS else None


def off_the_wall(view: SeatView, region: OfOne) -> list[tuple[str, PathPreview, Point]]:
    """Up and down, for somebody who hangs on a wall: the level, the run, and the place that it leads to."""
    here = view.state[region.who].here
    found = []
    for level in ("up", "down"):
        for at in places(view, level_aim(level, here, hangs=True)):
            preview = previews.preview_path(view.state, view.measure, region, at)
            if preview.refusal is None and preview.path is not None and preview.path.cost > 0.0:
                found.append((level, preview, at))
                break
    return found


def _off_the_wall_toward(view: SeatView, region: OfOne, goals: tuple[Point, ...]) -> WayOn | None:
    found = []
    for _, preview, at in off_the_wall(view, region):
        trial = standing(view.state, view.state[region.who], at)
        trial.set(region.who, on_wall=False)
        there: Prospect = view.measure(trial, ProspectOf(runner(trial, region.who, view.measure), (_set(goals),)))
        left = float(there.now[0])
        assert preview.path is not None
        found.append(WayOn(preview, left + dist(preview.path.points[-1], at)))
    best = min(found, key=lambda way: way.left, default=None)
    return best if best is not None and np.isfinite(best.left) else None


def in_the_way(view: SeatView, region: OfOne, goals: tuple[Point, ...]) -> list[str]:
    """The minis without any one of which a run would come nearer to a goal."""
    c = view.state[region.who]
    if not goals or c.on_wall:
        return []
    move = mover_of(view.state, view.measure, region)[0].move
    others = [each for each in view.state.on_board() if each.id != c.id and dist(each.here, c.here) <= move + NEAR]
    others.sort(key=lambda each: dist(each.here, c.here))

    def least(without: str | None) -> float:
        state = view.state.copy()
        if without is not None:
            state.set(without, at=None)
        now = reached_toward(view._replace(state=state), region, _set(goals)).now
        return float(now.left[0].min()) if len(now.at) else np.inf

    blocked = least(None)
    return [each.id for each in others[:MOST] if least(each.id) < blocked - OPENS]


def too_narrow(view: SeatView, region: object, preview: object) -> Iterator[str]:
    """How wide it is where no way leads to for a base, while a smaller one comes through; nothing where others stand,
    who are named as it is.
    """
    if not isinstance(region, OfOne) or not isinstance(preview, PathPreview):
        return
    if preview.path is None or preview.path.legs or preview.refusal is None:
        return
    own = view.state[region.who].profile.size
    others = [c for c in view.state.on_board() if c.id != region.who]
    if any(dist(c.here, preview.aimed) < (own + c.profile.size) * MM / 2 for c in others):
        return
    for size in range(own - FINER, SMALLEST - 1, -FINER):
        if _comes_there(view, region, preview.aimed, size):
            wide, base = inches(size * MM), inches(own * MM)
            yield say("It is too narrow: about {wide} wide, and the base is {base}.", wide=wide, base=base)
            return


def _comes_there(view: SeatView, region: OfOne, to: Point, size: int) -> bool:
    """Does a way lead to a place for a base of so many millimetres, however long it is?"""
    state = view.state.copy()
    state.set(region.who, profile=replace(state[region.who].profile, size=size))
    found = previews.preview_path(state, view.measure, region, to)
    return found.path is not None and bool(found.path.legs) and dist(found.path.points[-1], to) < THROUGH
