"""How a hand puts a mini down where it points: it comes to rest on what is under it, and beside walls and bases."""

from __future__ import annotations

import msgspec

from sim.board.board import Board
from sim.board.model.queries import DropOf, NearestSpot
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.verdicts import Drop, Spot

__all__ = ["put_down"]

ASIDE = 2.0  # inches, at most, to where it can stand
LIFT = 0.05  # inches over where it is put, from which it comes to rest
NOBODY = Tableau(())


def put_down(board: Board, figure: Figure, among: Tableau = NOBODY) -> Figure | None:
    """A mini dropped from just over where it is put, onto a boat too, and brought to where it can stand, free of all
    who are `among`; None far from any ground."""
    others = (other for other in among.figures if other.id != figure.id)
    tableau = msgspec.structs.replace(among, figures=(figure, *others))
    alone = msgspec.structs.replace(among, figures=(figure,))
    x, y, z = figure.at
    drop = board.answer(DropOf(figure.id, (x, y, z + LIFT)), alone)
    assert isinstance(drop, Drop)
    spot = board.answer(NearestSpot(figure.id, drop.rest or figure.at, ASIDE), tableau)
    assert isinstance(spot, Spot)
    return None if spot.at is None else msgspec.structs.replace(figure, at=spot.at)
