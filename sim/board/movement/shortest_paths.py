"""Shortest paths (MOVE): `PathTo`.

The search finds a way over a lattice of places; it is checked by `PathAlong`, and given with the cost and legs that
this says.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import Mover, PathAlong, PathTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Path
from sim.board.movement.charge_places import by_way, contact_places, is_aimed, places_between
from sim.board.movement.nav_scene import discs_of, nav_scene_of
from sim.board.movement.path_search import PathSearch, Start
from sim.board.movement.paths import answer_path_along, named_bar, trace
from sim.board.movement.standing import WOBBLE, carries, ground_at, point
from sim.geometry.ground import terrain_mesh as bits
from sim.geometry.ground.discs import Base, first_overlap
from sim.geometry.ground.footing import WHOLE, footing
from sim.geometry.ground.placement import ANY, PEEK, PlacementRules, nearest_placement
from sim.geometry.ground.sweep import RISE, UNSTOPPED, flight
from sim.geometry.paths.search_graph import way_to_goal
from sim.geometry.paths.theta_star import ENEMY_MARGIN
from sim.words import say

__all__ = ["answer_path_to"]

Floats = NDArray[np.float64]

_HARDLY = 0.05  # inches: paths that are longer by no more are as short
_WALKED = ("run", "swim", "barricade", "enter_water", "leave_water")
_CLIMBED = ("climb", "ladder", "ruin")
_DEARER = 0.1  # inches: a path that costs so much more than the search found went another way
_SHORTER = 2.0  # inches: a flight may end so much before its last corner, in contact from above
_ALIKE = 0.01  # inches: places that are no further apart are one, up to rounding
_ASIDE = [(0.001 * i, 0.001 * j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]  # the places next to a rounded one
_TRIES = 5
_STRAIGHT = 4  # places round an enemy to which a straight way is tried
_SIDES = 6  # places round an enemy that are searched for, the nearest by way first


def answer_path_to(board: Board, query: PathTo, tableau: Tableau) -> Path:
    """The shortest legal path to a place; where `avoid_rolls`, one without rolls if there is any within the move.

    A place on which the base just cannot stand is moved by up to 1/2" (MOVE-05); a place in an enemy is one beside
    it. Where no path is found the verdict is refused, and stays where the mover is.
    """
    return named_bar(board, query, tableau, _shortest(board, query, tableau), _shortest)


def _shortest(board: Board, query: PathTo, tableau: Tableau) -> Path:
    mover = query.mover
    if mover.fly:
        return _fly(board, mover, query.to, tableau)
    if mover.ethereal:
        return trace(board, mover, (query.to,), tableau)
    path_search = PathSearch(board, mover, tableau, query.beyond)
    starts = path_search.starts()
    if not starts or starts[0].corners:
        further = trace(board, mover, (query.to,), tableau)  # from a wall: on along it, or to its foot or top
        if further.refusal is None or not starts:
            return further
    pointed = _enemy_at(path_search, query.to)
    if pointed is not None and not is_aimed(query.to, pointed) and _in_reach(path_search, pointed):
        charge = _charge(path_search, pointed, query.to)
        if charge is not None:
            return charge
    place = _goal(path_search, query.to)
    if place is None:
        return _refused(path_search, ("TERR-01", say("the base cannot stand there")))
    goal, met = place
    straight = trace(board, mover, ((float(goal[0]), float(goal[1]), float(goal[3])),), tableau)
    if _is_shortest(straight, path_search, goal, met):
        return straight
    best = _searched(path_search, query, starts, goal, met)
    if best is not None and _is_held(best):
        best = _searched(path_search, query, path_search.asides(), goal, met) or best
    if not _is_allowed(best) and _arrives(straight, goal, met):
        return _as_told(path_search, straight) or straight  # over what the lattice has no places on
    if best is not None:
        return best
    return _refused(
        path_search,
        ("MOVE-01", say('no path leads there, not even one of {far:g}"', far=round(path_search.farthest, 1))),
    )


def _searched(
    path_search: PathSearch, query: PathTo, starts: Sequence[Start], goal: Floats, met: tuple[str, ...]
) -> Path | None:
    """The shortest path that the search finds: without rolls, with them where they may shorten it, and askew."""
    best: Path | None = None
    for start in starts:
        best = _found(path_search, start, goal, met, False, best)
    if not _is_allowed(best) or _worth(best, query, path_search, goal):
        for start in starts:
            if not _is_allowed(best) or path_search.rolls_may_shorten(start, goal, best.cost):
                best = _found(path_search, start, goal, met, True, best)
    if not _is_allowed(best):
        for start in starts:
            if len(path_search.askew_from(start)):
                best = _found(path_search, start, goal, met, True, best, askew=True)
    return best


def _found(
    path_search: PathSearch,
    start: Start,
    goal: Floats,
    met: tuple[str, ...],
    rolls: bool,
    best: Path | None,
    *,
    askew: bool = False,
) -> Path | None:
    """The shortest path from a start that the search finds and the check allows, if it is better than the best.

    `askew`: with climbs askew from the start, which reach a little further and take longer to find.
    """
    path_search.barred.clear()
    only: Path | None = None  # that is allowed, though not as it is told, or with a fall at its end
    for _ in range(_TRIES):
        budget = path_search.farthest if rolls else path_search.mover.move
        if _is_allowed(best):
            budget = min(budget, best.cost)
        graph = path_search.find(start, goal, budget, rolls, met, askew=askew)
        corners = way_to_goal(graph)
        if corners is None:
            break
        seen = start.cost + graph.distance[graph.start + 1]
        checked = _checked(path_search, start, corners, seen)
        if not checked.is_as_told:
            only = checked.path if only is None or _better(checked.path, only) else only
        elif best is None or _better(checked.path, best):
            best = checked.path
        if checked.barred is None:
            break
        path_search.barred.append(checked.barred)
    return best if only is None or _is_allowed(best) else only


class _Checked(NamedTuple):
    """A path along corners that the search has found, and whether it leads where it says when it is given back as it is
    told (a refused one leads nowhere else). `barred`: the place round which another path may be better, if any."""

    path: Path
    is_as_told: bool
    barred: Point | None


def _checked(path_search: PathSearch, start: Start, corners: tuple[Point, ...], seen: float) -> _Checked:
    """Follow corners that the search has found, `seen` inches of them."""
    rounded = (*start.corners, *(point(*corner) for corner in corners))
    path = trace(path_search.board, path_search.mover, rounded, path_search.tableau)
    if path.refusal is not None and path.refusal[0] != "MOVE-01":  # rounding took it a hair too near to something
        finer = trace(path_search.board, path_search.mover, (*start.corners, *corners), path_search.tableau)
        told = _as_told(path_search, finer)
        if told is None:  # or the lattice saw a way where there is none
            return _Checked(finer if finer.refusal is None else path, finer.refusal is not None, path.points[-1])
        path = told
    elif path.refusal is None and path.legs and path.legs[-1].kind == "off_edge":
        return _Checked(path, False, path.legs[-1].points[0])  # it falls there, where a way round may lead
    elif path.refusal is None and (path.contacts or any(leg.kind not in _WALKED for leg in path.legs)):
        told = _as_told(path_search, path)
        if told is None:
            return _Checked(path, False, _parting(path, _given_back(path_search, path)))  # on rubble, say
        path = told
    missed = _missed(path, corners) if path.cost > seen + _DEARER else None
    return _Checked(path, True, missed)  # it goes by another level there than the lattice saw, and that is longer


def _as_told(path_search: PathSearch, path: Path) -> Path | None:
    """A path that leads where it says when it is given back as it is told, its corners rounded: this one, or one with
    the corner at which they part a hair aside. None where there is none, or the path is refused."""
    if path.refusal is not None:
        return None
    again = _given_back(path_search, path)
    if _leads_alike(again, path):
        return path
    parting = path.points.index(_parting(path, again))
    for number in (parting, parting - 1):
        x, y, _ = path.points[number] if number > 0 else (math.nan, math.nan, 0.0)
        for dx, dy in _ASIDE if number > 0 else ():
            corners = tuple(
                point(px + dx, py + dy, pz) if (px, py) == (x, y) else (px, py, pz) for px, py, pz in path.points
            )
            aside = answer_path_along(path_search.board, PathAlong(path_search.mover, corners[1:]), path_search.tableau)
            if _leads_alike(aside, path) and _leads_alike(_given_back(path_search, aside), aside):
                return aside
    return None


def _given_back(path_search: PathSearch, path: Path) -> Path:
    """The way that a path leads as it is told, with its corners rounded."""
    query = PathAlong(path_search.mover, path.points[1:])
    return answer_path_along(path_search.board, query, path_search.tableau)


def _leads_alike(path: Path, told: Path) -> bool:
    """Does a path lead to the end, and to the enemies, that another one tells?"""
    there = math.dist(path.points[-1], told.points[-1]) <= _ALIKE
    alike = [contact.id for contact in path.contacts] == [contact.id for contact in told.contacts]
    return path.refusal is None and there and alike


def _parting(path: Path, again: Path) -> Point:
    """The first of the places of a path where it goes another way when it is given back as it is told."""
    came = again.points if again.refusal is None else again.points[:-1]
    return next((p for p in path.points[1:] if all(math.dist(p, q) > _ALIKE for q in came)), path.points[-1])


def _missed(path: Path, corners: tuple[Point, ...]) -> Point | None:
    """The corner beside which a path climbs from another level than the search saw it on."""
    for leg in path.legs:
        foot = leg.points[0]
        beside = min(corners, key=lambda corner: math.dist(corner[:2], foot[:2]))
        if leg.kind in _CLIMBED and abs(beside[2] - foot[2]) > bits.STEP / 2:
            return beside
    return None


def _is_held(path: Path) -> bool:
    """Is it refused where it begins?"""
    return path.refusal is not None and math.dist(path.points[0], path.points[-1]) <= _ALIKE


def _is_allowed(path: Path | None) -> TypeGuard[Path]:
    """Is there a path, and one that is not refused?"""
    return path is not None and path.refusal is None


def _worth(best: Path, query: PathTo, path_search: PathSearch, goal: Floats) -> bool:
    """May rolls make the path shorter?"""
    straight = math.hypot(goal[0] - path_search.figure.at[0], goal[1] - path_search.figure.at[1])
    return not query.avoid_rolls and best.cost > straight + _HARDLY


def _is_shortest(path: Path, path_search: PathSearch, goal: Floats, met: tuple[str, ...]) -> bool:
    """Is this straight way to a place a walk without a roll or an enemy on it, so that none is shorter?"""
    flat = math.hypot(goal[0] - path_search.figure.at[0], goal[1] - path_search.figure.at[1])
    walked = all(leg.kind in _WALKED and not leg.defenders for leg in path.legs)
    alone = all(contact.id in met for contact in path.contacts)
    arrived = path.cost >= flat - _HARDLY  # not stopped by whoever stands in the way
    return path.refusal is None and walked and alone and arrived and path.cost <= flat + _HARDLY


def _arrives(path: Path, goal: Floats, met: tuple[str, ...]) -> bool:
    """Does this path lead to a place, or to the enemies that are met there?"""
    x, y, _ = path.points[-1]
    there = math.hypot(x - goal[0], y - goal[1]) <= _HARDLY or any(contact.id in met for contact in path.contacts)
    return path.refusal is None and there and all(contact.id in met for contact in path.contacts)


def _better(path: Path, than: Path) -> bool:
    if (path.refusal is None) != (than.refusal is None):
        return path.refusal is None
    return path.cost < than.cost - 1e-6


def _goal(path_search: PathSearch, to: Point) -> tuple[Floats, tuple[str, ...]] | None:
    """The place that is meant, as the search takes it, and the enemies that the base touches there."""
    x, y, z = map(float, to)
    r, tall, scene, buf = path_search.r, path_search.tall, path_search.scene, path_search.buf
    spot: tuple[float, float, float] | None = None
    top = z + bits.STEP
    for _ in range(4):
        ground, rest_z, which, _, code = footing(scene, x, y, top, r, tall, buf)
        if which < 0 or rest_z < z - bits.STEP:
            break
        if code == 0 and first_overlap(path_search.discs, x, y, rest_z, r, tall) < 0:
            spot = (x, y, rest_z)
            break
        top = ground - 1e-4
    if spot is None:
        forbidden = np.zeros(len(path_search.nav.names), dtype=np.bool_)
        home = np.array([x, y, z])
        other = _enemy_at(path_search, (x, y, z))
        if other is not None:
            beside = next(contact_places(path_search, other, to), None)
            px, py, pz, far = (*beside, 0.0) if beside is not None else (x, y, z, np.inf)
        else:
            rules = PlacementRules(Base(r, tall), WOBBLE, False, ANY)
            px, py, pz, far = nearest_placement(scene, path_search.discs, forbidden, home, rules, buf)
        if not np.isfinite(far):
            return None
        spot = (float(px), float(py), float(pz))
    return _as_goal(path_search, spot)


def _as_goal(path_search: PathSearch, spot: Point) -> tuple[Floats, tuple[str, ...]]:
    """A place as the search takes it, and the enemies that the base touches there."""
    r = path_search.r
    ground = footing(path_search.scene, spot[0], spot[1], spot[2] + 0.01, r, path_search.tall, path_search.buf)[0]
    met = tuple(
        o.id
        for o in path_search.others
        if math.hypot(o.at[0] - spot[0], o.at[1] - spot[1]) < r + o.radius + ENEMY_MARGIN
    )
    return np.array([spot[0], spot[1], ground, spot[2]]), met


def _enemy_at(path_search: PathSearch, to: Point) -> Figure | None:
    """The enemy in whose base a mover would be that stood there, and whom it may charge; None where there is none, or
    it stands free: on a rim over a head, or on a bridge."""
    (x, y, z), r, tall = map(float, to), path_search.r, path_search.tall
    found = footing(path_search.scene, x, y, z + PEEK, r, tall, path_search.buf)
    if found[4] == WHOLE and carries(found, z) and first_overlap(path_search.discs, x, y, found[1], r, tall) < 0:
        return None
    for other in path_search.others if path_search.mover.charge else ():
        near = math.hypot(other.at[0] - x, other.at[1] - y) < path_search.r + other.radius
        if near and other.id in path_search.mover.enemies and abs(other.at[2] - z) < 2.0:
            return other
    return None


def _in_reach(path_search: PathSearch, other: Figure) -> bool:
    """Might a way lead into contact with an enemy? None is shorter than the straight line, seen from above."""
    apart = math.dist(path_search.figure.at[:2], other.at[:2]) - path_search.r - other.radius
    return apart <= path_search.farthest + WOBBLE + _HARDLY


def _charge(path_search: PathSearch, other: Figure, to: Point) -> Path | None:
    """The shortest path to a place in contact with an enemy who is pointed at; None where there is no such place.

    A place that a straight walk leads to has none nearer before it; where no such walk is, ways are searched for.
    """
    places = sorted(contact_places(path_search, other, to), key=lambda place: math.dist(place, path_search.figure.at))
    straight: Path | None = None
    for place in places[:_STRAIGHT]:
        path = trace(path_search.board, path_search.mover, (place,), path_search.tableau)
        if path.refusal is None and path.rolls == 0 and any(contact.id == other.id for contact in path.contacts):
            told = _as_told(path_search, path)
            if told is not None:
                return told
            straight = straight or path
    best: Path | None = None
    for rolls in (False, True):
        for start in path_search.starts():
            for _, place in by_way(path_search, start, other, places, rolls)[:_SIDES]:
                best = _found(path_search, start, *_as_goal(path_search, place), rolls, best)
        if best is not None and best.refusal is None and best.contacts:
            return best
    return straight or _straight_charge(path_search, other, places) or best


def _straight_charge(path_search: PathSearch, other: Figure, places: list[Point]) -> Path | None:
    """The shortest straight path to an enemy, climbs and all, for one that no way over the lattice leads to: on stairs
    whose treads are narrower than its spacing, or where it is free on a short arc only."""
    here = path_search.figure.at
    near = [place for place in places if math.dist(place[:2], here[:2]) <= path_search.mover.move]
    best: Path | None = None
    for place in (*near[:_SIDES], *itertools.islice(places_between(path_search, other), _SIDES)):
        path = trace(path_search.board, path_search.mover, (place,), path_search.tableau)
        arrives = path.refusal is None and any(contact.id == other.id for contact in path.contacts)
        if arrives and (best is None or _better(path, best)):
            best = path
    return best


def _refused(path_search: PathSearch, refusal: tuple[str, str]) -> Path:
    at = point(*path_search.figure.at)
    ends = ground_at(path_search.nav, path_search.figure, at, path_search.discs)
    return Path((at,), (), 0.0, ends, (), (), refusal)


def _fly(board: Board, mover: Mover, to: Point, tableau: Tableau) -> Path:
    """Straight; where something is in the way, up, over and down."""
    straight = trace(board, mover, (to,), tableau)
    if straight.refusal is None:
        return straight
    figure = tableau.figure(mover.figure)
    nav, (discs, others) = nav_scene_of(board, tableau, mover.figure), discs_of(tableau, (mover.figure, *mover.ignore))
    (x, y, z), best = figure.at, straight
    for rise in np.arange(RISE, max(mover.move, 1.0), RISE):
        high = max(z, to[2]) + float(rise)
        above, over = (x, y, high), (to[0], to[1], high)
        for corners in ((over, to), (above, to), (above, over, to)):
            inches, stopped_by = flight(nav.scene, discs, np.array((figure.at, *corners)), figure.radius, nav.buf)
            charges = stopped_by >= 0 and mover.charge and others[stopped_by].id in mover.enemies
            if inches <= mover.move + _SHORTER and (charges or stopped_by == UNSTOPPED):
                path = trace(board, mover, corners, tableau)
                if _better(path, best):
                    best = path
        if best.refusal is None:
            break
    return best
