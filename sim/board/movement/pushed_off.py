"""Where whoever is pushed comes to lie in the end: the push, and the fall that follows where nothing carries it."""

from __future__ import annotations

import math

import msgspec

from sim.board.board import Board
from sim.board.model.queries import DropOf, PushAlong
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Drop, Push

__all__ = ["PushedOff", "away_from", "pushed_off"]

FAR = 100.0  # inches: a place so far off gives a direction


class PushedOff(msgspec.Struct, frozen=True):
    """A push, and the fall after it; None: it stays where it was pushed to."""

    push: Push
    fall: Drop | None

    @property
    def rest(self) -> Point | None:
        """Where it lies in the end; None: off the board."""
        return self.push.end if self.fall is None else self.fall.rest


def pushed_off(board: Board, tableau: Tableau, id: str, to: Point, length: float) -> PushedOff:
    """A mini pushed so many inches towards a place (ACT-07), and dropped from where it ends if it cannot stay there
    (FALL-01)."""
    push = board.answer(PushAlong(id, to, length), tableau)
    assert isinstance(push, Push)
    if not push.falls:
        return PushedOff(push, None)
    fall = board.answer(DropOf(id, push.end), tableau)
    assert isinstance(fall, Drop)
    return PushedOff(push, fall)


def away_from(pushed: Figure, by: Point) -> Point:
    """The direction in which somebody is pushed who is pushed straight away from a place; east of it where both are
    one."""
    (x, y, z), (from_x, from_y, _) = pushed.at, by
    far = math.hypot(x - from_x, y - from_y)
    way = ((x - from_x) / far, (y - from_y) / far) if far > 0 else (1.0, 0.0)
    return (x + way[0] * FAR, y + way[1] * FAR, z)
