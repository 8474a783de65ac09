"""What stands on a street stays on it: where an edit gives the ground another level, it goes up or down with that."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from sim.board.files.canals import street_places
from sim.board.files.map_marks import MapNote, MapObjective
from sim.board.files.mapfile import MapFile, PiecePlacement
from sim.board.model.plans import common
from sim.builder.edits import Edit, PiecePose, Poses, SetFlat, Together

__all__ = ["following"]

FOOT = 0.06  # inches between what stands on the ground and that
MOSTLY = 0.5  # of a thing, seen from above, lies on what it stands on


def following(before: MapFile, edit: Edit, after: MapFile, plots: Mapping[str, BaseGeometry]) -> Edit:
    """The edit that made `after` of `before`, and with it all that stood on ground whose level it changed.

    `plots`: the pieces of `before` seen from above, by their ids. What the edit itself puts elsewhere stays where it
    put it.
    """
    if before.streets == after.streets:
        return edit
    poses, marks = _pieces(before, after, plots), _marks(before, after)
    more = (*([Poses(tuple(poses))] if poses else []), *(SetFlat(mark) for mark in marks))
    return Together((edit, *more), edit.words) if more else edit


def _pieces(before: MapFile, after: MapFile, plots: Mapping[str, BaseGeometry]) -> list[PiecePose]:
    """Where pieces come to stand: those on the ground, and then what stands on these."""
    now = {placed.id: placed for placed in after.pieces}
    still = [placed for placed in before.pieces if now.get(placed.id) == placed and placed.id in plots]
    rise: dict[str, float] = {}
    high: list[PiecePlacement] = []
    for placed in still:
        plot = plots[placed.id]
        was, comes = _level(before, plot), _level(after, plot)
        if placed.z > was + FOOT:
            high.append(placed)
        elif placed.z >= was - FOOT and comes != was:
            rise[placed.id] = comes - was
    for placed in sorted(high, key=lambda each: each.z):
        plot = plots[placed.id]
        under = [by for id, by in rise.items() if _on(plot, plots[id])]
        if under:
            rise[placed.id] = under[-1]
    return [PiecePose(p.id, p.at, round(p.z + rise[p.id], 3), p.turn) for p in still if p.id in rise]


def _marks(before: MapFile, after: MapFile) -> list[MapObjective | MapNote]:
    """Objectives and notes that lie on ground of another level now."""
    now: set[MapObjective | MapNote] = {*after.objectives, *after.notes}
    marks: list[MapObjective | MapNote] = [*before.objectives, *before.notes]
    found: list[MapObjective | MapNote] = []
    for mark in marks:
        spot = shapely.Point(mark.at).buffer(FOOT)
        was, comes = _level(before, spot), _level(after, spot)
        if mark in now and abs(mark.z - was) <= FOOT and comes != was:
            found.append(msgspec.structs.replace(mark, z=round(mark.z + comes - was, 3)))
    return found


def _level(made: MapFile, plot: BaseGeometry) -> float:
    """The level of the ground under most of a thing."""
    return next((street.level for street, place in street_places(made) if _on(plot, place)), 0.0)


def _on(plot: BaseGeometry, place: BaseGeometry) -> bool:
    return bool(place.intersects(plot)) and float(common(plot, place).area) > MOSTLY * float(plot.area)
