"""Charges before they are made: from which side, and why not straight on (MOVE-10)."""

from __future__ import annotations

from math import atan2, cos, dist, hypot, pi, sin

import msgspec

from sim.app.table.previews.kinds import PathPreview
from sim.app.table.previews.moves import preview_path, touching
from sim.app.table.previews.walls import movers_of
from sim.board.model.queries import Mover, PathAlong, PathTo
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Path
from sim.carnevale.characters import Point
from sim.carnevale.names import names_of, refusal_of
from sim.carnevale.questions import OfOne
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure
from sim.words import say

__all__ = ["beside", "preview_charge"]

SIDES = 12  # directions from which base contact is looked for
GAP = 0.002  # inches between two bases that touch
ASIDE = 0.3  # inches: nearer places to charge from count as one, and ways that are longer by less as straight
POINTED = 0.03  # inches: whoever points so little beside base contact means it
LEVEL = 1.0  # inches: pointing at ground so far above or below an enemy does not mean it


def beside(state: State, who: str, at: Point) -> str | None:
    """The enemy that a base would touch at the place that one points at."""
    near = [
        (dist(c.here[:2], at[:2]), c.id)
        for c in state.enemies(who)
        if abs(c.here[2] - at[2]) < LEVEL and dist(c.here[:2], at[:2]) < _reach(state, who, c.id) + POINTED
    ]
    return min(near)[1] if near else None


def preview_charge(
    state: State, measure: Measure, region: OfOne, target: str, toward: Point | None = None
) -> PathPreview:
    """A run into base contact: from the side that one points at, else by the best way there is.

    Where that is not straight on, it says what stands in the way, and shows the other sides that can be reached.
    """
    movers = movers_of(state, measure, region)
    by = movers[0]
    near = touching(state, by.figure, target)
    if toward is None:
        shown = preview_path(state, measure, region, near)
        if shown.path is not None and shown.refusal is None and _plain(shown.path, near):
            return shown
    found = next((sides for each in movers if (sides := _sides(state, measure, each, target))), [])
    if not found:
        shown = shown if toward is None else preview_path(state, measure, region, near)
        return _out_of_reach(shown, names_of(state)(target))
    if toward is not None:
        bearing = _bearing(state, target, toward)
        chosen = min(found, key=lambda side: _turn(_bearing(state, target, side[1].points[-1]), bearing))
        shown = preview_path(state, measure, region, chosen[0])
    else:
        made = [shown, *(preview_path(state, measure, region, spot) for spot, _ in sorted(found, key=_toil)[:1])]
        shown = min(made, key=lambda each: (each.refusal is not None, *_toil((near, each.path))))
    end = shown.path.points[-1] if shown.path is not None else near
    others = tuple(place for _, path in found if dist(place := path.points[-1], end) > ASIDE)
    return msgspec.structs.replace(shown, others=others, words=(*shown.words, *_why(measure, state, by, near, end)))


def _out_of_reach(shown: PathPreview, enemy: str) -> PathPreview:
    """Nowhere beside an enemy can be come to: it is told so, before what the one place straight on is refused for."""
    if shown.refusal is None:
        return shown
    words = (say("no place beside {enemy} is in reach", enemy=enemy), *shown.words)
    return msgspec.structs.replace(shown, title=say("Charge"), words=words)


def _reach(state: State, who: str, target: str) -> float:
    return (state[who].profile.size + state[target].profile.size) * MM / 2 + GAP


def _bearing(state: State, target: str, at: Point) -> float:
    x, y, _ = state[target].here
    return atan2(at[1] - y, at[0] - x)


def _turn(a: float, b: float) -> float:
    return abs((a - b + pi) % (2 * pi) - pi)


def _plain(path: Path, near: Point) -> bool:
    """Is it the straight way, without a roll or a swim?"""
    straight = dist(path.points[0], near)
    return bool(path.contacts) and not _toil((near, path))[0] and path.cost < straight + ASIDE


def _toil(side: tuple[Point, Path | None]) -> tuple[int, float]:
    """How hard a way is: rolls and swims, then inches."""
    path = side[1]
    if path is None:
        return (99, 0.0)
    return (path.rolls + sum(leg.kind == "swim" for leg in path.legs), path.cost)


def _sides(state: State, measure: Measure, by: Mover, target: str) -> list[tuple[Point, Path]]:
    """Places round an enemy from which it can be charged, each with the way there."""
    x, y, z = state[target].here
    far = _reach(state, by.figure, target)
    first = _bearing(state, target, state[by.figure].here)
    found: list[tuple[Point, Path]] = []
    for side in range(SIDES):
        angle = first + 2 * pi * side / SIDES
        spot = rounded((x + far * cos(angle), y + far * sin(angle), z))
        path: Path = measure(state, PathTo(by, spot))
        if path.refusal is not None or path.cost > by.move or all(c.id != target for c in path.contacts):
            continue
        if all(dist(path.points[-1], other.points[-1]) > ASIDE for _, other in found):
            found.append((spot, path))
    return found


def _why(measure: Measure, state: State, by: Mover, near: Point, end: Point) -> list[str]:
    """What stands in the straight way, where that is not the way taken."""
    straight: Path = measure(state, PathAlong(by, (rounded(near),)))
    refused = refusal_of(state, straight)
    if refused is None or hypot(end[0] - near[0], end[1] - near[1]) < ASIDE:
        return []
    return [say("not straight on: {why}", why=refused.why)]
