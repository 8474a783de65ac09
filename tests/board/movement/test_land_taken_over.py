"""The land of a board, prepared by that of an earlier version."""

from __future__ import annotations

from sim.board.board import Board
from sim.board.model.tableau import Tableau
from sim.board.movement.nav_scene import nav_scene_of, take_over_land
from tests.board.movement.scenes import HOUSE, Part, block, board, street


def version(*parts: Part) -> Board:
    """A board that is one of many versions."""
    made = board(street(), *parts)
    return Board(made.name, made.size, made.parts, passing=True)


def test_whoever_asks_too_early_does_not_keep_the_land_from_being_taken_over_later() -> None:
    before = version()
    after = version(("crate/box", HOUSE, block(3, 12, 0, 4, 13, 0.9)))
    boxes = [(3.0, 12.0, 4.0, 13.0)]
    assert not take_over_land(after, before, boxes)
    nav_scene_of(before, Tableau())
    assert take_over_land(after, before, boxes)
