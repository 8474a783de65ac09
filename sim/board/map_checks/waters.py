"""What is wrong with how the waters of canals meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.model.plans import common
from sim.board.model.tableau import Point
from sim.words import say

__all__ = ["uneven"]

Wrong = tuple[str, str, str, Point]  # where, what, what would mend it, and a place

LEVEL = 0.01  # inches: waters that lie no further apart are level
TOUCH = 0.05  # inches from bank to bank: nearer canals meet


def uneven(board: Board) -> Iterator[Wrong]:
    """Canals that meet, the water of one of which lies higher: it would stand there like a wall."""
    made = board.map
    if made is None or len({canal.surface for canal in made.canals}) < 2:
        return
    shapes = {canal.id: canal_shape(canal, made) for canal in made.canals}
    for one, two in combinations(made.canals, 2):
        low, high = sorted((one, two), key=lambda canal: canal.surface)
        if high.surface - low.surface <= LEVEL:
            continue
        meet = common(shapes[one.id].buffer(TOUCH), shapes[two.id].buffer(TOUCH))
        if meet.is_empty:
            continue
        at = meet.representative_point()
        what = say(
            'its water lies {inches:g}" lower than that of {other}, which it meets',
            inches=round(high.surface - low.surface, 3),
            other=high.id,
        )
        mend = say("give both one level: {z:g}", z=high.surface)
        yield low.id, what, mend, (at.x, at.y, high.surface)
