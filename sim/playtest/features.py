"""The pieces of a board that one asks after: which are roofs, bridges, ladders, boats."""

from __future__ import annotations

from typing import Literal, get_args

from sim.board.board import Board
from sim.board.map_checks.bridges import spans
from sim.board.map_checks.survey import places, seen_from_above, water_of
from sim.board.model.part_names import piece_of
from sim.board.model.plans import common
from sim.board.model.queries import HIGH
from sim.board.model.terrain import Kind, Obstacle

__all__ = ["FEATURES", "Feature", "features"]

Feature = Literal["roof", "bridge", "ladder", "boat"]
FEATURES: tuple[Feature, ...] = get_args(Feature)
SPAN = 0.25  # of what is walked on, over water: a bridge


def features(board: Board) -> dict[str, Feature]:
    """Piece -> what it is, by its geometry; pieces that are none of these are left out.

    A ladder is a piece with a face that is climbed as one, a bridge one that is made as such or walked on over water, a
    roof one that a base of 30 mm finds room on more than 3" over the street, a boat one that floats, or lies moored as
    debris.
    """
    found: dict[str, Feature] = dict.fromkeys((vessel.id for vessel in board.vessels), "boat")
    water = water_of(board)
    for place in places(board):
        piece = piece_of(place.part)
        if place.low > HIGH:
            found[piece] = "roof"
        elif common(place.shape, water).area > SPAN * place.shape.area:
            found.setdefault(piece, "bridge")
    for placed, shape in spans(board):
        if shape.intersects(water):
            found.setdefault(placed.id, "bridge")
    for part in board.parts:
        if part.meaning.kind is Kind.LADDER:
            found.setdefault(piece_of(part.name), "ladder")
        if part.meaning.obstacle is Obstacle.DEBRIS and seen_from_above(board, part).intersects(water):
            found.setdefault(piece_of(part.name), "boat")
    return dict(sorted(found.items()))
