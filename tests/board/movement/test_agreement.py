"""What a reach shows, a path leads to; what it does not show, no path ends on: on the maps, and round what was hard."""

from __future__ import annotations

import math
from itertools import islice
from random import Random

import pytest
from shapely.geometry import Point

from sim.board.board import Board
from sim.board.model.queries import Mover, ProspectOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Prospect
from tests.board.movement.agreement import Spot, area_of, dropped, path, reach, scenes, standing
from tests.board.movement.scenes import HOUSE, block, board, street

SCENES = 5  # on each map
PLACES = 6  # of each level, in each scene
EDGE = 0.08  # inches: to this much an edge of a reach is drawn, between places 1/8" apart
MARGIN = 0.1  # inches that a reach may fall short of what it stands for


def check_reach(home: Board, tableau: Tableau, mover: Mover, rng: Random) -> int:
    """Every place drawn from a reach, but at its very edge, has a path no longer than the move; how many there were."""
    checked = 0
    for level in reach(home, tableau, mover).levels:
        area = area_of(level)
        x0, y0, x1, y1 = area.bounds
        drawn = ((round(rng.uniform(x0, x1), 3), round(rng.uniform(y0, y1), 3)) for _ in range(40 * PLACES))
        for x, y in islice((at for at in drawn if area.contains(Point(at))), PLACES):
            places = list(standing(home, tableau, level, x, y))
            paths = [path(home, tableau, mover, place) for place in places]
            if any(p.refusal is None and p.cost <= mover.move + 1e-3 for p in paths):
                checked += 1
                continue
            context = (tableau.figures, mover.move, (x, y), level.z, [p.refusal for p in paths])
            assert area.boundary.distance(Point(x, y)) < EDGE, context
    return checked


def check_paths(home: Board, tableau: Tableau, mover: Mover, rng: Random) -> int:
    """No path that is not refused ends further outside the reach than it may fall short; how many were not refused."""
    accepted = 0
    levels = reach(home, tableau, mover).levels
    x, y, _ = tableau.figure("a").at
    far = mover.move + 1.0
    for _ in range(3 * PLACES):
        to = dropped(home, tableau, rng, (x - far, y - far, x + far, y + far))
        if to is None:
            continue
        found = path(home, tableau, mover, to)
        if found.refusal is not None or math.dist(found.ends.at, to) > 0.02:
            continue
        near = [lev for lev in levels if lev.z[0] - 0.3 <= to[2] <= lev.z[1] + 0.3]
        context = (tableau.figures, mover.move, to, found.cost)
        assert any(area_of(level).distance(Point(to[:2])) <= MARGIN for level in near), context
        accepted += 1
    return accepted


def check_prospect(home: Board, tableau: Tableau, mover: Mover, rng: Random) -> tuple[int, int]:
    """Of places drawn from a prospect, how many there were, and to how many there is no path: it is a guide."""
    found = home.answer(ProspectOf(mover), tableau)
    assert isinstance(found, Prospect)
    rows = rng.sample(range(len(found.at)), min(len(found.at), 2 * PLACES))
    places = [tuple(round(float(v), 3) for v in found.at[row]) for row in rows]
    refused = sum(path(home, tableau, mover, (x, y, z)).refusal is not None for x, y, z in places)
    return len(rows), refused


def check(home: Board, seed: int, rng: Random) -> None:
    """Reach and paths agree in every scene; of the prospects, a guide, at most one place in ten is refused."""
    reached = offered = refused = accepted = 0
    for tableau, mover in islice(scenes(home, seed), SCENES):
        reached += check_reach(home, tableau, mover, rng)
        places, wrong = check_prospect(home, tableau, mover, rng)
        offered, refused = offered + places, refused + wrong
        accepted += check_paths(home, tableau, mover, rng)
    assert min(reached, offered, accepted) > SCENES
    assert 10 * refused <= offered


@pytest.mark.rule("MOVE-01", "MOVE-03")
@pytest.mark.parametrize("name", ["san-canciano", "calle-lunga", "campiello-dei-remi"])
def test_reach_prospect_and_paths_agree_on_the_maps(name: str) -> None:
    check(Board.load(name), 5, Random(1))


@pytest.mark.rule("MOVE-01", "MOVE-03")
@pytest.mark.parametrize("move", [4.0, 4.5, 5.0, 5.1, 5.2, 6.0])
@pytest.mark.parametrize(
    ("name", "at", "base", "to"),
    [
        ("san-canciano", (19.123, 30.759, 0.0), 30.0, (17.61, 28.211, 2.124)),
        ("san-canciano", (19.98, 28.337, 0.604), 25.0, (17.924, 28.312, 2.068)),
        ("calle-lunga", (15.091, 0.883, 0.0), 25.0, (14.15, 3.372, 2.051)),
        ("campiello-dei-remi", (6.257, 4.53, 0.871), 25.0, (6.888, 7.094, 2.131)),
        ("san-canciano", (20.497, 27.492, 0.896), 30.0, (17.339, 28.549, 2.028)),  # climbs askew
        ("san-canciano", (15.894, 27.259, 0.72), 30.0, (17.829, 28.494, 2.044)),  # askew from where it stands
    ],
)
def test_a_path_on_to_an_awning_is_as_long_as_its_reach_says(
    name: str, at: Spot, base: float, to: Spot, move: float
) -> None:
    home, tableau, mover = Board.load(name), Tableau((Figure("a", at, base),)), Mover("a", move)
    levels = [lev for lev in reach(home, tableau, mover).levels if lev.z[0] - 0.3 <= to[2] <= lev.z[1] + 0.3]
    outside = min((area_of(level).distance(Point(to[:2])) for level in levels), default=math.inf)
    found = path(home, tableau, mover, to)
    if found.refusal is None:
        assert outside <= 0.05
    else:
        assert outside > 0.0
    assert found.cost >= to[2] - at[2]


def clutter() -> Board:
    """Crates, a cart, posts and a heap beside each other, with heights that are just stepped on to or not."""
    rng, parts = Random(4), [street()]
    for k in range(26):
        x, y = rng.uniform(4, 15), rng.uniform(4, 15)
        wide, deep = rng.uniform(0.1, 2.2), rng.uniform(0.1, 2.2)
        high = rng.choice((0.14, 0.5, 0.66, 0.9, 1.0, 1.02, 1.34, 2.0))
        parts.append((f"crate-{k}/box", HOUSE, block(x, y, 0, x + wide, y + deep, high)))
    parts += [
        ("cart/bed", Meaning(), block(9, 15.5, 0.5, 12, 17, 0.7)),
        ("cart/side", Meaning(), block(9, 15.5, 0.7, 12, 15.6, 1.3)),
        ("awning/cloth", Meaning(), block(5, 15.5, 1.7, 8, 17.5, 1.75)),
    ]
    return board(*parts)


@pytest.mark.rule("MOVE-01", "MOVE-03")
@pytest.mark.parametrize("seed", range(4))
def test_reach_prospect_and_paths_agree_among_crates(seed: int) -> None:
    check(clutter(), seed, Random(seed))


@pytest.mark.rule("MOVE-14")
@pytest.mark.parametrize(
    ("name", "here", "base_mm", "move", "to"),
    [
        ("san-canciano", (30.5, 11.0, 0.0), 40.0, 5.0, (27.6, 13.2, 0.2)),  # over crates on which it cannot stand
        ("san-canciano", (30.5, 11.0, 0.0), 50.0, 5.0, (27.6, 13.2, 0.2)),
        ("le-do-rive", (4.972, 1.549, 0.0), 25.0, 6.0, (8.794, 2.143, 1.92)),  # from below up on to a balcony
        ("isole-di-san-marcuola", (34.09, 2.521, 0.0), 30.0, 5.0, (34.886, 6.807, 1.34)),  # up a stack, and on
    ],
)
def test_a_straight_line_over_a_wall_leads_to_what_a_reach_shows(
    name: str, here: Spot, base_mm: float, move: float, to: Spot
) -> None:
    home = Board.load(name)
    tableau, mover = Tableau((Figure("a", here, base_mm),)), Mover("a", move)
    found = path(home, tableau, mover, to)
    assert found.refusal is None
    levels = reach(home, tableau, mover).levels
    near = [lev for lev in levels if lev.z[0] - 0.3 <= found.ends.at[2] <= lev.z[1] + 0.3]
    assert any(area_of(level).distance(Point(found.ends.at[:2])) <= MARGIN for level in near)
