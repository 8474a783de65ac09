"""All that is wrong with a board, as the command and the editor tell it: itself, its ways, and what is played on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shapely.geometry import Point as Place

from sim.board.board import Board
from sim.board.map_checks.checks import Issue, check_board, ordered
from sim.board.map_checks.survey import seen_from_above
from sim.board.model.journeys import Hop, Journey
from sim.board.model.tableau import Point
from sim.builder.measuring.ladders import useless_ladders, useless_scaffolds
from sim.builder.measuring.land import STREET, Land
from sim.builder.measuring.leaps import leaps
from sim.builder.measuring.protocol import AskedWay
from sim.builder.measuring.ways import findings, joined_by_climbs

__all__ = ["BASE", "Ready", "Way", "cut_off", "islands", "together", "whole_check"]

BASE = 30.0  # mm
Ready = Callable[[Board], Iterable[Issue]]  # what a board lacks for what is played on it

Way = Callable[[Board, AskedWay, Sequence[Hop]], Journey | None]  # by the rules of what is played


def whole_check(board: Board, ready: Ready) -> list[Issue]:
    """Everything that is wrong with a map, worst first. `ready`: what it lacks for what is played on it."""
    found = check_board(board)
    if board.map is None:
        return found
    land = Land(board, BASE)
    return together(found, islands(land), useless_ladders(land), useless_scaffolds(land), ordered(board, ready(board)))


def together(first: Iterable[Issue], *more: Iterable[Issue]) -> list[Issue]:
    """Findings of several kinds, worst first: of a place that was told of, nothing is told again by a later kind."""
    found = list(first)
    for each in more:
        told = {issue.where for issue in found}
        found += [issue for issue in each if issue.where not in told]
    return sorted(found, key=lambda issue: issue.severity)


def cut_off(board: Board) -> list[Issue]:
    """Its islands."""
    return islands(Land(board, BASE))


def islands(land: Land) -> list[Issue]:
    """Open ground that nobody comes to but swimmers, or that nobody leaves. The rooms of ruins are none."""
    board = land.board
    rooms = [seen_from_above(board, part).convex_hull for part in board.parts if part.meaning.ruin]

    def outside(at: Point) -> bool:
        return at[2] <= STREET and not any(room.contains(Place(at[:2])) for room in rooms)

    if not land.areas or joined_by_climbs(land, outside):  # nearly always, and what else there is takes thrice the time
        return []
    return [issue for issue in findings(land, tuple(leaps(land))) if issue.at and outside(issue.at)]
