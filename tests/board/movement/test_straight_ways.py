"""A straight way that is free is free to every place on it: what is in the way of a part of it is in the way of all."""

from __future__ import annotations

import math

import pytest

from sim.board.board import Board
from sim.board.model.tableau import MM, Figure, Tableau
from sim.board.movement.nav_scene import body_height, nav_scene_of
from sim.geometry.ground.discs import Base
from sim.geometry.ground.footing import footing
from sim.geometry.ground.plan_distances import Segment
from sim.geometry.ground.walk import walk
from tests.geometry.ground.scenes import NOBODY

PACE = 0.06


@pytest.mark.rule("MOVE-01", "TERR-06")
@pytest.mark.parametrize(
    ("name", "at", "base", "to"),
    [  # from water and boats past posts, and past rims that lie more than a step higher or lower
        ("calle-lunga", (21.802, 39.254, -0.321), 40.0, (19.634, 35.931)),
        ("calle-lunga", (21.384, 31.116, -0.75), 30.0, (19.323, 33.869)),
        ("corte-nova", (11.76, 3.01, -0.75), 60.0, (13.905, 6.646)),
        ("isole-di-san-marcuola", (15.172, 20.77, -0.75), 40.0, (12.919, 23.159)),
        ("isole-di-san-marcuola", (11.525, 21.622, 0.0), 25.0, (9.09, 21.386)),
        ("riva-del-mercato", (34.423, 25.967, -0.2), 30.0, (34.72, 26.831)),
    ],
)
def test_a_straight_way_comes_no_further_than_to_what_is_in_the_way_of_a_part_of_it(
    name: str, at: tuple[float, float, float], base: float, to: tuple[float, float]
) -> None:
    board, r = Board.load(name), base * MM / 2
    nav = nav_scene_of(board, Tableau((Figure("a", at, base),)), "a")
    walker = Base(r, body_height(base))
    ground = footing(nav.scene, at[0], at[1], at[2] + 0.1, r, walker.height, nav.buf)[0]
    long = math.dist(at[:2], to)

    def gone(inches: float) -> float:
        x, y = (at[k] + (to[k] - at[k]) * inches / long for k in (0, 1))
        return float(walk(nav.scene, NOBODY, Segment(at[0], at[1], x, y), ground, walker, False, nav.buf)[0])

    whole = gone(long)
    assert all(gone(n * PACE) >= min(n * PACE, whole) - 0.01 for n in range(1, int(long / PACE)))
