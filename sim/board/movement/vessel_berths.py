"""Where vessels lie."""

from __future__ import annotations

from sim.board.board import Board
from sim.board.model.errors import MissingError
from sim.board.model.queries import BerthOf, FleetOf
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Berth, Fleet

__all__ = ["answer_berth_of", "answer_fleet_of"]


def answer_berth_of(board: Board, query: BerthOf, tableau: Tableau) -> Berth:
    """The pose of a vessel; KeyError where the board has none of this name."""
    for vessel in board.vessels_at(tableau):
        if vessel.piece == query.piece:
            return Berth(vessel.piece, vessel.at, vessel.turn)
    raise MissingError(f"no vessel {query.piece!r} lies on the board")


def answer_fleet_of(board: Board, query: FleetOf, tableau: Tableau) -> Fleet:
    """The poses of all vessels."""
    return Fleet(tuple(Berth(vessel.piece, vessel.at, vessel.turn) for vessel in board.vessels_at(tableau)))
