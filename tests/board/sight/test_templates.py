"""Whom markers and templates hit (GEO-13, GEO-14)."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.queries import UnderBlast, UnderTeardrop
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Under
from tests.shapes import Floats, box

R = 15 / 25.4


def street(**pieces: Floats) -> Board:
    ground = ("street/ground", Meaning(), box((0, 0, -0.2), (36, 36, 0)))
    return Board.from_parts([ground, *((f"{name}/part", Meaning(), t) for name, t in pieces.items())])


def minis(*at: tuple[float, float, float]) -> Tableau:
    return Tableau(tuple(Figure("abcdef"[i], p) for i, p in enumerate(at)))


def under(board: Board, query: UnderBlast | UnderTeardrop, tableau: Tableau) -> Under:
    found = board.answer(query, tableau)
    assert isinstance(found, Under)
    return found


@pytest.mark.rule("GEO-13")
def test_a_blast_hits_every_base_partly_inside_the_circle() -> None:
    touching, clear = 10 + 1.5 + R - 0.01, 10 - 1.5 - R - 0.01
    found = under(street(), UnderBlast("a"), minis((10, 10, 0), (touching, 10, 0), (clear, 10, 0), (10.3, 11, 0)))
    assert found.hit == ("a", "b", "d")


@pytest.mark.rule("GEO-13")
def test_a_blast_reaches_an_inch_up_and_down() -> None:
    found = under(street(), UnderBlast("a"), minis((10, 10, 2), (11, 10, 3), (9, 10, 1), (10, 11, 3.1), (10, 9, 0.9)))
    assert found.hit == ("a", "b", "c")


@pytest.mark.rule("GEO-13")
@pytest.mark.parametrize(("height", "hit"), [(1.0, ("a", "b")), (1.2, ("a",))])
def test_terrain_over_an_inch_high_shields_from_a_blast(height: float, hit: tuple[str, ...]) -> None:
    board = street(wall=box((10.7, 0, 0), (10.8, 36, height)))
    found = under(board, UnderBlast("a"), minis((10, 10, 0), (11.5, 10, 0)))
    assert found.hit == hit
    assert found.shielded == (() if "b" in hit else (("b", "wall/part"),))


@pytest.mark.rule("GEO-13")
def test_half_a_base_round_the_corner_is_not_shielded() -> None:
    board = street(wall=box((10.7, 0, 0), (10.8, 10.1, 3)))
    assert under(board, UnderBlast("a"), minis((10, 10, 0), (11.5, 10, 0))).hit == ("a", "b")


@pytest.mark.rule("GEO-13")
def test_a_blast_on_a_place_has_the_size_that_the_table_chose() -> None:
    tableau = minis((10, 10, 0), (12.4, 10, 0))
    assert under(street(), UnderBlast(None, (11.2, 10, 0), 0.5), tableau).hit == ()
    assert under(street(), UnderBlast(None, (11.2, 10, 0), 2.0), tableau).hit == ("a", "b")


@pytest.mark.rule("GEO-14")
def test_a_teardrop_starts_at_the_attackers_base_and_widens() -> None:
    # Eight long from the edge of the base: it ends 8 + R from the attacker; at 4 along it is 1.06 wide to a side.
    found = under(
        street(),
        UnderTeardrop("a", "b"),
        minis((5, 5, 0), (8, 5, 0), (5 + R + 4, 5 + 1.6, 0), (5 + R + 4, 5 - 1.7, 0), (13 + 2 * R - 0.05, 5, 0)),
    )
    assert found.hit == ("b", "c", "e")


@pytest.mark.rule("GEO-14")
def test_a_teardrop_may_start_further_off() -> None:
    tableau = minis((5, 5, 0), (12, 5, 0), (6.8, 5, 0))
    assert under(street(), UnderTeardrop("a", "b", start=4.0), tableau).hit == ("b",)


@pytest.mark.rule("GEO-14")
def test_a_wall_cuts_a_teardrop_off() -> None:
    board = street(wall=box((7, 0, 0), (7.2, 36, 4)))
    found = under(board, UnderTeardrop("a", "b"), minis((5, 5, 0), (9, 5, 0), (6.3, 5.2, 0)))
    assert found.hit == ("c",)
    assert found.shielded == (("b", "wall/part"),)


@pytest.mark.rule("GEO-14")
def test_a_teardrop_follows_the_line_up_to_a_roof() -> None:
    # Laid from the street to a balcony: a mini below the balcony is passed over, one beside the target is hit.
    board = street(balcony=box((10, 0, 3.9), (14, 36, 4)))
    found = under(board, UnderTeardrop("a", "b"), minis((5, 5, 0), (10.6, 5, 4), (10.6, 5, 0), (10.8, 6, 4)))
    assert found.hit == ("b", "d")


@pytest.mark.rule("GEO-12", "GEO-13", "GEO-14")
@pytest.mark.parametrize("query", [UnderBlast("a"), UnderTeardrop("a", "b")])
def test_whoever_is_hit_has_a_clear_line_to_where_it_is_touched(query: UnderBlast | UnderTeardrop) -> None:
    """Round the end of a wall: the line to the middle of the base is blocked, the one that is told is not."""
    tableau = minis((10, 10, 0), (11.5, 10, 0), (10.2, 11.2, 0))
    low, high = np.array((10.7, 0.0, 0.0)), np.array((10.8, 10.05, 3.0))
    board = street(wall=box(tuple(low), tuple(high)))
    found = under(board, query, tableau)
    assert tuple(beam.id for beam in found.beams) == found.hit
    assert "b" in found.hit
    for beam in found.beams:
        figure = tableau.figure(beam.id)
        assert hypot(beam.end[0] - figure.at[0], beam.end[1] - figure.at[1]) <= figure.radius + 0.001
        way = [np.add(beam.start, np.subtract(beam.end, beam.start) * share) for share in np.linspace(0, 1, 400)]
        assert not any(((low < point) & (point < high)).all() for point in way)
