"""What a board and its zones are like before anybody plays on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from sim.board.board import Board
from sim.carnevale import scenarios
from sim.carnevale.board_layout import layout_of, meant_for
from sim.carnevale.state import Seat, State
from sim.carnevale.zones import Zone
from sim.engine.requests import GameError
from sim.errors import meant
from sim.playtest.board_looks import look
from sim.playtest.board_maps import BoardMaps, map_board
from sim.playtest.games import SEATS
from sim.playtest.zone_facts import ZoneFacts, zone_facts

__all__ = ["EmptyBoard", "measure_empty"]


class EmptyBoard(NamedTuple):
    """A board as a scenario finds it: its zones, maps of it, and what differs between the zones."""

    zones: Sequence[Zone]
    maps: BoardMaps
    facts: tuple[ZoneFacts, ...]
    objectives: tuple[str, ...] = ()  # those that the map lays down, as `ZoneFacts.objectives` has the ways to them


def measure_empty(board: Board, scenario: str, told: Callable[[float], None] | None = None) -> EmptyBoard:
    """`told`: which share of it is done. Objectives are those that the map itself lays down. Raises GameError."""
    page = scenarios.find(scenario)
    if page is None:
        raise GameError(f"there is no scenario '{scenario}'; {meant(scenario, scenarios.known())}")
    sides = page.sides or ("", "")
    seats = {seat: Seat(seat, side=side) for seat, side in zip(SEATS, sides, strict=False)}
    layout = layout_of(board.map, page, sides)
    zones = scenarios.zones(State(seats=seats, scenario=scenario, size=board.size, layout=layout))
    maps = map_board(board, zones, partial(look, board, told=told))
    named = () if board.map is None else tuple(mark.id for mark in meant_for(board.map.objectives, page))
    return EmptyBoard(zones, maps, zone_facts(board, zones, maps, layout.objectives), named)
