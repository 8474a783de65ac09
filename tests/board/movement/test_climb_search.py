"""Climbs over the walls of a land, found and checked where they are wanted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.board.model.tableau import Tableau
from sim.board.movement import climb_search
from sim.board.movement.climb_search import Climbs, climb_points, climbs_over
from sim.board.movement.nav_scene import nav_scene_of
from sim.geometry.ground.terrain_mesh import Floats
from sim.geometry.paths.climb_links import COST, FOOT_X, FOOT_Y, TOP_X, TOP_Y
from tests.board.movement.scenes import HOUSE, R, block, board, street


def climbs() -> Climbs:
    """Those over two crates 2" high, 6" apart."""
    crates = (("crate/west", HOUSE, block(3, 3, 0, 5, 5, 2)), ("crate/east", HOUSE, block(11, 3, 0, 13, 5, 2)))
    nav = nav_scene_of(board(street(), *crates), Tableau())
    return climbs_over(nav, climb_points(nav.scene.terrains[0]), 30.0)[0]


def in_order(rows: Floats) -> list[tuple[float, ...]]:
    return sorted(map(tuple, np.round(rows, 6).tolist()))


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Whatever climbs are checked."""
    made: list[object] = []
    usual = climb_search.climb_cost
    monkeypatch.setattr(climb_search, "climb_cost", lambda *given: made.append(given) or usual(*given))
    return made


def test_only_climbs_within_reach_are_checked_and_each_once(checked: list[object]) -> None:
    own = climbs()
    near = own.near(2.0, 4.0, 0.5)
    assert len(near) > 0
    few = len(checked)
    assert np.array_equal(own.near(2.0, 4.0, 0.5), near)
    assert len(checked) == few
    assert not own.is_whole
    whole = own.all()
    assert own.is_whole
    assert len(checked) > few
    assert in_order(whole) == in_order(climbs().all())


def test_what_is_near_is_the_same_whatever_was_asked_before() -> None:
    asked, fresh = climbs(), climbs()
    asked.near(2.0, 4.0, 0.5)
    asked.near(2.0, 4.0, 1.0)
    for x, y, reach in ((2.0, 4.0, 2.0), (7.0, 4.0, 4.0)):
        rows = asked.near(x, y, reach)
        ends = [min(math.hypot(r[FOOT_X] - x, r[FOOT_Y] - y), math.hypot(r[TOP_X] - x, r[TOP_Y] - y)) for r in rows]
        assert max(ends) <= reach
        assert in_order(rows) == in_order(fresh.near(x, y, reach))


def test_climbs_that_no_move_of_so_many_inches_gets_over_are_not_checked(checked: list[object]) -> None:
    """From 1" before a crate of 2" the way up takes 4.2": with 1" no edge is so low."""
    own = climbs()
    assert len(own.within(2.0 - R, 4.0, 1.0)) == 0
    assert not checked
    rows = own.within(2.0 - R, 4.0, 4.2)
    assert max(rows[:, TOP_X]) < 7.0
    ways = np.hypot(rows[:, FOOT_X] - 2.0 + R, rows[:, FOOT_Y] - 4.0) + rows[:, COST]
    assert ways.min() == pytest.approx(1.0 + 2.0 + 2 * R, abs=0.02)
    every = own.all()
    reached = np.hypot(every[:, FOOT_X] - 2.0 + R, every[:, FOOT_Y] - 4.0) + every[:, COST] <= 4.2
    assert {tuple(row) for row in every[reached].tolist()} <= {tuple(row) for row in rows.tolist()}


def test_moves_that_differ_by_a_part_of_an_inch_check_the_same_climbs(checked: list[object]) -> None:
    own = climbs()
    fewer = own.within(2.0 - R, 4.0, 3.1)
    known = len(checked)
    more = own.within(2.0 - R, 4.0, 4.0)
    assert len(more) > len(fewer)
    assert len(checked) == known
    assert in_order(more) == in_order(climbs().within(2.0 - R, 4.0, 4.0))
