"""Checking a path (MOVE): `PathAlong` gives its legs, cost, rolls, contacts, and the rule that refuses it.

What a path costs: the horizontal length of a run, measured along the slope where the ground slopes; steps up and
down of at most 1" cost nothing. A climb costs the inches up or down, and the horizontal inches between its foot and
the place on top where the base stands whole. Flying and ethereal moves cost their straight length.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.lengths import too_long
from sim.board.model.queries import Mover, PathAlong, PathTo
from sim.board.model.tableau import Barred, Figure, Point, Tableau
from sim.board.model.verdicts import Contact, Ground, Leg, Path
from sim.board.movement.barricades import defended
from sim.board.movement.climbing import Climber
from sim.board.movement.contacts import homes, meet, touching
from sim.board.movement.nav_scene import NavScene, discs_of, nav_scene_of, piece_of
from sim.board.movement.standing import ON, ROUNDED, WOBBLE, carries, ground_at, is_inside, point
from sim.board.movement.trail import A_STEP, FOOT, HAIR, Stop, thin
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import BURIED, WHOLE, footing
from sim.geometry.ground.placement import ANY, PEEK, PlacementRules, nearest_placement
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.surface import part_at
from sim.geometry.ground.sweep import LIFT, sweep
from sim.geometry.ground.walk import ARRIVED, BASE, DRY, LEDGE, WALL, walk
from sim.geometry.ground.walls import wall_distance
from sim.geometry.paths.theta_star import ENEMY_MARGIN
from sim.geometry.tolerance import TOUCH
from sim.words import say, term

__all__ = ["NO_COST", "Tracer", "answer_path_along", "climb_cost", "named_bar", "trace"]

Floats = NDArray[np.float64]
_Asked = TypeVar("_Asked", PathAlong, PathTo)

ON_FOOT = ("run", "difficult", "swim", "enter_water", "leave_water", "barricade")
_SAME = 0.02  # inches: ends of climbs that differ by no more are one
_NOBODY: Floats = np.zeros((0, 5))
_SPARE = 1e-3  # inches: a search may exceed a move by so much, and a way along corners, which come rounded,
_SPARE_ALONG = 0.01  # by so much
_NARROW = ("TERR-06", "MOVE-02", "MOVE-03", "MOVE-06", "MOVE-14", "FALL-01")  # what refuses one a hair too wide


class Tracer(Climber):
    """Follows a mover along corners, leg by leg."""

    spare = _SPARE  # inches by which the move may be exceeded
    leads_to: Point | None = None  # the last of the corners that it follows

    def run(self, corner: Point, *, last: bool) -> None:
        """Along the ground to a corner; climbs where the corner lies on another level."""
        if not self.on_ground and math.dist(self.at, corner) <= ROUNDED:
            return  # where it hangs: that is no climb
        for _ in range(64):
            if self._goes_on_to(corner, last):
                return
        raise Stop("MOVE-01", say("this way leads nowhere"))

    def _goes_on_to(self, corner: Point, last: bool) -> bool:
        """A walk or a climb on to a corner; is the way there over?"""
        if not self.on_ground:
            self._from_wall(corner)
            return self._is_at(corner)
        why, marks, begun = self._walk_to(corner, float(self.width))
        if not begun:
            raise Stop("MOVE-01", say("there is no ground under the base"))
        self._add_walk(marks)
        self._widen()
        if why == DRY:
            raise Stop("WATER-03", say("this way leaves the water"))
        if why == BASE:
            self._blocked_by_base(corner)
            return True
        if why in (WALL, LEDGE):
            return self._goes_past(why, corner, last)
        near = abs(self.at[2] - corner[2]) <= A_STEP or abs(self.ground - corner[2]) <= bits.STEP
        if near and not self._is_under(corner):
            return True
        self._change_level(corner, last=last)
        return self._is_at(corner)

    def _goes_past(self, why: int, corner: Point, last: bool) -> bool:
        """To a corner from where a wall or a ledge ended the walk to it; is the way there over?"""
        if not last and self._is_at_foot(corner):
            return True
        rest_z, tz = self.at[2], corner[2]
        above_or_below = tz > self.ground + A_STEP or tz < rest_z - A_STEP
        if above_or_below or self._leads_down(corner, rest_z - A_STEP):
            if not above_or_below and self._just_passes(corner):
                return True
            try:
                self._change_level(corner, last=last)
            except Stop:
                if why != LEDGE or not last or abs(tz - rest_z) > ROUNDED:
                    raise
                self._off_edge(corner)  # level with what its rim rests on, as such a way is told
                return True
            return self._is_at(corner)
        if why == LEDGE and last:
            if not self._just_passes(corner):
                self._off_edge(corner)
            return True
        if not last and math.hypot(self.at[0] - corner[0], self.at[1] - corner[1]) <= FOOT:
            return True  # the foot of a climb, or the edge that one leads down from, as it is told
        if why == WALL:
            raise Stop("TERR-06", say("{what} stands in the way", what=self._wall_name(corner)))
        raise Stop("MOVE-06", say("the ground ends here; a path may step off an edge only at its end"))

    def _walk_to(self, corner: Point, width: float) -> tuple[int, Floats, int]:
        """Straight to a corner over the ground, as a base that is so wide: why it ends, the marks of the walk, and 1 if
        there is ground where it begins."""
        line = Segment(float(self.at[0]), float(self.at[1]), corner[0], corner[1])
        base = Base(width, self.tall)
        return walk(self.scene, self.discs, line, float(self.ground), base, self.mover.water_only, self.buf)[2:]

    def _just_passes(self, corner: Point) -> bool:
        """On along the ground to a corner, if it is a rounding that holds it up here."""
        why, marks, _ = self._walk_to(corner, float(self.width) - ROUNDED)
        if why != ARRIVED:
            return False
        self._add_walk(marks)
        return True

    def _is_under(self, corner: Point) -> bool:
        """Does it walk beneath the level of a corner, an awning say, as one who cannot step up on to it?"""
        stepped = self.ground + A_STEP
        if corner[2] + PEEK <= stepped:
            return False
        level = footing(self.scene, corner[0], corner[1], corner[2] + PEEK, self.r, self.tall, self.buf)
        return carries(level, corner[2]) and level[0] > stepped

    def _is_at(self, corner: Point) -> bool:
        flat = math.hypot(self.at[0] - corner[0], self.at[1] - corner[1])
        return flat < 2e-3 and (
            abs(self.at[2] - corner[2]) <= A_STEP or (self.on_ground and abs(self.ground - corner[2]) <= bits.STEP)
        )

    def _leads_down(self, corner: Point, high: float) -> bool:
        """Is a corner over an edge a place to stand, on ground that is lower than this, though it rests higher?"""
        found = footing(self.scene, corner[0], corner[1], corner[2] + PEEK, self.r, self.tall, self.buf)
        return found[4] in (0, 3) and carries(found, corner[2]) and found[0] < high

    def _wall_name(self, corner: Point) -> str:
        x, y, _ = self.at
        _, which, index = wall_distance(
            self.scene, Segment(x, y, x, y), self.ground, self.ground + self.tall, self.r + 0.05, self.buf
        )
        return self.nav.name(part_at(self.scene, which, index)) or say("a wall")

    def _blocked_by_base(self, corner: Point) -> None:
        x, y, _ = self.at
        beyond = math.hypot(corner[0] - x, corner[1] - y) > 2 * TOUCH
        for other in self.others:
            apart = math.hypot(other.at[0] - x, other.at[1] - y) - other.radius - self.r
            if touching(self.at, self.r, other) and other.id in self.mover.enemies and self.mover.charge:
                return  # a charge: the path ends in base contact
            if apart <= TOUCH and beyond:
                raise Stop("MOVE-02", say("the base of {who} is in the way", who=other.id))
        if beyond:
            raise Stop("MOVE-02", say("a base is in the way"))

    def _off_edge(self, corner: Point) -> None:
        """MOVE-06: over the edge on purpose. The base goes level until nothing of it is over the ground that it leaves,
        and falls from there on to what is lower, however little: only a jump carries it over a gap to ground as high or
        higher."""
        end = self._clear_of_edge((corner[0], corner[1], self.at[2]))
        _, rest_z, _, _, code = footing(self.scene, end[0], end[1], end[2] + PEEK, self.r, self.tall, self.buf)
        if code == BURIED or (code == WHOLE and rest_z > end[2] - ON):
            raise Stop("MOVE-06", say("the ground ends here; only a jump leads over a gap"))
        free, which, index, base = sweep(
            self.scene, self.discs, np.array(self.at), np.array(end), self.r, LIFT, self.buf
        )
        if free < 1.0:
            name = self.others[base].id if base >= 0 else self.nav.name(part_at(self.scene, which, index))
            raise Stop("TERR-06", say("{what} stands in the way", what=name or say("a wall")))
        self.legs.append(Leg("off_edge", thin([self.at, end]), math.dist(self.at, end)))
        self.at, self.on_ground = end, False

    def fly(self, corner: Point) -> None:
        """A straight line through the air, the base lifted 1" over it."""
        end = corner
        free, which, index, base = sweep(
            self.scene, self.discs, np.array(self.at, dtype=float), np.array(end), self.r, LIFT, self.buf
        )
        start = self.at
        if free < 1.0 and base >= 0 and self.others[base].id in self.mover.enemies and self.mover.charge:
            end = (
                start[0] + free * (end[0] - start[0]),
                start[1] + free * (end[1] - start[1]),
                start[2] + free * (end[2] - start[2]),
            )
        elif free < 1.0:
            name = self.others[base].id if base >= 0 else self.nav.name(part_at(self.scene, which, index))
            raise Stop(
                "MOVE-02" if base >= 0 else "ABIL-Flight",
                say("{what} is in the way of the flight", what=name or say("a wall")),
            )
        self.legs.append(Leg("fly", thin([start, end]), math.dist(start, end)))
        self.at = end

    def pass_through(self, corner: Point) -> None:
        """Ethereal: all terrain is ignored on the way."""
        self.legs.append(Leg("run", thin([self.at, corner]), math.dist(self.at, corner)))
        self.at = corner


def trace(
    board: Board, mover: Mover, corners: tuple[Point, ...], tableau: Tableau, ease: float = 0.0, spare: float = _SPARE
) -> Path:
    """Follow the corners; the verdict ends at the first contact with an enemy, or where a rule refuses it.

    `ease`: see `Trail`. `spare`: inches by which a move may be exceeded, for rounding.
    """
    discs, others = discs_of(tableau, (mover.figure, *mover.ignore))
    tracer = Tracer(
        nav_scene_of(board, tableau, mover.figure), mover, tableau.figure(mover.figure), discs, others, ease
    )
    tracer.spare = spare
    corners = tuple((float(x), float(y), float(z)) for x, y, z in corners)
    tracer.leads_to = corners[-1] if corners else None
    refusal: tuple[str, str] | None = None
    try:
        for number, corner in enumerate(corners):
            if mover.fly:
                tracer.fly(corner)
            elif mover.ethereal:
                tracer.pass_through(corner)
            elif not tracer.is_over(corner, *corners[number + 1 : number + 2]):
                last = number == len(corners) - 1
                tracer.run(corner, last=last)
                if not last:
                    tracer.rest_as_told(corner, corners[number + 1])
    except Stop as stop:
        refusal = stop.refusal
    path = finish(board, tracer, refusal)
    shut = {b.piece: b for b in tableau.barred if mover.figure in b.to}
    crossed = next((leg.part for leg in path.legs if leg.part and piece_of(leg.part) in shut), None) if shut else None
    if crossed is not None and not mover.fly:
        path = msgspec.structs.replace(path, refusal=_impassable(crossed, shut[piece_of(crossed)]))
    return path


def _impassable(what: str, bar: Barred) -> tuple[str, str]:
    if not bar.by:
        return ("TERR-05", say("{what} is impassable to it now", what=what))
    return ("TERR-05", say("{what} is impassable to it now, by {spell}", what=what, spell=term(bar.by)))


def named_bar(
    board: Board, query: _Asked, tableau: Tableau, path: Path, answer: Callable[[Board, _Asked, Tableau], Path]
) -> Path:
    """What refuses a path, as `answer` has it: what bars a piece to its mover, if it would not be without (TERR-05)."""
    if path.refusal is None:
        return path
    for bar in tableau.barred:
        if query.mover.figure in bar.to:
            without = msgspec.structs.replace(tableau, barred=tuple(b for b in tableau.barred if b != bar))
            if answer(board, query, without).refusal is None:
                return msgspec.structs.replace(path, refusal=_impassable(bar.piece, bar))
    return path


class ClimbCost(NamedTuple):
    """What it costs to climb from one end of a climb to the other, infinite where that is not allowed; and whether the
    climb leads from the one end to the other, with no walk before or after it."""

    inches: float
    whole: bool


NO_COST = ClimbCost(math.inf, False)


def climb_cost(nav: NavScene, base_mm: float, start: Point, end: Point) -> ClimbCost:
    """What `trace` says of a climb up or down from one end to the other."""
    tracer = Tracer(nav, Mover("", math.inf), Figure("", start, base_mm), _NOBODY)
    try:
        tracer.run(end, last=False)
    except Stop:
        return NO_COST
    if math.dist(tracer.at, end) >= ON:
        return NO_COST
    climb = max(tracer.legs, key=lambda leg: leg.cost).points
    whole = math.dist(climb[0], start) < _SAME and math.dist(climb[-1], end) < _SAME
    return ClimbCost(math.fsum(leg.cost for leg in tracer.legs), whole)


def finish(board: Board, tracer: Tracer, refusal: tuple[str, str] | None) -> Path:
    """The verdict on the legs that were followed."""
    figure = tracer.figure
    legs: list[Leg] = []
    contacts: tuple[Contact, ...] = ()
    left: tuple[Contact, ...] = ()
    try:
        legs, contacts, left = meet(tracer)
        if contacts and tracer.leads_to is not None and math.dist(legs[-1].points[-1], tracer.leads_to) <= FOOT:
            refusal = None  # whatever is on the way to where it is helped
        ends = _arrive(tracer, legs, alone=not contacts)
    except Stop as stop:
        legs, refusal = legs or tracer.legs, refusal or stop.refusal
        ends = ground_at(tracer.nav, figure, _end_of(tracer, legs), tracer.discs)
    nowhere = tracer.mover.ethereal and not (ends.whole and ends.free)
    if nowhere and legs and is_inside(tracer.nav, figure, _end_of(tracer, legs), tracer.discs):
        legs = [*legs[:-1], msgspec.structs.replace(legs[-1], kind="inside")]
    enemies = [f for f in tracer.others if f.id in tracer.mover.enemies]
    legs = [defended(board, leg, enemies) for leg in legs]
    cost = math.fsum(leg.cost for leg in legs)
    points = [point(*figure.at)]
    for leg in legs:
        points.extend(p for p in leg.points if p != points[-1])
    if refusal is None:
        refusal = _last_word(tracer, legs, cost, ends, contacts)
    return Path(tuple(points), tuple(legs), round(cost, 6), ends, contacts, left, refusal)


def _end_of(tracer: Tracer, legs: list[Leg]) -> Point:
    return legs[-1].points[-1] if legs else point(*tracer.at)


def _arrive(tracer: Tracer, legs: list[Leg], *, alone: bool) -> Ground:
    """What the base stands on at the end of the legs, whose last point is put there.

    A walk ends where the base stands: one that just cannot be placed is helped (MOVE-05). `alone`: in contact with
    nobody, and it is helped to nobody. Raises Stop where it cannot stand.
    """
    end = _end_of(tracer, legs)
    ends = ground_at(tracer.nav, tracer.figure, end, tracer.discs)
    mover = tracer.mover
    if not legs or legs[-1].kind not in ON_FOOT or mover.fly or mover.ethereal or _still(tracer, legs):
        return ends
    last, at = legs[-1], ends.at
    if not ends.whole and ends.free and alone:
        helped = _help(tracer, end)
        if helped is None:
            raise Stop("FALL-01", say("the base cannot stand where this ends"))
        at, ends = helped
    if at != end:
        before = last.points[:-1] if math.dist(at[:2], end[:2]) < HAIR else last.points
        legs[-1] = Leg(last.kind, (*before, at), last.cost, last.roll, last.part, last.access)
    return ends


def _help(tracer: Tracer, end: Point) -> tuple[Point, Ground] | None:
    """The place nearest to a path's end where the base stands, in contact with nobody, or None (MOVE-05)."""
    nav, figure = tracer.nav, tracer.figure
    discs = tracer.discs.copy()
    discs[:, 3] += ENEMY_MARGIN + 2 * bits.SLACK
    free = np.zeros(len(nav.names), dtype=np.bool_)
    radius = figure.radius + ROUNDED
    for home in homes(tracer, end):
        rules = PlacementRules(Base(radius, tracer.tall), WOBBLE, False, ANY)
        x, y, z, far = nearest_placement(nav.scene, discs, free, home, rules, tracer.buf)
        if math.isfinite(far):
            ground = ground_at(nav, figure, point(x, y, z), tracer.discs)
            if ground.whole and ground.free:
                return ground.at, ground
    return None


def _last_word(
    tracer: Tracer, legs: list[Leg], cost: float, ends: Ground, contacts: tuple[Contact, ...]
) -> tuple[str, str] | None:
    mover = tracer.mover
    if mover.avoid_contact and contacts:
        return ("MOVE-10", say("this way comes into base contact with {who}", who=contacts[0].id))
    if cost > mover.move + tracer.spare:
        return too_long(cost, mover.move)
    off = legs and legs[-1].kind in ("off_edge", "inside")
    if not ends.free and not off and not _still(tracer, legs):
        return ("MOVE-02", say("a base or terrain is in the way where this ends"))
    if mover.ethereal and not ends.whole and not off:
        return ("ABIL-Ethereal", say("an ethereal move ends where the base can stand, or inside what is solid"))
    return None


def _still(tracer: Tracer, legs: list[Leg]) -> bool:
    return not legs or legs[-1].points[-1] == point(*tracer.figure.at)


def answer_path_along(board: Board, query: PathAlong, tableau: Tableau) -> Path:
    """MOVE-01 to 04: see `trace`. A refused path tells how far it came, and why no further."""
    path = trace(board, query.mover, query.corners, tableau, spare=_SPARE_ALONG)
    if path.refusal is not None and (path.refusal[0] in _NARROW or path.cost > query.mover.move):
        again = trace(board, query.mover, query.corners, tableau, ROUNDED, _SPARE_ALONG)
        path = path if again.refusal is not None else again
    return named_bar(board, query, tableau, path, answer_path_along)
