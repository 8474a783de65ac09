"""Bases moved by force (ACT-07) by water, by walls and at the edge of the board: where they end, and on what."""

from __future__ import annotations

import math
from random import Random

import pytest

from sim.board.board import Board
from sim.board.model.queries import DropOf, PushAlong
from sim.board.model.tableau import MM, Figure, Tableau
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Drop, Push
from tests.board.movement.scenes import HOUSE, WATER, R, Scene, block, board, street

MAPS = ("san-canciano", "calle-lunga", "campiello-dei-remi")


def harbour(surface: float = -0.75) -> Board:
    """A street, and a canal from its east side to the edge of the board."""
    return board(street(), ("canal/water", WATER, block(20, 0, -4, 26, 20, surface)))


@pytest.mark.rule("ACT-07", "MOVE-08")
def test_who_is_pushed_over_a_low_quay_is_in_water_and_falls_nothing() -> None:
    found = Scene(harbour(), (19, 10, 0)).push((24, 10, 0), 3)
    assert (found.falls, found.in_water, found.end) == (False, True, (22, 10, -0.75))
    assert found.ground is not None
    assert found.ground.landing is Landing.WATER


@pytest.mark.rule("ACT-07", "FALL-01", "FALL-03")
def test_who_is_pushed_over_a_high_quay_falls_into_the_water() -> None:
    scene = Scene(harbour(-3.0), (19, 10, 0))
    found = scene.push((24, 10, 0), 3)
    assert (found.falls, found.in_water) == (True, False)
    assert found.ground is not None
    assert found.ground.kind == "air"
    fallen = scene.drop(found.end)
    assert (fallen.landing, fallen.height, fallen.nudged) == (Landing.WATER, 3, 0)


@pytest.mark.rule("ACT-07", "FALL-01")
def test_who_is_pushed_half_over_the_quay_falls_in_beside_it() -> None:
    scene = Scene(harbour(), (19, 10, 0))
    found = scene.push((20.3, 10, 0), 3)
    assert found.falls
    fallen = scene.drop(found.end)
    assert (fallen.landing, fallen.height) == (Landing.WATER, 0.75)
    assert fallen.nudged == pytest.approx(R - 0.3, abs=0.01)


@pytest.mark.rule("ACT-07")
@pytest.mark.parametrize(("at", "to"), [((3, 3, 0), (-4, 3, 0)), ((24, 10, -0.75), (30, 10, -0.75))])
def test_a_push_ends_at_the_edge_of_the_board(at: tuple[float, float, float], to: tuple[float, float, float]) -> None:
    found = Scene(harbour(), at).push(to, 5)
    assert (found.falls, found.stopped_by) == (False, "the edge of the board")
    assert found.end == pytest.approx((R if to[0] < 0 else 26 - R, to[1], to[2]), abs=0.01)


@pytest.mark.rule("ACT-07")
def test_who_is_pushed_off_a_roof_at_the_edge_falls_at_the_edge() -> None:
    tower = board(street(), ("tower/walls", HOUSE, block(0, 6, 0, 4, 10, 5)))
    scene = Scene(tower, (2, 8, 5))
    assert scene.push((-3, 8, 5), 4).end == pytest.approx((R, 8, 5), abs=0.01)
    over = scene.push((2, 2, 5), 6)
    assert (over.falls, over.stopped_by) == (True, None)


@pytest.mark.rule("ACT-07", "FALL-01")
def test_who_is_pushed_against_a_wall_stands_before_it() -> None:
    """A plinth 3/4" high under a sill: over the plinth the body has no room, so the push ends before it."""
    sill = block(9.8, 0, 1.8, 12, 20, 2.0)
    house = board(street(), ("house/plinth", HOUSE, block(9.9, 0, 0, 12, 20, 0.75)), ("house/sill", HOUSE, sill))
    found = Scene(house, (6, 10, 0)).push((12, 10, 0), 6)
    assert not found.falls
    assert found.end == pytest.approx((9.9 - R, 10, 0), abs=0.01)


@pytest.mark.rule("ACT-07", "FALL-01")
@pytest.mark.parametrize("name", MAPS)
def test_what_a_push_says_is_what_the_drop_finds(name: str) -> None:
    """On the maps: who does not fall stays, who falls ends no higher, and all end on the board."""
    home, rng, pushed = Board.load(name), Random(2), 0
    while pushed < 60:
        x, y = (round(rng.uniform(0.6, side - 0.6), 3) for side in home.size)
        start = home.answer(DropOf("a", (x, y, rng.choice((1.0, 5.0)))), Tableau((Figure("a", (x, y, 0.0)),)))
        assert isinstance(start, Drop)
        if start.rest is None or start.nudged:
            continue
        tableau = Tableau((Figure("a", start.rest),))
        way, length = rng.uniform(0, 2 * math.pi), rng.uniform(1, 5)
        to = (round(x + length * math.cos(way), 3), round(y + length * math.sin(way), 3), start.rest[2])
        found, pushed = home.answer(PushAlong("a", to, length), tableau), pushed + 1
        assert isinstance(found, Push)
        assert found.ground is not None
        fallen = home.answer(DropOf("a", found.end), tableau)
        assert isinstance(fallen, Drop)
        assert fallen.rest is not None
        assert all(R - 0.02 <= v <= side - R + 0.02 for v, side in zip(fallen.rest, home.size, strict=False))
        if not found.falls:
            assert (fallen.rest, fallen.ground) == (found.end, found.ground)
        else:
            assert not fallen.whole
            assert fallen.rest[2] <= found.end[2] + 0.003


@pytest.mark.rule("ACT-07")
def test_who_is_pushed_towards_the_edge_of_a_map_stays_on_it() -> None:
    """The paving of Campiello dei Remi goes on beyond the edge of the board."""
    home, far = Board.load("campiello-dei-remi"), 24.0
    tableau = Tableau((Figure("a", (20.75, 18.125, 1.0), 60.0),))
    push = home.answer(PushAlong("a", (26.0, 18.125, 1.0), 3.0), tableau)
    assert isinstance(push, Push)
    assert push.end[0] + 30 * MM <= far + 0.005
    assert push.stopped_by == "the edge of the board"
