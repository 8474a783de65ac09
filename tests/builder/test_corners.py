"""Houses on drawn ground plans, canals, streets and zones are shaped by their corners."""

from __future__ import annotations

import pytest

from sim.board.architecture.plans import HousePlan
from sim.board.files.map_marks import MapObjective, MapZone
from sim.board.files.mapfile import Canal, MapFile, PiecePlacement, Street
from sim.builder.corners import corners_of, foot_of, least_corners, with_corners, with_one_more
from sim.builder.errors import EditRefused

PLOT = ((-3.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-3.0, 2.0))


def board(placed: PiecePlacement) -> MapFile:
    return MapFile(1, "m", (24.0, 24.0), pieces=(placed,))


def plotted(turn: float = 0.0, mirror: bool = False) -> PiecePlacement:
    return PiecePlacement(HousePlan(outline=PLOT), (10.0, 12.0), id="casa", turn=turn, mirror=mirror)


def test_the_corners_of_a_house_lie_where_it_stands() -> None:
    assert corners_of(plotted()) == ((7, 10), (13, 10), (13, 14), (7, 14))
    assert corners_of(plotted(90.0)) == ((12, 9), (12, 15), (8, 15), (8, 9))
    assert corners_of(plotted(mirror=True)) == ((13, 10), (7, 10), (7, 14), (13, 14))


@pytest.mark.parametrize(("turn", "mirror"), [(0.0, False), (90.0, False), (37.0, True), (211.5, False)])
def test_a_corner_is_where_it_was_put_and_the_others_stay(turn: float, mirror: bool) -> None:
    house = plotted(turn, mirror)
    corners = corners_of(house)
    x, y = corners[1]
    after = (corners[0], (x + 0.5, y - 0.25), *corners[2:])
    (made,) = with_corners(house, after).applied(board(house)).pieces
    assert (made.at, made.turn, made.mirror) == (house.at, turn, mirror)
    for was, now in zip(after, corners_of(made), strict=True):
        assert now == pytest.approx(was, abs=0.002)


def test_a_house_that_nothing_can_be_built_on_is_refused_with_a_word() -> None:
    house = plotted()
    corners = corners_of(house)
    with pytest.raises(EditRefused, match="the plot: crosses itself"):
        with_corners(house, (corners[0], (8.0, 20.0), *corners[2:]))


def test_one_more_corner_lies_half_way_to_the_next_also_from_the_last_to_the_first() -> None:
    house = plotted()
    assert with_one_more(house, 0)[:3] == ((7, 10), (10, 10), (13, 10))
    assert with_one_more(house, 3)[-1] == (7, 12)


def test_no_more_than_24_corners_are_built_on() -> None:
    house = plotted()
    while len(corners_of(house)) < 24:
        made = with_corners(house, with_one_more(house, max(range(len(corners_of(house))), key=_edge(house))))
        (house,) = made.applied(board(house)).pieces
    with pytest.raises(EditRefused, match=r"outline|wall"):
        with_corners(house, with_one_more(house, 0))


def _edge(house: PiecePlacement):  # type: ignore[no-untyped-def]
    corners = corners_of(house)
    return lambda i: sum((a - b) ** 2 for a, b in zip(corners[i], corners[(i + 1) % len(corners)], strict=True))


def test_what_has_no_corners_has_none() -> None:
    assert corners_of(MapObjective("o", (3.0, 4.0))) == ()
    assert corners_of(PiecePlacement("palo", (3.0, 4.0))) == ()
    assert corners_of(PiecePlacement(HousePlan(), (3.0, 4.0))) == ()
    assert corners_of(None) == ()


def test_corners_lie_at_the_level_of_what_they_shape() -> None:
    assert foot_of(Street("s", PLOT, level=1.5)) == 1.5
    assert foot_of(Canal("c", PLOT)) == 0.0
    assert foot_of(PiecePlacement(HousePlan(outline=PLOT), (0.0, 0.0), z=2.0)) == 2.0


def test_a_line_needs_two_corners_and_a_ring_three() -> None:
    assert least_corners(Canal("c", line=((0.0, 0.0), (5.0, 0.0)), width=3.0)) == 2
    assert least_corners(MapZone("z", PLOT)) == least_corners(plotted()) == 3
