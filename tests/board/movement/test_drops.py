"""Laws of the drop (FALL-01, FALL-04) on the shipped maps: it does not rise, passes through nothing and nobody, and
does not wander without need."""

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
from tests.board.movement.solids import Solids
from tests.board.sight.under import Under

MAPS = ("san-canciano", "calle-lunga", "campiello-dei-remi")
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
ROUNDED = 0.003  # inches that places are rounded by, twice
HAIR = 0.012  # inches that a base may overlap what it comes down beside: it is moved aside with its whole width
LOW = 1.005  # what is no higher over the ground, or over its way aside, is cleared
BODY = 1.2  # inches of room over the ground that any base needs at least
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


@cache
def solids(name: str) -> Solids:
    return Solids(home(name))


class Falling:
    """A base in the air over a map, often with one edge over something; half of the time with somebody below."""

    def __init__(self, place: Place) -> None:
        name, u, v, over, high, base, seed = place
        self.board, self.under, self.solids, self.base = home(name), under(name), solids(name), base
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

    def clear_below(self, at: Point, low: float, by: float) -> bool:
        """Does the base come down to this height with so much room beside it?"""
        r = self.base / 50.8 + by
        return self.solids.room(at, at, low + BODY, at[2], r) >= r

    def clear_aside(self, to: Point, by: float) -> bool:
        """Does it come aside to a place at its height, as wide as it can set out, over what is low?"""
        z, r = self.start[2], self.base / 50.8
        wide = self.solids.room(self.start, self.start, z + LOW, z + LOW + 0.01, r)
        return self.solids.room(self.start, to, z + LOW, z + LOW + 0.01, r + 0.1) >= wide + by

    def begins_free(self) -> bool:
        """Is it over the board, and in nothing and nobody? Whoever is put into a house comes out through a wall."""
        (x, y, z), r = self.start, self.base / 50.8
        inside = any(self.solids.holds((x + i * 0.02, y + j * 0.02, z + 0.02)) for i in (-1, 1) for j in (-1, 1))
        on_board = all(r <= at <= size - r for at, size in zip((x, y), self.board.size, strict=True))
        alone = self.ground(self.start).free
        return on_board and alone and not inside and self.solids.room(self.start, self.start, z, z + LOW, r) >= r

    def passes(self, other: Figure, to: Point) -> bool:
        """Does it go through somebody on its way aside, in whom it did not begin?"""
        here, a, b = (np.array(p[:2]) for p in (other.at, self.start, to))
        apart, tall = (other.base_mm + self.base) / 50.8, 2.0
        if not other.at[2] - tall < self.start[2] < other.at[2] + BODY or np.hypot(*(here - a)) < apart - HAIR:
            return False
        along = np.clip((here - a) @ (b - a) / max(1e-9, (b - a) @ (b - a)), 0.0, 1.0)
        return bool(np.hypot(*(here - a - along * (b - a))) < apart - 2 * HAIR)

    def stands_below(self, at: Point, *, aside: bool = False, by: float = 0.01) -> Point | None:
        """The highest place straight below where the base stands free, no higher than it is: looked for anew, with so
        much room on the way.

        `aside`: it was moved there, and its middle falls through no floor.
        """
        for height, _, _ in self.under.at(*at[:2]):
            if height > at[2] + 0.05:
                continue
            ground = self.ground((at[0], at[1], height))
            if ground.whole and ground.at[2] <= at[2] + ROUNDED:
                clear = ground.free and not self.meets(at, ground.at[2]) and self.clear_below(at, ground.at[2], by)
                return ground.at if clear and (not aside or self.clear_aside(at, by)) else None
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
@pytest.mark.rule("FALL-01", "MOVE-02")
def test_a_drop_passes_through_nothing_and_nobody(place: Place) -> None:
    falling = Falling(place)
    found = falling.drop()
    if found.rest is None or found.whole:
        return
    over = (*found.rest[:2], falling.start[2])
    assert falling.clear_below((*over[:2], over[2] - 0.01), found.rest[2] + LOW, -HAIR)
    assert not falling.meets(over, found.rest[2])
    if math.dist(over[:2], falling.start[:2]) > 0.02 and falling.begins_free():
        assert falling.clear_aside(over, -HAIR)
        assert not any(falling.passes(other, over) for other in falling.tableau.figures[1:])


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


@pytest.mark.rule("FALL-04", "MOVE-11")
@pytest.mark.parametrize("over", [0.0, 0.2, 0.4, 0.8, 1.1])
def test_a_drop_on_somebody_at_an_edge_ends_beside_him(over: float) -> None:
    """He stands 0.01" from the edge of a roof: whoever falls on him hangs over the lane, and comes down on his head."""
    roof = board(street(), ("house/walls", HOUSE, block(2, 2, 0, 10, 18, 8)))
    edge = 10 - R
    found = Scene(roof, (18, 18, 0), Figure("b", (edge - 0.01, 10, 8))).drop((edge - 0.01 + over, 10, 12))
    assert found.onto == ("b",)
    assert found.rest is not None
    assert found.rest[2] == 8
    assert math.dist(found.rest[:2], (edge - 0.01, 10)) == pytest.approx(2 * R, abs=0.006)
    nearest = math.hypot(2 * R, over) if over == 0.0 else math.dist((edge, 10 + 2 * R), (edge - 0.01 + over, 10))
    assert found.nudged == pytest.approx(nearest, abs=0.02)


@pytest.mark.rule("FALL-01", "FALL-04")
def test_a_drop_is_kept_off_somebody_by_what_carries_a_part_of_it() -> None:
    """Half of it comes down on an awning over his head: it slides off it, to the street, and does not touch him."""
    under = board(street(), ("awning/cloth", HOUSE, block(6, 4, 3, 10, 16, 3.1)))
    found = Scene(under, (18, 18, 0), Figure("b", (9.3, 10, 0))).drop((10.1, 10, 6))
    assert found.onto == ()
    assert found.rest == pytest.approx((10 + R, 10, 0), abs=0.006)


@pytest.mark.rule("FALL-01")
@pytest.mark.parametrize("over", [0.1, 0.3, 0.5])
def test_a_drop_passes_no_balcony_with_a_part_of_the_base(over: float) -> None:
    """Its middle comes down in front of a balcony high over the street: it is put aside until all of it does."""
    house = board(street(), ("house/balcony", HOUSE, block(6, 4, 5, 10, 16, 5.2)))
    found = Scene(house, (18, 18, 0)).drop((10 + over, 10, 9))
    assert found.rest == pytest.approx((10 + R, 10, 0), abs=0.006)
    assert found.nudged == pytest.approx(R - over, abs=0.006)


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
    """A landing for one, high over the street: whoever falls on him lands beside it, not under his feet."""
    perched = board(street(), ("landing/floor", STREET, block(8, 8, 3.8, 9.3, 9.3, 4)))
    found = Scene(perched, (2, 2, 0), Figure("b", (8.65, 8.65, 4))).drop((8.65, 8.65, 6))
    assert found.onto == ("b",)
    assert found.rest is not None
    assert found.rest[2] == 0
    assert found.nudged == pytest.approx(0.65 + R, abs=0.01)


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
    lies along the bridge and under it, by its middle just beside it. It comes down with all of its base beside it."""
    piers = [block(x, 8, -2, to_x, 12, 1.7) for x, to_x in ((6, 10.5), (13.5, 18))]
    bridge = board(
        ("ground/bank", STREET, block(0, 0, -2, 6, 20, 0)),
        ("canal/water", WATER, block(6, 0, -2, 18, 20, -0.75)),
        ("bridge/deck", HOUSE, np.concatenate([*piers, block(6, 8, 1.7, 18, 12, 2)])),
        ("bridge/parapets", HOUSE, np.concatenate([block(6, y, 2, 18, y + 0.2, 2.5) for y in (8, 11.8)])),
    )
    found = Scene(bridge, start).drop(start)
    assert found.rest is not None
    beside = 8.0 - R if start[1] < 10 else 12.0 + R
    assert found.rest == pytest.approx((start[0], beside, -0.75), abs=0.01)
    assert found.nudged == pytest.approx(0.2 + R, abs=0.01)


@pytest.mark.rule("FALL-01")
def test_straight_below_alone_is_looked_for_where_nothing_aside_is_wanted() -> None:
    """Over an edge by a hair too little to fall past it, somebody is put aside; asked without, there is no place."""
    roofs = board(street(), ("house", HOUSE, block(4, 4, 0, 8, 8, 3)))
    over, free = (8.0 + R / 2, 6.0, 2.0), (8.0 + 2 * R, 6.0, 2.0)
    tableau = Scene(roofs, (2, 2, 0)).tableau
    assert roofs.answer(DropOf("a", over), tableau).nudged > 0.0
    assert roofs.answer(DropOf("a", over, aside=False), tableau).rest is None
    assert roofs.answer(DropOf("a", free, aside=False), tableau) == roofs.answer(DropOf("a", free), tableau)
