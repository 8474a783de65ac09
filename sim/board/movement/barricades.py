"""Barricades: who defends one that a path crosses, and whom one shelters (TERR-11)."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board, Part
from sim.board.model.queries import DefendedOver, ShelterOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Barricade
from sim.board.model.verdicts import Defended, Leg, Shelter

__all__ = ["defended"]

Floats = NDArray[np.float64]

CONTACT = 0.05  # inches: a base so near to a barricade touches it
LEVEL = 2.0  # a defender stands no further above or below the crossing


def defended(board: Board, leg: Leg, enemies: Sequence[Figure]) -> Leg:
    """The crossing of a barricade, with the enemies in base contact with its far side; a flight over one likewise, as
    far as it is low over them. Any other leg as it is."""
    if leg.kind == "fly":
        return _flown_over(board, leg, enemies)
    if leg.kind != "barricade":
        return leg
    triangles = next((p.triangles for p in board.parts if p.name == leg.part), None)
    return leg if triangles is None else _guarded(leg, triangles, enemies)


def _flown_over(board: Board, leg: Leg, enemies: Sequence[Figure]) -> Leg:
    """The first barricade that a flight leads over and that is defended against it."""
    parts, _, _ = board.derived("barricades", lambda: _barricades(board))
    for part in parts if enemies else ():
        if _leads_over(leg.points[0], leg.points[-1], part.triangles):
            found = _guarded(leg, part.triangles, enemies)
            if found.defenders:
                return msgspec.structs.replace(found, part=part.name)
    return leg


def _leads_over(one: Sequence[float], other: Sequence[float], triangles: Floats) -> bool:
    """Seen from above, does the straight line from one place to another cross any edge of these?"""
    start, end = np.array(one[:2]), np.array(other[:2])
    corners = triangles[..., :2]
    a, b = corners.reshape(-1, 2), corners[:, [1, 2, 0]].reshape(-1, 2)
    parts_edge = _turn(end - start, a - start) * _turn(end - start, b - start) < 0
    parts_way = _turn(b - a, start - a) * _turn(b - a, end - a) < 0
    return bool((parts_edge & parts_way).any())


def _turn(one: Floats, other: Floats) -> Floats:
    """Positive where the other direction lies to the left of the one."""
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _guarded(leg: Leg, triangles: Floats, enemies: Sequence[Figure]) -> Leg:
    """A leg over a barricade, with the enemies who touch that beyond it."""
    (x, y, z), (u, v, w) = leg.points[0], leg.points[-1]
    length = max(1e-9, (u - x) ** 2 + (v - y) ** 2)
    beyond = []
    for f in enemies:
        away, px, py = nearest_in_plan(triangles, f.at[0], f.at[1])
        share = min(1.0, max(0.0, ((px - x) * (u - x) + (py - y) * (v - y)) / length))
        far_side = (f.at[0] - px) * (u - x) + (f.at[1] - py) * (v - y) > 0
        if far_side and away <= f.radius + CONTACT and abs(f.at[2] - z - share * (w - z)) <= LEVEL:
            beyond.append(f.id)
    return msgspec.structs.replace(leg, defenders=tuple(beyond))


def answer_defended_over(board: Board, query: DefendedOver, tableau: Tableau) -> Defended:
    """TERR-11, of a jump: it is no way that is gone on the ground."""
    line = (tableau.figure(query.figure).at, query.to)
    leg = _flown_over(board, Leg("fly", line, dist(*line)), [tableau.figure(each) for each in query.enemies])
    return Defended(leg.part, leg.defenders)


def answer_shelter_of(board: Board, query: ShelterOf, tableau: Tableau) -> Shelter:
    """TERR-11: the target touches the barricade, and the attacker stands beyond it; a heavy one before a light one.

    A ruling: the attacker is beyond it where a quarter of the target's base, as for all cover (GEO-08), is behind it
    as seen from above. So it shelters nobody from those who attack past its end.
    """
    attacker, target = tableau.figure(query.attacker), tableau.figure(query.target)
    found = Shelter(None)
    x, y, z = target.at
    reach = target.radius + CONTACT
    parts, low, high = board.derived("barricades", lambda: _barricades(board))
    near = (low - np.array([reach, reach, CONTACT]) <= target.at) & (target.at <= high + np.array([reach, reach, 0.0]))
    for number in np.flatnonzero(near.all(axis=1)):
        part = parts[number]
        away, _, _ = nearest_in_plan(part.triangles, x, y)
        if away <= reach and z < high[number, 2] and _between(attacker, target, part.triangles):
            heavy = part.meaning.barricade is Barricade.HEAVY
            if found.part is None or heavy > found.heavy:
                found = Shelter(part.name, heavy)
    return found


def _between(attacker: Figure, target: Figure, triangles: Floats) -> bool:
    """Seen from above, from the attacker's centre, does this lie before a quarter of the width of the target's base?"""
    (a, b, _), (x, y, _) = attacker.at, target.at
    far = max(1e-9, dist((a, b), (x, y)))
    aside = target.radius / 2 / far
    return any(
        _leads_over((a, b), (x - side * (y - b), y + side * (x - a)), triangles) for side in (-aside, 0.0, aside)
    )


def _barricades(board: Board) -> tuple[tuple[Part, ...], Floats, Floats]:
    """The barricades of a board, and how far each reaches: the least and the most x, y, z."""
    parts = tuple(part for part in board.parts if part.meaning.barricade is not None)
    corners = [part.triangles.reshape(-1, 3) for part in parts]
    low, high = [each.min(axis=0) for each in corners], [each.max(axis=0) for each in corners]
    return parts, np.array(low).reshape(-1, 3), np.array(high).reshape(-1, 3)


def nearest_in_plan(triangles: Floats, x: float, y: float) -> tuple[float, float, float]:
    """Seen from above, how far a point is from the edges of some triangles, and the nearest place on them."""
    corners = triangles[..., :2]
    a = corners.reshape(-1, 2)
    along = corners[:, [1, 2, 0]].reshape(-1, 2) - a
    size = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip((((x, y) - a) * along).sum(axis=1) / size, 0.0, 1.0)
    points = a + share[:, None] * along
    apart = np.hypot(points[:, 0] - x, points[:, 1] - y)
    best = int(apart.argmin())
    return float(apart[best]), float(points[best, 0]), float(points[best, 1])
