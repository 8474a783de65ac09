"""The law of the reach among others: what it says can be stood on has a way, as long as it says, and every way ends in
it. On small boards with rims, a bridge, a boat and a narrow ledge; on bases of all sizes."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Point

from sim.board.board import Board
from sim.board.model.queries import Mover
from sim.board.model.tableau import BASES_MM, Figure, Tableau
from sim.board.model.verdicts import Level
from tests.board.movement.agreement import (
    BESIDE,
    BOUND,
    SAME,
    Areas,
    Spot,
    area_of,
    dropped,
    led,
    off,
    path,
    reach,
    standing,
)
from tests.board.movement.scenes import GONDOLA, HOUSE, STREET, WATER, block, board, street

LONGER = 0.05  # inches: and so true its edge is along a way round corners; 3,973 ways drawn need 0.03 at most
LEAST = (
    0.1  # inches: from anywhere a place of the lattice is 0.0884" off at most, and a move that reaches none has no area
)
PLACES = 4  # of each scene, in the area and about
SIZE = 14.0


def stair() -> Board:
    """Two steps, the upper one ending over the lower; beyond them a wall with a ledge along it."""
    return board(
        street(SIZE),
        ("stair/tread", HOUSE, block(5, 0, 0, 11, 14, 0.6)),
        ("stair/top", HOUSE, block(6, 0, 0, 11, 8, 1.2)),
        ("ledge/sill", HOUSE, block(9.4, 8, 0, 11, 14, 2.6)),
        ("wall/wall", HOUSE, block(11, 0, 0, 12, 14, 5)),
        size=SIZE,
    )


def bridge() -> Board:
    """A canal with a bridge that leads over a walk, as high as a small mini, and a boat on the water."""
    return board(
        ("quay/west", STREET, block(0, 0, -2, 4, 14, 0)),
        ("quay/walk", STREET, block(4, 0, -2, 6.5, 14, -0.5)),
        ("canal/water", WATER, block(6.5, 0, -2, 10, 14, -0.75)),
        ("quay/east", STREET, block(10, 0, -2, 14, 14, 0)),
        ("bridge/first", HOUSE, block(3.2, 5.6, 0, 4, 8.2, 0.5)),
        ("bridge/deck", HOUSE, block(4, 5.6, 0.8, 10, 8.2, 1.0)),
        ("bridge/last", HOUSE, block(10, 5.6, 0, 10.8, 8.2, 0.5)),
        ("gondola/hull", GONDOLA, block(7.2, 8.6, -0.95, 8.6, 13.6, -0.3)),
        size=SIZE,
    )


BOARDS = {"stair": stair(), "bridge": bridge()}
OTHERS = st.lists(  # which way, how far between the bases (below 0: over or under each other), how high, how large
    st.tuples(st.integers(0, 11), st.floats(-1.2, 0.8), st.sampled_from(BESIDE), st.sampled_from(BASES_MM)),
    min_size=1,
    max_size=3,
)
BROAD = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def scene(name: str, at: tuple[float, float, float], base: float, others: list[tuple[float, ...]]) -> Tableau | None:
    """A mini where it comes down, and others where they do near it."""
    home, here = BOARDS[name], Figure("a", (1.0, 1.0, 0.0), base)
    rest = dropped(home, Tableau((here,)), Random(0), (*at[:2], *at[:2]), heights=at[2:])
    if rest is None:
        return None
    figures = [Figure("a", rest, base)]
    for id, (turn, gap, z, size) in zip("bcd", others, strict=False):
        other = Figure(id, rest, size)
        far = figures[0].radius + other.radius + gap
        x, y = rest[0] + far * math.cos(turn * math.pi / 6), rest[1] + far * math.sin(turn * math.pi / 6)
        there = dropped(home, Tableau((*figures, other)), Random(0), (x, y, x, y), id, heights=(rest[2] + z,))
        if there is not None:
            figures.append(Figure(id, there, size))
    return Tableau(tuple(figures))


def areas(home: Board, tableau: Tableau, move: float) -> Areas:
    return [(level, area_of(level)) for level in reach(home, tableau, Mover("a", move)).levels]


@pytest.mark.rule("MOVE-01", "MOVE-02", "MOVE-03")
@pytest.mark.parametrize("name", BOARDS)
@BROAD
@given(
    at=st.tuples(st.floats(1.2, 12.8), st.floats(1.2, 12.8), st.sampled_from((0.3, 1.5, 4.0, 7.0))),
    base=st.sampled_from(BASES_MM),
    others=OTHERS,
    move=st.sampled_from((2.5, 4.0)),
    rng=st.randoms(use_true_random=False),
)
def test_what_the_area_holds_has_a_way_and_every_way_ends_in_it(
    name: str, at: tuple[float, float, float], base: float, others: list[tuple[float, ...]], move: float, rng: Random
) -> None:
    tableau = scene(name, at, base, others)
    assume(tableau is not None)
    assert tableau is not None
    home, mover = BOARDS[name], Mover("a", move)
    told = areas(home, tableau, move)
    for level, area in told:
        within = area.buffer(-BOUND)
        x0, y0, x1, y1 = area.bounds
        for _ in range(PLACES):
            x, y = round(rng.uniform(x0, x1), 3), round(rng.uniform(y0, y1), 3)
            if within.contains(Point(x, y)):
                assert led(home, tableau, mover, level, x, y), (tableau.figures, move, (x, y), level.z)
    x, y, _ = tableau.figure("a").at
    for _ in range(PLACES):
        to = dropped(home, tableau, rng, (x - move, y - move, x + move, y + move))
        if to is not None:
            _check_way(home, tableau, mover, told, to)


def _check_way(home: Board, tableau: Tableau, mover: Mover, told: Areas, to: Spot) -> None:
    """A way to a place ends in the area, unless it takes all of the move; and in that of a move that is hardly longer
    than it, not in that of a shorter one, unless that leads to the ground below or above the place."""
    way = path(home, tableau, mover, to)
    if way.refusal is not None or math.dist(way.ends.at, to) > 0.02 or way.cost < LEAST:
        return
    context = (tableau.figures, mover.move, to, way.cost)
    assert way.cost > mover.move - LONGER or off(told, to) <= BOUND, context
    assert off(areas(home, tableau, way.cost + LONGER), to) <= BOUND, context
    for level, area in areas(home, tableau, max(0.0, way.cost - 2 * LONGER)):
        if _is_on(level, to) and area.buffer(-BOUND).contains(Point(to[:2])):
            assert any(abs(z - to[2]) > SAME for _, _, z in standing(home, tableau, level, *to[:2])), context


def _is_on(level: Level, to: Spot) -> bool:
    return level.z[0] - 0.02 <= to[2] <= level.z[1] + 0.02
