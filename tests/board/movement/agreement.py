"""Scenes drawn on a board, and what its reach and its paths say of the same place."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shapely.geometry import MultiPolygon, Polygon

from sim.board.board import Board
from sim.board.model.queries import DropOf, Mover, PathTo, ReachOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.verdicts import Drop, Level, Path, Reach

Spot = tuple[float, float, float]


def scenes(home: Board, seed: int) -> Iterator[tuple[Tableau, Mover]]:
    """Somebody on any level of a board with somebody else beside, again and again."""
    rng = Random(seed)
    while True:
        base = rng.choice((25.0, 30.0, 30.0, 40.0))
        here = dropped(home, Tableau((Figure("a", (1.0, 1.0, 0.0), base),)), rng, (0.0, 0.0, *home.size))
        if here is None:
            continue
        box = (here[0] - 3, here[1] - 3, here[0] + 3, here[1] + 3)
        there = dropped(home, Tableau((Figure("a", here, base), Figure("b", here))), rng, box, "b")
        others = () if there is None else (Figure("b", there),)
        yield Tableau((Figure("a", here, base), *others)), Mover("a", rng.choice((4.0, 5.0, 6.0)))


def dropped(
    home: Board, tableau: Tableau, rng: Random, box: tuple[float, float, float, float], who: str = "a"
) -> Spot | None:
    """Where a base comes to stand under a place drawn from a box, if it stands straight below."""
    at = (rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3]), rng.choice((1.0, 1.0, 4.0, 9.0)))
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
