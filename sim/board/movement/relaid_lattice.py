"""The lattice of a board that differs from an earlier one in a few places, of which only these are measured anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Part
from sim.board.model.tableau import MM, Tableau
from sim.board.movement.climb_search import NO_POINTS, Climbs, climbs_over
from sim.board.movement.lattice import EDGE, Lattice, base_sizes, field_over, fixed_climb_points, fixed_lattice
from sim.board.movement.nav_scene import nav_scene_of
from sim.geometry.ground.terrain_bins import empty_terrain
from sim.geometry.ground.terrain_mesh import Scene, Terrain
from sim.geometry.paths.climb_links import FOOT_X, FOOT_Y, OVER, TOP_X, TOP_Y
from sim.geometry.paths.heightfield import SPACING, Heightfield, Window, copy_of, forget, grown, window_around
from sim.geometry.paths.neighbours import UNLINKED

__all__ = ["Box", "HandOver", "differing", "relay", "relay_rest"]

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]  # west, south, east, north

APART = 1.0  # inches beyond a base: so far what stands beside a place tells on it
CLOSE = 0.5  # the same, of whether a base can be there at all
MARGIN = 2  # columns round what is measured anew, which may be written to as well


def differing(before: Sequence[Part], after: Sequence[Part]) -> tuple[Box, ...]:
    """Where two boards are not the same: a box round each part that one of them has and the other has not so."""
    old, new = ({part.name: part for part in parts} for parts in (before, after))
    boxes = []
    for name in sorted(old.keys() | new.keys()):
        one, two = old.get(name), new.get(name)
        if one is not None and two is not None and _same(one, two):
            continue
        corners = np.concatenate([p.triangles.reshape(-1, 3) for p in (one, two) if p is not None])[:, :2]
        (west, south), (east, north) = corners.min(0), corners.max(0)
        boxes.append((float(west), float(south), float(east), float(north)))
    return tuple(boxes)


def _same(one: Part, two: Part) -> bool:
    return one is two or (
        one.meaning == two.meaning
        and one.low == two.low
        and np.array_equal(one.triangles, two.triangles)
        and np.array_equal(one.low_faces, two.low_faces)
    )


class HandOver:
    """Lattices that one board gives away to the next: to copy them takes longer than to measure what has changed."""

    def __init__(self) -> None:
        self._was: list[tuple[NDArray[Any], NDArray[Any]]] = []  # parts of their arrays, and what stood there

    def note(self, field: Heightfield, steps: NDArray[np.int8], boxes: Sequence[Box]) -> None:
        """Keep what stands within these boxes, where something is about to change."""
        arrays = [value for each in fields(field) if isinstance(value := getattr(field, each.name), np.ndarray)]
        for box in boxes:
            i, j, columns, rows = grown(field, window_around(field, box), MARGIN)
            for array in (*arrays, steps):
                shaped = array.reshape(field.rows, field.columns, *array.shape[1:])
                own = shaped[j : j + rows, i : i + columns]
                self._was.append((own, own.copy()))

    def undo(self) -> None:
        """Give them back as they were."""
        for own, was in reversed(self._was):
            own[...] = was
        self._was.clear()


def relay(
    board: Board,
    before: Board,
    base_mm: float,
    boxes: Sequence[Box],
    within: Box | None = None,
    over: HandOver | None = None,
) -> bool:
    """Take the lattice of a base size over from the board `before`, but for what lies within boxes or close to them.

    `within`: only what of it lies in a box, and no climbs. `over`: the lattice itself, which `before` may not be asked
    about any more, unless that is undone. False where it cannot be taken over, and the board will measure its own: not
    all places of `before` are measured, and only a part is wanted.
    """
    nav, older = (nav_scene_of(each, Tableau()) for each in (board, before))
    old = fixed_lattice(before, older, base_mm)
    terrain = nav.scene.terrains[0]
    bare = msgspec.structs.replace(nav, scene=Scene((terrain, empty_terrain())))
    if old.steps is None and within is not None:
        return False
    pad = base_mm * MM / 2 + (APART if within is None else CLOSE)
    wide = [(w - pad, s - pad, e + pad, n + pad) for w, s, e, n in boxes]
    if old.steps is None:
        none = np.zeros((len(old.field.count), 0), np.int8)
        field, none, strips = _onto(terrain, older.scene.terrains[0], old.field, none, over)
        if over is not None and field is old.field:
            over.note(field, none, wide)
        made = Lattice(bare, base_mm, field, climbs_over(bare, fixed_climb_points(board, terrain), base_mm))
        for box in (*wide, *strips):
            forget(field, window_around(field, box))
    elif within is None:
        straight, askew = climbs_over(bare, fixed_climb_points(board, terrain), base_mm)
        climbs = (_climbs_kept(straight, old.climbs[0], wide), askew)
        field, steps, strips = _onto(terrain, older.scene.terrains[0], old.field, old.steps, over)
        made = Lattice(bare, base_mm, field, climbs, steps)
        wide += strips
        if over is not None and field is old.field:
            over.note(field, steps, _joined(wide))
    else:
        field, steps = _part(old.field, old.steps, window_around(old.field, within))
        made = Lattice(bare, base_mm, field, climbs_over(bare, (NO_POINTS, NO_POINTS), base_mm), steps)
    for box in _joined(wide) if made.is_whole else ():
        made.renew(box)
    return fixed_lattice(board, nav, base_mm, made) is made


def relay_rest(board: Board, before: Board, boxes: Sequence[Box], over: HandOver | None = None) -> None:
    """Take over the lattices of all base sizes that were asked for on the board `before`, as far as they are measured,
    but for those that this one has already."""
    for base_mm in base_sizes(before):
        if base_mm not in base_sizes(board):
            relay(board, before, base_mm, boxes, over=over)


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that cover these, of which no two are larger than the one round both: what overlaps is measured once."""
    made: list[Box] = []
    for box in boxes:
        rest = box
        while other := next((each for each in made if _area(_round(each, rest)) <= _area(each) + _area(rest)), None):
            made.remove(other)
            rest = _round(other, rest)
        made.append(rest)
    return made


def _round(one: Box, two: Box) -> Box:
    return (min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3]))


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _part(field: Heightfield, steps: NDArray[np.int8], window: Window) -> tuple[Heightfield, NDArray[np.int8]]:
    """The columns of a window as a field of their own, and its steps."""
    i, j, columns, rows = window

    def own(whole: NDArray[Any]) -> NDArray[Any]:
        shaped = whole.reshape(field.rows, field.columns, *whole.shape[1:])
        return shaped[j : j + rows, i : i + columns].reshape(rows * columns, *whole.shape[1:]).copy()

    arrays = {each.name: getattr(field, each.name) for each in fields(field)}
    made: dict[str, Any] = {name: own(value) for name, value in arrays.items() if isinstance(value, np.ndarray)}
    made |= {"x": field.x + i * SPACING, "y": field.y + j * SPACING, "columns": columns, "rows": rows}
    inner = own(steps)
    shaped = inner.reshape(rows, columns, *steps.shape[1:])
    for edge in (shaped[0], shaped[-1], shaped[:, 0], shaped[:, -1]):
        edge[:] = -1  # their steps may lead out of it
    return replace(field, **made), inner


def _onto(
    after: Terrain, before: Terrain, old: Heightfield, steps: NDArray[np.int8], over: HandOver | None
) -> tuple[Heightfield, NDArray[np.int8], list[Box]]:
    """What an old field and its steps know, in a field over another terrain; its steps, and the strips along its edges
    that are unknown. Both themselves where they are handed `over` and fit."""
    if _reach(after) == _reach(before) and _is_over(old, before):
        return (copy_of(old), steps.copy(), []) if over is None else (old, steps, [])
    fresh = field_over(after.bounds)
    i, j = round((old.x - fresh.x) / SPACING), round((old.y - fresh.y) / SPACING)
    west, south = max(i, 0), max(j, 0)
    east, north = min(i + old.columns, fresh.columns), min(j + old.rows, fresh.rows)

    def put(into: NDArray[Any], known: NDArray[Any]) -> None:
        to = into.reshape(fresh.rows, fresh.columns, *into.shape[1:])
        of = known.reshape(old.rows, old.columns, *known.shape[1:])
        to[south:north, west:east] = of[south - j : north - j, west - i : east - i]

    for each in fields(old):
        if isinstance(getattr(old, each.name), np.ndarray):
            put(getattr(fresh, each.name), getattr(old, each.name))
    made = np.full((len(fresh.count), *steps.shape[1:]), UNLINKED, np.int8)
    put(made, steps)
    xs = [fresh.x + n * SPACING for n in (0, west + 1, east - 2, fresh.columns - 1)]
    ys = [fresh.y + n * SPACING for n in (0, south + 1, north - 2, fresh.rows - 1)]
    strips = [
        (west > 0 or i < 0, (xs[0], ys[0], xs[1], ys[3])),
        (east < fresh.columns or i + old.columns > east, (xs[2], ys[0], xs[3], ys[3])),
        (south > 0 or j < 0, (xs[0], ys[0], xs[3], ys[1])),
        (north < fresh.rows or j + old.rows > north, (xs[0], ys[2], xs[3], ys[3])),
    ]
    return fresh, made, [box for unknown, box in strips if unknown]


def _reach(terrain: Terrain) -> list[float]:
    """How far a terrain reaches each way: west, south, east, north."""
    west, _, south, _ = terrain.bounds[:, :4].min(axis=0, initial=np.inf).tolist()
    _, east, _, north = terrain.bounds[:, :4].max(axis=0, initial=-np.inf).tolist()
    return [west, south, east, north]


def _is_over(field: Heightfield, terrain: Terrain) -> bool:
    """Is it over all of a terrain, as `field_over` has it, and not over a part?"""
    west, south, east, north = _reach(terrain)
    east_end, north_end = (field.columns - 1) * SPACING + field.x, (field.rows - 1) * SPACING + field.y
    return min(west - field.x, south - field.y, east_end - east, north_end - north) >= EDGE


def _climbs_kept(made: Climbs, old: Climbs, boxes: Sequence[Box]) -> Climbs:
    """The climbs over the new points; those that were known and lie in none of the boxes are taken over."""
    if not old.is_whole:
        return made
    rows, reach = np.unique(old.rows, axis=0), 2 * made.base.radius + OVER
    changed, stale = np.zeros(len(made.points), np.bool_), np.zeros(len(rows), np.bool_)
    for west, south, east, north in boxes:
        one, two = np.array([west - reach, south - reach]), np.array([east + reach, north + reach])
        changed |= ((made.points[:, :2] <= two) & (made.points[:, :2] >= one)).all(axis=1)
        for x, y in ((FOOT_X, FOOT_Y), (TOP_X, TOP_Y)):
            stale |= ((rows[:, [x, y]] >= (west, south)) & (rows[:, [x, y]] <= (east, north))).all(axis=1)
    made.rows, made.known = rows[~stale], ~changed
    return made
