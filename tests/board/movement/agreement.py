"""Scenes drawn on a board, and what its reach and its paths say of the same place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from shapely.geometry import MultiPolygon, Point, Polygon

from sim.board.board import Board
from sim.board.model.queries import DropOf, Mover, PathTo, ReachOf
from sim.board.model.tableau import BASES_MM, Figure, Tableau
from sim.board.model.verdicts import Drop, Level, Path, Reach
from sim.geometry.tolerance import STEP

Spot = tuple[float, float, float]
Areas = Sequence[tuple[Level, MultiPolygon]]

ANYWHERE = (-0.6, 0.3, 1.0, 1.0, 2.0, 4.0, 9.0)  # inches: in canals, under bridges, on the street, on roofs
BESIDE = (-3.0, -1.0, -0.3, 0.1, 0.1, 1.0, 2.5, 4.0)  # inches higher, from where others fall
BOUND = 0.05  # inches: so true the area of a move is said to be
SAME = STEP + 0.02  # inches: no two places so near above each other are ground; a level tells those of its lattice
ROUND = 12  # places round one in an area that has no path
ABOARD = 0.15  # of all begin on or beside a boat, where there is one


def scenes(home: Board, seed: int) -> Iterator[tuple[Tableau, Mover]]:
    """Somebody on any level of a board with up to four others near, beside, above and below, again and again."""
    rng = Random(seed)
    afloat = home.vessels_at(Tableau())
    while True:
        base, box = rng.choice(BASES_MM), (0.0, 0.0, *home.size)
        if afloat and rng.random() < ABOARD:
            box = _round(rng.choice(afloat).at, 3.0)
        here = dropped(home, Tableau((Figure("a", (1.0, 1.0, 0.0), base),)), rng, box, heights=ANYWHERE)
        if here is None:
            continue
        figures = [Figure("a", here, base)]
        for id in "bcde"[: rng.randint(1, 4)]:
            other = Figure(id, here, rng.choice(BASES_MM))
            box = _round(here, figures[0].radius + other.radius + rng.choice((0.0, 1.0, 3.0)))
            level = tuple(here[2] + more for more in BESIDE)
            there = dropped(home, Tableau((*figures, other)), rng, box, id, heights=level)
            if there is not None:
                figures.append(Figure(id, there, other.base_mm))
        yield Tableau(tuple(figures)), Mover("a", rng.choice((4.0, 5.0, 6.0)))


def _round(at: Spot, far: float) -> tuple[float, float, float, float]:
    return at[0] - far, at[1] - far, at[0] + far, at[1] + far


def dropped(
    home: Board,
    tableau: Tableau,
    rng: Random,
    box: tuple[float, float, float, float],
    who: str = "a",
    heights: tuple[float, ...] = (1.0, 1.0, 4.0, 9.0),
) -> Spot | None:
    """Where a base comes to stand under a place drawn from a box, at one of some heights, if it stands straight
    below."""
    at = (rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3]), rng.choice(heights))
    found = home.answer(DropOf(who, at), tableau)
    assert isinstance(found, Drop)
    return found.rest if found.nudged == 0.0 and found.ground is not None and found.ground.free else None


def path(home: Board, tableau: Tableau, mover: Mover, to: Spot) -> Path:
    found = home.answer(PathTo(mover, to), tableau)
    assert isinstance(found, Path)
    return found


def reach(home: Board, tableau: Tableau, mover: Mover) -> Reach:
    found = home.answer(ReachOf(mover), tableau)
    assert isinstance(found, Reach)
    return found


def area_of(level: Level) -> MultiPolygon:
    return MultiPolygon([Polygon(rings[0], rings[1:]) for rings in level.polygons])


def standing(home: Board, tableau: Tableau, level: Level, x: float, y: float) -> Iterator[Spot]:
    """The places over a point where the base stands within the heights of a level, from above."""
    top, others = level.z[1] + 0.02, tuple(figure.id for figure in tableau.figures if figure.id != "a")
    while top > level.z[0] - 0.02:
        found = home.answer(DropOf("a", (x, y, top), ignore=others), tableau)
        assert isinstance(found, Drop)
        if found.rest is None or found.nudged > 0.0:  # it brushes something on its way: below that it may stand
            top -= 0.1
            continue
        if found.rest[2] < level.z[0] - 0.02:
            return
        yield found.rest
        top = min(top, found.rest[2]) - 0.06


def off(areas: Areas, at: Spot) -> float:
    """How far a place is from what of the area is on its level."""
    near = (area for level, area in areas if level.z[0] - SAME <= at[2] <= level.z[1] + SAME)
    return min((area.distance(Point(at[:2])) for area in near), default=math.inf)


def led(home: Board, tableau: Tableau, mover: Mover, level: Level, x: float, y: float) -> bool:
    """Does a legal path lead to a point of a level, or no further beside it than the area may be wrong?"""
    return any(_leads(home, tableau, mover, level, *at) for at in ((x, y), *_beside(x, y)))


def _leads(home: Board, tableau: Tableau, mover: Mover, level: Level, x: float, y: float) -> bool:
    """Does a legal path lead to a point of a level, on any ground there?"""
    paths = (path(home, tableau, mover, place) for place in standing(home, tableau, level, x, y))
    return any(found.refusal is None and found.cost <= mover.move + 1e-3 for found in paths)


def _beside(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Points round one, as far from it as the area may be wrong."""
    for n in range(ROUND):
        turn, far = 2 * math.pi * n / ROUND, BOUND if n % 2 else BOUND / 2
        yield round(x + far * math.cos(turn), 3), round(y + far * math.sin(turn), 3)
