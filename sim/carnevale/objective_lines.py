"""The lines of a board on which scenarios have their objectives laid."""

from __future__ import annotations

from collections.abc import Iterator

from sim.carnevale import scenarios
from sim.carnevale.objectives.placing import PlaceObjective, Segment
from sim.carnevale.state import Seat, State

__all__ = ["objective_lines"]

SEATS = ("north", "south")


def objective_lines(size: tuple[float, float]) -> dict[Segment, tuple[str, ...]]:
    """Each such line of a board of this size, with the titles of the scenarios that ask for it (SCEN-03)."""
    found: dict[Segment, tuple[str, ...]] = {}
    for title, line in _lines(size):
        found[line] = tuple(dict.fromkeys((*found.get(line, ()), title)))
    return found


def _lines(size: tuple[float, float]) -> Iterator[tuple[str, Segment]]:
    for id in scenarios.fitting(size):
        page = scenarios.find(id)
        assert page is not None
        seats = {seat: Seat(seat, side=side) for seat, side in zip(SEATS, page.sides or ("", ""), strict=True)}
        for step in page.objectives(State(seats=seats, scenario=id, size=size)):
            if isinstance(step, PlaceObjective) and step.line is not None:
                yield page.title, step.line
