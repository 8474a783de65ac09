"""Laws of the drop (FALL-01, FALL-04) on the shipped maps: it does not rise, and does not wander without need."""

from __future__ import annotations

import math
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.board.board import Board
from sim.board.model.queries import DropOf, GroundOf
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Drop, Ground
from tests.board.movement.scenes import HOUSE, STREET, WATER, R, Scene, block, board, street
from tests.board.sight.under import Under

MAPS = ("san-canciano", "calle-lunga", "campiello-dei-remi")
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
ROUNDED = 0.003  # inches that places are rounded by, twice
RINGS = 0.08  # inches: places aside are looked for in rings 0.05" apart
PLACES = st.tuples(
    st.sampled_from(MAPS),
    st.floats(0, 1),
    st.floats(0, 1),
    st.sampled_from((-0.3, 0.0, 0.0, 0.1, 0.4, 1.0, 3.0)),
    st.floats(0, 9),
    st.sampled_from((25.0, 30.0, 40.0)),
    st.integers(0, 2**20),
)
Place = tuple[str, float, float, float, float, float, int]


@cache
def home(name: str) -> Board:
    return Board.load(name)


@cache
def under(name: str) -> Under:
    return Under(home(name))


class Falling:
    """A base in the air over a map, often with one edge over something; half of the time with somebody below."""

    def __init__(self, place: Place) -> None:
        name, u, v, over, high, base, seed = place
        self.board, self.under, self.base = home(name), under(name), base
        rng = Random(seed)
        x, y = round(u * self.board.size[0], 3), round(v * self.board.size[1], 3)
        tableau = Tableau((Figure("a", (x, y, high), base),))
        rest = _drop(self.board, tableau, (x, y, high)).rest or (x, y, high)
        far, way = rng.uniform(0, 1.2), rng.uniform(0, 2 * math.pi)
        z = rest[2] + over
        self.start = (round(rest[0] + far * math.cos(way), 3), round(rest[1] + far * math.sin(way), 3), round(z, 3))
        others = ()
        if seed % 2:
            below = _drop(self.board, tableau, (x, y, z)).rest
            others = (Figure("b", below, 30.0),) if below is not None else ()
        self.tableau = Tableau((Figure("a", self.start, base), *others))

    def drop(self, at: Point | None = None) -> Drop:
        return _drop(self.board, self.tableau, at or self.start)

    def ground(self, at: Point) -> Ground:
        found = self.board.answer(GroundOf("a", at), self.tableau)
        assert isinstance(found, Ground)
        return found

    def stands_below(self, at: Point, *, aside: bool = False) -> Point | None:
        """The highest place straight below where the base stands free, no higher than it is: looked for anew.

        `aside`: it was moved there, and its middle falls through no floor.
        """
        for height, _, _ in self.under.at(*at[:2]):
            if height > at[2] + 0.05:
                continue
            ground = self.ground((at[0], at[1], height))
            if ground.whole and ground.at[2] <= at[2] + ROUNDED:
                return ground.at if ground.free and not self.meets(at, ground.at[2]) else None
            if aside:
                return None
        return None

    def meets(self, at: Point, low: float) -> bool:
        """Is anybody in the way of a fall down to this height?"""
        return any(
            math.dist(other.at[:2], at[:2]) < (other.base_mm + self.base) / 50.8 - 0.002 and low < other.at[2] < at[2]
            for other in self.tableau.figures[1:]
        )


def _drop(board: Board, tableau: Tableau, at: Point) -> Drop:
    found = board.answer(DropOf("a", at), tableau)
    assert isinstance(found, Drop)
    return found


@SLOW
@given(PLACES)
@pytest.mark.rule("FALL-01")
def test_a_drop_never_rises_but_to_where_it_stands(place: Place) -> None:
    falling = Falling(place)
    found, begun = falling.drop(), falling.ground(falling.start)
    if found.rest is None:
        return
    if begun.whole and begun.free:
        assert (found.rest, found.nudged, found.whole) == (begun.at, 0.0, True)
    elif begun.whole:
        assert found.rest[2] <= max(begun.at[2], falling.start[2]) + ROUNDED
    else:
        assert found.rest[2] <= falling.start[2] + ROUNDED
    assert found.height == pytest.approx(max(0.0, falling.start[2] - found.rest[2]), abs=1e-6)


@SLOW
@given(PLACES)
@pytest.mark.rule("FALL-01")
def test_a_drop_ends_where_the_base_stands_and_stays(place: Place) -> None:
    falling = Falling(place)
    found = falling.drop()
    if found.rest is None:
        return
    ground = falling.ground(found.rest)
    assert (ground.whole, ground.free) == (True, True)
    assert found.ground == ground
    assert falling.drop(found.rest).rest == found.rest


@SLOW
@given(PLACES)
@pytest.mark.rule("FALL-01", "FALL-04")
def test_a_drop_goes_aside_only_where_it_cannot_stand_straight_below(place: Place) -> None:
    falling = Falling(place)
    found = falling.drop()
    if found.rest is None:
        return
    apart = math.dist(found.rest[:2], falling.start[:2])
    below = falling.stands_below(falling.start)
    if found.nudged == 0.0:
        assert apart <= ROUNDED
    else:
        assert below is None
        assert apart == pytest.approx(found.nudged, abs=2 * ROUNDED)


@SLOW
@given(PLACES)
@pytest.mark.rule("FALL-04")
def test_a_drop_goes_aside_by_the_least_way(place: Place) -> None:
    falling = Falling(place)
    found = falling.drop()
    if found.rest is None or found.nudged <= RINGS or found.onto:
        return
    x, y, z = falling.start
    rng = Random(place[-1])
    for _ in range(60):
        far, way = (found.nudged - RINGS) * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
        nearer = (round(x + far * math.cos(way), 3), round(y + far * math.sin(way), 3), z)
        assert falling.stands_below(nearer, aside=True) is None, (falling.start, found.rest, nearer)


@pytest.mark.rule("FALL-04")
def test_a_drop_on_two_ends_at_the_nearest_place_that_touches_one() -> None:
    """Beside the one that it hits less there is room nearer than beside the other, which a wall is close to."""
    walled = board(street(), ("house/walls", HOUSE, block(6, 0, 0, 10, 20, 3)))
    by_wall, other = Figure("b", (6 - R, 8, 0)), Figure("c", (6 - R, 9.5, 0))
    found = Scene(walled, (2, 2, 0), by_wall, other).drop((6 - R, 8.9, 2))
    assert found.onto == ("b", "c")
    assert found.rest is not None
    gap = min(math.dist(found.rest[:2], o.at[:2]) for o in (by_wall, other)) - 2 * R
    assert gap == pytest.approx(0.0, abs=0.005)
    assert found.nudged == pytest.approx(math.dist(found.rest[:2], (6 - R, 8.9)), abs=0.005)


@pytest.mark.rule("FALL-01", "FALL-04")
def test_whoever_is_half_over_an_edge_falls_on_whom_it_would_come_down_on_past_it() -> None:
    """It went back on to the crate that it had been thrown off, whose top was the nearest place with room."""
    crate = board(street(), ("crate", HOUSE, block(4, 4, 0, 8, 10, 1.5)))
    found = Scene(crate, (2, 2, 0), Figure("b", (8.6, 7, 0))).drop((8.4, 7, 1.5))
    assert found.onto == ("b",)
    assert found.rest is not None
    assert found.rest[2] == 0
    assert math.dist(found.rest[:2], (8.6, 7)) == pytest.approx(2 * R, abs=0.01)


@pytest.mark.rule("FALL-04")
def test_nobody_falls_through_the_floor_that_others_fill() -> None:
    """A landing for one, high over the street: whoever falls on him lands beside him, not under his feet."""
    perched = board(street(), ("landing/floor", STREET, block(8, 8, 3.8, 9.3, 9.3, 4)))
    found = Scene(perched, (2, 2, 0), Figure("b", (8.65, 8.65, 4))).drop((8.65, 8.65, 6))
    assert found.onto == ("b",)
    assert found.rest is not None
    assert found.rest[2] == 0
    assert found.nudged == pytest.approx(2 * R, abs=0.01)


def test_a_drop_from_steps_into_which_it_was_put_does_not_climb_them() -> None:
    """On the steps of a canal, partly over its water: up on the quay it stands whole, but that is higher."""
    falls = Figure("a", (9.818, 7.304, -0.311), 30.0)
    found = _drop(home("campiello-dei-remi"), Tableau((falls,)), falls.at)
    assert found.rest is not None
    assert found.rest[2] <= -0.311 + ROUNDED


def test_a_drop_over_a_head_ends_where_its_rim_rests_on_a_crate() -> None:
    """It rests on a crate that its rim touches by a hair: rounded off it, it would lie in the other's head."""
    falls, stands = Figure("a", (4.593, 5.755, 3.0), 40.0), Figure("b", (4.5, 5.887, 0.0), 30.0)
    found = _drop(home("san-canciano"), Tableau((falls, stands)), falls.at)
    assert found.nudged < 0.52
    assert found.ground is not None
    assert (found.ground.whole, found.ground.free) == (True, True)


@pytest.mark.rule("FALL-04", "GEO-12")
@pytest.mark.parametrize("start", [(10.8, 8.2, 2.0), (13.2, 11.8, 2.0)])
def test_whoever_is_put_aside_falls_through_no_floor(start: Point) -> None:
    """Over the rim of a bridge with parapets 0.5" high, and over one of its piers by a hair: the nearest room below
    lies along the bridge and under it. Its middle comes down in front of the pier's side, but beside the bridge."""
    piers = [block(x, 8, -2, to_x, 12, 1.7) for x, to_x in ((6, 10.5), (13.5, 18))]
    bridge = board(
        ("ground/bank", STREET, block(0, 0, -2, 6, 20, 0)),
        ("canal/water", WATER, block(6, 0, -2, 18, 20, -0.75)),
        ("bridge/deck", HOUSE, np.concatenate([*piers, block(6, 8, 1.7, 18, 12, 2)])),
        ("bridge/parapets", HOUSE, np.concatenate([block(6, y, 2, 18, y + 0.2, 2.5) for y in (8, 11.8)])),
    )
    found = Scene(bridge, start).drop(start)
    assert found.rest is not None
    clear = 10.5 + R if start[0] < 12 else 13.5 - R
    beside = 8.0 if start[1] < 10 else 12.0
    assert found.rest == pytest.approx((clear, beside, -0.75), abs=0.01)
    assert not 8 <= found.rest[1] <= 12
    assert found.nudged == pytest.approx(math.hypot(clear - start[0], beside - start[1]), abs=0.01)


@pytest.mark.rule("FALL-01")
def test_straight_below_alone_is_looked_for_where_nothing_aside_is_wanted() -> None:
    """Over an edge by a hair too little to fall past it, somebody is put aside; asked without, there is no place."""
    roofs = board(street(), ("house", HOUSE, block(4, 4, 0, 8, 8, 3)))
    over, free = (8.0 + R / 2, 6.0, 2.0), (8.0 + 2 * R, 6.0, 2.0)
    tableau = Scene(roofs, (2, 2, 0)).tableau
    assert roofs.answer(DropOf("a", over), tableau).nudged > 0.0
    assert roofs.answer(DropOf("a", over, aside=False), tableau).rest is None
    assert roofs.answer(DropOf("a", free, aside=False), tableau) == roofs.answer(DropOf("a", free), tableau)
