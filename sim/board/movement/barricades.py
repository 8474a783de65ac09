"""Barricades: who defends one that a path crosses, and whom one shelters (TERR-11)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.model.queries import ShelterOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Barricade
from sim.board.model.verdicts import Leg, Shelter

__all__ = ["defended"]

CONTACT = 0.05  # inches: a base so near to a barricade touches it
LEVEL = 2.0  # a defender stands no further above or below the crossing


def defended(board: Board, leg: Leg, enemies: Sequence[Figure]) -> Leg:
    """The crossing of a barricade, with the enemies in base contact with its far side; any other leg as it is."""
    if leg.kind != "barricade":
        return leg
    triangles = next((p.triangles for p in board.parts if p.name == leg.part), None)
    if triangles is None:
        return leg
    (x, y, z), (u, v, _) = leg.points[0], leg.points[-1]
    beyond = []
    for f in enemies:
        away, px, py = nearest_in_plan(triangles, f.at[0], f.at[1])
        far_side = (f.at[0] - px) * (u - x) + (f.at[1] - py) * (v - y) > 0
        if far_side and away <= f.radius + CONTACT and abs(f.at[2] - z) <= LEVEL:
            beyond.append(f.id)
    return msgspec.structs.replace(leg, defenders=tuple(beyond))


def answer_shelter_of(board: Board, query: ShelterOf, tableau: Tableau) -> Shelter:
    """TERR-11: the target touches the barricade, and the attacker stands beyond it; a heavy one before a light one."""
    attacker, target = tableau.figure(query.attacker), tableau.figure(query.target)
    found = Shelter(None)
    for part in board.parts:
        if part.meaning.barricade is None:
            continue
        x, y, z = target.at
        away, px, py = nearest_in_plan(part.triangles, x, y)
        low, high = float(part.triangles[..., 2].min()), float(part.triangles[..., 2].max())
        beyond = (x - px) * (attacker.at[0] - px) + (y - py) * (attacker.at[1] - py) < 0
        if beyond and away <= target.radius + CONTACT and low - CONTACT <= z < high:
            heavy = part.meaning.barricade is Barricade.HEAVY
            if found.part is None or heavy > found.heavy:
                found = Shelter(part.name, heavy)
    return found


def nearest_in_plan(triangles: NDArray[np.float64], x: float, y: float) -> tuple[float, float, float]:
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
