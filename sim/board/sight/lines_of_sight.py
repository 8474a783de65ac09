"""Sight, cover and distance between the figures of a tableau (GEO-01 to GEO-12).

What is no higher than 1" above its ground is ignored for sight and hides for cover (GEO-03); water hides nothing.
Other figures, vessels and smoke are in the way where they stand in the tableau; the two concerned never are. A figure
is its body and the base under it: both hide and are hidden, and of the base nothing sees or is seen (GEO-06, 07).

What was found is kept for as long as the two stand where they stood and nothing else comes or goes in the box round
both: mostly one mini has moved since they were asked about, and clones of a game ask what others have asked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.files.bodies import Body, load_body, load_on_base
from sim.board.files.cache import KeptSolid
from sim.board.model.part_names import base_of
from sim.board.model.queries import CoverOf, DistanceOf, LinesTo, SightOf, SightTo
from sim.board.model.tableau import Figure, Marker, Point, Tableau, VesselAt
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Cover, Distance, Lines, Share, Sight
from sim.board.most_recent import MostRecent
from sim.geometry.ground.distance import between, flat_distance, heights_within
from sim.geometry.mesh.prisms import prism
from sim.geometry.ray.blockers import Blockers, PlacedSolid, Pose, Solid
from sim.geometry.ray.rays import bounds
from sim.geometry.sight.cover import THRESHOLD, hidden_share
from sim.geometry.sight.sight import Seen, Standing, sight, sight_to_point
from sim.geometry.tolerance import LOW, TOUCH

if TYPE_CHECKING:
    from sim.board.board import Board, Part

__all__ = ["sight_scene_of"]

Floats = NDArray[np.float64]
Box = tuple[Floats, Floats]  # low and high, of one or of many
Placed = Figure | VesselAt | Marker

KEPT = 256  # figures and vessels where they stood
FOUND = 4096  # verdicts of sight and of cover
CLEAR = 0.1  # inches: what stands so far from the box round two figures is in no way of theirs
SHARED = LOW + 1e-9  # inches between bases that one low thing may touch
MOVABLE = 1 << 15  # triangles of minis and vessels that rays meet at first; more make more room
SIDES = 32  # of a round marker's wall of smoke
OVER = 0.05  # inches that a thing is higher than the base beside it: one that rests on a slope has that about it


class _MovableBlockers:
    """What moves and blocks sight in a tableau: vessels, figures, smoke, each with what it stands there by."""

    def __init__(self, tableau: Tableau, placed: Sequence[tuple[Placed, PlacedSolid]]) -> None:
        self.tableau = tableau
        self.by = tuple(by for by, _ in placed)
        self.things = tuple(thing for _, thing in placed)
        self.figures = {by.id: thing for by, thing in placed if isinstance(by, Figure)}

    @cached_property
    def _boxes(self) -> Box:
        boxes = np.array([thing.box for thing in self.things]).reshape(-1, 2, 3)
        return boxes[:, 0], boxes[:, 1]

    def between(self, one: Box, two: Box, but: Sequence[Figure]) -> list[int]:
        """The numbers of those things that come near to the box round two boxes. What stands in it beside the beams
        counts, too: a search that ends undecided hangs on all that it looked at."""
        low, high = np.minimum(one[0], two[0]) - CLEAR, np.maximum(one[1], two[1]) + CLEAR
        meets = ((self._boxes[0] <= high) & (self._boxes[1] >= low)).all(axis=1)
        return [n for n in np.flatnonzero(meets).tolist() if self.by[n] not in but]


class SightScene:
    """What rays meet on a board, made once."""

    def __init__(self, board: Board) -> None:
        self.tall, self.low = _solid(board.parts, low=False), _solid(board.parts, low=True)
        if board.source is not None and not board.passing:  # boards built in code are small, and many
            self.tall, self.low = KeptSolid(self.tall, f"sight-{board.key}"), KeptSolid(self.low, f"low-{board.key}")
        self.blockers = Blockers(self.tall, movable=MOVABLE + 2 * len(self.low))  # what is low joins for cover
        self.fixed = (PlacedSolid(self.tall, Pose()), PlacedSolid(self.low, Pose()))
        self.obstacles = tuple(
            (part.name, thing)
            for part in board.parts
            if part.meaning.kind is not Kind.WATER
            for thing in part.low_things
        )
        reaches = [np.concatenate(bounds(thing.reshape(-1, 3))) for _, thing in self.obstacles]
        self.obstacle_bounds = np.array(reaches).reshape(-1, 6)
        self._vessels: dict[str, tuple[Solid, Solid]] = {}
        self._placed = MostRecent[Figure, PlacedSolid](KEPT)
        self._afloat = MostRecent[VesselAt, tuple[PlacedSolid, PlacedSolid]](KEPT)
        self._crowds: dict[bool, _MovableBlockers] = {}
        self.sights = MostRecent[object, Sight](FOUND)
        self.covers = MostRecent[object, Cover](FOUND)

    def movable(self, board: Board, tableau: Tableau, minis: bool) -> _MovableBlockers:
        """All that moves and blocks sight, kept while the same tableau is asked about."""
        kept = self._crowds.get(minis)
        if kept is None or kept.tableau is not tableau:
            placed: list[tuple[Placed, PlacedSolid]] = []
            placed += [(where, self._vessel(board, where)[0]) for where in board.vessels_at(tableau)]
            placed += [(figure, self.figure(figure)) for figure in tableau.figures if minis]
            placed += [(marker, _smoke(marker)) for marker in tableau.markers if marker.kind == "smoke"]
            kept = self._crowds[minis] = _MovableBlockers(tableau, placed)
        return kept

    def vessels(self, board: Board, tableau: Tableau) -> list[tuple[PlacedSolid, PlacedSolid]]:
        """Each vessel where it lies: its parts that block sight, and those that are low."""
        return [self._vessel(board, where) for where in board.vessels_at(tableau)]

    def _vessel(self, board: Board, where: VesselAt) -> tuple[PlacedSolid, PlacedSolid]:
        def made() -> tuple[PlacedSolid, PlacedSolid]:
            solids = self._vessels.get(where.piece)
            if solids is None:
                parts = board.vessel(where.piece).parts
                solids = self._vessels[where.piece] = (_solid(parts, low=False), _solid(parts, low=True))
            pose = Pose(where.at, where.turn)
            return PlacedSolid(solids[0], pose), PlacedSolid(solids[1], pose)

        return self._afloat.of(where, made)

    def figure(self, figure: Figure) -> PlacedSolid:
        """A figure, body and base, as something in the way, and as what is hidden."""

        def made() -> PlacedSolid:
            names = (figure.id, base_of(figure.id))  # in the order of `ON_BASE`
            return PlacedSolid(load_on_base(figure.body, figure.base_mm), Pose(figure.at, figure.facing), names)

        return self._placed.of(figure, made)


def _solid(parts: Sequence[Part], low: bool) -> Solid:
    """What of some parts is low, or what is not, but for water."""
    chosen = [(p.name, p.faces(low)) for p in parts if p.meaning.kind is not Kind.WATER]
    chosen = [(name, triangles) for name, triangles in chosen if len(triangles)]
    if not chosen:
        return Solid(np.empty((0, 3, 3)))
    names = tuple(name for name, _ in chosen)
    if len(chosen) == 1:
        return Solid(chosen[0][1], names=names)
    part_of = np.repeat(np.arange(len(chosen), dtype=np.int32), [len(triangles) for _, triangles in chosen])
    return Solid(np.concatenate([triangles for _, triangles in chosen]), part_of, names)


def sight_scene_of(board: Board) -> SightScene:
    return board.derived("lines", lambda: SightScene(board))


@lru_cache(maxsize=256)
def _standing(figure: Figure) -> Standing:
    return Standing(load_body(figure.body).target, Pose(figure.at, figure.facing))


def _eye(figure: Figure, body: Body) -> Floats:
    return Pose(figure.at, figure.facing).out(body.eye)


@lru_cache(maxsize=64)
def _smoke(marker: Marker) -> PlacedSolid:
    """A marker's smoke: an upright prism as high as it says."""
    walls = prism(marker.radius / math.cos(math.pi / SIDES), marker.height, SIDES)
    return PlacedSolid(Solid(walls), Pose(marker.at), marker.id, is_volume=True)


def _rounded(point: Floats) -> Point:
    x, y, z = (round(float(v), 6) for v in point)
    return (x, y, z)


def _sight(seen: Seen) -> Sight:
    witness = None if seen.witness is None else (_rounded(seen.witness[0]), _rounded(seen.witness[1]))
    return Sight(seen.visible, witness, seen.blocker, seen.proven, seen.grazing, round(seen.gap_bound, 6))


def answer_sight_of(board: Board, query: SightOf, tableau: Tableau) -> Sight:
    """GEO-06, 07: any point of head or torso to any point of head or torso."""
    pair = tableau.figure(query.a), tableau.figure(query.b)
    lines = sight_scene_of(board)
    crowd = lines.movable(board, tableau, query.minis_block)
    one, two = pair if query.a <= query.b else pair[::-1]  # either way it is the same beam
    between = crowd.between(lines.figure(one).box, lines.figure(two).box, pair)

    def made() -> Sight:
        return _sight(sight(lines.blockers, _standing(one), _standing(two), [crowd.things[n] for n in between]))

    found = lines.sights.of((one, two, *[crowd.by[n] for n in between]), made)
    if one is pair[0] or found.witness is None:
        return found
    return msgspec.structs.replace(found, witness=found.witness[::-1])


def answer_sight_to(board: Board, query: SightTo, tableau: Tableau) -> Sight:
    """Any point of head or torso to the point."""
    a = tableau.figure(query.a)
    lines = sight_scene_of(board)
    crowd = lines.movable(board, tableau, query.minis_block)
    things = [p for p in crowd.things if p is not crowd.figures.get(a.id)]
    return _sight(sight_to_point(lines.blockers, _standing(a), np.array(query.point), things))


def answer_lines_to(board: Board, query: LinesTo, tableau: Tableau) -> Lines:
    """From eye to eye, and to half that height."""
    attacker, target = tableau.figure(query.attacker), tableau.figure(query.target)
    places = np.array(query.places, np.float64).reshape(-1, 3)
    height = float(load_body(target.body).eye[2])
    ends = np.concatenate([places + np.array([0.0, 0.0, up]) for up in (height, height / 2)])
    starts = np.broadcast_to(_eye(attacker, load_body(attacker.body)), ends.shape)
    barred = sight_scene_of(board).tall.rays.occluded(starts, ends).reshape(2, -1)
    clear = ~np.asarray(barred.all(axis=0))
    return Lines(tuple(clear.tolist()))


def answer_cover_of(board: Board, query: CoverOf, tableau: Tableau) -> Cover:
    """GEO-08, 09: the hidden share of the target's silhouette, from the centre of the attacker's head."""
    attacker, target = tableau.figure(query.attacker), tableau.figure(query.target)
    lines = sight_scene_of(board)
    crowd = lines.movable(board, tableau, query.minis_block)
    eye, body = _eye(attacker, load_body(attacker.body)), lines.figure(target)
    between = crowd.between((eye, eye), body.box, (attacker, target))
    afloat = board.vessels_at(tableau) if query.low_terrain else ()

    def made() -> Cover:
        things = [crowd.things[n] for n in between]
        if query.low_terrain:
            things.append(lines.fixed[1])
            things.extend(low for _, low in lines.vessels(board, tableau))
        found = hidden_share(eye, body, lines.blockers, things)
        return Cover(
            hidden=round(found.share, 6),
            error=round(found.error, 6),
            in_cover=found.share + found.error >= THRESHOLD,
            eye=_rounded(eye),
            by=tuple(Share(name, round(share, 6)) for name, share in found.by),
        )

    return lines.covers.of((attacker, target, query.low_terrain, afloat, *[crowd.by[n] for n in between]), made)


def answer_distance_of(board: Board, query: DistanceOf, tableau: Tableau) -> Distance:
    """GEO-02, 04, 05."""
    a, b = tableau.figure(query.a), tableau.figure(query.b)
    apart = between(a.at, a.radius, b.at, b.radius)
    obstacle = None
    if apart.distance <= SHARED and not apart.touch:
        obstacle = _shared_obstacle(sight_scene_of(board), a, b)
    return Distance(*apart, obstacle)


def _shared_obstacle(lines: SightScene, a: Figure, b: Figure) -> str | None:
    """The part of the low thing that both bases touch (GEO-05), or None."""
    near = _beside(lines.obstacle_bounds, a) & _beside(lines.obstacle_bounds, b)
    for number in np.flatnonzero(near):
        name, thing = lines.obstacles[number]
        if all(flat_distance(f.at, thing) <= f.radius + TOUCH and _at_its_foot(f, thing) for f in (a, b)):
            return name
    return None


def _at_its_foot(figure: Figure, thing: Floats) -> bool:
    """Does a base touch a thing from the side, there where it touches it? Who stands on it does not, nor who swims far
    below it."""
    heights = heights_within(figure.at, figure.radius + TOUCH, thing)
    return heights is not None and heights[0] - LOW <= figure.at[2] < heights[1] - OVER


def _beside(bounds: Floats, figure: Figure) -> NDArray[np.bool_]:
    """Which things, by their bounds, a base may touch from the side: those that it stands beside at their height."""
    (x, y, z), reach = figure.at, figure.radius + TOUCH
    low, high = bounds[:, :3], bounds[:, 3:]
    flat = (low[:, 0] <= x + reach) & (high[:, 0] >= x - reach) & (low[:, 1] <= y + reach) & (high[:, 1] >= y - reach)
    return np.asarray(flat & (low[:, 2] - LOW <= z) & (z < high[:, 2] - TOUCH))
